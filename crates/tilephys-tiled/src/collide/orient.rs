//! The eight orientations of a tile in its cell.

use crate::level::look::Flip;
use glam::{I64Vec2, Vec2, Vec2Swizzles};
use tilephys_core::Direction;

/// How a tile lies in its cell: how it is turned, and where its low corner comes to.
///
/// As Tiled draws it: the image is mirrored along its diagonal, then the other ways, and then stands with its lower left
/// corner on that of the cell, moved by the tileset's drawing offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Orientation {
    flip: Flip,
    /// Width and height of the tile as it lies there.
    size: I64Vec2,
    /// Its low corner, from that of the cell.
    corner: I64Vec2,
}

impl Orientation {
    /// All sizes in lattice units: of the tile before it is turned, of its cell, and the drawing offset.
    pub(crate) fn new(flip: Flip, tile: I64Vec2, cell: I64Vec2, offset: I64Vec2) -> Self {
        let size = if flip.diagonal { tile.yx() } else { tile };
        let corner = I64Vec2::new(0, cell.y - size.y) + offset;
        Orientation { flip, size, corner }
    }

    /// Orientation of a tile that fills its cell whatever its own size.
    pub(crate) fn of_cell(flip: Flip, cell: I64Vec2) -> Self {
        Orientation { flip, size: cell, corner: I64Vec2::ZERO }
    }

    /// That of a tile that an object shows; only directions are asked of it.
    pub(crate) fn of_object(horizontal: bool, vertical: bool) -> Self {
        Orientation { flip: Flip { horizontal, vertical, diagonal: false }, ..Orientation::none() }
    }

    /// That of what is in no cell and not turned.
    pub(crate) fn none() -> Self {
        Orientation { flip: Flip::default(), size: I64Vec2::ZERO, corner: I64Vec2::ZERO }
    }

    /// Where a point of the tile, in units from its low corner, comes to, in units from the low corner of the cell.
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

    /// A velocity, turned.
    pub(crate) fn vector(&self, vector: Vec2) -> Vec2 {
        let mut v = if self.flip.diagonal { vector.yx() } else { vector };
        if self.flip.horizontal {
            v.x = -v.x;
        }
        if self.flip.vertical {
            v.y = -v.y;
        }
        // Adding zero turns -0 into +0, which is the same to everyone but a hash.
        v + Vec2::ZERO
    }

    /// A direction, turned.
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

/// How the image of a tile is scaled to where it is shown: to a cell of the map, or to an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    natural: [f64; 2],
    place: [f64; 2],
    by: [f64; 2],
}

impl Scale {
    pub(crate) const NONE: Scale = Scale { natural: [0.0; 2], place: [0.0; 2], by: [1.0; 2] };

    /// From an image of the size `natural`, above zero, to a place. One that keeps its proportions is as large as fits.
    pub(crate) fn new(natural: [f64; 2], place: [f64; 2], keeps_aspect: bool) -> Self {
        let mut by = [place[0] / natural[0], place[1] / natural[1]];
        if keeps_aspect {
            by = [if by[0] < by[1] { by[0] } else { by[1] }; 2];
        }
        Scale { natural, place, by }
    }

    /// Where a point of the image comes to, from the corner of the scaled image.
    pub(crate) fn point(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x * self.by[0], y * self.by[1]]
    }

    /// The corner of the scaled image from that of the place: it is in the middle, moved by the tileset's drawing offset, which
    /// is scaled too.
    pub(crate) fn shift(&self, offset: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|k| (self.place[k] - self.natural[k] * self.by[k]) / 2.0 + offset[k] * self.by[k])
    }
}
