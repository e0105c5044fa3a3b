//! Level rules at run time: gravity and borders.

use glam::Vec2;
use tilephys_core::Aabb;
use tilephys_ecs::Physics;
use tilephys_tiled::Level;

/// The rules of a level for the physics engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rules {
    /// Gravity in px/s² downward; `None` if the map does not set it.
    gravity: Option<f32>,
    /// Kill area below the map, in lattice units; `None` without one.
    pub(crate) kill_area: Option<Aabb>,
}

impl Rules {
    pub(crate) fn of(level: &Level) -> Self {
        Rules { gravity: level.gravity(), kill_area: level.kill_area() }
    }

    /// Applies these rules to an engine where they differ from `old`.
    pub(crate) fn replace(&self, old: &Rules, physics: &mut Physics) {
        if let Some(gravity) = self.gravity.filter(|_| self.gravity != old.gravity) {
            physics.gravity = Vec2::new(0.0, gravity);
        }
    }
}
