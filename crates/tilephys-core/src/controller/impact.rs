//! Time of impact and plane of a hit off the lattice.

use super::actor::Actor;
use super::candidate::Candidate;
use super::motion::Motion;
use super::slope_contact::{SlopeContact, dot};
use crate::fraction::Fraction;

/// A hit that a motion is about to reach.
#[derive(Clone, Copy)]
pub(crate) struct Impact<'a> {
    pub(crate) found: &'a Candidate,
    /// Plane of the face.
    pub(crate) plane: SlopeContact,
    pub(crate) when: Fraction,
    /// True if no solid overlaps the body at the hit, with each axis rounded toward its start.
    pub(crate) is_clear: bool,
}

impl<'a> Impact<'a> {
    /// The hit of a motion on a face.
    #[inline]
    pub(crate) fn new(actor: Actor, motion: &Motion, found: &'a Candidate) -> Self {
        let impact = Impact::at(actor, motion, found, motion.fraction);
        let run = -dot(impact.plane.normal, motion.left);
        Impact { when: Actor::moment_of(found, run, motion), ..impact }
    }

    /// The hit of a motion on a face, at a fraction that the caller knows.
    #[inline]
    pub(crate) fn at(actor: Actor, motion: &Motion, found: &'a Candidate, when: Fraction) -> Self {
        let plane = actor.plane_of(found, motion.position, motion.left);
        Impact { found, plane, when, is_clear: false }
    }
}
