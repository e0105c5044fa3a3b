//! Overlap oracle: counts bodies in forbidden places, without using the engine.
//!
//! It reads the level's cells and shapes as plain data into its own map, one byte a whole cell and polygons for all
//! else, and compares in whole numbers. It uses no sweep and no query of the grid, so a mistake in either shows
//! here.

use super::things::{Moved, solid_parts};
use crate::geometry::extent::Extent;
use crate::geometry::solid::{Solid, solids};
use glam::{I64Vec2, IVec2};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use tilephys::core::{BodyId, Direction, MoverId, TileGrid, shape::TileShape};

/// Edge of a block in cells. Blocks that hold nothing take no memory.
const BLOCK: i64 = 32;

#[derive(Clone)]
struct Block {
    /// 1 for a cell that is solid as a whole, row by row.
    cells: [u8; (BLOCK * BLOCK) as usize],
    /// All else that touches the block.
    solids: Vec<Standing>,
}

/// A solid at its place. Small: a large map has millions.
#[derive(Clone, Copy)]
struct Standing {
    /// Index into the shapes of the audit.
    shape: u32,
    /// From where the shape lies to its place, in lattice units, which `i32` holds.
    by: IVec2,
}

/// Solids of a grid.
pub(crate) struct Audit {
    /// By row and column of blocks.
    blocks: BTreeMap<(i64, i64), Block>,
    tile: I64Vec2,
    /// Shapes of solids; shapes of tiles are relative to the low corner of their cell.
    shapes: Vec<Solid>,
    /// Solid parts of movers, with the mover's id.
    movers: Vec<(MoverId, Solid)>,
    /// Bodies that may be in a mover, which crushes them.
    crushed: BTreeSet<(BodyId, MoverId)>,
}

impl Audit {
    /// Copies all that is solid to a full mask. Movers are in the grid too; each has its own kind of tile, which
    /// identifies it. The pairs in `crushed` may overlap.
    pub(crate) fn new(grid: &TileGrid, movers: &[Moved], crushed: BTreeSet<(BodyId, MoverId)>) -> Self {
        let solid = |tile| grid.tile_kind(tile).category != 0;
        let moving: BTreeSet<usize> = movers.iter().map(|mover| mover.tile.index()).collect();
        let parts = movers.iter().filter(|mover| solid(mover.tile)).flat_map(|mover| {
            solid_parts(grid, mover.tile, mover.at).into_iter().map(|part| (mover.id, part))
        });
        let (blocks, tile) = (BTreeMap::new(), grid.tile_size().as_i64vec2());
        let mut audit = Audit { blocks, tile, shapes: Vec::new(), movers: parts.collect(), crushed };
        let mut shapes: Vec<Range<usize>> = Vec::new();
        for kind in grid.tile_kinds() {
            let first = audit.shapes.len();
            audit.shapes.extend(solids(&kind.shape, audit.tile));
            shapes.push(first..audit.shapes.len());
        }
        let is_whole = |tile| grid.tile_kind(tile).shape == TileShape::Full;
        for (_, at, tile) in grid.tiles().filter(|(_, _, tile)| solid(*tile)) {
            let (col, row) = (i64::from(at.col), i64::from(at.row));
            if is_whole(tile) {
                audit.block(col.div_euclid(BLOCK), row.div_euclid(BLOCK)).cells[within(col, row)] = 1;
            }
            let origin = I64Vec2::new(col, row) * audit.tile;
            shapes[tile.index()].clone().for_each(|shape| audit.add(shape, origin));
        }
        for (_, b) in
            grid.off_grid_shapes().filter(|(_, b)| solid(b.tile) && !moving.contains(&b.tile.index()))
        {
            if b.is_box() || is_whole(b.tile) {
                audit.shapes.push(Solid::of_box(Extent::new(b.aabb.min, b.aabb.max)));
                audit.add(audit.shapes.len() - 1, I64Vec2::ZERO);
            } else {
                let origin = b.origin().as_i64vec2();
                shapes[b.tile.index()].clone().for_each(|shape| audit.add(shape, origin));
            }
        }
        audit
    }

    /// Puts a shape at a place into all blocks that it touches.
    fn add(&mut self, shape: usize, by: I64Vec2) {
        let (low, high) = self.cells_of(self.shapes[shape].bounds.moved(by));
        let standing = Standing { shape: shape as u32, by: by.as_ivec2() };
        for y in low.y.div_euclid(BLOCK)..=high.y.div_euclid(BLOCK) {
            for x in low.x.div_euclid(BLOCK)..=high.x.div_euclid(BLOCK) {
                self.block(x, y).solids.push(standing);
            }
        }
    }

