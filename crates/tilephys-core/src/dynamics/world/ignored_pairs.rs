//! Ignored pairs of a world: collision exceptions set by the game. Validation of collision masks: pairs with one-sided masks.

use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::Profile;
use crate::dynamics::world::{ControlContext, World};

impl World {
    /// Sets whether two bodies pass through each other although they [collide](crate::BodyCollision). True if both exist.
    ///
    /// For a grenade and its thrower. Lasts until revoked or until either body is despawned. Bodies that
    /// overlap when it ends are separated over a few steps. A body with itself is not stored.
    #[doc(alias("collision exception", "add_collision_exception_with", "ignore_collision"))]
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

impl World {
    /// Returns pairs of bodies of which only the first one's [mask](crate::BodyCollision::mask) includes the
    /// second: these pass through each other. For checks in debug builds.
    ///
    /// Each two profiles give one pair, of their first bodies. Masks of all bits, the default, are skipped as
    /// unspecific. The cost is quadratic in the number of profiles.
    ///
    /// ```
    /// # use tilephys_core::*;
    /// # let mut world = World::new(TileGrid::new(glam::UVec2::splat(16)));
    /// let mut spawn = |category, mask| {
    ///     let collide = Some(BodyCollision { mask, ..BodyCollision::default() });
    ///     let profile = world.add_profile(Profile { category, collide, ..Profile::default() });
    ///     world.spawn(profile, Body::new(glam::Vec2::ZERO, glam::Vec2::splat(8.0)))
    /// };
    /// // The bullet is to hit enemies, but enemies collide with heroes only.
    /// let (bullet, enemy) = (spawn(0b100, 0b010), spawn(0b010, 0b001));
    /// assert_eq!(world.one_sided_masks(), [[bullet, enemy]]);
    /// ```
    #[must_use]
    pub fn one_sided_masks(&self) -> Vec<[BodyId; 2]> {
        // One body stands for its profile: the least id, so that the result is independent of the spawn order.
        let mut first: Vec<Option<BodyId>> = vec![None; self.profiles.len()];
        for (profile, id) in self.bodies.profile.iter().zip(&self.bodies.id) {
            if let Some(first) = first.get_mut(profile.index()) {
                *first = Some(first.map_or(*id, |before| before.min(*id)));
            }
        }
        // A mask of all bits names nothing in particular, so its refusal by the other side is no mistake.
        let names = |one: &Profile, other: &Profile| {
            one.collide.is_some_and(|collide| collide.mask != u32::MAX && collide.mask & other.category != 0)
        };
        let refuses = |one: &Profile, other: &Profile| {
            one.collide.is_some_and(|collide| collide.mask & other.category == 0)
        };
        let there = || first.iter().zip(&self.profiles).filter_map(|(id, profile)| Some(((*id)?, profile)));
        let mut found = Vec::new();
        for (id, one) in there() {
            let others = there().filter(|(_, other)| names(one, other) && refuses(other, one));
            found.extend(others.map(|(other, _)| [id, other]));
        }
        found.sort_unstable();
        found
    }
}
