//! Event prediction: the next time of impact of each body and pair in an island.

use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::dynamics::islands::{
    EVERYWHERE, Island, IslandContext, Meet, MeetKind, Member, QuantizedMotion, QueuedEvent, QueuedKind,
    StepTime, are_cells_empty, both, corner_axis, first_meeting,
};
use std::cmp::Reverse;

impl Island {
    /// Queues the next hit of a member on the grid, and its arrival at the border of its allowed bounds.
    pub(crate) fn predict_hit(&mut self, context: &IslandContext, number: u32) {
        let member = &self.members[number as usize];
        // Most members fly through empty cells, which a few words of bits show.
        let next = if are_cells_empty(context, member, member.motion.position, member.motion.left) {
            None
        } else {
            context.act(member, |actor| actor.next_hit(&member.motion))
        };
        // Only the last round confines members to bounds.
        let border = if member.reach == EVERYWHERE { None } else { self.border(number) };
        self.members[number as usize].next = next;
        let grid = next.map(|next| (next.fraction_ceil.to_bits(), QueuedKind::Grid));
        for (moment, what) in grid.into_iter().chain(border.map(|moment| (moment, QueuedKind::Border))) {
            let member = &self.members[number as usize];
            let up = context.profile(member).movement.up;
            let version = member.version;
            let middle = 2 * member.motion.position.as_i64vec2() + member.size.as_i64vec2();
            let height = middle.dot(up.vector().as_i64vec2());
            let first_of_up = self.first_of_up[up as usize];
            self.queue.push(Reverse(QueuedEvent { moment, what, first_of_up, height, number, version }));
        }
    }

    fn border(&self, number: u32) -> Option<StepTime> {
        let Member { motion, reach, size, .. } = &self.members[number as usize];
        let on_axis = |k: usize| {
            let stair = QuantizedMotion::of(motion, k);
            let room = if stair.left < 0 {
                stair.at - i64::from(reach.min[k])
            } else {
                i64::from(reach.max[k]) - i64::from(size[k]) - stair.at
            };
            // The first unit beyond the room leads out. A member that is out already stops at its next unit.
            stair.moment_of(if room < 0 { 1 } else { room as u64 + 1 })
        };
        let [x, y] = [on_axis(0), on_axis(1)];
        let first = match (x, y) {
            (Some(x), Some(y)) => Some(if y < x { y } else { x }),
            (one, other) => one.or(other),
        };
        first.map(|moment| moment - 1)
    }

    pub(crate) fn predict_meeting(&mut self, context: &IslandContext, number: u32, now: StepTime) {
        let pair = &self.pairs[number as usize];
        let [a, b] = both(pair.members, |member| &self.members[member as usize]);
        let begun = a.motion.fraction.to_bits().max(b.motion.fraction.to_bits()).max(now);
        let boxes = [a.box_at(begun), b.box_at(begun)];
        let version = pair.version + 1;
        let is_inside = boxes[0].overlaps(boxes[1]);
        let meet = if is_inside {
            self.deeper(context, pair.members, boxes, begun)
        } else {
            approach(a, b, begun).filter(|meet| is_blocked(context, [a, b], meet.what))
        };
        let event = meet.map(|meet| {
            let up = context.profile(a).movement.up;
            let middle =
                |aabb: Aabb| (aabb.min.as_i64vec2() + aabb.max.as_i64vec2()).dot(up.vector().as_i64vec2());
            let a = middle(boxes[0]);
            let b = middle(boxes[1]);
            // Of events at one time, the lower body's is first: a stack rests from its support upward.
            (meet, self.first_of_up[up as usize], if b < a { b } else { a })
        });
        let pair = &mut self.pairs[number as usize];
        pair.version = version;
        pair.is_inside = is_inside;
        if let Some((meet, first_of_up, height)) = event {
            pair.what = meet.what;
            let moment = meet.touch;
            let what = QueuedKind::Pair;
            self.queue.push(Reverse(QueuedEvent { moment, what, first_of_up, height, number, version }));
        }
    }
}

/// Returns the next contact of two bodies that do not overlap.
fn approach(a: &Member, b: &Member, from: StepTime) -> Option<Meet> {
    if are_apart(a, b) {
        return None;
    }
    let stairs = |member: &Member| both([0, 1], |k| QuantizedMotion::of(&member.motion, k));
    let sizes = both([a.size, b.size], |size| [i64::from(size.x), i64::from(size.y)]);
    first_meeting(stairs(a), stairs(b), sizes, from)
}

/// False if a contact leads through a side that is not solid to the other body.
fn is_blocked(context: &IslandContext, [a, b]: [&Member; 2], what: MeetKind) -> bool {
    let (axis, is_low) = match what {
        MeetKind::Phase => return true,
        MeetKind::Faces { axis, is_low } => (axis, is_low),
        MeetKind::Corners { is_low } => {
            // A corner counts as the face on which the bodies will respond.
            let axis = corner_axis(context, [a, b]);
            (axis, is_low[axis])
        }
    };
    context.profile(a).is_solid_on(Direction::along(axis, is_low), context.profile(b))
}

fn are_apart(a: &Member, b: &Member) -> bool {
    let span = |member: &Member, k: usize| {
        let Member { motion, size, .. } = member;
        let at = i64::from(motion.position[k]);
        let left = i64::from(motion.left[k]);
        (at + left.min(0), at + left.max(0) + i64::from(size[k]))
    };
    (0..2).any(|k| {
        let a = span(a, k);
        let b = span(b, k);
        a.1 <= b.0 || b.1 <= a.0
    })
}
