//! Narrow phase between islands: contacts of solved bodies with bodies outside their island.

use crate::aabb::Aabb;
use crate::dynamics::islands::{Worker, WorkerContext};
use glam::IVec2;

/// Units by which two bodies together can leave their swept bounds: gap and rounding of one hit each.
const BEYOND: i32 = 8;

impl Worker {
    /// Finds contacts of the changed trajectories in its share with bodies outside their islands.
    ///
    /// Also keeps pairs beyond the first swept bounds that only come near: they can touch at the end.
    pub(crate) fn find_new_pairs(&mut self, context: &WorkerContext) {
        let Worker { new, found, share, .. } = self;
        for &(one, aabb) in &context.changed_bounds[share.clone()] {
            context.near(aabb, |other| {
                let is_known =
                    other == one || context.is_thinned([one, other]) || context.bound.holds(one, other);
                if is_known || !context.collide(one, other) {
                    return;
                }
                if context.encounter(one, other).is_some() {
                    new.push([one.min(other), one.max(other)]);
                } else if [one, other].iter().any(|one| context.colliders[*one as usize].has_grown) {
                    // Only near so far. In the last round such bodies share an island.
                    found.push([one, other]);
                }
            });
        }
    }

    /// Adds the transitive closure of possible contacts of the bodies in `open`, anywhere in their swept
    /// bounds.
    pub(crate) fn transitive_closure(&mut self, context: &WorkerContext) {
        let Worker { open, new, was_open, .. } = self;
        was_open.clear();
        was_open.resize(context.colliders.len(), false);
        open.iter().for_each(|one| was_open[*one as usize] = true);
        while let Some(one) = open.pop() {
            // Closing the gap of a hit can move a body some units beyond.
            context.near(context.reaches[one as usize].grown(IVec2::splat(BEYOND)), |other| {
                if other == one || !context.collide(one, other) {
                    return;
                }
                if !context.bound.holds(one, other) {
                    new.push([one.min(other), one.max(other)]);
                }
                if !std::mem::replace(&mut was_open[other as usize], true) {
                    open.push(other);
                }
            });
        }
    }
}

impl WorkerContext<'_> {
    /// Visits the colliders with swept bounds that overlap a box, some of them twice.
    fn near(&self, aabb: Aabb, mut visit: impl FnMut(u32)) {
        self.broad.overlapping(aabb, &mut visit);
        self.grown_broad.overlapping(aabb, |index| visit(self.grown[index as usize]));
    }
}
