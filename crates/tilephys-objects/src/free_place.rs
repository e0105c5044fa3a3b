//! Free places for a body in a grid.

use glam::{IVec2, Vec2};
use tilephys_core::lattice::{point_from_px, px_from_point};
use tilephys_core::{Aabb, TileGrid, UNITS_PER_PX, WORLD_LIMIT};

/// Distance of the places that are tried for a body, in tiles.
const STEP: f32 = 0.25;

/// Number of rings of places around a point that are tried: 32 tiles.
const MOST_RINGS: i32 = 128;

/// The feet nearest to a place, in px, at which a body of a size overlaps nothing solid. `None` if there is no room within
/// 32 tiles. A free place is its own answer.
#[must_use]
pub fn nearest_free(grid: &TileGrid, feet: Vec2, size: Vec2) -> Option<Vec2> {
    let step = grid.tile_size().as_vec2() / UNITS_PER_PX as f32 * STEP;
    for ring in 0..=MOST_RINGS {
        let side = -ring..=ring;
        let places = side.clone().flat_map(|x| side.clone().map(move |y| IVec2::new(x, y)));
        let on_ring = places.filter(|place| place.abs().max_element() == ring);
        let offsets = on_ring.map(|place| place.as_vec2() * step);
        let free = offsets.filter(|offset| is_free(grid, body_box(feet + *offset, size)));
        let nearest = free.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        if let Some(offset) = nearest {
            return Some(feet + offset);
        }
    }
    None
}

/// Box of a body with its feet at a place; `None` outside of the world.
pub(crate) fn body_box(feet: Vec2, size: Vec2) -> Option<Aabb> {
    let min = point_from_px(feet - Vec2::new(size.x / 2.0, size.y))?;
    let max = min.checked_add(point_from_px(size)?)?;
    let limit = IVec2::splat(WORLD_LIMIT);
    let is_in_world = min.cmplt(max).all() && min.cmpge(-limit).all() && max.cmple(limit).all();
    is_in_world.then_some(Aabb { min, max })
}

/// Feet of a box in px.
pub(crate) fn feet_of(aabb: Aabb) -> Vec2 {
    let [low, high] = [aabb.min, aabb.max].map(px_from_point);
    Vec2::new((low.x + high.x) / 2.0, high.y)
}

/// True if a box lies in the world and overlaps nothing solid.
pub(crate) fn is_free(grid: &TileGrid, aabb: Option<Aabb>) -> bool {
    aabb.is_some_and(|aabb| !grid.overlaps(aabb, u32::MAX))
}
