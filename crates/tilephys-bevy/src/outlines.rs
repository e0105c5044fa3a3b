//! Boxes of bodies, movers and triggers as gizmos. Feature `gizmos`.

use crate::components::{Body, BodyState, Collider, Mover, Position, Trigger};
use crate::transforms::middle;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::{Has, Or, Query, With};
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::{AppGizmoBuilder, gizmos::Gizmos};
use bevy_math::{Isometry2d, Vec2};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;

/// Colors of the outlines, a group of gizmos: `GizmoConfigStore` switches it on and off, and sets the width of lines.
#[derive(Reflect, GizmoConfigGroup, Clone, Debug)]
#[reflect(Default)]
pub struct PhysicsGizmos {
    /// Bodies in the air. Default yellow.
    pub body: Color,
    /// Bodies on a floor. Default green.
    pub standing: Color,
    /// Bodies inside of a solid, for which there is no way out. Default red.
    pub stuck: Color,
    /// Movers with a [`Collider`]. Default blue.
    pub mover: Color,
    /// Triggers. Default violet.
    pub trigger: Color,
}

impl Default for PhysicsGizmos {
    fn default() -> Self {
        PhysicsGizmos {
            body: Color::srgb(1.0, 0.8, 0.2),
            standing: Color::srgb(0.3, 0.9, 0.4),
            stuck: Color::srgb(1.0, 0.2, 0.2),
            mover: Color::srgb(0.3, 0.6, 1.0),
            trigger: Color::srgb(0.8, 0.4, 1.0),
        }
    }
}

/// Draws the outlines of all boxes where the physics has them, also between frames of an interpolated picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhysicsGizmosPlugin;

impl Plugin for PhysicsGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<PhysicsGizmos>().add_systems(PostUpdate, outline);
    }
}

/// Entities with a box.
type Boxes = Or<(With<Body>, With<Mover>, With<Trigger>)>;

fn outline(
    mut gizmos: Gizmos<PhysicsGizmos>,
    boxes: Query<(&Position, &Collider, Option<&BodyState>, Has<Mover>), Boxes>,
) {
    for (position, collider, state, is_mover) in &boxes {
        let colors = &gizmos.config_ext;
        let color = match state {
            Some(state) if state.stuck() => colors.stuck,
            Some(state) if state.on_floor() => colors.standing,
            Some(_) => colors.body,
            None if is_mover => colors.mover,
            None => colors.trigger,
        };
        let at = Isometry2d::from_translation(Vec2::from(middle(position, Some(collider))));
        gizmos.rect_2d(at, Vec2::from(collider.px()), color);
    }
}
