//! Parts of several formats of reports: cells, and paths with slashes.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::path::Path;
use tilephys::core::TileCoord;
use tilephys::glam::UVec2;
use tilephys::tiled::TileRect;

/// A rectangle of cells of the map.
#[derive(Serialize, Deserialize)]
pub(super) struct Cells {
    x: i32,
    y: i32,
    w: u32,
    h: u32,
}

impl Cells {
    pub(super) fn of(TileRect { min, size }: TileRect) -> Self {
        Cells { x: min.col, y: min.row, w: size.x, h: size.y }
    }

    pub(super) fn rect(&self) -> TileRect {
        TileRect { min: TileCoord::new(self.x, self.y), size: UVec2::new(self.w, self.h) }
    }
}

/// A path with slashes, as it is written in URLs and in maps.
pub(super) fn slashed(path: &Path) -> Cow<'_, str> {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '\\' { Cow::Owned(text.replace('\\', "/")) } else { text }
}
