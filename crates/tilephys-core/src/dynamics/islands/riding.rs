//! Riders: bodies that follow the sideways motion of the colliding body under them.
//!
//! The motion of the carrier is a part of the rider's translation, as the motion of a conveyor is. It changes in the event that
//! changes the carrier's own motion. So both keep their distance to the unit, wherever the carrier is stopped.

use crate::dynamics::islands::{END, Island, IslandContext, Overlapping, StepTime};
use crate::limits::UNITS_PER_PX;
use glam::IVec2;

/// Change of a carrier's translation below which its rider goes on, in lattice units: each new segment is rounded again.
const ROUNDING: f64 = 1.0;

impl Island {
    /// Finds the carriers of the members, and begins the motion of riders, the lowest first.
    pub(crate) fn find_riders(&mut self, context: &IslandContext) {
        self.riders.clear();
        if !context.has_carriers {
            return;
        }
        for pair in 0..self.pairs.len() {
            let [a, b] = self.pairs[pair].members;
            for [carrier, rider] in [[a, b], [b, a]] {
                // Pairs come in no order that the game knows, so of two carriers the lesser id counts.
                let known = self.members[rider as usize].carrier;
                if known.is_none_or(|known| carrier < known) && self.is_ridden(context, carrier, rider) {
                    self.members[rider as usize].carrier = Some(carrier);
                }
            }
        }
        let members = &self.members;
        self.riders.extend((0..members.len() as u32).filter(|one| members[*one as usize].carrier.is_some()));
        self.riders.sort_unstable_by_key(|one| {
            let member = &members[*one as usize];
            (member.motion.position.dot(context.profile(member).movement.up.vector()), *one)
        });
        for index in 0..self.riders.len() {
            self.begin_ride(context, self.riders[index]);
        }
    }

    /// True if a member stands on the middle of another, which carries it.
    fn is_ridden(&self, context: &IslandContext, carrier: u32, rider: u32) -> bool {
        let [below, above] = [carrier, rider].map(|member| &self.members[member as usize]);
        let profile = context.profile(above);
        if !context.profile(below).carries(profile) || profile.movement.walk_if_grounded().is_none() {
            return false;
        }
        let up = profile.movement.up;
        let floor = below.aabb();
        let own = above.aabb();
        let has_time = below.motion.fraction == above.motion.fraction && !above.waits;
        let rise = above.velocity(up.axis()) * f64::from(up.sign());
        let lift = below.velocity(up.axis()) * f64::from(up.sign());
        has_time && own.is_touched_on(up.opposite(), floor) && own.is_carried_by(floor, up)
            // A body that rises faster than its carrier has jumped off.
            && (rise <= 0.0 || rise <= lift)
    }

    /// Lifts a rider with its carrier, and adds the carrier's sideways translation to its own.
    fn begin_ride(&mut self, context: &IslandContext, rider: u32) {
        let Some(carrier) = self.members[rider as usize].carrier else { return };
        let up = context.profile(&self.members[rider as usize]).movement.up;
        let below = &self.members[carrier as usize];
        let speed = below.velocity(up.axis());
        let axis = 1 - up.axis();
        let left = below.motion.left[axis];
        let member = &mut self.members[rider as usize];
        // Whatever their masses: a rider is no weight for the jump of its carrier.
        if speed * f64::from(up.sign()) > 0.0 {
            member.set_velocity(up.axis(), speed);
            member.flies = false;
        }
        if left != 0 {
            member.carried = left.into();
            member.extra[axis] += member.carried;
            member.motion.left[axis] = member.motion.left[axis].saturating_add(left).max(-i32::MAX);
            member.motion.keep_in_world(member.size);
            member.flies = false;
        }
    }

    /// Lets the riders of a member follow a change of its motion.
    pub(crate) fn change_rides(
        &mut self,
        context: &IslandContext,
        carrier: u32,
        moment: StepTime,
    ) -> Result<(), Overlapping> {
        for index in 0..self.riders.len() {
            let rider = self.riders[index];
            let member = &self.members[rider as usize];
            let axis = 1 - context.profile(member).movement.up.axis();
            // A rider that an obstacle has stopped is not carried any further in this step.
            if member.carrier != Some(carrier) || member.waits || member.is_halted[axis] {
                continue;
            }
            let below = &self.members[carrier as usize];
            let part = (END - below.motion.fraction.to_bits()) as f64 / END as f64;
            let left = f64::from(below.motion.left[axis]);
            if part == 0.0 || (left - member.carried * part).abs() < ROUNDING {
                continue;
            }
            self.stop_at(context, rider, moment)?;
            let member = &mut self.members[rider as usize];
            member.extra[axis] += left / part - member.carried;
            member.carried = left / part;
            member.aim(axis);
            member.begin_news();
            self.predict_again(context, rider, moment)?;
        }
        Ok(())
    }

    /// Sets riders down on carriers that walked down a slope, the lowest first.
    pub(crate) fn set_down_riders(&mut self, context: &IslandContext) {
        for index in 0..self.riders.len() {
            let number = self.riders[index];
            let member = &self.members[number as usize];
            let Some(carrier) = member.carrier.filter(|_| !member.waits) else { continue };
            let below = &self.members[carrier as usize];
            let up = context.profile(member).movement.up;
            let k = up.axis();
            let down = up.opposite().vector();
            let own = member.motion.position[k];
            let floor = below.motion.position[k];
            let gap = if down[k] > 0 {
                floor.saturating_sub(own).saturating_sub(member.size[k])
            } else {
                own.saturating_sub(floor).saturating_sub(below.size[k])
            };
            // As far as a walking body follows its own floor.
            let most = member.carried.abs() + f64::from(UNITS_PER_PX);
            let fall = f64::from(member.motion.velocity[k]) * f64::from(down[k]);
            let step = down.saturating_mul(IVec2::splat(gap));
            let from = member.motion.position;
            let is_open = gap > 0
                && f64::from(gap) <= most
                && fall >= 0.0
                && context.act(member, |actor| actor.sweep_whole(from, step)).is_none();
            if !is_open {
                continue;
            }
            self.put_on_carrier(context, number, step);
        }
    }

    fn put_on_carrier(&mut self, context: &IslandContext, number: u32, step: IVec2) {
        let k = context.profile(&self.members[number as usize]).movement.up.axis();
        let member = &mut self.members[number as usize];
        let before = member.motion;
        let path = member.path;
        member.motion.position += step;
        member.extend_path();
        if self.is_entangled(context, number, END) || !self.is_within(number) {
            let member = &mut self.members[number as usize];
            member.motion = before;
            member.path = path;
            return;
        }
        let carrier = self.members[number as usize].carrier.unwrap_or(number);
        let fall = self.members[carrier as usize].velocity(k);
        let member = &mut self.members[number as usize];
        // In the air both fall alike. A carrier on a slope has no fall.
        member.set_velocity(k, fall);
        member.motion.remainder[k] = 0.0;
        member.is_put = true;
        self.record_segment(number);
    }
}
