//! Bodies that press on each other without a rebound: all that touch one behind the other get one velocity at once.
//!
//! Hit by hit a row of crates would share its momentum in ever smaller hits, without an end.

use super::island::{Entangled, Island};
use super::stage::Stage;
use super::stair::Moment;
use crate::movement::SLANTED;
use glam::{IVec2, Vec2};

/// One that presses or is pressed.
#[derive(Clone, Copy, Debug)]
struct Pressed {
    member: u32,
    /// On the upper side of the two that met.
    is_high: bool,
    before: f64,
    /// The velocity itself.
    velocity: Vec2,
    /// Has it another velocity now?
    is_changed: bool,
    /// Whom it touches of those that were there before it.
    through: Option<u32>,
    /// Is something in its way toward the low and the high side? Found out when it matters.
    blocked: [Option<bool>; 2],
}

/// Kept for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Press {
    group: Vec<Pressed>,
    momentum: f64,
    mass: f64,
    /// The least and the greatest velocity of those of infinite mass.
    fixed: Option<(f64, f64)>,
}

/// What came of it.
pub(super) struct Outcome {
    /// The momentum that went from one of the two to the other.
    pub(super) impulse: f64,
    /// Something that does not move is in the way.
    pub(super) is_blocked: bool,
}

impl Press {
    pub(super) fn clear(&mut self) {
        self.group.clear();
    }

    /// The common velocity. Those between two of infinite mass that come together go with the slower one.
    fn velocity(&self) -> f64 {
        match self.fixed {
            None if self.mass > 0.0 => self.momentum / self.mass,
            None => 0.0,
            Some((least, _)) if least > 0.0 => least,
            Some((_, greatest)) if greatest < 0.0 => greatest,
            Some((least, greatest)) if least == greatest => least,
            Some(_) => 0.0,
        }
    }

    /// Is there no way on, between two of infinite mass?
    fn is_squeezed(&self) -> bool {
        self.fixed.is_some_and(|(least, greatest)| least != greatest)
    }
}

impl Island {
    /// Gives two bodies that met, the one on the lower side first, and all that touch them and would run into them or be run
    /// into, a common velocity along an axis. Who they are is told by [`pressed_one`](Self::pressed_one) after it.
    pub(super) fn press(
        &mut self,
        stage: &Stage,
        [low, high]: [u32; 2],
        axis: usize,
        moment: Moment,
    ) -> Result<Outcome, Entangled> {
        let mut press = std::mem::take(&mut self.press);
        (press.momentum, press.mass, press.fixed) = (0.0, 0.0, None);
        press.group.clear();
        // In an order that is the same in a mirror, for the sums to be.
        for member in [low.min(high), low.max(high)] {
            self.join(&mut press, member, (member == high, None), axis);
        }
        let mut is_blocked = false;
        loop {
            let (before, was_blocked) = (press.group.len(), is_blocked);
            let mut number = 0;
            while number < press.group.len() {
                let velocity = if is_blocked { 0.0 } else { press.velocity() };
                is_blocked |= self.is_blocked(stage, &mut press.group[number], axis, velocity);
                let velocity = if is_blocked { 0.0 } else { velocity };
                self.gather(&mut press, number, (axis, velocity), moment);
                number += 1;
            }
            if press.group.len() == before && is_blocked == was_blocked {
                break;
            }
        }
        let velocity = if is_blocked { 0.0 } else { self.at_most(stage, &press) };
        let result = self.give(stage, &mut press, (axis, velocity), moment);
        let impulse = impulse(self, &press, velocity);
        is_blocked |= press.is_squeezed();
        self.press = press;
        result.map(|()| Outcome { impulse, is_blocked })
    }

    /// One of those of the last press, the two that met among them.
    pub(super) fn pressed_one(&self, number: usize) -> Option<u32> {
        self.press.group.get(number).map(|pressed| pressed.member)
    }

    /// Has it another velocity since? What stands in a pile mostly has not.
    pub(super) fn is_changed(&self, number: usize) -> bool {
        self.press.group[number].is_changed
    }

    fn join(&self, press: &mut Press, member: u32, (is_high, through): (bool, Option<u32>), axis: usize) {
        let one = &self.members[member as usize];
        let velocity = one.velocity(axis);
        if one.mobility() == 0.0 {
            let (least, greatest) = press.fixed.unwrap_or((velocity, velocity));
            let least = if velocity < least { velocity } else { least };
            press.fixed = Some((least, if velocity > greatest { velocity } else { greatest }));
        } else {
            press.mass += 1.0 / one.mobility();
            press.momentum += velocity / one.mobility();
        }
        let pressed = Pressed {
            member,
            is_high,
            before: velocity,
            velocity: one.motion.velocity,
            is_changed: false,
            through,
            blocked: [None; 2],
        };
        press.group.push(pressed);
    }

