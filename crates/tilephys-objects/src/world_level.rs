//! A level in a [`World`] of the engine, for games without an ECS: its movers and regions, and hot reload.

use crate::nearest::nearest_tick;
use crate::parts::{PathFault, Paths, paths};
use glam::{IVec2, Vec2};
use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use tilephys_core::platform::{Mover, MoverFault, Path};
use tilephys_core::{MoverId, RegionId, World};
use tilephys_tiled::{Level, LevelChanges, LevelMover, LevelRegion, LoadError};

/// The movers and regions of a Tiled level in a [`World`], for games without an ECS.
///
/// The tiles of the level are in the grid of the world: `World::new(level.grid.clone())`. Bodies, and all that a game does with
/// regions, are the game's own.
///
/// ```no_run
/// use tilephys_core::{EventKind, SensorId, World};
/// use tilephys_objects::WorldLevel;
/// use tilephys_tiled::{Loader, RegionKind};
///
/// let level = Loader::new().load("cave.tmx")?;
/// let mut world = World::new(level.grid.clone());
/// let objects = WorldLevel::spawn(&level, &mut world, 1.0 / 60.0)?;
/// world.step(1.0 / 60.0);
/// for event in world.events() {
///     let EventKind::Enter { sensor: SensorId::Region(id), .. } = event.kind else { continue };
///     if objects.region(id).is_some_and(|region| region.kind == RegionKind::Hazard) {
///         println!("body {:?} is hurt", event.body);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WorldLevel {
    /// Length of a step, in seconds.
    dt: f32,
    gravity: Option<f32>,
    /// Ascending by id.
    movers: Vec<(MoverId, LevelMover)>,
    /// Ascending by id. A region that the game has removed stays here, so that a reload does not bring it back.
    regions: Vec<(RegionId, LevelRegion)>,
}

/// Error of a [`WorldLevel`].
///
/// Displayed as one line, with the file and, if known, the object.
#[derive(Debug)]
#[non_exhaustive]
pub enum WorldLevelError {
    /// The path of a mover is invalid for steps of this length.
    Path(PathFault),
    /// The world refuses a mover.
    Mover {
        /// Path of the map file.
        file: PathBuf,
        /// Id of the mover's object.
        object: u32,
        /// Reason.
        fault: MoverFault,
    },
    /// The running grid cannot be updated to the level: see [`Level::update`].
    Update(LoadError),
}

impl fmt::Display for WorldLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldLevelError::Path(path) => path.fmt(f),
            WorldLevelError::Mover { file, object, fault } => {
                write!(f, "{}: object {object}: {fault}", file.display())
            }
            WorldLevelError::Update(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WorldLevelError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match self {
            WorldLevelError::Path(path) => path,
            WorldLevelError::Mover { fault, .. } => fault,
            WorldLevelError::Update(error) => error,
        })
    }
}

impl From<PathFault> for WorldLevelError {
    fn from(path: PathFault) -> Self {
        WorldLevelError::Path(path)
    }
}

impl From<LoadError> for WorldLevelError {
    fn from(error: LoadError) -> Self {
        WorldLevelError::Update(error)
    }
}

impl WorldLevel {
    /// Adds the movers of a level with their paths, then their parents, then the regions, in the order of the level. `dt` is the
    /// length of a step, in seconds. The world takes the gravity of the map, if the map sets it.
    ///
    /// # Errors
    /// If the path of a mover is invalid for steps of this length; nothing is added then. If the world refuses a mover.
    pub fn spawn(level: &Level, world: &mut World, dt: f32) -> Result<WorldLevel, WorldLevelError> {
        Self::spawn_with(level, world, dt, |_| true)
    }

    /// As [`spawn`](Self::spawn), with only those regions to which the game reacts. A region that is left out costs nothing.
    ///
    /// # Errors
    /// As [`spawn`](Self::spawn).
    pub fn spawn_with(
        level: &Level,
        world: &mut World,
        dt: f32,
        is_used: impl Fn(&LevelRegion) -> bool,
    ) -> Result<WorldLevel, WorldLevelError> {
        let mut paths = paths(level, dt, |_| true)?;
        let mut own = WorldLevel { dt, gravity: level.gravity(), movers: Vec::new(), regions: Vec::new() };
        if let Some(gravity) = own.gravity {
            world.gravity = Vec2::new(0.0, gravity);
        }
        for mover in &level.movers {
            own.add_mover(world, level, mover, &mut paths)?;
        }
        own.set_parents(world, level)?;
        for region in level.regions.iter().filter(|region| is_used(region)) {
            own.add_region(world, region);
        }
        Ok(own)
    }

