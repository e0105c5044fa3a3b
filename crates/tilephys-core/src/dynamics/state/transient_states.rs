//! Transient body state: timers, dropped lines and ignored obstacles, stored beside the arrays by id since few bodies have any.
//!
//! Speeds that walls have removed are a list of their own, of a few bytes a body. They change nothing about collisions, so they do
//! not keep a body from the fast paths of the sweep.

use crate::controller::{DroppedLine, MoveConfig, TransientState};
use crate::dynamics::ids::{BodyId, PushSource};
use crate::dynamics::state::body_order::merge;
use crate::grid::ShapeId;
use crate::hash::StateHasher;
use crate::limits::MAX_DROPPED;
use crate::treap::{NOTHING, Treaps};
use glam::IVec2;

/// Non-empty transient states; entries emptied in a tick stay until its end.
#[derive(Clone, Debug)]
pub(crate) struct TransientStates {
    pub(crate) list: Vec<(BodyId, TransientState)>,
    indices: Treaps<(BodyId, u32)>,
    root: u32,
    /// Speeds that walls removed. The entries above have none.
    pub(crate) retained: RetainedSpeeds,
}

impl Default for TransientStates {
    fn default() -> Self {
        let retained = RetainedSpeeds::default();
        TransientStates { list: Vec::new(), indices: Treaps::default(), root: NOTHING, retained }
    }
}

impl TransientStates {
    /// True if no body has transient state other than a retained speed.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the transient state of a body without its retained speed, if any.
    #[inline(always)]
    pub(crate) fn find(&self, id: BodyId) -> Option<&TransientState> {
        if self.is_empty() { None } else { self.search(id).filter(|memory| !memory.is_empty()) }
    }

    pub(crate) fn get(&self, id: BodyId) -> TransientState {
        let state = self.find(id).copied().unwrap_or_default();
        self.retained.get(id).map_or(state, |entry| state.with_retained(entry))
    }

    /// True if a body has transient state other than a retained speed.
    #[inline(always)]
    pub(crate) fn has(&self, id: BodyId) -> bool {
        self.find(id).is_some()
    }

    #[cold]
    fn search(&self, id: BodyId) -> Option<&TransientState> {
        self.index_of(id).map(|index| &self.list[index].1)
    }

    fn index_of(&self, id: BodyId) -> Option<usize> {
        let (found, index) = self.indices.first_from(self.root, (id, 0))?;
        (found == id).then_some(index as usize)
    }

    pub(crate) fn set(&mut self, id: BodyId, memory: TransientState) {
        let (memory, retained) = split(id, memory.canonical());
        self.retained.set(retained);
        match self.index_of(id) {
            Some(index) => self.list[index].1 = memory,
            None if memory.is_empty() => {}
            None => self.insert(id, memory),
        }
    }

    /// Adds an entry for a body that has none.
    fn insert(&mut self, id: BodyId, memory: TransientState) {
        self.root = self.indices.insert(self.root, (id, self.list.len() as u32));
        self.list.push((id, memory));
    }

    pub(crate) fn retain(&mut self, is_kept: impl FnMut(&mut (BodyId, TransientState)) -> bool) {
        let before = self.list.len();
        self.list.retain_mut(is_kept);
        if self.list.len() == before {
            return;
        }
        self.indices.clear();
        self.root = NOTHING;
        for (index, (id, _)) in (0..).zip(&self.list) {
            self.root = self.indices.insert(self.root, (*id, index));
        }
    }

