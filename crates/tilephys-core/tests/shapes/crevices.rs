//! Acute crevices: two faces at 1 to 30 degrees hold a body driven between them, and it comes to rest.

use super::judge::{Verdict, fail_unless, one_move};
use super::mover::{Mover, engine_moves};
use super::solid::{Point, Rect, add, is_inside};
use super::world::{Kind, Loose, World, lattice, pair};
use crate::meter::Meter;
use crate::rng::Rng;
use crate::volume::{seeds, volume};
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{
    Direction, Response, Walk,
    shape::{Part, Polygon, TileShape},
};

/// Pushes after which a body in a crevice is at rest.
const PUSHES_TO_REST: usize = 12;
/// Pushes that must change nothing after that.
const PUSHES_AT_REST: usize = 60;

/// A wedge of free space: its apex, and the directions of both faces from there.
#[derive(Clone, Copy, Debug)]
struct Wedge {
    apex: Point,
    faces: [Point; 2],
}

/// The polygon between the faces of a wedge and the ends of two bulky solids behind them.
fn wedge_world(wedge: &Wedge) -> World {
    let tile = 4096;
    let solid = |face: Point, behind: Point| {
        let corners =
            [wedge.apex, add(wedge.apex, face), add(add(wedge.apex, face), behind), add(wedge.apex, behind)];
        let corners = corners.map(lattice);
        TileShape::Parts(vec![Part::Solid(Polygon::new(&corners))])
    };
    let [a, b] = wedge.faces;
    let turns_left = a[0] * b[1] - a[1] * b[0] > 0;
    let across = |v: Point, left: bool| if left { [-v[1], v[0]] } else { [v[1], -v[0]] };
    let shapes = [solid(a, across(a, !turns_left)), solid(b, across(b, turns_left))];
    let kinds = shapes.map(|shape| Kind { shape, category: 1 }).to_vec();
    let off_grid = (0..2).map(|kind| Loose { at: [0, 0], layer: 0, kind, size: None }).collect();
    World { tile_px: [tile / 256; 2], layers: 1, kinds, cells: BTreeMap::new(), off_grid }
}

fn random_wedge(rng: &mut Rng) -> Wedge {
    let long = rng.range(4096, 40_000);
    // Tangents of 1 to 30 degrees in 1024ths.
    let (spread, lean) = (rng.range(18, 591), rng.range(-400, 400));
    let axis =
        rng.pick(&[[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1], [2, 1], [-1, 2]]);
    let lean = if rng.chance(30) { 0 } else { lean };
    let forth = axis.map(|c| c * long);
    let side = [-forth[1], forth[0]];
    let along = |share: i64| [0, 1].map(|k| forth[k] + side[k] * share / 1024);
    let apex = [rng.range(-5000, 5000), rng.range(-5000, 5000)];
    Wedge { apex, faces: [along(lean), along(lean + spread)] }
}

/// The middle between both faces, at `share` 1024ths of their length from the apex.
fn middle(wedge: &Wedge, share: i64) -> Point {
    let [a, b] = wedge.faces;
    [0, 1].map(|k| wedge.apex[k] + (a[k] + b[k]) * share / 2048)
}

/// A body near the mouth of the wedge, and a motion toward the apex.
fn random_push(rng: &mut Rng, wedge: &Wedge) -> Mover {
    let any = [rng.range(1, 3000), rng.range(1, 3000)];
    let size = rng.pick(&[[1, 1], [2, 3], [256, 256], [2048, 2816], [64, 1024], any]);
    let from = middle(wedge, rng.range(0, 1400));
    let off = [rng.range(-300, 300), rng.range(-300, 300)];
    let position = [0, 1].map(|k| from[k] - size[k] / 2 + off[k]);
    let target = middle(wedge, rng.range(-100, 100));
    let toward = [0, 1].map(|k| target[k] - position[k] - size[k] / 2);
    let scale = rng.pick(&[1.0, 0.001, 0.01, 0.1, 0.5, 2.0, 30.0, 1000.0, 20_000.0]);
    let straight = rng.chance(25);
    let axis = rng.below(2) as usize;
    let units = [0, 1].map(|k| if straight && k == axis { 0.0 } else { toward[k] as f32 * scale });
    let translation = units.map(|u| u / 256.0);
    let up = rng.pick(&Direction::ALL);
    let walk = [None, None, Some(Walk::default())][rng.below(3) as usize];
    Mover {
        position,
        size,
        velocity: translation.map(|px| px * 60.0),
        rest: [0.0; 2],
        translation,
        mask: u32::MAX,
        up,
        response: Response::Slide,
        rest_speed: 20.0,
        walk,
    }
}

