//! Index of colliding bodies, for pushes between them.
//!
//! Bodies drift while movers move them. A query is therefore grown by the greatest drift since the build, and compares
//! its results with present positions.

use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::Bodies;
use crate::dynamics::state::solids::bounds;
use glam::IVec2;

/// Index of the colliding bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColliderIndex {
    is_built: bool,
    indices: Vec<u32>,
    boxes: Vec<Aabb>,
    broad: SweepAndPrune,
}

impl ColliderIndex {
    /// Drops the index: no colliding body is near a solid.
    pub(crate) fn clear(&mut self) {
        self.is_built = false;
    }

    /// True if the index is built.
    pub(crate) fn is_built(&self) -> bool {
        self.is_built
    }

    /// Builds the index at present positions.
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
        boxes.extend(indices.iter().map(|index| {
            let (min, size) = bounds(bodies, *index);
            Aabb { min, max: min + size }
        }));
        broad.sort(boxes);
    }

    /// Lists the bodies that touch or overlap a box now, in the order of ids. `drift` bounds their motion
    /// since the build.
    pub(crate) fn find(&self, bodies: &Bodies, aabb: Aabb, drift: i32, found: &mut Vec<u32>) {
        found.clear();
        let by = IVec2::splat(drift.saturating_add(1));
        let wide = Aabb { min: aabb.min.saturating_sub(by), max: aabb.max.saturating_add(by) };
        self.broad.overlapping(wide, |number| {
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
                bodies.push(BodyId(80 - k), profile, &Body::on_lattice(min, max - min));
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
