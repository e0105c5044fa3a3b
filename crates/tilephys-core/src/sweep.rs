//! A moving box against boxes that move or stand: the time they meet.
//!
//! The Minkowski difference turns the two boxes into one box and the relative motion into a ray from the origin
//! (Hamaluik, "Swept AABB Collision Detection Using the Minkowski Difference", hamaluik.com; Feronato, "Understanding
//! physics continuous collision detection using swept AABB method and Minkowski sum - Part 2: both bodies are moving",
//! emanueleferonato.com). Where the ray enters and leaves is found axis by axis, as in the segment test of the article
//! "Swept AABB", but compared by cross products of integers: nothing is divided by a component that may be zero,
//! and no epsilon is taken off the result.
//!
//! Sweeps know only the insides of boxes: touching, sliding along an edge and grazing a corner are no hits. Casts, which
//! do count edges, are in `cast`.

use crate::aabb::{Aabb, clip_point};
use crate::overlap::minkowski_difference;
use crate::ratio::{Ratio, wide};
use glam::{I64Vec2, IVec2, Vec2};
use std::cmp::Ordering;

/// Where and when a moving box meets another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepHit {
    /// The part of both translations travelled when the boxes touch: at least 0, below 1.
    #[doc(alias = "time_of_impact")]
    #[doc(alias = "toi")]
    pub fraction: Ratio,
    /// Unit vector along an axis, out of `b`, toward `a`.
    pub normal: IVec2,
    /// The min corner of `a` at the hit, in lattice units.
    ///
    /// On the axis of the normal it lies exactly on the face if `b` stands still. Otherwise it is rounded toward its
    /// start; it does not overlap `b` moved by [`Ratio::of`] its own translation, which is rounded likewise. Clipped to
    /// `i32` if the motion leads out of it.
    pub position: IVec2,
    /// The shared edge at the hit, a box without thickness, on the side of `a` that hits, rounded as `position` is.
    pub contact: Aabb,
    /// The exact length of the shared edge in lattice units; zero when the boxes meet corner to corner.
    ///
    /// Saturates in the one case that does not fit: boxes wider than half the world that approach by more than half
    /// the world.
    pub extent: Ratio,
}

impl SweepHit {
    /// The middle of the shared edge, in pixels.
    #[must_use]
    pub fn point(&self) -> Vec2 {
        self.contact.center()
    }
}

/// The hit of box `a` on box `b`, both moving; `None` if the one never enters the other.
///
/// A hit is the moment from which on the insides would meet: strictly before the end of the motion, at fraction 0 when
/// the boxes touch and move into each other. Touching boxes that move apart or along each other do not hit, nor do
/// boxes that arrive at the very end of their motion, or graze an edge or a corner. Without relative motion there is no
/// hit. Two boxes that both have no width have no inside to meet on that axis.
///
/// At an exact arrival corner to corner, falling lands and rising keeps rising: the face is a horizontal one if `a`
/// moves down relative to `b`, else a vertical one.
///
/// Boxes that already overlap strictly do not hit: they have no moment of entry. Ask
/// [`penetration`](crate::penetration) first and push them apart.
///
/// Of the articles, Hamaluik's takes touching for overlapping, loses rays collinear with an edge and zeroes velocity
/// along the motion; Feronato's measures a distance from (x of one, y of the other) and divides lengths that may be zero.
#[must_use]
#[doc(alias = "shape_cast")]
#[doc(alias = "time_of_impact")]
pub fn sweep_aabb(a: Aabb, a_translation: IVec2, b: Aabb, b_translation: IVec2) -> Option<SweepHit> {
    let relative = a_translation.as_i64vec2() - b_translation.as_i64vec2();
    let entry = Approach::new(a, relative, b).entry()?;
    Some(entry.hit(a, a_translation, b, b_translation))
}

/// The first of many standing boxes that `a` hits, with its place in `boxes`.
///
/// Of hits at one fraction the larger contact extent is first; of equal ones the one on a horizontal face when `a` falls
/// and on a vertical face when it rises; then the lower index. Extents are compared exactly. Boxes that `a` overlaps at
/// the start are passed over, as by [`sweep_aabb`].
///
/// The "nearest" loop of "Swept AABB", which keeps the first of equal times and so snags on the seam of two tiles.
#[must_use]
pub fn sweep_nearest(
    a: Aabb,
    translation: IVec2,
    boxes: impl IntoIterator<Item = Aabb>,
) -> Option<(usize, SweepHit)> {
    let relative = translation.as_i64vec2();
    let mut nearest: Option<(usize, Aabb, Entry)> = None;
    for (index, b) in boxes.into_iter().enumerate() {
        let Some(entry) = Approach::new(a, relative, b).entry() else { continue };
        if nearest.as_ref().is_none_or(|(_, other, best)| entry.precedes(best, a, b, *other)) {
            nearest = Some((index, b, entry));
        }
    }
    nearest.map(|(index, b, entry)| (index, entry.hit(a, translation, b, IVec2::ZERO)))
}

