//! Hash of a map.

use super::off_grid::OffGridShape;
use super::tile_grid::TileGrid;
use crate::hash::StateHasher;
use crate::tile::{LayerId, TileCoord, TileId};

impl TileGrid {
    /// Hash of the map with which the world began, regardless of later edits: cell size, layers, tiles with their collision
    /// properties, and off-grid shapes. Names and user data are excluded.
    ///
    /// The first call reads the whole map.
    pub(crate) fn first_fingerprint(&self) -> u64 {
        match &self.first_map {
            Some(first) => *first.fingerprint.get_or_init(|| self.make_fingerprint()),
            None => self.make_fingerprint(),
        }
    }

    fn make_fingerprint(&self) -> u64 {
        let (layers, kinds) = self
            .first_map
            .as_ref()
            .map_or((self.layers.len(), self.tiles.len()), |first| (first.layers, first.kinds));
        let mut hasher = StateHasher::new();
        hasher.pair(self.tile_size().x as u32, self.tile_size().y as u32);
        hasher.pair(layers as u32, kinds as u32);
        hasher.word(self.first_boxes() as u64);
        (0..kinds).for_each(|kind| self.hash_kind(kind, &mut hasher));
        // Sums do not depend on the order, so a changed cell is subtracted and its first value added.
        let mut sum = 0u64;
        for (layer, at, tile) in self.tiles() {
            sum = sum.wrapping_add(cell_word(layer, at, Some(tile)));
        }
        for (id, shape) in self.boxes[..self.first_boxes()].iter().enumerate() {
            sum = sum.wrapping_add(shape.as_ref().map_or(0, |shape| off_grid_word(id as u32, shape)));
        }
        // The fingerprint is of the map before edits, so that a snapshot fits a world with others.
        if let Some(first) = &self.first_map {
            for (&(row, col, layer), was) in &first.cells {
                let at = TileCoord { col, row };
                sum = sum.wrapping_sub(cell_word(layer, at, self.tile(layer, at)));
                sum = sum.wrapping_add(cell_word(layer, at, *was));
            }
            for (&id, was) in &first.off_grid {
                let now = self.off_grid_at(id).map_or(0, |shape| off_grid_word(id, shape));
                sum = sum.wrapping_sub(now).wrapping_add(off_grid_word(id, was));
            }
        }
        hasher.word(sum);
        for (id, region) in self.first_regions().iter() {
            hasher.pair(id.0, region.mask);
            for corner in [region.aabb.min, region.aabb.max] {
                hasher.pair(corner.x as u32, corner.y as u32);
            }
            let Some(shape) = &region.shape else { continue };
            hasher.word(shape.corners().len() as u64);
            for corner in shape.corners() {
                hasher.pair(corner.x as u32, corner.y as u32);
            }
        }
        hasher.finish()
    }

    fn hash_kind(&self, kind: usize, hasher: &mut StateHasher) {
        let tile = &self.tiles[kind];
        hasher.pair(tile.category, tile.material.friction.to_bits());
        hasher.pair(tile.material.conveyor.x.to_bits(), tile.material.conveyor.y.to_bits());
        hasher.pair(tile.material.restitution.to_bits(), tile.material.surface);
        for part in &self.kinds[kind].parts {
            hasher.pair(part.corners.len() as u32, part.one_way.map_or(u32::MAX, |side| side as u32));
            for corner in &part.corners {
                hasher.pair(corner.x as u32, corner.y as u32);
            }
        }
    }
}

fn cell_word(layer: LayerId, at: TileCoord, tile: Option<TileId>) -> u64 {
    if tile.is_none() {
        return 0;
    }
    let mut hasher = StateHasher::new();
    hasher.pair(at.col as u32, at.row as u32);
    hasher.pair(layer.index() as u32, TileId::to_word(tile).into());
    hasher.finish()
}

fn off_grid_word(id: u32, shape: &OffGridShape) -> u64 {
    let mut hasher = StateHasher::new();
    hasher.pair(id, shape.layer.index() as u32);
    hasher.pair(TileId::to_word(Some(shape.tile)).into(), shape.is_box().into());
    for corner in [shape.aabb.min, shape.aabb.max] {
        hasher.pair(corner.x as u32, corner.y as u32);
    }
    hasher.finish()
}
