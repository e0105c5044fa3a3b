//! Scripts and recordings without a window.

use super::args;
use super::opened::{self, Opened};
use std::path::Path;
use std::process::ExitCode;
use tilephys::ecs::Input;
use tilephys::tiled::Disk;
use tilephys_play::game::{Game, GameEvent, Recording, Replayed, Script, Start, TickInput};

/// Plays the keys or the recording and prints what came of it.
pub(super) fn run(opened: Opened) -> Result<ExitCode, String> {
    let Opened { args, start, script, recording } = opened;
    if let Some(recording) = recording {
        let map = args.map.clone().unwrap_or_else(|| recording.map.clone());
        return replay(&map, &recording);
    }
    let map = args.map();
    let mut game = match &args.scene {
        Some(name) => begin_scene(name)?,
        None => begin_with_project(&map, start)?,
    };
    let script = script.unwrap_or_default();
    let ticks = args.frames.unwrap_or(script.keys().count() as u32);
    let is_home = play(&mut game, &script, ticks);
    tell(&game, is_home);
    if let Some(path) = &args.record {
        let recording = game.record(&map).map_err(|error| error.to_string())?;
        std::fs::write(path, recording.to_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Begins a level with the hero of its project.
fn begin_with_project(map: &Path, mut start: Start) -> Result<Game, String> {
    let (level, project) = opened::load(map)?;
    project.complete(&mut start, level.tile_size);
    Game::begin(level, start).map_err(|error| error.to_string())
}

fn begin_scene(name: &str) -> Result<Game, String> {
    let scene = args::scene(name)?;
    let stage = scene.begin(&[], &Disk).map_err(|error| error.to_string())?;
    Ok(Game::of_stage(stage))
}

/// Plays a script; true if the hero reaches the goal.
fn play(game: &mut Game, script: &Script, ticks: u32) -> bool {
    let mut input = Input::default();
    let mut is_home = false;
    for tick in 0..ticks {
        input = script.at(tick).unwrap_or_default().input(input);
        let events = game.step(TickInput::of(input));
        input.clear_presses();
        is_home |= events.contains(&GameEvent::Goal);
    }
    is_home
}

fn replay(map: &Path, recording: &Recording) -> Result<ExitCode, String> {
    // A recording has the hero with which it was made.
    let (level, _) = opened::load(map)?;
    let mut game = Game::begin(level, recording.start.clone()).map_err(|error| error.to_string())?;
    let mut replay = Replayed::new(recording, &mut game).map_err(|error| error.to_string())?;
    let mut is_home = false;
    loop {
        match replay.step(&mut game) {
            Ok(Some(events)) => is_home |= events.contains(&GameEvent::Goal),
            Ok(None) => break,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    tell(&game, is_home);
    Ok(ExitCode::SUCCESS)
}

fn tell(game: &Game, is_home: bool) {
    let score = game.score().unwrap_or_default();
    let home = if is_home { "in the goal" } else { "not in the goal" };
    let (ticks, coins, deaths) = (game.tick(), score.coins, score.deaths);
    println!("{ticks} ticks, {coins} coins, {deaths} deaths, {home}");
    println!("hash {:016x}", game.hash());
}
