//! Response to a straight face, on the axis of its normal: one rule for one body and for all lanes.

use crate::lane_mask::{mask, pick};
use crate::lattice::nearest;

/// Motion that a hit leaves on the axis of the face.
pub(super) struct AxisResponse {
    /// Speed, in px/s.
    pub(super) speed: f32,
    /// Translation, in lattice units.
    pub(super) left: i32,
}

/// True if a rebound at the speed `back` comes to rest, in px/s. A speed that is no number does.
#[inline(always)]
pub(crate) fn comes_to_rest(back: f32, restitution: f32, rest_speed: f32) -> bool {
    // An infinite speed without a rebound gives no number.
    let is_slow = back.is_nan() | (back.abs() < rest_speed);
    (restitution < 1.0) & is_slow
}

/// The response of a speed and a translation into a face: a rebound, or rest. Sliding is a rebound that always rests: a restitution
/// of 0 with an infinite rest speed.
///
/// A speed out of the face stays, because the game may move a body in another direction than its velocity. With `WIDE` the
/// translation and the restitution may be any number; otherwise the translation is below 2^30 and the restitution from 0 to 1,
/// which vectorizes.
#[inline(always)]
pub(super) fn respond<const WIDE: bool>(
    speed: f32,
    left: i32,
    restitution: f32,
    rest_speed: f32,
) -> AxisResponse {
    let back = speed * restitution;
    let moves_on = !mask(comes_to_rest(back, restitution, rest_speed));
    let is_out = (speed.to_bits() as i32 ^ left) >> 31;
    let kept = pick(is_out, speed.to_bits() as i32, moves_on & (-back).to_bits() as i32);
    let reversed = if WIDE { long_rebound(left, restitution) } else { short_rebound(left, restitution) };
    // Adding zero turns -0 into +0.
    AxisResponse { speed: f32::from_bits(kept as u32) + 0.0, left: moves_on & reversed }
}

/// The translation left after a bounce, half to even.
#[inline(always)]
fn long_rebound(left: i32, restitution: f32) -> i32 {
    if restitution == 1.0 {
        return -left;
    }
    let back = f64::from(left) * f64::from(restitution);
    // A factor above 1 may leave `i32`; the clip is symmetric.
    if restitution > 0.0 { (-back.round_ties_even() as i32).max(-i32::MAX) } else { 0 }
}

/// Like [`long_rebound`], for a restitution of 0 to 1. The product of 15 and 24 bits is exact.
#[inline(always)]
fn short_rebound(left: i32, restitution: f32) -> i32 {
    0i32.wrapping_sub(nearest(f64::from(left) * f64::from(restitution)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_widths_respond_alike_and_an_infinite_speed_leaves_a_number() {
        let speeds = [0.0, -0.0, 3.5, -3.5, 20.0, -400.25, 1e30, -1e30];
        for speed in speeds {
            for left in [0, 1, -1, 7, -4_001, 32_767, -32_767] {
                for restitution in [0.0, 0.25, 0.5, 0.999, 1.0] {
                    for rest_speed in [0.0, 20.0, f32::INFINITY] {
                        let long = respond::<true>(speed, left, restitution, rest_speed);
                        let short = respond::<false>(speed, left, restitution, rest_speed);
                        let text = format!("{speed} {left} {restitution} {rest_speed}");
                        assert_eq!(long.speed.to_bits(), short.speed.to_bits(), "{text}");
                        assert_eq!(long.left, short.left, "{text}");
                    }
                }
            }
        }
        let stopped = respond::<true>(f32::INFINITY, 5, 0.0, f32::INFINITY);
        assert_eq!((stopped.speed, stopped.left), (0.0, 0));
    }
}
