//! Easing curves of path legs, in whole numbers.

use glam::IVec2;

/// Easing curve of a leg of a path.
///
/// With s the fraction of the leg's time that is over, the fraction of its distance is:
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Easing {
    /// s: constant speed.
    #[default]
    Linear,
    /// s²: starts slowly, arrives at twice the mean speed.
    In,
    /// 1 - (1 - s)²: starts at twice the mean speed, arrives slowly.
    Out,
    /// 3s² - 2s³ (smoothstep): slow at both ends, one and a half times the mean speed between them.
    InOut,
}

impl Easing {
    /// The coordinate at tick `since` of the `ticks` of a leg, rounded half to even on the distance covered. So a mirrored leg has
    /// mirrored places, and a shifted leg shifted places.
    ///
    /// `since` is at most `ticks`, which is not zero; both coordinates lie in the world.
    pub(super) fn place(self, from: IVec2, to: IVec2, since: u32, ticks: u32) -> IVec2 {
        let (num, den) = self.part(since.into(), ticks.into());
        let axis = |from: i32, to: i32| {
            let gone = rounded(from.abs_diff(to), num, den);
            // No sum leaves the span between the two, as no fraction is above one.
            if to < from { from.wrapping_sub_unsigned(gone) } else { from.wrapping_add_unsigned(gone) }
        };
        IVec2::new(axis(from.x, to.x), axis(from.y, to.y))
    }

    /// The fraction of the distance after `t` of `n` ticks: numerator and denominator are at most n³, below 2^96.
    fn part(self, t: u128, n: u128) -> (u128, u128) {
        match self {
            Easing::Linear => (t, n),
            Easing::In => (t * t, n * n),
            Easing::Out => (t * (2 * n - t), n * n),
            Easing::InOut => (t * t * (3 * n - 2 * t), n * n * n),
        }
    }
}

/// A fraction of a length, rounded half to even. The fraction is at most one, and `num` times any `u32` fits.
fn rounded(length: u32, num: u128, den: u128) -> u32 {
    let product = u128::from(length) * num;
    let whole = product / den;
    let left = product % den;
    let up = left > den - left || (left == den - left && whole % 2 == 1);
    (whole + u128::from(up)) as u32
}
