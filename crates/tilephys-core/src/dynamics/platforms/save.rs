//! Serialization of movers, their paths and squishes.

use super::store::{Entry, Follow, check};
use super::{Mover, MoverId, Movers, PushSource, Squish};
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::direction::Direction;
use crate::dynamics::ids::BodyId;
use crate::grid::{SavedBox, SavedGrid, ShapeId, TileGrid};
use crate::path::{Easing, Path, PathMode, Waypoint};
use crate::tile::{LayerId, TileId};

/// Parsed movers of a snapshot.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct SavedMovers {
    list: Vec<Entry>,
    paths: Vec<Follow>,
    next: u32,
}

const HAS_SIZE: u8 = 1;
const HAS_PARENT: u8 = 2;
const HAS_TARGET: u8 = 4;
const MODES: [PathMode; 3] = [PathMode::Loop, PathMode::PingPong, PathMode::Once];
const EASINGS: [Easing; 4] = [Easing::Linear, Easing::In, Easing::Out, Easing::InOut];
/// Minimum bytes of a mover, a path and a waypoint.
const MOVER_BYTES: usize = 44;
const PATH_BYTES: usize = 26;
const WAYPOINT_BYTES: usize = 16;

impl Movers {
    /// Writes all movers and their paths.
    pub(in crate::dynamics) fn save(&self, w: &mut Writer) {
        w.u32(self.store.next);
        w.u32(self.store.list.len() as u32);
        self.store.list.iter().for_each(|entry| save_entry(entry, w));
        w.u32(self.store.paths.len() as u32);
        for Follow { mover, path, tick, origin } in &self.store.paths {
            w.u32(mover.0);
            w.u64(*tick);
            w.point(*origin);
            w.u8(path.mode() as u8);
            w.u8(path.easing() as u8);
            w.u32(path.waypoints().len() as u32);
            for Waypoint { at, wait, ticks } in path.waypoints() {
                w.point(*at);
                w.u32(*wait);
                w.u32(*ticks);
            }
        }
    }

    /// Restores parsed movers. The grid already has their shapes.
    pub(in crate::dynamics) fn restore(&mut self, saved: &SavedMovers) {
        let store = &mut self.store;
        store.list.clone_from(&saved.list);
        store.paths.clone_from(&saved.paths);
        store.next = saved.next;
        store.owners.clear();
        store.owners.extend(saved.list.iter().map(|entry| (entry.shape, entry.id)));
        store.owners.sort_unstable();
        store.unsort();
        self.rides.new.clear();
        self.pushes.clear();
    }

    /// Restores the squishes of a body.
    pub(in crate::dynamics) fn restore_squishes(&mut self, id: BodyId, saved: &[Squish], grid: &TileGrid) {
        self.squishes.list.retain(|squish| squish.body != id);
        for squish in saved.iter().filter(|squish| squish.body == id) {
            if grid.off_grid_shape(squish.shape).is_some() {
                self.squishes.begin(*squish);
            }
        }
    }
}

fn save_entry(Entry { id, mover, shape, target, moved, .. }: &Entry, w: &mut Writer) {
    w.u32(id.0);
    let flag = |is: bool, flag: u8| if is { flag } else { 0 };
    let sized = flag(mover.size.is_some(), HAS_SIZE);
    w.u8(sized | flag(mover.parent.is_some(), HAS_PARENT) | flag(target.is_some(), HAS_TARGET));
    w.u8(mover.layer.0);
    w.u16(TileId::to_word(Some(mover.tile)));
    w.u32(shape.0);
    w.point(mover.position);
    w.vec(mover.velocity);
    w.vec(mover.rest);
    w.point(*moved);
    mover.size.into_iter().for_each(|size| w.point(size));
    mover.parent.into_iter().for_each(|parent| w.u32(parent.0));
    target.iter().for_each(|target| w.point(*target));
}

