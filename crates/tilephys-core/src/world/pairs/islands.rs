//! Which bodies may meet, directly or through others.

use super::advance::key;

/// Sets of bodies that grow together (union by the lesser root, with path halving: Tarjan and van Leeuwen, "Worst-case
/// analysis of set union algorithms", 1984).
#[derive(Clone, Debug, Default)]
pub(super) struct Sets(Vec<u32>);

impl Sets {
    /// Each of so many in a set of its own.
    pub(super) fn reset(&mut self, len: usize) {
        self.0.clear();
        self.0.extend(0..len as u32);
    }

    pub(super) fn root(&mut self, mut one: u32) -> u32 {
        while self.0[one as usize] != one {
            let over = self.0[self.0[one as usize] as usize];
            self.0[one as usize] = over;
            one = over;
        }
        one
    }

    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        self.0[high as usize] = low;
    }
}

/// An island to be played: where its members and pairs are in the lists.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) members: std::ops::Range<usize>,
    pub(super) pairs: std::ops::Range<usize>,
}

impl Job {
    /// About how long it takes, against others.
    pub(super) fn cost(&self) -> usize {
        4 * self.members.len() + self.pairs.len()
    }
}

/// Islands in lists that follow one another; kept for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Jobs {
    pub(super) list: Vec<Job>,
    /// Root, id and collider of each member.
    pub(super) members: Vec<(u32, u32, u32)>,
    /// Root, and the two by their places in the island.
    pub(super) pairs: Vec<(u32, u32, u32)>,
    /// The place in its island of each collider.
    local: Vec<u32>,
}

impl Jobs {
    /// Makes islands of all pairs whose set is wanted: members by id, pairs by their ids. Nothing of it depends on the order of
    /// bodies.
    pub(super) fn gather(
        &mut self,
        pairs: &[[u32; 2]],
        sets: &mut Sets,
        ids: impl Fn(u32) -> u32,
        is_wanted: impl Fn(u32) -> bool,
        colliders: usize,
    ) {
        const NONE: u32 = u32::MAX;
        let Jobs { list, members, pairs: own, local } = self;
        list.clear();
        members.clear();
        own.clear();
        local.clear();
        local.resize(colliders, NONE);
        for &[a, b] in pairs {
            let root = sets.root(a);
            if !is_wanted(root) {
                continue;
            }
            for one in [a, b] {
                if local[one as usize] == NONE {
                    local[one as usize] = 0;
                    members.push((root, ids(one), one));
                }
            }
            own.push((root, a, b));
        }
        members.sort_unstable_by_key(|&(root, id, _)| key(&[root, id]));
        let mut at = 0;
        for island in members.chunk_by(|a, b| a.0 == b.0) {
            (0..).zip(island).for_each(|(place, member)| local[member.2 as usize] = place);
            list.push(Job { members: at..at + island.len(), pairs: 0..0 });
            at += island.len();
        }
        for (_, a, b) in own.iter_mut() {
            let (first, second) = (local[*a as usize], local[*b as usize]);
            (*a, *b) = if first < second { (first, second) } else { (second, first) };
        }
        own.sort_unstable_by_key(|&(root, a, b)| u128::from(key(&[root, a])) << 32 | u128::from(b));
        let mut at = 0;
        for (job, island) in list.iter_mut().zip(own.chunk_by(|a, b| a.0 == b.0)) {
            job.pairs = at..at + island.len();
            at += island.len();
        }
    }
}
