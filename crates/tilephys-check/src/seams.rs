//! Seams: places where the solids of neighbouring cells miss each other by less than a pixel.
//!
//! Exposed edges of the grid are compared in bands of rows. A level whose corners all lie on whole pixels has no seams,
//! and is not searched.

use crate::geometry::in_world;
use crate::seam::{End, Seam, SeamKind};
use crate::subject::Subject;
use glam::{DVec2, IVec2};
use std::collections::{BTreeMap, BTreeSet};
use tilephys_core::limits::SHAPE_REACH;
use tilephys_core::{
    Aabb, LayerId, Obstacle, ShapeId, TileCoord, TileGrid, UNITS_PER_PX,
    query::Edge,
    shape::{Part, TileShape},
};

/// Rows of cells in a band, so that memory does not grow with the map.
const BAND: i32 = 64;

/// Reach of a band over its rows in lattice units: 2 px, more than any seam.
const MARGIN: i32 = 2 * UNITS_PER_PX;

/// The seams of a map, by place.
pub(crate) fn seams(map: &Subject<'_>) -> Vec<Seam> {
    let grid = &map.level.grid;
    let Some(area) = area(grid).filter(|_| has_odd_corners(grid)) else { return Vec::new() };
    let tile = grid.tile_size();
    let (mut seams, mut top) = (Vec::new(), area.min.y);
    while top < area.max.y {
        let end = top.saturating_add(BAND.saturating_mul(tile.y)).min(area.max.y);
        let low = IVec2::new(area.min.x, top).saturating_sub(IVec2::splat(MARGIN));
        let high = IVec2::new(area.max.x, end).saturating_add(IVec2::splat(MARGIN));
        if let Some(aabb) = in_world(Aabb { min: low, max: high }) {
            let edges = Edges::of(grid.exposed_edges(aabb, u32::MAX));
            let found = edges.seams();
            seams.extend(found.into_iter().filter(|seam| (top..end).contains(&seam.at.y)));
        }
        top = end;
    }
    seams.sort_by_key(|seam| (seam.at.y, seam.at.x, seam.kind, seam.axis, seam.culprit.met.tile));
    seams
}

/// True if a coordinate lies on a whole pixel.
fn is_even(value: i32) -> bool {
    value % UNITS_PER_PX == 0
}

/// True if some corner of a solid lies between whole pixels.
fn has_odd_corners(grid: &TileGrid) -> bool {
    let is_odd = |p: &IVec2| !(is_even(p.x) && is_even(p.y));
    let of_part = |part: &Part| match part {
        Part::Solid(polygon) => polygon.corners().iter().any(is_odd),
        Part::OneWay(line) => line.ends().iter().any(is_odd),
    };
    let mut kinds = grid.tile_kinds().iter().map(|kind| &kind.shape);
    let odd_kind = kinds.any(|shape| match shape {
        TileShape::Box(aabb) => is_odd(&aabb.min) || is_odd(&aabb.max),
        TileShape::Slope(slope) => slope.heights.iter().any(|height| !is_even(*height)),
        TileShape::OneWay(line) => line.ends().iter().any(is_odd),
        TileShape::Parts(parts) => parts.iter().any(of_part),
        _ => false,
    });
    odd_kind || grid.off_grid_shapes().any(|(_, shape)| is_odd(&shape.aabb.min) || is_odd(&shape.origin()))
}

/// Bounds of everything in the grid; `None` if it is empty.
fn area(grid: &TileGrid) -> Option<Aabb> {
    let tile = grid.tile_size();
    let cells = grid.tiles().map(|(_, at, _)| {
        let min = IVec2::new(at.col, at.row) * tile;
        Aabb { min, max: min.saturating_add(tile) }
    });
    let all = cells.chain(grid.off_grid_shapes().map(|(_, shape)| shape.aabb)).reduce(Aabb::union)?;
    // Shapes reach out of their cells.
    let reach = IVec2::splat(SHAPE_REACH);
    Some(Aabb { min: all.min.saturating_sub(reach), max: all.max.saturating_add(reach) })
}

