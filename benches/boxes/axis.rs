//! Sort and sweep along x alone, in the order of the last time, mended by insertion (Baraff 1992, "Dynamic Simulation of
//! Non-penetrating Rigid Bodies").

use super::{Finder, Placed, Tally};
use tilephys::core::Aabb;

#[derive(Default)]
pub(crate) struct OneAxis {
    sorted: Vec<Placed>,
}

impl Finder for OneAxis {
    fn pairs(&mut self, boxes: &[Aabb]) -> Tally {
        if self.sorted.len() != boxes.len() {
            self.sorted = (0..).zip(boxes).map(|(id, &aabb)| Placed { aabb, id }).collect();
            self.sorted.sort_unstable_by_key(|a| a.aabb.min.x);
        }
        for a in &mut self.sorted {
            a.aabb = boxes[a.id as usize];
        }
        for i in 1..self.sorted.len() {
            let (a, mut at) = (self.sorted[i], i);
            while at > 0 && self.sorted[at - 1].aabb.min.x > a.aabb.min.x {
                self.sorted[at] = self.sorted[at - 1];
                at -= 1;
            }
            self.sorted[at] = a;
        }
        let mut tally = Tally::default();
        for (i, a) in self.sorted.iter().enumerate() {
            for b in self.sorted[i + 1..].iter().take_while(|b| b.aabb.min.x < a.aabb.max.x) {
                if a.aabb.overlaps(b.aabb) {
                    tally.add(a.id, b.id);
                }
            }
        }
        tally
    }
}
