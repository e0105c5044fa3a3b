//! Stones packed side by side: the texture of rock and of the walls behind it.

use crate::canvas::{hash, pick};

/// A field of stones that repeats in both directions.
pub(crate) struct Stones {
    /// Pixels between the stones' centres before they are shifted.
    pub(crate) spacing: (i32, i32),
    /// Pixels after which the field repeats; multiples of `spacing`.
    pub(crate) period: (i32, i32),
    pub(crate) salt: u32,
}

/// Stone that a pixel of the field belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    /// Tells one stone from another.
    pub(crate) stone: u32,
    /// Between two stones.
    pub(crate) crack: bool,
}

impl Stones {
    /// The stone at a pixel: the one whose centre is nearest (Voronoi cells, after Worley 1996). Distances count
    /// rows more than columns, so that stones lie flat.
    pub(crate) fn at(&self, x: i32, y: i32) -> Spot {
        let (sx, sy) = self.spacing;
        let (cx, cy) = (x.div_euclid(sx), y.div_euclid(sy));
        let mut best = [(i32::MAX, 0); 2];
        for row in cy - 2..=cy + 2 {
            for column in cx - 2..=cx + 2 {
                let wrapped = (column.rem_euclid(self.period.0 / sx), row.rem_euclid(self.period.1 / sy));
                let shift = |n: i32, salt: u32| pick(wrapped.0, wrapped.1, salt, (n * 4 / 5) as u32);
                let dx = 2 * (column * sx + shift(sx, self.salt)) - 2 * x;
                let dy = 2 * (row * sy + shift(sy, self.salt + 1)) - 2 * y;
                let candidate = (4 * dx * dx + 7 * dy * dy, hash(wrapped.0, wrapped.1, self.salt + 2));
                if candidate.0 < best[0].0 {
                    best = [candidate, best[0]];
                } else if candidate.0 < best[1].0 {
                    best[1] = candidate;
                }
            }
        }
        // Linear distances differ by about a pixel on either side of a crack.
        let near = i32::isqrt(best[0].0);
        let next = i32::isqrt(best[1].0);
        Spot { stone: best[0].1, crack: next - near < 4 }
    }
}
