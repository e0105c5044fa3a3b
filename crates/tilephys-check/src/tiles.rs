//! The tiles that tile layers use, with their collision shapes as drawn.

use crate::catalogue::CheckInfo;
use crate::findings::Finding;
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;
use tilephys_core::TileCoord;
use tilephys_tiled::{Cell, ObjectKind, SourceElement, TileRef, TileShape, Turn};

/// A tile that tile layers use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileUse {
    /// First cell with the tile, with its flips.
    pub(crate) cell: Cell,
    /// Index of the layer with the first cell.
    pub(crate) layer: usize,
    /// Place of the first cell in the layer.
    pub(crate) first: TileCoord,
    /// Number of cells.
    pub(crate) count: u32,
}

/// A snapping hint for help texts.
pub(crate) const SNAP: &str = "with View > Snapping > Snap to Pixels";

/// A hint that files in JSON are not edited.
pub(crate) const NO_FIX_IN_JSON: &str = "; JSON files have no automatic fix";

impl<'a> Subject<'a> {
    /// The tiles that tile layers use, by gid.
    pub(crate) fn used_tiles(&self) -> BTreeMap<u32, TileUse> {
        let mut used: BTreeMap<u32, TileUse> = BTreeMap::new();
        for layer in 0..self.level.layers.len() {
            for cells in self.cells(layer) {
                let new = TileUse { cell: cells.cell, layer, first: cells.first, count: 0 };
                used.entry(cells.cell.gid).or_insert(new).count += cells.count;
            }
        }
        used
    }

    /// Index of the tileset of a tile.
    pub(crate) fn tileset_index(&self, tile: TileRef<'_>) -> Option<usize> {
        self.level.tilesets.iter().position(|tileset| std::ptr::eq(tileset, tile.tileset))
    }

    /// The collision shapes of a tile, as drawn.
    pub(crate) fn shapes_of(&self, tile: TileRef<'_>) -> Vec<TileShape<'a>> {
        let shapes = self.tileset_index(tile).and_then(|index| self.locator.shapes(index, tile.id));
        shapes.unwrap_or_default()
    }

    /// Offset of a layer in cells; `None` if it is a fraction of a cell.
    pub(crate) fn shift_of(&self, layer: usize) -> Option<IVec2> {
        let cells = self.level.layers[layer].offset / self.level.tile_size.as_vec2();
        (cells == cells.round()).then(|| cells.as_ivec2())
    }

    /// A finding about a tile in use, at one of its elements.
    pub(crate) fn about_tile(
        &self,
        check: &CheckInfo,
        used: &TileUse,
        element: Option<SourceElement<'_>>,
        message: String,
    ) -> Finding {
        let level = self.level;
        let layer = &level.layers[used.layer];
        let mut finding = self.finding(check, message).in_layer(&layer.path).in_cell(used.first);
        if let Some(element) = element {
            finding = finding.at(element);
        }
        if let Some(tile) = level.tile(used.cell.gid) {
            finding.place.tileset = Some(tile.tileset.name.clone());
            finding.place.tile = Some(tile.id);
        }
        let corner = Vec2::new(used.first.col as f32, used.first.row as f32) * level.tile_size.as_vec2();
        finding.count = used.count;
        finding.at_pixel(corner + layer.offset)
    }
}

/// Width and height of a tile's image, in pixels.
pub(crate) fn image_size(tile: TileRef<'_>) -> Vec2 {
    let info = tile.info.filter(|_| tile.tileset.image.is_none());
    let own = info.and_then(|info| {
        info.part.map(|part| part.size).or_else(|| info.image.as_ref().and_then(|image| image.size))
    });
    own.unwrap_or(tile.tileset.tile_size).as_vec2()
}

/// The corners of a shape, rotated, in pixels of the tile; empty for points and texts.
pub(crate) fn corners(shape: &TileShape<'_>) -> Vec<Vec2> {
    let (at, size) = (shape.position, shape.size);
    let points: Vec<Vec2> = match &shape.kind {
        ObjectKind::Polygon(points) | ObjectKind::Polyline(points) => points.iter().map(|p| at + p).collect(),
        ObjectKind::Rectangle | ObjectKind::Ellipse | ObjectKind::Capsule => {
            vec![at, at + Vec2::new(size.x, 0.0), at + size, at + Vec2::new(0.0, size.y)]
        }
        _ => Vec::new(),
    };
    if shape.rotation % 360.0 == 0.0 {
        return points;
    }
    let turn = Turn::new(shape.rotation.into(), at.to_array().map(f64::from));
    let turned = points.into_iter().map(|p| turn.forth(p.to_array().map(f64::from)));
    turned.map(|[x, y]| Vec2::new(x as f32, y as f32)).collect()
}

/// Bounds of a shape in pixels of the tile: low and high corner; `None` for points and texts.
pub(crate) fn bounds(shape: &TileShape<'_>) -> Option<[Vec2; 2]> {
    let corners = corners(shape);
    let first = *corners.first()?;
    Some(corners.iter().fold([first, first], |[low, high], p| [low.min(*p), high.max(*p)]))
}

/// A shape in words: `shape 2`.
pub(crate) fn shape_in_words(shape: &TileShape<'_>) -> String {
    shape.id.map_or_else(|| "the shape".to_owned(), |id| format!("shape {id}"))
}

/// A length of pixels in words, with at most two decimals, and at least 0.01.
pub(crate) fn px(length: f32) -> String {
    let hundredths = (f64::from(length) * 100.0).round();
    format!("{} px", if hundredths < 1.0 { 0.01 } else { hundredths / 100.0 })
}
