//! Outlines of objects, and what turns them: flips of tiles, scales, and rotations that are bit-identical on every platform.

use crate::data::parts::{Flip, ObjectKind};
use crate::tmx::facts::{Geometry, TilePlace};
use glam::{I64Vec2, Vec2, Vec2Swizzles};
use std::f64::consts::PI;
use tilephys_core::{Direction, UNITS_PER_PX};

/// Half the side of the octagon around a circle, in multiples of its radius: tan(π/8).
///
/// The octagon touches the circle on all eight sides, and its corners are 8.24 % of the radius outside of it.
const FLAT: f64 = std::f64::consts::SQRT_2 - 1.0;

/// A shape as points, in pixels from the corner of its tile or of the map.
pub(crate) struct Outline {
    pub(crate) points: Vec<[f64; 2]>,
    /// True for a polygon, false for a line of several pieces.
    pub(crate) closed: bool,
}

/// The outline of an object, rotated about its own anchor; `None` if it is a point or a text.
pub(crate) fn outline(object: &Geometry) -> Option<Outline> {
    outline_of(&object.shape, object)
}

/// The outline of another shape in the place of an object's.
pub(crate) fn outline_of(shape: &ObjectKind, object: &Geometry) -> Option<Outline> {
    let of = |points: &[Vec2]| points.iter().map(|p| p.to_array().map(f64::from)).collect();
    let size = object.size.to_array().map(f64::from);
    let (points, closed): (Vec<[f64; 2]>, bool) = match shape {
        ObjectKind::Rectangle => rectangle(size),
        ObjectKind::Ellipse => (octagon(size, size.map(|side| side / 2.0 * (1.0 - FLAT))), true),
        ObjectKind::Capsule => {
            let radius = if size[0] < size[1] { size[0] } else { size[1] } / 2.0;
            (octagon(size, [radius * (1.0 - FLAT); 2]), true)
        }
        ObjectKind::Polygon(points) => (of(points), true),
        ObjectKind::Polyline(points) => (of(points), false),
        ObjectKind::Point | ObjectKind::Text(_) | ObjectKind::Tile(_) => return None,
    };
    let at = object.anchor.to_array().map(f64::from);
    let mut points: Vec<[f64; 2]> = points.into_iter().map(|[x, y]| [at[0] + x, at[1] + y]).collect();
    if object.rotation % 360.0 != 0.0 {
        let turn = Turn::new(object.rotation.into(), at);
        points = points.into_iter().map(|p| turn.forth(p)).collect();
    }
    Some(Outline { points, closed })
}

/// The corners of a box, clockwise, and true if it is closed. Without height or width it is a line, as designers draw
/// one-way platforms.
pub(crate) fn rectangle([w, h]: [f64; 2]) -> (Vec<[f64; 2]>, bool) {
    if (w == 0.0) != (h == 0.0) {
        return (vec![[0.0, 0.0], [w, h]], false);
    }
    (vec![[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]], true)
}

/// A box with cut corners, clockwise.
fn octagon([w, h]: [f64; 2], [x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    vec![[x, 0.0], [w - x, 0.0], [w, y], [w, h - y], [w - x, h], [x, h], [0.0, h - y], [0.0, y]]
}

/// The lattice point nearest to a point in pixels, rounded half to even.
pub(crate) fn on_lattice(point: [f64; 2]) -> I64Vec2 {
    I64Vec2::from(point.map(|px| (px * f64::from(UNITS_PER_PX)).round_ties_even() as i64))
}

/// The orientation of a tile in its cell, and the position of its low corner.
///
/// The transform matches Tiled's drawing: the image is mirrored along its diagonal, then horizontally and vertically.
/// The lower left corner is then placed on the cell's, plus the tileset's drawing offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Orientation {
    flip: Flip,
    /// Width and height of the tile after rotation.
    size: I64Vec2,
    /// Low corner, relative to the cell's.
    corner: I64Vec2,
}

impl Orientation {
    /// All sizes in lattice units: of the tile before rotation, of its cell, and the drawing offset.
    pub(crate) fn new(flip: Flip, tile: I64Vec2, cell: I64Vec2, offset: I64Vec2) -> Self {
        let size = if flip.diagonal { tile.yx() } else { tile };
        let corner = I64Vec2::new(0, cell.y - size.y) + offset;
        Orientation { flip, size, corner }
    }

    /// The orientation of a tile that fills its cell whatever its own size.
    pub(crate) fn of_cell(flip: Flip, cell: I64Vec2) -> Self {
        Orientation { flip, size: cell, corner: I64Vec2::ZERO }
    }

    /// The orientation of a tile that an object shows; only directions are used.
    pub(crate) fn of_object(tile: TilePlace) -> Self {
        Orientation { flip: Flip { diagonal: false, ..Flip::of(tile.flags) }, ..Orientation::none() }
    }

    /// The identity, for shapes without a cell.
    pub(crate) fn none() -> Self {
        Orientation { flip: Flip::default(), size: I64Vec2::ZERO, corner: I64Vec2::ZERO }
    }

