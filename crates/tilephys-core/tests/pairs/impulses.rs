//! Impulses between two, three and more bodies.

use crate::stage::{Stage, ball, floating, of_mass};
use tilephys_core::{BodyId, Combine, CombineRule, Profile, Response};

const EDGE: [f32; 2] = [16.0, 16.0];

/// Bodies in a row from left to right, `gap` px apart.
fn row(stage: &mut Stage, gap: f32, all: &[(Profile, f32)]) -> Vec<BodyId> {
    let at = |n: usize| [n as f32 * (16.0 + gap), 0.0];
    all.iter()
        .enumerate()
        .map(|(n, (profile, speed))| stage.add(*profile, at(n), EDGE, [*speed, 0.0]))
        .collect()
}

fn speeds(stage: &Stage, ids: &[BodyId]) -> Vec<f32> {
    ids.iter().map(|id| stage.velocity(*id)[0]).collect()
}

fn two_by(combine: Combine, a: (Profile, f32), b: (Profile, f32)) -> [f32; 2] {
    let mut stage = Stage::new();
    stage.world.combine = combine;
    let ids = row(&mut stage, 0.25, &[a, b]);
    stage.step();
    assert_eq!(stage.body_hits(ids[0]).len(), 1, "{:?}", stage.world.events());
    [stage.velocity(ids[0])[0], stage.velocity(ids[1])[0]]
}

fn are_close(seen: &[f32], wanted: &[f32]) {
    let is_close = |(s, w): (&f32, &f32)| (s - w).abs() <= 1e-4 * (1.0 + w.abs());
    assert!(seen.iter().zip(wanted).all(is_close), "{seen:?}, not {wanted:?}");
}

#[test]
fn restitution_is_what_the_world_makes_of_the_two() {
    for (rule, wanted) in [
        (CombineRule::Max, 0.75),
        (CombineRule::Min, 0.25),
        (CombineRule::Average, 0.5),
        (CombineRule::Multiply, 0.1875),
    ] {
        let combine = Combine { restitution: rule, ..Combine::default() };
        let [a, b] = two_by(combine, (ball(0.25), 400.0), (ball(0.75), -400.0));
        are_close(&[b - a, a + b], &[800.0 * wanted, 0.0]);
    }
}

#[test]
fn two_that_come_to_one_from_both_sides_at_one_moment() {
    let mut stage = Stage::new();
    let ids = row(&mut stage, 2.0, &[(ball(1.0), 240.0), (ball(1.0), 0.0), (ball(1.0), -240.0)]);
    stage.step();
    assert_eq!(speeds(&stage, &ids), [-240.0, 0.0, 240.0]);
    for id in ids.clone() {
        let times: Vec<u64> = stage.body_hits(id).iter().map(|hit| hit.shape.fraction.to_bits()).collect();
        // One after the other, when the one in the middle has gone a unit of its 1,024.
        let is_then = |time: &u64| (1 << 31..=(1 << 31) + (1 << 22)).contains(time);
        assert!(!times.is_empty() && times.iter().all(is_then), "{times:?}");
    }
    let far = |n: usize| (stage.at(ids[n])[0] - 18.0 * n as f32).abs();
    assert!((0..3).all(|n| far(n) <= 2.0 / 256.0), "{:?}", [far(0), far(1), far(2)]);
}

#[test]
fn corner_to_corner_is_one_hit_without_overlap() {
    for (x, y) in [(300.0, 300.0), (-300.0, 300.0), (300.0, -300.0), (-300.0, -300.0)] {
        let mut stage = Stage::new();
        let a = stage.add(ball(1.0), [0.0, 0.0], EDGE, [x, y]);
        let far = [if x > 0.0 { 18.0 } else { -18.0 }, if y > 0.0 { 18.0 } else { -18.0 }];
        let b = stage.add(ball(1.0), far, EDGE, [0.0; 2]);
        stage.step();
        assert_eq!(stage.body_hits(a).len(), 1);
        assert!(stage.overlapping().is_empty());
        let sum = [0, 1].map(|k| stage.velocity(a)[k] + stage.velocity(b)[k]);
        assert_eq!(sum, [x, y]);
        assert_eq!(stage.body_hits(a)[0].shape.fraction.to_bits() >> 20, ((1u64 << 32) * 2 / 5) >> 20);
    }
}

#[test]
fn bodies_that_slide_along_each_other_are_not_held() {
    let mut stage = Stage::new();
    let ice = floating(Response::Slide);
    let runner = stage.add(ice, [0.0, 0.0], EDGE, [240.0, 0.0]);
    let floor = Profile { gravity_scale: 0.0, ..of_mass(ice, f32::INFINITY) };
    for n in 0..20 {
        stage.add(floor, [n as f32 * 16.0, 16.0], EDGE, [0.0; 2]);
    }
    stage.world.gravity = [0.0, 900.0].into();
    for step in 1..=60 {
        stage.step();
        assert_eq!(stage.at(runner), [step as f32 * 4.0, 0.0], "step {step}");
    }
}
