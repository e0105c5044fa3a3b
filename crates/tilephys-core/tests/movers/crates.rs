//! Movers with bodies that collide with each other: stacks are carried, rows are pushed, and no body is put into
//! another.

use crate::stage::Stage;
use glam::{IVec2, Vec2};
use tilephys_core::platform::{PushSource, RideMode, SquishPolicy};
use tilephys_core::*;

/// Profile of a crate without gravity, so that only movers move it.
fn profile() -> Profile {
    let collide = Some(BodyCollision { friction: 0.5, ..BodyCollision::default() });
    Profile { gravity_scale: 0.0, collide, ..Profile::default() }
}

impl Stage {
    fn crate_with(&mut self, at: [f32; 2], size: [f32; 2], change: impl FnOnce(&mut Profile)) -> BodyId {
        let mut profile = profile();
        change(&mut profile);
        let profile = self.world.add_profile(profile);
        self.world.spawn(profile, Body::new(at, size))
    }

    fn change(&mut self, id: BodyId, change: impl FnOnce(&mut Profile)) {
        let mut profile = profile();
        change(&mut profile);
        let profile = self.world.add_profile(profile);
        self.world.change_profile(id, profile);
    }

    fn collide(&mut self, id: BodyId, change: impl FnOnce(&mut BodyCollision)) {
        self.change(id, |profile| change(profile.collide.as_mut().expect("a crate collides")));
    }

    fn boxes<const N: usize>(&mut self, places: [[f32; 2]; N]) -> [BodyId; N] {
        places.map(|at| self.crate_with(at, [16.0, 16.0], |_| ()))
    }

    fn places<const N: usize>(&self, ids: [BodyId; N]) -> [[f32; 2]; N] {
        ids.map(|id| self.at(id))
    }

    fn squishes(&self) -> Vec<(BodyId, PushSource, Direction, f32)> {
        let begins = self.world.events().iter().filter_map(|event| match event.kind {
            EventKind::SquishBegin { pusher, direction, depth } => {
                Some((event.body, pusher, direction, depth as f32 / UNITS_PER_PX as f32))
            }
            _ => None,
        });
        begins.collect()
    }
}

#[test]
fn a_sinking_lift_takes_a_stack_but_no_slower_falling_body() {
    let mut stage = Stage::new();
    stage.mover([0.0, 160.0], [64.0, 8.0], [0.0, 60.0]);
    let ids = stage.boxes([[8.0, 144.0], [12.0, 128.0], [4.0, 112.0]]);
    let slow = stage.crate_with([8.0, 96.0], [8.0, 16.0], |p| p.riding.ride = RideMode::Ballistic);
    let top = stage.crate_with([8.0, 80.0], [8.0, 16.0], |_| ());
    stage.steps(20);
    assert_eq!(stage.places(ids), [[8.0, 164.0], [12.0, 148.0], [4.0, 132.0]]);
    assert_eq!(stage.places([slow, top]), [[8.0, 96.0], [8.0, 80.0]]);
}

#[test]
fn a_crate_held_by_the_ground_holds_its_riders() {
    let mut stage = Stage::new();
    stage.tiles(2..4, 10..11);
    stage.mover([0.0, 160.0], [32.0, 8.0], [0.0, 60.0]);
    let ids = stage.boxes([[16.0, 144.0], [32.0, 144.0], [24.0, 128.0], [20.0, 112.0]]);
    stage.steps(1);
    assert_eq!(stage.places(ids), [[16.0, 145.0], [32.0, 144.0], [24.0, 128.0], [20.0, 112.0]]);
}

#[test]
fn a_stack_goes_sideways_by_friction_where_its_middle_is_held() {
    for (friction, moved) in [(0.5, 20.0), (0.0, 0.0)] {
        let mut stage = Stage::new();
        stage.mover([0.0, 160.0], [64.0, 8.0], [60.0, 0.0]);
        let spawn = |stage: &mut Stage, at| {
            stage.crate_with(at, [16.0, 16.0], |profile| {
                profile.collide = Some(BodyCollision { friction, ..BodyCollision::default() });
            })
        };
        let ids = [[8.0, 144.0], [12.0, 128.0], [15.0, 112.0], [29.0, 96.0]].map(|at| spawn(&mut stage, at));
        stage.steps(20);
        // The last one is held from when the one below is under its middle.
        let last = if moved > 0.0 { 42.0 } else { 29.0 };
        let x = [8.0 + 20.0, 12.0 + moved, 15.0 + moved, last];
        assert_eq!(ids.map(|id| stage.at(id)[0]), x, "friction {friction}");
    }
}

#[test]
fn a_body_that_clings_to_a_crate_is_carried() {
    let mut stage = Stage::new();
    stage.mover([0.0, 160.0], [64.0, 8.0], [-60.0, -60.0]);
    let [below] = stage.boxes([[8.0, 144.0]]);
    let side = stage.crate_with([24.0, 144.0], [8.0, 8.0], |p| p.riding.walls = true);
    let under = stage.crate_with([32.0, 140.0], [8.0, 8.0], |_| ());
    stage.steps(10);
    assert_eq!(stage.places([below, side, under]), [[-2.0, 134.0], [14.0, 134.0], [32.0, 140.0]]);
}

