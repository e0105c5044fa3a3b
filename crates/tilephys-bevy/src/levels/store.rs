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

/// Sets a component of an entity. With `is_new` it is added to an entity that lacks it.
fn set<T: Component<Mutability = Mutable>>(entity: &mut EntityWorldMut<'_>, value: T, is_new: bool) {
    match entity.get_mut::<T>() {
        Some(mut present) => *present = value,
        None if is_new => _ = entity.insert(value),
        None => {}
    }
}

/// Writes a component of the map to an entity. With `is_new` it is added to an entity that lacks it.
pub(super) fn write(entity: &mut EntityWorldMut<'_>, component: LevelComponent, is_new: bool) {
    match component {
        LevelComponent::Id(id) => set(entity, TiledId(id.0), is_new),
        LevelComponent::Name(name) => set(entity, TiledName(name.0), is_new),
        LevelComponent::Class(class) => set(entity, TiledClass(class.0), is_new),
        LevelComponent::Properties(properties) => set(entity, TiledProperties(properties.0), is_new),
        LevelComponent::Shape(shape) => set(entity, TiledShape(shape), is_new),
        LevelComponent::Mark(mark) => set(entity, Mark(mark), is_new),
        LevelComponent::Position(position) => set(entity, Position(position), is_new),
        LevelComponent::Velocity(velocity) => set(entity, Velocity(velocity), is_new),
        LevelComponent::Collider(collider) => set(entity, Collider(collider), is_new),
        LevelComponent::Mover { layer, tile } => set(entity, Mover { layer, tile }, is_new),
        LevelComponent::Path(path) => set(entity, MoverPath(path), is_new),
        LevelComponent::Trigger(trigger) => set(entity, Trigger(trigger), is_new),
        LevelComponent::TriggerShape(shape) => {
            let mut trigger = entity.get::<Trigger>().copied().unwrap_or_default();
            trigger.0.shape = shape;
            set(entity, trigger, is_new);
        }
        LevelComponent::Zone(zone) => set(entity, FeelZone(zone), is_new),
        LevelComponent::Kind(kind) => set(entity, RegionKind(kind), is_new),
        LevelComponent::Region(region) => set(entity, LevelRegion(region), is_new),
        LevelComponent::SpawnPoint(start) => set(entity, SpawnPoint(start), is_new),
    }
}

impl Entities for Store<'_> {
    type Entity = Entity;

    fn contains(&self, entity: Entity) -> bool {
        self.world.get_entity(entity).is_ok()
    }

    fn spawn(&mut self, part: NewPart, components: Vec<LevelComponent>) -> Entity {
        let mut spawned = self.world.spawn(OfLevel(self.level));
        components.into_iter().for_each(|component| write(&mut spawned, component, true));
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
            write(&mut entity, component, true);
        }
    }

    fn write(&mut self, entity: Entity, component: LevelComponent) {
        let is_moved = matches!(component, LevelComponent::Position(_));
        if let Ok(mut entity) = self.world.get_entity_mut(entity) {
            write(&mut entity, component, false);
        }
        if is_moved {
            self.show_object(entity);
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
