//! Speeds that the way does not show, and ways that a speed does not show.

use crate::levels::{TILE, TextLevel, player};
use crate::rules::{compare_on, slow};
use crate::sound::{TOWER, play_scripts};
use glam::{IVec2, Vec2};
use tilephys_core::moves::SlopeSpeed;
use tilephys_core::shape::{Part, Polygon, TileShape};
use tilephys_core::{Aabb, Tile, TileCoord, UNITS_PER_PX};
use tilephys_feel::{Button, Dash, Feel, FeelZone, Input, SurfaceFeel, Swim};
use tilephys_reach::{Bounds, MapZone};

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

#[test]
fn a_throw_brakes_nothing_in_its_tick() {
    let text = "
........
........
........
S.......
########";
    let player = player(gliding());
    let mut level = TextLevel::new(text, &player);
    add_throw(&mut level, IVec2::new(1, 3), 16, Vec2::new(1600.0, 50.0));
    compare_on(&level, &player);
}

#[test]
fn water_brakes_less_than_air() {
    let water = "~".repeat(40);
    let ground = "#".repeat(42);
    let rows = [&format!("{water}.."), &format!("S~{water}"), &ground];
    let swim = Swim { speed: 20.0, accel: 60.0, drag: 0.1, buoyancy: 0.0, stroke: 0.0 };
    let player = player(Feel { swim: Some(swim), ..gliding() });
    let mut level = TextLevel::new(&rows.map(String::as_str).join("\n"), &player);
    add_throw(&mut level, IVec2::new(1, 1), 16, Vec2::new(800.0, -30.0));
    compare_on(&level, &player);
}

#[test]
fn a_dash_keeps_a_greater_speed() {
    let air = ".".repeat(40);
    let rows = [air.as_str(), &air, &air, &air, &format!("S{air}"), &format!("#{air}#")];
    let dash = Dash { speed: 200.0, end_speed: 200.0, ticks: 20, ..Dash::default() };
    let player = player(Feel { dash: Some(dash), ..gliding() });
    let mut level = TextLevel::new(&rows.join("\n"), &player);
    add_throw(&mut level, IVec2::new(1, 4), 16, Vec2::new(800.0, -200.0));
    compare_on(&level, &player);
}

#[test]
fn a_wall_gives_back_the_speed_that_it_took() {
    let text = "
........................
.....#..................
.....#..................
.....#..................
.....#..................
.....#..................
S....#..................
#......................#";
    let mut feel = gliding();
    feel.assist.wall_retain_ticks = 20;
    let player = player(feel);
    let mut level = TextLevel::new(text, &player);
    add_throw(&mut level, IVec2::new(1, 6), 16, Vec2::new(800.0, -560.0));
    let mut before = 0.0;
    let mut is_given_back = false;
    // Input toward the wall would replace the speed that it took.
    let input = |_, tick| Input { along: if tick < 18 { 1.0 } else { 0.0 }, ..Input::default() };
    play_scripts(&level, &player, [1, 60], input, |at| {
        is_given_back |= before == 0.0 && at.velocity.x > 700.0 && at.position.x > 4 * TILE;
        before = at.velocity.x;
    });
    assert!(is_given_back);
}

#[test]
fn a_spring_brakes_nothing_in_its_tick() {
    let air = ".".repeat(60);
    let rows = [air.as_str(), &air, &format!("S{air}"), &format!("#.{}", "s".repeat(60))];
    let spring = SurfaceFeel { surface: 7, spring: 20.0, ..SurfaceFeel::default() };
    let player = player(Feel { surfaces: vec![spring], ..gliding() });
    let mut level = TextLevel::new(&rows.join("\n"), &player);
    add_throw(&mut level, IVec2::new(1, 2), 16, Vec2::new(800.0, -100.0));
    compare_on(&level, &player);
}

#[test]
fn a_slope_lifts_what_a_spring_has_thrown() {
    let text = "
......................
......................
......................
......................
......................
......................
.............../######
............../#######
............./########
............/#########
S........../##########
#######ss#############";
    let spring = SurfaceFeel { surface: 7, spring: 400.0, ..SurfaceFeel::default() };
    let mut feel = Feel { surfaces: vec![spring], ..slow(0.0) };
    feel.run.speed = 1_000.0;
    feel.run.accel = 20_000.0;
    let player = player(feel);
    compare_on(&TextLevel::new(text, &player), &player);
}

