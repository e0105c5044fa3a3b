//! Movers that push and crush bodies.

use crate::stage::{Stage, floats};
use glam::{IVec2, Vec2};
use tilephys_core::platform::{Mover, PushSource, SquishPolicy};
use tilephys_core::*;

#[test]
fn the_push_source_is_reported_in_any_order_of_spawning() {
    for order in [[3, 5], [5, 3]] {
        let mut stage = Stage::new();
        let mover = stage.mover([118.0, 140.0], [16.0, 32.0], [-120.0, -120.0]);
        for id in order {
            let body = Body::new(Vec2::new(110.0, 100.0 + 10.0 * id as f32), Vec2::splat(8.0));
            stage.world.spawn_as(BodyId(id), ProfileId::DEFAULT, body);
        }
        stage.steps(1);
        let told = [3, 5].map(|id| stage.world.pushed_by(BodyId(id)));
        assert_eq!(told, [None, Some(PushSource::Mover(mover))], "{order:?}");
        let body = Body::new(Vec2::new(107.0, 159.0), Vec2::splat(8.0));
        stage.world.spawn_as(BodyId(4), ProfileId::DEFAULT, body);
        stage.steps(1);
        let told = [4, 5].map(|id| stage.world.pushed_by(BodyId(id)));
        assert_eq!(told, [Some(PushSource::Mover(mover)); 2], "{order:?}");
    }
}

#[test]
fn a_crushing_mover_is_no_wall_contact() {
    let mut stage = Stage::new();
    stage.tiles(5..6, 0..20);
    let mover = stage.mover([106.0, 140.0], [16.0, 32.0], [-60.0, 0.0]);
    let actor = stage.actor([97.0, 149.0]);
    // It touches both, and leans against the one at its right.
    stage.steps(2);
    assert_eq!(stage.world.wall(actor).map(|wall| wall.normal), Some(IVec2::new(-1, 0)));
    stage.steps(1);
    assert_eq!(stage.world.squishes(actor)[0].pusher, PushSource::Mover(mover));
    assert_eq!(stage.world.wall(actor).map(|wall| wall.normal), Some(IVec2::new(1, 0)));
    // In the tick in which the mover leaves the body it is a wall again, for contacts and for queries.
    let sides = |stage: &Stage| stage.world.state(actor).unwrap().contacts().sides;
    assert!(!sides(&stage).contains(Direction::Right));
    stage.world.set_mover_velocity(mover, Vec2::new(60.0, 0.0));
    stage.steps(1);
    assert!(stage.world.squishes(actor).is_empty());
    assert_eq!(stage.world.wall(actor).map(|wall| wall.normal), Some(IVec2::new(-1, 0)));
    assert!(sides(&stage).contains(Direction::Right));
}

#[test]
fn every_pushed_body_is_reported_in_any_order_of_spawning() {
    let mut stage = Stage::new();
    let profile = stage.world.add_profile(Profile { movement: floats(), ..Profile::default() });
    for (id, y) in [(7, 2.0), (3, 16.0), (5, 30.0), (1, 44.0)] {
        stage.world.spawn_as(BodyId(id), profile, Body::new(Vec2::new(20.0, y), Vec2::splat(8.0)));
    }
    let wall = stage.mover([0.0, 0.0], [20.0, 64.0], [60.0, 0.0]);
    stage.steps(1);
    for id in [1, 3, 5, 7].map(BodyId) {
        assert_eq!(stage.world.pushed_by(id), Some(PushSource::Mover(wall)), "{id:?}");
        assert_eq!(stage.at(id)[0], 21.0);
    }
}

#[test]
fn a_mover_goes_as_far_as_numbers_do_and_stays_in_the_world() {
    for to in [IVec2::MIN, IVec2::MAX] {
        let mut stage = Stage::new();
        let mover = stage.mover([0.0, 0.0], [16.0, 16.0], [0.0, 0.0]);
        for _ in 0..3 {
            assert!(stage.world.move_mover_to(mover, to));
            stage.steps(1);
        }
        let bounds = stage.world.mover_bounds(mover).unwrap();
        let end = if to == IVec2::MIN { bounds.min } else { bounds.max };
        assert_eq!(end, IVec2::splat(if to == IVec2::MIN { -WORLD_LIMIT } else { WORLD_LIMIT }));
    }
}

