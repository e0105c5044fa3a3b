//! Tile transforms: the eight orientations of a tile in its cell.

use crate::data::look::Flip;
use glam::{I64Vec2, Vec2, Vec2Swizzles};
use tilephys_core::Direction;

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
    pub(crate) fn of_object(horizontal: bool, vertical: bool) -> Self {
        Orientation { flip: Flip { horizontal, vertical, diagonal: false }, ..Orientation::none() }
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
        let (min, max) = (self.corner, self.corner + self.size);
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