#[test]
fn a_slope_turns_as_much_of_a_speed_upward_as_it_rises() {
    let text = "
......##
......##
......##
......##
......##
......##
S....R##
########";
    let mut player = player(gliding());
    player.profile.movement.walk.floor_max_angle = 1.25;
    let mut level = TextLevel::new(text, &player);
    let corners = [IVec2::new(TILE * 2 / 3, TILE), IVec2::new(TILE, 0), IVec2::splat(TILE)];
    let shape = TileShape::Parts(vec![Part::Solid(Polygon::new(&corners))]);
    let ramp = level.grid.add_tile(Tile { shape, ..Tile::default() });
    let ground = level.ground();
    level.grid.set_tile(ground, TileCoord::new(5, 6), Some(ramp));
    add_throw(&mut level, IVec2::new(1, 6), 16, Vec2::new(1200.0, 30.0));
    compare_on(&level, &player);
}

#[test]
fn a_slope_under_a_wall_turns_the_speed_of_many_jumps_up() {
    let far = 150;
    let air = format!("{}##", ".".repeat(far));
    let mut rows = vec![air.as_str(); 14];
    let last = format!("S{}/##", ".".repeat(far - 2));
    let ground = "#".repeat(far + 2);
    rows.extend([last.as_str(), ground.as_str()]);
    // Jumps of three ticks, which nothing brakes.
    let mut feel = slow(60.0);
    feel.gravity = 6_000.0;
    feel.run.reduce = 0.0;
    feel.jump.along = 100.0;
    let player = player(feel);
    let level = TextLevel::new(&rows.join("\n"), &player);
    let mut highest = level.start.y;
    let input = |wait: u32, tick: u32| {
        let is_pressed = tick > wait && tick.is_multiple_of(2);
        Input { along: 1.0, jump: Button { held: is_pressed, pressed: is_pressed }, ..Input::default() }
    };
    play_scripts(&level, &player, [40, 200], input, |at| highest = highest.min(at.position.y));
    let crest = level.start.y - TILE;
    // Six jumps have the speed for 12 px.
    assert!(crest - highest > 30 * UNITS_PER_PX, "{highest}");
}

#[test]
fn a_rounded_way_hides_a_part_of_a_speed() {
    // The body jumps from one place at one speed. Beside its floor and above it, the play ends, so no other motion shows that speed, and
    // none comes back to the floor.
    let text = "
^^^^^^^^^^^^^^
^^^^^^^^^^^^^^
..............
..............
..............
..............
..............
..............
..............
..............
..............
......S^^^^^^^
......#.......";
    let mut feel = slow(450.0);
    feel.gravity = 60.0;
    feel.run.speed = 0.0;
    feel.run.accel = 0.0;
    feel.run.reduce = 0.0;
    // In two ticks, two units and a part that is rounded off.
    feel.jump.along = 2.49 / UNITS_PER_PX as f32 * 30.0;
    let player = player(feel);
    let mut level = TextLevel::new(text, &player);
    level.start.x += TILE - player.size.x - 2;
    let mut ways = Vec::new();
    let input = |_, tick| {
        let jump = Button { held: true, pressed: tick == 0 };
        Input { along: 1.0, jump, ..Input::default() }
    };
    play_scripts(&level, &player, [1, 16], input, |at| {
        let area = Aabb::from_min_size(at.position, player.size);
        assert!(!level.deadly.iter().any(|deadly| deadly.overlaps(area)), "{at:?}");
        ways.push(at.position.x - level.start.x);
    });
    // At two units, it would come two units less far.
    assert_eq!([ways[1], ways[15]], [2, 20]);
}

#[test]
fn what_is_thrown_falls_faster_than_from_rest() {
    let text = format!("....##\nS..}}##\n##....\n{}.....#", "......\n".repeat(40));
    let player = player(Feel { max_fall: 0.0, ..gliding() });
    // Downward, and along to a ceiling that turns it down.
    for (at, velocity) in [(IVec2::splat(2), Vec2::new(0.0, 800.0)), (IVec2::ONE, Vec2::new(1600.0, -30.0))] {
        let mut level = TextLevel::new(&text, &player);
        add_throw(&mut level, at, 16, velocity);
        let mut fastest = 0.0;
        let input = |_, _| Input { along: 1.0, ..Input::default() };
        play_scripts(&level, &player, [1, 140], input, |at| {
            fastest = if at.velocity.y > fastest { at.velocity.y } else { fastest };
        });
        // From rest it falls at 1,540 px/s at most.
        assert!(fastest > 1_580.0, "{fastest}");
    }
}

#[test]
fn a_fall_without_a_limit_needs_few_layers() {
    let player = player(Feel { max_fall: 0.0, ..slow(300.0) });
    let level = TextLevel::new(TOWER, &player);
    let bounds = Bounds::new(&level.map(), &player, &[level.start]).expect("the character has bounds");
    // Falls that get faster than any in this map would have 3,000.
    assert!(bounds.nodes() < 1_500, "{}", bounds.nodes());
}
