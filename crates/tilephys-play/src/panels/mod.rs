//! Panels at the side of the level, and what is written over it.

mod bodies;
mod choices;
mod colors;
mod events;
mod feel;
mod findings;
mod goal;
mod help;
mod hints;
mod inspect;
mod layers;
mod legend;
mod names;
mod notices;
mod numbers;
mod objects;
mod outlines;
mod over;
mod parts;
mod reach;
mod scene;
mod state;
mod status;
mod theme;
mod timers;
mod times;

pub use colors::{color_of, color_of_number};
pub(crate) use names::object_name;
pub use over::over_level;
pub use parts::object_at;
pub use state::{Panels, Tab};
pub use status::status;
pub use theme::apply as apply_theme;

use crate::choices::Choices;
use crate::commands::Commands;
use crate::input::Hints;
use crate::notices::Notices;
use crate::reach::Reach;
use crate::session::Session;
use crate::source::Over;
use eframe::egui::{Button, Context, Panel, Ui};
use std::path::Path;

/// What the panels show of the app. They change nothing of it, but ask for changes by commands.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The open level.
    pub session: Option<&'a Session>,
    /// Lines for the player.
    pub notices: &'a Notices,
    /// Keys that a new player needs; `None` if no player is at the keyboard.
    pub hints: Option<&'a Hints>,
    /// Maps to choose from.
    pub choices: Option<&'a Choices>,
    /// What the hero can reach.
    pub reach: &'a Reach,
    /// Where levels come from.
    pub source: &'a Over,
    /// The map that is being opened.
    pub opening: Option<&'a Path>,
}

/// The open panel at the side.
pub fn side(panels: &mut Panels, shown: Shown<'_>, asked: &mut Commands, ui: &mut Ui) {
    panels.hovered = None;
    panels.take_frame(ui);
    let Some(session) = shown.session.filter(|_| panels.is_open(ui.ctx())) else { return };
    let width = ui.available_width();
    let height = ui.available_height();
    let panel = if is_tall(ui) {
        // A sheet from below, as on phones: beside it there would be no level left.
        Panel::bottom("sheet").default_size(height * 0.45).size_range(120.0..=height * 0.7)
    } else {
        let usual = if width < 1_000.0 { 250.0 } else { 330.0 };
        Panel::right("side").default_size(usual).size_range(220.0..=width * 0.7)
    };
    panel.resizable(true).show(ui, |ui| {
        tabs(panels, session, ui);
        ui.separator();
        match panels.tab {
            Tab::Layers => layers::show(session, asked, ui),
            Tab::Objects => objects::show(panels, session, asked, ui),
            Tab::Findings => findings::show(panels, session, asked, ui),
            Tab::Scene => scene::show(session, asked, ui),
            Tab::Feel => feel::show(panels, session, asked, ui),
            Tab::Bodies => bodies::show(panels, session, asked, ui),
            Tab::Times => times::show(panels, session, ui),
            Tab::Events => events::show(panels, session, asked, ui),
            Tab::Inspect => inspect::show(session, asked, ui),
        }
    });
}

/// Width of a window below which it has the line at the top and the panels of a phone, in points.
const NARROW: f32 = 560.0;

/// Height of a window below which a second row at the top would take too much of it, in points.
const LOW: f32 = 500.0;

/// True if the window is as narrow as a phone, or as low as a phone on its side.
#[must_use]
pub fn is_small(ctx: &Context) -> bool {
    let size = ctx.content_rect().size();
    size.x < NARROW || size.y < LOW
}

/// True if panels have their place below the level.
fn is_tall(ui: &Ui) -> bool {
    is_small(ui.ctx()) && ui.available_height() > ui.available_width()
}

/// The names of all panels.
fn tabs(panels: &mut Panels, session: &Session, ui: &mut Ui) {
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (tab, name) in Tab::ALL {
            let count = match tab {
                Tab::Findings => session.report.as_ref().map_or(0, |report| report.findings.len()),
                _ => 0,
            };
            let label = if count > 0 { format!("{name} {count}") } else { name.to_owned() };
            if ui.add(Button::selectable(panels.tab == tab, label)).clicked() {
                panels.tab = tab;
            }
        }
    });
}
