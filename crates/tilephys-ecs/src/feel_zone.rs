//! Effects of a region on the characters in it: ladders, water, springs.

use glam::Vec2;

/// Effect of an entity with a [`Trigger`](crate::Trigger) on the characters that overlap it. A game that drives its
/// characters by hand reads it as data.
///
/// ```
/// use glam::Vec2;
/// use tilephys_ecs::{Collider, FeelZone, Position, Trigger};
///
/// let mut world = hecs::World::new();
/// let area = (Position::new(64.0, 0.0), Collider::new(16.0, 96.0), Trigger::default());
/// let pool = world.spawn((area.0, area.1, area.2, FeelZone::Water { flow: Vec2::ZERO }));
/// assert!(world.get::<&FeelZone>(pool).is_ok());
/// ```
#[doc(alias = "ladder")]
#[doc(alias = "water")]
#[doc(alias = "spring")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FeelZone {
    /// Ladder or rope to hold on to.
    Ladder,
    /// Water to swim in.
    Water {
        /// Velocity of the water, in px/s.
        flow: Vec2,
    },
    /// Spring that throws a character once, when the character enters the zone.
    Spring {
        /// Velocity of the thrown character, in px/s.
        velocity: Vec2,
    },
}

impl FeelZone {
    pub(crate) fn is_finite(&self) -> bool {
        match self {
            FeelZone::Ladder => true,
            FeelZone::Water { flow: velocity } | FeelZone::Spring { velocity } => velocity.is_finite(),
        }
    }
}
