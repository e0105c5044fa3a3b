//! The checked pass over tilesets, objects and templates, and the files they are in.

use super::copy::Copy;
use super::data::FLAGS;
use super::facts::{Gids, ObjectFacts, TemplateFacts, TileFacts, TilePlace, TilesetFacts};
use super::look::{TilesetLook, opacity_of, tile_look, tileset_look};
use super::pass::Pass;
use super::schema::{check, shortened};
use super::tree::{Element, Source};
use crate::error::{LoadError, Place, Problem};
use crate::properties::Properties;
use crate::reader::join;
use crate::settings::Settings;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Files within files: a map has templates, which have tilesets, whose shapes may have templates.
const MAX_FILES_DEEP: usize = 8;

/// Bytes of templates, each counted for each object that has it: shapes, texts and properties are copied into objects.
const MAX_INHERITED: usize = 256 << 20;

impl Pass<'_> {
    /// A `<tileset>` in a map or a template: its first gid, and its place among all tilesets.
    ///
    /// With `copy`, it is written there if the `tiled` crate is to know it, and counted.
    pub(super) fn tileset_use(
        &mut self,
        element: Element<'_>,
        copy: Option<(&mut Copy, &mut usize)>,
    ) -> Result<(u32, usize), LoadError> {
        let first_gid = match element.attribute("firstgid").map(|v| v.trim().parse::<u32>()) {
            Some(Ok(gid)) if gid != 0 && gid & FLAGS == 0 => gid,
            _ => {
                let message = "<tileset> needs a \"firstgid\" from 1 to 268435455";
                return Err(element.attribute_error("firstgid", Problem::Format, message));
            }
        };
        let Some(source) = element.attribute("source") else {
            let mut unused = Copy::default();
            let (copy, count) = copy.map_or((&mut unused, None), |(copy, count)| (copy, Some(count)));
            let mut facts = self.tileset(element, Some(first_gid), copy)?;
            facts.in_copy = count.map(next);
            self.tilesets.push(facts);
            return Ok((first_gid, self.tilesets.len() - 1));
        };
        let index = if source.starts_with(":/") {
            self.tilesets.push(built_in(element, source));
            self.tilesets.len() - 1
        } else {
            let path = join(&element.source.path, source);
            match self.tileset_files.get(&path) {
                Some(index) => *index,
                None => self.tileset_file(element, path)?,
            }
        };
        if let (Some((copy, count)), false) = (copy, self.tilesets[index].built_in) {
            copy.tileset_reference(first_gid, &tileset_copy(index));
            let place = next(count);
            self.tilesets[index].in_copy.get_or_insert(place);
        }
        Ok((first_gid, index))
    }

    /// Reads the tileset file at `path` for `element`.
    fn tileset_file(&mut self, element: Element<'_>, path: PathBuf) -> Result<usize, LoadError> {
        self.enter(element, "source", &path)?;
        let source = self.read_for(element, "source", &path)?;
        let document = source.parse("tileset")?;
        let mut copy = Copy::default();
        let facts =
            self.tileset(Element { source: &source, node: document.root_element() }, None, &mut copy)?;
        self.open.pop();
        self.tilesets.push(facts);
        let index = self.tilesets.len() - 1;
        self.copies.insert(tileset_copy(index), copy.into_bytes());
        self.tileset_files.insert(path, index);
        Ok(index)
    }

    /// A tileset's definition. `first_gid` is given if it is embedded.
    fn tileset(
        &mut self,
        element: Element<'_>,
        first_gid: Option<u32>,
        copy: &mut Copy,
    ) -> Result<TilesetFacts, LoadError> {
        let name = element.attribute("name").unwrap_or_default().to_owned();
        let place = Place { tileset: Some(name.clone()), ..Place::default() };
        let facts = self.tileset_inside(element, first_gid, copy).map_err(|e| e.within(place))?;
        Ok(TilesetFacts { name, ..facts })
    }

    fn tileset_inside(
        &mut self,
        element: Element<'_>,
        first_gid: Option<u32>,
        copy: &mut Copy,
    ) -> Result<TilesetFacts, LoadError> {
        check(element)?;
        let tile_count = element.number("tilecount").unwrap_or(0);
        if tile_count & FLAGS != 0 {
            let message = format!("{}: gids number 268435455 tiles", element.quote("tilecount", tile_count));
            return Err(element.attribute_error("tilecount", Problem::Limit, message));
        }
        let image = element.child("image");
        let collection = image.is_none();
        let tile_size = [element.number("tilewidth").unwrap_or(0), element.number("tileheight").unwrap_or(0)];
        if !collection && tile_size.contains(&0) {
            let name = if tile_size[0] == 0 { "tilewidth" } else { "tileheight" };
            let message = format!(
                "{}: a tile is at least 1 pixel; set its size in the tileset's properties in Tiled",
                element.quote(name, 0)
            );
            return Err(element.attribute_error(name, Problem::Format, message));
        }
        let place = Place { tileset: element.attribute("name").map(str::to_owned), ..Place::default() };
        self.warn_looks(element, &place);
        image.into_iter().for_each(|image| self.warn_looks(image, &place));
        let offset = match element.child("tileoffset") {
            Some(offset) => {
                check(offset)?;
                [offset.number("x").unwrap_or(0), offset.number("y").unwrap_or(0)]
            }
            None => [0, 0],
        };
        let properties = Properties::of(element)?;
        let settings = self.settings(&properties, element.class(), element, &place)?;

        // With a count of 0 the crate allocates for the tiles that are written out only, and with columns given it
        // needs no image to compute them from.
        let gid = first_gid.unwrap_or_default().to_string();
        let extra = [("tilecount", "0"), ("columns", "0"), ("firstgid", gid.as_str())];
        copy.open(element, &extra[..if first_gid.is_some() { 3 } else { 2 }]);
        let mut tiles = BTreeMap::new();
        for tile in element.children().filter(|e| e.name() == "tile") {
            check(tile)?;
            let id: u32 = tile.number("id").unwrap_or(0);
            let place = Place { tile: Some(id), ..Place::default() };
            self.warn_tile_looks(tile, &place);
            let facts = self.tile(tile, &place, copy).map_err(|e| e.within(place))?;
            if tiles.insert(id, facts).is_some() {
                let message =
                    format!("{}: the tile stands here a second time; remove one", tile.quote("id", id));
                return Err(tile.error(Problem::Format, message));
            }
        }
        copy.close(element);
        Ok(TilesetFacts {
            file: element.source.path.clone(),
            position: element.position(),
            embedded: first_gid.is_some(),
            name: String::new(),
            tile_size,
            tile_count,
            collection,
            built_in: false,
            look: tileset_look(element, offset),
            class: element.class().to_owned(),
            properties,
            settings,
            tiles,
            in_copy: None,
        })
    }

    fn tile(&mut self, element: Element<'_>, place: &Place, copy: &mut Copy) -> Result<TileFacts, LoadError> {
        let properties = Properties::of(element)?;
        let settings = self.settings(&properties, element.class(), element, place)?;
        let image_size = match element.child("image") {
            Some(image) => {
                check(image)?;
                // Since Tiled 1.9 a tile may show a part of its image, and states the size of that.
                let side = |name| element.number(name).or_else(|| image.number(name));
                side("width").zip(side("height")).map(|(w, h)| [w, h])
            }
            None => None,
        };
        let mut shapes = Vec::new();
        if let Some(group) = element.child("objectgroup") {
            check(group)?;
            copy.open(element, &[]);
            copy.open(group, &[]);
            shapes = self.objects(group, &Gids::default(), copy)?;
            copy.close(group);
            copy.close(element);
        }
        Ok(TileFacts {
            position: element.position(),
            class: element.class().to_owned(),
            properties,
            settings,
            image_size,
            look: tile_look(element),
            shapes,
        })
    }

    /// The objects of a layer, or the shapes of a tile.
    pub(super) fn objects(
        &mut self,
        group: Element<'_>,
        gids: &Gids,
        copy: &mut Copy,
    ) -> Result<Vec<ObjectFacts>, LoadError> {
        let mut objects = Vec::new();
        for element in group.children().filter(|e| e.name() == "object") {
            let place = Place { object: element.number("id"), ..Place::default() };
            objects.push(self.object(element, gids, copy).map_err(|e| e.within(place))?);
        }
        Ok(objects)
    }

    fn object(
        &mut self,
        element: Element<'_>,
        gids: &Gids,
        copy: &mut Copy,
    ) -> Result<ObjectFacts, LoadError> {
        check(element)?;
        let template = match element.attribute("template") {
            Some(source) if !source.is_empty() => Some(self.template(element, source)?),
            _ => None,
        };
        self.inherited = self.inherited.saturating_add(template.as_ref().map_or(0, |t| t.bytes));
        if self.inherited > MAX_INHERITED {
            let message = format!(
                "objects with templates of more than {} MiB together are not read",
                MAX_INHERITED >> 20
            );
            return Err(element.attribute_error("template", Problem::Limit, message));
        }
        let inherited = template.as_ref().map(|t| &t.object);
        let mut properties = Properties::of(element)?;
        let class = match (element.class(), inherited) {
            ("", Some(object)) => object.class.clone(),
            (class, _) => class.to_owned(),
        };
        let place = Place { object: element.number("id"), ..Place::default() };
        let own_settings = self.settings(&properties, &class, element, &place)?;
        let settings = match inherited {
            Some(object) => {
                properties.inherit(&object.properties);
                // Read again without warnings, which the template's own reading gave.
                Settings::read(&properties, &class, &element.source.path)?
            }
            None => own_settings,
        };
        let tile = match element.number::<u32>("gid").filter(|bits| bits & !FLAGS != 0) {
            Some(bits) => {
                let found = self.check_gid(bits & !FLAGS, gids);
                let (tileset, id) = found.map_err(|m| element.attribute_error("gid", Problem::Gid, m))?;
                Some(TilePlace { tileset, id, flags: bits & FLAGS })
            }
            None => inherited.and_then(|object| object.tile),
        };
        self.warn_looks(element, &place);
        let opacity = match (element.attribute("opacity"), inherited) {
            (None, Some(object)) => object.opacity,
            _ => opacity_of(element),
        };
        write_object(element, template.as_ref().map(|t| t.copy.as_str()), copy)?;
        Ok(ObjectFacts { position: element.position(), class, properties, settings, tile, opacity })
    }

    /// The template that `element` refers to by `source`.
    fn template(&mut self, element: Element<'_>, source: &str) -> Result<Rc<TemplateFacts>, LoadError> {
        let path = join(&element.source.path, source);
        if let Some(known) = self.template_files.get(&path) {
            return Ok(known.clone());
        }
        self.enter(element, "template", &path)?;
        let file = self.read_for(element, "template", &path)?;
        let document = file.parse("template")?;
        let root = Element { source: &file, node: document.root_element() };
        let mut gids = Gids::default();
        if let Some(tileset) = root.child("tileset") {
            gids.ranges.push(self.tileset_use(tileset, None)?);
        }
        let Some(object) = root.child("object") else {
            return Err(root.error(Problem::Format, "the template has no <object>"));
        };
        if object.attribute("template").is_some_and(|t| !t.is_empty()) {
            let message = "the object of a template refers to a template; make it a plain object";
            return Err(object.attribute_error("template", Problem::Reference, message));
        }
        let mut copy = Copy::default();
        copy.open(root, &[]);
        let object = self.object(object, &gids, &mut copy)?;
        copy.close(root);
        self.open.pop();
        let name = format!("{}.tx", self.template_files.len());
        self.copies.insert(name.clone(), copy.into_bytes());
        let facts = Rc::new(TemplateFacts { object, copy: name, bytes: file.len() });
        self.template_files.insert(path, facts.clone());
        Ok(facts)
    }

    /// Notes that `path` is being read for `element`, unless it is already.
    fn enter(&mut self, element: Element<'_>, attribute: &str, path: &Path) -> Result<(), LoadError> {
        if self.open.iter().any(|p| p == path) {
            let chain = self.open.iter().map(PathBuf::as_path).chain([path]).map(|p| p.display().to_string());
            let message = format!("the file refers to itself: {}", chain.collect::<Vec<_>>().join(" → "));
            return Err(element.attribute_error(attribute, Problem::Reference, message));
        }
        if self.open.len() >= MAX_FILES_DEEP {
            let message = format!("files that refer to files, over {MAX_FILES_DEEP} deep, are not read");
            return Err(element.attribute_error(attribute, Problem::Reference, message));
        }
        self.open.push(path.to_owned());
        Ok(())
    }

    /// Reads `path`; if it is not there, the error is where `element` asks for it.
    fn read_for(&self, element: Element<'_>, attribute: &str, path: &Path) -> Result<Source, LoadError> {
        Source::read(self.files, path).map_err(|error| {
            if error.position().is_some() {
                return error;
            }
            let message = format!(
                "the {} {:?} {}; put the file there, or choose it again in Tiled",
                if attribute == "source" { "tileset" } else { "template" },
                path.display().to_string(),
                error.message()
            );
            element.attribute_error(attribute, error.problem(), message).caused_by(error)
        })
    }
}

