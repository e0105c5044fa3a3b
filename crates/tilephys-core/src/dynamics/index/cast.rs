//! Raycasts and shape casts against bodies, also through the map and the bodies together. Bodies near a path are searched piece by
//! piece of it.

use crate::aabb::{Aabb, clip_point};
use crate::direction::Direction;
use crate::dynamics::ids::BodyId;
use crate::dynamics::index::{BodyIndex, BodyQuery};
use crate::geometry::{BoxHit, cast_segment, sweep_aabb};
use crate::grid::TileGrid;
use crate::query::{BodyTarget, Query, QueryHit, Solid};
use crate::ratio::Ratio;
use glam::{I64Vec2, IVec2};
use std::cmp::{Ordering, Reverse};

impl BodyIndex {
    /// Returns the first body that the segment enters. Exact at any length; ends may lie anywhere in `i32`.
    ///
    /// A segment that runs along an edge, grazes a corner or ends on a face misses, like in
    /// [`TileGrid::cast`](crate::TileGrid::cast). A start on a face that leads inside hits at fraction 0. A
    /// start strictly inside hits at once, without a face.
    ///
    /// At equal fractions a body around the start comes first. Then a horizontal face if the segment leads
    /// down, otherwise a vertical one, and then the lesser id. For a ray, put `to` at its maximum distance.
    #[must_use]
    #[doc(alias("raycast", "intersect_ray", "query_segment"))]
    pub fn cast(&self, from: IVec2, to: IVec2, query: impl Into<BodyQuery>) -> Option<QueryHit<BodyTarget>> {
        let way = segment(from, to);
        self.first_on(way, query.into(), |index| self.entered(way, index))
    }

    /// Appends to `hits` every body that the segment enters, in order of fraction, with ties as in [`cast`](Self::cast).
    ///
    /// Keeps the present elements of `hits`, and allocates nothing if `hits` has capacity.
    pub fn cast_all(
        &self,
        from: IVec2,
        to: IVec2,
        query: impl Into<BodyQuery>,
        hits: &mut Vec<QueryHit<BodyTarget>>,
    ) {
        let way = segment(from, to);
        self.all_on(way, query.into(), |index| self.entered(way, index), hits);
    }

    fn entered(&self, way: Way, index: u32) -> Option<QueryHit<BodyTarget>> {
        let b = self.boxes[index as usize];
        let body = self.ids[index as usize];
        let from = way.aabb.min;
        if b.contains_point(from) {
            return Some(inside(body, from, from));
        }
        let to = (from.as_i64vec2() + way.translation).as_ivec2();
        let met = cast_segment(from, to, IVec2::ZERO, b)?;
        let enters = met.entry >= Ratio::ZERO && met.entry < Ratio::ONE && met.entry < met.exit;
        let axis = usize::from(met.shape.normal.x == 0);
        // A segment along an edge has the normal of that edge.
        (enters && way.translation[axis] != 0).then(|| on_face(body, &met))
    }
}

fn segment(from: IVec2, to: IVec2) -> Way {
    Way { aabb: Aabb { min: from, max: from }, translation: to.as_i64vec2() - from.as_i64vec2() }
}

pub(crate) fn inside(body: BodyId, position: IVec2, point: IVec2) -> QueryHit<BodyTarget> {
    QueryHit::inside(position, point, BodyTarget { body, extent: Ratio::ZERO })
}

pub(crate) fn on_face(body: BodyId, hit: &BoxHit) -> QueryHit<BodyTarget> {
    let normal = hit.shape.normal;
    let axis = usize::from(normal.x == 0);
    let face = Direction::along(axis, normal[axis] > 0);
    QueryHit { shape: hit.shape, face: Some(face), target: BodyTarget { body, extent: hit.extent } }
}

/// Orders hits on one path: fraction, starts inside, larger contact extent, face, id. A horizontal face
/// comes first on a falling path, otherwise a vertical one.
pub(crate) fn compare(a: &QueryHit<BodyTarget>, b: &QueryHit<BodyTarget>, falls: bool) -> Ordering {
    let order = |hit: &QueryHit<BodyTarget>| {
        let turned = (hit.shape.normal.y != 0) != falls;
        let BodyTarget { body, extent } = hit.target;
        (hit.shape.fraction, hit.face.is_some(), Reverse(extent), turned, body)
    };
    order(a).cmp(&order(b))
}