/// Reads all movers, of a map that will be as saved, apart from the shapes of solid bodies.
pub(in crate::dynamics) fn read_movers(
    r: &mut Reader,
    grid: &TileGrid,
    (map, solids): (&SavedGrid, impl Iterator<Item = ShapeId>),
) -> Result<SavedMovers, SaveError> {
    let mut saved = SavedMovers { next: r.u32("movers.next")?, ..SavedMovers::default() };
    for _ in 0..r.count(MOVER_BYTES, "movers.count")? {
        let byte = r.at;
        let entry = read_entry(r, grid)?;
        let is_greater = saved.list.last().is_none_or(|last| last.id < entry.id);
        Reader::demand(is_greater, byte, "mover.id", SaveFault::OutOfOrder)?;
        let is_own = entry.shape.0 < map.next && owns(&entry, grid, map);
        Reader::demand(is_own, byte, "mover.shape", SaveFault::OutOfRange)?;
        saved.list.push(entry);
    }
    check_parents(&saved.list, r.at)?;
    let mut owned: Vec<ShapeId> = saved.list.iter().map(|entry| entry.shape).chain(solids).collect();
    owned.sort_unstable();
    let are_once = owned.windows(2).all(|two| two[0] != two[1]);
    Reader::demand(are_once, r.at, "mover.shape", SaveFault::OutOfRange)?;
    for _ in 0..r.count(PATH_BYTES, "paths.count")? {
        let byte = r.at;
        let follow = read_path(r)?;
        let is_greater = saved.paths.last().is_none_or(|last| last.mover < follow.mover);
        Reader::demand(is_greater, byte, "path.mover", SaveFault::OutOfOrder)?;
        let is_there = saved.list.binary_search_by_key(&follow.mover, |entry| entry.id).is_ok();
        Reader::demand(is_there, byte, "path.mover", SaveFault::OutOfRange)?;
        saved.paths.push(follow);
    }
    Ok(saved)
}

/// True if the shape of a mover was added after the world began and fits the mover, or is gone.
fn owns(Entry { mover, shape, .. }: &Entry, grid: &TileGrid, map: &SavedGrid) -> bool {
    let place = map.added.binary_search_by_key(shape, |saved| saved.id);
    let is_made_so = |place: usize| {
        let SavedBox { layer, tile, size, .. } = map.added[place];
        let size = if mover.size.is_none() && grid.is_box(tile) { None } else { size };
        (layer, tile, size) == (mover.layer, mover.tile, mover.size)
    };
    shape.index() >= grid.first_boxes() && place.map_or(true, is_made_so)
}

fn read_entry(r: &mut Reader, grid: &TileGrid) -> Result<Entry, SaveError> {
    let byte = r.at;
    let id = MoverId(r.u32("mover.id")?);
    let flags = r.u8("mover.flags")?;
    Reader::demand(flags < 8, byte + 4, "mover.flags", SaveFault::OutOfRange)?;
    let layer = LayerId(r.u8("mover.layer")?);
    let tile = TileId::of_word(r.u16("mover.tile")?);
    let shape = ShapeId(r.u32("mover.shape")?);
    let position = r.point("mover.position")?;
    let (velocity, rest) = (r.vec("mover.velocity")?, r.vec("mover.rest")?);
    let moved = r.point("mover.moved")?;
    let size = if flags & HAS_SIZE != 0 { Some(r.point("mover.size")?) } else { None };
    let parent = if flags & HAS_PARENT != 0 { Some(MoverId(r.u32("mover.parent")?)) } else { None };
    let target = if flags & HAS_TARGET != 0 { Some(r.point("mover.target")?) } else { None };
    let Some(tile) = tile else { return Reader::fault(byte + 6, "mover.tile", SaveFault::OutOfRange) };
    let mover = Mover { position, size, layer, tile, velocity, rest, parent };
    Reader::demand(check(grid, &mover).is_ok(), byte, "mover", SaveFault::OutOfRange)?;
    Ok(Entry { target, moved, ..Entry::new(id, mover, shape) })
}

