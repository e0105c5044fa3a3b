//! Player input of one tick.

/// State of a button in one tick.
///
/// [`next`](Self::next) reads the button once a frame or once a tick. The tick that sees a press clears it, so one press counts once
/// at any ratio of frames to ticks.
///
/// ```
/// use tilephys_feel::Button;
///
/// // One look at the device in each frame.
/// let mut jump = Button::UP;
/// jump = jump.next(true);
/// assert_eq!(jump, Button::PRESSED);
/// jump = jump.seen().next(true);
/// assert_eq!(jump, Button::HELD);
/// ```
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

    /// The button after a look at the device. A press that no tick has seen stays.
    ///
    /// ```
    /// use tilephys_feel::Button;
    ///
    /// // Two frames before one tick: the button goes down, and up again.
    /// let jump = Button::UP.next(true).next(false);
    /// assert_eq!(jump, Button { held: false, pressed: true });
    /// // The tick sees the press and clears it.
    /// assert_eq!(jump.seen(), Button::UP);
    /// ```
    #[must_use]
    pub fn next(self, held: bool) -> Button {
        Button { held, pressed: self.pressed || held && !self.held }
    }

    /// The button after a tick has seen its press.
    #[must_use]
    pub fn seen(self) -> Button {
        Button { pressed: false, ..self }
    }
}

/// Input of a player in one tick.
///
/// ```
/// use tilephys_feel::{Button, Input};
///
/// // In each frame: what the player holds.
/// let mut input = Input::default();
/// let is_right_down = true;
/// let is_jump_down = true;
/// input.along = f32::from(u8::from(is_right_down));
/// input.jump = input.jump.next(is_jump_down);
/// assert_eq!(input, Input { along: 1.0, jump: Button::PRESSED, ..Input::default() });
/// ```
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

/// Bits of the buttons in the last byte of an input.
const JUMP_HELD: u8 = 1;
const JUMP_PRESSED: u8 = 2;
const DASH_HELD: u8 = 4;
const DASH_PRESSED: u8 = 8;
const GRAB: u8 = 16;

impl Input {
    /// Number of bytes of an input: two numbers and a byte of buttons.
    pub const BYTES: usize = 9;

    /// Clears the presses, because a tick has seen them. [`Feel::control`](crate::Feel::control) does so.
    #[inline]
    pub fn clear_presses(&mut self) {
        self.jump = self.jump.seen();
        self.dash = self.dash.seen();
    }

    /// The input as little-endian bytes, for recordings and networks. Directions are written as the controller takes them: limited to
    /// -1 to 1, and 0 for NaN.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        // `axis` gives equal inputs equal bytes, as recordings compare them.
        bytes[..4].copy_from_slice(&axis(self.along).to_le_bytes());
        bytes[4..8].copy_from_slice(&axis(self.upward).to_le_bytes());
        let buttons = [
            (self.jump.held, JUMP_HELD),
            (self.jump.pressed, JUMP_PRESSED),
            (self.dash.held, DASH_HELD),
            (self.dash.pressed, DASH_PRESSED),
            (self.grab, GRAB),
        ];
        bytes[8] = buttons.iter().filter(|(is_set, _)| *is_set).map(|(_, bit)| bit).sum();
        bytes
    }

    /// The input of [`to_bytes`](Self::to_bytes); `None` for bytes that no input gives.
    #[must_use]
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Option<Input> {
        let number = |from: usize| {
            let value = f32::from_le_bytes([bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3]]);
            // Bits that `axis` would change are from no input, such as NaN or a number above 1.
            (axis(value).to_bits() == value.to_bits()).then_some(value)
        };
        let bits = bytes[8];
        let is = |bit: u8| bits & bit != 0;
        let input = Input {
            along: number(0)?,
            upward: number(4)?,
            jump: Button { held: is(JUMP_HELD), pressed: is(JUMP_PRESSED) },
            dash: Button { held: is(DASH_HELD), pressed: is(DASH_PRESSED) },
            grab: is(GRAB),
        };
        let known = JUMP_HELD | JUMP_PRESSED | DASH_HELD | DASH_PRESSED | GRAB;
        // Unknown bits are refused, so that each input has exactly one form.
        (bits & !known == 0).then_some(input)
    }
}

/// The value limited to -1 to 1; 0 for NaN.
#[inline]
pub(crate) fn axis(value: f32) -> f32 {
    let within = if value < -1.0 { -1.0 } else { value };
    let within = if within > 1.0 { 1.0 } else { within };
    if value.is_nan() { 0.0 } else { within + 0.0 }
}

/// The sign of the value: -1, 0 or 1.
#[inline]
pub(crate) fn sign(value: f32) -> i8 {
    i8::from(value > 0.0) - i8::from(value < 0.0)
}
