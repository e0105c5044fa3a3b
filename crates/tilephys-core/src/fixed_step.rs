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
    /// Game time per frame time, in [`ONE`]ths.
    speed: u32,
    is_paused: bool,
    /// Time not yet stepped, in nanoseconds times the rate, in [`ONE`]ths: a step is [`STEP`].
    left: u128,
    /// Time that passes without a step, in the same unit.
    stopped: u128,
    dropped: Duration,
}

/// Normal speed. A power of two, so that the fractions of a step at this speed are as exact as without it.
const ONE: u32 = 1 << 12;

/// Length of a step, in nanoseconds times the rate, in [`ONE`]ths.
const STEP: u128 = 1_000_000_000 * ONE as u128;

impl FixedStep {
    /// An accumulator with `rate` steps a second. A frame makes at most 8 steps by default; see
    /// [`set_max_steps`](Self::set_max_steps).
    ///
    /// # Panics
    /// If `rate` is zero.
    #[must_use]
    pub fn new(rate: u32) -> Self {
        assert!(rate > 0, "a clock makes at least one step a second, not {rate}");
        FixedStep {
            rate,
            max_steps: 8,
            speed: ONE,
            is_paused: false,
            left: 0,
            stopped: 0,
            dropped: Duration::ZERO,
        }
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

    /// Sets the speed of the game: game time per frame time, to the nearest of 1/4096; 1 by default. At 0.5 the game makes half as
    /// many steps, all of the same length, so it plays the same game in slow motion, bit for bit. 0 stops it.
    ///
    /// # Panics
    /// If the speed is NaN, negative or above 1,000,000.
    #[doc(alias = "slow motion")]
    #[doc(alias = "time_scale")]
    pub fn set_speed(&mut self, speed: f32) {
        assert!(
            (0.0..=1e6).contains(&speed),
            "a clock runs at 0 to 1,000,000 times its speed, not at {speed}"
        );
        self.speed = (speed * ONE as f32).round() as u32;
    }

    /// Speed of the game: 1 is normal.
    #[must_use]
    pub fn speed(&self) -> f32 {
        self.speed as f32 / ONE as f32
    }

    /// Pauses the game or goes on. In a pause no time passes, and [`alpha`](Self::alpha) stays.
    pub fn set_paused(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
    }

    /// True in a pause.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Stops the game for the time of so many steps at its speed, after which it goes on where it was: the hit stop of a whole game.
    /// During a stop, a longer one replaces it and a shorter one changes nothing. Bodies are stopped one by one by `hit_stop` of
    /// a world.
    #[doc(alias = "freeze")]
    pub fn hit_stop(&mut self, ticks: u32) {
        self.stopped = self.stopped.max(STEP * u128::from(ticks));
    }

    /// The length of a step, in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        1.0 / self.rate as f32
    }

    /// Adds the time of a frame, at the [speed](Self::set_speed) of the game. Returns the number of steps to make now.
    pub fn advance(&mut self, frame: Duration) -> u32 {
        if self.is_paused {
            return 0;
        }
        let time = (frame.as_nanos() * u128::from(self.rate)).saturating_mul(self.speed.into());
        let stopped = self.stopped.min(time);
        self.stopped -= stopped;
        self.left = self.left.saturating_add(time - stopped);
        let steps = self.left / STEP;
        let made = steps.min(self.max_steps.into());
        let dropped = (steps - made) * (STEP / u128::from(ONE)) / u128::from(self.rate);
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

    /// Game time that was discarded because a frame had more than the maximum number of steps.
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

    /// Steps of so many frames of 10 ms, at 100 steps a second.
    fn steps(clock: &mut FixedStep, frames: u32) -> u32 {
        (0..frames).map(|_| clock.advance(Duration::from_millis(10))).sum()
    }

    #[test]
    fn speed_changes_the_number_of_steps_and_loses_no_time() {
        for (speed, expected) in [(0.0, 0), (0.25, 250), (0.5, 500), (1.0, 1000), (1.5, 1500), (3.0, 3000)] {
            let mut clock = FixedStep::new(100);
            clock.set_speed(speed);
            assert_eq!((steps(&mut clock, 1000), clock.speed()), (expected, speed));
            assert_eq!(clock.dropped(), Duration::ZERO);
        }
        // A change in the middle of a step goes on from its fraction.
        let mut clock = FixedStep::new(100);
        clock.set_speed(0.5);
        assert_eq!((steps(&mut clock, 1), clock.alpha()), (0, 0.5));
        clock.set_speed(1.0);
        assert_eq!((steps(&mut clock, 1), clock.alpha()), (1, 0.5));
    }

    #[test]
    fn a_pause_and_a_hit_stop_hold_the_fraction_of_the_step() {
        let mut clock = FixedStep::new(100);
        clock.advance(Duration::from_millis(5));
        clock.set_paused(true);
        assert_eq!((steps(&mut clock, 50), clock.alpha(), clock.is_paused()), (0, 0.5, true));
        clock.set_paused(false);
        clock.hit_stop(3);
        clock.hit_stop(1);
        assert_eq!((steps(&mut clock, 3), clock.alpha()), (0, 0.5));
        assert_eq!((steps(&mut clock, 2), clock.alpha()), (2, 0.5));
        // Three steps at half the speed take six frames.
        clock.set_speed(0.5);
        clock.hit_stop(3);
        assert_eq!((steps(&mut clock, 6), steps(&mut clock, 2)), (0, 1));
    }

    #[test]
    fn extreme_speeds_and_frames_are_cut_and_do_not_overflow() {
        let mut clock = FixedStep::new(u32::MAX);
        clock.set_speed(1e6);
        clock.hit_stop(u32::MAX);
        assert_eq!((clock.advance(Duration::MAX), clock.advance(Duration::MAX)), (8, 8));
    }

    #[test]
    #[should_panic(expected = "not at -1")]
    fn a_negative_speed_is_refused() {
        FixedStep::new(60).set_speed(-1.0);
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
