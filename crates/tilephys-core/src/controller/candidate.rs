//! Candidate faces of a sweep: planes, and vectors along them and across them.

use crate::grid::{NO_BOX, PieceName, View};
use crate::tile::{TileCoord, TileId};
use glam::{DVec2, IVec2, Vec2};
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
    pub(crate) off_grid: u32,
    /// Part and slanted face; zero for a whole tile.
    pub(crate) piece: PieceBits,
}

pub(crate) const SLANTED: usize = 2;

/// Kind of tile, layer, part and slanted face in one word; zero for whole tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PieceBits(u32);

impl PieceBits {
    pub(crate) const WHOLE: PieceBits = PieceBits(0);

    pub(crate) fn new(name: PieceName, slant: usize) -> Self {
        let [layer, part, slant] = [u32::from(name.layer), u32::from(name.part), slant as u32];
        debug_assert!(layer < 64 && part < 64 && slant < 8);
        PieceBits(u32::from(name.tile.0.get()) | layer << 16 | part << 22 | slant << 28)
    }

    pub(crate) fn slant(self) -> usize {
        (self.0 >> 28) as usize
    }
}

impl Candidate {
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

    pub(crate) fn slant_normal(&self, view: View) -> IVec2 {
        let name = self.name().expect("a slanted face is of a part");
        view.piece(name).part.slants[self.piece.slant()].normal
    }

    #[inline(always)]
    pub(crate) fn units(&self) -> u64 {
        (self.distance & !(self.distance >> 63)) as u64
    }
}

/// Plane of a face that was hit: points p, as min corners of the body, with `normal . p >= offset` are outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlopeContact {
    /// Outward normal, in the smallest whole numbers.
    pub normal: IVec2,
    /// Product of the normal and each point of the plane.
    pub offset: i64,
}

impl SlopeContact {
    /// Distance of a place to the plane, times the length of the normal; positive outside.
    pub fn side(self, at: IVec2) -> i64 {
        dot(self.normal, at) - self.offset
    }

    pub(super) fn touches(self, at: IVec2) -> bool {
        self.side(at) < i64::from(self.normal.x.abs()) + i64::from(self.normal.y.abs())
    }
}

/// The dot product of two vectors, exact.
pub fn dot(a: IVec2, b: IVec2) -> i64 {
    a.as_i64vec2().dot(b.as_i64vec2())
}

/// The translation from `at` by `run` on the axis `lead` to the nearest place outside of a plane.
pub(crate) fn follow(at: IVec2, lead: usize, run: i32, plane: SlopeContact) -> IVec2 {
    let n = plane.normal;
    let other = 1 - lead;
    let needed = -(plane.side(at) + i64::from(n[lead]) * i64::from(run));
    let mut way = IVec2::ZERO;
    way[lead] = run;
    // The least step outward with normal * step >= needed.
    let step = if n[other] > 0 {
        needed.div_euclid(n[other].into()) + i64::from(needed.rem_euclid(n[other].into()) != 0)
    } else {
        let size = i64::from(-n[other]);
        -(needed.div_euclid(size) + i64::from(needed.rem_euclid(size) != 0))
    };
    way[other] = step.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32;
    way
}

/// Speed into a face, not negative, in px/s.
pub(crate) fn into(velocity: Vec2, normal: IVec2) -> f64 {
    let v = velocity.as_dvec2();
    let n = normal.as_dvec2();
    let product = v.x * n.x + v.y * n.y;
    if product < 0.0 { -product / (n.x * n.x + n.y * n.y).sqrt() } else { 0.0 }
}

/// The velocity minus `part` of its component into a face. -0 becomes +0.
pub(crate) fn without(velocity: Vec2, normal: IVec2, part: f64) -> Vec2 {
    let v: DVec2 = velocity.as_dvec2();
    let n: DVec2 = normal.as_dvec2();
    let product = v.x * n.x + v.y * n.y;
    // The next step rejects infinite velocities.
    if product >= 0.0 || !velocity.is_finite() {
        return velocity;
    }
    let scaled = part * product / (n.x * n.x + n.y * n.y);
    Vec2::new((v.x - scaled * n.x) as f32 + 0.0, (v.y - scaled * n.y) as f32 + 0.0)
}
