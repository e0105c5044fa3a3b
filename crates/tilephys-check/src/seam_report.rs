//! Findings and fixes about seams.

use crate::catalogue::CheckInfo;
use crate::findings::{Finding, Findings};
use crate::fix::Fix;
use crate::geometry::object_in_words;
use crate::grouping::one_a_layer;
use crate::seam::{End, Seam, SeamKind};
use crate::seams::seams;
use crate::snap::{snap, to_edge};
use crate::subject::Subject;
use crate::tiles::{NO_FIX_IN_JSON, SNAP, TileUse, corners, image_size, px};
use glam::{I64Vec2, IVec2, Vec2};
use std::collections::BTreeMap;
use tilephys_core::{
    UNITS_PER_PX,
    lattice::{px_from_point, px_from_units},
};
use tilephys_tiled::{Cell, TileRef, TileShape};

/// Distance between a corner as drawn and its place on the lattice, in pixels: a unit.
const TOLERANCE: f32 = 1.0 / UNITS_PER_PX as f32;

/// Reports the seams of some kinds, one finding for each tile or object at fault.
pub(crate) fn report(map: &Subject<'_>, check: &CheckInfo, kinds: &[SeamKind], out: &mut Findings) {
    let all = map.answers.seams.get_or_init(|| seams(map));
    // Kinds of a tile in several orientations have one gid; objects have none.
    let mut groups: BTreeMap<(u32, Option<u32>), Vec<&Seam>> = BTreeMap::new();
    for seam in all.iter().filter(|seam| kinds.contains(&seam.kind)) {
        let kind = seam.culprit.met.tile;
        let object = map.level.object_of_kind(kind).map(|object| object.id);
        groups.entry((map.level.grid.tile_kind(kind).user, object)).or_default().push(seam);
    }
    let mut of_objects = Vec::new();
    for ((_, object), group) in groups {
        let finding = match object.and_then(|id| map.level.object(id)) {
            Some(object) => {
                let help = format!("move its edge to a whole pixel {SNAP}");
                Some(map.about_object(check, object, message(map, group[0])).help(help))
            }
            None => of_tile(map, check, group[0]),
        };
        let Some(mut finding) = finding else { continue };
        finding.count = u32::try_from(group.len()).unwrap_or(u32::MAX);
        finding = finding.in_cell(group[0].culprit.met.cell).at_pixel(px_from_point(group[0].at));
        match object {
            Some(_) => of_objects.push(finding),
            None => out.add(finding),
        }
    }
    // Rectangles drawn by hand miss each other all over a layer.
    out.list.extend(one_a_layer(of_objects));
}

fn of_tile(map: &Subject<'_>, check: &CheckInfo, seam: &Seam) -> Option<Finding> {
    let level = map.level;
    let tile = level.tile_of_kind(seam.culprit.met.tile)?;
    let layer = level.layers.iter().position(|layer| layer.grid_layer == Some(seam.culprit.met.layer))?;
    let drawn = drawn(map, seam, &seam.culprit);
    let shapes = map.shapes_of(tile);
    let shape = drawn.as_ref().and_then(|drawn| shapes.iter().find(|shape| drawn.has_corner(shape)));
    let element =
        shape.map(|shape| shape.element).or_else(|| map.locator.tile(map.tileset_index(tile)?, tile.id));
    let cell = drawn.as_ref().map_or(Cell { gid: 0, flip: tilephys_tiled::Flip::default() }, |d| d.cell);
    let used = TileUse { cell, layer, first: seam.culprit.met.cell, count: 1 };
    let is_json = element.is_some_and(|element| element.bytes().is_none());
    let json = if is_json { NO_FIX_IN_JSON } else { "" };
    let help = format!("in the Tile Collision Editor, move its corners there to a whole pixel {SNAP}{json}");
    let mut finding = map.about_tile(check, &used, element, message(map, seam)).help(help);
    finding.place.cell = None;
    finding.cells = None;
    finding.place.tileset = Some(tile.tileset.name.clone());
    finding.place.tile = Some(tile.id);
    finding.place.object = shape.and_then(|shape| shape.id);
    finding.fix = fix(map, seam);
    Some(finding)
}

fn message(map: &Subject<'_>, seam: &Seam) -> String {
    let [culprit, other] = [seam.culprit, seam.other].map(|end| in_words(map, &end));
    let size = px(px_from_units(seam.size()));
    match (seam.kind, seam.axis) {
        (SeamKind::Step, _) => {
            let how = if seam.culprit.value < seam.other.value { "higher" } else { "lower" };
            format!("the floor of {culprit} is {size} {how} than the floor of {other} beside it")
        }
        (SeamKind::Gap, 0) => format!("there is a gap of {size} between {culprit} and {other} beside it"),
        (SeamKind::Gap, _) => {
            format!("there is a gap of {size} between {culprit} and {other} above or below it")
        }
        (SeamKind::Sliver, _) => {
            format!("{culprit} and {other} end {size} apart, which leaves a ledge of this width")
        }
    }
}

