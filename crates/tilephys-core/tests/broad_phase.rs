//! Broad phase: all overlapping pairs of boxes, against brute force over all pairs.

use crate::panics::is_refused;
use crate::rng::Rng;

use allocation_counter::measure;
use glam::IVec2;
use tilephys_core::{Aabb, broad_phase::SweepAndPrune};

const PX: i64 = 256;

/// Strictly inside each other on both axes, by the numbers.
fn overlap(a: &Aabb, b: &Aabb) -> bool {
    a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y
}

fn all_pairs(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (i, a) in (0u32..).zip(boxes) {
        for (j, b) in (i + 1..).zip(&boxes[i as usize + 1..]) {
            if overlap(a, b) {
                pairs.push((i, j));
            }
        }
    }
    pairs
}

fn found_pairs(sorted: &mut SweepAndPrune, boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    sorted.pairs(boxes, |a, b| pairs.push((a, b)));
    pairs.sort_unstable();
    pairs
}

/// The box with this corner and size, cut to what `i32` holds.
fn cut(min: [i64; 2], size: [i64; 2]) -> Aabb {
    let clip = |v: i64| v.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    let corner = |by: [i64; 2]| IVec2::new(clip(min[0] + by[0]), clip(min[1] + by[1]));
    Aabb { min: corner([0, 0]), max: corner(size) }
}

/// How boxes of a scene lie.
#[derive(Clone, Copy, Debug)]
enum Scene {
    Scattered,
    Clustered,
    AllEqual,
    /// On a coarse raster, many without width or height, so that they touch and share edges.
    Degenerate,
    /// Of every size from nothing to the whole world.
    AnySize,
    /// Small ones, and some that are larger than all that lies between them.
    Giants,
    /// Long and thin, across and along.
    Bars,
    /// At the ends of the lattice.
    Corners,
}

const SCENES: [Scene; 8] = [
    Scene::Scattered,
    Scene::Clustered,
    Scene::AllEqual,
    Scene::Degenerate,
    Scene::AnySize,
    Scene::Giants,
    Scene::Bars,
    Scene::Corners,
];

impl Scene {
    fn boxes(self, rng: &mut Rng, count: usize) -> Vec<Aabb> {
        let same = cut([rng.range(-900, 900), rng.range(-900, 900)], [rng.range(1, 5000), 700]);
        let far = rng.pick(&[0, 0, 1 << 20, (1 << 31) - 200_000, -(1 << 31) + 200_000]);
        let extent = rng.pick(&[40, 300, 3000]) * PX;
        let small = |rng: &mut Rng| [rng.range(4 * PX, 24 * PX), rng.range(4 * PX, 24 * PX)];
        let place = |rng: &mut Rng| [far + rng.range(-extent, extent), far + rng.range(-extent, extent)];
        let one = |rng: &mut Rng| match self {
            Scene::Scattered => cut(place(rng), small(rng)),
            Scene::Clustered => {
                let [column, row] = [rng.range(-2, 2), rng.range(-2, 2)].map(|k| far + k * 9000 * PX);
                cut([column + rng.range(0, 60 * PX), row + rng.range(0, 60 * PX)], small(rng))
            }
            Scene::AllEqual => same,
            Scene::Degenerate => {
                let raster = |rng: &mut Rng, low: i64, high: i64| rng.range(low, high) * 16 * PX;
                let min = [far + raster(rng, -6, 6), far + raster(rng, -6, 6)];
                cut(min, [raster(rng, 0, 3), raster(rng, 0, 3)])
            }
            Scene::AnySize => cut(
                [rng.any_scale(31), rng.any_scale(31)],
                [rng.any_scale(32).abs(), rng.any_scale(32).abs()],
            ),
            Scene::Giants if rng.chance(10) => {
                cut(place(rng), [rng.range(0, 3000 * PX), rng.range(0, 3000 * PX)])
            }
            Scene::Giants => cut(place(rng), small(rng)),
            Scene::Bars => {
                let long = [rng.range(1, 2000 * PX), rng.range(1, 64)];
                cut(place(rng), if rng.chance(50) { long } else { [long[1], long[0]] })
            }
            Scene::Corners => {
                let end = |rng: &mut Rng| rng.pick(&[i64::from(i32::MIN), i64::from(i32::MAX) - 5000]);
                let min = [end(rng) + rng.range(0, 5000), end(rng) + rng.range(0, 5000)];
                cut(min, [rng.range(0, 6000), rng.range(0, 6000)])
            }
        };
        (0..count).map(|_| one(rng)).collect()
    }
}

