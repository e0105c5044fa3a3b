//! Fixed timestep: an accumulator that turns frame times into whole steps.

use std::time::Duration;

/// Converts frame times into whole steps, and gives the interpolation factor for drawing between steps.
///
/// Time is counted in whole nanoseconds, and steps by their rate, so nothing drifts: 60 steps a second are 216,000 an hour.
/// (Glenn Fiedler, "Fix Your Timestep!", with integers.)
///
/// ```
/// use std::time::Duration;
/// use tilephys_core::FixedStep;
///
/// let mut clock = FixedStep::new(60);
/// assert_eq!(clock.advance(Duration::from_millis(40)), 2);
/// assert!((clock.alpha() - 0.4).abs() < 1e-6);
/// ```
#[doc(alias = "accumulator")]
#[doc(alias = "fixed timestep")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedStep {
    /// Rate of steps, in steps a second.
    rate: u32,
    /// Maximum number of steps in one frame.
    max_steps: u32,
    /// Time not yet stepped, in nanoseconds times the rate: a step is 10^9.
    left: u128,
    dropped: Duration,
}

/// Length of a step, in nanoseconds times the rate.
const STEP: u128 = 1_000_000_000;

impl FixedStep {
    /// An accumulator with `rate` steps a second. A frame makes at most 8 steps by default; see
    /// [`set_max_steps`](Self::set_max_steps).
    ///
    /// # Panics
    /// If `rate` is zero.
    #[must_use]
    pub fn new(rate: u32) -> Self {
        assert!(rate > 0, "a clock makes at least one step a second, not {rate}");
        FixedStep { rate, max_steps: 8, left: 0, dropped: Duration::ZERO }
    }

    /// Sets the maximum number of steps in one frame; 8 by default. The excess is [dropped](Self::dropped), so a slow machine runs
    /// the game more slowly instead of falling behind without end.
    ///
    /// # Panics
    /// If `steps` is zero.
    pub fn set_max_steps(&mut self, steps: u32) {
        assert!(steps > 0, "a frame may ask for at least one step");
        self.max_steps = steps;
    }

    /// The length of a step, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        1.0 / self.rate as f32
    }

    /// Adds the time of a frame. Returns the number of steps to make now.
    pub fn advance(&mut self, frame: Duration) -> u32 {
        self.left += frame.as_nanos() * u128::from(self.rate);
        let steps = self.left / STEP;
        let made = steps.min(self.max_steps.into());
        let dropped = (steps - made) * STEP / u128::from(self.rate);
        let dropped = Duration::from_nanos(u64::try_from(dropped).unwrap_or(u64::MAX));
        self.dropped = self.dropped.saturating_add(dropped);
        self.left %= STEP;
        made as u32
    }

    /// Interpolation factor between the last two steps, from 0 to below 1: see [`interpolated`](crate::lattice::interpolated).
    #[must_use]
    pub fn alpha(&self) -> f32 {
        let alpha = self.left as f32 / STEP as f32;
        // Rounding must not reach the next step.
        if alpha < 1.0 { alpha } else { 1.0 - f32::EPSILON }
    }

    /// Frame time that was discarded because a frame had more than the maximum number of steps.
    #[must_use]
    pub fn dropped(&self) -> Duration {
        self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_lost_or_gained_at_any_frame_rate() {
        for rate in [1, 50, 60, 144, 1000] {
            for frame in [1, 333_333, 6_944_444, 16_666_667, 33_333_333] {
                let mut clock = FixedStep::new(rate);
                let mut steps = 0;
                let frames = 20_000u64;
                clock.set_max_steps(u32::MAX);
                for _ in 0..frames {
                    steps += u64::from(clock.advance(Duration::from_nanos(frame)));
                }
                assert_eq!(steps, frame * frames * u64::from(rate) / 1_000_000_000, "{rate} Hz, {frame} ns");
                assert_eq!(clock.dropped(), Duration::ZERO);
            }
        }
    }

    #[test]
    fn a_long_frame_is_cut_and_reports_the_dropped_time() {
        let mut clock = FixedStep::new(60);
        assert_eq!(clock.advance(Duration::from_secs(10)), 8);
        assert_eq!(clock.dropped(), Duration::from_nanos(592 * 1_000_000_000 / 60));
        assert_eq!(clock.advance(Duration::from_millis(17)), 1);
        assert_eq!(clock.advance(Duration::MAX), 8);
    }

    #[test]
    fn alpha_grows_from_zero_and_stays_below_one() {
        let mut clock = FixedStep::new(60);
        assert_eq!(clock.alpha(), 0.0);
        assert_eq!((clock.advance(Duration::from_nanos(16_666_666)), clock.alpha() < 1.0), (0, true));
        assert!(clock.alpha() > 0.999);
        assert_eq!((clock.advance(Duration::from_nanos(1)), clock.alpha() < 1e-3), (1, true));
    }
}
