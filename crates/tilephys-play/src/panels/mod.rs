//! Panels at the side of the level, and what is written over it.

use crate::app::App;
use crate::game::Added;
use crate::session::Session;
use eframe::egui::{Color32, Rect, Ui};
use tilephys::hecs::Entity;

/// State of the panels.
#[derive(Default)]
pub struct Panels {
    /// A region to show as a whole, in the next frame.
    pub show_all: Option<tilephys::draw::Rect>,
}

/// The line at the bottom.
pub fn status(app: &App, ui: &mut Ui) {
    let Some(session) = &app.session else { return };
    ui.label(format!("tick {}  hash {:016x}", session.game.tick(), session.game.hash()));
}

/// The open panel at the side.
pub fn side(_app: &mut App, _ui: &mut Ui) {}

/// Text over the level: notices, coins, timers.
pub fn over_level(_app: &mut App, _ui: &mut Ui, _screen: Rect) {}

/// Colour of a body.
#[must_use]
pub fn color_of(_session: &Session, _entity: Entity, added: Option<&Added>) -> Color32 {
    if added.is_some() { Color32::YELLOW } else { Color32::from_rgb(200, 150, 90) }
}
