//! Rendering data: opacity, tints and images, which do not affect collision.
//!
//! Nothing here keeps a map from loading: a wrong value causes a warning and is left out.

use crate::data::look::{Color, Frame, Image, ImagePart, RenderOrder};
use crate::data::properties::color;
use crate::error::{Place, Warning, WarningKind};
use crate::files::reader::join;
use crate::tmx::facts::{LayerLook, TileLook, TilesetLook};
use crate::tmx::images::{ImageGrid, embedded};
use crate::tmx::pass::Pass;
use crate::tmx::schema::{look, odd_looks};
use crate::xml::tree::Element;
use glam::{UVec2, Vec2};
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
    look(element, "opacity").and_then(|v| v.parse().ok()).unwrap_or(1.0)
}

/// A whole number; 0 if it is absent or invalid.
fn number(element: Element<'_>, name: &str) -> u32 {
    look(element, name).and_then(|v| v.parse().ok()).unwrap_or(0)
}

pub(super) fn render_order(map: Element<'_>) -> RenderOrder {
    let order = look(map, "renderorder").unwrap_or_default();
    RenderOrder { leftward: order.starts_with("left"), upward: order.ends_with("up") }
}

/// The view's centre without parallax; 0 where it is absent or invalid.
pub(super) fn parallax_origin(map: Element<'_>) -> [f32; 2] {
    ["parallaxoriginx", "parallaxoriginy"].map(|name| {
        let number = look(map, name).and_then(|v| v.parse::<f32>().ok());
        number.filter(|v| v.is_finite()).unwrap_or(0.0)
    })
}

pub(super) fn layer_look(layer: Element<'_>) -> LayerLook {
    LayerLook { opacity: opacity_of(layer), tint: color_of(layer, "tintcolor").unwrap_or(Color::WHITE) }
}

/// Reads the rendering data of a tileset. `grid` is the size of the image and the tiles in it, as far as known.
pub(super) fn tileset_look(
    tileset: Element<'_>,
    offset: [i32; 2],
    grid: Option<([u32; 2], ImageGrid)>,
) -> TilesetLook {
    let of_image = grid.as_ref().map_or(0, |(_, grid)| grid.columns);
    TilesetLook {
        image: tileset.child("image").map(|element| sized(image(element), grid.map(|(size, _)| size))),
        margin: number(tileset, "margin"),
        spacing: number(tileset, "spacing"),
        columns: Some(number(tileset, "columns")).filter(|count| *count != 0).unwrap_or(of_image),
        tile_offset: offset.into(),
        fits_grid: look(tileset, "tilerendersize") == Some("grid"),
        keeps_aspect: look(tileset, "fillmode") == Some("preserve-aspect-fit"),
        object_corner: object_corner(tileset.attribute("objectalignment").unwrap_or_default()),
    }
}

/// Reads the rendering data of a tile. `image_size` is the size of its image, as far as known.
pub(super) fn tile_look(tile: Element<'_>, image_size: Option<[u32; 2]>) -> TileLook {
    let size = tile.number("width").zip(tile.number("height")).filter(|size| size.0 != 0 && size.1 != 0);
    let corner = UVec2::new(number(tile, "x"), number(tile, "y"));
    let frame = |frame: Element<'_>| {
        let tile = look(frame, "tileid")?.parse().ok()?;
        Some(Frame { tile, duration: number(frame, "duration") })
    };
    let frames = tile.child("animation").into_iter().flat_map(|a| a.children());
    TileLook {
        image: tile.child("image").map(|element| sized(image(element), image_size)),
        part: size.map(|size| ImagePart { min: corner, size: size.into() }),
        frames: frames.filter(|e| e.name() == "frame").filter_map(frame).collect(),
    }
}

/// Reads an `<image>` element.
pub(super) fn image(element: Element<'_>) -> Image {
    let source = element.attribute("source").filter(|s| !s.is_empty());
    let size: Option<(u32, u32)> = element.number("width").zip(element.number("height"));
    Image {
        path: source.map(|source| join(&element.source.path, source)),
        data: element.child("data").filter(|_| source.is_none()).and_then(embedded).map(Arc::from),
        size: size.filter(|size| size.0 != 0 && size.1 != 0).map(UVec2::from),
        transparent: color_of(element, "trans"),
    }
}

/// Adds the size in the image file if the map states none.
fn sized(image: Image, size: Option<[u32; 2]>) -> Image {
    Image { size: image.size.or(size.map(UVec2::from)), ..image }
}

/// Parses an `objectalignment`; Tiled uses the bottom left corner in orthogonal maps by default.
fn object_corner(alignment: &str) -> Vec2 {
    let x = match alignment {
        "top" | "center" | "bottom" => -0.5,
        "topright" | "right" | "bottomright" => -1.0,
        _ => 0.0,
    };
    let y = match alignment {
        "topleft" | "top" | "topright" => 0.0,
        "left" | "center" | "right" => -0.5,
        _ => -1.0,
    };
    Vec2::new(x, y)
}
