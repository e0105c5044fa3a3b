//! Resumable moves: the caller advances a move from hit to hit and handles other events in between.

use super::actor::Actor;
use super::candidate::{Candidate, SLANTED};
use super::impact::Impact;
use super::motion::{Motion, on_axis};
use super::sweep::Sweep;
use super::walk::Walk;
use super::walking::{ObstacleOutcome, WalkState, Walking};
use super::window::WindowResult;
use crate::fraction::Fraction;
use glam::IVec2;

/// The next hit of a motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextHit {
    pub(crate) found: Candidate,
    /// Time of the hit, rounded up: a place cut toward the start of the segment has reached the face at that time.
    pub(crate) when: Fraction,
    /// Time of the hit, rounded down, as hits report it.
    pub(crate) told: Fraction,
}

impl<'a> Actor<'a> {
    fn walk(self) -> Option<&'a Walk> {
        self.config.walking()
    }

    /// Begins a move that starts outside of all solids.
    pub(crate) fn begin(self, motion: &mut Motion) -> WalkState {
        let Some(walk) = self.walk() else { return WalkState::new(motion) };
        let mut walking = Walking::new(self, walk, motion);
        walking.prepare(motion);
        walking.state
    }

    /// The next hit of a motion that is outside of all solids.
    pub(crate) fn next_hit(self, motion: &Motion) -> Option<NextHit> {
        if motion.left == IVec2::ZERO {
            return None;
        }
        let found = match self.test_window(motion) {
            WindowResult::Free => return None,
            WindowResult::Hit(found) | WindowResult::Shaped { found, .. } => found,
            WindowResult::Inside | WindowResult::Unsure => self.sweep_whole(motion.position, motion.left)?,
        };
        let run = Sweep::new(self, motion.position, motion.left).run_against(&found);
        let begun = motion.fraction.to_bits();
        let left = Fraction::ONE.to_bits() - begun;
        // Divisions of 128 bits are slow, and seldom needed.
        let (whole, is_exact) = match left.checked_mul(found.units()) {
            Some(product) => (product / run as u64, product % run as u64 == 0),
            None => {
                let product = u128::from(left) * u128::from(found.units());
                ((product / run as u128) as u64, product % run as u128 == 0)
            }
        };
        let at = |more: u64| Fraction::from_bits(begun + more);
        Some(NextHit { found, when: at(whole + u64::from(!is_exact)), told: at(whole) })
    }

    /// Moves to a hit and responds; `there` is the place, cut toward the start of the segment, at that time. Returns true
    /// for a hit: a walking body may instead be moved past the obstacle.
    pub(crate) fn take_next(
        self,
        state: &mut WalkState,
        motion: &mut Motion,
        NextHit { found, when, .. }: NextHit,
        there: IVec2,
    ) -> bool {
        let is_simple = self.walk().is_none_or(Walk::takes_hits_simply);
        let is_plain = found.axis != SLANTED && !self.view.has_shapes() && self.special.is_none();
        let mut is_hit = true;
        if is_simple && is_plain {
            motion.take_at(&found, when, there, self);
        } else if let Some(walk) = self.walk() {
            let mut walking = Walking::resume(self, walk, *state);
            is_hit = matches!(walking.meet(motion, &found), ObstacleOutcome::Hit);
            *state = walking.state;
        } else {
            self.take_shaped(motion, Impact::at(self, motion, &found, when));
        }
        motion.fraction = when;
        if when == Fraction::ONE {
            motion.left = IVec2::ZERO;
        }
        is_hit
    }

    /// Ends a move: snaps a walking body to a floor that is not far under it.
    pub(crate) fn end(self, state: &mut WalkState, motion: &mut Motion) {
        if let Some(walk) = self.walk() {
            let mut walking = Walking::resume(self, walk, *state);
            walking.follow_floor(motion);
            *state = walking.state;
        }
    }
}

impl Motion {
    /// Moves to a hit on a whole tile and responds.
    fn take_at(&mut self, found: &Candidate, when: Fraction, there: IVec2, actor: Actor) {
        let on_x = found.axis == 0;
        let mut gone = there - self.position;
        gone[found.axis] = found.units() as i32 * on_axis(self.left, on_x).signum();
        self.position += gone;
        self.left -= gone;
        self.remainder[found.axis] = 0.0;
        self.fraction = when;
        self.hits += 1;
        self.struck = self.velocity;
        self.respond(on_x, actor.config);
        actor.finish_response(self);
    }
}
