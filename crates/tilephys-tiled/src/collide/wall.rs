//! Thin walls: lines that are solid from both sides, one lattice unit thick.

use glam::IVec2;
use tilephys_core::shape::{Part, Polygon, PolygonFault};

/// A convex polygon of one lattice unit's thickness for each piece of the line through `points`.
///
/// A flat piece is thick downward, and a steep piece to the right. So the line itself is the top of a floor, or the
/// left face of a wall. Consecutive pieces share the point between them, so that no gap is open there.
pub(crate) fn walls(points: &[IVec2]) -> Result<Vec<Part>, PolygonFault> {
    let pieces = points.windows(2).map(|pair| (pair[0], pair[1])).filter(|(a, b)| a != b);
    let wall = |(a, b): (IVec2, IVec2)| {
        let way = (b - a).abs();
        let across = if way.x >= way.y { IVec2::Y } else { IVec2::X };
        Polygon::try_new(&[a, b, b + across, a + across]).map(Part::Solid)
    };
    pieces.map(wall).collect()
}
