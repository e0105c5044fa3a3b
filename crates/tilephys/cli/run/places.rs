//! Random free places of a level.

use super::extent::Extent;
use super::random::Random;
use super::solid::Solid;
use super::things::is_free_of;
use glam::{I64Vec2, IVec2};
use tilephys::core::{Aabb, TileGrid};

/// Tries before the free places are looked up one and all. A level that is nine parts in ten solid fails that often
/// once in a thousand bodies.
const TRIES: u32 = 64;

/// Cells up to which a look-up is made. The loader reads fewer tiles than a quarter of this, so larger levels are
/// mostly empty and tries do not fail.
const MAX_LOOKED_UP: i64 = 1 << 27;

/// Finds places for bodies of one size.
pub(crate) struct Places<'a> {
    grid: &'a TileGrid,
    /// The cells in which to place bodies, wholly.
    cells: Extent,
    size: IVec2,
    /// Cells whose low corner is a free place for the body's, when they were looked up.
    corners: Option<Vec<IVec2>>,
    /// What is solid besides the grid.
    movers: Vec<Solid>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(grid: &'a TileGrid, movers: Vec<Solid>, cells: Extent, size: IVec2) -> Self {
        Places { grid, cells, size, corners: None, movers }
    }

    /// A free place for a body's min corner: a random cell, and a random offset within it. `None` if there is none in
    /// the level.
    pub(crate) fn find(&mut self, random: &mut Random) -> Option<IVec2> {
        let tile = self.grid.tile_size().as_i64vec2();
        let span = self.cells.size();
        for _ in 0..TRIES {
            let cell = self.cells.min + pick(random, span);
            let place = cell * tile + pick(random, tile);
            if let Some(place) = self.free(place) {
                return Some(place);
            }
        }
        if self.corners.is_none() {
            self.corners = Some(self.look_up());
        }
        let corners = self.corners.as_deref().unwrap_or_default();
        corners.get(random.below(corners.len() as u64) as usize).copied()
    }

    /// All cells at whose low corner the body is free. Whole tiles leave room for it anywhere only if one of these is
    /// free: from any place in between, the body can go left and up to the corner of the cell that its own is in.
    fn look_up(&self) -> Vec<IVec2> {
        let tile = self.grid.tile_size().as_i64vec2();
        let (low, high) = (self.cells.min, self.cells.max);
        if (high - low).element_product() > MAX_LOOKED_UP {
            return Vec::new();
        }
        let rows = low.y..high.y;
        let cells = rows.flat_map(|row| (low.x..high.x).map(move |col| I64Vec2::new(col, row)));
        cells.filter_map(|cell| self.free(cell * tile)).collect()
    }

    /// The place, if the body is free there and within the cells.
    fn free(&self, place: I64Vec2) -> Option<IVec2> {
        let aabb = Extent { min: place, max: place + self.size.as_i64vec2() };
        if !self.cells.in_units(self.grid.tile_size()).holds(aabb) {
            return None;
        }
        let place = place.as_ivec2();
        let aabb = Aabb::from_min_size(place, self.size);
        let solid = self.grid.overlaps(aabb, u32::MAX) || !is_free_of(&self.movers, aabb);
        (!solid).then_some(place)
    }
}

fn pick(random: &mut Random, span: I64Vec2) -> I64Vec2 {
    let x = random.below(span.x as u64) as i64;
    I64Vec2::new(x, random.below(span.y as u64) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::UVec2;
    use tilephys::core::{Tile, TileCoord};

    /// 100 x 100 solid cells of 2 px but for those listed.
    fn rock_without(free: &[(i32, i32)]) -> TileGrid {
        let mut grid = TileGrid::new(UVec2::splat(2));
        let layer = grid.add_layer("ground");
        let rock = grid.add_tile(Tile::default());
        for n in 0..100 * 100 {
            let at = (n % 100, n / 100);
            if !free.contains(&at) {
                grid.set_tile(layer, TileCoord::new(at.0, at.1), Some(rock));
            }
        }
        grid
    }

    fn find(grid: &TileGrid) -> Option<IVec2> {
        let cells = Extent::new(IVec2::ZERO, IVec2::splat(100));
        Places::new(grid, Vec::new(), cells, IVec2::splat(4 * 256)).find(&mut Random::new(1, 0))
    }

    #[test]
    fn the_only_place_there_is_gets_found() {
        let grid = rock_without(&[(70, 20), (71, 20), (70, 21), (71, 21), (10, 10), (11, 11)]);
        assert_eq!(find(&grid), Some(IVec2::new(140 * 256, 40 * 256)));
    }

    #[test]
    fn a_hole_smaller_than_the_body_is_no_place() {
        assert_eq!(find(&rock_without(&[(70, 20), (71, 20), (70, 21), (72, 21)])), None);
    }

    #[test]
    fn places_lie_within_the_cells_and_off_the_solids() {
        let grid = rock_without(&(0..3000).map(|n| (n % 100, n / 100)).collect::<Vec<_>>());
        let cells = Extent::new(IVec2::ZERO, IVec2::splat(100));
        let mut places = Places::new(&grid, Vec::new(), cells, IVec2::splat(4 * 256));
        let mut random = Random::new(5, 0);
        let most = (0..2000).filter_map(|_| places.find(&mut random)).reduce(IVec2::max);
        // 200 x 60 px are free, less the body's 4 px; 2,000 places come within 2 px of their end.
        let most = most.expect("there are places");
        assert!((194 * 256..=196 * 256).contains(&most.x), "{most}");
        assert!((54 * 256..=56 * 256).contains(&most.y), "{most}");
    }
}
