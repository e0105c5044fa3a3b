//! Data of the island solver, and the colliding bodies in it.

use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::dynamics::ids::BodyId;
use crate::dynamics::islands::{Island, Jobs, Member, PathSegment, Restriction, UnionFind};
use crate::dynamics::output::{Event, StepOutput};
use crate::dynamics::settings::Profile;
use crate::dynamics::state::Bodies;
use glam::{DVec2, IVec2};
use std::ops::Range;

/// Buffers of the pair phases, kept between steps to reuse their allocations only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    /// By profile: true if it has bodies and a profile to collide with. Empty if no pair of profiles collides.
    pub(crate) may_collide: Vec<bool>,
    pub(crate) are_there: Vec<bool>,
    /// By profile: properties of its trajectories.
    pub(crate) terms: Vec<Terms>,
    /// True if each of these profiles collides with each, by category and mask.
    pub(crate) all_match: bool,
    pub(crate) listed: Vec<u32>,
    pub(crate) starts: Bodies,
    pub(crate) colliders: Vec<Collider>,
    pub(crate) reaches: Vec<Aabb>,
    /// By collider: number of bodies that it overlaps; empty unless there are far more pairs than bodies.
    pub(crate) crowds: Vec<u32>,
    pub(crate) pieces: Vec<PathSegment>,
    /// Colliders in pairs whose trajectories are not straight.
    pub(crate) crooked: Vec<u32>,
    pub(crate) broad: SweepAndPrune,
    /// Colliders whose swept bounds grew in an island, by index in `grown`.
    pub(crate) grown_broad: SweepAndPrune,
    pub(crate) grown: Vec<u32>,
    pub(crate) grown_reaches: Vec<Aabb>,
    /// Pairs that are solved together, ascending and unique, and pairs to be added.
    pub(crate) bound: Vec<[u32; 2]>,
    pub(crate) new: Vec<[u32; 2]>,
    /// Bounds in which colliders of the last round left their previous trajectories.
    pub(crate) changed_bounds: Vec<(u32, Aabb)>,
    /// True in the last round: each body is confined to its swept bounds.
    pub(crate) is_confined: bool,
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
    /// By body index: true for bodies in `output`.
    pub(crate) marked: Vec<bool>,
    /// Faces that touch other bodies, by body index.
    pub(crate) sides: Vec<u8>,
    /// Touching colliders that were in no island.
    pub(crate) touched: Vec<u32>,
}

/// Marks a collider without a result.
pub(crate) const NEVER: (u32, u32) = (u32::MAX, u32::MAX);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Collider {
    pub(crate) index: u32,
    pub(crate) id: BodyId,
    pub(crate) terms: Terms,
    pub(crate) size: IVec2,
    /// Straight segment from its start to its end in the sweep phase.
    pub(crate) straight: PathSegment,
    pub(crate) way: KnownPath,
    /// True if the sweep phase moved it by its whole translation without a hit or a walk.
    pub(crate) flies: bool,
    /// True if its trajectory is to be reconstructed, because its swept bounds overlap another's.
    pub(crate) is_listed: bool,
    /// True if it was solved in an island before.
    pub(crate) was_played: bool,
    /// True if an island moved it beyond its first swept bounds.
    pub(crate) has_grown: bool,
}

impl Collider {
    pub(crate) const NONE: Collider = Collider {
        index: 0,
        id: BodyId(0),
        terms: Terms { is_carried: false, walks: false, category: 0, mask: 0, carries: 0 },
        size: IVec2::ZERO,
        straight: PathSegment { at: IVec2::ZERO, left: IVec2::ZERO, begin: 0 },
        way: KnownPath::Unknown,
        flies: false,
        is_listed: false,
        was_played: false,
        has_grown: false,
    };

    pub(crate) fn start(&self) -> Aabb {
        Aabb { min: self.straight.at, max: self.straight.at + self.size }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownPath {
    /// Straight: one segment for the whole step.
    Straight,
    /// `len` segments, from index `from` on.
    Pieces { from: u32, len: u32 },
    /// Unknown: only its bounds are known.
    Unknown,
}

/// Properties of a profile that affect trajectories.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// True if it may be moved by more than its velocity.
    pub(crate) is_carried: bool,
    /// True if step-up, corner correction and floors may move it off its straight path.
    pub(crate) walks: bool,
    pub(crate) category: u32,
    pub(crate) mask: u32,
    pub(crate) carries: u32,
}

impl Terms {
    pub(crate) fn of(profile: &Profile, is_any_carried: bool) -> Terms {
        let walk = profile.movement.walk_if_grounded();
        Terms {
            is_carried: is_any_carried || walk.is_some_and(|walk| walk.one_way_assist > 0.0),
            walks: profile.movement.walking().is_some(),
            category: profile.category,
            mask: profile.collide.map_or(0, |collide| collide.mask),
            carries: profile.collide.map_or(0, |collide| collide.carries),
        }
    }
}

/// Buffers and results of one thread, kept to reuse allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worker {
    pub(crate) share: Range<usize>,
    pub(crate) island: Island,
    pub(crate) pieces: Vec<PathSegment>,
    /// Colliders with a reconstructed trajectory, and its segments in `pieces`.
    pub(crate) traced: Vec<(u32, Range<u32>)>,
    /// Colliders in pairs with unknown trajectories.
    pub(crate) crooked: Vec<u32>,
    /// Pairs with overlapping swept bounds, including pairs from island results.
    pub(crate) found: Vec<[u32; 2]>,
    pub(crate) finals: Vec<IslandResult>,
    /// Number of results from earlier rounds.
    pub(crate) known: usize,
    /// New pairs to solve together, and the frontier of bodies whose pairs are searched.
    pub(crate) new: Vec<[u32; 2]>,
    pub(crate) open: Vec<u32>,
    pub(crate) runs: Vec<Run>,
    pub(crate) events: Vec<Event>,
    /// Restricted members of the present island.
    pub(crate) leashes: Vec<(u32, Restriction)>,
    /// By collider: true if it is or was in `open`.
    pub(crate) was_open: Vec<bool>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) events: (usize, usize),
    pub(crate) pair_hits: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct IslandResult {
    pub(crate) collider: u32,
    pub(crate) run: u32,
    pub(crate) member: Member,
    pub(crate) pieces: Range<u32>,
}

impl IslandResult {
    /// True unless the body is frozen or rejected: the sweep phase has handled these.
    pub(crate) fn takes_part(&self) -> bool {
        self.member.dt > 0.0
    }

    /// Returns the bounds in which the path differs from the sweep phase, in lattice units; `None` if it does not.
    pub(crate) fn news(&self) -> Option<Aabb> {
        let Member { is_put, leash, shoved, path, news, .. } = &self.member;
        // For a displaced or restricted body the whole path is new.
        let is_other = *is_put || *leash != Restriction::None || *shoved != DVec2::ZERO;
        if is_other { Some(*path) } else { *news }
    }
}
