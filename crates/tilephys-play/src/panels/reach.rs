//! What the hero can reach in words, with the meanings of the colours, in a corner of the level.

use super::parts::swatch;
use crate::reach::Reach;
use crate::view::color_of;
use eframe::egui::{Align2, Area, Color32, Context, Frame, Id, Order, Rect, Ui, vec2};
use std::collections::BTreeSet;
use tilephys::check::{LevelReach, ReachMeaning};

/// Width of the level from which the meanings of the colours are listed, in points.
const WIDE: f32 = 560.0;

/// Gap between meanings, in points.
const GAP: f32 = 8.0;

/// Shows the result at the lower left of the level. Clicks go through it.
pub(super) fn show(reach: &Reach, ctx: &Context, screen: Rect) {
    Area::new(Id::unique("reach"))
        .order(Order::Middle)
        .interactable(false)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(screen.left_bottom() + vec2(12.0, -12.0))
        .constrain_to(screen)
        .show(ctx, |ui| {
            ui.set_max_width(screen.width() - 24.0);
            let frame =
                Frame::new().fill(Color32::from_black_alpha(190)).corner_radius(4.0).inner_margin(6.0);
            frame.show(ui, |ui| {
                ui.label(reach.in_words());
                if let Some(answer) = reach.answer().filter(|_| screen.width() >= WIDE) {
                    meanings(answer, ui);
                }
            });
        });
}

/// The meanings that occur, with their colours.
fn meanings(reach: &LevelReach, ui: &mut Ui) {
    let meanings: BTreeSet<ReachMeaning> = reach.marks.iter().map(|mark| mark.meaning).collect();
    ui.horizontal_wrapped(|ui| {
        for meaning in &meanings {
            swatch(ui, color_of(*meaning).to_opaque());
            ui.weak(meaning.title());
            ui.add_space(GAP);
        }
    });
    if cfg!(target_arch = "wasm32") && !meanings.contains(&ReachMeaning::Area) {
        ui.weak("a page has no time for it: try the preset mario, or the app on a computer");
    }
    if meanings.contains(&ReachMeaning::Way) {
        ui.weak("click a target: the hero plays the way to it");
    }
}
