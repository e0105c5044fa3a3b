//! Map edits, of single cells and of many cells of a row at once. The next query sees each edit.

use super::cells::{CHUNK_MASK, CHUNK_SHIFT, CellRect, EMPTY_PLANE, within_chunk};
use super::chunk::Chunk;
use super::first_map::Edit;
use super::off_grid::{Listed, OVERHANG, OffGridCells, OffGridShape, RegionCells, ShapeId};
use super::piece::Kind;
use super::tile_grid::TileGrid;
use crate::aabb::Aabb;
use crate::limits::{CHUNK_SIZE, MAX_SHAPE_CELLS, WORLD_LIMIT};
use crate::shape::Convex;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{I64Vec2, IVec2, Vec2};

impl TileGrid {
    /// Sets the tile in a cell of `layer`, or clears the cell. O(1): changes one cell of one chunk and, for a shape that extends
    /// beyond its cell, the cells under the shape.
    ///
    /// # Panics
    /// If the cell reaches beyond the world (8,388,607 px either way), if the layer or the tile is not this grid's, or if the shape
    /// of the tile covers more than 4,194,304 [cells](MAX_SHAPE_CELLS).
    pub fn set_tile(&mut self, layer: LayerId, at: TileCoord, tile: Option<TileId>) {
        self.assert_own(layer, tile);
        assert!(self.holds_cell(at), "cell ({}, {}) reaches beyond the world", at.col, at.row);
        let old = self.tile(layer, at);
        if old == tile {
            return;
        }
        self.put_tile(layer, at, old, tile);
    }

    /// Changes the tile of a cell of a layer, and its part beyond the cell.
    ///
    /// # Panics
    /// If the shape reaches beyond the world.
    pub(super) fn put_tile(
        &mut self,
        layer: LayerId,
        at: TileCoord,
        old: Option<TileId>,
        new: Option<TileId>,
    ) {
        if let Some(first) = &mut self.first_map {
            first.note_tile(layer, at, old, new);
        }
        let cell = within_chunk(at);
        let slot = self.slot_to_fill(at);
        self.chunks[slot].set_id(layer.index(), cell, new.map_or(0, |t| t.0.get()));
        let categories = self.fold_tiles(slot, cell, |kind| kind.parts.is_empty());
        self.chunks[slot].set_categories(cell, categories);
        // Last for the cell: the hot bit follows from ids and categories, and a chunk without any is freed.
        self.refresh(slot, cell, at);
        // The old part goes before the new one comes, because both are found by layer and cell.
        if old.is_some_and(|old| self.kinds[old.index()].overhangs) {
            self.remove_overhang(layer, at);
        }
        if let Some(tile) = new.filter(|t| self.kinds[t.index()].overhangs) {
            self.add_overhang(layer, at, tile);
        }
    }

    /// Adds a static box at any place of the lattice, for geometry that does not fit a cell. Hits on it name `layer` and `tile`.
    ///
    /// # Panics
    /// If the box has no area, reaches beyond the world, or covers more than 4,194,304 [cells](MAX_SHAPE_CELLS), or if the layer or
    /// the tile is not this grid's.
    pub fn add_box(&mut self, layer: LayerId, aabb: Aabb, tile: TileId) -> ShapeId {
        self.assert_own(layer, Some(tile));
        self.assert_box(aabb);
        self.note_edit(|| Edit::AddBox { layer, aabb, tile });
        self.add_loose(OffGridShape::of_box(layer, aabb, tile))
    }

    /// Adds a tile off the grid; `at` is the low corner of its cell, in lattice units.
    ///
    /// # Panics
    /// If the shape reaches beyond the world or covers more than 4,194,304 [cells](MAX_SHAPE_CELLS), or if the layer or the tile is
    /// not this grid's.
    pub fn add_shape(&mut self, layer: LayerId, at: IVec2, tile: TileId) -> ShapeId {
        self.assert_own(layer, Some(tile));
        self.assert_size(self.tile_bounds(tile).size());
        let shape = self.shape_in_world(layer, at, tile);
        let shape = shape.unwrap_or_else(|| panic!("a shape at {at} reaches beyond the world"));
        self.note_edit(|| Edit::AddShape { layer, at, tile });
        self.add_loose(shape)
    }

