//! What a rollback takes: 500 characters that run and jump on a floor with steps, a checkpoint loaded, and eight ticks with a checkpoint
//! saved after each. The fastest round counts.

use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::prelude::Messages;
use bevy_time::Time;
use std::time::{Duration, Instant};
use tilephys_bevy::{
    Checkpoint, Feel, Input, PhysicsEvent, PhysicsWorld, TilephysPlugin, raw::feel as tilephys_feel,
};
use tilephys_bevy::{Collider, Position};
use tilephys_core::{Tile, TileCoord, TileGrid};

const DT: f32 = 1.0 / 60.0;
const CHARACTERS: i32 = 500;
const ROUNDS: usize = 200;
const FRAMES: usize = 8;

/// A floor with a step up in each eighth column, between two walls.
fn steps() -> TileGrid {
    let mut grid = TileGrid::new([16, 16]);
    let ground = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    for col in 0..CHARACTERS {
        let is_wall = col == 0 || col == CHARACTERS - 1;
        let top = if is_wall { 0 } else { 20 - i32::from(col % 8 == 0) };
        for row in top..22 {
            grid.set_tile(ground, TileCoord::new(col, row), Some(stone));
        }
    }
    grid
}

fn game() -> App {
    let mut app = App::new();
    app.add_plugins(TilephysPlugin::default());
    app.insert_resource(PhysicsWorld::new(steps()).with_gravity([0.0, 900.0]));
    app.insert_resource(Time::<()>::default());
    for number in 0..CHARACTERS {
        let position = Position::new(20.0 + 15.5 * number as f32, 250.0);
        let along = if number % 2 == 0 { 1.0 } else { -1.0 };
        let input = Input(tilephys_feel::Input { along, ..tilephys_feel::Input::default() });
        app.world_mut().spawn((Collider::new(8.0, 11.0), position, Feel::celeste().scaled(16.0), input));
    }
    app
}

fn tick(app: &mut App, number: usize) {
    let mut inputs = app.world_mut().query::<&mut Input>();
    for (index, mut input) in inputs.iter_mut(app.world_mut()).enumerate() {
        input.jump = input.jump.next((number + index) % 40 < 12);
    }
    app.world_mut().resource_mut::<Time>().advance_by(Duration::from_secs_f32(DT));
    app.world_mut().run_schedule(FixedPostUpdate);
    app.world_mut().resource_mut::<Messages<PhysicsEvent>>().update();
}

/// Fastest of all rounds, in milliseconds.
fn fastest(mut round: impl FnMut()) -> f64 {
    let time = |_| {
        let begun = Instant::now();
        round();
        begun.elapsed().as_secs_f64() * 1e3
    };
    (0..ROUNDS).map(time).fold(f64::INFINITY, |best, time| if time < best { time } else { best })
}

fn main() {
    let mut app = game();
    for number in 0..120 {
        tick(&mut app, number);
    }
    let mut begin = Checkpoint::default();
    PhysicsWorld::save_to(app.world_mut(), &mut begin);
    let mut ring: Vec<Checkpoint> = (0..FRAMES).map(|_| Checkpoint::default()).collect();
    println!("{CHARACTERS} characters, in ms, the fastest of {ROUNDS} rounds");
    let save = fastest(|| PhysicsWorld::save_to(app.world_mut(), &mut ring[0]));
    let hash = fastest(|| _ = std::hint::black_box(begin.hash()));
    let load = fastest(|| _ = PhysicsWorld::roll_back(app.world_mut(), &begin));
    println!("a checkpoint saved {save:.3}, its hash {hash:.3}, loaded {load:.3}");
    let mut last = None;
    for has_hashes in [false, true] {
        let played = fastest(|| {
            PhysicsWorld::roll_back(app.world_mut(), &begin).expect("it is of this world");
            for (number, slot) in ring.iter_mut().enumerate() {
                tick(&mut app, 120 + number);
                PhysicsWorld::save_to(app.world_mut(), slot);
                if has_hashes {
                    std::hint::black_box(slot.hash());
                }
            }
        });
        let hash = ring[FRAMES - 1].hash();
        assert_eq!(*last.get_or_insert(hash), hash, "a rollback changed the game");
        let hashes = if has_hashes { ", each with its hash" } else { "" };
        println!("one load, then {FRAMES} steps and saves{hashes} {played:.3}");
    }
    let steps = fastest(|| {
        for number in 0..FRAMES {
            tick(&mut app, number);
        }
    });
    println!("{FRAMES} steps alone {steps:.3}");
}
