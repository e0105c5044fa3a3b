//! Level rules at run time: gravity and borders.

use tilephys_core::Aabb;
use tilephys_tiled::Level;

/// The rules of a level for the physics engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rules {
    /// Gravity in px/s² downward; `None` if the map does not set it.
    pub gravity: Option<f32>,
    /// Kill area below the map, in lattice units; `None` without one.
    pub kill_area: Option<Aabb>,
}

impl Rules {
    /// The rules of a level.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        Rules { gravity: level.gravity(), kill_area: level.kill_area() }
    }

    /// Gravity to set, if these rules set another than `old`: gravity set by the game stays otherwise.
    #[must_use]
    pub fn new_gravity(&self, old: &Rules) -> Option<f32> {
        self.gravity.filter(|_| self.gravity != old.gravity)
    }
}
