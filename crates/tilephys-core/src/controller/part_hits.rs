//! Contact data of hits on single parts of tiles, from the SIMD moves in [`PartLanes`].

use super::actor::Actor;
use super::hit::Hit;
use super::hit_report::facing;
use super::part_lanes::PartLanes;
use super::slope_contact::into;
use crate::direction::Direction;
use crate::fraction::Fraction;
use crate::grid::Obstacle;
use crate::lattice::nearest;
use crate::shape::Convex;
use crate::shape_hit::ShapeHit;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};

/// The part of a tile that a lane hits. It is the only one of its tile.
pub(crate) struct StruckPart<'a> {
    pub(crate) part: &'a Convex,
    pub(crate) layer: u8,
    pub(crate) tile: TileId,
    pub(crate) cell: TileCoord,
}

impl PartLanes {
    /// The hit of a lane, as [`Hit::new`] computes it. The body started at a place with a velocity.
    #[inline(always)]
    pub(crate) fn hit(
        &self,
        lane: usize,
        struck: &StruckPart,
        (start, velocity): (IVec2, Vec2),
        up: Direction,
    ) -> Hit {
        let (x, y) = (&self.x, &self.y);
        let whole = |x: f64, y: f64| IVec2::new(nearest(x), nearest(y));
        let normal = whole(x.normal[lane], y.normal[lane]);
        let gone = whole(x.gone[lane], y.gone[lane]);
        // The body at the hit, from the origin of the part.
        let at = whole(x.at[lane], y.at[lane]) + gone;
        let size = whole(x.size[lane], y.size[lane]);
        let mut point = at + IVec2::select(normal.cmplt(IVec2::ZERO), size, IVec2::ZERO);
        let is_straight = (normal.x == 0) | (normal.y == 0);
        if is_straight {
            let free = usize::from(normal.y == 0);
            let [low, high] = struck.part.end(Direction::along(1 - free, normal[1 - free] > 0));
            let (from, to) = (at[free], at[free] + size[free]);
            let (from, to) = (if from > low { from } else { low }, if to < high { to } else { high });
            point[free] = (from + to) >> 1;
        }
        let &StruckPart { part, layer, tile, cell } = struck;
        let position = start + gone;
        let (distance, run) = (self.distance[lane] as u64, self.run[lane] as i64);
        Hit {
            shape: ShapeHit {
                fraction: Actor::moment_after(Fraction::ZERO, distance, run),
                normal,
                point: point + (position - at),
                position,
            },
            face: facing(normal, up),
            approach: into(velocity, normal) as f32,
            left: whole(x.left[lane], y.left[lane]),
            target: Obstacle { layer: LayerId::from_index(layer.into()), cell, tile, off_grid: None },
            part: 0,
            one_way: part.one_way.is_some(),
        }
    }
}
