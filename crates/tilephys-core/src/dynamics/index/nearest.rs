//! Nearest-neighbor queries over bodies.

use crate::aabb::{Aabb, clip_point};
use crate::dynamics::ids::BodyId;
use crate::dynamics::index::{BodyIndex, BodyQuery};
use glam::{I64Vec2, IVec2};

/// Body near a point or a box, with its distance: see [`BodyIndex::nearest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearestBody {
    /// Squared distance, in square lattice units, exact. Zero if the body touches or overlaps.
    pub distance_squared: i64,
    /// Shortest translation from the point or box to contact with the body, in lattice units. Zero for an overlap.
    pub translation: IVec2,
    /// True if the two strictly overlap, or the point lies strictly inside.
    pub overlaps: bool,
    /// Body found.
    pub body: BodyId,
}

impl NearestBody {
    fn order(&self) -> impl Ord + use<> {
        (self.distance_squared, !self.overlaps, self.body)
    }
}

impl BodyIndex {
    /// Returns the body whose box is nearest to a point, at most `within` lattice units away.
    ///
    /// Of equally near bodies, one strictly around the point wins, then the lesser id. The cost depends on
    /// the bodies at about the distance of the result.
    ///
    /// # Panics
    /// If `within` is negative.
    #[must_use]
    #[doc(alias("closest_point", "project_point"))]
    pub fn nearest(&self, point: IVec2, within: i32, query: impl Into<BodyQuery>) -> Option<NearestBody> {
        self.nearest_to_box(Aabb { min: point, max: point }, within, query)
    }

    /// Returns the body whose box is nearest to a box, at most `within` lattice units away, between nearest points.
    ///
    /// # Panics
    /// As [`nearest`](Self::nearest).
    #[must_use]
    pub fn nearest_to_box(
        &self,
        aabb: Aabb,
        within: i32,
        query: impl Into<BodyQuery>,
    ) -> Option<NearestBody> {
        let query = query.into();
        let all = self.bounds?;
        let limit = limit(within);
        let cell = self.sorted.cell_size().max_element();
        // The search box doubles until it surely has the nearest body: most are found in the first one.
        let mut radius = cell.min(i64::from(within));
        loop {
            let around = grown(aabb, radius);
            let holds_all = around.min.cmplt(all.min).all() && all.max.cmplt(around.max).all();
            let mut nearest: Option<NearestBody> = None;
            self.sorted.overlapping(around, |index| {
                if let Some(found) = self.gap(query, aabb, index, limit)
                    && nearest.is_none_or(|nearest| found.order() < nearest.order())
                {
                    nearest = Some(found);
                }
            });
            // Beyond the radius, a body outside the search box can be nearer.
            let is_sure = nearest.is_some_and(|nearest| nearest.distance_squared <= radius * radius);
            if is_sure || holds_all || radius == i64::from(within) {
                return nearest;
            }
            radius = (2 * radius).min(i64::from(within));
        }
    }

    /// Appends to `found` all bodies at most `within` lattice units from a box, by distance, with ties as in
    /// [`nearest`](Self::nearest). A box without size is a point.
    ///
    /// # Panics
    /// As [`nearest`](Self::nearest).
    #[doc(alias = "overlap_circle")]
    pub fn within(&self, aabb: Aabb, within: i32, query: impl Into<BodyQuery>, found: &mut Vec<NearestBody>) {
        let query = query.into();
        let before = found.len();
        let limit = limit(within);
        let around = grown(aabb, i64::from(within));
        self.sorted.overlapping(around, |index| found.extend(self.gap(query, aabb, index, limit)));
        found[before..].sort_unstable_by_key(NearestBody::order);
    }

    /// Returns a body with its distance, if it passes the filter and the limit.
    fn gap(&self, query: BodyQuery, aabb: Aabb, index: u32, limit: i64) -> Option<NearestBody> {
        let b = self.boxes[index as usize];
        let body = self.ids[index as usize];
        if !self.sees(query, index) {
            return None;
        }
        // One of both is zero on each axis, so the sum is the signed gap.
        let after = (b.min.as_i64vec2() - aabb.max.as_i64vec2()).max(I64Vec2::ZERO);
        let before = (b.max.as_i64vec2() - aabb.min.as_i64vec2()).min(I64Vec2::ZERO);
        let gap = after + before;
        let square = |length: i64| i128::from(length) * i128::from(length);
        let distance_squared = square(gap.x) + square(gap.y);
        let overlaps = aabb.overlaps(b);
        (distance_squared <= i128::from(limit)).then(|| NearestBody {
            distance_squared: distance_squared as i64,
            translation: gap.as_ivec2(),
            overlaps,
            body,
        })
    }
}

fn limit(within: i32) -> i64 {
    assert!(within >= 0, "a distance is not negative, as {within} is");
    i64::from(within) * i64::from(within)
}

/// Returns the box that strictly overlaps every box within `radius`.
fn grown(aabb: Aabb, radius: i64) -> Aabb {
    let by = I64Vec2::splat(radius + 1);
    Aabb { min: clip_point(aabb.min.as_i64vec2() - by), max: clip_point(aabb.max.as_i64vec2() + by) }
}
