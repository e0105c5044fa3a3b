//! Movers and their paths in a snapshot.

use crate::dynamics::{Follow, Mover, MoverEntry, MoverId, SavedState, World, check_mover};
use crate::grid::{MapDiff, SavedShape, ShapeId, TileGrid};
use crate::path::Path;
use crate::persistence::bytes::{Reader, SaveFault};
use crate::persistence::codec::{Codec, List, Value, ascends, keep_next};
use crate::persistence::values::code_waypoints;
use crate::tile::{LayerId, TileId};
use glam::IVec2;
use std::borrow::Cow;

/// Path of a mover; a reader makes the path from its waypoints.
#[derive(Clone)]
struct PathRecord<'a> {
    mover: MoverId,
    tick: u64,
    origin: IVec2,
    path: Option<Cow<'a, Path>>,
}

/// Codes all movers, of a map that will be as saved, and their paths.
pub(super) fn code<C: Codec>(world: &World, saved: &mut SavedState, c: &mut C) -> Result<(), C::Error> {
    let store = &world.platforms.state.store;
    saved.next_mover = store.next;
    c.value("movers.next", &mut saved.next_mover)?;
    let empty = Mover::of_tile(IVec2::ZERO, LayerId::EMPTY, TileId::EMPTY);
    let list = List {
        count: "movers.count",
        least: 44,
        empty: MoverEntry::new(MoverId::EMPTY, empty, ShapeId::EMPTY),
    };
    let map = &saved.map;
    let movers = &mut saved.movers;
    let keep = |entry: MoverEntry, byte| {
        let is_sound = check_mover(&world.grid, &entry.mover).is_ok();
        Reader::demand(is_sound, byte, "mover", SaveFault::OutOfRange)?;
        // A forged shape id could make a mover move the shape of another mover, or of the map.
        let is_own = entry.shape.0 < map.next && owns(&entry, &world.grid, map);
        Reader::demand(is_own, byte, "mover.shape", SaveFault::OutOfRange)?;
        keep_next(movers, entry, |entry| entry.id, byte, "mover.id")
    };
    c.list(&list, store.list.iter().copied(), code_entry, keep)?;
    if C::READS {
        // Checked when all are read, because a parent may have a greater id.
        let sound = check_parents(&saved.movers);
        c.demand(sound, c.at(), "mover.parent", SaveFault::OutOfRange)?;
        c.demand(own_shapes_once(saved), c.at(), "mover.shape", SaveFault::OutOfRange)?;
    }
    code_paths(world, saved, c)
}

fn code_entry<C: Codec>(entry: &mut MoverEntry, c: &mut C) -> Result<(), C::Error> {
    let MoverEntry { id, mover, shape, target, moved, .. } = entry;
    c.value("mover.id", id)?;
    // Before the fields: a reader must know which optional ones follow.
    let flags = [mover.size.is_some(), mover.parent.is_some(), target.is_some()];
    let [has_size, has_parent, has_target] = c.flags("mover.flags", flags)?;
    c.value("mover.layer", &mut mover.layer)?;
    c.value("mover.tile", &mut mover.tile)?;
    c.value("mover.shape", shape)?;
    c.value("mover.position", &mut mover.position)?;
    c.value("mover.velocity", &mut mover.velocity)?;
    c.value("mover.rest", &mut mover.rest)?;
    c.value("mover.moved", moved)?;
    c.option(has_size, "mover.size", &mut mover.size)?;
    c.option(has_parent, "mover.parent", &mut mover.parent)?;
    c.option(has_target, "mover.target", target)
}

/// True if the shape of a mover was added after the world began and fits the mover, or is gone.
fn owns(MoverEntry { mover, shape, .. }: &MoverEntry, grid: &TileGrid, map: &MapDiff) -> bool {
    let index = map.added.binary_search_by_key(shape, |saved| saved.id);
    let is_made_so = |index: usize| {
        let SavedShape { layer, tile, size, .. } = map.added[index];
        let size = if mover.size.is_none() && grid.is_box(tile) { None } else { size };
        (layer, tile, size) == (mover.layer, mover.tile, mover.size)
    };
    shape.index() >= grid.first_boxes() && index.map_or(true, is_made_so)
}

fn check_parents(list: &[MoverEntry]) -> bool {
    list.iter().all(|entry| {
        let mut above = entry.mover.parent;
        let mut depth = 0;
        while let Some(parent) = above {
            depth += 1;
            let found = list.binary_search_by_key(&parent, |entry| entry.id).ok();
            let Some(index) = found.filter(|_| depth <= list.len()) else { return false };
            above = list[index].mover.parent;
        }
        true
    })
}

fn own_shapes_once(saved: &SavedState) -> bool {
    let solids = saved.solids.iter().map(|solid| solid.1);
    let mut owned: Vec<ShapeId> = saved.movers.iter().map(|entry| entry.shape).chain(solids).collect();
    owned.sort_unstable();
    owned.windows(2).all(|two| two[0] != two[1])
}

fn code_paths<C: Codec>(world: &World, saved: &mut SavedState, c: &mut C) -> Result<(), C::Error> {
    let empty = PathRecord { mover: MoverId::EMPTY, tick: 0, origin: IVec2::ZERO, path: None };
    let list = List { count: "paths.count", least: 26, empty };
    let present = world.platforms.state.store.paths.iter().map(|follow| PathRecord {
        mover: follow.mover,
        tick: follow.tick,
        origin: follow.origin,
        // Borrowed on writing, because a path may have many waypoints.
        path: Some(Cow::Borrowed(&follow.path)),
    });
    let movers = &saved.movers;
    let paths = &mut saved.paths;
    let keep = |PathRecord { mover, tick, origin, path }: PathRecord, byte| {
        ascends(paths.last().map(|last: &Follow| last.mover), &mover, byte, "path.mover")?;
        let is_there = movers.binary_search_by_key(&mover, |entry| entry.id).is_ok();
        Reader::demand(is_there, byte, "path.mover", SaveFault::OutOfRange)?;
        paths.extend(path.map(|path| Follow {
            mover,
            path: path.into_owned(),
            tick,
            origin,
            is_waiting: false,
        }));
        Ok(())
    };
    c.list(&list, present, code_path, keep)
}

fn code_path<C: Codec>(record: &mut PathRecord, c: &mut C) -> Result<(), C::Error> {
    c.value("path.mover", &mut record.mover)?;
    c.value("path.tick", &mut record.tick)?;
    c.value("path.origin", &mut record.origin)?;
    code_waypoints(&mut record.path, c)
}