/// Counts one more, and returns its place.
fn next(count: &mut usize) -> usize {
    *count += 1;
    *count - 1
}

/// The name of a tileset among the copies.
fn tileset_copy(index: usize) -> String {
    format!("{index}.tsx")
}

/// A tileset of Tiled's own, such as the one for the rules of automapping.
fn built_in(element: Element<'_>, source: &str) -> TilesetFacts {
    TilesetFacts {
        file: element.source.path.clone(),
        position: element.position(),
        embedded: false,
        name: source.to_owned(),
        tile_size: [0, 0],
        tile_count: 0,
        collection: true,
        built_in: true,
        look: TilesetLook::default(),
        class: String::new(),
        properties: Properties::default(),
        settings: Settings::default(),
        tiles: BTreeMap::new(),
        in_copy: None,
    }
}

/// Writes an object with its shape to the copy.
fn write_object(element: Element<'_>, template: Option<&str>, copy: &mut Copy) -> Result<(), LoadError> {
    match template {
        Some(name) => copy.open(element, &[("template", name)]),
        None => copy.open(element, &[]),
    }
    for shape in element.children() {
        match shape.name() {
            "ellipse" | "capsule" | "point" => copy.empty(shape, &[]),
            "polygon" | "polyline" => {
                check(shape)?;
                copy.empty(shape, &[]);
            }
            "text" => {
                copy.open(shape, &[]);
                copy.escaped(shape.text());
                copy.close(shape);
            }
            "properties" => {}
            other => {
                let message = format!("<{}> in an object is no shape that is known", shortened(other));
                return Err(shape.error(Problem::Format, message));
            }
        }
    }
    copy.close(element);
    Ok(())
}
