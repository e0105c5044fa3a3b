//! The case of the articles that the project grew from: something fast meets a wall that comes toward it, at every phase of the
//! step.

use crate::pairs::cave::TICK;
use crate::pairs::stage::{Stage, ball, floating, of_mass};
use crate::volume::volume;
use tilephys_core::glam::Vec2;
use tilephys_core::{Body, BodyId, Response, lattice::units_from_px, platform::Mover};

/// Edge of the projectile, thickness and length of the wall, in lattice units.
const EDGE: i32 = 1024;
const WALL: [i32; 2] = [4096, 51_200];

/// From which side the projectile comes: axis, and 1 if it flies toward greater coordinates.
const WAYS: [(usize, i32); 4] = [(0, 1), (0, -1), (1, 1), (1, -1)];

fn along(axis: usize, on: f32, across: f32) -> Vec2 {
    if axis == 0 { Vec2::new(on, across) } else { Vec2::new(across, on) }
}

/// Units that a step takes a body with this rest: half to even, in `f32` as positions are promised to be.
fn units(speed: f32, rest: f32) -> i64 {
    (speed * TICK * 256.0 + rest).round_ties_even() as i64
}

struct Meeting {
    stage: Stage,
    axis: usize,
    sign: i32,
    ids: [BodyId; 2],
}

impl Meeting {
    /// The projectile flies at 4,000 px/s times `times`, the wall comes at 2,000 from `gap` units away.
    fn new((axis, sign): (usize, i32), gap: i32, times: f32, wall_first: bool) -> Meeting {
        let mut stage = Stage::new();
        let ids = if wall_first { [BodyId(9), BodyId(2)] } else { [BodyId(2), BodyId(9)] };
        let speeds = [4_000.0 * times, -2_000.0 * times].map(|speed| speed * sign as f32);
        let near = if sign > 0 { 0 } else { -EDGE };
        let far = if sign > 0 { gap + EDGE } else { -EDGE - gap - WALL[0] };
        let on = |k: usize| along(axis, [near, far][k] as f32, [20_000.0, 0.0][k]).as_ivec2();
        let sizes = [Vec2::splat(EDGE as f32), along(axis, WALL[0] as f32, WALL[1] as f32)];
        let profiles = [ball(1.0), of_mass(floating(Response::Slide), f32::INFINITY)];
        for k in if wall_first { [1, 0] } else { [0, 1] } {
            let profile = stage.world.add_profile(profiles[k]);
            let mut body = Body::on_lattice(on(k), sizes[k].as_ivec2());
            body.velocity = along(axis, speeds[k], 0.0);
            stage.world.spawn_as(ids[k], profile, body);
        }
        Meeting { stage, axis, sign, ids }
    }

    /// Units between the two.
    fn gap(&self) -> i64 {
        let [a, b] = self.ids.map(|id| self.stage.body(id).position[self.axis]);
        let gap = if self.sign > 0 { b - (a + EDGE) } else { a - (b + WALL[0]) };
        gap.into()
    }

    /// Units by which they come nearer in the next step, if nothing is between them.
    fn closing(&self) -> i64 {
        let way = |id: BodyId| {
            let body = self.stage.body(id);
            units(body.velocity[self.axis], body.remainder[self.axis])
        };
        i64::from(self.sign) * (way(self.ids[0]) - way(self.ids[1]))
    }

    /// A step in which they must meet, or may not, by the distance between them. Whether they met.
    fn step(&mut self) -> bool {
        let (gap, closing) = (self.gap(), self.closing());
        let before = self.ids.map(|id| self.stage.velocity(id));
        self.stage.step();
        let hits = self.ids.map(|id| self.stage.body_hits(id));
        assert!(self.gap() >= 0, "passed: from {gap} apart to {}", self.gap());
        if gap >= closing {
            assert!(hits.iter().all(Vec::is_empty), "a hit at {gap} of {closing}: {hits:?}");
            assert_eq!(self.gap(), gap - closing);
            return false;
        }
        assert!(hits.iter().all(|h| h.len() == 1), "at {gap} of {closing}: {hits:?}");
        let fraction = hits[0][0].shape.fraction.to_bits();
        assert_eq!(hits[1][0].shape.fraction.to_bits(), fraction);
        let (wanted, unit) = ((gap << 32) / closing, (1 << 32) / closing + 1);
        let missing = fraction as i64 - wanted;
        assert!(missing.abs() <= unit, "gap {gap} of {closing}: {fraction}, not {wanted}, {missing} off");
        let speed = |v: [f32; 2]| v[self.axis];
        let [projectile, wall] = self.ids.map(|id| self.stage.velocity(id));
        assert_eq!(wall, before[1]);
        assert_eq!(speed(projectile), 2.0 * speed(before[1]) - speed(before[0]));
        assert_eq!(projectile[1 - self.axis], 0.0);
        true
    }
}