    /// Transforms a point from the tile's low corner to the low corner of the cell, in lattice units.
    pub(crate) fn point(&self, point: I64Vec2) -> I64Vec2 {
        let mut p = if self.flip.diagonal { point.yx() } else { point };
        if self.flip.horizontal {
            p.x = self.size.x - p.x;
        }
        if self.flip.vertical {
            p.y = self.size.y - p.y;
        }
        p + self.corner
    }

    /// Rotates a velocity.
    pub(crate) fn vector(&self, vector: Vec2) -> Vec2 {
        let mut v = if self.flip.diagonal { vector.yx() } else { vector };
        if self.flip.horizontal {
            v.x = -v.x;
        }
        if self.flip.vertical {
            v.y = -v.y;
        }
        // Adding zero turns -0 into +0, which differ only in hashes.
        v + Vec2::ZERO
    }

    /// Rotates a direction.
    pub(crate) fn direction(&self, direction: Direction) -> Direction {
        let turned = self.vector(direction.vector().as_vec2()).as_ivec2();
        Direction::ALL.into_iter().find(|d| d.vector() == turned).unwrap_or(direction)
    }

    /// The corners of the whole tile.
    pub(crate) fn whole(&self) -> [I64Vec2; 4] {
        let min = self.corner;
        let max = self.corner + self.size;
        [min, I64Vec2::new(max.x, min.y), max, I64Vec2::new(min.x, max.y)]
    }
}

/// The scale of a tile's image in a cell of the map, or in an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    natural: [f64; 2],
    place: [f64; 2],
    by: [f64; 2],
}

impl Scale {
    pub(crate) const NONE: Scale = Scale { natural: [0.0; 2], place: [0.0; 2], by: [1.0; 2] };

    /// Creates the scale from an image of the size `natural`, above zero, to a place. With `keeps_aspect`, the largest
    /// that fits.
    pub(crate) fn new(natural: [f64; 2], place: [f64; 2], keeps_aspect: bool) -> Self {
        let mut by = [place[0] / natural[0], place[1] / natural[1]];
        if keeps_aspect {
            by = [if by[0] < by[1] { by[0] } else { by[1] }; 2];
        }
        Scale { natural, place, by }
    }

    /// Transforms a point of the image, relative to the corner of the scaled image.
    pub(crate) fn point(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x * self.by[0], y * self.by[1]]
    }

    /// The corner of the scaled image relative to the place: centred, plus the scaled drawing offset of the tileset.
    pub(crate) fn shift(&self, offset: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|k| (self.place[k] - self.natural[k] * self.by[k]) / 2.0 + offset[k] * self.by[k])
    }
}

/// A clockwise rotation (y points down) about a point, such as an [`Object`](crate::Object) about its anchor.
///
/// The result is bit-identical on every platform, unlike the standard library's sine, and exact at multiples of 90
/// degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    about: [f64; 2],
    degrees: f64,
    cos: f64,
    sin: f64,
}

impl Turn {
    /// Creates a rotation by `degrees`, any finite number, about a point in pixels.
    #[must_use]
    pub fn new(degrees: f64, about: [f64; 2]) -> Turn {
        let degrees = degrees.rem_euclid(360.0);
        let (cos, sin) = cos_sin(degrees);
        Turn { about, degrees, cos, sin }
    }

    /// The angle in degrees, from 0 to below 360.
    #[must_use]
    pub fn degrees(&self) -> f64 {
        self.degrees
    }

    /// The fixed point, in pixels.
    #[must_use]
    pub fn about(&self) -> [f64; 2] {
        self.about
    }

    /// Rotates `point` backward.
    #[must_use]
    pub fn back(&self, point: [f64; 2]) -> [f64; 2] {
        self.by(point, -self.sin)
    }

    /// Rotates `point` forward.
    #[must_use]
    pub fn forth(&self, point: [f64; 2]) -> [f64; 2] {
        self.by(point, self.sin)
    }

    fn by(&self, point: [f64; 2], sin: f64) -> [f64; 2] {
        let [x, y] = [point[0] - self.about[0], point[1] - self.about[1]];
        [self.about[0] + x * self.cos - y * sin, self.about[1] + x * sin + y * self.cos]
    }
}

/// Cosine and sine of an angle from 0 to 360 degrees, exact at right angles.
///
/// Taylor series about the nearest right angle, so up to π/4; the first omitted term is below 1e-15.
fn cos_sin(degrees: f64) -> (f64, f64) {
    let quarters = (degrees / 90.0).round();
    let x = (degrees - quarters * 90.0) * PI / 180.0;
    let square = x * x;
    let mut cos = 0.0;
    let mut sin = 0.0;
    let mut term = 1.0;
    for n in 0..8 {
        cos += term;
        term /= f64::from(2 * n + 1);
        sin += term;
        term *= -square / f64::from(2 * n + 2);
    }
    sin *= x;
    match quarters as u32 % 4 {
        0 => (cos, sin),
        1 => (-sin, cos),
        2 => (-cos, -sin),
        _ => (sin, -cos),
    }
}
