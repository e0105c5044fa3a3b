//! TP040: tiles of another size than the cells collide by their own size.

use crate::catalogue::{CheckInfo, Run};
use crate::census::CellUse;
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::subject::Subject;
use glam::UVec2;
use std::collections::BTreeMap;
use tilephys_core::{TileCoord, TileId, shape::TileShape};
use tilephys_tiled::{Cell, Level, Place, TilesetInfo};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(40),
    name: "tile-size",
    severity: Some(Severity::Warning),
    explanation: "Tiles of a tileset are not as large as the map's cells, nor a multiple of them, and \
                  collide at their own size: larger ones reach into the cells beside them, smaller ones \
                  leave gaps. Set the tile size of the map or the tileset; or give the layer tp_collision = \
                  cell, if each tile should fill its cell. Tiles with collision shapes of their own are \
                  left alone.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let level = map.level;
    let is_odd = |tileset: &TilesetInfo| {
        let is_multiple = (tileset.tile_size % level.tile_size) == UVec2::ZERO;
        tileset.image.is_some() && !tileset.fits_grid && !is_multiple
    };
    let odd: Vec<bool> = level.tilesets.iter().map(is_odd).collect();
    if !odd.contains(&true) {
        return;
    }
    // Number of cells and the first one, by tileset.
    let mut uses: BTreeMap<usize, (u32, TileCoord, usize)> = BTreeMap::new();
    for (layer, _) in level.layers.iter().enumerate().filter(|(_, layer)| layer.grid_layer.is_some()) {
        for CellUse { cell, count, first } in map.cells(layer) {
            if let Some(tileset) = collides_by_size(map, *cell, &odd) {
                uses.entry(tileset).or_insert((0, *first, layer)).0 += count;
            }
        }
    }
    for (tileset, (cells, first, layer)) in uses {
        out.add(finding(map, tileset, cells).in_cell(first).in_layer(&level.layers[layer].path));
    }
}

fn finding(map: &Subject<'_>, index: usize, cells: u32) -> Finding {
    let Level { tilesets, tile_size, .. } = map.level;
    let tileset = &tilesets[index];
    let (tile, cell) = (tileset.tile_size, *tile_size);
    let effect =
        if tile.cmpgt(cell).any() { "reach beyond their cells" } else { "leave gaps in their cells" };
    let message = format!(
        "tiles of {} × {} px on a grid of {} × {} px collide at their own size and {effect}",
        tile.x, tile.y, cell.x, cell.y
    );
    let mut finding = map.finding(&CHECK, message).help(
        "set tp_collision to cell on the layer if each tile should fill its cell; otherwise change the tile \
         size in Map > Map Properties",
    );
    if let Some(element) = map.locator.tileset_use(index) {
        finding = finding.at(element);
    }
    if let Some(element) = map.locator.tileset(index).filter(|_| tileset.path.is_some()) {
        finding = finding.see(element, "the tileset, with the size of its tiles");
    }
    finding.place = Place { tileset: Some(tileset.name.clone()), ..Place::default() };
    finding.count = cells;
    finding
}

/// Index of the tileset of a cell that collides by the size of its tile.
fn collides_by_size(map: &Subject<'_>, cell: Cell, odd: &[bool]) -> Option<usize> {
    let level = map.level;
    let tile = level.tile(cell.gid)?;
    let index = level.tilesets.iter().position(|tileset| std::ptr::eq(tileset, tile.tileset))?;
    if !odd[index] || map.locator.shapes(index, tile.id).is_some_and(|shapes| !shapes.is_empty()) {
        return None;
    }
    // With `tp_collision` = `cell` the tile is a whole cell.
    let is_whole = |kind: &TileId| level.grid.tile_kind(*kind).shape == TileShape::Full;
    let kinds = level.kinds_of_cell(cell);
    (!kinds.is_empty() && !kinds.iter().all(is_whole)).then_some(index)
}
