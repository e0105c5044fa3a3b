//! A spawned level: the map from objects to entities.

use crate::changed_tiles::ChangedTiles;
use crate::error::LevelError;
use crate::handlers::{Additions, ClassHandlers};
use crate::store::Store;
use glam::Vec2;
use hecs::{Entity, World};
use std::collections::BTreeMap;
use tilephys_core::{BodyId, record::checksum};
use tilephys_ecs::Physics;
use tilephys_objects::{Handled, LevelEntities, Paths, Rules, Things, paths};
use tilephys_tiled::Level;

/// A level whose objects are entities of a world, with lookup by id, name and class.
///
/// The game may despawn entities and add components. A returned entity may be gone; [`World::contains`] checks it.
///
/// ```
/// use tilephys_level::{SpawnedLevel, body_at};
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
/// #  <objectgroup id="1" name="things"><object id="1" name="start" class="TpSpawn" x="40" y="40"><point/></object>
/// #  <object id="2" class="TpCollectible" x="36" y="64" width="8" height="8"/></objectgroup></map>"#;
/// # let files = |_: &std::path::Path| Ok(map.to_vec());
/// # let mut level = tilephys_tiled::load_from(&files, "cave.tmx")?;
/// let mut world = hecs::World::new();
/// let start = level.spawn().expect("a `TpSpawn`").feet();
/// let (mut physics, mut spawned) = SpawnedLevel::begin(&mut level, &mut world, 1.0 / 60.0)?;
/// let hero = physics.spawn(&mut world, body_at(start, [8.0, 11.0]));
/// // The objects of the map are entities: coins, doors, lifts.
/// assert_eq!(spawned.of_class("TpCollectible").len(), 1);
/// for _ in 0..30 {
///     physics.step(&mut world, 1.0 / 60.0);
///     for event in spawned.events(&physics, &world) {
///         assert_eq!(event.body, hero);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SpawnedLevel {
    /// Step length of the paths of its movers, in seconds.
    dt: f32,
    pub(crate) handlers: ClassHandlers,
    /// Entities of its objects and regions.
    pub(crate) parts: LevelEntities<Entity>,
    /// Rules of the level.
    pub(crate) rules: Rules,
    /// Number of this level in the [`Identity`](tilephys_ecs::Identity) of its entities.
    pub(crate) driver: u32,
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
        let parts = NewParts::of(level, handlers, dt)?;
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
        let parts = NewParts::of(level, handlers, dt)?;
        Ok(SpawnedLevel::new(handlers, level, parts, (physics, world), dt))
    }

    fn new(
        handlers: &ClassHandlers,
        level: &Level,
        parts: NewParts,
        (physics, world): (&mut Physics, &mut World),
        dt: f32,
    ) -> SpawnedLevel {
        handlers.warn_of_misspelt(level);
        let driver = physics.next_revision();
        let NewParts { paths, additions } = parts;
        let mut store = Store { physics, world, driver, additions };
        let parts = LevelEntities::spawn(level, Handled::These(handlers.classes()), paths, &mut store);
        let rules = Rules::of(level);
        set_gravity(&rules, &Rules::default(), physics);
        SpawnedLevel {
            dt,
            handlers: handlers.clone(),
            parts,
            rules,
            driver,
            since: BTreeMap::new(),
            below: Vec::new(),
            tiles: ChangedTiles::default(),
        }
    }

    /// Despawns the remaining entities of the level; returns their number. The level's tiles stay in the grid until
    /// [`Level::leave`].
    pub fn despawn(self, world: &mut World) -> usize {
        let tiles: Vec<Entity> = self.tiles.entities().collect();
        // They are the level's own record, and no objects.
        tiles.into_iter().for_each(|entity| _ = world.despawn(entity));
        let all = self.entities().iter().chain(self.other_regions());
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
        self.parts.entity(id)
    }

    /// The entities of the objects with this name, in the order of the map.
    #[must_use]
    pub fn named(&self, name: &str) -> &[Entity] {
        self.parts.named(name)
    }

    /// The entities of the objects of this class, in the order of the map.
    #[must_use]
    pub fn of_class(&self, class: &str) -> &[Entity] {
        self.parts.of_class(class)
    }

    /// The entities of regions that are not objects, in the order of the level: regions of tiles, such as spikes,
    /// ladders and water. A concave object is several regions: its own entity is the first, the others are here.
    #[must_use]
    pub fn other_regions(&self) -> &[Entity] {
        self.parts.other_regions()
    }

    /// True if the entity is an object or a region of this level, despawned or not.
    pub(crate) fn owns(&self, entity: Entity) -> bool {
        self.parts.owns(entity)
    }

    /// The entities of all objects, in the order of the map.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        self.parts.entities()
    }
}

/// Parts of entities that may be refused, and are made before anything is spawned.
#[derive(Default)]
pub(crate) struct NewParts {
    pub(crate) paths: Paths,
    pub(crate) additions: Additions,
}

impl NewParts {
    /// The parts of all objects.
    fn of(level: &Level, handlers: &ClassHandlers, dt: f32) -> Result<Self, LevelError> {
        Ok(NewParts { paths: paths(level, dt, |_| true)?, additions: handlers.run(level, dt, |_| true)? })
    }
}

/// Sets the gravity of rules where they differ from `old`.
pub(crate) fn set_gravity(rules: &Rules, old: &Rules, physics: &mut Physics) {
    if let Some(gravity) = rules.new_gravity(old) {
        physics.gravity = Vec2::new(0.0, gravity);
    }
}

/// Fingerprint of the objects of a level: two levels with one fingerprint spawn the same kinds of entities in the same order.
fn fingerprint(level: &Level) -> u64 {
    let things = Things::of(level);
    let mut bytes = Vec::new();
    for object in &level.objects {
        bytes.extend_from_slice(&object.id.to_le_bytes());
        bytes.push(things.kind(object));
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
