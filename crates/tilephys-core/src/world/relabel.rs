//! The door for drivers that keep their bodies elsewhere, such as an ECS: places get bodies by the slice.

use super::bodies::BodySlices;
use super::ids::BodyId;
use super::profile::{Profile, ProfileId};
use super::{World, after};
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
    /// If places from the former number of bodies up to `len` are missing in `changed`, if a range ends beyond `len`, if
    /// `ids` has not one for each place, or if a new id is needed after the greatest was given.
    pub fn relabel(
        &mut self,
        len: usize,
        changed: &[Range<usize>],
        ids: &[BodyId],
        mut on_copy: impl FnMut(usize, BodyId),
    ) {
        let before = self.len();
        let named: usize = changed.iter().map(Range::len).sum();
        assert!(named == ids.len(), "{named} places for {} ids", ids.len());
        let added: usize = changed.iter().map(|r| r.end.saturating_sub(r.start.max(before))).sum();
        assert!(added == len.saturating_sub(before), "{added} new places of {len} after {before} have ids");
        for place in changed.iter().flat_map(|r| r.start..r.end.min(before)).chain(len..before) {
            self.places.remove(self.bodies.id[place], place);
        }
        self.bodies.set_len(len);
        let mut copies = Vec::new();
        for (place, &id) in changed.iter().cloned().flatten().zip(ids) {
            self.bodies.id[place] = id;
            self.next_id = after(self.next_id, id);
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
    }

    /// The id after the greatest ever given. It counts as given.
    ///
    /// # Panics
    /// If the greatest id was given.
    pub fn new_id(&mut self) -> BodyId {
        let id = self.next_id.expect("the greatest body id is taken");
        self.next_id = id.checked_add(1);
        BodyId(id)
    }

    /// Replaces all profiles but the default one. Bodies keep their profile ids until they are given others.
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
