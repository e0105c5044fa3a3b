//! The Minkowski difference of two boxes, and the way out of an overlap.

use crate::aabb::Aabb;
use glam::{I64Vec2, IVec2};

/// The Minkowski difference of two boxes: again a box, of vectors in lattice units.
///
/// In `i64`, because a difference of two `i32` needs 33 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MinkowskiBox {
    /// The left and upper corner.
    pub min: I64Vec2,
    /// The right and lower corner.
    pub max: I64Vec2,
}

/// The box of all vectors from a point of `b` to a point of `a`.
///
/// It holds the origin strictly inside if and only if the two boxes overlap strictly. Moving `a` moves it along, moving
/// `b` moves it the other way; so `minkowski_difference(b, a)` is the set of translations of `a` that end in an overlap
/// (Hamaluik, "Swept AABB Collision Detection Using the Minkowski Difference", hamaluik.com). It is also `b` inflated by
/// the size of `a`, which is the Minkowski sum of "Minkowski Sum Collision", and of Feronato's "Understanding physics
/// continuous collision detection using swept AABB method and Minkowski sum" (emanueleferonato.com). That one inflates
/// by half the size on each side, which is right for a center only; here both boxes are given by their corners, and
/// the size goes to the side it belongs to.
#[must_use]
#[inline]
#[doc(alias = "minkowski_sum")]
pub fn minkowski_difference(a: Aabb, b: Aabb) -> MinkowskiBox {
    MinkowskiBox {
        min: a.min.as_i64vec2() - b.max.as_i64vec2(),
        max: a.max.as_i64vec2() - b.min.as_i64vec2(),
    }
}

impl MinkowskiBox {
    /// Whether the origin is strictly inside.
    ///
    /// The articles compare with `<=` and so take touching boxes for overlapping ones; a box that stands on the floor
    /// is then never free to be swept.
    #[must_use]
    pub fn contains_origin(self) -> bool {
        (self.min.x < 0) & (0 < self.max.x) & (self.min.y < 0) & (0 < self.max.y)
    }

    /// The point of the boundary nearest to the origin; `None` unless the origin is strictly inside.
    ///
    /// Ties go to the upper side, then lower, left, right.
    #[must_use]
    pub fn exit(self) -> Option<I64Vec2> {
        if !self.contains_origin() {
            return None;
        }
        let exits = [
            I64Vec2::new(0, self.min.y),
            I64Vec2::new(0, self.max.y),
            I64Vec2::new(self.min.x, 0),
            I64Vec2::new(self.max.x, 0),
        ];
        exits.into_iter().min_by_key(|exit| exit.x.abs() + exit.y.abs())
    }
}

/// How deep one box is in another, and the shortest way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Penetration {
    /// Unit vector along an axis, out of `b`, in which `a` is to be pushed.
    pub normal: IVec2,
    /// Length of the push in lattice units, above zero.
    pub depth: i64,
}

impl Penetration {
    /// The translation that parts the boxes: afterwards they touch, with a gap of zero.
    ///
    /// In `i64`; it fits in `i32` unless both boxes are wider than half the world.
    #[must_use]
    pub fn push(self) -> I64Vec2 {
        self.normal.as_i64vec2() * self.depth
    }
}

/// The shortest push along one axis that takes `a` out of `b`; `None` unless they overlap strictly.
///
/// Of pushes of one length up is preferred, then down, left, right: the y axis first, and on an axis the negative side.
/// The push of a mirrored pair is therefore the mirrored push unless two of them are equally short.
///
/// This is the discrete test of the articles: the point of the Minkowski difference nearest to the origin (Hamaluik),
/// and the box test of "Swept AABB", which adds up positions where it means half sizes and so depends on the place in
/// the world, and which calls any two boxes colliding that are near the origin.
#[must_use]
#[doc(alias = "depenetrate")]
pub fn penetration(a: Aabb, b: Aabb) -> Option<Penetration> {
    let push = minkowski_difference(b, a).exit()?;
    let normal = push.signum().as_ivec2();
    Some(Penetration { normal, depth: push.x.abs() + push.y.abs() })
}
