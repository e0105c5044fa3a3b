//! Columns of bodies as slices, whole or in part.

use crate::components::{Collider, Position, Velocity};
use tilephys_core::{BodyState, driver::Rows};

/// Components of bodies: slices of one length.
pub struct BodyRows<'a> {
    /// Positions.
    pub position: &'a mut [Position],
    /// Velocities.
    pub velocity: &'a mut [Velocity],
    /// Boxes.
    pub collider: &'a [Collider],
    /// Contacts and timers.
    pub state: &'a mut [BodyState],
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
