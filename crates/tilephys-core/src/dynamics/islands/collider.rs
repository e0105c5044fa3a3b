//! Colliding bodies, and what is known of their trajectories.

use crate::body_id::BodyId;
use crate::dynamics::settings::Profile;
use glam::IVec2;

/// Colliding body: a body that collides with bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Collider {
    pub(crate) index: u32,
    pub(crate) id: BodyId,
    pub(crate) category: u32,
    pub(crate) mask: u32,
    /// Categories of the bodies that it carries.
    pub(crate) carries: u32,
    pub(crate) size: IVec2,
    /// Trajectory, as far as known.
    pub(crate) way: KnownPath,
    /// Number of hits on the grid in the sweep phase, if known.
    pub(crate) hits_alone: Option<u32>,
    /// True if the sweep phase moved it by its whole translation without a hit or a walk.
    pub(crate) flies: bool,
    /// True if its trajectory is to be reconstructed, because its swept bounds overlap another's.
    pub(crate) is_listed: bool,
    /// True if it was solved in an island before.
    pub(crate) was_played: bool,
    /// True if an island moved it beyond its first swept bounds.
    pub(crate) has_grown: bool,
}

impl Collider {
    pub(crate) const NONE: Collider = Collider {
        index: 0,
        id: BodyId(0),
        category: 0,
        mask: 0,
        carries: 0,
        size: IVec2::ZERO,
        way: KnownPath::Unknown,
        hits_alone: None,
        flies: false,
        is_listed: false,
        was_played: false,
        has_grown: false,
    };
}

/// Trajectory, as far as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownPath {
    /// Straight: one segment for the whole step.
    Straight,
    /// `len` segments, from index `from` on.
    Pieces { from: u32, len: u32 },
    /// Unknown: only its bounds are known.
    Unknown,
}

/// Properties of a profile that affect trajectories.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// True if it may be moved by more than its velocity.
    pub(crate) is_carried: bool,
    /// True if step-up, corner correction and floors may move it off its straight path.
    pub(crate) walks: bool,
    pub(crate) category: u32,
    pub(crate) mask: u32,
    pub(crate) carries: u32,
}

impl Terms {
    pub(crate) fn of(profile: &Profile, is_any_carried: bool) -> Terms {
        let walk = profile.movement.walk_if_grounded();
        Terms {
            is_carried: is_any_carried || walk.is_some_and(|walk| walk.one_way_assist > 0.0),
            walks: profile.movement.walking().is_some(),
            category: profile.category,
            mask: profile.collide.map_or(0, |collide| collide.mask),
            carries: profile.collide.map_or(0, |collide| collide.carries),
        }
    }
}
