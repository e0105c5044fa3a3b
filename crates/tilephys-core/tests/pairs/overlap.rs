//! Overlapping bodies, by brute force over all pairs in whole numbers.

use crate::pairs::cave::{Cave, exclude_each_other};
use crate::shapes::solid::{Rect, Solid};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of places in the list of a cave's bodies.
pub(crate) type Pairs = BTreeSet<(usize, usize)>;

pub(crate) fn strictly_overlap(a: &Rect, b: &Rect) -> bool {
    (0..2).all(|k| a.lo[k] < b.hi[k] && b.lo[k] < a.hi[k])
}

/// All pairs of bodies of which neither may be in the other, and one is.
pub(crate) fn overlapping(cave: &Cave, boxes: &[Rect]) -> Pairs {
    let mut found = Pairs::new();
    for (i, a) in boxes.iter().enumerate() {
        for (j, b) in boxes.iter().enumerate().skip(i + 1) {
            if strictly_overlap(a, b) && exclude_each_other(&cave.actors[i], &cave.actors[j]) {
                found.insert((i, j));
            }
        }
    }
    found
}

/// A body that is in something solid.
pub(crate) fn in_a_solid(cave: &Cave, boxes: &[Rect], solids: &BTreeMap<u32, Vec<Solid>>) -> Option<String> {
    cave.actors.iter().zip(boxes).filter(|(actor, _)| !actor.passes()).find_map(|(actor, body)| {
        let solid = solids[&actor.profile.movement.mask].iter().find(|s| s.overlaps(body))?;
        Some(format!("body {} at {body:?} is in {:?} at {:?}", actor.id, solid.name, solid.bounds))
    })
}