    /// True if a shape of this size, in lattice units, covers at most [`MAX_SHAPE_CELLS`] cells at every place.
    #[must_use]
    pub fn may_list(&self, size: I64Vec2) -> bool {
        // At most so many cells: a shape can begin and end within one.
        let most = size / self.tile_size().as_i64vec2() + 2;
        most.element_product() <= MAX_SHAPE_CELLS
    }

    fn assert_size(&self, size: I64Vec2) {
        let tile = self.tile_size();
        assert!(
            self.may_list(size),
            "a shape of {size} units covers more than {MAX_SHAPE_CELLS} cells of {tile} units, the most that a grid lists; \
             divide it into smaller ones"
        );
    }

    pub(super) fn assert_box(&self, aabb: Aabb) {
        aabb.assert_in_world();
        self.assert_size(aabb.size());
    }

    /// True if the grid can list a box: it lies in the world and does not cover too many cells.
    pub(crate) fn takes_box(&self, aabb: Aabb) -> bool {
        aabb.is_in_world() && self.may_list(aabb.size())
    }

    /// A tile's shape as an off-grid shape; `None` if the shape reaches beyond the world or covers too many cells.
    pub(super) fn shape_in_world(&self, layer: LayerId, at: IVec2, tile: TileId) -> Option<OffGridShape> {
        let parts = &self.kinds[tile.index()].parts;
        let Aabb { min, max } = self.tile_bounds(tile);
        let corners = at.checked_add(min).zip(at.checked_add(max));
        let inside = |p: IVec2| p.x.unsigned_abs().max(p.y.unsigned_abs()) <= WORLD_LIMIT.unsigned_abs();
        let aabb = corners.filter(|(min, max)| inside(*min) && inside(*max));
        let (low, high) = aabb.filter(|_| self.may_list(Aabb { min, max }.size()))?;
        let own = parts.is_empty().then(|| Box::new(Convex::of_box(IVec2::ZERO, high - low)));
        let aabb = Aabb { min: low, max: high };
        Some(OffGridShape { aabb, layer, tile, velocity: Vec2::ZERO, to_origin: min, own, of_cell: None })
    }

    /// The bounds of a kind of tile, from the low corner of its cell.
    pub(crate) fn tile_bounds(&self, tile: TileId) -> Aabb {
        let parts = self.kinds[tile.index()].parts.iter().map(|part| Aabb { min: part.min, max: part.max });
        parts.reduce(Aabb::union).unwrap_or(Aabb { min: IVec2::ZERO, max: self.tile_size() })
    }

    fn add_loose(&mut self, shape: OffGridShape) -> ShapeId {
        let id =
            ShapeId(u32::try_from(self.boxes.len()).expect("a grid holds fewer than 2^32 off-grid shapes"));
        assert!(id.0 < OVERHANG, "a grid holds fewer than 2^31 off-grid shapes");
        self.boxes.push(None);
        self.put_off_grid(id, shape);
        id
    }

    /// The shape of a tile that extends beyond its cell; `None` if it does not, or reaches beyond the world.
    pub(super) fn overhang_of(&self, layer: LayerId, at: TileCoord, tile: TileId) -> Option<OffGridShape> {
        let origin = IVec2::new(at.col, at.row) * self.tile_size();
        let shape = self.shape_in_world(layer, origin, tile)?;
        self.kinds[tile.index()].overhangs.then_some(OffGridShape { of_cell: Some(at), ..shape })
    }

    fn add_overhang(&mut self, layer: LayerId, at: TileCoord, tile: TileId) {
        self.assert_size(self.tile_bounds(tile).size());
        let shape = self.overhang_of(layer, at, tile);
        let shape = shape.unwrap_or_else(|| panic!("the shape of cell {at:?} reaches beyond the world"));
        let index = self.free_overhangs.pop().unwrap_or_else(|| {
            self.overhangs.push(None);
            (self.overhangs.len() - 1) as u32
        });
        let cells = self.cells_of(&shape);
        self.overhangs[index as usize] = Some(Box::new(shape));
        self.box_count += 1;
        self.relist(Listed::Shape(OVERHANG | index), None, Some(cells));
    }

    pub(super) fn put_off_grid(&mut self, id: ShapeId, shape: OffGridShape) {
        let cells = self.cells_of(&shape);
        self.boxes[id.index()] = Some(Box::new(shape));
        self.box_count += 1;
        self.relist(Listed::Shape(id.0), None, Some(cells));
    }

