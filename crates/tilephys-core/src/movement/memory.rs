//! What a body remembers from one move to the next.

use glam::IVec2;

/// What a body remembers for a few ticks. Most remember nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// It falls through the one-way lines that held it at this place, its min corner in lattice units.
    pub dropped_from: Option<IVec2>,
    /// Ticks until it no longer does.
    pub drop_ticks: u8,
    /// The speed across `up` that a wall took, in px/s, signed as on its axis.
    pub retained: f32,
    /// Ticks until that is forgotten.
    pub retain_ticks: u8,
}

impl Memory {
    /// Nothing.
    pub const NONE: Memory = Memory { dropped_from: None, drop_ticks: 0, retained: 0.0, retain_ticks: 0 };

    /// Is there nothing in it?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.dropped_from.is_none() && self.retain_ticks == 0
    }
}
