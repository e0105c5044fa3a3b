//! Equal neighbors: movers that touch, move alike, and have a body near both. They move as one group, so that none pushes a rider of
//! another.

use crate::dynamics::platforms::{PlatformContext, PlatformSolver};
use crate::dynamics::state::movers::Entry;

impl PlatformSolver {
    /// Joins the groups of equal neighbors, before any mover moves.
    pub(super) fn join_equal_neighbors(&mut self, stage: &PlatformContext) {
        let pairs = std::mem::take(&mut self.near.pairs);
        let mut has_joined = false;
        let mut before: &[(u32, u32)] = &[];
        for near in pairs.chunk_by(|a, b| a.1 == b.1) {
            // In a crowd most bodies have the same solids near.
            let is_known = near.iter().map(|pair| pair.0).eq(before.iter().map(|pair| pair.0));
            before = near;
            if is_known {
                continue;
            }
            for (at, one) in near.iter().enumerate() {
                for other in &near[at + 1..] {
                    has_joined |= self.join(stage, one.0, other.0);
                }
            }
        }
        self.near.pairs = pairs;
        if has_joined {
            self.list_groups();
        }
    }

    /// Joins the groups of two movers if these are equal neighbors. The lesser id leads. True if it joins them.
    fn join(&mut self, stage: &PlatformContext, one: u32, other: u32) -> bool {
        let movers = self.state.store.list.len() as u32;
        if one >= movers || other >= movers {
            return false;
        }
        let [a, b] = [one, other].map(|solid| self.state.store.leader(solid));
        if a == b || !self.move_alike(a, b) || !self.touch(stage, one, other) {
            return false;
        }
        let list = &mut self.state.store.list;
        let [first, second] = if list[a as usize].id < list[b as usize].id { [a, b] } else { [b, a] };
        list[second as usize].leader = first;
        true
    }

    /// True if two leaders have one parent, one translation in this step, and one velocity.
    fn move_alike(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|index| &self.state.store.list[index as usize]);
        let has_plan = |entry: &Entry| entry.target.is_some() || self.state.store.has_path(entry.id);
        let is_one_velocity = match [has_plan(a), has_plan(b)] {
            [false, false] => a.mover.velocity == b.mover.velocity,
            [has_one, has_other] => has_one == has_other,
        };
        a.mover.parent == b.mover.parent && a.wants == b.wants && a.moved == b.moved && is_one_velocity
    }

    /// True if the boxes of two movers touch or overlap.
    fn touch(&self, stage: &PlatformContext, one: u32, other: u32) -> bool {
        let bounds = |solid: u32| {
            let shape = self.state.store.list[solid as usize].shape;
            stage.grid.off_grid_shape(shape).map(|shape| shape.aabb)
        };
        match [one, other].map(bounds) {
            [Some(one), Some(other)] => one.min.cmple(other.max).all() && other.min.cmple(one.max).all(),
            _ => false,
        }
    }
}