/// Checks that parents exist and have no cycles.
fn check_parents(list: &[Entry], byte: usize) -> Result<(), SaveError> {
    for entry in list {
        let (mut above, mut depth) = (entry.mover.parent, 0);
        while let Some(parent) = above {
            depth += 1;
            let place = list.binary_search_by_key(&parent, |entry| entry.id);
            let found = place.ok().filter(|_| depth <= list.len());
            let Some(place) = found else {
                return Reader::fault(byte, "mover.parent", SaveFault::OutOfRange);
            };
            above = list[place].mover.parent;
        }
    }
    Ok(())
}

fn read_path(r: &mut Reader) -> Result<Follow, SaveError> {
    let mover = MoverId(r.u32("path.mover")?);
    let (tick, origin) = (r.u64("path.tick")?, r.point("path.origin")?);
    let byte = r.at;
    let mode = MODES.get(usize::from(r.u8("path.mode")?)).copied();
    let easing = EASINGS.get(usize::from(r.u8("path.easing")?)).copied();
    let Some((mode, easing)) = mode.zip(easing) else {
        return Reader::fault(byte, "path.mode", SaveFault::OutOfRange);
    };
    let mut waypoints = Vec::new();
    for _ in 0..r.count(WAYPOINT_BYTES, "path.waypoints")? {
        let (at, wait) = (r.point("waypoint.at")?, r.u32("waypoint.wait")?);
        waypoints.push(Waypoint { at, wait, ticks: r.u32("waypoint.ticks")? });
    }
    match Path::new(&waypoints, mode, easing) {
        Ok(path) => Ok(Follow { mover, path, tick, origin }),
        Err(_) => Reader::fault(byte, "path.waypoints", SaveFault::OutOfRange),
    }
}

/// Bytes of a squish.
const SQUISH_BYTES: usize = 14;

/// Writes a squish.
pub(in crate::dynamics) fn save_squish(squish: &Squish, w: &mut Writer) {
    let (is_body, id) = match squish.pusher {
        PushSource::Mover(id) => (0, id.0),
        PushSource::Body(id) => (1, id.0),
    };
    w.u32(squish.body.0);
    w.u32(squish.shape.0);
    w.u32(id);
    w.u8(is_body | u8::from(squish.silent) << 1);
    w.u8(squish.direction as u8);
}

/// Reads the squishes of bodies that satisfy `known`.
pub(in crate::dynamics) fn read_squishes(
    r: &mut Reader,
    known: impl Fn(BodyId) -> bool,
) -> Result<Vec<Squish>, SaveError> {
    let mut list: Vec<Squish> = Vec::new();
    for _ in 0..r.count(SQUISH_BYTES, "squishes.count")? {
        let byte = r.at;
        let (body, shape) = (BodyId(r.u32("squish.body")?), ShapeId(r.u32("squish.shape")?));
        let (id, flags) = (r.u32("squish.pusher")?, r.u8("squish.flags")?);
        let direction = Direction::ALL.get(usize::from(r.u8("squish.direction")?)).copied();
        let Some(direction) = direction.filter(|_| flags < 4) else {
            return Reader::fault(byte + 12, "squish.flags", SaveFault::OutOfRange);
        };
        let pusher =
            if flags & 1 != 0 { PushSource::Body(BodyId(id)) } else { PushSource::Mover(MoverId(id)) };
        let is_next = list.last().is_none_or(|last| (last.body, last.shape) < (body, shape));
        Reader::demand(is_next, byte, "squish.body", SaveFault::OutOfOrder)?;
        Reader::demand(known(body), byte, "squish.body", SaveFault::OutOfRange)?;
        list.push(Squish { body, pusher, direction, shape, silent: flags & 2 != 0 });
    }
    Ok(list)
}
