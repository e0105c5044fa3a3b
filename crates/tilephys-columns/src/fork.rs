//! Fork-join parallelism over rows of columns and the engine's bodies.

use tilephys_core::driver::{Executor, Rows};

/// Number of rows that share a flag. Parts are whole blocks.
pub const BLOCK: usize = 256;

/// Number of rows below which work is not split: several microseconds of work.
pub const SMALLEST: usize = 16 * BLOCK;

/// Parts for each thread. More parts balance the load better, and each costs a hand-over between threads.
const PARTS_A_THREAD: usize = 4;

/// Calls `work` with the number of rows and their data, either once or for several parts on several threads.
pub fn fork<R: Rows>(executor: &impl Executor, len: usize, rows: R, work: &(impl Fn(usize, R) + Sync)) {
    let width = executor.width();
    if width == 1 {
        return work(len, rows);
    }
    // Several parts a thread, because their costs differ. Whole blocks keep the vector lanes full.
    let longest = len.div_ceil(width * PARTS_A_THREAD).next_multiple_of(BLOCK).max(SMALLEST);
    in_parts(executor, len, longest, rows, work);
}

/// Splits rows until no part is longer than `longest`.
fn in_parts<R: Rows>(
    executor: &impl Executor,
    len: usize,
    longest: usize,
    rows: R,
    work: &(impl Fn(usize, R) + Sync),
) {
    if len <= longest {
        return work(len, rows);
    }
    // Parts begin at whole blocks, so that no two threads share the flag of a block.
    let half = (len / 2).next_multiple_of(BLOCK);
    let (low, high) = rows.split(half);
    executor.join(
        || in_parts(executor, half, longest, low, work),
        || in_parts(executor, len - half, longest, high, work),
    );
}

/// Number of the first row.
#[derive(Clone, Copy)]
pub struct First(pub usize);

impl Rows for First {
    fn split(self, rows: usize) -> (Self, Self) {
        (self, First(self.0 + rows))
    }
}

/// One item for each block of rows.
pub struct Blocks<'a, T>(pub &'a mut [T]);

impl<T: Send> Rows for Blocks<'_, T> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (low, high) = self.0.split_at_mut(rows / BLOCK);
        (Blocks(low), Blocks(high))
    }
}
