//! Decoder of cell data: five encodings to gids, never more than the layer has cells.

use crate::data::parts::CellBlock;
use crate::error::{Message, Problem, Result, WithHelp, shortened};
use crate::json::number;
use crate::tmx::schema::check;
use crate::xml::tree::Element;
use base64::Engine;
use memchr::memchr_iter;
use roxmltree::NodeId;
use std::collections::BTreeMap;
use std::io::Read;
use std::sync::OnceLock;

/// The remedy for data of the wrong length.
const AGAIN: &str = "open the map in Tiled and save it again";

/// The expected form of a cell without compression.
const NO_TILE: &str = "write 0 for no tile";

/// Flag bits of a gid: 31 horizontal, 30 vertical, 29 diagonal. Bit 28 is the rotation by 120° of hexagonal maps, which
/// Tiled keeps in other maps too, where it has no meaning.
pub(crate) const FLAGS: u32 = 0xF000_0000;

/// A `<data>` or `<chunk>` with cells.
pub(crate) type Holder = (NodeId, Encoding);

/// Rectangles of cells, in the order of the file.
pub(crate) type Blocks = Vec<(CellBlock, Holder)>;

/// The cells of a layer: in one block, or in chunks.
#[derive(Default)]
pub(crate) struct TileCells {
    pub(crate) blocks: Vec<CellBlock>,
    /// Where the cells of each block stand in the file.
    pub(crate) holders: Vec<Holder>,
    /// Number of cells by gid, counted when it is asked for.
    numbers: OnceLock<Vec<(u32, usize)>>,
}

/// Gids up to which cells are counted in an array, of 8 bytes each.
const LISTED_GIDS: u32 = 1 << 16;

impl TileCells {
    pub(crate) fn new(blocks: Blocks) -> TileCells {
        let (blocks, holders) = blocks.into_iter().filter(|(block, _)| !block.gids.is_empty()).unzip();
        TileCells { blocks, holders, numbers: OnceLock::new() }
    }

    /// The gids in ascending order, without flags and empty cells, each with its number of cells.
    pub(crate) fn numbers(&self) -> &[(u32, usize)] {
        self.numbers.get_or_init(|| self.counted())
    }

    fn counted(&self) -> Vec<(u32, usize)> {
        let gids = || self.blocks.iter().flat_map(|block| &block.gids).map(|gid| gid & !FLAGS);
        // Most maps have few tiles and many cells.
        let most = gids().max().unwrap_or(0).min(LISTED_GIDS);
        let mut listed = vec![0_usize; most as usize + 1];
        let mut others = BTreeMap::new();
        for gid in gids() {
            match listed.get_mut(gid as usize) {
                Some(number) => *number += 1,
                None => *others.entry(gid).or_default() += 1,
            }
        }
        let listed = (0..).zip(listed).skip(1).filter(|(_, number)| *number > 0);
        listed.chain(others).collect()
    }
}

/// The encoding of a layer's data.
#[derive(Clone, Copy)]
pub(crate) enum Encoding {
    Elements,
    Csv,
    Plain,
    Gzip,
    Zlib,
    Zstd,
}

impl Encoding {
    /// True if it is Base64, compressed or not.
    pub(super) fn is_packed(self) -> bool {
        !matches!(self, Encoding::Elements | Encoding::Csv)
    }

    /// The encoding that a `<data>` element states.
    pub(crate) fn of(data: Element<'_>) -> Result<Self> {
        let compression = data.attribute("compression").unwrap_or_default();
        let encoding = match (data.attribute("encoding").unwrap_or_default(), compression) {
            ("", "") => Encoding::Elements,
            ("csv", "") => Encoding::Csv,
            ("base64", "") => Encoding::Plain,
            ("base64", "gzip") => Encoding::Gzip,
            ("base64", "zlib") => Encoding::Zlib,
            ("base64", "zstd") if cfg!(feature = "zstd") => Encoding::Zstd,
            ("base64", "zstd") => {
                let message = "Zstandard needs the feature \"zstd\" of tilephys-tiled"
                    .help("enable it, or choose another tile layer format in the map's properties in Tiled");
                return Err(data.attribute_error("compression", Problem::Data, message));
            }
            (encoding, compression) => {
                let message = format!(
                    "unknown encoding {:?} with compression {:?}: expected csv, or base64 with gzip, zlib, \
                     zstd or none",
                    shortened(encoding),
                    shortened(compression)
                );
                return Err(data.attribute_error("encoding", Problem::Data, message));
            }
        };
        Ok(encoding)
    }
}

