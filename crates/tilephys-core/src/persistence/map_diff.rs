//! Map diff: the differences of a map from the first map of its world, in a snapshot.

use super::codec::{Codec, List, Value, keep_next};
use super::values::{code_box, code_polygon};
use crate::aabb::Aabb;
use crate::dynamics::{BodyId, SavedState, World, bounds};
use crate::grid::{MapDiff, Region, RegionId, SavedShape, ShapeId, TileGrid};
use crate::limits::MAX_SAVED_REGIONS;
use crate::persistence::bytes::{Reader, SaveFault};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};

type CellEntry = (TileCoord, LayerId, Option<TileId>);
type ChangedShape = (ShapeId, Option<IVec2>);
/// Min corner and size of the shape of a solid body, in lattice units.
type SolidShape = (BodyId, IVec2, IVec2);

const CELLS: List<CellEntry> =
    List { count: "cells.count", least: 11, empty: (TileCoord::EMPTY, LayerId::EMPTY, None) };
const CHANGED: List<ChangedShape> =
    List { count: "changed_shapes.count", least: 5, empty: (ShapeId::EMPTY, None) };
const ADDED: List<SavedShape> = List {
    count: "shapes.count",
    least: 16,
    empty: SavedShape {
        id: ShapeId::EMPTY,
        layer: LayerId::EMPTY,
        tile: TileId::EMPTY,
        min: IVec2::ZERO,
        size: None,
        velocity: Vec2::ZERO,
    },
};
const SOLIDS: List<SolidShape> =
    List { count: "solids.count", least: 20, empty: (BodyId(0), IVec2::ZERO, IVec2::ZERO) };
const GONE_REGIONS: List<RegionId> = List { count: "gone_regions.count", least: 4, empty: RegionId::EMPTY };
const REGIONS: List<(RegionId, Region)> =
    List { count: "regions.count", least: 4 + 29, empty: (RegionId::EMPTY, NO_REGION) };

pub(super) const NO_REGION: Region = Region {
    aabb: Aabb { min: IVec2::ZERO, max: IVec2::ZERO },
    shape: None,
    mask: 0,
    report_stay: false,
    user: 0,
};

/// Codes the differences. The shape of a solid body follows from the body, so only shapes elsewhere are written.
pub(super) fn code<C: Codec>(world: &World, saved: &mut SavedState, c: &mut C) -> Result<(), C::Error> {
    let grid = &world.grid;
    let map = &mut saved.map;
    code_cells(grid, map, c)?;
    let byte = c.at();
    map.next = grid.next_box();
    c.value("shapes.next", &mut map.next)?;
    c.demand(map.next as usize >= grid.first_boxes(), byte, "shapes.next", SaveFault::OutOfRange)?;
    code_changed(grid, map, c)?;
    code_added(world, map, c)?;
    let byte = c.at();
    // Nearly all solid bodies have their shape at their box, so only the others are written.
    let mut elsewhere = Vec::new();
    code_solids(world, &mut elsewhere, c)?;
    if C::READS {
        let sound = add_solids(grid, saved, &elsewhere);
        c.demand(sound, byte, "solid.shape", SaveFault::OutOfRange)?;
    }
    let map = &mut saved.map;
    code_regions(grid, map, c)?;
    if C::READS {
        // The shapes of solid bodies were appended, and their ids lie among the others.
        map.added.sort_by_key(|shape| shape.id);
        let is_once = map.added.windows(2).all(|two| two[0].id < two[1].id);
        c.demand(is_once, byte, "shape.id", SaveFault::OutOfOrder)?;
        c.demand(grid.has_memory_for(map), byte, "shapes", SaveFault::OutOfRange)?;
    }
    Ok(())
}

fn code_cells<C: Codec>(grid: &TileGrid, map: &mut MapDiff, c: &mut C) -> Result<(), C::Error> {
    let code_cell = |(at, layer, tile): &mut CellEntry, c: &mut C| {
        c.value("cell.row", &mut at.row)?;
        c.value("cell.col", &mut at.col)?;
        c.value("cell.layer", layer)?;
        c.value("cell.tile", tile)
    };
    let key = |(at, layer, _): &CellEntry| (at.row, at.col, *layer);
    let keep = |cell: CellEntry, byte| {
        let (at, layer, tile) = cell;
        // Accepts only what an edit could have made, so that a restore cannot panic.
        let fits = grid.knows(layer, tile) && grid.takes_tile(layer, at, tile);
        Reader::demand(fits, byte, "cell", SaveFault::OutOfRange)?;
        keep_next(&mut map.cells, cell, key, byte, "cell")
    };
    c.list(&CELLS, grid.changed_cells(), code_cell, keep)
}

/// Codes the shapes of the first map that were removed or are elsewhere.
fn code_changed<C: Codec>(grid: &TileGrid, map: &mut MapDiff, c: &mut C) -> Result<(), C::Error> {
    let code_shape = |(id, min): &mut ChangedShape, c: &mut C| {
        c.value("changed_shape.id", id)?;
        // Without a position the shape was removed.
        let [is_there] = c.flags("changed_shape.flags", [min.is_some()])?;
        c.option(is_there, "changed_shape.min", min)
    };
    let keep = |shape: ChangedShape, byte| {
        let is_first = shape.0.index() < grid.first_boxes();
        Reader::demand(is_first, byte, "changed_shape.id", SaveFault::OutOfRange)?;
        keep_next(&mut map.changed, shape, |shape| shape.0, byte, "changed_shape.id")
    };
    c.list(&CHANGED, grid.changed_boxes(), code_shape, keep)
}

