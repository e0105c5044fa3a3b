//! What is told of a hit between two bodies.

use crate::fraction::Fraction;
use crate::world::ids::BodyId;
use glam::{IVec2, Vec2};

/// A hit on another body. Both are told of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// The other one.
    pub other: BodyId,
    /// The part of the step that was over when they met.
    pub fraction: Fraction,
    /// Out of the other body, toward this one: a unit vector along an axis.
    pub normal: IVec2,
    /// The middle of the contact, in lattice units, rounded down.
    pub point: IVec2,
    /// This body's min corner at the hit, in lattice units.
    pub position: IVec2,
    /// The speed at which they came together along the normal, in px/s: 0 for one that a slope or a conveyor takes to the other.
    #[doc(alias = "impact_speed")]
    pub approach: f32,
    /// What the hit changed of this body's velocity, in px/s. Times the mass it is the impulse.
    pub change: Vec2,
}

/// Two bodies that meet, for the game's [rules](crate::Rules::responds_to_body).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Who, the smaller id first.
    pub bodies: [BodyId; 2],
    /// Out of the second toward the first: a unit vector along an axis.
    pub normal: IVec2,
    /// When.
    pub fraction: Fraction,
    /// With which velocities they met, in px/s.
    pub before: [Vec2; 2],
    /// Which ones their own settings give them.
    pub after: [Vec2; 2],
}

/// What a step did about bodies that collide with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Pairs of bodies whose reaches overlapped.
    pub pairs: u64,
    /// Hits between bodies.
    pub hits: u64,
    /// Groups of bodies that might meet, and were moved together in order of time.
    pub islands: u64,
    /// Bodies of the largest of them.
    pub largest_island: u64,
    /// Bodies whose motion was cut short, to go on in the next step: they had hit too often, or came to where it was not known
    /// whom they would meet.
    pub waits: u64,
}