    /// Lists a shape or a region in the cells `new`, and no longer in the other cells of `old`.
    pub(super) fn relist(&mut self, listed: Listed, old: Option<CellRect>, new: Option<CellRect>) {
        let but = |r: Option<CellRect>| move |at: &TileCoord| !r.is_some_and(|r| r.holds(*at));
        for at in new.into_iter().flat_map(CellRect::cells).filter(but(old)) {
            let slot = self.slot_to_fill(at);
            let (lists, index) = self.lists_of(listed, slot);
            lists.get_or_insert_with(|| Box::new(OffGridCells::new())).insert(within_chunk(at), index);
            self.refresh(slot, within_chunk(at), at);
        }
        for at in old.into_iter().flat_map(CellRect::cells).filter(but(new)) {
            let (slot, cell) = self.slot_and_cell(at);
            let (lists, index) = self.lists_of(listed, slot);
            if let Some(lists) = lists {
                lists.remove(cell, index);
            }
            self.refresh(slot, cell, at);
        }
    }

    /// The lists of a chunk for shapes or for regions, and the index in them.
    fn lists_of(&mut self, listed: Listed, slot: usize) -> (&mut Option<Box<OffGridCells>>, u32) {
        match listed {
            Listed::Shape(index) => (&mut self.chunks[slot].off_grid, index),
            Listed::Region(id) => (&mut self.region_cells[slot].0, id.0),
        }
    }

    /// Teleports an off-grid shape: `min` is the new low corner of its bounds, in lattice units. Bodies are neither carried nor
    /// pushed. Returns true if the shape exists and `min` keeps it in the world.
    ///
    /// The cost grows with the cells that it leaves and enters, and is zero while it stays in its cells.
    pub fn move_box(&mut self, id: ShapeId, min: IVec2) -> bool {
        let Some(shape) = self.boxes.get(id.index()).and_then(Option::as_deref) else { return false };
        let size = shape.aabb.max - shape.aabb.min;
        let [least, greatest] = shape.range();
        if min.cmplt(least).any() || min.cmpgt(greatest).any() {
            return false;
        }
        let old = self.cells_of(shape);
        if let Some(first) = &mut self.first_map {
            first.note_off_grid(id, shape);
        }
        self.note_edit(|| Edit::Move { id, min });
        if let Some(shape) = &mut self.boxes[id.index()] {
            shape.aabb = Aabb { min, max: min + size };
        }
        let new = self.boxes[id.index()].as_ref().map_or(old, |shape| self.cells_of(shape));
        // A mover is mostly in the cells where it was, and then no list changes.
        if old != new {
            self.relist(Listed::Shape(id.0), Some(old), Some(new));
        }
        true
    }

    pub(crate) fn set_box_velocity(&mut self, id: ShapeId, velocity: Vec2) {
        if let Some(shape) = self.boxes.get_mut(id.index()).and_then(Option::as_deref_mut) {
            shape.velocity = velocity;
        }
    }

    pub(super) fn cells_of(&self, shape: &OffGridShape) -> CellRect {
        let listed = self.listed_in(shape);
        self.cells.covered(listed.min, listed.max)
    }

    /// The bounds of the cells in which an off-grid shape is listed: all cells that it touches. A one-way line includes the side
    /// from which it does not block, a tile its own cell, where its removal looks it up.
    fn listed_in(&self, shape: &OffGridShape) -> Aabb {
        let mut all = shape.aabb;
        if shape.of_cell.is_some() {
            let low = shape.origin();
            let high = shape.origin() + self.tile_size();
            all = all.union(Aabb { min: low, max: high });
        }
        // A box is solid, and no line.
        if shape.own.is_some() {
            return all;
        }
        let parts = self.kinds[shape.tile.index()].parts.iter().filter(|part| part.one_way.is_some());
        parts.fold(all, |all, line| {
            let [low, high] = line.reach().map(|corner| shape.origin().saturating_add(corner));
            // A unit more, because the feet of a body that stands on the line only touch it.
            let low = low.saturating_sub(IVec2::ONE);
            let high = high.saturating_add(IVec2::ONE);
            all.union(Aabb { min: low, max: high })
        })
    }

