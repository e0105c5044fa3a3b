//! Warnings about layers that are probably meant to collide.

use super::apply::{Census, find};
use super::{AppliedTo, Conventions, Meaning};
use crate::error::{Place, Warning, WarningKind};
use crate::xml::facts::{Content, LayerFacts, MapFacts, TilesetFacts};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of layers in a warning.
const MOST_LAYERS: usize = 5;

/// Maximum number of tiles in a warning.
const MOST_TILES: usize = 12;

/// The warning that nothing in the map collides, with the layers that probably should.
pub(crate) fn nothing_collides(facts: &MapFacts) -> Warning {
    let table = Conventions::built_in();
    let is_solid = |row: usize| matches!(table.rows[row].meaning, Meaning::Solid | Meaning::OneWay);
    let found = find(facts, table).into_iter().filter(|found| found.count > 0 && is_solid(found.row));
    let mut named: Vec<AppliedTo> = found.map(|found| found.layer_with_count()).collect();
    let by_name = !named.is_empty();
    if !by_name {
        named = largest(facts);
    }
    let message = if named.is_empty() {
        "nothing collides; in Tiled, give tiles, a tileset or a layer the property \"collision\" with the value \"solid\", \
         or the map \"none\" if that is meant"
            .to_owned()
    } else {
        let what = if by_name { "what looks like it by name is" } else { "the map has" };
        let by_table = if by_name { ", or the map \"tp_conventions\" with \"common\"" } else { "" };
        format!(
            "nothing collides, and {what} {}; in Tiled, give a layer that is solid the property \"tp_collision\" with the \
             value \"on\"{by_table}, or the map \"collision\" with \"none\" if that is meant",
            some(named.iter().map(ToString::to_string), MOST_LAYERS)
        )
    };
    Warning::new(WarningKind::NothingCollides, &facts.file, facts.position, message)
}

/// The tile layers with the most tiles.
fn largest(facts: &MapFacts) -> Vec<AppliedTo> {
    let mut layers = Vec::new();
    each(&facts.layers, &mut |layer| {
        let census = Census::of(facts, &layer.content, &Conventions::default());
        if census.silent > 0 {
            layers.push((layer.path.clone(), census.silent));
        }
    });
    layers.sort_by_key(|(_, tiles)| std::cmp::Reverse(*tiles));
    layers.into_iter().map(|(path, tiles)| AppliedTo::TileLayer { path, tiles }).collect()
}

fn each<'a>(layers: &'a [LayerFacts], act: &mut impl FnMut(&'a LayerFacts)) {
    for layer in layers {
        act(layer);
        if let Content::Group(inner) = &layer.content {
            each(inner, act);
        }
    }
}

/// Warnings about tilesets with and without collision shapes, in layers that are probably all solid; one for each
/// tileset.
pub(crate) fn partial(facts: &MapFacts) -> Vec<Warning> {
    let mut tiles = facts.tilesets.iter().flat_map(|tileset| tileset.tiles.values());
    if tiles.all(|tile| tile.shapes.is_empty()) {
        return Vec::new();
    }
    let table = Conventions::built_in();
    let solid: BTreeSet<String> = find(facts, table)
        .into_iter()
        .filter(|found| {
            found.is_tiles && found.shapes_only && table.rows[found.row].meaning == Meaning::Solid
        })
        .map(|found| found.path)
        .collect();
    let mut lacking: BTreeMap<usize, (BTreeSet<u32>, &str)> = BTreeMap::new();
    each(&facts.layers, &mut |layer| {
        let is_whole = layer.convention.as_ref().is_some_and(|row| !row.shapes_only);
        if !solid.contains(&layer.path) || is_whole {
            return;
        }
        let census = Census::of(facts, &layer.content, table);
        let tileset = |gid: &u32| facts.gids.find(*gid);
        let with: BTreeSet<usize> =
            census.shaped_gids.keys().filter_map(tileset).map(|(index, _)| index).collect();
        for (index, id) in census.silent_gids.keys().filter_map(tileset) {
            if with.contains(&index) {
                lacking.entry(index).or_insert_with(|| (BTreeSet::new(), &layer.path)).0.insert(id);
            }
        }
    });
    lacking.into_iter().map(|(index, (ids, path))| lacks_shapes(&facts.tilesets[index], &ids, path)).collect()
}

fn lacks_shapes(tileset: &TilesetFacts, ids: &BTreeSet<u32>, layer: &str) -> Warning {
    let (tiles, have, verb) = if ids.len() == 1 { ("tile", "has", "does") } else { ("tiles", "have", "do") };
    let message = format!(
        "{tiles} {} of the tileset {have} no collision shape and {verb} not collide in layer {layer:?}, where other tiles \
         do; draw shapes in the Tile Collision Editor, or give these tiles the property \"collision\" with \"solid\" or \"none\"",
        some(ids.iter().map(ToString::to_string), MOST_TILES)
    );
    let place = Place { tileset: Some(tileset.name.clone()), ..Place::default() };
    Warning::new(WarningKind::PartialCollision, &tileset.file, tileset.position, message).within(&place)
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
