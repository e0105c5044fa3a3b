//! Pairs of bodies that pass through each other until told otherwise.

use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::world::World;
use crate::world::hash::StateHasher;
use crate::world::ids::{BodyId, IdMap};
use crate::world::step::Controls;

/// All of them, ascending, the smaller id of each first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ignored {
    list: Vec<(BodyId, BodyId)>,
}

/// Bytes that a pair takes.
const PAIR_BYTES: usize = 8;

impl Ignored {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Do these two pass through each other?
    #[inline(always)]
    pub(crate) fn holds(&self, a: BodyId, b: BodyId) -> bool {
        !self.list.is_empty() && self.search(a, b).is_ok()
    }

    #[cold]
    fn search(&self, a: BodyId, b: BodyId) -> Result<usize, usize> {
        self.list.binary_search(&(a.min(b), a.max(b)))
    }

    fn set(&mut self, a: BodyId, b: BodyId, is_ignored: bool) {
        match (self.search(a, b), is_ignored) {
            (Ok(place), false) => drop(self.list.remove(place)),
            // A body is in nobody's way but others'.
            (Err(place), true) if a != b => self.list.insert(place, (a.min(b), a.max(b))),
            _ => {}
        }
    }

    /// A body is gone.
    pub(crate) fn forget(&mut self, id: BodyId) {
        self.list.retain(|(a, b)| *a != id && *b != id);
    }

    /// Bodies were given other ids.
    pub(crate) fn forget_gone(&mut self, places: &IdMap) {
        self.list.retain(|(a, b)| places.get(*a).is_some() && places.get(*b).is_some());
    }

    /// Is there a pair of bodies that are both `meant`?
    pub(crate) fn is_any(&self, meant: impl Fn(BodyId) -> bool) -> bool {
        self.list.iter().any(|(a, b)| meant(*a) && meant(*b))
    }

    /// Writes the pairs of bodies that are both `meant`.
    pub(crate) fn save(&self, meant: impl Fn(BodyId) -> bool, w: &mut Writer) {
        let (at, mut count) = (w.count_later(), 0);
        for (a, b) in self.list.iter().filter(|(a, b)| meant(*a) && meant(*b)) {
            w.u32(a.0);
            w.u32(b.0);
            count += 1;
        }
        w.count(at, count);
    }

    /// Takes over those among bodies that are `meant`; pairs with others stay as they are.
    pub(crate) fn restore(&mut self, saved: &Ignored, meant: impl Fn(BodyId) -> bool) {
        self.list.retain(|(a, b)| !(meant(*a) && meant(*b)));
        self.list.extend_from_slice(&saved.list);
        self.list.sort_unstable();
    }

    /// Reads pairs of bodies that are `known`, in place of what is there.
    pub(crate) fn read(&mut self, known: impl Fn(BodyId) -> bool, r: &mut Reader) -> Result<(), SaveError> {
        for _ in 0..r.count(PAIR_BYTES, "ignored.count")? {
            let byte = r.at;
            let pair = (BodyId(r.u32("ignored.pair")?), BodyId(r.u32("ignored.pair")?));
            let is_next = self.list.last().is_none_or(|last| *last < pair) && pair.0 < pair.1;
            Reader::demand(is_next, byte, "ignored.pair", SaveFault::OutOfOrder)?;
            let are_known = known(pair.0) && known(pair.1);
            Reader::demand(are_known, byte, "ignored.pair", SaveFault::OutOfRange)?;
            self.list.push(pair);
        }
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds them to a fingerprint; nothing if there are none.
    pub(crate) fn hash(&self, hasher: &mut StateHasher) {
        self.list.iter().for_each(|(a, b)| hasher.pair(a.0, b.0));
    }
}

impl World {
    /// Lets two bodies that [collide](crate::Collide) pass through each other, until told otherwise or until either is gone: who
    /// throws a grenade and the grenade. Two that are inside each other when it ends are parted as those that the game placed so.
    /// Returns whether both are there; of one body with itself nothing is kept.
    #[doc(alias = "ignore_collision")]
    pub fn ignore_pair(&mut self, a: BodyId, b: BodyId, is_ignored: bool) -> bool {
        let are_there = self.places.get(a).is_some() && self.places.get(b).is_some();
        if are_there {
            self.ignored.set(a, b, is_ignored);
        }
        are_there
    }

    /// Were two bodies told to pass [through each other](Self::ignore_pair)?
    #[must_use]
    pub fn ignores_pair(&self, a: BodyId, b: BodyId) -> bool {
        self.ignored.holds(a, b)
    }
}

impl Controls<'_> {
    /// Lets two bodies pass through each other, from this step on, as [`World::ignore_pair`] does.
    pub fn ignore_pair(&mut self, a: BodyId, b: BodyId, is_ignored: bool) -> bool {
        self.world.ignore_pair(a, b, is_ignored)
    }

    /// Were two bodies told to, as [`World::ignores_pair`] says?
    #[must_use]
    pub fn ignores_pair(&self, a: BodyId, b: BodyId) -> bool {
        self.world.ignores_pair(a, b)
    }
}
