//! Rooms: levels with one lasting state, and bodies that travel between them through doors.

use crate::TiledId;
use crate::error::LevelError;
use crate::events::LevelEvent;
use crate::handlers::ClassHandlers;
use crate::spawned::SpawnedLevel;
use glam::Vec2;
use hecs::{Entity, World};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilephys_core::Aabb;
use tilephys_core::record::{ByteReader, ByteWriter, SaveError, SaveFault};
use tilephys_ecs::{Collider, Physics, Position, PreviousPosition, SavedAs};
use tilephys_objects::LevelEventKind;
use tilephys_tiled::{Door, Level, LevelChanges, LevelRegion, RegionKind};

const MAGIC: &[u8; 4] = b"tprm";
const VERSION: u16 = 1;
/// Minimum bytes of a saved room: the lengths of its path and of its game.
const ROOM_BYTES: usize = 8;

/// A level in play, with a world and an engine of its own.
pub struct Room {
    /// Level, as the map has it.
    pub level: Level,
    /// Entities.
    pub world: World,
    /// Engine.
    pub physics: Physics,
    /// Entities of the level.
    pub spawned: SpawnedLevel,
    /// State as it began.
    first: Arc<[u8]>,
    /// State when it was left last; `first` before.
    left: Arc<[u8]>,
    /// True if `left` is not in the world yet.
    is_stale: bool,
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room").field("path", &self.level.path).finish_non_exhaustive()
    }
}

impl Room {
    /// Begins a level in a new world. The game registers its components on [`physics`](Self::physics) afterwards, alike for each room.
    ///
    /// # Errors
    /// As [`SpawnedLevel::begin`].
    pub fn begin(handlers: &ClassHandlers, mut level: Level, dt: f32) -> Result<Room, LevelError> {
        let mut world = World::new();
        let (physics, spawned) = handlers.begin(&mut level, &mut world, dt)?;
        let nothing: Arc<[u8]> = Arc::new([]);
        Ok(Room { level, world, physics, spawned, first: nothing.clone(), left: nothing, is_stale: false })
    }

    fn snapshot(&mut self) -> Arc<[u8]> {
        self.physics.snapshot(&mut self.world).into()
    }

    fn restore(&mut self, state: &[u8]) -> Result<(), LevelError> {
        self.spawned.restore(&self.level, (&mut self.physics, &mut self.world), state).map(drop)
    }

    /// Brings the world to the state in which the room was left, if it has another.
    fn refresh(&mut self) -> Result<(), LevelError> {
        if self.is_stale {
            let left = self.left.clone();
            self.restore(&left)?;
            self.is_stale = false;
        }
        Ok(())
    }

    /// Place of the feet of a body that comes through a door, in px.
    fn arrival(&self, door: &Door) -> Result<Vec2, LevelError> {
        let target = door.target_object;
        let is_there = target.is_none_or(|id| self.level.object(id).is_some());
        let feet = self.level.arrival(door).filter(|_| is_there);
        feet.ok_or_else(|| LevelError::Arrival { file: self.level.path.clone(), object: target })
    }

    /// Puts a body with the middle of its lower edge at `feet`, in px. Returns its box.
    fn put(&mut self, body: Entity, feet: Vec2) -> Option<Aabb> {
        let collider = *self.world.get::<&Collider>(body).ok()?;
        let size = collider.px();
        let corner = feet - Vec2::new(size.x / 2.0, size.y) - collider.offset_px();
        let position = Position::from_px(corner);
        // The entity exists: its collider was read.
        let _: Result<(), _> = self.world.insert_one(body, position);
        if let Ok(mut previous) = self.world.get::<&mut PreviousPosition>(body) {
            *previous = PreviousPosition::default();
        }
        Some(Aabb::from_min_size(position.at + collider.offset, collider.size))
    }

    /// Objects of the doors that touch a box.
    fn doors_at(&self, body: Aabb) -> impl Iterator<Item = u32> {
        let is_near = move |door: Aabb| body.min.cmple(door.max).all() && door.min.cmple(body.max).all();
        let doors = self.level.regions.iter().filter(|region| region.kind == RegionKind::Door);
        doors.filter(move |region| is_near(region.aabb)).filter_map(LevelRegion::object)
    }
}

