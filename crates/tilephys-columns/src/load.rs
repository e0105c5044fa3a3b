//! Copies columns to the engine's arrays (structure of arrays).

use crate::body_rows::BodyRows;
use crate::components::{Collider, NOT_A_NUMBER, Position, PreviousPosition, Velocity, is_exact};
use crate::fork::{First, fork};
use glam::{IVec2, Vec2};
use tilephys_core::{
    Aabb, Fault, Field, ProfileId, WORLD_LIMIT,
    driver::{AxisSlices, BodySlices, Executor},
};

/// Saves positions as previous positions, before a step changes them.
pub fn keep_previous(executor: &impl Executor, now: &[Position], previous: &mut [PreviousPosition]) {
    fork(executor, now.len(), (First(0), previous), &|len, (First(first), previous)| {
        for (previous, now) in previous.iter_mut().zip(&now[first..first + len]) {
            previous.0 = Some(*now);
        }
    });
}

/// Copies velocities to as many bodies, on the threads of the executor.
pub fn load_velocities(executor: &impl Executor, velocity: &mut [Velocity], bodies: BodySlices<'_>) {
    let len = velocity.len();
    fork(executor, len, (velocity, bodies), &|_, (velocity, mut bodies)| {
        copy_velocities(velocity, &mut bodies);
    });
}

/// Copies columns to as many bodies, except for their profiles.
#[inline(always)]
pub(crate) fn load_rows(rows: &mut BodyRows, bodies: &mut BodySlices) {
    // The game moves few bodies, so only a block that fails this fast test is searched for them.
    if any_is_moved(rows.position, rows.collider, bodies) {
        mark_placed(rows, bodies);
    }
    let is_sound = copy_boxes(rows.position, rows.collider, &mut bodies.x, &mut bodies.y);
    copy_velocities(rows.velocity, bodies);
    bodies.state.copy_from_slice(rows.state);
    if !is_sound {
        reject_unsound(rows.position, rows.collider, bodies.profile);
    }
}

/// True if the game has moved any of these boxes since the last step.
#[inline(always)]
fn any_is_moved(position: &[Position], collider: &[Collider], bodies: &BodySlices) -> bool {
    let n = position.len().min(collider.len());
    let x = &bodies.x.at[..n];
    let y = &bodies.y.at[..n];
    let mut moved = 0;
    for i in 0..n {
        let low = position[i].at.wrapping_add(collider[i].offset);
        // Differences are collected as bits, without a branch that would stop the vectorizer.
        moved |= (low.x ^ x[i]) | (low.y ^ y[i]);
    }
    moved != 0
}

/// Marks the bodies that the game has placed elsewhere since the last step, so that they begin anew there.
#[cold]
fn mark_placed(rows: &mut BodyRows, bodies: &BodySlices) {
    let BodySlices { x, y, .. } = bodies;
    for i in 0..rows.state.len() {
        let Collider { offset, size } = rows.collider[i];
        let low = rows.position[i].at.wrapping_add(offset);
        let before = IVec2::new(x.at[i], y.at[i]);
        let extent = IVec2::new(x.size[i], y.size[i]);
        // A body that is new to the engine has the state of its row.
        if extent == IVec2::ZERO {
            continue;
        }
        let before = Aabb { min: before, max: before.wrapping_add(extent) };
        rows.state[i] = rows.state[i].after_edit(&before, &Aabb { min: low, max: low.wrapping_add(size) });
    }
}

