//! Events of a level: what its regions and rules did to bodies in a step.

use crate::rules::Rules;
use tilephys_columns::{Collider, Position};
use tilephys_core::platform::PushSource;
use tilephys_core::{EventKind, SensorId};
use tilephys_tiled::RegionKind;

/// What a region or a rule of a level did to a body. `E` is the entity of the ECS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelEventKind<E> {
    /// The body came into a region that is no kill zone.
    Enter {
        /// Entity of the region.
        region: E,
        /// Meaning of the region.
        kind: RegionKind,
    },
    /// The body left a region.
    Exit {
        /// Entity of the region.
        region: E,
        /// Meaning of the region.
        kind: RegionKind,
    },
    /// The level killed the body. The engine does nothing; the game despawns the body or moves it back.
    Killed {
        /// Cause of the death.
        cause: DeathCause<E>,
    },
}

/// Cause of a death in [`LevelEventKind::Killed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeathCause<E> {
    /// The body came into the kill zone with this entity, an object of class `TpKillZone`.
    KillZone(E),
    /// The moving platform with this entity crushed the body: see
    /// [`EventKind::SquishBegin`](tilephys_core::EventKind::SquishBegin).
    Crushed(E),
    /// The body fell out of a map whose property `bounds` is `kill_below`. Its whole box is below the lower border, and
    /// its middle is between the left and the right border.
    Below,
}

/// Finds the entities of a level that an event of the engine names.
pub trait EventEntities {
    /// Entity of the ECS.
    type Entity;

    /// The region of a sensor and its meaning; `None` if it is no region of the level.
    fn region(&self, sensor: SensorId) -> Option<(Self::Entity, RegionKind)>;

    /// The part of the level that pushed a body; `None` if it is no part of the level.
    fn pusher(&self, pusher: PushSource) -> Option<Self::Entity>;
}

impl<E> LevelEventKind<E> {
    /// Meaning of an event of the engine; `None` if it is about nothing of the level.
    #[must_use]
    pub fn of(event: EventKind, entities: &impl EventEntities<Entity = E>) -> Option<Self> {
        match event {
            EventKind::Enter { sensor, .. } => Some(match entities.region(sensor)? {
                (zone, RegionKind::KillZone) => LevelEventKind::Killed { cause: DeathCause::KillZone(zone) },
                (region, kind) => LevelEventKind::Enter { region, kind },
            }),
            EventKind::Exit { sensor, .. } => {
                let (region, kind) = entities.region(sensor)?;
                Some(LevelEventKind::Exit { region, kind })
            }
            EventKind::SquishBegin { pusher, .. } => {
                let cause = DeathCause::Crushed(entities.pusher(pusher)?);
                Some(LevelEventKind::Killed { cause })
            }
            _ => None,
        }
    }
}

impl Rules {
    /// True if a body is in the kill area: its whole box below the map, and its middle between the left and the right border.
    #[must_use]
    pub fn is_below(&self, position: Position, collider: Collider) -> bool {
        self.kill_area.is_some_and(|area| {
            let min = position.at.saturating_add(collider.offset);
            let middle = i64::from(min.x) + i64::from(collider.size.x) / 2;
            min.y >= area.min.y && (i64::from(area.min.x)..=i64::from(area.max.x)).contains(&middle)
        })
    }
}
