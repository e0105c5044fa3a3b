//! The checked pass over tilesets and objects.

use crate::data::parts::{TileInfo, TilesetInfo};
use crate::data::properties::{Properties, PropertyOrigin};
use crate::error::{Faults, Place, Problem, Result, Warning, WarningKind, WithHelp, mebibytes, shortened};
use crate::files::missing_file::is_missing;
use crate::settings::collision::is_solid_by_tile;
use crate::tmx::data::FLAGS;
use crate::tmx::facts::{ANY_COUNT, Geometry, ObjectFacts, TileFacts, TilePlace, TilesKnown, TilesetFacts};
use crate::tmx::look::{ImageGrid, geometry, opacity_of, tile_look, tileset_look};
use crate::tmx::pass::Pass;
use crate::tmx::schema::check;
use crate::vocabulary::names::is_mark;
use crate::xml::tree::Element;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of missing tilesets of a map that loads.
const MOST_MISSING: usize = 64;

impl Pass<'_> {
    /// Reads a `<tileset>` in a map or a template; returns its index among the tilesets of the file.
    pub(super) fn tileset_use(&mut self, element: Element<'_>, first_gid: u32) -> Result<usize> {
        let Some(source) = element.attribute("source") else {
            let facts = self.tileset(element, Some(first_gid))?;
            return Ok(self.add_tileset(Arc::new(facts)));
        };
        if source.starts_with(":/") {
            return Ok(self.unknown_tileset(element, source, TilesKnown::BuiltIn));
        }
        match self.tileset_file(element, source) {
            Ok(facts) => Ok(self.tileset_place(&facts)),
            // Each costs as much as a tileset that is read.
            Err(error) if is_missing(&error) && self.failed.len() <= MOST_MISSING => {
                self.warn(Warning::of_error(WarningKind::MissingTileset, &error));
                Ok(self.unknown_tileset(element, source, TilesKnown::Missing))
            }
            Err(error) => Err(error),
        }
    }

    /// Index of a placeholder for a tileset; its tiles are unknown, so none is an error.
    pub(super) fn unknown_tileset(&mut self, element: Element<'_>, name: &str, tiles: TilesKnown) -> usize {
        let at = (element.position(), element.node.id());
        self.add_tileset(Arc::new(TilesetFacts::unknown(&element.source.path, at, name, tiles)))
    }

    fn add_tileset(&mut self, facts: Arc<TilesetFacts>) -> usize {
        self.here.places.insert(Arc::as_ptr(&facts), self.here.tilesets.len());
        self.here.tilesets.push(facts);
        self.here.tilesets.len() - 1
    }

    /// Index of a tileset in the current file, added if needed.
    fn tileset_place(&mut self, facts: &Arc<TilesetFacts>) -> usize {
        match self.here.places.get(&Arc::as_ptr(facts)) {
            Some(index) => *index,
            None => self.add_tileset(facts.clone()),
        }
    }

    /// Reads a tileset's definition. `first_gid` is given if it is embedded.
    pub(super) fn tileset(&mut self, element: Element<'_>, first_gid: Option<u32>) -> Result<TilesetFacts> {
        let name = element.attribute("name").unwrap_or_default();
        let place = Place { tileset: Some(name.to_owned()), ..Place::default() };
        let before = self.here.warnings.len();
        let facts = self.tileset_inside(element, first_gid);
        self.here.warnings.place_from(before, &place);
        facts.map_err(|e| e.within(place))
    }

    fn tileset_inside(&mut self, element: Element<'_>, first_gid: Option<u32>) -> Result<TilesetFacts> {
        let mut faults = Faults::default();
        let image = element.child("image");
        let tile_size = [element.number("tilewidth").unwrap_or(0), element.number("tileheight").unwrap_or(0)];
        if faults.keep(check(element)).is_some() {
            faults.keep(check_tiles(element, image.is_some().then_some(tile_size)));
        }
        let place = Place { tileset: element.attribute("name").map(str::to_owned), ..Place::default() };
        self.warn_looks(element, &place);
        image.into_iter().for_each(|image| self.warn_looks(image, &place));
        let image_size = image.and_then(|image| faults.keep(self.image_size(image)).flatten());
        let grid = image_size.map(|size| ImageGrid::of(element, size));
        let offset = match element.child("tileoffset") {
            Some(offset) => {
                faults.keep(check(offset));
                [offset.number("x").unwrap_or(0), offset.number("y").unwrap_or(0)]
            }
            None => [0, 0],
        };
        let (properties, settings) = self.properties(element, &place, &mut faults);

        let mut tiles = BTreeMap::new();
        for tile in element.children().filter(|e| e.name() == "tile") {
            if faults.are_enough() {
                break;
            }
            let id: Option<u32> = tile.number("id");
            let place = Place { tile: id, ..Place::default() };
            self.warn_tile_looks(tile, &place);
            let earlier = id.and_then(|id| tiles.remove(&id));
            if let (Some(id), Some(_)) = (id, &earlier) {
                let message = format!(
                    "{}: the tile is defined twice, and the last definition is used",
                    tile.quote("id", id)
                )
                .help("remove one");
                let warning = Warning::at(WarningKind::Repeated, &tile.source.path, tile.position(), message);
                self.warn(warning);
            }
            let facts = self.tile(tile, earlier, &place).map_err(|e| e.within(place));
            let Some((id, facts)) = id.zip(faults.keep(facts)) else { continue };
            tiles.insert(id, facts);
        }
        let tile_count = match image {
            None => tile_count(element).unwrap_or(tiles.len() as u32),
            Some(_) => self.tile_count(element, grid.as_ref(), &place),
        };
        faults.or(TilesetFacts {
            info: TilesetInfo {
                name: element.attribute("name").unwrap_or_default().to_owned(),
                path: first_gid.is_none().then(|| element.source.path.clone()),
                tile_size: tile_size.into(),
                tile_count,
                class: element.class().to_owned(),
                properties,
                ..tileset_look(element, offset, image_size.zip(grid))
            },
            file: element.source.path.clone(),
            position: element.position(),
            node: element.node.id(),
            tiles_known: TilesKnown::All,
            settings,
            tiles,
        })
    }

    /// Reads a tile of a tileset. As in Tiled, an `earlier` element of the tile fills missing parts, except the class.
    fn tile(&mut self, element: Element<'_>, earlier: Option<TileFacts>, place: &Place) -> Result<TileFacts> {
        let mut faults = Faults::default();
        faults.keep(check(element));
        let mut properties = self.own_properties(element, place, &mut faults);
        properties.inherit(earlier.iter().flat_map(|tile| tile.info.properties.own()));
        let settings = self.settings(&mut properties, element.class(), element, place);
        let settings = faults.keep(settings).unwrap_or_default();
        let image = element.child("image");
        let whole = image.and_then(|image| faults.keep(self.image_size(image)).flatten());
        // Since Tiled 1.9 a tile may show a part of its image, and states the size of the part.
        let part = element.number("width").zip(element.number("height")).map(|(w, h)| [w, h]);
        let image_size = image.and(part.or(whole));
        let mut shapes = Vec::new();
        if let Some(group) = element.child("objectgroup") {
            faults.keep(check(group));
            shapes = faults.keep(self.objects(group)).unwrap_or_default();
            // A template may show a tile; a shape keeps only its rectangle.
            shapes.iter_mut().for_each(|shape| shape.tile = None);
        }
        let mut facts = TileFacts {
            node: element.node.id(),
            has_group: element.child("objectgroup").is_some(),
            info: TileInfo { class: element.class().to_owned(), properties, ..tile_look(element, whole) },
            position: element.position(),
            settings,
            image_size,
            shapes,
        };
        if let Some(earlier) = earlier {
            facts.keep_of(earlier, element);
        }
        faults.or(facts)
    }

    /// Tile count of a tileset with an image: as stated, else from the image, else unlimited.
    fn tile_count(&mut self, tileset: Element<'_>, grid: Option<&ImageGrid>, place: &Place) -> u32 {
        let known = tile_count(tileset).or(grid.map(|grid| grid.tiles.min(ANY_COUNT)));
        known.unwrap_or_else(|| {
            let source = tileset.child("image").and_then(|image| image.attribute("source"));
            let named = source.map(|source| format!(" {:?}", shortened(source))).unwrap_or_default();
            let message = format!(
                "the tileset has no \"tilecount\", and its image{named} cannot be read to count the \
                 tiles, so every tile that the map uses is accepted"
            )
            .help("put the image in its place");
            let warning =
                Warning::at(WarningKind::TileCount, &tileset.source.path, tileset.position(), message);
            self.warn(warning.within(place));
            ANY_COUNT
        })
    }

    /// Reads the objects of a layer, or the shapes of a tile.
    pub(super) fn objects(&mut self, group: Element<'_>) -> Result<Vec<ObjectFacts>> {
        let (mut objects, mut faults) = (Vec::new(), Faults::default());
        for element in group.children().filter(|e| e.name() == "object") {
            if faults.are_enough() {
                break;
            }
            let place = Place { object: element.number("id"), ..Place::default() };
            let object = self.object(element).map_err(|e| e.within(place));
            objects.extend(faults.keep(object));
        }
        faults.or(objects)
    }

    pub(super) fn object(&mut self, element: Element<'_>) -> Result<ObjectFacts> {
        let mut faults = Faults::default();
        faults.keep(check(element));
        let template = match element.attribute("template") {
            Some(source) if !source.is_empty() => faults.keep(self.template_file(element, source)).flatten(),
            _ => None,
        };
        faults.keep(self.count_inherited(element, template.as_ref().map_or(0, |t| t.source.text().len())));
        let inherited = template.as_ref().and_then(|template| template.object.as_ref());
        let tile = match element.number::<u32>("gid").filter(|bits| bits & !FLAGS != 0) {
            Some(bits) => {
                let found = self.find_gid(bits & !FLAGS);
                let found = found.map_err(|m| element.attribute_error("gid", Problem::Gid, m));
                let tile = faults.keep(found);
                tile.into_iter().for_each(|tile| self.warn_of_lost_tile(element, tile));
                tile.map(|(tileset, id)| TilePlace { tileset, id, flags: bits & FLAGS })
            }
            None => template.as_ref().and_then(|template| {
                let place = template.object.as_ref()?.tile?;
                let tileset = template.tileset.as_ref()?;
                Some(TilePlace { tileset: self.tileset_place(tileset), ..place })
            }),
        };
        let tileset = tile.map(|tile| self.here.tilesets[tile.tileset].clone());
        let shown = tileset.as_ref().zip(tile).and_then(|(tileset, tile)| tileset.tiles.get(&tile.id));
        let class = match (element.class(), inherited) {
            ("", Some(object)) => object.class.clone(),
            ("", None) => shown.map(|tile| tile.info.class.clone()).unwrap_or_default(),
            (class, _) => class.to_owned(),
        };
        let place = Place { object: element.number("id"), ..Place::default() };
        let mut properties = self.own_properties(element, &place, &mut faults);
        faults.keep(self.inherit(&mut properties, element, (inherited, shown)));
        let mut settings =
            faults.keep(self.settings(&mut properties, &class, element, &place)).unwrap_or_default();
        if is_mark(&class) && is_solid_by_tile(&properties) {
            settings.collision = None;
        }
        self.warn_looks(element, &place);
        let opacity = match (element.attribute("opacity"), inherited) {
            (None, Some(object)) => object.opacity,
            _ => opacity_of(element),
        };
        let geometry = geometry(element, inherited.map(|object| &object.geometry));
        let geometry = faults.keep(geometry).unwrap_or(Geometry::NONE);
        // Tiled reads an empty name as unset, so that the template's is used.
        let own_name = element.attribute("name").filter(|name| !name.is_empty());
        let name = own_name.or(inherited.map(|object| object.name.as_str())).unwrap_or_default();
        faults.or(ObjectFacts {
            node: element.node.id(),
            id: element.number("id").filter(|id| *id != 0),
            position: element.position(),
            name: name.to_owned(),
            geometry,
            visible: element.flag("visible").unwrap_or_else(|| inherited.is_none_or(|object| object.visible)),
            class,
            properties,
            settings,
            tile,
            opacity,
        })
    }

    /// Warns of an object whose tile is missing in its tileset.
    fn warn_of_lost_tile(&mut self, element: Element<'_>, (tileset, id): (usize, u32)) {
        if self.has_tile((tileset, id)) {
            return;
        }
        let facts = &self.here.tilesets[tileset];
        let message = format!(
            "the object shows tile {id} of tileset {:?}, which has no such tile, so nothing is drawn",
            facts.info.name
        )
        .help("choose its tile again");
        let error = element.attribute_error("gid", Problem::Gid, message);
        let place = Place { object: element.number("id"), ..Place::default() };
        self.warn(Warning::of_error(WarningKind::MissingTile, &error.within(place)));
    }

    /// Adds the properties of an object's template and tile.
    fn inherit(
        &mut self,
        properties: &mut Properties,
        element: Element<'_>,
        (template, tile): (Option<&ObjectFacts>, Option<&TileFacts>),
    ) -> Result<()> {
        let mut completer = self.completer();
        if let Some(template) = template {
            completer.inherit(properties, (&template.properties, PropertyOrigin::Template));
        }
        if let Some(tile) = tile {
            completer.inherit(properties, (&tile.info.properties, PropertyOrigin::Tile));
        }
        let given = completer.given;
        self.count_inherited(element, given)
    }

    /// Counts bytes of inherited data.
    pub(super) fn count_inherited(&mut self, element: Element<'_>, bytes: usize) -> Result<()> {
        self.here.inherited = self.here.inherited.saturating_add(bytes);
        self.inherited = self.inherited.saturating_add(bytes);
        let most = self.limits().inherited_bytes;
        if self.inherited > most {
            let message = format!(
                "the data inherited from templates, tiles, classes and types exceeds {}, which is the \
                 limit",
                mebibytes(most)
            )
            .help("use simpler templates and classes, or fewer objects of them");
            return Err(element.attribute_error("template", Problem::Limit, message));
        }
        Ok(())
    }
}

