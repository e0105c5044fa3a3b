//! A level from a map that the `tiled` crate has loaded: the map is written as Tiled saves it, and read by the loader.

use crate::error::LoadError;
use crate::json::XmlWriter;
use crate::level::Level;
use crate::load::loader::Loader;
use crate::settings::conventions::Conventions;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use tiled::{
    ChunkData, Color, Image, Layer, LayerTileData, LayerType, ObjectData, ObjectShape, ObjectTileData,
    Properties, PropertyValue, TileData, TileLayer, Tileset, TilesetLocation,
};

impl Level {
    /// The level of a map that the [`tiled`] crate has loaded, for a game that has it already. Feature `tiled-model`.
    ///
    /// It equals the level that a [`Loader`] reads from the files of the map, with these exceptions. The crate keeps no
    /// lines, so a warning or error names the layer, tile or object, and its line is of the map as one file. It keeps no order
    /// of properties, no types of enums, and no project, so defaults of the classes of a project are missing. Paths in
    /// properties of type `file` are read from the map's folder.
    ///
    /// # Errors
    ///
    /// As [`Loader::load`], except for files that are missing.
    ///
    /// # Examples
    ///
    /// ```
    /// use tilephys_tiled::{Conventions, Level, tiled};
    /// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
    /// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4">
    /// #   <image source="rock.png" width="64" height="16"/>
    /// #   <properties><property name="collision" value="solid"/></properties>
    /// #  </tileset>
    /// #  <layer id="1" name="ground" width="2" height="1"><data encoding="csv">0,3</data></layer>
    /// # </map>"#;
    /// # let mut loader = tiled::Loader::with_reader(|_: &std::path::Path| Ok::<_, std::io::Error>(&map[..]));
    /// # let map = loader.load_tmx_map("cave.tmx")?;
    ///
    /// let level = Level::from_tiled(&map, Conventions::common())?;
    /// assert_eq!(level.grid.tiles().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_tiled(map: &tiled::Map, conventions: Conventions) -> Result<Level, LoadError> {
        let text = Writer::of(map).document(map);
        let files = |path: &Path| {
            if path == map.source { Ok(text.clone()) } else { Err(io::Error::from(io::ErrorKind::NotFound)) }
        };
        Loader::with_files(files)
            .allow_outside(true)
            .without_project()
            .conventions(conventions)
            .load(&map.source)
    }
}

/// Writes a map as TMX, with all tilesets in it.
struct Writer {
    text: XmlWriter,
    /// Folder of the map.
    folder: PathBuf,
    /// Tilesets of the map, then tilesets that only its templates have, each with its first gid.
    tilesets: Vec<(u32, Arc<Tileset>)>,
}

impl Writer {
    fn of(map: &tiled::Map) -> Self {
        let folder = map.source.parent().unwrap_or(Path::new("")).to_owned();
        let mut writer = Writer { text: XmlWriter::default(), folder, tilesets: Vec::new() };
        map.tilesets().iter().for_each(|tileset| writer.list(tileset));
        map.layers().for_each(|layer| writer.list_templates(layer));
        writer
    }

    /// Lists a tileset, with its gids after all others.
    fn list(&mut self, tileset: &Arc<Tileset>) {
        let last = self.tilesets.last();
        let first_gid = last.map_or(1, |(first_gid, last)| first_gid.saturating_add(gids(last)));
        self.tilesets.push((first_gid, tileset.clone()));
    }

    /// Lists the tilesets that only objects of a layer have, from their templates.
    fn list_templates(&mut self, layer: Layer<'_>) {
        match layer.layer_type() {
            LayerType::Group(group) => group.layers().for_each(|layer| self.list_templates(layer)),
            LayerType::Objects(objects) => {
                for tile in objects.object_data().iter().filter_map(ObjectData::tile_data) {
                    if let TilesetLocation::Template(tileset) = tile.tileset_location()
                        && self.index_of(tileset).is_none()
                    {
                        self.list(tileset);
                    }
                }
            }
            LayerType::Tiles(_) | LayerType::Image(_) => {}
        }
    }

