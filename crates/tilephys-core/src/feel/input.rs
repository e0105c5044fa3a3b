//! Player input of one tick.

/// State of a button in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Button {
    /// True if the button is down.
    pub held: bool,
    /// True if the button has gone down since the last tick, even if it is up again.
    pub pressed: bool,
}

impl Button {
    /// A button that is up.
    pub const UP: Button = Button { held: false, pressed: false };
    /// A button that has just gone down.
    pub const PRESSED: Button = Button { held: true, pressed: true };
    /// A button that is still down.
    pub const HELD: Button = Button { held: true, pressed: false };

    /// The button in the next tick.
    #[must_use]
    pub fn next(self, held: bool) -> Button {
        Button { held, pressed: held && !self.held }
    }
}

/// Input of a player in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Input {
    /// Direction along the floor, -1 to 1, positive toward greater coordinates: right, or down where up is left or right. NaN
    /// counts as 0.
    pub along: f32,
    /// Direction toward the character's up, -1 to 1. A negative value crouches, falls fast, and drops through with jump.
    pub upward: f32,
    /// Jump button; in water a swim stroke.
    pub jump: Button,
    /// Dash button.
    pub dash: Button,
    /// True while the grab button is held, for ladders and walls.
    pub grab: bool,
}

/// The value limited to -1 to 1; 0 for NaN.
#[inline]
pub(super) fn axis(value: f32) -> f32 {
    let within = if value < -1.0 { -1.0 } else { value };
    let within = if within > 1.0 { 1.0 } else { within };
    if value.is_nan() { 0.0 } else { within + 0.0 }
}

/// The sign of the value: -1, 0 or 1.
#[inline]
pub(super) fn sign(value: f32) -> i8 {
    i8::from(value > 0.0) - i8::from(value < 0.0)
}
