//! Sliders: each changes what it is named after, at once or from the next beginning on.

use crate::support::{begin, drawing, few};
use tilephys_scenes::{Change, Ground, Quantity, Scene, Stage};

const STEPS: usize = 60;

/// State, drawing and time scale after some steps.
fn run(mut stage: Stage) -> (u64, String, u32) {
    (0..STEPS).for_each(|_| stage.step());
    let hash = stage.physics.game_hash(&stage.world);
    (hash, drawing(&stage), stage.state.time_scale().to_bits())
}

#[test]
fn every_slider_does_something() {
    for scene in Scene::all() {
        let values = few(scene);
        let unchanged = run(begin(scene, &values));
        for (at, slider) in scene.sliders.iter().enumerate() {
            let mut changed = values.clone();
            // The end of the range that is farther from the start, but few bodies.
            changed[at] =
                if slider.value - slider.min > slider.max - slider.value || slider.sets == Quantity::Bodies {
                    slider.min
                } else {
                    slider.max
                };
            let mut stage = begin(scene, &values);
            let change = stage.set(at, changed[at]);
            assert_eq!(stage.state.values(), changed);
            if change == Change::BeginAnew {
                assert!(matches!(scene.ground, Ground::Map(_)), "{}: {}", scene.name, slider.label);
                stage = begin(scene, &changed);
            }
            assert_ne!(run(stage), unchanged, "{}: {}", scene.name, slider.label);
        }
    }
}

#[test]
fn values_are_held_within_their_range() {
    for scene in Scene::all() {
        let mut stage = begin(scene, &few(scene));
        for (at, slider) in scene.sliders.iter().enumerate().filter(|(_, s)| s.sets != Quantity::Bodies) {
            stage.set(at, f32::INFINITY);
            assert_eq!(stage.state.value(at), slider.max, "{}: {}", scene.name, slider.label);
            stage.set(at, -f32::INFINITY);
            assert_eq!(stage.state.value(at), slider.min, "{}: {}", scene.name, slider.label);
            stage.set(at, f32::NAN);
            assert_eq!(stage.state.value(at), slider.value, "{}: {}", scene.name, slider.label);
        }
        assert_eq!(stage.set(99, 1.0), Change::Done);
        stage.step();
    }
}

#[test]
fn fewer_and_more_bodies_again_are_as_many() {
    let scene = Scene::named("islands").expect("a scene");
    let mut stage = begin(scene, &scene.values());
    let (all, bodies) = (stage.state.bodies().count(), scene.sliders[0].sets);
    assert_eq!((all, bodies), (400, Quantity::Bodies));
    for number in [150, 0, 500, 400] {
        assert_eq!(stage.set(0, number as f32), Change::Done);
        stage.step();
        assert_eq!((stage.state.bodies().count(), stage.physics.len()), (number, number));
    }
}

#[test]
fn bodies_that_are_gone_come_back_with_the_slider() {
    let scene = Scene::named("islands").expect("a scene");
    let mut stage = begin(scene, &scene.values());
    let all: Vec<_> = stage.state.bodies().collect();
    for body in [3, 7, 59, 399] {
        stage.world.despawn(all[body]).expect("it is there");
    }
    stage.step();
    assert_eq!(stage.physics.len(), all.len() - 4);
    stage.set(0, 400.0);
    stage.step();
    assert_eq!((stage.state.bodies().count(), stage.physics.len()), (all.len(), all.len()));
}

#[test]
fn speed_scales_velocities_and_comes_back_from_zero() {
    let scene = Scene::named("islands").expect("a scene");
    let speed = scene.sliders.iter().position(|slider| slider.sets == Quantity::Speed).expect("a slider");
    let mut stage = begin(scene, &scene.values());
    let fastest = |stage: &Stage| {
        let mut velocities = stage.world.query::<&tilephys_ecs::Velocity>();
        velocities.iter().fold(0.0, |most: f32, v| if v.0.length() > most { v.0.length() } else { most })
    };
    let before = fastest(&stage);
    assert!((300.0..601.0).contains(&before), "{before}");
    stage.set(speed, 1_200.0);
    assert!((fastest(&stage) - 2.0 * before).abs() < 0.01);
    stage.set(speed, 0.0);
    assert_eq!(fastest(&stage), 0.0);
    stage.set(speed, 600.0);
    assert_eq!(fastest(&stage), before);
}
