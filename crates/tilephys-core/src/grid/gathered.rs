//! Solids of a few cells, gathered once for all questions of one body's move.
//!
//! A body that moves among shapes asks about the same cells six to nine times a step: whether a shape concerns it at all, then for
//! each of its hits, its contacts, its floor, and the tile under its feet. Chunks, layers, kinds of tile and filters are read for
//! the first question only.

use super::cells::{CellRect, Window};
use super::piece::{NO_BOX, Piece, is_apart};
use glam::IVec2;

const MOST: usize = 12;

const NOWHERE: CellRect = CellRect { col0: i32::MAX, row0: i32::MAX, col1: i32::MIN, row1: i32::MIN };

/// The whole tiles and the parts in some cells that are solid to a view.
pub(crate) struct Gathered<'a> {
    pub(super) cells: CellRect,
    pub(super) whole: u32,
    /// True if a surface in these cells moves what stands on it.
    pub(super) conveys: bool,
    parts: [Option<Listed<'a>>; MOST],
    count: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Listed<'a> {
    pub(super) piece: Piece<'a>,
    pub(super) cells: u32,
    /// True if it is a one-way line along the upper edge of its cell, and nothing else.
    pub(super) is_plank: bool,
}

/// Whole tiles and planks, as bits of a window.
#[derive(Clone, Copy)]
pub(crate) struct Tiles {
    pub(crate) whole: u32,
    pub(crate) planks: u32,
}

impl<'a> Gathered<'a> {
    pub(crate) fn new() -> Self {
        Gathered { cells: NOWHERE, whole: 0, conveys: false, parts: [None; MOST], count: 0 }
    }

    /// Begins anew. Nothing counts as gathered before its cells are set.
    pub(super) fn begin(&mut self) {
        self.cells = NOWHERE;
        self.whole = 0;
        self.count = 0;
        self.conveys = false;
    }

    /// Adds a cell to the parts of an off-grid shape. False if the shape is not gathered yet.
    pub(super) fn extend(&mut self, off_grid: u32, cell: u32) -> bool {
        let mut is_known = false;
        for listed in self.parts[..self.count].iter_mut().flatten() {
            if listed.piece.name.off_grid == off_grid {
                listed.cells |= cell;
                is_known = true;
            }
        }
        is_known
    }

    #[inline(always)]
    pub(super) fn add(&mut self, listed: Listed<'a>) -> bool {
        let Some(free) = self.parts.get_mut(self.count) else { return false };
        *free = Some(listed);
        self.count += 1;
        true
    }

    /// Index of an off-grid shape, if nothing else is gathered but one part of it.
    pub(crate) fn only_shape(&self) -> Option<u32> {
        let only = self.parts[0].filter(|_| self.count == 1 && self.whole == 0)?;
        Some(only.piece.name.off_grid).filter(|index| *index != NO_BOX)
    }

    /// The whole tiles and the planks in some of the cells, if all other parts are beyond these bounds, and one-way lines farther than
    /// `margin` from them. Planks must lie in rows from `planks_from` on, and in cells without whole tiles.
    pub(crate) fn only_tiles(
        &self,
        cells: CellRect,
        [low, high]: [IVec2; 2],
        margin: i32,
        planks_from: Option<i32>,
    ) -> Option<Tiles> {
        let mut planks = 0;
        for listed in self.parts[..self.count].iter().flatten() {
            let piece = &listed.piece;
            let margin = if piece.part.one_way.is_some() { margin } else { 0 };
            if is_apart(piece, low - margin, high + margin) {
                continue;
            }
            let is_below = planks_from.is_some_and(|row| piece.name.row >= row);
            if !(listed.is_plank && is_below && listed.cells & self.whole == 0) {
                return None;
            }
            planks |= listed.cells;
        }
        let (shift, bits) = self.bits(cells);
        Some(Tiles { whole: (self.whole & bits) >> shift, planks: (planks & bits) >> shift })
    }

    #[inline(always)]
    pub(crate) fn holds(&self, r: CellRect) -> bool {
        let all = self.cells;
        (r.col0 >= all.col0) & (r.col1 <= all.col1) & (r.row0 >= all.row0) & (r.row1 <= all.row1)
    }

    /// Distance of the first of these cells from the first one, and all of them, as bits of a window.
    #[inline(always)]
    fn bits(&self, r: CellRect) -> (i32, u32) {
        let shift = 8 * (r.row0 - self.cells.row0) + (r.col0 - self.cells.col0);
        (shift, Window::bits_of((r.col1 - r.col0) as u32, (r.row1 - r.row0) as u32) << shift)
    }

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
