//! What few bodies have: kept out of the way of those without it.

use super::memory::Memory;
use crate::direction::Direction;
use crate::grid::{Piece, is_held};
use glam::IVec2;

/// How a body differs from most in a move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Special {
    /// The min corner at which the body stood on the one-way lines that it falls through now.
    dropped_from: Option<IVec2>,
    up: Direction,
}

impl Special {
    /// What a body's memory makes special about it, if anything.
    pub(crate) fn of(memory: &Memory, up: Direction) -> Option<Self> {
        memory.dropped_from.map(|from| Special { dropped_from: Some(from), up })
    }

    /// Does the body fall through this line?
    pub(crate) fn drops_through(&self, piece: &Piece, size: IVec2) -> bool {
        self.dropped_from.is_some_and(|min| is_held(piece, min, size, self.up))
    }
}
