//! What of a map differs from the one that a world began with: kept so that it can be saved and taken back.

use super::{BoxId, CellRect, LooseBox, Region, RegionId, TileGrid};
use crate::aabb::Aabb;
use crate::constants::{CHUNK, MAX_SAVED_BYTES, WORLD_LIMIT};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;
use std::num::NonZeroU16;
use std::sync::OnceLock;

/// A cell of a layer, in the order in which edits are saved.
pub(super) type Cell = (i32, i32, LayerId);

/// The map that a world began with, as far as it was changed since.
#[derive(Clone, Debug)]
pub(super) struct Journal {
    /// Layers, kinds of tile and loose shapes that there were.
    pub(super) layers: usize,
    pub(super) kinds: usize,
    pub(super) boxes: usize,
    /// By row, column and layer what a changed cell held.
    pub(super) cells: BTreeMap<Cell, Option<TileId>>,
    /// The loose shapes that were moved or removed, as they were.
    pub(super) loose: BTreeMap<u32, LooseBox>,
    /// All regions, as they were.
    pub(super) regions: Vec<(RegionId, Region)>,
    /// Of the map as it was; made when it is asked for, for it costs as much as the map has tiles.
    pub(super) fingerprint: OnceLock<u64>,
    /// The edits since it was taken last, if somebody wants them.
    log: Option<Vec<Edit>>,
}

/// An edit of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Edit {
    Tile { layer: LayerId, at: TileCoord, tile: Option<TileId> },
    AddBox { layer: LayerId, aabb: Aabb, tile: TileId },
    AddShape { layer: LayerId, at: IVec2, tile: TileId },
    Remove { id: BoxId },
    Move { id: BoxId, min: IVec2 },
    AddRegion { region: Region },
    RemoveRegion { id: RegionId },
    MoveRegion { id: RegionId, aabb: Aabb },
}

/// A loose shape as it is saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SavedBox {
    pub(crate) id: BoxId,
    pub(crate) layer: LayerId,
    pub(crate) tile: TileId,
    pub(crate) min: IVec2,
    /// That of a box; else it has the shape of its tile.
    pub(crate) size: Option<IVec2>,
    pub(crate) velocity: Vec2,
}

/// What differs from the map that a world began with.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedGrid {
    /// Cells and what they hold, by row, column and layer.
    pub(crate) cells: Vec<(TileCoord, LayerId, Option<TileId>)>,
    /// The shapes of that map that are gone, or are elsewhere, by ascending id.
    pub(crate) changed: Vec<(BoxId, Option<IVec2>)>,
    /// Those that came since, by ascending id.
    pub(crate) added: Vec<SavedBox>,
    /// The id of the next.
    pub(crate) next: u32,
    /// The regions of that map that are gone, by ascending id.
    pub(crate) gone_regions: Vec<RegionId>,
    /// Those that came since, or are otherwise, by ascending id.
    pub(crate) regions: Vec<(RegionId, Region)>,
    /// The id of the next.
    pub(crate) next_region: u32,
}

impl Journal {
    pub(super) fn note_tile(
        &mut self,
        layer: LayerId,
        at: TileCoord,
        old: Option<TileId>,
        new: Option<TileId>,
    ) {
        let cell = (at.row, at.col, layer);
        let was = *self.cells.entry(cell).or_insert(old);
        if was == new {
            self.cells.remove(&cell);
        }
        if let Some(log) = &mut self.log {
            log.push(Edit::Tile { layer, at, tile: new });
        }
    }

    /// A loose shape is about to be moved or removed.
    #[inline]
    pub(super) fn note_loose(&mut self, id: BoxId, shape: &LooseBox) {
        if id.index() < self.boxes {
            self.loose.entry(id.0).or_insert_with(|| shape.clone());
        }
    }
}

impl LooseBox {
    pub(super) fn saved(&self, id: BoxId) -> SavedBox {
        let LooseBox { aabb, layer, tile, velocity, .. } = *self;
        let size = self.is_box().then_some(aabb.max - aabb.min);
        SavedBox { id, layer, tile, min: aabb.min, size, velocity }
    }
}

impl TileGrid {
    /// What is now is what a world begins with.
    pub(crate) fn begin_journal(&mut self) {
        self.journal = Some(Box::new(Journal {
            layers: self.layers.len(),
            kinds: self.tiles.len(),
            boxes: self.used_boxes(),
            cells: BTreeMap::new(),
            loose: BTreeMap::new(),
            regions: self.regions().map(|(id, region)| (id, *region)).collect(),
            fingerprint: OnceLock::new(),
            log: None,
        }));
    }

