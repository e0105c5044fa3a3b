//! From the engine's arrays back to the columns of an archetype.

use crate::components::{Collider, Position, Velocity};
use crate::copy_in::copy_velocities;
use crate::fork::{Pool, Rows, fork};
use glam::{IVec2, Vec2};
use hecs::Archetype;
use tilephys_core::{BodySlices, BodyState};

/// What a step changes, and the places that it is copied from.
struct Out<'a> {
    position: &'a mut [Position],
    velocity: &'a mut [Velocity],
    state: &'a mut [BodyState],
    collider: &'a [Collider],
    bodies: BodySlices<'a>,
}

impl Rows for Out<'_> {
    fn len(&self) -> usize {
        self.bodies.len()
    }

    fn split(self, rows: usize) -> (Self, Self) {
        let (position, position1) = self.position.split_at_mut(rows);
        let (velocity, velocity1) = self.velocity.split_at_mut(rows);
        let (state, state1) = self.state.split_at_mut(rows);
        let (collider, collider1) = self.collider.split_at(rows);
        let (bodies, bodies1) = self.bodies.split_at(rows);
        (
            Out { position, velocity, state, collider, bodies },
            Out {
                position: position1,
                velocity: velocity1,
                state: state1,
                collider: collider1,
                bodies: bodies1,
            },
        )
    }
}

/// Copies the first of `bodies` to all rows of an archetype; returns the other bodies.
pub(crate) fn copy_out<'a>(archetype: &Archetype, bodies: BodySlices<'a>) -> BodySlices<'a> {
    let columns = (
        archetype.get::<&mut Position>(),
        archetype.get::<&mut Velocity>(),
        archetype.get::<&mut BodyState>(),
        archetype.get::<&Collider>(),
    );
    let (Some(mut position), Some(mut velocity), Some(mut state), Some(collider)) = columns else {
        return bodies;
    };
    let (bodies, others) = bodies.split_at(position.len());
    let whole = Out {
        position: &mut position,
        velocity: &mut velocity,
        state: &mut state,
        collider: &collider,
        bodies,
    };
    fork(&Pool, whole, &|part: Out| {
        copy_positions(part.position, part.collider, &part.bodies);
        velocities_of(&part.bodies, part.velocity);
        part.state.copy_from_slice(part.bodies.state);
    });
    others
}

fn copy_positions(position: &mut [Position], collider: &[Collider], bodies: &BodySlices) {
    let n = position.len().min(collider.len());
    let (x, y) = (&bodies.x.at[..n], &bodies.y.at[..n]);
    let (rest_x, rest_y) = (&bodies.x.rest[..n], &bodies.y.rest[..n]);
    for i in 0..n {
        let at = IVec2::new(x[i], y[i]).wrapping_sub(collider[i].offset);
        position[i] = Position { at, rest: Vec2::new(rest_x[i], rest_y[i]) };
    }
}

fn velocities_of(bodies: &BodySlices, velocity: &mut [Velocity]) {
    let n = velocity.len();
    let (x, y) = (&bodies.x.velocity[..n], &bodies.y.velocity[..n]);
    for i in 0..n {
        velocity[i] = Velocity(Vec2::new(x[i], y[i]));
    }
}

/// Velocities alone, and the places that they are copied from or to.
struct Velocities<'a> {
    velocity: &'a mut [Velocity],
    bodies: BodySlices<'a>,
}

impl Rows for Velocities<'_> {
    fn len(&self) -> usize {
        self.bodies.len()
    }

    fn split(self, rows: usize) -> (Self, Self) {
        let (velocity, velocity1) = self.velocity.split_at_mut(rows);
        let (bodies, bodies1) = self.bodies.split_at(rows);
        (Velocities { velocity, bodies }, Velocities { velocity: velocity1, bodies: bodies1 })
    }
}

/// Which way velocities are copied in the control phase.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// From the engine to the columns.
    Out,
    /// From the columns to the engine.
    In,
}

/// Copies the velocities of all rows of an archetype from or to the first of `bodies`; returns the other bodies.
pub(crate) fn exchange_velocities<'a>(
    archetype: &Archetype,
    bodies: BodySlices<'a>,
    way: Way,
) -> BodySlices<'a> {
    let Some(mut velocity) = archetype.get::<&mut Velocity>() else { return bodies };
    let (bodies, others) = bodies.split_at(velocity.len());
    let whole = Velocities { velocity: &mut velocity, bodies };
    fork(&Pool, whole, &|mut part: Velocities| match way {
        Way::Out => velocities_of(&part.bodies, part.velocity),
        Way::In => copy_velocities(part.velocity, &mut part.bodies),
    });
    others
}
