//! Riders of moving platforms.

use crate::stage::Stage;
use glam::{IVec2, Vec2};
use tilephys_core::platform::{Easing, Path, PathMode, PushSource, SquishPolicy, Waypoint};
use tilephys_core::*;

#[test]
fn a_chain_of_movers_follows_the_first_in_any_order() {
    for is_reversed in [false, true] {
        let mut stage = Stage::new();
        let ids: Vec<MoverId> =
            (0..2000).map(|k| stage.mover([0.0, 16.0 * k as f32], [8.0, 8.0], [0.0, 0.0])).collect();
        let links: Vec<[MoverId; 2]> = ids.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        for [a, b] in links {
            let [parent, child] = if is_reversed { [b, a] } else { [a, b] };
            stage.world.set_mover_parent(child, Some(parent)).expect("no cycle");
        }
        let first = if is_reversed { ids[1999] } else { ids[0] };
        stage.world.set_mover_velocity(first, Vec2::new(60.0, 0.0));
        stage.steps(2);
        assert!(ids.iter().all(|id| stage.mover_at(*id).x == 2.0));
        stage.world.remove_mover(ids[1000]);
        stage.steps(1);
        let went = ids.iter().filter(|id| stage.world.mover(**id).is_some_and(|m| m.position.x == 768));
        assert_eq!(went.count(), if is_reversed { 999 } else { 1000 });
    }
}

#[test]
fn a_mover_has_not_moved_by_a_teleport() {
    let mut stage = Stage::new();
    let mover = stage.mover([100.0, 160.0], [32.0, 8.0], [60.0, 0.0]);
    stage.steps(1);
    assert_eq!(stage.world.mover_moved(mover), Some(IVec2::new(UNITS_PER_PX, 0)));
    assert!(stage.world.place_mover(mover, IVec2::new(300, 160) * UNITS_PER_PX));
    assert_eq!(stage.world.mover_moved(mover), Some(IVec2::ZERO));
}

#[test]
fn a_path_goes_on_after_its_waits_in_a_resting_world() {
    let mut stage = Stage::new();
    let mover = stage.mover([100.0, 160.0], [32.0, 8.0], [0.0, 0.0]);
    let stops = [[100, 160], [100, 128]].map(|at| Waypoint {
        at: IVec2::from(at) * UNITS_PER_PX,
        wait: 8,
        ticks: 16,
    });
    let path = Path::new(&stops, PathMode::Loop, Easing::Linear).expect("a sound path");
    assert!(stage.world.set_mover_path(mover, Some(path.clone()), 0));
    for tick in 1..=200 {
        stage.steps(1);
        assert_eq!(stage.world.mover(mover).map(|mover| mover.position), Some(path.at(tick)), "tick {tick}");
    }
}

#[test]
fn a_mover_that_takes_many_ticks_for_a_unit_gets_on() {
    let mut stage = Stage::new();
    let mover = stage.mover([100.0, 160.0], [32.0, 8.0], [0.1, 0.0]);
    let actor = stage.actor([110.0, 149.0]);
    stage.steps(600);
    assert_eq!((stage.mover_at(mover).x, stage.at(actor)[0]), (101.0, 111.0));
}

#[test]
fn a_resting_mover_adds_no_lift_to_riders_of_others() {
    let mut stage = Stage::new();
    stage.world.gravity = Vec2::new(0.0, 900.0);
    stage.mover([100.0, 160.0], [32.0, 8.0], [60.0, 0.0]);
    stage.mover([300.0, 160.0], [32.0, 8.0], [0.0, -0.05]);
    let actor = stage.actor([110.0, 149.0]);
    stage.steps(2);
    assert_eq!(stage.world.lift_velocity(actor), Vec2::new(60.0, 0.0));
}

#[test]
fn a_jump_off_a_wall_that_rises_takes_its_lift_along() {
    let mut stage = Stage::new();
    stage.mover([100.0, 100.0], [16.0, 96.0], [0.0, -60.0]);
    let clings = stage.actor_with([92.0, 149.0], |profile| profile.riding.walls = true);
    stage.steps(3);
    stage.step_with_velocity(clings, |_| Vec2::new(-50.0, -105.0));
    assert_eq!(stage.velocity(clings), [-50.0, -165.0]);
}

#[test]
fn a_rider_stands_on_one_mover_whatever_cells_the_mover_passes() {
    let mut stage = Stage::new();
    stage.world.gravity = Vec2::new(0.0, 900.0);
    stage.mover([100.0, 160.0], [32.0, 8.0], [60.0, -30.0]);
    let actor = stage.actor_with([110.0, 149.0], |profile| profile.report_tiles = true);
    let mut reports = 0;
    for _ in 0..120 {
        stage.steps(1);
        let is_report =
            |kind: &EventKind| matches!(kind, EventKind::TileEnter { .. } | EventKind::TileLeave { .. });
        reports += stage.world.events_of(actor).iter().filter(|event| is_report(&event.kind)).count();
    }
    assert_eq!(reports, 1);
    // The reported cell is the mover's present one.
    let cell = stage.world.tile_under(actor).expect("it stands on the mover").cell;
    assert_eq!((cell.col, cell.row), (13, 6));
}

