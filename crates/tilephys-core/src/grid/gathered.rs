//! Solids of a few cells, gathered once for all questions of one body's move.
//!
//! A body that moves among shapes asks about the same cells six to nine times a step: for each of its hits, its contacts, its
//! floor, and the tile under its feet. Chunks, layers, kinds of tile and filters are read for the first question only.

use super::cells::CellRect;
use super::piece::Piece;
use super::window::Window;

/// Number of parts up to which they are gathered.
const MOST: usize = 12;

/// The whole tiles and the parts in some cells that are solid to a view.
pub(crate) struct Gathered<'a> {
    cells: CellRect,
    /// Whole tiles, as in a [`Window`].
    whole: u32,
    parts: [Option<Listed<'a>>; MOST],
    count: usize,
}

/// A part, with the cells in which it is listed.
#[derive(Clone, Copy)]
struct Listed<'a> {
    piece: Piece<'a>,
    /// Bits of the cells.
    cells: u32,
}

impl<'a> Gathered<'a> {
    /// The whole tiles of some cells, as in a window, without parts.
    pub(super) fn new(cells: CellRect, whole: u32) -> Self {
        Gathered { cells, whole, parts: [None; MOST], count: 0 }
    }

    /// Adds a part that is listed in a cell. A part in several cells is added once. False if there are too many.
    pub(super) fn add(&mut self, col: i32, row: i32, piece: Piece<'a>) -> bool {
        let cell = 1 << (8 * (row - self.cells.row0) + (col - self.cells.col0));
        let mut listed = self.parts[..self.count].iter_mut().flatten();
        if let Some(listed) = listed.find(|listed| listed.piece.name == piece.name) {
            listed.cells |= cell;
            return true;
        }
        let Some(free) = self.parts.get_mut(self.count) else { return false };
        *free = Some(Listed { piece, cells: cell });
        self.count += 1;
        true
    }

    /// True if these cells are among the gathered ones.
    #[inline(always)]
    pub(super) fn holds(&self, r: CellRect) -> bool {
        let all = self.cells;
        (r.col0 >= all.col0) & (r.col1 <= all.col1) & (r.row0 >= all.row0) & (r.row1 <= all.row1)
    }

    /// Distance of the first of these cells from the first one, and all of them, as bits of a window.
    #[inline(always)]
    fn bits(&self, r: CellRect) -> (i32, u32) {
        let shift = 8 * (r.row0 - self.cells.row0) + (r.col0 - self.cells.col0);
        let columns = 0xFF_u32 >> (7 - (r.col1 - r.col0));
        let rows = 0x0101_0101_u32 >> (24 - 8 * (r.row1 - r.row0));
        // Copies the byte of columns to each row: the carry-free product of two words.
        (shift, (columns * rows) << shift)
    }

    /// The whole tiles of some of the cells.
    #[inline(always)]
    pub(super) fn whole(&self, r: CellRect) -> Window {
        let (shift, bits) = self.bits(r);
        Window { col: r.col0, row: r.row0, bits: (self.whole & bits) >> shift }
    }

    /// Calls `visit` with each part in some of the cells, until it returns true; returns whether it did.
    #[inline(always)]
    pub(super) fn any_piece(&self, r: CellRect, mut visit: impl FnMut(&Piece<'a>) -> bool) -> bool {
        let bits = self.bits(r).1;
        let mut parts = self.parts[..self.count].iter().flatten();
        parts.any(|listed| listed.cells & bits != 0 && visit(&listed.piece))
    }
}