    /// The same if the grid was never part of a world.
    #[inline]
    pub(crate) fn begin_journal_if_none(&mut self) {
        if self.journal.is_none() {
            self.begin_journal();
        }
    }

    /// The edits since this was called last; from now on they are noted, or no longer.
    pub(crate) fn take_edits(&mut self, goes_on: bool) -> Vec<Edit> {
        self.begin_journal_if_none();
        let next = goes_on.then(Vec::new);
        let old = self.journal.as_mut().map(|journal| std::mem::replace(&mut journal.log, next));
        old.flatten().unwrap_or_default()
    }

    /// Notes an edit of something loose, if somebody wants to know.
    #[inline]
    pub(super) fn note_edit(&mut self, edit: impl FnOnce() -> Edit) {
        if let Some(log) = self.journal.as_mut().and_then(|journal| journal.log.as_mut()) {
            log.push(edit());
        }
    }

    /// Makes an edit that was noted. Returns whether it can be made on this map.
    pub(crate) fn make_edit(&mut self, edit: Edit) -> bool {
        let is_own = |layer: LayerId, tile: Option<TileId>| self.knows(layer, tile);
        match edit {
            Edit::Tile { layer, at, tile } if is_own(layer, tile) && self.takes_tile(layer, at, tile) => {
                self.set_tile(layer, at, tile);
            }
            Edit::AddBox { layer, aabb, tile } if is_own(layer, Some(tile)) && is_in_world(aabb) => {
                self.add_box(layer, aabb, tile);
            }
            Edit::AddShape { layer, at, tile }
                if is_own(layer, Some(tile)) && self.shape_in_world(layer, at, tile).is_some() =>
            {
                self.add_shape(layer, at, tile);
            }
            Edit::Remove { id } if self.loose_box(id).is_some() => self.remove_box(id),
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

    /// Has it this layer and this kind of tile?
    pub(crate) fn knows(&self, layer: LayerId, tile: Option<TileId>) -> bool {
        layer.index() < self.layers.len() && tile.is_none_or(|tile| tile.index() < self.tiles.len())
    }

    /// May a cell hold this, in the world as it is?
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

    /// Loose shapes of the map that a world began with.
    pub(crate) fn first_boxes(&self) -> usize {
        self.journal.as_ref().map_or_else(|| self.used_boxes(), |journal| journal.boxes)
    }

    /// Ids of loose shapes up to the greatest in use: ids after it leave no trace in the map.
    fn used_boxes(&self) -> usize {
        self.boxes.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
    }

    /// The id of the next loose shape.
    pub(crate) fn next_box(&self) -> u32 {
        self.boxes.len() as u32
    }

    /// The cells that differ from the map that a world began with, and what they hold.
    pub(crate) fn changed_cells(
        &self,
    ) -> impl ExactSizeIterator<Item = (TileCoord, LayerId, Option<TileId>)> + '_ {
        let cells = self.journal.as_ref().map_or(&NO_CELLS, |journal| &journal.cells);
        cells.keys().map(|&(row, col, layer)| {
            let at = TileCoord { col, row };
            (at, layer, self.tile(layer, at))
        })
    }

    /// The loose shapes of that map that are gone or elsewhere, and where.
    pub(crate) fn changed_boxes(&self) -> impl ExactSizeIterator<Item = (BoxId, Option<IVec2>)> + '_ {
        let loose = self.journal.as_ref().map_or(&NO_BOXES, |journal| &journal.loose);
        loose.keys().map(|&id| (BoxId(id), self.loose_shape(id).map(|shape| shape.aabb.min)))
    }

