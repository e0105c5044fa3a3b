//! Solution of an island: its events in order of time.

use crate::controller::{Hit, Motion, Start};
use crate::dynamics::islands::{
    END, EVERYWHERE, FaceContact, Island, IslandContext, MeetKind, Member, Overlapping, Pair, PathSegment,
    QueuedKind, Restriction, StepTime, are_cells_empty, both, corner_axis, place_at,
};
use crate::dynamics::output::EventKind;
use crate::fraction::Fraction;
use crate::grid::NO_BOX;
use crate::limits::{MAX_BODY_CONTACTS, MAX_FORECASTS};
use glam::{DVec2, IVec2};
use std::cmp::Reverse;

impl Island {
    /// Solves the island from the start of the step, where its members are.
    pub(crate) fn play(&mut self, context: &IslandContext) -> Result<(), Overlapping> {
        self.queue.clear();
        self.log.events.clear();
        self.pieces.clear();
        self.pair_hits = 0;
        self.find_ups(context);
        for member in 0..self.members.len() as u32 {
            self.set_out(context, member)?;
        }
        // After all members have left solids, because an exit may begin or end an overlap.
        self.part(context);
        self.find_riders(context);
        for member in 0..self.members.len() as u32 {
            self.record_segment(member);
            let Member { flies, shoved, reach, .. } = &self.members[member as usize];
            // A body that flew free in the sweep phase meets nothing on the grid, unless it is shoved or confined.
            if !flies || *shoved != DVec2::ZERO || *reach != EVERYWHERE {
                self.predict_hit(context, member);
            }
        }
        for pair in 0..self.pairs.len() as u32 {
            self.predict_meeting(context, pair, 0);
        }
        // Each pair has at most one live event, each member two.
        let most = 2 * (self.pairs.len() + 2 * self.members.len());
        loop {
            if self.queue.len() > most {
                self.drop_stale();
            }
            let Some(Reverse(coming)) = self.queue.pop() else { break };
            match coming.what {
                QueuedKind::Grid if self.members[coming.number as usize].version == coming.version => {
                    self.arrive(context, coming.number)?;
                }
                QueuedKind::Border if self.members[coming.number as usize].version == coming.version => {
                    let member = &mut self.members[coming.number as usize];
                    member.rebase(coming.moment);
                    member.wait();
                    self.predict_again(context, coming.number, coming.moment)?;
                }
                QueuedKind::Pair if self.pairs[coming.number as usize].version == coming.version => {
                    self.meet(context, coming.number, coming.moment)?;
                }
                _ => {}
            }
        }
        for member in 0..self.members.len() as u32 {
            self.come_to_the_end(context, member);
        }
        self.set_down_riders(context);
        Ok(())
    }

    /// Pushes a member out of solids that it starts in, and begins its motion.
    ///
    /// Also applies to a frozen member. A member pushed into a body is separated from it later, as from any initial overlap.
    fn set_out(&mut self, context: &IslandContext, number: u32) -> Result<(), Overlapping> {
        let member = &self.members[number as usize];
        // Such a body needs no walk, but a solid may have been put onto it.
        let is_set = member.waits || member.flies;
        if is_set
            && (member.dt == 0.0 || are_cells_empty(context, member, member.motion.position, IVec2::ZERO))
        {
            return Ok(());
        }
        let mut motion = member.motion;
        let mut start = Start::Free;
        let journey = context.act(member, |actor| {
            motion.keep_in_world(member.size);
            if !actor.is_free(motion.position) {
                (motion, start) = actor.leave(motion);
            } else if is_set {
                return member.journey;
            }
            actor.begin(&mut motion)
        });
        let member = &mut self.members[number as usize];
        if is_set && start == Start::Free {
            return Ok(());
        }
        member.journey = journey;
        member.start = start;
        let is_moved = motion.position != member.motion.position;
        member.motion = motion;
        member.is_put = is_moved;
        member.extend_path();
        if start != Start::Free {
            member.flies = false;
        }
        if start == Start::Stuck {
            // The exit path is complete; a hit must not continue it through the solid.
            member.wait();
        }
        if start == Start::Free && is_moved && self.is_entangled(context, number, motion.fraction.to_bits()) {
            return Err(Overlapping(number));
        }
        Ok(())
    }

    pub(crate) fn predict_again(
        &mut self,
        context: &IslandContext,
        number: u32,
        now: StepTime,
    ) -> Result<(), Overlapping> {
        self.predict_again_except(context, number, None, now)
    }

    pub(crate) fn predict_both_again(
        &mut self,
        context: &IslandContext,
        [a, b]: [u32; 2],
        now: StepTime,
    ) -> Result<(), Overlapping> {
        let is_told = !self.members[a as usize].is_spent;
        self.predict_again(context, a, now)?;
        self.predict_again_except(context, b, is_told.then_some(a), now)
    }

