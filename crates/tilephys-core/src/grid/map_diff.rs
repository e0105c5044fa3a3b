//! Map diff: the difference from the map with which a world began, for snapshots and restores.

use super::cells::CellRect;
use super::first_map::{Cell, FirstMap, MapDiff, SavedShape};
use super::off_grid::{OffGridShape, ShapeId};
use super::region::{Region, RegionId};
use super::tile_grid::TileGrid;
use crate::aabb::Aabb;
use crate::limits::{CHUNK_SIZE, MAX_SAVED_BYTES};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;
use std::collections::BTreeMap;
use std::sync::OnceLock;

impl OffGridShape {
    pub(super) fn saved(&self, id: ShapeId) -> SavedShape {
        let OffGridShape { aabb, layer, tile, velocity, .. } = *self;
        let size = self.is_box().then_some(aabb.max - aabb.min);
        SavedShape { id, layer, tile, min: aabb.min, size, velocity }
    }
}

impl TileGrid {
    /// Makes the present map the first map of a world.
    pub(crate) fn set_first_map(&mut self) {
        self.first_map = Some(Box::new(FirstMap {
            layers: self.layers.len(),
            kinds: self.tiles.len(),
            boxes: self.used_boxes(),
            cells: BTreeMap::new(),
            off_grid: BTreeMap::new(),
            regions: self.regions().map(|(id, region)| (id, *region)).collect(),
            fingerprint: OnceLock::new(),
            log: None,
        }));
    }

    /// Like [`set_first_map`](Self::set_first_map), if the grid was never part of a world.
    #[inline]
    pub(crate) fn set_first_map_if_none(&mut self) {
        if self.first_map.is_none() {
            self.set_first_map();
        }
    }

    /// True if the grid has this layer and this kind of tile.
    pub(crate) fn knows(&self, layer: LayerId, tile: Option<TileId>) -> bool {
        layer.index() < self.layers.len() && tile.is_none_or(|tile| tile.index() < self.tiles.len())
    }

    /// True if a cell may contain this tile, within the world.
    pub(crate) fn takes_tile(&self, layer: LayerId, at: TileCoord, tile: Option<TileId>) -> bool {
        let fits = |tile: TileId| {
            let origin = IVec2::new(at.col, at.row) * self.tile_size();
            !self.kinds[tile.index()].overhangs || self.shape_in_world(layer, origin, tile).is_some()
        };
        self.holds_cell(at) && tile.is_none_or(fits)
    }

    /// True if the shape of a kind of tile is its whole cell.
    pub(crate) fn is_box(&self, tile: TileId) -> bool {
        self.kinds[tile.index()].parts.is_empty()
    }

    /// Number of off-grid shapes of the first map.
    pub(crate) fn first_boxes(&self) -> usize {
        self.first_map.as_ref().map_or_else(|| self.used_boxes(), |first| first.boxes)
    }

    /// Number of off-grid ids up to the greatest in use; greater ids leave no trace in the map.
    fn used_boxes(&self) -> usize {
        self.boxes.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
    }

    /// Id of the next off-grid shape.
    pub(crate) fn next_box(&self) -> u32 {
        self.boxes.len() as u32
    }

