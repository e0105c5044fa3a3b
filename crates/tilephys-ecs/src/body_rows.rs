//! Rows of an archetype with bodies: its columns as slices, whole or in part.

use crate::components::{Collider, Position, Velocity};
use tilephys_core::{BodyState, driver::Rows};

/// Components of as many bodies.
pub(crate) struct BodyRows<'a> {
    pub(crate) position: &'a mut [Position],
    pub(crate) velocity: &'a mut [Velocity],
    pub(crate) collider: &'a [Collider],
    pub(crate) state: &'a mut [BodyState],
}

/// Direction of a copy.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// From the columns to the engine.
    In,
    /// From the engine to the columns.
    Out,
}

impl Rows for BodyRows<'_> {
    fn split(self, len: usize) -> (Self, Self) {
        let (position, positions) = self.position.split_at_mut(len);
        let (velocity, velocities) = self.velocity.split_at_mut(len);
        let (collider, colliders) = self.collider.split_at(len);
        let (state, states) = self.state.split_at_mut(len);
        (
            BodyRows { position, velocity, collider, state },
            BodyRows { position: positions, velocity: velocities, collider: colliders, state: states },
        )
    }
}