/// Codes the shapes that were added, except the shapes of solid bodies.
fn code_added<C: Codec>(world: &World, map: &mut MapDiff, c: &mut C) -> Result<(), C::Error> {
    let solids = &world.platforms.state.solids;
    let present = world.grid.added_boxes().filter(|saved| solids.owner(saved.id).is_none());
    let keep = |shape: SavedShape, byte| {
        Reader::demand(is_new(&world.grid, map, &shape), byte, "shape", SaveFault::OutOfRange)?;
        map.added.push(shape);
        Ok(())
    };
    c.list(&ADDED, present, code_shape, keep)
}

fn code_shape<C: Codec>(shape: &mut SavedShape, c: &mut C) -> Result<(), C::Error> {
    c.value("shape.id", &mut shape.id)?;
    let flags = [shape.size.is_some(), shape.velocity != Vec2::ZERO];
    let [is_box, moves] = c.flags("shape.flags", flags)?;
    c.value("shape.layer", &mut shape.layer)?;
    c.value("shape.tile", &mut shape.tile)?;
    c.value("shape.min", &mut shape.min)?;
    c.option(is_box, "shape.size", &mut shape.size)?;
    c.value_if(moves, "shape.velocity", &mut shape.velocity)
}

/// Codes the solid bodies whose shape is not at their box.
fn code_solids<C: Codec>(world: &World, elsewhere: &mut Vec<SolidShape>, c: &mut C) -> Result<(), C::Error> {
    let present = world.platforms.state.solids.list.iter().filter_map(|solid| {
        let min = world.grid.off_grid_shape(solid.shape)?.aabb.min;
        let own = bounds(&world.bodies, world.indices.get(solid.id)? as u32);
        // A shape at the box of its body follows from the body, and is not written.
        (own != (min, solid.size)).then_some((solid.id, min, solid.size))
    });
    let code_solid = |(id, min, size): &mut SolidShape, c: &mut C| {
        c.value("solid.body", id)?;
        c.value("solid.min", min)?;
        c.value("solid.size", size)
    };
    let keep = |solid, byte| keep_next(elsewhere, solid, |solid: &SolidShape| solid.0, byte, "solid.body");
    c.list(&SOLIDS, present, code_solid, keep)
}

/// Adds the shapes of solid bodies that were read. False if one is not possible.
fn add_solids(grid: &TileGrid, saved: &mut SavedState, elsewhere: &[SolidShape]) -> bool {
    let SavedState { bodies, solids, map, .. } = saved;
    solids.iter().all(|&(body, id, tile)| {
        let own = bodies
            .id
            .binary_search(&body)
            // A body that was not read has a box without area, which the map refuses.
            .map_or_else(|_| Default::default(), |index| bounds(bodies, index as u32));
        let index = elsewhere.binary_search_by_key(&body, |solid| solid.0);
        let (min, size) = index.map_or(own, |index| (elsewhere[index].1, elsewhere[index].2));
        let layer = LayerId::LOWEST;
        let velocity = Vec2::ZERO;
        let shape = SavedShape { id, layer, tile, min, size: Some(size), velocity };
        let is_sound = is_new(grid, map, &shape);
        map.added.push(shape);
        is_sound
    })
}

/// True if a shape is possible on this map, under an id of shapes that were added after the world began.
fn is_new(grid: &TileGrid, map: &MapDiff, shape: &SavedShape) -> bool {
    let is_id = shape.id.index() >= grid.first_boxes() && shape.id.0 < map.next;
    is_id && grid.off_grid_of(shape).is_some()
}

/// Codes the regions of the first map that are gone, and the regions that were added or changed.
fn code_regions<C: Codec>(grid: &TileGrid, map: &mut MapDiff, c: &mut C) -> Result<(), C::Error> {
    let byte = c.at();
    let first = grid.first_regions();
    map.next_region = grid.regions.next;
    c.value("regions.next", &mut map.next_region)?;
    // A forged next id near the end of the range would leave no ids for new regions.
    let leaves_some = map.next_region <= MAX_SAVED_REGIONS || map.next_region <= grid.regions.next;
    let fits = leaves_some && first.last().is_none_or(|last| last.0.0 < map.next_region);
    c.demand(fits, byte, "regions.next", SaveFault::OutOfRange)?;
    let keep = |id, byte| keep_next(&mut map.gone_regions, id, |id: &RegionId| *id, byte, "gone_region.id");
    c.list(&GONE_REGIONS, grid.gone_regions(), |id, c| c.value("gone_region.id", id), keep)?;
    let keep = |(id, region): (RegionId, Region), byte| {
        Reader::demand(id.0 < map.next_region, byte, "region.id", SaveFault::OutOfRange)?;
        Reader::demand(grid.takes_box(region.aabb), byte, "region.max", SaveFault::OutOfRange)?;
        keep_next(&mut map.regions, (id, region), |entry| entry.0, byte, "region.id")
    };
    let code_entry = |(id, region): &mut (RegionId, Region), c: &mut C| {
        c.value("region.id", id)?;
        code_region(region, c)
    };
    c.list(&REGIONS, grid.changed_regions(), code_entry, keep)
}

/// Codes a region; on reading it is valid in a grid.
pub(super) fn code_region<C: Codec>(region: &mut Region, c: &mut C) -> Result<(), C::Error> {
    let byte = c.at();
    code_box(&mut region.aabb, ["region.min", "region.max"], c)?;
    c.value("region.mask", &mut region.mask)?;
    let flags = [region.report_stay, region.shape.is_some()];
    let [report_stay, has_shape] = c.flags("region.report_stay", flags)?;
    region.report_stay = report_stay;
    c.value("region.user", &mut region.user)?;
    if has_shape {
        code_polygon("region.shape", &mut region.shape, c)?;
    }
    if C::READS {
        // Checked when complete, because the shape must fit the box.
        c.demand(region.is_sound(), byte, "region.min", SaveFault::OutOfRange)?;
    }
    Ok(())
}