    /// Whether a box has a part strictly inside a solid at its place.
    fn meets(&self, Standing { shape, by }: Standing, aabb: Extent) -> bool {
        self.shapes[shape as usize].overlaps(aabb.moved(-by.as_i64vec2()))
    }

    fn block(&mut self, x: i64, y: i64) -> &mut Block {
        let empty = || Block { cells: [0; (BLOCK * BLOCK) as usize], solids: Vec::new() };
        self.blocks.entry((y, x)).or_insert_with(empty)
    }

    /// The first and the last cell whose inside a box meets.
    fn cells_of(&self, aabb: Extent) -> (I64Vec2, I64Vec2) {
        (aabb.min.div_euclid(self.tile), (aabb.max - I64Vec2::ONE).div_euclid(self.tile))
    }

    fn solid(&self, col: i64, row: i64) -> bool {
        let block = self.blocks.get(&(row.div_euclid(BLOCK), col.div_euclid(BLOCK)));
        block.is_some_and(|b| b.cells[within(col, row)] != 0)
    }

    /// True if any part of the box is strictly inside something solid; touching is not.
    pub(crate) fn overlaps(&self, aabb: Extent) -> bool {
        let (low, high) = self.cells_of(aabb);
        if (low.y..=high.y).any(|row| (low.x..=high.x).any(|col| self.solid(col, row))) {
            return true;
        }
        (low.y.div_euclid(BLOCK)..=high.y.div_euclid(BLOCK)).any(|y| {
            let row = self.blocks.range((y, low.x.div_euclid(BLOCK))..=(y, high.x.div_euclid(BLOCK)));
            row.into_iter().any(|(_, block)| block.solids.iter().any(|solid| self.meets(*solid, aabb)))
        })
    }

    /// True if any part of a body is strictly inside a tile or mover, except for a mover that crushes it.
    pub(crate) fn is_inside(&self, body: BodyId, aabb: Extent) -> bool {
        let mut movers = self.movers.iter().filter(|(_, solid)| solid.overlaps(aabb));
        self.overlaps(aabb) || movers.any(|(mover, _)| !self.crushed.contains(&(body, *mover)))
    }

    /// Where bodies can leave a map: runs of cells along its border that are not solid as a whole, and neither are those
    /// outside beside them. Clockwise from the top, and along a side by ascending column or row.
    pub(crate) fn gaps(&self, map: Extent) -> Vec<Gap> {
        let (low, high) = (map.min, map.max - I64Vec2::ONE);
        let sides = [
            (Direction::Up, low.y, low.x, high.x),
            (Direction::Right, high.x, low.y, high.y),
            (Direction::Down, high.y, low.x, high.x),
            (Direction::Left, low.x, low.y, high.y),
        ];
        let mut gaps: Vec<Gap> = Vec::new();
        for (side, line, first, last) in sides {
            let out = side.vector().as_i64vec2();
            for at in first..=last {
                let cell = if side.axis() == 1 { I64Vec2::new(at, line) } else { I64Vec2::new(line, at) };
                if [cell, cell + out].iter().any(|cell| self.solid(cell.x, cell.y)) {
                    continue;
                }
                match gaps.last_mut().filter(|gap| gap.side == side && gap.last + 1 == at) {
                    Some(gap) => gap.last = at,
                    None => gaps.push(Gap { side, first: at, last: at }),
                }
            }
        }
        gaps
    }

    /// The cells of a block whose low corner is the cell `corner`, with those marked whose middle is in something solid.
    fn with_middles(&self, corner: I64Vec2, block: &Block) -> [u8; (BLOCK * BLOCK) as usize] {
        let mut cells = block.cells;
        for solid in &block.solids {
            let bounds = self.shapes[solid.shape as usize].bounds.moved(solid.by.as_i64vec2());
            let (low, high) = self.cells_of(bounds);
            let (low, high) = (low.max(corner), high.min(corner + I64Vec2::splat(BLOCK - 1)));
            for (row, col) in (low.y..=high.y).flat_map(|row| (low.x..=high.x).map(move |col| (row, col))) {
                let middle = I64Vec2::new(col, row) * self.tile + self.tile / 2;
                let is_in = self.meets(*solid, Extent { min: middle, max: middle + I64Vec2::ONE });
                cells[within(col, row)] |= u8::from(is_in);
            }
        }
        cells
    }

