//! Spatial hash of colliding bodies, for pushes between them.
//!
//! Coarse cells, like the [mover bounds](super::near). Bodies drift while movers move them. A query is
//! therefore grown by the greatest drift since the build, and compares its results with present positions.

use crate::aabb::Aabb;
use crate::dynamics::platforms::near::{LISTS, few_cells, list_of};
use crate::dynamics::settings::profile::Profile;
use crate::dynamics::state::bodies::Bodies;
use crate::dynamics::state::solids::bounds;
use glam::IVec2;

/// Marks an empty entry.
const NONE: u32 = u32::MAX;

/// Spatial hash of the colliding bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crowd {
    is_there: bool,
    /// First entry of each list.
    first: Vec<u32>,
    entries: Vec<Entry>,
    /// Bodies that cover many cells.
    large: Vec<u32>,
    /// Other bodies.
    small: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    cell: IVec2,
    /// First cell of the body.
    low: IVec2,
    place: u32,
    next: u32,
}

impl Crowd {
    /// Clears the table: no colliding body is near a solid.
    pub(crate) fn clear(&mut self) {
        self.is_there = false;
    }

    /// True if the table is built.
    pub(crate) fn is_there(&self) -> bool {
        self.is_there
    }

    /// Builds the table at present positions.
    pub(crate) fn gather(&mut self, profiles: &[Profile], bodies: &Bodies) {
        self.is_there = true;
        self.entries.clear();
        self.large.clear();
        self.small.clear();
        self.first.clear();
        self.first.resize(LISTS, NONE);
        let mut from = 0;
        for run in bodies.profile.chunk_by(|a, b| a == b) {
            let places = from..from + run.len();
            from = places.end;
            if profiles.get(run[0].place()).is_some_and(Profile::is_collider) {
                places.for_each(|place| self.add(bodies, place as u32));
            }
        }
    }

    fn add(&mut self, bodies: &Bodies, place: u32) {
        let (min, size) = bounds(bodies, place);
        let Some([low, high]) = few_cells(Aabb { min, max: min + size }) else {
            self.large.push(place);
            return;
        };
        self.small.push(place);
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let cell = IVec2::new(x, y);
                let list = &mut self.first[list_of(cell)];
                let next = std::mem::replace(list, self.entries.len() as u32);
                self.entries.push(Entry { cell, low, place, next });
            }
        }
    }

    /// Lists the bodies that touch or overlap a box now, in the order of ids. `drift` bounds their motion
    /// since the build.
    pub(crate) fn find(&self, bodies: &Bodies, aabb: Aabb, drift: i32, found: &mut Vec<u32>) {
        found.clear();
        let touches = |place: u32| {
            let (min, size) = bounds(bodies, place);
            min.cmple(aabb.max).all() && aabb.min.cmple(min + size).all()
        };
        found.extend(self.large.iter().copied().filter(|place| touches(*place)));
        let by = IVec2::splat(drift.saturating_add(1));
        let wide = Aabb { min: aabb.min.saturating_sub(by), max: aabb.max.saturating_add(by) };
        if let Some([low, high]) = few_cells(wide) {
            for cell in (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| IVec2::new(x, y))) {
                let mut at = self.first[list_of(cell)];
                while let Some(entry) = self.entries.get(at as usize) {
                    at = entry.next;
                    // Of several shared cells, the first one counts.
                    if entry.cell == cell && entry.low.max(low) == cell && touches(entry.place) {
                        found.push(entry.place);
                    }
                }
            }
        } else {
            found.extend(self.small.iter().copied().filter(|place| touches(*place)));
        }
        found.sort_unstable_by_key(|place| bodies.id[*place as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::Body;
    use crate::dynamics::ids::BodyId;
    use crate::dynamics::settings::collision::BodyCollision;
    use crate::dynamics::settings::profile::ProfileId;

    #[test]
    fn finds_each_touching_body_once_after_any_drift() {
        let mut seed = 5u64;
        let mut next = |range: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) as i32).rem_euclid(range)
        };
        let profiles =
            [Profile::default(), Profile { collide: Some(BodyCollision::default()), ..Profile::default() }];
        let (mut crowd, mut found, mut all) = (Crowd::default(), Vec::new(), 0);
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
            crowd.gather(&profiles, &bodies);
            let drift = [0, 700, 30_000][round % 3];
            for at in bodies.x.at.iter_mut().chain(&mut bodies.y.at) {
                *at += next(2 * drift + 1) - drift;
            }
            for aabb in boxes {
                crowd.find(&bodies, aabb, drift, &mut found);
                let mut expected: Vec<u32> = (0..80).filter(|place| place % 3 != 0).collect();
                expected.retain(|place| {
                    let (min, size) = bounds(&bodies, *place);
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
