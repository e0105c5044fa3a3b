//! Swept AABB test: the time of impact of two moving boxes.
//!
//! The Minkowski difference turns the two boxes into one box and the relative motion into a ray from the origin. Sources:
//! Hamaluik, "Swept AABB Collision Detection Using the Minkowski Difference" (hamaluik.com). Feronato, "Understanding physics
//! continuous collision detection using swept AABB method and Minkowski sum - Part 2: both bodies are moving"
//! (emanueleferonato.com). The slab test of the article "Swept AABB" then finds where the ray enters and leaves. Here cross
//! products of integers compare the times, so there is no division by a component that may be zero, and no epsilon.
//!
//! Sweeps test only the interiors of boxes: touching, sliding along an edge and grazing a corner are no hits. Casts, which
//! include edges, are in `cast`.

use crate::aabb::{Aabb, clip_point};
use crate::box_hit::BoxHit;
use crate::overlap::minkowski_difference;
use crate::ratio::{Ratio, wide};
use crate::shape_hit::ShapeHit;
use glam::{I64Vec2, IVec2};
use std::cmp::Ordering;

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
/// [`penetration`](crate::geometry::penetration) first and separate them.
///
/// Hamaluik's article counts touching as overlapping, loses rays collinear with an edge and zeroes velocity along the motion.
/// Feronato's measures a distance from (x of one, y of the other) and divides lengths that may be zero.
#[must_use]
#[doc(alias = "shape_cast")]
#[doc(alias = "swept_aabb")]
#[doc(alias = "time of impact")]
#[doc(alias = "time_of_impact")]
#[doc(alias = "shape cast")]
pub fn sweep_aabb(a: Aabb, a_translation: IVec2, b: Aabb, b_translation: IVec2) -> Option<BoxHit> {
    let relative = a_translation.as_i64vec2() - b_translation.as_i64vec2();
    let entry = Approach::new(a, relative, b).entry()?;
    Some(entry.hit(a, a_translation, b, b_translation))
}

/// Sweeps `a` against many static boxes: the first hit, with its index in `boxes`.
///
/// Of hits at one fraction, the larger contact extent is first. Of equal extents, the horizontal face is first when `a` falls,
/// the vertical face when it rises; then the lower index. Extents are compared exactly. Boxes that `a` overlaps at the
/// start are ignored, as by [`sweep_aabb`].
///
/// The "nearest" loop of "Swept AABB" keeps the first of equal times instead, and so snags on the seam of two tiles.
#[must_use]
pub fn sweep_nearest(
    a: Aabb,
    translation: IVec2,
    boxes: impl IntoIterator<Item = Aabb>,
) -> Option<(usize, BoxHit)> {
    let relative = translation.as_i64vec2();
    let mut nearest: Option<(usize, Aabb, Entry)> = None;
    for (index, b) in boxes.into_iter().enumerate() {
        let Some(entry) = Approach::new(a, relative, b).entry() else { continue };
        // Entries are compared by exact fractions. Only the nearest is turned into a hit, whose point is
        // rounded.
        if nearest.as_ref().is_none_or(|(_, other, best)| entry.precedes(best, a, b, *other)) {
            nearest = Some((index, b, entry));
        }
    }
    nearest.map(|(index, b, entry)| (index, entry.hit(a, translation, b, IVec2::ZERO)))
}

/// True if `a` overlaps `b` strictly at any time of its motion, start and end included.
///
/// The swept volume test of "Swept AABB": the segment against the box inflated by the size of the mover. Like [`sweep_aabb`]
/// without the time, but counts a box that overlaps at the start.
#[must_use]
pub fn swept_overlaps(a: Aabb, translation: IVec2, b: Aabb) -> bool {
    if translation == IVec2::ZERO {
        return a.overlaps(b);
    }
    Approach::new(a, translation.as_i64vec2(), b).meets()
}

/// The swept bounds: the smallest box that contains the whole motion of `a`; clipped to `i32`.
#[must_use]
#[doc(alias = "swept_broadphase_box")]
#[doc(alias = "swept volume")]
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

/// Relative motion of two boxes.
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
        Some(Entry { hit, free, vertical, falling })
    }
}

/// A hit in exact form: the axis that is entered last, and the other.
struct Entry {
    hit: Span,
    free: Span,
    /// True if the normal lies along y.
    vertical: bool,
    falling: bool,
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

    /// True if this hit on `b` precedes an earlier found hit on `other`.
    fn precedes(&self, best: &Self, a: Aabb, b: Aabb, other: Aabb) -> bool {
        match self.fraction().cmp(&best.fraction()) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => match self.extent(a, b).cmp(&best.extent(a, other)) {
                Ordering::Greater => true,
                Ordering::Less => false,
                Ordering::Equal => self.vertical == self.falling && best.vertical != self.falling,
            },
        }
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
