//! Boxes that move past bodies.

use super::hit::{IndexHit, face_of};
use super::way::Way;
use super::{BodyIndex, BodyQuery};
use crate::aabb::Aabb;
use crate::sweep::sweep_aabb;
use glam::IVec2;

impl BodyIndex {
    /// The first body that a box meets on its straight way by `translation`, in lattice units, while all bodies stand still.
    ///
    /// As [`sweep_aabb`](crate::sweep_aabb): a box that arrives at the very end of its way, slides along a body or grazes a corner
    /// does not meet it. One that strictly overlaps a body at the start meets it at once, without a face. Of several at the same
    /// fraction the one that it starts in, then the one with the larger contact, then the one that is met by a horizontal face if
    /// the box falls and else by a vertical one, then the lesser id.
    ///
    /// # Panics
    /// If a corner of the box would leave `i32`.
    #[must_use]
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_motion")]
    pub fn sweep(&self, aabb: Aabb, translation: IVec2, query: impl Into<BodyQuery>) -> Option<IndexHit> {
        let way = sound_way(aabb, translation);
        self.first_on(way, query.into(), |place| self.met(aabb, translation, place))
    }

    /// Appends to `hits` every body that the box meets, going through all of them, in order of fraction, then as
    /// [`sweep`](Self::sweep) decides.
    ///
    /// Hits that `hits` already holds are left as they are; nothing is allocated if it has room.
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

    /// Where a moving box meets a body.
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

/// The way of a box that stays within `i32`.
fn sound_way(aabb: Aabb, translation: IVec2) -> Way {
    // Panics if it does not.
    let _ = aabb.translated(translation);
    Way { aabb, translation: translation.as_i64vec2() }
}

/// The middle of a box, rounded down.
fn middle(aabb: Aabb) -> IVec2 {
    let middle = |k: usize| ((i64::from(aabb.min[k]) + i64::from(aabb.max[k])) >> 1) as i32;
    IVec2::new(middle(0), middle(1))
}
