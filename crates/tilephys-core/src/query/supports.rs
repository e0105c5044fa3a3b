//! Floor contacts of a box: all surfaces that hold it from below.

use super::outline::Outline;
use super::query_view::Sight;
use super::solids::items;
use super::{Query, Solid};
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::floor_classifier::Outline as Body;
use crate::grid::{Piece, TileGrid, touches};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};

/// A surface that holds a box: see [`TileGrid::supports`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FloorContact {
    /// Normal of the surface, toward the box, in the smallest whole numbers; usually a unit vector along an axis.
    pub normal: IVec2,
    /// Part to which the surface belongs.
    pub solid: Solid,
    /// Contact range across up, low and high end, in lattice units. Both are equal where a corner of one touches a slanted face of
    /// the other.
    pub contact: [i32; 2],
    /// Velocity of the conveyor surface, in px/s.
    pub velocity: Vec2,
}

impl TileGrid {
    /// All surfaces that hold the box from below for this `up`: touched surfaces whose normal is neither level nor downward, steep
    /// ones included. Surfaces of tiles come first, by row, column, layer and part, then surfaces of off-grid shapes.
    ///
    /// A box touches a face if a step of one lattice unit against it, for a slanted face on each axis, would enter it. One-way lines
    /// hold from their open side. Of several whole tiles in a cell, the tile of the lowest layer is reported. An overlapped solid
    /// holds the box if its face is within that step. Nothing is allocated.
    ///
    /// ```
    /// use glam::{IVec2, UVec2, Vec2};
    /// use tilephys_core::{Aabb, Direction, Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// for col in 0..20 {
    ///     grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
    /// }
    /// let crate_ = Aabb::from_px(Vec2::new(40.0, 150.0), Vec2::new(16.0, 10.0));
    /// let under: Vec<_> = grid.supports(crate_, Direction::Up, u32::MAX).map(|s| (s.solid.cell.col, s.contact)).collect();
    /// assert_eq!(under, [(2, [40 * 256, 48 * 256]), (3, [48 * 256, 56 * 256])]);
    /// ```
    ///
    /// # Panics
    /// If the box has no area, is wider or higher than `i32`, or reaches beyond the world.
    pub fn supports<'a>(
        &'a self,
        aabb: Aabb,
        up: Direction,
        query: impl Into<Query<'a>>,
    ) -> impl Iterator<Item = FloorContact> {
        aabb.assert_in_world();
        let size = aabb.max.checked_sub(aabb.min);
        let size = size.unwrap_or_else(|| panic!("{aabb:?} is too large to be held"));
        let held = Held { sight: Sight::new(self, query.into()), aabb, size, up };
        // A slanted line may hold from a unit away, in the cell that begins there.
        let near = IVec2::splat(2);
        let cells = held.sight.view.cells().covered(aabb.min - near, aabb.max + near);
        items(held.sight, cells).flat_map(move |item| {
            let whole = item.whole().and_then(|(cell, layer, tile)| held.by_whole(cell, layer, tile));
            let by_parts = item.pieces().flat_map(move |piece| held.by_part(&piece)).flatten();
            whole.into_iter().chain(by_parts)
        })
    }
}

/// Upper bound of the faces of one part that a box can touch at a time.
const FACES: usize = 4;

#[derive(Clone, Copy)]
struct Held<'a> {
    sight: Sight<'a>,
    aabb: Aabb,
    size: IVec2,
    up: Direction,
}

impl Held<'_> {
    /// The surface of a whole tile. Of several tiles in a cell, only the lowest layer's tile supports.
    fn by_whole(self, cell: TileCoord, layer: LayerId, tile: TileId) -> Option<FloorContact> {
        let solid = self.sight.whole_solid(cell, layer, tile);
        let is_touched = self.aabb.is_touched_on(self.up.opposite(), solid.aabb);
        let holds = is_touched && self.sight.whole(cell) == Some((layer, tile));
        holds.then(|| self.support(self.up.vector(), solid, &self.sight.outline_of_cell(cell)))
    }

    fn by_part(self, piece: &Piece) -> [Option<FloorContact>; FACES] {
        let mut found = [None; FACES];
        if self.sight.sees(piece) {
            let mut free = found.iter_mut();
            let axis = self.up.axis();
            touches(piece, Body::of(self.aabb.min, self.size), |normal| {
                // A part may be touched from the side too, and only upward faces support.
                if normal[axis] * self.up.vector()[axis] > 0
                    && let Some(entry) = free.next()
                {
                    let solid = self.sight.solid_of_piece(piece);
                    *entry = Some(self.support(normal, solid, &self.sight.outline_of(piece)));
                }
            });
        }
        found
    }

    fn support(self, normal: IVec2, solid: Solid, o: &Outline) -> FloorContact {
        let free = 1 - self.up.axis();
        let low = i64::from(self.aabb.min[free]);
        let high = i64::from(self.aabb.max[free]);
        let contact = if normal[free] == 0 {
            let [from, to] = o.end(self.up);
            [low.max(from), high.min(to)]
        } else if normal[free] > 0 {
            // A box stands on a slope with one corner: the stretch of contact is a point.
            [low; 2]
        } else {
            [high; 2]
        };
        let velocity = self.sight.view.grid.tile_kind(solid.tile).material.conveyor;
        FloorContact { normal, solid, contact: contact.map(|c| c as i32), velocity }
    }
}
