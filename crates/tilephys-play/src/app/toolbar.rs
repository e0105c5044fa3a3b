//! The line at the top: the map, time, overlays.

use super::App;
use crate::commands::{Command, Commands};
use crate::session::{Clock, Overlays, Session, SessionCommand};
use crate::source::name_of;
use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{
    Align, Button, Color32, ComboBox, Layout, PopupCloseBehavior, ScrollArea, Sense, TextStyle, Ui,
};

/// Width of the frame around a word and of the space after it, in points.
const AROUND: f32 = 23.0;

/// Width of the choice of a speed and of the lines between groups, in points.
const BETWEEN: f32 = 110.0;

/// Letters of the map's name that are shown; the rest would push the line under its end.
const LONGEST_NAME: usize = 22;

/// Height of a window that its menus leave free, in points.
const MENU_MARGIN: f32 = 70.0;

/// Shows the line.
pub(super) fn show(app: &mut App, asked: &mut Commands, ui: &mut Ui) {
    let fits = |switches: &[&str]| line_width(app, switches, ui) <= ui.available_width();
    if crate::panels::is_small(ui.ctx()) || !fits(&["overlays"]) {
        show_small(app, asked, ui);
        return;
    }
    let is_wide = fits(&Overlays::ALL.map(|(label, _)| label));
    ui.horizontal_wrapped(|ui| {
        (app.own_buttons)(app, ui);
        levels(app, asked, ui);
        if let Some(session) = &app.session {
            ui.separator();
            time(session, asked, ui);
            ui.separator();
            overlays(session, is_wide, asked, ui);
            ui.separator();
            camera(session, asked, ui);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            panels_switch(app, asked, ui);
            ui.toggle_value(&mut app.panels.shows_help, "?").on_hover_text("All keys: H");
        });
    });
}

/// Width of the line with some switches of overlays, in points. The letters of a page are of the reader's own font.
fn line_width(app: &App, switches: &[&str], ui: &Ui) -> f32 {
    let name = app.session.as_ref().map(shown_name).unwrap_or_default();
    let page: &[&str] = if cfg!(target_arch = "wasm32") { &["open", "record", "copy link"] } else { &[] };
    let others = [&*name, "pause", "step", "rewind", "restart", "follow", "whole map", "?", "panels"];
    let words = [page, &others, switches].concat();
    let font = TextStyle::Button.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(words.concat(), font, Color32::WHITE);
    text.size().x + AROUND * words.len() as f32 + BETWEEN
}

/// The name of the open map, or its beginning.
fn shown_name(session: &Session) -> String {
    let mut shown = name_of(&session.map);
    if let Some((cut, _)) = shown.char_indices().nth(LONGEST_NAME) {
        shown.truncate(cut);
        shown.push('…');
    }
    shown
}

/// Shows the line of a small window: a row, with all else in a menu.
fn show_small(app: &mut App, asked: &mut Commands, ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        levels(app, asked, ui);
        if let Some(session) = &app.session {
            pause(session, asked, ui);
            rewind(asked, ui);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            panels_switch(app, asked, ui);
            let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            // A window as low as a phone on its side has no room for all rows.
            let most = ui.ctx().content_rect().height() - MENU_MARGIN;
            MenuButton::new("more").config(config).ui(ui, |ui| {
                ScrollArea::vertical()
                    .min_scrolled_height(most)
                    .max_height(most)
                    .show(ui, |ui| more(app, asked, ui));
            });
        });
    });
}

/// The rows of the menu of a small window.
fn more(app: &mut App, asked: &mut Commands, ui: &mut Ui) {
    (app.own_buttons)(app, ui);
    if let Some(session) = &app.session {
        restart_and_speed(session, asked, ui);
        camera(session, asked, ui);
        ui.separator();
        switches(session, true, asked, ui);
    }
    ui.separator();
    ui.checkbox(&mut app.panels.shows_help, "all keys");
}

