//! The goal: a card with the time, the coins and the deaths, over the level.

use super::Shown;
use crate::commands::{Command, Commands};
use crate::session::{Home, Session, SessionCommand};
use crate::source::{Over, Source, name_of};
use crate::view::color_of;
use eframe::egui::{
    Align2, Area, Color32, Context, Frame, Grid, Id, Order, Rect, RichText, Stroke, Ui, vec2,
};
use std::path::PathBuf;
use tilephys::inspect::debug_draw::Meaning;

/// Shows the card while the hero is in the goal, until it is closed.
pub(super) fn show(shown: Shown<'_>, asked: &mut Commands, ctx: &Context, screen: Rect) {
    let Some(session) = shown.session else { return };
    let is_home = session.game.score().is_some_and(|score| score.is_home);
    let Some(home) = session.home.filter(|_| is_home) else { return };
    let next = next_map(session, shown.source);
    Area::new(Id::unique("goal"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(screen.center_top() + vec2(0.0, screen.height() * 0.16))
        .constrain_to(screen)
        .show(ctx, |ui| card(home, next, asked, ui));
}

/// The map after the open one in its folder.
fn next_map(session: &Session, source: &Over) -> Option<PathBuf> {
    if session.scene.is_some() {
        return None;
    }
    let maps = source.maps(&session.map);
    let open = maps.iter().position(|map| *map == session.map)?;
    maps.into_iter().nth(open + 1)
}

fn card(home: Home, next: Option<PathBuf>, asked: &mut Commands, ui: &mut Ui) {
    let color = color_of(Meaning::Goal.color());
    let frame = Frame::new().fill(Color32::from_black_alpha(225)).stroke(Stroke::new(2.0, color));
    frame.corner_radius(8.0).inner_margin(18.0).show(ui, |ui| {
        ui.label(RichText::new("goal reached").size(28.0).strong().color(color));
        ui.add_space(6.0);
        Grid::new("goal").num_columns(2).spacing([24.0, 5.0]).show(ui, |ui| {
            let mut row = |name: &str, value: String| {
                ui.label(RichText::new(name).size(16.0));
                ui.label(RichText::new(value).size(16.0).strong());
                ui.end_row();
            };
            row("time", format!("{:.1} s", home.seconds));
            if home.all_coins > 0 {
                row("coins", format!("{} of {}", home.coins, home.all_coins));
            }
            row("deaths", home.deaths.to_string());
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("again").on_hover_text("Backspace").clicked() {
                asked.push(Command::Restart);
            }
            if let Some(map) = next
                && ui.button(format!("next: {}", name_of(&map))).clicked()
            {
                asked.push(Command::OpenBeside(map));
            }
            if ui.button("play on").clicked() {
                asked.push(SessionCommand::CloseGoal);
            }
        });
    });
}
