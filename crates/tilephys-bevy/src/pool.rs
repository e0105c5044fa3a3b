//! The threads of a step.

use tilephys_core::driver::{Executor, SerialExecutor};

/// Executor on the compute threads of Bevy; without the feature `parallel` on the thread of the caller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    /// Greatest number of threads.
    #[cfg(feature = "parallel")]
    pub(crate) threads: usize,
}

impl Default for Pool {
    fn default() -> Self {
        Pool {
            #[cfg(feature = "parallel")]
            threads: usize::MAX,
        }
    }
}

impl Executor for Pool {
    fn width(&self) -> usize {
        #[cfg(feature = "parallel")]
        if let Some(pool) = bevy_tasks::ComputeTaskPool::try_get() {
            let threads = pool.thread_num();
            return if threads < self.threads { threads } else { self.threads };
        }
        1
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        #[cfg(feature = "parallel")]
        if self.threads > 1
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
