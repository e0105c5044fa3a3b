#![doc = include_str!("../README.md")]
// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "inspect")]
mod debug_lines;
mod images;
mod level_view;
#[cfg(test)]
mod tests;
mod view;

#[cfg(feature = "inspect")]
pub use debug_lines::DebugLines;
pub use level_view::LevelView;
pub use view::{set_view, view_size};