/// Copies positions, sizes and remainders. Returns true if all boxes lie in the world and all remainders are in range.
#[inline(always)]
fn copy_boxes(position: &[Position], collider: &[Collider], x: &mut AxisSlices, y: &mut AxisSlices) -> bool {
    let n = position.len().min(collider.len());
    let position = &position[..n];
    let collider = &collider[..n];
    let at_x = &mut x.at[..n];
    let size_x = &mut x.size[..n];
    let rest_x = &mut x.remainder[..n];
    let at_y = &mut y.at[..n];
    let size_y = &mut y.size[..n];
    let rest_y = &mut y.remainder[..n];
    let mut sound = true;
    let mut resized = 0;
    for i in 0..n {
        let Position { at, rest } = position[i];
        let Collider { offset, size } = collider[i];
        resized |= (size_x[i] ^ size.x) | (size_y[i] ^ size.y);
        // Adding zero turns -0 into +0, which have different bits but must hash alike.
        rest_x[i] = rest.x + 0.0;
        rest_y[i] = rest.y + 0.0;
        let (low_x, is_sound_x) = corner(at.x, offset.x, size.x);
        let (low_y, is_sound_y) = corner(at.y, offset.y, size.y);
        at_x[i] = low_x;
        at_y[i] = low_y;
        sound &= is_sound_x & is_sound_y & (rest.x.abs() <= 0.5) & (rest.y.abs() <= 0.5);
    }
    // Most sizes never change, and an unchanged cache line need not be written back to memory.
    if resized != 0 {
        for i in 0..n {
            (size_x[i], size_y[i]) = collider[i].size.into();
        }
    }
    sound
}

/// Low corner of a box on one axis, and true if the box lies in the world.
#[inline(always)]
fn corner(base: i32, offset: i32, extent: i32) -> (i32, bool) {
    let low = base.wrapping_add(offset);
    // A sum that overflowed differs in sign from both of its parts.
    let high = low.wrapping_add(extent);
    let overflow = (base ^ low) & (offset ^ low) | (low ^ high) & (extent ^ high);
    let farthest = base.unsigned_abs().max(offset.unsigned_abs()).max(extent.unsigned_abs());
    let is_sound = (farthest < i32::MAX.unsigned_abs())
        & (low >= -WORLD_LIMIT)
        & (high <= WORLD_LIMIT)
        & (extent > 0)
        & (overflow >= 0);
    (low, is_sound)
}

/// Copies velocities to the engine.
#[inline(always)]
fn copy_velocities(velocity: &[Velocity], bodies: &mut BodySlices) {
    let n = velocity.len().min(bodies.len());
    let x = &mut bodies.x.velocity[..n];
    let y = &mut bodies.y.velocity[..n];
    for i in 0..n {
        // Adding zero turns -0 into +0, which have different bits but must hash alike.
        x[i] = velocity[i].0.x + 0.0;
        y[i] = velocity[i].0.y + 0.0;
    }
}

/// Clears the profiles of unsound bodies, so that the step skips them.
#[cold]
fn reject_unsound(position: &[Position], collider: &[Collider], profiles: &mut [ProfileId]) {
    for ((position, collider), profile) in position.iter().zip(collider).zip(profiles) {
        if let Some((field, fault)) = box_fault(*position, collider) {
            *profile = ProfileId::rejecting(field, fault);
        }
    }
}

/// Unsound field of a box or remainder, and its fault.
pub fn box_fault(position: Position, collider: &Collider) -> Option<(Field, Fault)> {
    let Position { at, rest } = position;
    let Collider { offset, size } = *collider;
    let unless = |sound: bool, field: Field, finite: bool| {
        (!sound).then_some((field, if finite { Fault::OutOfRange } else { Fault::NotFinite }))
    };
    let finite = |units: IVec2| units.min_element() != NOT_A_NUMBER;
    let has_size = is_exact(size) && size.cmpgt(IVec2::ZERO).all();
    unless(has_size, Field::Size, finite(size))
        .or_else(|| unless(is_exact(at), Field::Position, finite(at)))
        .or_else(|| unless(is_exact(offset), Field::Offset, finite(offset)))
        .or_else(|| unless(collider.aabb(position).is_some(), Field::Position, true))
        .or_else(|| unless(rest.abs().cmple(Vec2::splat(0.5)).all(), Field::Rest, rest.is_finite()))
}
