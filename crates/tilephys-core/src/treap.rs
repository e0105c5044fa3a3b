//! Ordered sets in one array: treaps (Seidel and Aragon, "Randomized Search Trees", 1996).
//!
//! A search, an insertion and a removal take time logarithmic in the size of the set. The array keeps its memory. A node's
//! priority is a fixed hash of its index, so tree shapes are deterministic, and no result depends on them.

/// Root of an empty set.
pub(crate) const NOTHING: u32 = u32::MAX;

/// Ordered sets that share an array of nodes. A set is identified by its root, which its owner stores.
#[derive(Clone, Debug)]
pub(crate) struct Treaps<K> {
    nodes: Vec<Node<K>>,
    /// Head of the free list, linked through the lesser children.
    free: u32,
    used: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node<K> {
    key: K,
    /// Roots of the lesser and the greater keys.
    below: [u32; 2],
}

impl<K> Default for Treaps<K> {
    fn default() -> Self {
        Treaps { nodes: Vec::new(), free: NOTHING, used: 0 }
    }
}

impl<K: Copy + Ord> Treaps<K> {
    pub(crate) fn are_empty(&self) -> bool {
        self.used == 0
    }

    /// Empties all sets; all roots become invalid.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.free = NOTHING;
        self.used = 0;
    }

    /// The least key of a set that is not less than `key`.
    #[inline]
    pub(crate) fn first_from(&self, mut root: u32, key: K) -> Option<K> {
        let mut found = None;
        while let Some(node) = self.nodes.get(root as usize) {
            let is_less = node.key < key;
            found = if is_less { found } else { Some(node.key) };
            root = node.below[usize::from(is_less)];
        }
        found
    }

    /// The least key of a set that is greater than `key`.
    #[inline]
    pub(crate) fn first_after(&self, mut root: u32, key: K) -> Option<K> {
        let mut found = None;
        while let Some(node) = self.nodes.get(root as usize) {
            let is_over = key < node.key;
            found = if is_over { Some(node.key) } else { found };
            root = node.below[usize::from(!is_over)];
        }
        found
    }

    pub(crate) fn holds(&self, root: u32, key: K) -> bool {
        self.first_from(root, key) == Some(key)
    }

    /// The keys of a set that are not less than `key`, ascending.
    pub(crate) fn from(&self, root: u32, key: K) -> impl Iterator<Item = K> + '_ {
        std::iter::successors(self.first_from(root, key), move |last| self.first_after(root, *last))
    }

    #[inline]
    pub(crate) fn only(&self, root: u32) -> Option<K> {
        let node = self.nodes.get(root as usize)?;
        (node.below == [NOTHING; 2]).then_some(node.key)
    }

    pub(crate) fn insert(&mut self, root: u32, key: K) -> u32 {
        let node = Node { key, below: [NOTHING; 2] };
        let at = self.free;
        self.used += 1;
        if let Some(free) = self.nodes.get_mut(at as usize) {
            self.free = std::mem::replace(free, node).below[0];
            return self.put(root, at);
        }
        self.nodes.push(node);
        self.put(root, self.nodes.len() as u32 - 1)
    }

    /// Removes a key. Returns the new root; `None` if the set has no such key.
    pub(crate) fn remove(&mut self, root: u32, key: K) -> Option<u32> {
        let node = *self.nodes.get(root as usize)?;
        if node.key == key {
            self.nodes[root as usize].below[0] = self.free;
            self.free = root;
            self.used -= 1;
            return Some(self.merge(node.below));
        }
        let side = usize::from(node.key < key);
        let below = self.remove(node.below[side], key)?;
        self.nodes[root as usize].below[side] = below;
        Some(root)
    }

    /// Inserts a node without children where its priority belongs, above the subtrees that it splits.
    fn put(&mut self, root: u32, at: u32) -> u32 {
        let key = self.nodes[at as usize].key;
        if root == NOTHING {
            return at;
        }
        if rank(at) > rank(root) {
            self.nodes[at as usize].below = self.split(root, key);
            return at;
        }
        let side = usize::from(self.nodes[root as usize].key < key);
        let below = self.put(self.nodes[root as usize].below[side], at);
        self.nodes[root as usize].below[side] = below;
        root
    }

    /// The roots of the keys that are less than `key`, and of the others.
    fn split(&mut self, root: u32, key: K) -> [u32; 2] {
        let Some(&Node { key: own, below }) = self.nodes.get(root as usize) else { return [NOTHING; 2] };
        let side = usize::from(own < key);
        let mut parts = self.split(below[side], key);
        self.nodes[root as usize].below[side] = parts[1 - side];
        parts[1 - side] = root;
        parts
    }

    /// The root of the union of two sets; all keys of the first are less.
    fn merge(&mut self, [low, high]: [u32; 2]) -> u32 {
        if low == NOTHING || high == NOTHING {
            return if low == NOTHING { high } else { low };
        }
        let (root, side) = if rank(low) > rank(high) { (low, 1) } else { (high, 0) };
        let below = self.nodes[root as usize].below[side];
        let merged = self.merge(if side == 1 { [below, high] } else { [low, below] });
        self.nodes[root as usize].below[side] = merged;
        root
    }
}

