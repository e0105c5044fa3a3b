//! Regions of the map that are entities, and what sensors tell.

mod restore;

pub(crate) use restore::Others;

use crate::components::{Collider, Position};
use crate::copy_in;
use crate::events::Event;
use crate::physics::Physics;
use glam::Vec2;
use hecs::{Entity, World};
use tilephys_core::{
    Aabb, BodyId, EventKind, Fault, Field, Met, Polygon, Region, RegionId, SensorId, World as Core,
};

/// Makes an entity with a [`Position`] and a [`Collider`] a region that senses bodies: a coin, a door, a pool. Bodies that come
/// in and leave are reported by the [`Enter`](EventKind::Enter) and [`Exit`](EventKind::Exit) events of the bodies.
///
/// It is where it is when a step begins: one that is put elsewhere comes there at once, not on a way. With another trigger in
/// its place it is another region, so that who is in it comes in anew. Without a [`Velocity`](crate::Velocity) it is no body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// The categories of bodies that it senses, a bit each: see [`Category`](crate::Category).
    pub mask: u32,
    /// Report also each step in which a body was in it all the time.
    pub report_stay: bool,
    /// What of its collider's box it is, with corners from the box' min corner on, reaching to all four sides; `None` for all
    /// of it.
    pub shape: Option<Polygon>,
}

impl Default for Trigger {
    /// Senses all bodies, and reports them when they come and go.
    fn default() -> Self {
        Trigger { mask: u32::MAX, report_stay: false, shape: None }
    }
}

/// All regions that are entities.
#[derive(Debug, Default)]
pub(crate) struct Triggers {
    /// By entity.
    known: Vec<(Entity, RegionId)>,
    /// What the components say now, by entity.
    found: Vec<(Entity, Region)>,
    unsound: Vec<Event>,
    /// Kept for its memory.
    spare: Vec<(Entity, RegionId)>,
}

impl Triggers {
    /// Brings the regions to where the components say. New ones are added in the order of entities.
    pub(crate) fn take_over(&mut self, world: &World, core: &mut Core) {
        self.found.clear();
        self.unsound.clear();
        if world.archetypes().any(|archetype| !archetype.is_empty() && archetype.has::<Trigger>()) {
            self.gather(world);
        } else if self.known.is_empty() {
            return;
        }
        self.spare.clear();
        let mut old = self.known.drain(..).peekable();
        for &(entity, region) in &self.found {
            while let Some((_, gone)) = old.next_if(|(other, _)| *other < entity) {
                core.remove_region(gone);
            }
            let same = old.next_if(|(other, _)| *other == entity).map(|(_, id)| id);
            let id = same.filter(|id| follow(core, *id, region)).unwrap_or_else(|| {
                same.map(|id| core.remove_region(id));
                core.add_region(region)
            });
            self.spare.push((entity, id));
        }
        old.for_each(|(_, gone)| _ = core.remove_region(gone));
        std::mem::swap(&mut self.known, &mut self.spare);
    }

    fn gather(&mut self, world: &World) {
        let mut all = world.query::<(Entity, &Trigger, Option<&Position>, Option<&Collider>)>();
        for (entity, trigger, position, collider) in all.iter() {
            let aabb = match (position, collider) {
                (None, _) => Err((Field::Position, Fault::Missing)),
                (_, None) => Err((Field::Size, Fault::Missing)),
                (Some(position), Some(collider)) => box_of(*position, collider).and_then(|aabb| {
                    let fits = |shape: &Polygon| shape.bounds() == aabb.translated(-aabb.min);
                    let is_sound = trigger.shape.as_ref().is_none_or(fits);
                    is_sound.then_some(aabb).ok_or((Field::Shape, Fault::OutOfRange))
                }),
            };
            let aabb = match aabb {
                Ok(aabb) => aabb,
                Err((field, fault)) => {
                    let kind = EventKind::Rejected { field, fault };
                    self.unsound.push(Event { entity, body: None, kind });
                    continue;
                }
            };
            let user = entity.to_bits().get();
            let Trigger { mask, report_stay, shape } = *trigger;
            self.found.push((entity, Region { aabb, shape, mask, report_stay, user }));
        }
        self.found.sort_unstable_by_key(|(entity, _)| *entity);
        self.unsound.sort_unstable_by_key(|event| event.entity);
    }

    fn region(&self, entity: Entity) -> Option<RegionId> {
        let place = self.known.binary_search_by_key(&entity, |known| known.0).ok()?;
        Some(self.known[place].1)
    }

    /// The entity of a region, whatever entity that was when it came.
    fn find(&self, id: RegionId) -> Option<Entity> {
        self.known.iter().find(|known| known.1 == id).map(|known| known.0)
    }

    /// Those that are unsound, and so not there, by entity.
    pub(crate) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.unsound.iter().copied()
    }
}

/// Where a region is, or what is wrong with that.
fn box_of(position: Position, collider: &Collider) -> Result<Aabb, (Field, Fault)> {
    let position = Position { rest: Vec2::ZERO, ..position };
    let fault = copy_in::fault(position, collider).unwrap_or((Field::Position, Fault::OutOfRange));
    collider.aabb(position).ok_or(fault)
}

/// Puts a region where it is to be; one that a snapshot has brought back may name an entity that is gone. Returns false if it is to be another one.
fn follow(core: &mut Core, id: RegionId, wanted: Region) -> bool {
    let Some(now) = core.grid.region(id).copied() else { return false };
    if now != (Region { aabb: now.aabb, user: now.user, ..wanted }) {
        return false;
    }
    now.aabb == wanted.aabb || core.move_region(id, wanted.aabb)
}

impl Physics {
    /// The region that an entity with a [`Trigger`] was in the last step.
    #[must_use]
    pub fn region(&self, entity: Entity) -> Option<RegionId> {
        self.triggers.region(entity)
    }

    /// The entity that a sensor is, as events name it; `None` for a region that is none.
    #[must_use]
    pub fn sensor_entity(&self, sensor: SensorId) -> Option<Entity> {
        match sensor {
            SensorId::Body(id) => self.entity(id),
            SensorId::Region(id) => {
                let entity = Entity::from_bits(self.core.grid.region(id)?.user);
                entity.filter(|entity| self.region(*entity) == Some(id)).or_else(|| self.triggers.find(id))
            }
        }
    }

    /// Who was in a sensor at the end of the last step, by ascending id.
    pub fn inside(&self, sensor: impl Into<SensorId>) -> impl Iterator<Item = Entity> + '_ {
        self.core.inside(sensor).filter_map(|id| self.entity(id))
    }

    /// In what sensors a body was at the end of the last step: regions, then bodies, each by ascending id.
    pub fn sensors_of(&self, body: BodyId) -> impl Iterator<Item = SensorId> + '_ {
        self.core.sensors_of(body)
    }

    /// The tile on which a body that [reports it](crate::ReportTiles) stood at the end of the last step.
    #[must_use]
    pub fn tile_under(&self, body: BodyId) -> Option<Met> {
        self.core.tile_under(body)
    }
}
