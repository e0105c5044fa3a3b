//! Components of an object: its Tiled data, and its physics.

use crate::component::LevelComponent;
use crate::components::{SpawnPoint, TiledClass, TiledId, TiledName, TiledProperties, TiledShape};
use glam::IVec2;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use tilephys_columns::{Collider, MoverPath, Position, Trigger, Velocity};
use tilephys_core::{Aabb, platform::PathError};
use tilephys_feel::FeelZone;
use tilephys_tiled::{Level, LevelMover, LevelRegion, Mark, Object, RegionKind, RegionOrigin, Role};

/// Paths of movers at their starts, by the ids of their objects.
pub type Paths = BTreeMap<u32, MoverPath>;

/// Path of a mover that is invalid for steps of this length.
#[derive(Debug)]
pub struct PathFault {
    /// Path of the map file.
    pub file: PathBuf,
    /// Id of the mover's object.
    pub object: u32,
    /// Fault of its path.
    pub fault: PathError,
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: object {}: {}", self.file.display(), self.object, self.fault)
    }
}

impl std::error::Error for PathFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}

/// The paths of the movers of these objects, in steps of `dt` seconds.
///
/// # Errors
/// If the path of a mover is invalid for such steps.
pub fn paths(level: &Level, dt: f32, which: impl Fn(u32) -> bool) -> Result<Paths, PathFault> {
    let mut paths = Paths::new();
    for mover in level.movers.iter().filter(|mover| which(mover.object)) {
        let Some(path) = &mover.path else { continue };
        let wrong = |fault| PathFault { file: level.path.clone(), object: mover.object, fault };
        paths.insert(mover.object, MoverPath::new(path.path(dt).map_err(wrong)?));
    }
    Ok(paths)
}

/// The physics of an object.
#[derive(Clone, Copy)]
pub(crate) enum Thing<'a> {
    Mover(&'a LevelMover),
    Region(&'a LevelRegion),
    Spawn,
    /// An object without physics.
    Other,
}

/// The movers, regions and marks of a level by object id.
#[derive(Debug)]
pub struct Things<'a> {
    movers: BTreeMap<u32, &'a LevelMover>,
    regions: BTreeMap<u32, &'a LevelRegion>,
    marks: BTreeMap<u32, &'a Mark>,
    start: Option<u32>,
}

impl<'a> Things<'a> {
    /// The things of a level.
    #[must_use]
    pub fn of(level: &'a Level) -> Self {
        Things {
            movers: level.movers.iter().map(|mover| (mover.object, mover)).collect(),
            regions: of_objects(&level.regions).collect(),
            marks: level.marks.iter().map(|mark| (mark.object, mark)).collect(),
            start: level.spawn().map(|object| object.id),
        }
    }

    /// A number for the kind of physics of an object: mover, region, start of the player, none, walker or flyer.
    #[must_use]
    pub fn kind(&self, object: &Object) -> u8 {
        match self.thing(object) {
            Thing::Mover(_) => 0,
            Thing::Region(_) => 1,
            Thing::Spawn => 2,
            Thing::Other => match self.mark(object.id).and_then(Mark::patrol) {
                None => 3,
                Some(patrol) if patrol.path.is_none() => 4,
                Some(_) => 5,
            },
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

/// Id, name, class and properties of an object.
pub(crate) fn names(object: &Object) -> Vec<LevelComponent> {
    vec![
        LevelComponent::Id(TiledId(object.id)),
        LevelComponent::Name(TiledName(object.name.clone())),
        LevelComponent::Class(TiledClass(object.class.clone())),
        LevelComponent::Properties(TiledProperties(Arc::new(object.properties.clone()))),
    ]
}

pub(crate) fn shape(object: &Object) -> TiledShape {
    let Object { kind, anchor, position, size, rotation, .. } = object;
    TiledShape { kind: kind.clone(), anchor: *anchor, position: *position, size: *size, rotation: *rotation }
}

/// Components of an object. Carriers of movers are set after all entities exist.
pub(crate) fn object(object: &Object, things: &Things<'_>, paths: &mut Paths) -> Vec<LevelComponent> {
    let mut components = names(object);
    components.push(LevelComponent::Shape(shape(object)));
    let mark = things.mark(object.id);
    components.extend(mark.cloned().map(LevelComponent::Mark));
    match things.thing(object) {
        Thing::Mover(mover) => {
            components.push(made(mover));
            components.push(LevelComponent::Position(Position::on_lattice(mover.mover.position)));
            components.push(LevelComponent::Velocity(Velocity(mover.mover.velocity)));
            components.extend(paths.remove(&object.id).map(LevelComponent::Path));
        }
        Thing::Region(region) => components.extend(of_region(region, mark)),
        Thing::Spawn => {
            components.push(LevelComponent::Position(Position::from_px(object.position)));
            components.push(LevelComponent::SpawnPoint(things.spawn_point(object)));
        }
        Thing::Other => components.push(LevelComponent::Position(Position::from_px(object.position))),
    }
    components
}

/// Layer and tile of a mover.
pub(crate) fn made(mover: &LevelMover) -> LevelComponent {
    LevelComponent::Mover { layer: mover.mover.layer, tile: mover.mover.tile }
}

/// Components of a region that is not the entity of an object: class and properties are from its object or its tile.
pub(crate) fn other_region(level: &Level, region: &LevelRegion) -> Vec<LevelComponent> {
    let mut components = of_region(region, region.object().and_then(|id| level.mark(id)));
    match region.origin {
        RegionOrigin::Object(id) => components.extend(level.object(id).into_iter().flat_map(names)),
        RegionOrigin::Tiles { gid, .. } => {
            if let Some(tile) = level.tile(gid).and_then(|tile| tile.info) {
                components.push(LevelComponent::Class(TiledClass(tile.class.clone())));
                let properties = TiledProperties(Arc::new(tile.properties.clone()));
                components.push(LevelComponent::Properties(properties));
            }
        }
        _ => {}
    }
    components
}

/// Components of a region (sensor).
fn of_region(region: &LevelRegion, mark: Option<&Mark>) -> Vec<LevelComponent> {
    let (position, collider) = place(region.aabb);
    let mut components = vec![
        LevelComponent::Position(position),
        LevelComponent::Collider(collider),
        LevelComponent::Trigger(Trigger { shape: region.shape, ..Trigger::default() }),
        LevelComponent::Kind(region.kind),
        LevelComponent::Region(region.clone()),
    ];
    components.extend(feel_zone(region, mark).map(LevelComponent::Zone));
    components
}

/// The effect of a region on characters, if it has one. `mark` is the mark of its object.
pub(crate) fn feel_zone(region: &LevelRegion, mark: Option<&Mark>) -> Option<FeelZone> {
    if let Some(Role::Spring { velocity, height }) = mark.map(|mark| &mark.role) {
        let by_velocity = FeelZone::Spring { velocity: *velocity };
        return Some(height.map_or(by_velocity, |height| FeelZone::SpringTo { height }));
    }
    match region.kind {
        RegionKind::Ladder => Some(FeelZone::Ladder),
        RegionKind::Bar => Some(FeelZone::Bar),
        RegionKind::Water => Some(FeelZone::Water { flow: region.material.conveyor }),
        _ => None,
    }
}

/// Converts a box to components.
pub(crate) fn place(aabb: Aabb) -> (Position, Collider) {
    (Position::on_lattice(aabb.min), Collider { offset: IVec2::ZERO, size: aabb.max - aabb.min })
}
