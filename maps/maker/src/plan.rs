//! Reads a level drawn as text, with a letter a cell: `cavern.txt`, `playground.txt`, `yard.txt`, `levels/*.txt`, `scenes/*.txt`.
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
//! | `=` | plank, one-way | `-` | bridge, one-way |
//! | `d` | ramp that rises to the right, one-way | `e` | ramp that falls to the right |
//! | `|` | post | | |
//!
//! | `h` | belt that runs to the right | `k` | belt that runs to the left |
//! | `x` | ice | `U`, `V`, `<`, `>` | gates, one-way: up, down, left, right |
//! | `c` | coin | `A` | spikes |
//! | `t` | ladder, to be climbed onto the plank above it | `s` | spring |
//! | `W` | deep water | `+` | deep water with a current to the right |
//! | `!` | goal, the low left corner of a flag two tiles wide and high | | |
//! | `n`, `p` | doors to the next level and the previous one, as large | | |
//! | `Q` | crate | `E` | slime |
//! | `X`, `Y`, `Z` | boulder, ramp and roof of two by two tiles, their low left corner | | |
//!
//! Pieces of shapes of their own have the letters of [`course::pieces`](crate::course::pieces).
//! Slopes, half tiles and ceilings have the letters of [`form::of_letter`]; they are of the rock or brick that they lean on.
//!
//! A letter for a thing stands in the kind of air of its neighbours.

use crate::form::{self, AIR, FULL, Form};
use crate::shaped::Around;

/// Content of a cell.
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
    /// Columns.
    pub(crate) width: i32,
    /// Rows.
    pub(crate) height: i32,
}

impl Plan {
    /// The plan in a text.
    ///
    /// # Panics
    /// If its rows are not equally long.
    pub(crate) fn new(text: &str) -> Self {
        let rows: Vec<&str> = text.lines().collect();
        let width = rows[0].chars().count();
        for (n, row) in rows.iter().enumerate() {
            assert_eq!(row.chars().count(), width, "columns in row {n}");
        }
        let (width, height) = (width as i32, rows.len() as i32);
        Self { letters: rows.concat().chars().collect(), width, height }
    }

    /// The letter of a cell; rock outside of the map.
    pub(crate) fn letter(&self, column: i32, row: i32) -> char {
        if (0..self.width).contains(&column) && (0..self.height).contains(&row) {
            self.letters[(row * self.width + column) as usize]
        } else {
            '#'
        }
    }

    /// Whether a cell is solid as a whole.
    pub(crate) fn solid(&self, column: i32, row: i32) -> bool {
        self.form(column, row) == FULL
    }

    /// Solid part of a cell.
    pub(crate) fn form(&self, column: i32, row: i32) -> Form {
        let letter = self.letter(column, row);
        if matches!(letter, '#' | '%' | 'h' | 'k' | 'x') {
            FULL
        } else {
            form::of_letter(letter).unwrap_or(AIR)
        }
    }

    /// Solid parts of a cell and its neighbours.
    pub(crate) fn around(&self, column: i32, row: i32) -> Around {
        std::array::from_fn(|n| self.form(column + n as i32 % 3 - 1, row + n as i32 / 3 - 1))
    }

    /// True if the solid part of a cell is of brick: by its letter, or by the letter of the cell that it leans on.
    pub(crate) fn is_brick(&self, column: i32, row: i32) -> bool {
        let beside = if form::is_floor(self.form(column, row)) { 1 } else { -1 };
        let near = [(0, 0), (0, beside), (0, -beside), (-1, 0), (1, 0)];
        let mut letters = near.into_iter().map(|(dx, dy)| self.letter(column + dx, row + dy));
        letters.find(|letter| matches!(letter, '#' | '%')) == Some('%')
    }

    /// Content of a cell; the cell of an object has the content of the nearest plain air, to its left first.
    pub(crate) fn fill(&self, column: i32, row: i32) -> Fill {
        for reach in 0..self.width {
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
        self.cells().filter(|&(column, row)| self.letter(column, row) == letter).collect()
    }

    /// All cells, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let width = self.width;
        (0..width * self.height).map(move |n| (n % width, n / width))
    }
}
