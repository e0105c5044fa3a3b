//! Parsers of the numbers that several commands take, and of the name of a picture.

use crate::picture::Format;
use glam::{UVec2, Vec2};
use std::path::PathBuf;
use std::str::FromStr;
use tilephys::core::TileCoord;
use tilephys::tiled::TileRect;

/// Whole number, in which `_` may stand between digits; `None` if it is too large for its type.
pub(crate) fn whole<T: FromStr>(text: &str) -> Result<Option<T>, String> {
    let digits = text.replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("expected a whole number, such as 1000 or 1_000".to_owned());
    }
    Ok(digits.parse().ok())
}

pub(crate) fn warnings(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => Ok(whole(text)?.unwrap_or(usize::MAX)),
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

/// Width and height in pixels: `8x11`, also with fractions.
pub(crate) fn size(text: &str) -> Result<Vec2, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|n: &f32| *n > 0.0 && *n <= 65_536.0);
    let size = text.split_once('x').and_then(|(w, h)| Some(Vec2::new(number(w)?, number(h)?)));
    size.ok_or_else(|| "expected a width and a height in px, such as 8x11".to_owned())
}
