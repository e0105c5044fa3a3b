//! Random bodies and moves: most are flush with something, or on the way to a corner of it.

use super::contacts::touches;
use super::mover::Mover;
use super::random_world::MASKS;
use super::solid::{Point, Rect, Solid, add, dot, is_inside};
use super::world::World;
use crate::rng::Rng;
use tilephys_core::{
    Direction, Response, Walk,
    moves::{SlopeSpeed, Snap},
};

pub(crate) const UPS: [Direction; 6] =
    [Direction::Up, Direction::Up, Direction::Up, Direction::Right, Direction::Down, Direction::Left];

/// Floor limits for which the cosine is known without trigonometry: 0, 30, 45, 60 and 90 degrees.
pub(crate) const LIMITS: [f32; 5] = [
    0.0,
    std::f32::consts::FRAC_PI_6,
    std::f32::consts::FRAC_PI_4,
    std::f32::consts::FRAC_PI_3,
    std::f32::consts::FRAC_PI_2,
];

/// A body that stands on something, if there is anything to stand on, and walks at an ordinary pace.
fn walker(rng: &mut Rng, world: &World, fits: Point) -> Mover {
    let mut mover = random_mover_of(rng, world, fits);
    let solids = world.solids(mover.mask);
    mover.size = rng.pick(&[[2048, 2816], [2048, 2816], fits]);
    let floors: Vec<_> = solids.iter().filter(|s| s.planes.iter().any(|p| p.n[1] < 0)).collect();
    for _ in 0..20 {
        if floors.is_empty() {
            break;
        }
        let solid = floors[rng.below(floors.len() as u64) as usize];
        mover.position = in_contact(rng, solid, mover.size);
        let body = mover.rect();
        let stands = touches(&body, &solids).iter().any(|t| t.n[1] < 0);
        if stands && !is_inside(&body, &solids) {
            break;
        }
    }
    let pace = rng.pick(&[64, 256, 384, 640, 1024, 2000, 4096]) * rng.pick(&[-1, 1]);
    let fall = rng.pick(&[0, 4, 64, 64, 300]);
    mover.translation = [pace as f32 / 256.0, fall as f32 / 256.0];
    (mover.velocity, mover.up) = (mover.translation.map(|t| t * 60.0), Direction::Up);
    (mover.response, mover.walk) = (Response::Slide, Some(random_walk(rng)));
    mover
}

/// A random body in `world`, with a random move.
pub(crate) fn random_mover(rng: &mut Rng, world: &World, fits: Point) -> Mover {
    if rng.chance(30) { walker(rng, world, fits) } else { random_mover_of(rng, world, fits) }
}

/// A random body in `world`, with a random move. One in fifty may start inside something.
fn random_mover_of(rng: &mut Rng, world: &World, fits: Point) -> Mover {
    let mask = rng.pick(&MASKS);
    let solids = world.solids(mask);
    let tile = world.tile();
    let may_be_inside = rng.chance(2);
    let size = if rng.chance(60) { fits } else { size(rng, tile) };
    let mut position = start(rng, &solids, size, tile);
    for _ in 0..30 {
        if may_be_inside || !is_inside(&Rect::of(position, size), &solids) {
            break;
        }
        position = start(rng, &solids, size, tile);
    }
    let units = travel(rng, &Rect::of(position, size), &solids, tile);
    let rest = if rng.chance(70) { [0.0; 2] } else { [rng.unit() - 0.5, rng.unit() - 0.5] };
    let translation = units.map(|u| u as f32 / 256.0);
    let velocity = match rng.below(5) {
        0 => [rng.any_scale(9) as f32, rng.any_scale(9) as f32],
        1 => [translation[0] * 60.0, rng.any_scale(9) as f32],
        _ => translation.map(|px| px * 60.0),
    };
    let (response, walk) = manner(rng);
    let (up, rest_speed) = (rng.pick(&UPS), rng.pick(&[20.0, 20.0, 0.0]));
    Mover { position, size, velocity, rest, translation, mask, up, response, rest_speed, walk }
}

