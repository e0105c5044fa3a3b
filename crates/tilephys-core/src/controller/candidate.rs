//! Candidate faces of a sweep.

use crate::grid::{NO_BOX, PieceName, View};
use crate::tile::{TileCoord, TileId};
use glam::IVec2;
use std::num::NonZeroU16;

/// A face in the path of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Axis of the face's normal: 0 for x, 1 for y; 2 for a slanted face.
    pub(crate) axis: usize,
    /// Distance along that axis to the face, less than the translation's. Negative within the tolerance of a one-way line.
    /// For a slanted face, multiplied by the length of its integer normal. In lattice units.
    pub(crate) distance: i64,
    /// Column of the cell; for an off-grid shape the cell of its low corner.
    pub(crate) col: i32,
    pub(crate) row: i32,
    /// Index of the off-grid shape, or `NO_BOX`.
    pub(crate) off_grid: u32,
    /// Part and slanted face; zero for a whole tile.
    pub(crate) piece: PieceBits,
}

/// Axis value of slanted faces.
pub(crate) const SLANTED: usize = 2;

/// Kind of tile, layer, part and slanted face in one word; zero for whole tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PieceBits(u32);

impl PieceBits {
    /// A whole tile.
    pub(crate) const WHOLE: PieceBits = PieceBits(0);

    /// The part `name`, and its slanted face with index `slant`.
    pub(crate) fn new(name: PieceName, slant: usize) -> Self {
        let [layer, part, slant] = [u32::from(name.layer), u32::from(name.part), slant as u32];
        debug_assert!(layer < 64 && part < 64 && slant < 8);
        PieceBits(u32::from(name.tile.0.get()) | layer << 16 | part << 22 | slant << 28)
    }

    /// Index of the slanted face.
    pub(crate) fn slant(self) -> usize {
        (self.0 >> 28) as usize
    }
}

impl Candidate {
    /// A face of a whole tile.
    #[inline(always)]
    pub(crate) fn of_tile(axis: usize, distance: i64, at: TileCoord) -> Self {
        Candidate { axis, distance, col: at.col, row: at.row, off_grid: NO_BOX, piece: PieceBits::WHOLE }
    }

    /// The part to which the face belongs; `None` for a whole tile.
    pub(crate) fn name(&self) -> Option<PieceName> {
        let bits = self.piece.0;
        Some(PieceName {
            row: self.row,
            col: self.col,
            off_grid: self.off_grid,
            layer: (bits >> 16 & 63) as u8,
            part: (bits >> 22 & 63) as u8,
            tile: TileId(NonZeroU16::new(bits as u16)?),
        })
    }

    /// Outward normal of the face, in the smallest whole numbers. `forth` is true on axes with a motion toward greater coordinates.
    pub(crate) fn normal(&self, view: View, forth: [bool; 2]) -> IVec2 {
        match self.axis {
            0 => IVec2::new(if forth[0] { -1 } else { 1 }, 0),
            1 => IVec2::new(0, if forth[1] { -1 } else { 1 }),
            _ => self.slant_normal(view),
        }
    }

    /// Normal of the slanted face.
    pub(crate) fn slant_normal(&self, view: View) -> IVec2 {
        let name = self.name().expect("a slanted face is of a part");
        view.piece(name).part.slants[self.piece.slant()].normal
    }

    /// Distance to the face, 0 if it is negative.
    #[inline(always)]
    pub(crate) fn units(&self) -> u64 {
        (self.distance & !(self.distance >> 63)) as u64
    }
}
