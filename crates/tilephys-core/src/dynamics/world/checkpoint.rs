//! Checkpoints: copies of a world's state in memory, and the rollback that puts a saved state back.

use crate::dynamics::ids::BodyId;
use crate::dynamics::state::{SavedState, SolidBody};
use crate::dynamics::world::World;

/// State of a world in memory, for rollback: see [`World::save_to`].
#[doc(alias("rollback", "save state"))]
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    state: SavedState,
    /// Fingerprint of the original map, and numbers of profiles, kinds of tile and layers; `None` if nothing is saved.
    world: Option<(u64, [usize; 3])>,
}

impl World {
    /// Saves all state of the engine that a [`snapshot`](Self::snapshot) contains, without its bytes, and reuses the
    /// allocations of `checkpoint`.
    ///
    /// For rollback within a program: [`roll_back`](Self::roll_back) takes a tenth of the time of a [`restore`](Self::restore).
    ///
    /// ```
    /// # use glam::{UVec2, Vec2};
    /// # use tilephys_core::{*, record::Checkpoint};
    /// let mut world = World::new(TileGrid::new(UVec2::splat(16)));
    /// world.gravity = Vec2::new(0.0, 900.0);
    /// let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::ZERO, Vec2::splat(8.0)));
    /// let mut checkpoint = Checkpoint::default();
    /// world.save_to(&mut checkpoint);
    /// world.step(1.0 / 60.0);
    /// let after = world.state_hash();
    /// world.despawn(id);
    ///
    /// assert!(world.roll_back(&checkpoint));
    /// world.step(1.0 / 60.0);
    /// assert_eq!(world.state_hash(), after);
    /// ```
    #[doc(alias = "save_game_state")]
    pub fn save_to(&self, checkpoint: &mut Checkpoint) {
        // A restore into another world is refused by these.
        checkpoint.world = Some((self.grid.first_fingerprint(), self.kinds()));
        let saved = &mut checkpoint.state;
        saved.clear();
        saved.is_whole = true;
        saved.bodies.copy_from(&self.bodies);
        // The driver may have removed bodies since the last step.
        let is_there = |id: BodyId| self.indices.get(id).is_some();
        saved.lifts.extend(self.platforms.state.rides.list.iter().filter(|lift| is_there(lift.body)));
        let solids = self.platforms.state.solids.list.iter().filter(|solid| is_there(solid.id));
        let solids = solids.filter(|solid| self.grid.off_grid_shape(solid.shape).is_some());
        saved.solids.extend(solids.map(|solid| (solid.id, solid.shape, solid.tile)));
        let transient = self.transient.all().filter(|entry| is_there(entry.0));
        saved.transient.extend(transient);
        saved.squishes.extend(self.platforms.state.squishes.all(&self.indices));
        saved.inside.extend(self.senses.all(&self.indices));
        saved.ended.extend(self.senses.pending(&self.indices));
        saved.feet.extend(self.senses.floors(&self.indices));
        saved.ignored.extend(self.ignored.pairs());
        saved.gravity = self.gravity;
        saved.combine = self.combine;
        saved.next_id = self.next_id;
        saved.again_from = self.again_from;
        saved.hits = self.hits;
        self.grid.save(&mut saved.map);
        let store = &self.platforms.state.store;
        saved.movers.extend_from_slice(&store.list);
        saved.paths.extend_from_slice(&store.paths);
        saved.next_mover = store.next;
    }

    /// Rolls back to a checkpoint of this world, or of a world that began with an equal map and equal profiles, as
    /// [`restore`](Self::restore) does.
    ///
    /// True if the checkpoint is of such a world. Otherwise nothing changes.
    #[doc(alias = "load_game_state")]
    pub fn roll_back(&mut self, checkpoint: &Checkpoint) -> bool {
        let kinds = self.kinds();
        // Kinds may have been added since, but none can be missing.
        let fits = checkpoint.world.is_some_and(|(map, saved)| {
            map == self.grid.first_fingerprint()
                && saved.into_iter().zip(kinds).all(|(saved, own)| saved <= own)
        });
        if fits {
            self.restore_state(&checkpoint.state);
        }
        fits
    }

