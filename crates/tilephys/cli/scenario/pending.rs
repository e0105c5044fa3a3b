//! What the engine does not have yet, under the names that it will have.

use glam::IVec2;
use tilephys::core::{Body, BodyId, BoxId, Controls, LayerId, MoveConfig, Surface, TileGrid, TileId, World};

pub(crate) trait GridSoon {
    fn add_shape(&mut self, layer: LayerId, at: IVec2, tile: TileId) -> BoxId;
    fn drop_through(&self, body: &mut Body, config: &MoveConfig) -> bool;
}
impl GridSoon for TileGrid {
    fn add_shape(&mut self, layer: LayerId, at: IVec2, tile: TileId) -> BoxId {
        let size = self.tile_size();
        self.add_box(layer, tilephys::core::Aabb::new(at, at + size), tile)
    }
    fn drop_through(&self, _body: &mut Body, _config: &MoveConfig) -> bool {
        false
    }
}
pub(crate) trait WorldSoon {
    fn floor(&self, _id: BodyId) -> Option<Surface> {
        None
    }
    fn wall(&self, _id: BodyId) -> Option<Surface> {
        None
    }
    fn ceiling(&self, _id: BodyId) -> Option<Surface> {
        None
    }
    fn resize(&mut self, _id: BodyId, _size: IVec2) -> bool {
        false
    }
    fn drop_through(&mut self, _id: BodyId) -> bool {
        false
    }
}
impl WorldSoon for World {}
pub(crate) trait ControlsSoon {
    fn drop_through(&mut self, _id: BodyId) -> bool {
        false
    }
}
impl ControlsSoon for Controls<'_> {}
