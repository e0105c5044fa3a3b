//! Movers that push and crush bodies.

use crate::movers::stage::{Stage, floats};
use glam::{IVec2, Vec2};
use tilephys_core::{
    Body, BodyId, Direction, EventKind, Profile, ProfileId, UNITS_PER_PX, WORLD_LIMIT,
    platform::{Mover, PushSource, SquishPolicy},
};

#[test]
fn a_wall_that_comes_pushes_and_takes_nothing_from_the_velocity() {
    let mut stage = Stage::new();
    let mover = stage.mover([118.0, 140.0], [16.0, 32.0], [-120.0, 0.0]);
    let actor = stage.actor([110.0, 149.0]);
    stage.steps(10);
    assert_eq!((stage.at(actor).x, stage.velocity(actor).x), (90.0, 0.0));
    assert!(stage.world.state(actor).unwrap().on_wall());
    assert_eq!(stage.world.pushed_by(actor), Some(PushSource::Mover(mover)));
}

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
fn a_press_squishes_once() {
    let mut stage = Stage::new();
    stage.tiles(5..6, 0..20);
    let mover = stage.mover([107.0, 140.0], [16.0, 32.0], [-60.0, 0.0]);
    let actor = stage.actor([99.0, 149.0]);
    let mut begins = Vec::new();
    for (tick, x) in [98.0, 97.0, 96.0, 96.0, 96.0, 96.0].into_iter().enumerate() {
        stage.steps(1);
        assert_eq!(stage.at(actor).x, x, "tick {}", tick + 1);
        for event in stage.world.events() {
            if let EventKind::SquishBegin { pusher, direction, depth } = event.kind {
                begins.push((tick + 1, pusher, direction, depth));
            }
        }
    }
    assert_eq!(begins, [(4, PushSource::Mover(mover), Direction::Left, UNITS_PER_PX)]);
    let squish = stage.world.squishes(actor)[0];
    assert_eq!(stage.world.squish_depth(&squish), Some(3 * UNITS_PER_PX));
    stage.world.set_mover_velocity(mover, Vec2::new(60.0, 0.0));
    let mut ends = Vec::new();
    for tick in 1..=5 {
        stage.steps(1);
        let kinds = stage.world.events().iter().map(|event| event.kind);
        ends.extend(kinds.filter(|kind| matches!(kind, EventKind::SquishEnd { .. })).map(|_| tick));
    }
    assert_eq!(ends, [3]);
    assert_eq!(stage.at(actor).x, 96.0);
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
fn a_blocking_body_stops_movers() {
    let mut stage = Stage::new();
    stage.tiles(5..6, 0..20);
    let mover = stage.mover([107.0, 140.0], [16.0, 32.0], [-60.0, 0.0]);
    let actor = stage.actor_with([99.0, 149.0], |p| p.riding.squish = SquishPolicy::BlockMover);
    stage.steps(10);
    assert_eq!((stage.mover_at(mover).x, stage.at(actor).x), (104.0, 96.0));
    assert_eq!(stage.world.mover_moved(mover), Some(IVec2::ZERO));
    assert!(stage.world.squishes(actor).is_empty());
}

#[test]
fn a_pushed_body_slips_past_an_edge() {
    for (px, freed) in [(4.0, true), (2.0, false)] {
        let mut stage = Stage::new();
        stage.tiles(5..6, 0..20);
        // The actor's head is 3 px under the lower edge of the press.
        stage.mover([107.0, 120.0], [16.0, 32.0], [-60.0, 0.0]);
        let actor = stage.actor_with([99.0, 149.0], |p| {
            p.riding.squish = SquishPolicy::Wiggle(px);
            p.movement = floats();
        });
        stage.steps(6);
        let expected = if freed { [96.0, 152.0] } else { [96.0, 149.0] };
        assert_eq!(stage.at(actor), Vec2::from(expected), "{px}");
        assert_eq!(stage.world.squishes(actor).is_empty(), freed, "{px}");
    }
}

#[test]
fn a_fast_mover_never_passes() {
    let mut stage = Stage::new();
    let mover = stage.mover([60.0, 140.0], [16.0, 32.0], [1800.0, 0.0]);
    let actor = stage.actor([80.0, 149.0]);
    stage.steps(1);
    assert_eq!((stage.mover_at(mover).x, stage.at(actor).x), (90.0, 106.0));
}

#[test]
fn a_ceiling_that_comes_down_gives_its_velocity() {
    let mut stage = Stage::new();
    let mover = stage.mover([100.0, 100.0], [32.0, 8.0], [0.0, 120.0]);
    let actor = stage.actor([110.0, 112.0]);
    stage.step_with_velocity(actor, |_| Vec2::new(0.0, -105.0));
    for tick in 0..10 {
        stage.steps(1);
        assert_eq!(stage.at(actor).y, stage.mover_at(mover).y + 8.0, "tick {tick}");
        assert_eq!(stage.velocity(actor).y, 120.0, "tick {tick}");
    }
}

#[test]
fn a_rising_one_way_line_lifts_bodies_on_its_open_side() {
    let mut stage = Stage::new();
    let line = Mover::of_tile(IVec2::new(100, 200) * UNITS_PER_PX, stage.layer, stage.line);
    let line = stage.world.add_mover(Mover { velocity: Vec2::new(0.0, -120.0), ..line }).unwrap();
    let (over, under) = (stage.actor([110.0, 188.0]), stage.actor([118.0, 190.0]));
    stage.step_with_velocity(over, |_| Vec2::new(0.0, 15.0));
    assert_eq!(stage.mover_at(line).y, 198.0);
    assert_eq!((stage.at(over).y, stage.on_floor(over)), (187.0, true));
    assert_eq!((stage.at(under).y, stage.on_floor(under)), (190.0, false));
}

#[test]
fn a_rising_one_way_line_passes_blocked_bodies() {
    let mut stage = Stage::new();
    stage.tiles(0..20, 10..11);
    let line = Mover::of_tile(IVec2::new(100, 190) * UNITS_PER_PX, stage.layer, stage.line);
    stage.world.add_mover(Mover { velocity: Vec2::new(0.0, -60.0), ..line }).unwrap();
    let actor = stage.actor([110.0, 176.0]);
    for _ in 0..20 {
        stage.steps(1);
        assert_eq!(stage.at(actor), Vec2::new(110.0, 176.0));
        assert!(stage.world.squishes(actor).is_empty());
    }
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
        assert_eq!(stage.at(id).x, 21.0);
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
    assert_eq!((stage.at(id), squishes(&stage, id)), (Vec2::new(24.0, 0.0), [1, 1]));
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
        assert_eq!((stage.at(id), squishes(&stage, id)), (Vec2::from(place), squish));
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
        assert_eq!((stage.at(id), squishes(&stage, id)), (Vec2::from(place), squish));
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
        assert_eq!(stage.at(rider), Vec2::new(far + 8.0, 149.0));
        for id in bodies.into_iter().chain([pushed]) {
            let x = stage.at(id).x;
            assert!(if sign > 0 { x >= far + 32.0 } else { x <= far - 8.0 || x == far + 64.0 }, "{x}");
        }
    }
}
