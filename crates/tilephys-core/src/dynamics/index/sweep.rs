//! Shape casts: boxes swept past bodies.

use crate::aabb::Aabb;
use crate::dynamics::index::hit::{inside, on_face};
use crate::dynamics::index::way::Way;
use crate::dynamics::index::{BodyIndex, BodyQuery};
use crate::geometry::sweep_aabb;
use crate::query::{BodyTarget, QueryHit};
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
    #[doc(alias = "time of impact")]
    pub fn sweep(
        &self,
        aabb: Aabb,
        translation: IVec2,
        query: impl Into<BodyQuery>,
    ) -> Option<QueryHit<BodyTarget>> {
        let way = sound_way(aabb, translation);
        self.first_on(way, query.into(), |index| self.met(aabb, translation, index))
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
        hits: &mut Vec<QueryHit<BodyTarget>>,
    ) {
        let way = sound_way(aabb, translation);
        self.all_on(way, query.into(), |index| self.met(aabb, translation, index), hits);
    }

    /// Returns the hit of a moving box on a body.
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

/// Returns the path of a box that stays within `i32`.
fn sound_way(aabb: Aabb, translation: IVec2) -> Way {
    // Panics on overflow.
    let _ = aabb.translated(translation);
    Way { aabb, translation: translation.as_i64vec2() }
}
