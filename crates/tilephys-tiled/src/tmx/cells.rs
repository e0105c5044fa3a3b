//! The checked pass over the cells of a tile layer, with its cells of missing tiles.

use crate::data::parts::CellBlock;
use crate::error::{
    LoadError, Message, Place, Problem, Result, Warning, WarningKind, WithHelp, listed, mebibytes,
};
use crate::tmx::data::{Blocks, Encoding, FLAGS, Holder, cell_start, chunk_place, decode};
use crate::tmx::facts::TilesKnown;
use crate::tmx::pass::Pass;
use crate::tmx::schema::check_as;
use crate::xml::tree::Element;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use tilephys_core::TileCoord;

impl Pass<'_> {
    /// Reads all cells of a tile layer, and checks every gid.
    pub(super) fn tile_layer(&mut self, layer: Element<'_>, place: &Place) -> Result<Blocks> {
        let mut lost = LostTiles::default();
        let cells = self.blocks(layer, place, &mut lost);
        self.warn_of_lost(layer, place, lost);
        cells
    }

    /// Reads all cells of a tile layer; cells with missing tiles are emptied and noted in `lost`.
    fn blocks(&mut self, layer: Element<'_>, place: &Place, lost: &mut LostTiles) -> Result<Blocks> {
        check_as(layer, "layer size")?;
        let mut found = layer.children().filter(|e| e.name() == "data");
        let Some(data) = found.next() else {
            let what = layer.in_json("\"data\"", "<data>");
            let message =
                format!("the layer has no {what}, so it is empty").help("save the map again in Tiled");
            let error = layer.error(Problem::Data, message).within(place.clone());
            self.warn(Warning::of_error(WarningKind::NoCells, &error));
            return Ok(Vec::new());
        };
        if let Some(second) = found.next() {
            return Err(second.error(Problem::Format, "the layer has a second <data>".help("remove one")));
        }
        let encoding = Encoding::of(data)?;
        let chunks: Vec<_> = data.children().filter(|e| e.name() == "chunk").collect();
        if !self.infinite {
            if let Some(chunk) = chunks.first() {
                let what = chunk.in_json("chunk", "<chunk>");
                let help =
                    chunk.in_json("set \"infinite\" of the map to true", "set infinite=\"1\" on <map>");
                let message = format!("a {what} in a map that is not infinite").help(help);
                return Err(chunk.error(Problem::Format, message));
            }
            let size = [layer.number("width").unwrap_or(0), layer.number("height").unwrap_or(0)];
            return Ok(vec![self.cells((data, encoding), ([0, 0], size), lost)?]);
        }
        if chunks.is_empty() && !data.cells().trim().is_empty() {
            let message = "cells without a <chunk> in an infinite map".help("set infinite=\"0\" on <map>");
            return Err(data.error(Problem::Format, message));
        }
        let cells = |chunk| self.cells((chunk, encoding), chunk_place(chunk)?, &mut *lost);
        chunks.into_iter().map(cells).collect()
    }

    /// Reads the cells in a `<data>` or `<chunk>`: `corner` is the first, `size` is width and height.
    fn cells(
        &mut self,
        (holder, encoding): (Element<'_>, Encoding),
        (corner, size): ([i32; 2], [u32; 2]),
        lost: &mut LostTiles,
    ) -> Result<(CellBlock, Holder)> {
        self.cells = self.cells.saturating_add(u64::from(size[0]) * u64::from(size[1]));
        let most = self.limits().cells;
        if self.cells > most as u64 {
            let message = format!(
                "with these {}×{} cells the layers have more than {most} cells, which is the limit",
                size[0], size[1]
            )
            .help("resize or split the map, or raise the limit (--max-cells, in code Limits::cells)");
            return Err(holder.error(Problem::Limit, message));
        }
        if encoding.is_packed() {
            self.decoded = self.decoded.saturating_add(4 * u64::from(size[0]) * u64::from(size[1]));
            let most = self.limits().decoded_bytes;
            if self.decoded > most as u64 {
                let message = format!(
                    "with these {}×{} cells the layers unpack to more than {} of data, which is the \
                     limit",
                    size[0],
                    size[1],
                    mebibytes(most)
                )
                .help("resize the map, or raise the limit (Limits::decoded_bytes)");
                return Err(holder.error(Problem::Limit, message));
            }
        }
        let mut bits = decode(holder, encoding, size)?;
        let mut good = 0..=0;
        for (index, cell) in bits.iter_mut().enumerate() {
            let gid = *cell & !FLAGS;
            if gid == 0 || good.contains(&gid) {
                continue;
            }
            let at = || {
                let (col, row) = (index as u32 % size[0], index as u32 / size[0]);
                TileCoord { col: corner[0] + col as i32, row: corner[1] + row as i32 }
            };
            match self.find_gid(gid) {
                Ok((tileset, id)) if self.has_tile((tileset, id)) => {
                    good = self.good_gids(gid, tileset, id);
                }
                Ok(tile) => {
                    lost.note(tile, (holder, encoding), index, at());
                    *cell = 0;
                }
                Err(message) => {
                    let place = Place { cell: Some(at()), ..Place::default() };
                    let start = cell_start(holder, encoding, index);
                    return Err(holder.source.error(Problem::Gid, start, message).within(place));
                }
            }
        }
        let block = CellBlock { min: TileCoord::new(corner[0], corner[1]), width: size[0], gids: bits };
        Ok((block, (holder.node.id(), encoding)))
    }

    /// Range of gids without flags around the valid `gid` of tile `id` that are valid by the same check.
    fn good_gids(&self, gid: u32, tileset: usize, id: u32) -> RangeInclusive<u32> {
        let facts = &self.here.tilesets[tileset];
        let tile_count = facts.info.tile_count;
        // A tile beyond the count exists because the file has an element for it.
        if facts.is_collection() || facts.tiles_known != TilesKnown::All || id >= tile_count {
            return gid..=gid;
        }
        let first = gid - id;
        let ranges = &self.here.gids.ranges;
        let after = ranges.partition_point(|&(first, _)| first <= gid);
        let next = ranges.get(after).map_or(u32::MAX, |&(next, _)| next);
        first..=(next - 1).min(first.saturating_add(tile_count - 1))
    }

    /// Finds the tileset of a gid without flags and the tile id in it, which may be missing there. The error says that
    /// there is no such tileset.
    pub(super) fn find_gid(&self, gid: u32) -> Result<(usize, u32), Message> {
        let advice = "redraw the tile, or put the tileset back";
        match self.here.gids.find(gid) {
            None if self.here.gids.ranges.is_empty() => {
                Err(format!("gid {gid}, but the map has no tileset").help(advice))
            }
            None => Err(format!("gid {gid} is below the first gid of every tileset").help(advice)),
            Some(tile) => Ok(tile),
        }
    }
}

