//! Questions about what is solid: at a point, in a box, on a straight way, nearest to something.
//!
//! All of them see one thing, *what is solid to a mask*: the whole tiles of all layers and the loose boxes whose category
//! shares a bit with it, put together. Where two of them adjoin there is no gap: a point on the seam of two solid tiles
//! is inside, and a ray along the seam is stopped. The outside of what is solid belongs to nobody: a point on it is not
//! inside, and a ray along it, or through a corner of it, goes on. So a ray goes where a box that is small enough would,
//! whichever side of the ray it keeps to.

mod cast;
mod entries;
mod nearest;
mod solids;
mod square;
mod sweep;
mod walk;
mod way;

pub use entries::CastAll;
pub use nearest::Nearest;
pub use solids::Solids;

use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::grid::{BoxId, LooseBox, View};
use crate::ratio::Ratio;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;

/// A tile or a loose box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solid {
    /// Its layer.
    pub layer: LayerId,
    /// Its cell; for a loose box the one of its low corner.
    pub cell: TileCoord,
    /// The kind of tile.
    pub tile: TileId,
    /// The loose box, if it is none of the cells.
    pub loose: Option<BoxId>,
    /// The box around it, in lattice units; for a whole tile the cell.
    pub aabb: Aabb,
}

/// What a cast or a sweep through a grid meets: when, where, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GridHit {
    /// The part of the way travelled, exactly: at least 0, less than 1.
    #[doc(alias = "time_of_impact")]
    #[doc(alias = "toi")]
    pub fraction: Ratio,
    /// Unit vector out of the face; zero if the way starts inside.
    pub normal: IVec2,
    /// The face that is met, by the direction in which it looks; `None` if the way starts inside.
    pub face: Option<Direction>,
    /// Where, in lattice units. On the axis of the normal exactly on the face. On the other axis the point of a cast is
    /// rounded toward its start; that of a sweep is the middle of the contact, rounded down.
    pub point: IVec2,
    /// The min corner of the swept box at that moment, on the free axis rounded toward its start; for a cast the same as
    /// `point`.
    pub position: IVec2,
    /// What is met. Of several tiles in a cell the one of the lowest layer.
    pub solid: Solid,
}

impl GridHit {
    /// Does the way start inside of what is solid? Then the fraction is 0, and there is no face.
    #[must_use]
    pub fn starts_inside(&self) -> bool {
        self.face.is_none()
    }

    /// A start inside of `solid`.
    fn inside(position: IVec2, point: IVec2, solid: Solid) -> GridHit {
        GridHit { fraction: Ratio::ZERO, normal: IVec2::ZERO, face: None, point, position, solid }
    }

    /// The order of several hits on one way. Equal for equal hits only, since a way names a cell once.
    fn order(&self) -> impl Ord + use<> {
        let Solid { cell, loose, .. } = self.solid;
        (self.fraction, self.face.is_some(), name_order(cell, loose))
    }
}

/// Of several solids of which nothing else says which comes first: row, column, a loose box before a tile, the older box.
fn name_order(cell: TileCoord, loose: Option<BoxId>) -> (i32, i32, bool, Option<BoxId>) {
    (cell.row, cell.col, loose.is_none(), loose)
}

impl Solid {
    /// The lowest tile in a cell that is solid to the view's mask.
    fn of_cell(view: View, cell: TileCoord) -> Option<Solid> {
        let (layer, tile) = view.grid.solid_tile(cell, view.mask)?;
        Some(Solid { layer, cell, tile, loose: None, aabb: cell_box(view, cell) })
    }

    fn of_loose(view: View, index: u32, b: &LooseBox) -> Solid {
        let cell = view.grid.cell_at(b.aabb.min);
        Solid { layer: b.layer, cell, tile: b.tile, loose: Some(BoxId(index)), aabb: b.aabb }
    }
}

/// The box of a cell that lies in the world.
fn cell_box(view: View, cell: TileCoord) -> Aabb {
    let tile = view.cells().tile();
    let min = IVec2::new(cell.col, cell.row) * tile;
    Aabb { min, max: min + tile }
}
