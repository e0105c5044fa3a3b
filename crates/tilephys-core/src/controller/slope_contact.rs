//! Plane of a face that was hit, and vectors along it and across it.

use glam::{DVec2, IVec2, Vec2};

/// Plane of a face that was hit: points p, as min corners of the body, with `normal . p >= offset` are outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlopeContact {
    /// Outward normal, in the smallest whole numbers.
    pub normal: IVec2,
    /// Product of the normal and each point of the plane.
    pub offset: i64,
}

impl SlopeContact {
    /// Distance of a place to the plane, times the length of the normal; positive outside.
    #[must_use]
    pub fn side(self, at: IVec2) -> i64 {
        dot(self.normal, at) - self.offset
    }

    /// True if a body at this place touches the plane.
    pub(super) fn touches(self, at: IVec2) -> bool {
        self.side(at) < i64::from(self.normal.x.abs()) + i64::from(self.normal.y.abs())
    }
}

/// The dot product of two vectors, exact.
#[must_use]
pub fn dot(a: IVec2, b: IVec2) -> i64 {
    a.as_i64vec2().dot(b.as_i64vec2())
}

/// The translation from `at` by `run` on the axis `lead` to the nearest place outside of a plane.
pub(crate) fn follow(at: IVec2, lead: usize, run: i32, plane: SlopeContact) -> IVec2 {
    let n = plane.normal;
    let other = 1 - lead;
    let needed = -(plane.side(at) + i64::from(n[lead]) * i64::from(run));
    let mut way = IVec2::ZERO;
    way[lead] = run;
    // The least step outward with normal * step >= needed.
    let step = if n[other] > 0 {
        needed.div_euclid(n[other].into()) + i64::from(needed.rem_euclid(n[other].into()) != 0)
    } else {
        let size = i64::from(-n[other]);
        -(needed.div_euclid(size) + i64::from(needed.rem_euclid(size) != 0))
    };
    way[other] = step.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32;
    way
}

/// Speed into a face, not negative, in px/s.
pub(crate) fn into(velocity: Vec2, normal: IVec2) -> f64 {
    let v = velocity.as_dvec2();
    let n = normal.as_dvec2();
    let product = v.x * n.x + v.y * n.y;
    if product < 0.0 { -product / (n.x * n.x + n.y * n.y).sqrt() } else { 0.0 }
}

/// The velocity minus `part` of its component into a face. -0 becomes +0.
pub(crate) fn without(velocity: Vec2, normal: IVec2, part: f64) -> Vec2 {
    let v: DVec2 = velocity.as_dvec2();
    let n: DVec2 = normal.as_dvec2();
    let product = v.x * n.x + v.y * n.y;
    // The next step rejects infinite velocities.
    if product >= 0.0 || !velocity.is_finite() {
        return velocity;
    }
    let scaled = part * product / (n.x * n.x + n.y * n.y);
    Vec2::new((v.x - scaled * n.x) as f32 + 0.0, (v.y - scaled * n.y) as f32 + 0.0)
}
