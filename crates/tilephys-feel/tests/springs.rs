//! Springs with a height: how far the feet of each preset rise, by where and how fast they came in.

use crate::scene::{DT, Level, Lie};
use glam::{IVec2, Vec2};
use tilephys_core::{Aabb, Region, SensorId};
use tilephys_feel::{Feel, FeelZone, Throw};

/// Upper edge of the zone in the level's frame, which is as it is, and the height of the spring, in px.
const TOP: i32 = 150;
const HEIGHT: f32 = 70.0;

/// Highest position of the feet after a spring, in px: a character falls into it from `y` with the speed `along`.
fn apex(feel: Feel, y: f32, along: f32, is_held: bool) -> f32 {
    let mut game = Level::with_floor(Lie::AS_IT_IS).play(feel, 100.0, y);
    let area = Aabb::from_min_size(IVec2::new(-300, TOP) * 256, IVec2::new(1000, 10) * 256);
    let region = game.world.add_region(Region::new(area));
    let zone = FeelZone::SpringTo { height: HEIGHT };
    game.set_velocity(Vec2::new(along, 0.0));
    let mut highest = f32::INFINITY;
    let mut is_thrown = false;
    for _ in 0..240 {
        game.hold(0.0, 0.0, is_held && is_thrown);
        let feet = game.at().y + 11.0;
        if is_thrown {
            highest = if feet < highest { feet } else { highest };
        }
        let is_its = |sensor| (sensor == SensorId::Region(region)).then_some(zone);
        if is_thrown && game.velocity().y > 0.0 {
            return highest;
        }
        let state = &mut game.state;
        FeelZone::throw_bodies(&game.world, is_its, |_, by| {
            state.throw(by);
            is_thrown = true;
        });
    }
    panic!("not thrown within {} s", 240.0 * DT);
}

#[test]
fn a_spring_with_a_height_throws_each_preset_to_it_however_it_came_in() {
    for name in Feel::PRESETS {
        for y in [20.0, 77.7, 133.0, 138.5] {
            for along in [0.0, 150.0] {
                for is_held in [false, true] {
                    let feel = Feel::preset(name).expect("a preset");
                    let rise = TOP as f32 - apex(feel, y, along, is_held);
                    let is_exact = (rise - HEIGHT).abs() <= 1.0 / 256.0;
                    assert!(is_exact, "{name} from {y}, {along} px/s, held {is_held}: {rise} px");
                }
            }
        }
    }
}

#[test]
fn a_height_that_is_reached_already_and_a_world_without_gravity_throw_nothing() {
    let mut game = Level::with_floor(Lie::AS_IT_IS).play(Feel::celeste(), 100.0, 149.0);
    game.wait(2);
    game.state.throw(Throw::Height(0));
    game.wait(1);
    assert!(game.on_floor());
    game.world.gravity = Vec2::ZERO;
    game.state.throw(Throw::Height(2560));
    game.wait(1);
    assert_eq!(game.velocity(), Vec2::ZERO);
}
