//! Island builder: connected components of the contact graph, by union-find.

use std::ops::Range;

/// Union-find with path halving, and union by lesser root.
///
/// After Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms", 1984. The lesser root makes
/// the result independent of the order of unions.
#[doc(alias = "disjoint set")]
#[derive(Clone, Debug, Default)]
pub(crate) struct UnionFind(Vec<u32>);

impl UnionFind {
    pub(crate) fn reset(&mut self, len: usize) {
        self.0.clear();
        self.0.extend(0..len as u32);
    }

    pub(crate) fn root(&mut self, mut one: u32) -> u32 {
        while self.0[one as usize] != one {
            let over = self.0[self.0[one as usize] as usize];
            self.0[one as usize] = over;
            one = over;
        }
        one
    }

    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let a = self.root(a);
        let b = self.root(b);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        self.0[high as usize] = low;
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) members: Range<usize>,
    pub(crate) pairs: Range<usize>,
}

impl Job {
    pub(crate) fn cost(&self) -> usize {
        4 * self.members.len() + self.pairs.len()
    }
}

/// Islands as ranges in shared lists, kept to reuse their allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs {
    pub(crate) list: Vec<Job>,
    /// Id and collider of each member.
    pub(crate) members: Vec<(u32, u32)>,
    /// Pairs, as member indices in the island.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// By collider: true for the root of an island to be solved.
    is_wanted: Vec<bool>,
    /// By collider: its member index in the island that is built now.
    local: Vec<u32>,
    /// Roots and indices of the pairs in these islands.
    met: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Jobs {
    pub(crate) fn reset(&mut self, colliders: usize) {
        self.list.clear();
        self.local.clear();
        self.local.resize(colliders, NONE);
    }

    /// Builds the islands of all sets with a new pair, members by id and pairs by ids, independent of body
    /// order. Islands without a new pair keep their result.
    pub(crate) fn gather(
        &mut self,
        pairs: &[[u32; 2]],
        new: &[[u32; 2]],
        sets: &mut UnionFind,
        ids: impl Fn(u32) -> u32,
    ) {
        let Jobs { list, members, pairs: own, is_wanted, local, met } = self;
        list.clear();
        members.clear();
        own.clear();
        met.clear();
        is_wanted.clear();
        is_wanted.resize(local.len(), false);
        new.iter().for_each(|[a, _]| is_wanted[sets.root(*a) as usize] = true);
        let roots = (0..).zip(pairs).map(|(index, [a, _])| (sets.root(*a), index));
        met.extend(roots.filter(|(root, _)| is_wanted[*root as usize]));
        met.sort_unstable();
        for island in met.chunk_by(|a, b| a.0 == b.0) {
            let first_member = members.len();
            let first_pair = own.len();
            for &one in island.iter().flat_map(|(_, index)| &pairs[*index as usize]) {
                if std::mem::replace(&mut local[one as usize], 0) == NONE {
                    members.push((ids(one), one));
                }
            }
            let of_island = &mut members[first_member..];
            // By id, so that an island is solved alike for any order of bodies.
            of_island.sort_unstable();
            (0..).zip(&*of_island).for_each(|(index, member)| local[member.1 as usize] = index);
            own.extend(island.iter().map(|&(_, index)| {
                let [a, b] = pairs[index as usize].map(|one| local[one as usize]);
                [a.min(b), a.max(b)]
            }));
            own[first_pair..].sort_unstable_by_key(key);
            of_island.iter().for_each(|member| local[member.1 as usize] = NONE);
            list.push(Job { members: first_member..members.len(), pairs: first_pair..own.len() });
        }
    }
}

/// Returns the sort key of a pair: one number compares faster than two.
pub(crate) fn key(&[a, b]: &[u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Returns the index of a pair, which names the lesser collider first, in an ascending list.
pub(crate) fn index_of(pairs: &[[u32; 2]], pair: [u32; 2]) -> Option<usize> {
    pairs.binary_search_by_key(&key(&pair), key).ok()
}