#[test]
fn a_row_against_a_wall_is_one_squish_without_overlaps() {
    let mut stage = Stage::new();
    stage.tiles(6..7, 9..10);
    let mover = stage.mover([0.0, 144.0], [8.0, 16.0], [360.0, 0.0]);
    let ids = stage.boxes([[8.0, 144.0], [26.0, 144.0], [43.0, 144.0], [61.0, 144.0], [78.0, 144.0]]);
    stage.steps(1);
    // 2 + 1 + 2 + 1 + 2 px of room.
    assert_eq!(ids.map(|id| stage.at(id)[0]), [14.0, 30.0, 46.0, 62.0, 78.0]);
    assert_eq!((stage.mover_at(mover), stage.squishes()), (Vec2::new(6.0, 144.0), vec![]));
    stage.steps(1);
    assert_eq!(ids.map(|id| stage.at(id)[0]), [16.0, 32.0, 48.0, 64.0, 80.0]);
    assert_eq!(stage.squishes(), [(ids[0], PushSource::Mover(mover), Direction::Right, 4.0)]);
    assert_eq!(stage.mover_at(mover).x, 12.0);
}

#[test]
fn a_blocking_body_in_a_row_stops_the_mover() {
    for blocker in 0..3 {
        let mut stage = Stage::new();
        stage.tiles(4..5, 9..10);
        let mover = stage.mover([0.0, 144.0], [8.0, 16.0], [480.0, 0.0]);
        let ids = [8.0, 25.0, 44.0].map(|x| (x, x == [8.0, 25.0, 44.0][blocker])).map(|(x, blocks)| {
            stage.crate_with([x, 144.0], [16.0, 16.0], |profile| {
                if blocks {
                    profile.riding.squish = SquishPolicy::BlockMover;
                }
            })
        });
        stage.steps(1);
        assert_eq!(ids.map(|id| stage.at(id)[0]), [16.0, 32.0, 48.0]);
        assert_eq!((stage.mover_at(mover).x, stage.squishes()), (8.0, vec![]));
        stage.steps(1);
        assert_eq!(ids.map(|id| stage.at(id)[0]), [16.0, 32.0, 48.0]);
        assert_eq!((stage.mover_at(mover).x, stage.squishes()), (8.0, vec![]), "{blocker}");
    }
}

#[test]
fn a_stack_against_a_ceiling_is_held_by_it() {
    let mut stage = Stage::new();
    stage.tiles(0..4, 5..6);
    let mover = stage.mover([0.0, 160.0], [64.0, 8.0], [0.0, -600.0]);
    let ids = stage.boxes([[8.0, 144.0], [12.0, 128.0], [10.0, 112.0]]);
    stage.steps(1);
    assert_eq!(stage.places(ids), [[8.0, 134.0], [12.0, 118.0], [10.0, 102.0]]);
    stage.steps(1);
    assert_eq!(stage.places(ids), [[8.0, 128.0], [12.0, 112.0], [10.0, 96.0]]);
    assert_eq!(stage.squishes(), [(ids[0], PushSource::Mover(mover), Direction::Up, 4.0)]);
}

#[test]
fn a_crate_that_slips_aside_overlaps_no_body() {
    for (beside, policy_works) in [(false, true), (true, false)] {
        let mut stage = Stage::new();
        stage.tiles(2..3, 8..9);
        let mover = stage.mover([0.0, 132.0], [8.0, 20.0], [480.0, 0.0]);
        let id =
            stage.crate_with([16.0, 142.0], [16.0, 16.0], |p| p.riding.squish = SquishPolicy::Wiggle(4.0));
        let below = stage.crate_with([16.0, 158.0], [16.0, 16.0], |p| {
            p.collide = beside.then(BodyCollision::default);
        });
        stage.steps(2);
        assert_eq!(stage.at(below)[1], 158.0);
        let crushed = [(id, PushSource::Mover(mover), Direction::Right, 8.0)];
        assert_eq!(stage.squishes(), if policy_works { vec![] } else { crushed.to_vec() }, "{beside}");
        assert_eq!(stage.at(id)[1], if policy_works { 144.0 } else { 142.0 });
    }
}

#[test]
fn only_colliding_bodies_push_each_other() {
    type Change = fn(&mut Stage, [BodyId; 2]);
    let cases: [(bool, Change); 9] = [
        (true, |_, _| ()),
        (false, |stage, [a, _]| stage.change(a, |p| p.collide = None)),
        (false, |stage, [a, _]| stage.change(a, |p| p.category = 0)),
        (false, |stage, [_, b]| stage.change(b, |p| p.category = 0)),
        (false, |stage, [a, b]| assert!(stage.world.ignore_pair(b, a, true))),
        (true, |stage, [a, _]| stage.collide(a, |c| c.mass = 1e-12)),
        (true, |stage, [_, b]| stage.collide(b, |c| c.mass = f32::INFINITY)),
        (true, |stage, [_, b]| stage.collide(b, |c| c.one_way = Some(Direction::Left))),
        (false, |stage, [_, b]| stage.collide(b, |c| c.one_way = Some(Direction::Right))),
    ];
    for (number, (pushes, change)) in cases.into_iter().enumerate() {
        let mut stage = Stage::new();
        stage.mover([0.0, 144.0], [8.0, 16.0], [240.0, 0.0]);
        let ids = stage.boxes([[8.0, 144.0], [24.0, 144.0]]);
        change(&mut stage, ids);
        stage.steps(1);
        let second = if pushes { 28.0 } else { 24.0 };
        assert_eq!(ids.map(|id| stage.at(id)[0]), [12.0, second], "case {number}");
    }
}

#[test]
fn a_long_row_is_no_matter() {
    let mut stage = Stage::new();
    stage.mover([0.0, 144.0], [8.0, 16.0], [60.0, 0.0]);
    let profile = stage.world.add_profile(profile());
    let row: Vec<BodyId> = (0..20_000)
        .map(|k| {
            stage
                .world
                .spawn(profile, Body::on_lattice(IVec2::new(2048 + 256 * k, 144 * 256), IVec2::splat(256)))
        })
        .collect();
    stage.steps(1);
    for (k, id) in (0..).zip(&row) {
        assert_eq!(stage.at(*id)[0], (9 + k) as f32);
    }
}
