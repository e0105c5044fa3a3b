//! Context of the platform phase, and its solver: the state of platforms with buffers.

use crate::dynamics::context::{StepClasses, StepContext};
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::output::{BodyPath, EventLog, SensorPath, Trajectories};
use crate::dynamics::platforms::{MovingSolids, PushGraph};
use crate::dynamics::settings::{Combine, Profile};
use crate::dynamics::state::{Bodies, BodySlices, IdMap, IgnoredPairs, Platforms, TransientStates};
use crate::fraction::Fraction;
use crate::grid::TileGrid;
use glam::IVec2;
use std::ops::Range;

pub(crate) struct PlatformContext<'a> {
    pub(crate) grid: &'a mut TileGrid,
    pub(crate) profiles: &'a [Profile],
    pub(crate) indices: &'a IdMap,
    pub(crate) bodies: &'a mut Bodies,
    pub(crate) transient: &'a TransientStates,
    pub(crate) log: &'a mut EventLog,
    pub(crate) rules: Option<&'a dyn CollisionHooks>,
    pub(crate) ignored: &'a IgnoredPairs,
    pub(crate) combine: Combine,
    pub(crate) carried: &'a mut Trajectories,
    pub(crate) traced: SensorPath<'a>,
    pub(crate) classes: &'a StepClasses,
    pub(crate) dt: f32,
}

impl PlatformContext<'_> {
    pub(crate) fn step_context<'a>(&'a self, platforms: &'a Platforms) -> StepContext<'a> {
        let PlatformContext { grid, transient, .. } = self;
        let PlatformContext { profiles, indices, ignored, combine, rules, traced, classes, dt, .. } = *self;
        StepContext {
            grid,
            profiles,
            indices,
            transient,
            platforms,
            ignored,
            combine,
            rules,
            traced,
            classes,
            dt,
        }
    }

    pub(crate) fn with_bodies<R>(
        &mut self,
        platforms: &Platforms,
        work: impl FnOnce(StepContext, &mut BodySlices) -> R,
    ) -> R {
        // Taken out, because the context borrows all else.
        let mut bodies = std::mem::take(self.bodies);
        let result = work(self.step_context(platforms), &mut bodies.as_slices());
        *self.bodies = bodies;
        result
    }

    pub(crate) fn take_all(&mut self, riders: Range<usize>, by: IVec2) {
        let is_traced = self.traced.any();
        if is_traced {
            riders.clone().for_each(|index| self.take(index, by));
        }
        for (axis, by) in [(&mut self.bodies.x, by.x), (&mut self.bodies.y, by.y)] {
            if !is_traced {
                axis.at[riders.clone()].iter_mut().for_each(|at| *at += by);
            }
            // As for other riders: a carrier leaves no velocity of -0.
            axis.velocity[riders.clone()].iter_mut().for_each(|velocity| *velocity += 0.0);
        }
    }

    pub(crate) fn take(&mut self, index: usize, by: IVec2) {
        let from = IVec2::new(self.bodies.x.at[index], self.bodies.y.at[index]);
        (self.bodies.x.at[index], self.bodies.y.at[index]) = (from + by).into();
        let Some(profile) = self.profiles.get(self.bodies.profile[index].index()) else { return };
        let id = self.bodies.id[index];
        let size = IVec2::new(self.bodies.x.size[index], self.bodies.y.size[index]);
        let way = [from, from + by];
        let path = BodyPath::straight(id, size, way);
        if self.traced.must_record(profile, &path, || true, &mut self.carried.stay) {
            self.carried.note(id, way, Fraction::ZERO, Fraction::ZERO);
        }
    }
}

/// Moving platforms with the buffers of their phase, which are kept to reuse their allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlatformSolver {
    pub(crate) state: Platforms,
    /// Longest translation of any mover on an axis in this step, in lattice units.
    pub(super) greatest: i32,
    pub(crate) solids: MovingSolids,
    pub(super) chain: PushGraph,
    /// Movers by the leader of their group; empty if each mover moves by itself.
    pub(super) groups: Vec<Membership>,
    /// Solid bodies in order of motion.
    pub(crate) order: Vec<u32>,
    pub(super) beside: Vec<u32>,
}

/// Membership of a mover in a group with a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Membership {
    pub(super) leader: u32,
    /// Position in the order of movers.
    pub(super) rank: u32,
}
