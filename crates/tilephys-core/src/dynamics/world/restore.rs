//! Rollback: puts a saved state back into a world.

use crate::dynamics::ids::BodyId;
use crate::dynamics::state::{SavedState, SolidBody};
use crate::dynamics::world::World;

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
                self.bodies.push(id, saved.bodies.profile[saved_index], &body);
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

    /// Removes a body from the arrays only.
    pub(crate) fn take_out(&mut self, id: BodyId) {
        let Some(index) = self.indices.get(id) else { return };
        self.bodies.swap_remove(index);
        self.indices.remove(id, index);
        if let Some(&moved) = self.bodies.id.get(index) {
            self.indices.replace(moved, index);
        }
    }
}
