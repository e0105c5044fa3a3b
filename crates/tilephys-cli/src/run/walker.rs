//! Random input of characters: walking, jumping, dropping.

use super::random::Random;
use glam::Vec2;

/// In px/s.
const RUN: f32 = 90.0;

/// In px/s, upwards.
const JUMP: f32 = -105.0;

/// Steps for which a jump goes up at full speed, at most: as if the button were held.
const HOLD: i64 = 12;

/// Steps between two changes of mind.
const STRIDE: (i64, i64) = (15, 120);

/// A character on a floor jumps in one step of so many.
const JUMPS: u64 = 32;

/// A character on a floor lets itself fall through it, if it is one-way, in one step of so many.
const DROPS: u64 = 128;

/// What streams of drops are counted from: a character that stands on nothing one-way has the same numbers as if it could
/// not drop.
const DROP_STREAMS: u64 = 1 << 63;

/// One character's mind.
pub(crate) struct Walker {
    random: Random,
    /// For drops.
    drops: Random,
    /// -1, 0 or 1.
    direction: f32,
    /// Steps until the next change of mind.
    stride: i64,
    /// Steps for which the jump is still held.
    hold: i64,
}

impl Walker {
    /// The mind of the character whose numbers are the `stream` under `seed`.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let drops = Random::new(seed, DROP_STREAMS + stream);
        Walker { random: Random::new(seed, stream), drops, direction: 0.0, stride: 0, hold: 0 }
    }

    /// Whether it would fall through its floor in this step.
    pub(crate) fn drops(&mut self, on_floor: bool) -> bool {
        on_floor && self.drops.below(DROPS) == 0
    }

    /// The body's velocity for this step. `velocity` has gravity in it; a step of a jump has none.
    pub(crate) fn velocity(&mut self, velocity: Vec2, on_floor: bool) -> Vec2 {
        if self.stride == 0 {
            self.stride = self.random.between(STRIDE.0, STRIDE.1);
            self.direction = self.random.between(-1, 1) as f32;
        }
        self.stride -= 1;
        if on_floor && self.random.below(JUMPS) == 0 {
            self.hold = self.random.between(1, HOLD);
        } else if velocity.y >= 0.0 {
            // A ceiling ended the rise.
            self.hold = 0;
        }
        let rise = if self.hold > 0 { JUMP } else { velocity.y };
        self.hold = (self.hold - 1).max(0);
        Vec2::new(self.direction * RUN, rise)
    }
}
