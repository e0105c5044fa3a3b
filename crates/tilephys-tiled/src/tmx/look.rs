//! Rendering data and geometry: opacity, tints, images with their sizes, and shapes, completed by templates as in Tiled.
//!
//! A wrong value of a look causes a warning and is left out; none keeps a map from loading.

use crate::data::parts::{Color, Frame, Image, ImagePart, ObjectKind, RenderOrder, TileInfo, TilesetInfo};
use crate::data::properties::color;
use crate::error::{Place, Problem, Result, Warning, WarningKind, WithHelp, mebibytes, shortened};
use crate::files::reader::join;
use crate::tmx::facts::Geometry;
use crate::tmx::pass::Pass;
use crate::tmx::schema::{ALIGNMENTS, check, look, odd_looks, points};
use crate::xml::tree::Element;
use base64::Engine;
use glam::{UVec2, Vec2};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

impl Pass<'_> {
    /// Warns about invalid rendering data of `element`.
    pub(super) fn warn_looks(&mut self, element: Element<'_>, place: &Place) {
        for error in odd_looks(element) {
            let position = error.position().unwrap_or_else(|| element.position());
            let message = format!("{}, so the value is ignored when drawing", error.message());
            let warning = Warning::at(WarningKind::Look, error.file(), position, message);
            self.warn(warning.within(place));
        }
    }

    /// Like [`warn_looks`](Self::warn_looks), for a tile, its image and its frames.
    pub(super) fn warn_tile_looks(&mut self, tile: Element<'_>, place: &Place) {
        self.warn_looks(tile, place);
        for child in tile.children() {
            match child.name() {
                "image" => self.warn_looks(child, place),
                "animation" => child.children().for_each(|frame| self.warn_looks(frame, place)),
                _ => {}
            }
        }
    }
}

/// A colour attribute; `None` if it is absent, empty or invalid.
pub(super) fn color_of(element: Element<'_>, name: &str) -> Option<Color> {
    let [alpha, red, green, blue] = color(look(element, name)?)?;
    Some(Color { red, green, blue, alpha })
}

/// The opacity; 1 if it is absent or invalid.
pub(super) fn opacity_of(element: Element<'_>) -> f32 {
    number(element, "opacity").unwrap_or(1.0)
}

/// A number of rendering data; `None` if it is absent or invalid.
pub(super) fn number<T: FromStr>(element: Element<'_>, name: &str) -> Option<T> {
    look(element, name)?.parse().ok()
}

pub(super) fn render_order(map: Element<'_>) -> RenderOrder {
    let order = look(map, "renderorder").unwrap_or_default();
    RenderOrder { leftward: order.starts_with("left"), upward: order.ends_with("up") }
}

/// Reads the rendering data of a tileset. `grid` is the size of the image and the tiles in it, as far as known.
pub(super) fn tileset_look(
    tileset: Element<'_>,
    offset: [i32; 2],
    grid: Option<([u32; 2], ImageGrid)>,
) -> TilesetInfo {
    let of_image = grid.as_ref().map_or(0, |(_, grid)| grid.columns);
    let alignment = tileset.attribute("objectalignment").unwrap_or_default();
    let alignment = ALIGNMENTS.iter().find(|(word, _)| *word == alignment);
    TilesetInfo {
        image: tileset.child("image").map(|element| image(element, grid.map(|(size, _)| size))),
        margin: number(tileset, "margin").unwrap_or(0),
        spacing: number(tileset, "spacing").unwrap_or(0),
        columns: number(tileset, "columns").filter(|count| *count != 0).unwrap_or(of_image),
        tile_offset: offset.into(),
        fits_grid: look(tileset, "tilerendersize") == Some("grid"),
        keeps_aspect: look(tileset, "fillmode") == Some("preserve-aspect-fit"),
        object_corner: alignment.unwrap_or(&ALIGNMENTS[0]).1,
        ..TilesetInfo::default()
    }
}

/// Reads the rendering data of a tile. `image_size` is the size of its image, as far as known.
pub(super) fn tile_look(tile: Element<'_>, image_size: Option<[u32; 2]>) -> TileInfo {
    let size = tile.number("width").zip(tile.number("height")).filter(|size| size.0 != 0 && size.1 != 0);
    let corner = UVec2::from(["x", "y"].map(|name| number(tile, name).unwrap_or(0)));
    let frame = |frame: Element<'_>| {
        Some(Frame { tile: number(frame, "tileid")?, duration: number(frame, "duration").unwrap_or(0) })
    };
    let frames = tile.child("animation").into_iter().flat_map(|a| a.children());
    TileInfo {
        image: tile.child("image").map(|element| image(element, image_size)),
        part: size.map(|size| ImagePart { min: corner, size: size.into() }),
        frames: frames.filter(|e| e.name() == "frame").filter_map(frame).collect(),
        ..TileInfo::default()
    }
}

