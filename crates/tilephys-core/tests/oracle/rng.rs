//! A seeded generator, so that every failure is reproducible.

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

    /// A number of `0..n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A number of `low..=high`.
    pub(crate) fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low) as u64 + 1) as i64
    }

    /// True this often in a hundred.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A number of 0..1 in steps of 2^-24.
    pub(crate) fn unit(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1 << 24) as f32
    }

    /// A number of either sign, every magnitude up to 2^`bits` equally often.
    pub(crate) fn any_scale(&mut self, bits: u64) -> i64 {
        let scale = 1 + self.below(bits);
        let magnitude = self.below(1 << scale) as i64;
        if self.chance(50) { magnitude } else { -magnitude }
    }
}
