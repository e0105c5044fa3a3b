//! Solids of a few cells, gathered once for all questions of one body's move.
//!
//! A body that moves among shapes asks about the same cells six to nine times a step: for each of its hits, its contacts, its
//! floor, and the tile under its feet. Chunks, layers, kinds of tile and filters are read for the first question only.

use super::cells::CellRect;
use super::piece::Piece;
use super::view::View;
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

/// A part that is listed in a cell; a part in several cells is listed several times.
#[derive(Clone, Copy)]
struct Listed<'a> {
    piece: Piece<'a>,
    /// Bit of the cell.
    cell: u32,
}

impl<'a> View<'a> {
    /// Gathers the solids of these cells; `None` if there are too many cells or parts.
    #[inline(never)]
    pub(crate) fn gather(&self, cells: CellRect) -> Option<Gathered<'a>> {
        let whole = self.whole_window(cells)?.bits;
        let mut gathered = Gathered { cells, whole, parts: [None; MOST], count: 0 };
        let is_full = self.any_listed(cells, |col, row, piece| {
            let Some(free) = gathered.parts.get_mut(gathered.count) else { return true };
            *free = Some(Listed { piece: *piece, cell: 1 << (8 * (row - cells.row0) + (col - cells.col0)) });
            gathered.count += 1;
            false
        });
        (!is_full).then_some(gathered)
    }

    /// The view with the solids that it has gathered.
    #[inline(always)]
    pub(crate) fn with_gathered(self, gathered: Option<&'a Gathered<'a>>) -> Self {
        View { gathered, ..self }
    }

    /// What the view has gathered, if these cells are among it.
    #[inline(always)]
    pub(super) fn gathered_in(&self, r: CellRect) -> Option<&'a Gathered<'a>> {
        self.gathered.filter(|gathered| {
            let all = gathered.cells;
            (r.col0 >= all.col0) & (r.col1 <= all.col1) & (r.row0 >= all.row0) & (r.row1 <= all.row1)
        })
    }
}

impl<'a> Gathered<'a> {
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

    /// Like [`View::any_piece`], for some of the cells.
    #[inline(always)]
    pub(super) fn any_piece(&self, r: CellRect, mut visit: impl FnMut(&Piece<'a>) -> bool) -> bool {
        let bits = self.bits(r).1;
        let mut parts = self.parts[..self.count].iter().flatten();
        parts.any(|listed| listed.cell & bits != 0 && visit(&listed.piece))
    }
}
