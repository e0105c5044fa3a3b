//! TP031: the collision of a layer is not where its picture is.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Finding, Findings, Severity};
use crate::geometry::counted;
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use std::collections::BTreeSet;
use tilephys_core::{LayerId, TileCoord, lattice::px_from_point};
use tilephys_tiled::{
    AppliedTo, Cell, CellBlock, LayerContent, LayerInfo, LayerKind, ObjectKind, PropertyOrigin,
};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(31),
    name: "unseen-layer",
    severity: Some(Severity::Warning),
    explanation: "A hidden or transparent layer collides where no other layer shows anything, so players meet invisible \
                  walls. Or a colliding layer is shifted by less than a tile, so its tiles do not meet the tiles of other \
                  layers. A layer that collides while its picture scrolls at another speed is reported too. Hidden \
                  layers below a visible picture are not reported, nor those with a \"tp_collision\" of their own.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    let layers = map.level.layers.iter().enumerate();
    let collides = layers.filter(|(_, layer)| layer.grid_layer.is_some() && layer.kind == LayerKind::Tiles);
    for (index, layer) in collides {
        if let Some(grid_layer) = layer.grid_layer.filter(|_| !is_shown(layer) && !is_meant(map, layer)) {
            out.list.extend(unseen(map, index, grid_layer));
        }
        out.list.extend(shifted(map, index));
    }
}

fn is_shown(layer: &LayerInfo) -> bool {
    layer.visible && layer.opacity > 0.0
}

/// True if the layer says that it collides, by a property of its own or by its name.
fn is_meant(map: &Subject<'_>, layer: &LayerInfo) -> bool {
    let is_named = |to: &AppliedTo| matches!(to, AppliedTo::TileLayer { path, .. } if *path == layer.path);
    if map.level.conventions.iter().any(|applied| is_named(&applied.to)) {
        return true;
    }
    let names = ["tp_collision", "collision"];
    names.iter().any(|name| {
        layer.properties.property(name).is_some_and(|property| property.origin == PropertyOrigin::Own)
    })
}

/// The finding about the colliding cells of a hidden layer over which nothing is drawn.
fn unseen(map: &Subject<'_>, index: usize, grid_layer: LayerId) -> Option<Finding> {
    let level = map.level;
    // A painted background may show anything anywhere.
    let is_painted = |layer: &LayerInfo| layer.kind == LayerKind::Image && is_shown(layer);
    if level.layers.iter().any(is_painted) {
        return None;
    }
    let shift = cells_of(map, level.layers[index].offset)?;
    let LayerContent::Tiles(blocks) = &level.layers[index].content else { return None };
    let colliding =
        cells(blocks).map(|(at, _)| at).filter(|at| level.grid.tile(grid_layer, moved(*at, shift)).is_some());
    let mut hidden: BTreeSet<(i32, i32)> =
        colliding.map(|at| moved(at, shift)).map(|at| (at.row, at.col)).collect();
    for other in level.layers.iter().filter(|layer| is_shown(layer)) {
        let LayerContent::Tiles(blocks) = &other.content else { continue };
        let shift = cells_of(map, other.offset)?;
        for (at, gid) in cells(blocks) {
            // Tiles larger than the cell reach up and to the right.
            let size = level.tile(gid).map_or(level.tile_size, |tile| tile.tileset.tile_size);
            let reach = size.as_ivec2().saturating_sub(IVec2::ONE) / level.tile_size.as_ivec2();
            let at = moved(at, shift);
            for row in at.row.saturating_sub(reach.y)..=at.row {
                for col in at.col..=at.col.saturating_add(reach.x) {
                    hidden.remove(&(row, col));
                }
            }
        }
    }
    cover_by_objects(map, &mut hidden);
    let &(row, col) = hidden.first()?;
    let (at, layer) = (TileCoord::new(col, row), &level.layers[index]);
    let why = if layer.visible { "transparent" } else { "hidden" };
    let cells = counted(hidden.len(), "cell");
    let message = format!("the layer is {why} and collides in {cells} where nothing is drawn");
    let help = "show the layer, or set \"tp_collision\" to off if it should not collide, and to auto if it \
                should";
    let pixel = px_from_point(IVec2::new(col, row) * level.grid.tile_size());
    let mut finding = about_layer(map, index, message).help(help).in_cell(at).at_pixel(pixel);
    finding.count = u32::try_from(hidden.len()).unwrap_or(u32::MAX);
    Some(finding)
}