/// An exposed edge along an axis.
#[derive(Clone, Copy)]
struct Face {
    met: Obstacle,
    /// Coordinate on the axis of its normal.
    value: i32,
    /// Stretch on the other axis.
    from: i32,
    to: i32,
    /// True if other solids cover a part of the edge.
    is_cut: bool,
}

/// The exposed edges of a band.
#[derive(Default)]
struct Edges {
    /// Left and right ends of floors, by x.
    lefts: BTreeMap<i32, Vec<End>>,
    rights: BTreeMap<i32, Vec<End>>,
    /// Faces by the axis of their normal, then by its sign (negative first), then by their coordinate.
    faces: [[BTreeMap<i32, Vec<Face>>; 2]; 2],
    /// Length of the longest face.
    longest: i32,
}

impl Edges {
    fn of(list: Vec<Edge>) -> Self {
        let mut edges = Edges::default();
        for edge in list {
            edges.add(&edge);
        }
        let lists = edges.faces.iter_mut().flatten().flat_map(BTreeMap::values_mut);
        lists.for_each(|faces| faces.sort_by_key(|face| face.from));
        edges
    }

    fn add(&mut self, edge: &Edge) {
        let [a, b] = edge.ends.map(|end| DVec2::new(end.x.into(), end.y.into()));
        let [p, q] = [edge.from, edge.to].map(|t| DVec2::lerp(a, b, t.as_f64()).round().as_ivec2());
        let (met, normal) = (edge.met, edge.normal);
        if normal.y < 0 {
            let [left, right] = if p.x <= q.x { [p, q] } else { [q, p] };
            self.lefts.entry(left.x).or_default().push(End { met, value: left.y });
            self.rights.entry(right.x).or_default().push(End { met, value: right.y });
        }
        let axis = usize::from(normal.x == 0);
        if normal[1 - axis] != 0 || edge.one_way {
            return;
        }
        let (from, to) = (p[1 - axis].min(q[1 - axis]), p[1 - axis].max(q[1 - axis]));
        let whole = edge.ends[0][1 - axis].saturating_sub(edge.ends[1][1 - axis]).saturating_abs();
        let face = Face { met, value: p[axis], from, to, is_cut: to.saturating_sub(from) < whole };
        self.longest = self.longest.max(to.saturating_sub(from));
        let side = usize::from(normal[axis] > 0);
        self.faces[axis][side].entry(face.value).or_default().push(face);
    }

    /// All seams; a sliver at a step or gap belongs to it and is none of its own.
    fn seams(&self) -> Vec<Seam> {
        let mut told = BTreeSet::new();
        let mut seams = Vec::new();
        let mut pairs = BTreeSet::new();
        let mut add = |axis: usize, seam: Option<Seam>| {
            let Some(seam) = seam else { return };
            let (a, b) = (seam.culprit.value, seam.other.value);
            told.insert((axis, a.min(b), a.max(b)));
            let [a, b] = [seam.culprit.met, seam.other.met].map(identity);
            // Slanted faces leave a gap where only their floors show it.
            if pairs.insert((axis, a.min(b), a.max(b), seam.kind)) || seam.kind == SeamKind::Step {
                seams.push(seam);
            }
        };
        self.steps(&mut add);
        self.gaps(0, &mut add);
        self.gaps(1, &mut add);
        self.holes(&mut add);
        for axis in [0, 1] {
            for face in self.faces[axis].iter().flat_map(BTreeMap::values).flatten() {
                let (along, length) = (1 - axis, face.to.saturating_sub(face.from));
                let is_sliver = face.is_cut && (1..UNITS_PER_PX).contains(&length);
                if is_sliver && !told.contains(&(along, face.from, face.to)) {
                    seams.extend(self.sliver(face, axis));
                }
            }
        }
        seams
    }

