//! Ray casts and segment casts against a box, edges included.
//!
//! The slab test of the article "Swept AABB": near and far time on each axis, the later near and the earlier far. The article
//! multiplies by 1/delta. For a zero component on the line of an edge that is 0 times infinity, and the NaN decides the result.
//! Here zero components are a case of their own, and times are exact.
//!
//! A cast includes the edges and corners of the box (a closed set), a sweep only its interior (an open set). So a line of sight
//! along a wall touches the wall, and a body that slides along the wall does not hit it.

use crate::aabb::Aabb;
use crate::box_hit::BoxHit;
use crate::ratio::{Ratio, wide};
use crate::shape_hit::ShapeHit;
use glam::{I64Vec2, IVec2};

/// Casts an infinite ray against box `b`; `None` if the ray misses or the box lies behind it.
///
/// Fractions are in lengths of `direction`, so they may exceed 1. A ray along an edge hits, where Hamaluik ("Swept AABB Collision
/// Detection Using the Minkowski Difference") returns no hit for collinear lines. A ray that starts in the box hits with `entry`
/// at or below 0. A ray that starts on the edge through which it leaves has `exit` = 0. A zero direction tests a point: in
/// the box or on its edge, `entry` is 0 and `exit` is 1.
///
/// The normal belongs to the face at which the line enters, also behind the start. Through a corner, the horizontal face has
/// priority when the direction falls, else the vertical face, as in a sweep. Along an edge, the normal belongs to that edge.
/// It is zero for a cast of zero length.
#[must_use]
#[doc(alias = "raycast")]
pub fn cast_ray(origin: IVec2, direction: IVec2, b: Aabb) -> Option<BoxHit> {
    let hit = line(origin, direction.as_i64vec2(), IVec2::ZERO, b)?;
    (hit.exit >= Ratio::ZERO).then_some(hit)
}

/// Casts a segment against box `b` grown by `padding` on every side; `None` if they share no point.
///
/// Fractions are parts of the way from `from` to `to`. `entry` is below 0 for a segment that starts in the box, `exit` above 1
/// for a segment that ends in it. The normal is as in [`cast_ray`]. With a padding of half the size of a moving box, the
/// segment is the path of its center. Negative padding shrinks the box; a box of negative size is not hit. A segment
/// of zero length tests a point, as in [`cast_ray`].
///
/// "Minkowski Sum Collision" divides the distance of the start from a face by the sum of both ends' distances, without a test
/// whether the far end is behind the face. So segments hit boxes that they do not reach.
#[must_use]
#[doc(alias = "linecast")]
pub fn cast_segment(from: IVec2, to: IVec2, padding: IVec2, b: Aabb) -> Option<BoxHit> {
    let hit = line(from, to.as_i64vec2() - from.as_i64vec2(), padding, b)?;
    (hit.exit >= Ratio::ZERO && hit.entry <= Ratio::ONE).then_some(hit)
}

/// Casts a line, infinite in both directions, against the closed box.
fn line(from: IVec2, direction: I64Vec2, padding: IVec2, b: Aabb) -> Option<BoxHit> {
    let origin = from.as_i64vec2();
    let padding = padding.as_i64vec2();
    let low = b.min.as_i64vec2() - padding - origin;
    let high = b.max.as_i64vec2() + padding - origin;
    let crossings = [0, 1].map(|axis| Crossing::new(low[axis], high[axis], direction[axis]));
    let (near, far, normal) = match crossings {
        [Crossing::Misses, _] | [_, Crossing::Misses] => return None,
        [Crossing::Within { .. }, Crossing::Within { .. }] => (Ratio::ZERO, Ratio::ONE, IVec2::ZERO),
        // A line along an edge reports the normal of this edge, not the end of the box through which it
        // comes.
        [Crossing::Times(x), Crossing::Within { edge }] => {
            (x.near, x.far, if edge == 0 { IVec2::new(x.out, 0) } else { IVec2::new(0, edge) })
        }
        [Crossing::Within { edge }, Crossing::Times(y)] => {
            (y.near, y.far, if edge == 0 { IVec2::new(0, y.out) } else { IVec2::new(edge, 0) })
        }
        [Crossing::Times(x), Crossing::Times(y)] => {
            // At an exact corner a falling line hits the horizontal face, and a rising line the vertical
            // face.
            let enters_y = y.near > x.near || (y.near == x.near && direction.y > 0);
            let normal = if enters_y { IVec2::new(0, y.out) } else { IVec2::new(x.out, 0) };
            (x.near.max(y.near), x.far.min(y.far), normal)
        }
    };
    if near > far {
        return None;
    }
    // The line may have entered before its origin; a hit is never behind it.
    let fraction = near.max(Ratio::ZERO);
    let point = along(from, direction, fraction);
    Some(BoxHit {
        shape: ShapeHit { fraction, normal, point, position: point },
        entry: near,
        exit: far,
        contact: Aabb { min: point, max: point },
        extent: Ratio::ZERO,
    })
}

/// The point at a fraction of a direction, rounded toward the start and clipped to `i32`.
fn along(from: IVec2, direction: I64Vec2, fraction: Ratio) -> IVec2 {
    let coordinate = |k: usize| {
        let part = wide(fraction.num(), direction[k]) / i128::from(fraction.den());
        (i128::from(from[k]) + part).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    };
    IVec2::new(coordinate(0), coordinate(1))
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
            let near = Ratio::new(first, direction);
            let far = Ratio::new(last, direction);
            return Self::Times(Times { near, far, out });
        }
        if low > 0 || high < 0 {
            return Self::Misses;
        }
        // A box without extent on this axis: the line runs along both sides at once, so the edge has no outward sign.
        Self::Within { edge: i32::from(high == 0) - i32::from(low == 0) }
    }
}
