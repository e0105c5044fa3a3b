//! What a body hit.

use super::actor::Actor;
use super::candidate::{Candidate, SLANTED};
use super::motion::Motion;
use super::slanted::into;
use super::sweep::Sweep;
use crate::direction::Direction;
use crate::fraction::Fraction;
use crate::grid::{BoxId, LooseBox, NO_BOX, TileGrid, View};
use crate::lattice::px_from_point;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};
use std::cmp::Ordering;

/// One hit of a move: when, where, and what.
///
/// A body that rests on a floor hits it in every step, for gravity moves it there in every step; when it came to stand is
/// told by [`EventKind::FloorBegin`](crate::EventKind::FloorBegin).
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// The speed into the face before the response, in px/s, along its normal; 0 if the velocity pointed elsewhere than the way.
    /// That of the surface itself, as [`TileGrid::surface_velocity`] tells it, is not counted.
    #[doc(alias = "impact_speed")]
    pub approach: f32,
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

    /// Completes what a sweep by `d` found, after the body was moved there.
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
            fraction: motion.fraction,
            normal: face.vector(),
            face,
            point,
            position,
            approach: if speed > 0.0 { speed } else { 0.0 },
            left: motion.left,
            layer,
            cell,
            tile,
            loose: None,
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
        let is_own = name.is_some_and(|n| n.loose != NO_BOX && view.grid.is_of_cell(n.loose));
        Hit {
            fraction: motion.fraction,
            normal,
            face: facing(normal, config.up),
            point,
            position,
            approach: into(motion.struck, normal) as f32,
            left: motion.left,
            layer,
            cell: TileCoord::new(found.col, found.row),
            tile,
            loose: (found.loose != NO_BOX && !is_own).then_some(BoxId(found.loose)),
            part: name.map_or(0, |n| n.part),
            one_way: name.is_some_and(|n| view.piece(n).part.one_way.is_some()),
        }
    }
}

/// The direction to which a normal is nearest, of two that along up.
pub(crate) fn facing(normal: IVec2, up: Direction) -> Direction {
    let axis = match normal.x.abs().cmp(&normal.y.abs()) {
        Ordering::Greater => 0,
        Ordering::Less => 1,
        Ordering::Equal => up.axis(),
    };
    Direction::along(axis, normal[axis] > 0)
}

impl TileGrid {
    /// How the surface of what was hit moves now, in px/s: that of a conveyor and that of a mover together.
    #[must_use]
    pub fn surface_velocity(&self, hit: &Hit) -> Vec2 {
        let mover = hit.loose.and_then(|id| self.loose_box(id)).map_or(Vec2::ZERO, LooseBox::velocity);
        mover + self.tile_kind(hit.tile).material.conveyor
    }
}

impl Hit {
    /// The order of the hits of a body that passes through: fraction, layer, row, column. Equal for equal hits only.
    pub(crate) fn crossing_order(&self) -> impl Ord + use<> {
        (self.fraction, self.layer, self.cell.row, self.cell.col, self.loose, self.part)
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
        let (cell, loose, (layer, tile)) = view.overlapped(min, min + size)?;
        Some(Overlap { layer, cell, tile, loose, pushed })
    }
}

/// Layer and tile of what was found.
fn identify(view: View, found: &Candidate) -> (LayerId, TileId) {
    match found.name() {
        Some(name) => (LayerId::from_index(name.layer.into()), name.tile),
        None => {
            let cell = TileCoord::new(found.col, found.row);
            view.whole_tile(cell).expect("a sweep finds solid cells only")
        }
    }
}
