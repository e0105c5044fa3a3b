//! Output of a part of the bodies in a step: events, and lists for later phases.

use crate::dynamics::ids::BodyId;
use crate::dynamics::output::{EventLog, Trajectories};
use crate::dynamics::state::RetainedSpeed;
use crate::grid::{Contacts, Faces};
use glam::Vec2;

/// Output of one part in a step, kept to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepOutput {
    /// Index of the first body of the part. Lists of body indices count from it.
    pub(crate) from: u32,
    pub(crate) log: EventLog,
    /// Finished bodies that may touch something after the sweep, or did before.
    pub(crate) touching: Vec<Touching>,
    /// Indices of unchanged bodies that the lanes leave to the scalar path.
    pub(crate) refused: Vec<u32>,
    /// Bodies that ended on off-grid shapes or hit them from over, and the indices of these shapes.
    pub(crate) stood: Vec<(BodyId, u32)>,
    /// Number of hits of the finished bodies.
    pub(crate) hits: u64,
    /// Bodies with hits and their numbers, if bodies may collide: an island replaces these hits by its own.
    pub(crate) hits_of: Vec<(u32, u64)>,
    pub(crate) may_collide: bool,
    pub(crate) retained: Vec<RetainedSpeed>,
    /// Bodies on conveyors, and their velocities in px/s.
    pub(crate) lifts: Vec<(BodyId, Vec2)>,
    pub(crate) trajectories: Trajectories,
    pub(crate) too_fast: Vec<TooFast>,
}

/// Body that gravity made too fast for its step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooFast {
    pub(crate) index: u32,
    /// Velocity before gravity, in px/s.
    pub(crate) before: Vec2,
    /// True if it had a step length of its own.
    pub(crate) is_timed: bool,
}

impl StepOutput {
    /// Counts the hits of a body in the sweep phase.
    #[inline(always)]
    pub(crate) fn add_hits(&mut self, index: usize, hits: u64) {
        self.hits += hits;
        if self.may_collide && hits > 0 {
            self.hits_of.push((index as u32, hits));
        }
    }

    pub(crate) fn has_to_commit(&self) -> bool {
        !self.touching.is_empty() || !self.too_fast.is_empty()
    }

    /// Clears the lists that the commit phase has read.
    pub(crate) fn forget_committed(&mut self) {
        self.touching.clear();
        self.too_fast.clear();
    }

    /// Clears the output of the last step.
    pub(crate) fn clear(&mut self) {
        self.forget_committed();
        self.lifts.clear();
        self.stood.clear();
        self.log.events.clear();
        self.log.is_timed = false;
        self.retained.clear();
        self.trajectories.clear();
        self.hits = 0;
        self.hits_of.clear();
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Touching {
    pub(crate) index: u32,
    /// Contacts with the grid, if known.
    pub(crate) contacts: Option<Contacts>,
    /// Faces that touch colliding bodies.
    pub(crate) beside: Faces,
    /// True if it stands on a body that carries it and rises at least as fast.
    pub(crate) rides: bool,
}

impl Touching {
    /// Returns an entry for a body without contact with colliding bodies.
    pub(crate) fn new(index: u32, contacts: Option<Contacts>) -> Self {
        Touching { index, contacts, beside: Faces::NONE, rides: false }
    }
}
