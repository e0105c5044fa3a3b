//! Contact data of hits on whole tiles, for all lanes of a round at once.

use super::hit::Hit;
use super::lane_axis::{Floats, Ints, LANES};
use super::lanes::Lanes;
use crate::direction::Direction;
use crate::fraction::Fraction;
use crate::grid::Obstacle;
use crate::lane_mask::pick;
use crate::shape_hit::ShapeHit;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;

/// Hits of a round by lane, as [`Hit::new`] computes them for one body. Lanes without a hit hold anything.
pub(crate) struct WholeTileHits<'a> {
    lanes: &'a Lanes,
    /// Cell of the tile.
    cell: [Ints; 2],
    /// Middle of the contact, in lattice units.
    point: [Ints; 2],
    /// Normal of the face.
    normal: [Ints; 2],
    /// Approach speed, in px/s.
    approach: Floats,
    /// Distance to the face, and the translation's absolute value on the axis of the face, in lattice units.
    pub(crate) distance: Ints,
    pub(crate) run: Ints,
}

impl Lanes {
    /// Returns the contact data of the last round. `left` and `velocity` are the translations and velocities before the round, by
    /// axis; `tile` is the size of the tiles, in lattice units.
    #[inline(always)]
    pub(crate) fn whole_tile_hits(
        &self,
        tile: IVec2,
        left: &[Ints; 2],
        velocity: &[Floats; 2],
    ) -> WholeTileHits<'_> {
        let x = &self.x;
        let y = &self.y;
        let none = [0; LANES];
        let mut hits = WholeTileHits {
            lanes: self,
            cell: [none; 2],
            point: [none; 2],
            normal: [none; 2],
            approach: [0.0; LANES],
            distance: none,
            run: none,
        };
        for i in 0..LANES {
            let col = self.tile[i] & 7;
            let row = self.tile[i] >> 3;
            let on_x = x.hit[i];
            // Distances as in `Lanes::take`, which has moved the bodies since.
            let to_x = x.near[i].wrapping_add(col.wrapping_mul(x.step[i]));
            let to_y = y.near[i].wrapping_add(row.wrapping_mul(y.step[i]));
            let col = x.first[i].wrapping_add(col);
            let row = y.first[i].wrapping_add(row);
            let d = pick(on_x, left[0][i], left[1][i]);
            let speed = if on_x != 0 { velocity[0][i] } else { velocity[1][i] };
            let speed = if d > 0 { speed } else { -speed };
            let back = if d > 0 { -1 } else { 1 };
            let point = |at: i32, size: i32, low: i32, edge: i32, is_face: i32| {
                let from = at.max(low);
                let to = at.wrapping_add(size).min(low.wrapping_add(edge));
                // The mean of two numbers, rounded down, without overflow.
                let middle = (from & to).wrapping_add((from ^ to) >> 1);
                pick(is_face, at.wrapping_add(if d > 0 { size } else { 0 }), middle)
            };
            // On the axis of the hit the point is on the face, on the other in the middle of the contact.
            hits.cell[0][i] = col;
            hits.cell[1][i] = row;
            hits.point[0][i] = point(x.at[i], x.size[i], col.wrapping_mul(tile.x), tile.x, on_x);
            hits.point[1][i] = point(y.at[i], y.size[i], row.wrapping_mul(tile.y), tile.y, !on_x);
            hits.normal[0][i] = on_x & back;
            hits.normal[1][i] = !on_x & back;
            hits.approach[i] = if speed > 0.0 { speed } else { 0.0 };
            hits.distance[i] = pick(on_x, to_x, to_y);
            hits.run[i] = d.wrapping_abs();
        }
        hits
    }
}

impl WholeTileHits<'_> {
    /// Returns the cell of a lane's tile.
    #[inline(always)]
    pub(crate) fn cell(&self, lane: usize) -> TileCoord {
        TileCoord::new(self.cell[0][lane], self.cell[1][lane])
    }

    /// Returns the hit of a lane, with the time of impact and the tile's layer and kind.
    #[inline(always)]
    pub(crate) fn hit(&self, lane: usize, fraction: Fraction, (layer, tile): (LayerId, TileId)) -> Hit {
        let x = &self.lanes.x;
        let y = &self.lanes.y;
        let of = |axes: &[Ints; 2]| IVec2::new(axes[0][lane], axes[1][lane]);
        let normal = of(&self.normal);
        let position = IVec2::new(x.at[lane], y.at[lane]);
        Hit {
            shape: ShapeHit { fraction, normal, point: of(&self.point), position },
            // One component of the normal is zero, so the sum is the sign of the other.
            face: Direction::along(usize::from(normal.x == 0), normal.x + normal.y > 0),
            approach: self.approach[lane],
            left: IVec2::new(x.left[lane], y.left[lane]),
            target: Obstacle { layer, cell: self.cell(lane), tile, off_grid: None },
            part: 0,
            one_way: false,
        }
    }
}
