//! All shapes in cells regardless of their categories, and their straight sides.

use super::cells::CellRect;
use super::obstacle::Obstacle;
use super::off_grid::ShapeId;
use super::piece::{NO_BOX, Piece, PieceName};
use super::plane::{CHUNK_MASK, CHUNK_SHIFT};
use super::tile_grid::TileGrid;
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::ratio::Ratio;
use crate::shape::{Part, Polygon, TileShape, pairs};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;
use std::num::NonZeroU16;

/// A whole tile, or one convex part of another shape.
#[derive(Clone, Copy)]
pub struct Thing<'a> {
    /// The solid to which it belongs.
    pub met: Obstacle,
    /// Convex part; `None` for a whole tile.
    pub(crate) piece: Option<Piece<'a>>,
    /// Bounds of the tile or part.
    pub bounds: Aabb,
}

/// A straight side of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Both ends, clockwise around the thing as seen with y down; for a line in ascending order along its axis.
    pub ends: [IVec2; 2],
    /// Outward normal, in the smallest whole numbers.
    pub normal: IVec2,
    /// Index among the slanted sides; `None` for a straight one.
    pub slant: Option<usize>,
}

impl Side {
    /// The point at a fraction of the way from the first end to the second, each axis rounded toward the first.
    pub(crate) fn at(&self, t: Ratio) -> IVec2 {
        let [a, b] = self.ends;
        let on_axis = |k: usize| {
            let way = (i128::from(b[k]) - i128::from(a[k])) * i128::from(t.num());
            (i128::from(a[k]) + way / i128::from(t.den())) as i32
        };
        IVec2::new(on_axis(0), on_axis(1))
    }
}

impl Thing<'_> {
    /// Index of the part within the tile's shape.
    #[must_use]
    pub fn part(&self) -> u8 {
        self.piece.map_or(0, |piece| piece.name.part)
    }

    /// Open side of a one-way line; `None` for a solid.
    #[must_use]
    pub fn one_way(&self) -> Option<Direction> {
        self.piece.and_then(|piece| piece.part.one_way)
    }

    /// Unique key of the thing.
    pub(crate) fn key(&self) -> (Obstacle, u32, u8) {
        (self.met, self.piece.map_or(NO_BOX, |piece| piece.name.off_grid), self.part())
    }
}

impl TileGrid {
    /// Calls `visit` with everything in the cells, row by row, until it returns true; returns whether it did. Includes tiles
    /// without a category and of higher layers. Shapes in several cells are visited several times.
    pub(crate) fn any_thing<'a>(&'a self, r: CellRect, mut visit: impl FnMut(Thing<'a>) -> bool) -> bool {
        (r.row0..=r.row1).any(|row| {
            (r.col0 >> CHUNK_SHIFT..=r.col1 >> CHUNK_SHIFT).any(|x| {
                if self.directory.slot(x, row >> CHUNK_SHIFT) == 0 {
                    return false;
                }
                let low = x << CHUNK_SHIFT;
                (r.col0.max(low)..=r.col1.min(low + CHUNK_MASK))
                    .any(|col| self.any_thing_in(TileCoord::new(col, row), &mut visit))
            })
        })
    }

    fn any_thing_in<'a>(&'a self, at: TileCoord, visit: &mut impl FnMut(Thing<'a>) -> bool) -> bool {
        let (slot, cell) = self.slot_and_cell(at);
        let chunk = &self.chunks[slot];
        let origin = IVec2::new(at.col, at.row) * self.tile_size();
        for layer in 0..chunk.layer_count() {
            let Some(tile) = NonZeroU16::new(chunk.id(layer, cell)).map(TileId) else { continue };
            let kind = &self.kinds[tile.index()];
            let met = Obstacle { layer: LayerId::from_index(layer), cell: at, tile, off_grid: None };
            if kind.parts.is_empty() {
                let bounds = Aabb { min: origin, max: origin + self.tile_size() };
                if visit(Thing { met, piece: None, bounds }) {
                    return true;
                }
            } else if !kind.overhangs {
                // A tile that reaches beyond its cell is listed as an off-grid shape instead, and visited
                // below.
                let row = at.row;
                let col = at.col;
                let name = PieceName { row, col, off_grid: NO_BOX, layer: layer as u8, part: 0, tile };
                if visit_parts(&kind.parts, origin, met, name, visit) {
                    return true;
                }
            }
        }
        let Some(list) = &chunk.off_grid else { return false };
        list.of(cell, 0).any(|index| {
            let Some(shape) = self.off_grid_at(index) else { return false };
            let cell = shape.of_cell.unwrap_or_else(|| self.cell_at(shape.aabb.min));
            let layer = shape.layer;
            let tile = shape.tile;
            // Such a tile is named by its cell. Only shapes that the game added have an id.
            let off_grid = shape.of_cell.is_none().then_some(ShapeId(index));
            let row = cell.row;
            let col = cell.col;
            let name = PieceName { row, col, off_grid: index, layer: layer.index() as u8, part: 0, tile };
            let (parts, origin) = self.parts_of(index);
            visit_parts(parts, origin, Obstacle { layer, cell, tile, off_grid }, name, visit)
        })
    }

