//! Whom the bodies of an island would meet that are not in it.

use super::worker::{Plan, Worker};
use crate::aabb::Aabb;
use glam::IVec2;

/// Units by which two bodies together may leave their reaches, at most: each the gap of a hit and a rounding.
const BEYOND: i32 = 8;

impl Worker {
    /// Finds the pairs, of the news in its share, that are not played together and whose ways lead into each other. Pairs beyond
    /// the first reaches whose ways only come near are kept as found: they may touch where they end.
    pub(super) fn compare(&mut self, plan: &Plan) {
        let Worker { new, found, share, .. } = self;
        for &(one, aabb) in &plan.news[share.clone()] {
            plan.near(aabb, |other| {
                let is_known = other == one || plan.is_thinned([one, other]) || plan.bound.holds(one, other);
                if is_known || !plan.collide(one, other) {
                    return;
                }
                if plan.meet(one, other) {
                    new.push([one.min(other), one.max(other)]);
                } else if plan.has_grown(one) || plan.has_grown(other) {
                    found.push([one, other]);
                }
            });
        }
    }

    /// Finds all pairs of those in `open`, and of those they would meet, and so on, wherever they are within their reaches.
    pub(super) fn close(&mut self, plan: &Plan) {
        let Worker { open, new, was_open, .. } = self;
        was_open.clear();
        was_open.resize(plan.colliders.len(), false);
        open.iter().for_each(|one| was_open[*one as usize] = true);
        while let Some(one) = open.pop() {
            // Gaps that are closed at a hit may take a body some units beyond.
            plan.near(plan.reaches[one as usize].grown(IVec2::splat(BEYOND)), |other| {
                if other == one || !plan.collide(one, other) {
                    return;
                }
                if !plan.bound.holds(one, other) {
                    new.push([one.min(other), one.max(other)]);
                }
                if !std::mem::replace(&mut was_open[other as usize], true) {
                    open.push(other);
                }
            });
        }
    }
}

impl Plan<'_> {
    /// Did a replay take a body beyond its first reach?
    fn has_grown(&self, one: u32) -> bool {
        self.grown.binary_search(&one).is_ok()
    }

    /// Those whose reach overlaps a box; some of them twice.
    fn near(&self, aabb: Aabb, mut visit: impl FnMut(u32)) {
        self.broad.overlapping(aabb, &mut visit);
        self.grown_broad.overlapping(aabb, |place| visit(self.grown[place as usize]));
    }
}
