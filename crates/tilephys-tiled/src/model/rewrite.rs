//! Sanitizer: rewrites files so that the `tiled` crate reads them completely.
//!
//! Files are rewritten from the tree, by the tables of elements and valid values below. Only values that the crate refuses or panics at
//! are replaced. An unreadable value is left out, or gets its default if the crate requires one. Cells become plain
//! Base64. A property of an unknown type, or without a required value, becomes a `string`.

use crate::data::properties::color;
use crate::error::{Problem, Result};
use crate::files::reader::normal;
use crate::format::{Attribute, InModel, Kind, attributes};
use crate::json::XmlWriter;
use crate::tmx::data::{Encoding, FLAGS, chunk_place, decode};
use crate::tmx::look::ImageGrid;
use crate::tmx::schema::{are_points, points};
use crate::xml::Element;
use crate::xml::tree::flag;
use base64::Engine;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

/// Maximum number of tiles of all tilesets together. The crate allocates some 200 bytes for each.
const MAX_TILES: u64 = 1 << 20;

/// Maximum number of squares of 16 × 16 cells touched by chunks. The crate allocates some 4 kB for each.
const MAX_SQUARES: u64 = 1 << 17;

/// Maximum nesting of properties, which the crate reads recursively.
const MAX_DEPTH: usize = 16;

/// The cost of a model's files in the crate.
pub(crate) struct Asked {
    /// Number of tiles of each tileset file.
    of_file: BTreeMap<PathBuf, u64>,
    /// Paths of tilesets before `..` is resolved: the crate reads a file for each.
    met: BTreeSet<PathBuf>,
    tiles: u64,
    squares: u64,
}

impl Asked {
    /// Zero cost, for files with these root elements.
    pub(crate) fn of<'a>(roots: impl Iterator<Item = Element<'a>>) -> Self {
        let tilesets = roots.filter(|root| root.name() == "tileset");
        let of_file = tilesets.map(|root| (root.source.path.clone(), root.number("tilecount").unwrap_or(0)));
        Asked { of_file: of_file.collect(), met: BTreeSet::new(), tiles: 0, squares: 0 }
    }

    /// Adds the tiles of `element` to the cost.
    fn tiles(&mut self, element: Element<'_>, count: u64) -> Result<()> {
        self.tiles = self.tiles.saturating_add(count);
        if self.tiles > MAX_TILES {
            let message = format!(
                "the tilesets have more than {MAX_TILES} tiles in total, which is the limit for a model"
            );
            return Err(element.error(Problem::Limit, message));
        }
        Ok(())
    }
}

/// Rewrites the file with the root element `root`.
pub(crate) fn rewritten(root: Element<'_>, asked: &mut Asked) -> Result<Vec<u8>> {
    let infinite = root.flag("infinite") == Some(true);
    let in_template = root.name() == "template";
    let mut writer = Writer { copy: XmlWriter::default(), asked, infinite, in_template };
    writer.element(root)?;
    Ok(writer.copy.text.into_bytes())
}

struct Writer<'m> {
    copy: XmlWriter,
    asked: &'m mut Asked,
    infinite: bool,
    in_template: bool,
}

