//! State of moving platforms.

use crate::aabb::Aabb;
use crate::dynamics::ids::{BodyId, PushSource};
use crate::dynamics::state::movers::Entry;
use crate::dynamics::state::{Follow, Groups, IdMap, Rides, Solids, Squish, Squishes, Store};
use crate::grid::{ShapeId, TileGrid};
use crate::hash::StateHasher;
use glam::IVec2;

/// Moving platforms: movers, solid bodies, and what they do to other bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Platforms {
    pub(crate) store: Store,
    pub(crate) solids: Solids,
    /// Lift velocities that bodies keep from their carriers.
    pub(crate) rides: Rides,
    pub(crate) squishes: Squishes,
    /// Pushed bodies in this step, by ascending id, with distances in lattice units.
    pub(crate) pushes: Vec<Push>,
    /// Movers, each with the bodies that only it can move.
    pub(crate) groups: Groups,
    /// Solid bodies that the solid body which moves now lifts.
    pub(crate) load: Load,
}

/// Solid bodies on a solid body that rises: it moves them along instead of a hit on them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Load {
    pub(crate) carrier: Option<BodyId>,
    /// Numbers of the solids, and their shapes in the grid.
    pub(crate) solids: Vec<u32>,
    pub(crate) shapes: Vec<ShapeId>,
}

impl Load {
    pub(crate) fn holds(&self, carrier: BodyId, shape: ShapeId) -> bool {
        self.carrier == Some(carrier) && self.shapes.contains(&shape)
    }

    pub(crate) fn clear(&mut self) {
        self.carrier = None;
        self.solids.clear();
        self.shapes.clear();
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    pub(crate) body: BodyId,
    pub(crate) by: PushSource,
    pub(crate) way: IVec2,
    /// False if the body travels as far by itself in this step: then the push moves nothing.
    pub(crate) is_felt: bool,
}

impl Platforms {
    pub(crate) fn put_solid(&mut self, grid: &mut TileGrid, id: BodyId, aabb: Aabb) {
        self.solids.put(grid, &mut self.squishes, id, aabb);
    }

    /// Replaces all movers, whose shapes are in the grid, and their paths; `next` is the id of the next mover.
    pub(crate) fn restore(&mut self, list: &[Entry], paths: &[Follow], next: u32) {
        self.store.restore(list, paths, next);
        self.rides.new.clear();
        self.pushes.clear();
    }

    pub(crate) fn restore_squishes(&mut self, id: BodyId, saved: &[Squish], grid: &TileGrid) {
        self.squishes.list.retain(|squish| squish.body != id);
        for squish in saved.iter().filter(|squish| squish.body == id) {
            if grid.off_grid_shape(squish.shape).is_some() {
                self.squishes.begin(*squish);
            }
        }
    }

    pub(crate) fn forget(&mut self, grid: &mut TileGrid, id: BodyId) {
        self.solids.remove(grid, id);
        self.rides.forget(id);
        self.squishes.list.retain(|squish| squish.body != id);
        self.pushes.retain(|push| push.body != id);
    }

    /// Drops the state of bodies that no longer exist, after ids were reassigned.
    pub(crate) fn forget_gone(&mut self, indices: &IdMap) {
        let is_there = |id: BodyId| indices.get(id).is_some();
        self.rides.list.retain(|lift| is_there(lift.body));
        self.squishes.list.retain(|squish| is_there(squish.body));
        self.pushes.retain(|push| is_there(push.body));
    }

    /// True if no mover or solid body affects any body in this step.
    pub(crate) fn is_quiet(&self) -> bool {
        let is_any_crushed = !self.squishes.is_empty() || !self.squishes.ended.is_empty();
        self.pushes.is_empty() && self.solids.is_empty() && !is_any_crushed
    }

    #[inline(always)]
    pub(crate) fn pushed(&self, id: BodyId) -> Option<IVec2> {
        if self.pushes.is_empty() { None } else { self.find_push(id).map(|push| push.way) }
    }

    #[cold]
    fn find_push(&self, id: BodyId) -> Option<&Push> {
        let index = self.pushes.binary_search_by_key(&id, |push| push.body).ok()?;
        Some(&self.pushes[index])
    }

    /// Returns the mover or solid body that pushed a body in this step, the last of several.
    pub(crate) fn pusher(&self, id: BodyId) -> Option<PushSource> {
        self.find_push(id).filter(|push| push.is_felt).map(|push| push.by)
    }

    pub(crate) fn owner(&self, id: ShapeId) -> Option<PushSource> {
        let mover = self.store.owner(id).map(PushSource::Mover);
        mover.or_else(|| self.solids.owner(id).map(PushSource::Body))
    }

    /// Adds all state that affects later steps to a hash; adds nothing if there is none.
    pub(crate) fn hash(&self, hasher: &mut StateHasher, indices: &IdMap) {
        self.store.hash(hasher);
        self.rides.hash(hasher, indices);
        self.squishes.hash(hasher, indices);
    }
}
