//! Collision exceptions: pairs of bodies that pass through each other although their settings let them
//! collide.

use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::settings::Profile;
use crate::dynamics::state::{IgnoredPairs, TransientStates};

/// Pair filter: ignored pairs, bodies that drop through a platform, and collision hooks.
#[derive(Clone, Copy)]
pub(crate) struct Exceptions<'a> {
    pub(crate) ignored: &'a IgnoredPairs,
    pub(crate) transient: &'a TransientStates,
    /// Collision hooks, called if the profile of either body uses them.
    pub(crate) rules: Option<&'a dyn CollisionHooks>,
}

impl Exceptions<'_> {
    /// False if no pair of bodies with these settings has an exception.
    pub(crate) fn may_be(&self, profiles: &[Profile]) -> bool {
        let has_platforms = || profiles.iter().any(Profile::is_one_way_platform);
        self.rules.is_some()
            || !self.ignored.is_empty()
            || has_platforms() && self.transient.others().any(|(_, memory)| memory.drops_bodies())
    }

    /// True if a pair has an exception; `asks` returns true if the profile of either uses collision hooks.
    pub(crate) fn hold(&self, a: BodyId, b: BodyId, asks: impl FnOnce() -> bool) -> bool {
        let drops = |a: BodyId, b: BodyId| self.transient.find(a).is_some_and(|memory| memory.drops_body(b));
        self.ignored.holds(a, b)
            || drops(a, b)
            || drops(b, a)
            || self.rules.is_some_and(|rules| asks() && !rules.should_collide_with_body(a.min(b), a.max(b)))
    }
}
