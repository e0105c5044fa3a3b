//! Contact resolution: velocities and paths of two bodies after a hit.

use crate::dynamics::integrate::has_a_way;
use crate::dynamics::islands::{
    ChainBody, FaceContact, Impact, Island, IslandContext, Outcome, Overlapping, both,
};
use crate::dynamics::output::{BodyContact, BodyHit, EventKind};
use crate::fault::{Fault, Field};
use crate::fraction::Fraction;
use crate::response::Response;
use crate::shape_hit::ShapeHit;
use glam::{DVec2, IVec2, Vec2};

/// Units by which paths of equal speed can differ: each is rounded.
const ROUNDINGS: i64 = 2;

impl Island {
    /// Resolves a contact. Both members are at their contact positions.
    pub(crate) fn resolve_contact(
        &mut self,
        context: &IslandContext,
        strike: FaceContact,
    ) -> Result<(), Overlapping> {
        let FaceContact { members, axis, moment, is_inside } = strike;
        let before = both(members, |member| self.members[member as usize].motion.velocity);
        let impact = self.impact(context, strike);
        let approach = impact.approach();
        let restitution = impact.restitution();
        let (after, impulse) = impact.rebound(restitution);
        let mut is_blocked = false;
        self.press.clear();
        if approach > 0.0 {
            self.pair_hits += 1;
            // A rebound is between two bodies. Without one, all bodies that push each other act as a chain.
            let impulse = if restitution > 0.0 {
                self.set_velocities(members, axis, after);
                impulse
            } else {
                let Outcome { impulse, is_blocked: blocked } =
                    self.solve_chain(context, members, axis, moment)?;
                is_blocked = blocked;
                impulse
            };
            if let Some(after) = self.impact(context, strike).friction_impulse(impulse) {
                self.set_velocities(members, 1 - axis, after);
            }
            self.rub_pressed(context, strike)?;
            self.respond(context, strike, before);
            self.ask_rules(context, strike, before);
            self.report(context, strike, approach, before);
            self.report_pressed(context, strike);
        } else if members.iter().any(|member| self.members[*member as usize].waits) {
            // A waiting body has stopped moving, so the other one waits behind it.
            members.iter().for_each(|member| self.members[*member as usize].is_cut = true);
        }
        // Without approach, a contact is a hit only if it shortens a path.
        if !is_inside && self.align(context, members, axis, is_blocked) && approach <= 0.0 {
            self.pair_hits += 1;
            self.report(context, strike, 0.0, before);
        }
        self.predict_both_again(context, members, moment)?;
        // The other bodies of the chain have new velocities, and so new events.
        for number in 0..self.press.group.len() {
            let ChainBody { member, is_changed, .. } = self.press.group[number];
            // In a resting stack the velocities of most have not changed.
            if is_changed && !members.contains(&member) {
                self.predict_again(context, member, moment)?;
            }
        }
        Ok(())
    }

    pub(crate) fn impact<'a>(&'a self, context: &'a IslandContext, strike: FaceContact) -> Impact<'a> {
        let [low, high] = both(strike.members, |member| {
            let member = &self.members[member as usize];
            (member, context.profile(member))
        });
        Impact { axis: strike.axis, low, high, combine: context.step.combine }
    }

    /// Sets both velocities, except of an infinite-mass body beside a body of finite mass.
    pub(crate) fn set_velocities(&mut self, members: [u32; 2], axis: usize, after: [f64; 2]) {
        let are_fixed = both(members, |member| self.members[member as usize].mobility() == 0.0);
        for k in [0, 1] {
            if !are_fixed[k] || are_fixed[1 - k] {
                self.members[members[k] as usize].set_velocity(axis, after[k]);
            }
        }
    }

    /// Applies the parts of hit responses beyond the exchange of momentum.
    fn respond(
        &mut self,
        context: &IslandContext,
        FaceContact { members, axis, .. }: FaceContact,
        before: [Vec2; 2],
    ) {
        let across = 1 - axis;
        let responses =
            both(members, |member| context.profile(&self.members[member as usize]).movement.response);
        for k in [0, 1] {
            // The exchange of momentum leaves the speed along the contact.
            if responses[k] == Response::Stop {
                self.members[members[k] as usize].set_velocity(across, 0.0);
            }
        }
        // An inverted velocity applies only if the bodies separate by it: for both, or for the one where it does.
        let now = both(members, |member| self.members[member as usize].velocity(axis));
        let back = both([0, 1], |k| -f64::from(before[k][axis]) * self.members[members[k] as usize].scale);
        let turns = both(responses, |response| response == Response::Invert);
        let after = |turns: [bool; 2]| both([0, 1], |k| if turns[k] { back[k] } else { now[k] });
        let parts = |turns: [bool; 2]| after(turns)[0] <= after(turns)[1];
        let alone = [[turns[0], false], [false, turns[1]]];
        let turns = match (parts(turns), parts(alone[0]), parts(alone[1])) {
            (true, ..) => turns,
            (false, true, false) => alone[0],
            (false, false, true) => alone[1],
            _ => [false; 2],
        };
        for k in (0..2).filter(|k| turns[*k]) {
            let member = &mut self.members[members[k] as usize];
            member.set_velocity(axis, back[k]);
            member.set_velocity(across, -f64::from(before[k][across]) * member.scale);
        }
    }

