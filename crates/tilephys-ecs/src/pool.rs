//! The threads of a step.

#[cfg(feature = "parallel")]
use tilephys_core::driver::Executor;

/// Executor on the threads of the caller's rayon pool.
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
pub(crate) use tilephys_core::driver::SerialExecutor as Pool;
