//! Chooses the rows about layers that count: drawn layers are ground by their names only where nothing else is.
//!
//! It counts the tiles of each layer.

use crate::data::parts::LayerKind;
use crate::settings::collision::{Collision, LayerRule, Settings};
use crate::settings::convention::{Convention, Meaning, Rank, Subject};
use crate::settings::conventions::Conventions;
use crate::settings::patterns::{FRONT, by_name};
use crate::tmx::facts::{LayerFacts, MapFacts, ObjectFacts, TilesKnown, is_ignored};
use crate::vocabulary::names::{KILL_ZONE, MOVER};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

/// Share of the map's cells, in percent, from which a layer is ground.
const GROUND_PERCENT: u64 = 5;

/// Shares of the map's cells, in percent, of a layer that may be ground without a name for it.
const PLAUSIBLE_PERCENT: RangeInclusive<u64> = 5..=60;

/// A layer and the row that matches it.
pub(crate) struct Found {
    /// Index of the layer among all, groups before their layers.
    pub(crate) layer: usize,
    pub(crate) row: usize,
    /// Number of tiles or objects to which the row applies.
    pub(crate) count: usize,
    /// Share of the map's cells with a tile of the layer, in percent.
    pub(crate) percent: u64,
    pub(crate) shapes_only: bool,
}

static NO_NAMES: Conventions = Conventions { rows: Vec::new() };

/// Finds the layers that match a row and have no collision setting, and chooses the rows that count.
pub(crate) fn find(facts: &MapFacts, table: &Conventions) -> Vec<Found> {
    if table.rows.is_empty() {
        return Vec::new();
    }
    let mut choice = Choice { facts, table, unsaid: Vec::new(), is_solid: false };
    let mut found = Vec::new();
    for (index, layer) in facts.layers.iter().enumerate() {
        let chain = facts.chain(index).layers;
        let says = |settings: &Settings| settings.collision.is_some() || settings.layer_rule.is_some();
        if layer.info.kind == LayerKind::Group || is_ignored(&chain) {
            continue;
        }
        if chain.iter().any(|layer| says(&layer.settings)) {
            let solid = chain.iter().any(|layer| is_solid(&layer.settings));
            choice.is_solid |= solid && has_any(layer);
            continue;
        }
        if layer.is_tiles() {
            choice.unsaid.push((index, layer));
        }
        found.extend(row_of_layer(table, &chain).and_then(|row| choice.layer(index, row)));
    }
    choice.of(found)
}

/// The row for a layer: by its own name and properties, else by its groups, the nearest first.
fn row_of_layer(table: &Conventions, chain: &[&LayerFacts]) -> Option<usize> {
    let is_tiles = match chain.last()?.info.kind {
        LayerKind::Tiles => true,
        LayerKind::Objects => false,
        LayerKind::Group | LayerKind::Image => return None,
    };
    (0..chain.len()).rev().find_map(|i| {
        let before = i.checked_sub(1).map_or(0, |outer| chain[outer].info.path.len() + 1);
        let name = chain[i].info.path.get(before..).unwrap_or_default();
        table.of_layer(name, &chain[i].info.properties, is_tiles)
    })
}

fn is_solid(settings: &Settings) -> bool {
    settings.collision == Some(Collision::Solid) || settings.layer_rule.is_some_and(LayerRule::is_on)
}

/// True if a layer has a tile or an object.
fn has_any(layer: &LayerFacts) -> bool {
    !layer.objects.is_empty() || !layer.cells.numbers().is_empty()
}

/// The layers of a map among which rows are chosen.
struct Choice<'a> {
    facts: &'a MapFacts,
    table: &'a Conventions,
    /// Tile layers without a tilephys property about collision, with their indices among all layers.
    unsaid: Vec<(usize, &'a LayerFacts)>,
    /// True if a layer is solid by a tilephys property.
    is_solid: bool,
}

