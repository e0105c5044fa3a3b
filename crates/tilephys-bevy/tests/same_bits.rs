//! Worlds in Bevy and in hecs, step by step to equal hashes.

use crate::rng::Rng;
use crate::stage::{DT, app, tick};
use bevy_app::App;
use bevy_ecs::prelude::{Query, ResMut, Resource};
use glam::{UVec2, Vec2};
use tilephys_bevy as bevy;
use tilephys_core::platform::{Easing, Path, PathMode, PathStart, RideSettings, Waypoint};
use tilephys_core::{LayerId, MotionMode, Response, Tile, TileCoord, TileGrid, TileId, Walk};
use tilephys_ecs::{self as ecs, Physics, hecs};
use tilephys_feel::{Button, Feel, FeelZone, Input};

/// A component in both worlds.
#[derive(Clone)]
enum Part {
    Body,
    Position(Vec2),
    Velocity(Vec2),
    Collider(Vec2),
    Response(Response),
    Filter(u32),
    Gravity(f32),
    MaxSpeed(f32),
    Walk(Walk),
    Mode(MotionMode),
    Riding(RideSettings),
    Solid(TileId),
    Category(u32),
    Sensor(u32),
    Collision(ecs::BodyCollision),
    ReportTiles,
    Feel(Box<Feel>),
    Patrol,
    Mover(LayerId, TileId),
    Path(Path),
    Trigger,
    Zone(FeelZone),
}

fn add_to_bevy(entity: &mut bevy_ecs::world::EntityWorldMut, part: &Part) {
    match part.clone() {
        Part::Body => entity.insert(bevy::Body),
        Part::Position(at) => entity.insert(bevy::Position::new(at.x, at.y)),
        Part::Velocity(v) => entity.insert(bevy::Velocity::new(v.x, v.y)),
        Part::Collider(size) => entity.insert(bevy::Collider::new(size.x, size.y)),
        Part::Response(response) => entity.insert(bevy::Response(response)),
        Part::Filter(mask) => entity.insert(bevy::Filter(ecs::Filter::mask(mask))),
        Part::Gravity(scale) => entity.insert(bevy::GravityScale(ecs::Gravity { scale })),
        Part::MaxSpeed(speed) => entity.insert(bevy::Limits::new(speed, speed)),
        Part::Walk(walk) => entity.insert(bevy::Walk(walk)),
        Part::Mode(mode) => entity.insert(bevy::MotionMode(mode)),
        Part::Riding(riding) => entity.insert(bevy::Riding::from_raw(riding)),
        Part::Solid(tile) => entity.insert(bevy::Solid(ecs::Solid(tile))),
        Part::Category(bits) => entity.insert(bevy::Category(ecs::Category(bits))),
        Part::Sensor(bits) => entity.insert(bevy::Sensor(ecs::Sensor(bits))),
        Part::Collision(collision) => entity.insert(bevy::BodyCollision(collision)),
        Part::ReportTiles => entity.insert(bevy::ReportTiles),
        Part::Feel(feel) => entity.insert(bevy::Feel(*feel)),
        Part::Patrol => entity.insert(bevy::Patrol::default()),
        Part::Mover(layer, tile) => entity.insert(bevy::Mover { layer, tile }),
        Part::Path(path) => entity.insert(bevy::MoverPath::from_raw(ecs::MoverPath::new(path))),
        Part::Trigger => entity.insert(bevy::Trigger::default()),
        Part::Zone(zone) => entity.insert(bevy::FeelZone::from_raw(zone)),
    };
}

fn add_to_hecs(entity: &mut hecs::EntityBuilder, part: &Part) {
    match part.clone() {
        Part::Body => entity.add(ecs::Velocity::default()),
        Part::Position(at) => entity.add(ecs::Position::from_px(at)),
        Part::Velocity(v) => entity.add(ecs::Velocity(v)),
        Part::Collider(size) => entity.add(ecs::Collider::new(size.x, size.y)),
        Part::Response(response) => entity.add(response),
        Part::Filter(mask) => entity.add(ecs::Filter::mask(mask)),
        Part::Gravity(scale) => entity.add(ecs::Gravity { scale }),
        Part::MaxSpeed(speed) => entity.add(limits(speed)),
        Part::Walk(walk) => entity.add(walk),
        Part::Mode(mode) => entity.add(mode),
        Part::Riding(riding) => entity.add(riding),
        Part::Solid(tile) => entity.add(ecs::Solid(tile)),
        Part::Category(bits) => entity.add(ecs::Category(bits)),
        Part::Sensor(bits) => entity.add(ecs::Sensor(bits)),
        Part::Collision(collision) => entity.add(collision),
        Part::ReportTiles => entity.add(ecs::ReportTiles),
        Part::Feel(feel) => entity.add(*feel).add(Input::default()),
        Part::Patrol => entity.add(ecs::Patrol::default()),
        Part::Mover(layer, tile) => entity.add(ecs::Mover { layer, tile }),
        Part::Path(path) => entity.add(ecs::MoverPath::new(path)),
        Part::Trigger => entity.add(ecs::Trigger::default()),
        Part::Zone(zone) => entity.add(zone),
    };
}

