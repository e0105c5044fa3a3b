//! Parts of a level as public data: layers, tilesets, images, cells and objects.

use crate::data::properties::{Properties, PropertyValue};
use glam::{IVec2, UVec2, Vec2};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use tilephys_core::{LayerId, TileCoord};

/// A layer of the map, or a group.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LayerInfo {
    /// Id, unique in the map; `None` in files from before Tiled 1.2.
    pub id: Option<u32>,
    /// Path: names of the groups and of the layer, joined with `/`.
    pub path: String,
    /// Kind of the layer.
    pub kind: LayerKind,
    /// Layer of the grid with its colliding tiles; `None` if none collides.
    pub grid_layer: Option<LayerId>,
    /// Offset with all its groups, in pixels.
    pub offset: Vec2,
    /// Parallax factor with all its groups; 1 moves with the view.
    pub parallax: Vec2,
    /// True if it and all its groups are shown. Hidden layers collide like others.
    pub visible: bool,
    /// Opacity with all its groups: 0 is transparent, 1 opaque.
    pub opacity: f32,
    /// Tint with all its groups, which multiplies its colours.
    pub tint: Color,
    /// Content for drawing.
    pub content: LayerContent,
    /// Class; empty if it has none.
    pub class: String,
    /// Custom properties.
    pub properties: Properties,
}

/// The kind of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerKind {
    /// A tile layer.
    Tiles,
    /// An object layer.
    Objects,
    /// An image layer.
    Image,
    /// A group of layers.
    Group,
}

/// A tileset.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TilesetInfo {
    /// Name.
    pub name: String,
    /// Path of its file; `None` if it is embedded in the map.
    pub path: Option<PathBuf>,
    /// First gid in the map; `None` if only templates use it.
    pub first_gid: Option<u32>,
    /// Width and height of its tiles in pixels; in a collection of images, of the largest.
    pub tile_size: UVec2,
    /// Number of tiles. If neither the file nor the image states it, up to the highest that the map uses.
    pub tile_count: u32,
    /// Image with all its tiles; `None` if it is a collection of images.
    pub image: Option<Image>,
    /// Margin around all tiles of the image, in pixels.
    pub margin: u32,
    /// Spacing between tiles of the image, in pixels.
    pub spacing: u32,
    /// Tiles in a row of the image; 0 if neither the file nor the image states it.
    pub columns: u32,
    /// Drawing offset of its tiles, in pixels.
    pub tile_offset: IVec2,
    /// True if tiles are scaled to the cells of the map.
    pub fits_grid: bool,
    /// True if scaled tiles keep their proportions, and are centred.
    pub keeps_aspect: bool,
    /// Vector from the anchor of a tile object to its top left corner, in multiples of its size. The vector is (0, -1)
    /// for an anchor at the bottom left.
    pub object_corner: Vec2,
    /// Class; empty if it has none.
    pub class: String,
    /// Custom properties.
    pub properties: Properties,
    /// Tiles with a class, properties, shapes, frames or an image of their own, by id.
    pub tiles: BTreeMap<u32, TileInfo>,
}

/// The data of a tile in its tileset.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TileInfo {
    /// Class; empty if it has none.
    pub class: String,
    /// Custom properties.
    pub properties: Properties,
    /// Image of the tile, in a collection of images.
    pub image: Option<Image>,
    /// Part of the image that is shown; `None` for the whole.
    pub part: Option<ImagePart>,
    /// Frames of its animation; empty if it has none.
    pub frames: Vec<Frame>,
}

/// A tile of a tileset, as [`Level::tile`](crate::Level::tile) returns it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TileRef<'a> {
    /// Tileset of the tile.
    pub tileset: &'a TilesetInfo,
    /// Id in the tileset.
    pub id: u32,
    /// Data of the tile, if the tileset has any.
    pub info: Option<&'a TileInfo>,
}

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

    /// Index of a cell among the gids; `None` if it is outside.
    pub(crate) fn index(&self, at: TileCoord) -> Option<usize> {
        let col = at.col.checked_sub(self.min.col).and_then(|col| usize::try_from(col).ok())?;
        let row = at.row.checked_sub(self.min.row).and_then(|row| usize::try_from(row).ok())?;
        let width = self.width as usize;
        Some(row * width + col).filter(|index| col < width && *index < self.gids.len())
    }
}

/// A tile in a cell of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flip {
    /// True if left and right are exchanged.
    pub horizontal: bool,
    /// True if top and bottom are exchanged.
    pub vertical: bool,
    /// True if columns and rows are exchanged, before the other flips.
    pub diagonal: bool,
}

