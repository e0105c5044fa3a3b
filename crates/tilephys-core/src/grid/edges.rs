//! Exposed edges: the outline of the union of all solids, and the sides of all shapes of which it consists.

use super::cells::CellRect;
use super::convex_parts::visit_parts;
use super::piece::{NO_BOX, Obstacle, Piece};
use super::tile_grid::TileGrid;
use super::view::View;
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::limits::UNITS_PER_PX;
use crate::ratio::Ratio;
use crate::shape::{Convex, pairs};
use crate::tile::TileCoord;
use glam::{DVec2, IVec2, Vec2};
use std::collections::BTreeSet;

/// A stretch of a solid's edge that no other solid covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Solid to which the edge belongs.
    pub met: Obstacle,
    /// Index of the part within the tile's shape.
    pub part: u8,
    /// Outward normal, in the smallest whole numbers.
    pub normal: IVec2,
    /// True if the edge is a one-way line, which blocks from the side of the normal only.
    pub one_way: bool,
    /// Both ends of the whole edge, clockwise around a solid as seen with y down, in lattice units.
    pub ends: [IVec2; 2],
    /// Start of the stretch, as a fraction of the edge from its first end to its second.
    pub from: Ratio,
    /// End of the stretch, as a fraction of the edge.
    pub to: Ratio,
}

impl Edge {
    /// Both ends of the stretch, rounded to `f32`, in pixels.
    #[must_use]
    pub fn stretch_px(&self) -> [Vec2; 2] {
        let [a, b] = self.ends.map(|end| end.as_dvec2() / f64::from(UNITS_PER_PX));
        [self.from, self.to].map(|t| DVec2::lerp(a, b, t.as_f64()).as_vec2())
    }
}

pub(crate) type Stretch = (Ratio, Ratio);

impl TileGrid {
    /// The exposed edges of everything solid to `mask` within `area`: the edges that a body of any size can touch from outside.
    ///
    /// Stretches are exact. An edge is covered where an arbitrarily small step outward leads into another solid. A one-way line
    /// covers nothing; it is covered where its open side is. If edges of two solids with equal normals share a stretch, both have
    /// it. Of whole tiles in one cell, the lowest layer's tile has it. In order of rows, then columns.
    ///
    /// # Panics
    /// If the area has no extent or reaches beyond the world.
    #[must_use]
    pub fn exposed_edges(&self, area: Aabb, mask: u32) -> Vec<Edge> {
        area.assert_in_world();
        let view = self.view(mask);
        // Grown by a unit: a solid that touches the area from outside has its edge on the border.
        let cells = self.cells.covered(area.min - IVec2::ONE, area.max + IVec2::ONE);
        let mut edges = Vec::new();
        view.each_solid_thing(cells, |thing| view.exposed_edges_of(thing, area, &mut edges));
        edges
    }
}

