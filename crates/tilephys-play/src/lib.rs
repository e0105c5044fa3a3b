//! Levels in a window and on a web page: seen as their designer draws them and as the engine has them, played and inspected.

pub mod game;
pub mod source;
pub mod view;