    fn ask_rules(&mut self, context: &IslandContext, strike: FaceContact, before: [Vec2; 2]) {
        let FaceContact { members, axis, moment, .. } = strike;
        let asks = |member: u32| context.profile(&self.members[member as usize]).use_hooks;
        let Some(rules) = context.step.rules.filter(|_| members.iter().any(|member| asks(*member))) else {
            return;
        };
        // Hooks get the lesser id first, in any order along the axis.
        let order = if members[0] < members[1] { [0, 1] } else { [1, 0] };
        let ids = both(order, |k| self.members[members[k] as usize].id);
        let mut normal = IVec2::ZERO;
        normal[axis] = if order[0] == 0 { -1 } else { 1 };
        let meeting = BodyContact {
            bodies: ids,
            normal,
            fraction: Fraction::from_bits(moment),
            before: both(order, |k| before[k]),
            after: both(order, |k| self.members[members[k] as usize].motion.velocity),
        };
        let Some(answer) = rules.responds_to_body(&meeting) else { return };
        // Both velocities are checked before one is set: half of an answer would be none of the game.
        let mut is_sound = true;
        for (id, velocity) in ids.into_iter().zip(answer) {
            let has_ways = has_a_way(velocity.x, context.step.dt) && has_a_way(velocity.y, context.step.dt);
            if !has_ways {
                let fault = if velocity.is_finite() { Fault::OutOfRange } else { Fault::NotFinite };
                self.log.push(id, EventKind::Rejected { field: Field::Answer, fault });
                is_sound = false;
            }
        }
        if !is_sound {
            return;
        }
        for (k, velocity) in order.into_iter().zip(answer) {
            let member = &mut self.members[members[k] as usize];
            member.motion.velocity = velocity + Vec2::ZERO;
            member.aim(0);
            member.aim(1);
        }
        // An answer that lets the bodies approach would let them pass through each other.
        let impact = self.impact(context, strike);
        if impact.approach() > 0.0 {
            let (after, _) = impact.rebound(0.0);
            self.set_velocities(members, axis, after);
        }
    }

    fn report(&mut self, context: &IslandContext, strike: FaceContact, approach: f64, before: [Vec2; 2]) {
        let FaceContact { members, axis, moment, .. } = strike;
        let boxes = both(members, |member| self.members[member as usize].box_at(moment));
        let across = 1 - axis;
        let from = boxes[0].min[across].max(boxes[1].min[across]);
        let to = boxes[0].max[across].min(boxes[1].max[across]);
        let mut point = IVec2::ZERO;
        point[axis] = boxes[0].max[axis];
        // The middle of the contact, rounded down for either sign.
        point[across] = ((i64::from(from) + i64::from(to)) >> 1) as i32;
        for k in [0, 1] {
            let member = &self.members[members[k] as usize];
            if !context.profile(member).report_hits {
                continue;
            }
            let mut normal = IVec2::ZERO;
            normal[axis] = if k == 0 { -1 } else { 1 };
            let hit = BodyHit {
                shape: ShapeHit {
                    fraction: Fraction::from_bits(moment),
                    normal,
                    point,
                    position: boxes[k].min,
                },
                target: self.members[members[1 - k] as usize].id,
                approach: approach as f32,
                change: change(before[k], member.motion.velocity),
            };
            self.log.push(member.id, EventKind::BodyHit(hit));
        }
    }

    fn report_pressed(&mut self, context: &IslandContext, strike: FaceContact) {
        for number in 0..self.press.group.len() {
            // Beyond the first contact: both bodies, each with its velocity before.
            let one = self.press.group[number];
            let through = one.through.map(|through| self.press.group[through as usize]);
            // In a resting stack most contacts change nothing, and are not reported in each step.
            let Some(other) = through.filter(|_| one.is_changed) else { continue };
            let one = (one.member, one.velocity);
            let other = (other.member, other.velocity);
            let axis = strike.axis;
            let low_of = |member: u32| self.members[member as usize].box_at(strike.moment).min[axis];
            let [low, high] = if low_of(one.0) < low_of(other.0) { [one, other] } else { [other, one] };
            // Speeds in world time, because bodies may have time scales of their own.
            let scales = both([low.0, high.0], |member| self.members[member as usize].scale);
            let closing = f64::from(low.1[axis]) * scales[0] - f64::from(high.1[axis]) * scales[1];
            let link = FaceContact { members: [low.0, high.0], ..strike };
            self.pair_hits += 1;
            self.report(context, link, if closing > 0.0 { closing } else { 0.0 }, [low.1, high.1]);
        }
    }

