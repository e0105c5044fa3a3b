//! Hit of a sweep or a cast on one box.

use crate::aabb::Aabb;
use crate::ratio::Ratio;
use crate::shape_hit::ShapeHit;

/// Hit of a sweep or a cast on one box: contact, and the times at which the motion enters and leaves the box.
#[doc(alias = "raycast hit")]
#[doc(alias = "contact")]
#[doc(alias = "time of impact")]
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
