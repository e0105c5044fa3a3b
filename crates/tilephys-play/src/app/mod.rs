//! The app: opens levels, lets time pass, and lays out the window.

mod bodies;
mod diagram;
mod drops;
mod frame;
mod hero;
mod kept;
mod obey;
mod open;
mod open_path;
mod opening;
mod receive;
mod scenes;
mod shortcuts;
mod stage;
mod state;
mod toolbar;
mod ways;

pub use state::App;

use eframe::egui;

/// Prepares a context: a dark theme, in which levels are the brightest part.
pub fn set_up(ctx: &egui::Context) {
    crate::panels::apply_theme(ctx);
}
