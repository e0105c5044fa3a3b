//! A phase in parts: bodies split into runs of neighbours, each with notes of its own, for whoever can run several at
//! once.

use super::bodies::BodySlices;
use super::events::EventLog;
use super::ids::BodyId;
use super::sensors::Trails;
use super::sweep_alone::Lists;
use crate::constants::{BLOCK, PARTS_A_THREAD, SMALLEST_PART};
use crate::movement::Memory;
use glam::Vec2;

/// Runs the parts of a phase. The engine starts no thread: whoever has some lends them by this.
///
/// What the bodies do does not depend on it.
pub trait Executor: Sync {
    /// Jobs that can be under way at once.
    fn width(&self) -> usize;

    /// Runs both, at once or one after the other.
    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send);
}

/// One after the other, on the thread that asks.
#[derive(Clone, Copy, Debug, Default)]
pub struct InOrder;

impl Executor for InOrder {
    fn width(&self) -> usize {
        1
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        first();
        second();
    }
}

/// What is noted about one part in a step; kept from step to step for its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) log: EventLog,
    pub(crate) lists: Lists,
    pub(crate) hits: u64,
    /// Those of bodies when they played alone, that were played again in an island.
    pub(crate) hits_alone: u64,
    /// What bodies remember of this step.
    pub(crate) memories: Vec<(BodyId, Memory)>,
    /// What conveyors carried, and their velocities.
    pub(crate) lifts: Vec<(BodyId, Vec2)>,
    /// The ways of bodies that somebody may sense.
    pub(crate) trails: Trails,
    /// Places of bodies that gravity or their own speed makes too fast for any step, with their velocities before it.
    pub(crate) too_fast: Vec<(u32, Vec2)>,
}

impl Notes {
    /// Is there anything to do for its bodies when all have moved?
    pub(crate) fn has_to_commit(&self) -> bool {
        !self.lists.touching.is_empty() || !self.too_fast.is_empty()
    }

    /// Forgets the last step.
    pub(crate) fn clear(&mut self) {
        self.lists.touching.clear();
        self.lifts.clear();
        self.too_fast.clear();
        self.log.events.clear();
        self.memories.clear();
        self.trails.clear();
        (self.hits, self.hits_alone) = (0, 0);
    }
}

/// How bodies are split: all parts but the last have the same length.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    pub(crate) parts: usize,
    /// Bodies of a part; whole blocks.
    pub(crate) len: usize,
}

impl Split {
    /// Some parts for each job, so that none waits long for the slowest; but no small ones. Few bodies are one part, and
    /// the executor is not asked.
    pub(crate) fn new(bodies: usize, executor: &impl Executor) -> Self {
        let whole = Split { parts: 1, len: bodies };
        if bodies <= SMALLEST_PART {
            return whole;
        }
        let width = executor.width();
        if width <= 1 {
            return whole;
        }
        let len = bodies.div_ceil(width * PARTS_A_THREAD).max(SMALLEST_PART).next_multiple_of(BLOCK);
        Split { parts: bodies.div_ceil(len), len }
    }

    /// Calls `work` with each part and its notes, of which there are as many as parts.
    pub(crate) fn each(
        self,
        executor: &impl Executor,
        bodies: BodySlices,
        notes: &mut [Notes],
        work: &(impl Fn(BodySlices, &mut Notes) + Sync),
    ) {
        match notes {
            [] => {}
            [one] => work(bodies, one),
            many => {
                let half = many.len() / 2;
                let (low, high) = bodies.split_at(half * self.len);
                let (low_notes, high_notes) = many.split_at_mut(half);
                executor.join(
                    || self.each(executor, low, low_notes, work),
                    || self.each(executor, high, high_notes, work),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Width(usize);

    impl Executor for Width {
        fn width(&self) -> usize {
            self.0
        }

        fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
            second();
            first();
        }
    }

    #[test]
    fn parts_are_whole_blocks_that_hold_all_bodies_and_none_is_empty() {
        for width in [1, 2, 3, 8, 64] {
            for bodies in (0..20_000).step_by(61).chain([100_000, 1_000_001]) {
                let split = Split::new(bodies, &Width(width));
                assert!(split.parts <= width * PARTS_A_THREAD && split.parts >= 1);
                assert!(split.parts == 1 || split.len.is_multiple_of(BLOCK) && split.len >= SMALLEST_PART);
                assert!((split.parts - 1) * split.len < bodies.max(1) && split.parts * split.len >= bodies);
            }
        }
    }
}
