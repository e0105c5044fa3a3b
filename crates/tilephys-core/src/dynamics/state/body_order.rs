//! Order of records by body. New records are merged into lists that are kept by an ascending key.

use crate::dynamics::ids::BodyId;

/// Stable order of records by body, kept to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyOrder {
    /// Body and index of each record, in one word.
    keys: Vec<u64>,
    order: Vec<u32>,
}

impl BodyOrder {
    /// Returns the indices of records by ascending body, given the body of each. The records of one body keep their order.
    pub(crate) fn of(&mut self, ids: impl Iterator<Item = BodyId>) -> &mut [u32] {
        let BodyOrder { keys, order } = self;
        keys.clear();
        keys.extend((0..).zip(ids).map(|(index, id): (u64, _)| u64::from(id.0) << 32 | index));
        // An unstable sort of words with an index is a stable one of the records.
        keys.sort_unstable();
        order.clear();
        order.extend(keys.iter().map(|key| *key as u32));
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
    use super::merge;
    use crate::dynamics::ids::BodyId;

    #[test]
    fn merged_entries_replace_old_ones_and_ascend() {
        let mut list = vec![(1, 10), (3, 30), (9, 90)];
        let mut new = vec![(4, 41), (3, 31), (0, 1)];
        merge(&mut list, &mut new, &mut Vec::new(), |entry| BodyId(entry.0));
        assert_eq!(list, [(0, 1), (1, 10), (3, 31), (4, 41), (9, 90)]);
        assert!(new.is_empty());
    }
}