    fn index_of(&self, tileset: &Arc<Tileset>) -> Option<usize> {
        self.tilesets.iter().position(|(_, listed)| Arc::ptr_eq(listed, tileset))
    }

    fn document(mut self, map: &tiled::Map) -> Vec<u8> {
        self.text.open("map");
        self.attribute("version", map.version());
        self.attribute("class", &map.user_type);
        self.attribute("orientation", map.orientation);
        self.attribute("renderorder", map.render_order);
        self.attribute("width", map.width);
        self.attribute("height", map.height);
        self.attribute("tilewidth", map.tile_width);
        self.attribute("tileheight", map.tile_height);
        self.attribute("infinite", u8::from(map.infinite()));
        self.attribute("skewx", map.skew_x);
        self.attribute("skewy", map.skew_y);
        self.attribute("parallaxoriginx", map.parallax_origin_x);
        self.attribute("parallaxoriginy", map.parallax_origin_y);
        self.color("backgroundcolor", map.background_color);
        self.properties(&map.properties);
        for (first_gid, tileset) in self.tilesets.clone() {
            self.tileset(first_gid, &tileset);
        }
        map.layers().for_each(|layer| self.layer(layer));
        self.text.close("map");
        self.text.text.into_bytes()
    }

    fn attribute(&mut self, name: &str, value: impl Display) {
        self.text.attribute(name, &value.to_string());
    }

    fn color(&mut self, name: &str, color: Option<Color>) {
        if let Some(color) = color {
            self.attribute(name, hex(color));
        }
    }

    /// Writes properties by ascending names, for one text of one map.
    fn properties(&mut self, properties: &Properties) {
        if properties.is_empty() {
            return;
        }
        self.text.open("properties");
        for (name, value) in properties.iter().collect::<BTreeMap<_, _>>() {
            self.text.open("property");
            self.attribute("name", name);
            self.value(value);
            self.text.close("property");
        }
        self.text.close("properties");
    }

    /// Writes the type and the value of a property or of an item, and ends its tag.
    fn value(&mut self, value: &PropertyValue) {
        let (kind, text) = match value {
            PropertyValue::BoolValue(is_on) => ("bool", is_on.to_string()),
            PropertyValue::FloatValue(number) => ("float", number.to_string()),
            PropertyValue::IntValue(number) => ("int", number.to_string()),
            PropertyValue::ColorValue(color) => ("color", hex(*color)),
            PropertyValue::StringValue(text) => ("string", text.clone()),
            PropertyValue::FileValue(path) => ("file", path.clone()),
            PropertyValue::ObjectValue(id) => ("object", id.to_string()),
            PropertyValue::ListValue(items) => {
                self.attribute("type", "list");
                for item in items {
                    self.text.open("item");
                    self.value(item);
                    self.text.close("item");
                }
                return;
            }
            PropertyValue::ClassValue { property_type, properties } => {
                self.attribute("type", "class");
                self.attribute("propertytype", property_type);
                self.properties(properties);
                return;
            }
        };
        self.attribute("type", kind);
        self.attribute("value", text);
    }

    fn tileset(&mut self, first_gid: u32, tileset: &Tileset) {
        self.text.open("tileset");
        self.attribute("firstgid", first_gid);
        self.attribute("name", &tileset.name);
        self.attribute("class", &tileset.user_type);
        self.attribute("tilewidth", tileset.tile_width);
        self.attribute("tileheight", tileset.tile_height);
        self.attribute("spacing", tileset.spacing);
        self.attribute("margin", tileset.margin);
        self.attribute("tilecount", tileset.tilecount);
        self.attribute("columns", tileset.columns);
        self.attribute("objectalignment", tileset.object_alignment);
        self.attribute("tilerendersize", tileset.tile_render_size);
        self.attribute("fillmode", tileset.fill_mode);
        self.text.open("tileoffset");
        self.attribute("x", tileset.offset_x);
        self.attribute("y", tileset.offset_y);
        self.text.close("tileoffset");
        self.properties(&tileset.properties);
        self.image(tileset.image.as_ref());
        let mut tiles: Vec<_> = tileset.tiles().collect();
        tiles.sort_by_key(|(id, _)| *id);
        tiles.iter().for_each(|(id, tile)| self.tile(*id, tile));
        self.text.close("tileset");
    }

