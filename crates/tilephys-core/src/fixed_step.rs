//! Steps of one length at any frame rate.

use std::time::Duration;

/// Turns the time that frames take into whole steps, and tells how far the next one is.
///
/// Time is counted in whole nanoseconds and steps by their rate, so nothing drifts: 60 steps a second are 216,000 an hour.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedStep {
    /// Steps a second.
    rate: u32,
    /// Most steps that one frame asks for.
    max_steps: u32,
    /// Time that no step was made of yet, in nanoseconds times the rate: a step is 10^9.
    left: u128,
    dropped: Duration,
}

/// A step, in nanoseconds times the rate.
const STEP: u128 = 1_000_000_000;

impl FixedStep {
    /// So many steps a second. A frame asks for 8 of them at most, until [`set_max_steps`](Self::set_max_steps).
    ///
    /// # Panics
    /// If `rate` is zero.
    #[must_use]
    pub fn new(rate: u32) -> Self {
        assert!(rate > 0, "a clock makes at least one step a second, not {rate}");
        FixedStep { rate, max_steps: 8, left: 0, dropped: Duration::ZERO }
    }

    /// How many steps one frame may ask for at most. What is more is [dropped](Self::dropped): a machine that cannot keep
    /// up plays more slowly instead of falling behind for ever.
    ///
    /// # Panics
    /// If it is zero.
    pub fn set_max_steps(&mut self, steps: u32) {
        assert!(steps > 0, "a frame may ask for at least one step");
        self.max_steps = steps;
    }

    /// The length of a step, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        1.0 / self.rate as f32
    }

    /// Adds the time that a frame took. Returns how many steps to make now.
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

    /// How far it is from the last step to the next, 0..1: draw that part of the way from the previous positions to the
    /// present ones.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        let alpha = self.left as f32 / STEP as f32;
        // Rounding must not reach the next step.
        if alpha < 1.0 { alpha } else { 1.0 - f32::EPSILON }
    }

    /// Time that frames took and no step was made of, for there were too many at once.
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
                let (mut clock, mut steps, frames) = (FixedStep::new(rate), 0, 20_000u64);
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
    fn a_long_frame_is_cut_and_what_was_dropped_is_told() {
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
