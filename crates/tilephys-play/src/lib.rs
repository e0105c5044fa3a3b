//! Levels in a window and on a web page: seen as their designer draws them and as the engine has them, played and inspected.
//!
//! - [`game`] is `tilephys-game`, which plays a level without a window.
//! - [`source`] loads levels from the disk, from dropped files or from a server.
//! - [`view`] draws levels and bodies as plain meshes.
//! - [`session`] is an open level with all that is known about it, [`panels`] show that, and [`app`] lays out the window.
//! - Panels, keys and the line at the top ask by [`commands`], which the app carries out; [`notices`] are its lines for the player.
//! - [`reach`] asks the checker what the hero can reach, beside the frames.
//! - [`web`] is the app on a web page.
//! - `project` reads the settings of the project that a level on disk belongs to.
//! - [`input`] reads keys, [`presets`] reads and writes settings of the character controller.

#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "window")]
pub mod choices;
#[cfg(feature = "window")]
pub mod commands;
pub use tilephys_game as game;
#[cfg(feature = "window")]
pub mod input;
#[cfg(feature = "window")]
pub mod notices;
#[cfg(feature = "window")]
pub mod panels;
pub mod presets;
#[cfg(not(target_arch = "wasm32"))]
pub mod project;
#[cfg(feature = "window")]
pub mod reach;
#[cfg(feature = "window")]
pub mod session;
#[cfg(feature = "window")]
pub mod source;
#[cfg(feature = "window")]
pub mod view;
#[cfg(feature = "window")]
pub mod web;
