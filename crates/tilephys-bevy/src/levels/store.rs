//! Entities of a Bevy world as a level writes them.

use super::components::{
    LevelRegion, Mark, OfLevel, RegionKind, SpawnPoint, TiledClass, TiledId, TiledName, TiledProperties,
    TiledShape,
};
use crate::components::{
    CarriedBy, Collider, FeelZone, Mover, MoverPath, Position, Shown, Trigger, Velocity,
};
use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::world::{EntityWorldMut, World};
use bevy_transform::components::Transform;
use tilephys_objects::{Entities, LevelComponent, NewPart, Removable};

/// An object whose entity was spawned or changed.
pub(crate) struct Written {
    pub(crate) object: u32,
    pub(crate) entity: Entity,
    pub(crate) is_new: bool,
}

/// A world, and the objects that a level has written to it.
pub(crate) struct Store<'a> {
    pub(crate) world: &'a mut World,
    /// Entity of the level.
    pub(crate) level: Entity,
    pub(crate) written: Vec<Written>,
}

impl Store<'_> {
    /// Replaces a component of an entity if it has one.
    fn set<T: Component<Mutability = Mutable>>(&mut self, entity: Entity, value: T) {
        if let Some(mut component) = self.world.get_mut::<T>(entity) {
            *component = value;
        }
    }

    /// Puts the transform of an object without physics at the middle of its drawn shape.
    fn show_object(&mut self, entity: Entity) {
        let Ok(mut entity) = self.world.get_entity_mut(entity) else { return };
        // The plugin itself writes transforms of bodies, movers and triggers.
        if entity.contains::<Shown>() {
            return;
        }
        let Some(shape) = entity.get::<TiledShape>() else { return };
        let middle = shape.0.position + shape.0.size / 2.0;
        match entity.get_mut::<Transform>() {
            Some(mut transform) => [transform.translation.x, transform.translation.y] = [middle.x, -middle.y],
            None => _ = entity.insert(Transform::from_xyz(middle.x, -middle.y, 0.0)),
        }
    }
}

pub(super) fn add(entity: &mut EntityWorldMut<'_>, component: LevelComponent) {
    match component {
        LevelComponent::Id(id) => entity.insert(TiledId(id.0)),
        LevelComponent::Name(name) => entity.insert(TiledName(name.0)),
        LevelComponent::Class(class) => entity.insert(TiledClass(class.0)),
        LevelComponent::Properties(properties) => entity.insert(TiledProperties(properties.0)),
        LevelComponent::Shape(shape) => entity.insert(TiledShape(shape)),
        LevelComponent::Mark(mark) => entity.insert(Mark(mark)),
        LevelComponent::Position(position) => entity.insert(Position(position)),
        LevelComponent::Velocity(velocity) => entity.insert(Velocity(velocity)),
        LevelComponent::Collider(collider) => entity.insert(Collider(collider)),
        LevelComponent::Mover { layer, tile } => entity.insert(Mover { layer, tile }),
        LevelComponent::Path(path) => entity.insert(MoverPath(path)),
        LevelComponent::Trigger(trigger) => entity.insert(Trigger(trigger)),
        LevelComponent::TriggerShape(shape) => entity
            .insert(Trigger(tilephys_columns::Trigger { shape, ..tilephys_columns::Trigger::default() })),
        LevelComponent::Zone(zone) => entity.insert(FeelZone(zone)),
        LevelComponent::Kind(kind) => entity.insert(RegionKind(kind)),
        LevelComponent::Region(region) => entity.insert(LevelRegion(region)),
        LevelComponent::SpawnPoint(start) => entity.insert(SpawnPoint(start)),
    };
}

impl Entities for Store<'_> {
    type Entity = Entity;

    fn contains(&self, entity: Entity) -> bool {
        self.world.get_entity(entity).is_ok()
    }

    fn spawn(&mut self, part: NewPart, components: Vec<LevelComponent>) -> Entity {
        let mut spawned = self.world.spawn(OfLevel(self.level));
        components.into_iter().for_each(|component| add(&mut spawned, component));
        let entity = spawned.id();
        self.show_object(entity);
        self.written.extend(part.object.map(|object| Written { object, entity, is_new: true }));
        entity
    }

    fn despawn(&mut self, entity: Entity) -> bool {
        self.world.try_despawn(entity).is_ok()
    }

    fn insert(&mut self, entity: Entity, component: LevelComponent) {
        if let Ok(mut entity) = self.world.get_entity_mut(entity) {
            add(&mut entity, component);
        }
    }

    fn write(&mut self, entity: Entity, component: LevelComponent) {
        match component {
            LevelComponent::Id(id) => self.set(entity, TiledId(id.0)),
            LevelComponent::Name(name) => self.set(entity, TiledName(name.0)),
            LevelComponent::Class(class) => self.set(entity, TiledClass(class.0)),
            LevelComponent::Properties(properties) => self.set(entity, TiledProperties(properties.0)),
            LevelComponent::Shape(shape) => self.set(entity, TiledShape(shape)),
            LevelComponent::Mark(mark) => self.set(entity, Mark(mark)),
            LevelComponent::Position(position) => {
                self.set(entity, Position(position));
                self.show_object(entity);
            }
            LevelComponent::Velocity(velocity) => self.set(entity, Velocity(velocity)),
            LevelComponent::Collider(collider) => self.set(entity, Collider(collider)),
            LevelComponent::Mover { layer, tile } => self.set(entity, Mover { layer, tile }),
            LevelComponent::Path(path) => self.set(entity, MoverPath(path)),
            LevelComponent::Trigger(trigger) => self.set(entity, Trigger(trigger)),
            LevelComponent::TriggerShape(shape) => {
                if let Some(mut trigger) = self.world.get_mut::<Trigger>(entity) {
                    trigger.0.shape = shape;
                }
            }
            LevelComponent::Zone(zone) => self.set(entity, FeelZone(zone)),
            LevelComponent::Kind(kind) => self.set(entity, RegionKind(kind)),
            LevelComponent::Region(region) => self.set(entity, LevelRegion(region)),
            LevelComponent::SpawnPoint(start) => self.set(entity, SpawnPoint(start)),
        }
    }

    fn remove(&mut self, entity: Entity, component: Removable) {
        let Ok(mut entity) = self.world.get_entity_mut(entity) else { return };
        match component {
            Removable::Mark => _ = entity.remove::<Mark>(),
            Removable::Path => _ = entity.remove::<MoverPath>(),
            Removable::Zone => _ = entity.remove::<FeelZone>(),
        }
    }

    fn set_carrier(&mut self, entity: Entity, carrier: Option<Entity>) {
        let Ok(mut entity) = self.world.get_entity_mut(entity) else { return };
        match carrier {
            Some(carrier) => _ = entity.insert(CarriedBy(carrier)),
            None => _ = entity.remove::<CarriedBy>(),
        }
    }

    // Nothing in Bevy refers to a part by its number.
    fn set_number(&mut self, _: Entity, _: u64) {}

    fn motion(
        &self,
        entity: Entity,
    ) -> Option<(tilephys_columns::Position, Option<tilephys_columns::MoverPath>)> {
        let position = self.world.get::<Position>(entity)?.0;
        Some((position, self.world.get::<MoverPath>(entity).map(|path| path.0.clone())))
    }

    fn finish_change(&mut self, entity: Entity, object: u32) {
        self.written.push(Written { object, entity, is_new: false });
    }
}
