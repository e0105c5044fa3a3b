//! Rules of the bounds, each on a level on which no other rule hides it: characters that jump low or not at all, and run slowly.

use crate::levels::{TILE, TextLevel, player};
use crate::sound::{factor, play_scripts, play_within, search_within};
use glam::IVec2;
use tilephys_core::platform::{Easing, Mover, Path, PathMode, Waypoint};
use tilephys_core::shape::{OneWay, TileShape};
use tilephys_core::{Aabb, Direction, Tile, TileCoord, TileId};
use tilephys_feel::{Button, Climb, Dash, Feel, FeelZone, Input, SurfaceFeel, Swim, WallJump, WallSlide};
use tilephys_reach::{Bounds, Budget, MapMover, MapZone, Player, Start, Target, Verdict, reach};

/// A slow character that jumps at a speed in px/s.
pub(crate) fn slow(jump: f32) -> Feel {
    let mut feel = Feel { swim: None, ..Feel::mario() };
    feel.jump.speed = jump;
    feel.jump.rise_gravity = 1.0;
    feel.run.speed = 30.0;
    feel
}

/// Compares the states of random play and of a search in a level with the bounds.
pub(crate) fn compare(text: &str, feel: Feel) {
    let player = player(feel);
    compare_on(&TextLevel::new(text, &player), &player);
}

pub(crate) fn compare_on(level: &TextLevel, player: &Player) {
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
    let tile = level.grid.tile_ids().next().expect("the level has a tile");
    add_mover_of(level, tile, size, stops, ticks);
}

