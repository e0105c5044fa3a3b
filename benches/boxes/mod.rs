//! Broad-phase workload: boxes of 4 to 24 px at 60 to 2,400 px/s in 16,384 x 4,096 px, anywhere or in 24 clusters.
//! Beside it a reference and two rejected algorithms.

pub(crate) mod axis;
pub(crate) mod grid;
pub(crate) mod strips;

use crate::support::workload::{DT, Random};
use glam::{IVec2, Vec2};
use tilephys::core::{Aabb, lattice::point_from_px};

/// Size of the world, in pixels.
pub(crate) const WORLD: Vec2 = Vec2::new(16_384.0, 4096.0);
/// Edge of the largest box, in pixels.
const LARGEST: f32 = 24.0;
/// Clusters, half the edge of the square that each keeps to, and how far from its middle boxes begin, in pixels.
const CLUSTERS: usize = 24;
const AROUND: f32 = 512.0;
const DEVIATION: f32 = 150.0;

/// Pairs, counted and mixed so that their order does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) count: u64,
    mixed: u64,
}

impl Tally {
    #[inline]
    pub(crate) fn add(&mut self, a: u32, b: u32) {
        self.count += 1;
        let (low, high) = (u64::from(a.min(b)), u64::from(a.max(b)));
        self.mixed = self.mixed.wrapping_add((high << 32 | low).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20);
    }
}

/// A way to find all pairs of boxes that overlap.
pub(crate) trait Finder {
    fn pairs(&mut self, boxes: &[Aabb]) -> Tally;
}

/// A box, and its place among all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) aabb: Aabb,
    pub(crate) id: u32,
}

impl Placed {
    pub(crate) const NONE: Placed = Placed { aabb: Aabb { min: IVec2::ZERO, max: IVec2::ZERO }, id: 0 };
}

struct Box {
    corner: Vec2,
    size: Vec2,
    velocity: Vec2,
    /// Where it turns back.
    low: Vec2,
    high: Vec2,
}

impl Box {
    fn step(&mut self) {
        self.corner += self.velocity * DT;
        for axis in 0..2 {
            let (low, high) = (self.low[axis], self.high[axis] - self.size[axis]);
            let at = self.corner[axis];
            if at < low || at > high {
                let wall = if at < low { low } else { high };
                self.corner[axis] = 2.0 * wall - at;
                self.velocity[axis] = -self.velocity[axis];
            }
        }
    }

    fn aabb(&self) -> Aabb {
        let lattice = |px: Vec2| point_from_px(px).expect("boxes stay in the world");
        Aabb::from_min_size(lattice(self.corner), lattice(self.size))
    }
}

/// Where so many boxes are, step by step.
pub(crate) fn frames(count: usize, clustered: bool, steps: usize) -> Vec<Vec<Aabb>> {
    let mut random = Random(if clustered { 0xC105 } else { 0xF1A7 });
    let mut inside =
        |low: Vec2, high: Vec2| Vec2::new(random.within(low.x, high.x), random.within(low.y, high.y));
    let middles: Vec<Vec2> =
        (0..CLUSTERS).map(|_| inside(Vec2::splat(AROUND), WORLD - Vec2::splat(AROUND))).collect();
    let mut boxes: Vec<Box> = (0..count)
        .map(|k| {
            let size = inside(Vec2::splat(4.0), Vec2::splat(LARGEST));
            let direction = loop {
                let v = inside(Vec2::NEG_ONE, Vec2::ONE);
                if (0.01..1.0).contains(&v.length_squared()) {
                    break v / v.length();
                }
            };
            let velocity = direction * inside(Vec2::splat(60.0), Vec2::splat(2400.0)).x;
            let (mut low, mut high) = (Vec2::ZERO, WORLD);
            let mut corner = inside(low, high - size);
            if clustered {
                let middle = middles[k % CLUSTERS];
                (low, high) = (middle - AROUND, middle + AROUND);
                // The sum of twelve is as good as normal.
                let sum: Vec2 = (0..12).map(|_| inside(Vec2::splat(-0.5), Vec2::splat(0.5))).sum();
                let at = middle + DEVIATION * sum;
                let inner = at.cmpge(low).all() && (at + size).cmple(high).all();
                corner = if inner { at } else { middle };
            }
            Box { corner, size, velocity, low, high }
        })
        .collect();
    let mut frame = || {
        boxes.iter_mut().for_each(Box::step);
        boxes.iter().map(Box::aabb).collect()
    };
    (0..steps).map(|_| frame()).collect()
}
