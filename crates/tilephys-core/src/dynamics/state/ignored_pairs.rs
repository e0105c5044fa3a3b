//! Ignored pairs: collision exceptions between bodies, until revoked.

use crate::dynamics::ids::BodyId;
use crate::dynamics::state::IdMap;
use crate::hash::StateHasher;
use crate::treap::{NOTHING, Treaps};

/// Ignored pairs, each stored twice: by either id.
#[derive(Clone, Debug)]
pub(crate) struct IgnoredPairs {
    sets: Treaps<(BodyId, BodyId)>,
    root: u32,
}

const FIRST: (BodyId, BodyId) = (BodyId(0), BodyId(0));

impl Default for IgnoredPairs {
    fn default() -> Self {
        IgnoredPairs { sets: Treaps::default(), root: NOTHING }
    }
}

impl IgnoredPairs {
    pub(crate) fn is_empty(&self) -> bool {
        self.sets.are_empty()
    }

    #[inline(always)]
    pub(crate) fn holds(&self, a: BodyId, b: BodyId) -> bool {
        !self.sets.are_empty() && self.search(a, b)
    }

    #[cold]
    fn search(&self, a: BodyId, b: BodyId) -> bool {
        self.sets.holds(self.root, (a, b))
    }

    pub(crate) fn set(&mut self, a: BodyId, b: BodyId, is_ignored: bool) {
        // A body never collides with itself.
        if a == b || self.holds(a, b) == is_ignored {
            return;
        }
        for pair in [(a, b), (b, a)] {
            self.root = if is_ignored {
                self.sets.insert(self.root, pair)
            } else {
                self.sets.remove(self.root, pair).unwrap_or(self.root)
            };
        }
    }

    /// Returns all pairs, ascending, the smaller id of each first.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (BodyId, BodyId)> + '_ {
        self.sets.from(self.root, FIRST).filter(|(a, b)| a < b)
    }

    pub(crate) fn forget(&mut self, id: BodyId) {
        while let Some((_, other)) =
            self.sets.first_from(self.root, (id, BodyId(0))).filter(|pair| pair.0 == id)
        {
            self.set(id, other, false);
        }
    }

    fn retain(&mut self, is_kept: impl Fn(BodyId, BodyId) -> bool) {
        let mut next = self.sets.first_from(self.root, FIRST);
        while let Some((a, b)) = next {
            if !is_kept(a, b) {
                self.set(a, b, false);
            }
            next = self.sets.first_after(self.root, (a, b));
        }
    }

    /// Drops the pairs of bodies that no longer exist, after ids were reassigned.
    pub(crate) fn forget_gone(&mut self, indices: &IdMap) {
        self.retain(|a, b| indices.get(a).is_some() && indices.get(b).is_some());
    }

    /// Replaces the pairs of bodies that both satisfy `meant`. All other pairs stay.
    pub(crate) fn restore(&mut self, saved: &[(BodyId, BodyId)], meant: impl Fn(BodyId) -> bool) {
        self.retain(|a, b| !(meant(a) && meant(b)));
        saved.iter().for_each(|(a, b)| self.set(*a, *b, true));
    }

    /// Adds the pairs to a hash; adds nothing if there are none.
    pub(crate) fn hash(&self, hasher: &mut StateHasher) {
        self.pairs().for_each(|(a, b)| hasher.pair(a.0, b.0));
    }
}