    fn tile(&mut self, id: u32, tile: &TileData) {
        self.text.open("tile");
        self.attribute("id", id);
        self.attribute("class", &tile.user_type);
        if let Some(rect) = tile.image_rect {
            self.attribute("x", rect.x);
            self.attribute("y", rect.y);
            self.attribute("width", rect.width);
            self.attribute("height", rect.height);
        }
        self.properties(&tile.properties);
        self.image(tile.image.as_ref());
        if let Some(shapes) = &tile.collision {
            self.text.open("objectgroup");
            shapes.object_data().iter().for_each(|shape| self.object(shape));
            self.text.close("objectgroup");
        }
        if let Some(frames) = &tile.animation {
            self.text.open("animation");
            for frame in frames {
                self.text.open("frame");
                self.attribute("tileid", frame.tile_id);
                self.attribute("duration", frame.duration);
                self.text.close("frame");
            }
            self.text.close("animation");
        }
        self.text.close("tile");
    }

    fn image(&mut self, image: Option<&Image>) {
        let Some(image) = image else { return };
        self.text.open("image");
        self.attribute("source", relative(&image.source, &self.folder));
        self.attribute("width", image.width);
        self.attribute("height", image.height);
        self.color("trans", image.transparent_colour);
        self.text.close("image");
    }

    fn layer(&mut self, layer: Layer<'_>) {
        let kind = layer.layer_type();
        let name = match &kind {
            LayerType::Tiles(_) => "layer",
            LayerType::Objects(_) => "objectgroup",
            LayerType::Image(_) => "imagelayer",
            LayerType::Group(_) => "group",
        };
        self.text.open(name);
        if layer.id() > 0 {
            self.attribute("id", layer.id());
        }
        self.attribute("name", &layer.name);
        self.attribute("class", &layer.user_type);
        self.attribute("visible", u8::from(layer.visible));
        self.attribute("opacity", layer.opacity);
        self.attribute("offsetx", layer.offset_x);
        self.attribute("offsety", layer.offset_y);
        self.attribute("parallaxx", layer.parallax_x);
        self.attribute("parallaxy", layer.parallax_y);
        self.attribute("mode", &layer.blend_mode);
        self.color("tintcolor", layer.tint_color);
        match kind {
            LayerType::Tiles(tiles) => {
                self.attribute("width", tiles.width().unwrap_or(0));
                self.attribute("height", tiles.height().unwrap_or(0));
                self.properties(&layer.properties);
                self.cells(&tiles);
            }
            LayerType::Objects(objects) => {
                self.color("color", objects.colour);
                self.properties(&layer.properties);
                objects.object_data().iter().for_each(|object| self.object(object));
            }
            LayerType::Image(image) => {
                self.attribute("repeatx", u8::from(image.repeat_x));
                self.attribute("repeaty", u8::from(image.repeat_y));
                self.properties(&layer.properties);
                self.image(image.image.as_ref());
            }
            LayerType::Group(group) => {
                self.properties(&layer.properties);
                group.layers().for_each(|layer| self.layer(layer));
            }
        }
        self.text.close(name);
    }

    fn cells(&mut self, layer: &TileLayer<'_>) {
        self.text.open("data");
        self.attribute("encoding", "csv");
        match layer {
            TileLayer::Finite(layer) => {
                let size = [layer.width(), layer.height()];
                self.rows(size, |x, y| layer.get_tile_data(x, y));
            }
            TileLayer::Infinite(layer) => {
                for ((x, y), chunk) in layer.chunk_data().collect::<BTreeMap<_, _>>() {
                    let size = [ChunkData::WIDTH, ChunkData::HEIGHT];
                    self.text.open("chunk");
                    self.attribute("x", x * ChunkData::WIDTH as i32);
                    self.attribute("y", y * ChunkData::HEIGHT as i32);
                    self.attribute("width", size[0]);
                    self.attribute("height", size[1]);
                    self.rows(size, |x, y| chunk.get_tile_data(x, y));
                    self.text.close("chunk");
                }
            }
        }
        self.text.close("data");
    }

