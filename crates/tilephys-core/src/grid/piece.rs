//! Convex parts of shaped tiles and off-grid shapes: their identity, and exact contact and overlap tests of a box against a part.

use super::off_grid::{OVERHANG, ShapeId};
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::floor_classifier::Outline;
use crate::shape::{Convex, Slant, TileShape};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;

/// Prepared collision shape of a kind of tile.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// Convex parts; empty for a whole tile.
    pub(crate) parts: Box<[Convex]>,
    /// True if some part, or its list bounds, extends beyond the cell.
    pub(crate) overhangs: bool,
    pub(super) fits: bool,
    /// True if its surface moves what stands on it.
    pub(super) conveys: bool,
    /// True if it is a one-way line along the upper edge of the cell, and nothing else.
    pub(super) is_plank: bool,
}

impl Kind {
    /// True if cells with it are marked as shaped: there the fast paths for whole tiles do not apply.
    pub(super) fn marks_cells(&self) -> bool {
        !self.parts.is_empty() || self.conveys
    }

    /// # Panics
    /// If the shape is invalid for cells of `tile` units.
    pub(crate) fn new(shape: &TileShape, tile: IVec2) -> Self {
        if let Some(fault) = shape.fault(tile) {
            panic!("{fault}");
        }
        let parts: Box<[Convex]> = shape.convex_parts(tile).into();
        let fits = |part: &Convex| {
            let [low, high] = part.reach();
            low.cmpge(IVec2::ZERO).all() && high.cmple(tile).all()
        };
        let lies_in = |part: &Convex| part.min.cmpge(IVec2::ZERO).all() && part.max.cmple(tile).all();
        Kind {
            overhangs: !parts.iter().all(fits),
            fits: parts.iter().all(lies_in),
            is_plank: is_plank(&parts, tile),
            parts,
            conveys: false,
        }
    }
}

/// True if these parts of a tile are a line along the upper edge of the cell alone.
fn is_plank(parts: &[Convex], tile: IVec2) -> bool {
    let is_edge = |part: &Convex| part.min == IVec2::ZERO && part.max == IVec2::new(tile.x, 0);
    matches!(parts, [part] if part.one_way == Some(Direction::Up) && is_edge(part))
}

/// A convex part at its place in the world.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) part: &'a Convex,
    pub(crate) origin: IVec2,
    pub(crate) name: PieceName,
}

impl Piece<'_> {
    pub(crate) fn bounds(&self) -> Aabb {
        Aabb { min: self.origin + self.part.min, max: self.origin + self.part.max }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PieceName {
    /// Row of the tile's cell, or of the cell of an off-grid shape's low corner.
    pub(crate) row: i32,
    pub(crate) col: i32,
    pub(crate) off_grid: u32,
    pub(crate) layer: u8,
    pub(crate) part: u8,
    pub(crate) tile: TileId,
}

/// Value in place of the index of an off-grid shape for a tile.
pub(crate) const NO_BOX: u32 = u32::MAX;

impl PieceName {
    /// The shape off the grid to which the part belongs; `None` for a part of a tile, within its cell or beyond it.
    pub(crate) fn shape_id(self) -> Option<ShapeId> {
        (self.off_grid < OVERHANG).then_some(ShapeId(self.off_grid))
    }
}

/// Identity of a solid with which a body may collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Obstacle {
    /// Layer of the solid.
    pub layer: LayerId,
    /// Cell of the solid; for an off-grid shape the cell of its low corner.
    pub cell: TileCoord,
    /// Kind of tile.
    pub tile: TileId,
    /// Off-grid shape; `None` for a tile in a cell.
    pub off_grid: Option<ShapeId>,
}

impl Obstacle {
    pub(crate) const NONE: Obstacle = Obstacle {
        layer: LayerId::LOWEST,
        cell: TileCoord::new(i32::MIN, i32::MIN),
        tile: TileId::FIRST,
        off_grid: None,
    };

    /// True if both identify one solid. An off-grid shape is identified by its id alone, because its cell changes as it moves.
    pub(crate) fn is_same_solid(&self, other: &Obstacle) -> bool {
        self == other || self.off_grid.is_some() && self.off_grid == other.off_grid
    }
}

#[inline(always)]
fn relative(piece: &Piece, outline: Outline) -> ([i64; 2], [i64; 2]) {
    let min = [0, 1].map(|k| i64::from(outline.min[k]) - i64::from(piece.origin[k]));
    (min, [outline.size.x.into(), outline.size.y.into()])
}

/// Distance of a body to a slanted face, times the length of the normal; positive outside.
#[inline(always)]
fn side(piece: &Piece, slant: &Slant, outline: Outline) -> i64 {
    let (min, size) = relative(piece, outline.to_slants());
    slant.side(min, size)
}

/// True if the body strictly overlaps the part. One-way lines are never overlapped.
#[inline]
pub(crate) fn overlaps(piece: &Piece, outline: Outline) -> bool {
    piece.part.one_way.is_none() && is_inside(piece, outline)
}

