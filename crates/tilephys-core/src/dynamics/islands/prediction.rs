//! Event prediction: the next time of impact of each body and pair in an island.

use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::dynamics::islands::both::both;
use crate::dynamics::islands::island::Island;
use crate::dynamics::islands::island_context::{IslandContext, corner_axis};
use crate::dynamics::islands::meet::{Meet, MeetKind, first_meeting};
use crate::dynamics::islands::member::Member;
use crate::dynamics::islands::quantized_motion::{QuantizedMotion, StepTime};
use crate::dynamics::islands::queue::{QueuedEvent, QueuedKind};

impl Island {
    /// Queues the next hit of a member on the grid.
    pub(crate) fn predict_hit(&mut self, context: &IslandContext, number: u32) {
        let member = &self.members[number as usize];
        let next = context.act(member, |actor| actor.next_hit(&member.motion));
        let (up, version) = (context.profile(member).movement.up, member.version);
        let middle = 2 * member.motion.position.as_i64vec2() + member.size.as_i64vec2();
        let height = middle.dot(up.vector().as_i64vec2());
        let first_of_up = self.first_of_up(up);
        if let Some(next) = next {
            let moment = next.when.to_bits();
            self.queue.push(QueuedEvent {
                moment,
                what: QueuedKind::Grid,
                first_of_up,
                height,
                number,
                version,
            });
        }
        if let Some(moment) = self.border(number) {
            self.queue.push(QueuedEvent {
                moment,
                what: QueuedKind::Border,
                first_of_up,
                height,
                number,
                version,
            });
        }
        self.members[number as usize].next = next;
    }

    /// Returns the last time at which a member is within its allowed bounds.
    fn border(&self, number: u32) -> Option<StepTime> {
        let Member { motion, reach, size, .. } = &self.members[number as usize];
        let on_axis = |k: usize| {
            let stair = QuantizedMotion::of(motion, k);
            let room = if stair.left < 0 {
                stair.at - i64::from(reach.min[k])
            } else {
                i64::from(reach.max[k]) - i64::from(size[k]) - stair.at
            };
            stair.moment_of(if room < 0 { 1 } else { room as u64 + 1 })
        };
        let [x, y] = [on_axis(0), on_axis(1)];
        let first = match (x, y) {
            (Some(x), Some(y)) => Some(if y < x { y } else { x }),
            (one, other) => one.or(other),
        };
        first.map(|moment| moment - 1)
    }

    /// Queues the next contact of a pair.
    pub(crate) fn predict_meeting(&mut self, context: &IslandContext, number: u32, now: StepTime) {
        let pair = &self.pairs[number as usize];
        let [a, b] = both(pair.members, |member| &self.members[member as usize]);
        let begun = a.motion.fraction.to_bits().max(b.motion.fraction.to_bits()).max(now);
        let (boxes, version) = ([a.box_at(begun), b.box_at(begun)], pair.version + 1);
        let is_inside = boxes[0].overlaps(boxes[1]);
        let meet = if is_inside {
            self.deeper(context, pair.members, boxes, begun)
        } else {
            approach(context, a, b, begun)
        };
        let up = context.profile(a).movement.up;
        let first_of_up = self.first_of_up(up);
        let height = {
            let up = up.vector().as_i64vec2();
            let middle = |aabb: Aabb| (aabb.min.as_i64vec2() + aabb.max.as_i64vec2()).dot(up);
            let (a, b) = (middle(boxes[0]), middle(boxes[1]));
            if b < a { b } else { a }
        };
        let pair = &mut self.pairs[number as usize];
        (pair.version, pair.is_inside) = (version, is_inside);
        if let Some(meet) = meet {
            pair.what = meet.what;
            let (moment, what) = (meet.touch, QueuedKind::Pair);
            self.queue.push(QueuedEvent { moment, what, first_of_up, height, number, version });
        }
    }
}

/// Returns the next contact of two bodies that do not overlap; `None` through the open side of a one-way
/// body.
fn approach(context: &IslandContext, a: &Member, b: &Member, from: StepTime) -> Option<Meet> {
    if are_apart(a, b) {
        return None;
    }
    let stairs = |member: &Member| both([0, 1], |k| QuantizedMotion::of(&member.motion, k));
    let sizes = both([a.size, b.size], |size| [i64::from(size.x), i64::from(size.y)]);
    let meet = first_meeting(stairs(a), stairs(b), sizes, from)?;
    let (axis, is_low) = match meet.what {
        MeetKind::Phase => return Some(meet),
        MeetKind::Faces { axis, is_low } => (axis, is_low),
        MeetKind::Corners { is_low } => {
            let axis = corner_axis(context, [a, b]);
            (axis, is_low[axis])
        }
    };
    let blocks = |member: &Member, positive: bool| {
        let side = context.collide(member).one_way;
        side.is_none_or(|side| side == Direction::along(axis, positive))
    };
    (blocks(a, is_low) && blocks(b, !is_low)).then_some(meet)
}

/// True if the bounds of the two path segments are apart.
fn are_apart(a: &Member, b: &Member) -> bool {
    let span = |member: &Member, k: usize| {
        let Member { motion, size, .. } = member;
        let (at, left) = (i64::from(motion.position[k]), i64::from(motion.left[k]));
        (at + left.min(0), at + left.max(0) + i64::from(size[k]))
    };
    (0..2).any(|k| {
        let (a, b) = (span(a, k), span(b, k));
        a.1 <= b.0 || b.1 <= a.0
    })
}
