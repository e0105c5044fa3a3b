//! The layers of the map as a tree: which are drawn, and which are solid.

use super::parts::switch;
use crate::commands::Commands;
use crate::session::{Session, SessionCommand, Solidity};
use eframe::egui::{Grid, RichText, ScrollArea, Ui};
use tilephys::tiled::{LayerInfo, LayerKind, WarningKind};

/// Indentation of a layer in a group, in points.
const INDENT: f32 = 14.0;

/// Shows the tree, the front layer first, as Tiled does.
pub(super) fn show(session: &Session, asked: &mut Commands, ui: &mut Ui) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        Grid::new("layers").num_columns(3).striped(true).min_col_width(30.0).show(ui, |ui| {
            ui.weak("show");
            ui.weak("solid");
            ui.weak("layer");
            ui.end_row();
            for index in order(&session.game.level.layers) {
                entry(session, index, asked, ui);
                ui.end_row();
            }
        });
        ui.separator();
        names(session, ui);
    });
}

/// Indices of the layers from the front one to the back one, each group before its layers.
fn order(layers: &[LayerInfo]) -> Vec<usize> {
    fn add(layers: &[LayerInfo], group: Option<&str>, found: &mut Vec<usize>) {
        let is_in = |path: &str| path.rsplit_once('/').map(|(group, _)| group) == group;
        for (index, layer) in layers.iter().enumerate().rev().filter(|(_, layer)| is_in(&layer.path)) {
            // A layer named as its group's path is listed once.
            if found.contains(&index) {
                continue;
            }
            found.push(index);
            if layer.kind == LayerKind::Group {
                add(layers, Some(&layer.path), found);
            }
        }
    }
    let mut found = Vec::new();
    add(layers, None, &mut found);
    // Names with a slash look like paths of groups that do not exist.
    found.extend((0..layers.len()).rev().filter(|index| !found.contains(index)).collect::<Vec<_>>());
    found
}

fn entry(session: &Session, index: usize, asked: &mut Commands, ui: &mut Ui) {
    let layer = &session.game.level.layers[index];
    let path = &layer.path;
    let mut is_shown = session.view.is_shown(index);
    let name = format!("show {path}");
    if switch(ui, &mut is_shown, &name).on_hover_text(format!("Draw {path}")).changed() {
        asked.push(SessionCommand::Draw { layer: index, is_drawn: is_shown });
    }
    match session.solidity(index) {
        Solidity::Never => {
            ui.weak("–").on_hover_text("Groups, images and objects without a collision are never solid");
        }
        known => {
            let mut is_solid = known == Solidity::Solid;
            let help = match known {
                Solidity::Solid => format!("{path} collides"),
                _ => format!(
                    "{path} does not collide. To keep it solid in the map: set the property \
                     collision = solid on its tiles, their tileset or the layer"
                ),
            };
            if switch(ui, &mut is_solid, &format!("solid {path}")).on_hover_text(help).changed() {
                asked.push(SessionCommand::SetSolid { layer: index, is_solid });
            }
        }
    }
    ui.horizontal(|ui| {
        let depth = path.matches('/').count();
        ui.add_space(depth as f32 * INDENT);
        let name = path.rsplit('/').next().unwrap_or(path);
        let name = RichText::new(name);
        ui.label(if is_shown { name } else { name.weak() });
        let kind = match layer.kind {
            LayerKind::Tiles => "tiles",
            LayerKind::Objects => "objects",
            LayerKind::Image => "image",
            LayerKind::Group => "group",
        };
        ui.weak(kind);
    });
}

/// The names that say what collides, or the layers that could.
fn names(session: &Session, ui: &mut Ui) {
    let level = &session.game.level;
    if !level.conventions.is_empty() {
        ui.label("Read by names:");
    }
    for applied in &level.conventions {
        ui.label(format!("• {applied}"));
    }
    if level.is_read_by_names() {
        ui.weak("Set the property collision on tiles or layers to make it certain.");
    }
    let Some(likely) = level.candidates.first() else { return };
    let lacks = level.warnings.iter().any(|warning| warning.kind == WarningKind::NothingCollides);
    let what = if lacks { "Nothing in this map collides." } else { "Little in this map collides." };
    ui.label(format!("{what} Switch solid on for a layer to try it; the likeliest is {likely}."));
}
