//! What the games of this folder share: the window, playing by script, and the rules of the adventure, which need no window.

pub mod adventure;
pub mod script;
pub mod view;
