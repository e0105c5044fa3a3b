//! Transpiles maps, layers, tilesets, templates and objects, in the forms of all versions of Tiled.

use crate::error::{Refusal, WithHelp, shortened};
use crate::json::index::{Form, Object, Transpiled, Value};
use crate::json::write::Writer;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Common values of all layers of a map.
#[derive(Clone, Copy)]
struct Inside {
    infinite: bool,
    /// Number of groups around a layer.
    depth: usize,
}

/// A tile in old versions: what is in it, its properties, and their types.
type OldTile<'a> = [Option<Value<'a>>; 3];

impl Writer<'_> {
    /// Transpiles a map file.
    pub(super) fn map(&mut self, map: Value<'_>) -> Transpiled {
        self.element("map", map, &["type"], |out, map| {
            out.properties_of(map)?;
            out.each(map, "tilesets", Self::tileset_within)?;
            let infinite = map.get("infinite").is_some_and(|value| matches!(value.written(), "true" | "1"));
            out.layers(map, Inside { infinite, depth: 0 })
        })
    }

    fn layers(&mut self, parent: &Object<'_>, inside: Inside) -> Transpiled {
        // The tree refuses deeper nesting; here each level uses stack.
        let most = self.limits.groups_deep;
        self.each(parent, "layers", |out, layer| {
            if inside.depth > most {
                let message = format!("groups are nested more than {most} levels deep, which is the limit");
                return Err(Refusal::limit(layer.at(), message));
            }
            out.layer(layer, inside)
        })
    }

    fn layer(&mut self, value: Value<'_>, inside: Inside) -> Transpiled {
        let layer = value.object()?;
        let Some(kind) = layer.get("type") else {
            let message = "the layer has no \"type\": expected tilelayer, objectgroup, imagelayer or group";
            return Err(value.refusal(message.to_owned()));
        };
        match &*kind.string()? {
            "tilelayer" => self.tile_layer(value, inside),
            "objectgroup" => self.object_group(value),
            "imagelayer" => self.element("imagelayer", value, &["type"], |out, layer| {
                out.properties_of(layer)?;
                out.image(layer)
            }),
            "group" => self.element("group", value, &["type"], |out, layer| {
                out.properties_of(layer)?;
                out.layers(layer, Inside { depth: inside.depth + 1, ..inside })
            }),
            other => Err(kind.refusal(format!(
                "\"type\": {:?}: expected tilelayer, objectgroup, imagelayer or group",
                shortened(other)
            ))),
        }
    }

    /// Transpiles the objects of a layer, or the shapes of a tile.
    fn object_group(&mut self, group: Value<'_>) -> Transpiled {
        self.element("objectgroup", group, &["type"], |out, group| {
            out.properties_of(group)?;
            out.each(group, "objects", Self::object)
        })
    }

    fn tile_layer(&mut self, layer: Value<'_>, inside: Inside) -> Transpiled {
        self.element("layer", layer, &["type"], |out, layer| {
            out.attributes(layer, &["width", "height"])?;
            out.properties_of(layer)?;
            let data = layer.get("data").map(cells).transpose()?;
            let chunks = layer.get("chunks").filter(|_| data.is_none());
            match (data, chunks) {
                (Some(data), _) if !inside.infinite => {
                    out.cells("data", data.at(), data, |out| out.encoding(layer, data.at()))
                }
                // As in Tiled, the data of an infinite map is a single chunk.
                (Some(data), _) => out.within("data", data.at(), |out| {
                    out.encoding(layer, data.at())?;
                    out.cells("chunk", data.at(), data, |out| {
                        for (key, name) in [("startx", "x"), ("starty", "y")] {
                            match layer.get(key) {
                                Some(_) => out.renamed(layer, key, name)?,
                                None => out.attribute(name, "0", data.at()),
                            }
                        }
                        out.attributes(layer, &["width", "height"])
                    })
                }),
                (None, Some(chunks)) => out.within("data", chunks.at(), |out| {
                    out.encoding(layer, chunks.at())?;
                    out.each(layer, "chunks", Self::chunk)
                }),
                (None, None) => Ok(()),
            }
        })
    }

    fn chunk(&mut self, value: Value<'_>) -> Transpiled {
        let chunk = value.object()?;
        let Some(data) = chunk.get("data").map(cells).transpose()? else {
            let message = "the chunk has no \"data\"".help("save the map again in Tiled");
            return Err(value.refusal(message));
        };
        self.cells("chunk", value.at(), data, |out| out.attributes_but(&chunk, "chunk", &[]))
    }

    /// Writes the encoding of a layer's cells; a list if none is stated.
    fn encoding(&mut self, layer: &Object<'_>, at: usize) -> Transpiled {
        match layer.get("encoding") {
            Some(encoding) if !encoding.string()?.is_empty() => self.attributes(layer, &["encoding"])?,
            _ => self.attribute("encoding", "csv", at),
        }
        self.attributes(layer, &["compression"])
    }

    /// Transpiles a tileset file.
    pub(super) fn tileset(&mut self, tileset: Value<'_>) -> Transpiled {
        let object = tileset.object()?;
        self.within("tileset", tileset.at(), |out| out.tileset_content(&object))
    }

    /// Transpiles a tileset in a map or a template: the tileset itself, or a reference to its file.
    fn tileset_within(&mut self, value: Value<'_>) -> Transpiled {
        let tileset = value.object()?;
        self.within("tileset", value.at(), |out| {
            out.attributes(&tileset, &["firstgid", "source"])?;
            if tileset.get("source").is_none() { out.tileset_content(&tileset) } else { Ok(()) }
        })
    }

    fn tileset_content(&mut self, tileset: &Object<'_>) -> Transpiled {
        self.attributes_but(tileset, "tileset", &["firstgid", "type"])?;
        for name in ["tileoffset", "transformations"] {
            tileset.get(name).map_or(Ok(()), |value| self.empty(name, value))?;
        }
        self.properties_of(tileset)?;
        self.image(tileset)?;
        if tileset.get("tiles").is_some_and(|tiles| tiles.form() != Form::Object) {
            self.each(tileset, "tiles", |out, tile| {
                out.element("tile", tile, &[], |out, tile| {
                    out.tile_content(tile)?;
                    out.properties_of(tile)
                })
            })?;
        } else {
            self.old_tiles(tileset)?;
        }
        let Some(sets) = tileset.get("wangsets") else { return Ok(()) };
        self.within("wangsets", sets.at(), |out| out.each(tileset, "wangsets", Self::wang_set))
    }

    /// Transpiles tiles from before Tiled 1.2.
    fn old_tiles(&mut self, tileset: &Object<'_>) -> Transpiled {
        // Sorted by id as a number; other keys come last, and the tree refuses them.
        let mut tiles: BTreeMap<(u64, String), (OldTile<'_>, usize)> = BTreeMap::new();
        for (part, key) in ["tiles", "tileproperties", "tilepropertytypes"].into_iter().enumerate() {
            let Some(values) = tileset.get(key) else { continue };
            for (id, value) in values.object()?.members() {
                let number = id.parse().unwrap_or(u64::MAX);
                let known = tiles.entry((number, id.to_owned())).or_insert(([None; 3], value.at()));
                known.0[part] = Some(value);
            }
        }
        for ((_, id), ([tile, properties, types], at)) in tiles {
            self.within("tile", at, |out| {
                out.attribute("id", &id, at);
                if let Some(tile) = tile {
                    let tile = tile.object()?;
                    out.attributes_but(&tile, "tile", &["id"])?;
                    out.tile_content(&tile)?;
                }
                properties.map_or(Ok(()), |properties| out.properties(properties, types))
            })?;
        }
        Ok(())
    }

    /// Transpiles what is in a tile, except its properties.
    fn tile_content(&mut self, tile: &Object<'_>) -> Transpiled {
        self.image(tile)?;
        tile.get("objectgroup").map_or(Ok(()), |group| self.object_group(group))?;
        let Some(frames) = tile.get("animation") else { return Ok(()) };
        self.within("animation", frames.at(), |out| {
            out.each(tile, "animation", |out, frame| out.empty("frame", frame))
        })
    }

    /// Transpiles the image of a tileset, a tile or an image layer.
    fn image(&mut self, owner: &Object<'_>) -> Transpiled {
        let Some(image) = owner.get("image") else { return Ok(()) };
        if image.string()?.is_empty() {
            return Ok(());
        }
        self.within("image", image.at(), |out| {
            out.renamed(owner, "image", "source")?;
            out.renamed(owner, "imagewidth", "width")?;
            out.renamed(owner, "imageheight", "height")?;
            out.renamed(owner, "transparentcolor", "trans")
        })
    }

    fn wang_set(&mut self, set: Value<'_>) -> Transpiled {
        self.element("wangset", set, &[], |out, set| {
            out.properties_of(set)?;
            // Before Tiled 1.5, colours of edges and of corners were separate.
            for key in ["colors", "edgecolors", "cornercolors"] {
                out.each(set, key, |out, color| {
                    out.element("wangcolor", color, &[], |out, color| out.properties_of(color))
                })?;
            }
            out.each(set, "wangtiles", |out, tile| {
                out.element("wangtile", tile, &["wangid"], |out, tile| {
                    if let Some(colors) = tile.get("wangid") {
                        let numbers: String = colors.written().split_ascii_whitespace().collect();
                        out.attribute("wangid", numbers.trim_matches(['[', ']']), colors.at());
                    }
                    Ok(())
                })
            })
        })
    }

    /// Transpiles the types of a project.
    pub(super) fn project(&mut self, value: Value<'_>) -> Transpiled {
        let project = value.document("a Tiled project")?;
        self.within("project", value.at(), |out| {
            out.strings(&project, &["objectTypesFile"])?;
            out.each(&project, "propertyTypes", |out, value| out.custom_type("type", value))
        })
    }

    /// Transpiles a file with the object types of Tiled 1.8.
    pub(super) fn object_types(&mut self, types: Value<'_>) -> Transpiled {
        self.within("objecttypes", types.at(), |out| {
            types.list()?.try_for_each(|value| out.custom_type("objecttype", value))
        })
    }

    /// Transpiles an enum, a class or an object type.
    fn custom_type(&mut self, name: &str, value: Value<'_>) -> Transpiled {
        let read = value.object()?;
        self.within(name, value.at(), |out| {
            out.strings(&read, &["name", "type", "storageType"])?;
            if let Some(flags) = read.get("valuesAsFlags") {
                out.attribute("valuesAsFlags", if flags.bool()? { "1" } else { "0" }, flags.at());
            }
            if let Some(uses) = read.get("useAs") {
                let words = uses.list()?.map(Value::string).collect::<Transpiled<Vec<_>>>()?;
                out.attribute("useAs", &words.join(","), uses.at());
            }
            out.each(&read, "values", |out, value| {
                let name = value.string()?;
                out.within("value", value.at(), |out| {
                    out.attribute("name", &name, value.at());
                    Ok(())
                })
            })?;
            let members = read.get("members").or(read.get("properties"));
            members.map_or(Ok(()), |members| out.properties(members, None))
        })
    }

    /// Transpiles a template file.
    pub(super) fn template(&mut self, template: Value<'_>) -> Transpiled {
        self.element("template", template, &[], |out, template| {
            template.get("tileset").map_or(Ok(()), |tileset| out.tileset_within(tileset))?;
            template.get("object").map_or(Ok(()), |object| out.object(object))
        })
    }

    fn object(&mut self, object: Value<'_>) -> Transpiled {
        self.element("object", object, &["width", "height"], |out, object| {
            let shows_tile = object.get("gid").is_some_and(|gid| gid.written() != "0");
            for side in ["width", "height"] {
                // For a tile object, Tiled reads 0 as the tile's own size, which old versions did not write.
                let is_zero =
                    |value: Value<'_>| value.attribute().is_ok_and(|value| value.as_deref() == Some("0"));
                if !(shows_tile && object.get(side).is_some_and(is_zero)) {
                    out.attributes(object, &[side])?;
                }
            }
            out.properties_of(object)?;
            for flag in ["ellipse", "capsule", "point"] {
                if let Some(value) = object.get(flag).filter(|value| value.written() == "true") {
                    out.within(flag, value.at(), |_| Ok(()))?;
                }
            }
            for line in ["polygon", "polyline"] {
                object.get(line).map_or(Ok(()), |points| out.line(line, points))?;
            }
            let Some(text) = object.get("text") else { return Ok(()) };
            out.element("text", text, &[], |out, text| {
                out.text(&text.text("text")?);
                Ok(())
            })
        })
    }

    fn line(&mut self, name: &str, points: Value<'_>) -> Transpiled {
        let text = points_text(points)?;
        if text.is_empty() {
            let message = format!("\"{name}\" has no points").help("delete the object in Tiled");
            return Err(points.refusal(message));
        }
        self.within(name, points.at(), |out| {
            out.attribute("points", &text, points.at());
            Ok(())
        })
    }
}

/// Returns `data` if it may hold cells.
fn cells(data: Value<'_>) -> Transpiled<Value<'_>> {
    let may_hold = matches!(data.form(), Form::List | Form::Text);
    if may_hold { Ok(data) } else { Err(data.unexpected("a list of numbers or a string")) }
}

/// Points as an attribute; a missing coordinate is 0.
fn points_text(points: Value<'_>) -> Transpiled<String> {
    let mut text = String::new();
    for point in points.list()? {
        let point = point.object()?;
        let side =
            |key| Ok(point.get(key).map(Value::attribute).transpose()?.flatten().unwrap_or("0".into()));
        let x = side("x")?;
        let y = side("y")?;
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{x},{y}");
    }
    Ok(text)
}
