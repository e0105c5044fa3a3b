//! Cells in which tiles of two layers collide.

use crate::catalogue::CheckInfo;
use crate::findings::Findings;
use crate::geometry::counted;
use crate::subject::Subject;
use glam::IVec2;
use std::collections::BTreeMap;
use tilephys_core::{LayerId, Tile, TileCoord, lattice::px_from_point};

/// Finds cells in which two layers collide, and differ in it.
pub(crate) fn stacked(map: &Subject<'_>, check: &CheckInfo, out: &mut Findings) {
    let grid = &map.level.grid;
    // Two layers of the grid, the number of cells, and the first cell.
    let mut pairs: BTreeMap<[LayerId; 2], (u32, TileCoord)> = BTreeMap::new();
    let mut layers = grid.layer_ids();
    if (layers.next(), layers.next()).1.is_none() {
        return;
    }
    for (layer, at, tile) in grid.tiles() {
        for (above, other) in grid.tiles_in(at).filter(|(above, _)| *above > layer) {
            if differ(grid.tile_kind(tile), grid.tile_kind(other)) {
                let (count, first) = pairs.entry([layer, above]).or_insert((0, at));
                *count += 1;
                *first = if (at.row, at.col) < (first.row, first.col) { at } else { *first };
            }
        }
    }
    for ([below, above], (count, first)) in pairs {
        let index = |id| map.level.layers.iter().position(|layer| layer.grid_layer == Some(id));
        let (Some(below), Some(above)) = (index(below), index(above)) else { continue };
        let path = |index: usize| &map.level.layers[index].path;
        let message = format!(
            "in {} this layer and layer {:?} collide with different shapes or materials, and bodies hit both",
            counted(count as usize, "cell"),
            path(below)
        );
        let help = "delete the tile from one of the layers, or set \"tp_collision\" to off on one of them";
        let pixel = px_from_point(IVec2::new(first.col, first.row) * grid.tile_size());
        let mut finding = map.finding(check, message).help(help).in_layer(path(above)).in_cell(first);
        if let Some(element) = map.locator.layer(above) {
            finding = finding.at(element);
        }
        if let Some(element) = map.locator.layer(below) {
            finding = finding.see(element, "the other layer is here");
        }
        finding.count = count;
        out.add(finding.at_pixel(pixel));
    }
}

/// True if two tiles in one cell collide in different ways.
fn differ(a: &Tile, b: &Tile) -> bool {
    a.category & b.category != 0 && (&a.shape, a.material) != (&b.shape, b.material)
}
