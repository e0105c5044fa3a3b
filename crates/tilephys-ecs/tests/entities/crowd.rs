//! Random bodies, as components and as bodies of the engine.

use crate::rng::Rng;
use glam::{IVec2, Vec2};
use hecs::EntityBuilder;
use std::f32::consts::FRAC_PI_2;
use tilephys_core::{Body, Direction, Profile};
use tilephys_ecs::{
    BodyCollision, Category, Collider, Filter, Foot, Gravity, LeaveVelocity, Limits, MotionMode, Position,
    PreviousPosition, Reports, Response, RideMode, RideSettings, SlopeSpeed, Snap, Solid, SquishPolicy,
    TileId, Up, Velocity, Walk,
};

/// A body as a game describes it; `None` for absent components.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    pub(crate) position: Position,
    pub(crate) velocity: Vec2,
    pub(crate) collider: Collider,
    pub(crate) response: Option<Response>,
    pub(crate) filter: Option<Filter>,
    pub(crate) gravity: Option<Gravity>,
    pub(crate) limits: Option<Limits>,
    pub(crate) up: Option<Up>,
    pub(crate) reports: Option<Reports>,
    pub(crate) walk: Option<Walk>,
    pub(crate) motion_mode: Option<MotionMode>,
    pub(crate) previous: bool,
    pub(crate) riding: Option<RideSettings>,
    pub(crate) solid: Option<TileId>,
    pub(crate) category: Option<Category>,
    pub(crate) collide: Option<BodyCollision>,
}

pub(crate) fn position(rng: &mut Rng) -> Position {
    Position::on_lattice(IVec2::new(rng.range(4_000, 600_000), rng.range(4_000, 400_000)))
}

/// A number of either sign, every magnitude up to 2^`bits` equally often, with a fraction.
fn any_scale(rng: &mut Rng, bits: u64) -> f32 {
    let drawn = rng.next();
    let magnitude = (drawn % (1 << (rng.below(bits) + 1))) as f32;
    let fraction = rng.below(1024) as f32 / 1024.0;
    if rng.chance(50) { magnitude + fraction } else { -magnitude - fraction }
}

/// From slow to 60,000 px/s.
pub(crate) fn velocity(rng: &mut Rng) -> Vec2 {
    let v = Vec2::new(any_scale(rng, 16), any_scale(rng, 16));
    if v.abs().max_element() > 60_000.0 { v / 2.0 } else { v }
}

pub(crate) fn collider(rng: &mut Rng) -> Collider {
    let bits = rng.range(0, 5);
    let size = IVec2::new(rng.range(1, 256 << bits), rng.range(1, 256 << bits));
    let offset = match rng.below(3) {
        0 => IVec2::ZERO,
        1 => -size / 2,
        _ => IVec2::new(rng.range(-9_000, 9_000), rng.range(-9_000, 9_000)),
    };
    Collider { offset, size }
}

pub(crate) fn response(rng: &mut Rng) -> Response {
    rng.pick(&[
        Response::Slide,
        Response::Stop,
        Response::Bounce { restitution: 1.0 },
        Response::Bounce { restitution: 0.5 },
        Response::Bounce { restitution: 0.0 },
        Response::Bounce { restitution: 0.9 },
        Response::Invert,
        Response::PassThrough,
    ])
}

pub(crate) fn filter(rng: &mut Rng) -> Filter {
    Filter::mask(rng.pick(&[u32::MAX, 1, 1 | 2, 1 << 31 | 4, 0]))
}

pub(crate) fn gravity(rng: &mut Rng) -> Gravity {
    rng.pick(&[Gravity::NONE, Gravity::default(), Gravity { scale: -0.5 }, Gravity { scale: 3.25 }])
}

pub(crate) fn limits(rng: &mut Rng) -> Limits {
    let max_speed =
        Vec2::new(rng.pick(&[f32::INFINITY, 700.0, 65.5]), rng.pick(&[f32::INFINITY, 0.0, 900.0]));
    Limits { max_speed, rest_speed: rng.pick(&[20.0, 0.0, 300.0, f32::INFINITY]) }
}

pub(crate) fn up(rng: &mut Rng) -> Up {
    Up(rng.pick(&Direction::ALL))
}

