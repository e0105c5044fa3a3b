//! Contact data of hits and overlaps.

use super::actor::Actor;
use super::candidate::{Candidate, SLANTED};
use super::motion::Motion;
use super::slopes::into;
use super::sweep::Sweep;
use crate::direction::Direction;
use crate::fraction::Fraction;
use crate::grid::{NO_BOX, Obstacle, OffGridShape, ShapeId, TileGrid, View};
use crate::shape_hit::ShapeHit;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::cmp::Ordering;

/// One hit of a move: time of impact, contact and obstacle.
///
/// A body that rests on a floor hits it in every step, because gravity moves it into the floor in every step. The begin of floor
/// contact is the event [`EventKind::FloorBegin`](crate::EventKind::FloorBegin).
#[doc(alias = "contact")]
#[doc(alias = "manifold")]
#[doc(alias = "KinematicCollision2D")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Time of impact, normal and position. The fraction is of the whole move's translation, also for the second and later hits
    /// of a move. If the end of the world cut the translation short, a fraction of the shorter one.
    pub shape: ShapeHit<Fraction>,
    /// Face that was hit, by its outward direction. A slanted face counts as the nearest direction; of two equally near ones,
    /// the direction along up.
    pub face: Direction,
    /// Approach speed into the face before the response, along the normal; 0 if the velocity does not point along the translation.
    /// Excludes the velocity of the surface itself, which [`TileGrid::surface_velocity`] returns. In px/s.
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
    /// Completes the result of a sweep by `d`, after the body was moved there.
    #[inline(always)]
    pub(crate) fn new(actor: &Actor, found: &Candidate, d: IVec2, motion: &Motion) -> Hit {
        match found.name() {
            None => Hit::on_whole_tile(actor, found, d, motion),
            Some(_) => Hit::on_part(actor, found, d, motion),
        }
    }

    #[inline(always)]
    fn on_whole_tile(actor: &Actor, found: &Candidate, d: IVec2, motion: &Motion) -> Hit {
        let Actor { view, size, .. } = *actor;
        let (axis, free, position) = (found.axis, 1 - found.axis, motion.position);
        let cell = TileCoord::new(found.col, found.row);
        let (layer, tile) = view.whole_tile(cell).expect("a sweep finds solid cells only");
        let face = Direction::along(axis, d[axis] <= 0);
        let edge = i64::from(view.cells().tile()[free]);
        let low = i64::from(if free == 0 { cell.col } else { cell.row }) * edge;
        let from = i64::from(position[free]).max(low);
        let to = i64::from(position[free] + size[free]).min(low + edge);
        let mut point = IVec2::ZERO;
        point[axis] = position[axis] + if d[axis] > 0 { size[axis] } else { 0 };
        point[free] = ((from + to) >> 1) as i32;
        let speed = if d[axis] > 0 { motion.struck[axis] } else { -motion.struck[axis] };
        Hit {
            shape: ShapeHit { fraction: motion.fraction, normal: face.vector(), point, position },
            face,
            approach: if speed > 0.0 { speed } else { 0.0 },
            left: motion.left,
            target: Obstacle { layer, cell, tile, off_grid: None },
            part: 0,
            one_way: false,
        }
    }

    #[inline(never)]
    fn on_part(actor: &Actor, found: &Candidate, d: IVec2, motion: &Motion) -> Hit {
        let Actor { view, size, config, .. } = *actor;
        let normal = found.normal(view, [d.x > 0, d.y > 0]);
        let position = motion.position;
        let mut point = IVec2::ZERO;
        // The corner of the body that is nearest to the face, or the side.
        for k in [0, 1] {
            point[k] = position[k] + if normal[k] < 0 { size[k] } else { 0 };
        }
        if found.axis != SLANTED {
            let free = 1 - found.axis;
            let [low, high] = Sweep::new(*actor, position, d).side_range(found);
            let from = i64::from(position[free]).max(low);
            let to = i64::from(position[free] + size[free]).min(high);
            point[free] = ((from + to) >> 1) as i32;
        }
        let (layer, tile) = identify(view, found);
        let name = found.name();
        let cell = TileCoord::new(found.col, found.row);
        let is_own = name.is_some_and(|n| n.off_grid != NO_BOX && view.grid.is_of_cell(n.off_grid));
        let off_grid = (found.off_grid != NO_BOX && !is_own).then_some(ShapeId(found.off_grid));
        Hit {
            shape: ShapeHit { fraction: motion.fraction, normal, point, position },
            face: facing(normal, config.up),
            approach: into(motion.struck, normal) as f32,
            left: motion.left,
            target: Obstacle { layer, cell, tile, off_grid },
            part: name.map_or(0, |n| n.part),
            one_way: name.is_some_and(|n| view.piece(n).part.one_way.is_some()),
        }
    }
}

/// The direction nearest to a normal; of two equally near ones, the direction along up.
pub(crate) fn facing(normal: IVec2, up: Direction) -> Direction {
    let axis = match normal.x.abs().cmp(&normal.y.abs()) {
        Ordering::Greater => 0,
        Ordering::Less => 1,
        Ordering::Equal => up.axis(),
    };
    Direction::along(axis, normal[axis] > 0)
}

impl TileGrid {
    /// Velocity of the surface that was hit: the sum of conveyor and mover, in px/s.
    #[must_use]
    pub fn surface_velocity(&self, hit: &Hit) -> Vec2 {
        let mover = hit
            .target
            .off_grid
            .and_then(|id| self.off_grid_shape(id))
            .map_or(Vec2::ZERO, OffGridShape::velocity);
        mover + self.tile_kind(hit.target.tile).material.conveyor
    }
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
        let (cell, off_grid, (layer, tile)) = view.overlapped(min, min + size)?;
        Some(Overlap { layer, cell, tile, off_grid, pushed })
    }
}

/// Layer and tile of a candidate.
fn identify(view: View, found: &Candidate) -> (LayerId, TileId) {
    match found.name() {
        Some(name) => (LayerId::from_index(name.layer.into()), name.tile),
        None => {
            let cell = TileCoord::new(found.col, found.row);
            view.whole_tile(cell).expect("a sweep finds solid cells only")
        }
    }
}
