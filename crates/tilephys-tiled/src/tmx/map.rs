//! The checked pass over a map: its header, its layers and their cells.

use crate::data::parts::{Color, LayerContent, LayerInfo, LayerKind};
use crate::error::{
    Faults, LoadError, Message, Place, Problem, Result, Warning, WarningKind, WithHelp, shortened,
};
use crate::files::missing_file::map_remedy;
use crate::files::reader::Limits;
use crate::files::root::Root;
use crate::tmx::data::TileCells;
use crate::tmx::facts::{Gids, LayerFacts, MapFacts, TilesKnown, TilesetFacts};
use crate::tmx::include::first_gid;
use crate::tmx::look::{color_of, image, number, opacity_of, render_order};
use crate::tmx::pass::{FileFacts, Ids, ImageSizes, Pass, Scope, Store};
use crate::tmx::schema::{check as check_attributes, look};
use crate::types::{Asked, TypeSet, Wanted, is_project};
use crate::vocabulary::names::did_you_mean;
use crate::xml::tree::{Element, Markup, Source, flag};
use glam::Vec2;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilephys_core::{UNITS_PER_PX, WORLD_LIMIT};

/// The result of the checked pass.
pub(crate) struct Checked {
    pub(crate) facts: MapFacts,
    pub(crate) source: Source,
    /// Tilesets and templates that the map uses, also through each other.
    pub(crate) files: BTreeMap<PathBuf, Arc<FileFacts>>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) types: Arc<TypeSet>,
    /// Path of the file of types, if there is one.
    pub(crate) project: Option<PathBuf>,
}

/// Reads and checks a map with all files that it refers to.
pub(crate) fn check(asked: &Asked<'_>, bytes: Option<Vec<u8>>, store: &mut Store) -> Result<Checked> {
    let Asked { path, limits, .. } = *asked;
    let source = match bytes {
        Some(bytes) => Source::of_bytes(path, bytes, limits),
        None => Source::read(asked.files, path, limits),
    };
    let source = source.and_then(|source| source.with_tree("map")).map_err(|error| {
        // An error with a cause comes from the file system: the file is missing or cannot be opened.
        if error.source().is_none() || error.position().is_some() {
            return error;
        }
        let message = error.message().help(map_remedy(asked.files, path));
        LoadError::new(error.problem(), path, message).caused_by(error)
    })?;
    let (project, mut chosen) = asked.find();
    let types = store.types(project.as_deref().unwrap_or(Path::new("")), || {
        project.as_deref().map_or_else(|| Ok(TypeSet::ours()), |path| asked.read_types(path))
    })?;
    chosen.extend(types.warnings.iter().cloned());
    let mut pass = Pass {
        asked,
        store,
        root: root_of(asked, project.as_deref()),
        types: types.clone(),
        here: Scope::default(),
        open: vec![path.to_owned()],
        ids: Ids::default(),
        images: ImageSizes::default(),
        used: BTreeMap::new(),
        failed: BTreeMap::new(),
        markup: Markup::default(),
        bytes: source.text().len(),
        inherited: 0,
        infinite: false,
        cells: 0,
        decoded: 0,
    };
    let map = source.parse().and_then(|document| {
        let node = document.root_element();
        pass.map(Element { source: &source, node })
    });
    let shown = |file: &Path, at| {
        [&source].into_iter().chain(&types.sources).find_map(|source| source.snippet_in(file, at))
    };
    let facts = map.map_err(|e| e.show(shown))?;
    let Pass { here: Scope { mut warnings, mut names, mut missing, .. }, used: files, .. } = pass;
    for file in files.values() {
        warnings.absorb(&file.warnings, limits.warnings);
        names.absorb(&file.names);
        missing.absorb(&file.missing);
    }
    // Several files may warn of one class.
    let mut told = BTreeSet::new();
    warnings.retain(|w| {
        !matches!(w.kind, WarningKind::SettingType | WarningKind::SettingValue)
            || told.insert((w.file.clone(), w.position))
    });
    let is_wanted = *asked.types != Wanted::Ours;
    let missing = missing.into_warnings(&types.types, project.as_deref(), is_wanted);
    let others = names.warnings().into_iter().chain(chosen).chain(missing);
    others.for_each(|warning| warnings.add(warning, limits.warnings));
    let warnings = warnings.all(path);
    Ok(Checked { facts, source, files, warnings, types, project })
}

