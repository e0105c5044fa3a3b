//! A level among the entities of a world.

use crate::change::Known;
use crate::error::LevelError;
use crate::index::Index;
use crate::parts::{self, Thing, Things};
use crate::regions::Regions;
use crate::rules::Rules;
use hecs::{Entity, EntityBuilder, World};
use std::collections::BTreeMap;
use tilephys_ecs::{CarriedBy, MoverPath, Physics};
use tilephys_tiled::{Level, Object};

/// The objects of a level as entities of a world: which they are, and how to find them.
///
/// Entities that the game has despawned are no trouble, and those to which it has given more components neither. What is
/// found may be gone, which [`World::contains`] tells.
#[derive(Debug)]
pub struct SpawnedLevel {
    /// Of a step, in seconds: what the paths of its movers are made for.
    dt: f32,
    pub(crate) known: Known,
    /// In the order of [`Level::objects`].
    pub(crate) entities: Vec<Entity>,
    /// Those that are not the entity of an object.
    pub(crate) regions: Regions,
    pub(crate) index: Index,
    /// How it is played.
    pub(crate) rules: Rules,
}

impl SpawnedLevel {
    /// Takes the grid of a level for an engine, and spawns its objects as [`spawn`](Self::spawn) does.
    ///
    /// # Errors
    /// If the path of a mover cannot be gone in such steps. Nothing is taken or spawned then.
    pub fn begin(
        level: &mut Level,
        world: &mut World,
        dt: f32,
    ) -> Result<(Physics, SpawnedLevel), LevelError> {
        let paths = paths(level, dt)?;
        let mut physics = Physics::new(level.take_grid());
        let spawned = SpawnedLevel::new(level, paths, (&mut physics, world), dt);
        Ok((physics, spawned))
    }

    /// Spawns the objects of a level, each as an entity, in the order of the map. In steps of `dt` seconds movers go along
    /// their paths and regions sense who comes.
    ///
    /// The grid of `physics` is that of the level, or one that it has [joined](Level::join), such as that of its neighbour:
    /// levels in one world keep apart.
    ///
    /// Gravity of `physics` becomes what the property `gravity` of a map of class `TpLevel` says, downward and along x zero; without
    /// the property it stays. Of several levels in one world the last one spawned that says something counts.
    ///
    /// # Errors
    /// If the path of a mover cannot be gone in such steps. Nothing is spawned then.
    pub fn spawn(
        level: &Level,
        physics: &mut Physics,
        world: &mut World,
        dt: f32,
    ) -> Result<SpawnedLevel, LevelError> {
        Ok(SpawnedLevel::new(level, paths(level, dt)?, (physics, world), dt))
    }

    fn new(
        level: &Level,
        mut paths: Paths,
        (physics, world): (&mut Physics, &mut World),
        dt: f32,
    ) -> SpawnedLevel {
        let things = Things::of(level);
        let mut entities = Vec::with_capacity(level.objects.len());
        for object in &level.objects {
            entities.push(spawn(object, &things, paths.remove(&object.id), (physics, world)));
        }
        let index = Index::new(level.objects.iter().zip(entities.iter().copied()));
        let regions = Regions::spawn(level, world);
        let rules = Rules::of(level);
        rules.replace(&Rules::default(), physics);
        let spawned = SpawnedLevel { dt, known: Known::of(level), entities, regions, index, rules };
        spawned.tie(level, world, |_| true);
        spawned
    }

    /// Says who takes along the movers of these objects.
    pub(crate) fn tie(&self, level: &Level, world: &mut World, which: impl Fn(u32) -> bool) {
        for mover in level.movers.iter().filter(|mover| which(mover.object)) {
            let parent = mover.parent.and_then(|parent| self.index.of_id(level.movers[parent].object));
            let Some(entity) = self.index.of_id(mover.object) else { continue };
            // It may be gone.
            let _: Result<_, _> = match parent {
                Some(parent) => world.insert_one(entity, CarriedBy(parent)).map_err(|_| ()),
                None => world.remove_one::<CarriedBy>(entity).map(|_| ()).map_err(|_| ()),
            };
        }
    }

    /// Takes the entities away, as far as the game has not done so; returns how many. The level's tiles stay in the map, until
    /// it [leaves](Level::leave) that.
    pub fn despawn(self, world: &mut World) -> usize {
        let all = self.entities.iter().chain(self.other_regions());
        all.filter(|entity| world.despawn(**entity).is_ok()).count()
    }

    /// Of the steps that it was spawned for, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// The entity of the object with the id `id`.
    #[must_use]
    pub fn entity(&self, id: u32) -> Option<Entity> {
        self.index.of_id(id)
    }

    /// The entities of the objects of this name, in the order of the map.
    #[must_use]
    pub fn named(&self, name: &str) -> &[Entity] {
        self.index.of_name(name)
    }

    /// The entities of the objects of this class, in the order of the map.
    #[must_use]
    pub fn of_class(&self, class: &str) -> &[Entity] {
        self.index.of_class(class)
    }

    /// The entities of the regions that are not objects, in the order of the level: those of tiles, such as spikes, ladders and
    /// water. An object that bends inward is several regions, of which the first is its own entity, and the others are here.
    #[must_use]
    pub fn other_regions(&self) -> &[Entity] {
        &self.regions.entities
    }

    /// The entities of all objects, in the order of the map.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }
}

/// Paths of movers, by the ids of their objects.
pub(crate) type Paths = BTreeMap<u32, MoverPath>;

/// The paths of the movers of a level, from their beginnings.
pub(crate) fn paths(level: &Level, dt: f32) -> Result<Paths, LevelError> {
    let mut paths = Paths::new();
    for mover in &level.movers {
        let wrong = |fault| LevelError::Path { file: level.path.clone(), object: mover.object, fault };
        paths.extend(parts::path(mover, dt).map_err(wrong)?.map(|path| (mover.object, path)));
    }
    Ok(paths)
}

/// Spawns the entity of an object.
pub(crate) fn spawn(
    object: &Object,
    things: &Things<'_>,
    path: Option<MoverPath>,
    (physics, world): (&mut Physics, &mut World),
) -> Entity {
    let mut builder = EntityBuilder::new();
    parts::add_common(&mut builder, object);
    things.mark(object.id).into_iter().for_each(|mark| _ = builder.add(mark.clone()));
    match things.thing(object) {
        Thing::Mover(mover) => {
            parts::add_mover(&mut builder, mover, path);
            // So that it has its id before the first step.
            return physics.spawn(world, builder.build());
        }
        Thing::Region(region) => parts::add_region(&mut builder, region),
        Thing::Spawn => _ = builder.add(things.spawn_point(object)),
        Thing::Other => {}
    }
    world.spawn(builder.build())
}
