//! Bodies of the game: how many, and more of them.

use super::colors::color_of_kind;
use super::parts::swatch;
use super::state::{BodiesPanel, Panels};
use crate::commands::Commands;
use crate::game::{Action, Crowd, CrowdKind};
use crate::session::{Session, SessionCommand};
use eframe::egui::{Grid, Slider, Ui};
use tilephys::draw::Rect;
use tilephys_scenes::Coloring;

/// Groups by which bodies are coloured.
const COLORINGS: [(Coloring, &str, &str); 3] = [
    (Coloring::Plain, "kind", "Projectiles, balls, crates and masses"),
    (Coloring::Island, "island", "Bodies that can meet, directly or through others, have one colour"),
    (Coloring::Pair, "pair", "Alone, near another body, or in contact with one"),
];

impl BodiesPanel {
    /// Takes the number of hits so far.
    pub(super) fn take_hits(&mut self, tick: u32, hits: u64) {
        if let Some((last, before)) = self.hits
            && last != tick
        {
            // A rewind has fewer hits than before.
            let ticks = u64::from(tick.abs_diff(last));
            self.hits_in_tick = hits.abs_diff(before) / ticks;
        }
        self.hits = Some((tick, hits));
    }
}

/// Shows the panel.
pub(super) fn show(panels: &mut Panels, session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let shown = panels.shown;
    let state = &mut panels.bodies;
    for (kind, name) in CrowdKind::ALL {
        ui.horizontal(|ui| {
            swatch(ui, color_of_kind(kind));
            ui.radio_value(&mut state.kind, kind, name).on_hover_text(meaning(kind));
        });
    }
    ui.add(Slider::new(&mut state.count, 1..=100_000).logarithmic(true).text("bodies"));
    ui.horizontal(|ui| {
        let add =
            ui.button("add").on_hover_text("Where there is room in the part of the level on the screen");
        if add.clicked()
            && let Some(region) = shown.and_then(|shown| within(session, shown))
        {
            let crowd = Crowd {
                kind: state.kind,
                count: state.count,
                region: [region.min.into(), region.size.into()],
            };
            asked.push(SessionCommand::Act(Action::Add(crowd)));
        }
        if ui.button("remove all").on_hover_text("All that were added here").clicked() {
            asked.push(SessionCommand::Act(Action::Clear));
        }
    });
    ui.horizontal(|ui| {
        ui.label("colours by");
        for (coloring, name, help) in COLORINGS {
            let is_chosen = session.coloring == coloring;
            if ui.selectable_label(is_chosen, name).on_hover_text(help).clicked() {
                asked.push(SessionCommand::ColorBy(coloring));
            }
        }
    });
    ui.separator();
    state.take_hits(session.game.tick(), session.game.physics.hit_count());
    counts(session, state.hits_in_tick, ui);
}

/// The part of a region within the level.
fn within(session: &Session, region: Rect) -> Option<Rect> {
    let bounds = session.view.bounds();
    let min = region.min.max(bounds.min);
    let size = (region.min + region.size).min(bounds.min + bounds.size) - min;
    (size.x > 0.0 && size.y > 0.0).then_some(Rect::new(min, size))
}

fn meaning(kind: CrowdKind) -> &'static str {
    match kind {
        CrowdKind::Projectiles => "Fly, bounce off walls, and pass through each other",
        CrowdKind::Balls => "Fly, and bounce off walls and each other",
        CrowdKind::Crates => "Fall, lie, and are pushed",
        CrowdKind::Masses => "Crates of ten times the mass",
    }
}

/// Numbers of the last tick.
fn counts(session: &Session, hits: u64, ui: &mut Ui) {
    let physics = &session.game.physics;
    let pairs = physics.pair_counts();
    let rows = [
        ("bodies", physics.len() as u64),
        ("hits on the map", hits),
        ("pairs that are near", pairs.pairs),
        ("hits between bodies", pairs.hits),
        ("islands", pairs.islands),
        ("bodies in the largest", pairs.largest_island),
        ("bodies stopped early", pairs.deferred),
        ("memory of bodies, kB", physics.body_bytes() as u64 >> 10),
    ];
    ui.weak("in the last tick");
    Grid::new("counts").num_columns(2).striped(true).show(ui, |ui| {
        for (name, count) in rows {
            ui.label(name);
            ui.monospace(count.to_string());
            ui.end_row();
        }
    });
}
