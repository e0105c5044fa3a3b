//! Applies the rows about layers to a map.

use super::census::Census;
use super::choose::{Choice, Found};
use crate::error::LoadError;
use crate::settings::collision::{Collision, LayerRule, Settings, is_solid_by_tile};
use crate::settings::convention::{AppliedConvention, Meaning};
use crate::settings::conventions::{Conventions, asked_by_map};
use crate::settings::object_rows::ObjectRows;
use crate::tmx::data::FLAGS;
use crate::tmx::facts::{Content, LayerFacts, LayerRow, MapFacts};
use crate::vocabulary::names::IGNORE;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Applies `table`, or the table that the map asks for, to `facts`; returns the effects on layers.
pub(crate) fn apply(facts: &mut MapFacts, table: &Conventions) -> Result<Vec<AppliedConvention>, LoadError> {
    let of_map = asked_by_map(&facts.properties)?;
    let table = of_map.unwrap_or_else(|| table.clone());
    let found = find(facts, &table);
    let mut by_layer: BTreeMap<usize, &Found> = found.iter().map(|found| (found.layer, found)).collect();
    note(&mut facts.layers, &mut 0, &mut by_layer);
    let object_rows = ObjectRows::of(&table);
    release_marks(&mut facts.layers, &table, &object_rows);
    let applied = found.iter().filter(|found| found.count > 0);
    let applied = applied
        .map(|found| AppliedConvention { row: table.rows[found.row].clone(), to: found.layer_with_count() })
        .collect();
    facts.conventions = Arc::new(table);
    facts.object_rows = object_rows;
    Ok(applied)
}

fn note(layers: &mut [LayerFacts], index: &mut usize, found: &mut BTreeMap<usize, &Found>) {
    for layer in layers {
        layer.convention =
            found.remove(index).map(|found| LayerRow { row: found.row, shapes_only: found.shapes_only });
        *index += 1;
        if let Content::Group(inner) = &mut layer.content {
            note(inner, index, found);
        }
    }
}

/// Clears the collision that objects have from their tiles, where a row calls the objects marks: a coin is no wall.
fn release_marks(layers: &mut [LayerFacts], table: &Conventions, rows: &ObjectRows) {
    for layer in layers {
        match &mut layer.content {
            Content::Group(inner) => release_marks(inner, table, rows),
            Content::Objects(objects, _) => {
                for object in objects.iter_mut().filter(|object| is_solid_by_tile(&object.properties)) {
                    let row = rows.row(&object.name, &object.class, &object.properties);
                    if row.is_some_and(|row| table.rows[row].meaning.class().is_some()) {
                        object.settings.collision = None;
                    }
                }
            }
            Content::Tiles(_) | Content::Image { .. } => {}
        }
    }
}

/// Finds the layers that match a row and have no collision setting, and chooses the rows that count.
pub(crate) fn find(facts: &MapFacts, table: &Conventions) -> Vec<Found> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let mut search = Search { facts, table, next: 0, found: Vec::new(), unsaid: Vec::new(), is_solid: false };
    search.layers(&facts.layers, &[]);
    let Search { found, unsaid, is_solid, .. } = search;
    let object_rows = ObjectRows::of(table);
    Choice { facts, table, object_rows, unsaid, is_solid }.of(found)
}

struct Search<'a> {
    facts: &'a MapFacts,
    table: &'a Conventions,
    next: usize,
    found: Vec<Found>,
    /// Tile layers without a tilephys property about collision, with their indices among all layers and their paths.
    unsaid: Vec<(usize, &'a Content, &'a str)>,
    /// True if a layer is solid by a tilephys property.
    is_solid: bool,
}

impl<'a> Search<'a> {
    fn layers(&mut self, layers: &'a [LayerFacts], groups: &[&'a LayerFacts]) {
        for layer in layers {
            let index = self.next;
            self.next += 1;
            let mut chain = groups.to_vec();
            chain.push(layer);
            let says = |settings: &Settings| settings.collision.is_some() || settings.layer_rule.is_some();
            if layer.class == IGNORE {
                self.skip(layer);
            } else if let Content::Group(inner) = &layer.content {
                self.layers(inner, &chain);
            } else if chain.iter().any(|layer| says(&layer.settings)) {
                let solid = chain.iter().any(|layer| is_solid(&layer.settings));
                self.is_solid |= solid && has_any(&layer.content);
            } else {
                if let Content::Tiles(_) = layer.content {
                    self.unsaid.push((index, &layer.content, &layer.path));
                }
                if let Some(row) = self.row(&chain) {
                    self.layer(index, layer, row);
                }
            }
        }
    }

    /// Skips the layers of a group that is left out.
    fn skip(&mut self, layer: &LayerFacts) {
        if let Content::Group(inner) = &layer.content {
            self.next += inner.len();
            inner.iter().for_each(|layer| self.skip(layer));
        }
    }

    /// The row for a layer: by its own name and properties, else by its groups, the nearest first.
    fn row(&self, chain: &[&LayerFacts]) -> Option<usize> {
        let is_tiles = match chain.last()?.content {
            Content::Tiles(_) => true,
            Content::Objects(..) => false,
            Content::Group(_) | Content::Image { .. } => return None,
        };
        let names = (0..chain.len()).rev().map(|i| {
            let before = i.checked_sub(1).map_or(0, |outer| chain[outer].path.len() + 1);
            (chain[i].path.get(before..).unwrap_or_default(), &chain[i].properties)
        });
        names.filter_map(|(name, properties)| self.table.of_layer(name, properties, is_tiles)).next()
    }

    fn layer(&mut self, index: usize, layer: &LayerFacts, row: usize) {
        let (meaning, path) = (self.table.rows[row].meaning, layer.path.clone());
        let found =
            Found { layer: index, path, row, is_tiles: false, count: 0, percent: 0, shapes_only: false };
        match &layer.content {
            Content::Objects(objects, _) if !objects.is_empty() => {
                let count = objects.iter().filter(|object| !object.says_what_it_is()).count();
                self.found.push(Found { count, ..found });
            }
            // A setting of the map itself applies to its tiles.
            Content::Tiles(_) if self.facts.settings.collision.is_none() => {
                let census = Census::of(self.facts, &layer.content, self.table);
                // A row of the game itself says more than the shapes of some tiles.
                let shapes_only = census.says(meaning) && self.table.rows[row].is_built_in();
                let count = match meaning {
                    Meaning::None | Meaning::Solid if shapes_only => 0,
                    _ if shapes_only => census.shaped,
                    _ => census.shaped + census.silent,
                };
                if census.all > 0 {
                    let percent = self.facts.percent(&layer.content, census.all);
                    self.found.push(Found { is_tiles: true, count, percent, shapes_only, ..found });
                }
            }
            _ => {}
        }
    }
}

fn is_solid(settings: &Settings) -> bool {
    settings.collision == Some(Collision::Solid) || settings.layer_rule.is_some_and(LayerRule::is_on)
}

/// True if a layer has a tile or an object.
fn has_any(content: &Content) -> bool {
    match content {
        Content::Tiles(cells) => {
            cells.blocks.iter().flat_map(|cells| &cells.gids).any(|gid| gid & !FLAGS != 0)
        }
        Content::Objects(objects, _) => !objects.is_empty(),
        Content::Group(_) | Content::Image { .. } => false,
    }
}
