//! Applies the rows about layers to a map.

use super::{AppliedConvention, AppliedTo, Convention, Conventions, Meaning, asked_by_map};
use crate::collide::settings::{Collision, LayerRule, Settings};
use crate::error::LoadError;
use crate::level::names::IGNORE;
use crate::xml::data::{Cells, FLAGS};
use crate::xml::facts::{Content, LayerFacts, LayerRow, MapFacts, TilesKnown};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A layer and the row that matches it.
pub(crate) struct Found {
    /// Index of the layer among all, groups before their layers.
    pub(crate) layer: usize,
    pub(crate) path: String,
    pub(crate) row: usize,
    pub(crate) is_tiles: bool,
    /// Number of tiles or objects to which the row applies.
    pub(crate) count: usize,
    /// Share of the map's cells with a tile of the layer, in percent.
    pub(crate) percent: u64,
    pub(crate) shapes_only: bool,
}

impl Found {
    pub(crate) fn layer_with_count(&self) -> AppliedTo {
        let path = self.path.clone();
        if self.is_tiles {
            AppliedTo::TileLayer { path, tiles: self.count }
        } else {
            AppliedTo::ObjectLayer { path, objects: self.count }
        }
    }
}

/// Applies `table`, or the table that the map asks for, to `facts`; returns the effects on layers.
pub(crate) fn apply(facts: &mut MapFacts, table: &Conventions) -> Result<Vec<AppliedConvention>, LoadError> {
    let of_map = asked_by_map(&facts.properties)?;
    let table = of_map.unwrap_or_else(|| table.clone());
    let found = find(facts, &table);
    let mut by_layer: BTreeMap<usize, &Found> = found.iter().map(|found| (found.layer, found)).collect();
    note(&mut facts.layers, &mut 0, &mut by_layer);
    let applied = found.iter().filter(|found| found.count > 0);
    let applied = applied
        .map(|found| AppliedConvention { row: table.rows[found.row].clone(), to: found.layer_with_count() })
        .collect();
    facts.conventions = Arc::new(table);
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

/// Share of the map's cells, in percent, from which a layer of platforms is ground.
const GROUND_PERCENT: u64 = 5;

/// Finds the layers that match a row and have no collision setting. Fallback rows are left out if any layer is solid
/// without them.
///
/// A tile layer of platforms with at least [`GROUND_PERCENT`] of the cells is solid if nothing else is, and art beside a layer that is
/// solid without a fallback row. A smaller one is one-way.
pub(crate) fn find(facts: &MapFacts, table: &Conventions) -> Vec<Found> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let mut search = Search { facts, table, next: 0, found: Vec::new(), is_solid: false };
    search.layers(&facts.layers, &[]);
    let Search { mut found, is_solid, .. } = search;
    let is_strong = |row: &Convention| row.meaning == Meaning::Solid && !row.fallback;
    let has_strong = is_solid || found.iter().any(|found| is_strong(&table.rows[found.row]));
    if has_strong {
        found.retain(|found| !table.rows[found.row].fallback);
    }
    let is_ground = |found: &Found| solid_twin(found, table).is_some() && found.percent >= GROUND_PERCENT;
    if has_strong {
        found.retain(|found| !is_ground(found));
    } else if !found.iter().any(|found| table.rows[found.row].meaning == Meaning::Solid) {
        for layer in found.iter_mut().filter(|found| is_ground(found)) {
            layer.row = solid_twin(layer, table).unwrap_or(layer.row);
        }
    }
    found
}

/// The fallback row that makes a layer solid that its row makes one-way.
fn solid_twin(found: &Found, table: &Conventions) -> Option<usize> {
    let row = &table.rows[found.row];
    let is_twin = |other: &Convention| {
        other.fallback && other.meaning == Meaning::Solid && other.subject == row.subject
    };
    table.rows.iter().position(is_twin).filter(|_| row.meaning == Meaning::OneWay)
}

