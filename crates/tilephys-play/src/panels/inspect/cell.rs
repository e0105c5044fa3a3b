//! A cell: its tiles, what is solid there, and why.

use super::super::names::tile_name;
use super::table::{bits, properties, table};
use super::why;
use crate::session::Session;
use eframe::egui::Ui;
use tilephys::core::{LayerId, TileCoord, TileId, shape::TileShape};
use tilephys::tiled::{Cell, LayerContent, LayerInfo, Level};

/// Shows a cell.
pub(super) fn show(session: &Session, at: TileCoord, ui: &mut Ui) {
    ui.strong(format!("column {}, row {}", at.col, at.row));
    let drawn: Vec<(String, u32)> = session
        .game
        .level
        .layers
        .iter()
        .filter_map(|layer| Some((layer.path.clone(), gid_at(layer, at)?)))
        .collect();
    for (path, gid) in &drawn {
        tile(&session.game.level, path, *gid, ui);
    }
    let solids: Vec<(LayerId, TileId)> = session.game.physics.grid().tiles_in(at).collect();
    if solids.is_empty() {
        let text = if drawn.is_empty() { "The cell is empty." } else { "Nothing in this cell collides." };
        ui.label(text);
        if !drawn.is_empty() {
            ui.weak("A tile collides by a shape in its tileset, by the property collision, or by its layer.");
        }
    }
    for (layer, tile) in solids {
        ui.separator();
        solid(session, at, (layer, tile), ui);
    }
}

/// The gid of a layer's tile in a cell.
fn gid_at(layer: &LayerInfo, at: TileCoord) -> Option<u32> {
    let LayerContent::Tiles(blocks) = &layer.content else { return None };
    let cell = blocks.iter().find_map(|block| {
        let (col, row) = (at.col.checked_sub(block.min.col)?, at.row.checked_sub(block.min.row)?);
        let (col, row, width) =
            (usize::try_from(col).ok()?, usize::try_from(row).ok()?, block.width as usize);
        if col >= width {
            return None;
        }
        Cell::of(*block.gids.get(row * width + col)?)
    });
    cell.map(|cell| cell.gid)
}

/// A tile as the map has it.
fn tile(level: &Level, path: &str, gid: u32, ui: &mut Ui) {
    let Some(tile) = level.tile(gid) else { return };
    let mut rows = vec![
        ("layer", path.to_owned()),
        ("tile", format!("{} of {}, gid {gid}", tile.id, tile.tileset.name)),
    ];
    if let Some(info) = tile.info.filter(|info| !info.class.is_empty()) {
        rows.push(("class", info.class.clone()));
    }
    ui.push_id(path, |ui| {
        table(ui, "tile", &rows);
        if let Some(info) = tile.info {
            properties(&info.properties, ui);
        }
    });
}

/// A tile as the engine has it.
fn solid(session: &Session, at: TileCoord, (layer, id): (LayerId, TileId), ui: &mut Ui) {
    let grid = session.game.physics.grid();
    let kind = grid.tile_kind(id);
    let layers = grid.layers();
    let shape = match &kind.shape {
        TileShape::OneWay(line) => format!("one-way, open to the {:?}", line.open()).to_lowercase(),
        shape => words(shape),
    };
    let mut rows = vec![
        ("solid", tile_name(session, id)),
        ("layer", layers.get(layer.index()).cloned().unwrap_or_default()),
        ("shape", shape),
        ("category", bits(kind.category)),
    ];
    let material = kind.material;
    let surface = session.game.level.surfaces.get(material.surface as usize);
    if let Some(surface) = surface.filter(|name| !name.is_empty()) {
        rows.push(("surface", surface.clone()));
    }
    rows.push(("friction", material.friction.to_string()));
    if let Some(reason) = session.game.level.why(id) {
        rows.push(("collides by", reason.to_string()));
    }
    ui.push_id(("solid", layer.index()), |ui| table(ui, "solid", &rows));
    ui.label(why::tile(session, layer, at));
}

fn words(shape: &TileShape) -> String {
    let text = format!("{shape:?}");
    text.split(['(', '{', ' ']).next().unwrap_or_default().to_lowercase()
}
