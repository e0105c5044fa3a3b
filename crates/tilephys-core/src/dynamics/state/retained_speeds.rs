//! Speeds that walls have removed from bodies, kept for some ticks: a few bytes a body, stored beside the arrays by id.
//!
//! They change nothing about a body's collisions, so they do not keep it from the fast paths of the sweep.

use crate::controller::MoveConfig;
use crate::dynamics::ids::BodyId;
use crate::dynamics::state::merged::merge;

/// Speed that a wall removed from a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RetainedSpeed {
    pub(crate) body: BodyId,
    /// Speed across the body's up, signed as on its axis, in px/s.
    pub(crate) speed: f32,
    /// Ticks until the speed is discarded; an entry without any is to be removed.
    pub(crate) ticks: u8,
}

impl RetainedSpeed {
    /// Returns the entry of a body from which a wall took this speed, if it keeps it.
    #[inline(always)]
    pub(crate) fn taken(body: BodyId, took: Option<f32>, movement: &MoveConfig) -> Option<Self> {
        let walk = movement.walk_if_grounded()?;
        // Adding zero turns -0 into +0.
        Some(RetainedSpeed { body, speed: took? + 0.0, ticks: walk.wall_retain_ticks })
    }
}

/// Retained speeds, by ascending body id.
#[derive(Clone, Debug, Default)]
pub(crate) struct RetainedSpeeds {
    list: Vec<RetainedSpeed>,
    /// Buffer, kept to reuse its allocation.
    spare: Vec<RetainedSpeed>,
}

impl RetainedSpeeds {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the entries with ticks left, by ascending body id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &RetainedSpeed> {
        self.list.iter().filter(|entry| entry.ticks > 0)
    }

    /// Returns the entries for a change.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut RetainedSpeed> {
        self.list.iter_mut().filter(|entry| entry.ticks > 0)
    }

    /// Returns the entry of a body, if the body keeps a speed.
    pub(crate) fn get(&self, body: BodyId) -> Option<&RetainedSpeed> {
        let index = self.list.binary_search_by_key(&body, |entry| entry.body).ok()?;
        Some(&self.list[index]).filter(|entry| entry.ticks > 0)
    }

    /// Replaces the entry of a body.
    pub(crate) fn set(&mut self, new: RetainedSpeed) {
        match self.list.binary_search_by_key(&new.body, |entry| entry.body) {
            // The entry stays until the end of the tick: to remove many one by one would move all others each time.
            Ok(index) => self.list[index] = new,
            Err(index) if new.ticks > 0 => self.list.insert(index, new),
            Err(_) => {}
        }
    }

    /// Stores the entries of a step, in any order, and empties `new`.
    pub(crate) fn take(&mut self, new: &mut Vec<RetainedSpeed>) {
        if !new.is_empty() {
            merge(&mut self.list, new, &mut self.spare, |entry| entry.body);
        }
    }

    /// Replaces all entries; `new` ascends.
    pub(crate) fn restore(&mut self, new: impl Iterator<Item = RetainedSpeed>) {
        self.list.clear();
        self.list.extend(new);
    }

    /// Keeps the entries for which `is_kept` returns true, of those with ticks left.
    pub(crate) fn retain(&mut self, mut is_kept: impl FnMut(&mut RetainedSpeed) -> bool) {
        self.list.retain_mut(|entry| entry.ticks > 0 && is_kept(entry));
    }
}
