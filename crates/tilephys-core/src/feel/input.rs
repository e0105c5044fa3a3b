//! What a player holds.

/// A button in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Button {
    /// It is down.
    pub held: bool,
    /// It has gone down since the last tick, even if it is up again.
    pub pressed: bool,
}

impl Button {
    /// Up.
    pub const UP: Button = Button { held: false, pressed: false };
    /// Has just gone down.
    pub const PRESSED: Button = Button { held: true, pressed: true };
    /// Is still down.
    pub const HELD: Button = Button { held: true, pressed: false };

    /// The button in the next tick.
    #[must_use]
    pub fn next(self, held: bool) -> Button {
        Button { held, pressed: held && !self.held }
    }
}

/// What a player does in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Input {
    /// Along the floor, -1 to 1, positive toward greater coordinates: right, and down where up is left or right. What is
    /// not a number counts as 0.
    pub along: f32,
    /// Toward the character's own up, -1 to 1. Negative crouches, falls fast, and with jump drops through.
    pub upward: f32,
    /// Jump, in water a stroke.
    pub jump: Button,
    /// Dash.
    pub dash: Button,
    /// Hold on to a ladder or a wall.
    pub grab: bool,
}

/// Within -1 to 1; 0 for what is not a number.
#[inline]
pub(super) fn axis(value: f32) -> f32 {
    let within = if value < -1.0 { -1.0 } else { value };
    let within = if within > 1.0 { 1.0 } else { within };
    if value.is_nan() { 0.0 } else { within + 0.0 }
}

/// -1, 0 or 1.
#[inline]
pub(super) fn sign(value: f32) -> i8 {
    i8::from(value > 0.0) - i8::from(value < 0.0)
}
