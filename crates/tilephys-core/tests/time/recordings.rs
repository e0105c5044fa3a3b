//! Recordings: equal replays, the first difference, and a recording that every build must replay.
//!
//! `data/room.tprc` was written by `TILEPHYS_GOLDEN=write cargo test -p tilephys-core-tests golden`.
//! Write it again after intended changes of motion or of the format.

use super::scene::{DT, Names, act, busy, edit, empty};
use glam::Vec2;
use std::path::PathBuf;
use tilephys_core::record::{Divergence, Recorder, Replay, SaveError, SaveFault};
use tilephys_core::*;

/// What the game does with an input: the number of the tick, and a key.
fn game(names: Names) -> impl Fn(&mut World, &[u8]) + Copy {
    move |world: &mut World, input: &[u8]| {
        let tick = u32::from_le_bytes([input[0], input[1], 0, 0]);
        if input[2] == 1 {
            world.set_velocity(BodyId(1), Vec2::new(300.0, -200.0));
        }
        act(world, names, tick);
    }
}

/// Plays so many ticks, the map edited between them.
pub(super) fn record(ticks: u16) -> (World, Names, Vec<u8>) {
    let (mut world, names) = busy();
    let mut recorder = Recorder::new(&mut world, DT);
    for tick in 0..ticks {
        edit(&mut world, names, tick.into());
        let [low, high] = tick.to_le_bytes();
        recorder.tick(&mut world, &[low, high, u8::from(tick % 60 < 20)], game(names));
    }
    assert_eq!(recorder.ticks(), ticks.into());
    let recording = recorder.finish(&mut world);
    (world, names, recording)
}

#[test]
fn a_recording_gives_the_same_states_again() {
    let (mut world, names, recording) = record(400);
    let (hash, snapshot) = (world.state_hash(), world.snapshot());
    let mut replay = Replay::new(&recording, &mut world).expect("a sound recording");
    assert_eq!((replay.ticks(), replay.dt()), (400, DT));
    assert_eq!(replay.run(&mut world, game(names)), Ok(400));
    assert_eq!((world.state_hash(), world.snapshot()), (hash, snapshot));
    let (mut other, _) = empty();
    let mut replay = Replay::new(&recording, &mut other).expect("a sound recording");
    assert_eq!(replay.run(&mut other, game(names)), Ok(400));
    assert_eq!(replay.tick(&mut other, game(names)), None);
}

#[test]
fn the_first_tick_that_differs_is_named() {
    let (mut world, names, recording) = record(90);
    let mut replay = Replay::new(&recording, &mut world).expect("a sound recording");
    let mut tick = 0;
    let Err(Divergence { tick: found, expected, found: hash }) = replay.run(&mut world, |world, input| {
        tick += 1;
        if tick == 37 {
            world.set_velocity(BodyId(2), Vec2::new(1.0, 0.0));
            world.set_time_scale(BodyId(2), 0.25);
        }
        game(names)(world, input);
    }) else {
        panic!("nothing diverged");
    };
    assert!(found == 37 && expected != hash, "tick {found}");
}

#[test]
fn a_recording_of_another_map_or_gravity_is_refused() {
    let (_, names, recording) = record(5);
    let refused = |world: &mut World| {
        let before = (world.state_hash(), world.snapshot());
        let error = Replay::new(&recording, world).expect_err("another world");
        assert_eq!((world.state_hash(), world.snapshot()), before);
        error
    };
    let mut other = World::new(TileGrid::new(glam::UVec2::splat(16)));
    let error = refused(&mut other);
    assert_eq!(error, SaveError { byte: 6, field: "map", fault: SaveFault::OtherMap });
    assert_eq!(
        error.to_string(),
        "byte 6: map differs from the world's map: load it with the map that it was made on"
    );
    let (mut edited, _) = empty();
    let mut grid = edited.grid.clone();
    grid.set_tile(names.layer, TileCoord::new(7, 7), Some(names.kinds[0]));
    edited = World::new(grid);
    assert_eq!(refused(&mut edited).fault, SaveFault::OtherMap);
    let (mut floating, _) = empty();
    floating.gravity = Vec2::new(0.0, 899.0);
    assert_eq!(
        refused(&mut floating),
        SaveError { byte: 18, field: "gravity", fault: SaveFault::OtherWorld }
    );
}

#[test]
fn a_golden_recording_is_played_by_every_build() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/room.tprc");
    if std::env::var("TILEPHYS_GOLDEN").is_ok_and(|what| what == "write") {
        std::fs::write(&path, record(600).2).expect("the file can be written");
    }
    let recording = std::fs::read(&path).expect("the file is there");
    let (mut world, names) = empty();
    let mut replay = Replay::new(&recording, &mut world).expect("a sound recording");
    assert_eq!(replay.run(&mut world, game(names)), Ok(600));
}
