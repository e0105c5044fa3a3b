//! Copies the engine's arrays back to columns.

use crate::body_rows::BodyRows;
use crate::components::{Collider, Position, Velocity};
use crate::fork::fork;
use glam::{IVec2, Vec2};
use tilephys_core::driver::{BodySlices, Executor};

/// Copies bodies to as many rows.
#[inline(always)]
pub(crate) fn store_rows(rows: &mut BodyRows, bodies: &mut BodySlices) {
    copy_positions(rows.position, rows.collider, bodies);
    velocities_of(bodies, rows.velocity);
    rows.state.copy_from_slice(bodies.state);
}

#[inline(always)]
fn copy_positions(position: &mut [Position], collider: &[Collider], bodies: &mut BodySlices) {
    if !all_fit(collider, bodies) {
        hold_back(position, collider, bodies);
    }
    // Slices of one length: the compiler drops the bounds checks and vectorizes the loop.
    let n = position.len().min(collider.len());
    let x = &bodies.x.at[..n];
    let y = &bodies.y.at[..n];
    let rest_x = &bodies.x.remainder[..n];
    let rest_y = &bodies.y.remainder[..n];
    let position = &mut position[..n];
    let collider = &collider[..n];
    for i in 0..n {
        let at = IVec2::new(x[i], y[i]).wrapping_sub(collider[i].offset);
        position[i] = Position { at, rest: Vec2::new(rest_x[i], rest_y[i]) };
    }
}

/// True if the corner of each box less its offset is a valid position.
#[inline(always)]
fn all_fit(collider: &[Collider], bodies: &BodySlices) -> bool {
    let n = collider.len();
    let x = &bodies.x.at[..n];
    let y = &bodies.y.at[..n];
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
    for (index, (position, collider)) in position.iter().zip(collider).enumerate() {
        let x = bodies.x.at[index];
        let y = bodies.y.at[index];
        // At the border of the world an offset may put the entity outside, and its body stays where it was.
        if !(is_position(x, collider.offset.x) && is_position(y, collider.offset.y)) {
            let before = position.at.wrapping_add(collider.offset);
            bodies.x.at[index] = before.x;
            bodies.y.at[index] = before.y;
        }
    }
}

#[inline(always)]
fn velocities_of(bodies: &BodySlices, velocity: &mut [Velocity]) {
    let n = velocity.len();
    let x = &bodies.x.velocity[..n];
    let y = &bodies.y.velocity[..n];
    for i in 0..n {
        velocity[i] = Velocity(Vec2::new(x[i], y[i]));
    }
}

/// Copies the velocities of bodies to as many rows, on the threads of the executor.
pub fn store_velocities(executor: &impl Executor, velocity: &mut [Velocity], bodies: BodySlices<'_>) {
    let len = velocity.len();
    fork(executor, len, (velocity, bodies), &|_, (velocity, bodies)| velocities_of(&bodies, velocity));
}
