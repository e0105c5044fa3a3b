//! Copies the columns of an archetype to the engine's arrays (structure of arrays).

use crate::components::{Collider, NOT_A_NUMBER, Position, PreviousPosition, Velocity, is_exact};
use crate::fork::{BLOCK, Blocks, First, Pool, fork};
use crate::settings::{SettingColumns, SettingRows, Table};
use glam::{IVec2, Vec2};
use hecs::Archetype;
use tilephys_core::{AxisSlices, BodySlices, BodyState, Fault, Field, ProfileId, WORLD_LIMIT, World as Core};

/// Columns of an archetype, whole.
#[derive(Clone, Copy)]
struct Source<'a> {
    position: &'a [Position],
    velocity: &'a [Velocity],
    collider: &'a [Collider],
    state: &'a [BodyState],
    settings: SettingRows<'a>,
}

/// Copies all rows of an archetype to the engine's bodies from index `place` on. Returns their number. `unknown` is
/// a reused buffer.
pub(crate) fn copy_in(
    archetype: &Archetype,
    core: &mut Core,
    place: usize,
    table: &mut Table,
    unknown: &mut Vec<bool>,
) -> usize {
    let columns = (
        archetype.get::<&Position>(),
        archetype.get::<&Velocity>(),
        archetype.get::<&Collider>(),
        archetype.get::<&BodyState>(),
    );
    let (Some(position), Some(velocity), Some(collider), Some(state)) = columns else { return 0 };
    let settings = SettingColumns::of(archetype);
    let rows = Source {
        position: &position,
        velocity: &velocity,
        collider: &collider,
        state: &state,
        settings: settings.rows(),
    };
    let len = position.len();
    loop {
        unknown.clear();
        unknown.resize(len.div_ceil(BLOCK), false);
        let bodies = core.slices().split_at(place).1.split_at(len).0;
        let places = (First(0), bodies, Blocks(unknown));
        let known = &*table;
        fork(&Pool, len, places, &|_, (First(first), bodies, Blocks(unknown))| {
            copy_rows(rows, first, bodies, known, unknown);
        });
        if !unknown.contains(&true) {
            return len;
        }
        for block in (0..unknown.len()).filter(|block| unknown[*block]) {
            let which = block * BLOCK..(block * BLOCK + BLOCK).min(len);
            table.learn(rows.settings, which, core);
        }
    }
}

/// Saves the positions of an archetype's rows as previous positions, before a step changes them.
pub(crate) fn keep_previous(archetype: &Archetype) {
    let columns = (archetype.get::<&Position>(), archetype.get::<&mut PreviousPosition>());
    let (Some(position), Some(mut previous)) = columns else { return };
    let position = &*position;
    fork(&Pool, position.len(), (First(0), &mut *previous), &|len, (First(first), previous)| {
        for (previous, now) in previous.iter_mut().zip(&position[first..first + len]) {
            previous.0 = Some(*now);
        }
    });
}

/// Copies the rows from `first` on to all bodies of `bodies`, and flags blocks with settings that the table lacks.
fn copy_rows(rows: Source, first: usize, mut bodies: BodySlices, table: &Table, unknown: &mut [bool]) {
    for (from, unknown) in (first..).step_by(BLOCK).zip(unknown) {
        let len = bodies.len().min(BLOCK);
        let (mut block, others) = bodies.split_at(len);
        *unknown = !copy_block(rows, from, &mut block, table);
        bodies = others;
    }
}

/// Copies the rows from `from` on to all bodies of `block`. Returns true if the table has all their settings.
fn copy_block(rows: Source, from: usize, block: &mut BodySlices, table: &Table) -> bool {
    let which = from..from + block.len();
    let (position, collider) = (&rows.position[which.clone()], &rows.collider[which.clone()]);
    let sound = copy_axis(position, collider, &mut block.x, |v| v.x, |v| v.x)
        & copy_axis(position, collider, &mut block.y, |v| v.y, |v| v.y);
    copy_velocities(&rows.velocity[which.clone()], block);
    block.state.copy_from_slice(&rows.state[which]);
    let known = table.look_up(rows.settings, from, block.profile);
    if !sound {
        reject_unsound(position, collider, block.profile);
    }
    known
}

/// Copies positions, sizes and remainders on one axis. Returns true if all boxes lie in the world and all
/// remainders are in range.
fn copy_axis(
    position: &[Position],
    collider: &[Collider],
    axis: &mut AxisSlices,
    whole: impl Fn(IVec2) -> i32,
    float: impl Fn(Vec2) -> f32,
) -> bool {
    let n = position.len().min(collider.len());
    let (at, size, rest) = (&mut axis.at[..n], &mut axis.size[..n], &mut axis.rest[..n]);
    let mut sound = true;
    for i in 0..n {
        let (base, offset, extent) =
            (whole(position[i].at), whole(collider[i].offset), whole(collider[i].size));
        let low = base.wrapping_add(offset);
        (at[i], size[i]) = (low, extent);
        // Adding zero turns -0 into +0, which have different bits but must hash alike.
        rest[i] = float(position[i].rest) + 0.0;
        // A sum that overflowed differs in sign from both of its parts.
        let high = low.wrapping_add(extent);
        let overflow = (base ^ low) & (offset ^ low) | (low ^ high) & (extent ^ high);
        let farthest = base.unsigned_abs().max(offset.unsigned_abs()).max(extent.unsigned_abs());
        sound &= (farthest < i32::MAX.unsigned_abs())
            & (low >= -WORLD_LIMIT)
            & (high <= WORLD_LIMIT)
            & (extent > 0)
            & (rest[i].abs() <= 0.5)
            & (overflow >= 0);
    }
    sound
}

/// Copies velocities to the engine.
pub(crate) fn copy_velocities(velocity: &[Velocity], bodies: &mut BodySlices) {
    let n = velocity.len().min(bodies.len());
    let (x, y) = (&mut bodies.x.velocity[..n], &mut bodies.y.velocity[..n]);
    for i in 0..n {
        // Adding zero turns -0 into +0, which have different bits but must hash alike.
        (x[i], y[i]) = (velocity[i].0.x + 0.0, velocity[i].0.y + 0.0);
    }
}

/// Clears the profiles of unsound bodies, so that the step skips them.
#[cold]
fn reject_unsound(position: &[Position], collider: &[Collider], profiles: &mut [ProfileId]) {
    for ((position, collider), profile) in position.iter().zip(collider).zip(profiles) {
        if let Some((field, fault)) = fault(*position, collider) {
            *profile = ProfileId::rejecting(field, fault);
        }
    }
}

/// Unsound field of a box or remainder, and its fault.
pub(crate) fn fault(position: Position, collider: &Collider) -> Option<(Field, Fault)> {
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
