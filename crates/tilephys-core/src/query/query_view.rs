//! Query view of the grid: outlines of whole tiles and of convex parts, by their cells.
//!
//! Near a point the solids are wedges: a part whose edge or corner contains the point fills all directions between two. The
//! directions just beside a given one are tested with a moved point. The point moves by a small step along `v`, then by a far
//! smaller step along `w`. The method is the symbolic perturbation of Edelsbrunner and Mücke (1990, "Simulation of
//! simplicity"). A moved point is on no line. So the first of three numbers that is not zero decides the side of each plane.

use super::outline::{Name, Outline, Plane, dot, negated, turned};
use super::{Query, Solid};
use crate::aabb::Aabb;
use crate::grid::{CellRect, Obstacle, Piece, TileGrid, View};
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;
use std::cmp::Ordering;

#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub(super) view: View<'a>,
    pub(super) query: Query<'a>,
}

impl<'a> Sight<'a> {
    #[inline]
    pub(super) fn new(grid: &'a TileGrid, query: Query<'a>) -> Self {
        Sight { view: grid.view(query.mask), query }
    }

    #[inline]
    fn passes(&self, solid: impl FnOnce() -> Solid) -> bool {
        self.query.filter.is_none_or(|filter| filter(&solid()))
    }

    /// The visible whole tile of the lowest layer in a cell.
    pub(super) fn whole(&self, cell: TileCoord) -> Option<(LayerId, TileId)> {
        let mut all = self.view.grid.whole_tiles(cell, self.query.mask);
        all.find(|&(layer, tile)| self.passes(|| self.whole_solid(cell, layer, tile)))
    }

    #[inline]
    pub(super) fn has_whole(&self, col: i32, row: i32) -> bool {
        let cell = TileCoord::new(col, row);
        self.view.is_solid(col, row) && (self.query.filter.is_none() || self.whole(cell).is_some())
    }

    #[inline]
    pub(super) fn whole_solid(&self, cell: TileCoord, layer: LayerId, tile: TileId) -> Solid {
        let min = self.corner_of(cell);
        let aabb = Aabb { min, max: min + self.view.cells().tile() };
        Solid { layer, cell, tile, off_grid: None, part: 0, one_way: false, aabb }
    }

    fn corner_of(&self, cell: TileCoord) -> IVec2 {
        IVec2::new(cell.col, cell.row) * self.view.cells().tile()
    }

    pub(super) fn outline_of_cell(&self, cell: TileCoord) -> Outline<'a> {
        Outline::new(&self.view.grid.whole, self.corner_of(cell), Name::of_cell(cell))
    }

    #[inline]
    pub(super) fn outline_of(&self, piece: &Piece<'a>) -> Outline<'a> {
        Outline::new(piece.part, piece.origin, Name::of_piece(piece.name))
    }

    #[inline]
    pub(super) fn sees(&self, piece: &Piece<'a>) -> bool {
        let is_line = piece.part.one_way.is_some();
        (!is_line || self.query.one_ways) && self.passes(|| self.solid_of_piece(piece))
    }

    pub(super) fn solid_of_piece(&self, piece: &Piece) -> Solid {
        let Obstacle { layer, cell, tile, off_grid } = self.view.grid.met(piece.name);
        let part = piece.name.part;
        let one_way = piece.part.one_way.is_some();
        Solid { layer, cell, tile, off_grid, part, one_way, aabb: piece.bounds() }
    }

    pub(super) fn solid(&self, name: Name) -> Solid {
        if let Some(piece) = name.piece {
            return self.solid_of_piece(&self.view.piece(piece));
        }
        let (layer, tile) = self.whole(name.cell).expect("what is found is there");
        self.whole_solid(name.cell, layer, tile)
    }

    pub(super) fn outline(&self, name: Name) -> Outline<'a> {
        match name.piece {
            Some(piece) => self.outline_of(&self.view.piece(piece)),
            None => self.outline_of_cell(name.cell),
        }
    }

    /// Calls `visit` with everything visible in a few cells, until it returns true; returns whether it did. Shapes in several
    /// cells are visited several times, whole tiles once a cell.
    pub(super) fn any(&self, cells: CellRect, mut visit: impl FnMut(&Outline<'a>) -> bool) -> bool {
        for row in cells.row0..=cells.row1 {
            for col in cells.col0..=cells.col1 {
                if self.has_whole(col, row) && visit(&self.outline_of_cell(TileCoord::new(col, row))) {
                    return true;
                }
            }
        }
        self.any_part(cells, visit)
    }

    /// Like [`any`](Self::any), without whole tiles.
    pub(super) fn any_part(&self, cells: CellRect, mut visit: impl FnMut(&Outline<'a>) -> bool) -> bool {
        self.view.has_shapes()
            && self.view.any_piece(cells, |piece| self.sees(piece) && visit(&self.outline_of(piece)))
    }
}

pub(super) fn only(cell: TileCoord) -> CellRect {
    CellRect { col0: cell.col, row0: cell.row, col1: cell.col, row1: cell.row }
}

/// A point as integer multiples of 1/`den`, which is above zero. Coordinates have 32 bits, `den` 59.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExactPoint {
    pub(super) num: [i128; 2],
    pub(super) den: i128,
}