/// Runs `judge` on many scenes of each kind, of 0 to 400 boxes, and prints how many there were of what.
fn on_all_scenes(seed: u64, rounds: usize, mut judge: impl FnMut(&mut Rng, &[Aabb]) -> usize) {
    let mut rng = Rng::new(seed);
    for scene in SCENES {
        let mut met = 0;
        for round in 0..rounds {
            let count = if round < 4 { round } else { rng.below(400) as usize };
            let boxes = scene.boxes(&mut rng, count);
            met += judge(&mut rng, &boxes);
        }
        println!("{scene:?}: {met} in {rounds} scenes");
        assert!(met > 100, "{scene:?}: {met} found, too few to tell");
    }
}

#[test]
fn every_pair_that_overlaps_is_found_once_and_no_other() {
    let mut sorted = SweepAndPrune::default();
    on_all_scenes(1, 60, |_, boxes| {
        let found = found_pairs(&mut sorted, boxes);
        assert_eq!(found, all_pairs(boxes), "{boxes:?}");
        found.len()
    });
}

#[test]
fn strips_find_together_what_all_find() {
    let mut sorted = SweepAndPrune::default();
    let mut most = 0;
    on_all_scenes(2, 30, |rng, boxes| {
        let all = found_pairs(&mut sorted, boxes);
        let (mut pairs, mut from) = (Vec::new(), 0);
        most = most.max(sorted.strips());
        while from < sorted.strips() {
            let to = rng.range(from as i64, sorted.strips() as i64) as usize;
            sorted.sweep(from..to, |a, b| pairs.push((a, b)));
            from = to;
        }
        pairs.sort_unstable();
        assert_eq!(pairs, all);
        pairs.len()
    });
    assert!(most > 20, "at most {most} strips: too few to tell");
}

#[test]
fn all_that_overlap_a_box_are_found_once_and_no_other() {
    let mut sorted = SweepAndPrune::default();
    on_all_scenes(3, 40, |rng, boxes| {
        sorted.sort(boxes);
        let mut met = 0;
        for _ in 0..40 {
            let asked = match rng.below(4) {
                0 if !boxes.is_empty() => rng.pick(boxes),
                1 => cut(
                    [rng.any_scale(31), rng.any_scale(31)],
                    [rng.any_scale(32).abs(), rng.any_scale(32).abs()],
                ),
                _ if boxes.is_empty() => continue,
                _ => {
                    let near = rng.pick(boxes).min;
                    let [x, y] = [near.x, near.y].map(|v| i64::from(v) + rng.range(-9000, 9000));
                    cut([x, y], [rng.any_scale(20).abs(), rng.any_scale(20).abs()])
                }
            };
            let mut found = Vec::new();
            sorted.overlapping(asked, |id| found.push(id));
            found.sort_unstable();
            let expected: Vec<u32> =
                (0..).zip(boxes).filter(|(_, b)| overlap(&asked, b)).map(|(id, _)| id).collect();
            assert_eq!(found, expected, "{asked:?} among {boxes:?}");
            met += found.len();
        }
        met
    });
}

#[test]
fn strips_that_are_not_there_are_refused() {
    let mut sorted = SweepAndPrune::default();
    sorted.sort(&[cut([0, 0], [10, 10])]);
    is_refused("no strips 0..2, there are 1", || sorted.sweep(0..2, |_, _| {}));
}

#[test]
fn nothing_is_allocated_once_buffers_have_grown() {
    let mut rng = Rng::new(6);
    let mut boxes =
        [Scene::Scattered, Scene::Giants, Scene::Clustered].map(|s| s.boxes(&mut rng, 500)).concat();
    let mut sorted = SweepAndPrune::default();
    let mut pairs = Vec::new();
    let mut step = || {
        for aabb in &mut boxes {
            let to = IVec2::new(rng.range(-2000, 2000), rng.range(-2000, 2000));
            let far = aabb.min.to_array().iter().any(|v| v.unsigned_abs() > 1 << 30);
            *aabb = if far { *aabb } else { aabb.translated(to) };
        }
        pairs.clear();
        sorted.pairs(&boxes, |a, b| pairs.push((a, b)));
        pairs.len()
    };
    (0..100).for_each(|_| assert!(step() > 500, "too few pairs to tell"));
    let allocations = measure(|| (0..100).for_each(|_| _ = step()));
    assert_eq!(allocations.count_total, 0);
}
