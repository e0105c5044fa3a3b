//! Bodies in forbidden places at the end of a run, and what is solid in its map.
//!
//! It asks queries of the grid, which the tests of the engine hold against an oracle without any code of the engine.

use super::things::Moved;
use crate::geometry::extent::Extent;
use crate::geometry::level::filled;
use glam::I64Vec2;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use tilephys::core::{
    Aabb, BodyId, Direction, MoverId, TileCoord, TileGrid, TileId,
    query::{Query, Solid},
    shape::TileShape,
};

/// Edge of a block of cells in which solid cells are looked for.
const BLOCK: i64 = 32;

/// Solids of a grid.
pub(crate) struct Audit<'a> {
    grid: &'a TileGrid,
    /// Movers, which are in the grid too, by their tiles: each has a kind of its own.
    movers: BTreeMap<TileId, MoverId>,
    /// Bodies that may be in a mover, which crushes them.
    crushed: BTreeSet<(BodyId, MoverId)>,
}

impl<'a> Audit<'a> {
    /// Solids of a grid with these movers in it. The pairs in `crushed` may overlap.
    pub(crate) fn new(grid: &'a TileGrid, movers: &[Moved], crushed: BTreeSet<(BodyId, MoverId)>) -> Self {
        Audit { grid, movers: movers.iter().map(|mover| (mover.tile, mover.id)).collect(), crushed }
    }

    /// True if any part of the box is strictly inside something solid, apart from movers that `is_left_out`; touching is not.
    fn overlaps(&self, aabb: Aabb, is_left_out: impl Fn(MoverId) -> bool) -> bool {
        let counts = |solid: &Solid| !self.movers.get(&solid.tile).is_some_and(|mover| is_left_out(*mover));
        let query = Query::new(u32::MAX).filter(&counts);
        self.grid.overlaps(aabb, u32::MAX) && self.grid.solids_in(aabb, query).next().is_some()
    }

    /// True if any part of a body is strictly inside a tile or mover, except for a mover that crushes it.
    pub(crate) fn is_inside(&self, body: BodyId, aabb: Aabb) -> bool {
        self.overlaps(aabb, |mover| self.crushed.contains(&(body, mover)))
    }

    /// True if a tile fills a cell.
    fn is_whole(&self, cell: I64Vec2) -> bool {
        let kinds = self.grid.tiles_in(TileCoord::new(cell.x as i32, cell.y as i32));
        let mut kinds = kinds.map(|(_, tile)| self.grid.tile_kind(tile));
        kinds.any(|kind| kind.category != 0 && kind.shape == TileShape::Full)
    }

    /// Where bodies can leave a map: runs of cells along its border that are not solid as a whole, and neither are those
    /// outside beside them. Clockwise from the top, and along a side by ascending column or row. They are counted as if the map
    /// were not shifted by `shift` cells.
    pub(crate) fn gaps(&self, map: Extent, shift: I64Vec2) -> Vec<Gap> {
        let low = map.min;
        let high = map.max - I64Vec2::ONE;
        let sides = [
            ("top", Direction::Up, low),
            ("right", Direction::Right, high),
            ("bottom", Direction::Down, high),
            ("left", Direction::Left, low),
        ];
        let mut gaps: Vec<Gap> = Vec::new();
        for (side, outward, corner) in sides {
            let along = 1 - outward.axis();
            for at in low[along]..=high[along] {
                let mut cell = corner;
                cell[along] = at;
                if [cell, cell + outward.vector().as_i64vec2()].iter().any(|cell| self.is_whole(*cell)) {
                    continue;
                }
                let at = at - shift[along];
                match gaps.last_mut().filter(|gap| gap.side == side && gap.last + 1 == at) {
                    Some(gap) => gap.last = at,
                    None => gaps.push(Gap { side, first: at, last: at }),
                }
            }
        }
        gaps
    }

    /// How many of a map's cells have something solid in the middle, apart from movers.
    pub(crate) fn solid_cells(&self, map: Extent) -> usize {
        let tile = self.grid.tile_size();
        let low = |block: (i64, i64)| I64Vec2::new(block.1, block.0) * BLOCK;
        let blocks: BTreeSet<(i64, i64)> = filled(self.grid)
            .flat_map(|cells| {
                let [min, max] =
                    [cells.min, cells.max - I64Vec2::ONE].map(|cell| cell.div_euclid(I64Vec2::splat(BLOCK)));
                (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| (y, x)))
            })
            .collect();
        let cells = blocks.into_iter().flat_map(|block| {
            (0..BLOCK * BLOCK).map(move |n| low(block) + I64Vec2::new(n % BLOCK, n / BLOCK))
        });
        let is_solid = |cell: &I64Vec2| {
            let middle = Extent::of_cell(*cell).in_units(tile).min + tile.as_i64vec2() / 2;
            let middle = Extent { min: middle, max: middle + I64Vec2::ONE };
            let is_in_middle = || Extent::world().holds(middle) && self.overlaps(middle.aabb(), |_| true);
            // A tile that fills the cell is quick to find.
            map.holds(Extent::of_cell(*cell)) && (self.is_whole(*cell) || is_in_middle())
        };
        cells.filter(is_solid).count()
    }
}

