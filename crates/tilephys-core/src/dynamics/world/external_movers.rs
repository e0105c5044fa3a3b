//! Interface for drivers with their own mover storage, such as an ECS.

use crate::dynamics::ids::MoverId;
use crate::dynamics::state::movers::{check, enter, without_negative_zeros};
use crate::dynamics::state::{Mover, MoverFault};
use crate::dynamics::world::World;
use glam::{IVec2, Vec2};

impl World {
    /// Returns an unused mover id: the id after the greatest ever given. After the last possible id, the
    /// lowest free one.
    pub fn new_mover_id(&mut self) -> MoverId {
        let store = &self.platforms.state.store;
        let next = MoverId(store.next);
        let is_free = |id: &MoverId| store.index_of(*id).is_none();
        let id = if is_free(&next) { Some(next) } else { (0..=u32::MAX).map(MoverId).find(is_free) };
        let id = id.unwrap_or(next);
        self.reserve_mover_id(id);
        id
    }

    /// Marks an id as used, so that [`new_mover_id`](Self::new_mover_id) does not return it.
    pub fn reserve_mover_id(&mut self, id: MoverId) {
        let store = &mut self.platforms.state.store;
        store.next = store.next.max(id.0.saturating_add(1));
    }

    /// Replaces all settings of a mover.
    ///
    /// Another position is a [teleport](Self::place_mover). Another shape, layer or tile is a new shape in
    /// the grid, which crushes no body yet.
    ///
    /// # Errors
    /// As [`add_mover`](Self::add_mover) and [`set_mover_parent`](Self::set_mover_parent). Then nothing
    /// changes.
    pub fn set_mover(&mut self, id: MoverId, mover: Mover) -> Result<(), MoverFault> {
        let World { grid, platforms, .. } = self;
        let store = &mut platforms.state.store;
        // All checks come before the first change, so that an error leaves the world as it was.
        let old = *store.get(id).ok_or(MoverFault::Missing(id))?;
        store.check_parent(id, mover.parent)?;
        check(grid, &mover)?;
        let mut new = old;
        new.mover = without_negative_zeros(mover);
        let is_same_thing =
            (old.mover.size, old.mover.layer, old.mover.tile) == (mover.size, mover.layer, mover.tile);
        // The grid names a shape by layer and tile, so a change makes a new shape with a new owner.
        if !is_same_thing {
            grid.remove_box(old.shape);
            new.shape = enter(grid, &mover);
            store.owners.retain(|owner| owner.1 != id);
            store.own(new.shape, id);
        } else if mover.position != old.mover.position {
            grid.move_box(old.shape, mover.position);
            grid.set_box_velocity(old.shape, Vec2::ZERO);
        }
        // A teleport carries no riders, so nothing counts as moved.
        if mover.position != old.mover.position {
            new.moved = IVec2::ZERO;
        }
        if let Some(entry) = store.get_mut(id) {
            *entry = new;
        }
        if mover.parent != old.mover.parent {
            // The order of movers follows parents, and is found anew in the next step.
            store.unsort();
        }
        Ok(())
    }

    /// Returns a mover's [target](Self::move_mover_to) for the next step, in lattice units.
    #[must_use]
    pub fn mover_target(&self, id: MoverId) -> Option<IVec2> {
        self.platforms.state.store.get(id)?.target
    }

    /// Sets a mover's target for the next step, like [`move_mover_to`](Self::move_mover_to), or clears it
    /// with `None`.
    pub fn set_mover_target(&mut self, id: MoverId, target: Option<IVec2>) -> bool {
        self.platforms.state.store.get_mut(id).map(|entry| entry.target = target).is_some()
    }

    /// Returns the translation of a mover's [path](Self::mover_path) by its parents, in lattice units.
    #[must_use]
    pub fn mover_path_offset(&self, id: MoverId) -> Option<IVec2> {
        let paths = &self.platforms.state.store.paths;
        let index = paths.binary_search_by_key(&id, |follow| follow.mover).ok()?;
        Some(paths[index].origin)
    }

    /// Sets the translation of a mover's path, in lattice units. True if the mover exists and follows a path.
    pub fn set_mover_path_offset(&mut self, id: MoverId, offset: IVec2) -> bool {
        self.platforms.state.store.path_mut(id).map(|follow| follow.origin = offset).is_some()
    }
}
