//! Reads `cavern.txt`, in which the level is drawn with a letter a cell.
//!
//! | letter | meaning | letter | meaning |
//! | --- | --- | --- | --- |
//! | `#` | rock | `%` | brick |
//! | `.` | air in the cave | `:` | air in a room of the temple |
//! | `^` | air before the view outside | `~` | shallow water |
//! | `P` | spawn | `G` | goal, the low left corner of a door two tiles wide and high |
//! | `C` | checkpoint | `T` | torch |
//! | `L` | lantern on a chain | `S` | sign |
//! | `*` | crystal on the floor | `o` | crystal under the ceiling |
//! | `g` | gem in the wall | `m` | mushroom |
//! | `f` | fern | `w` | reeds |
//! | `v` | vine from the ceiling | `b` | bones |
//! | `u` | pot | `j` | urn |
//! | `r` | rubble | `$` | chest |
//! | `I` | pillar, over as many rows as it has letters | `B` | banner, its upper half |
//! | `i` | idol, the low left corner of two tiles by two | `q` | plaque |
//! | `z` | frieze | `y` | lamp post, its foot |
//!
//! A letter for a thing stands in the kind of air of its neighbours.

/// Columns of the level.
pub(crate) const WIDTH: i32 = 200;
/// Rows of the level.
pub(crate) const HEIGHT: i32 = 60;

/// What a cell is filled with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    Rock,
    Brick,
    Cave,
    Room,
    View,
}

/// The level's text, cell by cell.
pub(crate) struct Plan {
    letters: Vec<char>,
}

impl Plan {
    /// The plan that is kept in `cavern.txt`.
    ///
    /// # Panics
    /// If the text has not 200 columns and 60 rows.
    pub(crate) fn load() -> Self {
        let text = include_str!("cavern.txt");
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), HEIGHT as usize, "rows of cavern.txt");
        for (n, row) in rows.iter().enumerate() {
            assert_eq!(row.chars().count(), WIDTH as usize, "columns in row {n} of cavern.txt");
        }
        Self { letters: rows.concat().chars().collect() }
    }

    /// The letter of a cell; rock outside of the map.
    pub(crate) fn letter(&self, column: i32, row: i32) -> char {
        if (0..WIDTH).contains(&column) && (0..HEIGHT).contains(&row) {
            self.letters[(row * WIDTH + column) as usize]
        } else {
            '#'
        }
    }

    /// Whether a cell is rock or brick.
    pub(crate) fn solid(&self, column: i32, row: i32) -> bool {
        matches!(self.letter(column, row), '#' | '%')
    }

    /// What fills a cell; a thing's cell is filled as the nearest plain air, to its left first.
    pub(crate) fn fill(&self, column: i32, row: i32) -> Fill {
        for reach in 0..WIDTH {
            for near in [column - reach, column + reach] {
                match self.letter(near, row) {
                    '#' if reach == 0 => return Fill::Rock,
                    '%' if reach == 0 => return Fill::Brick,
                    '.' => return Fill::Cave,
                    ':' => return Fill::Room,
                    '^' => return Fill::View,
                    _ => {}
                }
            }
        }
        Fill::Cave
    }

    /// The cells with a letter, row by row.
    pub(crate) fn all(&self, letter: char) -> Vec<(i32, i32)> {
        cells().filter(|&(column, row)| self.letter(column, row) == letter).collect()
    }
}

/// All cells, row by row.
pub(crate) fn cells() -> impl Iterator<Item = (i32, i32)> {
    (0..WIDTH * HEIGHT).map(|n| (n % WIDTH, n / WIDTH))
}
