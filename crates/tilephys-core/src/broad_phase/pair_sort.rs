//! Pairs in order.

/// Pairs from which on they are sorted by digits and no longer by comparison.
const MANY: usize = 512;

/// Most bits of a digit: its counts should stay in the first-level cache.
const DIGIT: u32 = 11;

/// Sorts pairs of places, by the first and then by the second, and keeps the memory that this takes.
///
/// Many are sorted by radix, lowest digit first (Knuth, "The Art of Computer Programming", volume 3, 5.2.5), with as few digits
/// as the number of places needs.
#[derive(Clone, Debug, Default)]
pub struct PairSort {
    keys: Vec<u64>,
    spare: Vec<u64>,
    counts: Vec<u32>,
}

impl PairSort {
    /// Sorts pairs of places that are all below `places`.
    ///
    /// # Panics
    /// If a place is not below `places`, or if there are 2^32 pairs or more.
    pub fn sort(&mut self, pairs: &mut [(u32, u32)], places: usize) {
        assert!(u32::try_from(pairs.len()).is_ok(), "{} pairs are too many to sort", pairs.len());
        let bits = (places.clamp(2, 1 << 32) - 1).ilog2() + 1;
        let key = |&(a, b): &(u32, u32)| {
            assert!((a.max(b) as usize) < places, "the pair {a}, {b} is not of {places} places");
            u64::from(a) << bits | u64::from(b)
        };
        self.keys.clear();
        self.keys.extend(pairs.iter().map(key));
        if pairs.len() < MANY {
            self.keys.sort_unstable();
        } else {
            let digits = (2 * bits).div_ceil(DIGIT);
            let width = (2 * bits).div_ceil(digits);
            self.spare.resize(pairs.len(), 0);
            for digit in 0..digits {
                pass(&mut self.counts, &self.keys, &mut self.spare, [digit * width, width]);
                std::mem::swap(&mut self.keys, &mut self.spare);
            }
        }
        let low = u64::MAX >> (64 - bits);
        for (pair, key) in pairs.iter_mut().zip(&self.keys) {
            *pair = ((key >> bits) as u32, (key & low) as u32);
        }
    }
}

/// Copies keys in the order of the digit that begins at a bit and is so many wide; equals stay as they are.
fn pass(counts: &mut Vec<u32>, from: &[u64], to: &mut [u64], [begin, width]: [u32; 2]) {
    let digit = |key: u64| (key >> begin) as usize & ((1 << width) - 1);
    counts.clear();
    counts.resize(1 << width, 0);
    for &key in from {
        counts[digit(key)] += 1;
    }
    let mut sum = 0;
    for count in counts.iter_mut() {
        (*count, sum) = (sum, sum + *count);
    }
    for &key in from {
        let at = &mut counts[digit(key)];
        to[*at as usize] = key;
        *at += 1;
    }
}
