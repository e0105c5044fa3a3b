//! The time of the game against the time of the clock.

use crate::game::TICKS;
use std::time::Duration;
use tilephys::core::FixedStep;

/// Pause, speed and direction of time.
#[derive(Clone, Debug)]
pub struct Clock {
    /// True if no ticks are due, but for single ones.
    pub is_paused: bool,
    /// True if ticks go back in this frame.
    pub is_rewinding: bool,
    /// True if ticks go back in the next frame.
    rewinds_next: bool,
    /// Factor of the speed of time: 1 by default.
    pub speed: f32,
    /// Number of single ticks that were asked for in a pause.
    pub single: u32,
    /// True if each frame is one tick, for scripted runs.
    pub is_scripted: bool,
    steps: FixedStep,
    /// Ticks a second.
    rate: u32,
}

/// Ticks that are due in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ticks {
    /// Ticks to be played.
    Forth(u32),
    /// Ticks to be taken back.
    Back(u32),
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            is_paused: false,
            is_rewinding: false,
            rewinds_next: false,
            speed: 1.0,
            single: 0,
            is_scripted: false,
            steps: FixedStep::new(TICKS),
            rate: TICKS,
        }
    }
}

impl Clock {
    /// Speeds that a player selects.
    pub const SPEEDS: [f32; 5] = [1.0, 0.5, 0.25, 0.1, 2.0];

    /// Changes the number of ticks a second.
    pub fn set_rate(&mut self, rate: f32) {
        let rate = rate.round() as u32;
        if rate != self.rate {
            (self.steps, self.rate) = (FixedStep::new(rate), rate);
        }
    }

    /// Lets ticks go back in the next frame. A key or a button that is held asks for it in each frame.
    pub fn rewind(&mut self) {
        self.rewinds_next = true;
    }

    /// The ticks that are due after a frame.
    pub fn ticks(&mut self, passed: Duration) -> Ticks {
        let single = std::mem::take(&mut self.single);
        self.is_rewinding = std::mem::take(&mut self.rewinds_next);
        let ticks = match () {
            () if self.is_scripted => u32::from(!self.is_paused),
            () if self.is_paused && !self.is_rewinding => single,
            () => self.steps.advance(passed.mul_f32(self.speed)),
        };
        if self.is_rewinding { Ticks::Back(ticks) } else { Ticks::Forth(ticks) }
    }

    /// True if ticks need no time to pass.
    #[must_use]
    pub fn is_hurried(&self) -> bool {
        self.is_scripted && !self.is_paused
    }

    /// Fraction of a tick since the last one, for drawing between two ticks.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        if self.is_paused || self.is_rewinding || self.is_scripted { 1.0 } else { self.steps.alpha() }
    }
}
