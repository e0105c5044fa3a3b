//! One game that rolls back in each frame, and compares.

use crate::game::{DASH, Game, JUMP, LEFT, Mistake, Players, RIGHT, THREADS};
use crate::rng::Rng;
use crate::volume::is_full;
use ggrs::{GgrsError, SessionBuilder};

/// Frames that each frame is played again.
const CHECK_DISTANCE: usize = 7;

/// Buttons that a player holds for some frames.
pub(crate) fn buttons(rng: &mut Rng, before: u8) -> u8 {
    if rng.below(8) != 0 {
        return before;
    }
    let mut held = if rng.below(3) == 0 { LEFT } else { RIGHT };
    held |= if rng.below(2) == 0 { JUMP } else { 0 };
    held | if rng.below(6) == 0 { DASH } else { 0 }
}

/// Plays a map. The error names the first frames that differ.
fn play(map: &str, mistake: Option<Mistake>, frames: u32) -> Result<Game, GgrsError> {
    play_on(Game::new(map, 2, mistake), frames)
}

fn play_on(mut game: Game, frames: u32) -> Result<Game, GgrsError> {
    let builder = SessionBuilder::<Players>::new().with_num_players(2)?;
    let mut session = builder.with_check_distance(CHECK_DISTANCE).start_synctest_session()?;
    let mut rng = Rng::new(7);
    let mut held = [0; 2];
    for _ in 0..frames {
        for (player, held) in held.iter_mut().enumerate() {
            *held = buttons(&mut rng, *held);
            session.add_local_input(player, *held)?;
        }
        let requests = session.advance_frame()?;
        game.serve(requests);
    }
    Ok(game)
}

/// Levels with the most different parts.
const FEW: [&str; 4] = ["arena.tmx", "cavern.tmx", "playground.tmx", "yard.tmx"];

/// The other levels.
const OTHERS: [&str; 5] =
    ["levels/dash.tmx", "levels/lifts.tmx", "levels/one_ways.tmx", "levels/slopes.tmx", "levels/water.tmx"];

/// With `TILEPHYS_FULL` 10,000 frames of all levels.
#[test]
fn each_level_rolls_back_to_equal_bits() {
    let is_full = is_full();
    let frames = if is_full { 10_000 } else { 120 };
    let others = if is_full { &OTHERS[..] } else { &[] };
    for map in FEW.iter().chain(others) {
        let game = play(map, None, frames).unwrap_or_else(|error| panic!("{map}: {error}"));
        assert!(game.loads >= frames - 10, "{map}: {} loads", game.loads);
    }
}

/// So many bodies are divided among the threads.
#[test]
fn a_game_on_one_thread_has_the_hashes_of_a_game_on_eight() {
    let [one, eight] = [1, THREADS].map(|threads| {
        let mut game = Game::new("arena.tmx", 2, None);
        game.add_crowd(3000, threads);
        play_on(game, 16).unwrap_or_else(|error| panic!("{threads} threads: {error}"))
    });
    assert!(one.loads > 5 && one.hashes.len() > 10, "{} loads", one.loads);
    assert_eq!(one.hashes, eight.hashes);
}

#[test]
fn a_skipped_load_is_found() {
    let error = play("yard.tmx", Some(Mistake::SkippedLoads), 300).err();
    assert!(matches!(error, Some(GgrsError::MismatchedChecksum { .. })), "{error:?}");
}
