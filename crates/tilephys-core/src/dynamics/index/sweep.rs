//! Shape casts: boxes swept past bodies.

use super::hit::{IndexHit, face_of};
use super::way::Way;
use super::{BodyIndex, BodyQuery};
use crate::aabb::Aabb;
use crate::sweep::sweep_aabb;
use glam::IVec2;

impl BodyIndex {
    /// Returns the first body that a box meets on its straight path by `translation`, in lattice units.
    /// Bodies stand still.
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
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_motion")]
    pub fn sweep(&self, aabb: Aabb, translation: IVec2, query: impl Into<BodyQuery>) -> Option<IndexHit> {
        let way = sound_way(aabb, translation);
        self.first_on(way, query.into(), |place| self.met(aabb, translation, place))
    }

    /// Appends to `hits` every body on the path of the box, in order of fraction, with ties as in
    /// [`sweep`](Self::sweep).
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
        hits: &mut Vec<IndexHit>,
    ) {
        let way = sound_way(aabb, translation);
        self.all_on(way, query.into(), |place| self.met(aabb, translation, place), hits);
    }

    /// Returns the hit of a moving box on a body.
    fn met(&self, aabb: Aabb, translation: IVec2, place: u32) -> Option<IndexHit> {
        let (b, body) = (self.boxes[place as usize], self.ids[place as usize]);
        if let Some(shared) = aabb.intersection(b) {
            return Some(IndexHit::inside(body, aabb.min, middle(shared)));
        }
        let hit = sweep_aabb(aabb, translation, b, IVec2::ZERO)?;
        Some(IndexHit {
            fraction: hit.fraction,
            normal: hit.normal,
            face: Some(face_of(hit.normal)),
            point: middle(hit.contact),
            position: hit.position,
            extent: hit.extent,
            body,
        })
    }
}

/// Returns the path of a box that stays within `i32`.
fn sound_way(aabb: Aabb, translation: IVec2) -> Way {
    // Panics on overflow.
    let _ = aabb.translated(translation);
    Way { aabb, translation: translation.as_i64vec2() }
}

/// Returns the middle of a box, rounded down.
fn middle(aabb: Aabb) -> IVec2 {
    let middle = |k: usize| ((i64::from(aabb.min[k]) + i64::from(aabb.max[k])) >> 1) as i32;
    IVec2::new(middle(0), middle(1))
}