#[test]
fn the_end_of_a_squish_comes_after_the_hits_of_its_step() {
    let mut stage = Stage::new();
    stage.world.gravity = Vec2::new(0.0, 900.0);
    stage.tiles(5..6, 0..20);
    stage.tiles(5..20, 10..11);
    let press = stage.mover([104.0, 140.0], [16.0, 20.0], [-60.0, 0.0]);
    let actor = stage.actor([96.0, 149.0]);
    stage.steps(2);
    assert_eq!(stage.world.squishes(actor).len(), 1);
    stage.world.set_mover_velocity(press, Vec2::new(600.0, 0.0));
    stage.steps(1);
    let kinds: Vec<EventKind> = stage.world.events_of(actor).iter().map(|event| event.kind).collect();
    assert!(kinds.iter().any(|kind| kind.as_hit().is_some()), "{kinds:?}");
    assert!(kinds.iter().any(|kind| matches!(kind, EventKind::SquishEnd { .. })), "{kinds:?}");
    assert!(kinds.is_sorted_by_key(EventKind::fraction), "{kinds:?}");
}

/// How many squishes of a body began and ended in the last step.
fn squishes(stage: &Stage, id: BodyId) -> [usize; 2] {
    let kinds = || stage.world.events_of(id).iter().map(|event| event.kind);
    let begins = kinds().filter(|kind| matches!(kind, EventKind::SquishBegin { .. })).count();
    [begins, kinds().filter(|kind| matches!(kind, EventKind::SquishEnd { .. })).count()]
}

fn wiggler(stage: &mut Stage, at: [f32; 2], px: f32) -> BodyId {
    stage.actor_with(at, |profile| {
        profile.riding.squish = SquishPolicy::Wiggle(px);
        profile.movement = floats();
    })
}

#[test]
fn a_body_that_slips_aside_goes_through_no_tile() {
    let mut stage = Stage::new();
    stage.tiles(2..3, 0..1);
    let id = wiggler(&mut stage, [24.0, 0.0], 6.0);
    stage.world.set_body(id, Body::new(Vec2::new(24.0, 0.0), Vec2::new(8.0, 16.0)));
    let mover = stage.mover([-40.0, 8.0], [64.0, 8.0], [0.0, 0.0]);
    stage.world.move_mover_to(mover, IVec2::new(0, 108) * UNITS_PER_PX);
    stage.steps(1);
    assert_eq!((stage.at(id), squishes(&stage, id)), ([24.0, 0.0], [1, 1]));
}

#[test]
fn slipping_past_an_edge_needs_a_free_way() {
    for (rows, place, squish) in [(9..10, [76.0, 160.0], [0, 0]), (9..12, [40.0, 156.0], [1, 1])] {
        let mut stage = Stage::new();
        stage.tiles(3..5, rows);
        // 4 px of the body are in front of the tiles of row 9, which end at y = 160.
        let id = wiggler(&mut stage, [40.0, 156.0], 6.0);
        let mover = stage.mover([20.0, 140.0], [20.0, 40.0], [36.0 * 60.0, 0.0]);
        stage.steps(1);
        assert_eq!((stage.at(id), squishes(&stage, id)), (place, squish));
        assert_eq!(stage.mover_at(mover).x, 56.0);
    }
}

#[test]
fn a_body_slips_aside_from_a_shutter_that_passes_in_one_tick() {
    for (high, place, squish) in [(160.0, [96.0, 160.0], [0, 0]), (163.0, [96.0, 156.0], [1, 1])] {
        let mut stage = Stage::new();
        stage.tiles(5..6, 0..20);
        let id = wiggler(&mut stage, [96.0, 156.0], 6.0);
        stage.mover([104.0, 130.0], [4.0, high - 130.0], [-900.0, 0.0]);
        stage.steps(1);
        assert_eq!((stage.at(id), squishes(&stage, id)), (place, squish));
    }
}

