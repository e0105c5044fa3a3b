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
    /// Makes each of `len` elements a set of its own.
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

/// Island to be solved: ranges of its members and pairs.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    root: u32,
    pub(crate) members: Range<usize>,
    pub(crate) pairs: Range<usize>,
}

impl Job {
    /// Returns the estimated cost relative to other islands.
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
    /// Pairs, as member indices in the island, with their indices in the list that the islands were built from.
    pub(crate) pairs: Vec<([u32; 2], u32)>,
    /// Island number of each root.
    numbers: Vec<u32>,
    /// Member index of each collider in its island.
    local: Vec<u32>,
    /// Members and pairs in order of visit, each with its island number.
    met: Vec<(u32, u32)>,
    met_pairs: Vec<(u32, [u32; 2], u32)>,
}

const NONE: u32 = u32::MAX;
/// Marks an island to be solved that has no number yet.
const WANTED: u32 = u32::MAX - 1;

impl Jobs {
    /// Clears the islands, for this number of colliders.
    pub(crate) fn reset(&mut self, colliders: usize) {
        self.forget();
        for of in [&mut self.numbers, &mut self.local] {
            of.resize(colliders, NONE);
        }
    }

    /// Builds the islands of all sets with a new pair, members by id and pairs by ids, independent of body
    /// order.
    pub(crate) fn gather(
        &mut self,
        pairs: &[[u32; 2]],
        new: &[[u32; 2]],
        sets: &mut UnionFind,
        ids: impl Fn(u32) -> u32,
    ) {
        self.forget();
        for &[a, _] in new {
            self.numbers[sets.root(a) as usize] = WANTED;
        }
        self.meet(pairs, sets);
        self.group_members(ids);
    }

    /// Drops the previous islands.
    fn forget(&mut self) {
        for job in self.list.drain(..) {
            self.numbers[job.root as usize] = NONE;
        }
        for (_, one) in self.members.drain(..) {
            self.local[one as usize] = NONE;
        }
    }

    /// Numbers the affected islands, and counts their members and pairs.
    fn meet(&mut self, pairs: &[[u32; 2]], sets: &mut UnionFind) {
        let Jobs { list, numbers, local, met, met_pairs, .. } = self;
        met.clear();
        met_pairs.clear();
        for (index, &[a, b]) in (0..).zip(pairs) {
            let root = sets.root(a);
            let number = &mut numbers[root as usize];
            match *number {
                // Islands without a new pair keep their result.
                NONE => continue,
                WANTED => {
                    *number = list.len() as u32;
                    list.push(Job { root, members: 0..0, pairs: 0..0 });
                }
                _ => {}
            }
            // Counted in the ends, which `group_members` turns into ranges.
            let job = &mut list[*number as usize];
            for one in [a, b] {
                if local[one as usize] == NONE {
                    local[one as usize] = 0;
                    met.push((*number, one));
                    job.members.end += 1;
                }
            }
            met_pairs.push((*number, [a, b], index));
            job.pairs.end += 1;
        }
    }

    /// Groups members and pairs by island.
    fn group_members(&mut self, ids: impl Fn(u32) -> u32) {
        let Jobs { list, members, pairs, local, met, met_pairs, .. } = self;
        let mut member = 0;
        let mut pair = 0;
        for job in &mut *list {
            member += job.members.end;
            pair += job.pairs.end;
            job.members = member - job.members.end..member;
            job.pairs = pair - job.pairs.end..pair;
            // Filling counts the ends up again.
            job.members.end = job.members.start;
            job.pairs.end = job.pairs.start;
        }
        members.resize(met.len(), (0, 0));
        for &(number, one) in &*met {
            put(members, &mut list[number as usize].members, (ids(one), one));
        }
        for job in &*list {
            let own = &mut members[job.members.clone()];
            // By id, so that an island is solved alike for any order of bodies.
            own.sort_unstable_by_key(|member| member.0);
            (0..).zip(own).for_each(|(index, member)| local[member.1 as usize] = index);
        }
        pairs.resize(met_pairs.len(), ([0; 2], 0));
        for &(number, [a, b], index) in &*met_pairs {
            let a = local[a as usize];
            let b = local[b as usize];
            put(pairs, &mut list[number as usize].pairs, ([a.min(b), a.max(b)], index));
        }
        list.iter().for_each(|job| pairs[job.pairs.clone()].sort_unstable_by_key(|pair| key(&pair.0)));
    }
}

/// Appends to a range that has capacity.
fn put<T>(all: &mut [T], range: &mut Range<usize>, one: T) {
    all[range.end] = one;
    range.end += 1;
}

/// Returns the sort key of a pair: one number compares faster than two.
pub(crate) fn key(&[a, b]: &[u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Returns the index of a pair, which names the lesser collider first, in an ascending list.
pub(crate) fn index_of(pairs: &[[u32; 2]], pair: [u32; 2]) -> Option<usize> {
    pairs.binary_search_by_key(&key(&pair), key).ok()
}
