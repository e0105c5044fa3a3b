//! Axis-aligned boxes of lattice units, y down.

use crate::direction::Direction;
use crate::lattice::{in_px, point_from_px, px_from_point};
use crate::limits::{UNITS_PER_PX, WORLD_LIMIT};
use crate::ratio::clip;
use glam::{I64Vec2, IVec2, Vec2};
use std::fmt;

/// An axis-aligned box in lattice units (1/256 px), y down.
///
/// Comparisons are strict: boxes that share an edge touch and do not overlap. A box without width or height overlaps only what
/// strictly contains it. Fields are public, but every function requires `min <= max`. Corners belong inside ±[`WORLD_LIMIT`];
/// no function here overflows for corners anywhere in `i32`.
///
/// ```
/// use tilephys_core::Aabb;
///
/// let hero = Aabb::from_px([10.0, 20.0], [8.0, 11.0]);
/// let coin = Aabb::from_px([17.0, 24.0], [6.0, 6.0]);
/// assert!(hero.overlaps(coin));
/// assert_eq!(hero.intersection(coin).unwrap().size_px().to_array(), [1.0, 6.0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Aabb {
    /// Upper left corner, in lattice units.
    pub min: IVec2,
    /// Lower right corner, in lattice units.
    pub max: IVec2,
}

impl fmt::Debug for Aabb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aabb").field("min", &in_px(self.min)).field("max", &in_px(self.max)).finish()
    }
}

impl Aabb {
    /// The box between two corners.
    ///
    /// # Panics
    ///
    /// If `max` is less than `min` on an axis.
    #[must_use]
    pub fn new(min: IVec2, max: IVec2) -> Self {
        assert!(
            min.x <= max.x && min.y <= max.y,
            "an Aabb needs min <= max on both axes, not {min} and {max}"
        );
        Self { min, max }
    }

