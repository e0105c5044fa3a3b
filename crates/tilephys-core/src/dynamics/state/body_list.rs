//! List of bodies, read in blocks: as slices if the bodies are neighbors.

use crate::dynamics::state::bodies::Axis;
use std::ops::Range;

/// Bodies in a block that is copied together.
const COPIED: usize = 16;

/// Indices of bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyList<'a> {
    pub(crate) places: &'a [u32],
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
    pub(crate) fn of(places: &'a [u32]) -> Self {
        let first = places.first().copied().unwrap_or(0);
        let odd = (first..).zip(places).fold(0, |odd, (next, place)| odd | (next ^ place));
        BodyList { places, first: (odd == 0).then_some(first as usize) }
    }

    /// Returns the range of the bodies, if they are neighbors.
    pub(crate) fn range(&self) -> Option<Range<usize>> {
        self.first.map(|first| first..first + self.places.len())
    }

    /// Calls `work` with blocks of all bodies, until it returns false. True if it does not.
    #[inline]
    pub(crate) fn each_block(&self, axis: &Axis, mut work: impl FnMut(Block) -> bool) -> bool {
        if let Some(range) = self.range() {
            let [at, size] = [&axis.at, &axis.size].map(|column| column.get(range.clone()));
            let block = at.zip(size).zip(axis.velocity.get(range));
            return block.is_some_and(|((at, size), velocity)| work(Block { at, size, velocity }));
        }
        let (mut at, mut size, mut velocity) = ([0; COPIED], [0; COPIED], [0.0; COPIED]);
        self.places.chunks(COPIED).all(|places| {
            let n = places.len();
            for (i, place) in places.iter().map(|place| *place as usize).enumerate() {
                (at[i], size[i], velocity[i]) = (axis.at[place], axis.size[place], axis.velocity[place]);
            }
            work(Block { at: &at[..n], size: &size[..n], velocity: &velocity[..n] })
        })
    }

    /// Adds a number to the values of the bodies in a column.
    pub(crate) fn shift(&self, column: &mut [i32], by: i32) {
        match self.range() {
            Some(range) => column[range].iter_mut().for_each(|value| *value += by),
            None => self.places.iter().for_each(|place| column[*place as usize] += by),
        }
    }
}
