//! Restores sensor regions from a snapshot: from the engine's state to their entities.

use super::{Trigger, Triggers, box_of};
use crate::components::{Collider, Position, Registered};
use crate::mover::KnownMover;
use crate::movers::Movers;
use crate::saved::{Owner, Saved, SavedTrigger};
use crate::snapshot::Restored;
use glam::IVec2;
use hecs::{Entity, World};
use tilephys_core::{BodyId, MoverId, Region, RegionId, World as Core};

/// Entities of bodies and movers, which are restored first.
pub(crate) struct Others<'a> {
    /// Bodies by ascending id.
    pub(crate) bodies: &'a [(BodyId, Entity)],
    pub(crate) movers: &'a Movers,
}

impl Others<'_> {
    fn body(&self, id: BodyId) -> Option<Entity> {
        self.bodies.binary_search_by_key(&id, |body| body.0).ok().map(|place| self.bodies[place].1)
    }
}

impl Triggers {
    /// Saves the entity of each region.
    pub(crate) fn save(&self, world: &World, saved: &mut Saved) {
        saved.triggers.extend(self.known.iter().map(|(entity, region)| {
            let body = world.get::<&BodyId>(*entity).ok().filter(|_| world.satisfies::<&Registered>(*entity));
            let mover = world.get::<&MoverId>(*entity).ok();
            let mover = mover.filter(|_| world.satisfies::<&KnownMover>(*entity));
            let owner = match (body, mover) {
                (_, Some(id)) => Owner::Mover(*id),
                (Some(id), _) => Owner::Body(*id),
                _ => Owner::Nothing,
            };
            let offset = world.get::<&Collider>(*entity).map_or(IVec2::ZERO, |collider| collider.offset);
            SavedTrigger { entity: entity.to_bits().get(), region: region.index() as u32, owner, offset }
        }));
    }

    /// Finds the entity of each region in the engine, writes its components, and spawns missing ones. Runs after
    /// bodies and movers.
    pub(crate) fn restore(
        &mut self,
        world: &mut World,
        core: &Core,
        saved: &Saved,
        others: &Others,
        restored: &mut Restored,
    ) {
        let regions: Vec<(RegionId, Region)> =
            core.grid.regions().map(|(id, region)| (id, *region)).collect();
        self.known.clear();
        self.found.clear();
        self.unsound.clear();
        for trigger in &saved.triggers {
            let place = regions.binary_search_by_key(&(trigger.region as usize), |(id, _)| id.index());
            let Some((id, region)) = place.ok().map(|place| regions[place]) else { continue };
            let owner = match trigger.owner {
                Owner::Nothing => None,
                Owner::Body(id) => others.body(id),
                Owner::Mover(id) => others.movers.entity(id),
            };
            let same = Entity::from_bits(trigger.entity).filter(|e| world.satisfies::<&Trigger>(*e));
            let entity = owner.or(same).unwrap_or_else(|| {
                let entity = world.spawn(());
                restored.triggers.push(entity);
                entity
            });
            write(world, entity, &region, trigger.offset);
            self.known.push((entity, id));
        }
        self.known.sort_unstable();
        self.known.dedup_by_key(|known| known.0);
        self.set_surplus_aside(world, others, restored);
    }

    fn set_surplus_aside(&self, world: &mut World, others: &Others, restored: &mut Restored) {
        let mut query = world.query::<(Entity, Option<&BodyId>, Option<&MoverId>)>().with::<&Trigger>();
        let surplus: Vec<(Entity, bool)> = query
            .iter()
            .filter(|(entity, ..)| self.region(*entity).is_none())
            .map(|(entity, body, mover)| {
                let is = |other: Option<Entity>| other == Some(entity);
                let is_body = is(body.and_then(|id| others.body(*id)));
                (entity, is_body || is(mover.and_then(|id| others.movers.entity(*id))))
            })
            .collect();
        drop(query);
        for (entity, is_other) in surplus {
            if is_other {
                let _: Result<_, _> = world.remove_one::<Trigger>(entity);
            } else {
                restored.surplus.push(entity);
            }
        }
    }
}

/// Writes the components of a region, where they differ.
fn write(world: &mut World, entity: Entity, region: &Region, offset: IVec2) {
    let Region { aabb, shape, mask, report_stay, .. } = *region;
    world.insert_one(entity, Trigger { mask, report_stay, shape }).expect("it was found or spawned");
    let parts = world.query_one_mut::<(&Position, &Collider)>(entity);
    let is_there = parts.is_ok_and(|(position, collider)| box_of(*position, collider) == Ok(aabb));
    if !is_there {
        let collider = Collider { offset, size: aabb.max - aabb.min };
        let position = Position::on_lattice(aabb.min.wrapping_sub(offset));
        world.insert(entity, (position, collider)).expect("it was found or spawned");
    }
}