/// Reads an `<image>` element; `size` is the size in its file, in case that it states none.
pub(super) fn image(element: Element<'_>, size: Option<[u32; 2]>) -> Image {
    let source = element.attribute("source").filter(|s| !s.is_empty());
    Image {
        path: source.map(|source| join(&element.source.path, source)),
        data: element.child("data").filter(|_| source.is_none()).and_then(embedded).map(Arc::from),
        size: stated_size(element).or(size).map(UVec2::from),
        transparent: color_of(element, "trans"),
    }
}

/// The geometry of the object `element`, whose attributes are checked. Missing size, rotation and shape come from its
/// template.
///
/// # Errors
/// If it has an element that is not a shape, or invalid points.
pub(super) fn geometry(element: Element<'_>, template: Option<&Geometry>) -> Result<Geometry> {
    let number = |name| element.number::<f32>(name);
    let shape = match shape(element)? {
        Some(shape) => shape,
        None => template.map_or(ObjectKind::Rectangle, |template| template.shape.clone()),
    };
    let inherited = template.map_or(Vec2::ZERO, |template| template.size);
    let size = Vec2::new(number("width").unwrap_or(inherited.x), number("height").unwrap_or(inherited.y));
    let has_size = !matches!(shape, ObjectKind::Point | ObjectKind::Polygon(_) | ObjectKind::Polyline(_));
    Ok(Geometry {
        anchor: Vec2::new(number("x").unwrap_or(0.0), number("y").unwrap_or(0.0)),
        size: if has_size { size } else { Vec2::ZERO },
        rotation: number("rotation").or(template.map(|template| template.rotation)).unwrap_or(0.0),
        shape,
    })
}

/// The shape of an object itself: of several the last, as in Tiled.
fn shape(object: Element<'_>) -> Result<Option<ObjectKind>> {
    let mut found = None;
    for element in object.children() {
        found = Some(match element.name() {
            "ellipse" => ObjectKind::Ellipse,
            "capsule" => ObjectKind::Capsule,
            "point" => ObjectKind::Point,
            "polygon" => ObjectKind::Polygon(points_of(element)?),
            "polyline" => ObjectKind::Polyline(points_of(element)?),
            "text" => ObjectKind::Text(element.text().to_owned()),
            "properties" => continue,
            other => {
                let message = format!("unknown shape <{}> in an object", shortened(other));
                return Err(element.error(Problem::Format, message));
            }
        });
    }
    Ok(found)
}

/// The points of a polygon or polyline.
fn points_of(element: Element<'_>) -> Result<Vec<Vec2>> {
    check(element)?;
    let point = |(x, y): (&str, &str)| Some(Vec2::new(x.trim().parse().ok()?, y.trim().parse().ok()?));
    Ok(points(element.attribute("points").unwrap_or_default()).filter_map(point).collect())
}

/// Bytes of an image file that [`image_size`] needs at most, 1 MiB. Photographs have previews and colour profiles before
/// their size.
pub const IMAGE_HEAD_BYTES: usize = 1 << 20;

/// The grid of tiles in the image of a tileset, as Tiled computes it.
pub(crate) struct ImageGrid {
    pub(crate) columns: u32,
    /// Columns times rows, saturated at `u32`.
    pub(super) tiles: u32,
}

impl ImageGrid {
    /// The grid of a tileset whose image has `size` pixels.
    pub(crate) fn of(tileset: Element<'_>, size: [u32; 2]) -> Self {
        let number = |name| tileset.number::<u32>(name).unwrap_or(0);
        ImageGrid::new(size, ["tilewidth", "tileheight"].map(number), ["margin", "spacing"].map(number))
    }

    /// The grid of an image of `size` pixels.
    fn new(size: [u32; 2], tile: [u32; 2], [margin, spacing]: [u32; 2]) -> Self {
        let along = |side: u32, tile: u32| {
            // Partial tiles at the edge do not count.
            let after_first = side.checked_sub(margin)?.checked_sub(tile)?;
            Some(u64::from(after_first).checked_div(u64::from(tile) + u64::from(spacing))? + 1)
        };
        let columns = along(size[0], tile[0]).unwrap_or(0);
        let rows = along(size[1], tile[1]).unwrap_or(0);
        let tiles = u32::try_from(columns.saturating_mul(rows)).unwrap_or(u32::MAX);
        ImageGrid { columns: columns as u32, tiles }
    }
}