/// Opens and closes the panels.
fn panels_switch(app: &App, asked: &mut Commands, ui: &mut Ui) {
    let mut is_open = app.panels.is_open(ui.ctx());
    if app.session.is_some() && ui.toggle_value(&mut is_open, "panels").on_hover_text("B").clicked() {
        asked.push(Command::TogglePanels);
    }
}

/// What the camera shows.
fn camera(session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let mut follows = session.follows;
    let help = "The camera follows the hero, at the scale of play: F";
    if ui.toggle_value(&mut follows, "follow").on_hover_text(help).changed() {
        asked.push(SessionCommand::Follow(follows));
    }
    if ui.button("whole map").on_hover_text("M").clicked() {
        asked.push(SessionCommand::ShowWhole);
    }
}

/// The name of the open map, with a menu of the maps beside it.
fn levels(app: &App, asked: &mut Commands, ui: &mut Ui) {
    let Some(session) = &app.session else {
        ui.label("tilephys");
        return;
    };
    let menu = ui.menu_button(shown_name(session), |ui| {
        ScrollArea::vertical().max_height(400.0).show(ui, |ui| {
            let maps = crate::source::Source::maps(&app.source, &session.map);
            if maps.is_empty() {
                ui.weak("no other maps here: drop one onto the window");
            }
            for map in maps {
                if ui.button(name_of(&map)).on_hover_text(map.display().to_string()).clicked() {
                    asked.push(Command::OpenBeside(map));
                    ui.close();
                }
            }
        });
    });
    menu.response.on_hover_text(session.map.display().to_string());
}

/// Pause, single ticks, rewind, restart and speed.
fn time(session: &Session, asked: &mut Commands, ui: &mut Ui) {
    pause(session, asked, ui);
    if ui.button("step").on_hover_text("One tick: the key .").clicked() {
        asked.push(SessionCommand::Step);
    }
    rewind(asked, ui);
    restart_and_speed(session, asked, ui);
}

fn pause(session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let pause = if session.clock.is_paused { "play" } else { "pause" };
    if ui.button(pause).on_hover_text("P").clicked() {
        asked.push(SessionCommand::Pause);
    }
}

fn rewind(asked: &mut Commands, ui: &mut Ui) {
    // A press that lasts is no click any more, but a drag.
    let button = Button::new("rewind").sense(Sense::drag());
    let rewind = ui.add(button).on_hover_text("While held, or the key R: ten seconds at most");
    if rewind.is_pointer_button_down_on() {
        asked.push(SessionCommand::Rewind);
    }
}

fn restart_and_speed(session: &Session, asked: &mut Commands, ui: &mut Ui) {
    let speeds =
        ComboBox::from_id_salt("speed").selected_text(format!("{} x", session.clock.speed)).width(56.0);
    let shown = speeds.show_ui(ui, |ui| {
        for speed in Clock::SPEEDS {
            if ui.selectable_label(session.clock.speed == speed, format!("{speed} x")).clicked() {
                asked.push(SessionCommand::SetSpeed(speed));
            }
        }
    });
    shown.response.accessible_name("speed of time");
    if ui.button("restart").on_hover_text("Backspace").clicked() {
        asked.push(Command::Restart);
    }
}

/// Switches of the overlays: side by side, or in a menu of a narrow window.
fn overlays(session: &Session, is_wide: bool, asked: &mut Commands, ui: &mut Ui) {
    if is_wide {
        switches(session, false, asked, ui);
    } else {
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        MenuButton::new("overlays").config(config).ui(ui, |ui| switches(session, true, asked, ui));
    }
}

fn switches(session: &Session, in_menu: bool, asked: &mut Commands, ui: &mut Ui) {
    let mut overlays = session.overlays;
    for (index, (label, meaning)) in Overlays::ALL.into_iter().enumerate() {
        let Some(shown) = overlays.switch(label) else { continue };
        let response = if in_menu { ui.checkbox(shown, label) } else { ui.toggle_value(shown, label) };
        if response.on_hover_text(format!("{meaning}: {}", index + 1)).changed() {
            asked.push(SessionCommand::Switch(label));
        }
    }
}
