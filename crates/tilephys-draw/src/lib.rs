//! Renders levels, bodies and trajectories as PNG and SVG.
//!
//! A [`Picture`] is a display list: a level as a player sees it, then shapes, labels and bodies in pixels of the level.
//! A [`View`] selects the region and the scale. Both renderers draw the same list. PNG is rendered in bands of rows, so
//! that memory does not limit the size of a level. SVG has the image of each tile once.
//!
//! At scale 1 and whole positions every pixel of a tile equals its image. Translucent pixels are blended and rounded as
//! in Qt, with which Tiled draws. Channels differ by 2 of 255 at most from `tmxrasterizer --no-smoothing`. Two things
//! differ more. Images that are rotated, or flipped and stretched, differ in single pixels, where a sample is on the
//! edge of two pixels. Tints multiply colours, as Tiled documents; Tiled itself makes translucent pixels lighter.
//!
//! Not drawn: text objects (a warning says so) and the blend modes of Tiled 1.12. Images are PNG, JPEG or GIF. Outlines
//! of objects without a tile are not drawn, since a player does not see them; push them as shapes.
//!
//! # Examples
//!
//! ```
//! use glam::Vec2;
//! use std::io;
//! use tilephys_draw::{Body, BodyKind, Picture, Rect, View};
//!
//! let map = r##"<map width="4" height="2" tilewidth="16" tileheight="16" backgroundcolor="#203040">
//!  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
//!   <image source="rock.png" width="16" height="16"/>
//!  </tileset>
//!  <layer id="1" name="ground" width="4" height="2"><data encoding="csv">0,0,0,0,1,1,1,1</data></layer>
//! </map>"##;
//! let files = |path: &std::path::Path| match path.to_str() {
//!     Some("a.tmx") => Ok(map.as_bytes().to_vec()),
//!     _ => Err(io::Error::from(io::ErrorKind::NotFound)),
//! };
//! let level = tilephys_tiled::load_from(&files, "a.tmx")?;
//! let mut picture = Picture::of_level(&level, &files);
//! picture.push_bodies(&[Body {
//!     kind: BodyKind::Player,
//!     rect: Rect::new(Vec2::new(40.0, 4.0), Vec2::new(8.0, 12.0)),
//!     path: vec![Vec2::new(4.0, 10.0), Vec2::new(20.0, 2.0), Vec2::new(44.0, 10.0)],
//!     label: String::new(),
//! }]);
//! // The file rock.png is missing: its tiles are checkers, and a warning says so.
//! assert!(picture.warnings()[0].to_string().starts_with("rock.png: the image cannot be read"));
//!
//! let mut png = Vec::new();
//! picture.write_png(&View::default().at_scale(2.0), &mut png)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! assert_eq!(picture.pixels(&View::default())?.data[0], [0x20, 0x30, 0x40, 255]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "debug-draw")]
mod debug;
mod decode;
mod level;
mod list;
mod picture;
mod raster;
mod shape;
mod sheet;
mod svg;
mod trail;
mod view;

pub use picture::{Picture, Pixels};
pub use shape::{Body, BodyKind, Label, Outline, Rect, Shape};
pub use sheet::Warning;
pub use tilephys_tiled::Color;
pub use view::{DrawError, View};
