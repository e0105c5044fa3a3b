//! Solver of the platform phase: the state of platforms, and buffers.

use crate::dynamics::platforms::{ColliderIndex, NearbyBodies, PushGraph, Solid};
use crate::dynamics::state::Platforms;
use crate::grid::ShapeId;

/// Moving platforms with the buffers of their phase, which are kept to reuse their allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlatformSolver {
    pub(crate) state: Platforms,
    /// Longest translation of any mover on an axis in this step, in lattice units.
    pub(super) greatest: i32,
    pub(crate) near: NearbyBodies,
    pub(super) colliders: ColliderIndex,
    pub(super) chain: PushGraph,
    /// Solids of the present step.
    pub(super) scratch: Vec<Solid>,
    /// Movers by the leader of their group; empty if each mover moves by itself.
    pub(super) groups: Vec<Membership>,
    /// Solids of the group that moves now, and their shapes in the grid, ascending.
    pub(super) members: Vec<u32>,
    pub(super) shapes: Vec<ShapeId>,
    pub(super) order: Vec<u32>,
    pub(super) beside: Vec<u32>,
}

/// Membership of a mover in a group with a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Membership {
    pub(super) leader: u32,
    /// Position in the order of movers.
    pub(super) rank: u32,
}
