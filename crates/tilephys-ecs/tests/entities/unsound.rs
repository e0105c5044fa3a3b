//! Ways to make an entity unsound, and the fault reported for each.

use glam::{IVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::Fault::{self, NotFinite, OutOfRange};
use tilephys_core::{Field, WORLD_LIMIT};
use tilephys_ecs::{
    BodyCollision, Collider, Gravity, Limits, Position, Response, SlopeSpeed, Snap, Velocity, Walk,
};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// A way to break an entity, what is said about it, and the sentence.
pub(crate) struct Case(
    pub(crate) fn(&World, Entity),
    pub(crate) Field,
    pub(crate) Fault,
    pub(crate) &'static str,
);

fn set<T: hecs::Component + Clone>(world: &World, entity: Entity, value: T) {
    *world.get::<&mut T>(entity).unwrap() = value;
}

fn limits(world: &World, entity: Entity, x: f32, y: f32, rest_speed: f32) {
    set(world, entity, Limits { max_speed: Vec2::new(x, y), rest_speed });
}

fn walk(world: &World, entity: Entity, change: fn(&mut Walk)) {
    change(&mut world.get::<&mut Walk>(entity).unwrap());
}

fn collide(world: &World, entity: Entity, change: fn(&mut BodyCollision)) {
    change(&mut world.get::<&mut BodyCollision>(entity).unwrap());
}

fn rest(world: &World, entity: Entity, x: f32, y: f32) {
    world.get::<&mut Position>(entity).unwrap().rest = Vec2::new(x, y);
}

fn collider(world: &World, entity: Entity, size: [f32; 2], offset: [f32; 2]) {
    set(world, entity, Collider::new(size[0], size[1]).with_offset(offset[0], offset[1]));
}

const NO_PLACE: &str =
    "position is out of range: the box must lie within 8388607 px of the origin; skipped in this step";
const NO_OFFSET: &str = "offset of the box is out of range: the box must lie within 8388607 px of the origin; skipped in this step";
const NO_SIZE: &str = "size is out of range: width and height must be positive, fit the world, and cover at most 4194304 cells in a region, mover or solid body; skipped in this step";
const TOO_FAST: &str = "velocity is out of range: times the length of the step it must be finite, and for a mover at most 1e9 px/s; skipped in this step";
const NEGATIVE_SPEED: &str = "max_speed is out of range: it must not be negative; skipped in this step";

const NO_BOUNCE: &str = "restitution is out of range: it must be from 0 to 1e9, and not above 1 for a body that collides with others; skipped in this step";
const NO_MASS: &str =
    "mass is out of range: it must be from 1e-12 to 1e12, or infinite; skipped in this step";

pub(crate) const CASES: [Case; 71] = [
    Case(
        |w, e| set(w, e, Position::new(NAN, 5.0)),
        Field::Position,
        NotFinite,
        "position is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| set(w, e, Position::new(5.0, INF)),
        Field::Position,
        NotFinite,
        "position is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| set(w, e, Position::new(-INF, NAN)),
        Field::Position,
        NotFinite,
        "position is NaN or infinite; skipped in this step",
    ),
    Case(|w, e| set(w, e, Position::new(1e9, 5.0)), Field::Position, OutOfRange, NO_PLACE),
    Case(|w, e| set(w, e, Position::new(5.0, -1e30)), Field::Position, OutOfRange, NO_PLACE),
    Case(|w, e| set(w, e, Position::new(8_388_606.0, 5.0)), Field::Position, OutOfRange, NO_PLACE),
    Case(
        |w, e| set(w, e, Position::on_lattice(IVec2::new(5, WORLD_LIMIT - 2_047))),
        Field::Position,
        OutOfRange,
        NO_PLACE,
    ),
    Case(
        |w, e| set(w, e, Position::on_lattice(IVec2::new(-WORLD_LIMIT - 1, 5))),
        Field::Position,
        OutOfRange,
        NO_PLACE,
    ),
    // What stands for no number does not become one by an offset.
    Case(
        |w, e| {
            set(w, e, Position::new(NAN, 5.0));
            set(w, e, Collider { offset: IVec2::new(i32::MAX, 0), size: IVec2::splat(256) });
        },
        Field::Position,
        NotFinite,
        "position is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| {
            set(w, e, Position::new(1e9, 5.0));
            collider(w, e, [8.0, 8.0], [-5_000_000.0, 0.0]);
        },
        Field::Position,
        OutOfRange,
        NO_PLACE,
    ),
    Case(
        |w, e| rest(w, e, NAN, 0.0),
        Field::Rest,
        NotFinite,
        "rest of the position is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| rest(w, e, 0.0, INF),
        Field::Rest,
        NotFinite,
        "rest of the position is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| rest(w, e, 0.0, -0.75),
        Field::Rest,
        OutOfRange,
        "rest of the position is out of range: it must be within half a lattice unit; skipped in this step",
    ),
    Case(|w, e| collider(w, e, [0.0, 8.0], [0.0; 2]), Field::Size, OutOfRange, NO_SIZE),
    Case(|w, e| collider(w, e, [8.0, 0.001], [0.0; 2]), Field::Size, OutOfRange, NO_SIZE),
    Case(|w, e| collider(w, e, [8.0, -8.0], [0.0; 2]), Field::Size, OutOfRange, NO_SIZE),
    Case(|w, e| collider(w, e, [1e9, 8.0], [0.0; 2]), Field::Size, OutOfRange, NO_SIZE),
    Case(|w, e| collider(w, e, [-1e9, 8.0], [0.0; 2]), Field::Size, OutOfRange, NO_SIZE),
    Case(
        |w, e| set(w, e, Collider { offset: IVec2::ZERO, size: IVec2::new(256, i32::MIN + 1) }),
        Field::Size,
        OutOfRange,
        NO_SIZE,
    ),
    Case(
        |w, e| collider(w, e, [NAN, 8.0], [0.0; 2]),
        Field::Size,
        NotFinite,
        "size is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| collider(w, e, [8.0, INF], [0.0; 2]),
        Field::Size,
        NotFinite,
        "size is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| collider(w, e, [8.0; 2], [NAN, 0.0]),
        Field::Offset,
        NotFinite,
        "offset of the box is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| collider(w, e, [8.0; 2], [0.0, -INF]),
        Field::Offset,
        NotFinite,
        "offset of the box is NaN or infinite; skipped in this step",
    ),
    Case(|w, e| collider(w, e, [8.0; 2], [1e9, 0.0]), Field::Offset, OutOfRange, NO_OFFSET),
    // The box is near the other end of the world after an overflow.
    Case(
        |w, e| {
            set(w, e, Position::new(8_000_000.0, 5.0));
            collider(w, e, [8.0; 2], [8_000_000.0, 0.0]);
        },
        Field::Position,
        OutOfRange,
        NO_PLACE,
    ),
    Case(
        |w, e| {
            set(w, e, Position::new(5.0, -8_000_000.0));
            collider(w, e, [8.0; 2], [0.0, -8_000_000.0]);
        },
        Field::Position,
        OutOfRange,
        NO_PLACE,
    ),
    Case(
        |w, e| {
            set(w, e, Position::new(8_000_000.0, 5.0));
            collider(w, e, [8_000_000.0, 8.0], [0.0; 2]);
        },
        Field::Position,
        OutOfRange,
        NO_PLACE,
    ),
    Case(
        |w, e| set(w, e, Velocity::new(NAN, 5.0)),
        Field::Velocity,
        NotFinite,
        "velocity is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| set(w, e, Velocity::new(5.0, NAN)),
        Field::Velocity,
        NotFinite,
        "velocity is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| set(w, e, Velocity::new(INF, 5.0)),
        Field::Velocity,
        NotFinite,
        "velocity is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| set(w, e, Velocity::new(-INF, INF)),
        Field::Velocity,
        NotFinite,
        "velocity is NaN or infinite; skipped in this step",
    ),
    Case(|w, e| set(w, e, Velocity::new(3e38, 5.0)), Field::Velocity, OutOfRange, TOO_FAST),
    Case(|w, e| set(w, e, Velocity::new(5.0, -3e38)), Field::Velocity, OutOfRange, TOO_FAST),
    Case(
        |w, e| set(w, e, Gravity { scale: 3e38 }),
        Field::Velocity,
        NotFinite,
        "velocity is NaN or infinite; skipped in this step",
    ),
    Case(|w, e| set(w, e, Gravity { scale: 1e37 }), Field::Velocity, OutOfRange, TOO_FAST),
    Case(
        |w, e| set(w, e, Gravity { scale: NAN }),
        Field::GravityScale,
        NotFinite,
        "gravity scale is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| set(w, e, Gravity { scale: -INF }),
        Field::GravityScale,
        NotFinite,
        "gravity scale is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| limits(w, e, NAN, 5.0, 20.0),
        Field::MaxSpeed,
        NotFinite,
        "max_speed is NaN; skipped in this step",
    ),
    Case(
        |w, e| limits(w, e, 5.0, NAN, 20.0),
        Field::MaxSpeed,
        NotFinite,
        "max_speed is NaN; skipped in this step",
    ),
    Case(|w, e| limits(w, e, -1.0, 5.0, 20.0), Field::MaxSpeed, OutOfRange, NEGATIVE_SPEED),
    Case(|w, e| limits(w, e, 5.0, -INF, 20.0), Field::MaxSpeed, OutOfRange, NEGATIVE_SPEED),
    Case(
        |w, e| limits(w, e, INF, 5.0, NAN),
        Field::RestSpeed,
        NotFinite,
        "rest_speed is NaN; skipped in this step",
    ),
    Case(
        |w, e| limits(w, e, INF, 5.0, -0.5),
        Field::RestSpeed,
        OutOfRange,
        "rest_speed is out of range: it must not be negative; skipped in this step",
    ),
    Case(
        |w, e| set(w, e, Response::Bounce { restitution: NAN }),
        Field::Restitution,
        NotFinite,
        "restitution is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| set(w, e, Response::Bounce { restitution: INF }),
        Field::Restitution,
        NotFinite,
        "restitution is NaN or infinite; skipped in this step",
    ),
    Case(|w, e| set(w, e, Response::Bounce { restitution: -0.1 }), Field::Restitution, OutOfRange, NO_BOUNCE),
    // Walking.
    Case(
        |w, e| walk(w, e, |walk| walk.floor_max_angle = NAN),
        Field::FloorMaxAngle,
        NotFinite,
        "floor_max_angle is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.floor_max_angle = -0.01),
        Field::FloorMaxAngle,
        OutOfRange,
        "floor_max_angle is out of range: it must be an angle from 0 to 90 degrees, in radians; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.floor_max_angle = 1.571),
        Field::FloorMaxAngle,
        OutOfRange,
        "floor_max_angle is out of range: it must be an angle from 0 to 90 degrees, in radians; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.slope_speed = SlopeSpeed::Curve { up: NAN, down: 1.0 }),
        Field::SlopeSpeed,
        NotFinite,
        "slope_speed is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.slope_speed = SlopeSpeed::Curve { up: 1.0, down: -0.5 }),
        Field::SlopeSpeed,
        OutOfRange,
        "slope_speed is out of range: it must be from 0 to 1e9; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.snap = Snap::Length(INF)),
        Field::Snap,
        NotFinite,
        "snap is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.snap = Snap::Length(-1.0)),
        Field::Snap,
        OutOfRange,
        "snap is out of range: it must be from 0 to 65536 px; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.step_up = NAN),
        Field::StepUp,
        NotFinite,
        "step_up is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.corner_correct_up = -0.25),
        Field::CornerCorrectUp,
        OutOfRange,
        "corner_correct_up is out of range: it must be from 0 to 65536 px; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.corner_correct_side = NAN),
        Field::CornerCorrectSide,
        NotFinite,
        "corner_correct_side is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.gap_bridge = -0.25),
        Field::GapBridge,
        OutOfRange,
        "gap_bridge is out of range: it must be from 0 to 65536 px; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.friction = NAN),
        Field::Friction,
        NotFinite,
        "friction is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.one_way_assist = -0.25),
        Field::OneWayAssist,
        OutOfRange,
        "one_way_assist is out of range: it must be from 0 to 1e9; skipped in this step",
    ),
    Case(
        |w, e| walk(w, e, |walk| walk.one_way_nudge = NAN),
        Field::OneWayNudge,
        NotFinite,
        "one_way_nudge is NaN or infinite; skipped in this step",
    ),
    Case(|w, e| collide(w, e, |c| c.mass = 0.0), Field::Mass, OutOfRange, NO_MASS),
    Case(|w, e| collide(w, e, |c| c.mass = -1.0), Field::Mass, OutOfRange, NO_MASS),
    Case(|w, e| collide(w, e, |c| c.mass = -INF), Field::Mass, OutOfRange, NO_MASS),
    Case(|w, e| collide(w, e, |c| c.mass = 1e13), Field::Mass, OutOfRange, NO_MASS),
    Case(|w, e| collide(w, e, |c| c.mass = NAN), Field::Mass, NotFinite, "mass is NaN; skipped in this step"),
    Case(
        |w, e| collide(w, e, |c| c.friction = NAN),
        Field::BodyFriction,
        NotFinite,
        "friction between bodies is NaN or infinite; skipped in this step",
    ),
    Case(
        |w, e| collide(w, e, |c| c.friction = -0.5),
        Field::BodyFriction,
        OutOfRange,
        "friction between bodies is out of range: it must be from 0 to 1e9; skipped in this step",
    ),
    Case(
        |w, e| collide(w, e, |c| c.push_speed = NAN),
        Field::PushSpeed,
        NotFinite,
        "push_speed is NaN; skipped in this step",
    ),
    Case(
        |w, e| collide(w, e, |c| c.push_speed = -1.0),
        Field::PushSpeed,
        OutOfRange,
        "push_speed is out of range: it must not be negative; skipped in this step",
    ),
    // A restitution above 1 is sound only for bodies that pass through others.
    Case(|w, e| set(w, e, Response::Bounce { restitution: 1.25 }), Field::Restitution, OutOfRange, NO_BOUNCE),
    // Of several faults one is reported.
    Case(
        |w, e| {
            set(w, e, Velocity::new(NAN, INF));
            set(w, e, Gravity { scale: NAN });
            collider(w, e, [NAN, 0.0], [NAN, 0.0]);
        },
        Field::Size,
        NotFinite,
        "size is NaN or infinite; skipped in this step",
    ),
];
