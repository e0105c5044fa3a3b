//! Convex outlines as planes and corners, in 64 bits: no overflow for shapes anywhere in the world.

use crate::direction::Direction;
use crate::grid::PieceName;
use crate::shape::{Convex, gcd};
use crate::tile::TileCoord;
use glam::IVec2;

/// Dot product. Normals have at most 26 bits, differences of coordinates 33.
#[inline(always)]
pub(super) fn dot(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Positive if `b` turns clockwise from `a`, as seen with y down; exact for any vectors.
pub(super) fn cross(a: [i64; 2], b: [i64; 2]) -> i128 {
    i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0])
}

/// The vector turned clockwise by a quarter turn, as seen with y down.
pub(super) fn turned([x, y]: [i64; 2]) -> [i64; 2] {
    [-y, x]
}

pub(super) fn negated([x, y]: [i64; 2]) -> [i64; 2] {
    [-x, -y]
}

pub(super) fn wide(v: IVec2) -> [i64; 2] {
    [v.x.into(), v.y.into()]
}

pub(super) fn smallest([x, y]: [i64; 2]) -> IVec2 {
    let divisor = i64::from(gcd(x.unsigned_abs() as u32, y.unsigned_abs() as u32));
    IVec2::new((x / divisor) as i32, (y / divisor) as i32)
}

/// Boundary line of an outline: points p with `normal . p >= offset` are outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) normal: [i64; 2],
    pub(super) offset: i64,
    /// Direction of a side of the bounds; `None` for a slanted edge.
    pub(super) side: Option<Direction>,
    pub(super) is_pointed: bool,
}

impl Plane {
    /// Distance of a point to the plane, times the length of the normal; positive outside.
    #[inline(always)]
    pub(super) fn side_of(&self, point: [i64; 2]) -> i64 {
        dot(self.normal, point) - self.offset
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) cell: TileCoord,
    /// Convex part; `None` for a whole tile.
    pub(super) piece: Option<PieceName>,
}

impl Name {
    /// Final sort key: row, column, an off-grid shape, a whole tile, layer, id, part.
    pub(super) fn key(&self) -> impl Ord + Copy + use<> {
        let (layer, part) = self.piece.map_or((0, 0), |p| (p.layer + 1, p.part));
        let shape = self.piece.and_then(PieceName::shape_id);
        (self.cell.row, self.cell.col, shape.is_none(), layer, shape, part)
    }

    pub(super) fn of_cell(cell: TileCoord) -> Self {
        Name { cell, piece: None }
    }

    pub(super) fn of_piece(piece: PieceName) -> Self {
        Name { cell: TileCoord::new(piece.col, piece.row), piece: Some(piece) }
    }
}

/// A whole tile or a convex part.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a> {
    /// Low corner of the bounds, and high corner.
    pub(super) min: [i64; 2],
    pub(super) max: [i64; 2],
    origin: [i64; 2],
    part: &'a Convex,
    pub(super) name: Name,
}

impl<'a> Outline<'a> {
    #[inline]
    pub(super) fn new(part: &'a Convex, origin: IVec2, name: Name) -> Self {
        let origin = wide(origin);
        let at = |p: IVec2| [origin[0] + i64::from(p.x), origin[1] + i64::from(p.y)];
        Outline { min: at(part.min), max: at(part.max), origin, part, name }
    }

    /// Open side of a one-way line; `None` for a solid.
    #[inline(always)]
    pub(super) fn one_way(&self) -> Option<Direction> {
        self.part.one_way
    }

    #[inline(always)]
    pub(super) fn is_solid(&self) -> bool {
        self.one_way().is_none()
    }

    #[inline]
    pub(super) fn planes(&self) -> impl Iterator<Item = Plane> + use<'a> {
        let this = *self;
        let sides = Direction::ALL.into_iter().map(move |side| {
            let k = side.axis();
            let normal = wide(side.vector());
            let offset = if normal[k] > 0 { this.max[k] } else { -this.min[k] };
            let [low, high] = this.end(side);
            // A side that is only a corner point loses ties against an edge.
            Plane { normal, offset, side: Some(side), is_pointed: low == high }
        });
        let slanted = self.part.slants.iter().map(move |slant| {
            let normal = wide(slant.normal);
            let offset = slant.offset + dot(normal, this.origin);
            Plane { normal, offset, side: None, is_pointed: false }
        });
        sides.chain(slanted)
    }

    pub(super) fn faces(&self) -> impl Iterator<Item = Plane> + use<'a> {
        self.planes().filter(|plane| !plane.is_pointed)
    }

    /// Low and high end of the part of the outline on a side of its bounds, along that side.
    pub(super) fn end(&self, side: Direction) -> [i64; 2] {
        let free = 1 - side.axis();
        self.part.end(side).map(|end| self.origin[free] + i64::from(end))
    }

    pub(super) fn corner_count(&self) -> usize {
        self.part.corners.len()
    }

    /// A corner, clockwise as seen with y down; the index after the last gives the first.
    pub(super) fn corner(&self, index: usize) -> [i64; 2] {
        let corner = wide(self.part.corners[index % self.corner_count()]);
        [self.origin[0] + corner[0], self.origin[1] + corner[1]]
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = [i64; 2]> + use<'a> {
        let this = *self;
        (0..this.corner_count()).map(move |index| this.corner(index))
    }

    /// Plane of a one-way line, with its normal toward the open side; `None` for a solid.
    pub(super) fn line(&self) -> Option<Plane> {
        let open = self.one_way()?;
        let mut planes = self.planes();
        let is_straight = self.part.slants.is_empty();
        planes.find(|plane| if is_straight { plane.side == Some(open) } else { plane.side.is_none() })
    }
}
