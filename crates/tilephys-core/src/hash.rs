//! Hashes of states, maps and files.

use glam::IVec2;

/// Hashes words of 64 bits. Not collision-resistant against an attacker.
pub(crate) struct StateHasher(u64);

impl StateHasher {
    pub(crate) fn new() -> Self {
        StateHasher(0x243F_6A88_85A3_08D3) // the fraction of pi
    }

    /// Multiplies and folds, as in Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators".
    #[inline]
    pub(crate) fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.0 = mixed ^ mixed >> 29;
    }

    #[inline]
    pub(crate) fn pair(&mut self, low: u32, high: u32) {
        self.word(u64::from(low) | u64::from(high) << 32);
    }

    pub(crate) fn point(&mut self, point: IVec2) {
        self.pair(point.x as u32, point.y as u32);
    }

    /// Adds bytes, eight of them as a word; the last word is padded with zeros.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.word(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.word(u64::from_le_bytes(last));
        self.word(bytes.len() as u64);
    }

    pub(crate) fn finish(self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
