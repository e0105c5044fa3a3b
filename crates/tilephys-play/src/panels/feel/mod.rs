//! Settings of the hero's character controller as sliders that act in the next tick, with presets and files.

pub(super) mod arc;
mod groups;

use super::Panels;
use crate::commands::{Command, Commands};
use crate::game::Start;
use crate::presets;
use crate::session::{Session, SessionCommand};
use eframe::egui::{ComboBox, ScrollArea, TextEdit, Ui};
use groups::Sliders;
use tilephys::ecs::Feel;

/// How long the arc of the jump stays in the level after a change, in seconds.
const ARC_SHOWN: f64 = 2.5;

/// A preset by its name.
type Preset = (&'static str, fn() -> Feel);

/// The hero's own settings and the presets of the engine, for tiles of their own height.
const PRESETS: [Preset; 5] = [
    ("hero", Start::hero),
    ("celeste", Feel::celeste),
    ("mario", Feel::mario),
    ("mega man", Feel::mega_man),
    ("floaty", Feel::floaty),
];

/// Shows the panel.
pub(super) fn show(panels: &mut Panels, session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let Some(before) = session.feel() else {
        ui.label("The level has no hero yet: double-click in it to place one.");
        return;
    };
    let mut feel = before.clone();
    ui.horizontal_wrapped(|ui| {
        select(session, &mut feel, ui);
        let reset = ui.button("reset").on_hover_text("The settings with which the level began");
        if reset.clicked() {
            feel = session.game.first_feel();
        }
    });
    files(panels, &mut feel, asked, ui);
    ui.separator();
    about_jump(panels, session, &before, ui);
    let sliders = Sliders { tile: session.game.level.tile_size.y as f32 };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| groups::show(&mut feel, sliders, ui));
    if feel == before {
        return;
    }
    match feel.fault() {
        Some((name, fault)) => asked.push(Command::Say(format!("{name}: {fault}"))),
        None => {
            panels.feel.jump(&feel, &session.game);
            panels.feel.arc_until = ui.input(|input| input.time) + ARC_SHOWN;
            asked.push(SessionCommand::SetFeel(Box::new(feel)));
        }
    }
}

/// Says how high and how wide the hero jumps.
fn about_jump(panels: &mut Panels, session: &Session, feel: &Feel, ui: &mut Ui) {
    let tile = session.game.level.tile_size.as_vec2();
    let jump = panels.feel.jump(feel, &session.game);
    let text = match jump.points.is_empty() {
        true => "does not jump".to_owned(),
        false => format!("jumps {:.1} tiles high, {:.1} wide", jump.height / tile.y, jump.width / tile.x),
    };
    ui.label(text).on_hover_text(
        "At full speed with the button held, on a level floor. A change draws the arc in the level",
    );
}

/// Selects a preset, fitted to the tiles of the level.
fn select(session: &Session, feel: &mut Feel, ui: &mut Ui) {
    let tile = session.game.level.tile_size.y as f32;
    let fitted = PRESETS.map(|(name, preset)| (name, preset().scaled(tile)));
    let name = fitted.iter().find(|(_, preset)| preset == feel).map_or("own", |(name, _)| *name);
    ComboBox::from_id_salt("preset").selected_text(format!("preset: {name}")).width(150.0).show_ui(
        ui,
        |ui| {
            for (label, preset) in &fitted {
                if ui.selectable_label(name == *label, *label).clicked() {
                    feel.clone_from(preset);
                }
            }
        },
    );
}

/// Saves and loads settings as files.
fn files(panels: &mut Panels, feel: &mut Feel, asked: &mut Commands, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("copy").on_hover_text("Copies the settings as the text of a file").clicked() {
            ui.ctx().copy_text(presets::write(feel));
            let text = "copied: save it as a .toml file, and drop that onto the window".to_owned();
            asked.push(Command::Say(text));
        }
        if cfg!(target_arch = "wasm32") {
            return;
        }
        let path = &mut panels.feel.path;
        let (is_saved, is_loaded) = (ui.button("save").clicked(), ui.button("load").clicked());
        let field = TextEdit::singleline(path).desired_width(f32::INFINITY);
        ui.add(field).on_hover_text("Path of a file with settings; --preset reads it too");
        let done = match (is_saved, is_loaded) {
            (true, _) => save(path, feel),
            (_, true) => load(path, feel),
            _ => return,
        };
        match done {
            Ok(text) => asked.push(Command::Say(text)),
            Err(text) => asked.push(Command::Fail(text)),
        }
    });
}

fn save(path: &str, feel: &Feel) -> Result<String, String> {
    std::fs::write(path, presets::write(feel)).map_err(|error| format!("{path}: {error}"))?;
    Ok(format!("saved {path}"))
}

fn load(path: &str, feel: &mut Feel) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    *feel = presets::read(&text).map_err(|error| format!("{path}: {error}"))?;
    Ok(format!("loaded {path}"))
}