impl Writer<'_> {
    /// Rewrites an element with its content.
    fn element(&mut self, element: Element<'_>) -> Result<()> {
        let attributes = attributes(element.name());
        let Children { once, many } = children_of(element.name());
        let readable = |attribute: &Attribute| {
            element.attribute(attribute.name).filter(|value| fits(attribute.kind, value))
        };
        let is_fit = |attribute: &Attribute| {
            !matches!(attribute.in_model, InModel::Gone) || readable(attribute).is_some()
        };
        if !attributes.iter().all(is_fit) {
            return Ok(());
        }
        self.copy.open(element.name());
        let is_root = element.node.parent_element().is_none();
        if element.name() == "tileset" && !is_root && element.attribute("source").is_some() {
            return self.reference(element);
        }
        for attribute in attributes {
            match (readable(attribute), attribute.in_model) {
                (_, InModel::Never) => {}
                (Some(value), _) => {
                    self.copy.attribute(attribute.name, &written(attribute.kind, value));
                }
                (None, InModel::Usual(value)) => _ = self.copy.attribute(attribute.name, value),
                (None, _) => {}
            }
        }
        self.own_attributes(element)?;
        for name in once {
            match (*name, element.child(name)) {
                (_, None) => {}
                ("properties", Some(list)) => self.properties(list, 0),
                ("data", Some(data)) => self.data(element, data)?,
                (_, Some(child)) => self.element(child)?,
            }
        }
        for names in many {
            for child in element.children().filter(|child| names.contains(&child.name())) {
                self.element(child)?;
            }
        }
        if element.name() == "text" {
            self.copy.content(element.text());
        }
        self.copy.close(element.name());
        Ok(())
    }

    /// Rewrites a reference to a tileset file. A tileset built into Tiled becomes an empty one.
    fn reference(&mut self, element: Element<'_>) -> Result<()> {
        let first = if self.in_template { "1" } else { element.attribute("firstgid").unwrap_or("1").trim() };
        self.copy.attribute("firstgid", first);
        match element.attribute("source").unwrap_or_default() {
            source if source.starts_with(":/") => self.no_tiles(source),
            source => {
                let asked =
                    element.source.path.parent().map(|folder| folder.join(source)).unwrap_or_default();
                match self.asked.of_file.get(&normal(&asked)).copied() {
                    Some(count) => {
                        self.copy.attribute("source", source);
                        if self.asked.met.insert(asked) {
                            self.asked.tiles(element, count)?;
                        }
                    }
                    // Its file is missing.
                    None => self.no_tiles(source),
                }
            }
        }
        // The crate would read a closing tag here as the end of the map.
        self.copy.close(element.name());
        Ok(())
    }

    /// Writes the attributes of a tileset without tiles.
    fn no_tiles(&mut self, name: &str) {
        self.copy.attribute("name", name);
        for name in ["tilewidth", "tileheight", "tilecount", "columns"] {
            self.copy.attribute(name, "0");
        }
    }

    /// Rewrites attributes that need a change.
    fn own_attributes(&mut self, element: Element<'_>) -> Result<()> {
        match element.name() {
            "tileset" => {
                // A tileset file is counted at its references.
                if element.node.parent_element().is_some() {
                    self.asked.tiles(element, element.number("tilecount").unwrap_or(0))?;
                }
                self.copy.attribute("columns", &columns(element).to_string());
            }
            "layer" => {
                for side in ["width", "height"] {
                    self.copy.attribute(side, &element.number::<u32>(side).unwrap_or(0).to_string());
                }
            }
            "object" => {
                if let Some(template) = element.attribute("template").filter(|t| !t.is_empty()) {
                    self.copy.attribute("template", template);
                }
                let bits = element.number::<u32>("gid").filter(|bits| bits & !FLAGS != 0);
                if let Some(bits) = bits {
                    self.copy.attribute("gid", &self.gid(element, bits).to_string());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The gid of an object for the crate: without the meaningless flag, and in a template counted from 1.
    fn gid(&self, object: Element<'_>, bits: u32) -> u32 {
        let first = object.node.parent_element().and_then(|template| {
            let tileset = template.children().find(|child| child.has_tag_name("tileset"))?;
            tileset.attribute("firstgid")?.trim().parse().ok()
        });
        let shift = first.filter(|_| self.in_template).map_or(0, |first: u32| first - 1);
        bits & (FLAGS << 1) | (bits & !FLAGS).saturating_sub(shift)
    }

    fn data(&mut self, layer: Element<'_>, data: Element<'_>) -> Result<()> {
        let encoding = Encoding::of(data)?;
        self.copy.open("data");
        self.copy.attribute("encoding", "base64");
        if self.infinite {
            for chunk in data.children().filter(|e| e.name() == "chunk") {
                let ([x, y], size) = chunk_place(chunk)?;
                let squares = |from: i32, size: u32| {
                    let end = i64::from(from) + i64::from(size);
                    (end + 15).div_euclid(16).abs_diff(i64::from(from).div_euclid(16))
                };
                self.asked.squares += squares(x, size[0]) * squares(y, size[1]);
                if self.asked.squares > MAX_SQUARES {
                    let message = format!(
                        "the chunks touch more than {MAX_SQUARES} squares of 16×16 cells, which is the \
                         limit for a model"
                    );
                    return Err(chunk.error(Problem::Limit, message));
                }
                self.copy.open("chunk");
                let place = [i64::from(x), y.into(), size[0].into(), size[1].into()];
                for (name, value) in ["x", "y", "width", "height"].into_iter().zip(place) {
                    self.copy.attribute(name, &value.to_string());
                }
                self.cells(&decode(chunk, encoding, size)?);
                self.copy.close(chunk.name());
            }
        } else {
            let size = ["width", "height"].map(|side| layer.number(side).unwrap_or(0));
            self.cells(&decode(data, encoding, size)?);
        }
        self.copy.close(data.name());
        Ok(())
    }

    fn cells(&mut self, gids: &[u32]) {
        // The lowest flag has no meaning in these maps, and the crate would read it as part of the number.
        let bytes: Vec<u8> = gids.iter().flat_map(|bits| (bits & !(1 << 28)).to_le_bytes()).collect();
        self.copy.plain(&base64::engine::general_purpose::STANDARD.encode(bytes));
    }

    fn properties(&mut self, list: Element<'_>, depth: usize) {
        self.copy.open(list.name());
        for property in list.children().filter(|e| e.name() == "property" && e.attribute("name").is_some()) {
            self.value(property, depth);
        }
        self.copy.close(list.name());
    }

    /// Rewrites a `<property>`, or an `<item>` of a list.
    fn value(&mut self, element: Element<'_>, depth: usize) {
        let text = element.attribute("value").unwrap_or_else(|| element.text());
        let kind = element.attribute("type").unwrap_or("string");
        let is_inner = depth < MAX_DEPTH;
        let (kind, value) = match kind {
            "class" | "list" if is_inner => (kind, None),
            "object" if text.is_empty() => (kind, Some("0")),
            "file" => (kind, Some(text)),
            "bool" if text.parse::<bool>().is_ok() => (kind, Some(text)),
            "int" if text.parse::<i32>().is_ok() => (kind, Some(text)),
            "float" if text.parse::<f32>().is_ok() => (kind, Some(text)),
            "object" if text.parse::<u32>().is_ok() => (kind, Some(text)),
            "color" if color(text).is_some() => (kind, Some(text)),
            _ => ("string", Some(text)),
        };
        self.copy.open(element.name());
        self.copy.attribute("type", kind);
        for name in ["name", "propertytype"] {
            if let Some(value) = element.attribute(name) {
                self.copy.attribute(name, value);
            }
        }
        if let Some(value) = value {
            self.copy.attribute("value", value);
        }
        match kind {
            "class" => {
                element.child("properties").into_iter().for_each(|list| self.properties(list, depth + 1));
            }
            "list" => {
                let items = element.children().filter(|e| e.name() == "item");
                items.for_each(|item| self.value(item, depth + 1));
            }
            _ => {}
        }
        self.copy.close(element.name());
    }
}

/// The columns of a tileset, from its image if not stated; 0 for a collection of images.
fn columns(tileset: Element<'_>) -> u32 {
    let of_image = || {
        let width = tileset.child("image")?.number("width")?;
        Some(ImageGrid::of(tileset, [width, 0]).columns)
    };
    tileset.number("columns").or_else(of_image).unwrap_or(0)
}

const LAYERS: &[&str] = &["layer", "objectgroup", "imagelayer", "group"];
const SHAPES: &[&str] = &["ellipse", "capsule", "point", "polygon", "polyline", "text"];

/// The children of an element that the crate reads.
pub(super) struct Children {
    /// Elements that stand once.
    pub(super) once: &'static [&'static str],
    /// Repeatable elements, in the order that the crate needs.
    pub(super) many: &'static [&'static [&'static str]],
}

const fn children(once: &'static [&'static str], many: &'static [&'static [&'static str]]) -> Children {
    Children { once, many }
}

/// The children of the element `name` that the crate reads.
pub(super) fn children_of(name: &str) -> Children {
    match name {
        "map" => children(&["properties"], &[&["tileset"], LAYERS]),
        "tileset" => {
            children(&["image", "tileoffset", "transformations", "properties"], &[&["tile"], &["wangsets"]])
        }
        "tile" => children(&["image", "properties", "objectgroup", "animation"], &[]),
        "animation" => children(&[], &[&["frame"]]),
        "wangsets" => children(&[], &[&["wangset"]]),
        "wangset" => children(&["properties"], &[&["wangcolor"], &["wangtile"]]),
        "wangcolor" => children(&["properties"], &[]),
        "layer" => children(&["properties", "data"], &[]),
        "objectgroup" => children(&["properties"], &[&["object"]]),
        "imagelayer" => children(&["properties", "image"], &[]),
        "group" => children(&["properties"], &[LAYERS]),
        "object" => children(&["properties"], &[SHAPES]),
        "template" => children(&["tileset", "object"], &[]),
        _ => children(&[], &[]),
    }
}

/// True if the crate can read `value`, without surrounding blanks. Its numbers are at most `i32::MAX`.
pub(super) fn fits(kind: Kind, value: &str) -> bool {
    let trimmed = value.trim();
    match kind {
        Kind::Text | Kind::Alignment => true,
        Kind::Natural => trimmed.parse::<i32>().is_ok_and(|number| number >= 0),
        Kind::Integer => trimmed.parse::<i32>().is_ok(),
        Kind::Flag => flag(trimmed).is_some(),
        Kind::Long => trimmed.parse::<i64>().is_ok(),
        Kind::Number | Kind::Pixels | Kind::Part => trimmed.parse::<f32>().is_ok_and(f32::is_finite),
        Kind::Color => color(trimmed).is_some(),
        Kind::OneOf(words) => words.contains(&trimmed),
        Kind::Points => are_points(value),
        Kind::WangId => trimmed.trim_matches(['[', ']']).split(',').count() == 8,
    }
}

/// The value as the crate reads it.
pub(super) fn written(kind: Kind, value: &str) -> String {
    match kind {
        Kind::Text | Kind::Alignment => value.to_owned(),
        Kind::Points => spaced(value),
        Kind::Flag => u8::from(flag(value.trim()) == Some(true)).to_string(),
        _ => value.trim().to_owned(),
    }
}

/// Points separated by single spaces, as the crate requires.
fn spaced(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for (x, y) in points(value) {
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{},{}", x.trim(), y.trim());
    }
    text
}
