//! Boxes through a grid: the sweeps of moves, asked without a move.

use super::{GridHit, Solid};
use crate::aabb::Aabb;
use crate::grid::{TileGrid, assert_in_world};
use crate::movement::{Actor, Candidate, Hit, Motion, MoveConfig, order_crossings};
use crate::response::Response;
use glam::{IVec2, Vec2};

impl TileGrid {
    /// The first thing solid to `mask` that the box meets on its straight way by `translation`.
    ///
    /// It is what a body of this size would hit that moves so: the rules and ties are those of moves, with up upwards.
    /// A box that arrives at the very end of its way, slides along something or grazes a corner does not meet it. One that
    /// strictly overlaps something at the start meets it at once, without a face: see [`GridHit::starts_inside`].
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
    /// assert_eq!((hit.face, hit.fraction.as_f32()), (Some(Direction::Up), 0.5));
    /// ```
    ///
    /// # Panics
    /// If the box has no area, is wider or higher than `i32`, or starts or ends beyond the world.
    #[must_use]
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_motion")]
    pub fn sweep(&self, aabb: Aabb, translation: IVec2, mask: u32) -> Option<GridHit> {
        let size = assert_sweep(aabb, translation);
        let view = self.view(mask);
        if view.overlaps(aabb.min, aabb.max) {
            let solid = self.solids_in(aabb, mask).next()?;
            return Some(starts_in(aabb, solid));
        }
        let config = MoveConfig { mask, ..MoveConfig::default() };
        let actor = Actor::new(view, size, &config);
        let found = actor.sweep_whole(aabb.min, translation)?;
        let there = found.moved(actor, &motion(aabb, translation));
        Some(hit(&actor, &found, translation, &there))
    }

    /// Appends to `hits` everything solid to `mask` that the box meets on its straight way by `translation`, going through
    /// all of it: by fraction, then row and column, a loose box before a tile.
    ///
    /// What the box overlaps at the start comes first, with fraction 0 and without a face. Of several tiles in a cell the one
    /// of the lowest layer is told, and every loose box once. Hits that `hits` already holds are left as they are; nothing
    /// is allocated if it has room.
    ///
    /// # Panics
    /// As [`sweep`](Self::sweep).
    pub fn sweep_all(&self, aabb: Aabb, translation: IVec2, mask: u32, hits: &mut Vec<GridHit>) {
        let size = assert_sweep(aabb, translation);
        let (view, before) = (self.view(mask), hits.len());
        let mut told = None;
        for solid in self.solids_in(aabb, mask) {
            if solid.loose.is_some() || told != Some(solid.cell) {
                hits.push(starts_in(aabb, solid));
            }
            told = Some(solid.cell);
        }
        let config = MoveConfig { mask, response: Response::Pass, ..MoveConfig::default() };
        let actor = Actor::new(view, size, &config);
        actor.move_whole(&mut motion(aabb, translation), &mut |found, d, there| {
            hits.push(hit(&actor, found, d, there));
        });
        order_crossings(hits, before, GridHit::order);
    }
}

/// The size of a box that can be swept.
fn assert_sweep(aabb: Aabb, translation: IVec2) -> IVec2 {
    assert_in_world(aabb);
    let moved = aabb.min.checked_add(translation).zip(aabb.max.checked_add(translation));
    let (min, max) = moved.unwrap_or_else(|| panic!("{aabb:?} moved by {translation} leaves the world"));
    assert_in_world(Aabb { min, max });
    let size = aabb.max.checked_sub(aabb.min);
    size.unwrap_or_else(|| panic!("{aabb:?} is too large to be swept"))
}

fn starts_in(aabb: Aabb, solid: Solid) -> GridHit {
    let middle = |k: usize| {
        let (low, high) = (aabb.min[k].max(solid.aabb.min[k]), aabb.max[k].min(solid.aabb.max[k]));
        ((i64::from(low) + i64::from(high)) >> 1) as i32
    };
    GridHit::inside(aabb.min, IVec2::new(middle(0), middle(1)), solid)
}

fn motion(aabb: Aabb, translation: IVec2) -> Motion {
    Motion::new(aabb.min, translation, Vec2::ZERO)
}

/// The hit on what was found on a way by `d`; `there` is the motion at it.
fn hit(actor: &Actor, found: &Candidate, d: IVec2, there: &Motion) -> GridHit {
    let view = actor.view;
    let Hit { normal, face, point, position, layer, cell, tile, loose, .. } =
        Hit::new(actor, found, d, there);
    let aabb = match loose.and_then(|id| view.grid.loose_box(id)) {
        Some(b) => b.aabb,
        None => super::cell_box(view, cell),
    };
    GridHit {
        fraction: actor.ratio_of(found, d),
        normal,
        face: Some(face),
        point,
        position,
        solid: Solid { layer, cell, tile, loose, aabb },
    }
}
