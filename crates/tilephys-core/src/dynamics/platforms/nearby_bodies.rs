//! Broad phase of movers: the bodies near each solid that may move in a step.

use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::dynamics::state::{Bodies, Groups};
use glam::IVec2;

/// Bounds of solids, and the bodies near each of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearbyBodies {
    /// Number of solids.
    solids: u32,
    /// Solids that may move, and their bounds.
    moving: Vec<u32>,
    bounds: Vec<Aabb>,
    broad: SweepAndPrune,
    /// Results: solid and body index, by index.
    pub(super) pairs: Vec<(u32, u32)>,
    /// Results by solid: start of its bodies in `indices`, and the end.
    starts: Vec<u32>,
    indices: Vec<u32>,
    /// By body index: last round of a motion, and total distance in lattice units.
    drifts: Vec<(u32, i32)>,
    round: u32,
    /// Longest motion of a body in this round, in lattice units.
    most: i32,
    /// Maximum drift of a body before the bounds are out of date, in lattice units.
    margin: i32,
    is_stale: bool,
}

impl NearbyBodies {
    /// Returns the indices of the bodies near a solid, in the order of ids, so that results do not depend on
    /// indices. Riders in whole groups are near nothing.
    pub(crate) fn of(&self, solid: u32) -> &[u32] {
        let range = self.starts.get(solid as usize).zip(self.starts.get(solid as usize + 1));
        range.map_or(&[], |(from, to)| &self.indices[*from as usize..*to as usize])
    }

    /// Clears the bounds. New ones are valid until a body moves farther than `margin`.
    pub(crate) fn begin(&mut self, bodies: usize, margin: i32) {
        self.margin = margin;
        self.is_stale = false;
        self.most = 0;
        self.round = self.round.wrapping_add(1);
        // A number of the round marks motions as old, which saves a pass over all bodies. It wraps once in 4 billion.
        if self.round == 0 || self.drifts.len() != bodies {
            self.drifts.clear();
            self.round = 1;
        }
        self.drifts.resize(bodies, (0, 0));
        self.solids = 0;
        self.moving.clear();
        self.bounds.clear();
        self.pairs.clear();
        self.starts.clear();
        self.indices.clear();
    }

    /// Records the motion of a body.
    pub(crate) fn drift(&mut self, index: u32, units: i32) {
        let (round, way) = &mut self.drifts[index as usize];
        if *round != self.round {
            *round = self.round;
            *way = 0;
        }
        *way = way.saturating_add(units);
        self.is_stale |= *way > self.margin;
        self.most = self.most.max(*way);
    }

    /// Returns the longest motion of a body since the bounds were added, in lattice units.
    pub(crate) fn drifted(&self) -> i32 {
        self.most
    }

    /// True if the bounds are out of date.
    pub(crate) fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Returns the number of solids.
    pub(crate) fn solids(&self) -> u32 {
        self.solids
    }

    /// Adds the bounds of the next solid; empty ones overlap no body.
    pub(crate) fn add(&mut self, reach: Aabb) {
        if reach.min.cmplt(reach.max).all() {
            self.moving.push(self.solids);
            self.bounds.push(reach);
        }
        self.solids += 1;
    }

    /// Finds the bodies near each solid. Parts the groups near another solid than their mover.
    pub(crate) fn find(&mut self, bodies: &Bodies, groups: &mut Groups) {
        let NearbyBodies { moving, bounds, broad, pairs, .. } = self;
        broad.sort(bounds);
        groups.part(|group| {
            let mut is_met = false;
            broad.overlapping(group.hull, |number| is_met |= moving[number as usize] != group.solid);
            is_met
        });
        // Most bodies are far from all solids.
        let Some(hull) = bounds.iter().copied().reduce(Aabb::union) else { return self.group(bodies) };
        let x = &bodies.x;
        let y = &bodies.y;
        let all = x.at.iter().zip(&x.size).zip(y.at.iter().zip(&y.size));
        for (index, ((x, width), (y, height))) in (0..).zip(all) {
            let min = IVec2::new(*x, *y);
            // Bodies with invalid numbers are near nothing.
            let Some(max) = min.checked_add(IVec2::new(*width, *height)) else { continue };
            let body = Aabb { min, max };
            if groups.of(index as usize).is_none() && hull.overlaps(body) {
                broad.overlapping(body, |number| pairs.push((moving[number as usize], index)));
            }
        }
        self.group(bodies);
    }

