//! Whether a tile of a layer collides, and whether it is one that is read.

use crate::collision::{Collision, LayerRule, layer_rule};
use crate::error::{LoadError, Place, Position, Problem};
use crate::load::Chain;
use crate::xml::facts::{MapFacts, ObjectFacts, TileFacts, TilesetFacts};
use std::path::Path;
use tiled::ObjectShape;
use tilephys_core::{UNITS_PER_PX, units_from_px};

/// A statement, and where it stands.
struct Stated<'a> {
    collision: Collision,
    file: &'a Path,
    position: Position,
}

/// The category of the tile `id` of `tileset` if it is solid in a layer, `None` if it does not collide there.
///
/// If it has shapes, each collides as the nearest word says, from the shape outward, and is solid without one. If it
/// has none, it collides as the nearest word says, from the tile outward.
pub(crate) fn solid_category(
    map: &MapFacts,
    model: &tiled::Map,
    (tileset, id): (&TilesetFacts, u32),
    chain: &Chain<'_>,
) -> Result<Option<u32>, LoadError> {
    if tileset.built_in {
        return Ok(None);
    }
    let tile = tileset.tiles.get(&id);
    let stated = stated(map, tileset, tile, chain);
    let model = tileset.in_copy.and_then(|i| model.tilesets().get(i)?.get_tile(id));
    let models = model.as_ref().and_then(|m| m.collision.as_ref()).map_or(&[][..], |c| c.object_data());
    let shapes = tile.map_or(&[][..], |t| &t.shapes[..]).iter().zip(models);
    // Points and texts are marks, no colliders.
    let shapes: Vec<_> = shapes
        .filter(|(_, m)| !matches!(m.shape, ObjectShape::Point(..) | ObjectShape::Text { .. }))
        .collect();
    let of_shapes = match (&shapes[..], stated) {
        ([], None) if layer_rule(&chain.layers) != LayerRule::On => return Ok(None),
        ([], Some(Stated { collision: Collision::None, .. })) => return Ok(None),
        ([], Some(word)) if word.collision != Collision::Solid => return Err(unread_value(&word)),
        ([], _) => None,
        (shapes, stated) => match category_of_shapes(tileset, id, shapes, stated.as_ref())? {
            Some(category) => category,
            None => return Ok(None),
        },
    };
    check_fit(map, tileset, id)?;
    let of_tile = || tile.and_then(|t| t.settings.category).or(tileset.settings.category);
    let of_layers = || chain.layers.iter().rev().find_map(|l| l.settings.category);
    Ok(Some(of_shapes.or_else(of_tile).or_else(of_layers).or(map.settings.category).unwrap_or(1)))
}

/// The first category that a solid shape states; the outer `None` if no shape collides.
fn category_of_shapes(
    tileset: &TilesetFacts,
    id: u32,
    shapes: &[(&ObjectFacts, &tiled::ObjectData)],
    stated: Option<&Stated<'_>>,
) -> Result<Option<Option<u32>>, LoadError> {
    let mut solid = None;
    for (facts, model) in shapes {
        let word = facts.settings.collision.map(|collision| Stated {
            collision,
            file: &tileset.file,
            position: facts.position,
        });
        match word.as_ref().or(stated) {
            Some(Stated { collision: Collision::None, .. }) => continue,
            Some(word) if word.collision != Collision::Solid => return Err(unread_value(word)),
            _ => check_shape(tileset, id, facts, model)?,
        }
        solid = Some(solid.flatten().or(facts.settings.category));
    }
    Ok(solid)
}

/// The nearest word on a tile: its own, its tileset's, its layer's, a group's, the map's.
fn stated<'a>(
    map: &'a MapFacts,
    tileset: &'a TilesetFacts,
    tile: Option<&'a TileFacts>,
    chain: &Chain<'a>,
) -> Option<Stated<'a>> {
    let of_tile = tile.map(|t| (&t.settings, &tileset.file, t.position));
    let of_layers = chain.layers.iter().rev().map(|l| (&l.settings, &map.file, l.position));
    let words = of_tile
        .into_iter()
        .chain([(&tileset.settings, &tileset.file, tileset.position)])
        .chain(of_layers)
        .chain([(&map.settings, &map.file, map.position)]);
    let mut stated = words.filter_map(|(settings, file, position)| {
        Some(Stated { collision: settings.collision?, file, position })
    });
    stated.next()
}

/// Whether a solid tile fills its cell.
fn check_fit(map: &MapFacts, tileset: &TilesetFacts, id: u32) -> Result<(), LoadError> {
    let position = tileset.tiles.get(&id).map_or(tileset.position, |t| t.position);
    let error =
        |message: String| Err(LoadError::new(Problem::NotReadYet, &tileset.file, message).at(position));
    let [w, h] = map.tile_size;
    match tileset.size_of(id) {
        Some(size) if size == map.tile_size => {}
        Some([tw, th]) => {
            return error(format!(
                "the tile collides and is {tw}×{th} px, but a cell of the map is {w}×{h} px; \
                 colliding tiles of another size are not read yet"
            ));
        }
        None => {
            return error(format!(
                "the tile collides, but its <image> has no width and height; save the tileset again in Tiled \
                 with the image in its place, so that it can be compared with the cell of {w}×{h} px"
            ));
        }
    }
    let [x, y] = tileset.look.tile_offset.to_array();
    if [x, y] != [0, 0] {
        return error(format!(
            "the tile collides, but its tileset draws it {x}, {y} px beside its cell; \
             colliding tiles with a drawing offset are not read yet"
        ));
    }
    Ok(())
}

fn unread_value(word: &Stated<'_>) -> LoadError {
    let message = format!(
        "collision {:?} is not read yet, only \"solid\" and \"none\"; set one of these for now",
        word.collision.name()
    );
    LoadError::new(Problem::NotReadYet, word.file, message).at(word.position)
}

/// Whether a solid shape fills its tile.
fn check_shape(
    tileset: &TilesetFacts,
    id: u32,
    facts: &ObjectFacts,
    model: &tiled::ObjectData,
) -> Result<(), LoadError> {
    let size = tileset.size_of(id);
    let whole = |width: f32, height: f32| {
        let units = |px: f32| units_from_px(px).map(i64::from);
        let full = |px: u32| Some(i64::from(px) * i64::from(UNITS_PER_PX));
        let Some([w, h]) = size else { return false };
        [units(model.x), units(model.y)] == [Some(0); 2]
            && [units(width), units(height)] == [full(w), full(h)]
    };
    let what = match &model.shape {
        _ if model.rotation != 0.0 => "is turned",
        ObjectShape::Rect { width, height } if whole(*width, *height) => return Ok(()),
        ObjectShape::Rect { .. } => "does not fill the tile",
        ObjectShape::Ellipse { .. } => "is an ellipse",
        ObjectShape::Capsule { .. } => "is a capsule",
        ObjectShape::Polygon { .. } => "is a polygon",
        ObjectShape::Polyline { .. } => "is a polyline",
        _ => "is of another kind",
    };
    let message = format!(
        "the collision shape {what}; only rectangles over the whole tile are read yet, \
         so draw one, or set \"collision\" to \"none\""
    );
    let place = Place { object: Some(model.id()), ..Place::default() };
    Err(LoadError::new(Problem::NotReadYet, &tileset.file, message).at(facts.position).within(place))
}
