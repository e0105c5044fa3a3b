//! Contact and sensor events of a step, by entity.

use hecs::Entity;
use std::fmt;
use tilephys_core::{BodyId, EventKind};

/// Event of an entity in the last step.
///
/// ```
/// use tilephys_core::Tile;
/// use tilephys_ecs::{Collider, EventKind, Physics, Position, TileCoord, TileGrid, Velocity};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let ground = grid.add_layer("ground");
/// let stone = grid.add_tile(Tile::default());
/// grid.set_tile(ground, TileCoord::new(0, 1), Some(stone));
/// let mut physics = Physics::new(grid);
/// let mut world = hecs::World::new();
/// let body = (Position::new(4.0, 0.0), Velocity::new(0.0, 600.0), Collider::new(8.0, 8.0));
/// let body = physics.spawn(&mut world, body);
/// physics.step(&mut world, 1.0 / 60.0);
/// for event in physics.events() {
///     assert_eq!(event.entity, body);
///     if let EventKind::Hit(hit) = event.kind {
///         assert_eq!(hit.target.cell, TileCoord::new(0, 1));
///     }
/// }
/// assert_eq!(physics.hit_count(), 1);
/// ```
#[doc(alias = "contact event")]
#[doc(alias = "collision event")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Entity that the event belongs to.
    pub entity: Entity,
    /// Id of the entity; `None` if it has none yet, because it lacks a component.
    pub body: Option<BodyId>,
    /// Kind and details of the event.
    pub kind: EventKind,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entity {:?}", self.entity)?;
        if let Some(id) = self.body {
            write!(f, " (body {})", id.0)?;
        }
        write!(f, ": {}", self.kind)
    }
}
