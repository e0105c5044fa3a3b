//! Radix sort of pairs.

/// Number of pairs from which the radix sort is faster than a comparison sort.
const MANY: usize = 512;

/// Greatest number of bits of a digit: its counts should fit the first-level cache.
const DIGIT: u32 = 12;

/// Sorts pairs of indices by the first and then by the second, and reuses its memory.
///
/// Many pairs are sorted by radix, lowest digit first (Knuth, "The Art of Computer Programming", volume 3, 5.2.5). The number
/// of digits follows from the number of indices.
#[derive(Clone, Debug, Default)]
pub struct PairSort {
    spare: Vec<(u32, u32)>,
    counts: Vec<u32>,
}

impl PairSort {
    /// Sorts pairs of indices that are all below `count`.
    ///
    /// # Panics
    /// If an index is not below `count`, or if there are 2^32 pairs or more.
    pub fn sort(&mut self, pairs: &mut Vec<(u32, u32)>, count: usize) {
        assert!(u32::try_from(pairs.len()).is_ok(), "{} pairs are too many to sort", pairs.len());
        let most = pairs.iter().fold(0, |most, &(a, b)| most.max(a).max(b));
        assert!(pairs.is_empty() || (most as usize) < count, "place {most} of a pair is not of {count}");
        // Below this number, clearing and summing the counters costs more than it saves.
        if pairs.len() < MANY {
            return pairs.sort_unstable_by_key(|&(a, b)| u64::from(a) << 32 | u64::from(b));
        }
        // The key has only the bits that occur, in digits of equal width. So no pass sorts by constant bits.
        let bits = (32 - most.leading_zeros()).max(1);
        let digits = (2 * bits).div_ceil(DIGIT);
        let width = (2 * bits).div_ceil(digits);
        self.spare.resize(pairs.len(), (0, 0));
        // From the least significant digit: each pass is stable, and keeps the order of the digits before.
        for k in 0..digits {
            let digit = |&(a, b): &(u32, u32)| {
                let key = u64::from(a) << bits | u64::from(b);
                (key >> (k * width)) as usize & ((1 << width) - 1)
            };
            pass(&mut self.counts, 1 << width, pairs, &mut self.spare, digit);
            std::mem::swap(pairs, &mut self.spare);
        }
    }
}

/// Copies pairs in the order of a digit, one of `values`; a stable counting sort.
fn pass(
    counts: &mut Vec<u32>,
    values: usize,
    from: &[(u32, u32)],
    to: &mut [(u32, u32)],
    digit: impl Fn(&(u32, u32)) -> usize,
) {
    counts.clear();
    counts.resize(values, 0);
    for pair in from {
        counts[digit(pair)] += 1;
    }
    // Each count becomes the index of the digit's first pair in the output.
    let mut sum = 0;
    for count in counts.iter_mut() {
        (*count, sum) = (sum, sum + *count);
    }
    // In the order of the input, so that the pass is stable.
    for pair in from {
        let at = &mut counts[digit(pair)];
        to[*at as usize] = *pair;
        *at += 1;
    }
}
