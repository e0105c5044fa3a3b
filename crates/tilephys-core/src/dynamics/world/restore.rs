//! Rollback: puts a saved state back into a world.

use crate::dynamics::ids::BodyId;
use crate::dynamics::state::saved_state::{SavedBody, SavedState};
use crate::dynamics::state::solids::SolidBody;
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
        self.restore_bodies(&saved.bodies);
        self.transient.restore(&saved.transient);
        self.grid.restore(&saved.map);
        self.platforms.state.restore((&saved.movers, &saved.paths), saved.next_mover);
        self.platforms.state.squishes.list.clone_from(&saved.squishes);
        let rides = &mut self.platforms.state.rides.list;
        rides.clear();
        rides.extend(saved.bodies.iter().filter_map(|saved| saved.lift));
        self.senses.restore(&saved.inside, &saved.feet);
        self.ignored.restore(&saved.ignored, |_| true);
        let (places, boxes) = (&self.places, &saved.map.added);
        let solids = saved.bodies.iter().filter_map(|saved| {
            let ((shape, tile), place) = saved.solid.zip(places.get(saved.id))?;
            let entry = boxes.binary_search_by_key(&shape, |saved| saved.id).ok()?;
            let size = boxes[entry].size?;
            Some(SolidBody { id: saved.id, place: place as u32, shape, size, tile })
        });
        self.platforms.state.solids.restore(solids);
        (self.next_id, self.again_from, self.hits) = (saved.next_id, saved.again_from, saved.hits);
    }

    /// Replaces all bodies.
    fn restore_bodies(&mut self, saved: &[SavedBody]) {
        let (mut gone, mut missing): (Vec<BodyId>, Vec<&SavedBody>) = (Vec::new(), Vec::new());
        let mut wanted = saved.iter().peekable();
        for (id, place) in self.places.iter() {
            while let Some(saved) = wanted.next_if(|saved| saved.id < id) {
                missing.push(saved);
            }
            match wanted.next_if(|saved| saved.id == id) {
                Some(saved) => {
                    self.bodies.set(place, &saved.body());
                    (self.bodies.profile[place], self.bodies.state[place]) = (saved.profile, saved.state);
                }
                None => gone.push(id),
            }
        }
        missing.extend(wanted);
        gone.into_iter().for_each(|id| self.take_out(id));
        missing.into_iter().for_each(|saved| self.put_back(saved));
    }

    fn restore_some(&mut self, saved: &SavedState) {
        for body in &saved.bodies {
            match self.places.get(body.id) {
                Some(place) => {
                    self.bodies.set(place, &body.body());
                    (self.bodies.profile[place], self.bodies.state[place]) = (body.profile, body.state);
                }
                None => {
                    self.put_back(body);
                    self.reserve_id(body.id);
                }
            }
            let memory = saved.transient.binary_search_by_key(&body.id, |entry| entry.0);
            self.transient
                .set(body.id, memory.map_or_else(|_| Default::default(), |at| saved.transient[at].1));
            self.platforms.state.rides.set(body.id, body.lift);
            self.platforms.state.restore_squishes(body.id, &saved.squishes, &self.grid);
            if let Some(shape) = self.platforms.state.solids.shape(body.id) {
                self.grid.move_box(shape, body.position);
            }
        }
        self.senses.restore_some(|id| saved.has(id), &saved.inside, &saved.feet);
        self.ignored.restore(&saved.ignored, |id| saved.has(id));
    }

    /// Removes a body from the arrays only.
    pub(crate) fn take_out(&mut self, id: BodyId) {
        let Some(place) = self.places.get(id) else { return };
        self.bodies.swap_remove(place);
        self.places.remove(id, place);
        if let Some(&moved) = self.bodies.id.get(place) {
            self.places.replace(moved, place);
        }
    }

    fn put_back(&mut self, saved: &SavedBody) {
        let place = self.bodies.len();
        self.places.add(saved.id, place);
        self.bodies.push(saved.id, saved.profile, &saved.body());
        self.bodies.state[place] = saved.state;
    }
}
