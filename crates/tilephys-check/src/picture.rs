//! Pictures in text of the tiles around a finding.

use glam::IVec2;
use std::fmt;
use tilephys_core::{
    Aabb, TileCoord,
    shape::{Part, TileShape},
};
use tilephys_tiled::{Level, TileRect};

/// Columns and rows of a picture.
const SIZE: IVec2 = IVec2::new(9, 5);

/// Number of samples of a cell along each axis.
const SAMPLES: i32 = 4;

/// The tiles around a finding, one character a cell.
///
/// `#` is solid, `/` and `\` are slopes, `=` is a part of the cell from side to side, `+` any other part, `-` a one-way
/// platform, and `.` is empty. Displayed with the numbers of the rows and the marked cells in brackets:
///
/// ```text
/// 12  . . . . . . . . .
/// 13  . . . .[#]. . . .
/// 14  # # # # # # # # #
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextPicture {
    /// Upper left cell.
    pub first: TileCoord,
    /// Rows of characters, all of one length.
    pub rows: Vec<String>,
    /// Marked cells.
    pub marked: TileRect,
}

impl TextPicture {
    /// Draws the surroundings of a cell; `None` if it is outside of the map, or nothing is solid around it.
    pub(crate) fn new(level: &Level, at: TileCoord, marked: TileRect) -> Option<Self> {
        let mut first = IVec2::new(at.col, at.row) - SIZE / 2;
        let mut size = SIZE;
        if let Some(bounds) = level.bounds {
            let min = IVec2::new(bounds.min.col, bounds.min.row);
            size = size.min(bounds.size.as_ivec2());
            let last = min + bounds.size.as_ivec2() - size;
            first = first.clamp(min, last);
            let inside = IVec2::new(at.col, at.row) - min;
            if inside.cmplt(IVec2::ZERO).any() || inside.cmpge(bounds.size.as_ivec2()).any() {
                return None;
            }
        }
        let cell = |col, row| symbol(level, TileCoord::new(first.x + col, first.y + row));
        let row = |row| (0..size.x).map(|col| cell(col, row)).collect::<String>();
        let rows: Vec<String> = (0..size.y).map(row).collect();
        let is_empty = rows.iter().all(|row| row.bytes().all(|c| c == b'.'));
        (!is_empty).then_some(TextPicture { first: TileCoord::new(first.x, first.y), rows, marked })
    }
}

/// The character of a cell, by what the engine finds in it.
fn symbol(level: &Level, at: TileCoord) -> char {
    let tile = level.grid.tile_size();
    let low = IVec2::new(at.col, at.row) * tile;
    let part = tile / SAMPLES;
    let is_solid = |col: i32, row: i32| {
        let min = low + IVec2::new(col, row) * part;
        level.grid.overlaps(Aabb { min, max: min + part }, u32::MAX)
    };
    if !level.grid.overlaps(Aabb { min: low, max: low + tile }, u32::MAX) {
        return if has_line(level, at) { '-' } else { '.' };
    }
    let count = |col: i32| (0..SAMPLES).filter(|row| is_solid(col, *row)).count() as i32;
    let (left, right) = (count(0), count(SAMPLES - 1));
    let row = |row: i32| (0..SAMPLES).filter(|col| is_solid(*col, row)).count();
    let is_floor = row(SAMPLES - 1) >= row(0);
    match (left, right) {
        (SAMPLES, SAMPLES) => '#',
        (0, 0) => '+',
        (left, right) if left == right => '=',
        (left, right) => {
            if (left < right) == is_floor {
                '/'
            } else {
                '\\'
            }
        }
    }
}

/// True if a one-way platform is in the cell.
fn has_line(level: &Level, at: TileCoord) -> bool {
    let is_line = |part: &Part| matches!(part, Part::OneWay(_));
    level.grid.tiles_in(at).any(|(_, id)| match &level.grid.tile_kind(id).shape {
        TileShape::OneWay(_) => true,
        TileShape::Parts(parts) => parts.iter().any(is_line),
        _ => false,
    })
}

impl fmt::Display for TextPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.first.row + self.rows.len() as i32 - 1;
        let width = self.first.row.to_string().len().max(last.to_string().len());
        let start = self.marked.min;
        let end = IVec2::new(start.col, start.row) + self.marked.size.as_ivec2();
        for (i, row) in self.rows.iter().enumerate() {
            let number = self.first.row + i as i32;
            let is_marked = (start.row..end.y).contains(&number);
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{number:>width$} ")?;
            let mut before = false;
            for (col, c) in (self.first.col..).zip(row.chars()) {
                let now = is_marked && (start.col..end.x).contains(&col);
                let space = match (before, now) {
                    (false, true) => '[',
                    (true, false) => ']',
                    _ => ' ',
                };
                write!(f, "{space}{c}")?;
                before = now;
            }
            f.write_str(if before { "]" } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::UVec2;

    #[test]
    fn marked_cells_are_in_brackets() {
        let rows = ["..#", "./#", "###"].map(str::to_owned).to_vec();
        let marked = TileRect { min: TileCoord::new(4, 10), size: UVec2::new(2, 1) };
        let picture = TextPicture { first: TileCoord::new(3, 9), rows, marked };
        assert_eq!(picture.to_string(), " 9  . . #\n10  .[/ #]\n11  # # #");
    }
}
