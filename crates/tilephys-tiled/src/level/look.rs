//! How a map looks: colours, images and cells, for whoever draws it.

use glam::UVec2;
use std::path::PathBuf;
use std::sync::Arc;
use tilephys_core::TileCoord;

/// A colour with alpha that is not multiplied into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// 0 to 255.
    pub red: u8,
    /// 0 to 255.
    pub green: u8,
    /// 0 to 255.
    pub blue: u8,
    /// 0 is transparent, 255 opaque.
    pub alpha: u8,
}

impl Color {
    /// Opaque white, which as a tint changes nothing.
    pub const WHITE: Color = Color::rgb(255, 255, 255);

    /// An opaque colour.
    #[must_use]
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Color { red, green, blue, alpha: 255 }
    }

    /// The same colour with another alpha.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Color { alpha, ..self }
    }

    /// Channel by channel the product of two colours, with 255 as one, rounded. So tints of groups add up.
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

/// An image that a map or tileset refers to. The loader reads no more of it than its size, and that only if the file that
/// refers to it does not state it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Image {
    /// Its file, joined from the file that refers to it; `None` if the image is embedded.
    pub path: Option<PathBuf>,
    /// The bytes of an embedded image, such as Tiled reads and does not write: those of a PNG, a JPEG or a GIF. `None` if it has a file.
    pub data: Option<Arc<[u8]>>,
    /// Width and height in pixels as the map states them, else as its file does; `None` if neither does.
    pub size: Option<UVec2>,
    /// The colour whose pixels are transparent, if any.
    pub transparent: Option<Color>,
}

/// A part of an image, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImagePart {
    /// Its top left corner.
    pub min: UVec2,
    /// Its width and height.
    pub size: UVec2,
}

/// One frame of an animated tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The tile of the same tileset that is shown.
    pub tile: u32,
    /// For how long, in milliseconds.
    pub duration: u32,
}

/// What a layer shows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LayerContent {
    /// The cells of a tile layer: one block in a finite map, the chunks of the file in an infinite one.
    Tiles(Vec<CellBlock>),
    /// Objects, which are in [`Level::objects`](crate::Level::objects).
    Objects {
        /// Whether objects further down are drawn later, which is Tiled's default, or those later in the file.
        by_y: bool,
    },
    /// An image at the offset of the layer.
    Image {
        /// The image; `None` if none was chosen.
        image: Option<Image>,
        /// Whether it is repeated without end, to the left and right and upward and downward.
        repeat: [bool; 2],
    },
    /// Other layers, which follow.
    Group,
}

/// A rectangle of cells of a tile layer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CellBlock {
    /// The cell with the lowest column and row.
    pub min: TileCoord,
    /// Columns of the block; at least 1.
    pub width: u32,
    /// The cells row by row: gids with their flags (see [`Cell::of`]), 0 where there is no tile.
    pub gids: Vec<u32>,
}

impl CellBlock {
    /// Rows of the block.
    #[must_use]
    pub fn height(&self) -> u32 {
        // A layer has fewer cells than fit `u32`.
        self.gids.len() as u32 / self.width
    }
}

/// A tile as it stands in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Its gid without flags, which [`Level::tile`](crate::Level::tile) explains.
    pub gid: u32,
    /// How it is turned.
    pub flip: Flip,
}

impl Cell {
    /// What a gid with flags means; `None` if it is no tile.
    #[must_use]
    pub const fn of(bits: u32) -> Option<Cell> {
        // The four highest bits are flags, the last of which means nothing in orthogonal maps.
        match bits & 0x0FFF_FFFF {
            0 => None,
            gid => Some(Cell { gid, flip: Flip::of(bits) }),
        }
    }
}

/// How a tile is mirrored: first along its diagonal, then the other ways. Together the eight orientations of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flip {
    /// Left and right are exchanged.
    pub horizontal: bool,
    /// Top and bottom are exchanged.
    pub vertical: bool,
    /// Columns and rows are exchanged, before the others.
    pub diagonal: bool,
}

impl Flip {
    const fn of(bits: u32) -> Flip {
        Flip { horizontal: bits & 1 << 31 != 0, vertical: bits & 1 << 30 != 0, diagonal: bits & 1 << 29 != 0 }
    }
}

/// The order in which the cells of a layer are drawn, row by row. It shows where tiles are larger than cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RenderOrder {
    /// From right to left.
    pub leftward: bool,
    /// From the lowest row to the highest.
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
