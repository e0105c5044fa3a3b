//! What a step takes in Bevy and in hecs, for a body: bouncing boxes of 8 px in a cave of 200 x 120 tiles, on one thread. Each round steps both
//! in turn, and the fastest round counts, so that other work on the machine disturbs little.
//!
//! Then what the plugin takes to read and write transforms, beside a query of Bevy that writes all of them.

use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::prelude::{Entity, Messages};
use bevy_time::Time;
use bevy_transform::components::Transform;
use std::time::{Duration, Instant};
use tilephys_bevy as bevy;
use tilephys_core::{Response, Tile, TileCoord, TileGrid};
use tilephys_ecs::{self as ecs, Physics, hecs};

const DT: f32 = 1.0 / 60.0;
const ROUNDS: usize = 60;
const STEPS: u32 = 5;

fn cave() -> TileGrid {
    let mut grid = TileGrid::new([16, 16]);
    let ground = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    for col in 0..200 {
        for row in 0..120 {
            let is_border = col == 0 || row == 0 || col == 199 || row == 119;
            if is_border || (col * 7 + row * 13) % 29 == 0 {
                grid.set_tile(ground, TileCoord::new(col, row), Some(stone));
            }
        }
    }
    grid
}

/// Place in pixels and velocity in px/s of a body.
fn start(number: usize) -> [f32; 4] {
    let spread = |factor: usize, range: usize| (number * factor % range) as f32;
    [
        20.0 + spread(7919, 3150),
        20.0 + spread(104_729, 1870),
        spread(31, 601) - 300.0,
        spread(37, 401) - 200.0,
    ]
}

/// Time for a body and step, in nanoseconds.
fn time(bodies: usize, mut step: impl FnMut()) -> f64 {
    let steps = || (0..STEPS).for_each(|_| step());
    time_once(bodies, steps) / f64::from(STEPS)
}

/// Time for a body, in nanoseconds.
fn time_once(bodies: usize, work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64() * 1e9 / bodies as f64
}

fn main() {
    println!("bodies, ns for a body to follow transforms");
    for bodies in [1_000, 10_000, 100_000] {
        print_transforms(bodies);
    }
    let bounce = Response::Bounce { restitution: 1.0 };
    println!("bodies    hecs ns  Bevy ns  ratio, without transforms  ratio");
    for bodies in [1_000, 10_000, 100_000] {
        let mut physics = Physics::new(cave());
        let mut world = hecs::World::new();
        let mut with_all = app();
        let mut bare = app();
        for number in 0..bodies {
            let [x, y, vx, vy] = start(number);
            let parts =
                (ecs::Position::new(x, y), ecs::Velocity::new(vx, vy), ecs::Collider::new(8.0, 8.0), bounce);
            physics.spawn(&mut world, parts);
            for app in [&mut with_all, &mut bare] {
                let parts =
                    (bevy::Position::new(x, y), bevy::Velocity::new(vx, vy), bevy::Collider::new(8.0, 8.0));
                app.world_mut().spawn((bevy::Body, parts, bevy::Response(bounce)));
            }
        }
        // Without transforms there is nothing to write back.
        let all: Vec<Entity> = bare.world_mut().query::<Entity>().iter(bare.world()).collect();
        for entity in all {
            bare.world_mut().entity_mut(entity).remove::<Transform>();
        }
        let mut best = [f64::INFINITY; 3];
        for _ in 0..ROUNDS {
            let times = [
                time(bodies, || physics.step(&mut world, DT)),
                time(bodies, || tick(&mut bare)),
                time(bodies, || tick(&mut with_all)),
            ];
            for (best, time) in best.iter_mut().zip(times) {
                if time < *best {
                    *best = time;
                }
            }
        }
        let hashes = [&bare, &with_all].map(|app| app.world().resource::<bevy::PhysicsWorld>().state_hash());
        assert!(hashes == [physics.state_hash(); 2], "the worlds differ");
        let [hecs, bare, all] = best;
        println!(
            "{bodies:>7}  {hecs:>7.1}  {bare:>7.1}  {:>5.2}, all {all:>7.1}  {:>5.2}",
            bare / hecs,
            all / hecs
        );
    }
}

/// Prints times for a body: of the plugin without a step after all bodies, or none, have moved, and of a query that writes all
/// transforms.
fn print_transforms(bodies: usize) {
    let [mut app, mut resting, mut written, mut empty] = [(); 4].map(|()| app_without_steps());
    for number in 0..bodies {
        let [x, y, ..] = start(number);
        for app in [&mut app, &mut resting, &mut written] {
            let parts = (bevy::Position::new(x, y), bevy::Collider::new(8.0, 8.0));
            app.world_mut().spawn((bevy::Body, parts));
        }
    }
    let mut positions = app.world_mut().query::<&mut bevy::Position>();
    let mut transforms = written.world_mut().query::<&mut Transform>();
    let mut best = [f64::INFINITY; 4];
    for _ in 0..ROUNDS * STEPS as usize {
        let moves = positions.iter_mut(app.world_mut());
        moves.for_each(|mut position| position.raw_mut().at.x += 256);
        let times = [
            time_once(bodies, || app.world_mut().run_schedule(FixedPostUpdate)),
            time_once(bodies, || resting.world_mut().run_schedule(FixedPostUpdate)),
            time_once(bodies, || empty.world_mut().run_schedule(FixedPostUpdate)),
            time_once(bodies, || {
                for mut transform in transforms.iter_mut(written.world_mut()) {
                    transform.translation.x += 1.0;
                    transform.translation.y += 1.0;
                }
            }),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            if time < *best {
                *best = time;
            }
        }
    }
    let [moved, at_rest, empty, floor] = best;
    println!(
        "{bodies:>7}  all move {:>5.2}, at rest {:>5.2}, a query that writes all {floor:>5.2}",
        moved - empty,
        at_rest - empty
    );
}

/// An app in which nothing steps.
fn app_without_steps() -> App {
    let mut app = App::new();
    app.add_plugins(bevy::TilephysPlugin::default());
    app
}

fn app() -> App {
    let mut app = app_without_steps();
    app.insert_resource(bevy::PhysicsWorld::new(cave()));
    app.insert_resource(Time::<()>::default());
    app
}

fn tick(app: &mut App) {
    app.world_mut().resource_mut::<Time>().advance_by(Duration::from_secs_f32(DT));
    app.world_mut().run_schedule(FixedPostUpdate);
    // As each frame does.
    app.world_mut().resource_mut::<Messages<bevy::PhysicsEvent>>().update();
}