    /// The cells that differ from the first map, and their contents.
    pub(crate) fn changed_cells(
        &self,
    ) -> impl ExactSizeIterator<Item = (TileCoord, LayerId, Option<TileId>)> + '_ {
        let cells = self.first_map.as_ref().map_or(&NO_CELLS, |first| &first.cells);
        cells.keys().map(|&(row, col, layer)| {
            let at = TileCoord { col, row };
            (at, layer, self.tile(layer, at))
        })
    }

    /// The off-grid shapes of the first map that were removed or are elsewhere, and their places.
    pub(crate) fn changed_boxes(&self) -> impl ExactSizeIterator<Item = (ShapeId, Option<IVec2>)> + '_ {
        let off_grid = self.first_map.as_ref().map_or(&NO_BOXES, |first| &first.off_grid);
        off_grid.keys().map(|&id| (ShapeId(id), self.off_grid_at(id).map(|shape| shape.aabb.min)))
    }

    /// The off-grid shapes that were added.
    pub(crate) fn added_boxes(&self) -> impl Iterator<Item = SavedShape> + '_ {
        let first = self.first_boxes();
        let added = self.boxes[first..].iter().zip(first as u32..);
        added.filter_map(|(shape, id)| shape.as_ref().map(|shape| shape.saved(ShapeId(id))))
    }

    /// The regions of the first map that were removed.
    pub(crate) fn gone_regions(&self) -> impl Iterator<Item = RegionId> + '_ {
        let first = self.first_map.iter().flat_map(|first| &first.regions);
        first.map(|(id, _)| *id).filter(|id| self.region(*id).is_none())
    }

    /// The regions that were added or changed.
    pub(crate) fn changed_regions(&self) -> impl Iterator<Item = (RegionId, Region)> + '_ {
        let first = self.first_map.as_ref().map(|first| &first.regions[..]);
        let mut before = first.unwrap_or_default().iter().peekable();
        let all = self.regions().filter(move |_| first.is_some());
        let changed = all.filter(move |(id, region)| {
            while before.next_if(|first| first.0 < *id).is_some() {}
            before.peek().is_none_or(|first| **first != (*id, **region))
        });
        changed.map(|(id, region)| (id, *region))
    }

    /// Saves the difference from the first map in empty lists.
    pub(crate) fn save(&self, saved: &mut MapDiff) {
        saved.cells.extend(self.changed_cells());
        saved.changed.extend(self.changed_boxes());
        saved.added.extend(self.added_boxes());
        saved.next = self.next_box();
        saved.gone_regions.extend(self.gone_regions());
        saved.regions.extend(self.changed_regions());
        saved.next_region = self.next_region();
    }

    /// The off-grid shape that was saved; `None` if it is not possible on this map.
    pub(crate) fn off_grid_of(&self, saved: &SavedShape) -> Option<OffGridShape> {
        if !self.knows(saved.layer, Some(saved.tile)) {
            return None;
        }
        let shape = match saved.size {
            Some(size) => {
                // Saved numbers may be forged, so sums are checked.
                let aabb = Aabb { min: saved.min, max: saved.min.checked_add(size)? };
                OffGridShape::of_box(
                    saved.layer,
                    Some(aabb).filter(|aabb| self.takes_box(*aabb))?,
                    saved.tile,
                )
            }
            None => {
                let at = saved.min.checked_sub(self.tile_bounds(saved.tile).min)?;
                self.shape_in_world(saved.layer, at, saved.tile)?
            }
        };
        Some(OffGridShape { velocity: saved.velocity, ..shape })
    }

    /// True if a restore takes no more than [`MAX_SAVED_BYTES`], or no more than the present difference takes.
    pub(crate) fn has_memory_for(&self, saved: &MapDiff) -> bool {
        let added = saved.added.iter().filter_map(|shape| self.off_grid_of(shape));
        let added = added.map(|shape| self.cells_of(&shape));
        let of_region = |region: &Region| self.cells.covered(region.aabb.min, region.aabb.max);
        let regions = saved.regions.iter().map(|(_, region)| of_region(region));
        let overhang = |(at, layer, tile): (TileCoord, LayerId, Option<TileId>)| {
            Some(self.cells_of(&self.overhang_of(layer, at, tile?)?))
        };
        let overhangs = saved.cells.iter().copied().filter_map(&overhang);
        // A snapshot of few bytes may ask for any number of cells, so they are counted before any is made.
        let asked = memory_of(saved.next, added.chain(regions).chain(overhangs));
        // A world may be above the limit by its own edits. It must be able to go back to its own state.
        let present = || {
            let added = self.boxes[self.first_boxes()..].iter().flatten().map(|shape| self.cells_of(shape));
            let regions = self.regions().map(|(_, region)| of_region(region));
            let overhangs = self.changed_cells().filter_map(&overhang);
            memory_of(self.next_box(), added.chain(regions).chain(overhangs))
        };
        asked <= MAX_SAVED_BYTES || asked <= present()
    }

    /// Restores a saved map. All of its data must fit this map.
    pub(crate) fn restore(&mut self, saved: &MapDiff) {
        self.set_first_map_if_none();
        self.restore_cells(&saved.cells);
        // Taken out for the call, which changes the grid and reads the first regions.
        let regions = self.first_map.as_mut().map(|first| std::mem::take(&mut first.regions));
        let regions = regions.unwrap_or_default();
        self.restore_regions(&regions, saved);
        if let Some(first) = &mut self.first_map {
            first.regions = regions;
        }
        let Some(first) = &self.first_map else { return };
        // Shapes of the first map that were changed here, but not in the snapshot, go back to their first
        // state.
        let stale = first
            .off_grid
            .keys()
            .filter(|id| saved.changed.binary_search_by_key(*id, |changed| changed.0.0).is_err());
        for id in stale.copied().collect::<Vec<_>>() {
            self.take_off_grid(ShapeId(id));
            if let Some(shape) = self.first_map.as_mut().and_then(|first| first.off_grid.remove(&id)) {
                self.put_off_grid(ShapeId(id), shape);
            }
        }
        for &(id, min) in &saved.changed {
            self.restore_changed(id, min);
        }
        // Shapes that were added here and not there are removed. Both lists ascend by id.
        let mut wanted = saved.added.iter().peekable();
        for index in self.first_boxes() as u32..self.next_box() {
            if wanted.next_if(|saved| saved.id.0 == index).is_none() {
                self.take_off_grid(ShapeId(index));
            }
        }
        // Ids count on from the snapshot's next id, so that a replay gives each shape its old id.
        self.boxes.resize_with(saved.next as usize, || None);
        saved.added.iter().for_each(|saved| self.restore_added(saved));
    }

    fn restore_cells(&mut self, saved: &[(TileCoord, LayerId, Option<TileId>)]) {
        let Some(first) = &self.first_map else { return };
        let is_saved =
            |cell: &Cell| saved.binary_search_by_key(cell, |(at, layer, _)| (at.row, at.col, *layer));
        let stale = first.cells.iter().filter(|(cell, _)| is_saved(cell).is_err());
        let stale = stale.map(|(&(row, col, layer), was)| (TileCoord { col, row }, layer, *was));
        let stale: Vec<_> = stale.collect();
        for &(at, layer, tile) in stale.iter().chain(saved) {
            let now = self.tile(layer, at);
            if now != tile {
                self.put_tile(layer, at, now, tile);
            }
        }
    }

    /// Moves or removes a shape of the first map.
    fn restore_changed(&mut self, id: ShapeId, min: Option<IVec2>) {
        let Some(min) = min else { return self.take_off_grid(id) };
        if self.off_grid_shape(id).is_none()
            && let Some(shape) = self.first_map.as_ref().and_then(|first| first.off_grid.get(&id.0)).cloned()
        {
            self.put_off_grid(id, shape);
        }
        self.move_box(id, min);
    }

    fn restore_added(&mut self, saved: &SavedShape) {
        let is = |now: SavedShape| SavedShape { min: saved.min, velocity: saved.velocity, ..now } == *saved;
        if self.off_grid_shape(saved.id).is_some_and(|shape| is(shape.saved(saved.id))) {
            self.move_box(saved.id, saved.min);
            self.set_box_velocity(saved.id, saved.velocity);
            return;
        }
        self.take_off_grid(saved.id);
        if let Some(shape) = self.off_grid_of(saved) {
            self.put_off_grid(saved.id, shape);
        }
    }
}