impl ExactPoint {
    pub(super) fn of(point: IVec2) -> Self {
        ExactPoint { num: [point.x.into(), point.y.into()], den: 1 }
    }

    /// Side of a plane on which the point is; greater is outside.
    pub(super) fn side_of(&self, plane: &Plane) -> Ordering {
        let [nx, ny] = plane.normal.map(i128::from);
        (nx * self.num[0] + ny * self.num[1]).cmp(&(i128::from(plane.offset) * self.den))
    }

    /// The coordinate rounded down, and true if it is whole.
    fn whole(&self, axis: usize) -> (i32, bool) {
        let num = self.num[axis];
        let den = self.den;
        if den == 1 {
            return (num as i32, true);
        }
        let floor = num.div_euclid(den);
        (floor as i32, floor * den == num)
    }

    pub(super) fn compare(&self, axis: usize, position: i64) -> Ordering {
        self.num[axis].cmp(&(i128::from(position) * self.den))
    }
}

/// Position of a point relative to an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Outside,
    /// On an edge or a corner.
    On,
    Inside,
}

impl Outline<'_> {
    pub(super) fn place(&self, spot: &ExactPoint) -> Place {
        let mut place = Place::Inside;
        for plane in self.planes() {
            match spot.side_of(&plane) {
                Ordering::Greater => return Place::Outside,
                Ordering::Equal => place = Place::On,
                Ordering::Less => {}
            }
        }
        place
    }

    /// True if the outline fills the directions beside `v` on the side of `w` from a point.
    pub(super) fn fills(&self, spot: &ExactPoint, v: [i64; 2], w: [i64; 2]) -> bool {
        self.planes().all(|plane| {
            // Differences of coordinates times normals stay below 2^60.
            let order = spot.side_of(&plane);
            order
                .then_with(|| dot(plane.normal, v).cmp(&0))
                .then_with(|| dot(plane.normal, w).cmp(&0))
                .is_lt()
        })
    }
}

impl Sight<'_> {
    /// The cells that contain a point, edges included.
    pub(super) fn cells_around(&self, spot: &ExactPoint) -> CellRect {
        let on_axis = |k: usize| {
            let (low, is_whole) = spot.whole(k);
            let cells = self.view.cells().axis(k);
            [if is_whole { cells.cell(low.saturating_sub(1)) } else { cells.cell(low) }, cells.cell(low)]
        };
        let [col0, col1] = on_axis(0);
        let [row0, row1] = on_axis(1);
        CellRect { col0, row0, col1, row1 }
    }

    /// The cell beside `v` on the side of `w` from a point.
    pub(super) fn cell_toward(&self, spot: &ExactPoint, v: [i64; 2], w: [i64; 2]) -> TileCoord {
        let on_axis = |k: usize| {
            let (low, is_whole) = spot.whole(k);
            let goes_back = if v[k] == 0 { w[k] < 0 } else { v[k] < 0 };
            self.view.cells().axis(k).cell(if is_whole && goes_back { low.saturating_sub(1) } else { low })
        };
        TileCoord::new(on_axis(0), on_axis(1))
    }

    /// True if the direction beside `v` on the side of `w` from a point is solid.
    pub(super) fn is_filled(&self, spot: &ExactPoint, v: [i64; 2], w: [i64; 2]) -> bool {
        self.any(only(self.cell_toward(spot, v, w)), |o| o.is_solid() && o.fills(spot, v, w))
    }

    /// True if the point is strictly inside the union of the solids: inside one part, or solid in all directions. If some
    /// direction were free, an edge through the point would have a free direction beside it.
    pub(super) fn is_inside(&self, spot: &ExactPoint) -> bool {
        let cells = self.cells_around(spot);
        let mut inside = false;
        let mut on = false;
        self.any(cells, |o| {
            let place = if o.is_solid() { o.place(spot) } else { Place::Outside };
            inside |= place == Place::Inside;
            on |= place == Place::On;
            inside
        });
        // Not on any edge, the parts alone decide.
        if inside || !on {
            return inside;
        }
        // On edges, the union contains the point only if both sides of each edge are solid in both
        // directions.
        let is_open = |plane: &Plane| {
            let n = plane.normal;
            let u = turned(plane.normal);
            spot.side_of(plane).is_eq()
                && (!self.is_filled(spot, u, n) || !self.is_filled(spot, negated(u), n))
        };
        !self.any(cells, |o| {
            o.is_solid() && o.place(spot) == Place::On && o.faces().any(|plane| is_open(&plane))
        })
    }
}
