//! What a body hit.

use super::candidate::{Candidate, NO_BOX};
use super::motion::Motion;
use crate::direction::Direction;
use crate::fraction::Fraction;
use crate::grid::{BoxId, TileGrid, View};
use crate::lattice::px_from_point;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};

/// One hit of a move: when, where, and what.
///
/// A body that rests on a floor hits it in every step, for gravity moves it there in every step; when it came to stand is
/// told by [`EventKind::FloorBegin`](crate::EventKind::FloorBegin).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The part of the whole move's translation that was travelled, also for the second and later hits of a move. (Of
    /// what was left of it, if the end of the world cut it short.)
    pub fraction: Fraction,
    /// Out of the face, toward the body, in the smallest whole numbers: a unit vector along an axis for most faces,
    /// (-1, -1) for a floor that rises to the right by 45°.
    pub normal: IVec2,
    /// The face that was hit, by the direction in which it looks; for a slanted one the nearest, of two that along up.
    pub face: Direction,
    /// The middle of the contact, in lattice units; on the free axis rounded down.
    pub point: IVec2,
    /// The body's min corner at the hit, in lattice units; on the free axis rounded toward where it came from.
    pub position: IVec2,
    /// The translation that was left after the response, in lattice units.
    pub left: IVec2,
    /// The lowest layer with something solid to the body there.
    pub layer: LayerId,
    /// The cell; for a loose box the one of its low corner.
    pub cell: TileCoord,
    /// The kind of tile.
    pub tile: TileId,
    /// The loose box, if it was none of the cells.
    pub loose: Option<BoxId>,
    /// Which part of the tile's shape, in their order.
    pub part: u8,
    /// Was it a line that blocks from one side only?
    pub one_way: bool,
}

impl Hit {
    /// The normal as a unit vector.
    #[must_use]
    pub fn unit_normal(&self) -> Vec2 {
        self.normal.as_vec2().normalize()
    }

    /// The middle of the contact, in pixels.
    #[must_use]
    pub fn point_px(&self) -> Vec2 {
        px_from_point(self.point)
    }

    /// Completes what a sweep found, after the body was moved there.
    pub(crate) fn new(view: View, size: IVec2, found: &Candidate, forth: bool, motion: &Motion) -> Hit {
        let face = Direction::along(found.axis, !forth);
        let cell = TileCoord::new(found.col, found.row);
        let (layer, tile, low, high) = identify(view.grid, found, view.mask);
        let (position, free) = (motion.position, 1 - found.axis);
        let mut point = IVec2::ZERO;
        point[found.axis] = position[found.axis] + if forth { size[found.axis] } else { 0 };
        let from = i64::from(position[free].max(low[free]));
        let to = i64::from((position[free] + size[free]).min(high[free]));
        point[free] = ((from + to) >> 1) as i32;
        Hit {
            fraction: motion.fraction,
            normal: face.vector(),
            face,
            point,
            position,
            left: motion.left,
            layer,
            cell,
            tile,
            loose: (found.loose != NO_BOX).then_some(BoxId(found.loose)),
            part: 0,
            one_way: false,
        }
    }
}

impl Hit {
    /// The order of the hits of a body that passes through: fraction, layer, row, column. Equal for equal hits only.
    pub(crate) fn crossing_order(&self) -> impl Ord + use<> {
        (self.fraction, self.layer, self.cell.row, self.cell.col, self.loose)
    }
}

/// What a body was in when its move began, and how it was put out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The lowest layer with something solid to the body there.
    pub layer: LayerId,
    /// The cell, the first of them by row and column; for a loose box the one of its low corner.
    pub cell: TileCoord,
    /// The kind of tile.
    pub tile: TileId,
    /// The loose box, if it was none of the cells.
    pub loose: Option<BoxId>,
    /// The push that freed the body, in lattice units; zero if there was no exit within one tile.
    pub pushed: IVec2,
}

impl Overlap {
    /// What the box at `min` overlaps, if anything.
    #[cold]
    pub(crate) fn find(view: View, min: IVec2, size: IVec2, pushed: IVec2) -> Option<Overlap> {
        let (cell, loose) = view.overlapped(min, min + size)?;
        let (layer, tile) = match loose.and_then(|id| view.grid.loose_box(id)) {
            Some(b) => (b.layer, b.tile),
            None => view.grid.solid_tile(cell, view.mask)?,
        };
        Some(Overlap { layer, cell, tile, loose, pushed })
    }
}

/// Layer, tile, low and high corner of what was found.
fn identify(grid: &TileGrid, found: &Candidate, mask: u32) -> (LayerId, TileId, IVec2, IVec2) {
    if found.loose == NO_BOX {
        let cell = TileCoord::new(found.col, found.row);
        let (layer, tile) = grid.solid_tile(cell, mask).expect("a sweep finds solid cells only");
        let low = IVec2::new(found.col, found.row) * grid.tile_size();
        (layer, tile, low, low + grid.tile_size())
    } else {
        let b = grid.loose_box(BoxId(found.loose)).expect("a sweep finds present boxes only");
        (b.layer, b.tile, b.aabb.min, b.aabb.max)
    }
}
