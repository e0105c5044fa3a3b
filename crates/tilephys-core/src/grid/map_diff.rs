//! Map diff: the difference from the map with which a world began, for snapshots and restores.

use super::cells::CellRect;
use super::journal::{Cell, Edit, HeldEdits, Journal, SavedBox, SavedGrid};
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
    pub(super) fn saved(&self, id: ShapeId) -> SavedBox {
        let OffGridShape { aabb, layer, tile, velocity, .. } = *self;
        let size = self.is_box().then_some(aabb.max - aabb.min);
        SavedBox { id, layer, tile, min: aabb.min, size, velocity }
    }
}

impl TileGrid {
    /// Makes the present map the first map of a world.
    pub(crate) fn begin_journal(&mut self) {
        self.journal = Some(Box::new(Journal {
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

    /// Like [`begin_journal`](Self::begin_journal), if the grid was never part of a world.
    #[inline]
    pub(crate) fn begin_journal_if_none(&mut self) {
        if self.journal.is_none() {
            self.begin_journal();
        }
    }

    /// Returns the edits since the last call, and switches their recording on or off.
    pub(crate) fn take_edits(&mut self, goes_on: bool) -> Vec<Edit> {
        self.begin_journal_if_none();
        let next = goes_on.then(Vec::new);
        let old = self.journal.as_mut().map(|journal| std::mem::replace(&mut journal.log, next));
        old.flatten().unwrap_or_default()
    }

    /// Stops the recording of edits for changes that a driver makes by itself. Returns the edits so far, for
    /// [`resume_edits`](Self::resume_edits).
    pub fn hold_edits(&mut self) -> HeldEdits {
        HeldEdits(self.journal.as_mut().and_then(|journal| journal.log.take()))
    }

    /// Records edits again, if they were recorded before [`hold_edits`](Self::hold_edits).
    pub fn resume_edits(&mut self, held: HeldEdits) {
        if let Some(journal) = &mut self.journal {
            journal.log = held.0;
        }
    }

    /// Records an edit of an off-grid shape, if edits are recorded.
    #[inline]
    pub(super) fn note_edit(&mut self, edit: impl FnOnce() -> Edit) {
        if let Some(log) = self.journal.as_mut().and_then(|journal| journal.log.as_mut()) {
            log.push(edit());
        }
    }

    /// Applies a recorded edit. Returns true if this map allows it.
    pub(crate) fn make_edit(&mut self, edit: Edit) -> bool {
        let is_own = |layer: LayerId, tile: Option<TileId>| self.knows(layer, tile);
        match edit {
            Edit::Tile { layer, at, tile } if is_own(layer, tile) && self.takes_tile(layer, at, tile) => {
                self.set_tile(layer, at, tile);
            }
            Edit::AddBox { layer, aabb, tile } if is_own(layer, Some(tile)) && aabb.is_in_world() => {
                self.add_box(layer, aabb, tile);
            }
            Edit::AddShape { layer, at, tile }
                if is_own(layer, Some(tile)) && self.shape_in_world(layer, at, tile).is_some() =>
            {
                self.add_shape(layer, at, tile);
            }
            Edit::Remove { id } if self.off_grid_shape(id).is_some() => self.remove_box(id),
            Edit::Move { id, min } => return self.move_box(id, min),
            Edit::AddRegion { region } if region.is_sound() => {
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
        self.journal.as_ref().map_or_else(|| self.used_boxes(), |journal| journal.boxes)
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
        let cells = self.journal.as_ref().map_or(&NO_CELLS, |journal| &journal.cells);
        cells.keys().map(|&(row, col, layer)| {
            let at = TileCoord { col, row };
            (at, layer, self.tile(layer, at))
        })
    }

    /// The off-grid shapes of the first map that were removed or are elsewhere, and their places.
    pub(crate) fn changed_boxes(&self) -> impl ExactSizeIterator<Item = (ShapeId, Option<IVec2>)> + '_ {
        let off_grid = self.journal.as_ref().map_or(&NO_BOXES, |journal| &journal.off_grid);
        off_grid.keys().map(|&id| (ShapeId(id), self.off_grid_at(id).map(|shape| shape.aabb.min)))
    }

    /// The off-grid shapes that were added.
    pub(crate) fn added_boxes(&self) -> impl Iterator<Item = SavedBox> + '_ {
        let first = self.first_boxes();
        let added = self.boxes[first..].iter().zip(first as u32..);
        added.filter_map(|(shape, id)| shape.as_ref().map(|shape| shape.saved(ShapeId(id))))
    }

    /// The regions of the first map that were removed.
    pub(crate) fn gone_regions(&self) -> impl Iterator<Item = RegionId> + '_ {
        let first = self.journal.iter().flat_map(|journal| &journal.regions);
        first.map(|(id, _)| *id).filter(|id| self.region(*id).is_none())
    }

    /// The regions that were added or changed.
    pub(crate) fn changed_regions(&self) -> impl Iterator<Item = (RegionId, Region)> + '_ {
        let first = self.journal.as_ref().map(|journal| &journal.regions[..]);
        let mut before = first.unwrap_or_default().iter().peekable();
        let all = self.regions().filter(move |_| first.is_some());
        let changed = all.filter(move |(id, region)| {
            while before.next_if(|first| first.0 < *id).is_some() {}
            before.peek().is_none_or(|first| **first != (*id, **region))
        });
        changed.map(|(id, region)| (id, *region))
    }

    /// Saves the difference from the first map in empty lists.
    pub(crate) fn save(&self, saved: &mut SavedGrid) {
        saved.cells.extend(self.changed_cells());
        saved.changed.extend(self.changed_boxes());
        saved.added.extend(self.added_boxes());
        saved.next = self.next_box();
        saved.gone_regions.extend(self.gone_regions());
        saved.regions.extend(self.changed_regions());
        saved.next_region = self.next_region();
    }

    /// The off-grid shape that was saved; `None` if it is not possible on this map.
    pub(crate) fn off_grid_of(&self, saved: &SavedBox) -> Option<OffGridShape> {
        if !self.knows(saved.layer, Some(saved.tile)) {
            return None;
        }
        let shape = match saved.size {
            Some(size) => {
                let aabb = Aabb { min: saved.min, max: saved.min.checked_add(size)? };
                OffGridShape::of_box(saved.layer, Some(aabb).filter(|aabb| aabb.is_in_world())?, saved.tile)
            }
            None => {
                let at = saved.min.checked_sub(self.tile_bounds(saved.tile).min)?;
                self.shape_in_world(saved.layer, at, saved.tile)?
            }
        };
        Some(OffGridShape { velocity: saved.velocity, ..shape })
    }

    /// True if a restore takes no more than [`MAX_SAVED_BYTES`], or no more than the present difference takes.
    pub(crate) fn has_memory_for(&self, saved: &SavedGrid) -> bool {
        let added = saved.added.iter().filter_map(|shape| self.off_grid_of(shape));
        let added = added.map(|shape| self.cells_of(&shape));
        let of_region = |region: &Region| self.cells.covered(region.aabb.min, region.aabb.max);
        let regions = saved.regions.iter().map(|(_, region)| of_region(region));
        let overhang = |(at, layer, tile): (TileCoord, LayerId, Option<TileId>)| {
            Some(self.cells_of(&self.overhang_of(layer, at, tile?)?))
        };
        let overhangs = saved.cells.iter().copied().filter_map(&overhang);
        let asked = memory_of(saved.next, added.chain(regions).chain(overhangs));
        let present = || {
            let added = self.boxes[self.first_boxes()..].iter().flatten().map(|shape| self.cells_of(shape));
            let regions = self.regions().map(|(_, region)| of_region(region));
            let overhangs = self.changed_cells().filter_map(&overhang);
            memory_of(self.next_box(), added.chain(regions).chain(overhangs))
        };
        asked <= MAX_SAVED_BYTES || asked <= present()
    }

    /// Restores a saved map. All of its data must fit this map.
    pub(crate) fn restore(&mut self, saved: &SavedGrid) {
        self.begin_journal_if_none();
        self.restore_cells(&saved.cells);
        let first = self.journal.as_mut().map(|journal| std::mem::take(&mut journal.regions));
        let first = first.unwrap_or_default();
        self.restore_regions(&first, saved);
        if let Some(journal) = &mut self.journal {
            journal.regions = first;
        }
        let Some(journal) = &self.journal else { return };
        let stale = journal
            .off_grid
            .keys()
            .filter(|id| saved.changed.binary_search_by_key(*id, |changed| changed.0.0).is_err());
        for id in stale.copied().collect::<Vec<_>>() {
            self.take_loose(ShapeId(id));
            if let Some(shape) = self.journal.as_mut().and_then(|journal| journal.off_grid.remove(&id)) {
                self.put_off_grid(ShapeId(id), shape);
            }
        }
        for &(id, min) in &saved.changed {
            self.restore_changed(id, min);
        }
        let mut wanted = saved.added.iter().peekable();
        for index in self.first_boxes() as u32..self.next_box() {
            if wanted.next_if(|saved| saved.id.0 == index).is_none() {
                self.take_loose(ShapeId(index));
            }
        }
        self.boxes.resize_with(saved.next as usize, || None);
        saved.added.iter().for_each(|saved| self.restore_added(saved));
    }

    fn restore_cells(&mut self, saved: &[(TileCoord, LayerId, Option<TileId>)]) {
        let Some(journal) = &self.journal else { return };
        let is_saved =
            |cell: &Cell| saved.binary_search_by_key(cell, |(at, layer, _)| (at.row, at.col, *layer));
        let stale = journal.cells.iter().filter(|(cell, _)| is_saved(cell).is_err());
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
        let Some(min) = min else { return self.take_loose(id) };
        if self.off_grid_shape(id).is_none()
            && let Some(shape) =
                self.journal.as_ref().and_then(|journal| journal.off_grid.get(&id.0)).cloned()
        {
            self.put_off_grid(id, shape);
        }
        self.move_box(id, min);
    }

    fn restore_added(&mut self, saved: &SavedBox) {
        let is = |now: SavedBox| SavedBox { min: saved.min, velocity: saved.velocity, ..now } == *saved;
        if self.off_grid_shape(saved.id).is_some_and(|shape| is(shape.saved(saved.id))) {
            self.move_box(saved.id, saved.min);
            self.set_box_velocity(saved.id, saved.velocity);
            return;
        }
        self.take_loose(saved.id);
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
