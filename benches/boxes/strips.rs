//! Sort and sweep in strips of 32 px: by strip and then exactly by x, a radix sort; each strip is swept against itself and
//! against the next one.

use super::{Finder, Placed, Tally, WORLD};
use tilephys::core::Aabb;

/// Shift from lattice units to strips.
const SHIFT: u32 = 13;
const STRIPS: usize = WORLD.y as usize / 32;
/// Bits of a lattice unit of x, and of the whole key, and of one digit of it.
const X_BITS: u32 = 22;
const KEY_BITS: u32 = X_BITS + 8;
const DIGIT: u32 = 10;
/// The widest box, in lattice units.
const WIDEST: i32 = 24 * 256;

#[derive(Default)]
pub(crate) struct Strips {
    keys: Vec<(u32, u32)>,
    spare: Vec<(u32, u32)>,
    sorted: Vec<Placed>,
    starts: Vec<usize>,
}

impl Strips {
    fn sort(&mut self, boxes: &[Aabb]) {
        let key = |aabb: &Aabb| (aabb.min.y as u32 >> SHIFT) << X_BITS | aabb.min.x as u32;
        self.keys.clear();
        self.keys.extend((0..).zip(boxes).map(|(id, aabb)| (key(aabb), id)));
        self.spare.resize(boxes.len(), (0, 0));
        for shift in (0..KEY_BITS).step_by(DIGIT as usize) {
            let digit = |key: u32| (key >> shift) as usize & ((1 << DIGIT) - 1);
            let mut starts = [0u32; 1 << DIGIT];
            self.keys.iter().for_each(|(key, _)| starts[digit(*key)] += 1);
            let mut sum = 0;
            for start in &mut starts {
                (*start, sum) = (sum, sum + *start);
            }
            for &entry in &self.keys {
                let at = &mut starts[digit(entry.0)];
                self.spare[*at as usize] = entry;
                *at += 1;
            }
            std::mem::swap(&mut self.keys, &mut self.spare);
        }
        self.sorted.clear();
        self.sorted.extend(self.keys.iter().map(|&(_, id)| Placed { aabb: boxes[id as usize], id }));
        let start = |strip: usize| self.keys.partition_point(|(key, _)| (key >> X_BITS) as usize <= strip);
        self.starts.clear();
        self.starts.push(0);
        self.starts.extend((0..STRIPS).map(start));
        self.starts.push(boxes.len());
    }
}

impl Finder for Strips {
    fn pairs(&mut self, boxes: &[Aabb]) -> Tally {
        self.sort(boxes);
        let mut tally = Tally::default();
        for strip in 0..STRIPS {
            let own = &self.sorted[self.starts[strip]..self.starts[strip + 1]];
            let next = &self.sorted[self.starts[strip + 1]..self.starts[strip + 2]];
            let mut first = 0;
            for (i, a) in own.iter().enumerate() {
                while next.get(first).is_some_and(|b| b.aabb.min.x <= a.aabb.min.x - WIDEST) {
                    first += 1;
                }
                let ahead = |b: &&Placed| b.aabb.min.x < a.aabb.max.x;
                let near =
                    own[i + 1..].iter().take_while(ahead).chain(next[first..].iter().take_while(ahead));
                for b in near.filter(|b| a.aabb.overlaps(b.aabb)) {
                    tally.add(a.id, b.id);
                }
            }
        }
        tally
    }
}
