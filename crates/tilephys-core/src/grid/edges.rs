//! Exposed edges: the outline of the union of all solids.

use super::CellRect;
use super::all_shapes::{Side, Thing};
use super::obstacle::Obstacle;
use super::piece::{NO_BOX, Piece};
use super::tile_grid::TileGrid;
use super::view::View;
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::limits::UNITS_PER_PX;
use crate::ratio::Ratio;
use crate::shape::Slant;
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

/// A stretch of a side, as fractions of the side.
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
                let is_loose = thing.piece.is_some_and(|piece| piece.name.off_grid != NO_BOX);
                // An off-grid shape is listed in all cells that it touches.
                if self.sees_thing(&thing) && (!is_loose || seen.insert(thing.key())) {
                    visit(&thing);
                }
                false
            });
        }
    }

    /// True if the thing is solid to the mask, passes the filter, and is the whole tile that hits name in its cell.
    pub(crate) fn sees_thing(&self, thing: &Thing) -> bool {
        match &thing.piece {
            None => self.whole_tile(thing.met.cell) == Some((thing.met.layer, thing.met.tile)),
            Some(piece) => self.sees(thing.met.tile) && self.lets_piece(piece.name),
        }
    }

    fn exposed_edges_of(&self, thing: &Thing, area: Aabb, edges: &mut Vec<Edge>) {
        for side in self.grid.sides(thing) {
            let Some(within) = stretch_in_area(&side, area) else { continue };
            for (from, to) in self.open_stretches(thing, &side, within).0 {
                let Thing { met, .. } = *thing;
                let ends = side.ends;
                let normal = side.normal;
                let one_way = thing.one_way().is_some();
                edges.push(Edge { met, part: thing.part(), normal, one_way, ends, from, to });
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
        for row in self.rows_with_something(cells.row0, cells.row1, cells.col0, cells.col1) {
            let mut from = cells.col0;
            while let Some(col) = self.first_right(row, from, cells.col1) {
                from = col + 1;
                let tile = self.cells().tile();
                let min = IVec2::new(col, row) * tile;
                let solid = Solid { min, max: min + tile, slants: &[], origin: IVec2::ZERO };
                cover(solid.covers(side), &|| self.met_whole(TileCoord::new(col, row)));
            }
        }
        if self.has_shapes() {
            self.any_piece(cells, |piece| {
                // A one-way line can be entered from one side, so it covers nothing.
                if piece.part.one_way.is_none() {
                    cover(Solid::of(piece).covers(side), &|| Some(self.met(piece.name)));
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
        if thing.piece.is_some() { None } else { self.met_whole(next) }
    }

    pub(crate) fn met_whole(&self, cell: TileCoord) -> Option<Obstacle> {
        let (layer, tile) = self.whole_tile(cell)?;
        Some(Obstacle { layer, cell, tile, off_grid: None })
    }
}

/// A stretch minus the covered stretches.
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

/// A convex solid as an intersection of half-planes.
struct Solid<'a> {
    min: IVec2,
    max: IVec2,
    slants: &'a [Slant],
    origin: IVec2,
}

impl<'a> Solid<'a> {
    fn of(piece: &Piece<'a>) -> Self {
        let part = piece.part;
        let origin = piece.origin;
        Solid { min: origin + part.min, max: origin + part.max, slants: &part.slants, origin }
    }

    /// The stretch of a side from which a small step outward leads into the solid.
    fn covers(&self, side: &Side) -> Option<Stretch> {
        let mut clip = Clip::new(side);
        for face in Direction::ALL {
            let position = if face.vector()[face.axis()] > 0 { self.max } else { self.min };
            clip.keep_behind(face.vector(), clip.ahead_of(face.vector(), position), false)?;
        }
        for slant in self.slants {
            let at = clip.start.as_i64vec2() - self.origin.as_i64vec2();
            clip.keep_behind(slant.normal, slant.normal.as_i64vec2().dot(at) - slant.offset, false)?;
        }
        clip.rest()
    }
}

/// The stretch of a side in an area, its border included.
pub(crate) fn stretch_in_area(side: &Side, area: Aabb) -> Option<Stretch> {
    let mut clip = Clip::new(side);
    for face in Direction::ALL {
        let position = if face.vector()[face.axis()] > 0 { area.max } else { area.min };
        clip.keep_behind(face.vector(), clip.ahead_of(face.vector(), position), true)?;
    }
    clip.rest()
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

    /// Distance of the start in front of the line through a place, times the length of the normal.
    fn ahead_of(&self, normal: IVec2, position: IVec2) -> i64 {
        normal.as_i64vec2().dot(self.start.as_i64vec2() - position.as_i64vec2())
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

    fn rest(self) -> Option<Stretch> {
        Some(self.kept)
    }
}
