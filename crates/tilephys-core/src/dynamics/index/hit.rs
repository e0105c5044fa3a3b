//! Hits of raycasts and shape casts on bodies.

use crate::direction::Direction;
use crate::dynamics::ids::BodyId;
use crate::geometry::BoxHit;
use crate::query::{BodyTarget, QueryHit};
use crate::ratio::Ratio;
use glam::IVec2;
use std::cmp::{Ordering, Reverse};

/// Returns the hit of a start inside a body.
pub(crate) fn inside(body: BodyId, position: IVec2, point: IVec2) -> QueryHit<BodyTarget> {
    QueryHit::inside(position, point, BodyTarget { body, extent: Ratio::ZERO })
}

/// Returns the hit on a face of a body.
pub(crate) fn on_face(body: BodyId, hit: &BoxHit) -> QueryHit<BodyTarget> {
    let normal = hit.shape.normal;
    let axis = usize::from(normal.x == 0);
    let face = Direction::along(axis, normal[axis] > 0);
    QueryHit { shape: hit.shape, face: Some(face), target: BodyTarget { body, extent: hit.extent } }
}

/// Orders hits on one path: fraction, starts inside, larger contact extent, face, id. A horizontal face
/// comes first on a falling path, otherwise a vertical one.
pub(crate) fn compare(a: &QueryHit<BodyTarget>, b: &QueryHit<BodyTarget>, falls: bool) -> Ordering {
    let order = |hit: &QueryHit<BodyTarget>| {
        let turned = (hit.shape.normal.y != 0) != falls;
        let BodyTarget { body, extent } = hit.target;
        (hit.shape.fraction, hit.face.is_some(), Reverse(extent), turned, body)
    };
    order(a).cmp(&order(b))
}
