//! Bodies that sense other bodies, both swept.

use super::oracle::{Pieces, way};
use super::*;
use crate::volume::{seeds, volume};

/// Passes through everything and senses the bodies of these categories.
fn ghost(category: u32, sensor: u32) -> Profile {
    Profile { category, sensor, ..plain(Response::PassThrough) }
}

/// A world with two bodies, of which the second senses the first.
fn two(visitor: Body, sensor: Body) -> (World, BodyId, BodyId) {
    let mut world = nothing();
    let [a, b] = [ghost(1, 0), ghost(2, 1)].map(|profile| world.add_profile(profile));
    let (a, b) = (world.spawn(a, visitor), world.spawn(b, sensor));
    (world, a, b)
}

#[test]
fn a_bullet_through_a_target_in_one_step_is_sensed() {
    // 60 px apart; they close 160 px a step and are inside of each other for 16 px of it.
    let bullet = moving((0.0, 0.0), (8.0, 8.0), (120.0, 0.0));
    let target = moving((68.0, 4.0), (8.0, 8.0), (-40.0, 0.0));
    let (mut world, a, b) = two(bullet, target);
    world.step(DT);
    let moment = |px: u64| (px << 32) / 160;
    assert_eq!(crossings(&world), [(a, b.into(), true, moment(60)), (a, b.into(), false, moment(76))]);
    assert_eq!(world.inside(b).count(), 0);
}

#[test]
fn bodies_that_fly_side_by_side_at_one_speed_do_not_come_in() {
    let (mut world, _, b) = two(
        moving((0.0, 0.0), (8.0, 8.0), (5_000.0, 300.0)),
        moving((8.0, 0.0), (8.0, 8.0), (5_000.0, 300.0)),
    );
    for _ in 0..5 {
        world.step(DT);
        assert_eq!(world.events(), []);
    }
    assert_eq!(world.inside(b).count(), 0);
}

#[test]
fn a_body_enters_once_and_exits_when_the_sensor_leaves() {
    let (mut world, a, b) =
        two(moving((2.0, 0.0), (8.0, 8.0), (50.0, 30.0)), moving((0.0, 0.0), (8.0, 8.0), (50.0, 30.0)));
    world.step(DT);
    assert_eq!(crossings(&world), [(a, b.into(), true, 0)]);
    world.step(DT);
    assert_eq!(crossings(&world), []);
    assert_eq!(world.inside(b).collect::<Vec<_>>(), [a]);
    world.set_body(b, Body::new(Vec2::splat(5_000.0), Vec2::splat(8.0)));
    world.step(DT);
    assert_eq!(crossings(&world), [(a, b.into(), false, 0)]);
}

#[test]
fn a_sensor_senses_its_categories_and_not_itself() {
    let mut world = nothing();
    let both = world.add_profile(ghost(1, 2));
    let other = world.add_profile(ghost(2, 1));
    let unseen = world.add_profile(ghost(4, 0));
    let all = [both, both, other, unseen]
        .map(|profile| world.spawn(profile, moving((0.0, 0.0), (8.0, 8.0), (3.0, 0.0))));
    world.step(DT);
    let [a, b, c, _] = all;
    let expected = [(a, c), (b, c), (c, a), (c, b)].map(|(who, by)| (who, SensorId::Body(by), true, 0));
    assert_eq!(crossings(&world), expected);
}

#[test]
fn a_despawn_ends_its_sensor_pairs() {
    let still = |x: f32| Body::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
    for gone in 0..3 {
        let (mut world, a, b) = two(still(0.0), still(4.0));
        world.step(DT);
        match gone {
            0 => drop(world.despawn(a)),
            1 => drop(world.despawn(b)),
            _ => drop(world.change_profile(b, Default::default())),
        }
        world.step(DT);
        assert_eq!(crossings(&world), [(a, b.into(), false, 0)], "{gone}");
        world.step(DT);
        assert_eq!(crossings(&world), [], "{gone}");
        assert_eq!(world.inside(b).count(), 0);
    }
}