    /// Like [`predict_again`](Self::predict_again), except for the pair with `other`, which was predicted after both had changed.
    fn predict_again_except(
        &mut self,
        context: &IslandContext,
        number: u32,
        other: Option<u32>,
        now: StepTime,
    ) -> Result<(), Overlapping> {
        let around = self.near(number).len() as u32;
        let member = &mut self.members[number as usize];
        if member.is_spent {
            return Ok(());
        }
        // The last prediction of a member that waits: its neighbors must see once that it stands.
        member.is_spent = member.waits && member.forecasts > MAX_FORECASTS;
        member.forecasts += around;
        member.version += 1;
        self.record_segment(number);
        self.predict_hit(context, number);
        for entry in self.near(number) {
            let pair = self.near_pair(entry);
            if other.is_none_or(|other| !self.pairs[pair as usize].members.contains(&other)) {
                self.predict_meeting(context, pair, now);
            }
        }
        if self.riders.is_empty() { Ok(()) } else { self.change_rides(context, number, now) }
    }

    pub(crate) fn record_segment(&mut self, number: u32) {
        let piece = PathSegment::of(&self.members[number as usize].motion);
        self.pieces.push((number, self.pieces.len() as u32, piece));
    }

    fn arrive(&mut self, context: &IslandContext, number: u32) -> Result<(), Overlapping> {
        let member = &mut self.members[number as usize];
        let Some(next) = member.next else { return Ok(()) };
        let mut motion = member.motion;
        let mut journey = member.journey;
        let before = member.motion;
        // At the time rounded up, the truncated path has reached the face.
        let there = place_at(&motion, next.fraction_ceil.to_bits());
        let log = &mut self.log;
        let profile = context.profile(member);
        let mut is_hit = false;
        let mut struck = member.struck;
        context.act(member, |actor| {
            is_hit = actor.take_next(&mut journey, &mut motion, next, there);
            // Corner correction is no contact.
            if is_hit && next.found.off_grid != NO_BOX {
                struck.note(&actor, &next.found, before.left, &profile.riding);
            }
            if is_hit && profile.report_hits {
                let motion = Motion { fraction: next.fraction_floor, ..motion };
                log.push(member.id, EventKind::Hit(Hit::new(&actor, &next.found, before.left, &motion)));
            }
        });
        member.hits += u32::from(is_hit);
        member.struck = struck;
        member.motion = motion;
        member.journey = journey;
        if is_hit {
            for k in (0..2).filter(|k| motion.left[*k] == 0 && before.left[*k] != 0) {
                // Carried motion ends at the obstacle too.
                member.extra[k] = 0.0;
                member.is_halted[k] = true;
            }
        }
        member.extend_path();
        let moment = next.fraction_ceil.to_bits();
        let is_put_elsewhere = motion.position != there;
        self.members[number as usize].is_put |= is_put_elsewhere;
        if is_put_elsewhere && (self.is_entangled(context, number, moment) || !self.is_within(number)) {
            return Err(Overlapping(number));
        }
        self.predict_again(context, number, moment)
    }

    /// Handles the contact of two bodies, or begins new path segments for them.
    fn meet(&mut self, context: &IslandContext, number: u32, moment: StepTime) -> Result<(), Overlapping> {
        let Pair { members: [a, b], what, .. } = self.pairs[number as usize];
        let faces = match what {
            MeetKind::Phase => None,
            MeetKind::Faces { axis, is_low } => Some((axis, is_low)),
            MeetKind::Corners { is_low } => {
                let axis = corner_axis(context, both([a, b], |member| &self.members[member as usize]));
                Some((axis, is_low[axis]))
            }
        };
        let strike = faces.map(|(axis, is_low)| {
            let members = if is_low { [a, b] } else { [b, a] };
            let is_inside = self.pairs[number as usize].is_inside;
            FaceContact { members, axis, moment, is_inside }
        });
        for member in [a, b] {
            self.stop_at(context, member, moment)?;
            let one = &mut self.members[member as usize];
            one.begin_news();
            one.meetings += 1;
            // A body between two others could meet them without end, so it stops until the next step.
            let is_too_much = one.meetings > MAX_BODY_CONTACTS || one.forecasts > MAX_FORECASTS;
            if is_too_much && !one.waits {
                one.wait();
            }
        }
        match strike {
            Some(strike) => {
                self.close_gap(context, strike);
                self.resolve_contact(context, strike)
            }
            None => self.predict_both_again(context, [a, b], moment),
        }
    }

