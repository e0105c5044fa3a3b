//! Movers: solids that the game moves, and what they do to the bodies in their way and on them.
//!
//! A mover is a loose box or shape of the grid, so bodies meet it as they meet everything else. What this adds is the phase
//! in which movers move: before the bodies, one after the other, x then y. A mover and the children that only go along with it
//! move as one. A mover carries what rides it by the exact
//! distance and pushes what is in its way, both swept against all else (the order is that of Maddy Thorson, "Celeste &
//! TowerFall Physics"; here riders of riders come along, through bodies that are solid themselves, or that collide with them).

mod beside;
mod between;
mod carry;
mod cast;
mod chain;
mod crowd;
mod door;
mod drive;
mod driver;
mod fault;
mod grips;
mod item;
mod leave;
mod near;
mod reach;
mod riding;
mod save;
mod settle;
mod solids;
mod squish;
mod store;

pub use fault::MoverFault;
pub use riding::{Leave, Ride, Riding};
pub use squish::{Pusher, Squish, SquishPolicy};
pub use store::{Mover, MoverId};

pub(super) use drive::Stage;
pub(super) use leave::Leaving;
pub(super) use riding::Lift;
pub(super) use save::{SavedMovers, read_movers, read_squishes, save_squish};
pub(super) use solids::{SolidBody, Solids, bounds};
pub(super) use squish::Squishes;

use super::hash::StateHasher;
use super::ids::{BodyId, IdMap};
use crate::aabb::Aabb;
use crate::grid::{BoxId, TileGrid};
use cast::Solid;
use chain::Chain;
use crowd::Crowd;
use glam::IVec2;
use near::Near;
use riding::Rides;
use store::Store;

/// All that a world has to do with movers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Movers {
    pub(super) store: Store,
    /// Bodies that are solid to others.
    pub(super) solids: Solids,
    /// What bodies keep of the movers that carry them.
    pub(super) rides: Rides,
    /// Who is crushed.
    pub(super) squishes: Squishes,
    /// Who was pushed in this step, by ascending id, and how far, in lattice units.
    pushes: Vec<Push>,
    /// The farthest way of any mover on an axis in this step.
    greatest: i32,
    near: Near,
    crowd: Crowd,
    chain: Chain,
    /// The solids of the present step.
    scratch: Vec<Solid>,
    /// Movers by the one with which they move as one; empty if each moves by itself.
    groups: Vec<Membership>,
    /// The solids that move now as one, and what they are in the grid, ascending.
    members: Vec<u32>,
    shapes: Vec<BoxId>,
    /// Kept for their memory.
    order: Vec<u32>,
    beside: Vec<u32>,
}

/// That a mover moves as one with a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Membership {
    leader: u32,
    /// Where it comes in the order of movers.
    rank: u32,
}

/// A body that was pushed.
#[derive(Clone, Copy, Debug)]
struct Push {
    body: BodyId,
    by: Pusher,
    way: IVec2,
    /// False if the body goes as far by itself in the step: then nothing touches it.
    is_felt: bool,
}

impl Movers {
    /// Brings the box of a body in the grid to where the body is now, if it is solid.
    pub(super) fn put_solid(&mut self, grid: &mut TileGrid, id: BodyId, aabb: Aabb) {
        self.solids.put(grid, &mut self.squishes, id, aabb);
    }

    /// A body is gone.
    pub(super) fn forget(&mut self, grid: &mut TileGrid, id: BodyId) {
        self.solids.remove(grid, id);
        self.rides.forget(id);
        self.squishes.list.retain(|squish| squish.body != id);
        self.pushes.retain(|push| push.body != id);
    }

    /// Bodies were given other ids: what was kept of those that are gone is gone.
    pub(super) fn forget_gone(&mut self, places: &IdMap) {
        let is_there = |id: BodyId| places.get(id).is_some();
        self.rides.list.retain(|lift| is_there(lift.body));
        self.squishes.list.retain(|squish| is_there(squish.body));
        self.pushes.retain(|push| is_there(push.body));
    }

    /// Is there nothing in this step that a mover or a body that is solid to others does to a body?
    pub(super) fn is_quiet(&self) -> bool {
        let is_any_crushed = !self.squishes.is_empty() || !self.squishes.ended.is_empty();
        self.pushes.is_empty() && self.solids.is_empty() && !is_any_crushed
    }

    /// True if any body was pushed in this step.
    #[inline(always)]
    pub(super) fn has_pushed(&self) -> bool {
        !self.pushes.is_empty()
    }

    /// How far a body was pushed in this step, in lattice units.
    #[inline(always)]
    pub(super) fn pushed(&self, id: BodyId) -> Option<IVec2> {
        if self.pushes.is_empty() { None } else { self.find_push(id).map(|push| push.way) }
    }

    #[cold]
    fn find_push(&self, id: BodyId) -> Option<&Push> {
        let place = self.pushes.binary_search_by_key(&id, |push| push.body).ok()?;
        Some(&self.pushes[place])
    }

    /// Who pushed a body in this step: the last of several.
    pub(super) fn pusher(&self, id: BodyId) -> Option<Pusher> {
        self.find_push(id).filter(|push| push.is_felt).map(|push| push.by)
    }

    /// Whose is a loose box of the grid?
    pub(super) fn owner(&self, id: BoxId) -> Option<Pusher> {
        let mover = self.store.owner(id).map(Pusher::Mover);
        mover.or_else(|| self.solids.owner(id).map(Pusher::Body))
    }

    /// Adds what decides about the next steps to a fingerprint; nothing if there is nothing.
    pub(super) fn hash(&self, hasher: &mut StateHasher, places: &IdMap) {
        self.store.hash(hasher);
        self.rides.hash(hasher, places);
        self.squishes.hash(hasher, places);
    }
}