/// The message that a cell is not a number.
fn no_gid(found: &str) -> Message {
    format!("{found}: expected a gid, a whole number").help(NO_TILE)
}

/// Decodes the content of a `<data>` or `<chunk>` element into `width` times `height` gids.
pub(crate) fn decode(holder: Element<'_>, encoding: Encoding, [width, height]: [u32; 2]) -> Result<Vec<u32>> {
    let expected = u64::from(width) * u64::from(height);
    debug_assert!(
        expected <= holder.source.limits.cells as u64,
        "the caller keeps the map's account of cells"
    );
    let expected = expected as usize;
    let (found, count) = match encoding {
        Encoding::Elements => elements(holder)?,
        Encoding::Csv => csv(holder, expected)?,
        packed => unpack(holder, packed, expected)?,
    };
    if count == expected {
        return Ok(found);
    }
    let known = !encoding.is_packed() || count < expected;
    let (than, number) = if known { ("", count) } else { ("more than ", expected) };
    let text = format!("{than}{number} tiles in data, expected {width}×{height} = {expected}");
    Err(holder.error(Problem::Data, text.help(AGAIN)))
}

/// Gids, at most one more than expected, and their total number as far as known.
type Counted = (Vec<u32>, usize);

/// Decodes cells as `<tile gid="..."/>`; without a gid the cell is empty.
fn elements(holder: Element<'_>) -> Result<Counted> {
    let tiles = holder.children().filter(|e| e.name() == "tile");
    let gid = |tile: Element<'_>| match tile.attribute("gid") {
        None => Ok(0),
        Some(value) => value.trim().parse().map_err(|_| {
            let message = no_gid(&tile.quote("gid", shortened(value)));
            tile.attribute_error("gid", Problem::Data, message)
        }),
    };
    let gids: Vec<u32> = tiles.map(gid).collect::<Result<_, _>>()?;
    let count = gids.len();
    Ok((gids, count))
}

fn csv(holder: Element<'_>, expected: usize) -> Result<Counted> {
    let text = holder.cells();
    if text.trim().is_empty() {
        return Ok((Vec::new(), 0));
    }
    // A number takes at least two bytes.
    let mut gids = Vec::with_capacity(expected.min(text.len() / 2 + 1));
    let count = plain_csv(text.as_bytes(), expected, &mut gids);
    count.map_or_else(|| csv_error(holder, expected), |count| Ok((gids, count)))
}

/// Parses comma-separated numbers. Returns their number, of which the first `expected` are kept; `None` for anything
/// else.
fn plain_csv(bytes: &[u8], expected: usize, gids: &mut Vec<u32>) -> Option<usize> {
    let mut count = 0;
    let mut bytes = bytes.trim_ascii().iter();
    loop {
        let mut digits = bytes.by_ref().skip_while(|b| b.is_ascii_whitespace());
        let mut number = match digits.next()? {
            digit @ b'0'..=b'9' => u32::from(digit - b'0'),
            _ => return None,
        };
        let end = loop {
            match bytes.next() {
                Some(digit @ b'0'..=b'9') => {
                    number = number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?;
                }
                end => break end,
            }
        };
        count += 1;
        if count <= expected {
            gids.push(number);
        }
        match end {
            Some(b',') => {}
            None => return Some(count),
            Some(blank) if blank.is_ascii_whitespace() => match bytes.find(|b| !b.is_ascii_whitespace()) {
                Some(b',') => {}
                _ => return None,
            },
            Some(_) => return None,
        }
    }
}

/// Parses numbers separated by any blanks that Rust knows, and reports the first invalid one.
fn csv_error(holder: Element<'_>, expected: usize) -> Result<Counted> {
    let (mut gids, mut count) = (Vec::new(), 0);
    let mut fields = holder.cells().split(',').peekable();
    while let Some(field) = fields.next() {
        let field = field.trim();
        let read = || if holder.source.is_json() { number(field).parse() } else { field.parse() };
        let Ok(gid) = read() else {
            let message = match field {
                "" if fields.peek().is_none() => "the CSV data ends with a comma".help("remove it"),
                "" => "a number is missing in the CSV data".help(NO_TILE),
                word => {
                    let word = word.trim_matches(if holder.source.is_json() { '"' } else { ',' });
                    let data = holder.in_json("\"data\"", "the CSV data");
                    no_gid(&format!("{:?} in {data}", shortened(word)))
                }
            };
            let at = cell_start(holder, Encoding::Csv, count);
            return Err(holder.source.error(Problem::Data, at, message));
        };
        count += 1;
        if count <= expected {
            gids.push(gid);
        }
    }
    Ok((gids, count))
}

