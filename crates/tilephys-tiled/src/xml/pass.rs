//! The checked pass over a map: its head, its layers and their cells.

use super::copy::Copy;
use super::data::{Cells, Encoding, FLAGS, cell_error, chunk_place, decode};
use super::facts::{Content, Gids, LayerFacts, MapFacts, MapTileset, TilesetFacts};
use super::look::{color_of, image, layer_look, render_order};
use super::schema::{check as check_attributes, check_as, look};
use super::store::{FileFacts, Store};
use super::tree::{Element, Source};
use crate::error::{LoadError, Place, Problem, Warning};
use crate::limits::Limits;
use crate::load::Asked;
use crate::names::{Names, did_you_mean};
use crate::properties::Properties;
use crate::settings::Settings;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use tilephys_core::{TileCoord, UNITS_PER_PX, WORLD_LIMIT};

/// The name of the map among the copies.
pub(crate) const MAP_COPY: &str = "map.tmx";

/// What the checked pass gives.
pub(crate) struct Checked {
    pub(crate) facts: MapFacts,
    pub(crate) source: Source,
    /// What the `tiled` crate is to read as the map.
    pub(crate) copy: Vec<u8>,
    /// The tilesets and templates that the map uses, also through each other.
    pub(crate) files: BTreeMap<PathBuf, Arc<FileFacts>>,
    pub(crate) warnings: Vec<Warning>,
}

/// The pass in progress.
pub(super) struct Pass<'f> {
    pub(super) asked: &'f Asked<'f>,
    pub(super) store: &'f mut Store,
    /// The file that is being read.
    pub(super) here: Scope,
    /// Files that are being read, each for the one before.
    pub(super) open: Vec<PathBuf>,
    /// Tilesets and templates that were read for this map.
    pub(super) used: BTreeMap<PathBuf, Arc<FileFacts>>,
    /// Bytes of the map and those files.
    pub(super) bytes: usize,
    /// Bytes of the templates of all objects, each counted for each object.
    pub(super) inherited: usize,
    infinite: bool,
    layer_count: usize,
    cells: u64,
}

/// What is found in one file.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) warnings: Vec<Warning>,
    pub(super) names: Names,
    pub(super) tilesets: Vec<MapTileset>,
    /// The places of tilesets that files share, by address.
    pub(super) places: BTreeMap<*const TilesetFacts, usize>,
    /// Files that it refers to.
    pub(super) uses: BTreeMap<PathBuf, Arc<FileFacts>>,
    /// Bytes of the templates of its objects.
    pub(super) inherited: usize,
}

/// Reads and checks the map that is asked for, and all that it refers to.
pub(crate) fn check(
    asked: &Asked<'_>,
    bytes: Option<Vec<u8>>,
    store: &mut Store,
) -> Result<Checked, LoadError> {
    let Asked { path, limits, .. } = *asked;
    let source = match bytes {
        Some(bytes) => Source::of_bytes(path, bytes, limits),
        None => Source::read(asked.files, path, limits),
    };
    let source = source.map_err(|error| {
        // One with a cause is the reader's: the file is not there, or not to be opened.
        if error.source().is_none() || error.position().is_some() {
            return error;
        }
        let message = format!("{}; check the path", error.message());
        LoadError::new(error.problem(), path, message).caused_by(error)
    })?;
    let document = source.parse("map")?;
    let mut pass = Pass {
        asked,
        store,
        here: Scope::default(),
        open: vec![path.to_owned()],
        used: BTreeMap::new(),
        bytes: source.len(),
        inherited: 0,
        infinite: false,
        layer_count: 0,
        cells: 0,
    };
    let (facts, copy) = pass.map(Element { source: &source, node: document.root_element() })?;
    let Pass { here: Scope { mut warnings, mut names, .. }, used: files, .. } = pass;
    for file in files.values() {
        warnings.extend(file.warnings.iter().cloned());
        names.absorb(&file.names);
    }
    warnings.extend(names.warnings());
    drop(document);
    Ok(Checked { facts, source, copy, files, warnings })
}

