//! Positions of bodies as transforms, in both directions.

use crate::components::{Body, Collider, Interpolate, Mover, Position, PreviousPosition, Shown, Trigger};
use bevy_ecs::change_detection::{ContiguousMut, DetectChangesMut, Mut, Ref, Tick};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{ChildOf, Has, Or, Query, Res, Resource, With};
use bevy_ecs::query::QueryState;
use bevy_ecs::system::Local;
use bevy_ecs::world::World as Entities;
use bevy_math::{Quat, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use tilephys_core::UNITS_PER_PX;

/// Number of rows whose ticks are compared at once.
const BLOCK: usize = 64;

/// All components of the queries below are stored in tables, so each query has columns.
const IN_TABLES: &str = "components in tables";

/// Entities whose transforms the plugin reads and writes.
type OfPhysics = Or<(With<Body>, With<Mover>, With<Trigger>)>;

/// Components of an entity that its transform may move.
type Placed = (
    Entity,
    Ref<'static, Transform>,
    Option<&'static Collider>,
    &'static mut Position,
    &'static mut Shown,
    Has<ChildOf>,
);

/// Components of an entity whose transform follows its position.
type Following = (&'static Position, Option<&'static Collider>, &'static mut Transform, &'static mut Shown);

/// Change tick of the last write of all transforms, at which nothing else is written.
#[derive(Resource)]
pub(crate) struct Written(Tick);

/// Components of an entity that is drawn between its positions.
type Interpolated = (
    &'static Position,
    &'static PreviousPosition,
    Option<&'static Collider>,
    &'static mut Transform,
    &'static mut Shown,
);

/// Middle of a box at a position, in Bevy's space. A mover with the shape of its tile has its corner there.
pub(crate) fn middle(position: &Position, collider: Option<&Collider>) -> [f32; 2] {
    let collider = collider.copied().unwrap_or_default();
    // All steps but the last are exact in 64 bits.
    let px = |at: i32, offset: i32, size: i32| {
        (f64::from(at) + f64::from(offset) + f64::from(size) * 0.5) / f64::from(UNITS_PER_PX)
    };
    let x = px(position.0.at.x, collider.0.offset.x, collider.0.size.x);
    let y = px(position.0.at.y, collider.0.offset.y, collider.0.size.y);
    [x as f32, -y as f32]
}

/// Position of a box with this middle, in Bevy's space.
fn position_of(middle: [f32; 2], collider: Option<&Collider>) -> Position {
    let collider = collider.copied().unwrap_or_default();
    let half = f64::from(2 * UNITS_PER_PX);
    let low = |px: f64, offset: i32, size: i32| {
        (px - f64::from(size) / half - 2.0 * f64::from(offset) / half) as f32
    };
    let x = low(middle[0].into(), collider.0.offset.x, collider.0.size.x);
    let y = low((-middle[1]).into(), collider.0.offset.y, collider.0.size.y);
    Position::new(x, y)
}

/// Position of a drawn entity in the space of the map, in pixels: of the min corner less the offset of its collider.
#[cfg(feature = "draw")]
pub(crate) struct MapPoint {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

#[cfg(feature = "draw")]
impl MapPoint {
    /// The point at which a transform shows an entity.
    pub(crate) fn of_transform(transform: &Transform, collider: Option<&Collider>) -> Self {
        let [x, y] = position_of([transform.translation.x, transform.translation.y], collider).px();
        MapPoint { x, y }
    }
}

/// Moves the bodies whose transform the game has changed since the plugin wrote it. A new body that has no position begins at its
/// transform.
#[allow(clippy::needless_pass_by_value, reason = "a system")]
pub(crate) fn read_transforms(written: Option<Res<Written>>, mut bodies: Query<Placed, OfPhysics>) {
    let written = written.map_or(Tick::new(0), |written| written.0);
    for (entities, transforms, colliders, mut positions, mut shown, is_child) in
        bodies.contiguous_iter_mut().expect(IN_TABLES)
    {
        let now = transforms.this_run_tick().get();
        let since = now.wrapping_sub(transforms.last_run_tick().get());
        // Changed since the last read, but not by the plugin.
        let is_changed = |tick: &Tick| (now.wrapping_sub(tick.get()) < since) & (*tick != written);
        let shown = shown.bypass_change_detection();
        for (block, ticks) in transforms.changed_ticks_slice().chunks(BLOCK).enumerate() {
            // A fold instead of `any`, which would branch in each row.
            if !ticks.iter().fold(false, |any, tick| any | is_changed(tick)) {
                continue;
            }
            for (row, _) in (block * BLOCK..).zip(ticks).filter(|(_, tick)| is_changed(tick)) {
                let transform = &transforms[row];
                let is_new = shown[row].is_unset();
                if is_new {
                    warn_of_transform(entities[row], transform, is_child);
                }
                let middle = [transform.translation.x, transform.translation.y];
                let is_moved = if is_new { positions[row].is_unset() } else { shown[row].0 != middle };
                if is_moved {
                    let mut changed = positions.reborrow().slice(row as u32..row as u32 + 1);
                    changed[0] = position_of(middle, colliders.map(|colliders| &colliders[row]));
                    shown[row].0 = middle;
                }
            }
        }
    }
}

/// Warns of a new body whose transform says more than where an upright box is.
fn warn_of_transform(entity: Entity, transform: &Transform, is_child: bool) {
    let is_upright = transform.rotation == Quat::IDENTITY && transform.scale == Vec3::ONE;
    if !is_upright {
        log::warn!(
            "entity {entity}: the physics ignores rotation and scale of a Transform, because bodies are upright boxes; set the size of \
             the Collider, and rotate or scale a child that has the picture"
        );
    }
    if is_child {
        log::warn!(
            "entity {entity}: a body, mover or trigger has a parent, but the physics writes its Transform as if it had none; remove \
             ChildOf, or set CarriedBy on a mover"
        );
    }
}

/// Writes the transforms of bodies that have moved. A body at rest has none changed.
pub(crate) fn write_transforms(
    world: &mut Entities,
    mut bodies: Local<Option<QueryState<Following, OfPhysics>>>,
) {
    // The writes have a tick of their own, by which they are known: commands of the game before may have had the present one.
    world.increment_change_tick();
    let written = Written(world.change_tick());
    world.insert_resource(written);
    let bodies = bodies.get_or_insert_with(|| QueryState::new(world));
    for (positions, colliders, transforms, mut shown) in bodies.contiguous_iter_mut(world).expect(IN_TABLES) {
        let rows = positions.iter().zip(shown.bypass_change_detection());
        match colliders {
            Some(colliders) => show_all(rows.zip(colliders.iter().map(Some)), transforms),
            None => show_all(rows.zip(std::iter::repeat(None)), transforms),
        }
    }
    world.increment_change_tick();
}

/// Puts the transforms of a table at the positions of their entities, where they are not.
fn show_all<'a>(
    rows: impl Iterator<Item = ((&'a Position, &'a mut Shown), Option<&'a Collider>)>,
    transforms: ContiguousMut<'_, Transform>,
) {
    let this_run = transforms.this_run_tick();
    let (transforms, mut ticks) = ContiguousMut::bypass_change_detection_split(transforms);
    for ((((position, shown), collider), transform), changed) in rows.zip(transforms).zip(ticks.changed_mut())
    {
        let at = middle(position, collider);
        if shown.0 != at {
            shown.0 = at;
            [transform.translation.x, transform.translation.y] = at;
            *changed = this_run;
        }
    }
}

/// Writes transforms between the last two steps.
#[allow(clippy::needless_pass_by_value, reason = "a system")]
pub(crate) fn interpolate(
    time: Option<Res<Time<Fixed>>>,
    mut bodies: Query<Interpolated, With<Interpolate>>,
) {
    // An app without fixed time draws all bodies where they are.
    let alpha = time.map_or(1.0, |time| time.overstep_fraction());
    for (now, before, collider, mut transform, mut shown) in &mut bodies {
        let [from, to] =
            [before.0.0.map_or(*now, Position), *now].map(|position| middle(&position, collider));
        let between = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * alpha);
        show(between, &mut transform, &mut shown);
    }
}

/// Puts a transform at a point of Bevy's space, if it is not there.
fn show(at: [f32; 2], transform: &mut Mut<'_, Transform>, shown: &mut Mut<'_, Shown>) {
    // No system asks when the private component has changed.
    let shown = shown.bypass_change_detection();
    if shown.0 != at {
        shown.0 = at;
        [transform.translation.x, transform.translation.y] = at;
    }
}
