//! Crowds: many bodies of one kind, placed by a seed.

use crate::places::Places;
use fastrand::Rng;
use serde::Deserialize;
use tilephys_core::glam::{IVec2, Vec2};
use tilephys_core::{Aabb, Response, UNITS_PER_PX};
use tilephys_ecs::hecs::{Entity, World};
use tilephys_ecs::{
    BodyCollision, Collider, Feel, Gravity, Input, Physics, Position, PreviousPosition, Reports, Velocity,
};

/// Tries for a free place of a body. A region that is nine tenths full still gets a body in all but a thousand tries.
const TRIES: u32 = 64;

/// Half the edge of the square from which directions are picked.
const RADIUS: i32 = 1 << 20;

/// Odd number that spreads seeds over all bits: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Many bodies of one kind.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crowd {
    /// Kind of the bodies.
    pub kind: CrowdKind,
    /// Number of bodies; fewer if the region has no more free places.
    pub number: usize,
    /// Area in which they begin: left, top, width and height, in px.
    pub region: [f32; 4],
    /// Width and height of a body, in px. Default by the kind.
    #[serde(default, rename = "size")]
    pub body_size: Option<[f32; 2]>,
    /// Lowest and highest speed at the start, in px/s; of characters the second is their running speed. Default 0.
    #[serde(default)]
    pub speed: [f32; 2],
    /// Direction of the velocity at the start. Default any.
    #[serde(default)]
    pub direction: Option<[f32; 2]>,
    /// Seed of all random numbers. Default 1.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// True if the bodies hit other bodies.
    #[serde(default)]
    pub collide: bool,
    /// Least and greatest mass; masses are whole numbers. Default 1.
    #[serde(default = "equal_masses")]
    pub masses: [u32; 2],
    /// Restitution. Default 1 for projectiles, 0 for others.
    #[serde(default, rename = "bounce")]
    pub restitution: Option<f32>,
    /// Friction against other bodies. Default 0.3.
    #[serde(default = "some_friction")]
    pub friction: f32,
    /// Speed at which bodies that overlap part, in px/s; see [`tilephys_ecs::Crowd`]. Default 0: they do not part.
    #[serde(default)]
    pub push: f32,
}

/// Kind of the bodies of a crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrowdKind {
    /// Boxes of 4 x 4 px that fly without gravity and bounce.
    Projectiles,
    /// Boxes of 12 x 12 px that fall and slide.
    Crates,
    /// Crates in columns from the lower left corner of the region.
    Tower,
    /// Characters of 8 x 11 px that run and jump at random.
    Characters,
}

fn first_seed() -> u64 {
    1
}

fn equal_masses() -> [u32; 2] {
    [1, 1]
}

fn some_friction() -> f32 {
    0.3
}

