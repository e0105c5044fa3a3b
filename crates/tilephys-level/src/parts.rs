//! Component bundles of an object: its Tiled data, and its physics.

use crate::components::{SpawnPoint, TiledClass, TiledId, TiledName, TiledProperties, TiledShape};
use glam::IVec2;
use hecs::EntityBuilder;
use std::collections::BTreeMap;
use std::sync::Arc;
use tilephys_core::{Aabb, platform::PathError};
use tilephys_ecs::{Collider, FeelZone, Mover, MoverPath, Position, Trigger, Velocity};
use tilephys_tiled::{Level, LevelMover, LevelRegion, Mark, Object, RegionKind, Role};

/// The physics of an object.
#[derive(Clone, Copy)]
pub(crate) enum Thing<'a> {
    Mover(&'a LevelMover),
    Region(&'a LevelRegion),
    Spawn,
    /// An object without physics.
    Other,
}

impl Thing<'_> {
    /// A number for each variant.
    pub(crate) fn sort(&self) -> u8 {
        match self {
            Thing::Mover(_) => 0,
            Thing::Region(_) => 1,
            Thing::Spawn => 2,
            Thing::Other => 3,
        }
    }
}

/// The movers, regions and marks of a level by object id.
pub(crate) struct Things<'a> {
    movers: BTreeMap<u32, &'a LevelMover>,
    regions: BTreeMap<u32, &'a LevelRegion>,
    marks: BTreeMap<u32, &'a Mark>,
    start: Option<u32>,
}

impl<'a> Things<'a> {
    pub(crate) fn of(level: &'a Level) -> Self {
        Things {
            movers: level.movers.iter().map(|mover| (mover.object, mover)).collect(),
            regions: of_objects(&level.regions).collect(),
            marks: level.marks.iter().map(|mark| (mark.object, mark)).collect(),
            start: level.spawn().map(|object| object.id),
        }
    }

    pub(crate) fn thing(&self, object: &Object) -> Thing<'a> {
        let mover = self.movers.get(&object.id).map(|mover| Thing::Mover(mover));
        let region = || self.regions.get(&object.id).map(|region| Thing::Region(region));
        let is_spawn = self.mark(object.id).is_some_and(|mark| mark.role == Role::Spawn);
        let other = if is_spawn { Thing::Spawn } else { Thing::Other };
        mover.or_else(region).unwrap_or(other)
    }

    /// The mark of the object, if it has a built-in class.
    pub(crate) fn mark(&self, id: u32) -> Option<&'a Mark> {
        self.marks.get(&id).copied()
    }

    /// The object as a start of the player.
    pub(crate) fn spawn_point(&self, object: &Object) -> SpawnPoint {
        SpawnPoint { feet: object.feet(), is_start: self.start == Some(object.id) }
    }
}

/// The regions that are objects, by their ids: of several, the first.
pub(crate) fn of_objects(regions: &[LevelRegion]) -> impl Iterator<Item = (u32, &LevelRegion)> {
    regions.iter().rev().filter_map(|region| Some((region.object()?, region)))
}

/// Adds the id, name and class of an object.
pub(crate) fn add_names(builder: &mut EntityBuilder, object: &Object) {
    builder.add(TiledId(object.id));
    builder.add(TiledName(object.name.clone()));
    builder.add(TiledClass(object.class.clone()));
    builder.add(TiledProperties(Arc::new(object.properties.clone())));
}

/// Adds the components that the entity of every object has.
pub(crate) fn add_common(builder: &mut EntityBuilder, object: &Object) {
    add_names(builder, object);
    builder.add(shape(object));
    builder.add(Position::from_px(object.position));
}

pub(crate) fn shape(object: &Object) -> TiledShape {
    let Object { kind, anchor, position, size, rotation, .. } = object;
    TiledShape { kind: kind.clone(), anchor: *anchor, position: *position, size: *size, rotation: *rotation }
}

/// Adds the components of a mover. The parent is set after all entities exist.
pub(crate) fn add_mover(builder: &mut EntityBuilder, mover: &LevelMover, path: Option<MoverPath>) {
    builder.add(made(mover));
    builder.add(Position::on_lattice(mover.mover.position));
    builder.add(Velocity(mover.mover.velocity));
    if let Some(path) = path {
        builder.add(path);
    }
}

/// The mover component of a mover.
pub(crate) fn made(mover: &LevelMover) -> Mover {
    Mover { layer: mover.mover.layer, tile: mover.mover.tile }
}

/// The path of a mover at its start, in steps of `dt` seconds; `None` if it has none.
pub(crate) fn path(mover: &LevelMover, dt: f32) -> Result<Option<MoverPath>, PathError> {
    let path = mover.path.as_ref().map(|path| path.path(dt)).transpose()?;
    Ok(path.map(MoverPath::new))
}

/// Adds the components of a region (sensor).
pub(crate) fn add_region(builder: &mut EntityBuilder, region: &LevelRegion, mark: Option<&Mark>) {
    let (position, collider) = place(region.aabb);
    builder.add(position);
    builder.add(collider);
    builder.add(Trigger { shape: region.shape, ..Trigger::default() });
    builder.add(region.kind);
    builder.add(region.clone());
    if let Some(zone) = feel_zone(region, mark) {
        builder.add(zone);
    }
}

/// The effect of a region on characters, if it has one. `mark` is the mark of its object.
pub(crate) fn feel_zone(region: &LevelRegion, mark: Option<&Mark>) -> Option<FeelZone> {
    if let Some(Role::Spring { velocity }) = mark.map(|mark| &mark.role) {
        return Some(FeelZone::Spring { velocity: *velocity });
    }
    match region.kind {
        RegionKind::Ladder => Some(FeelZone::Ladder),
        RegionKind::Water => Some(FeelZone::Water { flow: region.material.conveyor }),
        _ => None,
    }
}

/// Converts a box to components.
pub(crate) fn place(aabb: Aabb) -> (Position, Collider) {
    (Position::on_lattice(aabb.min), Collider { offset: IVec2::ZERO, size: aabb.max - aabb.min })
}