#[test]
fn a_body_that_slips_aside_meets_what_comes_there_in_the_same_tick() {
    let mut stage = Stage::new();
    stage.tiles(5..6, 0..20);
    let id = wiggler(&mut stage, [96.0, 156.0], 60.0);
    // The first shifts it up by 58 px, farther than movers go in a tick, and the second from there by 20 px.
    let first = stage.mover([104.0, 109.0], [4.0, 200.0], [-480.0, 0.0]);
    let second = stage.mover([104.0, 89.0], [8.0, 11.0], [-240.0, 0.0]);
    stage.steps(1);
    assert_eq!([first, second].map(|mover| stage.mover_at(mover).x), [96.0, 100.0]);
    assert_eq!((stage.at(id), squishes(&stage, id)), ([96.0, 78.0], [0, 0]));
}

#[test]
fn of_two_equally_long_ways_aside_a_body_takes_the_one_up_or_ahead() {
    // Against a wall: up, whatever its speed.
    for speed in [0.0, -60.0, 60.0] {
        let mut stage = Stage::new();
        stage.tiles(5..6, 0..20);
        let id = wiggler(&mut stage, [96.0, 156.0], 6.0);
        stage.world.set_velocity(id, Vec2::new(0.0, speed));
        stage.mover([104.0, 161.0], [4.0, 1.0], [-900.0, 0.0]);
        stage.steps(1);
        assert!(stage.at(id)[1] < 152.0, "at the speed {speed}: {:?}", stage.at(id));
    }
    // Against a floor: ahead. At rest neither side is better, and it is crushed.
    for speed in [0.0, -60.0, 60.0] {
        let mut stage = Stage::new();
        stage.tiles(0..20, 10..11);
        let id = wiggler(&mut stage, [96.0, 149.0], 6.0);
        stage.world.set_velocity(id, Vec2::new(speed, 0.0));
        stage.mover([99.5, 130.0], [1.0, 4.0], [0.0, 1200.0]);
        stage.steps(1);
        let went = stage.at(id)[0] - 96.0;
        assert_eq!(went.abs() > 4.0, speed != 0.0, "at the speed {speed}: {went}");
        assert!(went * speed >= 0.0, "at the speed {speed}: {went}");
    }
}

#[test]
fn a_mover_crosses_the_world_within_a_step() {
    for sign in [1, -1] {
        let mut stage = Stage::new();
        let solid = Some(stage.stone);
        let line = Mover::of_tile(IVec2::new(-sign * 4_000_000 * UNITS_PER_PX, 0), stage.layer, stage.line);
        let line = stage.world.add_mover(line).expect("a sound mover");
        let far = 4_000_000.0 * sign as f32;
        let mover = stage.mover([-far, 160.0], [32.0, 64.0], [0.0, 0.0]);
        let rider = stage.actor([8.0 - far, 149.0]);
        let bodies = [-far / 2.0, 0.0, far, far + 64.0].map(|x| stage.actor([x, 170.0]));
        let pushed = stage.actor_with([-far / 4.0 * 3.0, 170.0], |profile| profile.solid = solid);
        for id in [mover, line] {
            stage.world.move_mover_to(id, IVec2::new(sign * 4_000_000 * UNITS_PER_PX, 40_960));
        }
        stage.steps(3);
        assert_eq!(stage.mover_at(mover), Vec2::new(far, 160.0));
        assert_eq!(stage.at(rider), [far + 8.0, 149.0]);
        for id in bodies.into_iter().chain([pushed]) {
            let x = stage.at(id)[0];
            assert!(if sign > 0 { x >= far + 32.0 } else { x <= far - 8.0 || x == far + 64.0 }, "{x}");
        }
    }
}
