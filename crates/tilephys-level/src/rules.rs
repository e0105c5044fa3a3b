//! Level rules at run time: gravity and borders.

use crate::SpawnedLevel;
use glam::Vec2;
use hecs::{Entity, World};
use tilephys_core::Aabb;
use tilephys_ecs::{Collider, Physics, Position, Velocity};
use tilephys_tiled::Level;

/// The rules of a level for the physics engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rules {
    /// Gravity in px/s² downward; `None` if the map does not set it.
    gravity: Option<f32>,
    /// Kill area below the map, in lattice units; `None` without one.
    kill_area: Option<Aabb>,
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

impl SpawnedLevel {
    /// Lists the bodies that have fallen out of the map, by ascending entity. Such a body has a [`Velocity`], its whole
    /// box is below the lower border, and its middle is between the left and the right border. Empty unless the map's
    /// property `bounds` is `kill_below`.
    ///
    /// Call it after each step. A body is listed each time until the game removes it or moves it back. Leave `bounds`
    /// open in a level with a neighbour below.
    #[doc(alias = "kill_zone")]
    #[must_use]
    pub fn below(&self, world: &World) -> Vec<Entity> {
        let Some(area) = self.rules.kill_area else { return Vec::new() };
        let mut bodies = world.query::<(Entity, &Position, &Collider)>().with::<&Velocity>();
        let is_below = |position: &Position, collider: &Collider| {
            let min = position.at.saturating_add(collider.offset);
            let middle = i64::from(min.x) + i64::from(collider.size.x) / 2;
            min.y >= area.min.y && (i64::from(area.min.x)..=i64::from(area.max.x)).contains(&middle)
        };
        let below = bodies.iter().filter(|(_, position, collider)| is_below(position, collider));
        let mut below: Vec<Entity> = below.map(|(entity, ..)| entity).collect();
        below.sort_unstable();
        below
    }
}
