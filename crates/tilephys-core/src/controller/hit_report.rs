//! Contact data of a hit, computed from the face that a sweep or a lane has found.

use super::actor::Actor;
use super::candidate::{Candidate, SLANTED, into};
use super::hit::Hit;
use super::lane_axis::{Ints, LaneAxis};
use super::lanes::Lanes;
use super::motion::Motion;
use super::sweep::Sweep;
use crate::direction::Direction;
use crate::grid::{Obstacle, PieceName};
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
                let named = named.expect("a sweep finds solid cells only");
                Hit::on_whole_tile([actor.view.cells().tile(), actor.size], named, found, d, motion)
            }
            Some(name) => Hit::on_part(actor, found, name, d, motion),
        }
    }

    /// Like [`new`](Self::new), for a hit of a box of `size` on a whole tile whose layer and kind are known.
    #[inline(always)]
    pub(crate) fn on_whole_tile(
        [tile_size, size]: [IVec2; 2],
        (layer, tile): (LayerId, TileId),
        found: &Candidate,
        d: IVec2,
        motion: &Motion,
    ) -> Hit {
        let axis = found.axis;
        let free = 1 - axis;
        let position = motion.position;
        let cell = TileCoord::new(found.col, found.row);
        let face = Direction::along(axis, d[axis] <= 0);
        let edge = i64::from(tile_size[free]);
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

impl Lanes {
    #[inline(always)]
    pub(crate) fn face(&self, lane: usize) -> Candidate {
        let LaneAxis { near, step, first, .. } = &self.x;
        let col = self.tile[lane] & 7;
        let row = self.tile[lane] >> 3;
        let cell = TileCoord::new(first[lane] + col, self.y.first[lane] + row);
        // Distances as in `Lanes::take`, which has moved the body since.
        if self.x.hit[lane] != 0 {
            Candidate::of_tile(0, i64::from(near[lane] + col * step[lane]), cell)
        } else {
            Candidate::of_tile(1, i64::from(self.y.near[lane] + row * self.y.step[lane]), cell)
        }
    }

    /// The hit of a lane on a face of a tile of this layer and kind. `before` is its motion before the round, with the fraction of the
    /// hit.
    #[inline(always)]
    pub(crate) fn hit(
        &self,
        lane: usize,
        tile_size: IVec2,
        named: (LayerId, TileId),
        found: &Candidate,
        before: &Motion,
    ) -> Hit {
        let Lanes { x, y, .. } = self;
        let of = |x: &Ints, y: &Ints| IVec2::new(x[lane], y[lane]);
        let position = of(&x.at, &y.at);
        let motion = Motion { position, left: of(&x.left, &y.left), struck: before.velocity, ..*before };
        Hit::on_whole_tile([tile_size, of(&x.size, &y.size)], named, found, before.left, &motion)
    }
}