/// State of all rooms at one time, for rewind and rollback. Clones share the bytes, and so do snapshots of rooms that nothing has
/// entered meanwhile.
///
/// ```
/// use std::path::Path;
/// use tilephys_level::{ClassHandlers, Room, Rooms};
/// # let files = |_: &Path| Ok(br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16"/>"#.to_vec());
///
/// let open = move |path: &Path| {
///     let level = tilephys_tiled::load_from(&files, path)?; // or `tilephys_tiled::load(path)?`
///     Room::begin(&ClassHandlers::new(), level, 1.0 / 60.0)
/// };
/// let mut rooms = Rooms::begin("hall.tmx", open)?;
/// let room = rooms.here_mut();
/// room.physics.step(&mut room.world, 1.0 / 60.0);
/// assert_eq!(rooms.path(), Path::new("hall.tmx"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RoomsSnapshot {
    here: PathBuf,
    state: Arc<[u8]>,
    left: BTreeMap<PathBuf, Arc<[u8]>>,
    arrived: BTreeSet<u32>,
    has_just_arrived: bool,
}

/// Makes the room of a map.
type Opener = dyn FnMut(&Path) -> Result<Room, LevelError>;

/// Several levels with one lasting state. What was taken, broken or opened in a room stays so when the hero comes back.
///
/// One room is played at a time, [`here`](Self::here); time stands still in the others. Rooms are loaded when they are first
/// entered. [`enter`](Self::enter) takes bodies through a door. The guide has a chapter with an example.
pub struct Rooms {
    open: Box<Opener>,
    rooms: BTreeMap<PathBuf, Room>,
    here: PathBuf,
    /// Objects of the doors in which travellers have arrived, until they step out.
    arrived: BTreeSet<u32>,
    /// True until the first events after an arrival.
    has_just_arrived: bool,
}

impl fmt::Debug for Rooms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rooms")
            .field("here", &self.here)
            .field("rooms", &self.rooms.keys())
            .finish_non_exhaustive()
    }
}

impl Rooms {
    /// Begins in the room of the map `first`. `open` makes the room of a map: it loads the level, [begins](Room::begin) it, and
    /// registers the components of the game.
    ///
    /// # Errors
    /// If `open` fails.
    pub fn begin(
        first: impl Into<PathBuf>,
        open: impl FnMut(&Path) -> Result<Room, LevelError> + 'static,
    ) -> Result<Rooms, LevelError> {
        let here = first.into();
        let mut rooms = Rooms {
            open: Box::new(open),
            rooms: BTreeMap::new(),
            here: here.clone(),
            arrived: BTreeSet::new(),
            has_just_arrived: false,
        };
        rooms.load_room(&here)?;
        Ok(rooms)
    }

    fn load_room(&mut self, path: &Path) -> Result<&mut Room, LevelError> {
        if !self.rooms.contains_key(path) {
            let room = opened(&mut self.open, path)?;
            self.rooms.insert(path.to_path_buf(), room);
        }
        Ok(self.room_mut(path))
    }

    fn room_mut(&mut self, path: &Path) -> &mut Room {
        self.rooms.get_mut(path).expect("the room is loaded")
    }

    /// The room that is played.
    #[must_use]
    pub fn here(&self) -> &Room {
        &self.rooms[&self.here]
    }

    /// The room that is played, to step and change it.
    #[must_use]
    pub fn here_mut(&mut self) -> &mut Room {
        let here = self.here.clone();
        self.room_mut(&here)
    }