    /// The mover of an object, also if the game has removed it; `None` if the object is no mover.
    #[must_use]
    pub fn mover_of(&self, object: u32) -> Option<MoverId> {
        self.movers().find(|(_, mover)| mover.object == object).map(|(id, _)| id)
    }

    /// The movers, ascending by id.
    pub fn movers(&self) -> impl Iterator<Item = (MoverId, &LevelMover)> {
        self.movers.iter().map(|(id, mover)| (*id, mover))
    }

    /// The region of the level with this id, also if the game has removed it; `None` for other regions.
    #[must_use]
    pub fn region(&self, id: RegionId) -> Option<&LevelRegion> {
        let index = self.regions.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(&self.regions[index].1)
    }

    /// Updates the running world to `new`: the same map, loaded again after its files changed. Bodies keep moving.
    ///
    /// [`Level::update`] changes the tiles of the map. Movers and regions that the designer has not changed are not touched: what the
    /// game has moved or removed stays so. What the game has removed comes again if the designer has changed it. A mover with a
    /// changed path continues at the nearest point of the new path, in its old direction. A mover without a path moves to its new
    /// place. Gravity follows the map if the designer has changed it.
    ///
    /// # Errors
    /// If the running grid cannot take the level, or if the path of a mover is invalid for steps of this length; nothing is changed
    /// then. If the world refuses a mover, which is left out.
    #[doc(alias = "hot reload")]
    pub fn reload(
        &mut self,
        level: &mut Level,
        new: Level,
        world: &mut World,
    ) -> Result<LevelChanges, WorldLevelError> {
        self.reload_with(level, new, world, |_| true)
    }

    /// As [`reload`](Self::reload), with only those regions to which the game reacts.
    ///
    /// # Errors
    /// As [`reload`](Self::reload).
    pub fn reload_with(
        &mut self,
        level: &mut Level,
        new: Level,
        world: &mut World,
        is_used: impl Fn(&LevelRegion) -> bool,
    ) -> Result<LevelChanges, WorldLevelError> {
        let mut paths = paths(&new, self.dt, |_| true)?;
        let changes = level.update(new, &mut world.grid)?;
        if level.gravity() != self.gravity {
            self.gravity = level.gravity();
            if let Some(gravity) = self.gravity {
                world.gravity = Vec2::new(0.0, gravity);
            }
        }
        let objects = &changes.objects;
        let fresh: BTreeSet<u32> = objects.came.iter().chain(&objects.changed).copied().collect();
        self.change_regions(world, level.regions.iter().filter(|region| is_used(region)), &fresh);
        let changed = self.change_movers(world, level, &mut paths, &fresh);
        self.set_parents(world, level)?;
        changed.map(|()| changes)
    }

    fn add_region(&mut self, world: &mut World, region: &LevelRegion) {
        let id = world.grid.add_region(region.region());
        self.regions.push((id, region.clone()));
    }

    fn add_mover(
        &mut self,
        world: &mut World,
        level: &Level,
        mover: &LevelMover,
        paths: &mut Paths,
    ) -> Result<(), WorldLevelError> {
        let id = world.add_mover(mover.mover).map_err(|fault| refused(level, mover.object, fault))?;
        world.set_mover_path(id, paths.remove(&mover.object).map(|path| path.path), 0);
        self.movers.push((id, mover.clone()));
        Ok(())
    }

    /// Sets the carriers of all movers that are in the world.
    fn set_parents(&self, world: &mut World, level: &Level) -> Result<(), WorldLevelError> {
        let there = |object: u32| self.mover_of(object).filter(|id| world.mover(*id).is_some());
        let parents: Vec<(u32, MoverId, Option<MoverId>)> = level
            .movers
            .iter()
            .filter_map(|mover| {
                let parent = mover.parent.and_then(|parent| there(level.movers[parent].object));
                Some((mover.object, there(mover.object)?, parent))
            })
            .collect();
        // All without one first: of two that change places, one would carry itself for a moment.
        for (object, id, _) in &parents {
            world.set_mover_parent(*id, None).map_err(|fault| refused(level, *object, fault))?;
        }
        for (object, id, parent) in &parents {
            world.set_mover_parent(*id, *parent).map_err(|fault| refused(level, *object, fault))?;
        }
        Ok(())
    }

