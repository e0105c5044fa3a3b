//! Columns of an archetype that hold bodies, as storage for the engine to load and store.

use crate::pool::Pool;
use hecs::{Archetype, ArchetypeColumn, ArchetypeColumnMut};
use tilephys_columns::{
    BodyRows, Collider, Position, PreviousPosition, Velocity, keep_previous, load, load_velocities, store,
    store_velocities,
};
use tilephys_core::{BodyState, driver::BodySlices};

/// Direction of a copy.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// From the columns to the engine.
    In,
    /// From the engine to the columns.
    Out,
}

/// Columns of an archetype, borrowed.
pub(crate) struct BodyColumns<'a> {
    position: ArchetypeColumnMut<'a, Position>,
    velocity: ArchetypeColumnMut<'a, Velocity>,
    collider: ArchetypeColumn<'a, Collider>,
    state: ArchetypeColumnMut<'a, BodyState>,
}

impl<'a> BodyColumns<'a> {
    pub(crate) fn of(archetype: &'a Archetype) -> Option<Self> {
        Some(BodyColumns {
            position: archetype.get::<&mut Position>()?,
            velocity: archetype.get::<&mut Velocity>()?,
            collider: archetype.get::<&Collider>()?,
            state: archetype.get::<&mut BodyState>()?,
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.position.len()
    }

    pub(crate) fn rows(&mut self) -> BodyRows<'_> {
        BodyRows {
            position: &mut self.position,
            velocity: &mut self.velocity,
            collider: &self.collider,
            state: &mut self.state,
        }
    }

    /// Copies all rows to or from the first bodies of `bodies`. Returns the rest of the bodies.
    pub(crate) fn copy<'b>(&mut self, bodies: BodySlices<'b>, way: Way) -> BodySlices<'b> {
        let len = self.len();
        let (bodies, others) = bodies.split_at(len);
        match way {
            Way::In => load(&Pool, self.rows(), bodies),
            Way::Out => store(&Pool, self.rows(), bodies),
        }
        others
    }
}

/// Copies the velocities of all rows of an archetype to or from the first bodies of `bodies`. Returns the rest of
/// the bodies.
pub(crate) fn exchange_velocities<'a>(
    archetype: &Archetype,
    bodies: BodySlices<'a>,
    way: Way,
) -> BodySlices<'a> {
    let Some(mut velocity) = archetype.get::<&mut Velocity>() else { return bodies };
    let (bodies, others) = bodies.split_at(velocity.len());
    match way {
        Way::In => load_velocities(&Pool, &mut velocity, bodies),
        Way::Out => store_velocities(&Pool, &mut velocity, bodies),
    }
    others
}

/// Saves the positions of an archetype's rows as previous positions, before a step changes them.
pub(crate) fn keep_positions(archetype: &Archetype) {
    let position = archetype.get::<&Position>();
    let previous = archetype.get::<&mut PreviousPosition>();
    if let (Some(position), Some(mut previous)) = (position, previous) {
        keep_previous(&Pool, &position, &mut previous);
    }
}
