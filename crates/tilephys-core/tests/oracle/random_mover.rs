//! Random bodies and moves, most of them flush with something or on the way to an exact corner.

use super::random_world::MASKS;
use crate::rng::Rng;
use crate::shapes::mover::Mover;
use crate::shapes::random_mover::UPS;
use crate::shapes::solid::{Point, Rect, Solid, is_inside};
use crate::shapes::world::{WORLD_END, World};
use tilephys_core::Response;

/// A random body in `world`, with a random move. One in twenty starts inside something.
pub(crate) fn random_mover(rng: &mut Rng, world: &World) -> Mover {
    let mask = rng.pick(&MASKS);
    let solids = world.solids(mask);
    let may_be_inside = rng.chance(8);
    let size = size(rng, world.tile());
    let mut position = start(rng, &solids, size, world.tile());
    for _ in 0..30 {
        let body = Rect::of(position, size);
        if may_be_inside || !is_inside(&body, &solids) {
            break;
        }
        position = start(rng, &solids, size, world.tile());
    }
    let response = response(rng);
    let mut translation = travel(rng, &Rect::of(position, size), &solids, world.tile());
    if may_be_inside && rng.chance(70) {
        translation = [rng.any_scale(12), rng.any_scale(12)];
    }
    let rest = if rng.chance(70) { [0.0; 2] } else { [rng.unit() - 0.5, rng.unit() - 0.5] };
    let pixels = translation.map(|units| units as f32 / 256.0);
    let velocity = match rng.below(3) {
        0 => pixels.map(|px| px * 60.0),
        1 => [rng.any_scale(9) as f32, rng.any_scale(9) as f32],
        _ => [rng.unit() * 50.0 - 25.0, rng.unit() * 50.0 - 25.0],
    };
    let up = rng.pick(&UPS);
    Mover {
        position,
        size,
        velocity,
        rest,
        translation: pixels,
        mask,
        up,
        response,
        rest_speed: rng.pick(&[20.0, 20.0, 20.0, 0.0]),
        walk: None,
    }
}

fn response(rng: &mut Rng) -> Response {
    let restitution = rng.pick(&[0.0, 0.25, 0.5, 0.9, 1.0, 1.0, 1.5, 0.333, -0.5, f32::NAN, 3e9]);
    match rng.below(9) {
        0..=3 => Response::Slide,
        4 => Response::Stop,
        5 | 6 => Response::Bounce { restitution },
        7 => Response::Invert,
        _ => Response::PassThrough,
    }
}

/// One size an axis: of tiles, next to it, a unit, an actor, anything, a hundred tiles.
fn size(rng: &mut Rng, tile: Point) -> Point {
    let huge = rng.chance(3);
    [0, 1].map(|k| {
        let tiles = tile[k] * rng.pick(&[1, 1, 1, 2, 2, 3]);
        let near = (tiles + rng.range(-2, 2)).max(1);
        let any = rng.range(1, 3 * tile[k]);
        let actor = [2048, 2816][k];
        let tame = rng.pick(&[tiles, tiles, tiles, near, 1, 2, actor, actor, any]);
        // The widest box still has a place in the world.
        (if huge { tile[k] * rng.range(4, 100) } else { tame }).min(WORLD_END)
    })
}

/// A place flush with random solids, a tile or so off it, or anywhere near.
fn start(rng: &mut Rng, solids: &[Solid], size: Point, tile: Point) -> Point {
    if solids.is_empty() {
        return size.map(|s| rng.any_scale(30).min(WORLD_END - s));
    }
    let mut near = random_bounds(rng, solids);
    [0, 1].map(|k| {
        if rng.chance(15) {
            near = random_bounds(rng, solids);
        }
        let off = tile[k] * rng.pick(&[0, 0, 0, 1, -1, 2, -2]) + rng.pick(&[0, 0, 0, 0, 0, 1, -1, 2, -2]);
        let half = (near.lo[k] + near.hi[k] - size[k]) / 2;
        let any = rng.range(near.lo[k] - 3 * tile[k], near.hi[k] + 3 * tile[k]);
        let edge = rng.pick(&[near.lo[k] - size[k], near.hi[k], near.lo[k], near.hi[k] - size[k], half]);
        let at = if rng.chance(75) { edge + off } else { any };
        at.clamp(-WORLD_END, WORLD_END - size[k])
    })
}

fn random_bounds(rng: &mut Rng, solids: &[Solid]) -> Rect {
    solids[rng.below(solids.len())].bounds
}

/// A translation in units.
fn travel(rng: &mut Rng, body: &Rect, solids: &[Solid], tile: Point) -> Point {
    let sign = |rng: &mut Rng| if rng.chance(50) { 1 } else { -1 };
    match rng.below(14) {
        0 => [rng.range(-3, 3), rng.range(-3, 3)],
        1 | 2 => [rng.range(-4096, 4096), rng.range(-4096, 4096)],
        3 => {
            let far = rng.any_scale(22);
            if rng.chance(50) { [far, 0] } else { [0, far] }
        }
        4..=8 => to_corner(rng, body, solids, tile),
        9 => [tile[0] * rng.range(-4, 4), tile[1] * rng.range(-4, 4)],
        10 => [rng.any_scale(20), rng.any_scale(20)],
        11 if rng.chance(40) => {
            let (a, b) = (rng.any_scale(31), rng.any_scale(31));
            rng.pick(&[[a, b], [1 << 32, 0], [0, -1 << 32], [a, a], [-1 << 31, -1 << 31]])
        }
        11 | 12 => {
            let by = rng.any_scale(17);
            [by * sign(rng), by * sign(rng)]
        }
        _ => {
            let gap = gaps(rng, body, solids);
            [gap[0] + rng.range(-2, 300), gap[1] + rng.range(-300, 2)]
        }
    }
}

/// The way to the near edges of a solid, or of one on each axis: a body that makes it meets them corner to corner.
fn gaps(rng: &mut Rng, body: &Rect, solids: &[Solid]) -> Point {
    if solids.is_empty() {
        return [rng.any_scale(14), rng.any_scale(14)];
    }
    let mut at = random_bounds(rng, solids);
    [0, 1].map(|k| {
        if k == 1 && rng.chance(45) {
            let near = |r: &Rect| {
                r.lo[1] <= at.hi[1] && at.lo[1] <= r.hi[1] && r.lo[0] <= at.hi[0] && at.lo[0] <= r.hi[0]
            };
            let tries = (0..6).map(|_| random_bounds(rng, solids)).collect::<Vec<_>>();
            at = tries.iter().copied().find(near).unwrap_or(tries[0]);
        }
        if at.lo[k] >= body.hi[k] { at.lo[k] - body.hi[k] } else { at.hi[k] - body.lo[k] }
    })
}

/// A multiple of such a way, so that it is met on the way and not at the end.
fn to_corner(rng: &mut Rng, body: &Rect, solids: &[Solid], tile: Point) -> Point {
    let gap = gaps(rng, body, solids);
    if gap == [0, 0] {
        return [tile[0] * rng.range(-2, 2), tile[1] * rng.range(-2, 2)];
    }
    let (times, of) = rng.pick(&[(2, 1), (3, 1), (5, 4), (3, 2), (17, 16), (100, 1)]);
    if gap.iter().all(|g| g % of == 0) { gap.map(|g| g / of * times) } else { gap.map(|g| g * 2) }
}
