//! Sorted set of the body pairs that are solved together.

/// Returns the sort key of a pair: one number compares faster than two.
pub(crate) fn key(&[a, b]: &[u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Colliders in an entry of the index.
const BLOCK: usize = 4;

/// Pairs of colliders, ascending and unique, with an index by the first collider.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkedPairs {
    pairs: Vec<[u32; 2]>,
    /// First pair of each block of colliders, and the end.
    starts: Vec<u32>,
}

impl LinkedPairs {
    /// Clears the set, for this number of colliders.
    pub(crate) fn clear(&mut self, colliders: usize) {
        self.pairs.clear();
        self.starts.clear();
        self.starts.resize(colliders.div_ceil(BLOCK) + 1, 0);
    }

    pub(crate) fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// Inserts new pairs, which are ascending and unique.
    pub(crate) fn add(&mut self, new: &[[u32; 2]]) {
        let LinkedPairs { pairs, starts } = self;
        // Greatest first, so that the merge works in place.
        let mut old = pairs.len();
        let mut to = pairs.len() + new.len();
        pairs.resize(to, [0; 2]);
        for pair in new.iter().rev() {
            while old > 0 && key(&pairs[old - 1]) > key(pair) {
                old -= 1;
                to -= 1;
                pairs[to] = pairs[old];
            }
            to -= 1;
            pairs[to] = *pair;
        }
        // The first pair of each block of bodies, so that a lookup searches a short range.
        let mut block = 0;
        for (index, pair) in (0..).zip(&*pairs) {
            let own = pair[0] as usize / BLOCK;
            while block < own {
                block += 1;
                starts[block] = index;
            }
        }
        starts[block + 1..].fill(pairs.len() as u32);
    }

    /// True if the set contains a pair.
    pub(crate) fn holds(&self, a: u32, b: u32) -> bool {
        self.index_of([a.min(b), a.max(b)]).is_some()
    }

    /// Returns the place of a pair, which names the lesser collider first.
    pub(crate) fn index_of(&self, pair: [u32; 2]) -> Option<usize> {
        let block = pair[0] as usize / BLOCK;
        let from = self.starts[block] as usize;
        let own = &self.pairs[from..self.starts[block + 1] as usize];
        own.binary_search_by_key(&key(&pair), key).ok().map(|index| from + index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn contains_exactly_the_added_pairs() {
        const COLLIDERS: u32 = 70;
        let mut random = 1_u32;
        let mut below = |n: u32| {
            random = random.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (random >> 16) % n
        };
        let mut bound = LinkedPairs::default();
        let mut all = BTreeSet::new();
        for _ in 0..50 {
            bound.clear(COLLIDERS as usize);
            all.clear();
            for count in [0, 1, 40, 0, 5, 300] {
                let drawn = (0..count).map(|_| (below(COLLIDERS - 1), below(COLLIDERS)));
                let pairs: BTreeSet<[u32; 2]> = drawn.filter(|(a, b)| a < b).map(|(a, b)| [a, b]).collect();
                let new: Vec<_> = pairs.difference(&all).copied().collect();
                bound.add(&new);
                all.extend(new);
                assert!(bound.pairs().iter().eq(&all));
                for (a, b) in (0..COLLIDERS).flat_map(|a| (0..COLLIDERS).map(move |b| (a, b))) {
                    assert_eq!(bound.holds(a, b), all.contains(&[a.min(b), a.max(b)]), "{a} {b}");
                }
            }
        }
    }
}
