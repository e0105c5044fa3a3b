//! A world as plain data: a list of cells and a list of boxes.

use std::collections::BTreeMap;
use tilephys_core::{Aabb, Tile, TileCoord, TileGrid};

/// The farthest coordinate, in units.
pub(crate) const WORLD_END: i64 = 8_388_607 * 256;

/// A box in units; in `i64`, so that nothing here overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) lo: [i64; 2],
    pub(crate) hi: [i64; 2],
}

impl Rect {
    pub(crate) fn of(lo: [i64; 2], size: [i64; 2]) -> Self {
        Rect { lo, hi: [lo[0] + size[0], lo[1] + size[1]] }
    }

    pub(crate) fn overlaps(&self, other: &Rect) -> bool {
        (0..2).all(|k| self.lo[k] < other.hi[k] && other.lo[k] < self.hi[k])
    }

    pub(crate) fn moved(&self, by: [i64; 2]) -> Rect {
        let add = |p: [i64; 2]| [p[0] + by[0], p[1] + by[1]];
        Rect { lo: add(self.lo), hi: add(self.hi) }
    }

    pub(crate) fn in_world(&self) -> bool {
        (0..2).all(|k| -WORLD_END <= self.lo[k] && self.hi[k] <= WORLD_END)
    }

    pub(crate) fn aabb(&self) -> Aabb {
        Aabb { min: lattice_point(self.lo), max: lattice_point(self.hi) }
    }
}

/// The point as the engine takes it.
pub(crate) fn lattice_point(p: [i64; 2]) -> glam::IVec2 {
    glam::IVec2::new(p[0].try_into().expect("in the world"), p[1].try_into().expect("in the world"))
}

/// A box off the cells.
#[derive(Clone, Debug)]
pub(crate) struct Loose {
    pub(crate) rect: Rect,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
}

/// One solid thing, with the names by which a hit tells it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid {
    pub(crate) rect: Rect,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    /// Column and row; for an off-grid box the cell of its low corner.
    pub(crate) cell: [i64; 2],
    pub(crate) loose: Option<usize>,
}

/// Cells, boxes and the kinds of tile they are made of.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) tile_px: [u32; 2],
    pub(crate) layers: usize,
    /// Categories of the kinds.
    pub(crate) kinds: Vec<u32>,
    /// Kinds by row, column and layer.
    pub(crate) cells: BTreeMap<(i64, i64, usize), usize>,
    pub(crate) boxes: Vec<Loose>,
}

/// The engine's grid of a world. Its layers, kinds and boxes have the places that they have in the world.
pub(crate) struct Built {
    pub(crate) grid: TileGrid,
}

impl World {
    pub(crate) fn tile(&self) -> [i64; 2] {
        self.tile_px.map(|px| i64::from(px) * 256)
    }

    pub(crate) fn cell_rect(&self, [col, row]: [i64; 2]) -> Rect {
        let tile = self.tile();
        Rect::of([col * tile[0], row * tile[1]], tile)
    }

    /// Everything solid to `mask`: the lowest solid layer of each cell, and the boxes.
    pub(crate) fn solids(&self, mask: u32) -> Vec<Solid> {
        let tile = self.tile();
        let mut solids: Vec<Solid> = Vec::new();
        for (&(row, col, layer), &kind) in &self.cells {
            let seen = solids.last().is_some_and(|s| s.cell == [col, row]);
            if self.kinds[kind] & mask != 0 && !seen {
                let rect = self.cell_rect([col, row]);
                solids.push(Solid { rect, layer, kind, cell: [col, row], loose: None });
            }
        }
        for (index, b) in self.boxes.iter().enumerate().filter(|(_, b)| self.kinds[b.kind] & mask != 0) {
            let cell = [b.rect.lo[0].div_euclid(tile[0]), b.rect.lo[1].div_euclid(tile[1])];
            solids.push(Solid { rect: b.rect, layer: b.layer, kind: b.kind, cell, loose: Some(index) });
        }
        solids
    }

    /// The same world in the engine.
    pub(crate) fn build(&self) -> Built {
        let mut grid = TileGrid::new(self.tile_px.into());
        let layers: Vec<_> = (0..self.layers).map(|k| grid.add_layer(&format!("layer {k}"))).collect();
        let kinds: Vec<_> =
            self.kinds.iter().map(|&category| grid.add_tile(Tile { category, ..Tile::default() })).collect();
        for (&(row, col, layer), &kind) in &self.cells {
            grid.set_tile(layers[layer], coord([col, row]), Some(kinds[kind]));
        }
        for b in &self.boxes {
            grid.add_box(layers[b.layer], b.rect.aabb(), kinds[b.kind]);
        }
        Built { grid }
    }
}

/// Column and row as the engine takes them.
pub(crate) fn coord(cell: [i64; 2]) -> TileCoord {
    let at = lattice_point(cell);
    TileCoord::new(at.x, at.y)
}
