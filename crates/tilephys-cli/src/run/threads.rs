//! Thread pool for the steps of a run.

use std::thread::available_parallelism;

/// Threads of a run: no machine has so many cores.
pub(crate) const MAX_THREADS: usize = 1024;

/// How many threads to run on: those asked for, or as many as the machine has cores. A build without threads has one.
pub(crate) fn count(asked: Option<usize>) -> usize {
    let cores = || available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    if cfg!(feature = "parallel") { asked.unwrap_or_else(cores) } else { 1 }
}

/// What to say if more were asked for than there are.
pub(crate) fn warning(asked: Option<usize>) -> Option<String> {
    let more = asked.filter(|asked| *asked > count(Some(*asked)))?;
    Some(format!(
        "--threads {more}: this command was built without the feature \"parallel\" and ran on one thread"
    ))
}

/// Does the work in a pool of so many threads.
///
/// # Errors
/// If they cannot be started.
#[cfg(feature = "parallel")]
pub(crate) fn install<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, String> {
    let failed = |e| format!("--threads {threads}: the threads cannot be started: {e}; ask for fewer");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(failed)?;
    Ok(pool.install(work))
}

/// Does the work.
///
/// # Errors
/// Never: no threads are started.
#[cfg(not(feature = "parallel"))]
pub(crate) fn install<R: Send>(_threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, String> {
    Ok(work())
}