struct Search<'a> {
    facts: &'a MapFacts,
    table: &'a Conventions,
    next: usize,
    found: Vec<Found>,
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
                self.is_solid |= solid && count(&layer.content) > 0;
            } else if let Some(row) = self.row(&chain) {
                self.layer(index, layer, row);
            }
        }
    }

    /// Share of the map's cells that some tiles of a layer fill; in an infinite map, of the cells that are stored.
    fn percent(&self, content: &Content, tiles: usize) -> u64 {
        let [width, height] = self.facts.size.map(u64::from);
        let stored = || match content {
            Content::Tiles(cells) => cells.iter().map(|cells| cells.gids.len() as u64).sum(),
            _ => 0,
        };
        let all = if self.facts.infinite { stored() } else { width.saturating_mul(height) };
        (tiles as u64).saturating_mul(100) / all.max(1)
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
                self.found.push(Found { count: objects.len(), ..found });
            }
            // A setting of the map itself applies to its tiles.
            Content::Tiles(_) if self.facts.settings.collision.is_none() => {
                let census = Census::of(self.facts, &layer.content, self.table);
                // A row of the game itself says more than the shapes of some tiles.
                let shapes_only = census.solid > 0 && is_built_in(&self.table.rows[row]);
                let count = match meaning {
                    Meaning::None | Meaning::Solid if shapes_only => 0,
                    _ if shapes_only => census.shaped,
                    _ => census.shaped + census.silent,
                };
                if census.all > 0 {
                    let percent = self.percent(&layer.content, census.all);
                    self.found.push(Found { is_tiles: true, count, percent, shapes_only, ..found });
                }
            }
            _ => {}
        }
    }
}

/// True if a row is of the built-in table.
fn is_built_in(row: &Convention) -> bool {
    Conventions::built_in().rows.contains(row)
}

fn is_solid(settings: &Settings) -> bool {
    settings.collision == Some(Collision::Solid) || settings.layer_rule.is_some_and(LayerRule::is_on)
}

/// Number of tiles or objects of a layer.
fn count(content: &Content) -> usize {
    match content {
        Content::Tiles(cells) => {
            cells.iter().flat_map(|cells| &cells.gids).filter(|gid| **gid & !FLAGS != 0).count()
        }
        Content::Objects(objects, _) => objects.len(),
        Content::Group(_) | Content::Image { .. } => 0,
    }
}

/// Gids up to which tiles are counted in an array, of 8 bytes each.
const LISTED_GIDS: usize = 1 << 16;

/// Counts the gids without flags in some cells.
fn numbers(cells: &[Cells]) -> BTreeMap<u32, usize> {
    // Most maps have few tiles and many cells.
    let (mut listed, mut others) = (vec![0_usize; LISTED_GIDS], BTreeMap::new());
    for gid in cells.iter().flat_map(|cells| &cells.gids).map(|gid| gid & !FLAGS) {
        match listed.get_mut(gid as usize) {
            Some(number) => *number += 1,
            None => *others.entry(gid).or_default() += 1,
        }
    }
    let listed = (0..).zip(listed).skip(1).filter(|(_, number)| *number > 0);
    listed.chain(others).collect()
}

/// Counts of the tiles of a layer by their own settings.
#[derive(Default)]
pub(crate) struct Census {
    pub(crate) all: usize,
    /// Tiles with shapes, or with a solid `collision`.
    pub(crate) solid: usize,
    /// Tiles with shapes and no `collision`.
    pub(crate) shaped: usize,
    /// Tiles with neither.
    pub(crate) silent: usize,
    /// Tiles with neither, counted by gid.
    pub(crate) silent_gids: BTreeMap<u32, usize>,
    /// Tiles with shapes, counted by gid.
    pub(crate) shaped_gids: BTreeMap<u32, usize>,
}

impl Census {
    pub(crate) fn of(facts: &MapFacts, content: &Content, table: &Conventions) -> Census {
        let Content::Tiles(cells) = content else { return Census::default() };
        let mut census = Census::default();
        // Tilesets repeat few names thousands of times.
        let mut known: HashMap<&str, bool> = HashMap::new();
        for (gid, number) in numbers(cells) {
            let Some((index, id)) = facts.gids.find(gid) else { continue };
            let tileset = &facts.tilesets[index];
            if tileset.tiles_known == TilesKnown::BuiltIn {
                continue;
            }
            let tile = tileset.tiles.get(&id);
            let own = tile.and_then(|tile| tile.settings.collision).or(tileset.settings.collision);
            let mut is_named = |name| *known.entry(name).or_insert_with(|| table.names_tiles(name));
            let by_row = || {
                let tile = tile?;
                let mut names = tile.properties.iter().map(|property| property.name.as_str());
                if !is_named(&tile.class) && !names.any(is_named) {
                    return None;
                }
                table.of_tile(&tile.class, &tile.properties)?.0.meaning.collision()
            };
            let word = own.or_else(by_row);
            let has_shapes = tile.is_some_and(|tile| !tile.shapes.is_empty());
            census.all += number;
            if word == Some(Collision::Solid) || word.is_none() && has_shapes {
                census.solid += number;
            }
            match (word, has_shapes) {
                (None, true) => {
                    census.shaped += number;
                    census.shaped_gids.insert(gid, number);
                }
                (None, false) => {
                    census.silent += number;
                    census.silent_gids.insert(gid, number);
                }
                _ => {}
            }
        }
        census
    }
}