impl BodyIndex {
    /// Returns the first body that a box meets on its straight path by `translation`, in lattice units. Bodies stand still.
    ///
    /// Like [`sweep_aabb`](crate::geometry::sweep_aabb), misses a body that it reaches at the very end, slides along or
    /// passes at a corner. A start strictly inside a body hits at once, without a face.
    ///
    /// At equal fractions a body around the start comes first, then the larger contact. Then a horizontal
    /// face if the box falls, otherwise a vertical one, and then the lesser id.
    ///
    /// # Panics
    /// If a corner of the box would leave `i32`.
    #[doc(alias = "shape cast")]
    #[must_use]
    #[doc(alias("shape_cast", "cast_motion", "time of impact"))]
    pub fn sweep(
        &self,
        aabb: Aabb,
        translation: IVec2,
        query: impl Into<BodyQuery>,
    ) -> Option<QueryHit<BodyTarget>> {
        let way = sound_way(aabb, translation);
        self.first_on(way, query.into(), |index| self.met(aabb, translation, index))
    }

    /// Appends to `hits` every body on the path of the box, in order of fraction, with ties as in [`sweep`](Self::sweep).
    ///
    /// Keeps the present elements of `hits`, and allocates nothing if `hits` has capacity.
    ///
    /// # Panics
    /// As [`sweep`](Self::sweep).
    pub fn sweep_all(
        &self,
        aabb: Aabb,
        translation: IVec2,
        query: impl Into<BodyQuery>,
        hits: &mut Vec<QueryHit<BodyTarget>>,
    ) {
        let way = sound_way(aabb, translation);
        self.all_on(way, query.into(), |index| self.met(aabb, translation, index), hits);
    }

    fn met(&self, aabb: Aabb, translation: IVec2, index: u32) -> Option<QueryHit<BodyTarget>> {
        let b = self.boxes[index as usize];
        let body = self.ids[index as usize];
        if let Some(shared) = aabb.intersection(b) {
            return Some(inside(body, aabb.min, shared.middle()));
        }
        let hit = sweep_aabb(aabb, translation, b, IVec2::ZERO)?;
        Some(on_face(body, &hit))
    }
}

fn sound_way(aabb: Aabb, translation: IVec2) -> Way {
    // Panics on overflow.
    let _ = aabb.translated(translation);
    Way { aabb, translation: translation.as_i64vec2() }
}

/// Returns the first of two hits; the map hit at equal fractions.
fn first(grid: Option<QueryHit<Solid>>, body: Option<QueryHit<BodyTarget>>) -> Option<QueryHit> {
    match (grid, body) {
        (Some(grid), Some(body)) if body.shape.fraction < grid.shape.fraction => Some(body.into_any()),
        (Some(grid), _) => Some(grid.into_any()),
        (None, body) => body.map(QueryHit::into_any),
    }
}

impl BodyIndex {
    /// Returns the first hit of a segment on the map or a body, by the rules of [`TileGrid::cast`] and
    /// [`cast`](Self::cast). At equal fractions the map wins.
    ///
    /// A solid body is in the map too. To hit it as a body, leave its category out of `map`.
    #[doc(alias = "raycast")]
    #[must_use]
    pub fn cast_with_map<'a>(
        &self,
        grid: &'a TileGrid,
        from: IVec2,
        to: IVec2,
        map: impl Into<Query<'a>>,
        bodies: impl Into<BodyQuery>,
    ) -> Option<QueryHit> {
        first(grid.cast(from, to, map), self.cast(from, to, bodies))
    }

    /// Returns the first hit of a box on the map or a body on its straight path by `translation`, in lattice
    /// units. At equal fractions the map wins.
    ///
    /// By the rules of [`TileGrid::sweep`] and [`sweep`](Self::sweep). A solid body is in the map too. To hit
    /// it as a body, leave its category out of `map`.
    ///
    /// # Panics
    /// As [`TileGrid::sweep`].
    #[doc(alias = "shape cast")]
    #[must_use]
    pub fn sweep_with_map<'a>(
        &self,
        grid: &'a TileGrid,
        aabb: Aabb,
        translation: IVec2,
        map: impl Into<Query<'a>>,
        bodies: impl Into<BodyQuery>,
    ) -> Option<QueryHit> {
        first(grid.sweep(aabb, translation, map), self.sweep(aabb, translation, bodies))
    }
}

/// Columns and rows of cells in a piece of the path.
const PIECE: I64Vec2 = I64Vec2::new(8, 2);

/// Number of bodies whose direct test costs as much as the lookup of one piece.
const BODIES_A_PIECE: i64 = 16;

/// Straight path of a box, which may be a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) aabb: Aabb,
    pub(crate) translation: I64Vec2,
}

