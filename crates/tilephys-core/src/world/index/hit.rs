//! What a way through bodies meets.

use crate::direction::Direction;
use crate::ratio::Ratio;
use crate::world::ids::BodyId;
use glam::IVec2;
use std::cmp::{Ordering, Reverse};

/// What a cast or a sweep through a [`BodyIndex`](super::BodyIndex) meets: when, where, and whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexHit {
    /// The part of the way travelled, exactly: at least 0, less than 1.
    #[doc(alias = "time_of_impact")]
    #[doc(alias = "toi")]
    pub fraction: Ratio,
    /// Unit vector along an axis, out of the face that is met; zero if the way starts inside.
    pub normal: IVec2,
    /// The face that is met, by the direction in which it looks; `None` if the way starts inside.
    pub face: Option<Direction>,
    /// Where, in lattice units. On the axis of the normal exactly on the face; else the point of a cast is rounded toward its
    /// start; that of a sweep is the middle of the contact, rounded down.
    pub point: IVec2,
    /// The min corner of the swept box at that moment, rounded toward its start; for a cast the same as `point`.
    pub position: IVec2,
    /// The length of the shared edge in lattice units; zero for a cast, corner to corner, and for a start inside.
    pub extent: Ratio,
    /// Who is met.
    pub body: BodyId,
}

impl IndexHit {
    /// Does the way start strictly inside of the body? Then the fraction is 0, and there is no face.
    #[must_use]
    pub fn starts_inside(&self) -> bool {
        self.face.is_none()
    }

    /// A start inside of a body.
    pub(super) fn inside(body: BodyId, position: IVec2, point: IVec2) -> Self {
        let (fraction, extent) = (Ratio::ZERO, Ratio::ZERO);
        IndexHit { fraction, normal: IVec2::ZERO, face: None, point, position, extent, body }
    }

    /// The order of hits on one way, which falls or does not: fraction, what it starts in, larger contact extent, a horizontal
    /// face if it falls and else a vertical one, id.
    pub(super) fn compare(&self, other: &Self, falls: bool) -> Ordering {
        let order = |hit: &Self| {
            let turned = (hit.normal.y != 0) != falls;
            (hit.fraction, hit.face.is_some(), Reverse(hit.extent), turned, hit.body)
        };
        order(self).cmp(&order(other))
    }
}

/// The face that looks along a unit vector.
pub(super) fn face_of(normal: IVec2) -> Direction {
    let axis = usize::from(normal.x == 0);
    Direction::along(axis, normal[axis] > 0)
}
