//! What the 2D cameras of an app show.

use bevy_camera::{Camera2d, Projection};
use bevy_ecs::prelude::{Query, With};
use bevy_math::Rect;
use bevy_math::Vec3Swizzles;
use bevy_transform::components::Transform;

/// All 2D cameras.
pub(crate) type Cameras<'w, 's> = Query<'w, 's, (&'static Projection, &'static Transform), With<Camera2d>>;

/// Part of a map, in its space and in pixels.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) corner: [f32; 2],
    pub(crate) size: [f32; 2],
}

impl View {
    /// The part of the map that all cameras show together; `None` without a camera.
    pub(crate) fn of(cameras: &Cameras) -> Option<View> {
        let shown = cameras.iter().filter_map(|(projection, transform)| {
            let Projection::Orthographic(projection) = projection else { return None };
            let at = transform.translation.xy();
            let scale = transform.scale.xy();
            Some(Rect::from_corners(at + projection.area.min * scale, at + projection.area.max * scale))
        });
        let all = shown.reduce(|all, next| all.union(next))?;
        Some(View { corner: [all.min.x, -all.max.y], size: all.size().to_array() })
    }
}
