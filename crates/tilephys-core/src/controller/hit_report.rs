//! Contact data of a hit, computed from the face that a sweep found: for one body, or for all lanes of a round at once.

use super::actor::Actor;
use super::candidate::{Candidate, SLANTED, into};
use super::hit::Hit;
use super::lane_axis::{Floats, Ints, LANES};
use super::lanes::Lanes;
use super::motion::Motion;
use super::sweep::Sweep;
use crate::direction::Direction;
use crate::fraction::Fraction;
use crate::grid::{Obstacle, PieceName};
use crate::lane_mask::pick;
use crate::shape_hit::ShapeHit;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;
use std::cmp::Ordering;

impl Hit {
    /// Completes the result of a sweep by `d`, after the body was moved there.
    #[inline(always)]
    pub(crate) fn new(actor: &Actor, found: &Candidate, d: IVec2, motion: &Motion) -> Hit {
        match found.name() {
            None => {
                let named = actor.view.whole_tile(TileCoord::new(found.col, found.row));
                Hit::on_whole_tile(actor, named, found, d, motion)
            }
            Some(name) => Hit::on_part(actor, found, name, d, motion),
        }
    }

    /// Like [`new`](Self::new), for a hit on a whole tile whose layer and kind are known.
    #[inline(always)]
    pub(crate) fn on_whole_tile(
        actor: &Actor,
        named: Option<(LayerId, TileId)>,
        found: &Candidate,
        d: IVec2,
        motion: &Motion,
    ) -> Hit {
        let Actor { view, size, .. } = *actor;
        let axis = found.axis;
        let free = 1 - axis;
        let position = motion.position;
        let cell = TileCoord::new(found.col, found.row);
        let (layer, tile) = named.expect("a sweep finds solid cells only");
        let face = Direction::along(axis, d[axis] <= 0);
        let edge = i64::from(view.cells().tile()[free]);
        let low = i64::from(if free == 0 { cell.col } else { cell.row }) * edge;
        // The stretch of contact between the face and the box, whose middle is the point of the hit.
        let from = i64::from(position[free]).max(low);
        let to = i64::from(position[free] + size[free]).min(low + edge);
        let mut point = IVec2::ZERO;
        point[axis] = position[axis] + if d[axis] > 0 { size[axis] } else { 0 };
        // A shift rounds down for either sign, so a world shifted by whole tiles gives the shifted point.
        point[free] = ((from + to) >> 1) as i32;
        let speed = if d[axis] > 0 { motion.struck[axis] } else { -motion.struck[axis] };
        Hit {
            shape: ShapeHit { fraction: motion.fraction, normal: face.vector(), point, position },
            face,
            // `f32::max` is not used: the sign of its zero differs between platforms.
            approach: if speed > 0.0 { speed } else { 0.0 },
            left: motion.left,
            target: Obstacle { layer, cell, tile, off_grid: None },
            part: 0,
            one_way: false,
        }
    }

    #[inline(never)]
    fn on_part(actor: &Actor, found: &Candidate, name: PieceName, d: IVec2, motion: &Motion) -> Hit {
        let Actor { view, size, config, .. } = *actor;
        let normal = found.normal(view, [d.x > 0, d.y > 0]);
        let position = motion.position;
        let mut point = IVec2::ZERO;
        // The corner of the body that is nearest to the face, or the side.
        for k in [0, 1] {
            point[k] = position[k] + if normal[k] < 0 { size[k] } else { 0 };
        }
        // On a straight face the middle of the contact, as on a whole tile.
        if found.axis != SLANTED {
            let free = 1 - found.axis;
            let [low, high] = Sweep::new(*actor, position, d).side_range(found);
            let from = i64::from(position[free]).max(low);
            let to = i64::from(position[free] + size[free]).min(high);
            point[free] = ((from + to) >> 1) as i32;
        }
        Hit {
            shape: ShapeHit { fraction: motion.fraction, normal, point, position },
            face: facing(normal, config.up),
            approach: into(motion.struck, normal) as f32,
            left: motion.left,
            target: view.grid.met(name),
            part: name.part,
            one_way: view.piece(name).part.one_way.is_some(),
        }
    }
}

/// The direction nearest to a normal; of two equally near ones, the direction along up.
pub(crate) fn facing(normal: IVec2, up: Direction) -> Direction {
    let axis = match normal.x.abs().cmp(&normal.y.abs()) {
        Ordering::Greater => 0,
        Ordering::Less => 1,
        Ordering::Equal => up.axis(),
    };
    Direction::along(axis, normal[axis] > 0)
}

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