/// Meetings from gaps of none to twice the way of a step. Returns how many times were exact.
fn at_all_phases(times: f32) {
    let closing = units_from_px(6_000.0 * times * TICK).expect("in the world");
    let phases = volume(60, 600) as i32;
    for way in WAYS {
        for wall_first in [false, true] {
            for phase in 0..2 * phases {
                // A prime, so that gaps are no multiples of anything.
                let gap = (i64::from(closing) * i64::from(phase) / i64::from(phases)) as i32 + phase % 7;
                let mut meeting = Meeting::new(way, gap, times, wall_first);
                let met: Vec<bool> = (0..5).map(|_| meeting.step()).collect();
                let count = met.iter().filter(|m| **m).count();
                assert_eq!(count, 1, "gap {gap}, {way:?}: {met:?}");
            }
        }
    }
}

#[test]
fn a_projectile_hits_an_approaching_wall_at_the_exact_time() {
    at_all_phases(1.0);
}

#[test]
fn both_a_thousand_times_faster_meet_too() {
    at_all_phases(1_000.0);
}

#[test]
fn gaps_of_single_units_are_told_apart() {
    for way in WAYS {
        for gap in 0..=300 {
            let mut meeting = Meeting::new(way, gap, 1.0, false);
            assert!(meeting.step(), "gap {gap}");
            let mut meeting = Meeting::new(way, 25_600 - 150 + gap, 1.0, true);
            let met = [meeting.step(), meeting.step(), meeting.step()];
            assert_eq!(met.iter().filter(|m| **m).count(), 1, "gap {gap}: {met:?}");
        }
    }
}

#[test]
fn a_wall_that_is_a_mover_is_never_passed() {
    for times in [1.0, 1_000.0] {
        let closing = units_from_px(6_000.0 * times * TICK).expect("in the world");
        let phases = volume(40, 400) as i32;
        for (axis, sign) in WAYS {
            for phase in 0..2 * phases {
                let gap = (i64::from(closing) * i64::from(phase) / i64::from(phases)) as i32;
                let mut stage = Stage::new();
                let near = if sign > 0 { 0 } else { -EDGE };
                let profile = stage.world.add_profile(ball(1.0));
                let at = along(axis, near as f32, 20_000.0).as_ivec2();
                let mut body = Body::on_lattice(at, Vec2::splat(EDGE as f32).as_ivec2());
                body.velocity = along(axis, 4_000.0 * times * sign as f32, 0.0);
                let id = stage.world.spawn(profile, body);
                let far = if sign > 0 { gap + EDGE } else { -EDGE - gap - WALL[0] };
                let position = along(axis, far as f32, 0.0).as_ivec2();
                let size = Some(along(axis, WALL[0] as f32, WALL[1] as f32).as_ivec2());
                let velocity = along(axis, -2_000.0 * times * sign as f32, 0.0);
                let mover = Mover { size, velocity, ..Mover::of_tile(position, stage.layer, stage.stone) };
                let wall = stage.world.add_mover(mover).expect("a sound mover");
                for _ in 0..5 {
                    stage.step();
                    let (body, wall) =
                        (stage.body(id).position[axis], stage.world.mover(wall).expect("a mover"));
                    let wall = wall.position[axis];
                    let apart = if sign > 0 { wall - (body + EDGE) } else { body - (wall + WALL[0]) };
                    assert!(apart >= 0, "gap {gap}, axis {axis}, sign {sign}: {apart}");
                }
                assert!(stage.velocity(id)[axis] * (sign as f32) < 0.0, "gap {gap}: it did not turn");
            }
        }
    }
}
