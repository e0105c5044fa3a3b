//! Serialization of differences from the original map.

use super::bodies::SavedBody;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::dynamics::World;
use crate::dynamics::ids::BodyId;
use crate::dynamics::platforms::bounds;
use crate::grid::{SavedBox, SavedGrid, ShapeId, TileGrid};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};

const IS_BOX: u8 = 1;
const MOVES: u8 = 2;
/// Minimum bytes of a changed cell, a changed shape, a new shape and a solid body's shape.
const CELL_BYTES: usize = 11;
const CHANGED_BYTES: usize = 5;
const ADDED_BYTES: usize = 16;
const ODD_BYTES: usize = 20;

/// Writes the differences. A solid body's shape follows from the body, so only shapes elsewhere are written.
pub(super) fn write(world: &World, w: &mut Writer) {
    let World { grid, movers, .. } = world;
    let cells = grid.changed_cells();
    w.u32(cells.len() as u32);
    for (at, layer, tile) in cells {
        w.u32(at.row as u32);
        w.u32(at.col as u32);
        w.u8(layer.0);
        w.u16(TileId::to_word(tile));
    }
    w.u32(grid.next_box());
    let changed = grid.changed_boxes();
    w.u32(changed.len() as u32);
    for (id, min) in changed {
        w.u32(id.0);
        w.u8(u8::from(min.is_some()));
        min.into_iter().for_each(|min| w.point(min));
    }
    let (at, mut count) = (w.count_later(), 0);
    for saved in grid.added_boxes().filter(|saved| movers.solids.owner(saved.id).is_none()) {
        write_box(&saved, w);
        count += 1;
    }
    w.count(at, count);
    let (at, mut count) = (w.count_later(), 0);
    for solid in &movers.solids.list {
        let Some(shape) = grid.off_grid_shape(solid.shape) else { continue };
        let place = world.places.get(solid.id);
        let now = (shape.aabb.min, solid.size);
        if place.is_some_and(|place| bounds(&world.bodies, place as u32) != now) {
            w.u32(solid.id.0);
            w.point(now.0);
            w.point(now.1);
            count += 1;
        }
    }
    w.count(at, count);
    super::regions::write(grid, w);
}

fn write_box(saved: &SavedBox, w: &mut Writer) {
    let flag = |is: bool, flag: u8| if is { flag } else { 0 };
    let moves = flag(saved.velocity != Vec2::ZERO, MOVES);
    let flags = flag(saved.size.is_some(), IS_BOX) | moves;
    w.u32(saved.id.0);
    w.u8(flags);
    w.u8(saved.layer.0);
    w.u16(TileId::to_word(Some(saved.tile)));
    w.point(saved.min);
    saved.size.into_iter().for_each(|size| w.point(size));
    if moves != 0 {
        w.vec(saved.velocity);
    }
}

/// Reads the differences, and adds the shapes of solid bodies.
pub(super) fn read(grid: &TileGrid, bodies: &[SavedBody], r: &mut Reader) -> Result<SavedGrid, SaveError> {
    let mut saved = SavedGrid::default();
    read_cells(grid, &mut saved, r)?;
    let (byte, first) = (r.at, grid.first_boxes());
    saved.next = r.u32("shapes.next")?;
    let fits = saved.next as usize >= first;
    Reader::demand(fits, byte, "shapes.next", SaveFault::OutOfRange)?;
    for _ in 0..r.count(CHANGED_BYTES, "changed_shapes.count")? {
        let byte = r.at;
        let id = ShapeId(r.u32("changed_shape.id")?);
        let is_there = match r.u8("changed_shape.flags")? {
            0 => false,
            1 => true,
            _ => return Reader::fault(byte + 4, "changed_shape.flags", SaveFault::OutOfRange),
        };
        let min = if is_there { Some(r.point("changed_shape.min")?) } else { None };
        let is_first = id.index() < first;
        Reader::demand(is_first, byte, "changed_shape.id", SaveFault::OutOfRange)?;
        let is_greater = saved.changed.last().is_none_or(|last| last.0 < id);
        Reader::demand(is_greater, byte, "changed_shape.id", SaveFault::OutOfOrder)?;
        saved.changed.push((id, min));
    }
    for _ in 0..r.count(ADDED_BYTES, "shapes.count")? {
        let byte = r.at;
        let shape = read_box(r)?;
        let is_sound = grid.off_grid_of(&shape).is_some() && is_new(grid, &saved, &shape);
        Reader::demand(is_sound, byte, "shape", SaveFault::OutOfRange)?;
        saved.added.push(shape);
    }
    let byte = r.at;
    let odd = read_odd(r)?;
    for SavedBody { id, body, solid, .. } in bodies {
        let Some((shape, tile)) = *solid else { continue };
        let place = odd.binary_search_by_key(id, |odd| odd.0);
        let (min, size) = place.map_or((body.position, body.size), |place| (odd[place].1, odd[place].2));
        let (layer, size) = (LayerId::LOWEST, Some(size));
        let shape = SavedBox { id: shape, layer, tile, min, size, velocity: Vec2::ZERO };
        let is_sound = grid.off_grid_of(&shape).is_some() && is_new(grid, &saved, &shape);
        Reader::demand(is_sound, byte, "solid.shape", SaveFault::OutOfRange)?;
        saved.added.push(shape);
    }
    super::regions::read(grid, &mut saved, r)?;
    saved.added.sort_by_key(|shape| shape.id);
    let is_once = saved.added.windows(2).all(|two| two[0].id < two[1].id);
    Reader::demand(is_once, byte, "shape.id", SaveFault::OutOfOrder)?;
    Reader::demand(grid.has_memory_for(&saved), byte, "shapes", SaveFault::OutOfRange)?;
    Ok(saved)
}

