//! Rules of the bounds, each on a level on which no other rule hides it: characters that jump low or not at all, and run slowly.

use crate::levels::{TILE, TextLevel, player};
use crate::sound::{crouching, factor, play_within, search_within};
use glam::IVec2;
use tilephys_core::Aabb;
use tilephys_core::platform::{Easing, Mover, Path, PathMode, Waypoint};
use tilephys_feel::{Climb, Dash, Feel, WallJump, WallSlide};
use tilephys_reach::{Bounds, Budget, MapMover, Player, Start, Target, Verdict, reach};

/// A slow character that jumps at a speed in px/s.
fn slow(jump: f32) -> Feel {
    let mut feel = Feel { swim: None, ..Feel::mario() };
    feel.jump.speed = jump;
    feel.jump.rise_gravity = 1.0;
    feel.run.speed = 30.0;
    feel
}

/// Compares the states of random play and of a search in a level with the bounds.
fn compare(text: &str, feel: Feel) {
    let player = player(feel);
    compare_on(&TextLevel::new(text, &player), &player);
}

fn compare_on(level: &TextLevel, player: &Player) {
    play_within(level, player, "alone", 60 * factor(), 400);
    search_within(level, player, IVec2::ONE, 2_000 * factor() as usize);
}

/// A ledge over a deep pit.
const LEDGE: &str = "
...........
S..........
###........
###........
###........
###........
###........
###........
###........
###........
###........
###########";

#[test]
fn a_slide_falls_late() {
    compare(LEDGE, Feel { wall_slide: Some(WallSlide::default()), ..slow(0.0) });
}

#[test]
fn a_hop_leaves_the_top_of_a_wall() {
    let climb = Climb { walls: true, hop_up: 250.0, hop_along: 100.0, up_speed: 240.0, ..Climb::default() };
    let text = "
..........
..........
....###...
....###...
S...###...
##########";
    compare(text, Feel { climb: Some(climb), ..slow(0.0) });
}

/// Adds a platform of a size in tiles that goes to and fro, `ticks` for each way.
fn add_mover(level: &mut TextLevel, size: IVec2, stops: [IVec2; 2], ticks: u32) {
    let ground = level.ground();
    let tile = level.grid.tile_ids().next().expect("the level has a tile");
    let size = size * TILE;
    let stops = stops.map(|at| Waypoint { at: at * TILE, wait: 0, ticks });
    let path = Path::new(&stops, PathMode::Loop, Easing::Linear).expect("the path is sound");
    let mover = Mover { size: Some(size), ..Mover::of_tile(stops[0].at, ground, tile) };
    level.movers.push(MapMover { mover, path: Some(path), size });
}

/// A slow character that the air stops at once, so that the speed that platforms add has a bound.
fn light() -> Feel {
    stopped(slow(0.0))
}

/// A character that the air stops at once.
fn stopped(mut feel: Feel) -> Feel {
    feel.friction = false;
    feel.run.accel = 20_000.0;
    feel.run.reduce = 20_000.0;
    feel.run.air = 1.0;
    feel
}

#[test]
fn a_jump_off_a_wall_that_moves_takes_its_speed_along() {
    let wall_jump = WallJump { wall_lift: true, ..WallJump::default() };
    let player = player(Feel { wall_jump: Some(wall_jump), ..light() });
    let mut level = TextLevel::new(LEDGE, &player);
    add_mover(&mut level, IVec2::new(1, 9), [IVec2::new(4, 2), IVec2::new(10, 2)], 12);
    compare_on(&level, &player);
}

#[test]
fn platforms_push_a_body_in_the_air() {
    let text = "
....S...............
....................
....................
....................
....................
....................
....................
....................
....................
....................
####################";
    let player = player(light());
    let mut level = TextLevel::new(text, &player);
    add_mover(&mut level, IVec2::new(1, 10), [IVec2::new(2, 0), IVec2::new(14, 0)], 24);
    compare_on(&level, &player);
}

#[test]
fn platforms_push_a_body_down_faster_than_it_falls() {
    let text = "
........
........
........
........
S.......
##......
##......
##......
##......
########";
    let player = player(Feel { max_fall: 60.0, ..stopped(slow(300.0)) });
    let mut level = TextLevel::new(text, &player);
    add_mover(&mut level, IVec2::new(4, 1), [IVec2::new(2, 1), IVec2::new(2, 7)], 30);
    compare_on(&level, &player);
}