    /// How many of a map's cells are solid: as a whole, or with something solid in the middle.
    pub(crate) fn solid_cells(&self, map: Extent) -> u64 {
        let mut count = 0;
        for ((y, x), block) in &self.blocks {
            let corner = I64Vec2::new(*x, *y) * BLOCK;
            let whole = Extent { min: corner, max: corner + I64Vec2::splat(BLOCK) };
            let cells = self.with_middles(corner, block);
            let cells = cells.iter().zip(0..);
            count += if map.holds(whole) {
                cells.map(|(byte, _)| u64::from(*byte)).sum::<u64>()
            } else {
                let inside = |n: i64| {
                    let min = corner + I64Vec2::new(n % BLOCK, n / BLOCK);
                    map.holds(Extent { min, max: min + I64Vec2::ONE })
                };
                cells.filter(|(byte, n)| **byte != 0 && inside(*n)).count() as u64
            };
        }
        count
    }
}

/// A run of cells by which bodies can leave a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    pub(crate) side: Direction,
    /// Column at the top and bottom, row at the sides.
    pub(crate) first: i64,
    pub(crate) last: i64,
}

/// A cell's place in its block.
fn within(col: i64, row: i64) -> usize {
    (row.rem_euclid(BLOCK) * BLOCK + col.rem_euclid(BLOCK)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{IVec2, UVec2};
    use tilephys::core::{
        Aabb, Direction, MoverId, Tile, TileCoord,
        shape::{Part, Polygon, Slope},
    };

    const PX: i32 = 256;

    /// One solid cell at column -1, row 0 of tiles of 16 x 8 px, a tile of category 0 at column 3, row 0, and a box
    /// from 40, 40 to 50, 50 px.
    fn audit() -> Audit {
        let mut grid = TileGrid::new(UVec2::new(16, 8));
        let layer = grid.add_layer("ground");
        let rock = grid.add_tile(Tile::default());
        let air = grid.add_tile(Tile { category: 0, ..Tile::default() });
        grid.set_tile(layer, TileCoord::new(-1, 0), Some(rock));
        grid.set_tile(layer, TileCoord::new(3, 0), Some(air));
        grid.add_box(layer, Aabb::new(IVec2::splat(40 * PX), IVec2::splat(50 * PX)), rock);
        of_tiles(&grid)
    }

    fn of_tiles(grid: &TileGrid) -> Audit {
        Audit::new(grid, &[], BTreeSet::new())
    }

    /// A map of 2048 × 2048 slopes has four million of them.
    #[test]
    fn a_solid_at_its_place_is_small() {
        assert_eq!(size_of::<Standing>(), 12);
    }

    #[test]
    fn movers_are_solid_to_all_but_those_they_crush() {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("ground");
        let lift = TileShape::Box(Aabb::new(IVec2::splat(-3 * PX), IVec2::splat(5 * PX)));
        let [lift, other] =
            [lift, TileShape::Full].map(|shape| grid.add_tile(Tile { shape, ..Tile::default() }));
        // The engine's position is ignored: here it differs from the position passed to the audit.
        grid.add_shape(layer, IVec2::splat(900 * PX), lift);
        let moved = |id, tile, at| Moved { id: MoverId(id), object: 0, tile, at };
        let places = [moved(0, lift, IVec2::splat(40 * PX)), moved(1, other, IVec2::new(200, 0) * PX)];
        let audit = Audit::new(&grid, &places, BTreeSet::from([(BodyId(7), MoverId(0))]));
        let [in_first, in_second, beside] =
            [at(48 * PX - 1, 40 * PX, 10), at(216 * PX - 1, PX, 10), at(48 * PX, 40 * PX, 10)];
        assert!(audit.is_inside(BodyId(6), in_first) && !audit.is_inside(BodyId(7), in_first));
        assert!(audit.is_inside(BodyId(7), in_second) && !audit.is_inside(BodyId(6), beside));
        assert!(!audit.is_inside(BodyId(6), at(900 * PX, 900 * PX, 10)));
        assert!(!audit.overlaps(in_first), "what moves is no tile");
    }

    /// The box from (x, y) with edges of `size`, all in lattice units.
    fn at(x: i32, y: i32, size: i32) -> Extent {
        Extent::new(IVec2::new(x, y), IVec2::new(x + size, y + size))
    }

    #[test]
    fn one_unit_inside_is_inside_and_touching_is_not() {
        let audit = audit();
        for (free, inside) in [
            (at(0, 0, 10), at(-1, 0, 10)),
            (at(-16 * PX - 10, 0, 10), at(-16 * PX - 9, 0, 10)),
            (at(-100, 8 * PX, 10), at(-100, 8 * PX - 1, 10)),
            (at(-100, -10, 10), at(-100, -9, 10)),
            (at(50 * PX, 45 * PX, 10), at(50 * PX - 1, 45 * PX, 10)),
            (at(45 * PX, 40 * PX - 10, 10), at(45 * PX, 40 * PX - 9, 10)),
        ] {
            assert!(!audit.overlaps(free), "{free:?}");
            assert!(audit.overlaps(inside), "{inside:?}");
        }
    }

    #[test]
    fn a_box_around_something_solid_overlaps_it() {
        let audit = audit();
        assert!(audit.overlaps(at(-100 * PX, -100 * PX, 200 * PX)));
        assert!(audit.overlaps(at(39 * PX, 39 * PX, 20 * PX)));
    }

    #[test]
    fn tiles_of_no_category_are_solid_to_nobody() {
        assert!(!audit().overlaps(at(49 * PX, PX, PX)));
    }

    #[test]
    fn slopes_are_solid_on_one_side_wherever_they_lie() {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("ground");
        let slope = Slope { side: Direction::Down, heights: [0, 16 * PX] };
        let slope = grid.add_tile(Tile { shape: TileShape::Slope(slope), ..Tile::default() });
        let large = TileShape::Parts(vec![Part::Solid(Polygon::new(&[
            IVec2::new(-40 * PX, 0),
            IVec2::new(40 * PX, 0),
            IVec2::new(0, 40 * PX),
        ]))]);
        let large = grid.add_tile(Tile { shape: large, ..Tile::default() });
        grid.set_tile(layer, TileCoord::new(3, 1), Some(slope));
        grid.add_shape(layer, IVec2::new(5, 7) * PX, slope);
        grid.set_tile(layer, TileCoord::new(50, 50), Some(large));
        let audit = of_tiles(&grid);
        let large_cells = Extent::new(IVec2::splat(47), IVec2::splat(60));
        assert_eq!(audit.solid_cells(large_cells), 6, "those whose middle is in the large triangle");
        for corner in [IVec2::new(48, 16) * PX, IVec2::new(5, 7) * PX] {
            // The box ends where the slope is half as high as the tile.
            let touching = at(corner.x, corner.y, 8 * PX);
            assert!(!audit.overlaps(touching), "{corner}");
            assert!(audit.overlaps(touching.moved(I64Vec2::X)) && audit.overlaps(touching.moved(I64Vec2::Y)));
        }
        let left = at((800 - 41) * PX, 800 * PX, PX);
        assert!(!audit.overlaps(left) && audit.overlaps(left.moved(I64Vec2::X)), "beyond its cell");
    }

    #[test]
    fn solid_cells_are_counted_within_the_map_only() {
        let cells = |min: i32, max: i32| Extent::new(IVec2::splat(min), IVec2::splat(max));
        assert_eq!(audit().solid_cells(cells(-1, 5)), 1);
        assert_eq!(audit().solid_cells(cells(-100, 100)), 2, "and the one whose middle the box covers");
        assert_eq!(audit().solid_cells(cells(0, 5)), 0);
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
        assert_eq!(of_tiles(&grid).gaps(map), []);
        grid.set_tile(layer, TileCoord::new(49, -7), None);
        assert_eq!(of_tiles(&grid).gaps(map), [Gap { side: Direction::Right, first: -7, last: -7 }]);
        grid.set_tile(layer, TileCoord::new(50, -7), Some(rock));
        assert_eq!(of_tiles(&grid).gaps(map), [], "the cell outside is solid");
        let corner = [(10, -40), (11, -40), (10, -39)];
        corner.iter().for_each(|(col, row)| grid.set_tile(layer, TileCoord::new(*col, *row), None));
        let expected = [(Direction::Up, 10, 11), (Direction::Left, -40, -39)];
        let expected = expected.map(|(side, first, last)| Gap { side, first, last });
        assert_eq!(of_tiles(&grid).gaps(map), expected);
    }
}
