//! Ray casts and segment casts against a box, edges included.
//!
//! The slab test of the article "Swept AABB": near and far time on each axis, the later near and the earlier far. The article
//! multiplies by 1/delta. For a zero component on the line of an edge that is 0 times infinity, and the NaN decides the result.
//! Here zero components are a case of their own, and times are exact.
//!
//! A cast includes the edges and corners of the box (a closed set), a sweep only its interior (an open set). So a line of sight
//! along a wall touches the wall, and a body that slides along the wall does not hit it.

use crate::aabb::Aabb;
use crate::ratio::Ratio;
use glam::{I64Vec2, IVec2};

/// Entry and exit of a line through a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastHit {
    /// Fraction of the direction at which the line enters the box; below 0 if the cast starts beyond the entry.
    pub near: Ratio,
    /// Fraction of the direction at which the line leaves the box; equal to `near` for a line that only touches a corner.
    pub far: Ratio,
    /// Normal of the face at which the line enters: an outward unit vector along an axis.
    ///
    /// Through a corner, the horizontal face has priority when the direction falls, else the vertical face, as in a sweep. Along
    /// an edge, the normal belongs to that edge. Zero for a cast of zero length.
    pub normal: IVec2,
}

impl CastHit {
    /// Fraction at which the cast, which begins at 0, first meets the box: `near`, or 0 if it starts inside.
    #[must_use]
    pub fn fraction(&self) -> Ratio {
        self.near.max(Ratio::ZERO)
    }
}

/// Casts an infinite ray against box `b`; `None` if the ray misses or the box lies behind it.
///
/// Fractions are in lengths of `direction`, so they may exceed 1. A ray along an edge hits, where Hamaluik ("Swept AABB Collision
/// Detection Using the Minkowski Difference") returns no hit for collinear lines. A ray that starts in the box hits with `near`
/// at or below 0. A ray that starts on the edge through which it leaves has `far` = 0. A zero direction tests a point: in
/// the box or on its edge, `near` is 0 and `far` is 1.
#[must_use]
#[doc(alias = "raycast")]
pub fn cast_ray(origin: IVec2, direction: IVec2, b: Aabb) -> Option<CastHit> {
    let hit = line(origin, direction.as_i64vec2(), IVec2::ZERO, b)?;
    (hit.far >= Ratio::ZERO).then_some(hit)
}

/// Casts a segment against box `b` grown by `padding` on every side; `None` if they share no point.
///
/// Fractions are parts of the way from `from` to `to` and not clipped. `near` is below 0 for a segment that starts in the box,
/// `far` above 1 for a segment that ends in it; [`CastHit::fraction`] clips. With a padding of half the size of a moving box, the
/// segment is the path of its center. Negative padding shrinks the box; a box of negative size is not hit. A segment
/// of zero length tests a point, as in [`cast_ray`].
///
/// "Minkowski Sum Collision" divides the distance of the start from a face by the sum of both ends' distances, without a test
/// whether the far end is behind the face. So segments hit boxes that they do not reach.
#[must_use]
#[doc(alias = "linecast")]
pub fn cast_segment(from: IVec2, to: IVec2, padding: IVec2, b: Aabb) -> Option<CastHit> {
    let hit = line(from, to.as_i64vec2() - from.as_i64vec2(), padding, b)?;
    (hit.far >= Ratio::ZERO && hit.near <= Ratio::ONE).then_some(hit)
}

/// Casts a line, infinite in both directions, against the closed box.
fn line(origin: IVec2, direction: I64Vec2, padding: IVec2, b: Aabb) -> Option<CastHit> {
    let (origin, padding) = (origin.as_i64vec2(), padding.as_i64vec2());
    let low = b.min.as_i64vec2() - padding - origin;
    let high = b.max.as_i64vec2() + padding - origin;
    let crossings = [0, 1].map(|axis| Crossing::new(low[axis], high[axis], direction[axis]));
    let (near, far, normal) = match crossings {
        [Crossing::Misses, _] | [_, Crossing::Misses] => return None,
        [Crossing::Within { .. }, Crossing::Within { .. }] => (Ratio::ZERO, Ratio::ONE, IVec2::ZERO),
        [Crossing::Times(x), Crossing::Within { edge }] => {
            (x.near, x.far, if edge == 0 { IVec2::new(x.out, 0) } else { IVec2::new(0, edge) })
        }
        [Crossing::Within { edge }, Crossing::Times(y)] => {
            (y.near, y.far, if edge == 0 { IVec2::new(0, y.out) } else { IVec2::new(edge, 0) })
        }
        [Crossing::Times(x), Crossing::Times(y)] => {
            let enters_y = y.near > x.near || (y.near == x.near && direction.y > 0);
            let normal = if enters_y { IVec2::new(0, y.out) } else { IVec2::new(x.out, 0) };
            (x.near.max(y.near), x.far.min(y.far), normal)
        }
    };
    (near <= far).then_some(CastHit { near, far, normal })
}

/// One axis of a line and a box.
enum Crossing {
    /// The line lies beside the box.
    Misses,
    /// The line lies between the two sides, or on one of them: `edge` is the outward sign of that side, else 0.
    Within { edge: i32 },
    /// The line crosses both sides.
    Times(Times),
}

/// Times at which a line crosses the two sides of an axis, and the outward sign of the near one.
struct Times {
    near: Ratio,
    far: Ratio,
    out: i32,
}

impl Crossing {
    fn new(low: i64, high: i64, direction: i64) -> Self {
        if low > high {
            return Self::Misses;
        }
        if direction != 0 {
            let (first, last, out) = if direction > 0 { (low, high, -1) } else { (high, low, 1) };
            let (near, far) = (Ratio::new(first, direction), Ratio::new(last, direction));
            return Self::Times(Times { near, far, out });
        }
        if low > 0 || high < 0 {
            return Self::Misses;
        }
        // A box without extent on this axis: the line runs along both sides at once, so the edge has no outward sign.
        Self::Within { edge: i32::from(high == 0) - i32::from(low == 0) }
    }
}
