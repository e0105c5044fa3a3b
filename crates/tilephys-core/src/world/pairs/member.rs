//! One body of an island while that is replayed.

use super::stair::{END, Moment, place_at, rebase};
use crate::aabb::Aabb;
use crate::constants::UNITS_PER_PX;
use crate::movement::{Journey, Motion, NextHit, Start};
use crate::world::ids::BodyId;
use crate::world::struck::Struck;
use glam::{DVec2, IVec2, Vec2};

/// How much of its usual ways a body is let, where these have put it into another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leash {
    /// All of them.
    #[default]
    Free,
    /// It walks without steps, corrections and snapping.
    Plain,
    /// It stays where the step began.
    Pinned,
}

/// The reach of those who may go anywhere.
pub(super) const EVERYWHERE: Aabb = Aabb { min: IVec2::MIN, max: IVec2::MAX };

/// A body of an island.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) id: BodyId,
    /// Its place among all bodies.
    pub(super) place: u32,
    pub(super) profile: u32,
    pub(super) size: IVec2,
    pub(super) motion: Motion,
    pub(super) journey: Journey,
    pub(super) start: Start,
    /// Its own length of the step, in s; 0 if it is stopped, or skipped.
    pub(super) dt: f32,
    /// Its own time in parts of the world's.
    pub(super) scale: f64,
    /// What else moves it in this step, in lattice units: conveyors, and the way out of others.
    pub(super) extra: DVec2,
    /// The part of that which is the way out of others.
    pub(super) shoved: DVec2,
    /// 1 over its mass.
    pub(super) inverse_mass: f64,
    pub(super) leash: Leash,
    /// Alone it went its whole translation and met nothing, without walking.
    pub(super) flies: bool,
    /// Something of the grid stopped it, by axis.
    pub(super) is_halted: [bool; 2],
    /// It stays where it is for the rest of the step.
    pub(super) waits: bool,
    /// It was cut short.
    pub(super) is_cut: bool,
    /// It was put somewhere at once, not along its way.
    pub(super) is_put: bool,
    /// Meetings so far.
    pub(super) meetings: u32,
    /// Forecasts that its changes took so far.
    pub(super) forecasts: u32,
    /// True if it waits after too many forecasts, and all others around it know.
    pub(super) is_spent: bool,
    pub(super) hits: u32,
    /// Counts what changed its motion.
    pub(super) version: u32,
    pub(super) next: Option<NextHit>,
    /// Its present piece among those of the island.
    pub(super) piece: u32,
    /// Solids that move and were hit.
    pub(super) struck: Struck,
    /// The box that holds it at all times so far.
    pub(super) path: Aabb,
    /// The same since it first met another one: before that it went as if alone.
    pub(super) news: Option<Aabb>,
    /// Where it may be, if that is limited.
    pub(super) reach: Aabb,
    /// Whether its way is noted.
    pub(super) is_traced: bool,
}

impl Member {
    /// The box at a moment that is not before its last event.
    pub(super) fn box_at(&self, moment: Moment) -> Aabb {
        let min = place_at(&self.motion, moment);
        Aabb { min, max: min + self.size }
    }

    /// Begins a new piece of its way.
    pub(super) fn rebase(&mut self, moment: Moment) {
        rebase(&mut self.motion, moment);
        self.extend_path();
    }

    /// From here on its way is another than it was alone.
    pub(super) fn begin_news(&mut self) {
        let min = self.motion.position;
        self.news.get_or_insert(Aabb { min, max: min + self.size });
    }

    pub(super) fn extend_path(&mut self) {
        let min = self.motion.position;
        let aabb = Aabb { min, max: min + self.size };
        self.path = self.path.union(aabb);
        self.news = self.news.map(|news| news.union(aabb));
    }

    /// Its velocity in the world's time, in px/s. One that waits stands for all others: it would give its speed again and
    /// again. One that is skipped may have any.
    pub(super) fn velocity(&self, axis: usize) -> f64 {
        if self.waits || self.scale == 0.0 { 0.0 } else { f64::from(self.motion.velocity[axis]) * self.scale }
    }

    /// 1 over its mass; 0 of what nothing moves.
    pub(super) fn mobility(&self) -> f64 {
        if self.waits { 0.0 } else { self.inverse_mass }
    }

    /// Gives it a velocity on an axis, in px/s of the world's time, and the translation by it for what is left of the step.
    pub(super) fn set_velocity(&mut self, axis: usize, velocity: f64) {
        if self.scale > 0.0 && !self.waits {
            // Adding zero turns -0 into +0.
            self.motion.velocity[axis] = (velocity / self.scale) as f32 + 0.0;
        }
        self.aim(axis);
    }

    /// The translation on an axis for what is left of the step.
    pub(super) fn aim(&mut self, axis: usize) {
        let motion = &mut self.motion;
        motion.rest[axis] = 0.0;
        if self.waits {
            motion.left[axis] = 0;
            return;
        }
        let whole_step = f64::from(motion.velocity[axis]) * f64::from(self.dt) * f64::from(UNITS_PER_PX)
            + self.extra[axis];
        let part = (END - motion.fraction.to_bits()) as f64 / END as f64;
        let exact = whole_step * part;
        let whole = exact.round_ties_even();
        motion.left[axis] = (whole as i32).max(-i32::MAX);
        motion.rest[axis] = if (f64::from(motion.left[axis]) - whole).abs() < 0.5 {
            (exact - whole) as f32 + 0.0
        } else {
            0.0
        };
        motion.keep_in_world(self.size);
    }

    /// Can it be shoved along by another one that is on its way out of a third?
    pub(super) fn gives_way(&self, axis: usize) -> bool {
        self.mobility() > 0.0 && !self.is_halted[axis]
    }

    /// Stays where it is for the rest of the step, and keeps its velocity for the next one.
    pub(super) fn wait(&mut self) {
        (self.waits, self.is_cut) = (true, true);
        (self.motion.left, self.motion.rest) = (IVec2::ZERO, Vec2::ZERO);
    }
}
