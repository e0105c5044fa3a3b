//! Makes the entities of objects.

use crate::error::LevelError;
use crate::handlers::{Additions, ClassHandlers};
use crate::parts::{self, Thing, Things};
use hecs::{Entity, EntityBuilder, World};
use std::collections::BTreeMap;
use tilephys_ecs::{Collider, Identity, Mover, MoverPath, Physics, Position, Velocity};
use tilephys_tiled::{Level, Object};

/// Paths of movers, by the ids of their objects.
pub(crate) type Paths = BTreeMap<u32, MoverPath>;

/// The paths of the movers of these objects, at their starts.
pub(crate) fn paths(level: &Level, dt: f32, which: impl Fn(u32) -> bool) -> Result<Paths, LevelError> {
    let mut paths = Paths::new();
    for mover in level.movers.iter().filter(|mover| which(mover.object)) {
        let wrong = |fault| LevelError::Path { file: level.path.clone(), object: mover.object, fault };
        paths.extend(parts::path(mover, dt).map_err(wrong)?.map(|path| (mover.object, path)));
    }
    Ok(paths)
}

/// Parts of entities that may be refused, and are made before anything is spawned.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) paths: Paths,
    pub(crate) additions: Additions,
}

impl Parts {
    /// The parts of all objects.
    pub(crate) fn of(level: &Level, handlers: &ClassHandlers, dt: f32) -> Result<Self, LevelError> {
        Ok(Parts { paths: paths(level, dt, |_| true)?, additions: handlers.run(level, |_| true)? })
    }
}

/// Spawns an entity with the components of an object.
pub(crate) fn spawn(mut builder: EntityBuilder, physics: &mut Physics, world: &mut World) -> Entity {
    let is_body = builder.has::<Position>() && builder.has::<Velocity>() && builder.has::<Collider>();
    if is_body || builder.has::<Mover>() {
        // Spawned by the engine, so that it has its id before the first step.
        return physics.spawn(world, builder.build());
    }
    world.spawn(builder.build())
}

/// The components of an object, with the components of its handler.
pub(crate) fn build(
    object: &Object,
    things: &Things<'_>,
    parts: &mut Parts,
    identity: Identity,
) -> EntityBuilder {
    let mut builder = EntityBuilder::new();
    builder.add(identity);
    parts::add_common(&mut builder, object);
    things.mark(object.id).into_iter().for_each(|mark| _ = builder.add(mark.clone()));
    match things.thing(object) {
        Thing::Mover(mover) => parts::add_mover(&mut builder, mover, parts.paths.remove(&object.id)),
        Thing::Region(region) => parts::add_region(&mut builder, region, things.mark(object.id)),
        Thing::Spawn => _ = builder.add(things.spawn_point(object)),
        Thing::Other => {}
    }
    if let Some(mut addition) = parts.additions.remove(&object.id) {
        builder.add_bundle(addition.build());
    }
    builder
}
