//! The scene: what to look for, its sliders, and the list of all scenes.

use crate::commands::{Command, Commands};
use crate::panels::parts::row;
use crate::session::Session;
use eframe::egui::{RichText, Slider, Ui};
use tilephys_scenes::Scene;

/// Shows the panel.
pub(super) fn show(session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let scene = session.scene.as_ref();
    if let Some(scene) = scene {
        ui.heading(&scene.title);
        ui.label(&scene.look);
        ui.add_space(6.0);
        sliders(session, scene, asked, ui);
        islands(session, ui);
        ui.separator();
    }
    ui.label(RichText::new("All scenes").strong());
    let is_open = |other: &Scene| scene.is_some_and(|scene| scene.name == other.name);
    for other in Scene::all() {
        if row(ui, is_open(other), &other.title).on_hover_text(&other.look).clicked() {
            asked.push(Command::OpenScene(other));
        }
    }
}

fn sliders(session: &Session, scene: &Scene, asked: &mut Commands, ui: &mut Ui) {
    let Some(state) = &session.game.scene else { return };
    for (index, slider) in scene.sliders.iter().enumerate() {
        let mut value = state.value(index);
        let unit = if slider.unit.is_empty() { String::new() } else { format!(" {}", slider.unit) };
        let label = ui.label(&slider.label);
        let whole = slider.max - slider.min > 20.0;
        let widget = Slider::new(&mut value, slider.min..=slider.max).suffix(unit);
        let widget = if whole { widget.fixed_decimals(0) } else { widget.max_decimals(2) };
        if ui.add(widget).labelled_by(label.id).changed() {
            asked.push(Command::SetSlider { slider: index, value });
        }
    }
}

/// Number of bodies and of islands, if bodies are coloured by them.
fn islands(session: &Session, ui: &mut Ui) {
    let Some(state) = &session.game.scene else { return };
    // The rules may have removed some.
    let bodies = state.bodies().filter(|body| session.game.world.contains(*body)).count();
    if bodies == 0 {
        return;
    }
    let islands = state.groups.islands();
    let islands = if islands > 0 { format!(", {islands} islands of two or more") } else { String::new() };
    ui.label(format!("{bodies} bodies{islands}"));
}
