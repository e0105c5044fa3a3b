//! Hot reload of entities: applies the changes of an object to its entity.

use crate::component::{LevelComponent, Removable};
use crate::components::{TiledClass, TiledName, TiledProperties};
use crate::entities::Entities;
use crate::known::Known;
use crate::nearest::nearest_tick;
use crate::parts::{self, Paths, Thing, Things};
use glam::IVec2;
use std::sync::Arc;
use tilephys_columns::{MoverPath, Position};
use tilephys_feel::FeelZone;
use tilephys_tiled::{LevelMover, LevelRegion, Mark, Object};

/// An entity to change, which exists.
pub(crate) struct Change<'a, S: Entities> {
    pub(crate) before: &'a Known,
    pub(crate) store: &'a mut S,
    pub(crate) entity: S::Entity,
}

impl<S: Entities> Change<'_, S> {
    /// Writes the changed values of the object. `paths` has the new path at its start, for a mover with a path.
    pub(crate) fn object(&mut self, object: &Object, things: &Things<'_>, paths: &mut Paths) {
        match things.mark(object.id) {
            Some(mark) => self.store.insert(self.entity, LevelComponent::Mark(mark.clone())),
            None => self.store.remove(self.entity, Removable::Mark),
        }
        self.write(LevelComponent::Name(TiledName(object.name.clone())));
        self.write(LevelComponent::Class(TiledClass(object.class.clone())));
        self.write(LevelComponent::Properties(TiledProperties(Arc::new(object.properties.clone()))));
        self.write(LevelComponent::Shape(parts::shape(object)));
        match things.thing(object) {
            Thing::Mover(mover) => self.mover(mover, paths.remove(&object.id)),
            Thing::Region(region) => self.region(region, things.mark(object.id)),
            Thing::Spawn | Thing::Other => {
                let before = self.before.objects.get(&object.id);
                if before.map(|known| known.at) != Some(object.position) {
                    self.write(LevelComponent::Position(Position::from_px(object.position)));
                }
            }
        }
        self.store.finish_change(self.entity, object.id);
    }

    fn write(&mut self, component: LevelComponent) {
        self.store.write(self.entity, component);
    }

    fn mover(&mut self, new: &LevelMover, path: Option<MoverPath>) {
        let Some(old) = self.before.movers.get(&new.object) else { return };
        if (old.mover.layer, old.mover.tile) != (new.mover.layer, new.mover.tile) {
            self.write(parts::made(new));
        }
        match path {
            _ if old.path == new.path => {
                // With a path, the path sets the position.
                if new.path.is_none() && old.mover.position != new.mover.position {
                    self.write(LevelComponent::Position(Position::on_lattice(new.mover.position)));
                }
            }
            Some(path) => self.go_on(path),
            None => self.store.remove(self.entity, Removable::Path),
        }
    }

    /// Puts a mover on a new path at the nearest tick.
    fn go_on(&mut self, new: MoverPath) {
        let Some((position, old)) = self.store.motion(self.entity) else { return };
        // Offset by which its parent has moved it off its path.
        let offset = old.as_ref().map_or(IVec2::ZERO, |old| old.offset);
        let before = old.as_ref().map(|old| (&old.path, old.tick));
        let tick = nearest_tick(&new.path, position.at.saturating_sub(offset), before);
        let at = new.path.at(tick).saturating_add(offset);
        self.store.insert(self.entity, LevelComponent::Position(Position::on_lattice(at)));
        self.store.insert(self.entity, LevelComponent::Path(MoverPath { tick, offset, ..new }));
    }

    fn region(&mut self, new: &LevelRegion, mark: Option<&Mark>) {
        let Some((old, old_zone)) = new.object().and_then(|id| self.before.regions.get(&id)) else { return };
        if old.aabb != new.aabb {
            let (position, collider) = parts::place(new.aabb);
            self.write(LevelComponent::Position(position));
            self.write(LevelComponent::Collider(collider));
        }
        self.write(LevelComponent::TriggerShape(new.shape));
        self.write(LevelComponent::Kind(new.kind));
        self.write(LevelComponent::Region(new.clone()));
        let zone = parts::feel_zone(new, mark);
        if *old_zone != zone {
            set_zone(self.store, self.entity, zone);
        }
    }
}

/// Sets the effect of a region on characters.
pub(crate) fn set_zone<S: Entities>(store: &mut S, entity: S::Entity, zone: Option<FeelZone>) {
    match zone {
        Some(zone) => store.insert(entity, LevelComponent::Zone(zone)),
        None => store.remove(entity, Removable::Zone),
    }
}
