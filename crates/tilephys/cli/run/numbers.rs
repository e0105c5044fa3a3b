//! Parsers of the numbers on the command line, and of the name of a picture.

use super::digits::grouped;
use super::extent::Shift;
use super::picture::Format;
use super::threads::MAX_THREADS;
use glam::UVec2;
use std::path::PathBuf;
use std::str::FromStr;
use tilephys::core::TileCoord;
use tilephys::tiled::TileRect;

/// Maximum number of bodies of each kind. At some 330 bytes each, they take three gigabytes.
const MAX_BODIES: usize = 10_000_000;

/// Maximum number of steps: half a year of game time.
const MAX_STEPS: u64 = 1_000_000_000;

/// Whole number, in which `_` may stand between digits; `None` if it is too large for its type.
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

pub(crate) fn warnings(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => Ok(whole(text)?.unwrap_or(usize::MAX)),
    }
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

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let limit = || format!("at most {} threads are started; ask for fewer", grouped(MAX_THREADS as u64));
    match whole(text)?.filter(|n| *n <= MAX_THREADS).ok_or_else(limit)? {
        0 => Err("steps need a thread to run on; ask for 1 or more".to_owned()),
        n => Ok(n),
    }
}

/// File whose extension names a format of pictures.
pub(crate) fn picture(path: PathBuf) -> Result<PathBuf, &'static str> {
    Format::of(&path).map(|_| path).ok_or("expected a name that ends in .png or .svg")
}

/// Cells: `20,5,60x34` is 60 columns from column 20 on, and 34 rows from row 5 on.
pub(crate) fn region(text: &str) -> Result<TileRect, String> {
    let numbers = || {
        let (col, rest) = text.split_once(',')?;
        let (row, size) = rest.split_once(',')?;
        let (cols, rows) = size.split_once('x')?;
        let min = TileCoord::new(col.trim().parse().ok()?, row.trim().parse().ok()?);
        Some(TileRect { min, size: UVec2::new(cols.trim().parse().ok()?, rows.trim().parse().ok()?) })
    };
    let sound = |r: &TileRect| r.size.x > 0 && r.size.y > 0;
    numbers()
        .filter(sound)
        .ok_or_else(|| "expected column, row and how many of each, such as 20,5,60x34".to_owned())
}

pub(crate) fn scale(text: &str) -> Result<f32, String> {
    let scale = text.parse().ok().filter(|n: &f32| n.is_finite() && *n > 0.0);
    scale.ok_or_else(|| "expected a number above 0, such as 2 or 0.5".to_owned())
}