    pub(crate) fn side_touched_by(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|side| self.is_touched_on(*side, other))
    }

    /// True if another box touches this one along an edge, on this side.
    #[inline]
    pub(crate) fn is_touched_on(self, side: Direction, other: Self) -> bool {
        let k = side.axis();
        let across = 1 - k;
        let is_flush =
            if side.vector()[k] > 0 { self.max[k] == other.min[k] } else { self.min[k] == other.max[k] };
        // Without overlap across the axis, the boxes share at most a corner, which is no edge.
        is_flush && self.min[across] < other.max[across] && other.min[across] < self.max[across]
    }

    /// True if another box is under the middle of this one, or under all of it, seen along `up`.
    pub(crate) fn is_carried_by(self, floor: Self, up: Direction) -> bool {
        let k = 1 - up.axis();
        let middle = i64::from(self.min[k]) + i64::from(self.max[k]);
        let covers = floor.min[k] <= self.min[k] && self.max[k] <= floor.max[k];
        covers || 2 * i64::from(floor.min[k]) < middle && middle < 2 * i64::from(floor.max[k])
    }

    /// True if the box has an area and lies in the world.
    pub(crate) fn is_in_world(self) -> bool {
        let limit = IVec2::splat(WORLD_LIMIT);
        self.min.cmpge(-limit).all() && self.max.cmple(limit).all() && self.min.cmplt(self.max).all()
    }

    pub(crate) fn assert_in_world(self) {
        assert!(self.min.cmplt(self.max).all(), "{self:?} has no area");
        assert!(self.is_in_world(), "{self:?} reaches beyond the world");
    }

    /// The box with this upper left corner and size.
    ///
    /// # Panics
    ///
    /// If `size` is negative on an axis, or `min + size` does not fit in `i32`.
    #[must_use]
    pub fn from_min_size(min: IVec2, size: IVec2) -> Self {
        assert!(size.x >= 0 && size.y >= 0, "an Aabb needs a size of zero or more, not {size}");
        let max = min.checked_add(size);
        Self { min, max: max.unwrap_or_else(|| panic!("an Aabb at {min} of size {size} leaves the lattice")) }
    }

    /// The box with this upper left corner and size in pixels.
    ///
    /// Position and size are rounded to the lattice separately, half to even, so equal sizes stay equal at every position.
    ///
    /// # Panics
    ///
    /// If a number is NaN, a corner lies outside the world (±[`WORLD_LIMIT`] units), or `size` is negative.
    #[must_use]
    pub fn from_px(min: impl Into<[f32; 2]>, size: impl Into<[f32; 2]>) -> Self {
        let min = Vec2::from(min.into());
        let size = Vec2::from(size.into());
        // The sum may leave `i32` before it could be compared with the limit of the world.
        let lattice =
            point_from_px(min).zip(point_from_px(size)).map(|(min, size)| (min, min.checked_add(size)));
        match lattice {
            Some((low, Some(high))) if high.max_element() <= WORLD_LIMIT => {
                assert!(
                    size.x >= 0.0 && size.y >= 0.0,
                    "an Aabb needs a size of zero or more, not {size} px"
                );
                Self { min: low, max: high }
            }
            _ => panic!("an Aabb at {min} px of size {size} px is not inside the world"),
        }
    }

    /// Width and height in lattice units.
    ///
    /// In `i64`, because a box across most of the world is wider than `i32::MAX`. A body's size always fits `i32`.
    #[must_use]
    pub fn size(self) -> I64Vec2 {
        self.max.as_i64vec2() - self.min.as_i64vec2()
    }

    /// Upper left corner in pixels: exact up to 65,536 px, beyond that the nearest `f32`.
    #[must_use]
    pub fn min_px(self) -> Vec2 {
        px_from_point(self.min)
    }

    /// Lower right corner in pixels: exact up to 65,536 px, beyond that the nearest `f32`.
    #[must_use]
    pub fn max_px(self) -> Vec2 {
        px_from_point(self.max)
    }

    /// Width and height in pixels; exact while less than 65,536 px.
    #[must_use]
    pub fn size_px(self) -> Vec2 {
        self.half_extents() * 2.0
    }

    /// The middle of the box in pixels.
    ///
    /// In pixels, because a box of odd size has its middle between two lattice points. The nearest `f32`; exact while the middle
    /// is less than 32,768 px from the origin.
    #[must_use]
    pub fn center(self) -> Vec2 {
        half_px(self.max.as_i64vec2() + self.min.as_i64vec2())
    }

    /// Half the width and height in pixels; exact while less than 32,768 px.
    #[must_use]
    pub fn half_extents(self) -> Vec2 {
        half_px(self.size())
    }

    /// The box moved by `translation`.
    ///
    /// # Panics
    ///
    /// If a corner would leave `i32`. Bodies never do, because their positions stay inside ±[`WORLD_LIMIT`].
    #[must_use]
    pub fn translated(self, translation: IVec2) -> Self {
        let corners = self.min.checked_add(translation).zip(self.max.checked_add(translation));
        let (min, max) =
            corners.unwrap_or_else(|| panic!("{self:?} moved by {translation} leaves the lattice"));
        Self { min, max }
    }

    /// The box with every side moved outward by `by`, or inward where `by` is negative; clipped to `i32`.
    ///
    /// # Panics
    ///
    /// If a negative `by` would invert the box.
    #[must_use]
    #[doc(alias("inflated", "expanded"))]
    pub fn grown(self, by: IVec2) -> Self {
        let by = by.as_i64vec2();
        let min = self.min.as_i64vec2() - by;
        let max = self.max.as_i64vec2() + by;
        assert!(min.x <= max.x && min.y <= max.y, "{self:?} cannot shrink by {}", -by);
        Self { min: clip_point(min), max: clip_point(max) }
    }

    /// Middle in lattice units, rounded down.
    pub(crate) fn middle(self) -> IVec2 {
        let middle = |k: usize| ((i64::from(self.min[k]) + i64::from(self.max[k])) >> 1) as i32;
        IVec2::new(middle(0), middle(1))
    }

    /// True if `point` is strictly inside; a point on an edge is not.
    #[must_use]
    pub fn contains_point(self, point: IVec2) -> bool {
        self.min.x < point.x && point.x < self.max.x && self.min.y < point.y && point.y < self.max.y
    }

    /// True if the interiors of the two boxes intersect. Touching is no overlap.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        (self.min.x < other.max.x)
            & (other.min.x < self.max.x)
            & (self.min.y < other.max.y)
            & (other.min.y < self.max.y)
    }

    /// True if the two boxes share a piece of an edge longer than zero, and do not overlap.
    ///
    /// Boxes that meet in a single corner point do not touch: neither blocks the other along an axis.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        let (width, height) = self.shared(other).into();
        !self.overlaps(other) && ((width == 0 && height > 0) || (height == 0 && width > 0))
    }

    /// The smallest box that holds all of these points, at least one.
    pub(crate) fn around(points: &[IVec2]) -> Self {
        let first = Self { min: points[0], max: points[0] };
        points.iter().fold(first, |all, point| Self { min: all.min.min(*point), max: all.max.max(*point) })
    }

    /// The smallest box that holds both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box that lies in both, or `None` if they do not overlap.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        self.overlaps(other).then(|| Self { min: self.min.max(other.min), max: self.max.min(other.max) })
    }

    /// Length of the shared part on each axis; a negative length is the gap.
    fn shared(self, other: Self) -> I64Vec2 {
        self.max.min(other.max).as_i64vec2() - self.min.max(other.min).as_i64vec2()
    }
}

pub(crate) fn clip_point(point: I64Vec2) -> IVec2 {
    IVec2::new(clip(point.x), clip(point.y))
}

/// Half a length in pixels; the division is by a power of two and exact.
fn half_px(units: I64Vec2) -> Vec2 {
    let scale = (2 * UNITS_PER_PX) as f32;
    Vec2::new(units.x as f32 / scale, units.y as f32 / scale)
}
