//! Number of random cases of a property: some with each change, all of them with `TILEPHYS_FULL=1` in the
//! environment.
//! `TILEPHYS_SEED=n` begins the cases of a property with that seed, as a failure prints it.

use std::ops::Range;

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
    let first = from_environment("TILEPHYS_SEED").unwrap_or(0);
    first..first.saturating_add(volume(some, full))
}

/// The number in an environment variable, if it is set.
pub(crate) fn from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is to be a whole number, not {text}")))
}