/// Whether `a` overlaps `b` strictly at any moment of its motion, start and end included.
///
/// The swept volume test of "Swept AABB": the segment against the box inflated by the size of the mover. It is the
/// question of [`sweep_aabb`] without the when, but a box that overlaps at the start counts.
#[must_use]
pub fn swept_overlaps(a: Aabb, translation: IVec2, b: Aabb) -> bool {
    if translation == IVec2::ZERO {
        return a.overlaps(b);
    }
    Approach::new(a, translation.as_i64vec2(), b).meets()
}

/// The smallest box that holds the whole motion of `a`; clipped to `i32`.
#[must_use]
#[doc(alias = "swept_broadphase_box")]
pub fn swept_bounds(a: Aabb, translation: IVec2) -> Aabb {
    let (min, max) = (a.min.saturating_add(translation), a.max.saturating_add(translation));
    a.union(Aabb { min, max })
}

/// One axis of the ray against the Minkowski box, turned so that the motion is not negative.
///
/// The insides meet on this axis while `low < t * length < high`.
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

    /// Whether the insides meet on this axis at some time in 0..=1. Right for a length of zero too.
    #[inline]
    fn meets(self) -> bool {
        (self.low < self.length) & (self.high > 0) & (self.low < self.high)
    }

    /// Whether the insides meet here before they part on the other axis.
    ///
    /// The times `low / length` and `high / length` are ordered by cross products. A length of zero then stands
    /// for minus or plus infinity, because [`Span::meets`] has made sure that low < 0 < high.
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

    /// Whether the insides meet at some time in 0..=1; the motion is not zero.
    #[inline]
    fn meets(&self) -> bool {
        (self.x.meets() & self.y.meets())
            && self.x.enters_before_leaving(self.y) & self.y.enters_before_leaving(self.x)
    }

    /// The moment the insides begin to meet, unless they do at the start.
    #[inline]
    fn entry(&self) -> Option<Entry> {
        let apart = (self.x.low >= 0) | (self.y.low >= 0);
        if !(apart && self.meets()) {
            return None;
        }
        let falling = self.y.length > 0 && !self.y.backward;
        let (x_time, y_time) = (wide(self.x.low, self.y.length), wide(self.y.low, self.x.length));
        let vertical = y_time > x_time || (y_time == x_time && falling);
        let (hit, free) = if vertical { (self.y, self.x) } else { (self.x, self.y) };
        Some(Entry { hit, free, vertical, falling })
    }
}

/// A hit before it is written out: the axis that is met last, and the other.
struct Entry {
    hit: Span,
    free: Span,
    /// The normal lies along y.
    vertical: bool,
    falling: bool,
}

impl Entry {
    fn fraction(&self) -> Ratio {
        Ratio::new(self.hit.low, self.hit.length)
    }

    /// Length shared on the free axis at the hit: the least of both sizes and of what has come in or is still to go out.
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

    /// Whether this hit on `b` is to be taken rather than an earlier found one on `other`.
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

    fn hit(&self, a: Aabb, a_translation: IVec2, b: Aabb, b_translation: IVec2) -> SweepHit {
        let fraction = self.fraction();
        let (hit, free) = if self.vertical { (1, 0) } else { (0, 1) };
        let mut normal = IVec2::ZERO;
        normal[hit] = if self.hit.backward { 1 } else { -1 };

        let (a_moved, b_moved) = (fraction.of_wide(a_translation), fraction.of_wide(b_translation));
        let (a_min, a_max) = (a.min.as_i64vec2() + a_moved, a.max.as_i64vec2() + a_moved);
        let (b_min, b_max) = (b.min.as_i64vec2() + b_moved, b.max.as_i64vec2() + b_moved);
        let (mut from, mut to) = (a_min.max(b_min), a_max.min(b_max));
        let face = if self.hit.backward { a_min[hit] } else { a_max[hit] };
        (from[hit], to[hit]) = (face, face);
        // Rounding may part two moving boxes that share less than a unit.
        (from[free], to[free]) = (from[free].min(to[free]), from[free].max(to[free]));
        SweepHit {
            fraction,
            normal,
            position: clip_point(a_min),
            contact: Aabb { min: clip_point(from), max: clip_point(to) },
            extent: self.extent(a, b),
        }
    }
}
