//! Parallel execution: a phase split into runs of neighboring bodies, each with its own output.

use super::bodies::BodySlices;
use super::events::EventLog;
use super::ids::BodyId;
use super::sensors::Trails;
use super::sweep::Lists;
use crate::controller::TransientState;
use crate::limits::{BLOCK, PARTS_A_THREAD, SMALLEST_PART};
use glam::Vec2;

/// Executor of parallel jobs, such as a thread pool. The engine starts no threads itself.
///
/// Results do not depend on it.
#[doc(alias = "thread pool")]
#[doc(alias = "task scheduler")]
pub trait Executor: Sync {
    /// Returns the number of jobs that can run at once.
    fn width(&self) -> usize;

    /// Runs both jobs, at once or one after the other.
    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send);
}

/// Executor that runs all jobs in order on the calling thread.
#[doc(alias = "single-threaded")]
#[derive(Clone, Copy, Debug, Default)]
pub struct SerialExecutor;

impl Executor for SerialExecutor {
    fn width(&self) -> usize {
        1
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        first();
        second();
    }
}

/// Output of one part in a step, kept to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepOutput {
    pub(crate) log: EventLog,
    pub(crate) lists: Lists,
    pub(crate) hits: u64,
    /// Number of hits in the sweep phase of bodies that were solved again in an island.
    pub(crate) hits_alone: u64,
    /// Transient state of bodies from this step.
    pub(crate) memories: Vec<(BodyId, TransientState)>,
    /// Bodies on conveyors, and their velocities in px/s.
    pub(crate) lifts: Vec<(BodyId, Vec2)>,
    /// Recorded paths for sensors.
    pub(crate) trails: Trails,
    /// Indices of bodies too fast for any step, with their velocities before gravity.
    pub(crate) too_fast: Vec<(u32, Vec2)>,
}

impl StepOutput {
    /// True if its bodies need the commit phase.
    pub(crate) fn has_to_commit(&self) -> bool {
        !self.lists.touching.is_empty() || !self.too_fast.is_empty()
    }

    /// Clears the output of the last step.
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

/// Split of bodies into parts; all except the last have one length.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    pub(crate) parts: usize,
    /// Number of bodies in a part: whole blocks.
    pub(crate) len: usize,
}

impl Split {
    /// Splits bodies into several parts a job for load balance, but none too small. Few bodies make one part
    /// without the executor.
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

    /// Calls `work` with each part and its output, one output a part.
    pub(crate) fn each(
        self,
        executor: &impl Executor,
        bodies: BodySlices,
        notes: &mut [StepOutput],
        work: &(impl Fn(BodySlices, &mut StepOutput) + Sync),
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
