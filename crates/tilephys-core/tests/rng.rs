//! Pseudorandom numbers from a seed, so that every failure is reproducible. The tests of all crates share this file.

/// `SplitMix64` (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators").
pub(crate) struct Rng(u64);

/// An integer that the generator draws.
pub(crate) trait Integer: Copy {
    /// In 64 bits, extended by its sign.
    fn to_bits(self) -> u64;
    fn from_bits(bits: u64) -> Self;
}

macro_rules! integers {
    ($($of:ty)*) => {$(
        #[allow(clippy::cast_lossless, reason = "one cast for types of every width")]
        impl Integer for $of {
            fn to_bits(self) -> u64 {
                self as u64
            }

            fn from_bits(bits: u64) -> Self {
                bits as $of
            }
        }
    )*};
}

integers!(i32 i64 u32 u64 usize);

#[allow(dead_code, reason = "no crate draws all kinds of numbers")]
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
    pub(crate) fn below<N: Integer>(&mut self, n: N) -> N {
        N::from_bits(self.next() % n.to_bits())
    }

    /// A number of `low..=high`.
    pub(crate) fn range<N: Integer>(&mut self, low: N, high: N) -> N {
        let (low, high) = (low.to_bits(), high.to_bits());
        N::from_bits(low.wrapping_add(self.next() % (high.wrapping_sub(low) + 1)))
    }

    /// True with this probability, in percent.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A random index into `items`, if there is any.
    pub(crate) fn index_in<T>(&mut self, items: &[T]) -> Option<usize> {
        (!items.is_empty()).then(|| self.below(items.len()))
    }

    /// A number of 0..1 in steps of 2^-24.
    pub(crate) fn unit(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1 << 24) as f32
    }

    /// A number of either sign, every magnitude up to 2^`bits` equally often.
    pub(crate) fn any_scale(&mut self, bits: u64) -> i64 {
        let scale = 1 + self.below(bits);
        let magnitude = self.below(1i64 << scale);
        if self.chance(50) { magnitude } else { -magnitude }
    }
}