    /// Groups the results by solid, in the order of ids.
    fn group(&mut self, bodies: &Bodies) {
        self.starts.resize(self.solids as usize + 1, 0);
        for &(solid, _) in &self.pairs {
            self.starts[solid as usize + 1] += 1;
        }
        for solid in 1..self.starts.len() {
            self.starts[solid] += self.starts[solid - 1];
        }
        self.indices.resize(self.pairs.len(), 0);
        // Filled from the back, so that each start becomes the first body of its solid.
        for i in (0..self.starts.len() - 1).rev() {
            self.starts[i + 1] = self.starts[i];
        }
        for &(solid, index) in &self.pairs {
            let at = &mut self.starts[solid as usize + 1];
            self.indices[*at as usize] = index;
            *at += 1;
        }
        for (from, to) in self.starts.iter().zip(&self.starts[1..]) {
            let indices = &mut self.indices[*from as usize..*to as usize];
            indices.sort_unstable_by_key(|index| bodies.id[*index as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::Body;
    use crate::dynamics::ids::BodyId;
    use crate::dynamics::settings::ProfileId;

    #[test]
    fn finds_each_overlapping_body_exactly_once() {
        let mut near = NearbyBodies::default();
        let mut bodies = Bodies::default();
        let mut seed = 7u64;
        let mut next = |range: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) as i32).rem_euclid(range)
        };
        let mut found = 0;
        for round in 0..40 {
            let span = [40_000, 400_000, 40_000_000][round % 3];
            let mut aabb = |greatest: i32| {
                let min = IVec2::new(next(span) - span / 2, next(span) - span / 2);
                Aabb { min, max: min + IVec2::new(1 + next(greatest), 1 + next(greatest)) }
            };
            let mut reaches = Vec::new();
            let mut boxes = Vec::new();
            for k in 0..60 {
                reaches.push(aabb(if k % 7 == 0 { 3_000_000 } else { 9_000 }));
                boxes.push(aabb(if k % 9 == 0 { 3_000_000 } else { 5_000 }));
            }
            bodies.set_len(0);
            for (k, aabb) in (0..).zip(&boxes) {
                bodies.push(BodyId(k), ProfileId::DEFAULT, &Body::on_lattice(aabb.min, aabb.max - aabb.min));
            }
            for tick in 0..12 {
                let mut drift = |far: i32| IVec2::new(next(2 * far + 1) - far, next(2 * far + 1) - far);
                let mut shift = |aabb: &mut Aabb| {
                    let by = drift(if tick == 7 { 9_000 } else { 1_200 });
                    *aabb = Aabb { min: aabb.min + by, max: aabb.max + by };
                };
                boxes.iter_mut().chain(&mut reaches).filter(|_| tick > 0).for_each(&mut shift);
                for (index, aabb) in boxes.iter().enumerate() {
                    (bodies.x.at[index], bodies.y.at[index]) = aabb.min.into();
                }
                found += compare(&mut near, &bodies, &boxes, &reaches);
            }
        }
        assert!(found > 10_000, "{found}");
    }

    /// Compares the bodies near each solid with all bodies that overlap. Returns the number of pairs.
    fn compare(near: &mut NearbyBodies, bodies: &Bodies, boxes: &[Aabb], reaches: &[Aabb]) -> usize {
        let mut found = 0;
        near.begin(boxes.len(), 0);
        reaches.iter().for_each(|reach| near.add(*reach));
        near.find(bodies, &mut Groups::default());
        for (solid, reach) in (0..).zip(reaches) {
            let meets = |b: &Aabb| reach.min.cmplt(b.max).all() && b.min.cmplt(reach.max).all();
            let expected: Vec<u32> =
                (0..).zip(boxes).filter(|(_, b)| meets(b)).map(|(index, _)| index).collect();
            assert_eq!(near.of(solid), expected, "solid {solid}");
            found += expected.len();
        }
        found
    }
}