fn manner(rng: &mut Rng) -> (Response, Option<Walk>) {
    let restitution = rng.pick(&[0.0, 0.25, 0.5, 0.9, 1.0, 1.0, 1.5]);
    match rng.below(10) {
        0 => (Response::Stop, None),
        1 => (Response::Bounce { restitution }, None),
        2 => (Response::Invert, None),
        3..=5 => (Response::Slide, None),
        6 => (Response::Slide, Some(Walk::default())),
        _ => (Response::Slide, Some(random_walk(rng))),
    }
}

/// Random settings; half of them without the settings that move a body aside.
pub(crate) fn random_walk(rng: &mut Rng) -> Walk {
    let level = SlopeSpeed::KeepLevel;
    let curve = SlopeSpeed::Curve { up: rng.pick(&[0.0, 0.5, 1.0]), down: rng.pick(&[1.0, 1.5]) };
    let plain = Walk {
        floor_max_angle: rng.pick(&[LIMITS[2], LIMITS[2], LIMITS[0], LIMITS[1], LIMITS[3], LIMITS[4]]),
        slope_speed: rng.pick(&[level, level, SlopeSpeed::KeepSurface, curve]),
        stop_on_slope: rng.chance(70),
        block_on_steep: rng.chance(70),
        snap: rng.pick(&[Snap::Adaptive, Snap::Adaptive, Snap::Length(3.0), Snap::Off]),
        slide_on_ceiling: rng.chance(70),
        wall_retain_ticks: rng.pick(&[0, 0, 4]),
        friction: rng.pick(&[0.0, 0.0, 400.0]),
        ..Walk::default()
    };
    if rng.chance(50) {
        return plain;
    }
    Walk {
        step_up: rng.pick(&[0.0, 2.0, 4.0, 8.0]),
        corner_correct_up: rng.pick(&[0.0, 4.0]),
        corner_correct_side: rng.pick(&[0.0, 4.0]),
        gap_bridge: rng.pick(&[0.0, 2.0]),
        ..plain
    }
}

/// One size an axis: a unit, an actor, tiles and next to it, anything up to four tiles.
fn size(rng: &mut Rng, tile: Point) -> Point {
    [0, 1].map(|k| {
        let tiles = tile[k] * rng.pick(&[1, 1, 2]);
        let near = (tiles + rng.range(-2, 2)).max(1);
        let any = rng.range(1, 4 * tile[k]);
        rng.pick(&[tiles, near, 1, 2, [2048, 2816][k], tile[k] / 2, any])
    })
}

fn random_solid<'a>(rng: &mut Rng, solids: &'a [Solid]) -> &'a Solid {
    &solids[rng.below(solids.len() as u64) as usize]
}

/// A place in contact with a random face, a little off it, or anywhere near.
pub(crate) fn start(rng: &mut Rng, solids: &[Solid], size: Point, tile: Point) -> Point {
    if solids.is_empty() {
        return tile.map(|t| rng.range(0, 8 * t));
    }
    let solid = random_solid(rng, solids);
    let mut at = if rng.chance(92) {
        in_contact(rng, solid, size)
    } else {
        let (lo, hi) = (solid.bounds.lo, solid.bounds.hi);
        [0, 1].map(|k| rng.range(lo[k] - size[k] - 2 * tile[k], hi[k] + 2 * tile[k]))
    };
    for k in 0..2 {
        let any = rng.range(-2 * tile[k], 2 * tile[k]);
        at[k] += rng.pick(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 2, any]);
    }
    at
}

/// The outermost lattice place next to a random face of the solid, with the body's corner or side anywhere along it or
/// at an end of it.
fn in_contact(rng: &mut Rng, solid: &Solid, size: Point) -> Point {
    let plane = solid.planes[rng.below(solid.planes.len() as u64) as usize];
    let on: Vec<_> = solid.corners.iter().copied().filter(|&c| dot(plane.n, c) == plane.reach).collect();
    let (a, b) = (on[0], on[on.len() - 1]);
    let share = rng.pick(&[0, 256, 128, 1, 255, 77, 200]);
    let point = [0, 1].map(|k| a[k] + (b[k] - a[k]) * share / 256);
    // The corner of the body that comes first against the normal, put on that point.
    let mut at = [0, 1].map(|k| if plane.n[k] > 0 { point[k] } else { point[k] - size[k] });
    for k in 0..2 {
        if plane.n[k] == 0 {
            at[k] = point[k] - rng.pick(&[0, size[k], size[k] / 2, size[k] / 3]);
        }
    }
    let outward = plane.n.map(i64::signum);
    for _ in 0..3 {
        if plane.side(&Rect::of(at, size)) >= 0 {
            break;
        }
        let axis = rng.below(2) as usize;
        at[axis] += outward[axis];
    }
    at
}

