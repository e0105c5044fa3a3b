//! Settings fitted to other tiles and to wanted jumps, measured in a level.

use super::scene::{Game, Level, Lie};
use tilephys_feel::{Crouch, Feel, SurfaceFeel};

/// Height in px and ticks to the apex of a full, held jump.
fn measure(feel: Feel) -> (f32, u32) {
    let mut game = Level::with_floor(Lie::AS_IT_IS).play(feel, 100.0, 149.0);
    game.wait(2);
    let (mut top, mut apex) = (149.0, 0);
    for tick in 1..=700 {
        game.hold(0.0, 0.0, true);
        let y = game.at().y;
        if y >= top {
            break;
        }
        (top, apex) = (y, tick);
    }
    (149.0 - top, apex)
}

#[test]
fn a_fitted_jump_has_the_wanted_height_and_time() {
    for name in Feel::PRESETS {
        for (height, ticks) in
            [(20.0, 16), (33.3, 20), (52.0, 24), (64.0, 15), (64.0, 31), (150.0, 60), (600.0, 90)]
        {
            let feel = Feel::preset(name).expect("all names are of presets");
            let (kept, seconds) = (u32::from(feel.jump.var_jump_ticks), ticks as f32 / 60.0);
            let feel = feel.jumping(height, seconds);
            assert_eq!(feel.fault(), None, "{name}, {height} px in {ticks} ticks");
            let (high, apex) = measure(feel);
            println!("{name}: {height} px in {ticks} ticks: {high} px in {apex}");
            assert!((high - height).abs() <= 0.5, "{name}, {height} px in {ticks} ticks: {high} px");
            assert!(
                apex.abs_diff(ticks.max(kept)) <= 1,
                "{name}, {height} px in {ticks} ticks: {apex} ticks"
            );
        }
    }
}

#[test]
fn a_fitted_jump_is_not_shorter_than_its_kept_speed() {
    let feel = Feel::celeste().jumping(40.0, 0.05);
    let (high, apex) = measure(feel);
    assert!((high - 40.0).abs() <= 0.5 && apex.abs_diff(12) <= 1, "{high} px in {apex} ticks");
}

#[test]
fn nonsense_is_named_as_a_fault() {
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    for (height, seconds) in
        [(nan, 1.0), (1.0, nan), (0.0, 1.0), (-5.0, 1.0), (5.0, 0.0), (inf, 1.0), (5.0, 61.0)]
    {
        let fault = Feel::celeste().jumping(height, seconds).fault();
        assert_eq!(fault.map(|f| f.0), Some("gravity"), "{height} px in {seconds} s");
    }
    for tile in [nan, inf, 0.0, -8.0] {
        assert_eq!(Feel::celeste().scaled(tile).fault().map(|f| f.0), Some("tile_px"), "{tile} px");
    }
    assert_eq!(Feel { tile_px: 0.0, ..Feel::celeste() }.scaled(16.0).fault().map(|f| f.0), Some("gravity"));
}

/// The path of a character through a run with jumps, dashes and walls, in tiles.
fn path(mut game: Game, tile: f32) -> Vec<[f32; 2]> {
    let mut path = Vec::new();
    for tick in 0..240 {
        let along = if tick % 160 < 110 { 1.0 } else { -1.0 };
        let upward = if tick % 90 > 70 { -1.0 } else { 0.0 };
        game.hold(along, upward, tick % 50 > 20);
        path.push([game.at().x / tile, game.at().y / tile]);
    }
    path
}

#[test]
fn a_scaled_character_moves_alike_in_tiles() {
    for name in Feel::PRESETS {
        let crouch = Some(Crouch { width: 8.0, height: 8.0, standing_height: 12.0, speed: 0.5 });
        let surfaces = vec![SurfaceFeel { surface: 7, spring: 100.0, ..SurfaceFeel::default() }];
        let feel = Feel { crouch, surfaces, ..Feel::preset(name).expect("all names are of presets") };
        let own = feel.tile_px;
        let level = |tile: u32| {
            let stones = (-30..120).map(|col| (col, 10)).chain((3..8).map(|row| (12, row)));
            Level::sized(Lie::AS_IT_IS, tile).tiles(stones)
        };
        let play = |factor: f32| {
            let tile = own * factor;
            let at = glam::Vec2::new(4.0 * tile, 10.0 * tile - 12.0 * factor);
            let size = glam::Vec2::new(8.0, 12.0) * factor;
            path(level(tile as u32).play_sized(feel.clone().scaled(tile), at, size), tile)
        };
        for (a, b) in play(1.0).into_iter().zip(play(2.0)) {
            let far = (a[0] - b[0]).abs() + (a[1] - b[1]).abs();
            assert!(far < 0.05, "{name}: {a:?} and {b:?} tiles");
        }
    }
}

#[test]
fn scaling_back_and_to_the_own_tile_changes_nothing() {
    for name in Feel::PRESETS {
        let feel = Feel::preset(name).expect("all names are of presets");
        assert_eq!(feel.clone().scaled(feel.tile_px), feel);
        assert_eq!(feel.clone().scaled(32.0).scaled(feel.tile_px), feel);
    }
}