    /// The straight sides of a thing: four for a whole tile, one for a line.
    pub(crate) fn sides(&self, thing: &Thing) -> Vec<Side> {
        let Some(piece) = &thing.piece else { return box_sides(thing.bounds) };
        let part = piece.part;
        if let Some(open) = part.one_way {
            let min = thing.bounds.min;
            let max = thing.bounds.max;
            let Some(slant) = part.slants.first() else {
                return vec![Side { ends: [min, max], normal: open.vector(), slant: None }];
            };
            // The line is one diagonal of its bounds. The signs of its normal tell which.
            let normal = slant.normal;
            let (from, to) = if (normal.x > 0) == (normal.y > 0) { (max.y, min.y) } else { (min.y, max.y) };
            let mut ends = [IVec2::new(min.x, from), IVec2::new(max.x, to)];
            ends.sort_by_key(|end| end[1 - open.axis()]);
            return vec![Side { ends, normal, slant: Some(0) }];
        }
        if part.slants.is_empty() {
            return box_sides(thing.bounds);
        }
        let corners = self.corners(piece);
        let mut slanted = 0;
        let side = |(a, b): (IVec2, IVec2)| {
            let way = b - a;
            let is_slanted = way.x != 0 && way.y != 0;
            let number = is_slanted.then_some(slanted);
            slanted += usize::from(is_slanted);
            // Corners are clockwise with y down, so this quarter turn leads outward.
            let outward = IVec2::new(way.y, -way.x).signum();
            let normal = number.map_or(outward, |n| part.slants[n].normal);
            Side { ends: [piece.origin + a, piece.origin + b], normal, slant: number }
        };
        pairs(&corners).map(side).collect()
    }

    /// The corners of a solid part with slanted sides, clockwise, from its origin.
    fn corners(&self, piece: &Piece) -> Vec<IVec2> {
        let polygon = match &self.tile_kind(piece.name.tile).shape {
            TileShape::Slope(slope) => Some(Polygon::new(&slope.corners(self.tile_size()))),
            TileShape::Parts(parts) => match parts.get(usize::from(piece.name.part)) {
                Some(Part::Solid(polygon)) => Some(*polygon),
                _ => None,
            },
            _ => None,
        };
        polygon.map(|polygon| polygon.corners().to_vec()).unwrap_or_default()
    }
}

/// The sides of a box, clockwise from the upper one.
fn box_sides(b: Aabb) -> Vec<Side> {
    let corners = [b.min, IVec2::new(b.max.x, b.min.y), b.max, IVec2::new(b.min.x, b.max.y)];
    let ends = pairs(&corners).zip(Direction::ALL);
    ends.map(|((a, b), d)| Side { ends: [a, b], normal: d.vector(), slant: None }).collect()
}

fn visit_parts<'a>(
    parts: &'a [crate::shape::Convex],
    origin: IVec2,
    met: Obstacle,
    name: PieceName,
    visit: &mut impl FnMut(Thing<'a>) -> bool,
) -> bool {
    (0..).zip(parts).any(|(index, part)| {
        let bounds = Aabb { min: origin + part.min, max: origin + part.max };
        let piece = Piece { part, origin, name: PieceName { part: index, ..name } };
        visit(Thing { met, piece: Some(piece), bounds })
    })
}
