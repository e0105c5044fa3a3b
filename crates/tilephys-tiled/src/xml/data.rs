//! Cell data: five encodings to gids, never more than the layer has cells.

use super::schema::{check, shortened};
use super::tree::Element;
use crate::error::{LoadError, Problem};
use base64::Engine;
use std::io::Read;

/// What to do about data of the wrong length.
const AGAIN: &str = "; open the map in Tiled and save it again";

/// What a cell without compression may be.
const GID: &str = "expected a gid, a whole number; write 0 for no tile";

/// Bits of a gid that say how the tile is turned: 31 horizontal, 30 vertical, 29 diagonal. Bit 28 is the rotation by
/// 120° of hexagonal maps, which Tiled keeps in other maps too, where it means nothing.
pub(crate) const FLAGS: u32 = 0xF000_0000;

/// Cells of all layers of a map together: 128 MiB of gids.
pub(super) const MAX_CELLS: u64 = 1 << 25;

/// A rectangle of cells of a layer: the whole layer, or a chunk.
pub(crate) struct Cells {
    /// Column of the first.
    pub(crate) col: i32,
    /// Row of the first.
    pub(crate) row: i32,
    pub(crate) width: u32,
    /// Row by row, with their flags.
    pub(crate) gids: Vec<u32>,
}

/// How the data of a layer is written.
#[derive(Clone, Copy)]
pub(super) enum Encoding {
    Elements,
    Csv,
    Plain,
    Gzip,
    Zlib,
    Zstd,
}

impl Encoding {
    /// The encoding that a `<data>` element states.
    pub(super) fn of(data: Element<'_>) -> Result<Self, LoadError> {
        let compression = data.attribute("compression").unwrap_or_default();
        let encoding = match (data.attribute("encoding").unwrap_or_default(), compression) {
            ("", "") => Encoding::Elements,
            ("csv", "") => Encoding::Csv,
            ("base64", "") => Encoding::Plain,
            ("base64", "gzip") => Encoding::Gzip,
            ("base64", "zlib") => Encoding::Zlib,
            ("base64", "zstd") if cfg!(feature = "zstd") => Encoding::Zstd,
            ("base64", "zstd") => {
                let message = "Zstandard needs the feature \"zstd\" of tilephys-tiled; enable it, \
                               or choose another tile layer format in the map's properties in Tiled";
                return Err(data.attribute_error("compression", Problem::Data, message));
            }
            (encoding, compression) => {
                let message = format!(
                    "encoding {:?} with compression {:?} is unknown; expected csv, or base64 with gzip, zlib, zstd or none",
                    shortened(encoding),
                    shortened(compression)
                );
                return Err(data.attribute_error("encoding", Problem::Data, message));
            }
        };
        Ok(encoding)
    }
}

/// Decodes the content of a `<data>` or `<chunk>` element into `width` times `height` gids.
pub(super) fn decode(
    holder: Element<'_>,
    encoding: Encoding,
    [width, height]: [u32; 2],
) -> Result<Vec<u32>, LoadError> {
    let expected = u64::from(width) * u64::from(height);
    debug_assert!(expected <= MAX_CELLS, "the caller keeps the map's account of cells");
    let expected = expected as usize;
    let found = match encoding {
        Encoding::Elements => elements(holder)?,
        Encoding::Csv => csv(holder)?,
        packed => {
            let bytes = unpack(holder, packed, expected * 4)?;
            let (words, rest) = bytes.as_chunks::<4>();
            if words.len() < expected && !rest.is_empty() {
                let message = format!(
                    "{} bytes in data, which is no multiple of 4, as a tile takes{AGAIN}",
                    bytes.len()
                );
                return Err(holder.error(Problem::Data, message));
            }
            if words.len() >= expected && bytes.len() > expected * 4 {
                // Compressed data was not unpacked further, so the true number is unknown.
                let message = format!(
                    "more than {expected} tiles in data, expected {width}×{height} = {expected}{AGAIN}"
                );
                return Err(holder.error(Problem::Data, message));
            }
            words.iter().map(|w| u32::from_le_bytes(*w)).collect()
        }
    };
    if found.len() == expected {
        return Ok(found);
    }
    let message = format!("{} tiles in data, expected {width}×{height} = {expected}{AGAIN}", found.len());
    Err(holder.error(Problem::Data, message))
}

/// Cells as `<tile gid="..."/>`; without a gid the cell is empty.
fn elements(holder: Element<'_>) -> Result<Vec<u32>, LoadError> {
    let tiles = holder.children().filter(|e| e.name() == "tile");
    let gid = |tile: Element<'_>| match tile.attribute("gid") {
        None => Ok(0),
        Some(value) => value.trim().parse().map_err(|_| {
            let message = format!("{}: {GID}", tile.quote("gid", shortened(value)));
            tile.attribute_error("gid", Problem::Data, message)
        }),
    };
    tiles.map(gid).collect()
}

