//! Parallel execution: a phase split into runs of neighboring bodies, each with its own output.

use crate::dynamics::output::StepOutput;
use crate::dynamics::state::BodySlices;
use crate::limits::{BLOCK, CACHED_PART, PARTS_A_THREAD, SMALLEST_PART};

/// Executor of parallel jobs, such as a thread pool. The engine starts no threads itself.
///
/// Results do not depend on it.
#[doc(alias("thread pool", "task scheduler"))]
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

/// Data with one item a body, or a tuple of such, for jobs that each take a part of it.
pub trait Rows: Sized + Send {
    /// Splits into the first `len` items and the rest.
    #[must_use]
    fn split(self, len: usize) -> (Self, Self);
}

impl Rows for BodySlices<'_> {
    fn split(self, len: usize) -> (Self, Self) {
        self.split_at(len)
    }
}

impl<T: Send> Rows for &mut [T] {
    fn split(self, len: usize) -> (Self, Self) {
        self.split_at_mut(len)
    }
}

impl<A: Rows, B: Rows> Rows for (A, B) {
    fn split(self, len: usize) -> (Self, Self) {
        let (a, a1) = self.0.split(len);
        let (b, b1) = self.1.split(len);
        ((a, b), (a1, b1))
    }
}

impl<A: Rows, B: Rows, C: Rows> Rows for (A, B, C) {
    fn split(self, len: usize) -> (Self, Self) {
        let (a, a1) = self.0.split(len);
        let (b, b1) = self.1.split(len);
        let (c, c1) = self.2.split(len);
        ((a, b, c), (a1, b1, c1))
    }
}

/// Calls `work` with parts of rows, of at most `few` items if the executor has several threads. Halves instead of a loop, so that an
/// idle thread can steal a large piece.
pub(crate) fn in_halves<R: Rows>(
    executor: &impl Executor,
    rows: R,
    len: usize,
    few: usize,
    work: &(impl Fn(R) + Sync),
) {
    if len <= few || executor.width() < 2 {
        return work(rows);
    }
    let half = len / 2;
    let (low, high) = rows.split(half);
    executor.join(
        || in_halves(executor, low, half, few, work),
        || in_halves(executor, high, len - half, few, work),
    );
}

/// Split of bodies into parts; all except the last have one length.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    pub(crate) parts: usize,
    /// Number of bodies in a part: whole blocks.
    pub(crate) len: usize,
}

impl Split {
    /// Splits bodies into several parts a job for load balance, but none too small. Few bodies make one part without the executor.
    pub(crate) fn new(bodies: usize, executor: &impl Executor) -> Self {
        let whole = Split { parts: 1, len: bodies };
        if bodies <= SMALLEST_PART {
            return whole;
        }
        let width = executor.width();
        if width <= 1 {
            return whole;
        }
        // Several parts a thread, because their costs differ. Whole blocks fill the vector lanes.
        let len = bodies.div_ceil(width * PARTS_A_THREAD).max(SMALLEST_PART).next_multiple_of(BLOCK);
        Split { parts: bodies.div_ceil(len), len }
    }

    /// Splits bodies into parts whose data stays in the cache from phase to phase.
    pub(crate) fn into_cached(bodies: usize) -> Self {
        Split { parts: bodies.div_ceil(CACHED_PART), len: CACHED_PART }
    }

    pub(crate) fn part_of(self, index: usize) -> usize {
        if self.parts == 1 { 0 } else { index / self.len }
    }

    /// Calls `work` with each part and its output, one output a part.
    pub(crate) fn each<R: Rows>(
        self,
        executor: &impl Executor,
        bodies: R,
        output: &mut [StepOutput],
        work: &(impl Fn(R, &mut StepOutput) + Sync),
    ) {
        match output {
            [] => {}
            [one] => work(bodies, one),
            // Halves instead of a loop, so that an idle thread can steal a large piece of work.
            many => {
                let half = many.len() / 2;
                let (low, high) = bodies.split(half * self.len);
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
