//! Gamepads.

use crate::game::Keys;
use gilrs::{Axis, Button, Gamepad, Gilrs};

/// How far a stick is moved before it counts, from 0 to 1.
const DEAD_ZONE: f32 = 0.35;

/// All connected gamepads, as one.
pub struct Gamepads(Gilrs);

impl Gamepads {
    /// Finds the gamepads.
    ///
    /// # Errors
    /// If the system does not give access to gamepads, in one line.
    pub fn new() -> Result<Gamepads, String> {
        Gilrs::new().map(Gamepads).map_err(|error| format!("gamepads cannot be read: {error}"))
    }

    /// The keys that are down on any gamepad.
    pub fn keys(&mut self) -> Keys {
        // The state of the gamepads follows from the events.
        while self.0.next_event().is_some() {}
        self.0.gamepads().fold(Keys::default(), |keys, (_, pad)| keys.or(keys_of(&pad)))
    }
}

fn keys_of(pad: &Gamepad<'_>) -> Keys {
    let is_down = |buttons: &[Button]| buttons.iter().any(|button| pad.is_pressed(*button));
    let [along, upward] = [Axis::LeftStickX, Axis::LeftStickY].map(|axis| pad.value(axis));
    Keys {
        left: along < -DEAD_ZONE || is_down(&[Button::DPadLeft]),
        right: along > DEAD_ZONE || is_down(&[Button::DPadRight]),
        up: upward > DEAD_ZONE || is_down(&[Button::DPadUp]),
        down: upward < -DEAD_ZONE || is_down(&[Button::DPadDown]),
        jump: is_down(&[Button::South]),
        dash: is_down(&[Button::West, Button::RightTrigger]),
        grab: is_down(&[Button::LeftTrigger, Button::LeftTrigger2, Button::RightTrigger2]),
    }
}
