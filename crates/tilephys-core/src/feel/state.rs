//! What a character keeps from tick to tick.

use super::config::Feel;
use super::input::Input;

/// Timers and flags of a character, in whole ticks: as small as a few words, and comparable, so that it can be saved, hashed
/// and replayed. A new one is [`default`](Default::default).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct FeelState {
    /// Ticks off the floor that still count as on it.
    pub(super) coyote: u8,
    /// Ticks in which a press of jump still waits.
    pub(super) buffer: u8,
    /// Ticks, the last one counted, in which a jump keeps its speed.
    pub(super) hold: u8,
    /// Air jumps that are left.
    pub(super) air_jumps: u8,
    /// The speed that a jump keeps, in px/s: the bits of an `f32`.
    pub(super) hold_speed: u32,
    /// Ticks in which the input along is not the player's.
    pub(super) forced: u8,
    /// But this.
    pub(super) forced_along: i8,
    /// Ticks that it has slid down walls.
    pub(super) slid: u8,
    /// Ticks that the limit of the fall has moved to that of the fast one.
    pub(super) fast_fall: u8,
    /// Ticks of a dash that are left, and one for its end.
    pub(super) dash: u8,
    /// Where it goes.
    pub(super) dash_along: i8,
    pub(super) dash_up: i8,
    /// Ticks until the next may start.
    pub(super) cooldown: u8,
    /// Dashes that are left.
    pub(super) dashes: u8,
    /// The sign of the last input along; 0 before there was one.
    pub(super) facing: i8,
    pub(super) grip: Grip,
    /// It rises by a jump whose button was held ever since.
    pub(super) jumping: bool,
    /// It slid down a wall in the last tick.
    pub(super) sliding: bool,
}

/// What a character holds on to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Grip {
    #[default]
    Nothing,
    Ladder,
    Wall,
}

impl FeelState {
    /// Where it looks along: -1, 1, or 0 before there was any input.
    #[must_use]
    pub fn facing(&self) -> i8 {
        self.facing
    }

    /// Is it in a dash?
    #[must_use]
    pub fn is_dashing(&self) -> bool {
        self.dash > 0
    }

    /// Does it hold on to a ladder, a rope or a wall?
    #[must_use]
    pub fn is_climbing(&self) -> bool {
        self.grip != Grip::Nothing
    }

    /// Does it slide down a wall?
    #[must_use]
    pub fn is_wall_sliding(&self) -> bool {
        self.sliding
    }

    /// Air jumps that are left.
    #[must_use]
    pub fn air_jumps(&self) -> u8 {
        self.air_jumps
    }

    /// Dashes that are left.
    #[must_use]
    pub fn dashes(&self) -> u8 {
        self.dashes
    }

    /// Gives air jumps and dashes back, as a floor does.
    #[inline]
    pub fn refill(&mut self, feel: &Feel) {
        self.air_jumps = feel.jump.air_jumps;
        self.dashes = feel.dash.as_ref().map_or(0, |dash| dash.count);
    }

    /// Has jump been pressed, now or not long ago?
    #[inline]
    pub(crate) fn wants_jump(&self, input: &Input) -> bool {
        input.jump.pressed || self.buffer > 0
    }

    pub(super) fn held_speed(&self) -> f32 {
        f32::from_bits(self.hold_speed)
    }
}
