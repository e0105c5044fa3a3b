//! Image sizes, from which Tiled counts the tiles of a tileset.

use crate::error::{LoadError, Message, Problem, mebibytes};
use crate::files::reader::join;
use crate::tmx::pass::Pass;
use crate::xml::tree::Element;
use base64::Engine;
use glam::UVec2;
use std::path::Path;

/// Bytes of an image file that [`image_size`] needs at most, 1 MiB. Photographs have previews and colour profiles before
/// their size.
pub const IMAGE_HEAD_BYTES: usize = 1 << 20;

/// The grid of tiles in the image of a tileset, as Tiled computes it.
pub(super) struct ImageGrid {
    pub(super) columns: u32,
    /// Columns times rows, saturated at `u32`.
    pub(super) tiles: u32,
}

impl ImageGrid {
    /// The grid of a tileset whose image has `size` pixels.
    pub(super) fn of(tileset: Element<'_>, size: [u32; 2]) -> Self {
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
    /// Width and height of an `<image>` in pixels: its attributes, else the header of its file or embedded data.
    ///
    /// `None` if neither has them: the file is missing, outside of the root folder, or of an unknown format.
    pub(super) fn image_size(&mut self, image: Element<'_>) -> Result<Option<[u32; 2]>, LoadError> {
        if let Some(stated) = stated_size(image) {
            return Ok(Some(stated));
        }
        match image.attribute("source").filter(|source| !source.is_empty()) {
            Some(source) => self.file_size(image, source),
            None => Ok(image.child("data").and_then(data_size)),
        }
    }

    /// Width and height of the image file `source`.
    fn file_size(&mut self, image: Element<'_>, source: &str) -> Result<Option<[u32; 2]>, LoadError> {
        let path = join(&image.source.path, source);
        if self.root.refusal(source, &path).is_some() {
            return Ok(None);
        }
        self.header_of(&path).ok_or_else(|| {
            let message = Message::new(
                format!(
                    "more than {} images (or more than {} of them) have no size in the tilesets, which is \
                     the limit",
                    self.limits().files,
                    mebibytes(self.limits().all_bytes)
                ),
                "save the tilesets again in Tiled, which writes the sizes",
            );
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
        let size = header_size(&head);
        self.images.known.insert(path.to_owned(), size);
        Some(size)
    }

    /// True if a tileset has a tile `id`: by its count, else by its image, which may have grown after the count was
    /// written. Tiled counts by the image alone.
    pub(super) fn has_tile(&mut self, (tileset, id): (usize, u32)) -> bool {
        let facts = self.here.tilesets[tileset].clone();
        if facts.has(id) || facts.collection {
            return facts.has(id);
        }
        let path = facts.look.image.as_ref().and_then(|image| image.path.as_deref());
        let Some(path) = path.filter(|path| self.root.holds(path)) else { return false };
        let size = self.header_of(path).flatten();
        let grid =
            size.map(|size| ImageGrid::new(size, facts.tile_size, [facts.look.margin, facts.look.spacing]));
        let is_there = grid.is_some_and(|grid| id < grid.tiles);
        if is_there {
            self.here.grown.insert(tileset);
        }
        is_there
    }
}

/// Width and height that an `<image>` states; Tiled reads 0 as unset.
fn stated_size(image: Element<'_>) -> Option<[u32; 2]> {
    let side = |name| image.number::<u32>(name).filter(|side| *side != 0);
    Some([side("width")?, side("height")?])
}

/// Width and height of an image embedded as Base64.
fn data_size(data: Element<'_>) -> Option<[u32; 2]> {
    header_size(&embedded(data)?)
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
    header_size(head).map(UVec2::from)
}

/// Width and height in the header of an image file.
fn header_size(head: &[u8]) -> Option<[u32; 2]> {
    let size = imagesize::blob_size(head).ok()?;
    let side = |px: usize| u32::try_from(px).ok().filter(|px| *px != 0);
    Some([side(size.width)?, side(size.height)?])
}

#[cfg(test)]
mod tests {
    use super::header_size;

    #[test]
    fn headers_of_each_format_state_their_size() {
        let rows: [(&str, &[u8]); 6] = [
            ("png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x40\0\0\0\x20\x08\x06\0\0\0"),
            ("gif", b"GIF89a\x40\0\x20\0\0\0\0"),
            ("bmp", b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x40\0\0\0\x20\0\0\0\x01\0\x18\0"),
            ("jpeg", b"\xff\xd8\xff\xe0\0\x04\0\0\xff\xc0\0\x11\x08\0\x20\0\x40\x03"),
            ("webp", b"RIFF\x1e\0\0\0WEBPVP8L\x12\0\0\0\x2f\x3f\xc0\x07\0\0\0\0\0"),
            ("webp", b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\0\0\x1f\0\0"),
        ];
        for (format, head) in rows {
            assert_eq!(header_size(head), Some([64, 32]), "{format}");
            for end in 0..head.len() {
                header_size(&head[..end]);
            }
        }
        assert_eq!(header_size(b"<svg width=\"64\"/>"), None);
        assert_eq!(header_size(b"GIF89a\0\0\x20\0\0\0\0"), None);
    }

    #[test]
    fn damaged_headers_have_no_size() {
        let starts: [&[u8]; 6] =
            [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM", b"\xff\xd8\xff", b"RIFF\x1e\0\0\0WEBPVP8"];
        let mut state = 1_u64;
        for round in 0..30_000 {
            let mut head = starts[round % starts.len()].to_vec();
            head.extend((0..round % 64).map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 40) as u8
            }));
            header_size(&head);
        }
    }
}
