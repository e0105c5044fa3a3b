//! Warnings about layers that are probably meant to collide.

use crate::conventions::choose::{Census, Found, find};
use crate::data::parts::ObjectKind;
use crate::error::{Place, Warning, WarningKind, WithHelp};
use crate::settings::collision::Collision;
use crate::settings::convention::{AppliedTo, Meaning};
use crate::settings::conventions::Conventions;
use crate::settings::patterns::by_name;
use crate::tmx::facts::{LayerRow, MapFacts, ObjectFacts, TilesetFacts};
use crate::vocabulary::names::IGNORE;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of layers in a warning.
const MOST_LAYERS: usize = 5;

/// Maximum number of tiles in a warning.
const MOST_TILES: usize = 12;

/// A layer of which at most one tile in so many collides, though its name says that it is solid, is left out by mistake.
const SLIVER: usize = 5;

/// The warning that nothing collides, or next to nothing.
pub(crate) struct Lack {
    pub(crate) warning: Warning,
    /// Layers that are probably meant to be solid, the likeliest first.
    pub(crate) candidates: Vec<AppliedTo>,
    /// Path of the layer in which few tiles collide.
    pub(crate) sliver: Option<String>,
}

/// The lack of ground in a map, if any. `is_empty` is true if nothing collides, `is_solid` if more than one-way platforms do.
pub(crate) fn lack(facts: &MapFacts, is_empty: bool, is_solid: bool) -> Option<Lack> {
    if facts.settings.collision == Some(Collision::None) {
        return None;
    }
    let is_one_way = |row: &LayerRow| facts.conventions.rows[row.row].meaning == Meaning::OneWay;
    let mut one_ways = facts.layers.iter().filter(|layer| layer.convention.as_ref().is_some_and(is_one_way));
    let one_way = one_ways.next().map(|layer| layer.info.path.as_str()).filter(|_| !is_solid);
    let sliver = sliver(facts);
    if !is_empty && sliver.is_none() && one_way.is_none() {
        return None;
    }
    let mut candidates = candidates(facts);
    let (kind, what) = if is_empty {
        (WarningKind::NothingCollides, "nothing in this map collides".to_owned())
    } else if let Some((path, colliding, tiles)) = &sliver {
        candidates.insert(0, AppliedTo::TileLayer { path: path.clone(), tiles: *tiles });
        let collide = if *colliding == 1 { "collides" } else { "collide" };
        let few = format!(
            "only {colliding} of the {tiles} tiles of layer {path:?} {collide}: the others have no \
             collision shape"
        );
        (WarningKind::LittleCollides, few)
    } else if let Some(path) = one_way.filter(|_| !candidates.is_empty()) {
        (WarningKind::LittleCollides, format!("only the one-way platforms of layer {path:?} collide"))
    } else {
        return None;
    };
    let remedy = match candidates.first() {
        None => "set \"collision\" to \"solid\" on tiles, a tileset or a layer",
        Some(AppliedTo::TileLayer { .. }) => "set \"tp_collision\" to \"cell\" on the solid layer",
        Some(_) => "set \"tp_collision\" to \"on\" on the solid layer",
    };
    // The layer with few colliding tiles is named already.
    let others = candidates.iter().skip(usize::from(sliver.is_some() && !is_empty)).map(ToString::to_string);
    let likely = some(others, MOST_LAYERS);
    let likely = if likely.is_empty() { String::new() } else { format!("; likely ground: {likely}") };
    let meant = match (is_empty, candidates.is_empty()) {
        (false, _) => "",
        (true, true) => ", or to \"none\" on the map if this is intended",
        (true, false) => ", or \"collision\" to \"none\" on the map if this is intended",
    };
    let message = format!("{what}{likely}").help(format!("in Tiled, {remedy}{meant}"));
    let warning = Warning::at(kind, &facts.file, facts.position, message);
    Some(Lack { warning, candidates, sliver: sliver.map(|(path, ..)| path) })
}

/// A layer that its name makes solid, of which few tiles collide: path, colliding tiles, all tiles.
fn sliver(facts: &MapFacts) -> Option<(String, usize, usize)> {
    facts.layers.iter().find_map(|layer| {
        let row = layer.convention.as_ref().filter(|row| row.shapes_only)?;
        let census = Census::of(facts, layer, &facts.conventions);
        let is_sliver = facts.conventions.rows[row.row].meaning == Meaning::Solid
            && census.silent > 0
            && census.solid * SLIVER <= census.all;
        is_sliver.then(|| (layer.info.path.clone(), census.solid, census.all))
    })
}

