//! What the hero can reach in words, with the meanings of the colours, in a corner of the level.

use super::parts::meanings_row;
use crate::reach::Reach;
use crate::view::color_of_reach;
use eframe::egui::Ui;
use std::collections::BTreeSet;
use tilephys::check::{LevelReach, ReachMeaning};

/// Shows the result, and the meanings of the colours if they have room.
pub(super) fn show(reach: &Reach, is_wide: bool, ui: &mut Ui) {
    ui.label(reach.in_words());
    if let Some(answer) = reach.answer().filter(|_| is_wide) {
        meanings(answer, ui);
    }
}

/// The meanings that occur, with their colours.
fn meanings(reach: &LevelReach, ui: &mut Ui) {
    let meanings: BTreeSet<ReachMeaning> = reach.marks.iter().map(|mark| mark.meaning).collect();
    meanings_row(ui, meanings.iter().map(|meaning| (color_of_reach(*meaning).to_opaque(), meaning.title())));
    if cfg!(target_arch = "wasm32") && !meanings.contains(&ReachMeaning::Area) {
        ui.weak("a web page is too slow for it: try the preset mario, or the app on a computer");
    }
    if meanings.contains(&ReachMeaning::Way) {
        ui.weak("click a target: the hero plays the way to it");
    }
}
