//! The door for drivers that keep their bodies elsewhere, such as an ECS: places get bodies by the slice.

use super::World;
use super::bodies::BodySlices;
use super::ids::BodyId;
use super::profile::{Profile, ProfileId};
use crate::movement::Memory;
use std::ops::Range;

impl World {
    /// Who is in which place.
    #[must_use]
    pub fn ids_by_place(&self) -> &[BodyId] {
        &self.bodies.id
    }

    /// The place of a body.
    #[must_use]
    pub fn place_of(&self, id: BodyId) -> Option<usize> {
        self.places.get(id)
    }

    /// All bodies as slices, to be written and read by a driver that keeps them elsewhere.
    ///
    /// A body that has no size, does not lie in the world (±[`WORLD_LIMIT`](crate::WORLD_LIMIT)) or has unsound settings must get a
    /// [rejecting](ProfileId::rejecting) profile; the others one of this world's. Velocities may be anything.
    #[must_use]
    pub fn slices(&mut self) -> BodySlices<'_> {
        self.bodies.as_slices()
    }

    /// Makes it `len` bodies, and gives the places of `changed` the ids that are listed in `ids`, range by range. What
    /// the arrays hold in new places means nothing until it is written to [`slices`](Self::slices).
    ///
    /// An id that another place has, or that is listed twice, is that of a copied body: the copy gets a new one, and
    /// `on_copy` is told its place and that id.
    ///
    /// # Panics
    /// If places from the former number of bodies up to `len` are missing in `changed`, if its ranges overlap, do not ascend
    /// or end beyond `len`, or if `ids` has not one for each place.
    pub fn relabel(
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
        for place in changed.iter().flat_map(|r| r.start..r.end.min(before)).chain(len..before) {
            self.places.remove(self.bodies.id[place], place);
        }
        self.bodies.set_len(len);
        let mut copies = Vec::new();
        for (place, &id) in changed.iter().cloned().flatten().zip(ids) {
            self.bodies.id[place] = id;
            self.reserve_id(id);
            if !self.places.add(id, place) {
                copies.push(place);
            }
        }
        for place in copies {
            let id = self.new_id();
            self.bodies.id[place] = id;
            self.places.add(id, place);
            on_copy(place, id);
        }
        self.movers.forget_gone(&self.places);
        self.ignored.forget_gone(&self.places);
        self.senses.forget_gone(&self.places);
    }

    /// Forgets what bodies of this id remember: one that has it now is another than the one that had it.
    pub fn forget(&mut self, id: BodyId) {
        self.memories.set(id, Memory::NONE);
        self.movers.forget(&mut self.grid, id);
        self.ignored.forget(id);
        self.senses.forget(id);
    }

    /// An id for a body to come: the one after the greatest ever given. After the last of all those that no body has are given
    /// again, from the lowest up.
    pub fn new_id(&mut self) -> BodyId {
        let id = match self.next_id {
            Some(next) => BodyId(next),
            None => {
                let id = self.places.free_from(self.again_from);
                self.again_from = id.0.wrapping_add(1);
                id
            }
        };
        self.reserve_id(id);
        id
    }

    /// Counts an id as given, so that [`new_id`](Self::new_id) will not give it.
    pub fn reserve_id(&mut self, id: BodyId) {
        self.next_id =
            self.next_id.and_then(|next| if next <= id.0 { id.0.checked_add(1) } else { Some(next) });
    }

    /// Replaces all profiles but the default one. Bodies keep their profile ids, so all are to be given others before the next
    /// step; those whose profile is gone are not moved.
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
