//! Pushing, depenetration, stopping and removal of bodies in contact.

use crate::stage::{Stage, ball, floating, of_mass, walker, with};
use tilephys_core::glam::{IVec2, Vec2};
use tilephys_core::{BodyId, EventKind, Material, Response, Tile};

const EDGE: [f32; 2] = [16.0, 16.0];

#[test]
fn a_bounce_is_no_push() {
    let mut stage = Stage::new();
    let ball = with(ball(1.0), |collide| collide.push_speed = 10.0);
    let a = stage.add(ball, [0.0, 0.0], EDGE, [300.0, 0.0]);
    let b = stage.add(ball, [17.0, 0.0], EDGE, [0.0; 2]);
    stage.step();
    assert_eq!([a, b].map(|id| stage.velocity(id)[0]), [0.0, 300.0]);
}

#[test]
fn overlapping_bodies_part_in_steps_and_gain_no_speed() {
    for offset in [[15.0, 3.0], [1.0, 0.5], [0.0, 0.0], [8.0, 8.0]] {
        for mass in [1.0, 8.0, f32::INFINITY] {
            for response in [Response::Slide, Response::Bounce { restitution: 1.0 }, Response::Stop] {
                let mut stage = Stage::new();
                let a = stage.add(floating(response), [0.0, 0.0], EDGE, [0.0; 2]);
                let b = stage.add(of_mass(floating(response), mass), offset, EDGE, [0.0; 2]);
                let mut before = [a, b].map(|id| stage.at(id));
                let mut steps = 0;
                while !stage.overlapping().is_empty() {
                    steps += 1;
                    assert!(steps <= 60, "{offset:?}, {mass}, {response:?}: still inside");
                    stage.step();
                    let now = [a, b].map(|id| stage.at(id));
                    let far = |k: usize| (0..2).map(move |axis| (now[k][axis] - before[k][axis]).abs());
                    let most = far(0).chain(far(1)).fold(0.0, |most, d| if d > most { d } else { most });
                    assert!(most <= 16.0, "{offset:?}, {mass}, {response:?}: {most} px in a step");
                    assert!(mass.is_finite() || now[1] == offset, "nothing moves an infinite mass");
                    before = now;
                }
                stage.steps(30);
                let speeds = [a, b].map(|id| stage.velocity(id));
                assert_eq!(speeds, [[0.0; 2]; 2], "{offset:?}, {mass}, {response:?}");
                assert_eq!([a, b].map(|id| stage.at(id)), before, "they drift");
            }
        }
    }
}

#[test]
fn a_body_whose_time_stands_still_is_a_wall() {
    for is_stopped_by_scale in [true, false] {
        let mut stage = Stage::new();
        let still = stage.add(ball(1.0), [40.0, 0.0], EDGE, [-120.0, 0.0]);
        let ball = stage.add(ball(1.0), [0.0, 0.0], EDGE, [600.0, 0.0]);
        if is_stopped_by_scale {
            assert!(stage.world.set_time_scale(still, 0.0));
        } else {
            assert!(stage.world.hit_stop(still, 10));
        }
        stage.steps(10);
        assert_eq!((stage.at(still), stage.velocity(still)), ([40.0, 0.0], [-120.0, 0.0]));
        assert_eq!(stage.velocity(ball), [-600.0, 0.0], "stopped by its scale: {is_stopped_by_scale}");
        assert!(stage.overlapping().is_empty());
    }
}

#[test]
fn events_of_a_stopped_body_are_in_order_of_fractions() {
    let mut stage = Stage::with_gravity([0.0, 900.0]);
    stage.tiles(0..1, 1..2);
    let still = stage.add(walker(), [0.0, 0.0], EDGE, [0.0; 2]);
    stage.add(floating(Response::Stop), [40.0, 4.0], [4.0; 2], [-6000.0, 0.0]);
    assert!(stage.world.set_time_scale(still, 0.0));
    stage.step();
    let events = stage.world.events_of(still);
    let has = |is_it: fn(&EventKind) -> bool| events.iter().any(|event| is_it(&event.kind));
    assert!(has(|kind| matches!(kind, EventKind::FloorBegin)) && has(|kind| kind.as_body_hit().is_some()));
    assert!(events.is_sorted_by_key(|event| event.kind.fraction()), "{events:#?}");
}

#[test]
fn a_body_with_half_the_time_meets_others_on_its_slower_way() {
    for scale in [0.5, 0.25, 2.0, 4.0] {
        for gap in [1.0, 3.0, 7.0, 11.0, 40.0] {
            let mut stage = Stage::new();
            let slow = stage.add(floating(Response::Stop), [0.0, 0.0], [4.0; 2], [600.0, 0.0]);
            let other = stage.add(floating(Response::Stop), [4.0 + gap, 0.0], [4.0; 2], [-600.0, 0.0]);
            assert!(stage.world.set_time_scale(slow, scale));
            let met = (0..12).find_map(|_| {
                stage.step();
                assert!(stage.at(slow)[0] + 4.0 <= stage.at(other)[0], "scale {scale}, gap {gap}: passed");
                stage.body_hits(slow).first().copied()
            });
            let x = met.expect("they meet").shape.position.x as f32 / 256.0;
            let wanted = gap * scale / (1.0 + scale);
            assert!((x - wanted).abs() < 0.05, "scale {scale}, gap {gap}: they met at {x}, not {wanted}");
            // They go on together, each in its own time.
            let together = 600.0 * (scale - 1.0) / 2.0;
            let speeds = [slow, other].map(|id| stage.velocity(id)[0]);
            assert!((speeds[0] * scale - together).abs() < 0.01 && (speeds[1] - together).abs() < 0.01);
        }
    }
}