/// Removes the cells that a visible tile object covers.
fn cover_by_objects(map: &Subject<'_>, hidden: &mut BTreeSet<(i32, i32)>) {
    let level = map.level;
    for object in &level.objects {
        let is_drawn = matches!(object.kind, ObjectKind::Tile(_)) && object.visible;
        let Some(aabb) = crate::geometry::object_box(object) else { continue };
        if !is_drawn || !is_shown(&level.layers[object.layer]) || hidden.is_empty() {
            continue;
        }
        let (low, high) = (level.grid.cell_at(aabb.min), level.grid.cell_at(aabb.max - IVec2::ONE));
        hidden
            .retain(|(row, col)| !((low.row..=high.row).contains(row) && (low.col..=high.col).contains(col)));
    }
}

/// The finding about a layer whose offset is a fraction of a tile, beside layers without it.
fn shifted(map: &Subject<'_>, index: usize) -> Option<Finding> {
    let level = map.level;
    let fraction = |offset: Vec2| {
        let tile = level.tile_size.as_vec2();
        [offset.x.rem_euclid(tile.x), offset.y.rem_euclid(tile.y)]
    };
    let [x, y] = fraction(level.layers[index].offset);
    let tile = level.tile_size.as_vec2();
    // Half a tile is meant.
    let is_odd = |part: f32, whole: f32| part != 0.0 && part * 2.0 != whole;
    let aligned =
        level.layers.iter().filter(|layer| layer.grid_layer.is_some() && layer.kind == LayerKind::Tiles);
    let has_others = aligned.clone().any(|layer| fraction(layer.offset) != [x, y]);
    if !has_others || !(is_odd(x, tile.x) || is_odd(y, tile.y)) {
        return None;
    }
    let Vec2 { x, y } = level.layers[index].offset;
    let message = format!(
        "the layer collides and is shifted by {x}, {y} px, so its tiles do not meet those of other layers"
    );
    let help = "set the layer's offset to whole tiles, or to 0";
    Some(about_layer(map, index, message).help(help))
}

fn about_layer(map: &Subject<'_>, index: usize, message: String) -> Finding {
    let finding = map.finding(&CHECK, message).in_layer(&map.level.layers[index].path);
    match map.locator.layer(index) {
        Some(element) => finding.at(element),
        None => finding,
    }
}

/// The cells with tiles, with their gids.
fn cells(blocks: &[CellBlock]) -> impl Iterator<Item = (TileCoord, u32)> + '_ {
    blocks.iter().flat_map(|block| {
        let filled =
            block.gids.iter().zip(0_u32..).filter_map(|(bits, place)| Some((Cell::of(*bits)?, place)));
        filled.map(|(cell, place)| {
            let (col, row) = (place % block.width, place / block.width);
            let at = TileCoord::new(
                block.min.col.saturating_add_unsigned(col),
                block.min.row.saturating_add_unsigned(row),
            );
            (at, cell.gid)
        })
    })
}

/// An offset in cells; `None` if it is a fraction of a cell.
fn cells_of(map: &Subject<'_>, offset: Vec2) -> Option<IVec2> {
    let cells = offset / map.level.tile_size.as_vec2();
    (cells == cells.round()).then(|| cells.as_ivec2())
}

fn moved(at: TileCoord, by: IVec2) -> TileCoord {
    TileCoord::new(at.col.saturating_add(by.x), at.row.saturating_add(by.y))
}
