//! Start: where a character begins, at rest or in the midst of its play.

use crate::crowd::State;
use glam::IVec2;

/// Where a character begins.
///
/// A way goes on where another has ended, from [`Witness::end`](crate::Witness::end): with all that the body and the controller
/// remember, and at that tick of the movers.
#[derive(Clone, Debug)]
pub struct Start {
    /// Where its play began at rest: bounds from there include the state.
    origin: IVec2,
    pub(crate) state: State,
    /// Ticks since its play began.
    pub(crate) tick: u32,
}

impl Start {
    /// A character at rest that the game has just placed, at tick 0 of the movers. `position` is its min corner, in lattice units.
    #[must_use]
    pub fn at_rest(position: IVec2) -> Self {
        Start { origin: position, state: State::at_rest(position), tick: 0 }
    }

    /// A character some ticks after this start.
    pub(crate) fn after(&self, ticks: usize, state: State) -> Self {
        Start { origin: self.origin, state, tick: self.tick + ticks as u32 }
    }

    /// Min corner of the character at rest from which it has come here, in lattice units; its own for a character at rest.
    #[must_use]
    pub fn origin(&self) -> IVec2 {
        self.origin
    }

    /// Min corner of the character, in lattice units.
    #[must_use]
    pub fn position(&self) -> IVec2 {
        self.state.position
    }

    /// Ticks since the character was at rest at its [`origin`](Self::origin).
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.tick
    }
}
