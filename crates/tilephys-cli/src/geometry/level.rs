//! Bounds of a level, and a level shifted by cells.

use super::extent::Extent;
use super::solid::reach;
use crate::text::signed;
use glam::{I64Vec2, IVec2};
use tilephys::core::{TileGrid, UNITS_PER_PX, WORLD_LIMIT};
use tilephys::tiled::Level;

/// Cells of the map; `None` if it is infinite.
pub(crate) fn map_cells(level: &Level) -> Option<Extent> {
    let map = level.bounds?;
    let min = I64Vec2::new(map.min.col.into(), map.min.row.into());
    Some(Extent { min, max: min + map.size.as_i64vec2() })
}

/// Cells for placing bodies: the map, or for an infinite map everything in its grid with a margin of free cells for
/// a body of `size` units, within the world.
pub(crate) fn place_cells(level: &Level, size: IVec2) -> Extent {
    if let Some(map) = map_cells(level) {
        return map;
    }
    let tile = level.grid.tile_size().as_i64vec2();
    let around = I64Vec2::ONE + size.as_i64vec2() / tile;
    let filled = filled_cells(&level.grid).unwrap_or(Extent { min: I64Vec2::ZERO, max: I64Vec2::ONE });
    // Whole cells of the world; its negative and its positive half have equally many.
    let world = I64Vec2::splat(WORLD_LIMIT.into()) / tile;
    Extent { min: (filled.min - around).max(-world), max: (filled.max + around).min(world) }
}

/// All cells that anything in the grid touches.
pub(crate) fn filled_cells(grid: &TileGrid) -> Option<Extent> {
    filled(grid).reduce(Extent::union)
}

/// The cells that each tile and each off-grid shape touches.
pub(crate) fn filled(grid: &TileGrid) -> impl Iterator<Item = Extent> + '_ {
    let tile = grid.tile_size().as_i64vec2();
    // Extents of shapes beyond their cell, in cells relative to their own.
    let reaches: Vec<Extent> = grid
        .tile_kinds()
        .iter()
        .map(|kind| reach(&kind.shape, tile).union(Extent { min: I64Vec2::ZERO, max: tile }))
        .map(|reach| reach.in_cells(grid.tile_size()))
        .collect();
    let cells = grid
        .tiles()
        .map(move |(_, at, kind)| reaches[kind.index()].moved(I64Vec2::new(at.col.into(), at.row.into())));
    let boxes =
        grid.off_grid_shapes().map(|(_, b)| Extent::new(b.aabb.min, b.aabb.max).in_cells(grid.tile_size()));
    cells.chain(boxes)
}

/// Translation of a level, in whole cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shift {
    pub(crate) cols: i32,
    pub(crate) rows: i32,
}

impl Shift {
    pub(crate) fn in_cells(self) -> I64Vec2 {
        I64Vec2::new(self.cols.into(), self.rows.into())
    }

    pub(crate) fn in_units(self, tile: IVec2) -> I64Vec2 {
        self.in_cells() * tile.as_i64vec2()
    }

    /// Error unless the `cells` of a level fit into the world after the shift.
    pub(crate) fn check(self, cells: Extent, tile: IVec2) -> Result<(), String> {
        let world = I64Vec2::splat(WORLD_LIMIT.into()) / tile.as_i64vec2();
        let least = -world - cells.min;
        let most = world - cells.max;
        let by = self.in_cells();
        if by.cmpge(least).all() && by.cmple(most).all() {
            return Ok(());
        }
        let Shift { cols, rows } = self;
        let end = signed(WORLD_LIMIT / UNITS_PER_PX);
        let [by_cols, by_rows] = [0, 1].map(|k| format!("{} to {}", signed(least[k]), signed(most[k])));
        Err(format!(
            "--shift {cols},{rows}: the level would reach beyond the world, which ends at ±{end} px; \
             this level can be shifted by {by_cols} columns and by {by_rows} rows"
        ))
    }
}

/// Grid with everything in it shifted. The caller has [checked](Shift::check) that it fits.
pub(crate) fn shifted(level: &Level, shift: Shift) -> TileGrid {
    let old = &level.grid;
    let mut grid = TileGrid::new(level.tile_size);
    for name in old.layers() {
        grid.add_layer(name);
    }
    for kind in old.tile_kinds() {
        grid.add_tile(kind.clone());
    }
    // Ids are indices in order of creation, so ids of the old grid are valid in the new one.
    for (layer, mut at, tile) in old.tiles() {
        at.col += shift.cols;
        at.row += shift.rows;
        grid.set_tile(layer, at, Some(tile));
    }
    let by = shift.in_units(old.tile_size()).as_ivec2();
    for (_, b) in old.off_grid_shapes() {
        if b.is_box() {
            grid.add_box(b.layer, b.aabb.translated(by), b.tile);
        } else {
            grid.add_shape(b.layer, b.origin() + by, b.tile);
        }
    }
    grid
}
