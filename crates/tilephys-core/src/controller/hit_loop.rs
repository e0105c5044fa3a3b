//! The one loop over the hits of a move: finds the next face, moves to it, and responds.
//!
//! [`HitLoop::run`] goes from hit to hit by itself. A caller that handles other events in between, as the solver of islands does,
//! asks for the [next hit](Actor::next_hit) and [takes](Actor::take_next) it at its time.

use super::actor::Actor;
use super::candidate::{Candidate, SLANTED};
use super::config::Walk;
use super::motion::{Motion, Start, on_axis};
use super::push_out::shortest_exit;
use super::slopes::Impact;
use super::sweep::Sweep;
use super::trace::{Beginning, TraceEvent};
use super::walking::{WalkState, Walking};
use super::window::WindowResult;
use crate::fraction::Fraction;
use crate::grid::Contacts;
use crate::limits::MAX_EXIT_CELLS;
use crate::ratio::{Ratio, wide};
use crate::response::Response;
use glam::{IVec2, Vec2};

pub(super) struct HitLoop<'a> {
    actor: &'a Actor<'a>,
    pub(super) walking: Option<Walking<'a>>,
    /// True if a hit on a whole tile only clears or reverses the motion on its axis.
    takes_whole_tiles_simply: bool,
}

struct FaceAhead {
    found: Candidate,
    /// False if there are only whole tiles.
    is_shaped: bool,
    is_clear: bool,
}

impl<'a> HitLoop<'a> {
    #[inline(always)]
    pub(super) fn new(actor: &'a Actor<'a>, walking: Option<Walking<'a>>) -> Self {
        let takes_whole_tiles_simply =
            walking.as_ref().is_none_or(|walking| walking.walk.takes_hits_simply());
        HitLoop { actor, walking, takes_whole_tiles_simply }
    }

