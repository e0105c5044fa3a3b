//! Ice, mud, springs, one-way floors, low ceilings.

use super::scene::{Level, Lie};
use glam::{UVec2, Vec2};
use tilephys_core::{
    Material, Tile,
    shape::{OneWay, TileShape},
};
use tilephys_feel::{Crouch, Feel, JumpKind, SurfaceFeel};

/// A floor in row 10 of this material.
fn floor_of(lie: Lie, material: Material) -> Level {
    Level::new(lie).of(Tile { material, ..Tile::default() }, (-20..80).map(|col| (col, 10)))
}

/// Speeds after a tick and after many of running from rest.
fn run_on(lie: Lie, material: Material, feel: &Feel) -> (f32, f32) {
    let mut game = floor_of(lie, material).play(feel.clone(), 100.0, 149.0);
    game.wait(2);
    game.hold(1.0, 0.0, false);
    let first = game.velocity().x;
    for _ in 0..120 {
        game.hold(1.0, 0.0, false);
    }
    (first, game.velocity().x)
}

#[test]
fn ice_is_slippery_and_mud_is_slow() {
    let ice = SurfaceFeel { surface: 1, accel: 0.125, ..SurfaceFeel::default() };
    let mud = SurfaceFeel { surface: 2, speed: 0.5, ..SurfaceFeel::default() };
    let feel = Feel { surfaces: vec![ice, mud], ..Feel::celeste() };
    let surface = |surface| Material { surface, ..Material::default() };
    let tick = 1000.0 / 60.0;
    for lie in Lie::all() {
        for (number, expected) in [(0, (tick, 90.0)), (1, (tick / 8.0, 90.0)), (2, (tick, 45.0))] {
            let got = run_on(lie, surface(number), &feel);
            let is_near = (got.0 - expected.0).abs() < 1e-3 && (got.1 - expected.1).abs() < 1e-3;
            assert!(is_near, "{lie:?}, surface {number}: {got:?}");
        }
        let slippery = Material { friction: 0.25, ..Material::default() };
        let plain = run_on(lie, slippery, &Feel::celeste()).0;
        let rubbed = run_on(lie, slippery, &Feel { friction: true, ..Feel::celeste() }).0;
        assert!((plain - tick).abs() < 1e-3 && (rubbed - tick / 4.0).abs() < 1e-3, "{plain}, {rubbed}");
    }
}

#[test]
fn a_spring_throws_landing_bodies() {
    let spring = SurfaceFeel { surface: 9, spring: 333.0, ..SurfaceFeel::default() };
    let feel = Feel { surfaces: vec![spring], ..Feel::floaty() };
    for lie in Lie::all() {
        let material = Material { surface: 9, ..Material::default() };
        let mut game = floor_of(lie, material).play(feel.clone(), 100.0, 140.0);
        while !game.on_floor() {
            game.wait(1);
        }
        assert_eq!(game.hold(0.0, 0.0, false).jumped, Some(JumpKind::Spring), "{lie:?}");
        assert_eq!((game.velocity().y, game.state.air_jumps()), (-333.0, 1));
        assert_eq!(game.hold(0.0, 0.0, false).jumped, None, "{lie:?}: once");
    }
}

#[test]
fn down_and_jump_leave_a_one_way_floor_and_no_other() {
    for lie in Lie::all() {
        let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), lie.up()));
        let tile = Tile { shape: line, ..Tile::default() };
        let level = Level::with_floor(lie).of(tile, [(5, 5), (6, 5), (7, 5)]);
        let mut game = level.play(Feel::celeste(), 92.0, 69.0);
        game.wait(2);
        assert!(game.on_floor());
        let command = game.hold(0.0, -1.0, true);
        assert!(command.drop_through && command.jumped.is_none(), "{lie:?}");
        for _ in 0..60 {
            assert_eq!(game.hold(0.0, -1.0, true).jumped, None, "{lie:?}: one press");
        }
        assert_eq!(game.at().y, 149.0, "{lie:?}");
        game.wait(1);
        let command = game.hold(0.0, -1.0, true);
        assert_eq!((command.drop_through, command.jumped), (false, Some(JumpKind::Floor)), "{lie:?}");
    }
}

#[test]
fn a_crouching_body_stands_up_where_there_is_room() {
    let crouch = Crouch { width: 8.0, height: 11.0, standing_height: 17.0, speed: 0.5 };
    let feel = Feel { crouch: Some(crouch), ..Feel::celeste() };
    for lie in Lie::all() {
        // A passage of one tile.
        let low = Level::with_floor(lie).tiles((8..12).map(|col| (col, 8)));
        let mut game = low.play_sized(feel.clone(), Vec2::new(100.0, 143.0), Vec2::new(8.0, 17.0));
        game.wait(2);
        game.hold(0.0, -1.0, false);
        game.hold(0.0, -1.0, false);
        assert_eq!((game.height(), game.at().y), (11.0, 149.0), "{lie:?}");
        for _ in 0..60 {
            game.hold(1.0, -1.0, false);
        }
        let at = game.at();
        assert!((at.x - 145.0).abs() < 8.0 && (game.velocity().x - 45.0).abs() < 1e-3, "{lie:?}: {at}");
        game.wait(10);
        assert_eq!(game.height(), 11.0, "{lie:?}: there is no room at {}", game.at());
        for _ in 0..90 {
            game.hold(1.0, 0.0, false);
        }
        assert_eq!((game.height(), game.at().y), (17.0, 143.0), "{lie:?}: {}", game.at());
        game.hold(0.0, -1.0, false);
        assert_eq!(game.height(), 11.0, "{lie:?}");
        game.wait(1);
        assert_eq!((game.height(), game.velocity().y), (17.0, 0.0), "{lie:?}");
    }
}
