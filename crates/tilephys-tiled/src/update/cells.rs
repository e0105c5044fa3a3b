//! Hot reload of the cells of tile layers.

use super::twins::{Running, Twins};
use crate::collide::kinds::LayerMemory;
use crate::data::parts::{CellBlock, LayerContent, LayerInfo};
use crate::level::Level;
use crate::level::changes::LevelChanges;
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{LayerId, TileCoord, TileGrid, TileId};

/// Empties the removed layers first, since other tiles may take their place in the grid.
pub(super) fn empty_gone(old: &Level, twins: &Twins, (grid, changes): Running<'_>) {
    let nothing = LayerMemory::default();
    let stayed: BTreeSet<usize> = twins.layers.iter().copied().flatten().collect();
    for place in (0..old.layers.len()).filter(|place| !stayed.contains(place)) {
        let slot = old.layers[place].grid_layer;
        Pair { was: Side::of(old, place), is: Side::nothing(&nothing), twins, slot }.update(grid, changes);
    }
}

/// Sets the cells that differ, layer by layer.
pub(super) fn update(old: &Level, new: &Level, twins: &Twins, (grid, changes): Running<'_>) {
    let nothing = LayerMemory::default();
    for (place, layer) in new.layers.iter().enumerate() {
        let was = twins.layers[place].map_or(Side::nothing(&nothing), |was| Side::of(old, was));
        Pair { was, is: Side::of(new, place), twins, slot: layer.grid_layer }.update(grid, changes);
    }
}

/// A layer of the old or the new level.
#[derive(Clone, Copy)]
struct Side<'a> {
    blocks: &'a [CellBlock],
    memory: &'a LayerMemory,
}

impl<'a> Side<'a> {
    fn of(level: &'a Level, place: usize) -> Self {
        let LayerInfo { content, .. } = &level.layers[place];
        let blocks = match content {
            LayerContent::Tiles(blocks) => &blocks[..],
            _ => &[],
        };
        Side { blocks, memory: &level.memory.layers[place] }
    }

    fn nothing(memory: &'a LayerMemory) -> Self {
        Side { blocks: &[], memory }
    }

    fn kind(&self, bits: u32) -> Option<TileId> {
        self.memory.kinds.get(&bits).copied()
    }
}

/// A layer in the old and the new level.
struct Pair<'a> {
    was: Side<'a>,
    is: Side<'a>,
    twins: &'a Twins,
    /// Layer of the grid.
    slot: Option<LayerId>,
}

/// Column, row, width and number of cells of a block.
type Extent = (i32, i32, u32, usize);

/// Row, column and gid with its flags.
type Listed = (i32, i32, u32);

impl Pair<'_> {
    fn update(&self, grid: &mut TileGrid, changes: &mut LevelChanges) {
        let [was, is] = self.shifts();
        let other = self.otherwise();
        let mut rest: BTreeMap<Extent, &CellBlock> = BTreeMap::new();
        if was == is {
            rest = self.was.blocks.iter().map(|block| (extent(block), block)).collect();
        }
        let mut lists: [Vec<Listed>; 2] = [Vec::new(), Vec::new()];
        for block in self.is.blocks {
            match rest.remove(&extent(block)) {
                Some(twin) => self.compare(twin, block, (is, other.as_ref()), (grid, changes)),
                None => list(block, is, &mut lists[1]),
            }
        }
        if was == is {
            rest.into_values().for_each(|block| list(block, was, &mut lists[0]));
        } else {
            self.was.blocks.iter().for_each(|block| list(block, was, &mut lists[0]));
        }
        self.merge(lists, grid, changes);
    }

    /// Offsets in cells of the old and the new layer. A layer that does not collide has none.
    fn shifts(&self) -> [(i32, i32); 2] {
        let [was, is] = [self.was.memory.shift, self.is.memory.shift];
        [was.or(is), is.or(was)].map(Option::unwrap_or_default)
    }

    /// The gids that now have another kind; `None` if gids have changed their meaning.
    fn otherwise(&self) -> Option<BTreeSet<u32>> {
        if !self.twins.same_gids {
            return None;
        }
        let all = self.was.memory.kinds.keys().chain(self.is.memory.kinds.keys());
        Some(all.copied().filter(|bits| self.was.kind(*bits) != self.is.kind(*bits)).collect())
    }

    /// Compares two blocks of equal extent.
    fn compare(
        &self,
        was: &CellBlock,
        is: &CellBlock,
        (shift, other): ((i32, i32), Option<&BTreeSet<u32>>),
        (grid, changes): Running<'_>,
    ) {
        if was.gids == is.gids && other.is_some_and(BTreeSet::is_empty) {
            return;
        }
        let rows = was.gids.chunks(was.width as usize).zip(is.gids.chunks(is.width as usize));
        for ((before, after), row) in rows.zip(is.min.row..) {
            if before == after && other.is_some_and(BTreeSet::is_empty) {
                continue;
            }
            for ((before, after), col) in before.iter().zip(after).zip(is.min.col..) {
                if before != after || other.is_none_or(|other| other.contains(before)) {
                    self.cell(moved((row, col), shift), [*before, *after], (grid, changes));
                }
            }
        }
    }

    /// Compares cells one by one.
    fn merge(&self, mut lists: [Vec<Listed>; 2], grid: &mut TileGrid, changes: &mut LevelChanges) {
        lists.iter_mut().for_each(|list| list.sort_unstable());
        let [mut was, mut is] = lists.map(|list| list.into_iter().peekable());
        loop {
            let place = |listed: &Listed| (listed.0, listed.1);
            let next = [was.peek().map(place), is.peek().map(place)];
            let Some(at) = next.into_iter().flatten().min() else { return };
            let bits =
                [&mut was, &mut is].map(|list| list.next_if(|listed| place(listed) == at).map_or(0, |l| l.2));
            self.cell(at, bits, (grid, changes));
        }
    }

    /// Sets a cell of the grid where needed.
    fn cell(&self, (row, col): (i32, i32), [before, after]: [u32; 2], (grid, changes): Running<'_>) {
        let same_tile = self.twins.gid(before) == Some(after);
        let [was, is] = [self.was.kind(before), self.is.kind(after)];
        changes.cells += usize::from(!same_tile || was != is);
        let Some(slot) = self.slot.filter(|_| was != is) else { return };
        let at = TileCoord::new(col, row);
        let now = grid.tile(slot, at);
        // A change by the game stays, unless the designer has changed this cell.
        if now != is && (now == was || !same_tile) {
            grid.set_tile(slot, at, is);
            changes.cells_set += 1;
        }
    }
}

fn extent(block: &CellBlock) -> Extent {
    (block.min.row, block.min.col, block.width, block.gids.len())
}

/// Lists the cells of a block with a tile, in grid coordinates.
fn list(block: &CellBlock, shift: (i32, i32), list: &mut Vec<Listed>) {
    for (gids, row) in block.gids.chunks(block.width as usize).zip(block.min.row..) {
        let tiles = gids.iter().zip(block.min.col..).filter(|(bits, _)| **bits != 0);
        list.extend(tiles.map(|(bits, col)| {
            let (row, col) = moved((row, col), shift);
            (row, col, *bits)
        }));
    }
}

/// Grid coordinates of a cell. Colliding cells are in the world; for others saturation does no harm.
fn moved((row, col): (i32, i32), (cols, rows): (i32, i32)) -> (i32, i32) {
    (row.saturating_add(rows), col.saturating_add(cols))
}
