//! The eight orientations of a tile in its cell.

use crate::look::Flip;
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