#[test]
fn a_body_that_is_skipped_stays_in_and_lets_stay_in() {
    let still = |x: f32| Body::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
    for who in [0, 1] {
        let (mut world, a, b) = two(still(0.0), still(4.0));
        world.step(DT);
        world.set_velocity([a, b][who], Vec2::NAN);
        world.step(DT);
        assert_eq!(crossings(&world), []);
        assert_eq!(world.inside(b).collect::<Vec<_>>(), [a]);
    }
}

/// The place of a box at a moment on its way, and the denominator of it, both as wide as they come.
fn at(pieces: &Pieces, when: u64) -> ([i128; 2], i128) {
    let &(from, to, begin, end) =
        pieces.iter().find(|p| p.2 <= when && when <= p.3).expect("the way is whole");
    let whole = i128::from(end - begin).max(1);
    let gone = i128::from(when - begin);
    let on = |k: usize| i128::from(from[k]) * whole + (i128::from(to[k]) - i128::from(from[k])) * gone;
    ([on(0), on(1)], whole)
}

/// True if two boxes on their paths overlap at a time in steps of 2^-32.
fn overlap_at([a, b]: [&Pieces; 2], sizes: [IVec2; 2], when: u64) -> bool {
    let ((a, da), (b, db)) = (at(a, when), at(b, when));
    (0..2).all(|k| {
        let between = a[k] * db - b[k] * da;
        -i128::from(sizes[0][k]) * da * db < between && between < i128::from(sizes[1][k]) * da * db
    })
}

#[test]
fn bouncing_pairs_overlap_only_between_enter_and_exit() {
    let (mut told, mut looked) = (0u64, 0);
    for seed in seeds(60, 2_000) {
        let mut rng = Rng::new(seed);
        let mut world = World::new(room(20, 16));
        let profiles = [1.0, 0.6].map(|restitution| {
            let bouncing = plain(Response::Bounce { restitution });
            world.add_profile(Profile { category: 1, sensor: 1, ..bouncing })
        });
        for k in 0..8 {
            let min = IVec2::new(rng.range(16, 260), rng.range(16, 200)) * PX + rng.range(0, 255);
            let mut body = Body::on_lattice(min, IVec2::new(rng.range(1, 40 * PX), rng.range(1, 30 * PX)));
            let speed = [60, 900, 12_000][rng.range(0, 2) as usize];
            body.velocity = Vec2::new(rng.range(-speed, speed) as f32, rng.range(-speed, speed) as f32);
            world.spawn(profiles[k % 2], body);
        }
        for step in 0..5 {
            let before: Vec<_> = world.ids().map(|id| world.body(id).expect("it is listed")).collect();
            let was: Vec<_> = world.ids().map(|id| world.sensors_of(id).collect::<Vec<_>>()).collect();
            world.step(DT);
            let ways: Vec<_> =
                (0..8).map(|k| way(&world, BodyId(k), &before[k as usize], Response::Slide)).collect();
            for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))).filter(|(i, j)| i != j) {
                let (visitor, sensor) = (BodyId(i as u32), SensorId::Body(BodyId(j as u32)));
                let own: Vec<_> =
                    crossings(&world).into_iter().filter(|c| (c.0, c.1) == (visitor, sensor)).collect();
                let now = world.sensors_of(visitor).any(|s| s == sensor);
                let mut state = was[i].contains(&sensor);
                let (mut from, both) = (0, [&ways[i], &ways[j]]);
                let sizes = [before[i].size, before[j].size];
                for &(.., enters, when) in own.iter().chain([&(visitor, sensor, !now, 1 << 32)]) {
                    // Moments are rounded down: the change may be a step of 2^-32 later.
                    for part in 1..8 {
                        let moment = from + 1 + (when.saturating_sub(from + 1)) * part / 8;
                        if when > from + 16 {
                            let overlaps = overlap_at(both, sizes, moment);
                            assert_eq!(overlaps, state, "seed {seed}, step {step}, {i} in {j} at {moment}");
                            looked += 1;
                        }
                    }
                    (state, from) = (enters, when);
                }
                assert_eq!(overlap_at(both, sizes, 1 << 32), now, "seed {seed}, step {step}, {i} in {j}");
                told += own.len() as u64;
            }
        }
    }
    assert!(told > volume(1_500, 50_000) && looked > 40 * told, "{told} crossings, {looked} looks");
}
