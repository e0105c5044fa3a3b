//! Levels of Tiled as textured quads for any renderer, and as PNG and SVG.
//!
//! A [`DisplayList`] has a level as a player sees it: animated tiles, objects where they are now, image layers, tints and
//! parallax. It reads no files and needs no libraries of its own. A game loads the images, and draws the quads of each frame.
//!
//! A `Picture` (feature `raster`) renders the same list: a level, then shapes, labels and bodies in pixels of the level. A `View`
//! selects the region and the scale. PNG is rendered in bands of rows, so that memory does not limit the size of a level. SVG
//! has the image of each tile once. An `Animation` writes pictures one after another as APNG.
//!
//! At scale 1 and whole positions every pixel of a tile equals its image. Translucent pixels are blended and rounded as
//! in Qt, with which Tiled draws. Channels differ by 2 of 255 at most from `tmxrasterizer --no-smoothing`. Two things
//! differ more. Images that are rotated, or flipped and stretched, differ in single pixels, where a sample is on the
//! edge of two pixels. Tints multiply colours, as Tiled documents; Tiled itself makes translucent pixels lighter.
//!
//! Not drawn: text objects (a warning says so) and the blend modes of Tiled 1.12. Outlines of objects without a tile are not
//! drawn, since a player does not see them; push them as shapes. Pictures read images in PNG, JPEG and GIF.
//!
//! | feature | default | effect |
//! | --- | --- | --- |
//! | `raster` | yes | pictures as PNG and SVG, and the libraries that they need |
//! | `inspect` | no | colours by meaning; with `raster` debug drawing of the engine onto pictures |
//!
//! # Examples
//!
//! The loop of a renderer. Here `Texture` and `draw_triangles` stand for the game's own:
//!
//! ```
//! use tilephys_draw::{Color, DisplayList, Rect, glam::Vec2};
//! use tilephys_tiled::Level;
//!
//! # struct Texture { size: Vec2 }
//! # impl Texture { fn load(_: &tilephys_draw::ImageSource) -> Texture { Texture { size: Vec2::splat(64.0) } } }
//! # fn draw_triangles(_: &Texture, _: [(Vec2, Vec2); 4], _: [u16; 6], _: Color) {}
//! struct LevelArt {
//!     list: DisplayList<'static>,
//!     textures: Vec<Texture>,
//! }
//!
//! impl LevelArt {
//!     fn load(level: &Level) -> Self {
//!         let list = DisplayList::of_level(level).into_owned();
//!         let textures = list.images().iter().map(Texture::load).collect();
//!         LevelArt { list, textures }
//!     }
//!
//!     /// Draws what a view of the level shows, at a time in seconds.
//!     fn draw(&self, view: Rect, time: f64) {
//!         for quad in self.list.quads(view, time) {
//!             let texture = &self.textures[quad.image];
//!             let source = quad.source_corners();
//!             let vertex = |i: usize| (quad.corners[i] - view.min, source[i] / texture.size);
//!             let vertices = [vertex(0), vertex(1), vertex(2), vertex(3)];
//!             draw_triangles(texture, vertices, [0, 1, 2, 0, 2, 3], quad.tint);
//!         }
//!     }
//! }
//! ```

// Items behind features have a badge in the documentation of a release.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "raster")]
mod animation;
mod camera;
#[cfg(all(feature = "inspect", feature = "raster"))]
mod debug;
#[cfg(feature = "raster")]
mod decode;
mod list;
#[cfg(feature = "inspect")]
mod meanings;
#[cfg(feature = "raster")]
mod overlay;
#[cfg(feature = "raster")]
mod picture;
#[cfg(feature = "raster")]
mod pixels;
#[cfg(feature = "raster")]
mod raster;
mod rect;
#[cfg(feature = "raster")]
mod render;
#[cfg(feature = "raster")]
mod shape;
#[cfg(feature = "raster")]
mod sheet;
#[cfg(feature = "raster")]
mod svg;
#[cfg(feature = "raster")]
mod trail;
#[cfg(feature = "raster")]
mod view;

#[cfg(feature = "raster")]
pub use animation::{Animation, Timing};
pub use camera::Camera;
pub use glam;
pub use list::{DisplayList, ImageSource, Quad, Warning};
#[cfg(feature = "inspect")]
pub use meanings::{color_of, meaning_of, meanings_of_objects};
#[cfg(feature = "raster")]
pub use picture::Picture;
#[cfg(feature = "raster")]
pub use pixels::Pixels;
pub use rect::Rect;
#[cfg(feature = "raster")]
pub use shape::{Body, BodyKind, Label, Outline, Shape};
pub use tilephys_tiled::Color;
#[cfg(feature = "raster")]
pub use view::{DrawError, View};
