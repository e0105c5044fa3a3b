//! Convex polygons.

use crate::aabb::Aabb;
use crate::lattice::point_from_px;
use crate::limits::{MAX_CORNERS, SHAPE_REACH};
use glam::{I64Vec2, IVec2};
use std::fmt;

/// A convex polygon of at most [`MAX_CORNERS`] corners, in lattice units from the low corner of its tile's cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Polygon {
    /// Corners, clockwise as seen with y down, without corners on straight edges, beginning with the least by (y, x). The rest
    /// is zero, so that equal polygons have equal bits.
    corners: [IVec2; MAX_CORNERS],
    count: u8,
}

/// Validation error of a [`Polygon`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolygonFault {
    /// There are fewer than three corners.
    TooFew {
        /// Number of corners.
        corners: usize,
    },
    /// There are more than [`MAX_CORNERS`] corners, not counting corners on straight edges.
    TooMany {
        /// Number of corners.
        corners: usize,
    },
    /// All corners lie on one line.
    NoArea,
    /// Edges cross, or the polygon winds around more than once.
    SelfCrossing,
    /// The polygon bends inward at a corner.
    Concave {
        /// Index of the corner.
        corner: usize,
    },
    /// A coordinate is NaN or infinite.
    NotFinite {
        /// Index of the corner.
        corner: usize,
    },
    /// A corner is more than [`SHAPE_REACH`] units from its cell.
    TooFar {
        /// Index of the corner.
        corner: usize,
    },
}

impl fmt::Display for PolygonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Corners are counted in the list that the caller gave, before any is dropped.
        match self {
            PolygonFault::TooFew { corners } => {
                write!(f, "a polygon needs at least 3 corners and has {corners}")
            }
            PolygonFault::TooMany { corners } => {
                write!(f, "a polygon has at most {MAX_CORNERS} corners, not {corners}; split it")
            }
            PolygonFault::NoArea => f.write_str("all corners of the polygon lie on one line"),
            PolygonFault::SelfCrossing => f.write_str("the edges of the polygon cross"),
            PolygonFault::Concave { corner } => {
                write!(f, "the polygon bends inward at corner {corner}; split it into convex ones")
            }
            PolygonFault::NotFinite { corner } => {
                write!(f, "corner {corner} of the polygon is NaN or infinite")
            }
            PolygonFault::TooFar { corner } => {
                write!(
                    f,
                    "corner {corner} of the polygon is more than {} px from its cell",
                    SHAPE_REACH / 256
                )
            }
        }
    }
}

impl std::error::Error for PolygonFault {}

impl Polygon {
    /// The polygon with these corners, clockwise or counter-clockwise, in lattice units.
    ///
    /// # Panics
    /// If [`try_new`](Self::try_new) returns an error.
    #[must_use]
    pub fn new(corners: &[IVec2]) -> Self {
        Polygon::try_new(corners).unwrap_or_else(|fault| panic!("{fault}: {corners:?}"))
    }

    /// Like [`new`](Self::new), with corners in pixels, each rounded to the lattice.
    ///
    /// # Panics
    /// If [`try_from_px`](Self::try_from_px) returns an error.
    #[must_use]
    pub fn from_px(corners: &[impl Into<[f32; 2]> + Copy]) -> Self {
        Polygon::try_from_px(corners).unwrap_or_else(|fault| {
            let corners: Vec<[f32; 2]> = corners.iter().map(|corner| (*corner).into()).collect();
            panic!("{fault}: {corners:?}")
        })
    }

    /// The polygon with these corners in pixels, each rounded to the lattice.
    ///
    /// # Errors
    /// Like [`try_new`](Self::try_new), and if a coordinate is NaN or infinite.
    pub fn try_from_px(corners: &[impl Into<[f32; 2]> + Copy]) -> Result<Self, PolygonFault> {
        let on_lattice = |(corner, px): (usize, [f32; 2])| {
            let fault = if px.iter().all(|px| px.is_finite()) {
                PolygonFault::TooFar { corner }
            } else {
                PolygonFault::NotFinite { corner }
            };
            point_from_px(px).ok_or(fault)
        };
        let corners: Vec<IVec2> =
            corners.iter().map(|&px| px.into()).enumerate().map(on_lattice).collect::<Result<_, _>>()?;
        Polygon::try_new(&corners)
    }