    /// Adds those that touch one of them and are slower ahead of it, or faster behind it.
    fn gather(&self, press: &mut Press, number: usize, (axis, velocity): (usize, f64), moment: Moment) {
        let Pressed { member, is_high, .. } = press.group[number];
        let own = self.members[member as usize].box_at(moment);
        for entry in self.near(member) {
            let pair = &self.pairs[self.near_pair(entry) as usize];
            let other = pair.members[usize::from(pair.members[0] == member)];
            if pair.is_inside || press.group.iter().any(|one| one.member == other) {
                continue;
            }
            let (one, across) = (&self.members[other as usize], 1 - axis);
            // One that was inside something solid sets out in the middle of the step.
            if one.motion.fraction.to_bits() > moment {
                continue;
            }
            let there = one.box_at(moment);
            if there.min[across] >= own.max[across] || own.min[across] >= there.max[across] {
                continue;
            }
            let speed = one.velocity(axis);
            let is_ahead = there.min[axis] == own.max[axis] && speed < velocity;
            let is_behind = there.max[axis] == own.min[axis] && speed > velocity;
            if is_ahead || is_behind {
                self.join(press, other, (is_high, Some(member)), axis);
            }
        }
    }

    /// Is a part of the grid in the way of a body?
    fn is_blocked(&self, stage: &Stage, pressed: &mut Pressed, axis: usize, velocity: f64) -> bool {
        if velocity == 0.0 {
            return false;
        }
        let forth = velocity > 0.0;
        let member = &self.members[pressed.member as usize];
        *pressed.blocked[usize::from(forth)].get_or_insert_with(|| {
            let mut by = IVec2::ZERO;
            by[axis] = if forth { 1 } else { -1 };
            let at = member.motion.position;
            let found = stage.act(member, |actor| actor.sweep_whole(at, by));
            found.is_some_and(|found| found.axis == axis && found.axis != SLANTED)
        })
    }

    /// The common velocity, held to what the pushed ones let themselves be pushed at.
    fn at_most(&self, stage: &Stage, press: &Press) -> f64 {
        let mut velocity = press.velocity();
        if press.fixed.is_some() {
            return velocity;
        }
        for pressed in &press.group {
            let own = stage.collide(&self.members[pressed.member as usize]).push_speed;
            let before = if pressed.before * velocity > 0.0 { pressed.before.abs() } else { 0.0 };
            let limit = if f64::from(own) > before { f64::from(own) } else { before };
            if velocity.abs() > limit {
                velocity = if velocity < 0.0 { -limit } else { limit };
            }
        }
        velocity
    }

    /// What there is to tell of the press besides the two that met: who was pressed by whom, each with the velocity before.
    pub(super) fn link(&self, number: usize) -> Option<[(u32, Vec2); 2]> {
        let one = self.press.group[number];
        let through = self.press.group.iter().find(|other| Some(other.member) == one.through)?;
        Some([(one.member, one.velocity), (through.member, through.velocity)])
    }

    fn give(
        &mut self,
        stage: &Stage,
        press: &mut Press,
        (axis, velocity): (usize, f64),
        moment: Moment,
    ) -> Result<(), Entangled> {
        for (number, pressed) in press.group.iter_mut().enumerate() {
            // The first two have met, and are at a new piece already.
            pressed.is_changed = number < 2 || pressed.before != velocity;
            if !pressed.is_changed {
                continue;
            }
            self.stop_at(stage, pressed.member, moment)?;
            let member = &mut self.members[pressed.member as usize];
            member.begin_news();
            if member.mobility() != 0.0 {
                member.set_velocity(axis, velocity);
            }
        }
        Ok(())
    }
}

/// The momentum that one side lost, of the two that met: the lesser, where something else took a part of it.
fn impulse(island: &Island, press: &Press, velocity: f64) -> f64 {
    let side = |is_high: bool| {
        let mut sum = 0.0;
        for pressed in press.group.iter().filter(|pressed| pressed.is_high == is_high) {
            let inverse = island.members[pressed.member as usize].mobility();
            if inverse == 0.0 {
                return None;
            }
            sum += (pressed.before - velocity) / inverse;
        }
        Some(sum)
    };
    let size = |is_high: bool| side(is_high).map(|sum| if sum < 0.0 { -sum } else { sum });
    match (size(false), size(true)) {
        (Some(low), Some(high)) => {
            if high < low {
                high
            } else {
                low
            }
        }
        (one, other) => one.or(other).unwrap_or(0.0),
    }
}