/// A translation in units.
fn travel(rng: &mut Rng, body: &Rect, solids: &[Solid], tile: Point) -> Point {
    let sign = |rng: &mut Rng| if rng.chance(50) { 1 } else { -1 };
    match rng.below(16) {
        0 => [rng.range(-3, 3), rng.range(-3, 3)],
        1 => [rng.range(-4096, 4096), rng.range(-4096, 4096)],
        2 => [rng.any_scale(20), 0],
        3 => [0, rng.any_scale(20)],
        4 | 5 => {
            let speed = rng.pick(&[64, 256, 384, 640, 1024, 2000]);
            let fall = rng.pick(&[0, 4, 64, 64, 300]);
            let (level, fall) = (speed * sign(rng), fall * sign(rng));
            if rng.chance(70) { [level, fall] } else { [fall, level] }
        }
        6 => along_a_face(rng, solids),
        7 => into_a_face(rng, body, solids),
        8..=11 => to_corner(rng, body, solids, tile),
        12 => [tile[0] * rng.range(-4, 4), tile[1] * rng.range(-4, 4)],
        13 => [rng.any_scale(16), rng.any_scale(16)],
        14 => [rng.any_scale(27), rng.any_scale(27)],
        _ => {
            let by = rng.any_scale(17);
            [by * sign(rng), by * sign(rng)]
        }
    }
}

/// Along a random edge, exactly or a little into it.
fn along_a_face(rng: &mut Rng, solids: &[Solid]) -> Point {
    if solids.is_empty() {
        return [rng.any_scale(12), 0];
    }
    let solid = random_solid(rng, solids);
    let n = solid.planes[rng.below(solid.planes.len() as u64) as usize].n;
    let longest = n[0].abs().max(n[1].abs());
    let times = rng.range(-4096, 4096) / longest.min(4096) + rng.pick(&[-1, 1]);
    let off = [rng.pick(&[0, 0, 0, 1, -1, 30, -30]), rng.pick(&[0, 0, 0, 1, -1, 30, -30])];
    add([-n[1] * times, n[0] * times], off)
}

/// Against a face that the body touches, if it does, at any slant and speed.
fn into_a_face(rng: &mut Rng, body: &Rect, solids: &[Solid]) -> Point {
    let touched = touches(body, solids);
    let any = [rng.any_scale(14), rng.any_scale(14)];
    if touched.is_empty() {
        return any;
    }
    let n = touched[rng.below(touched.len() as u64) as usize].n;
    if dot(n, any) <= 0 { any } else { any.map(|c| -c) }
}

/// The way that brings a corner of the body to a corner of a solid, or a multiple of it.
fn to_corner(rng: &mut Rng, body: &Rect, solids: &[Solid], tile: Point) -> Point {
    if solids.is_empty() {
        return [rng.any_scale(14), rng.any_scale(14)];
    }
    let solid = random_solid(rng, solids);
    let to = solid.corners[rng.below(solid.corners.len() as u64) as usize];
    let from = [rng.pick(&[body.lo[0], body.hi[0]]), rng.pick(&[body.lo[1], body.hi[1]])];
    let gap = [to[0] - from[0], to[1] - from[1]];
    if gap == [0, 0] {
        return [tile[0] * rng.range(-2, 2), tile[1] * rng.range(-2, 2)];
    }
    let (times, of) = rng.pick(&[(2, 1), (3, 1), (5, 4), (3, 2), (1, 1), (100, 1)]);
    if gap.iter().all(|g| g % of == 0) { gap.map(|g| g / of * times) } else { gap.map(|g| g * 2) }
}
