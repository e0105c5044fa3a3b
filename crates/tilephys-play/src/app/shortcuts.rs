//! Keys of the app.

use super::App;
use eframe::egui::{Context, Key};

/// Keys of the app, with what they do.
pub(crate) const SHORTCUTS: [(Key, &str); 6] = [
    (Key::P, "pause"),
    (Key::Period, "one tick"),
    (Key::R, "rewind while held"),
    (Key::Backspace, "restart"),
    (Key::F1, "what the engine knows"),
    (Key::F, "follow the hero"),
];

/// Applies the keys that went down in this frame.
pub(super) fn apply(app: &mut App, ctx: &Context) {
    let Some(session) = &mut app.session else { return };
    if ctx.text_edit_focused() {
        return;
    }
    let pressed = |key: Key| ctx.input(|input| input.key_pressed(key));
    if pressed(Key::P) {
        session.clock.is_paused = !session.clock.is_paused;
    }
    if pressed(Key::Period) {
        session.clock.is_paused = true;
        session.clock.single += 1;
    }
    if !session.clock.is_scripted {
        session.clock.is_rewinding = ctx.input(|input| input.key_down(Key::R));
    }
    if pressed(Key::F1) {
        session.overlays.physics = !session.overlays.physics;
    }
    if pressed(Key::F) {
        session.follows = session.game.hero.is_some();
    }
    if pressed(Key::Backspace)
        && let Err(error) = session.restart()
    {
        app.notices.fail(error.to_string());
    }
}
