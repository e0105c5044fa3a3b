//! Live numbers of a scene, over the level: what it boasts of.

use super::state::Panels;
use super::theme;
use crate::session::Session;
use eframe::egui::{Align2, Color32, Context, Rect, RichText, vec2};

/// Steps over which the time of a step is averaged: half a second.
const STEPS: usize = 30;

/// Shows the numbers of an open scene with bodies, above the middle of the lower edge. Clicks go through them.
pub(super) fn show(panels: &mut Panels, session: &Session, ctx: &Context, screen: Rect) {
    if session.scene.is_none() || session.game.physics.is_empty() {
        return;
    }
    let physics = &session.game.physics;
    panels.bodies.take_hits(session.game.tick(), physics.hit_count());
    let text = text(session, panels.bodies.hits_in_tick);
    let area = theme::over_level("numbers", Align2::CENTER_BOTTOM, vec2(0.0, -12.0), screen);
    area.interactable(false).show(ctx, |ui| {
        theme::plate().show(ui, |ui| ui.label(RichText::new(text).size(15.0).color(Color32::WHITE)));
    });
}

fn text(session: &Session, hits: u64) -> String {
    let physics = &session.game.physics;
    let mut parts = vec![format!("{} bodies", grouped(physics.len() as u64))];
    let steps = session.timing.steps().rev().take(STEPS);
    let times: Vec<f32> = steps.map(|step| step.total().as_secs_f32() * 1e3).collect();
    if !times.is_empty() {
        let mean = times.iter().sum::<f32>() / times.len() as f32;
        parts.push(format!("{mean:.1} ms a step"));
    }
    parts.push(format!("{} hits on the map in a tick", grouped(hits)));
    let pairs = physics.pair_counts();
    if pairs.pairs > 0 {
        parts.push(format!("{} between bodies", grouped(pairs.hits)));
    }
    let islands = session.game.scene.as_ref().map_or(0, |scene| scene.groups.islands());
    if islands > 0 {
        parts.push(format!("{} islands", grouped(islands as u64)));
    }
    parts.join(" · ")
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_have_commas() {
        assert_eq!(
            [0, 999, 1_000, 100_000, 1_234_567].map(super::grouped).join(" "),
            "0 999 1,000 100,000 1,234,567"
        );
    }
}