/// Offset in the file of the cell `index` of `holder`: of its number in CSV, of its element, else of the data.
pub(crate) fn cell_start(holder: Element<'_>, encoding: Encoding, index: usize) -> usize {
    let found = match encoding {
        Encoding::Elements => holder.children().filter(|e| e.name() == "tile").nth(index).map(|e| e.start()),
        Encoding::Csv => number_start(holder, index),
        _ => None,
    };
    found.unwrap_or_else(|| holder.start())
}

/// Offset in the file of a number of CSV data; `None` if the file has no such text.
fn number_start(holder: Element<'_>, index: usize) -> Option<usize> {
    let (text, start) = holder.written_cells()?;
    let last = index.checked_sub(1).map(|last| memchr_iter(b',', text.as_bytes()).nth(last));
    let skipped = last.map_or(0, |comma| comma.map_or(text.len(), |comma| comma + 1));
    Some(start + text.len() - text[skipped..].trim_start().len())
}

/// Decodes and decompresses Base64, to at most one gid more than `most`.
fn unpack(holder: Element<'_>, encoding: Encoding, most: usize) -> Result<Counted> {
    let bytes = base64(holder)?;
    let unpacked = match encoding {
        Encoding::Gzip => all_of(flate2::read::GzDecoder::new(&bytes[..]), most),
        Encoding::Zlib => all_of(flate2::read::ZlibDecoder::new(&bytes[..]), most),
        Encoding::Zstd => unpack_zstd(&bytes, most),
        _ => Ok(bytes),
    };
    let unpacked = unpacked.map_err(|e| {
        let name = ["gzip", "zlib", "zstd"][encoding as usize - Encoding::Gzip as usize];
        holder.error(Problem::Data, format!("the {name} data is damaged: {e}")).caused_by(e)
    })?;
    let length = unpacked.len();
    if length < most * 4 && !length.is_multiple_of(4) {
        let text = format!("the data has {length} bytes, not a multiple of the 4 bytes of a tile");
        return Err(holder.error(Problem::Data, text.help(AGAIN)));
    }
    let (whole, rest) = unpacked.as_chunks();
    let gids: Vec<u32> = whole.iter().take(most).map(|gid| u32::from_le_bytes(*gid)).collect();
    Ok((gids, whole.len() + rest.len().div_ceil(4)))
}

fn base64(holder: Element<'_>) -> Result<Vec<u8>> {
    let decode = |text: &str| base64::engine::general_purpose::STANDARD.decode(text);
    // Tiled writes blanks around the data, and none within.
    let text = holder.cells().trim_ascii();
    let decoded = decode(text).or_else(|_| decode(&text.split_ascii_whitespace().collect::<String>()));
    decoded
        .map_err(|e| holder.error(Problem::Data, format!("the data is not valid Base64: {e}")).caused_by(e))
}

/// The bytes of `data`, at most one more than `most` gids have. One more shows that there are too many, so a file cannot make
/// the loader decompress more.
fn all_of(data: impl Read, most: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(most * 4 + 1);
    data.take(most as u64 * 4 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(feature = "zstd")]
fn unpack_zstd(bytes: &[u8], most: usize) -> std::io::Result<Vec<u8>> {
    // The window is allocated at once, by the size in the frame. By default, compressors use 8 MiB at most for data of
    // any size, and no more than the data needs.
    let window = (most as u64 * 4 + 1).next_power_of_two().max(8 << 20);
    let decoder = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(bytes, window);
    all_of(decoder.map_err(std::io::Error::other)?, most)
}

#[cfg(not(feature = "zstd"))]
fn unpack_zstd(_: &[u8], _: usize) -> std::io::Result<Vec<u8>> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// Column and row of the first cell of a `<chunk>`, and its width and height.
pub(crate) fn chunk_place(chunk: Element<'_>) -> Result<([i32; 2], [u32; 2])> {
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