    fn steps(&self, add: &mut impl FnMut(usize, Option<Seam>)) {
        for (x, rights) in &self.rights {
            let Some(lefts) = self.lefts.get(x) else { continue };
            for (a, b) in rights.iter().flat_map(|a| lefts.iter().map(move |b| (a, b))) {
                let height = a.value.saturating_sub(b.value).saturating_abs();
                if is_apart(a.met, b.met) && (1..UNITS_PER_PX).contains(&height) {
                    let at = IVec2::new(*x, a.value.min(b.value));
                    add(1, seam(SeamKind::Step, 1, [*a, *b], at));
                }
            }
        }
    }

    /// Adds the gaps between floors, whatever the faces below.
    fn holes(&self, add: &mut impl FnMut(usize, Option<Seam>)) {
        for (x, rights) in &self.rights {
            for (other, lefts) in self.lefts.range(x.saturating_add(1)..x.saturating_add(UNITS_PER_PX)) {
                for (a, b) in rights.iter().flat_map(|a| lefts.iter().map(move |b| (a, b))) {
                    if is_apart(a.met, b.met)
                        && a.value.saturating_sub(b.value).saturating_abs() < UNITS_PER_PX
                    {
                        let ends = [End { met: a.met, value: *x }, End { met: b.met, value: *other }];
                        let at = IVec2::new(*x, a.value.min(b.value));
                        add(0, seam(SeamKind::Gap, 0, ends, at));
                    }
                }
            }
        }
    }

    /// Adds the gaps between faces across `axis`.
    fn gaps(&self, axis: usize, add: &mut impl FnMut(usize, Option<Seam>)) {
        for (value, faces) in &self.faces[axis][1] {
            let range = value.saturating_add(1)..value.saturating_add(UNITS_PER_PX);
            for (other, opposite) in self.faces[axis][0].range(range) {
                for face in faces {
                    let first = opposite.partition_point(|f| f.from < face.from.saturating_sub(self.longest));
                    let near = opposite[first..].iter().take_while(|f| f.from < face.to);
                    for facing in near.filter(|f| f.to > face.from && is_apart(f.met, face.met)) {
                        let mut at = IVec2::splat(*value);
                        at[1 - axis] = face.from.max(facing.from);
                        let ends =
                            [End { met: face.met, value: *value }, End { met: facing.met, value: *other }];
                        add(axis, seam(SeamKind::Gap, axis, ends, at));
                    }
                }
            }
        }
    }

    /// The seam of a short stretch of a face, with the face that ends it.
    fn sliver(&self, face: &Face, axis: usize) -> Option<Seam> {
        let along = 1 - axis;
        let mut at = IVec2::splat(face.value);
        at[along] = face.from;
        let touching = |value: i32| {
            let sides = self.faces[along].iter().filter_map(move |side| side.get(&value));
            let touches = |other: &&Face| other.from <= face.value && face.value <= other.to;
            sides.flatten().find(|other| touches(other) && is_apart(other.met, face.met))
        };
        let end = |value: i32| touching(value).map(|other| End { met: other.met, value });
        let own = |value: i32| End { met: face.met, value };
        let ends = match (end(face.from), end(face.to)) {
            (Some(a), None) => [a, own(face.to)],
            (None, Some(b)) => [own(face.from), b],
            (Some(a), Some(b)) => [a, b],
            (None, None) => return None,
        };
        seam(SeamKind::Sliver, along, ends, at)
    }
}

/// True if two solids are of different cells or objects.
fn is_apart(a: Obstacle, b: Obstacle) -> bool {
    identity(a) != identity(b)
}

fn identity(met: Obstacle) -> (TileCoord, Option<ShapeId>, LayerId) {
    (met.cell, met.off_grid, met.layer)
}

/// A seam between two solids; `None` if both are on whole pixels.
fn seam(kind: SeamKind, axis: usize, [a, b]: [End; 2], at: IVec2) -> Option<Seam> {
    let (culprit, other) = if is_even(a.value) { (b, a) } else { (a, b) };
    (!is_even(culprit.value)).then_some(Seam { kind, axis, culprit, other, at })
}
