//! The numbers on the command line.

use super::digits::grouped;
use super::extent::Shift;
use std::str::FromStr;

/// Bodies of each kind. They take some 100 bytes each while they are made, so this many take a gigabyte.
const MAX_BODIES: usize = 10_000_000;

/// Steps of a run: half a year of play.
const MAX_STEPS: u64 = 1_000_000_000;

/// A whole number, in which `_` may stand between digits; `None` if it is too large for its type.
fn whole<T: FromStr>(text: &str) -> Result<Option<T>, String> {
    let digits = text.replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("expected a whole number, such as 1000 or 1_000".to_owned());
    }
    Ok(digits.parse().ok())
}

pub(crate) fn bodies(text: &str) -> Result<usize, String> {
    let limit = || format!("at most {} fit a run; ask for fewer", grouped(MAX_BODIES as u64));
    whole(text)?.filter(|n| *n <= MAX_BODIES).ok_or_else(limit)
}

pub(crate) fn steps(text: &str) -> Result<u64, String> {
    let limit = || format!("at most {} steps are run, half a year of play", grouped(MAX_STEPS));
    whole(text)?.filter(|n| *n <= MAX_STEPS).ok_or_else(limit)
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole(text)?.ok_or_else(|| format!("seeds go from 0 to {}", u64::MAX))
}

pub(crate) fn shift(text: &str) -> Result<Shift, String> {
    let numbers = text.split_once(',').and_then(|(cols, rows)| {
        let (cols, rows) = (cols.trim().parse().ok()?, rows.trim().parse().ok()?);
        Some(Shift { cols, rows })
    });
    numbers.ok_or_else(|| "expected columns and rows, such as 500000,-500000".to_owned())
}