impl Choice<'_> {
    /// The effect of a row on a layer, if it has any content.
    fn layer(&self, index: usize, row: usize) -> Option<Found> {
        let layer = &self.facts.layers[index];
        let meaning = self.table.rows[row].meaning;
        let found = Found { layer: index, row, count: 0, percent: 0, shapes_only: false };
        if !layer.is_tiles() {
            let count = layer.objects.iter().filter(|object| !object.says_what_it_is()).count();
            return (!layer.objects.is_empty()).then_some(Found { count, ..found });
        }
        // A setting of the map itself applies to its tiles.
        if self.facts.settings.collision.is_some() {
            return None;
        }
        let census = Census::of(self.facts, layer, self.table);
        // A row of the game itself says more than the shapes of some tiles.
        let shapes_only = census.says(meaning) && self.table.rows[row].is_built_in();
        let count = match meaning {
            Meaning::None | Meaning::Solid if shapes_only => 0,
            _ if shapes_only => census.shaped,
            _ => census.shaped + census.silent,
        };
        let percent = self.facts.percent(layer, census.all);
        (census.all > 0).then_some(Found { count, percent, shapes_only, ..found })
    }

    /// The layers of `found` whose rows count, some with another row.
    ///
    /// - A layer with a tile in each cell is a background, or the ground of a top-down map: no built-in row makes it solid.
    /// - Fallback rows count if no usual built-in row, property or collision shape makes ground of a layer.
    /// - A tile layer of platforms with at least [`GROUND_PERCENT`] of the cells is solid where nothing else is, and art
    ///   where other layers are ground. A smaller one is one-way.
    /// - A tile layer of hazards, ladders or water is art where the map has such areas by its own words.
    /// - The row of last resort counts where nothing else collides.
    fn of(&self, mut found: Vec<Found>) -> Vec<Found> {
        found.retain(|found| !(found.percent >= 100 && self.is_solid_by_name(found)));
        // Spikes that kill by an object beside them are drawn by their layer.
        let is_tiles = |found: &Found| self.facts.layers[found.layer].is_tiles();
        found.retain(|found| !(is_tiles(found) && self.is_said_elsewhere(self.row(found).meaning)));
        // A layer that the game itself names is solid besides, and so are objects: they say nothing of drawn layers.
        let is_strong = |found: &Found| {
            let row = self.row(found);
            let of_objects = matches!(row.subject, Subject::ObjectLayer(_));
            row.rank == Rank::Usual && row.meaning == Meaning::Solid && row.is_built_in() && !of_objects
        };
        let is_weak = |found: &Found| self.row(found).rank != Rank::Usual || self.is_large_platform(found);
        let has_ground = self.is_solid || found.iter().any(is_strong);
        let mut grounds = Vec::new();
        if found.iter().any(is_weak) {
            let of_shapes = self.unsaid.iter().filter(|(_, layer)| self.is_ground(layer));
            grounds.extend(of_shapes.map(|(index, _)| *index));
        }
        let others_are_ground =
            |found: &Found| has_ground || grounds.iter().any(|layer| *layer != found.layer);
        // The row of a layer with shapes of its own has no effect, but tells of tiles without a shape.
        let is_told = |found: &Found| found.shapes_only && self.row(found).rank == Rank::Fallback;
        found.retain(|found| !is_weak(found) || !others_are_ground(found) || is_told(found) && !has_ground);
        let is_solid =
            |found: &Found| self.row(found).rank == Rank::Fallback && self.means(found, Meaning::Solid);
        if !found.iter().any(is_solid) {
            for layer in found.iter_mut().filter(|found| self.is_large_platform(found)) {
                layer.row = self.solid_twin(layer).unwrap_or(layer.row);
            }
        }
        let is_last = |found: &Found| self.row(found).rank == Rank::LastResort;
        let surest = found.iter().filter(|found| is_last(found)).min_by_key(|found| found.row);
        if let Some(surest) = surest.map(|found| found.layer) {
            let collides = |found: &Found| !is_last(found) && self.row(found).meaning.is_obstacle();
            let is_guess = !found.iter().any(collides) && self.is_only_ground(surest, &found);
            found.retain(|found| !is_last(found) || is_guess && found.layer == surest);
        }
        found
    }

    fn row(&self, found: &Found) -> &Convention {
        &self.table.rows[found.row]
    }

    /// True if an object or a tile has the meaning of an area by a class or a property of tilephys.
    fn is_said_elsewhere(&self, meaning: Meaning) -> bool {
        let word = meaning.collision();
        if !matches!(word, Some(Collision::Hazard | Collision::Ladder | Collision::Water)) {
            return false;
        }
        let is_area = |object: &ObjectFacts| {
            object.settings.collision == word || object.class == KILL_ZONE && meaning == Meaning::Hazard
        };
        let mut layers = self.facts.layers.iter();
        self.facts.objects().any(is_area)
            || layers.any(|layer| Census::of(self.facts, layer, &NO_NAMES).has(meaning))
    }

    fn means(&self, found: &Found, meaning: Meaning) -> bool {
        self.row(found).meaning == meaning
    }

    fn is_solid_by_name(&self, found: &Found) -> bool {
        let is_tiles = self.facts.layers[found.layer].is_tiles();
        is_tiles && self.means(found, Meaning::Solid) && self.row(found).is_built_in()
    }

    fn is_large_platform(&self, found: &Found) -> bool {
        self.solid_twin(found).is_some() && found.percent >= GROUND_PERCENT
    }

    /// The fallback row that makes a layer solid that its row makes one-way.
    fn solid_twin(&self, found: &Found) -> Option<usize> {
        let row = self.row(found);
        let is_twin = |other: &Convention| {
            other.rank == Rank::Fallback && other.meaning == Meaning::Solid && other.subject == row.subject
        };
        self.table.rows.iter().position(is_twin).filter(|_| row.meaning == Meaning::OneWay)
    }

    /// True if the tiles of a layer that are solid by themselves are ground.
    fn is_ground(&self, layer: &LayerFacts) -> bool {
        let solid = Census::of(self.facts, layer, self.table).solid;
        self.facts.percent(layer, solid) >= GROUND_PERCENT
    }

    /// True if the tiles of a layer lie like ground, the others are scenery or have a row, and nothing collides by itself.
    fn is_only_ground(&self, layer: usize, found: &[Found]) -> bool {
        let Some((_, ground)) = self.unsaid.iter().find(|(index, _)| *index == layer) else {
            return false;
        };
        if by_name(&ground.info.path) < FRONT {
            return false;
        }
        let has_row = |index: usize| {
            found.iter().any(|other| other.layer == index && self.row(other).rank != Rank::LastResort)
        };
        let is_explained = |(index, other): &(usize, &LayerFacts)| {
            *index == layer || has_row(*index) || by_name(&other.info.path) < 0
        };
        let census = |layer: &LayerFacts| Census::of(self.facts, layer, self.table);
        let is_plausible = PLAUSIBLE_PERCENT.contains(&self.facts.percent(ground, census(ground).all));
        let is_free = self.facts.settings.collision.is_none()
            && self.facts.layers.iter().all(|layer| census(layer).solid == 0);
        is_plausible
            && is_free
            && self.unsaid.iter().all(is_explained)
            && !self.facts.objects().any(|object| self.is_obstacle(object))
            && (lies_low(ground) || self.closes_map(ground))
            && self.is_below(ground)
    }

    /// True if at least three of five cells at the border of a map have a tile: a room.
    fn closes_map(&self, ground: &LayerFacts) -> bool {
        let [width, height] = self.facts.size.map(i64::from);
        let mut closed = 0;
        each_tile(ground, |col, row| {
            let is_border = col == 0 || row == 0 || col == width - 1 || row == height - 1;
            closed += i64::from(is_border);
        });
        !self.facts.infinite && closed * 5 >= (width + height) * 2 * 3
    }

    /// True if an object collides by itself.
    fn is_obstacle(&self, object: &ObjectFacts) -> bool {
        let by_row = || {
            let row = self.table.of_object(object.subjects())?;
            Some(self.table.rows[row].meaning.is_obstacle())
        };
        let is_own = object.settings.collision.is_some_and(|collision| collision != Collision::None);
        is_own || object.class == MOVER || by_row().unwrap_or(false)
    }

    /// True if at most half of the objects have their anchor in a cell with a tile.
    fn is_below(&self, ground: &LayerFacts) -> bool {
        let mut filled = HashSet::new();
        each_tile(ground, |col, row| {
            filled.insert([col, row]);
        });
        let tile = self.facts.tile_size.map(|px| px as f32);
        let is_inside = |object: &&ObjectFacts| {
            let anchor = object.geometry.anchor;
            // The anchor of a tile object is its lower left corner, which stands on the ground.
            let up = if object.tile.is_some() { 1.0 } else { 0.0 };
            let cell = [(anchor.x / tile[0]).floor(), ((anchor.y - up) / tile[1]).floor()];
            filled.contains(&cell.map(|at| at as i64))
        };
        self.facts.objects().filter(is_inside).count() * 2 <= self.facts.objects().count()
    }
}

