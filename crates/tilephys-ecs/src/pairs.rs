//! Bodies that collide with each other, as entities.

use crate::physics::Physics;
use hecs::Entity;
use tilephys_core::{BodyHit, PairCounts};

impl Physics {
    /// The hits between bodies among what the last step reported: whose it is, the other one, and what it was. Each comes once for
    /// either of the two.
    pub fn body_hits(&self) -> impl Iterator<Item = (Entity, Entity, &BodyHit)> + '_ {
        self.core.body_hits().filter_map(|(id, hit)| Some((self.entity(id)?, self.entity(hit.other)?, hit)))
    }

    /// What the last step did about bodies that collide with each other.
    #[must_use]
    pub fn pair_counts(&self) -> PairCounts {
        self.core.pair_counts()
    }
}