#[inline]
fn is_inside(piece: &Piece, outline: Outline) -> bool {
    let part = piece.part;
    let (min, size) = relative(piece, outline);
    (0..2).all(|k| i64::from(part.min[k]) < min[k] + size[k] && min[k] < i64::from(part.max[k]))
        && part.slants.iter().all(|slant| side(piece, slant, outline) < 0)
}

/// True if a plane of the part separates it from all of a box. May be false for a part that is apart from it.
#[inline(always)]
pub(crate) fn is_apart(piece: &Piece, low: IVec2, high: IVec2) -> bool {
    let part = piece.part;
    let min = piece.origin.wrapping_add(part.min);
    let max = piece.origin.wrapping_add(part.max);
    if max.cmple(low).any() || high.cmple(min).any() {
        return true;
    }
    // In 64 bits: a box in few cells of great size may be wider than `i32`.
    let min = [0, 1].map(|k| i64::from(low[k]) - i64::from(piece.origin[k]));
    let size = [0, 1].map(|k| i64::from(high[k]) - i64::from(low[k]));
    part.one_way.is_none() && part.slants.iter().any(|slant| slant.side(min, size) >= 0)
}

/// Calls `visit` with the normal of each face of the part that the box touches: a step of one unit would enter the part. For a
/// slanted face that is a step on either axis or on both.
pub(crate) fn touches(piece: &Piece, outline: Outline, mut visit: impl FnMut(IVec2)) {
    let part = piece.part;
    let (min, size) = relative(piece, outline);
    let near =
        |k: usize| i64::from(part.min[k]) <= min[k] + size[k] + 1 && min[k] <= i64::from(part.max[k]) + 1;
    if !near(0) || !near(1) {
        return;
    }
    if part.slants.is_empty() && part.one_way.is_none() {
        // As for whole tiles: a side inside the part touches too.
        let overlaps =
            |k: usize, low: i64, high: i64| i64::from(part.min[k]) < high && low < i64::from(part.max[k]);
        for face in Direction::ALL {
            let k = face.axis();
            let free = 1 - face.axis();
            let low = if face.vector()[k] > 0 { min[k] - 1 } else { min[k] + size[k] };
            if overlaps(k, low, low + 1) && overlaps(free, min[free], min[free] + size[free]) {
                visit(face.vector());
            }
        }
        return;
    }
    let enters = |v: IVec2| is_inside(piece, Outline { min: outline.min - v, ..outline });
    // A side that is only a corner is touched if a step toward it would enter the part.
    for face in Direction::ALL {
        if part.one_way.is_some_and(|open| open != face) {
            continue;
        }
        let k = face.axis();
        let v = face.vector();
        let is_flush = if v[k] > 0 {
            min[k] == i64::from(part.max[k])
        } else {
            min[k] + size[k] == i64::from(part.min[k])
        };
        let free = 1 - k;
        let [from, to] = part.end(face).map(i64::from);
        let is_beside = from < min[free] + size[free] && min[free] < to;
        if is_flush && is_beside && (part.one_way.is_some() || enters(v)) {
            visit(v);
        }
    }
    for slant in &part.slants {
        let side = side(piece, slant, outline);
        if side < 0 || side >= slant.step() {
            continue;
        }
        let touching = match part.one_way {
            None => {
                // At an end of the face, a step on both axes would move a box of one unit past the part.
                let [x, y] = slant.normal.signum().to_array();
                [(x, y), (x, 0), (0, y)].into_iter().any(|(x, y)| enters(IVec2::new(x, y)))
            }
            Some(open) => {
                let k = 1 - open.axis();
                let (min, size) = relative(piece, outline.to_slants());
                let corner = min[k] + if slant.normal[k] > 0 { 0 } else { size[k] };
                let low = i64::from(part.min[k]);
                let high = i64::from(part.max[k]);
                // The line excludes its lower end.
                if slant.normal[k] < 0 {
                    low < corner && corner <= high
                } else {
                    low <= corner && corner < high
                }
            }
        };
        if touching {
            visit(slant.normal);
        }
    }
}

/// Distance that a box which overlaps a part must move in `direction` until it does not: to the nearest plane that it reaches
/// from inside. In lattice units.
pub(crate) fn exit_of(piece: &Piece, outline: Outline, direction: Direction) -> i64 {
    let part = piece.part;
    let (at, size) = relative(piece, outline);
    let axis = direction.axis();
    let v = direction.vector();
    let by_side = if v[axis] > 0 {
        i64::from(part.max[axis]) - at[axis]
    } else {
        at[axis] + size[axis] - i64::from(part.min[axis])
    };
    part.slants.iter().fold(by_side, |least, slant| {
        let speed = i64::from(slant.normal[axis]) * i64::from(v[axis]);
        // In this direction the box does not leave through this plane.
        if speed <= 0 {
            return least;
        }
        let depth = -side(piece, slant, outline);
        // Rounded up: one unit less would leave the box inside.
        least.min((depth + speed - 1) / speed)
    })
}
