//! Ignored pairs of a world: collision exceptions set by the game.

use crate::body_id::BodyId;
use crate::dynamics::world::{ControlContext, World};

impl World {
    /// Sets whether two bodies pass through each other although they [collide](crate::BodyCollision). True if both
    /// exist.
    ///
    /// For a grenade and its thrower. Lasts until revoked or until either body is despawned. Bodies that
    /// overlap when it ends are separated over a few steps. A body with itself is not stored.
    #[doc(alias = "collision exception")]
    #[doc(alias = "add_collision_exception_with")]
    #[doc(alias = "ignore_collision")]
    pub fn ignore_pair(&mut self, a: BodyId, b: BodyId, is_ignored: bool) -> bool {
        let are_there = self.indices.get(a).is_some() && self.indices.get(b).is_some();
        if are_there {
            self.ignored.set(a, b, is_ignored);
        }
        are_there
    }

    /// True if two bodies [pass through each other](Self::ignore_pair).
    #[must_use]
    pub fn ignores_pair(&self, a: BodyId, b: BodyId) -> bool {
        self.ignored.holds(a, b)
    }
}

impl ControlContext<'_> {
    /// Sets whether two bodies pass through each other, from this step on, like [`World::ignore_pair`].
    pub fn ignore_pair(&mut self, a: BodyId, b: BodyId, is_ignored: bool) -> bool {
        self.world.ignore_pair(a, b, is_ignored)
    }

    /// True if two bodies pass through each other, like [`World::ignores_pair`].
    #[must_use]
    pub fn ignores_pair(&self, a: BodyId, b: BodyId) -> bool {
        self.world.ignores_pair(a, b)
    }
}
