//! Scope of a snapshot: a whole world, or some of its bodies.

use crate::dynamics::{BodyId, ProfileId, World};

/// Part of a world that a snapshot contains. A reader takes it from the bytes.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    /// Bodies with their indices, by ascending id; `None` for the whole world.
    pub(super) some: Option<&'a [(BodyId, usize)]>,
    /// False if all bodies have the default profile, except rejected ones.
    pub(super) has_profiles: bool,
}

impl Scope<'_> {
    pub(super) const WHOLE: Scope<'static> = Scope { some: None, has_profiles: true };

    /// True if the snapshot contains a body of the world.
    pub(super) fn has(&self, id: BodyId) -> bool {
        self.some.is_none_or(|some| some.binary_search_by_key(&id, |entry| entry.0).is_ok())
    }

    /// Bodies with their indices, by ascending id.
    pub(super) fn bodies<'a>(&'a self, world: &'a World) -> impl Iterator<Item = (BodyId, usize)> + 'a {
        let all = self.some.is_none().then(|| world.indices.iter());
        all.into_iter().flatten().chain(self.some.into_iter().flatten().copied())
    }

    pub(super) fn profile_of(&self, world: &World, index: usize) -> ProfileId {
        let profile = world.bodies.profile[index];
        let is_kept = self.has_profiles || profile.rejection().is_some();
        if is_kept { profile } else { ProfileId::DEFAULT }
    }
}
