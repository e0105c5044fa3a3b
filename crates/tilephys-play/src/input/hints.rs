//! Keys that a new player needs, until they were used, by the names of the device in use.

use crate::game::Keys;
use eframe::egui::{Context, Key};

/// What a player steers the hero with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// A keyboard. The default.
    #[default]
    Keyboard,
    /// A gamepad.
    Gamepad,
}

/// A key of a hint: its names, its effect, the keys of the keyboard that count as it, and whether keys of the hero do.
struct Hint {
    name: &'static str,
    /// Name on a gamepad; `None` if it has no such button.
    on_gamepad: Option<&'static str>,
    effect: &'static str,
    keys: &'static [Key],
    is_used: fn(Keys) -> bool,
}

const HINTS: [Hint; 5] = [
    Hint {
        name: "arrows, A D",
        on_gamepad: Some("left stick"),
        effect: "run",
        keys: &[Key::ArrowLeft, Key::ArrowRight, Key::A, Key::D],
        is_used: |keys| keys.left || keys.right,
    },
    Hint {
        name: "space",
        on_gamepad: Some("A, or cross"),
        effect: "jump",
        keys: &[Key::Space, Key::C],
        is_used: |keys| keys.jump,
    },
    Hint {
        name: "R",
        on_gamepad: None,
        effect: "hold it: time goes back",
        keys: &[Key::R],
        is_used: |_| false,
    },
    Hint {
        name: "F1",
        on_gamepad: None,
        effect: "what the engine knows",
        keys: &[Key::F1],
        is_used: |_| false,
    },
    Hint { name: "H", on_gamepad: None, effect: "all keys", keys: &[Key::H], is_used: |_| false },
];

/// Hints that are left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints {
    is_used: [bool; HINTS.len()],
    device: Device,
}

impl Hints {
    /// Drops the hints whose keys went down in this frame, on the keyboard or on a gamepad.
    pub(crate) fn take(&mut self, ctx: &Context, gamepad: Keys) {
        let is_typed = ctx.input(|input| {
            for (is_used, hint) in self.is_used.iter_mut().zip(&HINTS) {
                *is_used |= hint.keys.iter().any(|key| input.key_pressed(*key)) || (hint.is_used)(gamepad);
            }
            !input.keys_down.is_empty()
        });
        if gamepad != Keys::default() {
            self.device = Device::Gamepad;
        } else if is_typed {
            self.device = Device::Keyboard;
        }
    }

    /// Drops all hints.
    pub fn close(&mut self) {
        self.is_used = [true; HINTS.len()];
    }

    /// The device that was used last.
    #[must_use]
    pub fn device(&self) -> Device {
        self.device
    }

    /// The keys that were not used yet, with their effects.
    pub fn left(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let left = self.is_used.iter().zip(&HINTS).filter(|(is_used, _)| !**is_used);
        left.map(|(_, hint)| {
            let on_gamepad = hint.on_gamepad.filter(|_| self.device == Device::Gamepad);
            (on_gamepad.unwrap_or(hint.name), hint.effect)
        })
    }
}
