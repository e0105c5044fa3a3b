//! Trajectory of a body in a step: the straight segments that it travelled.

use crate::fraction::Fraction;
use glam::IVec2;

/// One straight segment of a trajectory: at constant speed from min corner `from` to `to`, while the step goes from `begin` to
/// `end`. Takes no time if the body is displaced: depenetration, corner correction, step-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordedSegment {
    pub(crate) from: IVec2,
    pub(crate) to: IVec2,
    pub(crate) begin: Fraction,
    pub(crate) end: Fraction,
}

/// The trajectory of a move in progress.
#[derive(Debug)]
pub(crate) struct Trajectory {
    at: IVec2,
    when: Fraction,
    pub(crate) legs: Vec<RecordedSegment>,
}

impl Trajectory {
    /// An empty trajectory that begins at `at`; reuses the memory of `legs`.
    pub(crate) fn new(at: IVec2, mut legs: Vec<RecordedSegment>) -> Self {
        legs.clear();
        Trajectory { at, when: Fraction::ZERO, legs }
    }

    /// A trajectory that appends its segments to a list.
    pub(crate) fn after(at: IVec2, legs: Vec<RecordedSegment>) -> Self {
        Trajectory { at, when: Fraction::ZERO, legs }
    }

    /// Records that the body moved straight from its last place to `at` until `when`.
    pub(crate) fn extend_to(&mut self, at: IVec2, when: Fraction) {
        if at != self.at || when != self.when {
            self.legs.push(RecordedSegment { from: self.at, to: at, begin: self.when, end: when });
            self.at = at;
            self.when = when;
        }
    }
}
