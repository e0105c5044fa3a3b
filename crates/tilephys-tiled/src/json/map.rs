//! Transpiles maps and their layers.

use super::index::{Form, Object, Value};
use super::write::Writer;
use crate::error::{Message, shortened};
use crate::json::index::Refusal;

/// Common values of all layers of a map.
#[derive(Clone, Copy)]
struct Inside {
    infinite: bool,
    /// Number of groups around a layer.
    depth: usize,
}

impl Writer<'_> {
    /// Transpiles a map file.
    pub(super) fn map(&mut self, map: &Object<'_>) -> Result<(), Refusal> {
        self.open("map", map.value.at())?;
        self.attributes_but(map, "map", &["type"])?;
        self.properties_of(map)?;
        for tileset in map.list("tilesets")? {
            self.tileset_within(tileset)?;
        }
        let infinite = map.get("infinite").is_some_and(|value| matches!(value.written(), "true" | "1"));
        self.layers(map, Inside { infinite, depth: 0 })?;
        self.close("map");
        Ok(())
    }

    fn layers(&mut self, parent: &Object<'_>, inside: Inside) -> Result<(), Refusal> {
        // The tree refuses deeper nesting; here each level uses stack.
        let most = self.limits.groups_deep;
        for layer in parent.list("layers")? {
            if inside.depth > most {
                let message = format!("groups are nested more than {most} levels deep, which is the limit");
                return Err(Refusal::limit(layer.at(), message));
            }
            self.layer(layer, inside)?;
        }
        Ok(())
    }

    fn layer(&mut self, value: Value<'_>, inside: Inside) -> Result<(), Refusal> {
        let layer = value.object()?;
        let Some(kind) = layer.get("type") else {
            let message = "the layer has no \"type\": expected tilelayer, objectgroup, imagelayer or group";
            return Err(value.refusal(message.to_owned()));
        };
        match &*kind.string()? {
            "tilelayer" => self.tile_layer(&layer, inside),
            "objectgroup" => self.object_group(&layer),
            "imagelayer" => {
                self.open("imagelayer", value.at())?;
                self.attributes_but(&layer, "layer", &["type"])?;
                self.properties_of(&layer)?;
                self.image(&layer)?;
                self.close("imagelayer");
                Ok(())
            }
            "group" => {
                self.open("group", value.at())?;
                self.attributes_but(&layer, "layer", &["type"])?;
                self.properties_of(&layer)?;
                self.layers(&layer, Inside { depth: inside.depth + 1, ..inside })?;
                self.close("group");
                Ok(())
            }
            other => Err(kind.refusal(format!(
                "\"type\": {:?}: expected tilelayer, objectgroup, imagelayer or group",
                shortened(other)
            ))),
        }
    }

    /// Transpiles the objects of a layer, or the shapes of a tile.
    pub(super) fn object_group(&mut self, group: &Object<'_>) -> Result<(), Refusal> {
        self.open("objectgroup", group.value.at())?;
        self.attributes_but(group, "layer", &["type"])?;
        self.properties_of(group)?;
        for object in group.list("objects")? {
            self.object(object)?;
        }
        self.close("objectgroup");
        Ok(())
    }

    fn tile_layer(&mut self, layer: &Object<'_>, inside: Inside) -> Result<(), Refusal> {
        self.open("layer", layer.value.at())?;
        self.attributes_but(layer, "layer", &["type"])?;
        self.attributes(layer, &["width", "height"])?;
        self.properties_of(layer)?;
        let data = layer.get("data").map(cells).transpose()?;
        let chunks = layer.get("chunks").filter(|_| data.is_none());
        match (data, chunks) {
            (Some(data), _) if !inside.infinite => {
                self.cells("data", data.at(), data, |out| out.encoding(layer, data.at()))?;
            }
            // As in Tiled, the data of an infinite map is a single chunk.
            (Some(data), _) => {
                self.open("data", data.at())?;
                self.encoding(layer, data.at())?;
                self.cells("chunk", data.at(), data, |out| {
                    for (key, name) in [("startx", "x"), ("starty", "y")] {
                        match layer.get(key) {
                            Some(_) => out.renamed(layer, key, name)?,
                            None => out.attribute(name, "0", data.at()),
                        }
                    }
                    out.attributes(layer, &["width", "height"])
                })?;
                self.close("data");
            }
            (None, Some(chunks)) => {
                self.open("data", chunks.at())?;
                self.encoding(layer, chunks.at())?;
                for chunk in chunks.list()? {
                    self.chunk(chunk)?;
                }
                self.close("data");
            }
            (None, None) => {}
        }
        self.close("layer");
        Ok(())
    }

    fn chunk(&mut self, value: Value<'_>) -> Result<(), Refusal> {
        let chunk = value.object()?;
        let Some(data) = chunk.get("data").map(cells).transpose()? else {
            return Err(
                value.refusal(Message::new("the chunk has no \"data\"", "save the map again in Tiled"))
            );
        };
        self.cells("chunk", value.at(), data, |out| out.attributes_but(&chunk, "chunk", &[]))
    }

    /// Writes the encoding of a layer's cells; a list if none is stated.
    fn encoding(&mut self, layer: &Object<'_>, at: usize) -> Result<(), Refusal> {
        match layer.get("encoding") {
            Some(encoding) if !encoding.string()?.is_empty() => self.attributes(layer, &["encoding"])?,
            _ => self.attribute("encoding", "csv", at),
        }
        self.attributes(layer, &["compression"])
    }
}

/// Returns `data` if it may hold cells.
fn cells(data: Value<'_>) -> Result<Value<'_>, Refusal> {
    match data.form() {
        Form::List | Form::Text => Ok(data),
        other => {
            Err(data.refusal(format!("\"data\" is {}, expected a list of numbers or a string", other.name())))
        }
    }
}