    /// The polygon with these corners, clockwise or counter-clockwise, in lattice units. Repeated corners and corners on straight
    /// edges are dropped.
    ///
    /// # Errors
    /// If the corners do not form a convex polygon of 3 to [`MAX_CORNERS`] corners within [`SHAPE_REACH`] of the cell's low corner.
    pub fn try_new(corners: &[IVec2]) -> Result<Self, PolygonFault> {
        if corners.len() < 3 {
            return Err(PolygonFault::TooFew { corners: corners.len() });
        }
        let is_far = |p: &IVec2| p.x.unsigned_abs().max(p.y.unsigned_abs()) > SHAPE_REACH.unsigned_abs();
        if let Some(corner) = corners.iter().position(is_far) {
            return Err(PolygonFault::TooFar { corner });
        }
        // Twice the signed area, by the shoelace formula. Its sign is the direction of the corners.
        let area: i64 = pairs(corners).map(|(a, b)| cross(a, b)).sum();
        let mut kept: Vec<(usize, IVec2)> = corners.iter().copied().enumerate().collect();
        drop_straight(&mut kept);
        if kept.len() < 3 {
            return Err(PolygonFault::NoArea);
        }
        if area == 0 {
            return Err(PolygonFault::SelfCrossing);
        }
        // Clockwise with y down, as all predicates expect.
        if area < 0 {
            kept.reverse();
        }
        let n = kept.len();
        let turn = |i: usize| {
            let [a, b, c] = [kept[i].1, kept[(i + 1) % n].1, kept[(i + 2) % n].1];
            cross(b - a, c - b)
        };
        if let Some(i) = (0..n).find(|&i| turn(i) < 0) {
            // A polygon that does not cross itself turns outward more than inward.
            let crossing = edges_cross(&kept);
            let concave = PolygonFault::Concave { corner: kept[(i + 1) % n].0 };
            return Err(if crossing { PolygonFault::SelfCrossing } else { concave });
        }
        // A star turns one way at all corners and still crosses itself: it goes around more than once.
        if turns_of(&kept) != 1 {
            return Err(PolygonFault::SelfCrossing);
        }
        if n > MAX_CORNERS {
            return Err(PolygonFault::TooMany { corners: n });
        }
        // Equal polygons begin at equal corners, whatever corner the map began with.
        let first = (0..n).min_by_key(|&i| (kept[i].1.y, kept[i].1.x)).unwrap_or(0);
        kept.rotate_left(first);
        let mut corners = [IVec2::ZERO; MAX_CORNERS];
        corners.iter_mut().zip(&kept).for_each(|(corner, (_, point))| *corner = *point);
        Ok(Polygon { corners, count: n as u8 })
    }

    /// The corners, clockwise as seen with y down, in lattice units from the low corner of the cell.
    #[must_use]
    pub fn corners(&self) -> &[IVec2] {
        &self.corners[..usize::from(self.count)]
    }

    /// Bounding box of the polygon.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.corners())
    }
}

impl fmt::Debug for Polygon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Polygon").field("corners", &self.corners()).finish()
    }
}

pub(crate) fn pairs(corners: &[IVec2]) -> impl Iterator<Item = (IVec2, IVec2)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Positive if `b` turns clockwise from `a`, as seen with y down.
pub(crate) fn cross(a: IVec2, b: IVec2) -> i64 {
    let a: I64Vec2 = a.as_i64vec2();
    let b: I64Vec2 = b.as_i64vec2();
    a.x * b.y - a.y * b.x
}

/// Drops corners that are repeated, lie on a straight edge, or are the tip of a spike.
fn drop_straight(corners: &mut Vec<(usize, IVec2)>) {
    let mut i = 0;
    let mut kept = 0;
    while corners.len() >= 3 && kept < corners.len() {
        let n = corners.len();
        let [a, b, c] = [corners[(i + n - 1) % n].1, corners[i % n].1, corners[(i + 1) % n].1];
        // Repeated, on a straight edge, or the tip of a spike, at which the outline turns back on itself.
        if a == b || cross(b - a, c - b) == 0 {
            corners.remove(i % n);
            i %= n;
            kept = 0;
            i = if i == corners.len() { 0 } else { i };
        } else {
            i = (i + 1) % n;
            kept += 1;
        }
    }
}

fn edges_cross(corners: &[(usize, IVec2)]) -> bool {
    let n = corners.len();
    let edge = |i: usize| (corners[i].1, corners[(i + 1) % n].1);
    let side = |(a, b): (IVec2, IVec2), p: IVec2| cross(b - a, p - a).signum();
    (0..n).any(|i| {
        (i + 2..n).filter(|&j| (j + 1) % n != i).any(|j| {
            let e = edge(i);
            let f = edge(j);
            let [low, high] = [e.0.min(e.1).max(f.0.min(f.1)), e.0.max(e.1).min(f.0.max(f.1))];
            // For collinear edges, only the bounds decide.
            low.cmple(high).all() && side(e, f.0) * side(e, f.1) <= 0 && side(f, e.0) * side(f, e.1) <= 0
        })
    })
}

/// Winding number of a polygon without inward bends.
fn turns_of(corners: &[(usize, IVec2)]) -> usize {
    let n = corners.len();
    let is_left = |i: usize| {
        let edge = corners[(i + 1) % n].1 - corners[i % n].1;
        edge.x < 0 || edge.x == 0 && edge.y < 0
    };
    (0..n).filter(|&i| !is_left(i) && is_left(i + 1)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separate_collinear_edges_do_not_cross() {
        let points = [(0, 0), (4, 0), (4, 8), (12, 8), (12, 0), (16, 0), (16, 16), (0, 16)];
        let corners = points.map(IVec2::from);
        assert_eq!(Polygon::try_new(&corners), Err(PolygonFault::Concave { corner: 2 }));
        let touching = [(0, 0), (8, 0), (8, 8), (4, 0), (0, 8)].map(IVec2::from);
        assert_eq!(Polygon::try_new(&touching), Err(PolygonFault::SelfCrossing));
    }
}
