//! The level on the screen: camera, images, bodies, and what the engine knows, as plain meshes.
//!
//! All drawing takes a painter and a [`Camera`]. The screen is the clip rectangle of the painter; what is outside of it costs
//! next to nothing.

mod atlas;
mod boxes;
mod camera;
mod layers;
mod level_view;
mod overlay;
mod quads;
mod reach;
mod reduced;
mod small;

pub use boxes::draw_boxes;
pub use camera::Camera;
pub use level_view::LevelView;
pub use overlay::Overlay;
pub(crate) use overlay::color_of;
pub(crate) use reach::color_of as color_of_reach;
pub use reach::draw_reach;
