//! Whom the bodies of an island would meet that are not in it.

use super::advance::Pairs;
use super::member::Leash;
use super::reach::around;
use super::worker::{Final, Plan};
use crate::aabb::Aabb;
use glam::DVec2;

impl Pairs {
    /// Pairs that are not played together and whose ways lead into each other now, of those who were played in the last round.
    pub(super) fn conflicts(&self, plan: &Plan, played: &[u32], new: &mut Vec<[u32; 2]>) {
        for &one in played {
            let Some(end) = self.last_of(one as usize) else { continue };
            let Final { member, pieces, .. } = end;
            // Who was put somewhere, or set out another way than alone, is all news.
            let is_other = pieces.is_none() || member.leash != Leash::Free || member.shoved != DVec2::ZERO;
            let Some(news) = (if is_other { Some(member.path) } else { member.news }) else { continue };
            let path = around(news);
            self.near(plan, &path, |other| {
                if other != one
                    && !self.are_bound(one, other)
                    && plan.collide(one, other)
                    && plan.meet(one, other)
                {
                    new.push([one.min(other), one.max(other)]);
                }
            });
        }
        new.sort_unstable();
        new.dedup();
    }

    /// All pairs of those who were played in the last round, and of those they would meet, and so on, wherever they are within
    /// their reaches.
    pub(super) fn close(&self, plan: &Plan, played: &[u32], new: &mut Vec<[u32; 2]>) {
        let mut open: Vec<u32> = played.to_vec();
        let mut is_in = vec![false; self.colliders.len()];
        open.iter().for_each(|one| is_in[*one as usize] = true);
        while let Some(one) = open.pop() {
            self.near(plan, &self.reaches[one as usize], |other| {
                if other == one || !plan.collide(one, other) {
                    return;
                }
                if !self.are_bound(one, other) {
                    new.push([one.min(other), one.max(other)]);
                }
                if !std::mem::replace(&mut is_in[other as usize], true) {
                    open.push(other);
                }
            });
        }
        new.sort_unstable();
        new.dedup();
    }

    /// Those whose reach overlaps a box; some of them twice.
    fn near(&self, plan: &Plan, aabb: &Aabb, mut visit: impl FnMut(u32)) {
        plan.broad.overlapping(*aabb, &mut visit);
        self.grown_broad.overlapping(*aabb, |place| visit(self.grown[place as usize]));
    }

    /// Are two bodies known to meet, and so played together?
    fn are_bound(&self, a: u32, b: u32) -> bool {
        self.bound.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }
}
