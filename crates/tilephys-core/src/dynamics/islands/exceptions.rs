//! Collision exceptions: pairs of bodies that pass through each other although their settings let them
//! collide.

use super::ignored::Ignored;
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::profile::Profile;
use crate::dynamics::transient_state::Memories;
use crate::response::Response;

/// Pair filter: ignored pairs, bodies that drop through a platform, and collision hooks.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct Exceptions<'a> {
    pub(in crate::dynamics) ignored: &'a Ignored,
    pub(in crate::dynamics) memories: &'a Memories,
    /// Collision hooks, called if the profile of either body uses them.
    pub(in crate::dynamics) rules: Option<&'a dyn CollisionHooks>,
}

impl Exceptions<'_> {
    /// False if no pair of bodies with these settings has an exception.
    pub(in crate::dynamics) fn may_be(&self, profiles: &[Profile]) -> bool {
        let has_platforms = || profiles.iter().any(Profile::is_one_way_platform);
        self.rules.is_some()
            || !self.ignored.is_empty()
            || has_platforms() && self.memories.all().any(|(_, memory)| memory.drops_bodies())
    }

    /// True if a pair has an exception; `asks` returns true if the profile of either uses collision hooks.
    pub(in crate::dynamics) fn hold(&self, a: BodyId, b: BodyId, asks: impl FnOnce() -> bool) -> bool {
        let drops = |a: BodyId, b: BodyId| self.memories.find(a).is_some_and(|memory| memory.drops_body(b));
        self.ignored.holds(a, b)
            || drops(a, b)
            || drops(b, a)
            || self.rules.is_some_and(|rules| asks() && !rules.should_collide_with_body(a.min(b), a.max(b)))
    }
}

impl Profile {
    /// True for a one-way body.
    pub(in crate::dynamics) fn is_one_way_platform(&self) -> bool {
        self.collide.is_some_and(|collide| collide.one_way.is_some())
    }

    /// True if bodies of these two profiles collide by category and mask.
    pub(in crate::dynamics) fn collides_with(&self, other: &Profile) -> bool {
        let sees = |a: &Profile, b: &Profile| a.collide.is_some_and(|collide| collide.mask & b.category != 0);
        self.is_collider() && other.is_collider() && sees(self, other) && sees(other, self)
    }

    /// True if bodies of this profile collide with other bodies. Solid bodies are obstacles of the grid
    /// instead.
    pub(in crate::dynamics) fn is_collider(&self) -> bool {
        self.collide.is_some() && self.solid.is_none() && self.movement.response != Response::PassThrough
    }
}
