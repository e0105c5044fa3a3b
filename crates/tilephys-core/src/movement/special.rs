//! What few bodies have: kept out of the way of those without it.

use crate::grid::{Piece, holds};
use glam::IVec2;

/// How a body differs from most in a move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Special {
    /// The min corner at which the body stood on the one-way lines that it falls through now.
    pub(crate) dropped_from: Option<IVec2>,
}

impl Special {
    /// Does the body fall through this line?
    pub(crate) fn drops_through(&self, piece: &Piece, size: IVec2) -> bool {
        self.dropped_from.is_some_and(|min| holds(piece, min, size))
    }
}
