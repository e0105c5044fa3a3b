//! Two boxes without a world: overlap by the Minkowski difference, ray casts, shape casts (swept AABB, time of impact) and the
//! velocity after a hit.
//!
//! [`minkowski_difference`] and [`penetration`] say how deep two boxes overlap, [`sweep_aabb`] when a moving box hits a
//! second box, and [`cast_ray`] where a ray enters a box.
//!
//! Casts are the slab test of the article "Swept AABB": near and far time on each axis, the later near and the earlier far. The
//! article multiplies by 1/delta. For a zero component on the line of an edge that is 0 times infinity, and the NaN decides the result.
//! Here zero components are a case of their own, and times are exact.
//!
//! A cast includes the edges and corners of the box (a closed set), a sweep only its interior (an open set). So a line of sight
//! along a wall touches the wall, and a body that slides along the wall does not hit it.
//!
//! Sweeps turn the two boxes into one box, their Minkowski difference, and the relative motion into a ray from the origin. Sources:
//! Hamaluik, "Swept AABB Collision Detection Using the Minkowski Difference" (hamaluik.com). Feronato, "Understanding physics
//! continuous collision detection using swept AABB method and Minkowski sum - Part 2: both bodies are moving"
//! (emanueleferonato.com). Here cross products of integers compare the times, so there is no division by a component that may be
//! zero, and no epsilon.

pub use crate::ratio::Ratio;
pub use crate::response::{bounce, invert, slide};
pub use crate::shape_hit::{BoxHit, ShapeHit};

use crate::aabb::{Aabb, clip_point};
use crate::ratio::wide;
use glam::{I64Vec2, IVec2};

/// The Minkowski difference of two boxes: a box of vectors in lattice units.
///
/// In `i64`, because a difference of two `i32` needs 33 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MinkowskiBox {
    /// Upper left corner, in lattice units.
    pub min: I64Vec2,
    /// Lower right corner, in lattice units.
    pub max: I64Vec2,
}

/// The box of all vectors from a point of `b` to a point of `a`.
///
/// The origin is strictly inside if and only if the two boxes overlap strictly. The difference moves along with `a` and against
/// `b`. So `minkowski_difference(b, a)` is the set of translations of `a` that end in an overlap (Hamaluik, "Swept AABB Collision
/// Detection Using the Minkowski Difference", hamaluik.com).
///
/// The difference is also `b` inflated by the size of `a`, which is the Minkowski sum of "Minkowski Sum Collision". Feronato
/// ("Understanding physics continuous collision detection using swept AABB method and Minkowski sum", emanueleferonato.com) also
/// inflates, but by half the size on each side, which is right for a center only. Here both boxes are given by their
/// corners, and the size is added on one side.
#[must_use]
#[inline]
#[doc(alias = "minkowski_sum")]
pub fn minkowski_difference(a: Aabb, b: Aabb) -> MinkowskiBox {
    MinkowskiBox {
        min: a.min.as_i64vec2() - b.max.as_i64vec2(),
        max: a.max.as_i64vec2() - b.min.as_i64vec2(),
    }
}

impl MinkowskiBox {
    /// True if the origin is strictly inside.
    ///
    /// The articles compare with `<=`, so touching boxes count as overlapping. A box that stands on the floor could then never be
    /// swept.
    #[must_use]
    pub fn contains_origin(self) -> bool {
        (self.min.x < 0) & (0 < self.max.x) & (self.min.y < 0) & (0 < self.max.y)
    }

    /// The point of the boundary nearest to the origin; `None` unless the origin is strictly inside.
    ///
    /// Ties are resolved in the order upper, lower, left, right side.
    #[must_use]
    pub fn exit(self) -> Option<I64Vec2> {
        if !self.contains_origin() {
            return None;
        }
        let exits = [
            I64Vec2::new(0, self.min.y),
            I64Vec2::new(0, self.max.y),
            I64Vec2::new(self.min.x, 0),
            I64Vec2::new(self.max.x, 0),
        ];
        exits.into_iter().min_by_key(|exit| exit.x.abs() + exit.y.abs())
    }
}

/// Penetration depth of two boxes, and the direction of the shortest way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Penetration {
    /// Unit vector along an axis, out of `b`, in which `a` is pushed.
    pub normal: IVec2,
    /// Length of the push, above zero, in lattice units.
    pub depth: i64,
}

impl Penetration {
    /// The translation that separates the boxes: afterwards the boxes touch, with a gap of zero.
    ///
    /// In `i64`; it fits in `i32` unless both boxes are wider than half the world.
    #[must_use]
    pub fn push(self) -> I64Vec2 {
        self.normal.as_i64vec2() * self.depth
    }
}