fn csv(holder: Element<'_>) -> Result<Vec<u32>, LoadError> {
    let text = holder.text();
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    // Two bytes at least a number.
    let mut gids = Vec::with_capacity(text.len() / 2);
    let mut offset = 0;
    for field in text.split(',') {
        let Ok(gid) = field.trim().parse() else {
            let blank = field.len() - field.trim_start().len();
            let message = match field.trim() {
                "" if offset + field.len() == text.len() => {
                    "the CSV data ends with a comma; remove it".to_owned()
                }
                "" => "a number is missing in the CSV data; write 0 for no tile".to_owned(),
                word => format!("{:?} in the CSV data: {GID}", shortened(word)),
            };
            return Err(holder.source.error(Problem::Data, text_start(holder) + offset + blank, message));
        };
        gids.push(gid);
        offset += field.len() + 1;
    }
    Ok(gids)
}

/// Offset in the file of the first text of an element.
fn text_start(holder: Element<'_>) -> usize {
    let text = holder.node.first_child().filter(roxmltree::Node::is_text);
    text.map_or(holder.node.range().start, |t| t.range().start)
}

/// Error at the cell `index` of `holder`: at its number in CSV, at its element, else at the data.
pub(super) fn cell_error(holder: Element<'_>, encoding: Encoding, index: usize, message: &str) -> LoadError {
    match encoding {
        Encoding::Elements => match holder.children().filter(|e| e.name() == "tile").nth(index) {
            Some(tile) => tile.error(Problem::Gid, message),
            None => holder.error(Problem::Gid, message),
        },
        Encoding::Csv => {
            let before: usize = holder.text().split(',').take(index).map(|field| field.len() + 1).sum();
            let blank = holder.text()[before..].len() - holder.text()[before..].trim_start().len();
            holder.source.error(Problem::Gid, text_start(holder) + before + blank, message)
        }
        _ => holder.error(Problem::Gid, message),
    }
}

/// Base64, and what was compressed, to at most one byte over `most`.
fn unpack(holder: Element<'_>, encoding: Encoding, most: usize) -> Result<Vec<u8>, LoadError> {
    let text: String = holder.text().split_ascii_whitespace().collect();
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(text)
        .map_err(|e| holder.error(Problem::Data, format!("the data is no Base64: {e}")).caused_by(e))?;
    // One byte over is enough to see that there are too many; a file cannot make us unpack more.
    let limit = most as u64 + 1;
    let mut out = Vec::new();
    let done = match encoding {
        Encoding::Gzip => flate2::read::GzDecoder::new(&bytes[..]).take(limit).read_to_end(&mut out),
        Encoding::Zlib => flate2::read::ZlibDecoder::new(&bytes[..]).take(limit).read_to_end(&mut out),
        Encoding::Zstd => unpack_zstd(&bytes, limit, &mut out),
        _ => return Ok(bytes),
    };
    done.map_err(|e| {
        let name = ["gzip", "zlib", "zstd"][encoding as usize - Encoding::Gzip as usize];
        holder.error(Problem::Data, format!("the {name} data is damaged: {e}")).caused_by(e)
    })?;
    Ok(out)
}

#[cfg(feature = "zstd")]
fn unpack_zstd(bytes: &[u8], limit: u64, out: &mut Vec<u8>) -> std::io::Result<usize> {
    // The window is allocated at once, by what the frame states. Compressors use 8 MiB at most for data of any size
    // unless told otherwise, and no more than the data needs.
    let window = limit.next_power_of_two().max(8 << 20);
    let decoder = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(bytes, window);
    decoder.map_err(std::io::Error::other)?.take(limit).read_to_end(out)
}

#[cfg(not(feature = "zstd"))]
fn unpack_zstd(_: &[u8], _: u64, _: &mut Vec<u8>) -> std::io::Result<usize> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// Column and row of the first cell of a `<chunk>`, and its width and height.
pub(super) fn chunk_place(chunk: Element<'_>) -> Result<([i32; 2], [u32; 2]), LoadError> {
    check(chunk)?;
    let corner = [chunk.number("x").unwrap_or(0), chunk.number("y").unwrap_or(0)];
    let size = [chunk.number("width").unwrap_or(0), chunk.number("height").unwrap_or(0)];
    let fits = |from: i32, size: u32| i64::from(from) + i64::from(size) <= i64::from(i32::MAX);
    if fits(corner[0], size[0]) && fits(corner[1], size[1]) {
        return Ok((corner, size));
    }
    let message = format!("the chunk at column {}, row {} reaches beyond the world", corner[0], corner[1]);
    Err(chunk.error(Problem::Limit, message))
}
