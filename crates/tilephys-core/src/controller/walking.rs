//! Character controller: moves of bodies that tell floors from walls. See [`Walk`].

use super::actor::Actor;
use super::candidate::{Candidate, SlopeContact, dot, follow, into, without};
use super::config::{SlopeSpeed, Walk};
use super::motion::Motion;
use super::slopes::Impact;
use super::trace::{ResponseKind, TraceEvent};
use crate::floor_classifier::Stance;
use glam::{IVec2, Vec2};

pub(crate) struct Walking<'a> {
    pub(crate) actor: &'a Actor<'a>,
    pub(crate) walk: &'a Walk,
    pub(crate) stance: Stance,
    pub(crate) state: WalkState,
}

/// State of a walking body's whole move, while it is in progress.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WalkState {
    pub(super) from: IVec2,
    pub(super) translation: IVec2,
    pub(super) velocity: Vec2,
    /// True if the body stood when the move began; computed on demand.
    pub(crate) stood: Option<bool>,
    pub(crate) corrected: IVec2,
    /// Speed that a wall removed, if the body keeps it, in px/s.
    pub(crate) took: Option<f32>,
}

impl WalkState {
    pub(crate) fn new(motion: &Motion) -> Self {
        WalkState {
            from: motion.position,
            translation: motion.left,
            velocity: motion.velocity,
            ..WalkState::default()
        }
    }
}

impl<'a> Walking<'a> {
    pub(crate) fn new(actor: &'a Actor<'a>, walk: &'a Walk, motion: &Motion) -> Self {
        Walking::resume(actor, walk, WalkState::new(motion))
    }

    pub(crate) fn resume(actor: &'a Actor<'a>, walk: &'a Walk, state: WalkState) -> Self {
        Walking { actor, walk, stance: actor.config.stance(), state }
    }

    pub(crate) fn up(&self) -> usize {
        self.actor.config.up.axis()
    }

    pub(crate) fn level(&self) -> usize {
        1 - self.up()
    }

    pub(crate) fn upward(&self) -> IVec2 {
        self.actor.config.up.vector()
    }

    /// True if the move leads away from floors.
    pub(crate) fn rises(&self) -> bool {
        let up = self.up();
        let sign = self.upward()[up];
        self.state.translation[up] * sign > 0 || self.state.velocity[up] * sign as f32 > 0.0
    }

    /// True if the body stood on a floor when the move began.
    pub(crate) fn stood(&mut self) -> bool {
        let stood = self.state.stood.unwrap_or_else(|| !self.rises() && self.has_floor(self.state.from));
        self.state.stood = Some(stood);
        stood
    }

    pub(crate) fn has_floor(&self, at: IVec2) -> bool {
        let Actor { view, size, .. } = *self.actor;
        view.has_floor(at, at + size, self.stance)
    }

    /// Prepares a move. Returns true if the motion has changed.
    #[inline(always)]
    pub(crate) fn prepare(&mut self, motion: &mut Motion) -> bool {
        let hops = self.walk.one_way_nudge > 0.0 && self.hop_onto_line(motion);
        self.walk.slope_speed != SlopeSpeed::KeepLevel && self.slow_downhill(motion) || hops
    }

    /// Handles a face in the path of the body. `is_clear` is as in an [`Impact`]. Returns true for a hit, false if the body was moved
    /// past the face.
    #[inline(never)]
    pub(crate) fn meet(&mut self, motion: &mut Motion, found: &Candidate, is_clear: bool) -> bool {
        let d = motion.left;
        // The body is put to the face first: what happens there depends on what is beside it there.
        let impact = Impact { is_clear, ..Impact::new(self.actor, motion, found) };
        let plane = impact.plane;
        self.actor.arrive(motion, impact);
        // A floor is never passed. Past another face the move goes on as if the face were not there.
        if !self.stance.is_floor(plane.normal) && self.pass(motion, d, plane) {
            self.actor.note(|| TraceEvent::Passed);
            self.actor.finish_response(motion);
            return false;
        }
        if !self.actor.responds_by_hook(motion, found, d, plane) {
            self.respond(motion, d, plane);
        }
        self.actor.finish_response(motion);
        true
    }

