//! Moving platforms: kinematic solids that the game moves, and how they carry and push bodies.
//!
//! A mover is an off-grid box or shape, so bodies collide with it as with everything else. This module is the
//! phase in which movers move: before the bodies, one after the other, x then y. A mover and the children
//! that only follow it move as one group. A mover carries its riders by the exact distance and pushes bodies
//! in its path, both swept against all else.
//!
//! The order is from Maddy Thorson, "Celeste & TowerFall Physics". Unlike there, solid and colliding bodies
//! carry and push in turn.

mod beside;
mod body_push;
mod carry;
mod crowd;
mod drive;
mod external_movers;
mod fault;
mod grips;
mod leave;
mod near;
mod push_context;
mod push_graph;
mod push_node;
mod push_query;
mod queries;
mod riding;
mod solid_bodies;
mod solids;
mod squish;
mod store;

pub use fault::MoverFault;
pub use riding::{LeaveVelocity, RideMode, RideSettings};
pub use squish::{PushSource, Squish, SquishPolicy};
pub use store::{Mover, MoverId};

pub(super) use drive::Stage;
pub(super) use leave::Leaving;
pub(crate) use riding::Lift;
pub(crate) use solids::bounds;
pub(super) use solids::{SolidBody, Solids};
pub(super) use squish::Squishes;
pub(crate) use store::{Entry, Follow, check};

use super::hash::StateHasher;
use super::ids::{BodyId, IdMap};
use crate::aabb::Aabb;
use crate::grid::{ShapeId, TileGrid};
use crowd::Crowd;
use glam::IVec2;
use near::Near;
use push_context::Solid;
use push_graph::PushGraph;
use riding::Rides;
use store::Store;

/// All state of movers in a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Movers {
    pub(crate) store: Store,
    /// Solid bodies.
    pub(crate) solids: Solids,
    /// Lift velocities that bodies keep from their carriers.
    pub(crate) rides: Rides,
    /// Crushed bodies.
    pub(crate) squishes: Squishes,
    /// Pushed bodies in this step, by ascending id, with distances in lattice units.
    pushes: Vec<Push>,
    /// Longest translation of any mover on an axis in this step, in lattice units.
    greatest: i32,
    near: Near,
    crowd: Crowd,
    chain: PushGraph,
    /// Solids of the present step.
    scratch: Vec<Solid>,
    /// Movers by the leader of their group; empty if each mover moves by itself.
    groups: Vec<Membership>,
    /// Solids of the group that moves now, and their shapes in the grid, ascending.
    members: Vec<u32>,
    shapes: Vec<ShapeId>,
    /// Buffers, kept to reuse their allocations.
    order: Vec<u32>,
    beside: Vec<u32>,
}

/// Membership of a mover in a group with a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Membership {
    leader: u32,
    /// Position in the order of movers.
    rank: u32,
}

/// Body that was pushed.
#[derive(Clone, Copy, Debug)]
struct Push {
    body: BodyId,
    by: PushSource,
    way: IVec2,
    /// False if the body travels as far by itself in this step: then the push moves nothing.
    is_felt: bool,
}

impl Movers {
    /// Moves the shape of a solid body in the grid to the body's present box.
    pub(super) fn put_solid(&mut self, grid: &mut TileGrid, id: BodyId, aabb: Aabb) {
        self.solids.put(grid, &mut self.squishes, id, aabb);
    }

    /// Replaces all movers, whose shapes are in the grid, and their paths; `next` is the id of the next mover.
    pub(super) fn restore(&mut self, (list, paths): (&[Entry], &[Follow]), next: u32) {
        self.store.restore(list, paths, next);
        self.rides.new.clear();
        self.pushes.clear();
    }

    /// Restores the squishes of a body.
    pub(super) fn restore_squishes(&mut self, id: BodyId, saved: &[Squish], grid: &TileGrid) {
        self.squishes.list.retain(|squish| squish.body != id);
        for squish in saved.iter().filter(|squish| squish.body == id) {
            if grid.off_grid_shape(squish.shape).is_some() {
                self.squishes.begin(*squish);
            }
        }
    }

    /// Drops the state of a despawned body.
    pub(super) fn forget(&mut self, grid: &mut TileGrid, id: BodyId) {
        self.solids.remove(grid, id);
        self.rides.forget(id);
        self.squishes.list.retain(|squish| squish.body != id);
        self.pushes.retain(|push| push.body != id);
    }

    /// Drops the state of bodies that no longer exist, after ids were reassigned.
    pub(super) fn forget_gone(&mut self, places: &IdMap) {
        let is_there = |id: BodyId| places.get(id).is_some();
        self.rides.list.retain(|lift| is_there(lift.body));
        self.squishes.list.retain(|squish| is_there(squish.body));
        self.pushes.retain(|push| is_there(push.body));
    }

    /// True if no mover or solid body affects any body in this step.
    pub(super) fn is_quiet(&self) -> bool {
        let is_any_crushed = !self.squishes.is_empty() || !self.squishes.ended.is_empty();
        self.pushes.is_empty() && self.solids.is_empty() && !is_any_crushed
    }

    /// True if any body was pushed in this step.
    #[inline(always)]
    pub(super) fn has_pushed(&self) -> bool {
        !self.pushes.is_empty()
    }

    /// Returns the distance that a body was pushed in this step, in lattice units.
    #[inline(always)]
    pub(super) fn pushed(&self, id: BodyId) -> Option<IVec2> {
        if self.pushes.is_empty() { None } else { self.find_push(id).map(|push| push.way) }
    }

    #[cold]
    fn find_push(&self, id: BodyId) -> Option<&Push> {
        let place = self.pushes.binary_search_by_key(&id, |push| push.body).ok()?;
        Some(&self.pushes[place])
    }

    /// Returns the mover or solid body that pushed a body in this step, the last of several.
    pub(super) fn pusher(&self, id: BodyId) -> Option<PushSource> {
        self.find_push(id).filter(|push| push.is_felt).map(|push| push.by)
    }

    /// Returns the mover or solid body that owns an off-grid shape.
    pub(super) fn owner(&self, id: ShapeId) -> Option<PushSource> {
        let mover = self.store.owner(id).map(PushSource::Mover);
        mover.or_else(|| self.solids.owner(id).map(PushSource::Body))
    }

    /// Adds all state that affects later steps to a hash; adds nothing if there is none.
    pub(super) fn hash(&self, hasher: &mut StateHasher, places: &IdMap) {
        self.store.hash(hasher);
        self.rides.hash(hasher, places);
        self.squishes.hash(hasher, places);
    }
}
