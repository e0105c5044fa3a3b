//! Two bodies alone in space: time, side and result of their contact, from their straight paths.

use crate::exact::Exact;
use crate::pairs::cave::TICK;
use crate::pairs::path::WHOLE;
use crate::rng::Rng;
use crate::shapes::solid::{Point, Rect};
use crate::stage::{Stage, ball, of_mass};
use crate::volume::volume;
use tilephys_core::glam::{IVec2, Vec2};
use tilephys_core::{Body, BodyHit, BodyId};

/// First overlap of the two on their paths, and its axis; the path is the first body's relative to the second.
struct Entry {
    time: Exact,
    axis: usize,
    /// The other axis is entered so much earlier, in units of the way on the axis.
    lead: i64,
}

/// First overlap of two boxes: time and axis at which a point enters an open box, the Minkowski sum of both. `None`
/// if it stays outside, starts inside, or stays in the outermost `margin` units. With a negative margin the point
/// may start inside.
fn entry(size: [Point; 2], from: Point, way: Point, margin: i64) -> Option<Entry> {
    let (mut enters, mut leaves) = ([None; 2], Exact::ONE);
    for k in 0..2 {
        let (low, high) = (-size[0][k] + margin, size[1][k] - margin);
        let (near, far) = if way[k] > 0 { (low, high) } else { (high, low) };
        if low >= high || way[k] == 0 && (from[k] <= low || from[k] >= high) {
            return None;
        }
        if way[k] != 0 {
            enters[k] = Some(Exact::new((near - from[k]).into(), way[k].into()));
            leaves = leaves.min(Exact::new((far - from[k]).into(), way[k].into()));
        }
    }
    let axis = usize::from(enters[1] > enters[0]);
    let time =
        enters[axis].filter(|t| *t < leaves && (*t >= Exact::ZERO || margin < 0 && leaves > Exact::ZERO))?;
    let lead = enters[1 - axis].map_or(i64::MAX, |t| {
        let units = |t: Exact| i128::from(way[axis].abs()) * t.num / t.den;
        (units(time) - units(t)) as i64
    });
    Some(Entry { time, axis, lead })
}

struct Two {
    stage: Stage,
    size: [Point; 2],
    at: [Point; 2],
    velocity: [Vec2; 2],
    mass: [f32; 2],
    restitution: f32,
}

const IDS: [BodyId; 2] = [BodyId(0), BodyId(1)];

fn random_two(rng: &mut Rng) -> Two {
    let pace = rng.pick(&[60, 300, 2_000, 10_000, 1_000_000]) as f32;
    let far = (pace * TICK * 256.0) as i64 + 12_000;
    let mut size = [[0; 2]; 2];
    size.iter_mut()
        .flatten()
        .for_each(|s| *s = rng.pick(&[1, 7, 1_000, 4_096, 4_096, 10_001]) + rng.range(0, 3));
    let at = loop {
        let at = [[0, 0], [rng.range(-far, far), rng.range(-far, far)]];
        let (a, b) = (Rect::of(at[0], size[0]), Rect::of(at[1], size[1]));
        if (0..2).any(|k| a.hi[k] <= b.lo[k] || b.hi[k] <= a.lo[k]) {
            break at;
        }
    };
    // Toward each other, more or less, or not at all.
    let toward = Vec2::new(at[1][0] as f32, at[1][1] as f32) / 256.0 / TICK;
    let share = rng.unit();
    let off =
        |rng: &mut Rng| Vec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * pace * rng.pick(&[0.0, 0.02, 1.0]);
    let speed = 0.3 + 3.0 * rng.unit();
    let velocity = [toward * (share * speed) + off(rng), toward * ((share - 1.0) * speed) + off(rng)];
    // One is no round number.
    let mass = [0, 1].map(|_| rng.pick(&[1.0, 0.125, 8.0, 0.5 + share * 3.7, f32::INFINITY]));
    let restitution = rng.pick(&[0.0, 0.5, 1.0]);
    let mut stage = Stage::new();
    for k in 0..2 {
        let mut profile = of_mass(ball(restitution), mass[k]);
        profile.movement.rest_speed = 0.0;
        let profile = stage.world.add_profile(profile);
        let lattice = |p: Point| IVec2::new(p[0] as i32, p[1] as i32);
        let mut body = Body::on_lattice(lattice(at[k]), lattice(size[k]));
        body.velocity = velocity[k];
        stage.world.spawn_as(IDS[k], profile, body);
    }
    Two { stage, size, at, velocity, mass, restitution }
}

