//! A body with its move and the result, as plain data.

use super::world::{Built, Rect, Solid, WORLD_END, lattice_point};
use crate::exact::half_to_even;
use glam::Vec2;
use tilephys_core::{
    Body, Contacts, Direction, Hit, Motion, MotionMode, MoveConfig, MoveResult, Response, ShapeId,
};

/// A body and the move it is to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) position: [i64; 2],
    pub(crate) size: [i64; 2],
    pub(crate) velocity: [f32; 2],
    pub(crate) rest: [f32; 2],
    /// In pixels.
    pub(crate) translation: [f32; 2],
    pub(crate) mask: u32,
    pub(crate) up: Direction,
    pub(crate) response: Response,
    pub(crate) rest_speed: f32,
}

impl Mover {
    pub(crate) fn rect(&self) -> Rect {
        Rect::of(self.position, self.size)
    }

    pub(crate) fn body(&self) -> Body {
        let mut body = Body::on_lattice(lattice_point(self.position), lattice_point(self.size));
        (body.velocity, body.remainder) = (self.velocity.into(), self.rest.into());
        body
    }

    pub(crate) fn config(&self) -> MoveConfig {
        MoveConfig {
            mask: self.mask,
            up: self.up,
            response: self.response,
            rest_speed: self.rest_speed,
            motion_mode: MotionMode::Floating,
            ..MoveConfig::default()
        }
    }

    /// The translation in units and the rests it leaves, if it is finite; at most 2^31 - 1 either way.
    pub(crate) fn lattice_translation(&self) -> Option<([i64; 2], [f32; 2])> {
        let (mut units, mut rests) = ([0; 2], [0.0; 2]);
        for k in 0..2 {
            let wanted = self.translation[k] * 256.0 + self.rest[k];
            if !wanted.is_finite() {
                return None;
            }
            let whole = half_to_even(wanted.into());
            units[k] = (whole as i64).clamp(-i64::from(i32::MAX), i64::from(i32::MAX));
            rests[k] = if units[k] as f64 == whole { (f64::from(wanted) - whole) as f32 + 0.0 } else { 0.0 };
        }
        Some((units, rests))
    }
}

/// Shortens a translation, each axis by itself, so that the box stays in the world.
pub(crate) fn kept_in_world(body: &Rect, d: [i64; 2]) -> [i64; 2] {
    [0, 1].map(|k| d[k].max(-WORLD_END - body.lo[k]).min(WORLD_END - body.hi[k]))
}

/// One hit as plain data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Met {
    pub(crate) fraction: u64,
    pub(crate) face: Direction,
    pub(crate) point: [i64; 2],
    pub(crate) position: [i64; 2],
    pub(crate) left: [i64; 2],
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    pub(crate) cell: [i64; 2],
    pub(crate) loose: Option<usize>,
}

/// What came of a move, as plain data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) position: [i64; 2],
    /// Bits of the velocity.
    pub(crate) velocity: [u32; 2],
    /// Bits of the rest.
    pub(crate) rest: [u32; 2],
    pub(crate) hits: Vec<Met>,
    pub(crate) pushed: [i64; 2],
    pub(crate) stuck: bool,
    /// Contact on the upper, right, lower and left side.
    pub(crate) sides: [bool; 4],
}

/// The four directions in the order of [`Outcome::sides`].
pub(crate) const SIDES: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

pub(crate) fn unit(direction: Direction) -> [i64; 2] {
    match direction {
        Direction::Up => [0, -1],
        Direction::Right => [1, 0],
        Direction::Down => [0, 1],
        Direction::Left => [-1, 0],
    }
}

fn pair(v: glam::IVec2) -> [i64; 2] {
    [v.x.into(), v.y.into()]
}

/// The engine's hit as plain data.
pub(crate) fn met(hit: &Hit) -> Met {
    assert_eq!(pair(hit.normal), unit(hit.face), "the normal is the face's");
    Met {
        fraction: hit.fraction.to_bits(),
        face: hit.face,
        point: pair(hit.point),
        position: pair(hit.position),
        left: pair(hit.left),
        layer: hit.layer.index(),
        kind: hit.tile.index(),
        cell: [hit.cell.col.into(), hit.cell.row.into()],
        loose: hit.loose.map(ShapeId::index),
    }
}

pub(crate) fn sides(contacts: Contacts) -> [bool; 4] {
    SIDES.map(|side| contacts.sides.has(side))
}

/// The engine's results as plain data.
pub(crate) fn outcome(body: &Body, moved: MoveResult, hits: &[Hit]) -> Outcome {
    let bits = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
    Outcome {
        position: pair(body.position),
        velocity: bits(body.velocity),
        rest: bits(body.remainder),
        hits: hits.iter().map(met).collect(),
        pushed: pair(moved.pushed),
        stuck: moved.stuck,
        sides: sides(moved.contacts),
    }
}

/// Lets the engine make the move.
pub(crate) fn engine_moves(built: &Built, mover: &Mover) -> Outcome {
    let (mut body, mut hits) = (mover.body(), Vec::new());
    let moved = built.grid.move_and_slide(&mut body, mover.translation.into(), &mover.config(), &mut hits);
    outcome(&body, moved, &hits)
}

/// The move in an interruptible form; `None` for a move that is only possible as a whole.
pub(crate) fn as_motion(mover: &Mover, solids: &[Solid]) -> Option<Motion> {
    let body = mover.rect();
    let inside = solids.iter().any(|s| s.rect.overlaps(&body));
    let (d, rest) = mover.lattice_translation()?;
    (mover.response != Response::PassThrough && !inside).then(|| {
        let (position, left) = (lattice_point(mover.position), lattice_point(kept_in_world(&body, d)));
        let mut motion = Motion::new(position, left, mover.velocity.into());
        motion.remainder = rest.into();
        motion
    })
}
