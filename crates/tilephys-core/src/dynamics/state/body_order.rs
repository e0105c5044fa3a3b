//! Order of records by body: a counting sort where ids are dense, else a sort of keys.

use crate::dynamics::ids::BodyId;

/// Greatest number of ids for each record up to which records are counted. A sort of keys then costs as much.
const SPARSE: usize = 32;

/// Stable order of records by body, kept to reuse its allocations.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyOrder {
    /// Indices of the records, in their order.
    order: Vec<u32>,
    /// By body: index in the order of its next record.
    ends: Vec<u32>,
    keys: Vec<u64>,
}

impl BodyOrder {
    /// Returns the indices of records by ascending body, given the body of each. The records of one body keep their order.
    pub(crate) fn of(&mut self, ids: impl ExactSizeIterator<Item = BodyId> + Clone) -> &mut [u32] {
        let (first, last) =
            ids.clone().fold((u32::MAX, 0), |(low, high), id| (id.0.min(low), id.0.max(high)));
        self.order.clear();
        // With few records among many ids, clearing the counters would cost more than a sort.
        if (last.saturating_sub(first)) as usize / SPARSE < ids.len() {
            self.count(ids, first, last);
        } else {
            self.sort_keys(ids);
        }
        &mut self.order
    }

    /// Finds the order by counting the records of each id from `first` to `last`.
    fn count(&mut self, ids: impl ExactSizeIterator<Item = BodyId> + Clone, first: u32, last: u32) {
        let BodyOrder { order, ends, .. } = self;
        ends.clear();
        ends.resize((last - first) as usize + 1, 0);
        ids.clone().for_each(|id| ends[(id.0 - first) as usize] += 1);
        let mut sum = 0;
        // Each count becomes the index of the first record of its body.
        for end in &mut *ends {
            let count = *end;
            *end = sum;
            sum += count;
        }
        order.resize(ids.len(), 0);
        // In the order of the list, so the records of one body keep theirs.
        for (index, id) in (0..).zip(ids) {
            let end = &mut ends[(id.0 - first) as usize];
            order[*end as usize] = index;
            *end += 1;
        }
    }

    /// Finds the order by a sort of words of id and index: an unstable sort of these is a stable one of the records.
    fn sort_keys(&mut self, ids: impl Iterator<Item = BodyId>) {
        let BodyOrder { order, keys, .. } = self;
        keys.clear();
        keys.extend((0..).zip(ids).map(|(index, id): (u64, _)| u64::from(id.0) << 32 | index));
        keys.sort_unstable();
        order.extend(keys.iter().map(|key| *key as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::BodyOrder;
    use crate::dynamics::ids::BodyId;

    #[test]
    fn dense_and_sparse_ids_are_ordered_by_body_and_then_as_they_came() {
        let mut random = 3_u32;
        let mut order = BodyOrder::default();
        for round in 0..200 {
            let spread = [3, 40, u32::MAX][round % 3];
            let ids: Vec<BodyId> = (0..round)
                .map(|_| {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    BodyId((random >> 3) % spread)
                })
                .collect();
            let mut expected: Vec<u32> = (0..round as u32).collect();
            expected.sort_by_key(|index| ids[*index as usize]);
            assert_eq!(order.of(ids.iter().copied()), expected, "ids below {spread}");
        }
    }
}
