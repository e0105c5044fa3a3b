//! State of a character between ticks.

use crate::config::Feel;
use crate::input::Input;
use glam::Vec2;

/// Timers and flags of a character, in whole ticks. Small and comparable, so that the state can be saved, hashed and replayed.
/// A new character has the [`default`](Default::default) state.
///
/// ```
/// use tilephys_feel::{Button, Feel, FeelState, FeelTick, Input, Surroundings};
///
/// let feel = Feel::celeste();
/// let mut state = FeelState::default();
/// let mut input = Input { jump: Button::PRESSED, ..Input::default() };
/// let on_floor = Surroundings { on_floor: true, ..Surroundings::default() };
/// feel.control(&mut state, &mut input, &on_floor, &FeelTick::default());
/// // What an animation asks.
/// assert!(state.is_jumping());
/// assert!(!state.is_dashing());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct FeelState {
    /// Coyote time left, in ticks.
    pub(crate) coyote: u8,
    /// Jump buffer left, in ticks.
    pub(crate) buffer: u8,
    /// Time left in which a jump keeps its speed, in ticks, including the present one.
    pub(crate) hold: u8,
    /// Air jumps left.
    pub(crate) air_jumps: u8,
    /// Speed that a jump keeps, as the bits of an `f32`, in px/s.
    pub(crate) hold_speed: u32,
    /// Time left in which the input along is forced, in ticks.
    pub(crate) forced: u8,
    /// Forced input along.
    pub(crate) forced_along: i8,
    /// Duration of the wall slide so far, in ticks.
    pub(crate) slid: u8,
    /// Progress of the limit toward the fast fall, in ticks.
    pub(crate) fast_fall: u8,
    /// Time left of a dash, in ticks, plus one for its end.
    pub(crate) dash: u8,
    /// Direction of the dash.
    pub(crate) dash_along: i8,
    pub(crate) dash_up: i8,
    /// Time until the next dash may start, in ticks.
    pub(crate) cooldown: u8,
    /// Dashes left.
    pub(crate) dashes: u8,
    /// Sign of the last input along; 0 before any input.
    pub(crate) facing: i8,
    pub(crate) grip: Grip,
    /// Cause of the present rise.
    pub(crate) rise_by: RiseBy,
    /// True if the character slid down a wall in the last tick.
    pub(crate) sliding: bool,
    /// Throw in the next tick.
    pub(crate) thrown: Option<ThrownBy>,
}

/// Cause of a character's rise, until it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum RiseBy {
    #[default]
    Nothing,
    /// Jump whose button has been held since.
    Jump,
    /// Throw to a height, which the button does not change.
    Height,
}

/// Throw of a character, in a form that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum ThrownBy {
    /// Bits of two `f32`, in px/s.
    Velocity([u32; 2]),
    /// Lattice units.
    Height(i32),
}

/// Throw of a character: by a spring, a blow or a cannon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Throw {
    /// Throws at this velocity, in px/s.
    Velocity(Vec2),
    /// Throws straight up, so that the feet rise by this distance, in lattice units. The speed along stays. The height does not
    /// depend on the jump button. Without gravity toward the feet, and for a height of 0 or less, there is no throw.
    Height(i32),
}

impl From<Vec2> for Throw {
    fn from(velocity: Vec2) -> Self {
        Throw::Velocity(velocity)
    }
}

/// Object that a character holds on to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Grip {
    #[default]
    Nothing,
    Ladder,
    Wall,
    Bar,
    Ledge,
}

impl FeelState {
    /// Facing direction along: -1, 1, or 0 before any input.
    #[must_use]
    pub fn facing(&self) -> i8 {
        self.facing
    }

    /// True in a dash.
    #[must_use]
    pub fn is_dashing(&self) -> bool {
        self.dash > 0
    }

    /// True while the character holds on to a ladder, a rope, a wall, a bar or a ledge.
    #[must_use]
    pub fn is_climbing(&self) -> bool {
        self.grip != Grip::Nothing
    }

    /// True while the character hangs from a bar or a ledge, and while it climbs onto the ledge.
    #[must_use]
    pub fn is_hanging(&self) -> bool {
        matches!(self.grip, Grip::Bar | Grip::Ledge)
    }

    /// True while the character slides down a wall.
    #[must_use]
    pub fn is_wall_sliding(&self) -> bool {
        self.sliding
    }

    /// True while the character rises by a jump whose button has been held since: only then the release of the button matters.
    #[must_use]
    pub fn is_jumping(&self) -> bool {
        self.rise_by == RiseBy::Jump
    }

    /// Air jumps left.
    #[must_use]
    pub fn air_jumps(&self) -> u8 {
        self.air_jumps
    }

    /// Dashes left.
    #[must_use]
    pub fn dashes(&self) -> u8 {
        self.dashes
    }

    /// Coyote time left, in ticks: a jump in it still counts as a floor jump.
    #[must_use]
    pub fn coyote_ticks(&self) -> u8 {
        self.coyote
    }

    /// Jump buffer left, in ticks: a floor in it begins a jump.
    #[must_use]
    pub fn buffer_ticks(&self) -> u8 {
        self.buffer
    }

    /// Time left in which a jump keeps its speed while the button is held, in ticks.
    #[must_use]
    pub fn var_jump_ticks(&self) -> u8 {
        self.hold
    }

    /// Time left of a dash, in ticks, plus one for its end.
    #[must_use]
    pub fn dash_ticks(&self) -> u8 {
        self.dash
    }

    /// Time until the next dash may start, in ticks.
    #[must_use]
    pub fn cooldown_ticks(&self) -> u8 {
        self.cooldown
    }

    /// Refills air jumps and dashes, as a floor does.
    #[inline]
    pub fn refill(&mut self, feel: &Feel) {
        self.air_jumps = feel.jump.air_jumps;
        self.dashes = feel.dash.as_ref().map_or(0, |dash| dash.count);
    }

    /// Forgets what belongs to the place and the motion that the character has left by a teleport: coyote time, jump buffer,
    /// the held jump, dash, grip and slide. Facing, air jumps, dashes, the cooldown of the dash and a throw stay.
    ///
    /// [`Feel::decide`] and [`Feel::drive`] call this for a body that the game has placed.
    pub fn forget_place(&mut self) {
        *self = FeelState {
            air_jumps: self.air_jumps,
            cooldown: self.cooldown,
            dashes: self.dashes,
            facing: self.facing,
            thrown: self.thrown,
            ..FeelState::default()
        };
    }

    /// Throws the character in the next tick, in place of other control: at a velocity in px/s, or to a height.
    #[doc(alias = "knockback")]
    #[doc(alias = "launch")]
    pub fn throw(&mut self, by: impl Into<Throw>) {
        self.thrown = Some(match by.into() {
            Throw::Velocity(velocity) => ThrownBy::Velocity([velocity.x.to_bits(), velocity.y.to_bits()]),
            Throw::Height(units) => ThrownBy::Height(units),
        });
    }

    /// Throw in this tick, if there is one; clears it.
    pub(crate) fn take_throw(&mut self) -> Option<Throw> {
        self.thrown.take().map(|by| match by {
            ThrownBy::Velocity(bits) => Throw::Velocity(Vec2::from(bits.map(f32::from_bits))),
            ThrownBy::Height(units) => Throw::Height(units),
        })
    }

    /// True if jump was pressed in this tick, or before within the buffer.
    #[inline]
    pub(crate) fn wants_jump(&self, input: &Input) -> bool {
        input.jump.pressed || self.buffer > 0
    }

    pub(crate) fn held_speed(&self) -> f32 {
        f32::from_bits(self.hold_speed)
    }
}
