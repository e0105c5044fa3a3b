//! Seeded random numbers, equal on every machine.

/// SplitMix64 (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators").
pub(crate) struct Random(u64);

/// 2^64 divided by the golden ratio, made odd.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Half the edge of the square that directions are picked from.
const RADIUS: i64 = 1 << 20;

impl Random {
    /// The generator of `stream` under `seed`. Both are mixed, so that no stream is a later part of another.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        Random(mix(seed ^ mix(stream.wrapping_add(GAMMA))))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// A number below `n`, or 0 if `n` is 0. Some are likelier than others by less than `n` in 2^64.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low) as u64 + 1) as i64
    }

    /// A unit vector, all directions alike: a point of a disc, found by rejection (von Neumann 1951), is put on its
    /// rim. Whole numbers and one square root, which IEEE 754 rounds exactly, give the same bits everywhere. A try
    /// fails one time in five.
    pub(crate) fn direction(&mut self) -> [f64; 2] {
        loop {
            let x = self.between(-RADIUS, RADIUS);
            let y = self.between(-RADIUS, RADIUS);
            let square = x * x + y * y;
            if 0 < square && square <= RADIUS * RADIUS {
                let length = (square as f64).sqrt();
                return [x as f64 / length, y as f64 / length];
            }
        }
    }
}

fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        // The first outputs of splitmix64.c (Vigna 2015) for the state 1234567.
        let mut random = Random(1_234_567);
        let first = [random.next(), random.next(), random.next()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn directions_have_length_one_and_favour_no_octant() {
        let mut random = Random::new(1, 0);
        let mut octants = [0; 8];
        for _ in 0..80_000 {
            let [x, y] = random.direction();
            assert!((x * x + y * y - 1.0).abs() < 1e-12);
            let octant = [x > 0.0, y > 0.0, x.abs() > y.abs()];
            octants[octant.into_iter().fold(0, |n, bit| n * 2 + usize::from(bit))] += 1;
        }
        // Six standard deviations around 10,000.
        assert!(octants.iter().all(|n| (9_440..=10_560).contains(n)), "{octants:?}");
    }
}