impl Two {
    /// The velocities after a hit along this axis, in `f64`.
    fn after(&self, axis: usize) -> [f64; 2] {
        let v = self.velocity.map(|v| f64::from(v[axis]));
        let m = self.mass.map(f64::from);
        let parts = match m.map(f64::is_infinite) {
            [true, true] => [0.0, 0.0],
            [true, false] => [0.0, 1.0],
            [false, true] => [1.0, 0.0],
            [false, false] => [m[1] / (m[0] + m[1]), m[0] / (m[0] + m[1])],
        };
        let closing = (v[0] - v[1]) * (1.0 + f64::from(self.restitution));
        [v[0] - closing * parts[0], v[1] + closing * parts[1]]
    }

    fn judge(&mut self, seed: u64) -> Option<BodyHit> {
        let way =
            |k: usize| [0, 1].map(|axis| (self.velocity[k][axis] * TICK * 256.0).round_ties_even() as i64);
        let (a, b) = (way(0), way(1));
        let (relative, from) = ([0, 1].map(|k| a[k] - b[k]), [0, 1].map(|k| self.at[0][k] - self.at[1][k]));
        self.stage.step();
        let hits = IDS.map(|id| self.stage.body_hits(id));
        assert!(self.stage.overlapping().is_empty(), "seed {seed}");
        let text = || format!("seed {seed}: {:?} from {:?} by {a:?} and {b:?}: {hits:?}", self.size, self.at);
        assert_eq!(hits[0].len(), hits[1].len(), "{}", text());
        // Places are cut toward the start, by less than a unit each.
        let Some(surely) = entry(self.size, from, relative, 2) else {
            assert!(hits[0].is_empty() || entry(self.size, from, relative, -2).is_some(), "{}", text());
            return None;
        };
        let Some(hit) = hits[0].first().copied() else { panic!("passed: {}", text()) };
        let wanted = entry(self.size, from, relative, 0).expect("it comes deeper");
        if wanted.lead > 4 && surely.lead > 4 && wanted.axis == surely.axis {
            let axis = wanted.axis;
            assert_eq!(hit.shape.normal[axis], -relative[axis].signum() as i32, "{}", text());
            let exact = (i128::from(WHOLE) * wanted.time.num / wanted.time.den) as i64;
            let unit = 2 * WHOLE / relative[axis].abs() + 1;
            let missing = hit.shape.fraction.to_bits() as i64 - exact;
            assert!(missing.abs() <= unit, "{missing} of {unit} from {exact}: {}", text());
            if hits[0].len() == 1 && !self.mass.iter().all(|m| m.is_infinite()) {
                self.velocities_are_right(axis, &text());
            }
        }
        Some(hit)
    }

    fn velocities_are_right(&self, axis: usize, text: &str) {
        let wanted = self.after(axis);
        let scale = self.velocity.iter().map(|v| f64::from(v[axis].abs())).sum::<f64>();
        for k in 0..2 {
            let seen = self.stage.body(IDS[k]).velocity;
            assert_eq!(seen[1 - axis].to_bits(), (self.velocity[k][1 - axis] + 0.0).to_bits(), "{text}");
            let missing = f64::from(seen[axis]) - wanted[k];
            assert!(missing.abs() <= 1e-5 * scale, "{seen}, not {wanted:?}: {text}");
        }
    }
}

#[test]
fn two_bodies_meet_at_the_time_and_side_of_their_straight_paths() {
    let mut hits = 0;
    let count = volume(6_000, 300_000);
    for seed in 0..count {
        let mut two = random_two(&mut Rng::new(seed ^ 0x5EED_0047));
        hits += u64::from(two.judge(seed).is_some());
    }
    println!("{hits} of {count} pairs met");
    assert!(hits > count / 4, "only {hits} hits");
}
