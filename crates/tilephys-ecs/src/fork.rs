//! Work on slices of equal length, split among threads.

use tilephys_core::Executor;

/// Rows that are flagged together. Parts are whole blocks.
pub(crate) const BLOCK: usize = 256;

/// Rows below which work is not split further: several microseconds of it.
const SMALLEST: usize = 16 * BLOCK;

/// Slices of one length, one item a row.
pub(crate) trait Rows: Sized + Send {
    /// Number of rows.
    fn len(&self) -> usize;

    /// The first `rows` rows, whole blocks, and the others.
    fn split(self, rows: usize) -> (Self, Self);
}

/// Calls `work` with all of the rows, in parts of a fixed size.
pub(crate) fn fork<R: Rows>(executor: &impl Executor, rows: R, work: &(impl Fn(R) + Sync)) {
    let len = rows.len();
    if len <= SMALLEST || executor.width() == 1 {
        return work(rows);
    }
    let (low, high) = rows.split((len / 2).next_multiple_of(BLOCK));
    executor.join(|| fork(executor, low, work), || fork(executor, high, work));
}

/// The threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(crate) struct Pool;

#[cfg(feature = "parallel")]
impl Executor for Pool {
    fn width(&self) -> usize {
        rayon::current_num_threads()
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        rayon::join(first, second);
    }
}

#[cfg(not(feature = "parallel"))]
pub(crate) use tilephys_core::InOrder as Pool;
