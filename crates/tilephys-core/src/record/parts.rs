//! Serialization of small values of the engine, for drivers that store bodies elsewhere.

use crate::bytes::{Reader, SaveError, SaveFault, Writer};
use crate::dynamics::BodyState;
use crate::limits::MAX_LAYERS;
use crate::shape::Polygon;
use crate::tile::{LayerId, TileId};

impl Writer<'_> {
    /// Appends a kind of tile.
    pub fn tile(&mut self, tile: TileId) {
        self.u16(TileId::to_word(Some(tile)));
    }

    /// Appends a layer.
    pub fn layer(&mut self, layer: LayerId) {
        self.u8(layer.0);
    }

    /// Appends the contacts of a body.
    pub fn state(&mut self, state: BodyState) {
        self.u8(state.bits());
    }

    /// Appends a polygon, or that there is none.
    pub fn shape(&mut self, shape: Option<&Polygon>) {
        self.u8(shape.is_some().into());
        shape.into_iter().for_each(|shape| self.polygon(shape));
    }
}

impl Reader<'_> {
    /// Reads a kind of tile.
    ///
    /// # Errors
    /// If the bytes end before, or are no kind of tile.
    pub fn tile(&mut self, field: &'static str) -> Result<TileId, SaveError> {
        let (byte, word) = (self.at, self.u16(field)?);
        TileId::of_word(word).ok_or(SaveError { byte, field, fault: SaveFault::OutOfRange })
    }

    /// Reads a layer.
    ///
    /// # Errors
    /// If the bytes end before, or are no layer.
    pub fn layer(&mut self, field: &'static str) -> Result<LayerId, SaveError> {
        let (byte, layer) = (self.at, self.u8(field)?);
        Reader::demand(usize::from(layer) < MAX_LAYERS, byte, field, SaveFault::OutOfRange)?;
        Ok(LayerId(layer))
    }

    /// Reads the contacts of a body.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn state(&mut self, field: &'static str) -> Result<BodyState, SaveError> {
        self.u8(field).map(BodyState::of_bits)
    }

    /// Reads a polygon, or that there is none.
    ///
    /// # Errors
    /// If the bytes end before, or are no polygon.
    pub fn shape(&mut self, field: &'static str) -> Result<Option<Polygon>, SaveError> {
        let byte = self.at;
        match self.u8(field)? {
            0 => Ok(None),
            1 => self.polygon(field).map(Some),
            _ => Reader::fault(byte, field, SaveFault::OutOfRange),
        }
    }
}
