//! A whole move of an actor: depenetration, then sweeps from hit to hit.

use super::actor::Actor;
use super::candidate::Candidate;
use super::hit_loop::HitLoop;
use super::motion::Motion;
use super::move_start::Start;
use super::move_trace::{Beginning, TraceEvent};
use super::push_out::{far_exit, near_exit};
use super::sweep::Sweep;
use super::walking::Walking;
use super::window::WindowResult;
use crate::fraction::Fraction;
use crate::grid::Contacts;
use crate::ratio::Ratio;
use crate::response::Response;
use glam::{IVec2, Vec2};

/// Result of a move besides its hits.
pub(crate) struct Course {
    pub(crate) start: Start,
    /// Corner correction of the move.
    pub(crate) corrected: IVec2,
    /// Speed that a wall removed, if the body keeps it.
    pub(crate) took: Option<f32>,
    /// Final contacts, if they were computed.
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
        self,
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
        let mut walking = self.config.walking().map(|walk| Walking::new(self, walk, motion));
        // A walk may shift the body before it starts, so the window is tested anew.
        if walking.as_mut().is_some_and(|walking| walking.prepare(motion)) {
            ahead = self.test_window(motion);
        }
        let mut hits = HitLoop::new(self, walking);
        hits.run(motion, Fraction::ONE, ahead, on_hit);
        let Some(mut walking) = hits.walking else { return Course::plain(start) };
        let contacts = walking.follow_floor(motion);
        Course { start, corrected: walking.state.corrected, took: walking.state.took, contacts }
    }

    /// Records the start of a move by `translation`, if a trace is requested.
    #[inline(always)]
    fn note_beginning(self, translation: IVec2, motion: &Motion, start: Start) {
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
    pub(crate) fn leave(self, mut motion: Motion) -> (Motion, Start) {
        let size = self.size;
        let min = motion.position;
        let d = motion.left;
        if let Some(exit) = near_exit(self, min, d) {
            motion.position += exit.push();
            motion.remainder[exit.direction.axis()] = 0.0;
            motion.keep_in_world(size);
            return (motion, Start::Pushed(exit.push()));
        }
        let exit = far_exit(self, min, d);
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
    fn pass_through(self, start: Motion, on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion)) -> Motion {
        let d = start.left;
        Sweep::new(self, start.position, d).all_entered(|found| {
            let there = found.moved(self, &start);
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
        let fraction = Actor::moment_of(self, run, start);
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