#[test]
fn platforms_throw_what_leaves_them() {
    let text = "
..................
..................
..................
..................
..................
....S.............
..................
##################";
    let jumps = slow(200.0);
    let dash = Dash { speed: 200.0, ..Dash::default() };
    let dashes = Feel { dash: Some(dash), ..slow(0.0) };
    for feel in [jumps, dashes] {
        let player = player(stopped(feel));
        for stops in [[IVec2::new(4, 6), IVec2::new(4, 3)], [IVec2::new(4, 6), IVec2::new(10, 6)]] {
            let mut level = TextLevel::new(text, &player);
            add_mover(&mut level, IVec2::new(2, 1), stops, 30);
            compare_on(&level, &player);
        }
    }
}

#[test]
fn a_jump_out_of_a_dash_keeps_its_speed() {
    let mut feel = light();
    feel.jump.speed = 200.0;
    feel.dash = Some(Dash { speed: 400.0, ..Dash::default() });
    let text = "
........................
........................
........................
.S......................
########################";
    compare(text, feel);
}

#[test]
fn a_jump_out_of_a_dash_has_coyote_time() {
    let mut feel = slow(450.0);
    feel.jump.coyote_ticks = 9;
    feel.dash = Some(Dash { speed: 300.0, ticks: 20, ..Dash::default() });
    let player = player(feel);
    play_within(&TextLevel::new(LEDGE, &player), &player, "a ledge", 400 * factor(), 60);
}

#[test]
fn springs_throw_a_body_off_the_floor() {
    let text = "
..........
..........
..........
..........
..S..*....
##########";
    compare(text, slow(0.0));
}

#[test]
fn the_corner_of_a_ceiling_shifts() {
    let mut feel = slow(420.0);
    feel.run.speed = 2.0;
    feel.assist.corner_correct_up = 12.0;
    // Over the walls the play ends, so the slow character does not walk there.
    let text = "
.....
..#..
.....
.^.^.
.#.#.
.#S#.
.###.";
    compare(text, feel);
}

#[test]
fn the_corner_of_a_wall_shifts_a_body_at_the_top_of_its_jump() {
    let mut feel = slow(448.0);
    feel.assist.corner_correct_side = 6.0;
    // Gravity takes 28 px/s a tick. So the body has no vertical speed 59.5 px over the floor, 4.5 px below the top of the wall.
    feel.gravity = 1792.0;
    let player = Player { dt: 1.0 / 64.0, ..player(feel) };
    let text = "
........
........
........
....##..
....##..
....##..
.S..##..
########";
    compare_on(&TextLevel::new(text, &player), &player);
}

#[test]
fn steep_slopes_throw() {
    let mut player = player(slow(0.0));
    player.profile.movement.walk.floor_max_angle = 0.6;
    let text = "
..............
S.............
##............
..............
..............
..............
..\\...........
..#\\..........
..##\\.........
..###\\........
##############";
    compare_on(&TextLevel::new(text, &player), &player);
}

#[test]
fn one_way_lines_lift() {
    let mut feel = slow(290.0);
    feel.assist.one_way_assist = 120.0;
    let text = "
..........
..........
..........
...---....
S.........
##########";
    compare(text, feel);
}

#[test]
fn conveyors_carry() {
    let text = "
............
.S..........
###>>>......
............
............
............
###########.";
    compare(text, slow(0.0));
}

/// A hall whose ceiling slants up and down.
const HALL: &str = "
##################
###{......}#######
##{........}######
#{..........}###.#
................}#
..................
S.................
##################";

#[test]
fn slanted_ceilings_turn_a_body_down() {
    compare(HALL, slow(420.0));
    let dash = Dash { speed: 400.0, ..Dash::default() };
    compare(HALL, Feel { dash: Some(dash), ..slow(300.0) });
}

#[test]
fn slanted_ceilings_hold_nothing() {
    let player = player(slow(300.0));
    let level = TextLevel::new(HALL, &player);
    let bounds = Bounds::new(&level.map(), &player, &[level.start]).expect("the character has bounds");
    // The jump is 1.8 tiles high.
    let high = |row: i32| Aabb::from_min_size(IVec2::new(0, row * TILE), IVec2::new(18 * TILE, TILE));
    assert!(bounds.meets(high(4)));
    assert!(!bounds.meets(high(2)));
}