    fn remove_overhang(&mut self, layer: LayerId, at: TileCoord) {
        let (slot, cell) = self.slot_and_cell(at);
        let is_it = |index: &u32| {
            let shape = self.off_grid_at(*index);
            shape.is_some_and(|b| b.of_cell == Some(at) && b.layer == layer)
        };
        let listed = self.chunks[slot].off_grid.as_ref().and_then(|list| list.of(cell, OVERHANG).find(is_it));
        let Some(index) = listed else { return };
        let overhang = index & !OVERHANG;
        let Some(old) = self.overhangs[overhang as usize].take() else { return };
        self.free_overhangs.push(overhang);
        self.box_count -= 1;
        self.relist(Listed::Shape(index), Some(self.cells_of(&old)), None);
    }

    fn assert_own(&self, layer: LayerId, tile: Option<TileId>) {
        assert!(layer.index() < self.layers.len(), "layer {} is not of this grid", layer.index());
        assert!(tile.is_none_or(|t| t.index() < self.tiles.len()), "tile {tile:?} is not of this grid");
    }

    /// Removes an off-grid shape. Does nothing if it was removed before.
    pub fn remove_box(&mut self, id: ShapeId) {
        if self.boxes.get(id.index()).is_some_and(Option::is_some) {
            self.note_edit(|| Edit::Remove { id });
            self.take_off_grid(id);
        }
    }

    pub(super) fn take_off_grid(&mut self, id: ShapeId) {
        let Some(old) = self.boxes.get_mut(id.index()).and_then(Option::take) else { return };
        if let Some(first) = &mut self.first_map {
            first.note_off_grid(id, &old);
        }
        self.box_count -= 1;
        self.relist(Listed::Shape(id.0), Some(self.cells_of(&old)), None);
    }

    pub(super) fn holds_cell(&self, at: TileCoord) -> bool {
        let inside = |cell: i32, edge: i32| {
            let low = i64::from(cell) * i64::from(edge);
            low >= -i64::from(WORLD_LIMIT) && low + i64::from(edge) <= i64::from(WORLD_LIMIT)
        };
        inside(at.col, self.cells.x.edge) && inside(at.row, self.cells.y.edge)
    }

    /// Category bits of the tiles in a cell whose kinds satisfy `is_meant`.
    fn fold_tiles(&self, slot: usize, cell: usize, is_meant: impl Fn(&Kind) -> bool) -> u32 {
        let chunk = &self.chunks[slot];
        (0..chunk.layer_count()).fold(0, |bits, layer| match usize::from(chunk.id(layer, cell)) {
            0 => bits,
            id if is_meant(&self.kinds[id - 1]) => bits | self.tiles[id - 1].category,
            _ => bits,
        })
    }

    /// Updates a cell's hot bit, and frees the chunk if it is empty.
    pub(super) fn refresh(&mut self, slot: usize, cell: usize, at: TileCoord) {
        let row = cell >> CHUNK_SHIFT;
        let bit = 1u64 << (cell & CHUNK_MASK as usize);
        let chunk = &self.chunks[slot];
        let off_grid = chunk.off_grid.as_ref().is_some_and(|l| l.any[row] & bit != 0);
        let shaped = off_grid || self.fold_tiles(slot, cell, Kind::marks_cells) != 0;
        let hot = shaped || chunk.solid(row, u32::MAX) & bit != 0;
        self.shaped_cells += usize::from(shaped);
        self.shaped_cells -= usize::from(self.shaped[slot][row] & bit != 0);
        let set = |word: &mut u64, on: bool| *word = if on { *word | bit } else { *word & !bit };
        set(&mut self.shaped[slot][row], shaped);
        set(&mut self.hot[slot][row], hot);
        let occupied = u64::from(self.hot[slot][row] != 0) << row;
        self.occupied[slot] = self.occupied[slot] & !(1 << row) | occupied;
        // A chunk with regions stays, although a region makes no cell hot.
        if self.chunks[slot].is_empty() && self.region_cells[slot].is_empty() {
            self.chunks[slot].clear();
            self.directory.set(at.col >> CHUNK_SHIFT, at.row >> CHUNK_SHIFT, 0);
            self.free.push(slot);
        }
    }

    pub(super) fn slot_to_fill(&mut self, at: TileCoord) -> usize {
        match self.slot_and_cell(at).0 {
            0 => self.open_chunk(at),
            slot => slot,
        }
    }

