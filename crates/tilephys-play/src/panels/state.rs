//! State of the panels: the open panel, and the choices of the reader in each.

use crate::game::{CrowdKind, Game, JumpArc, jump_arc};
use eframe::egui::{self, Context, Ui};
use std::collections::VecDeque;
use tilephys::check::Severity;
use tilephys::draw::Rect;
use tilephys::ecs::Feel;
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
#[derive(Default)]
pub struct Panels {
    /// True if the side panel is open; by default it is open in wide windows.
    pub is_open: Option<bool>,
    /// The panel that is shown.
    pub tab: Tab,
    /// True if the panel was named from outside, so that a scene does not open its own.
    pub is_named: bool,
    /// True if the window with all keys is open.
    pub shows_help: bool,
    /// Place of the pointer in the level, in px.
    pub pointer: Option<Vec2>,
    /// Part of the level that a row under the pointer is about, in px.
    pub hovered: Option<Rect>,
    /// Part of the level that was on the screen in the last frame, in px.
    pub shown: Option<Rect>,
    /// Area of the level in the window, in points.
    pub screen: Option<egui::Rect>,
    pub(super) bodies: BodiesPanel,
    pub(super) events: EventsPanel,
    pub(super) feel: FeelPanel,
    pub(super) objects: ObjectsPanel,
    pub(super) findings: FindingsPanel,
    pub(super) status: StatusLine,
    /// Durations of the last frames, the latest last, in seconds.
    pub(super) frames: VecDeque<f32>,
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
        self.is_named = true;
        if name == "none" {
            self.is_open = Some(false);
            return Some(());
        }
        let (tab, _) = Tab::ALL.into_iter().find(|(_, known)| *known == name)?;
        self.open(tab);
        Some(())
    }

    /// Takes the duration of a frame.
    pub(super) fn take_frame(&mut self, ui: &Ui) {
        if self.frames.len() == FRAMES {
            self.frames.pop_front();
        }
        self.frames.push_back(ui.input(|input| input.unstable_dt));
    }
}

/// State of the panel `bodies`: bodies to add, and hits.
pub(super) struct BodiesPanel {
    pub(super) kind: CrowdKind,
    pub(super) count: u32,
    /// Hits on tiles until the tick before, with that tick.
    pub(super) hits: Option<(u32, u64)>,
    /// Hits on tiles in the last tick.
    pub(super) hits_in_tick: u64,
}

impl Default for BodiesPanel {
    fn default() -> Self {
        BodiesPanel { kind: CrowdKind::Projectiles, count: 1_000, hits: None, hits_in_tick: 0 }
    }
}

/// State of the panel `events`.
#[derive(Default)]
pub(super) struct EventsPanel {
    /// True if only events of the selected body are listed.
    pub(super) of_selected: bool,
}

/// State of the panel `feel`.
pub(super) struct FeelPanel {
    /// Path of the file with settings.
    pub(super) path: String,
    /// The jump by the settings that it was played with.
    pub(super) arc: Option<(Feel, JumpArc)>,
    /// Time until which the arc is drawn in the level, in seconds of the window.
    pub(super) arc_until: f64,
}

impl Default for FeelPanel {
    fn default() -> Self {
        FeelPanel { path: "feel.toml".to_owned(), arc: None, arc_until: 0.0 }
    }
}

impl FeelPanel {
    /// The jump by these settings in a level. It is played again only if they have changed.
    pub(super) fn jump(&mut self, feel: &Feel, game: &Game) -> &JumpArc {
        if self.arc.as_ref().is_some_and(|(of, _)| of != feel) {
            self.arc = None;
        }
        let (_, arc) = self
            .arc
            .get_or_insert_with(|| (feel.clone(), jump_arc(feel, game.hero_size(), game.physics.gravity)));
        arc
    }
}

/// State of the panel `objects`.
#[derive(Default)]
pub(super) struct ObjectsPanel {
    /// Objects whose row contains this are listed, in any case.
    pub(super) filter: String,
}

/// State of the panel `findings`.
#[derive(Default)]
pub(super) struct FindingsPanel {
    /// Severities that are left out.
    pub(super) hidden: Vec<Severity>,
}

/// State of the line at the bottom: the last hash.
#[derive(Default)]
pub(super) struct StatusLine {
    /// Tick and hash of the state that was hashed last.
    pub(super) hash: Option<(u32, u64)>,
}
