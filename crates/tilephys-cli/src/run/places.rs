//! Random free places in a level (rejection sampling).

use super::random::Random;
use crate::geometry::extent::Extent;
use glam::{I64Vec2, IVec2};
use tilephys::core::{Aabb, TileGrid};
use tilephys_scenes::Places as Taken;

/// Number of random tries before all free places are listed. In a level that is 90 % solid, one body in a thousand
/// needs the list.
const TRIES: u32 = 64;

/// Maximum number of cells for the list. The loader reads fewer tiles than a quarter of this, so larger levels are
/// mostly empty and tries succeed.
const MAX_LOOKED_UP: i64 = 1 << 27;

/// Finder of places for bodies of one size.
pub(crate) struct Places<'a> {
    grid: &'a TileGrid,
    /// Cells that must contain the bodies wholly.
    cells: Extent,
    size: IVec2,
    /// Free places for the min corner at low corners of cells, once listed.
    corners: Option<Vec<IVec2>>,
    /// Places found so far, if later ones must keep off them.
    taken: Option<Taken>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(grid: &'a TileGrid, cells: Extent, size: IVec2) -> Self {
        Places { grid, cells, size, corners: None, taken: None }
    }

    /// From now on no two places overlap.
    pub(crate) fn keep_apart(&mut self) {
        self.taken = Some(Taken::default());
    }

    /// Free place for a body's min corner: a random cell, and a random offset within it. `None` if the level has
    /// none.
    pub(crate) fn find(&mut self, random: &mut Random) -> Option<IVec2> {
        let place = self.try_some(random).or_else(|| self.pick_corner(random))?;
        if let Some(taken) = &mut self.taken {
            taken.take(Aabb::from_min_size(place, self.size));
        }
        Some(place)
    }

    fn try_some(&self, random: &mut Random) -> Option<IVec2> {
        let tile = self.grid.tile_size().as_i64vec2();
        let span = self.cells.size();
        (0..TRIES).find_map(|_| {
            let cell = self.cells.min + pick(random, span);
            let place = cell * tile + pick(random, tile);
            self.free(place).filter(|place| self.is_apart(*place))
        })
    }

    /// Low corner of a random cell in which the body is free. If bodies are kept apart, the first free place from
    /// there on, at multiples of its size, through all such cells.
    fn pick_corner(&mut self, random: &mut Random) -> Option<IVec2> {
        if self.corners.is_none() {
            self.corners = Some(self.look_up());
        }
        let corners = self.corners.as_deref().unwrap_or_default();
        let first = random.below(corners.len() as u64) as usize;
        if self.taken.is_none() {
            return corners.get(first).copied();
        }
        let around = corners.iter().cycle().skip(first).take(corners.len());
        around.flat_map(|corner| self.in_cell(*corner)).find(|place| self.is_apart(*place))
    }

    /// Free places in the cell with this low corner, side by side.
    fn in_cell(&self, corner: IVec2) -> impl Iterator<Item = IVec2> + '_ {
        let tile = self.grid.tile_size();
        let size = self.size;
        let offsets = move |axis: usize| (0..tile[axis]).step_by(size[axis] as usize);
        let all = offsets(1).flat_map(move |y| offsets(0).map(move |x| corner + IVec2::new(x, y)));
        all.filter_map(|place| self.free(place.as_i64vec2()))
    }

    fn is_apart(&self, place: IVec2) -> bool {
        self.taken.as_ref().is_none_or(|taken| taken.is_free(Aabb::from_min_size(place, self.size)))
    }

    /// All cells at whose low corner the body is free. If there is none, whole tiles leave no room elsewhere: any
    /// free place allows moving left and up to the corner of its cell.
    fn look_up(&self) -> Vec<IVec2> {
        let tile = self.grid.tile_size().as_i64vec2();
        let Extent { min: low, max: high } = self.cells;
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
        (!self.grid.overlaps(aabb, u32::MAX)).then_some(place)
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
        Places::new(grid, cells, IVec2::splat(4 * 256)).find(&mut Random::new(1, 0))
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
    fn bodies_that_are_kept_apart_fill_all_the_room_there_is() {
        let mut grid = TileGrid::new(UVec2::new(8, 4));
        let layer = grid.add_layer("ground");
        let rock = grid.add_tile(Tile::default());
        for n in (0..1600).filter(|n| ![30, 95].contains(n)) {
            grid.set_tile(layer, TileCoord::new(n % 40, n / 40), Some(rock));
        }
        let cells = Extent::new(IVec2::ZERO, IVec2::splat(40));
        let mut places = Places::new(&grid, cells, IVec2::splat(4 * 256));
        places.keep_apart();
        let mut random = Random::new(1, 0);
        let mut found: Vec<IVec2> = (0..4).filter_map(|_| places.find(&mut random)).collect();
        found.sort_by_key(IVec2::to_array);
        assert_eq!(found, [(120, 8), (124, 8), (240, 0), (244, 0)].map(|at| IVec2::from(at) * 256));
        assert_eq!(places.find(&mut random), None);
    }
}