    /// Takes out the regions that are no more or otherwise, and adds the new ones. A region that the game has removed comes again if its
    /// object is `fresh`: new, or changed by the designer.
    fn change_regions<'a>(
        &mut self,
        world: &mut World,
        new: impl Iterator<Item = &'a LevelRegion>,
        fresh: &BTreeSet<u32>,
    ) {
        let mut old = std::mem::take(&mut self.regions);
        let mut added = Vec::new();
        for region in new {
            let is_fresh = region.object().is_some_and(|id| fresh.contains(&id));
            let known = old.iter().position(|(id, before)| {
                is_same(before, region) && (!is_fresh || world.grid.region(*id).is_some())
            });
            match known {
                Some(index) => {
                    let (id, _) = old.remove(index);
                    self.regions.push((id, region.clone()));
                }
                None => added.push(region),
            }
        }
        for (id, _) in old {
            world.grid.remove_region(id);
        }
        for region in added {
            self.add_region(world, region);
        }
        self.regions.sort_by_key(|(id, _)| *id);
    }

    fn change_movers(
        &mut self,
        world: &mut World,
        level: &Level,
        paths: &mut Paths,
        fresh: &BTreeSet<u32>,
    ) -> Result<(), WorldLevelError> {
        let objects: BTreeSet<u32> = level.movers.iter().map(|mover| mover.object).collect();
        self.movers.retain(|(id, mover)| {
            let is_there = world.mover(*id).is_some();
            let comes_again = !is_there && fresh.contains(&mover.object);
            let stays = objects.contains(&mover.object) && !comes_again;
            if !stays {
                world.remove_mover(*id);
            }
            stays
        });
        let mut outcome = Ok(());
        for new in &level.movers {
            let changed = match self.movers.iter_mut().find(|(_, mover)| mover.object == new.object) {
                Some((id, known)) => {
                    let old = std::mem::replace(known, new.clone());
                    let path = paths.remove(&new.object).map(|path| path.path);
                    change_mover(world, *id, &old, new, path)
                        .map_err(|fault| refused(level, new.object, fault))
                }
                None => self.add_mover(world, level, new, paths),
            };
            outcome = outcome.and(changed);
        }
        outcome
    }
}

fn refused(level: &Level, object: u32, fault: MoverFault) -> WorldLevelError {
    WorldLevelError::Mover { file: level.path.clone(), object, fault }
}

/// True if two regions are equal, apart from the indices of layer and tile.
fn is_same(before: &LevelRegion, now: &LevelRegion) -> bool {
    let mut before = before.clone();
    if before.object() == now.object() {
        before.origin = now.origin;
    }
    before.says_same(now)
}

/// Changes a mover as the designer has. A mover that the game has removed stays so.
fn change_mover(
    world: &mut World,
    id: MoverId,
    old: &LevelMover,
    new: &LevelMover,
    path: Option<Path>,
) -> Result<(), MoverFault> {
    let Some(now) = world.mover(id) else { return Ok(()) };
    let Mover { layer, tile, position, .. } = new.mover;
    if (old.mover.layer, old.mover.tile) != (layer, tile) {
        world.set_mover(id, Mover { layer, tile, ..now })?;
    }
    if old.path == new.path {
        // With a path, the path sets the position.
        if new.path.is_none() && old.mover.position != position {
            world.place_mover(id, position);
        }
        return Ok(());
    }
    let Some(path) = path else {
        world.set_mover_path(id, None, 0);
        return Ok(());
    };
    // Offset by which its parent has moved it off its path.
    let offset = world.mover_path_offset(id).unwrap_or(IVec2::ZERO);
    let tick = nearest_tick(&path, now.position - offset, world.mover_path(id));
    world.place_mover(id, path.at(tick) + offset);
    world.set_mover_path(id, Some(path), tick);
    world.set_mover_path_offset(id, offset);
    Ok(())
}
