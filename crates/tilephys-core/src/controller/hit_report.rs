//! Contact data of a hit, computed from the face that a sweep found.

use super::actor::Actor;
use super::candidate::{Candidate, SLANTED};
use super::hit::Hit;
use super::motion::Motion;
use super::slope_contact::into;
use super::sweep::Sweep;
use crate::direction::Direction;
use crate::grid::{NO_BOX, Obstacle, ShapeId, View};
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
            Some(_) => Hit::on_part(actor, found, d, motion),
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
    fn on_part(actor: &Actor, found: &Candidate, d: IVec2, motion: &Motion) -> Hit {
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
        let (layer, tile) = identify(view, found);
        let name = found.name();
        let cell = TileCoord::new(found.col, found.row);
        let is_own = name.is_some_and(|n| n.off_grid != NO_BOX && view.grid.is_of_cell(n.off_grid));
        let off_grid = (found.off_grid != NO_BOX && !is_own).then_some(ShapeId(found.off_grid));
        Hit {
            shape: ShapeHit { fraction: motion.fraction, normal, point, position },
            face: facing(normal, config.up),
            approach: into(motion.struck, normal) as f32,
            left: motion.left,
            target: Obstacle { layer, cell, tile, off_grid },
            part: name.map_or(0, |n| n.part),
            one_way: name.is_some_and(|n| view.piece(n).part.one_way.is_some()),
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

/// Layer and tile of a candidate.
fn identify(view: View, found: &Candidate) -> (LayerId, TileId) {
    match found.name() {
        Some(name) => (LayerId::from_index(name.layer.into()), name.tile),
        None => {
            let cell = TileCoord::new(found.col, found.row);
            view.whole_tile(cell).expect("a sweep finds solid cells only")
        }
    }
}
