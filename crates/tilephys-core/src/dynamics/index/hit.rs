//! Hits of raycasts and shape casts on bodies.

use crate::direction::Direction;
use crate::dynamics::ids::BodyId;
use crate::ratio::Ratio;
use glam::IVec2;
use std::cmp::{Ordering, Reverse};

/// Hit of a raycast or a shape cast through a [`BodyIndex`](super::BodyIndex).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexHit {
    /// Time of impact as an exact part of the path: at least 0, less than 1.
    #[doc(alias = "time_of_impact")]
    #[doc(alias = "toi")]
    pub fraction: Ratio,
    /// Unit normal of the face along an axis; zero for a start inside.
    pub normal: IVec2,
    /// Direction of the face; `None` for a start inside.
    pub face: Option<Direction>,
    /// Hit point, in lattice units.
    ///
    /// On the axis of the normal it lies exactly on the face. Otherwise the point of a raycast is rounded
    /// toward its start; for a shape cast it is the middle of the contact, rounded down.
    pub point: IVec2,
    /// Min corner of the swept box at the hit, in lattice units, rounded toward its start; for a raycast
    /// equal to `point`.
    pub position: IVec2,
    /// Length of the contact edge, in lattice units; zero for a raycast, a corner contact and a start inside.
    pub extent: Ratio,
    /// Body of the hit.
    pub body: BodyId,
}

impl IndexHit {
    /// True if the path starts strictly inside the body. Then the fraction is 0, and the hit has no face.
    #[must_use]
    pub fn starts_inside(&self) -> bool {
        self.face.is_none()
    }

    /// Returns the hit of a start inside a body.
    pub(super) fn inside(body: BodyId, position: IVec2, point: IVec2) -> Self {
        let (fraction, extent) = (Ratio::ZERO, Ratio::ZERO);
        IndexHit { fraction, normal: IVec2::ZERO, face: None, point, position, extent, body }
    }

    /// Orders hits on one path: fraction, starts inside, larger contact extent, face, id. A horizontal face
    /// comes first on a falling path, otherwise a vertical one.
    pub(super) fn compare(&self, other: &Self, falls: bool) -> Ordering {
        let order = |hit: &Self| {
            let turned = (hit.normal.y != 0) != falls;
            (hit.fraction, hit.face.is_some(), Reverse(hit.extent), turned, hit.body)
        };
        order(self).cmp(&order(other))
    }
}

/// Returns the direction of a unit normal.
pub(super) fn face_of(normal: IVec2) -> Direction {
    let axis = usize::from(normal.x == 0);
    Direction::along(axis, normal[axis] > 0)
}
