//! A body with its move and the result, as plain data.

use super::solid::{Point, Rect};
use super::world::{WORLD_END, lattice, pair};
use crate::exact::half_to_even;
use tilephys_core::glam::Vec2;
use tilephys_core::{
    Body, Contacts, Direction, Hit, MotionMode, MoveConfig, Response, ShapeId, Surface, TileGrid, Walk,
    moves::MoveResult,
};

/// A body and the move it is to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) position: Point,
    pub(crate) size: Point,
    pub(crate) velocity: [f32; 2],
    pub(crate) rest: [f32; 2],
    /// In pixels.
    pub(crate) translation: [f32; 2],
    pub(crate) mask: u32,
    pub(crate) up: Direction,
    pub(crate) response: Response,
    pub(crate) rest_speed: f32,
    pub(crate) walk: Option<Walk>,
}

impl Mover {
    pub(crate) fn rect(&self) -> Rect {
        Rect::of(self.position, self.size)
    }

    pub(crate) fn body(&self) -> Body {
        let mut body = Body::on_lattice(lattice(self.position), lattice(self.size));
        (body.velocity, body.remainder) = (self.velocity.into(), self.rest.into());
        body
    }

    pub(crate) fn config(&self) -> MoveConfig {
        MoveConfig {
            mask: self.mask,
            up: self.up,
            response: self.response,
            rest_speed: self.rest_speed,
            motion_mode: if self.walk.is_some() { MotionMode::Grounded } else { MotionMode::Floating },
            walk: self.walk.unwrap_or_default(),
        }
    }

    /// The translation in units and the remainders it leaves, if it is finite; at most 2^31 - 1 either way.
    pub(crate) fn lattice_translation(&self) -> Option<(Point, [f32; 2])> {
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

    /// The translation in units.
    pub(crate) fn units(&self) -> Point {
        self.lattice_translation().expect("a finite translation").0
    }
}

/// Shortens a translation, each axis by itself, so that the box stays in the world.
pub(crate) fn kept_in_world(body: &Rect, d: Point) -> Point {
    [0, 1].map(|k| d[k].max(-WORLD_END - body.lo[k]).min(WORLD_END - body.hi[k]))
}

/// One hit as plain data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Met {
    pub(crate) fraction: u64,
    pub(crate) normal: Point,
    pub(crate) face: Direction,
    pub(crate) point: Point,
    pub(crate) position: Point,
    pub(crate) left: Point,
    pub(crate) layer: usize,
    pub(crate) kind: usize,
    pub(crate) cell: Point,
    pub(crate) off_grid: Option<usize>,
    pub(crate) part: usize,
    pub(crate) one_way: bool,
}

/// Result of a move as plain data. Two are equal if all parts are, floats by their bits.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) position: Point,
    pub(crate) velocity: [f32; 2],
    pub(crate) rest: [f32; 2],
    pub(crate) hits: Vec<Met>,
    pub(crate) pushed: Point,
    pub(crate) corrected: Point,
    pub(crate) stuck: bool,
    /// Contact on the upper, right, lower and left side.
    pub(crate) sides: [bool; 4],
    /// Normals of floor, wall and ceiling.
    pub(crate) surfaces: [Option<Point>; 3],
}

impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        let floats = |o: &Outcome| [o.velocity, o.rest].map(|v| v.map(f32::to_bits));
        let places = |o: &Outcome| (o.position, o.pushed, o.corrected, o.stuck, o.sides, o.surfaces);
        floats(self) == floats(other) && places(self) == places(other) && self.hits == other.hits
    }
}

pub(crate) fn met(hit: &Hit) -> Met {
    Met {
        fraction: hit.shape.fraction.to_bits(),
        normal: pair(hit.shape.normal),
        face: hit.face,
        point: pair(hit.shape.point),
        position: pair(hit.shape.position),
        left: pair(hit.left),
        layer: hit.target.layer.index(),
        kind: hit.target.tile.index(),
        cell: [hit.target.cell.col.into(), hit.target.cell.row.into()],
        off_grid: hit.target.off_grid.map(ShapeId::index),
        part: hit.part.into(),
        one_way: hit.one_way,
    }
}

pub(crate) fn sides(contacts: Contacts) -> [bool; 4] {
    Direction::ALL.map(|side| contacts.sides.contains(side))
}

fn outcome(body: &Body, moved: &MoveResult, hits: &[Hit]) -> Outcome {
    let normal = |s: Option<Surface>| s.map(|s| pair(s.normal));
    let floats = |v: Vec2| [v.x, v.y];
    Outcome {
        position: pair(body.position),
        velocity: floats(body.velocity),
        rest: floats(body.remainder),
        hits: hits.iter().map(met).collect(),
        pushed: pair(moved.pushed),
        corrected: pair(moved.corrected),
        stuck: moved.stuck,
        sides: sides(moved.contacts),
        surfaces: [normal(moved.floor), normal(moved.wall), normal(moved.ceiling)],
    }
}

/// Lets the engine make the move, by `check` first, which must tell the same.
pub(crate) fn engine_moves(grid: &TileGrid, mover: &Mover) -> Result<Outcome, String> {
    let (mut body, mut hits, mut told) = (mover.body(), Vec::new(), Vec::new());
    let (after, expected) = grid.check(&body, mover.translation, &mover.config(), &mut told);
    let moved = grid.move_and_slide(&mut body, mover.translation, &mover.config(), &mut hits);
    let (wanted, seen) = (outcome(&after, &expected, &told), outcome(&body, &moved, &hits));
    if wanted == seen { Ok(seen) } else { Err(format!("check: it tells {wanted:#?}\nthe move is {seen:#?}")) }
}
