//! Rules of ceilings and corners, for standing and for crouching bodies, each on a level on which no other rule hides it.

use crate::levels::{TILE, TextLevel, player};
use crate::rules::{compare, compare_on, slow};
use crate::sound::{crouching, play_scripts};
use glam::IVec2;
use tilephys_core::shape::{Part, Polygon, TileShape};
use tilephys_core::{Aabb, Tile, TileCoord};
use tilephys_feel::{Button, Dash, Feel, Input};
use tilephys_reach::{Bounds, Budget, Player, Start, Target, Verdict, reach};

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
    compare(text, feel.clone());
    // Half a tile, to which the jump is higher.
    feel.jump.speed = 445.0;
    let player = player(feel);
    let mut level = TextLevel::new(&text.replacen('#', ".", 1), &player);
    let half = Aabb::from_min_size(IVec2::ZERO, IVec2::new(TILE, TILE / 2));
    let half = level.grid.add_tile(Tile { shape: TileShape::Box(half), ..Tile::default() });
    let ground = level.ground();
    level.grid.set_tile(ground, TileCoord::new(2, 1), Some(half));
    compare_on(&level, &player);
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
fn the_corner_of_another_shape_than_a_tile_shifts_a_body_at_the_top_of_its_jump() {
    let mut feel = slow(464.0);
    feel.assist.corner_correct_side = 6.0;
    // Gravity takes 7.25 px/s a tick. So the body has no vertical speed 58.9 px over the floor, 5.1 px below the top of the shape. Ticks are
    // so short that a layer rises by less than that near the shape: what may be a ceiling repeats a layer of the rise.
    feel.gravity = 1856.0;
    let player = Player { dt: 1.0 / 256.0, ..player(feel) };
    let text = "
........
........
........
........
........
........
...S....
########";
    let mut level = TextLevel::new(text, &player);
    let half = Aabb::from_min_size(IVec2::ZERO, IVec2::new(TILE / 2, TILE));
    let half = level.grid.add_tile(Tile { shape: TileShape::Box(half), ..Tile::default() });
    let ground = level.ground();
    level.grid.set_tile(ground, TileCoord::new(4, 3), Some(half));
    let mut is_on_top = false;
    let input = |press: u32, tick: u32| Input {
        along: 1.0,
        jump: Button { held: tick >= press, pressed: tick == press },
        ..Input::default()
    };
    play_scripts(&level, &player, [60, 160], input, |at| {
        is_on_top |= at.contacts.on_floor() && at.position.y + player.size.y == 3 * TILE;
    });
    assert!(is_on_top);
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
    // Polygons of these shapes.
    let player = player(slow(420.0));
    let mut level = TextLevel::new(&HALL.replace(['{', '}'], "."), &player);
    let ground = level.ground();
    for (letter, last) in [('{', IVec2::new(0, TILE)), ('}', IVec2::splat(TILE))] {
        let corners = [IVec2::ZERO, IVec2::new(TILE, 0), last];
        let shape = TileShape::Parts(vec![Part::Solid(Polygon::new(&corners))]);
        let tile = level.grid.add_tile(Tile { shape, ..Tile::default() });
        for (row, line) in HALL.lines().skip(1).enumerate() {
            for (col, _) in line.match_indices(letter) {
                level.grid.set_tile(ground, TileCoord::new(col as i32, row as i32), Some(tile));
            }
        }
    }
    compare_on(&level, &player);
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
    let mut feel = crouching(slow(428.0));
    feel.run.speed = 2.0;
    feel.assist.corner_correct_up = 12.0;
    // So tall that the ceiling is far from the body that crouches.
    if let Some(crouch) = &mut feel.crouch {
        crouch.standing_height = 40.0;
    }
    let text = "
.....
..#..
.....
.....
.....
.^.^.
.#.#.
.#S#.
.###.";
    let player = Player { size: IVec2::new(TILE / 2, 5 * TILE / 2), ..player(feel) };
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

#[test]
fn a_slope_overhead_stops_a_jump() {
    // The conveyor tells apart where a jump lands before its time.
    let text = "
..........
..//......
..........
.S........
###.......
..........
..........
..........
#########>";
    compare(text, slow(420.0));
}

#[test]
fn a_ceiling_stops_the_jump_of_a_crouching_body_within_a_cell() {
    // The body that crouches has room for a rise of 4 px. Its jump is 7 px high, and does not leave the cell.
    let text = "
................
....####........
.S..............
########........
................
................
................
................";
    let mut feel = slow(75.0);
    feel.gravity = 400.0;
    feel.run.speed = 120.0;
    let player = tall(feel);
    compare_on(&TextLevel::new(text, &player), &player);
}

#[test]
fn a_slanted_ceiling_turns_a_run_down() {
    // A tick after the edge, so that no fall is as fast.
    let text = "
............
S.......}...
#######.....
............
............
............
............";
    let mut feel = slow(0.0);
    feel.run.speed = 600.0;
    feel.run.accel = 6_000.0;
    feel.max_fall = 1000.0;
    compare(text, feel);
}

#[test]
fn a_corner_shifts_a_body_along_its_speed() {
    let mut feel = slow(420.0);
    feel.jump.along = 200.0;
    feel.assist.corner_correct_up = 12.0;
    let text = "
.....
..#..
..S..
..#..
.....
.....";
    compare(text, feel);
}
