//! Movers of a world: adding, removing, moving and querying them, also for drivers with their own mover storage, such as an ECS. Lift
//! velocity, pushes and squishes of bodies.

use crate::aabb::Aabb;
use crate::dynamics::ids::{BodyId, MoverId, PushSource};
use crate::dynamics::state::movers::{Entry, check, enter, is_sound, without_negative_zeros};
use crate::dynamics::state::{Follow, Mover, MoverFault, Squish};
use crate::dynamics::world::World;
use crate::grid::ShapeId;
use crate::path::Path;
use glam::{IVec2, Vec2};

impl World {
    /// Adds a mover under a new id, greater than all before. Bodies that it overlaps are pushed out in the next step.
    ///
    /// # Errors
    /// If it has no size, lies outside the world or has an invalid velocity. If the layer or tile is of
    /// another grid. If the parent does not exist.
    #[doc(alias("moving platform", "kinematic"))]
    pub fn add_mover(&mut self, mover: Mover) -> Result<MoverId, MoverFault> {
        let id = self.new_mover_id();
        self.add_mover_as(id, mover)?;
        Ok(id)
    }

    /// Adds a mover under an id of the caller's choice.
    ///
    /// # Errors
    /// As [`add_mover`](Self::add_mover), and if the id is taken.
    pub fn add_mover_as(&mut self, id: MoverId, mover: Mover) -> Result<(), MoverFault> {
        let Err(index) = self.platforms.state.store.list.binary_search_by_key(&id, |entry| entry.id) else {
            return Err(MoverFault::Taken(id));
        };
        // All checks before the shape enters the grid, so that an error changes nothing.
        self.platforms.state.store.check_first_parent(id, mover.parent)?;
        check(&self.grid, &mover)?;
        let shape = enter(&mut self.grid, &mover);
        let store = &mut self.platforms.state.store;
        let mover = without_negative_zeros(mover);
        store.list.insert(index, Entry::new(id, mover, shape));
        store.own(shape, id);
        store.unsort();
        self.reserve_mover_id(id);
        Ok(())
    }

    /// Removes a mover and returns it, or `None` if no mover has this id.
    ///
    /// Its riders fall from the next step on, with their [leave velocity](crate::platform::LeaveVelocity). Its children stay in
    /// place.
    pub fn remove_mover(&mut self, id: MoverId) -> Option<Mover> {
        let store = &mut self.platforms.state.store;
        let entry = store.list.remove(store.index_of(id)?);
        store.owners.retain(|owner| owner.1 != id);
        store.drop_path(id);
        // Children stay where they are, without a parent.
        for other in &mut store.list {
            other.mover.parent = other.mover.parent.filter(|parent| *parent != id);
        }
        store.unsort();
        self.grid.remove_box(entry.shape);
        Some(entry.mover)
    }

    /// Returns a mover in its present state.
    #[must_use]
    pub fn mover(&self, id: MoverId) -> Option<Mover> {
        self.platforms.state.store.get(id).map(|entry| entry.mover)
    }

    /// Returns all mover ids, ascending.
    pub fn mover_ids(&self) -> impl Iterator<Item = MoverId> + '_ {
        self.platforms.state.store.list.iter().map(|entry| entry.id)
    }

    /// Returns the bounds of a mover, in lattice units.
    #[must_use]
    pub fn mover_bounds(&self, id: MoverId) -> Option<Aabb> {
        Some(self.grid.off_grid_shape(self.platforms.state.store.get(id)?.shape)?.aabb)
    }

    /// Returns the shape of a mover in the grid, as named by hits and surfaces.
    #[must_use]
    pub fn mover_box(&self, id: MoverId) -> Option<ShapeId> {
        Some(self.platforms.state.store.get(id)?.shape)
    }

    /// Returns the translation of a mover in the last step, in lattice units.
    #[must_use]
    pub fn mover_moved(&self, id: MoverId) -> Option<IVec2> {
        Some(self.platforms.state.store.get(id)?.moved)
    }

    /// Sets a mover's velocity, in px/s. True if the mover exists and the velocity is from -1e9 to 1e9 px/s
    /// on each axis; otherwise nothing changes.
    pub fn set_mover_velocity(&mut self, id: MoverId, velocity: impl Into<[f32; 2]>) -> bool {
        let velocity = Vec2::from(velocity.into());
        let entry = self.platforms.state.store.get_mut(id).filter(|_| is_sound(velocity));
        entry.map(|entry| entry.mover.velocity = velocity + Vec2::ZERO).is_some()
    }

    /// Sets a mover's target for the next step, in lattice units, whatever its velocity. True if the mover exists.
    ///
    /// `position` is the min corner of its bounds. The mover carries and pushes bodies on its path, and moves
    /// at most 8,388,607 px on an axis in one step.
    pub fn move_mover_to(&mut self, id: MoverId, position: IVec2) -> bool {
        self.platforms.state.store.get_mut(id).map(|entry| entry.target = Some(position)).is_some()
    }

    /// Teleports a mover to a min corner, in lattice units, without carrying. True if it exists and stays in the world.
    ///
    /// Bodies that it overlaps are pushed out in the next step.
    #[doc(alias = "teleport")]
    pub fn place_mover(&mut self, id: MoverId, position: IVec2) -> bool {
        let World { grid, platforms, .. } = self;
        let Some(entry) = platforms.state.store.get_mut(id) else { return false };
        let is_placed = grid.move_box(entry.shape, position);
        if is_placed {
            entry.mover.position = position;
            entry.mover.rest = Vec2::ZERO;
            // A teleport carries no riders, so nothing counts as moved.
            entry.moved = IVec2::ZERO;
            grid.set_box_velocity(entry.shape, Vec2::ZERO);
        }
        is_placed
    }

    /// Sets a mover's path and its tick, or ends path following with `None`. True if the mover exists.
    ///
    /// The path advances by one tick a step, and waits while the mover is blocked. Its points are positions
    /// of the min corner of the bounds; a mover elsewhere moves to the path in the next step.
    #[doc(alias = "PathFollow2D")]
    pub fn set_mover_path(&mut self, id: MoverId, path: Option<Path>, tick: u64) -> bool {
        let store = &mut self.platforms.state.store;
        let is_there = store.index_of(id).is_some();
        store.drop_path(id);
        if let Some(path) = path.filter(|_| is_there) {
            let index = store.paths.partition_point(|follow| follow.mover < id);
            store
                .paths
                .insert(index, Follow { mover: id, path, tick, origin: IVec2::ZERO, is_waiting: false });
        }
        is_there
    }

    /// Returns the path of a mover, and its present tick.
    #[must_use]
    pub fn mover_path(&self, id: MoverId) -> Option<(&Path, u64)> {
        self.platforms.state.store.path(id).map(|follow| (&follow.path, follow.tick))
    }

    /// Sets or clears the parent of a mover.
    ///
    /// # Errors
    /// If either does not exist, if both are equal, or if the parent is already carried by the mover.
    pub fn set_mover_parent(&mut self, id: MoverId, parent: Option<MoverId>) -> Result<(), MoverFault> {
        let mover = self.mover(id).ok_or(MoverFault::Missing(id))?;
        self.set_mover(id, Mover { parent, ..mover })
    }
}

