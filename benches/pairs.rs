//! All pairs of boxes that overlap, among many that move, beside a uniform grid: one thread, pairs in no order.

mod boxes;
#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use boxes::axis::OneAxis;
use boxes::grid::Grid;
use boxes::strips::Strips;
use boxes::{Finder, Tally, frames};
use std::time::{Duration, Instant};
use support::in_turn::Ways;
use tilephys::core::{Aabb, PairSort, SweepAndPrune};

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
        // Whoever moves the boxes has just had them in the cache.
        boxes.copy_from_slice(frame);
        let began = Instant::now();
        let tally = finder.pairs(&boxes);
        took += began.elapsed();
        assert_eq!(tally, *expected, "the ways do not find the same pairs");
    }
    took
}

/// The time that it takes to sort the pairs of each frame, as they are found.
fn sorting(pairs: &[Vec<(u32, u32)>], mut sort: impl FnMut(&mut Vec<(u32, u32)>)) -> Duration {
    let (mut copy, mut took) = (Vec::new(), Duration::ZERO);
    for found in pairs {
        copy.clone_from(found);
        let began = Instant::now();
        sort(&mut copy);
        took += began.elapsed();
        assert!(copy.is_sorted(), "pairs are not in order");
    }
    took
}

fn main() {
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
                way("uniform grid", Box::new(Grid::default())),
                way("SweepAndPrune", Box::new(SweepAndPrune::default())),
                way("strips, by radix", Box::new(Strips::default())),
                way("one axis, by insertion", Box::new(OneAxis::default())),
            ];
            let title = &format!("{count} boxes {how}, {} pairs", expected[0].count);
            Ways { title, items: count * steps, all }.run();
            sort_pairs(title, frames);
        }
    }
}

/// What it costs to bring the pairs into order.
fn sort_pairs(title: &str, frames: &[Vec<Aabb>]) {
    let mut sorted = SweepAndPrune::default();
    let mut found = |boxes: &Vec<Aabb>| {
        let mut pairs = Vec::new();
        sorted.pairs(boxes, |a, b| pairs.push((a, b)));
        pairs
    };
    let pairs: &Vec<Vec<(u32, u32)>> = &frames.iter().map(&mut found).collect();
    let places = frames[0].len();
    let mut sort = PairSort::default();
    let all: Vec<(String, Box<dyn FnMut() -> Duration>)> = vec![
        ("sort_unstable".to_owned(), Box::new(|| sorting(pairs, |pairs| pairs.sort_unstable()))),
        ("PairSort".to_owned(), Box::new(|| sorting(pairs, |pairs| sort.sort(pairs, places)))),
    ];
    let title = &format!("{title}, in order, a pair");
    Ways { title, items: pairs.iter().map(Vec::len).sum(), all }.run();
}