    /// Responds to a hit on a face: changes the velocity and the translation left.
    pub(crate) fn respond(&mut self, motion: &mut Motion, d: IVec2, plane: SlopeContact) {
        let n = plane.normal;
        if self.stance.is_floor(n) {
            self.note(ResponseKind::Walks);
            self.go_along_floor(motion, plane);
        } else if self.stance.is_ceiling(n) {
            if self.walk.slide_on_ceiling {
                self.actor.respond_shaped(motion, plane);
            } else {
                self.note(ResponseKind::Stops);
                motion.left = IVec2::ZERO;
                motion.velocity = Vec2::ZERO;
                // With its remainder, a body that pushes up would creep along the ceiling.
                motion.remainder = Vec2::ZERO;
            }
        } else {
            self.stop_at_wall(motion, d, plane);
        }
    }

    fn note(&self, kind: ResponseKind) {
        self.actor.note(|| TraceEvent::Responds(kind));
    }

    /// Responds to a wall, or to a surface that is too steep to walk on.
    fn stop_at_wall(&mut self, motion: &mut Motion, d: IVec2, plane: SlopeContact) {
        let n = plane.normal;
        let level = self.level();
        let speed = motion.velocity[level];
        // Only an upright wall can end while the body flies on, so only there a speed is worth keeping.
        let is_upright = n[self.up()] == 0;
        if is_upright && self.walk.wall_retain_ticks > 0 && speed * (n[level] as f32) < 0.0 {
            self.state.took = Some(speed);
        }
        let walks_against = n[level] * d[level].signum() < 0;
        if is_upright || !self.walk.block_on_steep || !walks_against {
            self.actor.respond_shaped(motion, plane);
            return;
        }
        // In the air a steep face turns the body downward; on a floor it blocks like a wall.
        if !self.stood() {
            self.slide_on_steep(motion, plane);
            return;
        }
        self.note(ResponseKind::Blocked);
        let mut left = motion.left;
        let mut velocity = motion.velocity;
        left[level] = 0;
        if speed * (n[level] as f32) < 0.0 {
            velocity[level] = 0.0;
        }
        motion.remainder[level] = 0.0;
        self.actor.continue_by(motion, plane, left, velocity);
    }

    /// Responds to a steep face that blocks a body in the air. The level speed into it is removed: turned upward, a held direction
    /// would make the body climb. A rising body keeps its upward speed, a falling body slides down.
    fn slide_on_steep(&self, motion: &mut Motion, plane: SlopeContact) {
        let n = plane.normal;
        let up = self.up();
        let level = self.level();
        let sign = self.upward()[up];
        // The face looks down, so nothing can climb it.
        if n[up] * sign < 0 {
            self.actor.respond_shaped(motion, plane);
            return;
        }
        self.note(ResponseKind::Slides);
        motion.remainder = Vec2::ZERO;
        let mut left = motion.left;
        let mut velocity = motion.velocity;
        // The translation follows the surface in the direction that the body has already.
        if left[up] * sign > 0 {
            left = follow(motion.position, up, left[up], plane);
        } else {
            left[level] = 0;
            left = self.actor.along(motion.position, left, plane);
        }
        if velocity[up] * sign as f32 > 0.0 {
            // The level speed that leads along the surface at this upward speed.
            let along = -f64::from(velocity[up]) * f64::from(n[up]) / f64::from(n[level]);
            let is_against = into(velocity, n) > 0.0;
            velocity[level] = if is_against { along as f32 } else { velocity[level] };
        } else {
            let is_against = velocity[level] * (n[level] as f32) < 0.0;
            velocity[level] = if is_against { 0.0 } else { velocity[level] };
            velocity = without(velocity, n, 1.0);
        }
        self.actor.continue_by(motion, plane, left, velocity + Vec2::ZERO);
    }

