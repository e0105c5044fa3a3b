//! Crates on ramps, and bodies that walk up to them.

use crate::stage::{Stage, walker, with};
use tilephys_core::glam::Vec2;
use tilephys_core::shape::{Slope, TileShape};
use tilephys_core::*;

/// A ramp of 45 degrees from (160, 160) up to (320, 0), with a floor before it and one behind it.
fn ramp() -> Stage {
    let mut stage = Stage::with_gravity([0.0, 900.0]);
    let slope = Slope { side: Direction::Down, heights: [0, 16 * 256] };
    let slope = stage.world.grid.add_tile(Tile { shape: TileShape::Slope(slope), ..Tile::default() });
    stage.tiles(-10..10, 10..11);
    for n in 0..10 {
        stage.world.grid.set_tile(stage.layer, TileCoord::new(10 + n, 9 - n), Some(slope));
        stage.tiles(10 + n..40, 10 - n..11 - n);
    }
    stage.tiles(20..40, 0..1);
    stage
}

/// A hero on the floor before the ramp and a crate on it, with its lower right corner at this x.
fn hero_and_crate(stage: &mut Stage, x: f32, change: impl FnOnce(&mut BodyCollision)) -> [BodyId; 2] {
    let hero = stage.add(walker(), [130.0, 149.0], [8.0, 11.0], [0.0; 2]);
    let crate_of = with(Profile { collide: Some(BodyCollision::crate_of(1.0)), ..walker() }, change);
    let top = 160.0 - (x - 160.0) - 16.0;
    [hero, stage.add(crate_of, [x - 16.0, top], [16.0, 16.0], [0.0; 2])]
}

fn walk(stage: &mut Stage, hero: BodyId) {
    stage.world.set_velocity(hero, Vec2::new(90.0, stage.velocity(hero)[1]));
    stage.step();
    assert!(stage.overlapping().is_empty(), "{:?}", stage.world.events());
}

#[test]
fn a_hero_lifts_a_stack_on_a_ramp_as_one() {
    let mut stage = ramp();
    let [hero, lower] = hero_and_crate(&mut stage, 216.0, |_| ());
    let crate_of = Profile { collide: Some(BodyCollision::crate_of(1.0)), ..walker() };
    let upper = stage.add(crate_of, [200.0, 72.0], [16.0, 16.0], [0.0; 2]);
    for _ in 0..50 {
        walk(&mut stage, hero);
    }
    assert_eq!(stage.at(hero), [205.0, 96.0]);
    assert_eq!([lower, upper].map(|id| stage.at(id)), [[200.0, 80.0], [200.0, 64.0]]);
    // With a ceiling 8 px over it they go no farther.
    stage.tiles(10..20, 2..4);
    for _ in 0..30 {
        walk(&mut stage, hero);
    }
    assert_eq!(stage.velocity(hero), [0.0, 0.0]);
    assert_eq!([lower, upper].map(|id| stage.at(id)), [[200.0, 80.0], [200.0, 64.0]]);
}

#[test]
fn a_crate_of_infinite_mass_is_not_lifted() {
    let mut stage = ramp();
    let [hero, above] = hero_and_crate(&mut stage, 216.0, |collide| collide.mass = f32::INFINITY);
    for _ in 0..90 {
        walk(&mut stage, hero);
    }
    let [x, y] = stage.at(hero);
    // Within a unit: it stops at the first place at which both touch.
    assert!((x - 197.0).abs() <= 1.0 / 256.0 && y == 104.0, "{x}, {y}");
    assert_eq!(stage.velocity(hero), [0.0, 0.0]);
    assert_eq!(stage.at(above), [200.0, 88.0]);
}

#[test]
fn a_tall_hero_pushes_a_crate_up_a_ramp_before_it() {
    let mut stage = ramp();
    let crate_of = Profile { collide: Some(BodyCollision::crate_of(1.0)), ..walker() };
    let hero = stage.add(walker(), [130.0, 136.0], [8.0, 24.0], [0.0; 2]);
    let before = stage.add(crate_of, [200.0, 88.0], [16.0, 16.0], [0.0; 2]);
    for _ in 0..300 {
        walk(&mut stage, hero);
    }
    let [x, y] = stage.at(before);
    assert!(x > 320.0 && y == -16.0 && stage.at(hero)[0] + 8.0 <= x, "the crate is at {x}, {y}");
}