    /// Executes the move to its end. Calls `on_hit` with each hit in order, after the response, with the translation before the hit
    /// for its direction. `ahead` is the result of [`test_window`](Actor::test_window).
    #[inline(always)]
    pub(super) fn run(
        &mut self,
        motion: &mut Motion,
        mut ahead: WindowResult,
        on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion),
    ) {
        while let Some(face) = self.face_ahead(motion, ahead) {
            let d = motion.left;
            if self.reach(motion, &face) {
                on_hit(&face.found, d, motion);
            }
            if motion.left == IVec2::ZERO {
                break;
            }
            ahead = self.actor.test_window(motion);
        }
        motion.finish();
    }

    #[inline(always)]
    fn face_ahead(&self, motion: &Motion, ahead: WindowResult) -> Option<FaceAhead> {
        match ahead {
            WindowResult::Free => None,
            WindowResult::Hit(found) => Some(FaceAhead { found, is_shaped: false, is_clear: false }),
            WindowResult::Shaped { found, is_clear } => Some(FaceAhead { found, is_shaped: true, is_clear }),
            WindowResult::Inside | WindowResult::Unsure => {
                let found = self.actor.sweep_whole(motion.position, motion.left)?;
                let is_shaped = self.actor.view.has_shapes() || self.actor.special.is_some();
                Some(FaceAhead { found, is_shaped, is_clear: false })
            }
        }
    }

    /// Moves to a face and responds. Returns true for a hit: a walking body may instead be moved past the obstacle.
    #[inline(always)]
    fn reach(&mut self, motion: &mut Motion, face: &FaceAhead) -> bool {
        let FaceAhead { ref found, is_shaped, is_clear } = *face;
        if !is_shaped && self.takes_whole_tiles_simply {
            let run = on_axis(motion.left, found.axis == 0).unsigned_abs();
            let when = motion.fraction.advanced(found.distance as u64, run.into());
            motion.take(found, when, self.actor.size, self.actor.config);
            return true;
        }
        if let Some(walking) = &mut self.walking {
            return walking.meet(motion, found, is_clear);
        }
        self.actor.take_shaped(motion, Impact { is_clear, ..Impact::new(self.actor, motion, found) });
        true
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NextHit {
    pub(crate) found: Candidate,
    /// Time of the hit, rounded up: a place cut toward the start of the segment has reached the face at that time.
    pub(crate) fraction_ceil: Fraction,
    /// Time of the hit, rounded down, as hits report it.
    pub(crate) fraction_floor: Fraction,
}

impl<'a> Actor<'a> {
    /// Begins a move that starts outside of all solids.
    pub(crate) fn begin(&self, motion: &mut Motion) -> WalkState {
        let Some(walk) = self.config.walking() else { return WalkState::new(motion) };
        let mut walking = Walking::new(self, walk, motion);
        walking.prepare(motion);
        walking.state
    }

    pub(crate) fn next_hit(&self, motion: &Motion) -> Option<NextHit> {
        if motion.left == IVec2::ZERO {
            return None;
        }
        let found = match self.test_window(motion) {
            WindowResult::Free => return None,
            WindowResult::Hit(found) | WindowResult::Shaped { found, .. } => found,
            WindowResult::Inside | WindowResult::Unsure => self.sweep_whole(motion.position, motion.left)?,
        };
        let run = Sweep::new(*self, motion.position, motion.left).run_against(&found);
        let fraction_floor = Actor::moment_after(motion.fraction, found.units(), run);
        let gone = fraction_floor.to_bits() - motion.fraction.to_bits();
        let left = Fraction::ONE.to_bits() - motion.fraction.to_bits();
        let is_exact = wide(gone as i64, run) == wide(left as i64, found.units() as i64);
        let fraction_ceil = Fraction::from_bits(fraction_floor.to_bits() + u64::from(!is_exact));
        Some(NextHit { found, fraction_ceil, fraction_floor })
    }

    /// Moves to a hit and responds; `there` is the place, cut toward the start of the segment, at that time. Returns true
    /// for a hit: a walking body may instead be moved past the obstacle.
    pub(crate) fn take_next(
        &self,
        state: &mut WalkState,
        motion: &mut Motion,
        NextHit { found, fraction_ceil: when, .. }: NextHit,
        there: IVec2,
    ) -> bool {
        let is_simple = self.config.walking().is_none_or(Walk::takes_hits_simply);
        let is_plain = found.axis != SLANTED && !self.view.has_shapes() && self.special.is_none();
        let mut is_hit = true;
        // The response to a whole tile depends on its axis alone, as in `HitLoop::reach`.
        if is_simple && is_plain {
            let on_x = found.axis == 0;
            let mut gone = there - motion.position;
            gone[found.axis] = found.units() as i32 * on_axis(motion.left, on_x).signum();
            motion.hit_straight(gone, when, on_x, self.size, self.config);
        } else if let Some(walk) = self.config.walking() {
            let mut walking = Walking::resume(self, walk, *state);
            is_hit = walking.meet(motion, &found, false);
            *state = walking.state;
        } else {
            self.take_shaped(motion, Impact::at(self, motion, &found, when));
        }
        // `there` was cut toward the start, so the body has reached it only at the time rounded up.
        motion.fraction = when;
        if when == Fraction::ONE {
            motion.left = IVec2::ZERO;
        }
        is_hit
    }

    /// Ends a move: snaps a walking body to a floor that is not far under it.
    pub(crate) fn end(&self, state: &mut WalkState, motion: &mut Motion) {
        if let Some(walk) = self.config.walking() {
            let mut walking = Walking::resume(self, walk, *state);
            walking.follow_floor(motion);
            *state = walking.state;
        }
    }
}

pub(crate) struct Course {
    pub(crate) start: Start,
    pub(crate) corrected: IVec2,
    pub(crate) took: Option<f32>,
    pub(crate) contacts: Option<Contacts>,
}

impl Course {
    #[inline(always)]
    fn plain(start: Start) -> Self {
        Course { start, corrected: IVec2::ZERO, took: None, contacts: None }
    }
}

impl Actor<'_> {
    /// Executes a whole move, from depenetration to the end of the translation. `motion` has the whole translation left. The hits
    /// of a body that passes through are unordered.
    #[inline(always)]
    pub(crate) fn move_whole(
        &self,
        motion: &mut Motion,
        on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion),
    ) -> Course {
        motion.keep_in_world(self.size);
        let translation = motion.left;
        if self.config.response == Response::PassThrough {
            self.note_beginning(translation, motion, Start::Free);
            *motion = self.pass_through(*motion, on_hit);
            return Course::plain(Start::Free);
        }
        let mut ahead = self.test_window(motion);
        let mut start = Start::Free;
        let inside = match ahead {
            WindowResult::Inside => true,
            WindowResult::Unsure => !self.is_free(motion.position),
            WindowResult::Free | WindowResult::Hit(_) | WindowResult::Shaped { .. } => false,
        };
        // Sweeps see no solid that the body overlaps, so it is taken out of all of them first.
        if inside {
            (*motion, start) = self.leave(*motion);
            if start != Start::Stuck {
                self.extend_to(motion);
            }
            ahead = self.test_window(motion);
        }
        self.note_beginning(translation, motion, start);
        let mut hits = HitLoop::new(self, self.config.walking().map(|walk| Walking::new(self, walk, motion)));
        // A walk may shift the body before it starts, so the window is tested anew.
        if hits.walking.as_mut().is_some_and(|walking| walking.prepare(motion)) {
            ahead = self.test_window(motion);
        }
        hits.run(motion, ahead, on_hit);
        let Some(walking) = &mut hits.walking else { return Course::plain(start) };
        let contacts = walking.follow_floor(motion);
        Course { start, corrected: walking.state.corrected, took: walking.state.took, contacts }
    }

    #[inline(always)]
    fn note_beginning(&self, translation: IVec2, motion: &Motion, start: Start) {
        self.note(|| {
            let mut walking = self.config.walk_if_grounded().map(|walk| Walking::new(self, walk, motion));
            let rises = walking.as_ref().is_some_and(Walking::rises);
            let stood = walking.as_mut().is_some_and(Walking::stood);
            TraceEvent::Begun(Beginning { translation, motion: *motion, start, rises, stood })
        });
    }

    /// Moves a body out of the solids that it overlaps. If there is no exit within one tile, the body may move only toward the
    /// nearest exit until it is out.
    #[cold]
    pub(crate) fn leave(&self, mut motion: Motion) -> (Motion, Start) {
        let size = self.size;
        let min = motion.position;
        let d = motion.left;
        if let Some(exit) = shortest_exit(*self, min, d, 1) {
            motion.position += exit.push();
            motion.remainder[exit.direction.axis()] = 0.0;
            motion.keep_in_world(size);
            return (motion, Start::Pushed(exit.push()));
        }
        let exit = shortest_exit(*self, min, d, MAX_EXIT_CELLS);
        let (axis, toward) = exit.map_or((0, IVec2::ZERO), |e| (e.direction.axis(), e.direction.vector()));
        let reach = exit.map_or(0, |e| e.distance);
        // Only the part of the motion toward the nearest exit is allowed.
        let outward = i64::from(d[axis]) * i64::from(toward[axis]);
        let moved = outward.clamp(0, reach.into()) as i32;
        motion.position += toward * moved;
        if moved == reach && exit.is_some() {
            // The body is out: the rest of the motion is an ordinary one.
            motion.left -= toward * moved;
            motion.fraction = motion.fraction.advanced(moved as u64, d[axis].unsigned_abs().into());
            return (motion, Start::Freed);
        }
        motion.left = IVec2::ZERO;
        let speed = motion.velocity[axis];
        // A speed toward the exit is kept, so that the body leaves in a later step.
        let keeps = speed * toward[axis] as f32 > 0.0;
        motion.velocity = Vec2::ZERO;
        motion.remainder = Vec2::ZERO;
        if keeps {
            motion.velocity[axis] = speed;
        }
        (motion, Start::Stuck)
    }

    /// Travels the whole translation and reports everything that the body enters.
    #[cold]
    fn pass_through(&self, start: Motion, on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion)) -> Motion {
        let d = start.left;
        Sweep::new(*self, start.position, d).all_entered(|found| {
            let there = found.moved(*self, &start);
            on_hit(&found, d, &there);
        });
        Motion { position: start.position + d, left: IVec2::ZERO, fraction: Fraction::ONE, ..start }
    }
}

impl Candidate {
    /// The straight motion at the time of this hit; each axis rounded toward its start, except the axis of the face.
    pub(crate) fn moved(&self, actor: Actor, start: &Motion) -> Motion {
        let d = start.left;
        let run = Sweep::new(actor, start.position, d).run_against(self);
        let units = i128::from(self.units());
        let part = |k: usize| (i128::from(d[k]) * units / i128::from(run)) as i32;
        let gone = IVec2::new(part(0), part(1));
        let fraction = Actor::moment_after(start.fraction, self.units(), run);
        let struck = start.velocity;
        Motion { position: start.position + gone, left: d - gone, fraction, struck, ..*start }
    }
}

impl Actor<'_> {
    /// The exact fraction of a translation at which the candidate is hit.
    pub(crate) fn ratio_of(&self, found: &Candidate, d: IVec2) -> Ratio {
        Ratio::new(found.units() as i64, Sweep::new(*self, IVec2::ZERO, d).run_against(found))
    }
}
