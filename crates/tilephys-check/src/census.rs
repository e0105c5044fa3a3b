//! Census of a level's cells: how often each tile is on each layer.

use std::collections::BTreeMap;
use tilephys_core::TileCoord;
use tilephys_tiled::{Cell, LayerContent, Level};

/// The cells of a layer with one tile in one orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellUse {
    pub(crate) cell: Cell,
    /// Number of cells.
    pub(crate) count: u32,
    /// First cell, in the order of the file.
    pub(crate) first: TileCoord,
}

/// The cells of each layer of a level, in the order of the first cells. Layers of other kinds have none.
pub(crate) fn census(level: &Level) -> Vec<Vec<CellUse>> {
    level.layers.iter().map(|layer| of_layer(&layer.content)).collect()
}

fn of_layer(content: &LayerContent) -> Vec<CellUse> {
    let LayerContent::Tiles(blocks) = content else { return Vec::new() };
    let mut uses: Vec<CellUse> = Vec::new();
    let mut places: BTreeMap<u32, usize> = BTreeMap::new();
    // Runs of equal cells are looked up once.
    let mut last: Option<(u32, usize)> = None;
    for block in blocks {
        for (bits, i) in block.gids.iter().zip(0_u32..) {
            let Some(cell) = Cell::of(*bits) else { continue };
            let place = match last.filter(|(known, _)| known == bits) {
                Some((_, place)) => place,
                None => *places.entry(*bits).or_insert_with(|| {
                    let (col, row) = ((i % block.width) as i32, (i / block.width) as i32);
                    let first = TileCoord::new(block.min.col + col, block.min.row + row);
                    uses.push(CellUse { cell, count: 0, first });
                    uses.len() - 1
                }),
            };
            last = Some((*bits, place));
            uses[place].count += 1;
        }
    }
    uses
}
