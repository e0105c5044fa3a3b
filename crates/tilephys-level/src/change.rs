//! Hot reload of entities: applies the changes of an object to its entity.

use crate::components::{TiledClass, TiledName, TiledProperties};
use crate::entity::Parts;
use crate::known::Known;
use crate::nearest::nearest_tick;
use crate::parts::{self, Thing, Things};
use crate::write::{set_zone, write};
use glam::IVec2;
use hecs::{Entity, World};
use std::sync::Arc;
use tilephys_ecs::{MoverPath, Position, Trigger};
use tilephys_tiled::{LevelMover, LevelRegion, Mark, Object};

/// An entity to change, which exists.
pub(crate) struct Change<'a> {
    pub(crate) before: &'a Known,
    pub(crate) world: &'a mut World,
    pub(crate) entity: Entity,
}

impl Change<'_> {
    /// Writes the changed values of the object, and the components of its handler. `parts` has the new path at its
    /// start, for a mover with a path.
    pub(crate) fn object(&mut self, object: &Object, things: &Things<'_>, parts: &mut Parts) {
        match things.mark(object.id) {
            Some(mark) => _ = self.world.insert_one(self.entity, mark.clone()),
            None => _ = self.world.remove_one::<Mark>(self.entity),
        }
        let (world, entity) = (&*self.world, self.entity);
        write(world, entity, TiledName(object.name.clone()));
        write(world, entity, TiledClass(object.class.clone()));
        write(world, entity, TiledProperties(Arc::new(object.properties.clone())));
        write(world, entity, parts::shape(object));
        match things.thing(object) {
            Thing::Mover(mover) => self.mover(mover, parts.paths.remove(&object.id)),
            Thing::Region(region) => self.region(region, things.mark(object.id)),
            Thing::Spawn | Thing::Other => {
                let is_there =
                    self.before.objects.get(&object.id).map(|known| known.at) == Some(object.position);
                if !is_there {
                    write(world, entity, Position::from_px(object.position));
                }
            }
        }
        if let Some(mut addition) = parts.additions.remove(&object.id) {
            // The entity exists: it was looked up before.
            let _: Result<(), _> = self.world.insert(self.entity, addition.build());
        }
    }

    fn mover(&mut self, new: &LevelMover, path: Option<MoverPath>) {
        let Some(old) = self.before.movers.get(&new.object) else { return };
        if parts::made(old) != parts::made(new) {
            write(self.world, self.entity, parts::made(new));
        }
        match path {
            _ if old.path == new.path => {
                // With a path, the path sets the position.
                if new.path.is_none() && old.mover.position != new.mover.position {
                    write(self.world, self.entity, Position::on_lattice(new.mover.position));
                }
            }
            Some(path) => self.go_on(path),
            None => _ = self.world.remove_one::<MoverPath>(self.entity),
        }
    }

    /// Puts a mover on a new path at the nearest tick.
    fn go_on(&mut self, new: MoverPath) {
        type Parts<'a> = (&'a Position, Option<&'a MoverPath>);
        let Ok((position, old)) = self.world.query_one_mut::<Parts<'_>>(self.entity) else { return };
        // Offset by which its parent has moved it off its path.
        let offset = old.map_or(IVec2::ZERO, |old| old.offset);
        let before = old.map(|old| (&old.path, old.tick));
        let tick = nearest_tick(&new.path, position.at.saturating_sub(offset), before);
        let at = new.path.at(tick).saturating_add(offset);
        let changed = (Position::on_lattice(at), MoverPath { tick, offset, ..new });
        // The entity exists: it was looked up before.
        let _: Result<(), _> = self.world.insert(self.entity, changed);
    }

    fn region(&mut self, new: &LevelRegion, mark: Option<&Mark>) {
        let Some((old, old_zone)) = new.object().and_then(|id| self.before.regions.get(&id)) else { return };
        if old.aabb != new.aabb {
            let (position, collider) = parts::place(new.aabb);
            write(self.world, self.entity, position);
            write(self.world, self.entity, collider);
        }
        if let Ok(mut trigger) = self.world.get::<&mut Trigger>(self.entity) {
            trigger.shape = new.shape;
        }
        write(self.world, self.entity, new.kind);
        write(self.world, self.entity, new.clone());
        let zone = parts::feel_zone(new, mark);
        if *old_zone != zone {
            set_zone(self.world, self.entity, zone);
        }
    }
}
