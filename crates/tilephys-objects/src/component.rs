//! A component of an entity of a level.

use crate::components::{SpawnPoint, TiledClass, TiledId, TiledName, TiledProperties, TiledShape};
use tilephys_columns::{Collider, MoverPath, Position, Trigger, Velocity};
use tilephys_core::{LayerId, TileId, shape::Polygon};
use tilephys_feel::FeelZone;
use tilephys_tiled::{LevelRegion, Mark, RegionKind};

/// A component that a level gives to an entity.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a list of them lives for a spawn or a reload")]
pub enum LevelComponent {
    /// Id of the object.
    Id(TiledId),
    /// Name of the object.
    Name(TiledName),
    /// Class of the object or tile.
    Class(TiledClass),
    /// Properties of the object or tile.
    Properties(TiledProperties),
    /// Shape of the object as drawn.
    Shape(TiledShape),
    /// Built-in class of the object, such as a door.
    Mark(Mark),
    /// Min corner.
    Position(Position),
    /// Velocity of a mover.
    Velocity(Velocity),
    /// Box of a region.
    Collider(Collider),
    /// Layer and tile of a mover.
    Mover {
        /// Layer that hits report.
        layer: LayerId,
        /// Tile that gives category, material and shape.
        tile: TileId,
    },
    /// Path of a mover.
    Path(MoverPath),
    /// Sensor of a region.
    Trigger(Trigger),
    /// Shape of a region, which leaves the other fields of its trigger.
    TriggerShape(Option<Polygon>),
    /// Effect of a region on characters.
    Zone(FeelZone),
    /// Meaning of a region.
    Kind(RegionKind),
    /// The region in the level.
    Region(LevelRegion),
    /// Start of the player.
    SpawnPoint(SpawnPoint),
}

/// A component that a reload may take away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removable {
    /// [`LevelComponent::Mark`].
    Mark,
    /// [`LevelComponent::Path`].
    Path,
    /// [`LevelComponent::Zone`].
    Zone,
}
