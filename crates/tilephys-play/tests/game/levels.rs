//! The levels of `maps/levels`: their recordings play again, tick by tick, and end in the goal with most coins.

use super::{game, inputs, level};
use std::path::Path;
use tilephys_play::game::{Game, Recording, Replayed};

/// Names of the levels, with the fewest coins of their recordings.
const LEVELS: [(&str, u32); 5] =
    [("slopes", 25), ("one_ways", 15), ("lifts", 15), ("dash", 15), ("water", 12)];

fn file(path: &str) -> Vec<u8> {
    let path = format!("{}/../../maps/levels/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn recordings_of_the_levels_reach_the_goal_alive() {
    for (name, coins) in LEVELS {
        let recording =
            Recording::from_bytes(&file(&format!("recordings/{name}.tprec"))).expect("a recording");
        let mut game =
            Game::begin(level(&format!("levels/{name}.tmx")), recording.start.clone()).expect("a level");
        let mut replay =
            Replayed::new(&recording, &mut game).unwrap_or_else(|error| panic!("{name}: {error}"));
        while replay.step(&mut game).unwrap_or_else(|error| panic!("{name}: {error}")).is_some() {}
        let score = game.score().expect("a hero");
        assert!(score.is_home && score.deaths == 0 && score.coins >= coins, "{name}: {score:?}");
    }
}

#[test]
fn keys_of_the_levels_make_their_recordings() {
    for (name, _) in LEVELS {
        let keys = String::from_utf8(file(&format!("keys/{name}.txt"))).expect("text");
        let mut game = game(&format!("levels/{name}.tmx"));
        for input in inputs(&keys) {
            game.step(input);
        }
        let map = format!("maps/levels/{name}.tmx");
        let made = game.record(Path::new(&map)).expect("a recording").to_bytes();
        assert!(
            made == file(&format!("recordings/{name}.tprec")),
            "{name}: make the recordings again, as maps/README.md says"
        );
    }
}