/// The minimum translation along one axis that separates `a` from `b`; `None` unless the boxes overlap strictly.
///
/// Ties are resolved in the order up, down, left, right: the y axis first, and on an axis the negative side. So a mirrored pair
/// gets the mirrored push, unless two pushes are equally short.
///
/// The discrete test of Hamaluik's article: the point of the Minkowski difference nearest to the origin. The box test of "Swept
/// AABB" adds positions where half sizes are meant. So its result depends on the place in the
/// world, and any two boxes near the origin collide.
#[must_use]
#[doc(alias("depenetrate", "minimum_translation_vector"))]
pub fn penetration(a: Aabb, b: Aabb) -> Option<Penetration> {
    let push = minkowski_difference(b, a).exit()?;
    let normal = push.signum().as_ivec2();
    Some(Penetration { normal, depth: push.x.abs() + push.y.abs() })
}

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
    let [Some(x), Some(y)] = crossings else { return None };
    let vertical = |out: i32| IVec2::new(0, out);
    let level = |out: i32| IVec2::new(out, 0);
    let (near, far, normal) = match (x.times, y.times) {
        (None, None) => (Ratio::ZERO, Ratio::ONE, IVec2::ZERO),
        // A line along an edge reports the normal of this edge, not the end of the box through which it
        // comes.
        (Some([near, far]), None) => (near, far, if y.out == 0 { level(x.out) } else { vertical(y.out) }),
        (None, Some([near, far])) => (near, far, if x.out == 0 { vertical(y.out) } else { level(x.out) }),
        (Some([near_x, far_x]), Some([near_y, far_y])) => {
            // At an exact corner a falling line hits the horizontal face, and a rising line the vertical
            // face.
            let enters_y = near_y > near_x || (near_y == near_x && direction.y > 0);
            let normal = if enters_y { vertical(y.out) } else { level(x.out) };
            (near_x.max(near_y), far_x.min(far_y), normal)
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

struct Crossing {
    /// Times at which the line crosses the near and the far side; `None` if it lies between them.
    times: Option<[Ratio; 2]>,
    /// Outward sign of the near side, or of the side on which the line lies; else 0.
    out: i32,
}

impl Crossing {
    fn new(low: i64, high: i64, direction: i64) -> Option<Self> {
        if low > high || direction == 0 && (low > 0 || high < 0) {
            return None;
        }
        if direction == 0 {
            // A box without extent on this axis: the line runs along both sides at once, so the edge has no outward sign.
            return Some(Self { times: None, out: i32::from(high == 0) - i32::from(low == 0) });
        }
        let (first, last, out) = if direction > 0 { (low, high, -1) } else { (high, low, 1) };
        Some(Self { times: Some([first, last].map(|side| Ratio::new(side, direction))), out })
    }
}

/// Sweeps box `a` against box `b`, both moving; `None` if they never overlap.
///
/// A hit is the time at which the interiors begin to intersect, strictly before the end of the motion. Boxes that touch and move
/// into each other hit at fraction 0. The normal is a unit vector along an axis, out of `b`, toward `a`. There is no hit:
///
/// - for touching boxes that move apart or along each other;
/// - for boxes that arrive at the very end of their motion, or graze an edge or a corner;
/// - without relative motion;
/// - for two boxes without width, which have no interior on that axis.
///
/// At an exact corner-to-corner arrival, the face is a horizontal one if `a` moves down relative to `b`, else a vertical one. So
/// a falling body lands and a rising body keeps rising.
///
/// On the axis of the normal, the position lies exactly on the face if `b` stands still. Otherwise it is rounded toward its
/// start. The box never overlaps `b` moved by [`Ratio::of`] its own translation, which is rounded likewise. Positions are clipped
/// to `i32` if the motion leads out of it.
///
/// Boxes that already overlap strictly do not hit, because they have no time of entry. Test
/// [`penetration`] first and separate them.
///
/// Hamaluik's article counts touching as overlapping, loses rays collinear with an edge and zeroes velocity along the motion.
/// Feronato's measures a distance from (x of one, y of the other) and divides lengths that may be zero.
#[must_use]
#[doc(alias("shape_cast", "swept_aabb", "time of impact", "time_of_impact", "shape cast"))]
pub fn sweep_aabb(a: Aabb, a_translation: IVec2, b: Aabb, b_translation: IVec2) -> Option<BoxHit> {
    let relative = a_translation.as_i64vec2() - b_translation.as_i64vec2();
    let entry = Approach::new(a, relative, b).entry()?;
    Some(entry.hit(a, a_translation, b, b_translation))
}

/// The swept bounds: the smallest box that contains the whole motion of `a`; clipped to `i32`.
#[must_use]
#[doc(alias("swept_broadphase_box", "swept volume"))]
pub fn swept_bounds(a: Aabb, translation: IVec2) -> Aabb {
    let min = a.min.saturating_add(translation);
    let max = a.max.saturating_add(translation);
    a.union(Aabb { min, max })
}

/// One axis of the ray against the Minkowski box, mirrored so that the motion is not negative.
///
/// The interiors intersect on this axis while `low < t * length < high`.
#[derive(Clone, Copy)]
struct Span {
    low: i64,
    high: i64,
    length: i64,
    backward: bool,
}

impl Span {
    #[inline]
    fn new(min: i64, max: i64, motion: i64) -> Self {
        let backward = motion < 0;
        let (low, high) = if backward { (-max, -min) } else { (min, max) };
        Self { low, high, length: motion.abs(), backward }
    }

    /// True if the interiors intersect on this axis at some time in 0..=1. Correct for zero length too.
    #[inline]
    fn meets(self) -> bool {
        (self.low < self.length) & (self.high > 0) & (self.low < self.high)
    }

    /// True if the interiors intersect on this axis before they separate on the other.
    ///
    /// Cross products order the times `low / length` and `high / length`. A zero length stands for minus or plus infinity,
    /// because [`Span::meets`] has ensured low < 0 < high.
    #[inline]
    fn enters_before_leaving(self, other: Self) -> bool {
        wide(self.low, other.length) < wide(other.high, self.length)
    }
}

struct Approach {
    x: Span,
    y: Span,
}

impl Approach {
    #[inline]
    fn new(a: Aabb, relative: I64Vec2, b: Aabb) -> Self {
        let targets = minkowski_difference(b, a);
        Self {
            x: Span::new(targets.min.x, targets.max.x, relative.x),
            y: Span::new(targets.min.y, targets.max.y, relative.y),
        }
    }

    /// True if the interiors intersect at some time in 0..=1; the motion is not zero.
    #[inline]
    fn meets(&self) -> bool {
        (self.x.meets() & self.y.meets())
            && self.x.enters_before_leaving(self.y) & self.y.enters_before_leaving(self.x)
    }

    /// The time at which the interiors begin to intersect, unless they intersect at the start.
    #[inline]
    fn entry(&self) -> Option<Entry> {
        let apart = (self.x.low >= 0) | (self.y.low >= 0);
        if !(apart && self.meets()) {
            return None;
        }
        let falling = self.y.length > 0 && !self.y.backward;
        let x_time = wide(self.x.low, self.y.length);
        let y_time = wide(self.y.low, self.x.length);
        let vertical = y_time > x_time || (y_time == x_time && falling);
        let (hit, free) = if vertical { (self.y, self.x) } else { (self.x, self.y) };
        Some(Entry { hit, free, vertical })
    }
}

/// A hit in exact form: the axis that is entered last, and the other.
struct Entry {
    hit: Span,
    free: Span,
    vertical: bool,
}

impl Entry {
    fn fraction(&self) -> Ratio {
        Ratio::new(self.hit.low, self.hit.length)
    }

    /// Time at which the interiors separate. The hit axis has a length, the free one perhaps not.
    fn exit(&self) -> Ratio {
        let exit = Ratio::new(self.hit.high, self.hit.length);
        if self.free.length == 0 { exit } else { exit.min(Ratio::new(self.free.high, self.free.length)) }
    }

    /// Length shared on the free axis at the hit: the least of both sizes, of the part that has entered, and of the part still to
    /// leave.
    fn extent(&self, a: Aabb, b: Aabb) -> Ratio {
        let free = usize::from(!self.vertical);
        let travelled = wide(self.hit.low, self.free.length);
        let scaled = |length: i64| wide(length, self.hit.length);
        let come_in = travelled - scaled(self.free.low);
        let to_go_out = scaled(self.free.high) - travelled;
        let narrower = scaled(a.size()[free].min(b.size()[free]));
        let extent = come_in.min(to_go_out).min(narrower).min(i128::from(i64::MAX));
        Ratio::new(extent as i64, self.hit.length)
    }

    fn hit(&self, a: Aabb, a_translation: IVec2, b: Aabb, b_translation: IVec2) -> BoxHit {
        let fraction = self.fraction();
        let (hit, free) = if self.vertical { (1, 0) } else { (0, 1) };
        let mut normal = IVec2::ZERO;
        normal[hit] = if self.hit.backward { 1 } else { -1 };

        // In 64 bits: a box may leave `i32` during its motion, and is clipped at the end.
        let a_moved = fraction.of_wide(a_translation);
        let b_moved = fraction.of_wide(b_translation);
        let a_min = a.min.as_i64vec2() + a_moved;
        let a_max = a.max.as_i64vec2() + a_moved;
        let b_min = b.min.as_i64vec2() + b_moved;
        let b_max = b.max.as_i64vec2() + b_moved;
        let mut from = a_min.max(b_min);
        let mut to = a_max.min(b_max);
        let face = if self.hit.backward { a_min[hit] } else { a_max[hit] };
        from[hit] = face;
        to[hit] = face;
        // Rounding may separate two moving boxes that share less than a unit.
        (from[free], to[free]) = (from[free].min(to[free]), from[free].max(to[free]));
        let contact = Aabb { min: clip_point(from), max: clip_point(to) };
        BoxHit {
            shape: ShapeHit { fraction, normal, point: contact.middle(), position: clip_point(a_min) },
            entry: fraction,
            exit: self.exit(),
            contact,
            extent: self.extent(a, b),
        }
    }
}