    /// Keeps two touching bodies from moving into each other by rounding or conveyors: the rear one goes as far as the front one.
    ///
    /// True if that shortens its path by more than rounding.
    fn align(&mut self, context: &IslandContext, members: [u32; 2], axis: usize, is_blocked: bool) -> bool {
        for k in [0, 1] {
            if self.climbs(context, members[k], axis, members[1 - k])
                && !self.lift(members[k], axis, members[1 - k])
            {
                return true;
            }
        }
        let [low, high] = both(members, |member| &self.members[member as usize]);
        let a = low.motion.left[axis];
        let b = high.motion.left[axis];
        if a <= b {
            return false;
        }
        let is_fixed = both([low, high], |member| member.mobility() == 0.0);
        // A body under depenetration pushes along what it touches.
        let shoves = [low.shoved[axis], high.shoved[axis]];
        let shoves_high = shoves[0] > 0.0 && shoves[1] >= 0.0 && high.gives_way(axis);
        let shoves_low = shoves[1] < 0.0 && shoves[0] <= 0.0 && low.gives_way(axis);
        // The pushing body decides. Without one, the body that would run into the other is held back.
        let common = match is_fixed {
            _ if shoves_high && !is_blocked => a,
            _ if shoves_low && !is_blocked => b,
            [true, false] if !is_blocked => a,
            [false, true] if !is_blocked => b,
            _ if b >= 0 => b,
            _ if a <= 0 => a,
            _ => 0,
        };
        for (k, left) in [a, b].into_iter().enumerate() {
            if left != common {
                let member = &mut self.members[members[k] as usize];
                member.motion.left[axis] = common;
                member.motion.remainder[axis] = 0.0;
                if shoves_high != shoves_low {
                    member.shoved[axis] = if shoves_high { shoves[0] } else { shoves[1] };
                }
                member.motion.keep_in_world(member.size);
                if is_fixed[k] && !member.waits {
                    // An infinite-mass body blocked by an immovable one waits for the next step.
                    member.wait();
                }
            }
        }
        i64::from(a) - i64::from(b) > ROUNDINGS
    }

    /// True if a slope moves a walking body up into `other`, which velocities do not show.
    fn climbs(&self, context: &IslandContext, number: u32, axis: usize, other: u32) -> bool {
        let member = &self.members[number as usize];
        let other = &self.members[other as usize];
        let movement = &context.profile(member).movement;
        let up = movement.up.vector();
        if up[axis] == 0 || movement.walking().is_none() || member.extra != DVec2::ZERO {
            return false;
        }
        let own = member.motion.left[axis] * up[axis];
        let ahead = other.motion.left[axis] * up[axis];
        let is_below = (other.motion.position[axis] - member.motion.position[axis]) * up[axis] > 0;
        let rises = member.motion.velocity[axis] * up[axis] as f32 > 0.0;
        is_below && own > 0 && own > ahead && !rises && member.motion.left[1 - axis] != 0
    }

    /// Lets a climbing body push a body above it upward, or stops it if that is blocked. True if it continues.
    fn lift(&mut self, number: u32, axis: usize, other: u32) -> bool {
        let way = self.members[number as usize].motion.left[axis];
        let above = &self.members[other as usize];
        // Pushed before in this step, and stopped by an obstacle.
        let is_stopped = above.shoved[axis] * f64::from(way) > 0.0 && above.motion.left[axis] == 0;
        let goes = above.mobility() > 0.0 && !is_stopped;
        if goes {
            // The floor under a lifted body does not hold it.
            self.members[other as usize].is_halted[axis] = false;
        }
        let member = &mut self.members[number as usize];
        if goes {
            member.shoved[axis] = way.into();
        } else {
            member.motion.left = IVec2::ZERO;
            member.motion.remainder = Vec2::ZERO;
            member.motion.velocity = Vec2::ZERO;
        }
        goes
    }
}

/// Returns a velocity change. For a rejected body with infinite velocity the difference would be NaN.
fn change(before: Vec2, after: Vec2) -> Vec2 {
    let of = |k: usize| if before[k].to_bits() == after[k].to_bits() { 0.0 } else { after[k] - before[k] };
    Vec2::new(of(0), of(1))
}
