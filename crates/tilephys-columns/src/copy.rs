//! Columns of bodies as storage for the engine to load and store, on the threads of an executor.

use crate::body_rows::BodyRows;
use crate::fork::fork;
use crate::load::load_rows;
use crate::store::store_rows;
use pulp::{Arch, NullaryFnOnce};
use tilephys_core::driver::{BodyRows as _, BodySlices, Executor};

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
        load_rows(self.rows, self.bodies);
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
        store_rows(self.rows, self.bodies);
    }
}

/// Copies all rows to as many bodies, on the threads of the executor. A body whose box the game has moved begins anew
/// there, and one with an unsound number loses its profile, so that the step skips and reports it.
pub fn load(executor: &impl Executor, rows: BodyRows<'_>, bodies: BodySlices<'_>) {
    let len = rows.count();
    fork(executor, len, (rows, bodies), &|_, (mut rows, mut bodies)| rows.load(&mut bodies));
}

/// Copies all bodies to as many rows, on the threads of the executor.
pub fn store(executor: &impl Executor, rows: BodyRows<'_>, bodies: BodySlices<'_>) {
    let len = rows.count();
    fork(executor, len, (rows, bodies), &|_, (mut rows, mut bodies)| rows.store(&mut bodies));
}
