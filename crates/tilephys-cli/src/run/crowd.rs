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
