//! The threads of a step.

use tilephys_core::driver::{Executor, SerialExecutor};

/// Executor on the compute threads of Bevy; without the feature `parallel` on the thread of the caller.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pool {
    /// Greatest number of threads; `None` for all.
    #[cfg(feature = "parallel")]
    pub(crate) threads: Option<usize>,
}

impl Executor for Pool {
    fn width(&self) -> usize {
        #[cfg(feature = "parallel")]
        if let Some(pool) = bevy_tasks::ComputeTaskPool::try_get() {
            let all = pool.thread_num();
            return self.threads.filter(|threads| *threads < all).unwrap_or(all);
        }
        1
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        #[cfg(feature = "parallel")]
        if self.threads != Some(1)
            && let Some(pool) = bevy_tasks::ComputeTaskPool::try_get()
        {
            pool.scope(|scope| {
                scope.spawn(async move { second() });
                first();
            });
            return;
        }
        SerialExecutor.join(first, second);
    }
}
