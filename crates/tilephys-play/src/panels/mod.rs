//! Panels at the side of the level, and what is written over it.

mod bodies;
mod colors;
mod events;
mod feel;
mod findings;
mod help;
mod inspect;
mod layers;
mod names;
mod notices;
mod objects;
mod outlines;
mod over;
mod parts;
mod scene;
mod status;
mod theme;
mod timers;
mod times;

pub use colors::color_of;
pub use over::over_level;
pub use parts::object_at;
pub use status::status;
pub use theme::apply as apply_theme;

use crate::app::App;
use crate::session::Session;
use eframe::egui::{Button, Context, Panel, Ui};
use std::collections::VecDeque;
use tilephys::draw::Rect;
use tilephys::glam::Vec2;

/// A panel at the side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Layers of the map.
    #[default]
    Layers,
    /// Objects of the map.
    Objects,
    /// What the checker has found.
    Findings,
    /// Scenes of the testbed, and the sliders of the open one.
    Scene,
    /// Settings of the hero.
    Feel,
    /// Bodies, and more of them.
    Bodies,
    /// Time of the last steps.
    Times,
    /// Events of the last ticks.
    Events,
    /// The thing that was clicked.
    Inspect,
}

impl Tab {
    /// All panels, with their names.
    pub const ALL: [(Tab, &'static str); 9] = [
        (Tab::Layers, "layers"),
        (Tab::Objects, "objects"),
        (Tab::Findings, "findings"),
        (Tab::Inspect, "inspect"),
        (Tab::Feel, "feel"),
        (Tab::Bodies, "bodies"),
        (Tab::Events, "events"),
        (Tab::Times, "times"),
        (Tab::Scene, "scene"),
    ];
}

/// State of the panels.
pub struct Panels {
    /// Factor of a zoom about the middle of the level, in the next frame.
    pub zoom_by: f32,
    /// A region to show as a whole, in the next frame.
    pub show_all: Option<Rect>,
    /// True if the side panel is open; by default it is open in wide windows.
    pub is_open: Option<bool>,
    /// The panel that is shown.
    pub tab: Tab,
    /// True if the window with all keys is open.
    pub shows_help: bool,
    /// Place of the pointer in the level, in px.
    pub pointer: Option<Vec2>,
    /// Part of the level that a row under the pointer is about, in px.
    pub hovered: Option<Rect>,
    /// Part of the level that was on the screen in the last frame, in px.
    pub shown: Option<Rect>,
    /// Area of the level in the window, in points.
    pub screen: Option<eframe::egui::Rect>,
    bodies: bodies::State,
    events: events::State,
    feel: feel::State,
    objects: objects::State,
    findings: findings::State,
    status: status::State,
    /// Durations of the last frames, the latest last, in seconds.
    frames: VecDeque<f32>,
}

impl Default for Panels {
    fn default() -> Self {
        Panels {
            zoom_by: 1.0,
            show_all: None,
            is_open: None,
            tab: Tab::default(),
            shows_help: false,
            pointer: None,
            hovered: None,
            shown: None,
            screen: None,
            bodies: bodies::State::default(),
            events: events::State::default(),
            feel: feel::State::default(),
            objects: objects::State::default(),
            findings: findings::State::default(),
            status: status::State::default(),
            frames: VecDeque::new(),
        }
    }
}

/// Width of a window from which the side panel is open without being asked for, in points.
const WIDE: f32 = 700.0;

/// Frames whose durations are kept: four seconds.
const FRAMES: usize = 240;

impl Panels {
    /// Opens or closes the side panel.
    pub fn toggle(&mut self, ctx: &Context) {
        self.is_open = Some(!self.is_open(ctx));
    }

    /// True if the side panel is open.
    #[must_use]
    pub fn is_open(&self, ctx: &Context) -> bool {
        self.is_open.unwrap_or(ctx.content_rect().width() >= WIDE)
    }

    /// Opens a panel.
    pub fn open(&mut self, tab: Tab) {
        self.tab = tab;
        self.is_open = Some(true);
    }

    /// Path of the file in which the panel `feel` saves the settings.
    pub fn preset_path(&mut self) -> &mut String {
        &mut self.feel.path
    }

    /// Opens the panel with a name, or closes all for `none`; `None` for an unknown name.
    pub fn open_named(&mut self, name: &str) -> Option<()> {
        if name == "none" {
            self.is_open = Some(false);
            return Some(());
        }
        let (tab, _) = Tab::ALL.into_iter().find(|(_, known)| *known == name)?;
        self.open(tab);
        Some(())
    }

    /// Takes the duration of a frame.
    fn take_frame(&mut self, ui: &Ui) {
        if self.frames.len() == FRAMES {
            self.frames.pop_front();
        }
        self.frames.push_back(ui.input(|input| input.unstable_dt));
    }
}

/// The open panel at the side.
pub fn side(app: &mut App, ui: &mut Ui) {
    app.panels.hovered = None;
    app.panels.take_frame(ui);
    if app.session.is_none() || !app.panels.is_open(ui.ctx()) {
        return;
    }
    let width = ui.available_width();
    let widest = width * 0.7;
    let usual = if width < 1_000.0 { 250.0 } else { 330.0 };
    Panel::right("side").default_size(usual).size_range(220.0..=widest).show(ui, |ui| {
        let App { panels, session: Some(session), notices, .. } = app else { return };
        tabs(panels, session, ui);
        ui.separator();
        match panels.tab {
            Tab::Layers => layers::show(session, ui),
            Tab::Objects => objects::show(panels, session, ui),
            Tab::Findings => findings::show(panels, session, ui),
            Tab::Scene => scene::show(app, ui),
            Tab::Feel => feel::show(panels, session, notices, ui),
            Tab::Bodies => bodies::show(panels, session, ui),
            Tab::Times => times::show(panels, session, ui),
            Tab::Events => events::show(panels, session, ui),
            Tab::Inspect => inspect::show(session, ui),
        }
    });
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