/// The root folder: as set, else of the map's project, else the map's own folder.
pub(crate) fn root_of(asked: &Asked<'_>, project: Option<&Path>) -> Root {
    let of_project = || project.filter(|path| is_project(path)).map(Root::of_map);
    let holding = || of_project().filter(|root| root.holds(asked.path));
    asked.root.cloned().or_else(holding).unwrap_or_else(|| Root::of_map(asked.path))
}

impl Pass<'_> {
    fn map(&mut self, map: Element<'_>) -> Result<MapFacts> {
        self.markup = self.markup_of(map)?;
        map.source.repeated_keys().for_each(|warning| self.warn(warning));
        orientation(map)?;
        let mut faults = Faults::default();
        let file = &map.source.path;
        let two = |a, b| [map.number(a).unwrap_or(0), map.number(b).unwrap_or(0)];
        let (size, tile_size): ([u32; 2], [u32; 2]) =
            (two("width", "height"), two("tilewidth", "tileheight"));
        self.infinite = map.flag("infinite").unwrap_or(false);
        if faults.keep(check_attributes(map)).is_some() {
            faults.keep(check_sizes(map, size, tile_size, self.infinite));
        }
        self.warn_looks(map, &Place::default());
        let (properties, settings) = self.properties(map, &Place::default(), &mut faults);

        self.here.gids = self.map_tilesets(map, &mut faults);
        let mut layers = Vec::new();
        self.layers(map, &[], &mut layers, &mut faults);
        faults.or(())?;
        self.number_objects(&mut layers);
        let facts = MapFacts {
            limits: *self.limits(),
            file: file.clone(),
            position: map.position(),
            version: map.attribute("version").unwrap_or_default().to_owned(),
            tiled_version: map.attribute("tiledversion").unwrap_or_default().to_owned(),
            size,
            tile_size,
            infinite: self.infinite,
            background: color_of(map, "backgroundcolor"),
            render_order: render_order(map),
            parallax_origin: ["parallaxoriginx", "parallaxoriginy"]
                .map(|name| number(map, name).unwrap_or(0.0)),
            class: map.class().to_owned(),
            properties,
            settings,
            gids: std::mem::take(&mut self.here.gids),
            grown: std::mem::take(&mut self.here.grown),
            conventions: Arc::default(),
            tilesets: std::mem::take(&mut self.here.tilesets),
            uses: std::mem::take(&mut self.here.tileset_uses),
            layers,
        };
        self.warn_references(&facts);
        self.judge_same_ids()?;
        Ok(facts)
    }

    /// Reads the tilesets of a map. Tilesets come before layers, wherever they are in the file.
    fn map_tilesets(&mut self, map: Element<'_>, faults: &mut Faults) -> Gids {
        let mut gids = Gids::default();
        let mut first_gids = BTreeMap::new();
        let mut unknown = false;
        for element in map.children().filter(|e| e.name() == "tileset") {
            if faults.are_enough() {
                break;
            }
            let Some(first_gid) = faults.keep(first_gid(element)) else {
                unknown = true;
                continue;
            };
            let read = self.tileset_use(element, first_gid);
            let index =
                faults.keep(read).unwrap_or_else(|| self.unknown_tileset(element, "", TilesKnown::BuiltIn));
            let used = self.here.tileset_uses.entry(index).or_insert((first_gid, element.node.id()));
            if first_gid < used.0 {
                *used = (first_gid, element.node.id());
            }
            // Tiled saves a tileset without tiles with the first gid of the next.
            if self.here.tilesets[index].is_empty() {
                continue;
            }
            if let Some(hidden) = first_gids.insert(first_gid, index) {
                self.warn_of_first_gid(element, (first_gid, hidden), &gids);
                gids.ranges.retain(|range| range.0 != first_gid);
            }
            gids.ranges.push((first_gid, index));
        }
        gids.ranges.sort_unstable();
        if unknown || faults.are_enough() {
            gids.ranges = vec![(1, self.unknown_tileset(map, "", TilesKnown::BuiltIn))];
        }
        gids
    }

    /// Warns of a tileset with the first gid of an earlier one, `hidden`, whose tiles Tiled cannot show then.
    fn warn_of_first_gid(&mut self, element: Element<'_>, (first_gid, hidden): (u32, usize), gids: &Gids) {
        let message = format!(
            "{}: tileset {:?} has the same firstgid, so none of its tiles appear, as in Tiled",
            element.quote("firstgid", first_gid),
            self.here.tilesets[hidden].info.name
        )
        .help(format!(
            "remove one of the two, or renumber this one and its tiles from {} on",
            self.first_free(gids)
        ));
        let error = element.attribute_error("firstgid", Problem::Format, message);
        self.warn(Warning::of_error(WarningKind::FirstGid, &error));
    }

    /// The first gid after all tilesets.
    fn first_free(&self, gids: &Gids) -> u32 {
        let after = |&(first, tileset): &(u32, usize)| {
            let TilesetFacts { info, tiles, .. } = &*self.here.tilesets[tileset];
            let last = tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
            first.saturating_add(info.tile_count.max(last))
        };
        gids.ranges.iter().map(after).max().unwrap_or(1)
    }

    /// Reads the layers of a map or a group. `groups` are the indices of the group and the groups around it.
    fn layers(
        &mut self,
        parent: Element<'_>,
        groups: &[usize],
        layers: &mut Vec<LayerFacts>,
        faults: &mut Faults,
    ) {
        for element in parent.children().filter(Element::is_layer) {
            if faults.are_enough() {
                break;
            }
            let outer = groups.last().map(|group| &layers[*group]);
            let name = element.attribute("name").unwrap_or_default();
            let path = outer.map_or_else(|| name.to_owned(), |outer| format!("{}/{name}", outer.info.path));
            let Limits { groups_deep, layers: most, layer_path_bytes, .. } = *self.limits();
            if groups.len() > groups_deep {
                let message =
                    format!("groups are nested more than {groups_deep} levels deep, which is the limit");
                faults.add(element.error(Problem::Limit, message));
                break;
            }
            if layers.len() == most || path.len() > layer_path_bytes {
                let message = format!(
                    "more than {most} layers, or a layer name of more than {layer_path_bytes} bytes with \
                     its groups, which is the limit"
                );
                faults.add(element.error(Problem::Limit, message));
                break;
            }
            let mut own = Faults::default();
            let layer = self.layer(element, path, outer, &mut own);
            let index = layers.len();
            let place = layer.place();
            let kind = layer.info.kind;
            layers.push(LayerFacts { groups: groups.to_vec(), ..layer });
            if kind == LayerKind::Group {
                self.layers(element, &[groups, &[index]].concat(), layers, &mut own);
            }
            faults.keep(own.or(()).map_err(|e| e.within(place)));
        }
    }

    /// A layer or a group, without what is in the group.
    fn layer(
        &mut self,
        element: Element<'_>,
        path: String,
        outer: Option<&LayerFacts>,
        faults: &mut Faults,
    ) -> LayerFacts {
        let place = Place { layer: Some(path.clone()), ..Place::default() };
        faults.keep(check_attributes(element));
        let (properties, settings) = self.properties(element, &place, faults);
        self.warn_looks(element, &place);
        self.note_layer(element, &place);
        let mut cells = TileCells::default();
        let mut objects = Vec::new();
        let (kind, content) = match element.name() {
            "layer" => {
                let blocks = faults.keep(self.tile_layer(element, &place));
                cells = TileCells::new(blocks.unwrap_or_default());
                (LayerKind::Tiles, LayerContent::Tiles(Vec::new()))
            }
            "objectgroup" => {
                let before = self.here.warnings.len();
                objects = faults.keep(self.objects(element)).unwrap_or_default();
                self.here.warnings.place_from(before, &place);
                self.note_objects(&objects, &place);
                // The default is "topdown".
                let by_y = look(element, "draworder") != Some("index");
                (LayerKind::Objects, LayerContent::Objects { by_y })
            }
            "group" => (LayerKind::Group, LayerContent::Group),
            _ => {
                let found = element.child("image");
                found.into_iter().for_each(|image| self.warn_looks(image, &place));
                let repeat =
                    ["repeatx", "repeaty"].map(|name| look(element, name).and_then(flag) == Some(true));
                (
                    LayerKind::Image,
                    LayerContent::Image { image: found.map(|element| image(element, None)), repeat },
                )
            }
        };
        let two = |names: [&str; 2], usual| names.map(|name| element.number::<f32>(name).unwrap_or(usual));
        let own_offset = two(["offsetx", "offsety"], 0.0).map(f64::from);
        let offset = [0, 1].map(|k| outer.map_or(0.0, |outer| outer.offset[k]) + own_offset[k]);
        let outer = outer.map(|outer| &outer.info);
        let parallax = Vec2::from(two(["parallaxx", "parallaxy"], 1.0));
        let tint = color_of(element, "tintcolor").unwrap_or(Color::WHITE);
        let info = LayerInfo {
            id: element.number("id").filter(|id| *id != 0),
            path,
            kind,
            grid_layer: None,
            offset: Vec2::from(offset.map(|px| px as f32)),
            parallax: outer.map_or(Vec2::ONE, |outer| outer.parallax) * parallax,
            visible: outer.is_none_or(|outer| outer.visible) && element.flag("visible").unwrap_or(true),
            opacity: outer.map_or(1.0, |outer| outer.opacity) * opacity_of(element),
            tint: outer.map_or(Color::WHITE, |outer| outer.tint).times(tint),
            content,
            class: element.class().to_owned(),
            properties,
        };
        let position = element.position();
        let groups = Vec::new();
        let node = element.node.id();
        LayerFacts { node, info, position, settings, offset, groups, cells, objects, convention: None }
    }
}

