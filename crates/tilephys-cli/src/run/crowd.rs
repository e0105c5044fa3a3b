//! Number and kinds of the bodies of a run.

use super::random::Random;
use tilephys::core::BodyId;

/// Masses of projectiles are whole numbers from 1 to this.
const MAX_MASS: u64 = 8;

/// First random stream of masses, one for each projectile, so that masses do not depend on the order of spawning.
const MASSES: u64 = 1 << 62;

/// How projectiles take to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meet {
    /// They pass through each other.
    Never,
    /// They hit each other.
    Alike,
    /// Like `Alike`, but with masses of 1 to [`MAX_MASS`].
    ByMass,
}

/// Which bodies, and how they are put into the world.
#[derive(Clone, Copy)]
pub(crate) struct Crowd {
    pub(crate) projectiles: usize,
    pub(crate) characters: usize,
    pub(crate) seed: u64,
    pub(crate) meet: Meet,
    /// They are put into the world in a random order.
    pub(crate) shuffled: bool,
}

impl Crowd {
    /// The mass of a projectile; `None` if it hits no others.
    pub(crate) fn mass(&self, id: BodyId) -> Option<u8> {
        match self.meet {
            Meet::Never => None,
            Meet::Alike => Some(1),
            Meet::ByMass => {
                let mut random = Random::new(self.seed, MASSES + u64::from(id.0));
                Some(1 + random.below(MAX_MASS) as u8)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_masses_are_as_frequent_and_follow_from_the_seed_and_the_number() {
        let crowd = |seed, meet| Crowd { projectiles: 0, characters: 0, seed, meet, shuffled: false };
        let masses = |seed| -> Vec<u8> {
            (0..8_000).filter_map(|n| crowd(seed, Meet::ByMass).mass(BodyId(n))).collect()
        };
        let mut counts = [0; 9];
        masses(1).iter().for_each(|mass| counts[usize::from(*mass)] += 1);
        // Six standard deviations around 1,000.
        assert!(counts[1..].iter().all(|n| (822..=1_178).contains(n)), "{counts:?}");
        assert_eq!(masses(1), masses(1));
        assert_ne!(masses(1), masses(2));
        let [never, alike] = [Meet::Never, Meet::Alike].map(|meet| crowd(1, meet).mass(BodyId(5)));
        assert_eq!((never, alike), (None, Some(1)));
    }
}
