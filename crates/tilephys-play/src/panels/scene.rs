//! The scene: what to look for, its sliders, and the list of all scenes.

use crate::app::App;
use crate::panels::parts::row;
use eframe::egui::{RichText, Slider, Ui};
use tilephys_scenes::Scene;

/// Shows the panel.
pub(super) fn show(app: &mut App, ui: &mut Ui) {
    let scene = app.session.as_ref().and_then(|session| session.scene.clone());
    if let Some(scene) = &scene {
        ui.heading(&scene.title);
        ui.label(&scene.look);
        ui.add_space(6.0);
        sliders(app, scene, ui);
        islands(app, ui);
        ui.separator();
    }
    ui.label(RichText::new("All scenes").strong());
    let is_open = |other: &Scene| scene.as_ref().is_some_and(|scene| scene.name == other.name);
    let mut chosen = None;
    for other in Scene::all() {
        if row(ui, is_open(other), &other.title).on_hover_text(&other.look).clicked() {
            chosen = Some(other);
        }
    }
    if let Some(scene) = chosen {
        app.open_scene(scene, Vec::new());
    }
}

fn sliders(app: &mut App, scene: &Scene, ui: &mut Ui) {
    for (index, slider) in scene.sliders.iter().enumerate() {
        let Some(state) = app.session.as_ref().and_then(|session| session.game.scene.as_ref()) else {
            return;
        };
        let mut value = state.value(index);
        let unit = if slider.unit.is_empty() { String::new() } else { format!(" {}", slider.unit) };
        let label = ui.label(&slider.label);
        let whole = slider.max - slider.min > 20.0;
        let widget = Slider::new(&mut value, slider.min..=slider.max).suffix(unit);
        let widget = if whole { widget.fixed_decimals(0) } else { widget.max_decimals(2) };
        if ui.add(widget).labelled_by(label.id).changed() {
            app.set_slider(index, value);
        }
    }
}

/// Number of bodies and of islands, if bodies are coloured by them.
fn islands(app: &App, ui: &mut Ui) {
    let Some(session) = &app.session else { return };
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
