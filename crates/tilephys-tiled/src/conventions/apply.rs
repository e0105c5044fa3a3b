//! Applies the rows of a table to layers, tiles, objects and warnings.

use crate::conventions::choose::{Census, Choice, Found};
use crate::data::parts::{Object, ObjectKind};
use crate::data::properties::Properties;
use crate::error::{Position, Result, Warning, WarningKind};
use crate::settings::collision::{Collision, LayerRule, Settings, is_solid_by_tile};
use crate::settings::convention::{AppliedConvention, Meaning, PropertyPattern, Subject};
use crate::settings::conventions::{Conventions, asked_by_map};
use crate::settings::object_rows::ObjectRows;
use crate::settings::reason::{By, Reason};
use crate::tmx::data::FLAGS;
use crate::tmx::facts::{
    Chain, Content, LayerFacts, LayerRow, MapFacts, ObjectFacts, TileFacts, TilesetFacts, layer_rule,
};
use crate::vocabulary::names::IGNORE;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Applies `table`, or the table that the map asks for, to `facts`; returns the effects on layers.
pub(crate) fn apply(facts: &mut MapFacts, table: &Conventions) -> Result<Vec<AppliedConvention>> {
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

/// The meaning of a row, and the reason.
pub(crate) struct Guess {
    pub(crate) collision: Collision,
    pub(crate) reason: Reason,
    /// True if a tile without shapes fills its cell, whatever its size: games that use layer names look at cells.
    pub(crate) fills_cell: bool,
}

impl MapFacts {
    /// The meaning of a tile in a layer: by a row about the tile, else about the layer.
    pub(crate) fn guess_of_tile(
        &self,
        tileset: &TilesetFacts,
        (id, tile): (u32, Option<&TileFacts>),
        layers: &[&LayerFacts],
    ) -> Option<Guess> {
        let of_tile = tile.and_then(|tile| {
            let (row, property) = self.conventions.of_tile(&tile.class, &tile.properties)?;
            let by = By::Tile { tileset: &tileset.name, tile: id };
            let (file, position) =
                property.map_or((&*tileset.file, tile.position), |p| (&*p.file, p.position));
            let reason = by.reason("", file, position).of_convention(row);
            Some(Guess { collision: row.meaning.collision()?, reason, fills_cell: false })
        });
        let of_layer = || {
            let (layer, has_shapes) = (*layers.last()?, tile.is_some_and(|tile| !tile.shapes.is_empty()));
            let convention = layer.convention.as_ref().filter(|row| has_shapes || !row.shapes_only)?;
            let row = &self.conventions.rows[convention.row];
            let reason = By::Layer(&layer.path).reason("", &self.file, layer.position).of_convention(row);
            Some(Guess { collision: row.meaning.collision()?, reason, fills_cell: true })
        };
        of_tile.or_else(of_layer)
    }

    /// Index of the row about an object, its meaning and the reason: a row about the object, else about its layer.
    ///
    /// Points and texts have no shape, so only rows that mean a mark apply to them.
    pub(crate) fn guess_of_object(
        &self,
        object: &Object,
        facts: &ObjectFacts,
        chain: &Chain<'_>,
    ) -> Option<(usize, Meaning, Reason)> {
        if self.conventions.rows.is_empty()
            || facts.says_what_it_is()
            || layer_rule(&chain.layers) == LayerRule::Off
        {
            return None;
        }
        let layer = chain.layers.last()?;
        let of_object = self.object_rows.row(&object.name, &object.class, &object.properties);
        let (row, by) = match of_object {
            Some(row) => (row, By::Object { id: object.id }.reason("", &self.file, facts.position)),
            None => {
                let row = layer.convention.as_ref()?.row;
                (row, By::Layer(&layer.path).reason("", &self.file, layer.position))
            }
        };
        let convention = &self.conventions.rows[row];
        let has_shape = !matches!(object.kind, ObjectKind::Point | ObjectKind::Text(_));
        let fits = has_shape || convention.meaning.class().is_some();
        fits.then(|| (row, convention.meaning, by.of_convention(convention)))
    }
}

/// Removes the warnings about properties and classes that rows have read: the map means what they say.
pub(crate) fn drop_explained(facts: &MapFacts, warnings: &mut Vec<Warning>) {
    let is_doubt = |warning: &Warning| matches!(warning.kind, WarningKind::SettingType | WarningKind::Name);
    if facts.conventions.rows.is_empty() || !warnings.iter().any(is_doubt) {
        return;
    }
    let mut explained = Explained { table: &facts.conventions, places: BTreeSet::new() };
    for tileset in &facts.tilesets {
        for tile in tileset.tiles.values() {
            match explained.table.of_tile(&tile.class, &tile.properties) {
                Some((_, Some(property))) => explained.add(&property.file, property.position),
                Some((_, None)) => explained.add(&tileset.file, tile.position),
                None => {}
            }
        }
    }
    explained.layers(&facts.layers, facts);
    warnings.retain(|warning| {
        let place = warning.position.map(|position| (warning.file.clone(), position));
        !is_doubt(warning) || place.is_none_or(|place| !explained.places.contains(&place))
    });
}

/// The places of properties and classes that rows have read.
struct Explained<'a> {
    table: &'a Conventions,
    places: BTreeSet<(PathBuf, Position)>,
}

impl Explained<'_> {
    fn add(&mut self, file: &Path, position: Position) {
        self.places.insert((file.to_owned(), position));
    }

    fn layers(&mut self, layers: &[LayerFacts], facts: &MapFacts) {
        for layer in layers {
            self.properties(&layer.properties, |subject| match subject {
                Subject::LayerProperty(pattern) => Some(pattern),
                _ => None,
            });
            match &layer.content {
                Content::Group(inner) => self.layers(inner, facts),
                Content::Objects(objects, _) => {
                    for object in objects {
                        let row = facts.object_rows.row(&object.name, &object.class, &object.properties);
                        if row.is_some() {
                            self.add(&facts.file, object.position);
                        }
                        self.properties(&object.properties, |subject| match subject {
                            Subject::ObjectProperty(pattern) => Some(pattern),
                            _ => None,
                        });
                    }
                }
                Content::Tiles(_) | Content::Image { .. } => {}
            }
        }
    }

    fn properties(&mut self, properties: &Properties, of: impl Fn(&Subject) -> Option<&PropertyPattern>) {
        for pattern in self.table.rows.iter().filter_map(|row| of(&row.subject)) {
            if let Some(property) = pattern.find(properties) {
                self.add(&property.file, property.position);
            }
        }
    }
}
