//! Results of the island solver.

use crate::aabb::Aabb;
use crate::controller::Start;
use crate::dynamics::ids::BodyId;
use crate::dynamics::islands::{Member, Restriction};
use glam::{DVec2, IVec2, Vec2};
use std::ops::Range;

/// Result of one solved island.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) events: (usize, usize),
    pub(crate) pair_hits: u64,
}

/// Result of one body.
#[derive(Clone, Debug)]
pub(crate) struct IslandResult {
    pub(crate) collider: u32,
    pub(crate) id: BodyId,
    /// Body index.
    pub(crate) index: u32,
    pub(crate) profile: u32,
    /// Island run.
    pub(crate) run: u32,
    pub(crate) position: IVec2,
    pub(crate) velocity: Vec2,
    pub(crate) remainder: Vec2,
    /// Start of its motion: depenetration and corner correction.
    pub(crate) start: Start,
    pub(crate) corrected: IVec2,
    /// Speed taken by a wall, in px/s, if the body is to remember it.
    pub(crate) took: Option<f32>,
    /// Bounds of its path, in lattice units.
    pub(crate) path: Aabb,
    /// Bounds in which its path differs from the sweep phase, in lattice units; `None` if it does not.
    pub(crate) news: Option<Aabb>,
    /// Segments in the worker's list; `None` if it was placed off its path.
    pub(crate) pieces: Option<Range<u32>>,
    /// Recorded path segments in the worker's list, if its path is recorded.
    pub(crate) legs: Option<Range<u32>>,
    /// Number of hits on the grid, in the island and in the sweep phase.
    pub(crate) hits: u32,
    pub(crate) hits_alone: u32,
    /// True if it was neither frozen nor rejected.
    pub(crate) takes_part: bool,
    /// True if it was stopped early.
    pub(crate) is_cut: bool,
}

impl IslandResult {
    pub(crate) fn of(member: &Member, collider: u32, run: u32, pieces: Range<u32>, hits_alone: u32) -> Self {
        let &Member { id, index, profile, motion, journey, start, path, hits, is_cut, .. } = member;
        // For a displaced or restricted body the whole path is new.
        let is_other = member.is_put || member.leash != Restriction::None || member.shoved != DVec2::ZERO;
        IslandResult {
            collider,
            id,
            index,
            profile,
            run,
            position: motion.position,
            velocity: motion.velocity,
            remainder: motion.remainder,
            start,
            corrected: journey.corrected,
            took: journey.took,
            path,
            news: if is_other { Some(path) } else { member.news },
            pieces: (!member.is_put).then_some(pieces),
            hits,
            hits_alone,
            // Rejected and frozen bodies were handled by the sweep phase.
            takes_part: member.dt > 0.0,
            is_cut,
            legs: None,
        }
    }
}