fn orientation(map: Element<'_>) -> Result<()> {
    let known = ["orthogonal", "isometric", "staggered", "hexagonal", "oblique"];
    match map.attribute("orientation") {
        // Tiled reads a missing orientation as orthogonal, too.
        None | Some("orthogonal") => Ok(()),
        // Without skew an oblique map is orthogonal.
        Some("oblique") if !is_skewed(map) => Ok(()),
        Some(other) => {
            let quoted = map.quote("orientation", shortened(other));
            let hint = if known.contains(&other) {
                Some("draw the level as an orthogonal map".to_owned())
            } else {
                did_you_mean(other, &known)
            };
            let message = Message::with_help(format!("{quoted}: only orthogonal maps are supported"), hint);
            Err(map.attribute_error("orientation", Problem::Orientation, message))
        }
    }
}

fn is_skewed(map: Element<'_>) -> bool {
    let is_zero = |value: &str| value.trim().parse::<f64>().is_ok_and(|skew| skew == 0.0);
    ["skewx", "skewy"].iter().any(|name| map.attribute(name).is_some_and(|value| !is_zero(value)))
}

fn check_sizes(map: Element<'_>, size: [u32; 2], tile: [u32; 2], infinite: bool) -> Result<()> {
    let world = u64::from((WORLD_LIMIT / UNITS_PER_PX).unsigned_abs());
    let remedy = "set its size in the map's properties in Tiled";
    for (name, tiles, tile_name, px) in
        [("width", size[0], "tilewidth", tile[0]), ("height", size[1], "tileheight", tile[1])]
    {
        let quoted = map.quote(tile_name, px);
        let (name, problem, message) = if px == 0 {
            let text = format!("{quoted}: a tile must be at least 1 pixel wide and high");
            (tile_name, Problem::Format, text.help(remedy))
        } else if u64::from(px) > world {
            let text = format!("{quoted}: a tile can be at most {world} pixels wide and high");
            (tile_name, Problem::Limit, text.help(remedy))
        } else if !infinite && u64::from(tiles) * u64::from(px) > world {
            // An infinite map states the size of its drawn part, which has no effect.
            let quoted = map.quote(name, tiles);
            let text = format!("{quoted}: tiles of {px} px reach beyond the world, which ends at {world} px");
            let most = world / u64::from(px);
            (name, Problem::Limit, text.help(format!("resize the map to at most {most} tiles")))
        } else {
            continue;
        };
        return Err(map.attribute_error(name, problem, message));
    }
    Ok(())
}