impl Pass<'_> {
    /// Checks an `<image>`; returns its width and height in pixels: its attributes, else the header of its file or embedded data.
    ///
    /// `None` if neither has them: the file is missing, outside of the root folder, or of an unknown format.
    pub(super) fn image_size(&mut self, image: Element<'_>) -> Result<Option<[u32; 2]>> {
        check(image)?;
        if let Some(stated) = stated_size(image) {
            return Ok(Some(stated));
        }
        match image.attribute("source").filter(|source| !source.is_empty()) {
            Some(source) => self.file_size(image, source),
            None => Ok(image.child("data").and_then(embedded).and_then(|data| size_in(&data))),
        }
    }

    /// Width and height of the image file `source`.
    fn file_size(&mut self, image: Element<'_>, source: &str) -> Result<Option<[u32; 2]>> {
        let path = join(&image.source.path, source);
        if self.root.refusal(source, &path).is_some() {
            return Ok(None);
        }
        self.header_of(&path).ok_or_else(|| {
            let message = format!(
                "more than {} images (or more than {} of them) have no size in the tilesets, which is \
                 the limit",
                self.limits().files,
                mebibytes(self.limits().all_bytes)
            )
            .help("save the tilesets again in Tiled, which writes the sizes");
            image.error(Problem::Limit, message)
        })
    }

    /// Width and height in the header of the image file at `path`; the outer `None` means that too many files were
    /// opened.
    fn header_of(&mut self, path: &Path) -> Option<Option<[u32; 2]>> {
        if let Some(size) = self.images.known.get(path) {
            return Some(*size);
        }
        let is_over = self.images.bytes > self.limits().all_bytes;
        if is_over || self.images.known.len() >= self.limits().files {
            return None;
        }
        // A missing image affects only the picture.
        let head = self.asked.files.read_most(path, IMAGE_HEAD_BYTES).unwrap_or_default();
        self.images.bytes = self.images.bytes.saturating_add(head.len());
        let size = size_in(&head);
        self.images.known.insert(path.to_owned(), size);
        Some(size)
    }

    /// True if a tileset has a tile `id`: by its count, else by its image, which may have grown after the count was
    /// written. Tiled counts by the image alone.
    pub(super) fn has_tile(&mut self, (tileset, id): (usize, u32)) -> bool {
        let facts = self.here.tilesets[tileset].clone();
        if facts.has(id) || facts.is_collection() {
            return facts.has(id);
        }
        let info = &facts.info;
        let path = info.image.as_ref().and_then(|image| image.path.as_deref());
        let Some(path) = path.filter(|path| self.root.holds(path)) else { return false };
        let size = self.header_of(path).flatten();
        let grid =
            size.map(|size| ImageGrid::new(size, info.tile_size.to_array(), [info.margin, info.spacing]));
        let is_there = grid.is_some_and(|grid| id < grid.tiles);
        if is_there {
            self.here.grown.insert(tileset);
        }
        is_there
    }
}

/// Width and height in the header of an image file.
fn size_in(head: &[u8]) -> Option<[u32; 2]> {
    image_size(head).map(|size| size.to_array())
}

/// Width and height that an `<image>` states; Tiled reads 0 as unset.
fn stated_size(image: Element<'_>) -> Option<[u32; 2]> {
    let side = |name| image.number::<u32>(name).filter(|side| *side != 0);
    Some([side("width")?, side("height")?])
}

/// Bytes of an image embedded as Base64; `None` if they are invalid.
pub(super) fn embedded(data: Element<'_>) -> Option<Vec<u8>> {
    let text: String = data.text().split_ascii_whitespace().collect();
    base64::engine::general_purpose::STANDARD.decode(text).ok().filter(|bytes| !bytes.is_empty())
}

/// Width and height in pixels of an image file in PNG, JPEG, GIF, BMP or WebP, by its first bytes.
///
/// [`IMAGE_HEAD_BYTES`] of them suffice. `None` if they are no image of these formats, or state a side of 0.
#[must_use]
pub fn image_size(head: &[u8]) -> Option<UVec2> {
    let size = imagesize::blob_size(head).ok()?;
    let side = |px: usize| u32::try_from(px).ok().filter(|px| *px != 0);
    Some(UVec2::new(side(size.width)?, side(size.height)?))
}
