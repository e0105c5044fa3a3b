//! Transpiles tilesets and their tiles: a list since Tiled 1.2, before that objects keyed by tile id.

use super::index::{Form, Object, Value};
use super::write::Writer;
use crate::json::index::Refusal;
use std::collections::BTreeMap;

/// The scattered data of a tile in old versions.
#[derive(Default)]
struct OldTile<'a> {
    tile: Option<Value<'a>>,
    properties: Option<Value<'a>>,
    types: Option<Value<'a>>,
}

impl Writer<'_> {
    /// Transpiles a tileset file.
    pub(super) fn tileset(&mut self, tileset: &Object<'_>) -> Result<(), Refusal> {
        self.open("tileset", tileset.value.at())?;
        self.tileset_content(tileset)?;
        self.close("tileset");
        Ok(())
    }

    /// Transpiles a tileset in a map or a template: the tileset itself, or a reference to its file.
    pub(super) fn tileset_within(&mut self, value: Value<'_>) -> Result<(), Refusal> {
        let tileset = value.object()?;
        self.open("tileset", value.at())?;
        self.attributes(&tileset, &["firstgid", "source"])?;
        if tileset.get("source").is_none() {
            self.tileset_content(&tileset)?;
        }
        self.close("tileset");
        Ok(())
    }

    fn tileset_content(&mut self, tileset: &Object<'_>) -> Result<(), Refusal> {
        self.attributes_but(tileset, "tileset", &["firstgid", "type"])?;
        if let Some(offset) = tileset.get("tileoffset") {
            self.empty("tileoffset", offset)?;
        }
        if let Some(flips) = tileset.get("transformations") {
            self.empty("transformations", flips)?;
        }
        self.properties_of(tileset)?;
        self.image(tileset)?;
        match tileset.get("tiles").filter(|tiles| tiles.form() != Form::Object) {
            Some(tiles) => {
                for value in tiles.list()? {
                    let tile = value.object()?;
                    self.open("tile", value.at())?;
                    self.attributes(&tile, &["id"])?;
                    self.tile_content(&tile)?;
                    self.properties_of(&tile)?;
                    self.close("tile");
                }
            }
            None => self.old_tiles(tileset)?,
        }
        if let Some(sets) = tileset.get("wangsets") {
            self.open("wangsets", sets.at())?;
            for set in sets.list()? {
                self.wang_set(set)?;
            }
            self.close("wangsets");
        }
        Ok(())
    }

    /// Transpiles tiles from before Tiled 1.2.
    fn old_tiles(&mut self, tileset: &Object<'_>) -> Result<(), Refusal> {
        // Sorted by id as a number; other keys come last, and the tree refuses them.
        let mut tiles: BTreeMap<(u64, String), (OldTile<'_>, usize)> = BTreeMap::new();
        for key in ["tiles", "tileproperties", "tilepropertytypes"] {
            let Some(values) = tileset.get(key) else { continue };
            for (id, value) in values.object()?.members() {
                let number = id.parse().unwrap_or(u64::MAX);
                let (tile, _) =
                    tiles.entry((number, id.to_owned())).or_insert_with(|| (OldTile::default(), value.at()));
                match key {
                    "tiles" => tile.tile = Some(value),
                    "tileproperties" => tile.properties = Some(value),
                    _ => tile.types = Some(value),
                }
            }
        }
        for ((_, id), (OldTile { tile, properties, types }, at)) in tiles {
            self.open("tile", at)?;
            self.attribute("id", &id, at);
            if let Some(tile) = tile {
                self.tile_content(&tile.object()?)?;
            }
            if let Some(properties) = properties {
                self.properties(properties, types)?;
            }
            self.close("tile");
        }
        Ok(())
    }

    /// Transpiles a tile, except its id and its properties.
    fn tile_content(&mut self, tile: &Object<'_>) -> Result<(), Refusal> {
        self.attributes_but(tile, "tile", &["id"])?;
        self.image(tile)?;
        if let Some(group) = tile.get("objectgroup") {
            self.object_group(&group.object()?)?;
        }
        if let Some(frames) = tile.get("animation") {
            self.open("animation", frames.at())?;
            for frame in frames.list()? {
                self.empty("frame", frame)?;
            }
            self.close("animation");
        }
        Ok(())
    }

    /// Transpiles the image of a tileset, a tile or an image layer.
    pub(super) fn image(&mut self, owner: &Object<'_>) -> Result<(), Refusal> {
        let Some(image) = owner.get("image") else { return Ok(()) };
        if image.string()?.is_empty() {
            return Ok(());
        }
        self.open("image", image.at())?;
        for (key, name) in [
            ("image", "source"),
            ("imagewidth", "width"),
            ("imageheight", "height"),
            ("transparentcolor", "trans"),
        ] {
            self.renamed(owner, key, name)?;
        }
        self.close("image");
        Ok(())
    }

    fn wang_set(&mut self, value: Value<'_>) -> Result<(), Refusal> {
        let set = value.object()?;
        self.open("wangset", value.at())?;
        self.attributes_but(&set, "wangset", &[])?;
        self.properties_of(&set)?;
        // Before Tiled 1.5, colours of edges and of corners were separate.
        for key in ["colors", "edgecolors", "cornercolors"] {
            for value in set.list(key)? {
                let color = value.object()?;
                self.open("wangcolor", value.at())?;
                self.attributes_but(&color, "wangcolor", &[])?;
                self.properties_of(&color)?;
                self.close("wangcolor");
            }
        }
        for value in set.list("wangtiles")? {
            let tile = value.object()?;
            self.open("wangtile", value.at())?;
            self.attributes_but(&tile, "wangtile", &["wangid"])?;
            if let Some(colors) = tile.get("wangid") {
                let numbers: String = colors.written().split_ascii_whitespace().collect();
                self.attribute("wangid", numbers.trim_matches(['[', ']']), colors.at());
            }
            self.close("wangtile");
        }
        self.close("wangset");
        Ok(())
    }
}
