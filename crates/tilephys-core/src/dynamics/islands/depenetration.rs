//! Depenetration: bodies that overlap at the start of a step are separated over a few steps, along the shortest way.

use crate::aabb::Aabb;
use crate::dynamics::islands::{Island, IslandContext, Meet, MeetKind, Member, StepTime, both};
use crate::limits::{PARTING_STEPS, UNITS_PER_PX};

struct Parting {
    axis: usize,
    is_low: bool,
    depth: i64,
}

impl Member {
    /// Adds a depenetration, limited per step in sum to a quarter of the body's size plus a pixel.
    ///
    /// The limit lets a crowd at one point separate one after the other.
    fn depenetrate(&mut self, axis: usize, way: f64) {
        let most = f64::from(self.size[axis] / 4 + UNITS_PER_PX);
        // The sum is limited and not the single push: many neighbors may push at once.
        let shoved = self.shoved[axis] + way;
        let shoved = if shoved > most {
            most
        } else if shoved < -most {
            -most
        } else {
            shoved
        };
        let way = shoved - self.shoved[axis];
        self.shoved[axis] = shoved;
        self.extra[axis] += way;
        // The motion of this step has been set out already, so it is lengthened.
        self.motion.left[axis] = (f64::from(self.motion.left[axis]) + way) as i32;
        self.motion.keep_in_world(self.size);
    }
}

impl Island {
    /// Separates overlapping pairs in this step, split by their masses. Velocities do not change.
    pub(crate) fn part(&mut self, context: &IslandContext) {
        for number in 0..self.pairs.len() {
            let members = self.pairs[number].members;
            let boxes = both(members, |member| {
                let member = &self.members[member as usize];
                member.box_at(member.motion.fraction.to_bits())
            });
            if !boxes[0].overlaps(boxes[1]) || self.is_one_way(context, members) {
                continue;
            }
            let Parting { axis, is_low, depth } = self.parting(context, members, boxes);
            // At least a pixel a step, or the end of an overlap would come ever more slowly.
            let step = ((depth + PARTING_STEPS - 1) / PARTING_STEPS).max(depth.min(UNITS_PER_PX.into()));
            let masses = both(members, |member| self.members[member as usize].mobility());
            let sum = masses[0] + masses[1];
            if sum == 0.0 {
                continue;
            }
            // Both rounded up: a unit rounded to an immovable body would never be resolved.
            let ways = masses.map(|mass| (step as f64 * (mass / sum)).ceil());
            for (member, way) in members.into_iter().zip(ways) {
                let is_low = is_low == (member == members[0]);
                self.members[member as usize].depenetrate(axis, if is_low { -way } else { way });
            }
        }
    }

    pub(crate) fn is_one_way(&self, context: &IslandContext, members: [u32; 2]) -> bool {
        let [a, b] = both(members, |member| context.profile(&self.members[member as usize]));
        a.has_open_sides(b)
    }

    /// Returns an immediate contact of an overlapping pair whose velocities increase the overlap.
    pub(crate) fn deeper(
        &self,
        context: &IslandContext,
        members: [u32; 2],
        boxes: [Aabb; 2],
        now: StepTime,
    ) -> Option<Meet> {
        // Such a body does not hold bodies that are inside of it.
        if self.is_one_way(context, members) {
            return None;
        }
        let Parting { axis, is_low, .. } = self.parting(context, members, boxes);
        let [a, b] = both(members, |member| self.members[member as usize].velocity(axis));
        // Bodies that separate are left to the depenetration, which changes no velocity.
        let closes = if is_low { a > b } else { b > a };
        closes.then_some(Meet { moment: now, touch: now, what: MeetKind::Faces { axis, is_low } })
    }

    /// Returns the axis of least depth; of equal depths the axis along up, on which the smaller id moves up.
    fn parting(&self, context: &IslandContext, members: [u32; 2], [a, b]: [Aabb; 2]) -> Parting {
        let up = context.profile(&self.members[members[0] as usize]).movement.up;
        let on_axis = |axis: usize| {
            let low = i64::from(a.max[axis]) - i64::from(b.min[axis]);
            let high = i64::from(b.max[axis]) - i64::from(a.min[axis]);
            let goes_low = if low == high { up.vector()[axis] < 0 } else { low < high };
            Parting { axis, is_low: goes_low, depth: if high < low { high } else { low } }
        };
        let along = on_axis(up.axis());
        let across = on_axis(1 - up.axis());
        let k = across.axis;
        // Exactly centered, so that neither side is nearer.
        let is_undecided =
            i64::from(a.min[k]) + i64::from(a.max[k]) == i64::from(b.min[k]) + i64::from(b.max[k]);
        if along.depth <= across.depth || is_undecided { along } else { across }
    }
}