impl World {
    /// Returns an unused mover id: the id after the greatest ever given. After the last possible id, the lowest free one.
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
    /// As [`add_mover`](Self::add_mover) and [`set_mover_parent`](Self::set_mover_parent). Then nothing changes.
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

    /// Sets a mover's target for the next step, like [`move_mover_to`](Self::move_mover_to), or clears it with `None`.
    pub fn set_mover_target(&mut self, id: MoverId, target: Option<IVec2>) -> bool {
        self.platforms.state.store.get_mut(id).map(|entry| entry.target = target).is_some()
    }

    /// Returns the translation of a mover's [path](Self::mover_path) by its parents, in lattice units.
    #[must_use]
    pub fn mover_path_offset(&self, id: MoverId) -> Option<IVec2> {
        self.platforms.state.store.path(id).map(|follow| follow.origin)
    }

    /// Sets the translation of a mover's path, in lattice units. True if the mover exists and follows a path.
    pub fn set_mover_path_offset(&mut self, id: MoverId, offset: IVec2) -> bool {
        self.platforms.state.store.path_mut(id).map(|follow| follow.origin = offset).is_some()
    }
}

impl World {
    /// Returns the velocity of a body's present or last carrier, in px/s; zero after
    /// [`lift_ticks`](crate::platform::RideSettings::lift_ticks) without a carrier.
    #[doc(alias = "get_platform_velocity")]
    #[must_use]
    pub fn lift_velocity(&self, id: BodyId) -> Vec2 {
        let lift = self.indices.get(id).and_then(|_| self.platforms.state.rides.get(id));
        lift.map_or(Vec2::ZERO, |lift| lift.velocity)
    }

    /// Returns the mover or solid body that pushed a body in the last step, the last of several.
    #[must_use]
    pub fn pushed_by(&self, id: BodyId) -> Option<PushSource> {
        self.indices.get(id).and_then(|_| self.platforms.state.pusher(id))
    }

    /// Returns the squishes of a body, also by pushers that it [lets through](crate::platform::SquishPolicy::PassThrough).
    #[must_use]
    pub fn squishes(&self, id: BodyId) -> &[Squish] {
        self.indices.get(id).map_or(&[], |_| self.platforms.state.squishes.of(id))
    }

    /// Returns the depth of a squish along the axis of the push, in lattice units.
    #[must_use]
    pub fn squish_depth(&self, squish: &Squish) -> Option<i32> {
        let body = self.body(squish.body)?.aabb();
        let solid = self.grid.off_grid_shape(squish.shape)?.aabb;
        let k = squish.direction.axis();
        let toward = squish.direction.vector();
        Some(if toward[k] > 0 {
            solid.max[k].saturating_sub(body.min[k])
        } else {
            body.max[k].saturating_sub(solid.min[k])
        })
    }

    /// Returns the mover or solid body that owns an off-grid shape; `None` for a part of the map.
    #[must_use]
    pub fn owner_of_box(&self, id: ShapeId) -> Option<PushSource> {
        self.platforms.state.owner(id)
    }
}
