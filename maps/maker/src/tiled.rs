//! Writes Tiled's files: tilesets (`.tsx`) and maps (`.tmx`), by the format of
//! <https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>.
//!
//! Objects carry their class in the attribute `type`, which Tiled reads in every version but 1.9.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::blob;
use crate::canvas::TILE;
use crate::sheet::Sheet;
use crate::text::{self, Property, TileText};

/// How layers hold their tiles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Numbers, a line of text a row.
    Csv,
    /// Little-endian words, zlib, base64.
    Zlib,
}

/// A node of a map's tree of layers.
pub(crate) enum Layer {
    /// Layers that belong together.
    Group(&'static str, Vec<Layer>),
    /// Global tile ids, row by row; 0 is no tile.
    Tiles(&'static str, Vec<u32>),
    Objects(&'static str, Vec<Property>, Vec<Object>),
}

/// A rectangle of a class, a point or a line where it has no size, or a tile. Pixels.
#[derive(Default)]
pub(crate) struct Object {
    pub(crate) name: String,
    pub(crate) class: &'static str,
    pub(crate) at: (i32, i32),
    pub(crate) size: (i32, i32),
    /// Tile that it shows, positioned by its low left corner; 0 for none.
    pub(crate) gid: u32,
    /// Degrees, clockwise about its place.
    pub(crate) rotation: i32,
    /// Of a line, from its place.
    pub(crate) points: Vec<(i32, i32)>,
    pub(crate) properties: Vec<Property>,
}

/// A map and the names of its tilesets with their first ids.
pub(crate) struct Map {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) encoding: Encoding,
    pub(crate) tilesets: Vec<(u32, &'static str)>,
    /// Of the class `TpLevel`.
    pub(crate) properties: Vec<Property>,
    pub(crate) layers: Vec<Layer>,
}

type Xml = Writer<Vec<u8>>;
type Written = std::io::Result<()>;

/// Runs a writer over memory and ends the file with a line break.
fn document(write: impl FnOnce(&mut Xml) -> Written) -> Vec<u8> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))
        .and_then(|()| write(&mut xml))
        .expect("writing to memory does not fail");
    let mut bytes = xml.into_inner();
    bytes.push(b'\n');
    bytes
}

fn element(
    xml: &mut Xml,
    name: &str,
    attributes: &[(&str, &str)],
    inner: impl FnOnce(&mut Xml) -> Written,
) -> Written {
    xml.create_element(name).with_attributes(attributes.iter().copied()).write_inner_content(inner)?;
    Ok(())
}

fn empty(xml: &mut Xml, name: &str, attributes: &[(&str, &str)]) -> Written {
    xml.create_element(name).with_attributes(attributes.iter().copied()).write_empty()?;
    Ok(())
}

/// The `.tsx` file of a tileset: its solid tiles say so, and are a set for Tiled's terrain brush.
pub(crate) fn tileset(sheet: &Sheet) -> Vec<u8> {
    let [wide, high] = [sheet.tile.0, sheet.tile.1].map(|px| px.to_string());
    let (count, columns) = (sheet.count().to_string(), (sheet.canvas.width / sheet.tile.0).to_string());
    let (width, height) = (sheet.canvas.width.to_string(), sheet.canvas.height.to_string());
    let attributes = [
        ("version", "1.10"),
        ("tiledversion", "1.10.2"),
        ("name", sheet.name),
        ("tilewidth", &wide),
        ("tileheight", &high),
        ("tilecount", &count),
        ("columns", &columns),
    ];
    let image = format!("{}.png", sheet.name);
    document(|xml| {
        element(xml, "tileset", &attributes, |xml| {
            text::properties(xml, &sheet.properties)?;
            empty(xml, "image", &[("source", &image), ("width", &width), ("height", &height)])?;
            let solid = TileText::solid();
            (0..sheet.solid).try_for_each(|id| text::tile(xml, id, &solid))?;
            sheet.texts.iter().try_for_each(|(id, text)| text::tile(xml, *id, text))?;
            if sheet.solid > 0 { terrain(xml, sheet) } else { Ok(()) }
        })
    })
}

fn terrain(xml: &mut Xml, sheet: &Sheet) -> Written {
    element(xml, "wangsets", &[], |xml| {
        element(xml, "wangset", &[("name", sheet.name), ("type", "mixed"), ("tile", "-1")], |xml| {
            let colour = [("name", "solid"), ("color", "#97694e"), ("tile", "-1"), ("probability", "1")];
            empty(xml, "wangcolor", &colour)?;
            // The mask without neighbours is no part of any terrain in Tiled.
            for (place, mask) in blob::masks().into_iter().enumerate().skip(1) {
                let bits: Vec<String> = (0..8).map(|i| (mask >> i & 1).to_string()).collect();
                for n in 0..sheet.variants {
                    let id = place as i32 * sheet.variants + n;
                    empty(xml, "wangtile", &[("tileid", &id.to_string()), ("wangid", &bits.join(","))])?;
                }
            }
            Ok(())
        })
    })
}

