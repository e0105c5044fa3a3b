//! Contact data of two bodies: events, hook arguments and statistics.

use crate::dynamics::ids::BodyId;
use crate::fraction::Fraction;
use crate::shape_hit::ShapeHit;
use glam::{IVec2, Vec2};

/// Hit on another body: a contact with the time of impact. Both bodies report it.
#[doc(alias = "contact")]
#[doc(alias = "manifold")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// Time of impact within the step, normal toward this body, middle of the contact, and min corner of this body.
    pub shape: ShapeHit<Fraction>,
    /// Other body of the contact.
    pub target: BodyId,
    /// Approach speed along the normal, in px/s; 0 if a slope or a conveyor moves one body into the other.
    #[doc(alias = "impact_speed")]
    pub approach: f32,
    /// Velocity change of this body, in px/s. Times the mass it is the impulse.
    #[doc(alias = "impulse")]
    pub change: Vec2,
}

/// Contact of two bodies, as passed to the [collision hook](crate::CollisionHooks::responds_to_body).
#[doc(alias = "contact")]
#[doc(alias = "manifold")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyContact {
    /// Bodies of the contact, the smaller id first.
    pub bodies: [BodyId; 2],
    /// Contact normal from the second body toward the first: a unit vector along an axis.
    pub normal: IVec2,
    /// Time of impact within the step.
    pub fraction: Fraction,
    /// Velocities before the contact, in px/s.
    pub before: [Vec2; 2],
    /// Velocities after the contact by the settings of both bodies, in px/s.
    pub after: [Vec2; 2],
}

/// Statistics of collisions between bodies in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Pairs of bodies with overlapping swept bounds.
    pub pairs: u64,
    /// Hits between bodies.
    pub hits: u64,
    /// Islands: groups of bodies that can meet, solved together in order of time.
    pub islands: u64,
    /// Bodies in the largest island.
    pub largest_island: u64,
    /// Bodies stopped early until the next step: contact limit reached, or left the bounds whose neighbors
    /// are known.
    pub deferred: u64,
}
