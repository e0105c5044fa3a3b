//! What a body remembers from one move to the next.

use super::dropped::DroppedLine;
use crate::constants::{MAX_DROPPED, MAX_IGNORED};
use crate::grid::Met;
use glam::IVec2;

/// What a body remembers for a few ticks. Most remember nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Memory {
    /// Min corner of the body when it [was let go](crate::TileGrid::drop_through), in lattice units: it falls through the
    /// one-way lines of tiles that held it there.
    pub dropped_from: Option<IVec2>,
    /// One-way lines off the cells that it falls through as well. They mean something only beside `dropped_from`.
    #[cfg_attr(feature = "serde", serde(with = "super::dropped::list"))]
    pub dropped_lines: [Option<DroppedLine>; MAX_DROPPED],
    /// Ticks until all of these hold it again.
    pub drop_ticks: u8,
    /// The speed across `up` that a wall took, in px/s, signed as on its axis.
    pub retained: f32,
    /// Ticks until that is forgotten.
    pub retain_ticks: u8,
    /// Solids that the body ignores, each with the ticks left; nothing where these are 0. A shape off the grid is ignored
    /// wherever it goes.
    pub ignored: [(Met, u8); MAX_IGNORED],
    /// How fast its own time goes beside the world's: usually 1; finite and not negative.
    pub time_scale: f32,
    /// Ticks for which it has no time at all: it keeps place, velocity, contacts and the other ticks that are left here.
    pub stop_ticks: u8,
}

impl Memory {
    /// Nothing.
    pub const NONE: Memory = Memory {
        dropped_from: None,
        dropped_lines: [None; MAX_DROPPED],
        drop_ticks: 0,
        retained: 0.0,
        retain_ticks: 0,
        ignored: [(Met::NONE, 0); MAX_IGNORED],
        time_scale: 1.0,
        stop_ticks: 0,
    };

    /// Does it not meet something at present?
    #[must_use]
    pub fn ignores_something(&self) -> bool {
        self.ignored.iter().any(|(_, ticks)| *ticks > 0)
    }

    /// Does it not meet this at present?
    #[must_use]
    pub fn ignores(&self, met: &Met) -> bool {
        self.ignored.iter().any(|(ignored, ticks)| *ticks > 0 && ignored.is_same_solid(met))
    }

    /// Lets the body not meet something for so many ticks, 0 for meeting it again. At most [`MAX_IGNORED`] things are ignored
    /// at a time; one more takes the place of that with the fewest ticks left.
    pub fn ignore(&mut self, met: Met, ticks: u8) {
        let known = self.ignored.iter().position(|(ignored, left)| *left > 0 && ignored.is_same_solid(&met));
        let fewest = (0..MAX_IGNORED).min_by_key(|&i| self.ignored[i].1);
        if let Some(place) = known.or(fewest.filter(|_| ticks > 0)) {
            self.ignored[place] = (met, ticks);
        }
    }

    /// True if its numbers are in range: a time scale that is finite and not negative, and a finite speed.
    pub(crate) fn is_sound(&self) -> bool {
        is_time_scale(self.time_scale) && self.retained.is_finite()
    }

    /// One value for all that mean the same: no -0, and nothing kept for 0 ticks.
    pub(crate) fn canonical(mut self) -> Memory {
        self.time_scale += 0.0;
        self.retained = if self.retain_ticks > 0 { self.retained + 0.0 } else { 0.0 };
        for entry in self.ignored.iter_mut().filter(|entry| entry.1 == 0) {
            entry.0 = Met::NONE;
        }
        if self.dropped_from.is_none() {
            self.forget_dropped();
        }
        self
    }

    /// True if there is something that the body does not collide with at present.
    pub(crate) fn filters(&self) -> bool {
        self.dropped_from.is_some() || self.ignores_something()
    }

    /// Is there nothing in it?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_usual = self.dropped_from.is_none() && !self.is_timed();
        is_usual && self.retain_ticks == 0 && !self.ignores_something()
    }

    /// Does its time go otherwise than the world's?
    pub(crate) fn is_timed(&self) -> bool {
        self.time_scale != 1.0 || self.stop_ticks > 0
    }

    /// The length of a step for it that is `dt` seconds for the world; `None` if it has none.
    pub(crate) fn own_dt(&self, dt: f32) -> Option<f32> {
        (self.stop_ticks == 0).then_some(dt * self.time_scale)
    }
}

impl Default for Memory {
    fn default() -> Self {
        Memory::NONE
    }
}

/// True if the own time of a body may go so fast beside the world's: finite and not negative.
pub(crate) fn is_time_scale(scale: f32) -> bool {
    scale.is_finite() && scale >= 0.0
}