impl TileFacts {
    /// Keeps the shapes, image and frames of an earlier element of the tile that `element` does not have.
    fn keep_of(&mut self, earlier: TileFacts, element: Element<'_>) {
        if !self.has_group {
            self.has_group = earlier.has_group;
            self.shapes = earlier.shapes;
        }
        if element.child("image").is_none() {
            self.image_size = earlier.image_size;
            self.info.image = earlier.info.image;
        }
        if self.info.frames.is_empty() {
            self.info.frames = earlier.info.frames;
        }
    }
}

/// The `firstgid` of a tileset.
pub(super) fn first_gid(element: Element<'_>) -> Result<u32> {
    match element.attribute("firstgid").map(|v| v.trim().parse::<u32>()) {
        Some(Ok(gid)) if gid != 0 && gid & FLAGS == 0 => Ok(gid),
        _ => {
            let message = format!("{} needs a \"firstgid\" from 1 to 268435455", element.told());
            Err(element.attribute_error("firstgid", Problem::Format, message))
        }
    }
}

/// The `tilecount` of a tileset, which Tiled before 1.0 did not write; 0 means that the image was missing.
fn tile_count(tileset: Element<'_>) -> Option<u32> {
    tileset.number("tilecount").filter(|count| *count != 0)
}

/// Checks the tile count and tile size of a tileset, unless each tile has its own.
fn check_tiles(element: Element<'_>, size: Option<[u32; 2]>) -> Result<()> {
    let tile_count = tile_count(element).unwrap_or(0);
    if tile_count & FLAGS != 0 {
        let message =
            format!("{}: a tileset can have at most 268435455 tiles", element.quote("tilecount", tile_count));
        return Err(element.attribute_error("tilecount", Problem::Format, message));
    }
    let Some([width, height]) = size else { return Ok(()) };
    if width == 0 || height == 0 {
        let name = if width == 0 { "tilewidth" } else { "tileheight" };
        let message = format!("{}: a tile must be at least 1 pixel wide and high", element.quote(name, 0))
            .help("set its size in the tileset's properties in Tiled");
        return Err(element.attribute_error(name, Problem::Format, message));
    }
    Ok(())
}
