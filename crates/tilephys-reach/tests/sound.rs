//! Soundness: no play leaves the bounds.

use crate::classics::CLASSICS;
use crate::levels::{TILE, TextLevel, player};
use crate::play::Game;
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_feel::{Button, Climb, Crouch, Dash, FastFall, Feel, Input, SurfaceFeel, WallJump, WallSlide};
use tilephys_reach::{Bounds, Budget, Moment, Player, Start, Target, Verdict, Why, reach};

/// Numbers by a linear congruence.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

pub(crate) const TOWER: &str = "
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

/// All presets.
pub(crate) fn presets() -> Vec<(&'static str, Feel)> {
    let preset = |name| (name, Feel::preset(name).expect("all of these are presets"));
    Feel::PRESETS.into_iter().map(preset).collect()
}

/// Characters with one ability each. The name says which.
fn single_abilities() -> Vec<(&'static str, Feel)> {
    let mut plain = Feel { swim: None, ..Feel::mario() };
    // Equal gravity on the way up and down: then no bound is looser than the rule that it bounds.
    plain.jump.speed = 450.0;
    plain.jump.rise_gravity = 1.0;
    plain.jump.air_speed = 300.0;
    let climb = Climb { walls: true, hop_up: 150.0, hop_along: 100.0, ..Climb::default() };
    let spring = SurfaceFeel { surface: 7, spring: 400.0, ..SurfaceFeel::default() };
    let fast = SurfaceFeel { surface: 7, speed: 1.5, ..SurfaceFeel::default() };
    let dash = Dash { speed: 400.0, end_speed: 250.0, floor_snap: 2.0, ..Dash::default() };
    let mut feels: Vec<(&str, Feel)> = vec![
        ("nothing", plain.clone()),
        ("drop through lines", Feel { drop_through: true, ..plain.clone() }),
        ("wall jump", Feel { wall_jump: Some(WallJump::default()), ..plain.clone() }),
        ("wall slide", Feel { wall_slide: Some(WallSlide::default()), ..plain.clone() }),
        ("climb walls", Feel { climb: Some(climb), ..plain.clone() }),
        ("ladders", Feel { climb: Some(Climb { center_speed: 200.0, ..Climb::default() }), ..plain.clone() }),
        ("dash", Feel { dash: Some(dash), ..plain.clone() }),
        ("swim", Feel::mario()),
        ("fast fall", Feel { fast_fall: Some(FastFall::default()), ..plain.clone() }),
        ("springs", Feel { surfaces: vec![spring], ..plain.clone() }),
        ("fast floors", Feel { surfaces: vec![fast], ..plain.clone() }),
    ];
    type Change = fn(&mut Feel);
    let changes: [(&str, Change); 9] = [
        ("coyote time", |feel| feel.jump.coyote_ticks = 9),
        ("air jumps", |feel| feel.jump.air_jumps = 2),
        ("jumps that add speed", |feel| feel.jump.along = 10.0),
        ("corners overhead", |feel| feel.assist.corner_correct_up = 6.0),
        ("corners beside", |feel| feel.assist.corner_correct_side = 6.0),
        ("steps", |feel| feel.assist.step_up = 8.0),
        ("bridges", |feel| feel.assist.gap_bridge = 4.0),
        ("lines that lift", |feel| feel.assist.one_way_assist = 120.0),
        ("lines that nudge", |feel| feel.assist.one_way_nudge = 6.0),
    ];
    for (name, change) in changes {
        let mut feel = plain.clone();
        change(&mut feel);
        feels.push((name, feel));
    }
    feels
}

/// A character that crouches from a tile and a half to three quarters of a tile.
pub(crate) fn crouching(feel: Feel) -> Feel {
    let crouch = Crouch { width: 8.0, height: 12.0, standing_height: 24.0, speed: 0.5 };
    Feel { crouch: Some(crouch), ..feel }
}

/// Everything that acts on a character.
pub(crate) const YARD: &str = "
....................................
....................................
....................................
....................................
..........--........................
....................--....##....##..
..............H..............#..#...
.............#H.........--...#..#...
..............H..............#..#...
..S..........*H..~~~.....#...#..#...
######>>>>##########s########....###
.....................................
....................................";

/// Ground that ends, under the open sky: what is highest and farthest is by the character's own moves.
const SHORE: &str = "
..............................
..............................
..............................
..............................
..............................
..............................
..............................
......S.......................
############..................
..............................
..............................
..............................";

/// A pillar, and a floor that throws.
const PILLAR: &str = "
..........................
..........................
..........................
..........................
............##............
............##............
............##............
............##............
...S........##............
#####>>##s#####...........
..........................
..........................";

