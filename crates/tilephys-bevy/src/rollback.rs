//! Rollback: checkpoints in memory, of the engine's state and of components by the ids of bodies and movers.

mod columns;

use crate::components::{
    Body, BodyId, BodyState, Collider, Crowd, Feel, FeelState, GravityScale, HitBox, HurtBox, Input, MoveTo,
    MoverId, MoverPath, Patrol, Position, PreviousPosition, Velocity, Walk,
};
#[cfg(feature = "levels")]
use crate::levels::restore_objects;
use crate::physics_world::PhysicsWorld;
use crate::spawn_order::Spawned;
use bevy_app::App;
use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::Resource;
use bevy_ecs::world::{Mut, World as Entities};
use columns::{Bytes, ComponentColumn, Key, ResourceColumn, Rows, Saved};
use std::collections::BTreeMap;
use std::hash::Hash;
use tilephys_columns::{Movers, Regions};

/// Makes a list of saved values.
type NewSaved = Box<dyn Fn() -> Box<dyn Saved> + Send + Sync>;

/// Components and resources that checkpoints save.
#[derive(Resource)]
pub(crate) struct SavedTypes {
    types: Vec<(&'static str, NewSaved)>,
}

impl Default for SavedTypes {
    /// The components of bodies, characters and movers that a step writes, and their settings that a step may change.
    fn default() -> Self {
        let mut types = SavedTypes { types: Vec::new() };
        types.add::<Position>("Position", |position, bytes| {
            (position.0.at, position.0.rest.to_array().map(f32::to_bits)).hash(bytes);
        });
        types.add::<Velocity>("Velocity", |velocity, bytes| {
            velocity.0.0.to_array().map(f32::to_bits).hash(bytes);
        });
        // Part of the hash of the bodies.
        types.add::<BodyState>("BodyState", |_, _| {});
        types.add::<Collider>("Collider", |collider, bytes| (collider.0.offset, collider.0.size).hash(bytes));
        types.add::<Input>("Input", |input, bytes| input.to_bytes().hash(bytes));
        types.add::<Patrol>("Patrol", |patrol, bytes| {
            (patrol.along.to_bits(), patrol.turns_at_edges).hash(bytes);
        });
        types.add::<Crowd>("Crowd", |crowd, bytes| {
            [crowd.push, crowd.max_speed].map(f32::to_bits).hash(bytes);
        });
        types.add::<HitBox>("HitBox", |hit, bytes| {
            let hit = &hit.0;
            (hit.offset, hit.size, hit.hurts, hit.ticks).hash(bytes);
            [hit.knock_away, hit.knock_up].map(f32::to_bits).hash(bytes);
        });
        types.add::<HurtBox>("HurtBox", |hurt, bytes| hurt.0.hash(bytes));
        types.add::<FeelState>("FeelState", |state, bytes| state.0.hash(bytes));
        types.add::<MoverPath>("MoverPath", |path, bytes| (path.0.tick, path.0.offset).hash(bytes));
        // A character's other settings follow from these.
        types.add_setting::<Feel>("Feel", |feel, bytes| feel.0.save(&mut bytes.writer()));
        types.add::<GravityScale>("GravityScale", |gravity, bytes| gravity.scale.to_bits().hash(bytes));
        types.add::<Walk>("Walk", |_, _| {});
        types.add::<MoveTo>("MoveTo", |_, _| {});
        // By it an object of a level is known again.
        #[cfg(feature = "levels")]
        types.add::<crate::levels::TiledId>("TiledId", |id, bytes| id.0.hash(bytes));
        types
    }
}

impl SavedTypes {
    fn add<T>(&mut self, name: &'static str, hash: fn(&T, &mut Bytes))
    where
        T: Component<Mutability = Mutable> + Clone,
    {
        self.types.push((name, Box::new(move || Box::new(ComponentColumn::<T>::new(hash, false)))));
    }

    /// Adds a component whose writes all set its tick of change.
    fn add_setting<T>(&mut self, name: &'static str, hash: fn(&T, &mut Bytes))
    where
        T: Component<Mutability = Mutable> + Clone,
    {
        self.types.push((name, Box::new(move || Box::new(ComponentColumn::<T>::new(hash, true)))));
    }
}

/// Registration of what a rollback restores, beside the components of the engine.
pub trait RollbackApp {
    /// Saves a component of bodies and movers in checkpoints. `name` stands for it where two peers differ.
    fn save_component<T>(&mut self, name: &'static str) -> &mut Self
    where
        T: Component<Mutability = Mutable> + Clone + Hash;

    /// Saves a resource in checkpoints, such as a score or a generator of random numbers.
    fn save_resource<T: Resource + Clone + Hash>(&mut self, name: &'static str) -> &mut Self;
}

impl RollbackApp for App {
    fn save_component<T>(&mut self, name: &'static str) -> &mut Self
    where
        T: Component<Mutability = Mutable> + Clone + Hash,
    {
        let mut types = self.world_mut().get_resource_or_init::<SavedTypes>();
        types.add::<T>(name, T::hash);
        self
    }

    fn save_resource<T: Resource + Clone + Hash>(&mut self, name: &'static str) -> &mut Self {
        let mut types = self.world_mut().get_resource_or_init::<SavedTypes>();
        types.types.push((name, Box::new(|| Box::new(ResourceColumn::<T>::default()))));
        self
    }
}

/// State of all bodies, characters and movers in memory, for rollback within a program.
#[derive(Default)]
pub struct Checkpoint {
    engine: tilephys_core::record::Checkpoint,
    /// Hash of the engine's bodies.
    state_hash: u64,
    movers: Movers<Spawned>,
    regions: Regions<Spawned>,
    /// Entities of all rows of the tables, in their order.
    entities: Vec<Entity>,
    /// Ids of the entities; `None` before their first step.
    keys: Vec<Option<Key>>,
    saved: Vec<(&'static str, Box<dyn Saved>)>,
}

impl Checkpoint {
    /// Hash of the state, equal on all peers that agree. It does not depend on handles of entities.
    #[must_use]
    #[doc(alias = "checksum")]
    pub fn hash(&self) -> u64 {
        let mut bytes = Bytes::default();
        self.hashes().for_each(|(_, hash)| hash.hash(&mut bytes));
        bytes.sum()
    }

    /// Hash of the engine's bodies, then of each saved type by its name. The first that differs between two peers is where to begin a
    /// search.
    #[doc(alias = "desync")]
    pub fn hashes(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let saved = self.saved.iter().map(|(name, saved)| (*name, saved.hash(&self.keys)));
        std::iter::once(("bodies", self.state_hash)).chain(saved)
    }
}

/// Entities that a rollback has spawned and despawned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolledBack {
    /// Bodies that came back, with saved components, and objects of levels with the data of their map. The game adds pictures and settings
    /// that it has not registered, for example when it observes the insertion of a saved component.
    pub spawned: Vec<Entity>,
    /// Bodies and movers that the checkpoint lacks.
    pub despawned: Vec<Entity>,
}

impl PhysicsWorld {
    /// Saves the state of a world after a step. Allocations of `checkpoint` are used again.
    ///
    /// It has all bodies and movers by their ids, their components that a step writes, and the components and resources of
    /// [`RollbackApp`]. It lacks entities of triggers: a game hides a coin instead of despawning it, or registers what is taken.
    ///
    /// Does nothing without a [`PhysicsWorld`]. Bodies that no step has seen have no ids, and are absent.
    #[doc(alias = "save_game_state")]
    pub fn save_to(world: &mut Entities, checkpoint: &mut Checkpoint) {
        let present = Present::of(world);
        let is_same = present.entities == checkpoint.entities && present.keys == checkpoint.keys;
        let Present { entities, keys } = present;
        (checkpoint.entities, checkpoint.keys) = (entities, keys);
        world.init_resource::<SavedTypes>();
        let types = world.resource::<SavedTypes>();
        if checkpoint.saved.len() != types.types.len() {
            checkpoint.saved = types.types.iter().map(|(name, new)| (*name, new())).collect();
        }
        let Checkpoint { saved, keys, .. } = checkpoint;
        saved.iter_mut().for_each(|(_, saved)| saved.save(world, keys, is_same));
        // A later write has another tick of change.
        world.increment_change_tick();
        if let Some(physics) = world.get_resource::<PhysicsWorld>() {
            physics.core.save_to(&mut checkpoint.engine);
            checkpoint.state_hash = physics.core.state_hash();
            checkpoint.movers = physics.movers.clone();
            checkpoint.regions = physics.regions.clone();
        }
    }

    /// Rolls back to a checkpoint of this world. `None` if it is of another map or of another world; nothing changes then.
    ///
    /// Bodies and movers that the checkpoint lacks are despawned. Bodies that are gone come back under other handles of entities. Objects of
    /// a level have the data of their map again, and their events are sent again. Until the next step all is drawn where it is.
    #[doc(alias = "load_game_state")]
    pub fn roll_back(world: &mut Entities, checkpoint: &Checkpoint) -> Option<RolledBack> {
        let (rolled_back, entities) = Self::roll_back_engine(world, checkpoint)?;
        if restore_objects(world, &rolled_back.spawned) {
            // The saved values count more than the values of the map.
            checkpoint.saved.iter().for_each(|(_, saved)| saved.load(world, &entities, false));
            world.increment_change_tick();
        }
        let mut previous = world.query::<&mut PreviousPosition>();
        previous.iter_mut(world).for_each(|mut previous| *previous = PreviousPosition::default());
        Some(rolled_back)
    }

    /// Rolls back the engine and the saved values. Returns the entity of each saved row too.
    fn roll_back_engine(
        world: &mut Entities,
        checkpoint: &Checkpoint,
    ) -> Option<(RolledBack, Vec<Option<Entity>>)> {
        world.try_resource_scope(|world, mut physics: Mut<PhysicsWorld>| {
            if !physics.core.roll_back(&checkpoint.engine) {
                return None;
            }
            physics.movers = checkpoint.movers.clone();
            physics.regions = checkpoint.regions.clone();
            physics.kit.hurt.clear();
            let present = Present::of(world);
            let is_same = present.entities == checkpoint.entities && present.keys == checkpoint.keys;
            let mut rolled_back = RolledBack::default();
            let entities: Vec<Option<Entity>> = match is_same {
                true => checkpoint.entities.iter().copied().map(Some).collect(),
                false => bring_back(world, &present, checkpoint, &mut rolled_back),
            };
            checkpoint.saved.iter().for_each(|(_, saved)| saved.load(world, &entities, is_same));
            world.increment_change_tick();
            // It fails only for a system with parameters that the world lacks.
            #[cfg(feature = "levels")]
            let _: Result<(), _> = world.run_system_cached(crate::levels::restore_fallen);
            Some((rolled_back, entities))
        })?
    }
}

/// Without levels there are no objects.
#[cfg(not(feature = "levels"))]
fn restore_objects(_: &mut Entities, _: &[Entity]) -> bool {
    false
}

/// Rows of the tables with bodies and movers.
struct Present {
    entities: Vec<Entity>,
    keys: Vec<Option<Key>>,
}

impl Present {
    fn of(world: &mut Entities) -> Self {
        let mut rows = world.query_filtered::<(Entity, Option<&BodyId>, Option<&MoverId>), Rows>();
        let key = |(entity, body, mover): (Entity, Option<&BodyId>, Option<&MoverId>)| {
            let body = body.and_then(BodyId::get).map(Key::Body);
            (entity, body.or_else(|| Some(Key::Mover(mover?.get()?))))
        };
        let (entities, keys) = rows.iter(world).map(key).unzip();
        Present { entities, keys }
    }
}

/// Spawns the bodies that are gone, and despawns the entities that the checkpoint lacks. Returns the entity of each saved row.
fn bring_back(
    world: &mut Entities,
    present: &Present,
    checkpoint: &Checkpoint,
    rolled_back: &mut RolledBack,
) -> Vec<Option<Entity>> {
    let present = present.keys.iter().zip(&present.entities);
    let mut present: BTreeMap<Key, Entity> =
        present.filter_map(|(key, entity)| Some(((*key)?, *entity))).collect();
    let mut rows: Vec<(Key, usize)> = Vec::new();
    rows.extend(checkpoint.keys.iter().enumerate().filter_map(|(row, key)| Some(((*key)?, row))));
    // Entities are spawned in the order of their ids.
    rows.sort_unstable();
    let mut entities = vec![None; checkpoint.keys.len()];
    for (key, row) in rows {
        entities[row] = present.remove(&key).or_else(|| {
            // A mover comes back with its level, which knows its layer and tile.
            let Key::Body(id) = key else { return None };
            let entity = world.spawn((Body, BodyId::of(id))).id();
            rolled_back.spawned.push(entity);
            Some(entity)
        });
    }
    rolled_back.despawned.extend(present.into_values());
    rolled_back.despawned.iter().for_each(|entity| _ = world.despawn(*entity));
    entities
}