impl Pass<'_> {
    fn map(&mut self, map: Element<'_>) -> Result<(MapFacts, Vec<u8>), LoadError> {
        orientation(map)?;
        check_attributes(map)?;
        let file = &map.source.path;
        let two = |a, b| [map.number(a).unwrap_or(0), map.number(b).unwrap_or(0)];
        let (size, tile_size): ([u32; 2], [u32; 2]) =
            (two("width", "height"), two("tilewidth", "tileheight"));
        self.infinite = map.attribute("infinite") == Some("1");
        check_sizes(map, size, tile_size, self.infinite)?;
        self.warn_looks(map, &Place::default());
        let properties = Properties::of(map)?;
        let settings = self.settings(&properties, map.class(), map, &Place::default())?;

        let mut copy = Copy::default();
        copy.open(map, &[("version", "1.10"), ("orientation", "orthogonal")]);
        let gids = self.map_tilesets(map, &mut copy)?;
        let layers = self.layers(map, None, &gids, &mut copy)?;
        copy.close(map);
        let facts = MapFacts {
            limits: *self.limits(),
            file: file.clone(),
            position: map.position(),
            size,
            tile_size,
            infinite: self.infinite,
            background: color_of(map, "backgroundcolor"),
            render_order: render_order(map),
            class: map.class().to_owned(),
            properties,
            settings,
            gids,
            tilesets: std::mem::take(&mut self.here.tilesets),
            layers,
        };
        Ok((facts, copy.into_bytes()))
    }

    pub(super) fn limits(&self) -> &Limits {
        self.asked.limits
    }

    /// The tilesets of a map. They are read before its layers, wherever they stand.
    fn map_tilesets(&mut self, map: Element<'_>, copy: &mut Copy) -> Result<Gids, LoadError> {
        let mut gids = Gids::default();
        let mut first_gids = BTreeSet::new();
        let mut in_copy = 0;
        for element in map.children().filter(|e| e.name() == "tileset") {
            let (first_gid, index) = self.tileset_use(element, Some((copy, &mut in_copy)))?;
            if !first_gids.insert(first_gid) {
                let message = format!(
                    "{}: another tileset has it; remove one, or give this and its tiles numbers from {} on",
                    element.quote("firstgid", first_gid),
                    self.first_free(&gids)
                );
                return Err(element.attribute_error("firstgid", Problem::Format, message));
            }
            gids.ranges.push((first_gid, index));
        }
        gids.ranges.sort_unstable();
        Ok(gids)
    }

    /// The first gid beyond all tilesets.
    fn first_free(&self, gids: &Gids) -> u32 {
        let after = |&(first, tileset): &(u32, usize)| {
            let TilesetFacts { tile_count, tiles, .. } = &*self.here.tilesets[tileset];
            let last = tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
            first.saturating_add(*tile_count.max(&last))
        };
        gids.ranges.iter().map(after).max().unwrap_or(1)
    }

    /// The layers within a map or a group. `group` is the path of the group and how deep it is.
    fn layers(
        &mut self,
        parent: Element<'_>,
        group: Option<(&str, usize)>,
        gids: &Gids,
        copy: &mut Copy,
    ) -> Result<Vec<LayerFacts>, LoadError> {
        let is_layer = |e: &Element<'_>| matches!(e.name(), "layer" | "objectgroup" | "imagelayer" | "group");
        let mut layers = Vec::new();
        for element in parent.children().filter(is_layer) {
            let name = element.attribute("name").unwrap_or_default();
            let path = group.map_or_else(|| name.to_owned(), |(path, _)| format!("{path}/{name}"));
            let depth = group.map_or(0, |(_, depth)| depth + 1);
            let Limits { groups_deep, layers: most, layer_path_bytes, .. } = *self.limits();
            if depth > groups_deep {
                let message = format!("groups within groups, over {groups_deep} deep, are not read");
                return Err(element.error(Problem::Limit, message));
            }
            self.layer_count += 1;
            if self.layer_count > most || path.len() > layer_path_bytes {
                let message = format!(
                    "more than {most} layers, or names of a layer and its groups over {layer_path_bytes} bytes, are not read"
                );
                return Err(element.error(Problem::Limit, message));
            }
            let layer = self.layer(element, &path, depth, gids, copy);
            layers.push(layer.map_err(|e| e.within(Place { layer: Some(path), ..Place::default() }))?);
        }
        Ok(layers)
    }

    fn layer(
        &mut self,
        element: Element<'_>,
        path: &str,
        depth: usize,
        gids: &Gids,
        copy: &mut Copy,
    ) -> Result<LayerFacts, LoadError> {
        check_attributes(element)?;
        let properties = Properties::of(element)?;
        let place = Place { layer: Some(path.to_owned()), ..Place::default() };
        let settings = self.settings(&properties, element.class(), element, &place)?;
        self.warn_looks(element, &place);
        let content = match element.name() {
            "layer" => {
                let cells = self.tile_layer(element, gids)?;
                copy.empty(element, &[("width", "0"), ("height", "0")]);
                Content::Tiles(cells)
            }
            "objectgroup" => {
                copy.open(element, &[]);
                let objects = self.objects(element, gids, copy)?;
                copy.close(element);
                // "topdown" if the file does not say.
                Content::Objects(objects, look(element, "draworder") != Some("index"))
            }
            "group" => {
                copy.open(element, &[]);
                let layers = self.layers(element, Some((path, depth)), gids, copy)?;
                copy.close(element);
                Content::Group(layers)
            }
            _ => {
                copy.empty(element, &[]);
                let found = element.child("image");
                found.into_iter().for_each(|image| self.warn_looks(image, &place));
                let repeat = ["repeatx", "repeaty"].map(|name| look(element, name) == Some("1"));
                Content::Image { image: found.map(image), repeat }
            }
        };
        Ok(LayerFacts {
            position: element.position(),
            path: path.to_owned(),
            class: element.class().to_owned(),
            properties,
            settings,
            look: layer_look(element),
            content,
        })
    }

    /// All cells of a tile layer, with every gid checked.
    fn tile_layer(&mut self, layer: Element<'_>, gids: &Gids) -> Result<Vec<Cells>, LoadError> {
        check_as(layer, "layer size")?;
        let mut found = layer.children().filter(|e| e.name() == "data");
        let Some(data) = found.next() else {
            return Err(layer.error(Problem::Data, "the layer has no <data>; save the map again in Tiled"));
        };
        if let Some(second) = found.next() {
            return Err(second.error(Problem::Format, "the layer has a second <data>; remove one"));
        }
        let encoding = Encoding::of(data)?;
        let chunks: Vec<_> = data.children().filter(|e| e.name() == "chunk").collect();
        if !self.infinite {
            if let Some(chunk) = chunks.first() {
                let message = "a <chunk> in a map that is not infinite; set infinite=\"1\" on <map>";
                return Err(chunk.error(Problem::Format, message));
            }
            let size = [layer.number("width").unwrap_or(0), layer.number("height").unwrap_or(0)];
            return Ok(vec![self.cells(data, encoding, ([0, 0], size), gids)?]);
        }
        if chunks.is_empty() && !data.text().trim().is_empty() {
            let message = "cells without a <chunk> in an infinite map; set infinite=\"0\" on <map>";
            return Err(data.error(Problem::Format, message));
        }
        let place = |chunk| chunk_place(chunk).map(|place| (chunk, place));
        chunks
            .into_iter()
            .map(place)
            .map(|placed| placed.and_then(|(chunk, place)| self.cells(chunk, encoding, place, gids)))
            .collect()
    }

    /// The cells in a `<data>` or `<chunk>`: `corner` is the first, `size` is width and height.
    fn cells(
        &mut self,
        holder: Element<'_>,
        encoding: Encoding,
        (corner, size): ([i32; 2], [u32; 2]),
        gids: &Gids,
    ) -> Result<Cells, LoadError> {
        self.cells = self.cells.saturating_add(u64::from(size[0]) * u64::from(size[1]));
        let most = self.limits().cells;
        if self.cells > most as u64 {
            let message = format!(
                "{}×{} cells here make more than {most} in all layers, the most that is read; \
                 resize the map, or split it, or raise the limit (Limits::cells)",
                size[0], size[1]
            );
            return Err(holder.error(Problem::Limit, message));
        }
        let bits = decode(holder, encoding, size)?;
        let mut good = 0..=0;
        for (index, gid) in bits.iter().map(|b| b & !FLAGS).enumerate() {
            if gid == 0 || good.contains(&gid) {
                continue;
            }
            match self.check_gid(gid, gids) {
                Ok((tileset, id)) => good = self.good_gids(gid, tileset, id, gids),
                Err(message) => {
                    let (col, row) = (index as u32 % size[0], index as u32 / size[0]);
                    let cell = TileCoord { col: corner[0] + col as i32, row: corner[1] + row as i32 };
                    let place = Place { cell: Some(cell), ..Place::default() };
                    return Err(cell_error(holder, encoding, index, &message).within(place));
                }
            }
        }
        Ok(Cells { col: corner[0], row: corner[1], width: size[0], gids: bits })
    }

    /// Gids without flags around the good one `gid` of the tile `id` that are good as it is.
    fn good_gids(&self, gid: u32, tileset: usize, id: u32, gids: &Gids) -> RangeInclusive<u32> {
        let TilesetFacts { collection, built_in, tile_count, .. } = *self.here.tilesets[tileset];
        // A tile beyond the count is there because the file writes it out.
        if collection || built_in || id >= tile_count {
            return gid..=gid;
        }
        let first = gid - id;
        let next = gids.ranges.iter().map(|&(next, _)| next).find(|next| *next > gid).unwrap_or(u32::MAX);
        first..=(next - 1).min(first.saturating_add(tile_count - 1))
    }

    /// Finds the tile of a gid without flags; what is wrong if there is none.
    pub(super) fn check_gid(&self, gid: u32, gids: &Gids) -> Result<(usize, u32), String> {
        let advice = "draw the tile again, or put the tileset back";
        match gids.find(gid) {
            None if gids.ranges.is_empty() => Err(format!("gid {gid}, but there is no tileset; {advice}")),
            None => Err(format!("gid {gid} is before the first of every tileset; {advice}")),
            Some((tileset, id)) if self.here.tilesets[tileset].has(id) => Ok((tileset, id)),
            Some((tileset, id)) => {
                let TilesetFacts { name, tile_count, .. } = &*self.here.tilesets[tileset];
                Err(format!(
                    "gid {gid} would be tile {id} of tileset {name:?}, which has {tile_count}; {advice}"
                ))
            }
        }
    }

    /// What the `properties` of `element` say about collision; warnings, also about its class, are kept.
    ///
    /// `class` is that of its template if it has none.
    pub(super) fn settings(
        &mut self,
        properties: &Properties,
        class: &str,
        element: Element<'_>,
        place: &Place,
    ) -> Result<Settings, LoadError> {
        let file = &element.source.path;
        let settings = Settings::read(properties, class, file)?;
        self.here.warnings.extend(settings.warnings(file, place));
        self.here.names.properties(properties, class, file, place);
        self.here.names.class(element, place);
        Ok(settings)
    }
}

