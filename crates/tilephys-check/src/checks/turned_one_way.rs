//! TP043: a one-way platform is turned with its tile, and blocks from another side.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::subject::Subject;
use crate::tiles::TileUse;
use std::collections::BTreeMap;
use tilephys_core::{
    Direction,
    shape::{OneWay, Part, TileShape},
};
use tilephys_tiled::{Cell, Flip, Level};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(43),
    name: "turned-one-way",
    severity: Some(Severity::Warning),
    explanation: "A one-way platform blocks from above, and cells of the map have its tile rotated or flipped. The open \
                  side turns with the tile, so bodies fall through these cells. Set the property one_way_fixed of the \
                  tile to true, which keeps the side, or use the tile as drawn. A tile with a property one_way_dir is \
                  not reported, since its author thought about directions.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let level = map.level;
    let mut found: BTreeMap<(u32, &str), TileUse> = BTreeMap::new();
    for layer in 0..level.layers.len() {
        // A layer of art may show the tile as it likes.
        let Some(grid_layer) = level.layers[layer].grid_layer else { continue };
        for cells in
            map.cells(layer).iter().filter(|cells| cells.cell.flip.diagonal || cells.cell.flip.vertical)
        {
            let drawn = Cell { flip: Flip::default(), ..cells.cell };
            let (Some(Direction::Up), Some(side)) = (open_side(level, drawn), open_side(level, cells.cell))
            else {
                continue;
            };
            let on_grid = level.layers[layer].offset == glam::Vec2::ZERO;
            if on_grid && level.grid.tile(grid_layer, cells.first).is_none() {
                continue;
            }
            let Some(word) = word(side).filter(|_| !names_direction(level, cells.cell.gid)) else { continue };
            let first = TileUse { cell: cells.cell, layer, first: cells.first, count: 0 };
            found.entry((cells.cell.gid, word)).or_insert(first).count += cells.count;
        }
    }
    for ((_, word), used) in found {
        let position = map.locator.cell(used.layer, used.first);
        let how = if used.cell.flip.diagonal { "rotated" } else { "flipped upside down" };
        let message = format!("the one-way platform is {how} here, so it blocks only {word}");
        let help = "set the tile's property \"one_way_fixed\" to true, or place the tile as drawn";
        let mut finding = map.about_tile(&CHECK, &used, None, message).help(help);
        if let Some(position) = position {
            finding.file = position.file.to_owned();
            finding.position = Some(position.position);
            finding.snippet = position.snippet();
        }
        out.add(finding);
    }
}

fn word(side: Direction) -> Option<&'static str> {
    match side {
        Direction::Up => None,
        Direction::Right => Some("what comes from the right"),
        Direction::Down => Some("what comes from below"),
        Direction::Left => Some("what comes from the left"),
    }
}

/// True if the tile or its tileset has a direction of its own.
fn names_direction(level: &Level, gid: u32) -> bool {
    let Some(tile) = level.tile(gid) else { return false };
    let mut lists = tile.info.map(|info| &info.properties).into_iter().chain([&tile.tileset.properties]);
    lists.any(|properties| {
        let property = properties.property("one_way_dir");
        property.is_some_and(|property| property.origin == tilephys_tiled::PropertyOrigin::Own)
    })
}

/// The side from which all of a tile's parts block, if it is a one-way platform.
fn open_side(level: &Level, cell: Cell) -> Option<Direction> {
    let shapes = level.kinds_of_cell(cell).iter().map(|kind| &level.grid.tile_kind(*kind).shape);
    let mut lines: Vec<Option<&OneWay>> = Vec::new();
    for shape in shapes {
        match shape {
            TileShape::OneWay(line) => lines.push(Some(line)),
            TileShape::Parts(parts) => lines.extend(parts.iter().map(|part| match part {
                Part::OneWay(line) => Some(line),
                Part::Solid(_) => None,
            })),
            _ => lines.push(None),
        }
    }
    let side = lines.first().copied().flatten()?.open();
    lines.iter().all(|line| line.is_some_and(|line| line.open() == side)).then_some(side)
}
