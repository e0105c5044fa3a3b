//! Serialization of solids' identities.

use super::obstacle::Obstacle;
use super::off_grid::ShapeId;
use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::limits::MAX_LAYERS;
use crate::tile::{LayerId, TileCoord, TileId};

/// Value in place of an off-grid shape for a tile in a cell.
const NO_SHAPE: u32 = u32::MAX;

impl Writer<'_> {
    pub(crate) fn met(&mut self, met: &Obstacle) {
        self.u8(met.layer.0);
        self.u16(TileId::to_word(Some(met.tile)));
        self.u32(met.cell.col as u32);
        self.u32(met.cell.row as u32);
        self.u32(met.off_grid.map_or(NO_SHAPE, |shape| shape.0));
    }
}

impl Reader<'_> {
    pub(crate) fn met(&mut self, field: &'static str) -> Result<Obstacle, SaveError> {
        let (byte, layer) = (self.at, self.u8(field)?);
        let tile = TileId::of_word(self.u16(field)?).filter(|_| usize::from(layer) < MAX_LAYERS);
        let cell = TileCoord { col: self.u32(field)? as i32, row: self.u32(field)? as i32 };
        let off_grid = Some(self.u32(field)?).filter(|shape| *shape != NO_SHAPE).map(ShapeId);
        let Some(tile) = tile else { return Reader::fault(byte, field, SaveFault::OutOfRange) };
        Ok(Obstacle { layer: LayerId(layer), cell, tile, off_grid })
    }
}
