//! Bookkeeping for hot reload: what a level has put into a grid that the game owns.

use crate::collide::layer_memory::LayerMemory;
use crate::level::border::Border;
use glam::IVec2;
use tilephys_core::{LayerId, OffGridShape, ShapeId, TileGrid, TileId};

/// The cells and shapes of a level in a grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// Cells of each layer, by the index of the layer in the level.
    pub(crate) layers: Vec<LayerMemory>,
    /// Shapes off the grid, by ascending id.
    pub(crate) shapes: Vec<Shape>,
    /// Unused layers of the grid that belong to the level.
    pub(crate) spare: Vec<LayerId>,
    /// Border of solid cells around the map, if it is closed.
    pub(crate) border: Border,
}

/// A shape off the grid: a kind of tile and the low corner of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) id: ShapeId,
    pub(crate) layer: LayerId,
    pub(crate) at: IVec2,
    pub(crate) kind: TileId,
}

impl Shape {
    /// All shapes of a grid that was just loaded.
    pub(crate) fn all(grid: &TileGrid) -> Vec<Shape> {
        let shape = |(id, found): (ShapeId, &OffGridShape)| Shape {
            id,
            layer: found.layer,
            at: found.origin(),
            kind: found.tile,
        };
        grid.off_grid_shapes().map(shape).collect()
    }

    /// The shape in the running grid, wherever the game has moved it; `None` if it is gone.
    pub(crate) fn found<'g>(&self, grid: &'g TileGrid) -> Option<&'g OffGridShape> {
        // A restored snapshot may have assigned the id to another shape.
        grid.off_grid_shape(self.id).filter(|found| (found.layer, found.tile) == (self.layer, self.kind))
    }
}
