//! No ghost collisions: a floating body on a straight run of flush polygons hits only the run's own face, and keeps
//! its speed.

use super::judge::{Verdict, fail_unless, one_move};
use super::mover::{Mover, engine_moves};
use super::solid::{Point, Rect, add, dot};
use super::world::{Kind, Loose, World, lattice};
use crate::panics::verdict;
use crate::rng::Rng;
use crate::volume::volume;
use std::collections::BTreeMap;
use tilephys_core::{
    Direction, Response,
    shape::{Part, Polygon, TileShape},
};

/// A run of polygons: from `start`, corners at whole multiples of `step`, each polygon behind the line in its own depth.
#[derive(Clone, Debug)]
struct Run {
    start: Point,
    step: Point,
    cuts: Vec<i64>,
    depths: Vec<i64>,
}

impl Run {
    fn random(rng: &mut Rng) -> Run {
        let steep = rng.pick(&[
            [1, 0],
            [0, 1],
            [1, 1],
            [2, 1],
            [1, 3],
            [16, 5],
            [7, 4],
            [256, 255],
            [-1, 1],
            [-3, 1],
            [-1, 0],
        ]);
        let sign = rng.pick(&[1, -1]);
        let step: Point = steep.map(|c| sign * c);
        let long = step[0].abs().max(step[1].abs());
        let mut cuts = vec![0];
        for _ in 0..12 {
            let last = cuts[cuts.len() - 1];
            cuts.push(last + rng.range(64, 4096) / long + 1);
        }
        let depths = (0..12).map(|_| rng.range(8, 2048)).collect();
        Run { start: [rng.range(-9000, 9000), rng.range(-9000, 9000)], step, cuts, depths }
    }

    fn at(&self, steps: i64) -> Point {
        add(self.start, self.step.map(|c| c * steps))
    }

    /// Out of the solid: to the left of the way, as seen with y down.
    fn normal(&self) -> Point {
        [self.step[1], -self.step[0]]
    }

    fn world(&self) -> World {
        let polygons = self.cuts.windows(2).zip(&self.depths).map(|(cut, depth)| {
            let (a, b) = (self.at(cut[0]), self.at(cut[1]));
            let behind = self.normal().map(|c| -c * depth);
            let corners = [a, b, add(b, behind), add(a, behind)].map(lattice);
            TileShape::Parts(vec![Part::Solid(Polygon::new(&corners))])
        });
        let kinds: Vec<_> = polygons.map(|shape| Kind { shape, category: 1 }).collect();
        let off_grid =
            (0..kinds.len()).map(|kind| Loose { at: [0, 0], layer: 0, kind, size: None }).collect();
        World { tile_px: [16, 16], layers: 1, kinds, cells: BTreeMap::new(), off_grid }
    }
}

/// A body in contact with the run, driven along it and into it.
fn random_push(rng: &mut Rng, run: &Run) -> Mover {
    let any = [rng.range(1, 4000), rng.range(1, 4000)];
    let size = rng.pick(&[[2048, 2816], [256, 256], [1, 1], any]);
    let n = run.normal();
    let on = run.at(rng.range(run.cuts[1], run.cuts[3]));
    let mut position = [0, 1].map(|k| if n[k] > 0 { on[k] } else { on[k] - size[k] });
    for k in 0..2 {
        if n[k] == 0 {
            position[k] = on[k] - size[k] / 2;
        }
    }
    let long = run.step[0].abs().max(run.step[1].abs());
    let (speed, into) = (rng.range(1, 1500) / long + 1, rng.pick(&[0, 1, 5, 64, 256]));
    let units = [0, 1].map(|k| run.step[k] * speed - n[k].signum() * into);
    let up = rng.pick(&Direction::ALL);
    Mover {
        position,
        size,
        velocity: units.map(|u| u as f32),
        rest: [0.0; 2],
        translation: units.map(|u| u as f32 / 256.0),
        mask: 1,
        up,
        response: Response::Slide,
        rest_speed: 20.0,
        walk: None,
    }
}

/// Pushes it along until it comes to an end of the run; how many hits that were.
fn slides_along(run: &Run, mover: &Mover) -> Verdict<u64> {
    let world = run.world();
    let grid = world.build();
    let (n, end) = (run.normal(), run.at(run.cuts[11]));
    let (mut mover, mut hits) = (*mover, 0);
    for push in 0..24 {
        let seen = engine_moves(&grid, &mover)?;
        one_move(&world, &grid, &mover)?;
        let told = || format!("push {push} of {mover:?}: {seen:?}");
        let own = seen.hits.iter().all(|h| h.normal == super::solid::reduced(n));
        fail_unless(own, || format!("snag: another face than {n:?}, {}", told()))?;
        let gone = [0, 1].map(|k| seen.position[k] - mover.position[k]);
        let wanted = dot(mover.units(), run.step);
        let slack = 4 * (run.step[0].abs() + run.step[1].abs());
        let slow = wanted - dot(gone, run.step);
        fail_unless(slow.abs() <= slack.into(), || format!("pace: it lost {slow} of {wanted}, {}", told()))?;
        let along = |v: [f32; 2]| {
            let t = run.step.map(|c| c as f64);
            (f64::from(v[0]) * t[0] + f64::from(v[1]) * t[1]) / (t[0] * t[0] + t[1] * t[1]).sqrt()
        };
        let lost = along(mover.velocity) - along(seen.velocity);
        fail_unless(lost.abs() < 1e-3 + along(mover.velocity).abs() * 1e-5, || {
            format!("speed: it lost {lost}, {}", told())
        })?;
        hits += seen.hits.len() as u64;
        (mover.position, mover.rest) = (seen.position, seen.rest);
        let body = Rect::of(mover.position, mover.size);
        let corners = [body.lo, body.hi].map(|corner| dot(corner, run.step));
        let margin = dot(mover.size.map(i64::abs), run.step.map(i64::abs));
        let is_at_end = corners[0].max(corners[1]) >= dot(end, run.step) - margin;
        let is_at_start = corners[0].min(corners[1]) <= dot(run.start, run.step) + margin;
        if is_at_end || is_at_start {
            break;
        }
    }
    Ok(hits)
}

#[test]
fn a_body_along_a_straight_run_of_polygons_meets_no_seam() {
    let mut hits = 0;
    let runs = volume(60, 15_000);
    for seed in 0..runs {
        let mut rng = Rng::new(seed ^ 0x5EA_0001);
        let run = Run::random(&mut rng);
        let mover = random_push(&mut rng, &run);
        match verdict(|| slides_along(&run, &mover)) {
            Ok(more) => hits += more,
            Err(why) => panic!("seed {seed}: {why}\n{run:?}\n{mover:?}"),
        }
    }
    assert!(hits > 2 * runs, "only {hits} hits");
}
