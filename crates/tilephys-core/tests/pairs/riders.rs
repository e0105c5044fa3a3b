//! Bodies that carry bodies: riders keep their places on a carrier that runs and jumps at random, up to the walls.

use crate::rng::Rng;
use crate::stage::{Stage, walker, with};
use tilephys_core::glam::Vec2;
use tilephys_core::{BodyId, Profile};

const SIZE: [f32; 2] = [8.0, 11.0];

/// Bodies of one category that carry each other, and pass each other from the sides.
fn on_heads(mass: f32) -> Profile {
    let profile = with(walker(), |collide| {
        collide.mass = mass;
        collide.mask = 1;
        collide.carries = 2;
    });
    Profile { category: 2, ..profile }
}

/// Offset of each rider from its carrier, in lattice units.
fn offsets(stage: &Stage, stack: &[BodyId]) -> Vec<[i32; 2]> {
    let at = |id: BodyId| stage.body(id).position;
    stack.windows(2).map(|pair| (at(pair[1]) - at(pair[0])).to_array()).collect()
}

#[test]
fn riders_of_a_random_runner_keep_their_places_to_the_unit() {
    let mut rng = Rng::new(0x41D3_5EED);
    let [mut run, mut flown] = [0, 0];
    for _ in 0..40 {
        let mut stage = Stage::with_gravity([0.0, 900.0]);
        stage.tiles(-200..200, 10..11);
        let count = 2 + rng.below(4) as usize;
        // Each stands on the middle of the body under it.
        let stack: Vec<BodyId> = (0..count)
            .map(|n| {
                let x = rng.below(7) as f32 / 2.0 - 1.5;
                stage.add(on_heads(rng.pick(&[0.25, 1.0, 8.0])), [x, 149.0 - 11.0 * n as f32], SIZE, [0.0; 2])
            })
            .collect();
        stage.step();
        let before = offsets(&stage, &stack);
        for _ in 0..120 {
            let is_down = stage.world.state(stack[0]).is_some_and(tilephys_core::BodyState::on_floor);
            let jump = (is_down && rng.chance(10)).then_some(-200.0);
            let along = rng.below(401) as f32 - 200.0;
            stage.step_with_velocity(stack[0], |v| Vec2::new(along, jump.unwrap_or(v.y)));
            assert_eq!(offsets(&stage, &stack), before);
            let rides = |id: &BodyId| stage.world.state(*id).is_some_and(tilephys_core::BodyState::on_floor);
            assert!(stack[1..].iter().all(rides), "all riders stand");
            assert!(stack[1..].iter().all(|id| stage.velocity(*id)[0] == 0.0));
            run += 1;
            flown += usize::from(!is_down);
        }
    }
    assert!(flown * 4 > run, "{flown} of {run} steps in the air");
}

#[test]
fn a_rider_that_runs_walks_on_its_carrier_and_off_its_edge() {
    let mut stage = Stage::with_gravity([0.0, 900.0]);
    stage.tiles(-200..200, 10..11);
    let lower = stage.add(on_heads(1.0), [0.0, 149.0], [40.0, 11.0], [60.0, 0.0]);
    let upper = stage.add(on_heads(1.0), [4.0, 138.0], SIZE, [120.0, 0.0]);
    stage.steps(10);
    assert_eq!(stage.at(lower), [10.0, 149.0]);
    // Its own way and its carrier's.
    assert_eq!(stage.at(upper), [34.0, 138.0]);
    stage.steps(60);
    assert_eq!(stage.at(upper)[1], 149.0);
}
