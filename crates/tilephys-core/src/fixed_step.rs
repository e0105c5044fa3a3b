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
#[doc(alias("accumulator", "fixed timestep"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedStep {
    /// Rate of steps, in steps a second.
    rate: u32,
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
        assert!(steps > 0, "the maximum number of steps in a frame must be at least 1");
        self.max_steps = steps;
    }

    /// Sets the speed of the game: game time per frame time, to the nearest of 1/4096; 1 by default. At 0.5 the game makes half as
    /// many steps, all of the same length, so it plays the same game in slow motion, bit for bit. 0 stops it.
    ///
    /// # Panics
    /// If the speed is NaN, negative or above 1,000,000.
    #[doc(alias("slow motion", "time_scale"))]
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
