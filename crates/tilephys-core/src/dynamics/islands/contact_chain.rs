//! Contact chain: all bodies that push each other in a row without rebound get one common velocity.
//!
//! Resolved contact by contact, a row of crates would share its momentum in ever smaller impacts, without an end.

use crate::controller::{SLANTED, Walk};
use crate::dynamics::islands::{
    ChainBody, ContactChain, FaceContact, Island, IslandContext, Outcome, Overlapping, PushRole, StepTime,
};
use glam::IVec2;

impl Island {
    /// Gives a common velocity along an axis to two bodies in contact, the lower one first, and to all that they push.
    ///
    /// The bodies are in `press` afterwards, the two in contact first.
    pub(crate) fn solve_chain(
        &mut self,
        context: &IslandContext,
        [low, high]: [u32; 2],
        axis: usize,
        moment: StepTime,
    ) -> Result<Outcome, Overlapping> {
        let mut press = std::mem::take(&mut self.press);
        press.clear();
        // Ordered alike in a mirrored scene, so that the sums round alike.
        for member in [low.min(high), low.max(high)] {
            self.join(&mut press, member, member == high, None, axis);
        }
        let mut is_blocked = false;
        // Each body that joins changes the common velocity, by which others may join.
        loop {
            let before = press.group.len();
            let was_blocked = is_blocked;
            let mut number = 0;
            while number < press.group.len() {
                let velocity = if is_blocked { 0.0 } else { press.velocity() };
                is_blocked |= self.is_blocked(context, &mut press.group[number], axis, velocity);
                let velocity = if is_blocked { 0.0 } else { velocity };
                self.gather(&mut press, number, axis, velocity, moment);
                number += 1;
            }
            if press.group.len() == before && is_blocked == was_blocked {
                break;
            }
        }
        let velocity = if is_blocked { 0.0 } else { self.at_most(context, &press) };
        let result = self.give(context, &mut press, axis, velocity, moment);
        let impulse = self.sum_up(&mut press, velocity);
        is_blocked |= press.is_squeezed();
        self.press = press;
        result.map(|()| Outcome { impulse, is_blocked })
    }

    fn join(&self, press: &mut ContactChain, member: u32, is_high: bool, through: Option<u32>, axis: usize) {
        let one = &self.members[member as usize];
        let velocity = one.velocity(axis);
        // An infinite mass has no place in a sum of momentum, so its velocities are kept apart.
        if one.mobility() == 0.0 {
            let (least, greatest) = press.fixed.unwrap_or((velocity, velocity));
            let least = if velocity < least { velocity } else { least };
            press.fixed = Some((least, if velocity > greatest { velocity } else { greatest }));
        } else if one.push_role == PushRole::Yields(axis) {
            press.yielding_mass += 1.0 / one.mobility();
            press.yielding_momentum += velocity / one.mobility();
        } else {
            press.mass += 1.0 / one.mobility();
            press.momentum += velocity / one.mobility();
            press.is_walked |= one.push_role == PushRole::Walks(axis);
        }
        let pressed = ChainBody {
            member,
            is_high,
            before: velocity,
            velocity: one.motion.velocity,
            is_changed: false,
            through,
            lost: 0.0,
            is_held: false,
            blocked: [None; 2],
        };
        press.group.push(pressed);
    }

    /// Adds touching bodies that are slower ahead of a chain element, or faster behind it.
    fn gather(&self, press: &mut ContactChain, number: usize, axis: usize, velocity: f64, moment: StepTime) {
        let ChainBody { member, is_high, .. } = press.group[number];
        let own = self.members[member as usize].box_at(moment);
        for entry in self.near(member) {
            let pair = &self.pairs[self.near_pair(entry) as usize];
            let other = pair.members[usize::from(pair.members[0] == member)];
            if pair.is_inside || press.group.iter().any(|one| one.member == other) {
                continue;
            }
            let one = &self.members[other as usize];
            let across = 1 - axis;
            // Depenetration from the grid ends in the middle of the step.
            if one.motion.fraction.to_bits() > moment {
                continue;
            }
            let there = one.box_at(moment);
            // A corner pushes nothing.
            if there.min[across] >= own.max[across] || own.min[across] >= there.max[across] {
                continue;
            }
            let speed = one.velocity(axis);
            let is_ahead = there.min[axis] == own.max[axis] && speed < velocity;
            let is_behind = there.max[axis] == own.min[axis] && speed > velocity;
            if is_ahead || is_behind {
                self.join(press, other, is_high, Some(number as u32), axis);
            }
        }
    }

