//! Tile counts of tilesets that do not state them: up to the highest tile that the map uses.

use crate::tmx::data::FLAGS;
use crate::tmx::facts::{Content, LayerFacts, MapFacts, TilesetFacts};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The count of a tileset that may have any tile.
pub(crate) const ANY_COUNT: u32 = !FLAGS;

impl MapFacts {
    /// The required count of each tileset whose count is unknown or too low for the tiles in the map.
    pub(crate) fn needed_tiles(&self) -> BTreeMap<usize, u32> {
        let written = |t: &TilesetFacts| t.tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
        let count = |(index, t): (usize, &Arc<TilesetFacts>)| match t.tile_count {
            ANY_COUNT => Some((index, written(t))),
            count => self.grown.contains(&index).then_some((index, count)),
        };
        let mut needed: BTreeMap<usize, u32> = self.tilesets.iter().enumerate().filter_map(count).collect();
        if !needed.is_empty() {
            self.layers.iter().for_each(|layer| self.note_layer(layer, &mut needed));
        }
        needed
    }

    fn note_layer(&self, layer: &LayerFacts, needed: &mut BTreeMap<usize, u32>) {
        let mut note = |tileset: usize, id: u32| {
            if let Some(count) = needed.get_mut(&tileset) {
                *count = (*count).max(id + 1);
            }
        };
        match &layer.content {
            Content::Tiles(cells) => {
                let gids = cells.numbers().iter().map(|(gid, _)| *gid);
                gids.filter_map(|gid| self.gids.find(gid)).for_each(|(tileset, id)| note(tileset, id));
            }
            Content::Objects(objects, _) => {
                objects.iter().filter_map(|object| object.tile).for_each(|tile| note(tile.tileset, tile.id));
            }
            Content::Group(inner) => inner.iter().for_each(|layer| self.note_layer(layer, needed)),
            Content::Image { .. } => {}
        }
    }
}
