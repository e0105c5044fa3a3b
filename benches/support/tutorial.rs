//! The swept boxes of a tutorial, as they are written everywhere: an array of structs of floats, a byte a tile, all tiles
//! under the swept box, a slab test for each, the earliest hit.

use super::workload::{Bytes, DT, Projectile, SIZE, TILE};
use std::time::{Duration, Instant};

const HALF: f32 = SIZE / 2.0;
/// Bounces within one step after which the rest of the step is dropped.
const BOUNCES: u32 = 16;

struct Hit {
    time: f32,
    on_x: bool,
    /// Where the center is at the hit, on its axis.
    at: f32,
}

/// The time that so many steps take.
pub(crate) fn steps(map: &Bytes, mut projectiles: Vec<Projectile>, steps: usize) -> Duration {
    let began = Instant::now();
    for _ in 0..steps {
        std::hint::black_box(step(map, &mut projectiles));
    }
    began.elapsed()
}

/// Moves all projectiles by one step. Returns the number of bounces.
fn step(map: &Bytes, projectiles: &mut [Projectile]) -> u64 {
    projectiles.iter_mut().map(|p| u64::from(advance(map, p))).sum()
}

fn advance(map: &Bytes, p: &mut Projectile) -> u32 {
    let mut left = DT;
    for bounces in 0..BOUNCES {
        let (dx, dy) = (p.vx * left, p.vy * left);
        let Some(hit) = sweep(map, p, dx, dy) else {
            p.x += dx;
            p.y += dy;
            return bounces;
        };
        if hit.on_x {
            p.x = hit.at;
            p.y += dy * hit.time;
            p.vx = -p.vx;
        } else {
            p.x += dx * hit.time;
            p.y = hit.at;
            p.vy = -p.vy;
        }
        left *= 1.0 - hit.time;
    }
    BOUNCES
}

// Tutorials compare with `min` and `max`; this is no step of the engine.
#[allow(clippy::disallowed_methods)]
fn sweep(map: &Bytes, p: &Projectile, dx: f32, dy: f32) -> Option<Hit> {
    let column0 = ((p.x.min(p.x + dx) - HALF) / TILE).floor() as i32;
    let column1 = ((p.x.max(p.x + dx) + HALF) / TILE).floor() as i32;
    let row0 = ((p.y.min(p.y + dy) - HALF) / TILE).floor() as i32;
    let row1 = ((p.y.max(p.y + dy) + HALF) / TILE).floor() as i32;
    let (scale_x, scale_y) = (1.0 / not_zero(dx), 1.0 / not_zero(dy));
    let mut first: Option<Hit> = None;
    for row in row0..=row1 {
        for column in column0..=column1 {
            if !map.is_solid(column, row) {
                continue;
            }
            let (left, right) = (column as f32 * TILE - HALF, (column + 1) as f32 * TILE + HALF);
            let (top, bottom) = (row as f32 * TILE - HALF, (row + 1) as f32 * TILE + HALF);
            let (near_x, far_x) = if scale_x > 0.0 { (left, right) } else { (right, left) };
            let (near_y, far_y) = if scale_y > 0.0 { (top, bottom) } else { (bottom, top) };
            let (enter_x, exit_x) = ((near_x - p.x) * scale_x, (far_x - p.x) * scale_x);
            let (enter_y, exit_y) = ((near_y - p.y) * scale_y, (far_y - p.y) * scale_y);
            let (enter, exit) = (enter_x.max(enter_y), exit_x.min(exit_y));
            if enter >= 0.0 && enter < exit && enter < first.as_ref().map_or(1.0, |hit| hit.time) {
                let on_x = enter_x > enter_y;
                first = Some(Hit { time: enter, on_x, at: if on_x { near_x } else { near_y } });
            }
        }
    }
    first
}

fn not_zero(d: f32) -> f32 {
    if d == 0.0 { 1e-20 } else { d }
}