#[test]
fn a_body_moved_against_another_at_rest_reports_contact() {
    let mut stage = Stage::with_gravity([0.0, 900.0]);
    let material = Material { conveyor: Vec2::new(60.0, 0.0), ..Material::default() };
    stage.stone = stage.world.grid.add_tile(Tile { material, ..Tile::default() });
    stage.tiles(-10..10, 1..2);
    let post = stage.add(of_mass(floating(Response::Slide), f32::INFINITY), [24.5, 0.0], EDGE, [0.0; 2]);
    let carried = stage.add(walker(), [0.0, 0.0], EDGE, [0.0; 2]);
    stage.steps(30);
    assert_eq!([stage.at(carried), stage.velocity(carried)], [[8.5, 0.0], [0.0; 2]]);
    for (one, other, normal) in [(carried, post, IVec2::NEG_X), (post, carried, IVec2::X)] {
        let hits = stage.body_hits(one);
        let told = hits.iter().map(|hit| (hit.target, hit.shape.normal, hit.approach, hit.change));
        assert_eq!(told.collect::<Vec<_>>(), [(other, normal, 0.0, Vec2::ZERO)]);
    }
}

#[test]
fn a_step_of_no_time_moves_no_body() {
    let mut stage = Stage::with_gravity([0.0, 900.0]);
    let a = stage.add(floating(Response::Slide), [0.0, 0.0], [16.0; 2], [500.0, 0.0]);
    let b = stage.add(floating(Response::Slide), [16.0, 0.0], [16.0; 2], [-500.0, 0.0]);
    stage.world.step(0.0);
    assert_eq!([a, b].map(|id| stage.at(id)), [[0.0, 0.0], [16.0, 0.0]]);
    stage.step();
    assert_eq!([a, b].map(|id| stage.velocity(id)[0]), [0.0, 0.0]);
    assert!(stage.overlapping().is_empty());
}

#[test]
fn a_heap_of_bodies_in_one_place_comes_apart_within_a_room() {
    let mut stage = Stage::new();
    for (cols, rows) in [(-8..8, 8..9), (-8..8, -9..-8)] {
        stage.tiles(cols.clone(), rows.clone());
        stage.tiles(rows, cols);
    }
    for n in 0..9 {
        stage.add(floating(Response::Slide), [n as f32, (n * n % 5) as f32], EDGE, [0.0; 2]);
    }
    stage.steps(120);
    assert!(stage.overlapping().is_empty(), "{:?}", stage.overlapping());
    assert!(stage.world.ids().all(|id| stage.velocity(id) == [0.0; 2]));
}

/// Crates of these frictions one on the other on a floor of tiles, the lowest first.
fn tower(frictions: &[f32], mass: f32) -> (Stage, Vec<BodyId>) {
    let mut stage = Stage::with_gravity([0.0, 900.0]);
    stage.tiles(-10..100, 10..11);
    let add = |(n, friction): (usize, &f32)| {
        let profile =
            with(of_mass(walker(), if n == 0 { mass } else { 1.0 }), |collide| collide.friction = *friction);
        stage.add(profile, [0.0, 144.0 - 16.0 * n as f32], EDGE, [0.0; 2])
    };
    let ids = frictions.iter().enumerate().map(add).collect();
    stage.steps(3);
    (stage, ids)
}

#[test]
fn a_crate_drags_what_stands_on_it_whatever_holds_it_from_below() {
    for mass in [1.0, 3.0, f32::INFINITY] {
        for friction in [0.25, 1.0, 10.0] {
            let (mut stage, ids) = tower(&[friction; 2], mass);
            stage.step_with_velocity(ids[0], |v| Vec2::new(120.0, v.y));
            // The upper one presses with 900 / 60 = 15 px/s a tick, times its mass of 1, and drags at the lower one as it is dragged.
            let common = if mass.is_infinite() { 120.0 } else { 120.0 * mass / (mass + 1.0) };
            let most = 15.0 * friction;
            let upper = if most < common { most } else { common };
            let lower = 120.0 - upper / mass;
            let seen = [ids[0], ids[1]].map(|id| stage.velocity(id)[0]);
            let is_so = (seen[0] - lower).abs() < 1e-4 && (seen[1] - upper).abs() < 1e-4;
            assert!(is_so, "mass {mass}, friction {friction}: {seen:?}, not {:?}", [lower, upper]);
        }
    }
}

#[test]
fn friction_in_a_tower_is_of_all_that_stands_on_a_contact() {
    // Over the three contacts stand 3, 2 and 1 crates of mass 1, and each presses with 15 px/s a tick. Friction is 0.5, and the
    // lowest contact comes first: it takes 22.5 px/s. The others could take 15 and 7.5, and have to take half of what is left.
    let (mut stage, ids) = tower(&[0.5; 4], 1.0);
    stage.step_with_velocity(ids[0], |v| Vec2::new(120.0, v.y));
    let seen: Vec<f32> = ids.iter().map(|id| stage.velocity(*id)[0]).collect();
    let wanted = [97.5, 11.25, 5.625, 5.625];
    assert!(seen.iter().zip(wanted).all(|(seen, wanted)| (seen - wanted).abs() < 1e-4), "{seen:?}");
}

#[test]
fn ice_in_a_tower_slides_under_what_stands_on_it() {
    let (mut stage, ids) = tower(&[1.0, 0.0, 1.0], 1.0);
    stage.step_with_velocity(ids[0], |v| Vec2::new(120.0, v.y));
    assert_eq!(ids.iter().map(|id| stage.velocity(*id)[0]).collect::<Vec<_>>(), [120.0, 0.0, 0.0]);
}