/// Searches with a target in each `spacing` tiles. In builds with assertions, each of its states is compared with the bounds. Returns their number.
pub(crate) fn search_within(level: &TextLevel, player: &Player, spacing: IVec2, states: usize) -> usize {
    let area = |col: i32, row: i32| Aabb::from_min_size(IVec2::new(col, row) * TILE, IVec2::splat(TILE));
    let columns = || (0..level.columns).step_by(spacing.x as usize);
    let cells =
        (-2..level.rows).step_by(spacing.y as usize).flat_map(|row| columns().map(move |col| (col, row)));
    let targets: Vec<Target> = cells.map(|(col, row)| Target { id: 0, area: area(col, row) }).collect();
    let budget = Budget { states, ..Budget::default() };
    let found = reach(&level.map(), player, &Start::at_rest(level.start), &targets, &budget);
    assert!(found.bounds.is_some(), "the character has bounds");
    let differs =
        |verdict: &Verdict| matches!(verdict, Verdict::Unknown(nearest) if nearest.why == Why::Differs);
    assert!(!found.verdicts.iter().any(differs), "a way ends elsewhere when it is played alone");
    found.states
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "the comparison is an assertion")]
fn no_search_leaves_the_bounds() {
    for (name, feel) in single_abilities() {
        for text in [YARD, SHORE, PILLAR] {
            let player = player(feel.clone());
            let level = TextLevel::new(text, &player);
            let states = 4_000 * factor() as usize;
            let found = search_within(&level, &player, IVec2::new(11, 3), states);
            assert!(found > 1_000, "{name}: {found} states");
        }
    }
}

/// Factor of all rounds, 1 unless the variable `TILEPHYS_REACH_ROUNDS` asks for more.
pub(crate) fn factor() -> u64 {
    let asked = std::env::var("TILEPHYS_REACH_ROUNDS").ok();
    asked.map_or(1, |asked| asked.parse().expect("a factor of rounds"))
}

/// Plays at random, and asserts that each state is within the bounds. Returns their number.
pub(crate) fn play_within(level: &TextLevel, player: &Player, name: &str, rounds: u64, ticks: u32) -> usize {
    let bounds = Bounds::new(&level.map(), player, &[level.start]).expect("the character has bounds");
    let lowest = level.grid.tiles().map(|(_, at, _)| at.row).max().expect("the level has a tile");
    let motions = bounds.motions(player).expect("all speeds have bounds");
    let mut states = 0;
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
            let at = game.moment();
            let area = Aabb::from_min_size(at.position, player.size);
            // Below all tiles, the play ends.
            if at.position.y > (lowest + 1) * TILE || level.deadly.iter().any(|deadly| deadly.overlaps(area))
            {
                break;
            }
            assert!(motions.include(&at), "{name}, round {round}, tick {tick}: {at:?}");
            states += 1;
        }
    }
    states
}

/// Plays the inputs of some scripts for some ticks, and asserts that each state is within the bounds. Calls `see` with each.
pub(crate) fn play_scripts(
    level: &TextLevel,
    player: &Player,
    [scripts, ticks]: [u32; 2],
    input: impl Fn(u32, u32) -> Input,
    mut see: impl FnMut(&Moment),
) {
    let bounds = Bounds::new(&level.map(), player, &[level.start]).expect("the character has bounds");
    let motions = bounds.motions(player).expect("all speeds have bounds");
    for script in 0..scripts {
        let mut game = Game::new(level, player);
        for tick in 0..ticks {
            game.step(input(script, tick));
            let at = game.moment();
            assert!(motions.include(&at), "script {script}, tick {tick}: {at:?}");
            see(&at);
        }
    }
}

#[test]
fn random_play_stays_within_the_bounds_of_a_tower() {
    for (name, feel) in presets() {
        let player = player(feel);
        let level = TextLevel::new(TOWER, &player);
        let states = play_within(&level, &player, name, 10 * factor(), 1500);
        println!("{name}: {states} states");
    }
}

#[test]
fn random_play_with_each_ability_alone_stays_within_the_bounds() {
    for (name, feel) in single_abilities() {
        let player = player(feel);
        for text in [YARD, SHORE, PILLAR] {
            let level = TextLevel::new(text, &player);
            let states = play_within(&level, &player, name, 30 * factor(), 300);
            println!("{name}: {states} states");
        }
    }
}

/// Slits, and ceilings over the head of a standing body.
const SLITS: &str = "
........................
........................
.......######...........
..............####......
..###...................
...........#######......
.S....###########....##.
......................##
###..##########..#######
###..........##..#######
########################";

#[test]
fn crouching_stays_within_the_bounds() {
    let mut plain = Feel { swim: None, ..Feel::mario() };
    plain.assist.corner_correct_up = 4.0;
    let walls = Feel {
        wall_jump: Some(WallJump::default()),
        wall_slide: Some(WallSlide::default()),
        ..plain.clone()
    };
    let mut fast = crouching(plain.clone());
    if let Some(crouch) = &mut fast.crouch {
        crouch.speed = 1.5;
    }
    for feel in [crouching(plain), crouching(walls), fast] {
        let player = Player { size: IVec2::new(TILE / 2, 3 * TILE / 2), ..player(feel) };
        let level = TextLevel::new(SLITS, &player);
        play_within(&level, &player, "crouching", 60 * factor(), 400);
        search_within(&level, &player, IVec2::new(5, 2), 4_000 * factor() as usize);
    }
}

#[test]
fn random_play_stays_within_the_bounds_of_the_classics() {
    for (name, feel) in presets() {
        let player = player(feel);
        for classic in CLASSICS.into_iter().filter(|classic| ["march", "works"].contains(&classic.name)) {
            let beginning: Vec<String> =
                classic.rows().lines().map(|row| row.chars().take(50).collect()).collect();
            let level = TextLevel::new(&beginning.join("\n"), &player);
            let states = play_within(&level, &player, name, 20 * factor(), 1000);
            println!("{name}: {states} states");
        }
    }
}