pub(crate) fn reports(rng: &mut Rng) -> Reports {
    Reports { hits: rng.chance(50), contacts: rng.chance(50) }
}

/// All settings at random, each of them mostly as by default.
pub(crate) fn walk(rng: &mut Rng) -> Walk {
    let length =
        |rng: &mut Rng, most: i32| if rng.chance(50) { 0.0 } else { rng.range(0, most) as f32 / 4.0 };
    let factor = |rng: &mut Rng| rng.range(0, 6) as f32 / 4.0;
    Walk {
        floor_max_angle: rng.pick(&[Walk::default().floor_max_angle, 0.0, 0.5, 0.8, 1.2, FRAC_PI_2]),
        slope_speed: match rng.below(3) {
            0 => SlopeSpeed::KeepLevel,
            1 => SlopeSpeed::KeepSurface,
            _ => SlopeSpeed::Curve { up: factor(rng), down: factor(rng) },
        },
        stop_on_slope: rng.chance(70),
        block_on_steep: rng.chance(70),
        snap: match rng.below(4) {
            0 => Snap::Off,
            1 => Snap::Length(length(rng, 40)),
            _ => Snap::Adaptive,
        },
        step_up: length(rng, 40),
        slide_on_ceiling: rng.chance(70),
        corner_correct_up: length(rng, 24),
        corner_correct_side: length(rng, 24),
        gap_bridge: length(rng, 24),
        wall_retain_ticks: rng.pick(&[0, 0, 1, 5, 40]),
        foot: rng.pick(&[Foot::Corners, Foot::Center]),
        friction: length(rng, 4_000),
        one_way_assist: length(rng, 1_200),
        one_way_nudge: length(rng, 16),
    }
}

/// All settings at random.
pub(crate) fn riding(rng: &mut Rng) -> RideSettings {
    let cap = |rng: &mut Rng| rng.pick(&[f32::INFINITY, 0.0, 40.0, 250.0]);
    let aside = SquishPolicy::Wiggle(rng.range(0, 32) as f32 / 4.0);
    RideSettings {
        ride: rng.pick(&[RideMode::Glue, RideMode::Ballistic]),
        leave: rng.pick(&[LeaveVelocity::None, LeaveVelocity::Add, LeaveVelocity::AddUpward]),
        lift_cap: Vec2::new(cap(rng), cap(rng)),
        lift_ticks: rng.pick(&[0, 1, 6, 40]),
        walls: rng.chance(40),
        ceilings: rng.chance(40),
        squish: rng.pick(&[
            SquishPolicy::Report,
            SquishPolicy::Report,
            aside,
            SquishPolicy::BlockMover,
            SquishPolicy::PassThrough,
        ]),
    }
}

/// Random settings. Few are one-way or push bodies without a speed limit.
pub(crate) fn collide(rng: &mut Rng) -> BodyCollision {
    BodyCollision {
        mask: rng.pick(&[u32::MAX, u32::MAX, 1, 2, 1 << 31 | 1]),
        mass: rng.pick(&[1.0, 1.0, 2.5, 0.125, 1e12, f32::INFINITY]),
        friction: rng.pick(&[0.0, 0.0, 0.5, 1.0]),
        push_speed: rng.pick(&[f32::INFINITY, f32::INFINITY, 60.0, 0.0]),
        one_way: rng.chance(10).then(|| rng.pick(&Direction::ALL)),
        carries: rng.pick(&[0, 0, 1, 2]),
        yields: rng.chance(20),
    }
}

/// Lets `percent` of the bodies collide with each other, and changes nothing else.
pub(crate) fn let_collide(specs: &mut [Spec], percent: u64, rng: &mut Rng) {
    for spec in specs {
        spec.category = rng.chance(20).then(|| Category(rng.pick(&[1, 2, 3, 1 << 31])));
        spec.collide = rng.chance(percent).then(|| collide(rng));
    }
}

