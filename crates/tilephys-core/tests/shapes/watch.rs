//! Watchdog for moves that do not end: it prints the case and ends the tests, because a hanging thread cannot be
//! ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No move takes a thousandth of this.
const LONGEST: Duration = Duration::from_secs(10);

/// Number of the running case; ends with its owner.
pub(crate) struct Watch(Arc<AtomicU64>);

impl Watch {
    /// Starts to watch; `tell` prints the case of a number.
    pub(crate) fn new(tell: impl Fn(u64) + Send + 'static) -> Self {
        let now = Arc::new(AtomicU64::new(u64::MAX));
        let seen = Arc::downgrade(&now);
        std::thread::spawn(move || {
            let (mut last, mut since) = (u64::MAX, Instant::now());
            while let Some(now) = seen.upgrade() {
                let number = now.load(Ordering::Relaxed);
                if number != last || number == u64::MAX {
                    (last, since) = (number, Instant::now());
                } else if since.elapsed() > LONGEST {
                    tell(number);
                    std::process::abort();
                }
                drop(now);
                std::thread::sleep(Duration::from_millis(200));
            }
        });
        Watch(now)
    }

    /// The number of what runs from now on; `None` for nothing that may not take long.
    pub(crate) fn runs(&self, number: Option<u64>) {
        self.0.store(number.unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}
