//! Order of records by body. New records are merged into lists that are kept by an ascending key.

use crate::dynamics::ids::BodyId;

/// Ids for each record beyond which records are sorted by comparing, and not by counting.
const SPARSE: usize = 8;

/// Stable order of records by body, kept to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyOrder {
    /// Body and index of each record, in one word.
    keys: Vec<u64>,
    /// Number of records of each body, then the position of its next record, from the least body on.
    positions: Vec<u32>,
    order: Vec<u32>,
}

impl BodyOrder {
    /// Returns the indices of records by ascending body, given the body of each. The records of one body keep their order.
    pub(crate) fn of(&mut self, ids: impl Iterator<Item = BodyId>) -> &mut [u32] {
        let BodyOrder { keys, positions, order } = self;
        keys.clear();
        keys.extend((0..).zip(ids).map(|(index, id): (u64, _)| u64::from(id.0) << 32 | index));
        let body = |key: u64| (key >> 32) as usize;
        let least = keys.iter().copied().map(body).min().unwrap_or_default();
        let greatest = keys.iter().copied().map(body).max().unwrap_or_default();
        order.clear();
        // Among many bodies with few records, the counts would cost more than a sort.
        if greatest - least > SPARSE * keys.len() {
            // An unstable sort of words with an index is a stable one of the records.
            keys.sort_unstable();
            order.extend(keys.iter().map(|key| *key as u32));
            return order;
        }
        // Counting sort: the count of each body, then the position of its first record, then each record to its position.
        positions.clear();
        positions.resize(greatest - least + 1, 0);
        for key in &*keys {
            positions[body(*key) - least] += 1;
        }
        let mut next = 0;
        for position in &mut *positions {
            let count = std::mem::replace(position, next);
            next += count;
        }
        order.resize(keys.len(), 0);
        for key in &*keys {
            let position = &mut positions[body(*key) - least];
            order[*position as usize] = *key as u32;
            *position += 1;
        }
        order
    }
}

/// Merges new entries, in any order, over the old entries of their keys. `list` ascends by the key that `id` returns; `new` is
/// empty afterwards. `spare` is a buffer.
pub(crate) fn merge<T: Copy, K: Ord>(
    list: &mut Vec<T>,
    new: &mut Vec<T>,
    spare: &mut Vec<T>,
    id: impl Fn(&T) -> K,
) {
    new.sort_unstable_by_key(&id);
    let mut old = list.iter().copied().peekable();
    spare.clear();
    // For all at once, so that both lists seldom grow.
    spare.reserve(list.len() + new.len());
    for entry in new.drain(..) {
        spare.extend(std::iter::from_fn(|| old.next_if(|old| id(old) < id(&entry))));
        old.next_if(|old| id(old) == id(&entry));
        match spare.last_mut() {
            // A predicted body may lose its speed at two walls of a tick.
            Some(last) if id(last) == id(&entry) => *last = entry,
            _ => spare.push(entry),
        }
    }
    spare.extend(old);
    std::mem::swap(list, spare);
}

#[cfg(test)]
mod tests {
    use super::{BodyOrder, merge};
    use crate::dynamics::ids::BodyId;

    #[test]
    fn records_are_in_the_order_of_bodies_and_then_as_they_were_among_few_ids_and_many() {
        let mut order = BodyOrder::default();
        for spread in [1, 3, 1_000, 50_000_000] {
            let ids = [7, 2, 7, 0, 2, 40, 7].map(|id| BodyId(id * spread));
            assert_eq!(order.of(ids.into_iter()), [3, 1, 4, 0, 2, 6, 5], "ids {spread} apart");
        }
        assert!(order.of(std::iter::empty()).is_empty());
    }

    #[test]
    fn merged_entries_replace_old_ones_and_ascend() {
        let mut list = vec![(1, 10), (3, 30), (9, 90)];
        let mut new = vec![(4, 41), (3, 31), (0, 1)];
        merge(&mut list, &mut new, &mut Vec::new(), |entry| BodyId(entry.0));
        assert_eq!(list, [(0, 1), (1, 10), (3, 31), (4, 41), (9, 90)]);
        assert!(new.is_empty());
    }
}
