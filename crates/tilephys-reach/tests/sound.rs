//! Soundness: no play leaves the bounds.

use crate::levels::{TextLevel, player};
use crate::made::{made, text};
use crate::play::Game;
use tilephys_core::Aabb;
use tilephys_feel::{Button, Feel, Input};
use tilephys_reach::{Bounds, Player};

/// Numbers by a linear congruence.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

const TOWER: &str = "
################################
#..............................#
#....................G.........#
#...........o....#######.......#
#..--.........#................#
#...........................---#
#......##......................#
#..###.............--..........#
#............####..............#
#.S....#..................../###
########..####....\\......../####
#......#..#..#.....\\####../#####
#.~~~~.#..#^^#...........H.....#
#.~~~~.......#...........H.....#
#.~~~~...................H.....#
################################";

/// Input that is held for a while, and changes at random.
fn random_input(numbers: &mut Numbers, before: &Input) -> Input {
    let mut input = *before;
    if numbers.below(12) == 0 {
        input.along = numbers.below(3) as f32 - 1.0;
    }
    if numbers.below(20) == 0 {
        input.upward = numbers.below(3) as f32 - 1.0;
    }
    let jump = if numbers.below(8) == 0 { !before.jump.held } else { before.jump.held };
    let dash = if numbers.below(15) == 0 { !before.dash.held } else { before.dash.held };
    input.jump = Button { held: jump, pressed: jump && !before.jump.held };
    input.dash = Button { held: dash, pressed: dash && !before.dash.held };
    if numbers.below(30) == 0 {
        input.grab = !input.grab;
    }
    input
}

/// Characters with bounds: all presets, the first one without the speed that its jumps add, for its dashes keep that.
pub(crate) fn bounded_feels() -> Vec<(&'static str, Feel)> {
    let preset = |name| (name, Feel::preset(name).expect("all of these are presets"));
    let mut feels: Vec<_> = Feel::PRESETS.into_iter().map(preset).collect();
    for (_, feel) in &mut feels {
        feel.jump.along = 0.0;
    }
    feels
}

/// Factor of all rounds, 1 unless the variable `TILEPHYS_REACH_ROUNDS` asks for more.
fn factor() -> u64 {
    let asked = std::env::var("TILEPHYS_REACH_ROUNDS").ok();
    asked.map_or(1, |asked| asked.parse().expect("a factor of rounds"))
}

/// Plays at random, and asserts that each position is within the bounds.
fn play_within(level: &TextLevel, player: &Player, name: &str, rounds: u64, ticks: u32) {
    let bounds = Bounds::new(&level.map(), player, &[level.start]).expect("the character has bounds");
    assert_eq!(bounds.no_rule(), None, "{name}");
    for round in 0..rounds {
        let mut numbers = Numbers(round);
        let mut game = Game::new(level, player);
        let mut input = Input::default();
        for tick in 0..ticks {
            input = random_input(&mut numbers, &input);
            // Most play goes on to the right, where the level is.
            if numbers.below(30) == 0 {
                input.along = 1.0;
            }
            game.step(input);
            let at = game.position();
            let area = Aabb::from_min_size(at, player.size);
            if level.deadly.iter().any(|deadly| deadly.overlaps(area)) {
                break;
            }
            assert!(bounds.includes(at), "{name}, round {round}, tick {tick}: {at}");
        }
    }
}

#[test]
fn random_play_stays_within_the_bounds_of_a_tower() {
    for (name, feel) in bounded_feels() {
        let player = player(feel);
        let level = TextLevel::new(TOWER, &player);
        play_within(&level, &player, name, 10 * factor(), 1500);
    }
}

#[test]
fn random_play_stays_within_the_bounds_of_made_levels() {
    for (name, feel) in bounded_feels() {
        let player = player(feel);
        for seed in 0..3 {
            let level = TextLevel::new(&text(&made(seed, 60)), &player);
            play_within(&level, &player, name, 20 * factor(), 1000);
        }
    }
}
