//! Raycasts against bodies.

use crate::aabb::Aabb;
use crate::dynamics::index::hit::{inside, on_face};
use crate::dynamics::index::way::Way;
use crate::dynamics::index::{BodyIndex, BodyQuery};
use crate::geometry::cast_segment;
use crate::query::{BodyTarget, QueryHit};
use crate::ratio::Ratio;
use glam::IVec2;

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
    #[doc(alias = "raycast")]
    #[doc(alias = "intersect_ray")]
    #[doc(alias = "query_segment")]
    pub fn cast(&self, from: IVec2, to: IVec2, query: impl Into<BodyQuery>) -> Option<QueryHit<BodyTarget>> {
        let way = segment(from, to);
        self.first_on(way, query.into(), |index| self.entered(way, index))
    }

    /// Appends to `hits` every body that the segment enters, in order of fraction, with ties as in
    /// [`cast`](Self::cast).
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

    /// Returns the hit of a segment on a body.
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
