//! TP045: a layer shows tiles of a tileset that the settings do not allow on it.

use crate::catalogue::{CheckInfo, Run};
use crate::census::CellUse;
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::settings::LayerTilesets;
use crate::subject::Subject;
use std::collections::BTreeMap;
use tilephys_core::TileCoord;
use tilephys_tiled::matches_pattern;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(45),
    name: "stray-layer",
    severity: Some(Severity::Warning),
    explanation: "A tile is on a layer where the project's settings do not allow its tileset: a background tile on the \
                  ground, for instance, which was drawn with the wrong layer selected. Move the tile to its layer, or \
                  allow the tileset on this one. Without such settings nothing is found.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    if map.settings.layers.is_empty() {
        return;
    }
    for (index, layer) in map.level.layers.iter().enumerate() {
        let name = layer.path.rsplit('/').next().unwrap_or_default();
        let is_meant = |rule: &&LayerTilesets| {
            matches_pattern(&rule.layer, &layer.path) || matches_pattern(&rule.layer, name)
        };
        let Some(rule) = map.settings.layers.iter().find(is_meant) else { continue };
        // Number of cells and the first one, by tileset.
        let mut strays: BTreeMap<&str, (u32, TileCoord)> = BTreeMap::new();
        for CellUse { cell, count, first } in map.cells(index) {
            let Some(tile) = map.level.tile(cell.gid) else { continue };
            let tileset = tile.tileset.name.as_str();
            if !rule.tilesets.iter().any(|pattern| matches_pattern(pattern, tileset)) {
                strays.entry(tileset).or_insert((0, *first)).0 += count;
            }
        }
        for (tileset, found) in strays {
            out.add(finding(map, (index, &layer.path), tileset, rule, found));
        }
    }
}

fn finding(
    map: &Subject<'_>,
    (layer, path): (usize, &str),
    tileset: &str,
    rule: &LayerTilesets,
    (count, first): (u32, TileCoord),
) -> Finding {
    let message =
        format!("a tile of the tileset {tileset:?} is on the layer {path:?}, where it does not belong");
    let allowed: Vec<String> = rule.tilesets.iter().map(|pattern| format!("{pattern:?}")).collect();
    let help = format!(
        "the settings allow {} on {:?}; move the tile to another layer, or allow its tileset",
        allowed.join(", "),
        rule.layer
    );
    let mut finding = map.finding(&CHECK, message).help(help).in_layer(path).in_cell(first);
    if let Some(cell) = map.locator.cell(layer, first) {
        finding.position = Some(cell.position);
        finding.snippet = cell.snippet();
    }
    finding.place.tileset = Some(tileset.to_owned());
    finding.count = count;
    finding
}
