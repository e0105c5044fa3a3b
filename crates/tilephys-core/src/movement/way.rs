//! The way that a body takes in a step, in straight pieces, for whoever must know more of it than where it ends.

use super::actor::Actor;
use super::motion::Motion;
use crate::fraction::Fraction;
use glam::IVec2;

/// One straight piece of a body's way: at one speed from `from` to `to`, which are min corners, while the step goes on from
/// `begin` to `end`. It takes no time if a body is put somewhere: out of a solid, past a corner, onto a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) from: IVec2,
    pub(crate) to: IVec2,
    pub(crate) begin: Fraction,
    pub(crate) end: Fraction,
}

/// The way of a move that goes on.
#[derive(Debug)]
pub(crate) struct Way {
    at: IVec2,
    when: Fraction,
    pub(crate) legs: Vec<Leg>,
}

impl Way {
    /// One that begins at `at`; `legs` is needed for its memory.
    pub(crate) fn new(at: IVec2, mut legs: Vec<Leg>) -> Self {
        legs.clear();
        Way { at, when: Fraction::ZERO, legs }
    }

    /// One whose legs follow others in a list.
    pub(crate) fn after(at: IVec2, legs: Vec<Leg>) -> Self {
        Way { at, when: Fraction::ZERO, legs }
    }

    /// Notes where the body is at a moment, having gone there straight from where it was last.
    pub(crate) fn tread(&mut self, at: IVec2, when: Fraction) {
        if at != self.at || when != self.when {
            self.legs.push(Leg { from: self.at, to: at, begin: self.when, end: when });
            (self.at, self.when) = (at, when);
        }
    }
}

impl Actor<'_> {
    /// Notes where a motion is, if its way is asked for.
    #[inline]
    pub(super) fn tread(self, motion: &Motion) {
        if let Some(way) = self.special.and_then(|special| special.way) {
            way.borrow_mut().tread(motion.position, motion.fraction);
        }
    }
}