/// True if at least three of five tiles are in the lower half of the rows that have tiles.
fn lies_low(ground: &LayerFacts) -> bool {
    let mut rows = Vec::new();
    each_tile(ground, |_, row| rows.push(row));
    let (Some(first), Some(last)) = (rows.iter().min(), rows.iter().max()) else { return false };
    let middle = first + last;
    let low = rows.iter().filter(|row| **row * 2 >= middle).count();
    low * 5 >= rows.len() * 3
}

/// Calls `act` with the column and the row of each tile.
fn each_tile(layer: &LayerFacts, mut act: impl FnMut(i64, i64)) {
    for block in &layer.cells.blocks {
        let width = block.width.max(1) as usize;
        for (place, _) in block.gids.iter().enumerate().filter(|(_, gid)| **gid != 0) {
            let col = i64::from(block.min.col) + (place % width) as i64;
            act(col, i64::from(block.min.row) + (place / width) as i64);
        }
    }
}

impl MapFacts {
    /// Share of the map's cells that some tiles of a layer fill, in percent; in an infinite map, of the stored cells.
    pub(crate) fn percent(&self, layer: &LayerFacts, tiles: usize) -> u64 {
        let [width, height] = self.size.map(u64::from);
        let stored = || layer.cells.blocks.iter().map(|block| block.gids.len() as u64).sum();
        let all = if self.infinite { stored() } else { width.saturating_mul(height) };
        (tiles as u64).saturating_mul(100) / all.max(1)
    }
}

