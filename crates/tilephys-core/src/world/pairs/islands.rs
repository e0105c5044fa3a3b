//! Which bodies may meet, directly or through others.

use super::advance::key;
use std::ops::Range;

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
    root: u32,
    pub(super) members: Range<usize>,
    pub(super) pairs: Range<usize>,
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
    /// Id and collider of each member.
    pub(super) members: Vec<(u32, u32)>,
    /// The two by their places in the island.
    pub(super) pairs: Vec<[u32; 2]>,
    /// The number of the island of each root.
    numbers: Vec<u32>,
    /// The place in its island of each collider.
    local: Vec<u32>,
    /// Members and pairs as they are met, each with the number of its island.
    met: Vec<(u32, u32)>,
    met_pairs: Vec<(u32, [u32; 2])>,
}

const NONE: u32 = u32::MAX;
/// The number of an island that is to be played and was not met yet.
const WANTED: u32 = u32::MAX - 1;

impl Jobs {
    /// No islands of so many colliders.
    pub(super) fn reset(&mut self, colliders: usize) {
        self.list.clear();
        self.members.clear();
        for of in [&mut self.numbers, &mut self.local] {
            of.clear();
            of.resize(colliders, NONE);
        }
    }

    /// Makes islands of all pairs that are in one set with a new one: members by id, pairs by their ids. Nothing of it depends on
    /// the order of bodies.
    pub(super) fn gather(
        &mut self,
        pairs: &[[u32; 2]],
        new: &[[u32; 2]],
        sets: &mut Sets,
        ids: impl Fn(u32) -> u32,
    ) {
        self.forget();
        for &[a, _] in new {
            self.numbers[sets.root(a) as usize] = WANTED;
        }
        self.meet(pairs, sets);
        self.place(ids);
    }

    /// Forgets the islands there were.
    fn forget(&mut self) {
        for job in self.list.drain(..) {
            self.numbers[job.root as usize] = NONE;
        }
        for (_, one) in self.members.drain(..) {
            self.local[one as usize] = NONE;
        }
    }

    /// Lists the wanted islands, counts their members and pairs.
    fn meet(&mut self, pairs: &[[u32; 2]], sets: &mut Sets) {
        let Jobs { list, numbers, local, met, met_pairs, .. } = self;
        met.clear();
        met_pairs.clear();
        for &[a, b] in pairs {
            let root = sets.root(a);
            let number = &mut numbers[root as usize];
            match *number {
                NONE => continue,
                WANTED => {
                    *number = list.len() as u32;
                    list.push(Job { root, members: 0..0, pairs: 0..0 });
                }
                _ => {}
            }
            let job = &mut list[*number as usize];
            for one in [a, b] {
                if local[one as usize] == NONE {
                    local[one as usize] = 0;
                    met.push((*number, one));
                    job.members.end += 1;
                }
            }
            met_pairs.push((*number, [a, b]));
            job.pairs.end += 1;
        }
    }

    /// Brings members and pairs together by island.
    fn place(&mut self, ids: impl Fn(u32) -> u32) {
        let Jobs { list, members, pairs, local, met, met_pairs, .. } = self;
        let (mut member, mut pair) = (0, 0);
        for job in &mut *list {
            (member, pair) = (member + job.members.end, pair + job.pairs.end);
            (job.members, job.pairs) = (member - job.members.end..member, pair - job.pairs.end..pair);
            (job.members.end, job.pairs.end) = (job.members.start, job.pairs.start);
        }
        members.resize(met.len(), (0, 0));
        for &(number, one) in &*met {
            put(members, &mut list[number as usize].members, (ids(one), one));
        }
        for job in &*list {
            let own = &mut members[job.members.clone()];
            own.sort_unstable_by_key(|member| member.0);
            (0..).zip(own).for_each(|(place, member)| local[member.1 as usize] = place);
        }
        pairs.resize(met_pairs.len(), [0; 2]);
        for &(number, [a, b]) in &*met_pairs {
            let (a, b) = (local[a as usize], local[b as usize]);
            put(pairs, &mut list[number as usize].pairs, [a.min(b), a.max(b)]);
        }
        list.iter().for_each(|job| pairs[job.pairs.clone()].sort_unstable_by_key(key));
    }
}

/// Puts something behind a range that has room there.
fn put<T>(all: &mut [T], range: &mut Range<usize>, one: T) {
    all[range.end] = one;
    range.end += 1;
}
