//! Shape casts of boxes through a grid, with the rules of moves.

use super::mover::Mover;
use super::outline::Name;
use super::polygon::Flight;
use super::query_view::Sight;
use super::{Query, QueryHit, Solid, Solids};
use crate::aabb::Aabb;
use crate::controller::{Actor, Candidate, Hit, Motion, MoveConfig, order_crossings};
use crate::grid::TileGrid;
use crate::shape_hit::ShapeHit;
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};

impl TileGrid {
    /// Shape cast of a box: the first hit on its straight translation by `translation`.
    ///
    /// The result is the first hit of a body of this size: the rules and ties of moves apply, with up upwards. A box that arrives
    /// at the very end of its translation, slides along a solid or grazes a corner does not hit. A box that strictly overlaps a
    /// solid at the start hits it at once, without a face: see [`QueryHit::starts_inside`]. A one-way line stops a box from its open
    /// side, also a box that is up to 1/64 px behind it. With a filter, the cost grows with the whole translation.
    ///
    /// ```
    /// use glam::{IVec2, UVec2, Vec2};
    /// use tilephys_core::{Aabb, Direction, Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// grid.set_tile(ground, TileCoord::new(0, 10), Some(stone));
    /// // Is there ground under the feet, within 32 px?
    /// let feet = Aabb::from_px(Vec2::new(12.0, 130.0), Vec2::new(8.0, 14.0));
    /// let hit = grid.sweep(feet, IVec2::new(0, 32 * 256), u32::MAX).expect("there is");
    /// assert_eq!((hit.face, hit.shape.fraction.as_f32()), (Some(Direction::Up), 0.5));
    /// ```
    ///
    /// # Panics
    /// If the box has no area, is wider or higher than `i32`, or starts or ends beyond the world.
    #[must_use]
    #[doc(alias = "shape cast")]
    #[doc(alias = "shape_cast")]
    #[doc(alias = "shape_test")]
    #[doc(alias = "time of impact")]
    #[doc(alias = "cast_motion")]
    pub fn sweep<'a>(
        &'a self,
        aabb: Aabb,
        translation: IVec2,
        query: impl Into<Query<'a>>,
    ) -> Option<QueryHit<Solid>> {
        let query = query.into();
        let size = assert_sweep(aabb, translation);
        let sight = Sight::new(self, query);
        let may_start_in = query.filter.is_some() || sight.view.overlaps(aabb.min, aabb.max);
        if may_start_in && let Some(solid) = Solids::within(sight, aabb).next() {
            return Some(starts_in(aabb, solid));
        }
        // The moves of bodies know neither filters nor an exception for lines. The general flight does.
        if query.filter.is_some() || !query.one_ways && sight.view.has_shapes() {
            return Flight::new(sight, Mover::of_box(size), aabb.min, translation).first_hit();
        }
        // Otherwise the sweep of bodies decides, with its fast paths.
        let config = MoveConfig { mask: query.mask, ..MoveConfig::default() };
        let actor = Actor::new(sight.view, size, &config);
        let found = actor.sweep_whole(aabb.min, translation)?;
        let there = found.moved(actor, &motion(aabb, translation));
        Some(hit(&actor, sight, &found, translation, &there))
    }

    /// Shape cast through everything: appends to `hits` every hit of the box on its straight translation. Sorted by fraction, then
    /// row and column, an off-grid shape before a tile.
    ///
    /// Solids that the box overlaps at the start come first, with fraction 0 and without a face. Of several whole tiles in a
    /// cell, the tile of the lowest layer is reported; of a shaped tile every part that is hit. Existing elements of `hits`
    /// stay unchanged. Nothing is allocated if `hits` has room.
    ///
    /// # Panics
    /// Like [`sweep`](Self::sweep).
    pub fn sweep_all<'a>(
        &'a self,
        aabb: Aabb,
        translation: IVec2,
        query: impl Into<Query<'a>>,
        hits: &mut Vec<QueryHit<Solid>>,
    ) {
        let query = query.into();
        let size = assert_sweep(aabb, translation);
        let sight = Sight::new(self, query);
        let before = hits.len();
        let starts = Solids::within(sight, aabb).one_a_cell();
        hits.extend(starts.map(|solid| starts_in(aabb, solid)));
        let flight = Flight::new(sight, Mover::of_box(size), aabb.min, translation);
        flight.all(|hit| hits.push(hit));
        // The flight visits cells row by row, so hits come in no order.
        order_crossings(hits, before, QueryHit::order);
    }
}

/// Checks a sweep, and returns the size of its box.
fn assert_sweep(aabb: Aabb, translation: IVec2) -> IVec2 {
    aabb.assert_in_world();
    let moved = aabb.min.checked_add(translation).zip(aabb.max.checked_add(translation));
    let (min, max) = moved.unwrap_or_else(|| panic!("{aabb:?} moved by {translation} leaves the world"));
    Aabb { min, max }.assert_in_world();
    let size = aabb.max.checked_sub(aabb.min);
    size.unwrap_or_else(|| panic!("{aabb:?} is too large to be swept"))
}

fn starts_in(aabb: Aabb, solid: Solid) -> QueryHit<Solid> {
    let middle = |k: usize| {
        let low = aabb.min[k].max(solid.aabb.min[k]);
        let high = aabb.max[k].min(solid.aabb.max[k]);
        ((i64::from(low) + i64::from(high)) >> 1) as i32
    };
    QueryHit::inside(aabb.min, IVec2::new(middle(0), middle(1)), solid)
}

fn motion(aabb: Aabb, translation: IVec2) -> Motion {
    Motion::new(aabb.min, translation, Vec2::ZERO)
}

/// The hit on a candidate of a motion by `d`; `there` is the motion at the hit.
fn hit(actor: &Actor, sight: Sight, found: &Candidate, d: IVec2, there: &Motion) -> QueryHit<Solid> {
    let Hit { shape: ShapeHit { normal, point, position, .. }, face, .. } = Hit::new(actor, found, d, there);
    let name = match found.name() {
        Some(piece) => Name::of_piece(piece, sight.view.grid),
        None => Name::of_cell(TileCoord::new(found.col, found.row)),
    };
    let shape = ShapeHit { fraction: actor.ratio_of(found, d), normal, point, position };
    QueryHit { shape, face: Some(face), target: sight.solid(name) }
}
