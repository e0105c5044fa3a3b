//! Views: the region and scale of a rendered picture, and size limits.

use crate::rect::Rect;
use glam::{UVec2, Vec2};
use std::fmt;
use std::io;
use tilephys_tiled::TileRect;

/// Maximum number of pixels of a picture: 2^32, for a level of 16,000 × 1,000 tiles of 16 px. It bounds the time that a
/// mistyped scale takes, to about a minute, and not the memory.
const MAX_PIXELS: f64 = (1u64 << 32) as f64;

/// Maximum side of a picture, in pixels. At least a row is in memory, and samples of a side are counted in 32 bits.
const MAX_SIDE: f64 = (1u32 << 18) as f64;

/// Maximum samples per side of a pixel, in pictures smaller than the level. In smaller pictures, pixels of the level
/// are skipped.
const MAX_FINE: f64 = 16.0;

/// The region and scale of a rendered picture. By default all of [`Picture::bounds`](crate::Picture::bounds) at scale
/// 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Region in pixels of the level; `None`, the default, for [`Picture::bounds`](crate::Picture::bounds). A region
    /// may be larger.
    pub region: Option<Rect>,
    /// Scale in pixels of the picture per pixel of the level; 1 by default. At 1 and more, pixels of images stay sharp;
    /// below 1 they are averaged.
    pub scale: f32,
}

impl Default for View {
    fn default() -> Self {
        View { region: None, scale: 1.0 }
    }
}

impl View {
    /// Creates a view of some cells of a level whose cells are `tile_size` pixels, at scale 1.
    #[must_use]
    pub fn of_tiles(tiles: TileRect, tile_size: UVec2) -> Self {
        let tile_size = tile_size.as_vec2();
        let min = Vec2::new(tiles.min.col as f32, tiles.min.row as f32) * tile_size;
        View { region: Some(Rect::new(min, tiles.size.as_vec2() * tile_size)), scale: 1.0 }
    }

    /// Returns the view at another scale.
    #[must_use]
    pub fn at_scale(self, scale: f32) -> Self {
        View { scale, ..self }
    }

    /// Checks the size limits.
    pub(crate) fn frame(&self, bounds: Rect) -> Result<Frame, DrawError> {
        let region = self.region.unwrap_or(bounds);
        let scale = f64::from(self.scale);
        if !(scale.is_finite() && scale > 0.0) {
            return Err(DrawError::Limit(format!("a scale of {scale} is invalid; use a scale above 0")));
        }
        if region.is_empty() || !(region.min + region.size).is_finite() || !region.min.is_finite() {
            let Rect { min, size } = region;
            let message =
                format!("the region at {}, {} of {} × {} px is empty", min.x, min.y, size.x, size.y);
            return Err(DrawError::Limit(message));
        }
        // A partial pixel counts as a pixel, unless it is only the rounding error of a scale such as 0.1.
        let side = |px: f32| match (f64::from(px) * scale - 1e-4).ceil() {
            side if side < 1.0 => 1.0,
            side => side,
        };
        let (width, height) = (side(region.size.x), side(region.size.y));
        if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS {
            return Err(DrawError::Limit(format!(
                "the picture would be {width} × {height} px, and the limits are {MAX_SIDE} per side and \
                 {MAX_PIXELS} in total; choose a smaller region or scale"
            )));
        }
        let fine = (1.0 / scale - 1e-4).ceil();
        let fine = if fine < MAX_FINE { fine } else { MAX_FINE };
        Ok(Frame {
            corner: [region.min.x, region.min.y].map(f64::from),
            width: width as u32,
            height: height as u32,
            scale,
            fine: if fine < 1.0 { 1 } else { fine as u32 },
        })
    }
}

/// A checked view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Position of the picture's top left corner, in pixels of the level.
    pub(crate) corner: [f64; 2],
    /// Width in pixels of the picture.
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) scale: f64,
    /// Samples per side of a pixel.
    pub(crate) fine: u32,
}

/// Error of rendering a picture.
#[derive(Debug)]
#[non_exhaustive]
pub enum DrawError {
    /// The picture would be empty or too large; the text says what to do.
    Limit(String),
    /// The output could not be written.
    Write(io::Error),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::Limit(message) => f.write_str(message),
            DrawError::Write(error) => write!(f, "the picture cannot be written: {error}"),
        }
    }
}

impl std::error::Error for DrawError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DrawError::Limit(_) => None,
            DrawError::Write(error) => Some(error),
        }
    }
}

impl From<io::Error> for DrawError {
    fn from(error: io::Error) -> Self {
        DrawError::Write(error)
    }
}