fn limits(speed: f32) -> ecs::Limits {
    ecs::Limits { max_speed: Vec2::splat(speed), ..ecs::Limits::default() }
}

/// A cave of 60 x 30 tiles, one in nine of stone.
fn cave(rng: &mut Rng) -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    for col in 0..60 {
        for row in 0..30 {
            let is_border = col == 0 || row == 0 || col == 59 || row == 29;
            if is_border || rng.below(9) == 0 {
                grid.set_tile(ground, TileCoord::new(col, row), Some(stone));
            }
        }
    }
    grid
}

/// A point in the cave, in pixels.
fn place(rng: &mut Rng) -> Vec2 {
    Vec2::new(20.0 + rng.below(900) as f32, 20.0 + rng.below(420) as f32)
}

/// A body with a random choice of settings.
fn body(rng: &mut Rng, stone: TileId) -> Vec<Part> {
    let size = 2.0 + rng.below(10) as f32;
    let velocity = place(rng) - Vec2::new(470.0, 230.0);
    let mut parts = vec![
        Part::Body,
        Part::Position(place(rng)),
        Part::Velocity(velocity),
        Part::Collider(Vec2::splat(size)),
    ];
    let optional = [
        Part::Response(Response::Bounce { restitution: 0.75 }),
        Part::Filter(u32::MAX),
        Part::Gravity(0.5),
        Part::MaxSpeed(300.0),
        Part::Walk(Walk { step_up: 4.0, ..Walk::default() }),
        Part::Mode(MotionMode::Floating),
        Part::Riding(RideSettings::default()),
        Part::Solid(stone),
        Part::Category(2),
        Part::Sensor(3),
        Part::Collision(ecs::BodyCollision::default()),
        Part::ReportTiles,
    ];
    parts.extend(optional.into_iter().filter(|_| rng.below(4) == 0));
    parts
}

/// Entities of a world, by their parts.
fn entities(rng: &mut Rng, grid: &TileGrid) -> Vec<Vec<Part>> {
    let layer = grid.layer_ids().next().expect("a layer");
    let stone = grid.tile_ids().next().expect("a tile");
    let mut all: Vec<Vec<Part>> = (0..60).map(|_| body(rng, stone)).collect();
    for (number, feel) in
        [Feel::celeste(), Feel::mario(), Feel::mega_man(), Feel::mario()].into_iter().enumerate()
    {
        let size = Part::Collider(Vec2::new(8.0, 11.0));
        let mut parts = vec![Part::Body, Part::Position(place(rng)), size, Part::Feel(Box::new(feel))];
        parts.extend((number == 3).then_some(Part::Patrol));
        all.push(parts);
    }
    for round in 0..6 {
        let at = place(rng);
        let ends =
            [at, place(rng)].map(|point| Waypoint { at: (point * 256.0).as_ivec2(), wait: 10, ticks: 90 });
        let path = Path::new(&ends, PathMode::PingPong, Easing::Linear).expect("two points");
        let path = path.starting(if round == 4 { PathStart::RiddenEachRound } else { PathStart::AtOnce });
        let size = Part::Collider(Vec2::new(40.0, 8.0));
        all.push(vec![Part::Position(at), size, Part::Mover(layer, stone), Part::Path(path)]);
        let zone = match round % 4 {
            0 => FeelZone::Ladder,
            3 => FeelZone::Bar,
            1 => FeelZone::Water { flow: Vec2::new(10.0, -5.0) },
            _ => FeelZone::Spring { velocity: Vec2::new(0.0, -400.0) },
        };
        let area = Part::Collider(Vec2::new(80.0, 120.0));
        all.push(vec![Part::Position(place(rng)), area.clone(), Part::Trigger, Part::Zone(zone)]);
        all.push(vec![Part::Position(place(rng)), area, Part::Trigger]);
    }
    all
}

