//! A spawned level: the map from objects to entities.

use crate::changed_tiles::ChangedTiles;
use crate::entity::{self, Parts};
use crate::error::LevelError;
use crate::handlers::ClassHandlers;
use crate::identities::Part;
use crate::index::Index;
use crate::known::Known;
use crate::parts::Things;
use crate::regions::Regions;
use crate::rules::Rules;
use hecs::{Entity, World};
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{BodyId, record::checksum};
use tilephys_ecs::{CarriedBy, Identity, Physics};
use tilephys_tiled::{Level, Object};

/// A level whose objects are entities of a world, with lookup by id, name and class.
///
/// The game may despawn entities and add components. A returned entity may be gone; [`World::contains`] checks it.
#[derive(Debug)]
pub struct SpawnedLevel {
    /// Step length of the paths of its movers, in seconds.
    dt: f32,
    pub(crate) handlers: ClassHandlers,
    pub(crate) known: Known,
    /// Entities in the order of [`Level::objects`].
    pub(crate) entities: Vec<Entity>,
    /// Entities of regions that are not the entity of an object.
    pub(crate) regions: Regions,
    pub(crate) index: Index,
    /// Rules of the level.
    pub(crate) rules: Rules,
    /// Number of this level in the [`Identity`] of its entities.
    pub(crate) driver: u32,
    /// Parts by their number.
    pub(crate) parts: BTreeMap<u64, Part>,
    /// Revisions of the reloads that have spawned parts.
    pub(crate) since: BTreeMap<u64, u32>,
    /// Bodies that were below the map at the last look, ascending.
    pub(crate) below: Vec<(BodyId, Entity)>,
    /// Cells that the game has changed.
    pub(crate) tiles: ChangedTiles,
}

impl SpawnedLevel {
    /// Creates a physics engine with the grid of a level, and spawns its objects as [`spawn`](Self::spawn) does.
    /// Gravity is 900 px/s² downward unless the map sets another.
    ///
    /// # Errors
    /// If the path of a mover is invalid for such steps. Nothing is taken or spawned then.
    pub fn begin(
        level: &mut Level,
        world: &mut World,
        dt: f32,
    ) -> Result<(Physics, SpawnedLevel), LevelError> {
        SpawnedLevel::begin_with(&ClassHandlers::default(), level, world, dt)
    }

    fn begin_with(
        handlers: &ClassHandlers,
        level: &mut Level,
        world: &mut World,
        dt: f32,
    ) -> Result<(Physics, SpawnedLevel), LevelError> {
        let parts = Parts::of(level, handlers, dt)?;
        let mut physics = Physics::new(level.take_grid());
        physics.gravity.y = level.rules.clone().unwrap_or_default().gravity;
        physics.tie_snapshots(fingerprint(level));
        let spawned = SpawnedLevel::new(handlers, level, parts, (&mut physics, world), dt);
        Ok((physics, spawned))
    }

    /// Spawns each object of a level as an entity, in the order of the map. Movers follow their paths in steps of `dt`
    /// seconds, and regions sense bodies.
    ///
    /// `physics` must have the grid of the level, or a grid that it has [joined](Level::join), such as a neighbour's:
    /// levels in one world stay separate.
    ///
    /// The property `gravity` of a map of class `TpLevel` sets the gravity of `physics`, downward and with x zero;
    /// without it, gravity stays. Of several levels in one world, the last spawned one with the property wins.
    ///
    /// # Errors
    /// If the path of a mover is invalid for such steps. Nothing is spawned then.
    pub fn spawn(
        level: &Level,
        physics: &mut Physics,
        world: &mut World,
        dt: f32,
    ) -> Result<SpawnedLevel, LevelError> {
        SpawnedLevel::spawn_with(&ClassHandlers::default(), level, (physics, world), dt)
    }

    fn spawn_with(
        handlers: &ClassHandlers,
        level: &Level,
        (physics, world): (&mut Physics, &mut World),
        dt: f32,
    ) -> Result<SpawnedLevel, LevelError> {
        let parts = Parts::of(level, handlers, dt)?;
        Ok(SpawnedLevel::new(handlers, level, parts, (physics, world), dt))
    }

    fn new(
        handlers: &ClassHandlers,
        level: &Level,
        mut parts: Parts,
        (physics, world): (&mut Physics, &mut World),
        dt: f32,
    ) -> SpawnedLevel {
        handlers.warn_of_misspelt(level);
        let things = Things::of(level);
        let known = Known::of(level, handlers);
        let driver = physics.next_revision();
        let mut entities = Vec::with_capacity(level.objects.len());
        for object in &level.objects {
            let identity = Identity { driver, part: known.objects[&object.id].part };
            let builder = entity::build(object, &things, &mut parts, identity);
            entities.push(entity::spawn(builder, physics, world));
        }
        let regions = Regions::spawn(level, driver, world);
        let rules = Rules::of(level);
        rules.replace(&Rules::default(), physics);
        let mut spawned = SpawnedLevel {
            dt,
            handlers: handlers.clone(),
            known,
            entities,
            regions,
            index: Index::default(),
            rules,
            driver,
            parts: BTreeMap::new(),
            since: BTreeMap::new(),
            below: Vec::new(),
            tiles: ChangedTiles::default(),
        };
        spawned.index_all(level);
        spawned.tie(level, world, |_| true);
        spawned
    }

