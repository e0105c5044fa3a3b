//! Broad phase: all overlapping pairs among many moving boxes, beside a uniform grid, on one thread, unordered.
//! Also the cost of queries about bodies among few and among many.
//!
//! Measured on a virtual machine with two busy cores of a Xeon at 2.6 GHz, in processor time of the thread. Numbers
//! are parts of the grid's time in the same run, the fastest of seven rounds. The grid took 80, 81, 31, 39, 46 and
//! 99 ns a box:
//!
//! | boxes | 1,000 | clustered | 10,000 | clustered | 100,000 | clustered |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | `SweepAndPrune` | 0.25 | 0.26 | 0.73 | 0.79 | 1.22 | 1.02 |
//! | one axis, kept order, insertion | 0.22 | 0.28 | 1.55 | 1.63 | 5.6 | 4.2 |
//! | one axis, radix | 0.17 | 0.20 | 1.46 | 1.57 | 5.1 | 3.8 |
//! | kd-tree (broccoli 6.3, built anew) | 0.57 | 0.66 | 2.6 | 2.5 | 2.7 | 1.7 |
//!
//! Strips of 32 px, sorted by radix, take 0.19, 0.16, 0.78, 0.81, 1.09 and 0.69 in this bench (medians). They are
//! faster only because they know more: the size of the world and of the largest box, and that a key of both fits 30
//! bits. One axis is quicker for a thousand boxes and hopeless for many.
//!
//! Variants of `SweepAndPrune` that were tried and dropped, all but the last for their time:
//!
//! - rows as high as most boxes and not twice as high (0.28, 0.28, 0.80, 0.87, 1.18, 1.07);
//! - branches for boxes in one or two rows (0.36, 0.36, 1.00, 0.99, 1.22, 1.06);
//! - a table half as long (0.26, 0.28, 0.75, 0.75, 1.09, 0.98);
//! - a table twice as long (0.22, 0.22, 0.73, 0.82, 1.16, 1.04, and more memory);
//! - entries of 20 bytes and not 24 (0.30, 0.31, 0.83, 0.98, 1.54, 1.77).
//!
//! Queries among 1,000, 10,000 and 100,000 bodies of one density, in nanoseconds:
//!
//! - a ray: 300, 323, 386;
//! - a swept box: 238, 249, 276;
//! - the nearest body: 151, 172, 246;
//! - the nearest body where there is none: 2271, 2448, 3560.

mod boxes;
#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use boxes::axis::OneAxis;
use boxes::grid::Grid;
use boxes::strips::Strips;
use boxes::{Finder, Tally, frames};
use glam::{IVec2, UVec2};
use std::time::{Duration, Instant};
use support::in_turn::Ways;
use support::workload::Random;
use tilephys::core::{Aabb, Body, ProfileId, TileGrid, World, broad_phase::SweepAndPrune, index::BodyIndex};

impl Finder for SweepAndPrune {
    fn pairs(&mut self, boxes: &[Aabb]) -> Tally {
        let mut tally = Tally::default();
        SweepAndPrune::pairs(self, boxes, |a, b| tally.add(a, b));
        tally
    }
}

/// The time that a way takes to find the pairs of each frame, which are as many as expected.
fn time(finder: &mut dyn Finder, frames: &[Vec<Aabb>], expected: &[Tally]) -> Duration {
    let (mut boxes, mut took) = (frames[0].clone(), Duration::ZERO);
    for (frame, expected) in frames.iter().zip(expected) {
        // The code that moves the boxes leaves them in the cache.
        boxes.copy_from_slice(frame);
        let began = Instant::now();
        let tally = finder.pairs(&boxes);
        took += began.elapsed();
        assert_eq!(tally, *expected, "the ways do not find the same pairs");
    }
    took
}

fn main() {
    questions();
    for (count, steps) in [(1_000, 200), (10_000, 40), (100_000, 10)] {
        for (clustered, how) in [(false, "anywhere"), (true, "in clusters")] {
            let frames = &frames(count, clustered, steps);
            let expected = &frames.iter().map(|boxes| Grid::default().pairs(boxes)).collect::<Vec<Tally>>();
            let way = |name: &str, mut finder: Box<dyn Finder>| {
                let work: Box<dyn FnMut() -> Duration> =
                    Box::new(move || time(&mut *finder, frames, expected));
                (name.to_owned(), work)
            };
            let all = vec![
                way("uniform grid", Box::<Grid>::default()),
                way("SweepAndPrune", Box::<SweepAndPrune>::default()),
                way("strips, by radix", Box::<Strips>::default()),
                way("one axis, by insertion", Box::<OneAxis>::default()),
            ];
            let title = &format!("{count} boxes {how}, {} pairs", expected[0].count);
            Ways { title, items: count * steps, all }.run();
        }
    }
}

/// Questions of each kind that one round asks.
const QUESTIONS: usize = 1000;

/// Bodies of 4 to 24 px, one for every 64 x 64 px of a square, and points near some of them.
fn crowd(count: u32) -> (BodyIndex, Vec<IVec2>) {
    let (mut world, mut random) = (World::new(TileGrid::new(UVec2::splat(16))), Random(0xC0DE));
    let side = 64 * 256 * count.isqrt();
    let mut number = |low: u32, high: u32| (low + random.below(high - low)) as i32;
    let mut places = Vec::new();
    for _ in 0..count {
        let position = IVec2::new(number(0, side), number(0, side));
        let size = IVec2::new(number(1024, 6144), number(1024, 6144));
        world.spawn(ProfileId::DEFAULT, Body::on_lattice(position, size));
        places.push(position);
    }
    let asked =
        (0..QUESTIONS).map(|_| places[number(0, count) as usize] + number(0, 16_000) - 8000).collect();
    (world.index_bodies(), asked)
}

/// What questions cost among few bodies and among many, at one density.
fn questions() {
    let crowds: &'static _ = Box::leak(Box::new([1_000, 10_000, 100_000].map(|count| (count, crowd(count)))));
    type Question = fn(&BodyIndex, IVec2) -> bool;
    let kinds: [(&str, Question); 4] = [
        ("rays of 480 px", |index, at| index.cast(at, at + IVec2::new(102_400, 67_000), 1).is_some()),
        ("boxes of 16 px that move 160 px", |index, at| {
            let aabb = Aabb::from_min_size(at, IVec2::splat(4096));
            index.sweep(aabb, IVec2::new(-40_000, 10_000), 1).is_some()
        }),
        ("the nearest within 400 px", |index, at| index.nearest(at, 102_400, 1).is_some()),
        ("the nearest of none", |index, at| index.nearest(at, 102_400, 2).is_some()),
    ];
    for (title, question) in kinds {
        let way = |(count, (index, asked)): &'static (u32, (BodyIndex, Vec<IVec2>))| {
            let work: Box<dyn FnMut() -> Duration> = Box::new(move || {
                let began = Instant::now();
                let found = asked.iter().filter(|at| question(index, **at)).count();
                let took = began.elapsed();
                std::hint::black_box(found);
                took
            });
            (format!("among {count} bodies"), work)
        };
        let all = crowds.iter().map(way).collect();
        Ways { title, items: QUESTIONS, all }.run();
    }
}
