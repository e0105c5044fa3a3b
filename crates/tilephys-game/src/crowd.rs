//! Bodies that a panel adds: projectiles, crates, masses.

use fastrand::Rng;
use glam::Vec2;
use hecs::{Entity, EntityBuilder, World};
use serde::{Deserialize, Serialize};
use tilephys_core::Aabb;
use tilephys_ecs::{
    BodyCollision, Collider, Gravity, Limits, Physics, Position, PreviousPosition, Response, Velocity,
};
use tilephys_level::LevelObject;
use tilephys_scenes::Places;

/// Bodies to add.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crowd {
    /// Kind of the bodies.
    pub kind: CrowdKind,
    /// Number of bodies; fewer are added where there is no room.
    pub count: u32,
    /// Upper left corner and size of the region where they appear, in px.
    pub region: [[f32; 2]; 2],
}

/// A kind of added bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CrowdKind {
    /// Flies, bounces off walls, and meets no other body.
    Projectiles,
    /// Like a projectile, but bounces off other bodies too.
    Balls,
    /// Falls, lies, and is pushed.
    Crates,
    /// A crate of ten times the mass.
    Masses,
}

impl CrowdKind {
    /// All kinds, with their names in the panel.
    pub const ALL: [(CrowdKind, &'static str); 4] = [
        (CrowdKind::Projectiles, "projectiles"),
        (CrowdKind::Balls, "balls"),
        (CrowdKind::Crates, "crates"),
        (CrowdKind::Masses, "masses"),
    ];

    /// Width and height in px.
    fn size(self) -> f32 {
        match self {
            CrowdKind::Projectiles | CrowdKind::Balls => 3.0,
            CrowdKind::Crates => 10.0,
            CrowdKind::Masses => 14.0,
        }
    }
}

/// Marks a body that a panel added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added(pub CrowdKind);

/// Places tried for each body.
const TRIES: u32 = 8;

/// Contact of crates: friction that lets towers stand.
fn contact(mass: f32) -> BodyCollision {
    BodyCollision { friction: 0.4, mass, ..BodyCollision::default() }
}

/// The components of an object of class `Crate`.
pub(super) fn add_crate(object: LevelObject<'_>, entity: &mut EntityBuilder) {
    entity.add_bundle(object.body());
    entity.add_bundle((contact(1.0), PreviousPosition::default()));
}

/// A quarter of a pixel, or of another unit, within a length.
fn within(random: &mut Rng, length: f32) -> f32 {
    random.u32(0..=(length * 4.0) as u32) as f32 / 4.0
}

/// Adds a crowd in a tick, which seeds its places.
pub(super) fn add(crowd: &Crowd, tick: u32, physics: &mut Physics, world: &mut World) {
    let mut random = Rng::with_seed(u64::from(tick) << 8 | crowd.kind as u64);
    let [low, extent] = crowd.region.map(Vec2::from);
    let size = Vec2::splat(crowd.kind.size());
    let room = (extent - size).max(Vec2::ZERO);
    let collides = crowd.kind != CrowdKind::Projectiles;
    let mut places = if collides { Places::of(world) } else { Places::default() };
    for _ in 0..crowd.count {
        let mut place = || low + Vec2::new(within(&mut random, room.x), within(&mut random, room.y));
        let is_free = |at: &Vec2| {
            let area = Aabb::from_px(*at, size);
            !physics.grid().overlaps(area, u32::MAX) && places.is_free(area)
        };
        let Some(at) = (0..TRIES).map(|_| place()).find(is_free) else { continue };
        if collides {
            places.take(Aabb::from_px(at, size));
        }
        let mut speed = || within(&mut random, 600.0) - 300.0;
        let velocity = Velocity::new(speed(), speed());
        spawn(crowd.kind, at, velocity, physics, world);
    }
}

fn spawn(kind: CrowdKind, at: Vec2, velocity: Velocity, physics: &mut Physics, world: &mut World) -> Entity {
    let size = kind.size();
    let body = (Position::from_px(at), Collider::new(size, size), Added(kind));
    let bounces = Response::Bounce { restitution: 1.0 };
    match kind {
        CrowdKind::Projectiles => {
            let parts = (body.0, body.1, body.2, velocity, bounces, Gravity::NONE);
            physics.spawn(world, parts)
        }
        CrowdKind::Balls => {
            let parts = (body.0, body.1, body.2, velocity, bounces, Gravity::NONE, BodyCollision::default());
            physics.spawn(world, parts)
        }
        CrowdKind::Crates | CrowdKind::Masses => {
            let mass = if kind == CrowdKind::Masses { 10.0 } else { 1.0 };
            let rest = (Velocity::default(), Limits::default(), contact(mass), PreviousPosition::default());
            physics.spawn(world, (body.0, body.1, body.2, rest.0, rest.1, rest.2, rest.3))
        }
    }
}

/// Removes all added bodies.
pub(super) fn clear(world: &mut World) {
    let added: Vec<Entity> =
        world.query_mut::<(Entity, &Added)>().into_iter().map(|(entity, _)| entity).collect();
    for entity in added {
        let _: Result<(), _> = world.despawn(entity);
    }
}