    /// Path of the map of the room that is played.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.here
    }

    /// Takes bodies through a door of this room, with their velocities, settings, characters and registered components. Call it after
    /// [`events`](Self::events). Returns their entities in the other room, ascending; other components are the game's to add.
    ///
    /// They appear at the target object of the door, or at the start, with the middle of the lower edge there. A door in which they
    /// arrive reports nothing until they have left it, so doors that lead to each other work. A door without a target map leads to
    /// a place in this room.
    ///
    /// # Errors
    /// If the room cannot be opened, if it lacks the target object or a start, or if its engine has other registered components. All
    /// bodies are where they were then.
    pub fn enter(&mut self, door: &Door, travellers: &[Entity]) -> Result<Vec<Entity>, LevelError> {
        let target = door.target.clone().unwrap_or_else(|| self.here.clone());
        let feet = self.load_room(&target)?.arrival(door)?;
        let mut arrived = travellers.to_vec();
        if target != self.here {
            let room = self.here_mut();
            let role = |entity: Entity| match travellers.contains(&entity) {
                true => SavedAs::Own,
                false => SavedAs::Absent,
            };
            let bytes = room.physics.save_entities(&mut room.world, &role);
            let other = self.room_mut(&target);
            other.refresh()?;
            let loaded = other.physics.load_entities(&mut other.world, &bytes, &|_| None, &|_| true);
            arrived = loaded.map_err(LevelError::Restore)?;
            let room = self.here_mut();
            // A traveller may be gone.
            travellers.iter().for_each(|traveller| _ = room.world.despawn(*traveller));
            room.left = room.snapshot();
            self.here = target;
        }
        self.arrived.clear();
        for body in &arrived {
            let room = self.here_mut();
            let doors: Vec<u32> = room.put(*body, feet).map_or(Vec::new(), |at| room.doors_at(at).collect());
            self.arrived.extend(doors);
        }
        self.has_just_arrived = true;
        Ok(arrived)
    }

    /// Events of the room in the last step, as [`SpawnedLevel::events`] has them, without doors in which bodies have arrived and that
    /// they have not left since.
    #[must_use]
    pub fn events(&mut self) -> Vec<LevelEvent> {
        let Room { physics, world, spawned, .. } = self.here_mut();
        let mut events = spawned.events(physics, world);
        let id = |region: Entity| world.get::<&TiledId>(region).map_or(0, |id| id.0);
        let mut entered = BTreeSet::new();
        let mut left = Vec::new();
        let mut doors = Vec::new();
        for (index, event) in events.iter().enumerate() {
            match event.kind {
                LevelEventKind::Enter { region, kind: RegionKind::Door } => {
                    entered.insert(id(region));
                    doors.push((index, id(region)));
                }
                LevelEventKind::Exit { region, kind: RegionKind::Door } => left.push(id(region)),
                _ => {}
            }
        }
        if std::mem::take(&mut self.has_just_arrived) {
            self.arrived.retain(|door| entered.contains(door));
        }
        let ignored: BTreeSet<usize> =
            doors.iter().filter(|(_, door)| self.arrived.contains(door)).map(|(index, _)| *index).collect();
        left.iter().for_each(|door| _ = self.arrived.remove(door));
        let mut index = 0..;
        events.retain(|_| index.next().is_none_or(|index| !ignored.contains(&index)));
        events
    }

    /// Saves the state of all rooms in memory, exactly. Costs a snapshot of this room; the others are shared.
    #[must_use]
    pub fn snapshot(&mut self) -> RoomsSnapshot {
        let state = self.here_mut().snapshot();
        let others = self.rooms.iter().filter(|(path, _)| **path != self.here);
        let left = others.map(|(path, room)| (path.clone(), room.left.clone())).collect();
        RoomsSnapshot {
            here: self.here.clone(),
            state,
            left,
            arrived: self.arrived.clone(),
            has_just_arrived: self.has_just_arrived,
        }
    }

    /// Restores a snapshot of these rooms, also across doors. Entities have the handles of then. Drop older snapshots when a room is
    /// [reloaded](Self::reload).
    ///
    /// # Errors
    /// As [`SpawnedLevel::restore`].
    pub fn restore(&mut self, snapshot: &RoomsSnapshot) -> Result<(), LevelError> {
        self.load_room(&snapshot.here)?.restore(&snapshot.state)?;
        for (path, room) in &mut self.rooms {
            let is_here = *path == snapshot.here;
            // A room that was opened later is as it began.
            let then = snapshot.left.get(path).unwrap_or(&room.first).clone();
            let was_played = *path == self.here && !is_here;
            room.is_stale = !is_here && (room.is_stale || was_played || !Arc::ptr_eq(&room.left, &then));
            room.left = then;
        }
        self.here.clone_from(&snapshot.here);
        self.arrived.clone_from(&snapshot.arrived);
        self.has_just_arrived = snapshot.has_just_arrived;
        Ok(())
    }

    /// Updates the room of a map that was loaded again after its files changed; see [`SpawnedLevel::reload`]. `None` if the room
    /// is not open.
    ///
    /// # Errors
    /// As there. Nothing is changed then.
    #[doc(alias = "hot reload")]
    pub fn reload(&mut self, new: Level) -> Result<Option<LevelChanges>, LevelError> {
        let Some(room) = self.rooms.get_mut(&new.path) else { return Ok(None) };
        room.refresh()?;
        let changes = room.spawned.reload(&mut room.level, new, (&mut room.physics, &mut room.world))?;
        room.left = room.snapshot();
        Ok(Some(changes))
    }

    /// Saves the games of all open rooms as bytes, for a later run of the program, as [`SpawnedLevel::save_game`] does for one level.
    ///
    /// # Errors
    /// As [`restore`](Self::restore), of a room whose state is to be brought back first.
    #[doc(alias = "save game")]
    pub fn save_game(&mut self) -> Result<Vec<u8>, LevelError> {
        let mut bytes = Vec::new();
        let w = &mut ByteWriter { bytes: &mut bytes };
        w.bytes.extend_from_slice(MAGIC);
        w.u16(VERSION);
        write_bytes(self.here.to_string_lossy().as_bytes(), w);
        w.u32(self.rooms.len() as u32);
        for (path, room) in &mut self.rooms {
            room.refresh()?;
            let game = room.spawned.save_game(&room.level, &mut room.physics, &mut room.world);
            write_bytes(path.to_string_lossy().as_bytes(), w);
            write_bytes(&game, w);
        }
        w.seal(0);
        Ok(bytes)
    }

    /// Loads a game that [`save_game`](Self::save_game) has saved. All rooms are opened again, so their maps may have been edited since.
    /// The game finds its bodies by their registered components.
    ///
    /// # Errors
    /// If the bytes are no saved game of rooms or damaged, if a room cannot be opened, or as [`SpawnedLevel::load_game`]. Changes nothing
    /// then.
    #[doc(alias = "load game")]
    pub fn load_game(&mut self, saved: &[u8]) -> Result<(), LevelError> {
        let r = &mut ByteReader::open(saved, MAGIC, VERSION).map_err(LevelError::Saved)?;
        let mut rooms = BTreeMap::new();
        let here = read_path("here", r).map_err(LevelError::Saved)?;
        for _ in 0..r.count(ROOM_BYTES, "rooms.count").map_err(LevelError::Saved)? {
            let path = read_path("room.path", r).map_err(LevelError::Saved)?;
            let game = read_bytes("room.game", r).map_err(LevelError::Saved)?;
            let mut room = opened(&mut self.open, &path)?;
            room.spawned.load_game(&room.level, (&mut room.physics, &mut room.world), game)?;
            room.left = room.snapshot();
            rooms.insert(path, room);
        }
        if !rooms.contains_key(&here) {
            let error = SaveError { byte: r.position(), field: "here", fault: SaveFault::OutOfRange };
            return Err(LevelError::Saved(error));
        }
        self.rooms = rooms;
        self.here = here;
        self.arrived.clear();
        self.has_just_arrived = false;
        Ok(())
    }
}

/// Opens the room of a map in its first state.
fn opened(open: &mut Opener, path: &Path) -> Result<Room, LevelError> {
    let mut room = open(path)?;
    room.first = room.snapshot();
    room.left = room.first.clone();
    Ok(room)
}

fn write_bytes(bytes: &[u8], w: &mut ByteWriter) {
    w.u32(bytes.len() as u32);
    w.bytes.extend_from_slice(bytes);
}

fn read_bytes<'a>(field: &'static str, r: &mut ByteReader<'a>) -> Result<&'a [u8], SaveError> {
    let length = r.count(1, field)?;
    r.take(length, field)
}

fn read_path(field: &'static str, r: &mut ByteReader<'_>) -> Result<PathBuf, SaveError> {
    let byte = r.position();
    let text = std::str::from_utf8(read_bytes(field, r)?);
    text.map(PathBuf::from).map_err(|_| SaveError { byte, field, fault: SaveFault::OutOfRange })
}
