//! Changes of a map: the difference from the map with which a world began, for snapshots; the edits that were made, for
//! recordings; and a hash of the map.

use super::cells::CellRect;
use super::first_map::{Cell, Edit, FirstMap, HeldEdits, MapDiff, SavedShape};
use super::off_grid::{OffGridShape, Region, RegionId, ShapeId};
use super::tile_grid::TileGrid;
use crate::aabb::Aabb;
use crate::hash::StateHasher;
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

    pub(crate) fn is_box(&self, tile: TileId) -> bool {
        self.kinds[tile.index()].parts.is_empty()
    }

    pub(crate) fn first_boxes(&self) -> usize {
        self.first_map.as_ref().map_or_else(|| self.used_boxes(), |first| first.boxes)
    }

    /// Number of off-grid ids up to the greatest in use; greater ids leave no trace in the map.
    fn used_boxes(&self) -> usize {
        self.boxes.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
    }

    pub(crate) fn next_box(&self) -> u32 {
        self.boxes.len() as u32
    }

    pub(crate) fn changed_cells(&self) -> impl Iterator<Item = (TileCoord, LayerId, Option<TileId>)> + '_ {
        let first = self.first_map.iter();
        first.flat_map(|first| first.cells.keys()).map(|&(row, col, layer)| {
            let at = TileCoord { col, row };
            (at, layer, self.tile(layer, at))
        })
    }

    pub(crate) fn changed_boxes(&self) -> impl Iterator<Item = (ShapeId, Option<IVec2>)> + '_ {
        let first = self.first_map.iter();
        first
            .flat_map(|first| first.off_grid.keys())
            .map(|&id| (ShapeId(id), self.off_grid_at(id).map(|shape| shape.aabb.min)))
    }

    pub(crate) fn added_boxes(&self) -> impl Iterator<Item = SavedShape> + '_ {
        let first = self.first_boxes();
        let added = self.boxes[first..].iter().zip(first as u32..);
        added.filter_map(|(shape, id)| shape.as_ref().map(|shape| shape.saved(ShapeId(id))))
    }

    pub(crate) fn gone_regions(&self) -> impl Iterator<Item = RegionId> + '_ {
        let first = self.first_map.iter().flat_map(|first| &first.regions);
        first.map(|(id, _)| *id).filter(|id| self.region(*id).is_none())
    }

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

    pub(crate) fn save(&self, saved: &mut MapDiff) {
        saved.cells.extend(self.changed_cells());
        saved.changed.extend(self.changed_boxes());
        saved.added.extend(self.added_boxes());
        saved.next = self.next_box();
        saved.gone_regions.extend(self.gone_regions());
        saved.regions.extend(self.changed_regions());
        saved.next_region = self.regions.next;
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

impl TileId {
    pub(crate) fn to_word(tile: Option<TileId>) -> u16 {
        tile.map_or(0, |tile| tile.0.get())
    }
}

impl TileGrid {
    /// Returns the edits since the last call, and switches their recording on or off.
    pub(crate) fn take_edits(&mut self, goes_on: bool) -> Vec<Edit> {
        self.set_first_map_if_none();
        let next = goes_on.then(Vec::new);
        let old = self.first_map.as_mut().map(|first| std::mem::replace(&mut first.log, next));
        old.flatten().unwrap_or_default()
    }

    /// Stops the recording of edits for changes that a driver makes by itself. Returns the edits so far, for
    /// [`resume_edits`](Self::resume_edits).
    pub fn hold_edits(&mut self) -> HeldEdits {
        HeldEdits(self.first_map.as_mut().and_then(|first| first.log.take()))
    }

    /// Records edits again, if they were recorded before [`hold_edits`](Self::hold_edits).
    pub fn resume_edits(&mut self, held: HeldEdits) {
        if let Some(first) = &mut self.first_map {
            first.log = held.0;
        }
    }

    #[inline]
    pub(super) fn note_edit(&mut self, edit: impl FnOnce() -> Edit) {
        if let Some(log) = self.first_map.as_mut().and_then(|first| first.log.as_mut()) {
            log.push(edit());
        }
    }

    /// Applies a recorded edit. Returns true if this map allows it.
    pub(crate) fn make_edit(&mut self, edit: Edit) -> bool {
        let is_own = |layer: LayerId, tile: Option<TileId>| self.knows(layer, tile);
        // Each guard states what the edit itself asserts: a forged recording must not panic.
        match edit {
            Edit::Tile { layer, at, tile } if is_own(layer, tile) && self.takes_tile(layer, at, tile) => {
                self.set_tile(layer, at, tile);
            }
            Edit::AddBox { layer, aabb, tile } if is_own(layer, Some(tile)) && self.takes_box(aabb) => {
                self.add_box(layer, aabb, tile);
            }
            Edit::AddShape { layer, at, tile }
                if is_own(layer, Some(tile)) && self.shape_in_world(layer, at, tile).is_some() =>
            {
                self.add_shape(layer, at, tile);
            }
            Edit::Remove { id } if self.off_grid_shape(id).is_some() => self.remove_box(id),
            Edit::Move { id, min } => return self.move_box(id, min),
            Edit::AddRegion { region } if region.is_sound() && self.takes_box(region.aabb) => {
                self.add_region(region);
            }
            Edit::RemoveRegion { id } => return self.remove_region(id).is_some(),
            Edit::MoveRegion { id, aabb } if self.may_move_region(id, aabb) => {
                return self.move_region(id, aabb);
            }
            _ => return false,
        }
        true
    }

    /// Hash of the map with which the world began, regardless of later edits: cell size, layers, tiles with their collision
    /// properties, and off-grid shapes. Names and user data are excluded.
    ///
    /// The first call reads the whole map.
    pub(crate) fn first_fingerprint(&self) -> u64 {
        match &self.first_map {
            Some(first) => *first.fingerprint.get_or_init(|| self.make_fingerprint()),
            None => self.make_fingerprint(),
        }
    }

    fn make_fingerprint(&self) -> u64 {
        let (layers, kinds) = self
            .first_map
            .as_ref()
            .map_or((self.layers.len(), self.tiles.len()), |first| (first.layers, first.kinds));
        let mut hasher = StateHasher::new();
        hasher.point(self.tile_size());
        hasher.pair(layers as u32, kinds as u32);
        hasher.word(self.first_boxes() as u64);
        (0..kinds).for_each(|kind| self.hash_kind(kind, &mut hasher));
        // Sums do not depend on the order, so a changed cell is subtracted and its first value added.
        let mut sum = 0u64;
        for (layer, at, tile) in self.tiles() {
            sum = sum.wrapping_add(cell_word(layer, at, Some(tile)));
        }
        for (id, shape) in self.boxes[..self.first_boxes()].iter().enumerate() {
            sum = sum.wrapping_add(shape.as_ref().map_or(0, |shape| off_grid_word(id as u32, shape)));
        }
        // The fingerprint is of the map before edits, so that a snapshot fits a world with others.
        if let Some(first) = &self.first_map {
            for (&(row, col, layer), was) in &first.cells {
                let at = TileCoord { col, row };
                sum = sum.wrapping_sub(cell_word(layer, at, self.tile(layer, at)));
                sum = sum.wrapping_add(cell_word(layer, at, *was));
            }
            for (&id, was) in &first.off_grid {
                let now = self.off_grid_at(id).map_or(0, |shape| off_grid_word(id, shape));
                sum = sum.wrapping_sub(now).wrapping_add(off_grid_word(id, was));
            }
        }
        hasher.word(sum);
        for (id, region) in self.first_regions().iter() {
            hasher.pair(id.0, region.mask);
            hasher.point(region.aabb.min);
            hasher.point(region.aabb.max);
            let Some(shape) = &region.shape else { continue };
            hasher.word(shape.corners().len() as u64);
            shape.corners().iter().for_each(|corner| hasher.point(*corner));
        }
        hasher.finish()
    }

    fn hash_kind(&self, kind: usize, hasher: &mut StateHasher) {
        let tile = &self.tiles[kind];
        hasher.pair(tile.category, tile.material.friction.to_bits());
        hasher.pair(tile.material.conveyor.x.to_bits(), tile.material.conveyor.y.to_bits());
        hasher.pair(tile.material.restitution.to_bits(), tile.material.surface);
        for part in &self.kinds[kind].parts {
            hasher.pair(part.corners.len() as u32, part.one_way.map_or(u32::MAX, |side| side as u32));
            part.corners.iter().for_each(|corner| hasher.point(*corner));
        }
    }
}

fn cell_word(layer: LayerId, at: TileCoord, tile: Option<TileId>) -> u64 {
    if tile.is_none() {
        return 0;
    }
    let mut hasher = StateHasher::new();
    hasher.pair(at.col as u32, at.row as u32);
    hasher.pair(layer.index() as u32, TileId::to_word(tile).into());
    hasher.finish()
}

fn off_grid_word(id: u32, shape: &OffGridShape) -> u64 {
    let mut hasher = StateHasher::new();
    hasher.pair(id, shape.layer.index() as u32);
    hasher.pair(TileId::to_word(Some(shape.tile)).into(), shape.is_box().into());
    hasher.point(shape.aabb.min);
    hasher.point(shape.aabb.max);
    hasher.finish()
}