    /// Clears what belongs to the former places of bodies, which `placed` lists by ascending id. `position_of` gives the min corner
    /// of each where it is now.
    pub(crate) fn forget_places(&mut self, placed: &[BodyId], position_of: impl Fn(BodyId) -> Option<IVec2>) {
        for (id, memory) in self.list.iter_mut().filter(|entry| placed.binary_search(&entry.0).is_ok()) {
            if let Some(at) = position_of(*id) {
                memory.forget_place(at);
            }
        }
        let is_placed = |body: BodyId| placed.binary_search(&body).is_ok() && position_of(body).is_some();
        self.retained.retain(|entry| !is_placed(entry.body));
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (BodyId, TransientState)> {
        let indices = self.indices.from(self.root, (BodyId(0), 0));
        let others = indices.map(|(id, index)| (id, &self.list[index as usize].1));
        let mut others = others.filter(|entry| !entry.1.is_empty()).peekable();
        let mut retained = self.retained.iter().peekable();
        std::iter::from_fn(move || {
            // Both lists ascend, so the lesser id is next; a body in both has one state.
            let is_alone = match (others.peek(), retained.peek()) {
                (Some(other), Some(entry)) => entry.body < other.0,
                (other, _) => other.is_none(),
            };
            if is_alone {
                let entry = retained.next()?;
                return Some((entry.body, TransientState::NONE.with_retained(entry)));
            }
            let (id, state) = others.next()?;
            let retained = retained.next_if(|entry| entry.body == id);
            Some((id, retained.map_or(*state, |entry| state.with_retained(entry))))
        })
    }

    /// Returns the states other than retained speeds, in any order.
    pub(crate) fn others(&self) -> impl Iterator<Item = (BodyId, &TransientState)> {
        self.list.iter().filter(|entry| !entry.1.is_empty()).map(|(id, memory)| (*id, memory))
    }

    pub(crate) fn restore(&mut self, list: &[(BodyId, TransientState)]) {
        let parts = || list.iter().map(|(id, state)| split(*id, *state));
        self.list.clear();
        self.indices.clear();
        self.root = NOTHING;
        for ((id, _), (memory, _)) in list.iter().zip(parts()).filter(|entry| !entry.1.0.is_empty()) {
            self.insert(*id, memory);
        }
        self.retained.restore(parts().map(|parts| parts.1).filter(|entry| entry.ticks > 0));
    }

    /// Returns the entries of bodies with their own time, in any order.
    pub(crate) fn timed(&self) -> impl Iterator<Item = (BodyId, &TransientState)> {
        self.others().filter(|entry| entry.1.is_timed())
    }

    #[inline]
    pub(crate) fn is_stopped(&self, id: BodyId) -> bool {
        self.find(id).is_some_and(|memory| memory.stop_ticks > 0)
    }

    /// Returns a body's own step length, in seconds; `None` if it has no time.
    #[inline]
    pub(crate) fn own_dt(&self, id: BodyId, dt: f32) -> Option<f32> {
        self.find(id).map_or(Some(dt), |memory| memory.own_dt(dt))
    }

    /// Adds the entries to a hash. `owner` returns the owner of a shape, since shape ids depend on the order of insertion.
    pub(crate) fn hash(
        &self,
        hasher: &mut StateHasher,
        owner: impl Fn(ShapeId) -> Option<PushSource>,
        in_order: impl Fn(ShapeId) -> ShapeId,
    ) {
        // By ascending id, which does not depend on the order of insertion.
        for (id, memory) in self.all() {
            let from = memory.dropped_from.unwrap_or(IVec2::MIN);
            hasher.pair(id.0, u32::from(memory.drop_ticks) << 8 | u32::from(memory.retain_ticks));
            hasher.pair(from.x as u32, from.y as u32);
            hasher.pair(memory.retained.to_bits(), 0);
            hash_lines(&memory.dropped_lines, hasher, &owner);
            for (met, ticks) in memory.ignored.iter().filter(|(_, ticks)| *ticks > 0) {
                let off_grid = met.off_grid.map_or(u32::MAX, |id| in_order(id).0);
                hasher.pair(met.cell.col as u32, met.cell.row as u32);
                hasher.pair(off_grid, (met.layer.index() as u32) << 8 | u32::from(*ticks));
                hasher.pair(met.tile.index() as u32, 0);
            }
            // Only if set: most bodies run with the world's time.
            if memory.is_timed() {
                hasher.pair(memory.time_scale.to_bits(), memory.stop_ticks.into());
            }
        }
    }
}

/// Splits a state into what is stored apart: all but the speed that a wall removed, and that speed.
fn split(body: BodyId, state: TransientState) -> (TransientState, RetainedSpeed) {
    let retained = RetainedSpeed { body, speed: state.retained, ticks: state.retain_ticks };
    (TransientState { retained: 0.0, retain_ticks: 0, ..state }, retained)
}

impl TransientState {
    fn with_retained(self, entry: &RetainedSpeed) -> TransientState {
        TransientState { retained: entry.speed, retain_ticks: entry.ticks, ..self }
    }
}

/// Hashes dropped lines independently of the order in which they were added.
fn hash_lines(
    lines: &[Option<DroppedLine>; MAX_DROPPED],
    hasher: &mut StateHasher,
    owner: &impl Fn(ShapeId) -> Option<PushSource>,
) {
    // Named by owner, because ids of shapes depend on the order in which movers were added.
    let mut keys = lines.map(|line| {
        line.map(|line| match line {
            DroppedLine::Body(id) => (0, id.0, IVec2::ZERO.to_array()),
            DroppedLine::Shape { shape, from } => match owner(shape) {
                Some(PushSource::Mover(id)) => (1, id.0, from.to_array()),
                Some(PushSource::Body(id)) => (2, id.0, from.to_array()),
                None => (3, shape.0, from.to_array()),
            },
        })
    });
    keys.sort_unstable();
    for (kind, id, from) in keys.into_iter().flatten() {
        hasher.pair(kind, id);
        hasher.pair(from[0] as u32, from[1] as u32);
    }
}

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

