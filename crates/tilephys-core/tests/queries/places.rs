//! Random places in random worlds: on edges, seams, corners, and anywhere.

use crate::queries::judge::Solid;
use crate::rng::Rng;
use crate::shapes::world::{WORLD_END, World, lattice};
use glam::IVec2;

pub(crate) const MASKS: [u32; 7] = [u32::MAX, u32::MAX, u32::MAX, 1, 3, 2, 1 << 31 | 1];

/// A coordinate near a solid: often on one of its edges, or on an edge of a cell.
fn near(rng: &mut Rng, solid: Option<&Solid>, tile: [i64; 2], k: usize) -> i64 {
    let (lo, hi) = solid.map_or((0, tile[k]), |s| (s.rect.lo[k], s.rect.hi[k]));
    let edge = rng.pick(&[lo, lo, hi, hi, (lo + hi) / 2]);
    let cells = rng.range(-4, 4) * tile[k];
    let any = rng.range(-3 * tile[k], 3 * tile[k]);
    edge + rng.pick(&[0, 0, 0, 1, -1, cells, cells, any, any])
}

/// A point near something, or now and then anywhere.
pub(crate) fn point(rng: &mut Rng, world: &World, solids: &[Solid]) -> [i64; 2] {
    let solid = (!solids.is_empty()).then(|| rng.pick(solids));
    let end = i64::from(i32::MAX);
    [0, 1].map(|k| {
        let at = near(rng, solid.as_ref(), world.tile(), k);
        if rng.chance(1) { rng.range(-end, end) } else { at.clamp(-end, end) }
    })
}

/// The other end of a segment: along an axis, along a diagonal of cells, near something, far away.
pub(crate) fn other_end(rng: &mut Rng, world: &World, solids: &[Solid], from: [i64; 2]) -> [i64; 2] {
    let (tile, end) = (world.tile(), i64::from(i32::MAX));
    let to = match rng.below(10) {
        0..=2 => {
            let (mut to, k) = (from, rng.below(2) as usize);
            let (short, long) = (rng.range(-9, 9) * tile[k], rng.any_scale(32));
            to[k] += rng.pick(&[short, short + 1, long]);
            to
        }
        3..=5 => {
            let n = rng.range(-12, 12);
            let (a, b) = (rng.range(1, 3), rng.range(1, 3));
            let sign = rng.pick(&[1, -1]);
            [from[0] + n * a * tile[0], from[1] + sign * n * b * tile[1]]
        }
        6 => [0, 1].map(|k| from[k] + rng.any_scale(32)),
        _ => point(rng, world, solids),
    };
    to.map(|c| c.clamp(-end - 1, end))
}

/// A box near something, in the world.
pub(crate) fn area(rng: &mut Rng, world: &World, solids: &[Solid]) -> [[i64; 2]; 2] {
    let (at, tile) = (point(rng, world, solids), world.tile());
    let size = [0, 1].map(|k| {
        let any = rng.range(1, 4 * tile[k]);
        rng.pick(&[1, 2, tile[k], 2 * tile[k], any, any]).min(WORLD_END)
    });
    let lo = [0, 1].map(|k| at[k].clamp(-WORLD_END, WORLD_END - size[k]));
    [lo, [lo[0] + size[0], lo[1] + size[1]]]
}

pub(crate) fn engine_point(at: [i64; 2]) -> IVec2 {
    lattice(at)
}
