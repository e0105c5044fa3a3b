//! Convex parts of shaped tiles and off-grid shapes, and their identity.

use crate::direction::Direction;
use crate::shape::{Convex, TileShape};
use crate::tile::TileId;
use glam::IVec2;

/// Prepared collision shape of a kind of tile.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// Convex parts; empty for a whole tile.
    pub(crate) parts: Box<[Convex]>,
    /// True if some part, or its list bounds, extends beyond the cell.
    pub(crate) overhangs: bool,
    /// True if all parts themselves lie in the cell.
    pub(super) fits: bool,
    /// True if its surface moves what stands on it.
    pub(super) conveys: bool,
    /// True if it is a one-way line along the upper edge of the cell, and nothing else.
    pub(super) is_plank: bool,
}

impl Kind {
    /// True if cells with it are marked as shaped: there the fast paths for whole tiles do not apply.
    pub(super) fn marks_cells(&self) -> bool {
        !self.parts.is_empty() || self.conveys
    }

    /// # Panics
    /// If the shape is invalid for cells of `tile` units.
    pub(crate) fn new(shape: &TileShape, tile: IVec2) -> Self {
        if let Some(fault) = shape.fault(tile) {
            panic!("{fault}");
        }
        let parts: Box<[Convex]> = shape.convex_parts(tile).into();
        let fits = |part: &Convex| {
            let [low, high] = part.reach();
            low.cmpge(IVec2::ZERO).all() && high.cmple(tile).all()
        };
        let lies_in = |part: &Convex| part.min.cmpge(IVec2::ZERO).all() && part.max.cmple(tile).all();
        Kind {
            overhangs: !parts.iter().all(fits),
            fits: parts.iter().all(lies_in),
            is_plank: is_plank(&parts, tile),
            parts,
            conveys: false,
        }
    }
}

/// True if these parts of a tile are a line along the upper edge of the cell alone.
fn is_plank(parts: &[Convex], tile: IVec2) -> bool {
    let is_edge = |part: &Convex| part.min == IVec2::ZERO && part.max == IVec2::new(tile.x, 0);
    matches!(parts, [part] if part.one_way == Some(Direction::Up) && is_edge(part))
}

/// A convex part at its place in the world.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) part: &'a Convex,
    /// Origin of the part's corners.
    pub(crate) origin: IVec2,
    pub(crate) name: PieceName,
}

/// Identity of a convex part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PieceName {
    /// Row of the tile's cell, or of the cell of an off-grid shape's low corner.
    pub(crate) row: i32,
    pub(crate) col: i32,
    /// Index of the off-grid shape, or [`NO_BOX`].
    pub(crate) off_grid: u32,
    pub(crate) layer: u8,
    pub(crate) part: u8,
    /// Kind of tile.
    pub(crate) tile: TileId,
}

/// Value in place of the index of an off-grid shape for a tile.
pub(crate) const NO_BOX: u32 = u32::MAX;