/// Maximum number of tile ids in a message.
const LISTED: usize = 8;

/// The missing tiles in the cells of a layer, by the index of the tileset.
#[derive(Default)]
pub(super) struct LostTiles(BTreeMap<usize, Lost>);

struct Lost {
    /// Error at the first cell.
    error: LoadError,
    cells: usize,
    /// First distinct ids.
    ids: Vec<u32>,
    /// True if there are further ids.
    more: bool,
}

impl LostTiles {
    /// Notes the missing tile `id` of a tileset in the cell `index` of `holder`, which is `at` in the map.
    pub(super) fn note(
        &mut self,
        (tileset, id): (usize, u32),
        (holder, encoding): (Element<'_>, Encoding),
        index: usize,
        at: TileCoord,
    ) {
        let lost = self.0.entry(tileset).or_insert_with(|| {
            let place = Place { cell: Some(at), ..Place::default() };
            let start = cell_start(holder, encoding, index);
            let error = holder.source.error(Problem::Gid, start, "").within(place);
            Lost { error, cells: 0, ids: Vec::new(), more: false }
        });
        lost.cells += 1;
        if lost.ids.len() == LISTED {
            lost.more |= !lost.ids.contains(&id);
        } else if !lost.ids.contains(&id) {
            lost.ids.push(id);
        }
    }
}

impl Pass<'_> {
    /// Warns of the missing tiles in the cells of `layer`.
    pub(super) fn warn_of_lost(&mut self, layer: Element<'_>, place: &Place, lost: LostTiles) {
        for (tileset, Lost { error, cells, mut ids, more }) in lost.0 {
            let name = &self.here.tilesets[tileset].info.name;
            ids.sort_unstable();
            let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
            let which = match (ids.as_slice(), more) {
                ([id], _) => format!("tile {id} of tileset {name:?}, which has no such tile"),
                (ids, false) => {
                    format!("tiles {} of tileset {name:?}, which has none of them", listed(ids, "and"))
                }
                (ids, true) => {
                    format!("tiles {} and others of tileset {name:?}, which has none of them", ids.join(", "))
                }
            };
            let message = match cells {
                1 => format!("the cell shows {which}, so it is empty")
                    .help("redraw the cell, or put the tile back"),
                _ => format!("{cells} cells show {which}, so they are empty")
                    .help("redraw the cells, or put the tiles back"),
            };
            let position = error.position().unwrap_or_else(|| layer.position());
            let warning = Warning::at(WarningKind::MissingTile, error.file(), position, message);
            self.warn(warning.within(error.place()).within(place));
        }
    }
}