#[test]
fn hills_raise_a_jump_by_no_more_than_their_height() {
    let player = player(slow(300.0));
    let text = "
..................
..................
..................
..................
..................
......../\\........
......./##\\.......
S...../####\\......
##################";
    let level = TextLevel::new(text, &player);
    let bounds = Bounds::new(&level.map(), &player, &[level.start]).expect("the character has bounds");
    let area = |col: i32, row: i32| Aabb::from_min_size(IVec2::new(col, row) * TILE, IVec2::splat(TILE));
    // The jump is 1.8 tiles high, and the body lower than a tile.
    assert!(bounds.meets(area(8, 2)));
    assert!(!bounds.meets(area(8, 0)));
    assert!(!bounds.meets(area(1, 4)));
}

/// A character with long coyote time that falls slowly, so that its fall is at its limit long before.
fn late() -> Feel {
    let mut feel = slow(450.0);
    feel.max_fall = 30.0;
    feel.jump.coyote_ticks = 20;
    feel.run.speed = 90.0;
    feel
}

#[test]
fn coyote_time_outlasts_a_fall_to_its_limit() {
    let player = player(late());
    play_within(&TextLevel::new(LEDGE, &player), &player, "a ledge", 400 * factor(), 90);
}

#[test]
fn coyote_time_begins_on_slopes() {
    // All ground but the slope is far below, so that no other coyote time hides its own.
    let text = "
............
S...........
\\...........
............
............
............
............
............
............
............
############";
    let mut feel = late();
    feel.run.speed = 150.0;
    feel.run.accel = 6_000.0;
    let player = player(feel);
    play_within(&TextLevel::new(text, &player), &player, "a slope", 1_000 * factor(), 50);
}

/// A body of a tile and a half that can crouch.
fn tall(feel: Feel) -> Player {
    Player { size: IVec2::new(TILE / 2, 3 * TILE / 2), ..player(crouching(feel)) }
}

#[test]
fn ceilings_stop_the_jumps_of_a_standing_and_of_a_crouching_body() {
    let over_head = "
##########
..........
.S........
##########";
    let slit = "
##########
....######
....######
.S........
##########";
    let mut feel = slow(150.0);
    feel.run.speed = 120.0;
    let player = tall(feel);
    for text in [over_head, slit] {
        compare_on(&TextLevel::new(text, &player), &player);
    }
}

#[test]
fn the_corner_of_a_ceiling_over_the_standing_head_shifts() {
    let mut feel = slow(335.0);
    feel.run.speed = 2.0;
    feel.assist.corner_correct_up = 12.0;
    let text = "
.....
..#..
.....
.....
.^.^.
.#.#.
.#S#.
.###.";
    let player = tall(feel);
    compare_on(&TextLevel::new(text, &player), &player);
}

#[test]
fn the_corner_of_a_wall_beside_the_standing_head_shifts() {
    let mut feel = slow(448.0);
    feel.assist.corner_correct_side = 6.0;
    // At the top of a jump the head is 83.5 px over the floor, 3.5 px over the lower edge of the wall.
    feel.gravity = 1792.0;
    feel.run.speed = 120.0;
    let text = "
........
........
....##..
........
........
........
........
.S......
########";
    let player = Player { dt: 1.0 / 64.0, ..tall(feel) };
    compare_on(&TextLevel::new(text, &player), &player);
}

#[test]
fn a_crouching_body_passes_under_what_kills_a_standing_one() {
    let text = "
......^......
......^......
.S....^....G.
#############";
    let player = tall(Feel { drop_through: false, ..slow(0.0) });
    let mut level = TextLevel::new(text, &player);
    // The lowest part of the last row is free.
    for area in &mut level.deadly {
        area.max.y = area.max.y.min(3 * TILE - 13 * 256);
    }
    let area = level.goal.expect("the level has a goal");
    let target = Target { id: 0, area };
    let found = reach(&level.map(), &player, &Start::at_rest(level.start), &[target], &Budget::default());
    assert!(matches!(found.verdicts[0], Verdict::Reachable(_)), "{:?}", found.verdicts);
}