    /// Closes the gap of up to one unit between two bodies whose exact paths touch: the faster one moves, if nothing is in between.
    fn close_gap(&mut self, context: &IslandContext, strike: FaceContact) {
        let FaceContact { members: [low, high], axis, moment, is_inside } = strike;
        let [a, b] = both([low, high], |member| &self.members[member as usize]);
        // Truncated paths may leave a unit between bodies whose exact paths touch.
        let gap = b.motion.position[axis] - a.motion.position[axis] - a.size[axis];
        if is_inside || gap <= 0 {
            return;
        }
        let forth = i64::from(a.motion.left[axis]);
        let back = -i64::from(b.motion.left[axis]);
        // Equal speeds: the lesser id decides, in any order of bodies.
        let low_goes = forth > back || forth == back && low < high;
        let (number, by) = if low_goes { (low, gap) } else { (high, -gap) };
        let member = &mut self.members[number as usize];
        if i64::from(member.motion.left[axis]) * i64::from(by) <= 0 {
            return;
        }
        let before = member.motion;
        let mut step = IVec2::ZERO;
        step[axis] = by;
        member.motion.position += step;
        member.motion.left -= step;
        let member = &self.members[number as usize];
        // The unit must not lead into the grid or into another member.
        let is_open =
            are_cells_empty(context, member, before.position.min(member.motion.position), step.abs())
                || context.act(member, |actor| actor.sweep_whole(before.position, step)).is_none();
        let is_good = is_open && !self.is_entangled(context, number, moment);
        let member = &mut self.members[number as usize];
        if is_good {
            member.extend_path();
        } else {
            member.motion = before;
        }
    }

    /// Begins a new path segment of a member, at a position outside all solids.
    pub(crate) fn stop_at(
        &mut self,
        context: &IslandContext,
        number: u32,
        moment: StepTime,
    ) -> Result<(), Overlapping> {
        let member = &mut self.members[number as usize];
        let from = member.motion.position;
        let d = member.motion.left;
        member.rebase(moment);
        let at = member.motion.position;
        // Among whole tiles a truncated position is free, because their faces lie on the lattice.
        if at == from || !context.step.grid.view(u32::MAX).has_shapes() {
            return Ok(());
        }
        let member = &self.members[number as usize];
        if context.act(member, |actor| actor.is_free(at)) {
            return Ok(());
        }
        // Positions on a slope are seldom on the lattice, so a neighboring point is taken: ahead, or behind if that is blocked.
        let IVec2 { x, y } = d.signum();
        for by in [(0, y), (x, 0), (x, y), (0, -y), (-x, 0), (-x, -y), (x, -y), (-x, y)].map(IVec2::from) {
            let member = &self.members[number as usize];
            if by == IVec2::ZERO || !context.act(member, |actor| actor.is_free(at + by)) {
                continue;
            }
            let member = &mut self.members[number as usize];
            member.motion.position = at + by;
            member.motion.left -= by;
            member.extend_path();
            if !self.is_entangled(context, number, moment) {
                self.members[number as usize].is_put = true;
                return Ok(());
            }
            let member = &mut self.members[number as usize];
            member.motion.position = at;
            member.motion.left += by;
        }
        Err(Overlapping(number))
    }

    /// True if a member overlaps a member that it did not overlap before.
    pub(crate) fn is_entangled(&self, context: &IslandContext, number: u32, moment: StepTime) -> bool {
        let own = self.members[number as usize].box_at(moment);
        self.near(number).any(|entry| {
            let pair = &self.pairs[self.near_pair(entry) as usize];
            let other = pair.members[usize::from(pair.members[0] == number)];
            let other = &self.members[other as usize];
            // Before the first event only depenetration has moved members.
            !pair.is_inside
                && !self.is_one_way(context, pair.members)
                && other.box_at(moment.max(other.motion.fraction.to_bits())).overlaps(own)
        })
    }

    /// Moves a member to the end of its path, and snaps it to the floor that it follows.
    fn come_to_the_end(&mut self, context: &IslandContext, number: u32) {
        let member = &mut self.members[number as usize];
        member.motion.position = place_at(&member.motion, END);
        member.motion.left = IVec2::ZERO;
        member.motion.fraction = Fraction::ONE;
        member.extend_path();
        let before = member.motion;
        let path = member.path;
        if !member.waits && context.profile(member).movement.walking().is_some() {
            let mut motion = before;
            let mut journey = member.journey;
            context.act(member, |actor| actor.end(&mut journey, &mut motion));
            member.motion = motion;
            member.journey = journey;
            member.extend_path();
            let is_set_down = motion.position != before.position;
            // Where the snap would lead into another body, the body stays above its floor for a step.
            if is_set_down && (self.is_entangled(context, number, END) || !self.is_within(number)) {
                let member = &mut self.members[number as usize];
                member.motion = before;
                member.path = path;
            } else {
                self.members[number as usize].is_put |= is_set_down;
            }
        }
        let member = &mut self.members[number as usize];
        // Last, because this velocity is meant for the next step.
        if member.struck.is_any() {
            let movement = &context.step.profiles[member.profile as usize].movement;
            member.struck.give(&mut member.motion.velocity, movement);
        }
        self.record_segment(number);
    }

    pub(crate) fn is_within(&self, number: u32) -> bool {
        let Member { path, reach, .. } = &self.members[number as usize];
        reach.min.cmple(path.min).all() && path.max.cmple(reach.max).all()
    }
}

impl Member {
    /// Restricts the member further: first without steps, then frozen.
    pub(crate) fn shorten(&mut self) {
        self.leash = if self.leash == Restriction::None { Restriction::NoSteps } else { Restriction::Frozen };
    }
}
