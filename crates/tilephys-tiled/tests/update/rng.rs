//! A random number generator with a seed, for reproducible failures.

/// `SplitMix64` (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators").
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Rng(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A number in `low..=high`.
    pub(crate) fn range(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low) as usize + 1) as i32
    }

    /// True with this probability, in percent.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A random index into `items`, if there is any.
    pub(crate) fn place_in<T>(&mut self, items: &[T]) -> Option<usize> {
        (!items.is_empty()).then(|| self.below(items.len()))
    }
}