    /// The loose shapes that came since.
    pub(crate) fn added_boxes(&self) -> impl Iterator<Item = SavedBox> + '_ {
        let first = self.first_boxes();
        let added = self.boxes[first..].iter().zip(first as u32..);
        added.filter_map(|(shape, id)| shape.as_ref().map(|shape| shape.saved(BoxId(id))))
    }

    /// The loose shape that is meant; `None` if it cannot be here.
    pub(crate) fn loose_of(&self, saved: &SavedBox) -> Option<LooseBox> {
        if !self.knows(saved.layer, Some(saved.tile)) {
            return None;
        }
        let shape = match saved.size {
            Some(size) => {
                let aabb = Aabb { min: saved.min, max: saved.min.checked_add(size)? };
                LooseBox::of_box(saved.layer, Some(aabb).filter(|aabb| is_in_world(*aabb))?, saved.tile)
            }
            None => {
                let at = saved.min.checked_sub(self.tile_bounds(saved.tile).min)?;
                self.shape_in_world(saved.layer, at, saved.tile)?
            }
        };
        Some(LooseBox { velocity: saved.velocity, ..shape })
    }

    /// True if taking it over asks for no more than [`MAX_SAVED_BYTES`], or than what differs now takes already.
    pub(crate) fn has_memory_for(&self, saved: &SavedGrid) -> bool {
        let added = saved.added.iter().filter_map(|shape| self.loose_of(shape));
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

    /// Makes it what was saved. All of that must fit this map.
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
            .loose
            .keys()
            .filter(|id| saved.changed.binary_search_by_key(*id, |changed| changed.0.0).is_err());
        for id in stale.copied().collect::<Vec<_>>() {
            self.take_loose(BoxId(id));
            if let Some(shape) = self.journal.as_mut().and_then(|journal| journal.loose.remove(&id)) {
                self.put_loose(BoxId(id), shape);
            }
        }
        for &(id, min) in &saved.changed {
            self.restore_changed(id, min);
        }
        let mut wanted = saved.added.iter().peekable();
        for index in self.first_boxes() as u32..self.next_box() {
            if wanted.next_if(|saved| saved.id.0 == index).is_none() {
                self.take_loose(BoxId(index));
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

    /// One of the first shapes is elsewhere or gone.
    fn restore_changed(&mut self, id: BoxId, min: Option<IVec2>) {
        let Some(min) = min else { return self.take_loose(id) };
        if self.loose_box(id).is_none()
            && let Some(shape) = self.journal.as_ref().and_then(|journal| journal.loose.get(&id.0)).cloned()
        {
            self.put_loose(id, shape);
        }
        self.move_box(id, min);
    }

    fn restore_added(&mut self, saved: &SavedBox) {
        let is = |now: SavedBox| SavedBox { min: saved.min, velocity: saved.velocity, ..now } == *saved;
        if self.loose_box(saved.id).is_some_and(|shape| is(shape.saved(saved.id))) {
            self.move_box(saved.id, saved.min);
            self.set_box_velocity(saved.id, saved.velocity);
            return;
        }
        self.take_loose(saved.id);
        if let Some(shape) = self.loose_of(saved) {
            self.put_loose(saved.id, shape);
        }
    }
}

/// Bytes that so many ids of loose shapes take, and the lists of cells in which shapes and regions lie.
fn memory_of(ids: u32, rects: impl Iterator<Item = CellRect>) -> u64 {
    /// Of a chunk with its lists, and of an entry in one of them.
    const BYTES: [u64; 2] = [1 << 15, 16];
    let count = |low: i32, high: i32| u64::from(low.abs_diff(high)) + 1;
    let ids = u64::from(ids) * size_of::<Option<Box<LooseBox>>>() as u64;
    rects.fold(ids, |bytes, CellRect { col0, row0, col1, row1 }| {
        let cells = count(col0, col1).saturating_mul(count(row0, row1));
        let [col0, row0, col1, row1] = [col0, row0, col1, row1].map(|cell| cell.div_euclid(CHUNK));
        let chunks = count(col0, col1).saturating_mul(count(row0, row1));
        let own = chunks.saturating_mul(BYTES[0]).saturating_add(cells.saturating_mul(BYTES[1]));
        bytes.saturating_add(own)
    })
}

/// Does a box lie in the world and have an area?
pub(crate) fn is_in_world(aabb: Aabb) -> bool {
    let limit = IVec2::splat(WORLD_LIMIT);
    aabb.min.cmpge(-limit).all() && aabb.max.cmple(limit).all() && aabb.min.cmplt(aabb.max).all()
}

static NO_CELLS: BTreeMap<Cell, Option<TileId>> = BTreeMap::new();
static NO_BOXES: BTreeMap<u32, LooseBox> = BTreeMap::new();

impl TileId {
    /// As two bytes; 0 for none.
    pub(crate) fn to_word(tile: Option<TileId>) -> u16 {
        tile.map_or(0, |tile| tile.0.get())
    }

    pub(crate) fn of_word(word: u16) -> Option<TileId> {
        NonZeroU16::new(word).map(TileId)
    }
}