/// The priority of a node, by its index: distinct for each, and without a pattern (the finalizer of MurmurHash3, Appleby 2011).
#[inline]
fn rank(at: u32) -> u32 {
    let mut mixed = at.wrapping_add(1);
    mixed = (mixed ^ mixed >> 16).wrapping_mul(0x85EB_CA6B);
    mixed = (mixed ^ mixed >> 13).wrapping_mul(0xC2B2_AE35);
    mixed ^ mixed >> 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn depth(treaps: &Treaps<u32>, root: u32) -> u32 {
        let Some(node) = treaps.nodes.get(root as usize) else { return 0 };
        1 + node.below.into_iter().map(|below| depth(treaps, below)).max().unwrap_or(0)
    }

    #[test]
    fn treaps_match_tree_sets_under_random_edits() {
        let mut treaps = Treaps::default();
        let mut roots = [NOTHING; 3];
        let mut sets = vec![BTreeSet::new(); 3];
        let mut random = 7_u32;
        let mut next = move |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        for step in 0..6000 {
            let set = next(3) as usize;
            let key = next(40);
            let grows = step / 700 % 2 == 0;
            if next(16) < if grows { 12 } else { 3 } {
                if sets[set].insert(key) {
                    roots[set] = treaps.insert(roots[set], key);
                }
            } else {
                let left = treaps.remove(roots[set], key);
                assert_eq!(left.is_some(), sets[set].remove(&key));
                roots[set] = left.unwrap_or(roots[set]);
            }
            for (set, root) in sets.iter().zip(roots) {
                let from = next(40);
                assert!(treaps.from(root, from).eq(set.range(from..).copied()), "step {step}");
                assert_eq!(treaps.holds(root, from), set.contains(&from));
                assert_eq!(treaps.only(root), set.first().copied().filter(|_| set.len() == 1));
            }
            assert_eq!(treaps.used as usize, sets.iter().map(BTreeSet::len).sum::<usize>());
        }
    }

    #[test]
    fn trees_stay_shallow_in_any_order_of_insertion() {
        const KEYS: u32 = 1 << 14;
        let orders: [fn(u32) -> u32; 3] = [|k| k, |k| KEYS - 1 - k, |k| k.wrapping_mul(40_503) % KEYS];
        for order in orders {
            let mut treaps = Treaps::default();
            let mut root = NOTHING;
            (0..KEYS).for_each(|k| root = treaps.insert(root, order(k)));
            assert!(depth(&treaps, root) < 50, "{} levels", depth(&treaps, root));
        }
    }
}