impl Spec {
    /// A body with any components and any sound numbers.
    pub(crate) fn any(rng: &mut Rng) -> Self {
        Spec {
            position: position(rng),
            velocity: velocity(rng),
            collider: collider(rng),
            response: rng.chance(70).then(|| response(rng)),
            filter: rng.chance(30).then(|| filter(rng)),
            gravity: rng.chance(50).then(|| gravity(rng)),
            limits: rng.chance(20).then(|| limits(rng)),
            up: rng.chance(20).then(|| up(rng)),
            reports: rng.chance(60).then(|| reports(rng)),
            walk: rng.chance(40).then(|| walk(rng)),
            motion_mode: rng.chance(10).then_some(MotionMode::Floating),
            previous: rng.chance(30),
            riding: rng.chance(30).then(|| riding(rng)),
            solid: None,
            category: None,
            collide: None,
        }
    }

    /// One of a crowd that shares all components but not their numbers.
    pub(crate) fn bullet(rng: &mut Rng) -> Self {
        Spec {
            response: Some(response(rng)),
            filter: None,
            gravity: Some(gravity(rng)),
            limits: None,
            up: None,
            walk: None,
            motion_mode: None,
            riding: None,
            reports: Some(if rng.chance(60) { Reports::NONE } else { reports(rng) }),
            previous: false,
            ..Spec::any(rng)
        }
    }

    /// A body of a size and speed that walk, on all settings of walking.
    pub(crate) fn walker(rng: &mut Rng) -> Self {
        let speed = Vec2::new(rng.range(-200, 200) as f32, rng.range(-300, 300) as f32);
        Spec {
            velocity: speed,
            response: None,
            filter: None,
            gravity: None,
            limits: None,
            up: rng.chance(10).then(|| up(rng)),
            reports: None,
            walk: rng.chance(90).then(|| walk(rng)),
            motion_mode: rng.chance(5).then_some(MotionMode::Floating),
            ..Spec::any(rng)
        }
    }

    /// Its components.
    pub(crate) fn builder(&self) -> EntityBuilder {
        let mut builder = EntityBuilder::new();
        builder.add_bundle((self.position, Velocity(self.velocity), self.collider));
        if let Some(response) = self.response {
            builder.add(response);
        }
        if let Some(filter) = self.filter {
            builder.add(filter);
        }
        if let Some(gravity) = self.gravity {
            builder.add(gravity);
        }
        if let Some(limits) = self.limits {
            builder.add(limits);
        }
        if let Some(up) = self.up {
            builder.add(up);
        }
        if let Some(reports) = self.reports {
            builder.add(reports);
        }
        if let Some(walk) = self.walk {
            builder.add(walk);
        }
        if let Some(mode) = self.motion_mode {
            builder.add(mode);
        }
        if let Some(riding) = self.riding {
            builder.add(riding);
        }
        if let Some(solid) = self.solid {
            builder.add(Solid(solid));
        }
        if let Some(category) = self.category {
            builder.add(category);
        }
        if let Some(collide) = self.collide {
            builder.add(collide);
        }
        if self.previous {
            builder.add(PreviousPosition::default());
        }
        builder
    }

    /// Body of the engine.
    pub(crate) fn body(&self) -> Body {
        Body {
            position: self.position.at + self.collider.offset,
            size: self.collider.size,
            velocity: self.velocity,
            remainder: self.position.rest,
            ..Body::on_lattice(self.position.at + self.collider.offset, self.collider.size)
        }
    }

    /// Profile of its components.
    pub(crate) fn profile(&self) -> Profile {
        let mut profile = Profile::default();
        profile.movement.response = self.response.unwrap_or_default();
        profile.movement.mask = self.filter.map_or(u32::MAX, |f| f.mask);
        profile.movement.up = self.up.map_or(Direction::Up, |up| up.0);
        profile.movement.motion_mode = self.motion_mode.unwrap_or_default();
        profile.movement.walk = self.walk.unwrap_or_default();
        profile.movement.rest_speed = self.limits.map_or(20.0, |l| l.rest_speed);
        profile.max_speed = self.limits.map_or(Vec2::INFINITY, |l| l.max_speed);
        profile.gravity_scale = self.gravity.map_or(1.0, |g| g.scale);
        profile.report_hits = self.reports.is_none_or(|r| r.hits);
        profile.track_contacts = self.reports.is_none_or(|r| r.contacts);
        profile.riding = self.riding.unwrap_or_default();
        profile.solid = self.solid;
        profile.category = self.category.map_or(1, |category| category.0);
        profile.collide = self.collide;
        profile
    }
}