impl Map {
    /// The `.tmx` file with this name, counted from the folder of the tilesets.
    pub(crate) fn to_tmx(&self, name: &str) -> Vec<u8> {
        let up = "../".repeat(name.matches('/').count());
        let side = TILE.to_string();
        let (width, height) = (self.width.to_string(), self.height.to_string());
        let (layers, objects) =
            self.layers.iter().map(Layer::ids).fold((1, 1), |a, b| (a.0 + b.0, a.1 + b.1));
        let (layers, objects) = (layers.to_string(), objects.to_string());
        let attributes = [
            ("version", "1.10"),
            ("tiledversion", "1.10.2"),
            ("class", "TpLevel"),
            ("orientation", "orthogonal"),
            ("renderorder", "right-down"),
            ("width", &width),
            ("height", &height),
            ("tilewidth", &side),
            ("tileheight", &side),
            ("infinite", "0"),
            ("backgroundcolor", "#0e1220"),
            ("nextlayerid", &layers),
            ("nextobjectid", &objects),
        ];
        document(|xml| {
            element(xml, "map", &attributes, |xml| {
                text::properties(xml, &self.properties)?;
                for (first, name) in &self.tilesets {
                    let source = format!("{up}{name}.tsx");
                    empty(xml, "tileset", &[("firstgid", &first.to_string()), ("source", &source)])?;
                }
                let mut next = (1, 1);
                self.layers.iter().try_for_each(|layer| self.layer(xml, layer, &mut next))
            })
        })
    }

    fn layer(&self, xml: &mut Xml, layer: &Layer, next: &mut (u32, u32)) -> Written {
        let id = next.0.to_string();
        next.0 += 1;
        match layer {
            Layer::Group(name, layers) => element(xml, "group", &[("id", &id), ("name", name)], |xml| {
                layers.iter().try_for_each(|layer| self.layer(xml, layer, next))
            }),
            Layer::Tiles(name, tiles) => {
                let (width, height) = (self.width.to_string(), self.height.to_string());
                let attributes = [("id", &*id), ("name", name), ("width", &width), ("height", &height)];
                element(xml, "layer", &attributes, |xml| self.data(xml, tiles))
            }
            Layer::Objects(name, properties, objects) => {
                element(xml, "objectgroup", &[("id", &id), ("name", name)], |xml| {
                    text::properties(xml, properties)?;
                    for object in objects {
                        object.write(xml, next.1)?;
                        next.1 += 1;
                    }
                    Ok(())
                })
            }
        }
    }

    fn data(&self, xml: &mut Xml, tiles: &[u32]) -> Written {
        let text = |xml: &mut Xml, text: &str| xml.write_event(Event::Text(BytesText::new(text)));
        match self.encoding {
            Encoding::Csv => element(xml, "data", &[("encoding", "csv")], |xml| {
                let rows: Vec<String> = tiles
                    .chunks(self.width as usize)
                    .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
                    .collect();
                text(xml, &format!("\n{}\n", rows.join(",\n")))
            }),
            Encoding::Zlib => {
                element(xml, "data", &[("encoding", "base64"), ("compression", "zlib")], |xml| {
                    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
                    tiles.iter().try_for_each(|gid| packer.write_all(&gid.to_le_bytes()))?;
                    text(xml, &format!("\n{}\n", STANDARD.encode(packer.finish()?)))
                })
            }
        }
    }
}

impl Layer {
    /// How many layer ids and object ids it takes.
    fn ids(&self) -> (u32, u32) {
        match self {
            Self::Group(_, layers) => {
                layers.iter().map(Self::ids).fold((1, 0), |a, b| (a.0 + b.0, a.1 + b.1))
            }
            Self::Tiles(..) => (1, 0),
            Self::Objects(_, _, objects) => (1, objects.len() as u32),
        }
    }
}

impl Object {
    fn write(&self, xml: &mut Xml, number: u32) -> Written {
        let [id, x, y] = [number.to_string(), self.at.0.to_string(), self.at.1.to_string()];
        let [width, height] = [self.size.0.to_string(), self.size.1.to_string()];
        let (gid, rotation) = (self.gid.to_string(), self.rotation.to_string());
        let name = [("name", &*self.name), ("type", self.class)];
        let mut attributes = vec![("id", &*id)];
        attributes.extend(name.into_iter().filter(|(_, value)| !value.is_empty()));
        attributes.extend((self.gid > 0).then_some(("gid", &*gid)));
        attributes.extend([("x", &*x), ("y", &*y)]);
        if !self.points.is_empty() {
            let points: Vec<String> = self.points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let points = points.join(" ");
            return element(xml, "object", &attributes, |xml| empty(xml, "polyline", &[("points", &points)]));
        }
        if self.size == (0, 0) {
            return element(xml, "object", &attributes, |xml| empty(xml, "point", &[]));
        }
        attributes.extend([("width", &*width), ("height", &*height)]);
        attributes.extend((self.rotation != 0).then_some(("rotation", &*rotation)));
        if self.properties.is_empty() {
            return empty(xml, "object", &attributes);
        }
        let own = self.properties.iter().map(|property| property.of_object(number)).collect::<Vec<_>>();
        element(xml, "object", &attributes, |xml| text::properties(xml, &own))
    }
}
