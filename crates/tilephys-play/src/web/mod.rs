//! The app on a web page: its address, files of its server, and the page around the canvas.

pub mod address;
#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod page;

#[cfg(target_arch = "wasm32")]
pub use browser::save;
#[cfg(target_arch = "wasm32")]
pub use page::{buttons, start};