    fn kinds(&self) -> [usize; 3] {
        [self.profiles.len(), self.grid.tile_kinds().len(), self.grid.layers().len()]
    }
}

impl World {
    /// Puts back a state whose data fits this world. Clears the events.
    pub(crate) fn restore_state(&mut self, saved: &SavedState) {
        self.forget_gone();
        if saved.is_whole {
            self.restore_whole(saved);
        } else {
            self.restore_some(saved);
        }
        self.log.events.clear();
        self.pair_counts = Default::default();
    }

    fn restore_whole(&mut self, saved: &SavedState) {
        // A rollback of a few ticks has mostly the same bodies, and the map of ids is costly.
        if self.bodies.id != saved.bodies.id {
            self.indices.replace_all(&saved.bodies.id);
        }
        self.bodies.copy_from(&saved.bodies);
        self.transient.restore(&saved.transient);
        self.grid.restore(&saved.map);
        let platforms = &mut self.platforms.state;
        platforms.restore(&saved.movers, &saved.paths, saved.next_mover);
        platforms.squishes.list.clone_from(&saved.squishes);
        platforms.rides.list.clone_from(&saved.lifts);
        self.senses.restore(saved);
        self.ignored.restore(&saved.ignored, |_| true);
        let indices = &self.indices;
        let shapes = &saved.map.added;
        // The shape of a solid body is one of the added shapes, so its size is not saved twice.
        let solids = saved.solids.iter().filter_map(|&(id, shape, tile)| {
            let saved_index = shapes.binary_search_by_key(&shape, |saved| saved.id).ok()?;
            Some(SolidBody {
                id,
                index: indices.get(id)? as u32,
                shape,
                size: shapes[saved_index].size?,
                tile,
            })
        });
        platforms.solids.restore(solids);
        self.gravity = saved.gravity;
        self.combine = saved.combine;
        self.next_id = saved.next_id;
        self.again_from = saved.again_from;
        self.hits = saved.hits;
    }

    fn restore_some(&mut self, saved: &SavedState) {
        for (saved_index, &id) in saved.bodies.id.iter().enumerate() {
            let body = saved.bodies.get(saved_index);
            // A body that was removed since comes back under its old id.
            let index = self.indices.get(id).unwrap_or_else(|| {
                let index = self.bodies.len();
                self.indices.add(id, index);
                self.bodies.push(
                    id,
                    saved.bodies.profile[saved_index],
                    saved.bodies.state[saved_index],
                    &body,
                );
                self.reserve_id(id);
                index
            });
            self.bodies.set(index, &body);
            self.bodies.profile[index] = saved.bodies.profile[saved_index];
            self.bodies.state[index] = saved.bodies.state[saved_index];
            let transient = saved.transient.binary_search_by_key(&id, |entry| entry.0);
            let transient = transient.map_or_else(|_| Default::default(), |at| saved.transient[at].1);
            self.transient.set(id, transient);
            let platforms = &mut self.platforms.state;
            let lift = saved.lifts.binary_search_by_key(&id, |lift| lift.body);
            platforms.rides.set(id, lift.ok().map(|at| saved.lifts[at]));
            platforms.restore_squishes(id, &saved.squishes, &self.grid);
            // The shape in the grid follows now: queries before the next step must find it.
            if let Some(shape) = platforms.solids.shape(id) {
                self.grid.move_box(shape, body.position);
            }
        }
        // Overlaps and exceptions of the other bodies stay.
        self.senses.restore_some(|id| saved.bodies.have(id), &saved.inside, &saved.feet);
        self.ignored.restore(&saved.ignored, |id| saved.bodies.have(id));
    }

    pub(crate) fn take_out(&mut self, id: BodyId) {
        let Some(index) = self.indices.get(id) else { return };
        self.bodies.swap_remove(index);
        self.indices.remove(id, index);
        if let Some(&moved) = self.bodies.id.get(index) {
            self.indices.replace(moved, index);
        }
    }
}