impl Flip {
    pub(crate) const fn of(bits: u32) -> Flip {
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

/// An object of an object layer. The offsets of its layer and groups are included.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Object {
    /// Id, unique in the map.
    pub id: u32,
    /// Name; empty if it has none.
    pub name: String,
    /// Class (called type by some versions of Tiled); empty if it has none.
    pub class: String,
    /// Index of its layer in [`Level::layers`](crate::Level::layers).
    pub layer: usize,
    /// Anchor, the pivot of the rotation, in pixels: top left corner, or origin of the points. For a tile it is the
    /// corner or edge of the tileset's alignment, bottom left by default.
    pub anchor: Vec2,
    /// Top left corner before rotation, in pixels; for polygons and polylines the origin of the points.
    pub position: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub size: Vec2,
    /// Rotation about the anchor, clockwise, in degrees.
    pub rotation: f32,
    /// True if it is visible in Tiled.
    pub visible: bool,
    /// Opacity from 0 to 1, without the layer's. 1 in files from before Tiled 1.12.
    pub opacity: f32,
    /// Kind of shape.
    pub kind: ObjectKind,
    /// Custom properties.
    pub properties: Properties,
}

impl Object {
    /// Position of the feet of a body that stands here, in pixels: the middle of the lower edge, or the point.
    #[must_use]
    pub fn feet(&self) -> Vec2 {
        self.position + Vec2::new(self.size.x / 2.0, self.size.y)
    }

    /// The property `name` as a number: a `float`, an `int`, or a `string` that is a number. `default` if unset or of
    /// another type.
    ///
    /// ```
    /// # let map = br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
    /// #  <objectgroup id="1" name="things"><object id="1" class="Bat" x="32" y="96" width="16" height="16"><properties>
    /// #   <property name="hp" type="int" value="3"/><property name="drops" value="coin"/></properties></object></objectgroup>
    /// # </map>"#;
    /// # let files = |_: &std::path::Path| Ok(map.to_vec());
    /// # let level = tilephys_tiled::load_from(&files, "cave.tmx")?;
    /// let bat = level.object(1).unwrap(); // hp = 3, drops = "coin"
    /// assert_eq!((bat.number("hp", 1.0), bat.number("speed", 60.0)), (3.0, 60.0));
    /// assert_eq!((bat.text("drops", ""), bat.flag("asleep", true)), ("coin", true));
    /// # Ok::<(), tilephys_tiled::LoadError>(())
    /// ```
    #[must_use]
    pub fn number(&self, name: &str, default: f32) -> f32 {
        let text = || self.properties.string(name)?.trim().parse().ok().filter(|n: &f64| n.is_finite());
        self.properties.float(name).or_else(text).map_or(default, |number| number as f32)
    }

    /// The property `name` as a text: a `string`, a `file` as written, or the value of an enum by name. `default` if
    /// unset or of another type.
    #[must_use]
    pub fn text<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        let Some(property) = self.properties.property(name) else { return default };
        match (&property.choice, &property.value) {
            (Some(choice), _) => &choice.name,
            (None, PropertyValue::String(text) | PropertyValue::File(text)) => text,
            _ => default,
        }
    }

    /// The property `name` if it is a `bool`; `default` if unset or of another type.
    #[must_use]
    pub fn flag(&self, name: &str, default: bool) -> bool {
        self.properties.bool(name).unwrap_or(default)
    }
}

/// The kind of an [`Object`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ObjectKind {
    /// A rectangle.
    Rectangle,
    /// An ellipse that fills the object's size.
    Ellipse,
    /// A capsule that fills the object's size: a rectangle with half circles at its shorter sides. Tiled 1.12 and
    /// later.
    Capsule,
    /// A point.
    Point,
    /// A closed polygon, with points in pixels relative to the object's position.
    Polygon(Vec<Vec2>),
    /// An open line, with points in pixels relative to the object's position.
    Polyline(Vec<Vec2>),
    /// A text.
    Text(String),
    /// A tile.
    Tile(ObjectTile),
}

/// The tile that an object shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectTile {
    /// Index of the tileset in [`Level::tilesets`](crate::Level::tilesets).
    pub tileset: usize,
    /// Id of the tile in the tileset.
    pub id: u32,
    /// True if mirrored left to right.
    pub flip_horizontal: bool,
    /// True if mirrored top to bottom.
    pub flip_vertical: bool,
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileRect {
    /// Cell with the lowest column and row.
    pub min: TileCoord,
    /// Number of columns and rows.
    pub size: UVec2,
}
