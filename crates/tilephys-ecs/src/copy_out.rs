//! Copies the engine's arrays back to the columns of an archetype.

use crate::components::{Collider, Position, Velocity};
use crate::copy_in::copy_velocities;
use crate::fork::{BLOCK, First, Pool, fork};
use glam::{IVec2, Vec2};
use hecs::Archetype;
use pulp::{Arch, NullaryFnOnce};
use tilephys_core::{BodySlices, BodyState};

/// Copies the first bodies of `bodies` to all rows of an archetype. Returns the rest of the bodies.
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
    let len = position.len();
    let columns = (&mut *position, &mut *velocity, &mut *state);
    let collider = &*collider;
    fork(&Pool, len, (First(0), columns, bodies), &|len, (First(first), columns, bodies)| {
        Arch::new().dispatch(Copy { columns, collider: &collider[first..first + len], bodies });
    });
    others
}

/// Bodies to be copied to as many rows.
struct Copy<'a, 'b> {
    columns: (&'a mut [Position], &'a mut [Velocity], &'a mut [BodyState]),
    collider: &'a [Collider],
    bodies: BodySlices<'b>,
}

impl NullaryFnOnce for Copy<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Copy { columns: (mut position, mut velocity, mut state), mut collider, mut bodies } = self;
        while !bodies.is_empty() {
            let len = bodies.len().min(BLOCK);
            let (mut block, rest) = bodies.split_at(len);
            let (positions, velocities, states);
            (positions, position) = position.split_at_mut(len);
            (velocities, velocity) = velocity.split_at_mut(len);
            (states, state) = state.split_at_mut(len);
            let (colliders, others) = collider.split_at(len);
            (bodies, collider) = (rest, others);
            copy_positions(positions, colliders, &mut block);
            velocities_of(&block, velocities);
            states.copy_from_slice(block.state);
        }
    }
}

#[inline(always)]
fn copy_positions(position: &mut [Position], collider: &[Collider], bodies: &mut BodySlices) {
    if !all_fit(collider, bodies) {
        hold_back(position, collider, bodies);
    }
    let n = position.len().min(collider.len());
    let (x, y) = (&bodies.x.at[..n], &bodies.y.at[..n]);
    let (rest_x, rest_y) = (&bodies.x.rest[..n], &bodies.y.rest[..n]);
    let (position, collider) = (&mut position[..n], &collider[..n]);
    for i in 0..n {
        let at = IVec2::new(x[i], y[i]).wrapping_sub(collider[i].offset);
        position[i] = Position { at, rest: Vec2::new(rest_x[i], rest_y[i]) };
    }
}

/// True if the corner of each box less its offset is a valid position.
#[inline(always)]
fn all_fit(collider: &[Collider], bodies: &BodySlices) -> bool {
    let n = collider.len();
    let (x, y) = (&bodies.x.at[..n], &bodies.y.at[..n]);
    let mut fits = true;
    for i in 0..n {
        fits &= is_position(x[i], collider[i].offset.x) & is_position(y[i], collider[i].offset.y);
    }
    fits
}

/// True if a box's corner less its offset is a valid position.
#[inline(always)]
fn is_position(at: i32, offset: i32) -> bool {
    let position = at.wrapping_sub(offset);
    // A difference that overflowed differs in sign from its minuend, which differs in sign from its subtrahend.
    let overflow = (at ^ offset) & (at ^ position);
    (overflow >= 0) & (position.unsigned_abs() < i32::MAX.unsigned_abs())
}

/// Keeps bodies in place whose entity would leave the world: at the border, an offset can put the box inside and
/// the entity outside. The start of the step was free of solids if it ever was. Rejected bodies stay as they are.
#[cold]
fn hold_back(position: &[Position], collider: &[Collider], bodies: &mut BodySlices) {
    for (place, (position, collider)) in position.iter().zip(collider).enumerate() {
        let (x, y) = (bodies.x.at[place], bodies.y.at[place]);
        if !(is_position(x, collider.offset.x) && is_position(y, collider.offset.y)) {
            let before = position.at.wrapping_add(collider.offset);
            (bodies.x.at[place], bodies.y.at[place]) = (before.x, before.y);
        }
    }
}

#[inline(always)]
fn velocities_of(bodies: &BodySlices, velocity: &mut [Velocity]) {
    let n = velocity.len();
    let (x, y) = (&bodies.x.velocity[..n], &bodies.y.velocity[..n]);
    for i in 0..n {
        velocity[i] = Velocity(Vec2::new(x[i], y[i]));
    }
}

/// Direction in which the control phase copies velocities.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// From the engine to the columns.
    Out,
    /// From the columns to the engine.
    In,
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
    fork(&Pool, velocity.len(), (&mut *velocity, bodies), &|_, (velocity, mut bodies)| match way {
        Way::Out => velocities_of(&bodies, velocity),
        Way::In => copy_velocities(velocity, &mut bodies),
    });
    others
}
