//! Tile layers of the list: their cells by rows, culled to a window.

use super::placed::{Face, Ink, Look, Placed};
use crate::rect::{Edges, larger, smaller, union};
use std::borrow::Cow;
use std::collections::HashMap;
use tilephys_core::TileCoord;
use tilephys_tiled::{Cell, CellBlock, RenderOrder};

/// Looks of tiles in cells, by gid without flags.
pub(crate) type Stamps = HashMap<u32, Look>;

/// The cells of a tile layer.
#[derive(Clone, Debug)]
pub(crate) struct CellLayer<'a> {
    blocks: Cow<'a, [CellBlock]>,
    /// Rows of the blocks in drawing order.
    runs: Vec<Run>,
    look: CellLook,
    /// Bounds of all tiles relative to the top left corner of their cell; `None` without tiles.
    reach: Option<Edges>,
}

/// A row of a block.
#[derive(Clone, Copy, Debug)]
struct Run {
    row: i32,
    /// Column of the first cell.
    col: i32,
    block: usize,
    /// Index of the first cell in the block.
    start: usize,
}

/// Place and look of a tile layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellLook {
    /// Size of a cell, in pixels.
    pub(crate) cell: [f64; 2],
    /// Offset of the layer, in pixels.
    pub(crate) offset: [f64; 2],
    pub(crate) order: RenderOrder,
    pub(crate) ink: Ink,
}

impl<'a> CellLayer<'a> {
    /// Sorts the rows of the blocks into drawing order. Chunks of one row of the map follow each other, as if the layer
    /// were one block.
    pub(crate) fn new(blocks: &'a [CellBlock], look: CellLook, reach: Option<Edges>) -> Self {
        let RenderOrder { leftward, upward } = look.order;
        let runs = |(block, cells): (usize, &CellBlock)| {
            let (row, col, width) = (cells.min.row, cells.min.col, cells.width as usize);
            let run = move |nth: u32| Run {
                row: row.saturating_add_unsigned(nth),
                col,
                block,
                start: nth as usize * width,
            };
            (0..cells.height()).map(run)
        };
        let mut runs: Vec<Run> = blocks.iter().enumerate().flat_map(runs).collect();
        let sign = |backward: bool| if backward { -1 } else { 1 };
        let key = |run: &Run| (i64::from(run.row) * sign(upward), i64::from(run.col) * sign(leftward));
        runs.sort_by_key(key);
        CellLayer { blocks: Cow::Borrowed(blocks), runs, look, reach }
    }

    /// The tiles that may show in the window, in drawing order.
    pub(crate) fn placed(&self, stamps: &Stamps, window: Edges, millis: u64) -> impl Iterator<Item = Placed> {
        let ((first, end), runs) = self.within(window);
        let cells = move |run: &Run| {
            let block = &self.blocks[run.block];
            let col = i64::from(run.col);
            let from = larger(first, col);
            let to = smaller(end, col + i64::from(block.width));
            let start = run.start + (from - col) as usize;
            let gids = if from < to { &block.gids[start..start + (to - from) as usize] } else { &[] };
            let (row, last) = (i64::from(run.row), gids.len().wrapping_sub(1));
            (0..gids.len()).filter_map(move |nth| {
                let nth = if self.look.order.leftward { last - nth } else { nth };
                let cell = Cell::of(gids[nth])?;
                let face = stamps.get(&cell.gid)?.at(millis);
                Some(self.place([from + nth as i64, row], cell, face))
            })
        };
        runs.iter().flat_map(cells)
    }

