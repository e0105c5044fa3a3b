//! The app on a web page: its address, files of its server, its controls as elements, and the page around the canvas.

pub mod address;
#[cfg(target_arch = "wasm32")]
mod browser;
pub mod controls;
#[cfg(target_arch = "wasm32")]
mod page;

#[cfg(target_arch = "wasm32")]
pub use browser::save;
#[cfg(target_arch = "wasm32")]
pub use page::start;
