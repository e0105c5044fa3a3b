//! Rendering data of a map: colours, images and cells.

use glam::UVec2;
use std::path::PathBuf;
use std::sync::Arc;
use tilephys_core::TileCoord;

/// An RGBA colour with straight (not premultiplied) alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
    /// Alpha: 0 is transparent, 255 opaque.
    pub alpha: u8,
}

impl Color {
    /// Opaque white, the neutral tint.
    pub const WHITE: Color = Color::rgb(255, 255, 255);

    /// Creates an opaque colour.
    #[must_use]
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Color { red, green, blue, alpha: 255 }
    }

    /// Returns the colour with another alpha.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Color { alpha, ..self }
    }

    /// Multiplies two colours channel by channel, with 255 as one, rounded. Tints of nested groups combine this way.
    #[must_use]
    pub fn times(self, other: Color) -> Self {
        let times = |a: u8, b: u8| ((u32::from(a) * u32::from(b) + 127) / 255) as u8;
        Color {
            red: times(self.red, other.red),
            green: times(self.green, other.green),
            blue: times(self.blue, other.blue),
            alpha: times(self.alpha, other.alpha),
        }
    }
}

/// An image that a map or tileset refers to. The loader reads only its size, and only if the map does not state it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Image {
    /// Path of the file, joined from the file that refers to it; `None` if the image is embedded.
    pub path: Option<PathBuf>,
    /// Bytes of an embedded image (PNG, JPEG or GIF), which Tiled reads and does not write; `None` if the image is a
    /// file.
    pub data: Option<Arc<[u8]>>,
    /// Width and height in pixels, from the map or else from the image file; `None` if neither has them.
    pub size: Option<UVec2>,
    /// Colour key: pixels of this colour are transparent; `None` if unset.
    pub transparent: Option<Color>,
}

/// A rectangle of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImagePart {
    /// Top left corner, in pixels.
    pub min: UVec2,
    /// Width and height, in pixels.
    pub size: UVec2,
}

/// A frame of an animated tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Id of the tile that is shown, in the same tileset.
    pub tile: u32,
    /// Duration in milliseconds.
    pub duration: u32,
}

/// The content of a layer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LayerContent {
    /// The cells of a tile layer: one block in a finite map, the chunks of the file in an infinite one.
    Tiles(Vec<CellBlock>),
    /// A layer of objects, which are in [`Level::objects`](crate::Level::objects).
    Objects {
        /// True if objects further down are drawn later, Tiled's default; false if the order of the file counts.
        by_y: bool,
    },
    /// An image at the offset of the layer.
    Image {
        /// Image of the layer; `None` if none is set.
        image: Option<Image>,
        /// True if the image repeats without end: along x, and along y.
        repeat: [bool; 2],
    },
    /// A group; its layers follow in the list.
    Group,
}

/// A rectangle of cells of a tile layer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CellBlock {
    /// Cell with the lowest column and row.
    pub min: TileCoord,
    /// Columns of the block, at least 1.
    pub width: u32,
    /// Gids with their flags (see [`Cell::of`]), row by row; 0 is an empty cell.
    pub gids: Vec<u32>,
}

impl CellBlock {
    /// Number of rows of the block.
    #[must_use]
    pub fn height(&self) -> u32 {
        // A layer has fewer cells than fit `u32`.
        self.gids.len() as u32 / self.width
    }
}

/// A tile in a cell of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Gid without flags; [`Level::tile`](crate::Level::tile) returns its tile.
    pub gid: u32,
    /// Flips of the tile.
    pub flip: Flip,
}

impl Cell {
    /// Decodes a gid with flags; `None` for an empty cell.
    #[must_use]
    pub const fn of(bits: u32) -> Option<Cell> {
        // The four highest bits are flags, the last of which means nothing in orthogonal maps.
        match bits & 0x0FFF_FFFF {
            0 => None,
            gid => Some(Cell { gid, flip: Flip::of(bits) }),
        }
    }
}

/// The flips of a tile: along its diagonal first, then the others. Together they give the eight orientations of a
/// square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flip {
    /// True if left and right are exchanged.
    pub horizontal: bool,
    /// True if top and bottom are exchanged.
    pub vertical: bool,
    /// True if columns and rows are exchanged, before the other flips.
    pub diagonal: bool,
}

impl Flip {
    const fn of(bits: u32) -> Flip {
        Flip { horizontal: bits & 1 << 31 != 0, vertical: bits & 1 << 30 != 0, diagonal: bits & 1 << 29 != 0 }
    }
}

/// The order in which the cells of a layer are drawn, row by row. The order matters where tiles are larger than cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RenderOrder {
    /// True if drawn from right to left.
    pub leftward: bool,
    /// True if drawn from the lowest row to the highest.
    pub upward: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read_from_the_high_bits_and_the_hexagonal_one_is_ignored() {
        let flip = |horizontal, vertical, diagonal| Flip { horizontal, vertical, diagonal };
        assert_eq!(Cell::of(0x8000_0007), Some(Cell { gid: 7, flip: flip(true, false, false) }));
        assert_eq!(Cell::of(0x7000_0007), Some(Cell { gid: 7, flip: flip(false, true, true) }));
        assert_eq!(Cell::of(0xF000_0000), None);
    }

    #[test]
    fn tints_multiply_with_255_as_one() {
        let tint = Color { red: 128, green: 3, blue: 255, alpha: 127 };
        assert_eq!(tint.times(Color::WHITE), tint);
        assert_eq!(tint.times(tint), Color { red: 64, green: 0, blue: 255, alpha: 63 });
    }
}
