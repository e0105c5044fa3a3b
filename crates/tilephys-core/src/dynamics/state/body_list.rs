//! List of bodies, read in blocks: as slices if the bodies are neighbors.

use crate::dynamics::state::bodies::Axis;
use std::ops::Range;

/// Bodies in a block that is copied together.
const COPIED: usize = 16;

/// Indices of bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyList<'a> {
    pub(crate) indices: &'a [u32],
    /// First index, if the bodies are neighbors in ascending order.
    first: Option<usize>,
}

/// Bodies side by side, on one axis.
pub(crate) struct Block<'a> {
    pub(crate) at: &'a [i32],
    pub(crate) size: &'a [i32],
    pub(crate) velocity: &'a [f32],
}

impl<'a> BodyList<'a> {
    pub(crate) fn of(indices: &'a [u32]) -> Self {
        let first = indices.first().copied().unwrap_or(0);
        let mismatch = (first..).zip(indices).fold(0, |mismatch, (next, index)| mismatch | (next ^ index));
        BodyList { indices, first: (mismatch == 0).then_some(first as usize) }
    }

    /// Returns the range of the bodies, if they are neighbors.
    pub(crate) fn range(&self) -> Option<Range<usize>> {
        self.first.map(|first| first..first + self.indices.len())
    }

    /// Returns the bodies on an axis, if they are neighbors.
    #[inline(always)]
    pub(crate) fn block(&self, axis: &'a Axis) -> Option<Block<'a>> {
        let range = self.range()?;
        let at = axis.at.get(range.clone())?;
        let size = axis.size.get(range.clone())?;
        Some(Block { at, size, velocity: axis.velocity.get(range)? })
    }

    /// Returns the bodies in parts that [`Copied`] holds.
    #[inline(always)]
    pub(crate) fn parts(&self) -> impl Iterator<Item = &'a [u32]> {
        self.indices.chunks(COPIED)
    }

    /// Adds a number to the values of the bodies in a column.
    pub(crate) fn shift(&self, column: &mut [i32], by: i32) {
        match self.range() {
            Some(range) => column[range].iter_mut().for_each(|value| *value += by),
            None => self.indices.iter().for_each(|index| column[*index as usize] += by),
        }
    }
}

/// Copy of a few bodies on an axis.
pub(crate) struct Copied {
    at: [i32; COPIED],
    size: [i32; COPIED],
    velocity: [f32; COPIED],
    len: usize,
}

impl Copied {
    /// Copies bodies, at most [`COPIED`].
    #[inline(always)]
    pub(crate) fn of(axis: &Axis, indices: &[u32]) -> Self {
        let at = [0; COPIED];
        let size = [0; COPIED];
        let velocity = [0.0; COPIED];
        let mut copied = Copied { at, size, velocity, len: indices.len().min(COPIED) };
        for (i, index) in indices.iter().take(COPIED).map(|index| *index as usize).enumerate() {
            copied.at[i] = axis.at[index];
            copied.size[i] = axis.size[index];
            copied.velocity[i] = axis.velocity[index];
        }
        copied
    }

    #[inline(always)]
    pub(crate) fn block(&self) -> Block<'_> {
        let Copied { at, size, velocity, len } = self;
        Block { at: &at[..*len], size: &size[..*len], velocity: &velocity[..*len] }
    }
}
