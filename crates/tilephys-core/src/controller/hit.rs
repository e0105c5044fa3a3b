//! Hits and overlaps as a game sees them, and the hooks by which it decides about a hit.

use crate::direction::Direction;
use crate::fraction::Fraction;
use crate::grid::{Obstacle, ShapeId, View};
use crate::response::Response;
use crate::shape_hit::ShapeHit;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};

/// One hit of a move: time of impact, contact and obstacle.
///
/// A body that rests on a floor hits it in every step, because gravity moves it into the floor in every step. The begin of floor
/// contact is the event [`EventKind::FloorBegin`](crate::EventKind::FloorBegin).
#[doc(alias("contact", "manifold", "KinematicCollision2D"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Time of impact, normal and position. The fraction is of the whole move's translation, also for the second and later hits
    /// of a move. If the end of the world cut the translation short, a fraction of the shorter one.
    pub shape: ShapeHit<Fraction>,
    /// Face that was hit, by its outward direction. A slanted face counts as the nearest direction; of two equally near ones,
    /// the direction along up.
    pub face: Direction,
    /// Approach speed into the face before the response, along the normal; 0 if the velocity does not point along the translation.
    /// Excludes the velocity of the surface itself, of its mover and conveyor. In px/s.
    #[doc(alias = "impact_speed")]
    pub approach: f32,
    /// Translation left after the response, in lattice units.
    pub left: IVec2,
    /// Tile or off-grid shape that was hit, with the lowest layer that has a solid at the contact.
    pub target: Obstacle,
    /// Index of the part within the tile's shape.
    pub part: u8,
    /// True if the face is a one-way line.
    pub one_way: bool,
}

impl Hit {
    /// Sort key of the hits of a body that passes through: fraction, layer, row, column. Equal for equal hits only.
    pub(crate) fn crossing_order(&self) -> impl Ord + use<> {
        let Obstacle { layer, cell, off_grid, .. } = self.target;
        (self.shape.fraction, layer, cell.row, cell.col, off_grid, self.part)
    }
}

/// Initial overlap of a move, and its depenetration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// Lowest layer with a solid at the overlap.
    pub layer: LayerId,
    /// Cell of the tile, the first by row and column; for an off-grid shape the cell of its low corner.
    pub cell: TileCoord,
    /// Kind of tile.
    pub tile: TileId,
    /// Off-grid shape; `None` for a tile in a cell.
    pub off_grid: Option<ShapeId>,
    /// Push that separated the body; zero if there was no exit within one tile. In lattice units.
    pub pushed: IVec2,
}

impl Overlap {
    /// The first solid that the box at `min` overlaps, if any.
    #[cold]
    pub(crate) fn find(view: View, min: IVec2, size: IVec2, pushed: IVec2) -> Option<Overlap> {
        let Obstacle { layer, cell, tile, off_grid } = view.overlapped(min, min + size)?;
        Some(Overlap { layer, cell, tile, off_grid, pushed })
    }
}

/// Collision hooks of one body's move.
///
/// Both are pure functions. `meets` is called in no particular order and any number of times; `responds` is called once for each
/// hit, in order of fraction. Equal arguments must give equal results, or a move is not reproducible.
#[derive(Clone, Copy)]
#[doc(alias = "contact filter")]
pub struct MoveHooks<'a> {
    /// Collision filter: returns false for a solid that the body ignores, which then neither stops nor holds nor depenetrates it.
    pub meets: &'a dyn Fn(&Obstacle) -> bool,
    /// Hit response. The body is at the hit. [`Hit::left`] is the translation left before any response, the vector is the velocity
    /// in px/s.
    pub responds: &'a dyn Fn(&Hit, Vec2) -> HitResponse,
}

impl MoveHooks<'_> {
    /// Collides with everything, and responds by the body's settings.
    pub const NONE: MoveHooks<'static> =
        MoveHooks { meets: &|_| true, responds: &|_, _| HitResponse::Default };
}

/// Response of a collision hook to a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HitResponse {
    /// Responds by the body's settings. The default.
    #[default]
    Default,
    /// Responds in this way, without walking. [`Response::PassThrough`] is no response to one hit and counts as [`Own`](Self::Default).
    Use(Response),
    /// Continues with this velocity and translation. Motion into the surface hits it again.
    Go {
        /// Velocity, in px/s. In a world, the next step reports a velocity that is not finite and skips the body.
        velocity: Vec2,
        /// Translation left, in lattice units.
        left: IVec2,
    },
    /// Ends the move here and keeps the velocity.
    End,
}
