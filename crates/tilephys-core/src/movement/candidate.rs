//! What a sweep may hit first.

/// A face in the way of a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The axis of the face's normal: 0 for x, 1 for y.
    pub(crate) axis: usize,
    /// Units along that axis to the face, at least 0 and less than the translation's.
    pub(crate) distance: i64,
    /// The cell, or for a loose box the cell of its low corner.
    pub(crate) col: i32,
    pub(crate) row: i32,
    /// The index of a loose box, or [`NO_BOX`].
    pub(crate) loose: u32,
}

/// In place of a loose box's index: it is a whole tile.
pub(crate) const NO_BOX: u32 = u32::MAX;