    fn is_blocked(
        &self,
        context: &IslandContext,
        pressed: &mut ChainBody,
        axis: usize,
        velocity: f64,
    ) -> bool {
        if velocity == 0.0 {
            return false;
        }
        let forth = velocity > 0.0;
        let member = &self.members[pressed.member as usize];
        // Kept for each direction: a chain asks again whenever its velocity changes.
        *pressed.blocked[usize::from(forth)].get_or_insert_with(|| {
            let mut by = IVec2::ZERO;
            by[axis] = if forth { 1 } else { -1 };
            let at = member.motion.position;
            let movement = &context.profile(member).movement;
            // On a slope that holds bodies: repeated halving of a push against it would not end.
            let rests = |walk: &Walk| walk.stop_on_slope && by == -movement.up.vector();
            context.act(member, |actor| match actor.sweep_whole(at, by) {
                Some(found) if found.axis == axis && found.axis != SLANTED => true,
                Some(_) if movement.walking().is_some_and(rests) => {
                    actor.view.has_floor(at, at + member.size, movement.stance())
                }
                _ => false,
            })
        })
    }

    /// Returns the common velocity, limited by the maximum push speeds.
    fn at_most(&self, context: &IslandContext, press: &ContactChain) -> f64 {
        let mut velocity = press.velocity();
        // A body of infinite mass is not slowed down by what it pushes.
        if press.fixed.is_some() {
            return velocity;
        }
        for pressed in &press.group {
            let own = context.collide(&self.members[pressed.member as usize]).push_speed;
            // A body that already moves faster is not slowed down to its push speed.
            let before = if pressed.before * velocity > 0.0 { pressed.before.abs() } else { 0.0 };
            let limit = if f64::from(own) > before { f64::from(own) } else { before };
            if velocity.abs() > limit {
                velocity = if velocity < 0.0 { -limit } else { limit };
            }
        }
        velocity
    }

    fn give(
        &mut self,
        context: &IslandContext,
        press: &mut ContactChain,
        axis: usize,
        velocity: f64,
        moment: StepTime,
    ) -> Result<(), Overlapping> {
        for (number, pressed) in press.group.iter_mut().enumerate() {
            // The two bodies in contact already began new segments.
            pressed.is_changed = number < 2 || pressed.before != velocity;
            if !pressed.is_changed {
                continue;
            }
            self.stop_at(context, pressed.member, moment)?;
            let member = &mut self.members[pressed.member as usize];
            member.begin_news();
            if member.mobility() != 0.0 {
                member.set_velocity(axis, velocity);
            }
        }
        Ok(())
    }

    /// Computes the momentum that each body received through its chain contact. Returns the impulse of the first contact.
    ///
    /// The impulse is all that one side lost, or the lesser loss if neither side was held.
    fn sum_up(&self, press: &mut ContactChain, velocity: f64) -> f64 {
        // From the last: each body's sum is complete before it is passed on to the body it joined through.
        for number in (0..press.group.len()).rev() {
            let pressed = &mut press.group[number];
            let inverse = self.members[pressed.member as usize].mobility();
            pressed.is_held |= inverse == 0.0 || pressed.blocked.contains(&Some(true));
            if inverse != 0.0 {
                pressed.lost += (pressed.before - velocity) / inverse;
            }
            let ChainBody { lost, is_held, through, .. } = *pressed;
            if let Some(through) = through {
                let through = &mut press.group[through as usize];
                through.lost += lost;
                through.is_held |= is_held;
            }
        }
        let [a, b] = [0, 1].map(|number: usize| press.group[number]);
        match (a.is_held, b.is_held) {
            (true, true) => 0.0,
            (false, true) => a.lost.abs(),
            (true, false) => b.lost.abs(),
            (false, false) if b.lost.abs() < a.lost.abs() => b.lost.abs(),
            (false, false) => a.lost.abs(),
        }
    }

    /// Applies friction at all chain contacts except the first, each by its impulse.
    pub(crate) fn rub_pressed(
        &mut self,
        context: &IslandContext,
        strike: FaceContact,
    ) -> Result<(), Overlapping> {
        // The first two are the contact itself, whose friction has been applied.
        for number in 2..self.press.group.len() {
            let ChainBody { member, is_changed, is_held, lost, through: Some(through), .. } =
                self.press.group[number]
            else {
                continue;
            };
            if !is_changed || is_held {
                continue;
            }
            let other = self.press.group[through as usize].member;
            let low_of = |member: u32| self.members[member as usize].box_at(strike.moment).min[strike.axis];
            let members = if low_of(member) < low_of(other) { [member, other] } else { [other, member] };
            let link = FaceContact { members, ..strike };
            if let Some(after) = self.impact(context, link).friction_impulse(lost.abs()) {
                // Without a change along the axis, the other body has not begun a new segment yet.
                self.stop_at(context, other, strike.moment)?;
                self.members[other as usize].begin_news();
                self.press.group[through as usize].is_changed = true;
                self.set_velocities(members, 1 - strike.axis, after);
            }
        }
        Ok(())
    }
}
