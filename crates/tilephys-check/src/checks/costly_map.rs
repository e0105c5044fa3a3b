//! TP049: a map costs more memory or time than it needs to.

use crate::catalogue::{CheckInfo, Run};
use crate::census::CellUse;
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::subject::Subject;
use tilephys_core::shape::TileShape;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(49),
    name: "costly-map",
    severity: Some(Severity::Info),
    explanation: "The map takes more memory or time than it needs: very many cells collide as free-form \
                  polygons, or few cells are scattered over a very large area. Full tiles, boxes and slopes \
                  are cheaper than polygons. A large world is better split into maps of a .world.",
    run: Run::Map(run),
};

/// Cells with free polygons above which a layer is named. Such a cell takes about ten times the time of a full one.
const MANY_POLYGONS: u32 = 20_000;

/// Chunks of cells above which a map is judged as scattered; each takes memory for 64 × 64 cells.
const MANY_CHUNKS: usize = 4000;

/// Cells in a chunk, on average, below which a map is scattered.
const FEW_CELLS: usize = 64;

fn run(map: &Subject<'_>, out: &mut Findings) {
    let level = map.level;
    let mut cells = 0;
    for (index, layer) in level.layers.iter().enumerate().filter(|(_, layer)| layer.grid_layer.is_some()) {
        let mut polygons = 0;
        for CellUse { cell, count, .. } in map.cells(index) {
            let kinds = level.kinds_of_cell(*cell);
            let mut shapes = kinds.iter().map(|kind| &level.grid.tile_kind(*kind).shape);
            cells += if kinds.is_empty() { 0 } else { *count as usize };
            polygons += if shapes.any(|shape| matches!(shape, TileShape::Parts(_))) { *count } else { 0 };
        }
        if polygons > MANY_POLYGONS {
            let message = format!("{polygons} cells of the layer collide as free-form polygons");
            let help = "in the Tile Collision Editor, use rectangles or slopes where they are enough";
            let finding = map.finding(&CHECK, message).help(help).in_layer(&layer.path);
            out.add(match map.locator.layer(index) {
                Some(element) => finding.at(element),
                None => finding,
            });
        }
    }
    let chunks = level.grid.memory().chunks;
    if chunks > MANY_CHUNKS && cells < chunks * FEW_CELLS {
        let message =
            format!("the {cells} colliding cells are scattered over {chunks} areas of 64 × 64 cells");
        out.add(map.finding(&CHECK, message).help("split the map into several maps of a .world"));
    }
}