/// A run of cells by which bodies can leave a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Gap {
    /// Side: `top`, `right`, `bottom` or `left`.
    pub(crate) side: &'static str,
    /// First column at the top and bottom, first row at the sides, in the map without a shift.
    pub(crate) first: i64,
    pub(crate) last: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{IVec2, UVec2};
    use tilephys::core::Tile;

    const PX: i32 = 256;

    /// One solid cell at column -1, row 0 of tiles of 16 x 8 px, a tile of category 0 at column 3, row 0, and a box
    /// from 40, 40 to 50, 50 px.
    fn grid() -> TileGrid {
        let mut grid = TileGrid::new(UVec2::new(16, 8));
        let layer = grid.add_layer("ground");
        let rock = grid.add_tile(Tile::default());
        let air = grid.add_tile(Tile { category: 0, ..Tile::default() });
        grid.set_tile(layer, TileCoord::new(-1, 0), Some(rock));
        grid.set_tile(layer, TileCoord::new(3, 0), Some(air));
        grid.add_box(layer, Aabb::new(IVec2::splat(40 * PX), IVec2::splat(50 * PX)), rock);
        grid
    }

    fn of_tiles(grid: &TileGrid) -> Audit<'_> {
        Audit::new(grid, &[], BTreeSet::new())
    }

    /// The box from (x, y) with edges of `size`, all in lattice units.
    fn at(x: i32, y: i32, size: i32) -> Aabb {
        Aabb::from_min_size(IVec2::new(x, y), IVec2::splat(size))
    }

    #[test]
    fn movers_are_solid_to_all_but_those_they_crush() {
        let mut grid = grid();
        let layer = grid.add_layer("movers");
        let lift = TileShape::Box(Aabb::new(IVec2::splat(-3 * PX), IVec2::splat(5 * PX)));
        let [lift, other] =
            [lift, TileShape::Full].map(|shape| grid.add_tile(Tile { shape, ..Tile::default() }));
        grid.add_shape(layer, IVec2::splat(143 * PX), lift);
        grid.add_shape(layer, IVec2::new(200, 0) * PX, other);
        let moved = |id, tile| Moved { id: MoverId(id), object: 0, tile, at: IVec2::ZERO };
        let movers = [moved(0, lift), moved(1, other)];
        let audit = Audit::new(&grid, &movers, BTreeSet::from([(BodyId(7), MoverId(0))]));
        let in_first = at(148 * PX - 1, 140 * PX, 10);
        let in_second = at(216 * PX - 1, PX, 10);
        assert!(audit.is_inside(BodyId(6), in_first) && !audit.is_inside(BodyId(7), in_first));
        assert!(audit.is_inside(BodyId(7), in_second));
        assert!(!audit.is_inside(BodyId(6), at(148 * PX, 140 * PX, 10)));
        assert!(audit.is_inside(BodyId(7), at(-1, 0, 10)), "a tile crushes nothing");
        let all = Extent::new(IVec2::splat(-100), IVec2::splat(100));
        assert_eq!(audit.solid_cells(all), 2, "what moves is no tile");
    }

    #[test]
    fn a_border_with_one_free_cell_is_open() {
        let map = Extent::new(IVec2::new(10, -40), IVec2::new(50, 0));
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("ground");
        let rock = grid.add_tile(Tile::default());
        for n in 0..40 {
            for at in [(10 + n, -40), (10 + n, -1), (10, n - 40), (49, n - 40)] {
                grid.set_tile(layer, TileCoord::new(at.0, at.1), Some(rock));
            }
        }
        assert_eq!(of_tiles(&grid).gaps(map, I64Vec2::ZERO), []);
        grid.set_tile(layer, TileCoord::new(49, -7), None);
        let shift = I64Vec2::new(900, 3);
        assert_eq!(of_tiles(&grid).gaps(map, shift), [Gap { side: "right", first: -10, last: -10 }]);
        grid.set_tile(layer, TileCoord::new(50, -7), Some(rock));
        assert_eq!(of_tiles(&grid).gaps(map, I64Vec2::ZERO), [], "the cell outside is solid");
        let corner = [(10, -40), (11, -40), (10, -39)];
        corner.iter().for_each(|(col, row)| grid.set_tile(layer, TileCoord::new(*col, *row), None));
        let expected = [("top", 10, 11), ("left", -40, -39)];
        let expected = expected.map(|(side, first, last)| Gap { side, first, last });
        assert_eq!(of_tiles(&grid).gaps(map, I64Vec2::ZERO), expected);
    }
}
