//! Rays and segments past bodies.

use super::hit::{IndexHit, face_of};
use super::way::Way;
use super::{BodyIndex, BodyQuery};
use crate::aabb::Aabb;
use crate::cast::cast_segment;
use crate::ratio::Ratio;
use glam::IVec2;

impl BodyIndex {
    /// The first body that the segment enters.
    ///
    /// As casts through the map ([`TileGrid::cast`](crate::TileGrid::cast)): a segment that runs along an edge or grazes a corner
    /// goes on, one that ends on a face does not hit it, one that starts on a face and leads inside does, at fraction 0; one that
    /// starts strictly inside hits at once, without a face. Of several bodies at the same fraction the one that it starts in, then
    /// the one whose face is horizontal if the segment leads down and else vertical, then the lesser id.
    ///
    /// Exact at any length; ends may lie anywhere in `i32`. For a ray let `to` lie as far as it reaches.
    #[must_use]
    #[doc(alias = "raycast")]
    #[doc(alias = "intersect_ray")]
    #[doc(alias = "query_segment")]
    pub fn cast(&self, from: IVec2, to: IVec2, query: impl Into<BodyQuery>) -> Option<IndexHit> {
        let way = segment(from, to);
        self.first_on(way, query.into(), |place| self.entered(way, place))
    }

    /// Appends to `hits` every body that the segment enters, in order of fraction, then as [`cast`](Self::cast) decides.
    ///
    /// Hits that `hits` already holds are left as they are; nothing is allocated if it has room.
    pub fn cast_all(&self, from: IVec2, to: IVec2, query: impl Into<BodyQuery>, hits: &mut Vec<IndexHit>) {
        let way = segment(from, to);
        self.all_on(way, query.into(), |place| self.entered(way, place), hits);
    }

    /// Where a segment enters a body.
    fn entered(&self, way: Way, place: u32) -> Option<IndexHit> {
        let (b, body, from) = (self.boxes[place as usize], self.ids[place as usize], way.aabb.min);
        if b.contains_point(from) {
            return Some(IndexHit::inside(body, from, from));
        }
        let to = (from.as_i64vec2() + way.translation).as_ivec2();
        let met = cast_segment(from, to, IVec2::ZERO, b)?;
        let enters = met.near >= Ratio::ZERO && met.near < Ratio::ONE && met.near < met.far;
        let axis = usize::from(met.normal.x == 0);
        // A way along an edge is told by the normal of that edge.
        if !enters || way.translation[axis] == 0 {
            return None;
        }
        let point = way.at(from, met.near);
        Some(IndexHit {
            fraction: met.near,
            normal: met.normal,
            face: Some(face_of(met.normal)),
            point,
            position: point,
            extent: Ratio::ZERO,
            body,
        })
    }
}

fn segment(from: IVec2, to: IVec2) -> Way {
    Way { aabb: Aabb { min: from, max: from }, translation: to.as_i64vec2() - from.as_i64vec2() }
}
