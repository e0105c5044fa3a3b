//! Data of the island solver.

use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::dynamics::islands::{Collider, Jobs, LinkedPairs, Meet, PathSegment, Terms, UnionFind, Worker};
use crate::dynamics::output::StepOutput;
use crate::dynamics::state::Bodies;

/// Buffers of the pair phases, kept between steps to reuse their allocations only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    /// By profile: true if it has bodies and a profile to collide with. Empty if no pair of profiles
    /// collides.
    pub(crate) may_collide: Vec<bool>,
    /// By profile: true if it has bodies.
    pub(crate) are_there: Vec<bool>,
    /// By profile: properties of its trajectories.
    pub(crate) terms: Vec<Terms>,
    /// True if each of these profiles collides with each, by category and mask.
    pub(crate) all_match: bool,
    /// Indices of the colliding bodies.
    pub(crate) listed: Vec<u32>,
    /// Bodies at the start of the step.
    pub(crate) starts: Bodies,
    /// Colliding bodies, their swept bounds, and their trajectories if straight.
    pub(crate) colliders: Vec<Collider>,
    pub(crate) reaches: Vec<Aabb>,
    pub(crate) straight: Vec<PathSegment>,
    /// By collider: number of bodies that it overlaps; empty unless there are far more pairs than bodies.
    pub(crate) crowds: Vec<u32>,
    /// Segments of non-straight trajectories.
    pub(crate) pieces: Vec<PathSegment>,
    /// Colliders in pairs whose trajectories are not straight.
    pub(crate) crooked: Vec<u32>,
    pub(crate) broad: SweepAndPrune,
    /// Colliders whose swept bounds grew in an island, by index in `grown`.
    pub(crate) grown_broad: SweepAndPrune,
    pub(crate) grown: Vec<u32>,
    pub(crate) grown_reaches: Vec<Aabb>,
    /// Pairs that are solved together, and pairs to be added.
    pub(crate) bound: LinkedPairs,
    /// First contacts of the pairs in `bound`, as far as the narrow phase has found them; empty after the first round.
    pub(crate) first_meets: Vec<Option<Meet>>,
    pub(crate) new: Vec<[u32; 2]>,
    /// Bounds in which colliders of the last round left their previous trajectories.
    pub(crate) changed_bounds: Vec<(u32, Aabb)>,
    pub(crate) sets: UnionFind,
    pub(crate) jobs: Jobs,
    pub(crate) workers: Vec<Worker>,
    /// Last result of each collider: worker and index.
    pub(crate) last: Vec<(u32, u32)>,
    /// Colliders that were solved in islands, ascending.
    pub(crate) played: Vec<u32>,
    /// By collider: for roots, the size of the island.
    pub(crate) sizes: Vec<u32>,
    /// Step output of bodies in islands and of touching bodies.
    pub(crate) output: StepOutput,
    /// Bit set by body index: bodies in `output`.
    pub(crate) marked: Vec<u64>,
    /// Faces that touch other bodies, by body index.
    pub(crate) sides: Vec<u8>,
    /// Touching colliders that were in no island.
    pub(crate) touched: Vec<u32>,
}

/// Marks a collider without a result.
pub(crate) const NEVER: (u32, u32) = (u32::MAX, u32::MAX);
