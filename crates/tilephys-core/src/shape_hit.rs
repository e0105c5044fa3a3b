//! Contact of a moving shape, as all hits have it, and the hit of a sweep or a cast on one box.

use crate::aabb::Aabb;
use crate::lattice::{in_px, px_from_point};
use crate::ratio::Ratio;
use glam::{IVec2, Vec2};
use std::fmt;

/// Contact of a moving shape: time of impact, normal and position. A part of every hit.
///
/// The time is an exact [`Ratio`] in queries and geometry, and a [`Fraction`](crate::Fraction) in moves and steps.
#[doc(alias("contact", "manifold", "RaycastHit"))]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShapeHit<F = Ratio> {
    /// Time of impact as a fraction of the whole translation: 0 at its start, 1 at its end.
    #[doc(alias("time of impact", "time_of_impact", "toi"))]
    pub fraction: F,
    /// Normal of the face, toward the moving shape, in the smallest whole numbers. Usually a unit vector along an axis; (-1, -1)
    /// for a floor that rises to the right by 45°. Zero for a start inside.
    pub normal: IVec2,
    /// Middle of the contact, rounded down on the free axis, in lattice units. For a cast the point on its path, rounded toward
    /// its start. On a straight face, exact on the axis of the normal.
    pub point: IVec2,
    /// Position of the moving shape at the hit, rounded toward its start on the free axis, in lattice units. The min corner of a
    /// box, the origin of a polygon; for a cast equal to `point`.
    pub position: IVec2,
}

impl<F: fmt::Debug> fmt::Debug for ShapeHit<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShapeHit")
            .field("fraction", &self.fraction)
            .field("normal", &self.normal)
            .field("point", &in_px(self.point))
            .field("position", &in_px(self.position))
            .finish()
    }
}

impl<F> ShapeHit<F> {
    /// Normal as a unit vector; zero for a start inside.
    #[must_use]
    pub fn unit_normal(&self) -> Vec2 {
        self.normal.as_vec2().normalize_or_zero()
    }

    /// Contact point, in pixels.
    #[must_use]
    pub fn point_px(&self) -> Vec2 {
        px_from_point(self.point)
    }
}

/// Hit of a sweep or a cast on one box: contact, and the times at which the motion enters and leaves the box.
#[doc(alias("raycast hit", "contact", "time of impact"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxHit {
    /// Time of impact, normal and position. The fraction of a cast that starts in the box is 0.
    pub shape: ShapeHit,
    /// Fraction at which the motion enters the box; below 0 for a cast that starts beyond the entry, else equal to the time of
    /// impact.
    pub entry: Ratio,
    /// Fraction at which the motion leaves the box, or would leave it after its end. Equal to `entry` for a line that only
    /// touches a corner.
    pub exit: Ratio,
    /// Shared edge at the hit: a box without thickness, on the side of the moving box that hits, rounded like its position. For a
    /// cast the point.
    pub contact: Aabb,
    /// Exact length of the shared edge, in lattice units; zero for boxes that meet corner to corner, and for a cast.
    ///
    /// Saturates in the one case that does not fit: boxes wider than half the world that approach by more than half the world.
    pub extent: Ratio,
}