fn read_cells(grid: &TileGrid, saved: &mut SavedGrid, r: &mut Reader) -> Result<(), SaveError> {
    for _ in 0..r.count(CELL_BYTES, "cells.count")? {
        let byte = r.at;
        let (row, col) = (r.u32("cell.row")? as i32, r.u32("cell.col")? as i32);
        let (at, layer) = (TileCoord { col, row }, LayerId(r.u8("cell.layer")?));
        let tile = TileId::of_word(r.u16("cell.tile")?);
        let fits = grid.knows(layer, tile) && grid.takes_tile(layer, at, tile);
        Reader::demand(fits, byte, "cell", SaveFault::OutOfRange)?;
        let last = saved.cells.last().map(|(at, layer, _)| (at.row, at.col, *layer));
        let is_next = last.is_none_or(|last| last < (row, col, layer));
        Reader::demand(is_next, byte, "cell", SaveFault::OutOfOrder)?;
        saved.cells.push((at, layer, tile));
    }
    Ok(())
}

fn read_box(r: &mut Reader) -> Result<SavedBox, SaveError> {
    let byte = r.at;
    let (id, flags) = (ShapeId(r.u32("shape.id")?), r.u8("shape.flags")?);
    Reader::demand(flags <= IS_BOX | MOVES, byte + 4, "shape.flags", SaveFault::OutOfRange)?;
    let (layer, tile) = (LayerId(r.u8("shape.layer")?), TileId::of_word(r.u16("shape.tile")?));
    let min = r.point("shape.min")?;
    let size = if flags & IS_BOX != 0 { Some(r.point("shape.size")?) } else { None };
    let velocity = if flags & MOVES != 0 { r.vec("shape.velocity")? } else { Vec2::ZERO };
    let Some(tile) = tile else { return Reader::fault(byte + 6, "shape.tile", SaveFault::OutOfRange) };
    Ok(SavedBox { id, layer, tile, min, size, velocity })
}

/// Reads the solid bodies whose shape is not at their box, by ascending id, each with min corner and size in
/// lattice units.
fn read_odd(r: &mut Reader) -> Result<Vec<(BodyId, IVec2, IVec2)>, SaveError> {
    let mut list: Vec<(BodyId, IVec2, IVec2)> = Vec::new();
    for _ in 0..r.count(ODD_BYTES, "solids.count")? {
        let byte = r.at;
        let id = BodyId(r.u32("solid.body")?);
        let is_greater = list.last().is_none_or(|last| last.0 < id);
        Reader::demand(is_greater, byte, "solid.body", SaveFault::OutOfOrder)?;
        list.push((id, r.point("solid.min")?, r.point("solid.size")?));
    }
    Ok(list)
}

/// True if a shape added after the world began may have this id.
fn is_new(grid: &TileGrid, saved: &SavedGrid, shape: &SavedBox) -> bool {
    shape.id.index() >= grid.first_boxes() && shape.id.0 < saved.next
}