fn add_mover_of(level: &mut TextLevel, tile: TileId, size: IVec2, stops: [IVec2; 2], ticks: u32) {
    let ground = level.ground();
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
pub(crate) fn stopped(mut feel: Feel) -> Feel {
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
fn a_jump_off_a_wall_that_rises_takes_its_speed_up() {
    // Farther than the area in which the wall may push, and hold.
    let wall_jump = WallJump { wall_lift: true, reach: 60.0, ..WallJump::default() };
    let player = player(Feel { wall_jump: Some(wall_jump), ..slow(150.0) });
    let mut level = TextLevel::new(LEDGE, &player);
    add_mover(&mut level, IVec2::new(1, 4), [IVec2::new(6, 8), IVec2::new(6, 2)], 24);
    let mut fastest: f32 = 0.0;
    // A press at each tick of a walk off the ledge.
    let input = |press: u32, tick: u32| Input {
        along: 1.0,
        jump: Button { held: tick == press, pressed: tick == press },
        ..Input::default()
    };
    play_scripts(&level, &player, [200, 210], input, |at| {
        fastest = if at.velocity.y < fastest { at.velocity.y } else { fastest };
    });
    assert!(fastest < -380.0, "{fastest}");
}

#[test]
fn platforms_that_throw_add_their_speed() {
    let text = "
........
........
........
........
........
........
........
S.......
########";
    let spring = SurfaceFeel { surface: 7, spring: 200.0, ..SurfaceFeel::default() };
    let player = player(Feel { surfaces: vec![spring], ..stopped(slow(0.0)) });
    let mut level = TextLevel::new(text, &player);
    let throws = |tile: &TileId| level.grid.tile_kind(*tile).material.surface == 7;
    let tile = level.grid.tile_ids().find(throws).expect("the level has a tile that throws");
    add_mover_of(&mut level, tile, IVec2::new(3, 1), [IVec2::new(2, 8), IVec2::new(2, 4)], 24);
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
fn a_dash_ends_in_a_rise() {
    let dash = Dash { speed: 100.0, ticks: 1, end_speed: 300.0, ..Dash::default() };
    let text = "
..........
..........
..........
..........
S.........
##########";
    compare(text, Feel { dash: Some(dash), ..slow(0.0) });
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
fn ladders_lead_down_through_lines() {
    let text = "
##########
#S.......#
#--------#
#........#
#........#
##########";
    let player = player(Feel { climb: Some(Climb::default()), ..slow(0.0) });
    let mut level = TextLevel::new(text, &player);
    let area = Aabb::from_min_size(IVec2::new(4, 2) * TILE, IVec2::new(1, 3) * TILE);
    level.zones.push(MapZone { area, zone: FeelZone::Ladder });
    let below = Aabb::from_min_size(IVec2::new(4, 4) * TILE, IVec2::splat(TILE));
    let targets = [Target { id: 0, area: below }];
    let start = Start::at_rest(level.start);
    let found = reach(&level.map(), &player, &start, &targets, &Budget::default());
    assert!(matches!(found.verdicts[0], Verdict::Reachable(_)), "{:?}", found.verdicts);
}

#[test]
fn slanted_one_way_lines_throw() {
    let text = "
..............
S.............
##............
..............
..............
..............
..............
..............
..............
..............
##############";
    for open in [Direction::Left, Direction::Right] {
        let player = player(slow(0.0));
        let mut level = TextLevel::new(text, &player);
        let ground = level.ground();
        let line = OneWay::new(IVec2::ZERO, IVec2::splat(TILE), open);
        let line = level.grid.add_tile(Tile { shape: TileShape::OneWay(line), ..Tile::default() });
        for step in 0..3 {
            level.grid.set_tile(ground, TileCoord::new(2 + step, 5 + step), Some(line));
        }
        compare_on(&level, &player);
    }
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
fn a_jump_out_of_the_map_may_be_slow() {
    let mut feel = slow(600.0);
    feel.jump.rise_gravity = 0.07;
    compare("\nS.......\n########", feel);
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

#[test]
fn water_leads_to_a_speed_along() {
    let swim = Swim { speed: 150.0, accel: 1200.0, ..Swim::default() };
    // Also where the conveyor makes speeds show in the way.
    for last in ['#', '>'] {
        let text = format!(
            "
................
S~~~~...........
#####...........
................
................
###############{last}"
        );
        compare(&text, Feel { swim: Some(swim), ..slow(0.0) });
    }
}

#[test]
fn water_keeps_up_what_a_spring_throws() {
    let text = "
......
......
......
......
.~~~~.
.~~~~.
.~~~~.
S~~~~.
#ssss#";
    let spring = SurfaceFeel { surface: 7, spring: 300.0, ..SurfaceFeel::default() };
    // It brakes less than gravity: by the stroke upward, and by buoyancy.
    let stroke = Swim { speed: 20.0, accel: 60.0, drag: 0.1, buoyancy: 0.0, stroke: 0.0 };
    let buoyant = Swim { buoyancy: 850.0, speed: 150.0, accel: 6_000.0, ..stroke };
    for swim in [stroke, buoyant] {
        compare(text, Feel { swim: Some(swim), surfaces: vec![spring], ..slow(0.0) });
    }
}

#[test]
fn shapes_with_a_level_upper_edge_hold_what_stands_on_them() {
    let text = "
S...........
{}{}{}{}{}{}
............
............
............";
    compare(text, slow(200.0));
}

#[test]
fn the_tip_of_a_slope_holds_a_body_beside_it() {
    let to_the_left = "
.......
...S...
../##..
.......
.......";
    let to_the_right = "
.......
...S...
..##\\..
.......
.......";
    let mut feel = slow(100.0);
    feel.run.accel = 400.0;
    let player = player(feel);
    for (text, along, x) in [(to_the_left, -1.0, 2 * TILE - player.size.x), (to_the_right, 1.0, 5 * TILE)] {
        let level = TextLevel::new(text, &player);
        let mut is_beside = false;
        let input = |turn: u32, tick: u32| {
            let jump = Button { held: tick > 55, pressed: tick == 56 };
            Input { along: if tick < turn { along } else { 0.0 - along }, jump, ..Input::default() }
        };
        play_scripts(&level, &player, [100, 90], input, |at| {
            is_beside |= at.contacts.on_floor() && at.position.x == x;
        });
        assert!(is_beside, "{text}");
    }
}