    /// Builds the tables for lookup.
    pub(crate) fn index_all(&mut self, level: &Level) {
        let objects = level.objects.iter().zip(self.entities.iter().copied());
        self.index = Index::new(objects, &self.regions.entities);
        let known = |(place, object): (usize, &Object)| {
            Some((self.known.objects.get(&object.id)?.part, Part::Object(place)))
        };
        let regions = self.regions.identities.iter().enumerate();
        let regions = regions.map(|(place, identity)| (identity.part, Part::Region(place)));
        self.parts = level.objects.iter().enumerate().filter_map(known).chain(regions).collect();
    }

    /// Sets the parents of the movers of these objects, and of the movers that they carry.
    pub(crate) fn tie_with_children(&self, level: &Level, world: &mut World, mut ids: BTreeSet<u32>) {
        let of_these = |parent: usize| ids.contains(&level.movers[parent].object);
        let children = level.movers.iter().filter(|mover| mover.parent.is_some_and(of_these));
        let children: Vec<u32> = children.map(|mover| mover.object).collect();
        ids.extend(children);
        self.tie(level, world, |id| ids.contains(&id));
    }

    /// Sets the parents of the movers of these objects.
    fn tie(&self, level: &Level, world: &mut World, which: impl Fn(u32) -> bool) {
        for mover in level.movers.iter().filter(|mover| which(mover.object)) {
            let parent = mover.parent.and_then(|parent| self.index.of_id(level.movers[parent].object));
            let Some(entity) = self.index.of_id(mover.object) else { continue };
            // The entity may be gone.
            let _: Result<_, _> = match parent {
                Some(parent) => world.insert_one(entity, CarriedBy(parent)).map_err(|_| ()),
                None => world.remove_one::<CarriedBy>(entity).map(|_| ()).map_err(|_| ()),
            };
        }
    }

    /// Despawns the remaining entities of the level; returns their number. The level's tiles stay in the grid until
    /// [`Level::leave`].
    pub fn despawn(self, world: &mut World) -> usize {
        let tiles: Vec<Entity> = self.tiles.entities().collect();
        // They are the level's own record, and no objects.
        tiles.into_iter().for_each(|entity| _ = world.despawn(entity));
        let all = self.entities.iter().chain(self.other_regions());
        all.filter(|entity| world.despawn(**entity).is_ok()).count()
    }

    /// The step length that the level was spawned with, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// The entity of the object with the id `id`.
    #[must_use]
    pub fn entity(&self, id: u32) -> Option<Entity> {
        self.index.of_id(id)
    }

    /// The entities of the objects with this name, in the order of the map.
    #[must_use]
    pub fn named(&self, name: &str) -> &[Entity] {
        self.index.of_name(name)
    }

    /// The entities of the objects of this class, in the order of the map.
    #[must_use]
    pub fn of_class(&self, class: &str) -> &[Entity] {
        self.index.of_class(class)
    }

    /// The entities of regions that are not objects, in the order of the level: regions of tiles, such as spikes,
    /// ladders and water. A concave object is several regions: its own entity is the first, the others are here.
    #[must_use]
    pub fn other_regions(&self) -> &[Entity] {
        &self.regions.entities
    }

    /// True if the entity is an object or a region of this level, despawned or not.
    pub(crate) fn owns(&self, entity: Entity) -> bool {
        self.index.owns(entity)
    }

    /// The entities of all objects, in the order of the map.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }
}

/// Fingerprint of the objects of a level: two levels with one fingerprint spawn the same kinds of entities in the same order.
fn fingerprint(level: &Level) -> u64 {
    let things = Things::of(level);
    let mut bytes = Vec::new();
    for object in &level.objects {
        bytes.extend_from_slice(&object.id.to_le_bytes());
        bytes.push(things.thing(object).sort());
        bytes.extend_from_slice(object.class.as_bytes());
        bytes.push(0);
    }
    checksum(&bytes)
}

impl ClassHandlers {
    /// Like [`SpawnedLevel::begin`], with these handlers.
    ///
    /// # Errors
    /// As there, and if a handler panics. Nothing is taken or spawned then.
    pub fn begin(
        &self,
        level: &mut Level,
        world: &mut World,
        dt: f32,
    ) -> Result<(Physics, SpawnedLevel), LevelError> {
        SpawnedLevel::begin_with(self, level, world, dt)
    }

    /// Like [`SpawnedLevel::spawn`], with these handlers.
    ///
    /// # Errors
    /// As there, and if a handler panics. Nothing is spawned then.
    pub fn spawn(
        &self,
        level: &Level,
        physics: &mut Physics,
        world: &mut World,
        dt: f32,
    ) -> Result<SpawnedLevel, LevelError> {
        SpawnedLevel::spawn_with(self, level, (physics, world), dt)
    }
}
