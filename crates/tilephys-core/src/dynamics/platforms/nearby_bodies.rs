//! Broad phase of movers: the bodies near each solid that may move in a step, and the colliding bodies.

use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::dynamics::ids::BodyId;
use crate::dynamics::platforms::ByBody;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::solids::bounds;
use crate::dynamics::state::{Bodies, Groups};
use glam::IVec2;

/// Bounds of solids, and the bodies near each of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearbyBodies {
    /// Solids that may move, and their bounds.
    moving: Vec<u32>,
    bounds: Vec<Aabb>,
    broad: SweepAndPrune,
    /// Results: solid and body index, by index.
    pub(super) pairs: Vec<(u32, u32)>,
    /// Results by solid, each with the id of the body.
    by_solid: Vec<(u32, BodyId, u32)>,
    /// Total distance of each body that has moved in this round, in lattice units.
    drifts: ByBody<i32>,
    /// Longest motion of a body since the bounds were added, in lattice units.
    pub(crate) most: i32,
    /// Maximum drift of a body before the bounds are out of date, in lattice units.
    margin: i32,
    pub(crate) is_stale: bool,
}

impl NearbyBodies {
    /// Returns the indices of the bodies near a solid, in the order of ids, so that results do not depend on
    /// indices. Riders in whole groups are near nothing.
    pub(crate) fn of(&self, solid: u32) -> impl ExactSizeIterator<Item = u32> + '_ {
        let from = self.by_solid.partition_point(|entry| entry.0 < solid);
        let len = self.by_solid[from..].partition_point(|entry| entry.0 == solid);
        self.by_solid[from..from + len].iter().map(|entry| entry.2)
    }

    /// Returns the indices of the bodies near any solid, some of them several times.
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.pairs.iter().map(|pair| pair.1)
    }

    /// Clears the bounds. New ones are valid until a body moves farther than `margin`.
    pub(crate) fn begin(&mut self, bodies: usize, margin: i32) {
        self.margin = margin;
        self.is_stale = false;
        self.most = 0;
        self.drifts.begin(bodies);
        self.moving.clear();
        self.bounds.clear();
        self.pairs.clear();
    }

    pub(crate) fn drift(&mut self, index: u32, units: i32) {
        let way = self.drifts.get(index).unwrap_or(0).saturating_add(units);
        self.drifts.set(index, way);
        self.is_stale |= way > self.margin;
        self.most = self.most.max(way);
    }

    pub(crate) fn add(&mut self, solid: u32, reach: Aabb) {
        self.moving.push(solid);
        self.bounds.push(reach);
    }

    /// Finds the bodies near each solid. Parts the groups near another solid than their mover.
    pub(crate) fn find(&mut self, bodies: &Bodies, groups: &mut Groups) {
        let NearbyBodies { moving, bounds, broad, pairs, by_solid, .. } = self;
        by_solid.clear();
        broad.sort(bounds);
        groups.part(|group| {
            let mut is_met = false;
            broad.overlapping(group.hull, |number| is_met |= moving[number as usize] != group.solid);
            is_met
        });
        // Most bodies are far from all solids.
        let Some(hull) = bounds.iter().copied().reduce(Aabb::union) else { return };
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
        by_solid.extend(pairs.iter().map(|&(solid, index)| (solid, bodies.id[index as usize], index)));
        by_solid.sort_unstable();
    }
}

/// Index of the colliding bodies, for pushes between them.
///
/// Bodies drift while movers move them. A query is therefore grown by the greatest drift since the build, and compares its results
/// with present positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColliderIndex {
    /// False if no colliding body is near a solid.
    pub(crate) is_built: bool,
    indices: Vec<u32>,
    boxes: Vec<Aabb>,
    broad: SweepAndPrune,
}

impl ColliderIndex {
    pub(crate) fn build(&mut self, profiles: &[Profile], bodies: &Bodies) {
        let ColliderIndex { is_built, indices, boxes, broad } = self;
        *is_built = true;
        indices.clear();
        let mut from = 0;
        // Bodies of one profile mostly follow each other, so the profile is looked up once a run.
        for run in bodies.profile.chunk_by(|a, b| a == b) {
            let own = from..from + run.len() as u32;
            from = own.end;
            if profiles.get(run[0].index()).is_some_and(Profile::is_collider) {
                indices.extend(own);
            }
        }
        boxes.clear();
        boxes.extend(indices.iter().map(|index| bodies.get(*index as usize).aabb()));
        broad.sort(boxes);
    }

    /// Lists the bodies that touch or overlap a box now, in the order of ids. `drift` bounds their motion since the build.
    pub(crate) fn find(&self, bodies: &Bodies, aabb: Aabb, drift: i32, found: &mut Vec<u32>) {
        found.clear();
        self.broad.overlapping(aabb.grown(IVec2::splat(drift.saturating_add(1))), |number| {
            let index = self.indices[number as usize];
            let (min, size) = bounds(bodies, index);
            if min.cmple(aabb.max).all() && aabb.min.cmple(min + size).all() {
                found.push(index);
            }
        });
        found.sort_unstable_by_key(|index| bodies.id[*index as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::Body;
    use crate::dynamics::ids::BodyId;
    use crate::dynamics::settings::{BodyCollision, ProfileId};
    use crate::dynamics::state::BodyState;

    #[test]
    fn finds_each_touching_body_once_after_any_drift() {
        let mut seed = 5u64;
        let mut next = |range: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) as i32).rem_euclid(range)
        };
        let profiles =
            [Profile::default(), Profile { collide: Some(BodyCollision::default()), ..Profile::default() }];
        let mut index = ColliderIndex::default();
        let mut found = Vec::new();
        let mut all = 0;
        for round in 0..60 {
            let span = [40_000, 400_000, 40_000_000][round % 3];
            let mut aabb = |greatest: i32| {
                let min = IVec2::new(next(span) - span / 2, next(span) - span / 2);
                Aabb { min, max: min + IVec2::new(1 + next(greatest), 1 + next(greatest)) }
            };
            let mut bodies = Bodies::default();
            for k in 0..80 {
                let Aabb { min, max } = aabb(if k % 9 == 0 { 3_000_000 } else { 5_000 });
                let profile = ProfileId::of_place((k % 3 != 0).into());
                let body = Body::on_lattice(min, max - min);
                bodies.push(BodyId(80 - k), profile, BodyState::default(), &body);
            }
            let boxes: Vec<Aabb> =
                (0..40).map(|k| aabb(if k % 5 == 0 { 3_000_000 } else { 9_000 })).collect();
            index.build(&profiles, &bodies);
            let drift = [0, 700, 30_000][round % 3];
            for at in bodies.x.at.iter_mut().chain(&mut bodies.y.at) {
                *at += next(2 * drift + 1) - drift;
            }
            for aabb in boxes {
                index.find(&bodies, aabb, drift, &mut found);
                let mut expected: Vec<u32> = (0..80).filter(|index| index % 3 != 0).collect();
                expected.retain(|index| {
                    let (min, size) = bounds(&bodies, *index);
                    min.cmple(aabb.max).all() && aabb.min.cmple(min + size).all()
                });
                expected.reverse();
                assert_eq!(found, expected, "round {round}, {aabb:?}");
                all += found.len();
            }
        }
        assert!(all > 1000, "{all}");
    }
}
