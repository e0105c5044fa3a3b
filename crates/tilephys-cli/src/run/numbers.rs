//! Parsers of the numbers of a run on the command line.

use super::threads::MAX_THREADS;
use crate::geometry::level::Shift;
use crate::numbers::whole;
use crate::text::grouped;

/// Maximum number of bodies of each kind. At some 330 bytes each, they take three gigabytes.
const MAX_BODIES: usize = 10_000_000;

/// Maximum number of steps: half a year of game time.
const MAX_STEPS: u64 = 1_000_000_000;

pub(crate) fn bodies(text: &str) -> Result<usize, String> {
    let limit = || format!("a run can have at most {}", grouped(MAX_BODIES as u64));
    whole(text)?.filter(|n| *n <= MAX_BODIES).ok_or_else(limit)
}

pub(crate) fn steps(text: &str) -> Result<u64, String> {
    let limit = || format!("a run can have at most {} steps, half a year of play", grouped(MAX_STEPS));
    whole(text)?.filter(|n| *n <= MAX_STEPS).ok_or_else(limit)
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole(text)?.ok_or_else(|| format!("seeds go from 0 to {}", u64::MAX))
}

pub(crate) fn shift(text: &str) -> Result<Shift, String> {
    let numbers = text.split_once(',').and_then(|(cols, rows)| {
        Some(Shift { cols: cols.trim().parse().ok()?, rows: rows.trim().parse().ok()? })
    });
    numbers.ok_or_else(|| "expected columns and rows, such as 500000,-500000".to_owned())
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let limit = || format!("at most {} threads are allowed", grouped(MAX_THREADS as u64));
    match whole(text)?.filter(|n| *n <= MAX_THREADS).ok_or_else(limit)? {
        0 => Err("at least 1 thread is needed".to_owned()),
        n => Ok(n),
    }
}
