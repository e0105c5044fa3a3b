//! What of a level is in a grid, so that it is known when the grid is with the game and the level changes.

use crate::level::border::Border;
use glam::IVec2;
use std::collections::BTreeMap;
use tilephys_core::{BoxId, LayerId, LooseBox, TileGrid, TileId};

/// What a level has put into a grid.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// By the place of the layer in the level.
    pub(crate) layers: Vec<LayerMemory>,
    /// By ascending id.
    pub(crate) shapes: Vec<Shape>,
    /// Layers of the grid that are the level's and that it does not need now.
    pub(crate) spare: Vec<LayerId>,
    /// Solid cells around the map, if it is closed.
    pub(crate) border: Border,
}

/// How the cells of a layer are in the grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayerMemory {
    /// Columns and rows by which its cells are moved; `None` if they are off the grid's cells, or none collides.
    pub(crate) shift: Option<(i32, i32)>,
    /// The kinds of what stands in it, by gids with their flags. What does not collide is not there.
    pub(crate) kinds: BTreeMap<u32, TileId>,
}

impl LayerMemory {
    /// Of a layer whose cells are moved by so many, with what stands in it.
    pub(crate) fn new((cols, rows): (i64, i64), kinds: BTreeMap<u32, TileId>) -> Self {
        // What collides is in the world, and so not too far for `i32`.
        LayerMemory { shift: (!kinds.is_empty()).then_some((cols as i32, rows as i32)), kinds }
    }
}

/// Something off the cells: what a kind of tile is, from the low corner of its cell on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) id: BoxId,
    pub(crate) layer: LayerId,
    pub(crate) at: IVec2,
    pub(crate) kind: TileId,
}

impl Shape {
    /// All of a grid that was just loaded.
    pub(crate) fn all(grid: &TileGrid) -> Vec<Shape> {
        let shape = |(id, found): (BoxId, &LooseBox)| Shape {
            id,
            layer: found.layer,
            at: found.origin(),
            kind: found.tile,
        };
        grid.loose_boxes().map(shape).collect()
    }

    /// It in the running grid, wherever the game has moved it; `None` if it is gone.
    pub(crate) fn found<'g>(&self, grid: &'g TileGrid) -> Option<&'g LooseBox> {
        // A world that was taken back in time may have given the number to somebody else.
        grid.loose_box(self.id).filter(|found| (found.layer, found.tile) == (self.layer, self.kind))
    }
}