    pub(crate) fn iter(&self) -> impl Iterator<Item = &RetainedSpeed> {
        self.list.iter().filter(|entry| entry.ticks > 0)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut RetainedSpeed> {
        self.list.iter_mut().filter(|entry| entry.ticks > 0)
    }

    pub(crate) fn get(&self, body: BodyId) -> Option<&RetainedSpeed> {
        let index = self.list.binary_search_by_key(&body, |entry| entry.body).ok()?;
        Some(&self.list[index]).filter(|entry| entry.ticks > 0)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    fn dropping(ticks: u8) -> TransientState {
        TransientState { dropped_from: Some(IVec2::ONE), drop_ticks: ticks, ..TransientState::NONE }
    }

    #[test]
    fn a_state_is_put_together_from_both_lists() {
        let mut transient = TransientStates::default();
        let retained = RetainedSpeed { body: BodyId(4), speed: -30.0, ticks: 5 };
        let keeps = |state: TransientState| state.with_retained(&retained);
        transient.set(BodyId(9), dropping(9));
        transient.set(BodyId(4), keeps(dropping(4)));
        transient.set(BodyId(2), keeps(TransientState::NONE));
        let expected = [
            (BodyId(2), keeps(TransientState::NONE)),
            (BodyId(4), keeps(dropping(4))),
            (BodyId(9), dropping(9)),
        ];
        assert_eq!(transient.all().collect::<Vec<_>>(), expected);
        assert!(expected.iter().all(|(id, state)| transient.get(*id) == *state));

        let mut other = TransientStates::default();
        other.restore(&expected);
        assert_eq!(other.all().collect::<Vec<_>>(), expected);
        assert!(!other.has(BodyId(2)) && other.has(BodyId(4)));

        transient.retained.take(&mut vec![RetainedSpeed { ticks: 7, ..retained }]);
        assert_eq!(transient.get(BodyId(4)).retain_ticks, 7);
        transient.set(BodyId(4), TransientState::NONE);
        assert_eq!(transient.get(BodyId(4)), TransientState::NONE);
    }
}
