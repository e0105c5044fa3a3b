//! Numbers of random cases: some with each change, all of them with `TILEPHYS_FULL=1` in the environment.
//!
//! `TILEPHYS_SEED=n` begins the cases of a property with that seed, as a failure prints it. The longest searches have a length of
//! their own: `TILEPHYS_CASES=n` lets them draw so many cases, `TILEPHYS_SECONDS=n` lets each of them run so long.

#![allow(dead_code, reason = "no crate uses all of it")]

use std::ops::Range;
use std::time::{Duration, Instant};

/// True if each property gets all of its cases.
pub(crate) fn is_full() -> bool {
    from_environment("TILEPHYS_FULL").is_some_and(|set| set > 0)
}

/// `some`, or `full` of a full run.
pub(crate) fn volume(some: u64, full: u64) -> u64 {
    if is_full() { full } else { some }
}

/// As many seeds as [`volume`] says.
pub(crate) fn seeds(some: u64, full: u64) -> Range<u64> {
    let first = first_seed();
    first..first.saturating_add(volume(some, full))
}

/// The seed of the first case.
pub(crate) fn first_seed() -> u64 {
    from_environment("TILEPHYS_SEED").unwrap_or(0)
}

/// The number in an environment variable, if it is set.
pub(crate) fn from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is to be a whole number, not {text}")))
}

/// Length of a long search.
pub(crate) struct Search {
    most: u64,
    begun: Instant,
    time: Option<Duration>,
}

impl Search {
    /// A search that begins now, of so many cases as [`volume`] says if the environment says nothing else.
    pub(crate) fn new(some: u64, full: u64) -> Search {
        let time = from_environment("TILEPHYS_SECONDS").map(Duration::from_secs);
        let most = match from_environment("TILEPHYS_CASES") {
            Some(asked) => asked,
            None if time.is_some() => u64::MAX,
            None => volume(some, full),
        };
        Search { most, begun: Instant::now(), time }
    }

    /// How many cases are to follow on so many: 0 if its time is over.
    pub(crate) fn left(&self, cases: u64) -> u64 {
        let is_over = self.time.is_some_and(|time| self.begun.elapsed() >= time);
        if is_over { 0 } else { self.most.saturating_sub(cases) }
    }

    /// Seconds since its beginning.
    pub(crate) fn seconds(&self) -> f32 {
        self.begun.elapsed().as_secs_f32()
    }
}