impl View<'_> {
    /// Calls `visit` once with each thing in these cells that is solid to the mask.
    pub(crate) fn each_solid_thing(&self, cells: CellRect, mut visit: impl FnMut(&Thing)) {
        let mut seen = BTreeSet::new();
        for row in self.rows_with_something(cells.row0, cells.row1, cells.col0, cells.col1) {
            self.grid.any_thing(CellRect { row0: row, row1: row, ..cells }, |thing| {
                let name = thing.piece.name;
                // An off-grid shape is listed in all cells that it touches.
                if self.sees_thing(&thing) && (name.off_grid == NO_BOX || seen.insert(name)) {
                    visit(&thing);
                }
                false
            });
        }
    }

    /// True if the thing is solid to the mask, passes the filter, and is the whole tile that hits name in its cell.
    pub(crate) fn sees_thing(&self, thing: &Thing) -> bool {
        if thing.is_whole {
            self.whole_tile(thing.met.cell) == Some((thing.met.layer, thing.met.tile))
        } else {
            self.sees(thing.met.tile) && self.lets_piece(thing.piece.name)
        }
    }

    fn exposed_edges_of(&self, thing: &Thing, area: Aabb, edges: &mut Vec<Edge>) {
        for side in thing.sides() {
            let Some(within) = stretch_in_area(&side, area) else { continue };
            for (from, to) in self.open_stretches(thing, &side, within).0 {
                let Side { ends, normal, .. } = side;
                let one_way = thing.one_way().is_some();
                edges.push(Edge { met: thing.met, part: thing.part(), normal, one_way, ends, from, to });
            }
        }
    }

    /// The uncovered stretches of a side, and the first solid that covers a part of it.
    pub(crate) fn open_stretches(
        &self,
        thing: &Thing,
        side: &Side,
        within: Stretch,
    ) -> (Vec<Stretch>, Option<Obstacle>) {
        // Most hidden sides lie against a whole tile, which one bit shows.
        if let Some(met) = self.covering_tile(thing, side) {
            return (Vec::new(), Some(met));
        }
        let mut covered = Vec::new();
        let mut by = None;
        let mut cover = |stretch: Option<Stretch>, met: &dyn Fn() -> Option<Obstacle>| {
            if let Some((from, to)) = stretch {
                let from = from.max(within.0);
                let to = to.min(within.1);
                if from < to {
                    covered.push((from, to));
                    by = by.or_else(met);
                }
            }
        };
        // The place of the side, and a unit around it.
        let p = side.at(within.0);
        let q = side.at(within.1);
        let cells = self.cells().covered(p.min(q) - IVec2::ONE * 2, p.max(q) + IVec2::ONE * 2);
        self.any_whole(cells, |col, row| {
            let origin = IVec2::new(col, row) * self.cells().tile();
            let stretch = covered_by(&self.grid.whole, origin, side);
            cover(stretch, &|| self.met_whole(TileCoord::new(col, row)));
            false
        });
        if self.has_shapes() {
            self.any_piece(cells, |piece| {
                // A one-way line can be entered from one side, so it covers nothing.
                if piece.part.one_way.is_none() {
                    cover(covered_by(piece.part, piece.origin, side), &|| Some(self.grid.met(piece.name)));
                }
                false
            });
        }
        (without(within, covered), by)
    }

    /// The whole tile next to a side of a whole tile, which covers the entire side.
    fn covering_tile(&self, thing: &Thing, side: &Side) -> Option<Obstacle> {
        let at = thing.met.cell;
        let next = TileCoord::new(at.col + side.normal.x, at.row + side.normal.y);
        if thing.is_whole { self.met_whole(next) } else { None }
    }

    pub(crate) fn met_whole(&self, cell: TileCoord) -> Option<Obstacle> {
        let (layer, tile) = self.whole_tile(cell)?;
        Some(Obstacle { layer, cell, tile, off_grid: None })
    }
}

fn without(whole: Stretch, mut covered: Vec<Stretch>) -> Vec<Stretch> {
    covered.sort_unstable_by_key(|stretch| stretch.0);
    let mut open = Vec::new();
    let mut at = whole.0;
    // Sorted by start, so the gaps come in order. The maximum skips stretches inside others.
    for (from, to) in covered {
        if at < from {
            open.push((at, from));
        }
        at = at.max(to);
    }
    if at < whole.1 {
        open.push((at, whole.1));
    }
    open
}

/// The stretch of a side from which a small step outward leads into a solid part.
fn covered_by(part: &Convex, origin: IVec2, side: &Side) -> Option<Stretch> {
    let mut clip = Clip::new(side);
    clip.keep_in_box([origin + part.min, origin + part.max], false)?;
    for slant in &part.slants {
        let at = clip.start.as_i64vec2() - origin.as_i64vec2();
        clip.keep_behind(slant.normal, slant.normal.as_i64vec2().dot(at) - slant.offset, false)?;
    }
    Some(clip.kept)
}

pub(crate) fn stretch_in_area(side: &Side, area: Aabb) -> Option<Stretch> {
    let mut clip = Clip::new(side);
    clip.keep_in_box([area.min, area.max], true)?;
    Some(clip.kept)
}

/// A side, clipped by half-planes (Cyrus and Beck 1978, "Generalized two- and three-dimensional clipping").
struct Clip {
    start: IVec2,
    way: glam::I64Vec2,
    outward: IVec2,
    kept: Stretch,
}

impl Clip {
    fn new(side: &Side) -> Self {
        let [a, b] = side.ends;
        let way = b.as_i64vec2() - a.as_i64vec2();
        Clip { start: a, way, outward: side.normal, kept: (Ratio::ZERO, Ratio::ONE) }
    }