/// Input of a character in a tick.
fn input(tick: u32, before: Input) -> Input {
    Input {
        along: if (tick / 50).is_multiple_of(2) { 1.0 } else { -1.0 },
        upward: if (tick / 70).is_multiple_of(3) { 1.0 } else { 0.0 },
        jump: before.jump.next(tick % 40 < 12),
        dash: Button { pressed: tick.is_multiple_of(90), held: false },
        ..before
    }
}

#[derive(Resource)]
struct Tick(u32);

/// Pushes the bodies in the control phase.
fn push(mut tick: ResMut<Tick>, mut bodies: Query<(&mut bevy::Velocity, &bevy::BodyState)>) {
    tick.0 += 1;
    if tick.0.is_multiple_of(30) {
        for (mut velocity, state) in &mut bodies {
            if state.on_floor() {
                velocity.px_mut()[1] = -200.0;
            }
        }
    }
}

/// Compares 300 steps of a world. With `is_controlled` the game sets velocities in the control phase.
fn compare(seed: u64, is_controlled: bool) {
    let mut rng = Rng::new(seed);
    let grid = cave(&mut rng);
    let all = entities(&mut rng, &grid);
    let mut physics = Physics::new(grid.clone());
    physics.gravity = Vec2::new(0.0, 900.0);
    let mut world = hecs::World::new();
    let mut app: App = app(grid);
    if is_controlled {
        app.insert_resource(Tick(0)).add_systems(bevy::ControlPhase, push);
    }
    for parts in &all {
        let mut builder = hecs::EntityBuilder::new();
        let mut entity = app.world_mut().spawn_empty();
        for part in parts {
            add_to_hecs(&mut builder, part);
            add_to_bevy(&mut entity, part);
        }
        world.spawn(builder.build());
    }
    let mut hits = 0;
    for number in 0..300 {
        for own in world.query::<&mut Input>().iter() {
            *own = input(number, *own);
        }
        let mut inputs = app.world_mut().query::<&mut bevy::Input>();
        for mut own in inputs.iter_mut(app.world_mut()) {
            own.0 = input(number, own.0);
        }
        let jumps = is_controlled && (number + 1).is_multiple_of(30);
        physics.step_with(&mut world, DT, &mut |world: &hecs::World| {
            if jumps {
                for (velocity, state) in world.query::<(&mut ecs::Velocity, &ecs::BodyState)>().iter() {
                    if state.on_floor() {
                        velocity.0.y = -200.0;
                    }
                }
            }
        });
        tick(&mut app);
        let other = app.world().resource::<bevy::PhysicsWorld>();
        assert_eq!(physics.state_hash(), other.state_hash(), "seed {seed}, step {number}");
        hits = other.raw().hit_count();
    }
    assert!(hits > 1000, "{hits} hits: the bodies meet nothing");
    // `.ci/same_bits` compares these lines with another machine's.
    println!("bits of seed {seed}, controlled {is_controlled}: {:016x}", physics.state_hash());
}

#[test]
fn random_worlds_have_the_bits_of_hecs() {
    for seed in 0..4 {
        compare(seed, false);
        compare(seed, true);
    }
}

/// Bodies that meet nothing but tiles take a shorter step. Here they are spawned in reverse, with the ids of the other world.
#[test]
fn bodies_alone_have_the_bits_of_hecs_in_any_order() {
    let mut rng = Rng::new(9);
    let grid = cave(&mut rng);
    let mut physics = Physics::new(grid.clone());
    physics.gravity = Vec2::new(0.0, 900.0);
    let mut world = hecs::World::new();
    let mut app: App = app(grid);
    let bounce = Response::Bounce { restitution: 1.0 };
    let parts = |rng: &mut Rng| {
        let velocity = place(rng) - Vec2::new(470.0, 230.0);
        let size = Part::Collider(Vec2::splat(4.0));
        [Part::Body, Part::Position(place(rng)), Part::Velocity(velocity), size, Part::Response(bounce)]
    };
    let all: Vec<_> = (0..600).map(|_| parts(&mut rng)).collect();
    for parts in &all {
        let mut builder = hecs::EntityBuilder::new();
        parts.iter().for_each(|part| add_to_hecs(&mut builder, part));
        world.spawn(builder.build());
    }
    for (number, parts) in all.iter().enumerate().rev() {
        let id = bevy::BodyId::of(tilephys_core::BodyId(number as u32));
        let mut entity = app.world_mut().spawn(id);
        parts.iter().for_each(|part| add_to_bevy(&mut entity, part));
    }
    for number in 0..200 {
        physics.step(&mut world, DT);
        tick(&mut app);
        let other = app.world().resource::<bevy::PhysicsWorld>();
        assert_eq!(physics.state_hash(), other.state_hash(), "step {number}");
    }
}