/// True if the middle of the body lies between both faces.
fn is_between(wedge: &Wedge, body: &Rect) -> bool {
    let center2 = [body.lo[0] + body.hi[0] - 2 * wedge.apex[0], body.lo[1] + body.hi[1] - 2 * wedge.apex[1]];
    let cross =
        |u: Point, v: Point| i128::from(u[0]) * i128::from(v[1]) - i128::from(u[1]) * i128::from(v[0]);
    let [a, b] = wedge.faces;
    let turn = cross(a, b).signum();
    cross(a, center2) * turn >= 0 && cross(center2, b) * turn >= 0
}

#[test]
fn a_body_driven_into_a_crevice_stays_outside_and_rests() {
    let (mut meter, mut failures) = (Meter::default(), Vec::new());
    for seed in seeds(200, 20_000) {
        let mut rng = Rng::new(seed ^ 0xC4E_71CE);
        let wedge = random_wedge(&mut rng);
        let world = wedge_world(&wedge);
        let mover = random_push(&mut rng, &wedge);
        let solids = world.solids(u32::MAX);
        if is_inside(&mover.rect(), &solids) || !is_between(&wedge, &mover.rect()) {
            continue;
        }
        if let Err(why) = driven_in(&world, &wedge, &mover, &mut meter) {
            failures.push(format!(
                "seed {seed}: {why}\n{wedge:?}\n{mover:?}\nsolids {:?}",
                solids.iter().map(|s| &s.corners).collect::<Vec<_>>()
            ));
        }
    }
    meter.report("crevices");
    assert!(
        failures.is_empty(),
        "{} fail\n{}",
        failures.len(),
        failures[..failures.len().min(6)].join("\n\n")
    );
    assert!(meter.cases > volume(30, 6_000), "only {} bodies were driven in", meter.cases);
    meter.demand(&[("held by two faces", 200.0)]);
}

/// The same push again and again, the first ones judged.
fn driven_in(world: &World, wedge: &Wedge, mover: &Mover, meter: &mut Meter) -> Verdict {
    let grid = world.build();
    meter.cases += 1;
    let faces: BTreeSet<Point> = engine_moves(&grid, mover)?.hits.iter().map(|h| h.normal).collect();
    meter.count_if(faces.len() > 1, "held by two faces");
    let (mut mover, mut seen) = (*mover, Vec::new());
    for push in 0..PUSHES_TO_REST + PUSHES_AT_REST {
        let mut body = mover.body();
        grid.move_and_slide(&mut body, mover.translation, &mover.config(), &mut Vec::new());
        if push < PUSHES_TO_REST {
            one_move(world, &grid, &mover)?;
        }
        (mover.position, mover.rest) = (pair(body.position), body.remainder.into());
        seen.push((mover.position, mover.rest));
    }
    let is_at_rest = seen[PUSHES_TO_REST..].windows(2).all(|w| w[0] == w[1]);
    let stays = is_between(wedge, &mover.rect());
    meter.count_if(is_at_rest && stays, "at rest between the faces");
    let told = || format!("no rest: {:?}", &seen[seen.len() - 6..]);
    fail_unless(is_at_rest || !stays || faces.len() < 2, told)
}
