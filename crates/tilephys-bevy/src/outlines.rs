//! Debug drawing of the physics as gizmos. Feature `gizmos`.

use crate::physics_world::PhysicsWorld;
use crate::view::{Cameras, View};
use bevy_app::{App, Plugin, PostUpdate};
use bevy_camera::CameraUpdateSystems;
use bevy_color::Color;
use bevy_ecs::prelude::{IntoScheduleConfigs, Res};
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::{AppGizmoBuilder, gizmos::Gizmos};
use bevy_math::{Isometry2d, Vec2};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use tilephys_core::Aabb;
use tilephys_inspect::debug_draw::{self, DebugDraw, Rgba, draw_world};

/// Group of the gizmos: `GizmoConfigStore` switches it on and off, and sets the width of lines.
#[derive(Reflect, GizmoConfigGroup, Clone, Debug, Default)]
#[reflect(Default)]
pub struct PhysicsGizmos;

/// Draws what the 2D cameras see of the physics as the last step left it: edges of solid tiles, one-way lines, triggers, movers with their
/// paths, bodies with contacts and motion, hits. All is in outlines, without text.
///
/// The game brings the renderer of the gizmos.
#[derive(Clone, Copy, Debug, Default)]
#[doc(alias = "debug")]
pub struct PhysicsGizmosPlugin;

impl Plugin for PhysicsGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<PhysicsGizmos>();
        app.add_systems(PostUpdate, outline.after(CameraUpdateSystems));
    }
}

/// Gizmos as a renderer of the engine's debug drawing.
struct Lines<'a, 'w, 's>(&'a mut Gizmos<'w, 's, PhysicsGizmos>);

/// A point of the map in Bevy's space.
fn flipped(point: debug_draw::Vec2) -> Vec2 {
    Vec2::new(point.x, -point.y)
}

fn color(color: Rgba) -> Color {
    Color::srgba_u8(color.red, color.green, color.blue, color.alpha)
}

impl DebugDraw for Lines<'_, '_, '_> {
    fn line(&mut self, from: debug_draw::Vec2, to: debug_draw::Vec2, rgba: Rgba) {
        self.0.line_2d(flipped(from), flipped(to), color(rgba));
    }

    fn rect(&mut self, min: debug_draw::Vec2, size: debug_draw::Vec2, rgba: Rgba, _: bool) {
        let middle = Isometry2d::from_translation(flipped(min + size / 2.0));
        self.0.rect_2d(middle, Vec2::new(size.x, size.y), color(rgba));
    }

    fn text(&mut self, _: debug_draw::Vec2, _: &str, _: Rgba) {}
}

#[allow(clippy::needless_pass_by_value, reason = "a system")]
fn outline(mut gizmos: Gizmos<PhysicsGizmos>, physics: Option<Res<PhysicsWorld>>, cameras: Cameras) {
    if let (true, Some(physics), Some(view)) = (gizmos.config.enabled, physics, View::of(&cameras)) {
        draw_world(&mut Lines(&mut gizmos), &physics.core, Aabb::from_px(view.corner, view.size));
    }
}
