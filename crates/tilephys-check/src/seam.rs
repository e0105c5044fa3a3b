//! A seam: a place where two solids miss each other by less than a pixel.

use glam::IVec2;
use tilephys_core::Obstacle;

/// The kind of a seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SeamKind {
    /// Two floors meet at different heights.
    Step,
    /// A gap between two solids that face each other.
    Gap,
    /// A stretch of an edge that another solid leaves free.
    Sliver,
}

/// One of the two solids at a seam.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) met: Obstacle,
    /// Coordinate of its edge or corner, in lattice units.
    pub(crate) value: i32,
}

/// A place where two solids miss each other by less than a pixel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seam {
    pub(crate) kind: SeamKind,
    /// Axis of the coordinates: 0 for x, 1 for y.
    pub(crate) axis: usize,
    /// The solid at fault, whose coordinate is no whole pixel.
    pub(crate) culprit: End,
    /// The other solid.
    pub(crate) other: End,
    /// Place of the seam, in lattice units.
    pub(crate) at: IVec2,
}

impl Seam {
    /// Height of the step, or width of the gap or sliver, in lattice units.
    pub(crate) fn size(&self) -> i32 {
        self.culprit.value.saturating_sub(self.other.value).saturating_abs()
    }
}
