//! Positions of bodies as transforms, in both directions.

use crate::components::{Body, Collider, Interpolate, Mover, Position, PreviousPosition, Shown, Trigger};
use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Changed, ChildOf, Has, Or, Query, Res, With};
use bevy_math::{Quat, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use tilephys_core::UNITS_PER_PX;

/// Entities whose transforms the plugin reads and writes.
type OfPhysics = Or<(With<Body>, With<Mover>, With<Trigger>)>;

/// Components of an entity that its transform may move.
type Placed = (
    Entity,
    &'static Transform,
    Option<&'static Collider>,
    &'static mut Position,
    &'static mut Shown,
    Has<ChildOf>,
);

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
    // Twice the middle is a whole number of lattice units.
    let twice = |at: i32, offset: i32, size: i32| 2 * (i64::from(at) + i64::from(offset)) + i64::from(size);
    let px = |twice: i64| (twice as f64 / f64::from(2 * UNITS_PER_PX)) as f32;
    let x = twice(position.at.x, collider.offset.x, collider.size.x);
    let y = twice(position.at.y, collider.offset.y, collider.size.y);
    [px(x), px(-y)]
}

/// Position of a box with this middle, in Bevy's space.
fn position_of(middle: [f32; 2], collider: Option<&Collider>) -> Position {
    let collider = collider.copied().unwrap_or_default();
    let half = f64::from(2 * UNITS_PER_PX);
    let low = |px: f64, offset: i32, size: i32| {
        (px - f64::from(size) / half - 2.0 * f64::from(offset) / half) as f32
    };
    let x = low(middle[0].into(), collider.offset.x, collider.size.x);
    let y = low((-middle[1]).into(), collider.offset.y, collider.size.y);
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
pub(crate) fn read_transforms(mut bodies: Query<Placed, (OfPhysics, Changed<Transform>)>) {
    for (entity, transform, collider, mut position, mut shown, is_child) in &mut bodies {
        if shown.0.is_none() {
            warn_of_transform(entity, transform, is_child);
        }
        let now = [transform.translation.x, transform.translation.y];
        let is_moved = match shown.0 {
            Some(shown) => shown != now,
            None => position.is_unset(),
        };
        if is_moved {
            *position = position_of(now, collider);
            shown.bypass_change_detection().0 = Some(now);
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
    mut bodies: Query<(&Position, Option<&Collider>, &mut Transform, &mut Shown), OfPhysics>,
) {
    for (position, collider, mut transform, mut shown) in &mut bodies {
        show(middle(position, collider), &mut transform, &mut shown);
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
    if shown.0 != Some(at) {
        shown.0 = Some(at);
        [transform.translation.x, transform.translation.y] = at;
    }
}
