//! Member of an island: a body with its state in the solver.

use crate::aabb::Aabb;
use crate::controller::{Motion, NextHit, Start, WalkState};
use crate::dynamics::ids::BodyId;
use crate::dynamics::islands::{END, StepTime, place_at, rebase};
use crate::dynamics::settings::Profile;
use crate::dynamics::sweep::SurfaceVelocity;
use crate::limits::UNITS_PER_PX;
use glam::{DVec2, IVec2, Vec2};

/// Restriction of a body whose usual motion led into another body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Restriction {
    #[default]
    None,
    /// Walks without step-up, corner correction and floor snap.
    NoSteps,
    Frozen,
}

/// Part that a body plays where bodies push each other, with the axis along its floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PushRole {
    Plain,
    Walks(usize),
    /// Takes the speed of a walking body that pushes it.
    Yields(usize),
}

impl PushRole {
    pub(crate) fn of(profile: &Profile) -> Self {
        let along = 1 - profile.movement.up.axis();
        if profile.collide.is_some_and(|collide| collide.yields) {
            PushRole::Yields(along)
        } else if profile.movement.walking().is_some() {
            PushRole::Walks(along)
        } else {
            PushRole::Plain
        }
    }
}

pub(crate) const EVERYWHERE: Aabb = Aabb { min: IVec2::MIN, max: IVec2::MAX };

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) id: BodyId,
    pub(crate) index: u32,
    pub(crate) profile: u32,
    pub(crate) size: IVec2,
    pub(crate) motion: Motion,
    pub(crate) journey: WalkState,
    pub(crate) start: Start,
    /// Length of its own step, in s; 0 if frozen or rejected.
    pub(crate) dt: f32,
    pub(crate) scale: f64,
    /// Other translation of this step, in lattice units: conveyors, carriers and depenetration.
    pub(crate) extra: DVec2,
    /// Member that carries it in this step.
    pub(crate) carrier: Option<u32>,
    /// Part of `extra` by its carrier, in lattice units.
    pub(crate) carried: f64,
    /// Part of `extra` by depenetration, in lattice units.
    pub(crate) shoved: DVec2,
    pub(crate) inverse_mass: f64,
    pub(crate) push_role: PushRole,
    pub(crate) leash: Restriction,
    /// True if the sweep phase moved it by its whole translation without a hit or a walk.
    pub(crate) flies: bool,
    /// True if the grid stopped it, by axis.
    pub(crate) is_halted: [bool; 2],
    /// True if it stays in place for the rest of the step.
    pub(crate) waits: bool,
    /// True if it was stopped early.
    pub(crate) is_cut: bool,
    /// True if it was placed off its path.
    pub(crate) is_put: bool,
    pub(crate) meetings: u32,
    /// Number of predictions after its own changes so far.
    pub(crate) forecasts: u32,
    /// True if it waits after too many predictions, and all neighbors have been updated.
    pub(crate) is_spent: bool,
    pub(crate) hits: u32,
    /// Version of its motion, incremented by each change.
    pub(crate) version: u32,
    pub(crate) next: Option<NextHit>,
    /// Velocities of moving solids that it hit.
    pub(crate) struck: SurfaceVelocity,
    /// Bounds of its path so far, in lattice units.
    pub(crate) path: Aabb,
    /// Bounds of its path since it first met a body, in lattice units. Before that it equals the sweep phase.
    pub(crate) news: Option<Aabb>,
    /// Allowed bounds, in lattice units.
    pub(crate) reach: Aabb,
}

impl Member {
    /// Returns the box at a time not before its last event.
    pub(crate) fn box_at(&self, moment: StepTime) -> Aabb {
        let min = place_at(&self.motion, moment);
        Aabb { min, max: min + self.size }
    }

    pub(crate) fn aabb(&self) -> Aabb {
        let min = self.motion.position;
        Aabb { min, max: min + self.size }
    }

    pub(crate) fn rebase(&mut self, moment: StepTime) {
        rebase(&mut self.motion, moment);
        self.extend_path();
    }

    /// Marks the point from which its path differs from the sweep phase.
    pub(crate) fn begin_news(&mut self) {
        let aabb = self.aabb();
        self.news.get_or_insert(aabb);
    }

    pub(crate) fn extend_path(&mut self) {
        let aabb = self.aabb();
        self.path = self.path.union(aabb);
        self.news = self.news.map(|news| news.union(aabb));
    }

    /// Returns its velocity in world time, in px/s; 0 for a waiting member, which would pass on its speed repeatedly.
    ///
    /// A rejected body may have any velocity.
    pub(crate) fn velocity(&self, axis: usize) -> f64 {
        if self.waits || self.scale == 0.0 { 0.0 } else { f64::from(self.motion.velocity[axis]) * self.scale }
    }

    pub(crate) fn mobility(&self) -> f64 {
        if self.waits { 0.0 } else { self.inverse_mass }
    }

    /// Sets its velocity on an axis, in px/s of world time, and its translation for the rest of the step.
    pub(crate) fn set_velocity(&mut self, axis: usize, velocity: f64) {
        if self.scale > 0.0 && !self.waits {
            // Adding zero turns -0 into +0.
            self.motion.velocity[axis] = (velocity / self.scale) as f32 + 0.0;
        }
        self.aim(axis);
    }

    /// Sets its translation on an axis for the rest of the step.
    pub(crate) fn aim(&mut self, axis: usize) {
        let motion = &mut self.motion;
        motion.remainder[axis] = 0.0;
        if self.waits {
            motion.left[axis] = 0;
            return;
        }
        // In 64 bits, so that only the last step rounds to the lattice.
        let whole_step = f64::from(motion.velocity[axis]) * f64::from(self.dt) * f64::from(UNITS_PER_PX)
            + self.extra[axis];
        let part = (END - motion.fraction.to_bits()) as f64 / END as f64;
        let exact = whole_step * part;
        let whole = exact.round_ties_even();
        // `i32::MIN` has no absolute value, which the sweep needs.
        motion.left[axis] = (whole as i32).max(-i32::MAX);
        // A translation cut to `i32` has lost more than a rounding, and keeps no remainder.
        motion.remainder[axis] = if (f64::from(motion.left[axis]) - whole).abs() < 0.5 {
            (exact - whole) as f32 + 0.0
        } else {
            0.0
        };
        motion.keep_in_world(self.size);
    }

    /// True if depenetration of a neighbor may push it along.
    pub(crate) fn gives_way(&self, axis: usize) -> bool {
        self.mobility() > 0.0 && !self.is_halted[axis]
    }

    /// Stops it for the rest of the step; its velocity is kept for the next one.
    pub(crate) fn wait(&mut self) {
        self.waits = true;
        self.is_cut = true;
        self.motion.left = IVec2::ZERO;
        self.motion.remainder = Vec2::ZERO;
    }
}