fn orientation(map: Element<'_>) -> Result<(), LoadError> {
    let known = ["orthogonal", "isometric", "staggered", "hexagonal", "oblique"];
    match map.attribute("orientation") {
        // Tiled takes a map without one as orthogonal, too.
        None | Some("orthogonal") => Ok(()),
        Some(other) => {
            let quoted = map.quote("orientation", super::shortened(other));
            let hint = if known.contains(&other) {
                "; draw the level as an orthogonal map".to_owned()
            } else {
                did_you_mean(other, &known)
            };
            let message = format!("{quoted}: only orthogonal maps are read{hint}");
            Err(map.attribute_error("orientation", Problem::Orientation, message))
        }
    }
}

fn check_sizes(map: Element<'_>, size: [u32; 2], tile: [u32; 2], infinite: bool) -> Result<(), LoadError> {
    let world = u64::from((WORLD_LIMIT / UNITS_PER_PX).unsigned_abs());
    let remedy = "set its size in the map's properties in Tiled";
    for (name, tiles, tile_name, px) in
        [("width", size[0], "tilewidth", tile[0]), ("height", size[1], "tileheight", tile[1])]
    {
        if px == 0 {
            let message = format!("{}: a tile is at least 1 pixel; {remedy}", map.quote(tile_name, px));
            return Err(map.attribute_error(tile_name, Problem::Format, message));
        }
        if u64::from(px) > world {
            let message = format!("{}: a tile is at most {world} pixels; {remedy}", map.quote(tile_name, px));
            return Err(map.attribute_error(tile_name, Problem::Limit, message));
        }
        // An infinite map states the size of what is drawn, and nothing depends on it.
        if !infinite && u64::from(tiles) * u64::from(px) > world {
            let message = format!(
                "{}: tiles of {px} px reach beyond the world, which ends at {world} px; \
                 resize the map to {} tiles at most",
                map.quote(name, tiles),
                world / u64::from(px)
            );
            return Err(map.attribute_error(name, Problem::Limit, message));
        }
    }
    Ok(())
}
