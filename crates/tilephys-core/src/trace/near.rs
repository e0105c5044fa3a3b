//! Things near a straight segment: in the cells that a body grown by a unit crosses, up to its hit.

use super::segment::Segment;
use crate::controller::{Candidate, Sweep};
use crate::grid::{CHUNK_MASK, CHUNK_SHIFT, CellRect, NO_BOX, all_shapes::Thing};
use glam::IVec2;
use std::collections::BTreeSet;

/// Cells that an explanation examines for each straight segment of a move, at most.
///
/// 65,536 cells take some milliseconds, and no game has so many tiles beside one motion. The text says when the limit cuts it.
const EXPLAINED_CELLS: i32 = 1 << 16;

/// Margin on each side, in lattice units: includes the faces along which the body slides.
const MARGIN: i64 = 1;

impl<'a> Segment<'a> {
    /// Calls `visit` once with each thing near the segment, up to a tile behind its first hit, until it returns true. Returns
    /// true then, and also if there are too many cells.
    pub fn any_near(&self, first: Option<&Candidate>, mut visit: impl FnMut(Thing<'a>) -> bool) -> bool {
        let grid = self.actor.view.grid;
        let reach = first.map_or(self.d, |first| self.shortened(first));
        let bare = Sweep::new(self.actor, self.at, reach);
        let grown = Sweep {
            pos: bare.pos.map(|at| at - MARGIN),
            size: bare.size.map(|size| size + 2 * MARGIN),
            ..bare
        };
        let mut seen = BTreeSet::new();
        let mut cells_left = EXPLAINED_CELLS;
        rows(&grown, |cells| {
            let width = cells.col1 - cells.col0 + 1;
            cells_left -= width;
            if cells_left < 0 {
                return true;
            }
            grid.any_thing(cells, |thing| {
                let is_loose = thing.piece.is_some_and(|piece| piece.name.off_grid != NO_BOX);
                (!is_loose || seen.insert(thing.key())) && visit(thing)
            })
        })
    }

    /// The translation up to a tile behind a hit. (Only a bound of the search, so it needs not be exact.)
    fn shortened(&self, first: &Candidate) -> IVec2 {
        let longest = f64::from(self.d.abs().max_element());
        let tile = self.sweep.tile[0].max(self.sweep.tile[1]) as f64;
        let part = self.sweep.moment(first).as_f64() + tile / longest;
        if part >= 1.0 {
            return self.d;
        }
        let cut = |k: usize| (f64::from(self.d[k]) * part) as i32;
        IVec2::new(cut(0), cut(1))
    }
}

/// Calls `visit` with the part of each row that a motion crosses, in order, until it returns true; returns whether it did.
/// Skips rows and columns in chunks that do not exist.
fn rows(sweep: &Sweep, mut visit: impl FnMut(CellRect) -> bool) -> bool {
    let dy = sweep.d[1];
    let (first, last) = sweep.first_and_last_row();
    let mut at = first;
    while if dy >= 0 { at <= last } else { at >= last } {
        let low = at >> CHUNK_SHIFT << CHUNK_SHIFT;
        let end = if dy >= 0 { last.min(low + CHUNK_MASK) } else { last.max(low) };
        let (col0, col1) = sweep.columns_in_rows(at, end);
        let chunks = || col0 >> CHUNK_SHIFT..=col1 >> CHUNK_SHIFT;
        let is_there = |x: i32| sweep.view.slot(x, at >> CHUNK_SHIFT) != 0;
        if chunks().any(is_there) {
            for step in 0..=(end - at).abs() {
                let row = if dy >= 0 { at + step } else { at - step };
                let (from, to) = sweep.columns_in_rows(row, row);
                for x in chunks().filter(|&x| is_there(x)) {
                    let low = x << CHUNK_SHIFT;
                    let high = (x << CHUNK_SHIFT) + CHUNK_MASK;
                    let col0 = from.max(low);
                    let col1 = to.min(high);
                    if col0 <= col1 && visit(CellRect { col0, row0: row, col1, row1: row }) {
                        return true;
                    }
                }
            }
        }
        at = if dy >= 0 { end + 1 } else { end - 1 };
    }
    false
}
