//! Keys of the keyboard, buttons of gamepads and of touch screens, as keys of the hero.

#[cfg(all(feature = "gamepad", not(target_arch = "wasm32")))]
mod gamepad;

#[cfg(all(feature = "gamepad", not(target_arch = "wasm32")))]
pub use gamepad::Gamepads;

mod hints;
mod touch;

pub use hints::{Device, Hints};
pub use touch::Touch;

use crate::game::Keys;
use eframe::egui::{Context, Key};

/// Keys of the keyboard for each key of the hero.
const KEYBOARD: [(&str, &[Key]); 7] = [
    ("left", &[Key::ArrowLeft, Key::A]),
    ("right", &[Key::ArrowRight, Key::D]),
    ("up", &[Key::ArrowUp, Key::W]),
    ("down", &[Key::ArrowDown, Key::S]),
    ("jump", &[Key::Space, Key::C]),
    ("dash", &[Key::X]),
    ("grab", &[Key::Z]),
];

/// The keys of the hero that are down on the keyboard; none while a text is edited.
#[must_use]
pub fn keyboard(ctx: &Context) -> Keys {
    let mut keys = Keys::default();
    if ctx.text_edit_focused() {
        return keys;
    }
    ctx.input(|input| {
        for (name, those) in KEYBOARD {
            let is_down = those.iter().any(|key| input.key_down(*key));
            if let Some(key) = keys.key(name) {
                *key = is_down;
            }
        }
    });
    keys
}
