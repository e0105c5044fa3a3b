//! Entities of a hecs world as a level writes them.

use crate::handlers::Additions;
use hecs::{Component, Entity, EntityBuilder, World};
use tilephys_ecs::{
    CarriedBy, Collider, FeelZone, Identity, Mover, MoverPath, Physics, Position, Trigger, Velocity,
};
use tilephys_objects::{Entities, LevelComponent, NewPart, Removable};
use tilephys_tiled::Mark;

/// A world with the physics that gives ids to its bodies, and what the handlers add.
pub(crate) struct Store<'a> {
    pub(crate) physics: &'a mut Physics,
    pub(crate) world: &'a mut World,
    /// Number of the level in the [`Identity`] of its entities.
    pub(crate) driver: u32,
    pub(crate) additions: Additions,
}

impl Store<'_> {
    /// Calls `change` with a component of an entity, if the entity has it.
    fn change<T: Component>(&self, entity: Entity, change: impl FnOnce(&mut T)) {
        if let Ok(mut component) = self.world.get::<&mut T>(entity) {
            change(&mut component);
        }
    }

    fn set<T: Component>(&self, entity: Entity, value: T) {
        self.change(entity, |component| *component = value);
    }
}

/// The components of a part, with its identity and the components of its handler.
pub(crate) fn build(
    driver: u32,
    part: NewPart,
    components: Vec<LevelComponent>,
    additions: &mut Additions,
) -> EntityBuilder {
    let mut builder = EntityBuilder::new();
    builder.add(Identity { driver, part: part.number });
    components.into_iter().for_each(|component| add(&mut builder, component));
    if let Some(mut addition) = part.object.and_then(|id| additions.remove(&id)) {
        builder.add_bundle(addition.build());
    }
    builder
}

fn add(builder: &mut EntityBuilder, component: LevelComponent) {
    match component {
        LevelComponent::Id(id) => builder.add(id),
        LevelComponent::Name(name) => builder.add(name),
        LevelComponent::Class(class) => builder.add(class),
        LevelComponent::Properties(properties) => builder.add(properties),
        LevelComponent::Shape(shape) => builder.add(shape),
        LevelComponent::Mark(mark) => builder.add(mark),
        LevelComponent::Position(position) => builder.add(position),
        LevelComponent::Velocity(velocity) => builder.add(velocity),
        LevelComponent::Collider(collider) => builder.add(collider),
        LevelComponent::Mover { layer, tile } => builder.add(Mover { layer, tile }),
        LevelComponent::Path(path) => builder.add(path),
        LevelComponent::Trigger(trigger) => builder.add(trigger),
        LevelComponent::TriggerShape(shape) => builder.add(Trigger { shape, ..Trigger::default() }),
        LevelComponent::Zone(zone) => builder.add(zone),
        LevelComponent::Kind(kind) => builder.add(kind),
        LevelComponent::Region(region) => builder.add(region),
        LevelComponent::SpawnPoint(start) => builder.add(start),
    };
}

impl Entities for Store<'_> {
    type Entity = Entity;

    fn contains(&self, entity: Entity) -> bool {
        self.world.contains(entity)
    }

    fn spawn(&mut self, part: NewPart, components: Vec<LevelComponent>) -> Entity {
        let mut builder = build(self.driver, part, components, &mut self.additions);
        let is_body = builder.has::<Position>() && builder.has::<Velocity>() && builder.has::<Collider>();
        if is_body || builder.has::<Mover>() {
            // Spawned by the engine, so that it has its id before the first step.
            return self.physics.spawn(self.world, builder.build());
        }
        self.world.spawn(builder.build())
    }

    fn despawn(&mut self, entity: Entity) -> bool {
        self.world.despawn(entity).is_ok()
    }

    fn insert(&mut self, entity: Entity, component: LevelComponent) {
        let mut builder = EntityBuilder::new();
        add(&mut builder, component);
        // The entity may be gone.
        let _: Result<(), _> = self.world.insert(entity, builder.build());
    }

    fn write(&mut self, entity: Entity, component: LevelComponent) {
        match component {
            LevelComponent::Id(id) => self.set(entity, id),
            LevelComponent::Name(name) => self.set(entity, name),
            LevelComponent::Class(class) => self.set(entity, class),
            LevelComponent::Properties(properties) => self.set(entity, properties),
            LevelComponent::Shape(shape) => self.set(entity, shape),
            LevelComponent::Mark(mark) => self.set(entity, mark),
            LevelComponent::Position(position) => self.set(entity, position),
            LevelComponent::Velocity(velocity) => self.set(entity, velocity),
            LevelComponent::Collider(collider) => self.set(entity, collider),
            LevelComponent::Mover { layer, tile } => self.set(entity, Mover { layer, tile }),
            LevelComponent::Path(path) => self.set(entity, path),
            LevelComponent::Trigger(trigger) => self.set(entity, trigger),
            LevelComponent::TriggerShape(shape) => {
                self.change(entity, |trigger: &mut Trigger| trigger.shape = shape);
            }
            LevelComponent::Zone(zone) => self.set(entity, zone),
            LevelComponent::Kind(kind) => self.set(entity, kind),
            LevelComponent::Region(region) => self.set(entity, region),
            LevelComponent::SpawnPoint(start) => self.set(entity, start),
        }
    }

    fn remove(&mut self, entity: Entity, component: Removable) {
        // The entity may be gone, or lack the component.
        match component {
            Removable::Mark => _ = self.world.remove_one::<Mark>(entity),
            Removable::Path => _ = self.world.remove_one::<MoverPath>(entity),
            Removable::Zone => _ = self.world.remove_one::<FeelZone>(entity),
        }
    }

    fn set_carrier(&mut self, entity: Entity, carrier: Option<Entity>) {
        // The entity may be gone.
        let _: Result<(), _> = match carrier {
            Some(carrier) => self.world.insert_one(entity, CarriedBy(carrier)).map_err(drop),
            None => self.world.remove_one::<CarriedBy>(entity).map(drop).map_err(drop),
        };
    }

    fn set_number(&mut self, entity: Entity, number: u64) {
        self.set(entity, Identity { driver: self.driver, part: number });
    }

    fn motion(&self, entity: Entity) -> Option<(Position, Option<MoverPath>)> {
        let position = *self.world.get::<&Position>(entity).ok()?;
        let path = self.world.get::<&MoverPath>(entity).ok().map(|path| (*path).clone());
        Some((position, path))
    }

    fn finish_change(&mut self, entity: Entity, object: u32) {
        if let Some(mut addition) = self.additions.remove(&object) {
            // The entity exists: the reload has looked it up.
            let _: Result<(), _> = self.world.insert(entity, addition.build());
        }
    }
}
