//! TP020: a tile in a run of ground does not collide.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::geometry::counted;
use crate::subject::Subject;
use crate::tiles::TileUse;
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::{LayerId, TileCoord};
use tilephys_tiled::{Cell, CellBlock, LayerContent, WarningKind};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(20),
    name: "tile-no-collision",
    severity: Some(Severity::Warning),
    explanation: "A tile has no collision shape, and nearly all its cells are between two solid tiles of its tileset, with \
                  nothing above: holes in a floor. So its shape was probably forgotten. Draw a shape in the Tile \
                  Collision Editor, or set its property collision to none. Tiles with a class, an animation or a collision \
                  property are not reported, nor layers of which less than half collides.",
    run: Run::Map(run),
};

/// Length in cells of the longest run that is a hole in a floor; longer ones are water or a bridge of decoration.
const LONGEST: u32 = 3;

/// Names of properties that say whether a tile collides.
const SETTINGS: [&str; 4] = ["collision", "collides", "solid", "one_way"];

fn run(map: &Subject<'_>, out: &mut Findings) {
    let level = map.level;
    for (index, layer) in level.layers.iter().enumerate() {
        let (Some(grid_layer), LayerContent::Tiles(blocks)) = (layer.grid_layer, &layer.content) else {
            continue;
        };
        let suspects = suspects(map, index);
        if suspects.is_empty() {
            continue;
        }
        let Some(shift) = map.shift_of(index) else { continue };
        let view = View { map, grid_layer, shift };
        let mut holes: BTreeMap<u32, u32> = BTreeMap::new();
        for block in blocks {
            view.holes(block, &suspects, &mut holes);
        }
        for (gid, used) in suspects {
            let in_floors = holes.get(&gid).copied().unwrap_or(0);
            // Three of four, since some cells are at the end of a floor.
            if in_floors == 0 || u64::from(in_floors) * 4 < u64::from(used.count) * 3 {
                continue;
            }
            let count = counted(in_floors as usize, "cell");
            let message = format!(
                "the tile does not collide, and {count} of its {} on this layer are holes between solid \
                 tiles",
                used.count
            );
            let help =
                "draw its shape in the Tile Collision Editor, or set its property \"collision\" to none";
            let tile = level.tile(gid);
            let position = tile.and_then(|tile| {
                let index = map.tileset_index(tile)?;
                map.locator.tile(index, tile.id).or_else(|| map.locator.tileset(index))
            });
            out.add(map.about_tile(&CHECK, &used, position, message).help(help));
        }
    }
}

/// Tiles of a layer that do not collide, while others of their tileset do and at least half of the layer does.
fn suspects(map: &Subject<'_>, layer: usize) -> BTreeMap<u32, TileUse> {
    let level = map.level;
    let (mut all, mut solid, mut found) = (0_u64, 0_u64, BTreeMap::new());
    let mut siblings = BTreeSet::new();
    for cells in map.cells(layer) {
        let Some(tile) = level.tile(cells.cell.gid) else { continue };
        all += u64::from(cells.count);
        if !level.kinds_of_cell(cells.cell).is_empty() {
            solid += u64::from(cells.count);
            siblings.insert(tile.tileset.first_gid);
        } else if is_plain(map, cells.cell) {
            let new = TileUse { cell: cells.cell, layer, first: cells.first, count: 0 };
            found.entry(cells.cell.gid).or_insert(new).count += cells.count;
        }
    }
    let is_told = |name: &str| {
        let warnings = level.warnings.iter().filter(|warning| warning.kind == WarningKind::PartialCollision);
        warnings.into_iter().any(|warning| warning.place.tileset.as_deref() == Some(name))
    };
    found.retain(|gid, _| {
        let tileset = level.tile(*gid).map(|tile| tile.tileset);
        tileset.is_some_and(|tileset| siblings.contains(&tileset.first_gid) && !is_told(&tileset.name))
    });
    if solid * 2 < all {
        found.clear();
    }
    found
}

/// True if a tile has no shapes and nothing that says what it is.
fn is_plain(map: &Subject<'_>, cell: Cell) -> bool {
    let Some(tile) = map.level.tile(cell.gid) else { return false };
    let is_silent = |name: &&str| tile.tileset.properties.property(name).is_none();
    let plain = tile.info.is_none_or(|info| {
        let is_unset = |name: &&str| info.properties.property(name).is_none();
        info.class.is_empty() && info.frames.is_empty() && SETTINGS.iter().all(is_unset)
    });
    plain && SETTINGS.iter().all(is_silent) && map.shapes_of(tile).is_empty()
}

/// A layer of the map in the grid.
struct View<'m, 'a> {
    map: &'m Subject<'a>,
    grid_layer: LayerId,
    shift: glam::IVec2,
}

impl View<'_, '_> {
    /// Counts the cells of suspects that are holes in floors, by gid.
    fn holes(&self, block: &CellBlock, suspects: &BTreeMap<u32, TileUse>, holes: &mut BTreeMap<u32, u32>) {
        let width = block.width as usize;
        for (gids, row) in block.gids.chunks(width).zip(0_i32..) {
            let above = (row > 0).then(|| &block.gids[(row as usize - 1) * width..]);
            let mut at = 0;
            while at < width {
                let gid = Cell::of(gids[at]).map(|cell| cell.gid);
                let start = at;
                at += 1;
                let Some(gid) = gid.filter(|gid| suspects.contains_key(gid)) else { continue };
                while at < width && Cell::of(gids[at]).is_some_and(|cell| cell.gid == gid) {
                    at += 1;
                }
                let length = (at - start) as u32;
                let is_open =
                    above.is_some_and(|above| above[start..at].iter().all(|bits| Cell::of(*bits).is_none()));
                if is_open && length <= LONGEST && self.is_hole(block, row, [start, at]) {
                    *holes.entry(gid).or_insert(0) += length;
                }
            }
        }
    }

    /// True if a run of cells is free, under free ones and between solid ones.
    fn is_hole(&self, block: &CellBlock, row: i32, [start, end]: [usize; 2]) -> bool {
        let grid = &self.map.level.grid;
        let at = |col: i32, row: i32| {
            let moved = |min: i32, by: i32, shift: i32| min.saturating_add(by).saturating_add(shift);
            let min = block.min;
            TileCoord::new(moved(min.col, col, self.shift.x), moved(min.row, row, self.shift.y))
        };
        let (start, end) = (start as i32, end as i32);
        let is_solid = |col: i32| grid.tile(self.grid_layer, at(col, row)).is_some();
        let is_free = |col: i32, row: i32| grid.solid_tile(at(col, row), u32::MAX).is_none();
        let ends = start > 0 && end < block.width as i32 && is_solid(start - 1) && is_solid(end);
        ends && (start..end).all(|col| is_free(col, row) && is_free(col, row - 1))
    }
}