    /// Keeps the part in a box; `with_border` as in [`keep_behind`](Self::keep_behind).
    fn keep_in_box(&mut self, [min, max]: [IVec2; 2], with_border: bool) -> Option<()> {
        for face in Direction::ALL {
            let normal = face.vector();
            let on_face = if normal[face.axis()] > 0 { max } else { min };
            let ahead = normal.as_i64vec2().dot(self.start.as_i64vec2() - on_face.as_i64vec2());
            self.keep_behind(normal, ahead, with_border)?;
        }
        Some(())
    }

    /// Keeps the part behind a line; the start is `ahead` in front of it. A part on the line is behind it if the side faces its
    /// back, or if `with_border`.
    fn keep_behind(&mut self, normal: IVec2, ahead: i64, with_border: bool) -> Option<()> {
        let speed = normal.as_i64vec2().dot(self.way);
        if speed == 0 {
            let enters = normal.as_i64vec2().dot(self.outward.as_i64vec2()) < 0;
            return (ahead < 0 || ahead == 0 && (with_border || enters)).then_some(());
        }
        let crossing = Ratio::new(-ahead, speed);
        if speed > 0 {
            self.kept.1 = self.kept.1.min(crossing);
        } else {
            self.kept.0 = self.kept.0.max(crossing);
        }
        (self.kept.0 < self.kept.1).then_some(())
    }
}

/// A whole tile, or one convex part of another shape.
#[derive(Clone, Copy)]
pub struct Thing<'a> {
    /// The solid to which it belongs.
    pub met: Obstacle,
    pub(crate) piece: Piece<'a>,
    pub(crate) is_whole: bool,
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
    pub fn part(&self) -> u8 {
        self.piece.name.part
    }

    /// Open side of a one-way line; `None` for a solid.
    pub fn one_way(&self) -> Option<Direction> {
        self.piece.part.one_way
    }

    /// The straight sides: four for a whole tile, one for a line.
    pub fn sides(&self) -> Vec<Side> {
        sides_of(self.piece.part, self.piece.origin)
    }

    /// Bounds of the tile or part.
    #[cfg(feature = "trace")]
    pub fn bounds(&self) -> Aabb {
        self.piece.bounds()
    }
}

impl TileGrid {
    /// Calls `visit` with everything in the cells, row by row, until it returns true; returns whether it did. Includes tiles
    /// without a category and of higher layers. Shapes in several cells are visited several times.
    pub(crate) fn any_thing<'a>(&'a self, r: CellRect, mut visit: impl FnMut(Thing<'a>) -> bool) -> bool {
        r.any_chunk(|x, y, within| {
            let slot = self.directory.slot(x, y);
            slot != 0 && within.cells().any(|at| self.any_thing_in(slot, at, &mut visit))
        })
    }

    fn any_thing_in<'a>(
        &'a self,
        slot: usize,
        at: TileCoord,
        visit: &mut impl FnMut(Thing<'a>) -> bool,
    ) -> bool {
        self.any_named_in(slot, at, |name| {
            let met = self.met(name);
            let (parts, origin) = self.parts_of(name);
            let is_whole = parts.is_empty();
            let parts = if is_whole { std::slice::from_ref(&self.whole) } else { parts };
            visit_parts(parts, origin, name, &mut |piece| visit(Thing { met, piece: *piece, is_whole }))
        })
    }
}

/// The straight sides of a part: one for a line.
fn sides_of(part: &Convex, origin: IVec2) -> Vec<Side> {
    let mut slanted = 0;
    let side = |(a, b): (IVec2, IVec2)| {
        let way = b - a;
        let is_slanted = way.x != 0 && way.y != 0;
        let slant = is_slanted.then_some(slanted);
        slanted += usize::from(is_slanted);
        // Corners are clockwise with y down, so this quarter turn leads outward.
        let outward = part.one_way.map_or(IVec2::new(way.y, -way.x).signum(), Direction::vector);
        let normal = slant.map_or(outward, |index: usize| part.slants[index].normal);
        Side { ends: [origin + a, origin + b], normal, slant }
    };
    // A line has one side, from its first end to its last.
    let count = if part.one_way.is_some() { 1 } else { part.corners.len() };
    pairs(&part.corners).take(count).map(side).collect()
}
