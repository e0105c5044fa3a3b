//! Ids and entities as arguments: a call takes either.

use crate::movers::Movers;
use crate::triggers::Sensors;
use hecs::Entity;
use tilephys_core::{BodyId, MoverId, RegionId, SensorId, World as Core, platform::PushSource};

/// Argument that stands for an id of the engine: the id itself, or the [`Entity`] with it.
///
/// An entity stands for the id that it had in the last step or [`Physics::sync`](crate::Physics::sync). The first question by entity
/// after bodies came or went looks at all of them.
///
/// ```
/// # use tilephys_core::Tile;
/// # use tilephys_ecs::*;
/// # let mut grid = TileGrid::new([16, 16]);
/// # let ground = grid.add_layer("ground");
/// # let stone = grid.add_tile(Tile::default());
/// # grid.set_tile(ground, TileCoord::new(0, 1), Some(stone));
/// # let mut physics = Physics::new(grid);
/// # let mut world = hecs::World::new();
/// let hero = (Position::new(0.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0));
/// let hero = physics.spawn(&mut world, hero);
/// physics.step(&mut world, 1.0 / 60.0);
/// let id = *world.get::<&BodyId>(hero).unwrap();
/// assert!(physics.floor(hero).is_some());
/// assert_eq!(physics.floor(hero), physics.floor(id));
/// ```
pub trait IdOf<T>: Copy {
    /// The id, if there is one.
    #[doc(hidden)]
    fn id_among(self, known: &Known<'_>) -> Option<T>;
}

/// Ids of entities in the last step.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub(crate) core: &'a Core,
    pub(crate) sensors: Sensors<'a>,
    /// `None` in the control phase, which moves movers.
    pub(crate) movers: Option<&'a Movers>,
}

impl<T: Copy> IdOf<T> for T {
    fn id_among(self, _: &Known<'_>) -> Option<T> {
        Some(self)
    }
}

impl IdOf<BodyId> for Entity {
    fn id_among(self, known: &Known<'_>) -> Option<BodyId> {
        let index = known.sensors.labels.index_of(self)?;
        known.core.ids_by_place().get(index).copied()
    }
}

impl IdOf<MoverId> for Entity {
    fn id_among(self, known: &Known<'_>) -> Option<MoverId> {
        known.movers?.table.id(self)
    }
}

impl IdOf<PushSource> for Entity {
    fn id_among(self, known: &Known<'_>) -> Option<PushSource> {
        let mover = || Some(PushSource::Mover(self.id_among(known)?));
        mover().or_else(|| Some(PushSource::Body(self.id_among(known)?)))
    }
}

impl IdOf<PushSource> for BodyId {
    fn id_among(self, _: &Known<'_>) -> Option<PushSource> {
        Some(PushSource::Body(self))
    }
}

impl IdOf<PushSource> for MoverId {
    fn id_among(self, _: &Known<'_>) -> Option<PushSource> {
        Some(PushSource::Mover(self))
    }
}

impl IdOf<SensorId> for Entity {
    fn id_among(self, known: &Known<'_>) -> Option<SensorId> {
        let region = known.sensors.triggers.region(self).map(SensorId::Region);
        region.or_else(|| Some(SensorId::Body(self.id_among(known)?)))
    }
}

impl IdOf<SensorId> for BodyId {
    fn id_among(self, _: &Known<'_>) -> Option<SensorId> {
        Some(SensorId::Body(self))
    }
}

impl IdOf<SensorId> for RegionId {
    fn id_among(self, _: &Known<'_>) -> Option<SensorId> {
        Some(SensorId::Region(self))
    }
}