#[test]
fn a_new_body_has_no_lift_of_a_body_that_had_its_id() {
    let mut stage = Stage::new();
    stage.mover([100.0, 160.0], [32.0, 8.0], [60.0, 0.0]);
    let actor = stage.actor([110.0, 149.0]);
    stage.steps(1);
    assert_eq!(stage.world.lift_velocity(actor), Vec2::new(60.0, 0.0));
    let body = stage.world.despawn(actor).expect("it is there");
    stage.world.spawn_as(actor, ProfileId::DEFAULT, body);
    assert_eq!(stage.world.lift_velocity(actor), Vec2::ZERO);
}

#[test]
fn a_lift_velocity_is_cut_to_its_cap_on_both_sides() {
    for (speed, taken) in [(90.0, 30.0), (-90.0, -30.0), (20.0, 20.0)] {
        let mut stage = Stage::new();
        stage.mover([100.0, 160.0], [32.0, 8.0], [speed, 0.0]);
        let actor = stage.actor_with([110.0, 149.0], |profile| profile.riding.lift_cap = Vec2::splat(30.0));
        stage.steps(3);
        stage.step_with_velocity(actor, |_| Vec2::new(0.0, -105.0));
        assert_eq!(stage.velocity(actor), [taken, -105.0], "{speed}");
    }
}

/// An actor that stops movers, on a lift at (100, 160), with 21 px of room up to a ceiling.
fn blocked_lift(velocity: [f32; 2]) -> (Stage, MoverId, BodyId) {
    let mut stage = Stage::new();
    stage.tiles(6..9, 7..8);
    let lift = stage.mover([100.0, 160.0], [32.0, 8.0], velocity);
    let actor = stage.actor_with([110.0, 149.0], |profile| profile.riding.squish = SquishPolicy::BlockMover);
    (stage, lift, actor)
}

#[test]
fn a_blocked_mover_waits_on_its_path() {
    let (mut stage, lift, _) = blocked_lift([0.0, 0.0]);
    let stops =
        [[100, 160], [100, 96]].map(|at| Waypoint { at: IVec2::from(at) * UNITS_PER_PX, wait: 0, ticks: 64 });
    let path = Path::new(&stops, PathMode::Loop, Easing::Linear).expect("a sound path");
    assert!(stage.world.set_mover_path(lift, Some(path), 0));
    stage.steps(40);
    assert_eq!(stage.mover_at(lift).y, 139.0);
    for col in 6..9 {
        stage.world.grid.set_tile(stage.layer, TileCoord::new(col, 7), None);
    }
    for way in 1..=43 {
        stage.steps(1);
        assert_eq!(stage.mover_at(lift).y, 139.0 - way as f32);
    }
}

#[test]
fn a_child_with_its_own_velocity_stops_with_its_blocked_parent() {
    let (mut stage, lift, _) = blocked_lift([0.0, -60.0]);
    let child = stage.mover([200.0, 160.0], [32.0, 8.0], [30.0, 0.0]);
    stage.world.set_mover_parent(child, Some(lift)).expect("no cycle");
    stage.steps(40);
    assert_eq!(
        (stage.mover_at(lift), stage.mover_at(child)),
        (Vec2::new(100.0, 139.0), Vec2::new(220.0, 139.0))
    );
}

#[test]
fn a_body_stands_on_the_mover_or_body_under_its_middle() {
    let mut stage = Stage::new();
    stage.world.gravity = Vec2::new(0.0, 900.0);
    stage.tiles(0..6, 10..11);
    // Level with the tiles, and beside them.
    let lift = stage.mover([96.0, 160.0], [32.0, 8.0], [0.0, 0.0]);
    let collide = Some(BodyCollision::default());
    let on_tiles = stage.actor([20.0, 149.0]);
    let on_edge = stage.actor([91.0, 149.0]);
    let on_lift = stage.actor([93.0, 149.0]);
    let block = stage.actor_with([110.0, 149.0], |profile| profile.collide = collide);
    let on_block = stage.actor_with([114.0, 138.0], |profile| profile.collide = collide);
    let falling = stage.actor([40.0, 40.0]);
    stage.steps(2);
    let lift = PushSource::Mover(lift);
    let expected = [
        (on_tiles, None),
        (on_edge, None),
        (on_lift, Some(lift)),
        (block, Some(lift)),
        (on_block, Some(PushSource::Body(block))),
        (falling, None),
    ];
    for (body, floor) in expected {
        assert_eq!(stage.world.standing_on(body), floor, "{body:?} at {:?}", stage.at(body));
    }
    assert_eq!(stage.world.riders(lift), [on_lift, block]);
    assert_eq!(stage.world.riders(block), [on_block]);
    assert_eq!(stage.world.riders(falling), []);
    assert_eq!(stage.world.riders(BodyId(99)), []);
}

#[test]
fn of_two_bodies_the_one_under_the_middle_is_the_floor() {
    let mut stage = Stage::new();
    let collide = |profile: &mut Profile| profile.collide = Some(BodyCollision::default());
    let left = stage.actor_with([100.0, 160.0], collide);
    let right = stage.actor_with([108.0, 160.0], collide);
    for (x, floor) in [(102.0, left), (106.0, right)] {
        let rider = stage.actor_with([x, 149.0], collide);
        assert_eq!(stage.world.standing_on(rider), Some(PushSource::Body(floor)), "x {x}");
        stage.world.despawn(rider);
    }
}
