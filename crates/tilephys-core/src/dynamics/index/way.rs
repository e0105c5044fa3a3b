//! Candidate search along a straight path, piece by piece.

use crate::aabb::{Aabb, clip_point};
use crate::dynamics::index::cast::compare;
use crate::dynamics::index::{BodyIndex, BodyQuery};
use crate::geometry::cast_segment;
use crate::query::{BodyTarget, QueryHit};
use crate::ratio::Ratio;
use glam::{I64Vec2, IVec2};

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
    /// True if the path leads down.
    pub(crate) fn falls(&self) -> bool {
        self.translation.y > 0
    }

    /// Returns the bounds of a piece, with a margin.
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
    /// Returns the first hit on a path; `meet` returns the hit on one body.
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

    /// Appends all hits on a path, in order.
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

    /// Returns the pieces of a path that may come near bodies; `None` if direct tests of all bodies are
    /// faster.
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
