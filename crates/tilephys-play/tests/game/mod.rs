//! The game without a window: rules, time that goes back, recordings.

mod levels;
mod looks;
mod recordings;
mod reload;
mod rewind;
mod scripts;

use tilephys::tiled::Level;
use tilephys_play::game::{Game, Script, Start, TickInput};

/// A level of the maps of the project.
fn level(name: &str) -> Level {
    let path = format!("{}/../../maps/{name}", env!("CARGO_MANIFEST_DIR"));
    tilephys::tiled::load(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn game(name: &str) -> Game {
    Game::begin(level(name), Start::default()).expect("a level that can be played")
}

/// A run to the right with jumps.
const RUN: &str = "10\n80 right\n20 right jump\n40 right\n20 right jump\n30 left\n";

/// The inputs of a script.
fn inputs(script: &str) -> Vec<TickInput> {
    let mut before = tilephys::ecs::Input::default();
    let mut next = |keys: tilephys_play::game::Keys| {
        let input = keys.input(before);
        before = input;
        before.clear_presses();
        TickInput::of(input)
    };
    Script::parse(script).expect("a script").keys().map(&mut next).collect()
}