/// Equal pieces of a path, of which those from `first` to `last` come near bodies.
struct Pieces {
    first: i64,
    last: i64,
    all: i64,
}

impl Way {
    pub(crate) fn falls(&self) -> bool {
        self.translation.y > 0
    }

    fn piece(&self, k: i64, all: i64) -> Aabb {
        let at =
            |k: i64, length: i64| (i128::from(length) * i128::from(k)).div_euclid(i128::from(all)) as i64;
        let corner = |k: i64| I64Vec2::new(at(k, self.translation.x), at(k, self.translation.y));
        let from = corner(k);
        let to = corner(k + 1);
        // A unit for the rounding, and a unit so that touching boxes are found.
        let min = self.aabb.min.as_i64vec2() + from.min(to) - 1;
        let max = self.aabb.max.as_i64vec2() + from.max(to) + 2;
        Aabb { min: clip_point(min), max: clip_point(max) }
    }
}

impl BodyIndex {
    pub(crate) fn first_on(
        &self,
        way: Way,
        query: BodyQuery,
        meet: impl Fn(u32) -> Option<QueryHit<BodyTarget>>,
    ) -> Option<QueryHit<BodyTarget>> {
        let mut first: Option<QueryHit<BodyTarget>> = None;
        let visit = |first: &mut Option<QueryHit<BodyTarget>>, index: u32| {
            if self.sees(query, index)
                && let Some(hit) = meet(index)
                && first.as_ref().is_none_or(|first| compare(&hit, first, way.falls()).is_lt())
            {
                *first = Some(hit);
            }
        };
        let Some(pieces) = self.pieces(way) else {
            (0..self.len() as u32).for_each(|index| visit(&mut first, index));
            return first;
        };
        self.sorted.giants_overlapping(way.piece(0, 1), |index| visit(&mut first, index));
        for k in pieces.first..=pieces.last {
            self.sorted.others_overlapping(way.piece(k, pieces.all), |index| visit(&mut first, index));
            // Bodies met by the end of this piece are near it, so later pieces hold no earlier hit.
            if first.is_some_and(|hit| hit.shape.fraction <= Ratio::new(k + 1, pieces.all)) {
                break;
            }
        }
        first
    }

    pub(crate) fn all_on(
        &self,
        way: Way,
        query: BodyQuery,
        meet: impl Fn(u32) -> Option<QueryHit<BodyTarget>>,
        hits: &mut Vec<QueryHit<BodyTarget>>,
    ) {
        let before = hits.len();
        let mut visit = |index: u32| hits.extend(if self.sees(query, index) { meet(index) } else { None });
        if let Some(pieces) = self.pieces(way) {
            self.sorted.giants_overlapping(way.piece(0, 1), &mut visit);
            for k in pieces.first..=pieces.last {
                self.sorted.others_overlapping(way.piece(k, pieces.all), &mut visit);
            }
        } else {
            (0..self.len() as u32).for_each(visit);
        }
        hits[before..].sort_unstable_by(|a, b| compare(a, b, way.falls()));
        // A body near several pieces is found at each of them.
        let mut kept = before;
        for k in before..hits.len() {
            if kept == before || hits[kept - 1].target.body != hits[k].target.body {
                hits[kept] = hits[k];
                kept += 1;
            }
        }
        hits.truncate(kept);
    }

    /// Returns the pieces of a path that may come near bodies; `None` if direct tests of all bodies are faster.
    fn pieces(&self, way: Way) -> Option<Pieces> {
        let bounds = self.bounds?;
        let size = way.aabb.size();
        let cell = self.sorted.cell_size();
        let long = (cell * PIECE).max(size);
        let number = way.translation.abs() / long;
        let all = number.x.max(number.y) + 1;
        // Path of the min corner past the bounds, which are grown by the box, edges included.
        let from = way.aabb.min;
        let to = clip_point(from.as_i64vec2() + way.translation);
        let around = Aabb { min: clip_point(bounds.min.as_i64vec2() - size), max: bounds.max };
        let Some(met) = cast_segment(from, to, IVec2::ZERO, around) else {
            return Some(Pieces { first: 0, last: -1, all });
        };
        let piece_of = |fraction: Ratio| {
            let k = i128::from(fraction.num()) * i128::from(all) / i128::from(fraction.den());
            k.clamp(0, i128::from(all) - 1) as i64
        };
        let first = piece_of(met.entry);
        let last = piece_of(met.exit);
        let are_few = last - first < self.len() as i64 / BODIES_A_PIECE;
        are_few.then_some(Pieces { first, last, all })
    }
}