fn in_words(map: &Subject<'_>, end: &End) -> String {
    let kind = end.met.tile;
    match (map.level.object_of_kind(kind), map.level.tile_of_kind(kind)) {
        (Some(object), _) => object_in_words(object),
        (None, Some(tile)) => format!("tile {} of tileset {:?}", tile.id, tile.tileset.name),
        (None, None) => "a solid of the map".to_owned(),
    }
}

/// A coordinate of a tile in the map, as drawn in its tileset.
struct Drawn<'a> {
    tile: TileRef<'a>,
    cell: Cell,
    /// Axis in the image of the tile.
    axis: usize,
    /// Coordinate in the image, in pixels.
    value: f32,
    /// Width and height of the image.
    size: Vec2,
    /// Coordinate in the map after the corner is snapped, in lattice units.
    snapped: i32,
}

impl Drawn<'_> {
    fn has_corner(&self, shape: &TileShape<'_>) -> bool {
        corners(shape).iter().any(|corner| (corner[self.axis] - self.value).abs() <= TOLERANCE)
    }
}

/// Where an end of a seam is drawn; `None` for objects and scaled tiles.
fn drawn<'a>(map: &Subject<'a>, seam: &Seam, end: &End) -> Option<Drawn<'a>> {
    let level = map.level;
    let tile = level.tile_of_kind(end.met.tile)?;
    let size = image_size(tile);
    if tile.tileset.fits_grid && size != level.tile_size.as_vec2() {
        return None;
    }
    let gid = level.grid.tile_kind(end.met.tile).user;
    let mut cells = (0..level.layers.len()).flat_map(|layer| map.cells(layer));
    let cell = cells.find(|c| c.cell.gid == gid && level.kinds_of_cell(c.cell).contains(&end.met.tile))?.cell;
    let origin = match end.met.off_grid {
        Some(id) => level.grid.off_grid_shape(id)?.origin(),
        None => IVec2::new(end.met.cell.col, end.met.cell.row) * level.grid.tile_size(),
    };
    // In 64 bits, since a file may have any size and offset.
    let unit = i64::from(UNITS_PER_PX);
    let units = size.as_i64vec2() * unit;
    let turned = if cell.flip.diagonal { I64Vec2::new(units.y, units.x) } else { units };
    let bottom = i64::from(level.grid.tile_size().y) - turned.y;
    let corner = I64Vec2::new(0, bottom) + tile.tileset.tile_offset.as_i64vec2() * unit;
    let low = (origin.as_i64vec2() + corner)[seam.axis];
    let is_flipped = [cell.flip.horizontal, cell.flip.vertical][seam.axis];
    let flip = |value: i64| if is_flipped { turned[seam.axis] - value } else { value };
    let value = px_from_units(i32::try_from(flip(i64::from(end.value) - low)).ok()?);
    let axis = if cell.flip.diagonal { 1 - seam.axis } else { seam.axis };
    let goal = to_edge(value, size[axis]).unwrap_or(value.round());
    let snapped = i32::try_from(low + flip(goal as i64 * unit)).ok()?;
    Some(Drawn { tile, cell, axis, value, size, snapped })
}

/// Edits that close a seam by snapping the corners at it; `None` unless both sides then meet.
fn fix(map: &Subject<'_>, seam: &Seam) -> Option<Fix> {
    let mut moved: BTreeMap<u32, Vec<Drawn<'_>>> = BTreeMap::new();
    let mut places = Vec::new();
    for end in [&seam.culprit, &seam.other] {
        if end.value % UNITS_PER_PX == 0 {
            places.push(end.value);
            continue;
        }
        let drawn = drawn(map, seam, end)?;
        if !map.shapes_of(drawn.tile).iter().any(|shape| drawn.has_corner(shape)) {
            return None;
        }
        places.push(drawn.snapped);
        moved.entry(drawn.cell.gid).or_default().push(drawn);
    }
    if places[0] != places[1] {
        return None;
    }
    let mut edits = Vec::new();
    for tile in moved.values() {
        for shape in map.shapes_of(tile[0].tile) {
            let goal = |axis: usize, value: f32| {
                let is_at_seam = |d: &Drawn<'_>| d.axis == axis && (d.value - value).abs() <= TOLERANCE;
                let snapped = tile.iter().any(is_at_seam).then_some(value.round());
                to_edge(value, tile[0].size[axis]).or(snapped).unwrap_or(value)
            };
            edits.extend(snap(&shape, goal)?);
        }
    }
    let names: Vec<String> = moved.values().map(|tile| format!("tile {}", tile[0].tile.id)).collect();
    let title = format!("snap corners of {} to whole pixels", names.join(" and "));
    (!edits.is_empty()).then_some(Fix { title, edits })
}