    fn open_chunk(&mut self, at: TileCoord) -> usize {
        // A freed slot needs no clearing: its planes were zero when it was freed.
        let slot = self.free.pop().unwrap_or_else(|| {
            self.hot.push(EMPTY_PLANE);
            self.shaped.push(EMPTY_PLANE);
            self.occupied.push(0);
            self.coords.push((0, 0));
            self.chunks.push(Chunk::default());
            self.region_cells.push(RegionCells::default());
            self.chunks.len() - 1
        });
        let x = at.col >> CHUNK_SHIFT;
        let y = at.row >> CHUNK_SHIFT;
        self.directory.set(x, y, slot);
        self.coords[slot] = (x, y);
        slot
    }

    /// Sets tiles in cells of `layer`, from `at` on rightward. A `None` leaves its cell unchanged.
    ///
    /// Equivalent to [`set_tile`](Self::set_tile) for each tile, at a fraction of the time.
    ///
    /// # Panics
    /// If a cell that gets a tile reaches beyond the world (±8,388,607 px), or if the layer or a tile belongs to another grid.
    pub fn set_row(&mut self, layer: LayerId, at: TileCoord, tiles: &[Option<TileId>]) {
        let mut col = at.col;
        let mut rest = tiles;
        while !rest.is_empty() {
            let room = (CHUNK_SIZE - (col & CHUNK_MASK)) as usize;
            let (run, after) = rest.split_at(room.min(rest.len()));
            if !self.fill(layer, TileCoord::new(col, at.row), run) {
                for (i, tile) in run.iter().enumerate().filter(|(_, tile)| tile.is_some()) {
                    self.set_tile(layer, TileCoord::new(col + i as i32, at.row), *tile);
                }
            }
            // A row may end at the greatest column number.
            col = col.saturating_add(run.len() as i32);
            rest = after;
        }
    }

    /// Fills empty cells of one chunk and row with tiles that lie within their cells. Returns false and changes nothing if the
    /// tiles or cells are not that simple.
    fn fill(&mut self, layer: LayerId, at: TileCoord, run: &[Option<TileId>]) -> bool {
        let ends = [run.iter().position(Option::is_some), run.iter().rposition(Option::is_some)];
        let [Some(first), Some(last)] = ends else { return true };
        let col = |i: usize| TileCoord::new(at.col + i as i32, at.row);
        let (slot, cell) = self.slot_and_cell(at);
        let lies_within = |run: &[Option<TileId>]| {
            run[0].is_none_or(|t| self.kinds.get(t.index()).is_some_and(|kind| !kind.overhangs))
        };
        // Only where whole words give the result of `set_tile`: no history, other shapes, regions or old
        // tiles.
        let is_plain = self.first_map.is_none()
            && layer.index() < self.layers.len()
            && [first, last].iter().all(|i| self.holds_cell(col(*i)))
            && self.chunks[slot].off_grid.is_none()
            && self.region_cells[slot].is_empty()
            && run.chunk_by(|a, b| a == b).all(lies_within)
            && (first..=last).all(|i| run[i].is_none() || self.chunks[slot].id(layer.index(), cell + i) == 0);
        if !is_plain {
            return false;
        }
        let slot = self.slot_to_fill(at);
        let row = within_chunk(at) / CHUNK_SIZE as usize;
        let mut bit = at.col & CHUNK_MASK;
        self.chunks[slot].fill(layer.index(), cell, run);
        // Maps have long runs of one tile, so each run is looked up and marked once.
        for same in run.chunk_by(|a, b| a == b) {
            let cells = u64::MAX >> (u64::BITS as usize - same.len()) << bit;
            bit += same.len() as i32;
            let Some(tile) = same[0] else { continue };
            let category = self.tiles[tile.index()].category;
            let kind = &self.kinds[tile.index()];
            if kind.parts.is_empty() {
                self.chunks[slot].add_categories(row, cells, category);
            }
            if kind.marks_cells() && category != 0 {
                // Counted before the bits are set: cells marked before must not count twice.
                let new = cells & !self.shaped[slot][row];
                self.shaped_cells += new.count_ones() as usize;
                self.shaped[slot][row] |= cells;
            }
            if category != 0 {
                self.hot[slot][row] |= cells;
                self.occupied[slot] |= 1 << row;
            }
        }
        true
    }
}
