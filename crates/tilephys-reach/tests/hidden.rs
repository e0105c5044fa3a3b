//! Speeds that the way does not show, and ways that a speed does not show.

use crate::levels::{TILE, TextLevel, player};
use crate::rules::{compare_on, slow};
use glam::{IVec2, Vec2};
use tilephys_core::moves::SlopeSpeed;
use tilephys_core::{Aabb, Tile, TileCoord, UNITS_PER_PX};
use tilephys_feel::{Dash, Feel, FeelZone, Swim};
use tilephys_reach::MapZone;

/// A slow character that keeps a greater speed for long.
fn gliding() -> Feel {
    let mut feel = Feel { friction: false, ..slow(0.0) };
    feel.run.accel = 400.0;
    feel.run.reduce = 400.0;
    feel
}

/// Adds a zone that throws, `height` px high.
fn add_throw(level: &mut TextLevel, at: IVec2, height: i32, velocity: Vec2) {
    let area = Aabb::from_min_size(at * TILE, IVec2::new(TILE, height * UNITS_PER_PX));
    level.zones.push(MapZone { area, zone: FeelZone::Spring { velocity } });
}

#[test]
fn a_conveyor_hides_a_speed_against_it() {
    // The zone over the floor is the only source of the speed, and what is on the floor is not in it.
    let text = "
######
#.S..#
#....#
#....#
#....#
######";
    let player = player(gliding());
    let mut level = TextLevel::new(text, &player);
    add_throw(&mut level, IVec2::new(2, 3), 8, Vec2::new(800.0, 900.0));
    let ground = level.ground();
    let mut tile = Tile::default();
    tile.material.conveyor = Vec2::new(-900.0, 0.0);
    let conveyor = level.grid.add_tile(tile);
    for col in 1..5 {
        level.grid.set_tile(ground, TileCoord::new(col, 5), Some(conveyor));
    }
    compare_on(&level, &player);
}

#[test]
fn a_slope_hides_a_part_of_a_speed() {
    // Water is the only source of the speed. The conveyor makes speeds show in the way, and adds nothing, for it is out of reach.
    let text = "
.......####
....../####
...../#####
..../######
S~~/#######
###########
#####>#####
###########";
    let swim = Swim { speed: 6400.0, accel: 1_000_000.0, ..Swim::default() };
    let mut player = player(Feel { swim: Some(swim), ..gliding() });
    player.profile.movement.walk.slope_speed = SlopeSpeed::Curve { up: 0.0, down: 0.0 };
    compare_on(&TextLevel::new(text, &player), &player);
}

#[test]
fn a_slope_under_a_wall_turns_a_flight_up() {
    let text = "
......##
......##
......##
......##
......##
......##
...../##
S.../###
########";
    let dash = Dash { speed: 480.0, end_speed: 480.0, ..Dash::default() };
    let dashes = player(Feel { dash: Some(dash), ..gliding() });
    compare_on(&TextLevel::new(text, &dashes), &dashes);
    let thrown = player(gliding());
    let mut level = TextLevel::new(text, &thrown);
    add_throw(&mut level, IVec2::new(1, 7), 16, Vec2::new(3200.0, -30.0));
    compare_on(&level, &thrown);
}