impl Crowd {
    /// Width and height of a body, in px.
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        self.body_size.unwrap_or(match self.kind {
            CrowdKind::Projectiles => [4.0, 4.0],
            CrowdKind::Crates | CrowdKind::Tower => [12.0, 12.0],
            CrowdKind::Characters => [8.0, 11.0],
        })
    }

    /// Restitution of the bodies.
    #[must_use]
    pub fn bounce(&self) -> f32 {
        self.restitution.unwrap_or(if self.kind == CrowdKind::Projectiles { 1.0 } else { 0.0 })
    }

    /// Settings of the collision with bodies, for a body of this mass.
    pub(crate) fn collision(&self, mass: f32) -> BodyCollision {
        BodyCollision { mass, friction: self.friction, ..BodyCollision::default() }
    }

    /// Settings by which the bodies part.
    pub(crate) fn parting(&self) -> tilephys_ecs::Crowd {
        tilephys_ecs::Crowd { push: self.push, max_speed: 1.5 * self.push }
    }

    /// Random numbers of a body. They depend on the seed and its number, not on the bodies before it.
    pub(crate) fn random(&self, number: usize) -> Rng {
        Rng::with_seed(self.seed.wrapping_mul(SPREAD) ^ (number as u64).wrapping_mul(SPREAD.rotate_left(32)))
    }

    /// Spawns the body with this number; `None` if no free place is found.
    pub(crate) fn spawn(
        &self,
        number: usize,
        places: &mut Places,
        (physics, world): (&mut Physics, &mut World),
    ) -> Option<Entity> {
        let (mut random, mass, velocity) = self.start(number);
        let size = in_units(self.size());
        let aabb = self.place(number, size, &mut random, |aabb| {
            !physics.grid().overlaps(aabb, u32::MAX) && (!self.collide || places.is_free(aabb))
        })?;
        if self.collide {
            places.take(aabb);
        }
        let gravity = if self.kind == CrowdKind::Projectiles { Gravity::NONE } else { Gravity::default() };
        let body = (
            Position::on_lattice(aabb.min),
            Velocity(velocity),
            Collider { offset: IVec2::ZERO, size },
            PreviousPosition::default(),
            // Contacts cost a look at the map for each body.
            Reports { hits: self.collide, contacts: self.kind != CrowdKind::Projectiles },
        );
        let entity = if self.kind == CrowdKind::Characters {
            let mut feel = Feel::mario().scaled(plan_tile());
            feel.run.speed = if self.speed[1] > 0.0 { self.speed[1] } else { feel.run.speed };
            physics.spawn(world, (body.0, Velocity::default(), body.2, body.3, feel, Input::default()))
        } else {
            let response = Response::Bounce { restitution: self.bounce() };
            physics.spawn(world, (body.0, body.1, body.2, body.3, body.4, gravity, response))
        };
        if self.push > 0.0 {
            // The entity has just been spawned.
            let _ = world.insert_one(entity, self.parting());
        }
        if self.collide {
            // The entity has just been spawned.
            let _ = world.insert_one(entity, self.collision(mass));
        }
        Some(entity)
    }

    /// Mass and velocity of a body at the start, and the random numbers of its place.
    pub(crate) fn start(&self, number: usize) -> (Rng, f32, Vec2) {
        let mut random = self.random(number);
        let mass = random.u32(self.masses[0]..=self.masses[1]) as f32;
        let velocity = self.velocity(&mut random);
        (random, mass, velocity)
    }

    fn velocity(&self, random: &mut Rng) -> Vec2 {
        let [slow, fast] = self.speed;
        let part = random.u32(0..=1 << 16) as f32 / (1 << 16) as f32;
        let direction = match self.direction {
            Some(direction) => Vec2::from(direction).normalize_or_zero(),
            None => any_direction(random),
        };
        direction * (slow + (fast - slow) * part)
    }

    /// A place in the region at which `is_free` holds.
    fn place(
        &self,
        number: usize,
        size: IVec2,
        random: &mut Rng,
        is_free: impl Fn(Aabb) -> bool,
    ) -> Option<Aabb> {
        let [left, top, width, height] = self.region;
        let (low, span) = (in_units([left, top]), in_units([width, height]) - size);
        if span.min_element() < 0 {
            return None;
        }
        if self.kind == CrowdKind::Tower {
            let columns = 1 + span.x / size.x;
            let (column, row) = (number as i32 % columns, number as i32 / columns);
            let min = low + IVec2::new(column * size.x, span.y - row * size.y);
            let aabb = Aabb::from_min_size(min, size);
            return Some(aabb).filter(|aabb| min.y >= low.y && is_free(*aabb));
        }
        (0..TRIES).find_map(|_| {
            let min = low + IVec2::new(random.i32(0..=span.x), random.i32(0..=span.y));
            Some(Aabb::from_min_size(min, size)).filter(|aabb| is_free(*aabb))
        })
    }
}

/// Edge of the tiles for which characters are scaled, in px.
fn plan_tile() -> f32 {
    crate::plan::TILE as f32
}

/// Lattice units of a vector in px that the format has checked.
fn in_units(px: [f32; 2]) -> IVec2 {
    (Vec2::from(px) * UNITS_PER_PX as f32).round().as_ivec2()
}

/// A unit vector, all directions alike: a point of a disc, found by rejection (von Neumann 1951), is put on its rim. Whole
/// numbers and one square root give equal bits everywhere.
fn any_direction(random: &mut Rng) -> Vec2 {
    loop {
        let [x, y] = [random.i32(-RADIUS..=RADIUS), random.i32(-RADIUS..=RADIUS)].map(i64::from);
        let square = x * x + y * y;
        if square > 0 && square <= i64::from(RADIUS) * i64::from(RADIUS) {
            let length = (square as f64).sqrt();
            return Vec2::new((x as f64 / length) as f32, (y as f64 / length) as f32);
        }
    }
}