/// Memory of this many ids of off-grid shapes, and of the cell lists of shapes and regions, in bytes.
fn memory_of(ids: u32, rects: impl Iterator<Item = CellRect>) -> u64 {
    /// Bytes of a chunk with its lists, and of an entry in one of them.
    const BYTES: [u64; 2] = [1 << 15, 16];
    let count = |low: i32, high: i32| u64::from(low.abs_diff(high)) + 1;
    let ids = u64::from(ids) * size_of::<Option<Box<OffGridShape>>>() as u64;
    rects.fold(ids, |bytes, CellRect { col0, row0, col1, row1 }| {
        let cells = count(col0, col1).saturating_mul(count(row0, row1));
        let [col0, row0, col1, row1] = [col0, row0, col1, row1].map(|cell| cell.div_euclid(CHUNK_SIZE));
        let chunks = count(col0, col1).saturating_mul(count(row0, row1));
        let own = chunks.saturating_mul(BYTES[0]).saturating_add(cells.saturating_mul(BYTES[1]));
        bytes.saturating_add(own)
    })
}

static NO_CELLS: BTreeMap<Cell, Option<TileId>> = BTreeMap::new();
static NO_BOXES: BTreeMap<u32, OffGridShape> = BTreeMap::new();

impl TileId {
    /// The id as two bytes; 0 for none.
    pub(crate) fn to_word(tile: Option<TileId>) -> u16 {
        tile.map_or(0, |tile| tile.0.get())
    }
}
