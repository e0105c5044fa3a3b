//! Keys of the app.

use super::App;
use crate::session::Overlays;
use eframe::egui::{Context, Key};

/// Keys of the app, with their effects.
pub(crate) const SHORTCUTS: [(&str, &str); 15] = [
    ("P", "pause"),
    (".", "one tick"),
    ("R", "rewind while held"),
    ("Backspace", "restart"),
    ("F", "back to the hero"),
    ("M", "whole map"),
    ("+ -", "zoom"),
    ("B", "panels"),
    ("H", "these keys"),
    ("Escape", "select nothing"),
    ("F1, 1", "overlay: engine"),
    ("2 3", "overlays: solids, objects"),
    ("4 5", "overlays: findings, timers"),
    ("6 7", "overlays: reasons, cells"),
    ("8", "overlay: reach"),
];

/// Keys of the overlays, in their order.
const DIGITS: [Key; Overlays::ALL.len()] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];

/// Factor of a zoom by a key.
const ZOOM: f32 = 1.25;

/// Applies the keys that went down in this frame.
pub(super) fn apply(app: &mut App, ctx: &Context) {
    if ctx.text_edit_focused() {
        return;
    }
    let pressed = |key: Key| ctx.input(|input| input.key_pressed(key) && input.modifiers.is_none());
    if pressed(Key::H) {
        app.panels.shows_help = !app.panels.shows_help;
    }
    if pressed(Key::B) {
        app.panels.toggle(ctx);
    }
    if pressed(Key::Escape) {
        app.choices = None;
    }
    let Some(session) = &mut app.session else { return };
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
        session.overlays.engine = !session.overlays.engine;
    }
    for (key, (label, _)) in DIGITS.into_iter().zip(Overlays::ALL) {
        if let Some(shown) = session.overlays.switch(label).filter(|_| pressed(key)) {
            *shown = !*shown;
        }
    }
    if pressed(Key::F) {
        session.follow();
    }
    if pressed(Key::M) {
        app.panels.show_all = Some(session.view.bounds());
    }
    if pressed(Key::Escape) {
        (session.selection, session.highlight) = (None, None);
        app.panels.shows_help = false;
    }
    let by = [(Key::Plus, ZOOM), (Key::Equals, ZOOM), (Key::Minus, 1.0 / ZOOM)];
    for (_, factor) in by.into_iter().filter(|(key, _)| ctx.input(|input| input.key_pressed(*key))) {
        app.panels.zoom_by *= factor;
    }
    if pressed(Key::Backspace) {
        app.restart();
    }
}
