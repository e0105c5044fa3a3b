//! Interface for drivers with their own body storage, such as an ECS: bodies are assigned to array indices by slices.

use crate::controller::TransientState;
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::{Profile, ProfileId};
use crate::dynamics::state::BodySlices;
use crate::dynamics::world::World;
use crate::limits::SMALL_BURST;
use glam::IVec2;
use std::ops::Range;

/// Position and size of a new body until the driver writes them, in lattice units. No body has this size.
const NO_BOX: [IVec2; 2] = [IVec2::ZERO; 2];

impl World {
    /// Returns the body id at each index.
    #[must_use]
    pub fn ids_by_place(&self) -> &[BodyId] {
        &self.bodies.id
    }

    /// Returns the index of a body.
    #[must_use]
    #[inline]
    pub fn index_of(&self, id: BodyId) -> Option<usize> {
        self.indices.get(id)
    }

    /// Returns all bodies as slices, for a driver with its own body storage to write and read.
    ///
    /// A body without size, outside the world (±[`WORLD_LIMIT`](crate::WORLD_LIMIT)) or with invalid settings must have a
    /// [rejecting](ProfileId::rejecting) profile. Every other body needs a profile of this world. Velocities may be any value.
    #[must_use]
    #[inline]
    pub fn slices(&mut self) -> BodySlices<'_> {
        self.bodies.as_slices()
    }

    /// Resizes the arrays to `len` bodies, and assigns the ids in `ids` to the indices in `changed`, range by range.
    ///
    /// Bodies keep their boxes in [`slices`](Self::slices). All else in new elements is meaningless until written, and so are the
    /// boxes of new ids, whose size is 0. An id that is listed twice, or present at another index, is a copied body. The copy gets
    /// a new id, and `on_copy` receives its index and the copied id.
    ///
    /// # Panics
    /// If `changed` lacks an index from the former number of bodies up to `len`. If its ranges overlap, do
    /// not ascend or end beyond `len`. If `ids` has another length than all ranges together.
    pub fn remap_bodies(
        &mut self,
        len: usize,
        changed: &[Range<usize>],
        ids: &[BodyId],
        mut on_copy: impl FnMut(usize, BodyId),
    ) {
        self.forget_gone();
        let before = self.len();
        let named: usize = changed.iter().map(Range::len).sum();
        assert!(named == ids.len(), "{named} places for {} ids", ids.len());
        let added: usize = changed.iter().map(|r| r.end.saturating_sub(r.start.max(before))).sum();
        assert!(added == len.saturating_sub(before), "{added} new places of {len} after {before} have ids");
        let in_order = changed.windows(2).all(|r| r[0].end <= r[1].start);
        let fits = changed.last().is_none_or(|r| r.end <= len);
        assert!(in_order && fits, "places are to ascend and end by {len}, not {changed:?}");
        // The boxes of the ids move with them: a driver learns by them which bodies the game has moved.
        let mut boxes = std::mem::take(&mut self.remapped_boxes);
        boxes.clear();
        boxes.extend(ids.iter().map(|id| {
            self.indices.get(*id).map_or(NO_BOX, |index| {
                let body = self.bodies.get(index);
                [body.position, body.size]
            })
        }));
        for index in changed.iter().flat_map(|r| r.start..r.end.min(before)).chain(len..before) {
            self.indices.remove(self.bodies.id[index], index);
        }
        self.bodies.set_len(len);
        let mut copies = Vec::new();
        for ((index, &id), [position, size]) in
            changed.iter().cloned().flatten().zip(ids).zip(boxes.drain(..))
        {
            self.bodies.id[index] = id;
            self.bodies.set_box(index, position, size);
            self.reserve_id(id);
            if !self.indices.add(id, index) {
                copies.push(index);
            }
        }
        // Memory for a burst of new bodies is released.
        boxes.shrink_to(len / 16 + SMALL_BURST);
        self.remapped_boxes = boxes;
        // A copied entity brings the id of its original. It gets an id of its own.
        for index in copies {
            let id = self.new_id();
            self.bodies.id[index] = id;
            let [position, size] = NO_BOX;
            self.bodies.set_box(index, position, size);
            self.indices.add(id, index);
            on_copy(index, id);
        }
        self.platforms.state.forget_gone(&self.indices);
        self.ignored.forget_gone(&self.indices);
        self.senses.forget_gone(&self.indices);
    }

    /// Clears the transient state stored under this id, for an id that was reassigned to another body.
    pub fn forget(&mut self, id: BodyId) {
        self.transient.set(id, TransientState::NONE);
        self.platforms.state.forget(&mut self.grid, id);
        self.ignored.forget(id);
        self.senses.forget(id);
    }

    /// Returns an unused body id: the id after the greatest ever given.
    ///
    /// After the last possible id, free ids are reused from the lowest up.
    pub fn new_id(&mut self) -> BodyId {
        let id = match self.next_id {
            Some(next) => BodyId(next),
            // All ids have been given once. The search goes on where it stopped, or each call would begin at
            // 0.
            None => {
                let id = self.indices.free_from(self.again_from);
                self.again_from = id.0.wrapping_add(1);
                id
            }
        };
        self.reserve_id(id);
        id
    }

    /// Marks an id as used, so that [`new_id`](Self::new_id) does not return it.
    pub fn reserve_id(&mut self, id: BodyId) {
        self.next_id =
            self.next_id.and_then(|next| if next <= id.0 { id.0.checked_add(1) } else { Some(next) });
    }

    /// Replaces all profiles except the default one.
    ///
    /// Bodies keep their profile ids, so assign new ones before the next step. A body whose profile no longer exists does not move.
    ///
    /// # Panics
    /// As [`add_profile`](Self::add_profile).
    pub fn set_profiles(&mut self, profiles: impl IntoIterator<Item = Profile>) {
        self.profiles.truncate(1);
        for profile in profiles {
            let _: ProfileId = self.add_profile(profile);
        }
    }
}