/// The layers that do not collide and may be ground, the likeliest first: by their names, and by the share that they fill.
fn candidates(facts: &MapFacts) -> Vec<AppliedTo> {
    let mut rated = Vec::new();
    for layer in &facts.layers {
        let says = layer.settings.collision.is_some() || layer.settings.layer_rule.is_some();
        if says || layer.info.class == IGNORE || layer.convention.is_some() {
            continue;
        }
        let path = layer.info.path.clone();
        let rating = by_name(&path);
        let tiles = Census::of(facts, layer, &Conventions::default()).silent;
        let percent = facts.percent(layer, tiles);
        // A layer that fills the map is a background.
        if tiles > 0 && percent < 100 {
            let by_share = if (5..=60).contains(&percent) { 1 } else { 0 };
            rated.push((by_share + rating, tiles, AppliedTo::TileLayer { path, tiles }));
            continue;
        }
        let objects = layer.objects.iter().filter(|object| is_shape(object)).count();
        if objects > 0 {
            rated.push((rating, objects, AppliedTo::ObjectLayer { path, objects }));
        }
    }
    rated.sort_by_key(|(rating, number, _)| (std::cmp::Reverse(*rating), std::cmp::Reverse(*number)));
    rated.into_iter().map(|(_, _, to)| to).collect()
}

/// True if an object is drawn as a shape with an extent, without a tile, a class or a name of its own.
fn is_shape(object: &ObjectFacts) -> bool {
    let is_plain = object.tile.is_none() && object.class.is_empty();
    is_plain && !matches!(object.geometry.shape, ObjectKind::Point | ObjectKind::Text(_))
}

/// Warnings about tilesets with and without collision shapes, in layers that are probably all solid; one for each
/// tileset. The layer at `sliver` has a warning of its own.
pub(crate) fn partial(facts: &MapFacts, sliver: Option<&str>) -> Vec<Warning> {
    let mut tiles = facts.tilesets.iter().flat_map(|tileset| tileset.tiles.values());
    if tiles.all(|tile| tile.shapes.is_empty()) {
        return Vec::new();
    }
    let table = Conventions::built_in();
    let found = find(facts, table).into_iter();
    let is_solid = |found: &Found| {
        let means_solid = table.rows[found.row].meaning == Meaning::Solid;
        means_solid && found.shapes_only && facts.layers[found.layer].is_tiles()
    };
    let solid = found.filter(is_solid).map(|found| &facts.layers[found.layer]);
    let mut lacking: BTreeMap<usize, (BTreeSet<u32>, &str)> = BTreeMap::new();
    for layer in solid {
        let is_whole = layer.convention.as_ref().is_some_and(|row| !row.shapes_only);
        if is_whole || sliver == Some(&*layer.info.path) {
            continue;
        }
        let census = Census::of(facts, layer, table);
        let tileset = |gid: &u32| facts.gids.find(*gid);
        let with: BTreeSet<usize> =
            census.shaped_gids.keys().filter_map(tileset).map(|(index, _)| index).collect();
        for (index, id) in census.silent_gids.keys().filter_map(tileset) {
            if with.contains(&index) {
                lacking.entry(index).or_insert_with(|| (BTreeSet::new(), &*layer.info.path)).0.insert(id);
            }
        }
    }
    lacking.into_iter().map(|(index, (ids, path))| lacks_shapes(&facts.tilesets[index], &ids, path)).collect()
}

fn lacks_shapes(tileset: &TilesetFacts, ids: &BTreeSet<u32>, layer: &str) -> Warning {
    let (tiles, have, verb) = if ids.len() == 1 { ("tile", "has", "does") } else { ("tiles", "have", "do") };
    let message = format!(
        "{tiles} {} of the tileset {have} no collision shape and {verb} not collide in layer {layer:?}, \
         although other tiles there do",
        some(ids.iter().map(ToString::to_string), MOST_TILES)
    )
    .help(
        "draw shapes in the Tile Collision Editor, or set \"collision\" on these tiles to \"solid\" or \
         \"none\"",
    );
    let place = Place { tileset: Some(tileset.info.name.clone()), ..Place::default() };
    Warning::at(WarningKind::PartialCollision, &tileset.file, tileset.position, message).within(&place)
}

/// The first `most` of some words, and the number of the others.
fn some(words: impl Iterator<Item = String>, most: usize) -> String {
    let mut words: Vec<String> = words.collect();
    let more = words.len().saturating_sub(most);
    if more > 0 {
        words.truncate(most);
        words.push(format!("{more} more"));
    }
    words.join(", ")
}
