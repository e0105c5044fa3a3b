//! Columns of an archetype that hold bodies, as storage for the engine to load and store.

use crate::body_rows::{BodyRows, Way};
use crate::components::{Collider, Position, Velocity};
use crate::copy_in::load;
use crate::copy_out::store;
use crate::fork::{Pool, fork};
use hecs::{Archetype, ArchetypeColumn, ArchetypeColumnMut};
use pulp::{Arch, NullaryFnOnce};
use tilephys_core::{
    BodyState,
    driver::{BodyRows as _, BodySlices},
};

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
        fork(&Pool, len, (self.rows(), bodies), &|_, (mut rows, mut bodies)| match way {
            Way::In => rows.load(&mut bodies),
            Way::Out => rows.store(&mut bodies),
        });
        others
    }
}

impl tilephys_core::driver::BodyRows for BodyRows<'_> {
    fn count(&self) -> usize {
        self.position.len()
    }

    fn load(&mut self, bodies: &mut BodySlices) {
        Arch::new().dispatch(Load { rows: self, bodies });
    }

    fn store(&mut self, bodies: &mut BodySlices) {
        Arch::new().dispatch(Store { rows: self, bodies });
    }
}

/// Copy to the engine in the form that is compiled for each instruction set.
struct Load<'a, 'b, 'c> {
    rows: &'a mut BodyRows<'b>,
    bodies: &'a mut BodySlices<'c>,
}

impl NullaryFnOnce for Load<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        load(self.rows, self.bodies);
    }
}

/// Copy from the engine in the form that is compiled for each instruction set.
struct Store<'a, 'b, 'c> {
    rows: &'a mut BodyRows<'b>,
    bodies: &'a mut BodySlices<'c>,
}

impl NullaryFnOnce for Store<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        store(self.rows, self.bodies);
    }
}
