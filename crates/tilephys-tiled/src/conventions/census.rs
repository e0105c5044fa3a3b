//! Counts of the tiles of a layer.

use crate::settings::collision::Collision;
use crate::settings::convention::Meaning;
use crate::settings::conventions::Conventions;
use crate::tmx::facts::{Content, MapFacts, TilesKnown};
use std::collections::{BTreeMap, HashMap};

impl MapFacts {
    /// Share of the map's cells that some tiles of a layer fill, in percent; in an infinite map, of the stored cells.
    pub(crate) fn percent(&self, content: &Content, tiles: usize) -> u64 {
        let [width, height] = self.size.map(u64::from);
        let stored = || match content {
            Content::Tiles(cells) => cells.blocks.iter().map(|block| block.gids.len() as u64).sum(),
            _ => 0,
        };
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
    /// Tiles with each `collision`, of their own or by a row about tiles.
    words: HashMap<Collision, usize>,
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
    pub(super) fn says(&self, meaning: Meaning) -> bool {
        self.solid > 0 || self.has(meaning)
    }

    /// True if tiles say `meaning` by themselves.
    pub(super) fn has(&self, meaning: Meaning) -> bool {
        meaning.collision().is_some_and(|word| self.words.contains_key(&word))
    }

    pub(crate) fn of(facts: &MapFacts, content: &Content, table: &Conventions) -> Census {
        let Content::Tiles(cells) = content else { return Census::default() };
        let mut census = Census::default();
        // Tilesets repeat few names thousands of times.
        let mut known: HashMap<&str, bool> = HashMap::new();
        for &(gid, number) in cells.numbers() {
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
            if let Some(word) = word {
                *census.words.entry(word).or_default() += number;
            }
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
