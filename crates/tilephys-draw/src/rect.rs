//! Rectangles: of the public API, and as edges in `f64`.

use glam::Vec2;

/// A rectangle in pixels of the level. A rectangle without area, or with a negative size, is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Top left corner, in pixels.
    pub min: Vec2,
    /// Width and height, in pixels.
    pub size: Vec2,
}

impl Rect {
    /// Creates a rectangle from its top left corner and its size.
    #[must_use]
    pub const fn new(min: Vec2, size: Vec2) -> Self {
        Rect { min, size }
    }

    pub(crate) fn is_empty(&self) -> bool {
        !(self.size.x > 0.0 && self.size.y > 0.0)
    }
}

/// Edges of a rectangle: left, top, right, bottom.
pub(crate) type Edges = [f64; 4];

/// The bounding box of two boxes.
pub(crate) fn union(a: Edges, b: Edges) -> Edges {
    [smaller(a[0], b[0]), smaller(a[1], b[1]), larger(a[2], b[2]), larger(a[3], b[3])]
}

/// True if two boxes share area.
pub(crate) fn overlaps(a: Edges, b: Edges) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

pub(crate) fn smaller<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

pub(crate) fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

pub(crate) fn pair(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}