    /// The columns, from the first to before the last, and the runs with the cells whose tiles reach into the window.
    fn within(&self, window: Edges) -> ((i64, i64), &[Run]) {
        let Some(reach) = self.reach else { return ((0, 0), &[]) };
        let first = |axis: usize| {
            ((window[axis] - self.look.offset[axis] - reach[axis + 2]) / self.look.cell[axis]).floor() as i64
        };
        let end = |axis: usize| {
            let last = (window[axis + 2] - self.look.offset[axis] - reach[axis]) / self.look.cell[axis];
            (last.ceil() as i64).saturating_add(1)
        };
        let (first_row, end_row) = (first(1), end(1));
        let below = |row: i64| self.runs.partition_point(|run| i64::from(run.row) < row);
        let above = |row: i64| self.runs.partition_point(|run| i64::from(run.row) >= row);
        let runs = if self.look.order.upward {
            above(end_row)..above(first_row)
        } else {
            below(first_row)..below(end_row)
        };
        ((first(0), end(0)), self.runs.get(runs).unwrap_or_default())
    }

    fn place(&self, at: [i64; 2], Cell { flip, .. }: Cell, face: &Face) -> Placed {
        let Face { sprite, offset, size } = *face;
        let [width, height] = if flip.diagonal { [size[1], size[0]] } else { size };
        let left = at[0] as f64 * self.look.cell[0] + self.look.offset[0] + offset[0];
        let bottom = (at[1] + 1) as f64 * self.look.cell[1] + self.look.offset[1] + offset[1];
        let rect = [left, bottom - height, width, height];
        Placed { sprite, rect, flip, ink: self.look.ink, turn: None, repeat: [false; 2] }
    }

    /// The gid with flags of a cell; `None` if the layer has no such cell.
    pub(crate) fn get(&self, at: TileCoord) -> Option<u32> {
        self.index_of(at).map(|(block, place)| self.blocks[block].gids[place])
    }

    /// The block of a cell, and its index in the block.
    fn index_of(&self, at: TileCoord) -> Option<(usize, usize)> {
        let is_there = |run: &&Run| {
            let col = i64::from(at.col) - i64::from(run.col);
            run.row == at.row && (0..i64::from(self.blocks[run.block].width)).contains(&col)
        };
        let run = self.runs.iter().find(is_there)?;
        Some((run.block, run.start + (at.col - run.col) as usize))
    }

    /// Sets a cell to a gid with flags. False if the layer has no such cell, or the tile no look.
    pub(crate) fn set(&mut self, stamps: &Stamps, at: TileCoord, bits: u32) -> bool {
        let look = Cell::of(bits).map(|cell| stamps.get(&cell.gid));
        let Some((block, place)) = self.index_of(at).filter(|_| !matches!(look, Some(None))) else {
            return false;
        };
        let reach = look.flatten().and_then(|look| reach_of(look, self.look.cell[1]));
        self.reach = self.reach.into_iter().chain(reach).reduce(union);
        self.blocks.to_mut()[block].gids[place] = bits;
        true
    }

    /// The bounding box of its tiles; `None` without tiles.
    pub(crate) fn extent(&self, stamps: &Stamps) -> Option<Edges> {
        let edges =
            |Placed { rect: [left, top, width, height], .. }: Placed| [left, top, left + width, top + height];
        self.placed(stamps, [-1e17, -1e17, 1e17, 1e17], 0).map(edges).reduce(union)
    }

    /// The layer with borrowed cells.
    #[cfg(feature = "raster")]
    pub(crate) fn borrowed(&self) -> CellLayer<'_> {
        CellLayer { blocks: Cow::Borrowed(&self.blocks), runs: self.runs.clone(), ..*self }
    }

    /// The layer with cells of its own.
    pub(crate) fn into_owned(self) -> CellLayer<'static> {
        CellLayer { blocks: Cow::Owned(self.blocks.into_owned()), ..self }
    }
}

/// Bounds of a tile relative to the top left corner of its cell, in every orientation and frame.
pub(crate) fn reach_of(look: &Look, cell_height: f64) -> Option<Edges> {
    let reach = |face: &Face| {
        let longer = larger(face.size[0], face.size[1]);
        let [left, bottom] = [face.offset[0], cell_height + face.offset[1]];
        [left, bottom - longer, left + longer, bottom]
    };
    look.faces().map(reach).reduce(union)
}
