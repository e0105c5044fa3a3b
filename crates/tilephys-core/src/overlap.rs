//! Minkowski difference of two boxes, and the minimum translation vector out of an overlap.

use crate::aabb::Aabb;
use glam::{I64Vec2, IVec2};

/// The Minkowski difference of two boxes: a box of vectors in lattice units.
///
/// In `i64`, because a difference of two `i32` needs 33 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MinkowskiBox {
    /// Upper left corner, in lattice units.
    pub min: I64Vec2,
    /// Lower right corner, in lattice units.
    pub max: I64Vec2,
}

/// The box of all vectors from a point of `b` to a point of `a`.
///
/// The origin is strictly inside if and only if the two boxes overlap strictly. The difference moves along with `a` and against
/// `b`. So `minkowski_difference(b, a)` is the set of translations of `a` that end in an overlap (Hamaluik, "Swept AABB Collision
/// Detection Using the Minkowski Difference", hamaluik.com).
///
/// The difference is also `b` inflated by the size of `a`, which is the Minkowski sum of "Minkowski Sum Collision". Feronato
/// ("Understanding physics continuous collision detection using swept AABB method and Minkowski sum", emanueleferonato.com) also
/// inflates, but by half the size on each side, which is right for a center only. Here both boxes are given by their
/// corners, and the size is added on one side.
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
    /// True if the origin is strictly inside.
    ///
    /// The articles compare with `<=`, so touching boxes count as overlapping. A box that stands on the floor could then never be
    /// swept.
    #[must_use]
    pub fn contains_origin(self) -> bool {
        (self.min.x < 0) & (0 < self.max.x) & (self.min.y < 0) & (0 < self.max.y)
    }

    /// The point of the boundary nearest to the origin; `None` unless the origin is strictly inside.
    ///
    /// Ties are resolved in the order upper, lower, left, right side.
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

/// Penetration depth of two boxes, and the direction of the shortest way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Penetration {
    /// Unit vector along an axis, out of `b`, in which `a` is pushed.
    pub normal: IVec2,
    /// Length of the push, above zero, in lattice units.
    pub depth: i64,
}

impl Penetration {
    /// The translation that separates the boxes: afterwards the boxes touch, with a gap of zero.
    ///
    /// In `i64`; it fits in `i32` unless both boxes are wider than half the world.
    #[must_use]
    pub fn push(self) -> I64Vec2 {
        self.normal.as_i64vec2() * self.depth
    }
}

/// The minimum translation along one axis that separates `a` from `b`; `None` unless the boxes overlap strictly.
///
/// Ties are resolved in the order up, down, left, right: the y axis first, and on an axis the negative side. So a mirrored pair
/// gets the mirrored push, unless two pushes are equally short.
///
/// The discrete test of Hamaluik's article: the point of the Minkowski difference nearest to the origin. The box test of "Swept
/// AABB" adds positions where half sizes are meant. So its result depends on the place in the
/// world, and any two boxes near the origin collide.
#[must_use]
#[doc(alias = "depenetrate")]
#[doc(alias = "minimum_translation_vector")]
pub fn penetration(a: Aabb, b: Aabb) -> Option<Penetration> {
    let push = minkowski_difference(b, a).exit()?;
    let normal = push.signum().as_ivec2();
    Some(Penetration { normal, depth: push.x.abs() + push.y.abs() })
}
