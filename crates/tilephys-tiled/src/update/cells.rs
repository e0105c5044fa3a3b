//! Hot reload of the cells of tile layers.

use super::twins::{Running, Twins};
use crate::collide::kinds::LayerMemory;
use crate::data::parts::{CellBlock, LayerContent, LayerInfo};
use crate::level::Level;
use crate::level::changes::LevelChanges;
use std::collections::BTreeSet;
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

/// Row, column and gid with its flags.
type Listed = (i32, i32, u32);

impl Pair<'_> {
    fn update(&self, grid: &mut TileGrid, changes: &mut LevelChanges) {
        let [was, is] = self.shifts();
        let other = self.otherwise();
        let is_alike = other.as_ref().is_some_and(BTreeSet::is_empty);
        if is_alike && was == is && self.was.blocks == self.is.blocks {
            return;
        }
        let listed = [list(self.was.blocks, was), list(self.is.blocks, is)];
        let [mut before, mut after] = listed.map(|list| list.into_iter().peekable());
        loop {
            let place = |listed: &Listed| (listed.0, listed.1);
            let next = [before.peek().map(place), after.peek().map(place)];
            let Some(at) = next.into_iter().flatten().min() else { return };
            let bits = [&mut before, &mut after]
                .map(|list| list.next_if(|listed| place(listed) == at).map_or(0, |l| l.2));
            let is_same = bits[0] == bits[1] && other.as_ref().is_some_and(|other| !other.contains(&bits[0]));
            if !is_same {
                self.cell(at, bits, (grid, changes));
            }
        }
    }

    /// Offsets in cells of the old and the new layer. A layer that does not collide has none.
    fn shifts(&self) -> [(i32, i32); 2] {
        let [was, is] = [self.was.memory.shift, self.is.memory.shift];
        [was.or(is), is.or(was)].map(Option::unwrap_or_default)
    }

    /// The gids that now have another kind; `None` if gids have changed their meaning.
    fn otherwise(&self) -> Option<BTreeSet<u32>> {
        if !self.twins.same_gids() {
            return None;
        }
        let all = self.was.memory.kinds.keys().chain(self.is.memory.kinds.keys());
        Some(all.copied().filter(|bits| self.was.kind(*bits) != self.is.kind(*bits)).collect())
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

/// The cells of some blocks with a tile, in grid coordinates, in their order.
fn list(blocks: &[CellBlock], (cols, rows): (i32, i32)) -> Vec<Listed> {
    let mut list = Vec::new();
    for block in blocks {
        for (gids, row) in block.gids.chunks(block.width as usize).zip(block.min.row..) {
            let tiles = gids.iter().zip(block.min.col..).filter(|(bits, _)| **bits != 0);
            // Colliding cells are in the world; for others saturation does no harm.
            list.extend(tiles.map(|(bits, col)| (row.saturating_add(rows), col.saturating_add(cols), *bits)));
        }
    }
    list.sort_unstable();
    list
}