    /// Continues along a floor. The slope changes the speed along the level axis only as the settings say, and the height
    /// follows from the surface.
    fn go_along_floor(&self, motion: &mut Motion, plane: SlopeContact) {
        let n = plane.normal;
        let up = self.up();
        let level = self.level();
        let sign = self.upward()[up];
        let mut left = motion.left;
        let mut velocity = motion.velocity;
        let run = left[level];
        if n[level] == 0 {
            left[up] = 0;
        } else if self.walk.stop_on_slope || dot(n, left) >= 0 {
            // The height follows from the run along the surface, so gravity does not pull the body down the
            // slope.
            left = self.run_along(motion, plane, run);
        } else {
            // The body slides down as against any other face, by the part of its motion along the surface.
            left = self.actor.along(motion.position, left, plane);
            velocity = without(velocity, n, 1.0);
        }
        // The surface gives the height, so a remainder would shift the body off it.
        motion.remainder[up] = 0.0;
        // A body that may slide keeps its speed down the slope.
        if velocity[up] * (sign as f32) < 0.0 && (n[level] == 0 || self.walk.stop_on_slope) {
            velocity[up] = 0.0;
        }
        self.actor.continue_by(motion, plane, left, velocity + Vec2::ZERO);
    }

    /// The translation along a slope for a level translation of `run` units.
    fn run_along(&self, motion: &mut Motion, plane: SlopeContact, run: i32) -> IVec2 {
        let level = self.level();
        let factor = self.factor(plane.normal, run);
        // An earlier slope has already slowed the translation left.
        let before = motion.leaning.filter(|old| self.stance.is_floor(old.normal));
        let before = before.map_or(1.0, |old| self.factor(old.normal, run));
        let run = if factor == before {
            run
        } else {
            // The fraction of a unit that is cut off joins the remainder, so the mean speed stays exact.
            let exact = f64::from(run) / before * factor + f64::from(motion.remainder[level]);
            let whole = exact.round_ties_even();
            motion.remainder[level] = (exact - whole) as f32 + 0.0;
            whole as i32
        };
        follow(motion.position, level, run, plane)
    }

    /// Changes the translation of a body that goes down the slope on which it stood. The body leaves the slope and snaps to it at
    /// the end, so no hit would change the translation.
    fn slow_downhill(&mut self, motion: &mut Motion) -> bool {
        let level = self.level();
        let at = motion.position;
        let size = self.actor.size;
        let run = motion.left[level];
        if run == 0 || !self.stood() {
            return false;
        }
        let is_downhill = |normal: IVec2| normal[level].signum() * run.signum() > 0;
        // Of several floors the steepest one downhill decides. A level floor under the other foot carries the body level.
        let mut steepest = None::<IVec2>;
        let mut is_level = false;
        self.actor.view.floors(at, at + size, self.stance, |normal| {
            is_level |= normal[level] == 0;
            let is_steeper = |old: IVec2| self.slope(normal) > self.slope(old);
            if is_downhill(normal) && steepest.is_none_or(is_steeper) {
                steepest = Some(normal);
            }
        });
        let Some(normal) = steepest.filter(|_| !is_level) else { return false };
        let exact = f64::from(run) * self.factor(normal, run) + f64::from(motion.remainder[level]);
        let whole = exact.round_ties_even();
        motion.left[level] = whole as i32;
        motion.remainder[level] = (exact - whole) as f32 + 0.0;
        self.actor.note(|| TraceEvent::Paced(*motion));
        true
    }

    fn slope(&self, normal: IVec2) -> f64 {
        let n = normal.as_dvec2();
        let [across, along] = [n[self.level()], n[self.up()]].map(|v| if v < 0.0 { -v } else { v });
        across / along
    }

    /// Factor of the level speed on a slope, moving toward the sign of `run`.
    fn factor(&self, normal: IVec2, run: i32) -> f64 {
        let n = normal.as_dvec2();
        let length = (n.x * n.x + n.y * n.y).sqrt();
        let level = self.level();
        let up = self.up();
        // Divisions and square roots alone: trigonometric functions differ between platforms.
        let cosine = if n[up] < 0.0 { -n[up] } else { n[up] } / length;
        match self.walk.slope_speed {
            SlopeSpeed::KeepLevel => 1.0,
            SlopeSpeed::KeepSurface => cosine,
            SlopeSpeed::Curve { up: at_up, down: at_down } => {
                let sine = if n[level] < 0.0 { -n[level] } else { n[level] } / length;
                let is_upward = normal[level].signum() * run.signum() < 0;
                let at_most = f64::from(if is_upward { at_up } else { at_down });
                cosine * (1.0 + (at_most - 1.0) * sine)
            }
        }
    }
}
