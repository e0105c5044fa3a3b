//! Keys of the app.

use crate::commands::{Command, Commands};
use crate::session::{Overlays, SessionCommand};
use eframe::egui::{Context, Key};

/// Keys of the overlays, in their order.
const DIGITS: [Key; Overlays::ALL.len()] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];

/// Factor of a zoom by a key.
const ZOOM: f32 = 1.25;

/// What the keys ask for that went down in this frame, or are held.
pub(super) fn asked(ctx: &Context) -> Commands {
    let mut asked = Commands::default();
    if ctx.text_edit_focused() {
        return asked;
    }
    let pressed = |key: Key| ctx.input(|input| input.key_pressed(key) && input.modifiers.is_none());
    if pressed(Key::H) {
        asked.push(Command::ToggleHelp);
    }
    if pressed(Key::B) {
        asked.push(Command::TogglePanels);
    }
    if pressed(Key::Escape) {
        asked.push(Command::CloseChoices);
        asked.push(Command::CloseHelp);
        asked.push(SessionCommand::Select(None));
    }
    if pressed(Key::P) {
        asked.push(SessionCommand::Pause);
    }
    if pressed(Key::Period) {
        asked.push(SessionCommand::Step);
    }
    if ctx.input(|input| input.key_down(Key::R)) {
        asked.push(SessionCommand::Rewind);
    }
    if pressed(Key::F1) {
        asked.push(SessionCommand::Switch(Overlays::ALL[0].0));
    }
    for (key, (label, _)) in DIGITS.into_iter().zip(Overlays::ALL) {
        if pressed(key) {
            asked.push(SessionCommand::Switch(label));
        }
    }
    if pressed(Key::F) {
        asked.push(SessionCommand::Follow(true));
    }
    if pressed(Key::M) {
        asked.push(SessionCommand::ShowWhole);
    }
    let zooms = [(Key::Plus, ZOOM), (Key::Equals, ZOOM), (Key::Minus, 1.0 / ZOOM)];
    for (key, factor) in zooms {
        // Some keyboards have plus on a key with shift.
        if ctx.input(|input| input.key_pressed(key)) {
            asked.push(SessionCommand::Zoom(factor));
        }
    }
    if pressed(Key::Backspace) {
        asked.push(Command::Restart);
    }
    asked
}