    /// Writes cells row by row.
    fn rows<'t>(&mut self, [width, height]: [u32; 2], tile: impl Fn(i32, i32) -> Option<&'t LayerTileData>) {
        let mut text = String::new();
        for y in 0..height {
            for x in 0..width {
                let comma = if x + y == 0 { "" } else { "," };
                let gid = tile(x as i32, y as i32).map_or(0, |tile| {
                    self.gid(tile.tileset_index(), tile.id(), [tile.flip_h, tile.flip_v, tile.flip_d])
                });
                let _ = write!(text, "{comma}{gid}");
            }
            text.push('\n');
        }
        self.text.plain(&text);
    }

    /// The gid of a tile of a tileset, with its flips: horizontal, vertical, diagonal.
    fn gid(&self, tileset: usize, id: u32, [h, v, d]: [bool; 3]) -> u32 {
        let flags = u32::from(h) << 31 | u32::from(v) << 30 | u32::from(d) << 29;
        self.tilesets[tileset].0.saturating_add(id) | flags
    }

    fn gid_of_object(&self, tile: &ObjectTileData) -> u32 {
        let index = match tile.tileset_location() {
            TilesetLocation::Map(index) => *index,
            // All are listed.
            TilesetLocation::Template(tileset) => self.index_of(tileset).unwrap_or_default(),
        };
        self.gid(index, tile.id(), [tile.flip_h, tile.flip_v, tile.flip_d])
    }

    fn object(&mut self, object: &ObjectData) {
        self.text.open("object");
        if object.id() > 0 {
            self.attribute("id", object.id());
        }
        self.attribute("name", &object.name);
        self.attribute("class", &object.user_type);
        self.attribute("x", object.x);
        self.attribute("y", object.y);
        self.attribute("rotation", object.rotation);
        self.attribute("visible", u8::from(object.visible));
        self.attribute("opacity", object.opacity);
        if let Some(tile) = object.tile_data() {
            self.attribute("gid", self.gid_of_object(&tile));
        }
        if let ObjectShape::Rect { width, height }
        | ObjectShape::Ellipse { width, height }
        | ObjectShape::Capsule { width, height }
        | ObjectShape::Text { width, height, .. } = &object.shape
        {
            self.attribute("width", width);
            self.attribute("height", height);
        }
        self.properties(&object.properties);
        self.shape(&object.shape);
        self.text.close("object");
    }

    fn shape(&mut self, shape: &ObjectShape) {
        let (name, points) = match shape {
            ObjectShape::Rect { .. } => return,
            ObjectShape::Ellipse { .. } => ("ellipse", None),
            ObjectShape::Capsule { .. } => ("capsule", None),
            ObjectShape::Point(..) => ("point", None),
            ObjectShape::Text { .. } => ("text", None),
            ObjectShape::Polyline { points } => ("polyline", Some(points)),
            ObjectShape::Polygon { points } => ("polygon", Some(points)),
        };
        self.text.open(name);
        if let Some(points) = points {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            self.attribute("points", points.join(" "));
        }
        self.text.close(name);
    }
}

/// Number of gids that a tileset takes.
fn gids(tileset: &Tileset) -> u32 {
    let last = tileset.tiles().map(|(id, _)| id.saturating_add(1)).max().unwrap_or_default();
    last.max(tileset.tilecount).max(1)
}

fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}{:02x}", color.alpha, color.red, color.green, color.blue)
}

/// The path as seen from a folder, with `/` between its parts.
fn relative(path: &Path, folder: &Path) -> String {
    let common = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let ups = folder.components().skip(common).map(|_| "..".into());
    let parts = path.components().skip(common).map(|part| match part {
        Component::RootDir => "".into(),
        part => part.as_os_str().to_string_lossy(),
    });
    ups.chain(parts).collect::<Vec<_>>().join("/")
}