/// Counts of the tiles of a layer by their own settings.
#[derive(Default)]
pub(crate) struct Census {
    pub(crate) all: usize,
    /// Tiles with shapes, or with a solid `collision`.
    pub(crate) solid: usize,
    /// All `collision`s of tiles, of their own or by a row about tiles.
    words: HashSet<Collision>,
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
    /// True if tiles of the layer say by themselves what `meaning` says of a layer, so that the others are meant to differ.
    fn says(&self, meaning: Meaning) -> bool {
        self.solid > 0 || self.has(meaning)
    }

    /// True if tiles say `meaning` by themselves.
    fn has(&self, meaning: Meaning) -> bool {
        meaning.collision().is_some_and(|word| self.words.contains(&word))
    }

    pub(crate) fn of(facts: &MapFacts, layer: &LayerFacts, table: &Conventions) -> Census {
        let mut census = Census::default();
        // Tilesets repeat few names thousands of times.
        let mut known: HashMap<&str, bool> = HashMap::new();
        for &(gid, number) in layer.cells.numbers() {
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
                let mut names = tile.info.properties.iter().map(|property| property.name.as_str());
                if !is_named(&tile.info.class) && !names.any(is_named) {
                    return None;
                }
                table.of_tile(&tile.info.class, &tile.info.properties)?.0.meaning.collision()
            };
            let word = own.or_else(by_row);
            let has_shapes = tile.is_some_and(|tile| !tile.shapes.is_empty());
            census.all += number;
            census.words.extend(word);
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
