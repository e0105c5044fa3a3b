//! The elements of a level that have custom properties.

use crate::subject::Subject;
use tilephys_tiled::{LayerInfo, Object, Place, Properties, SourceElement, TileInfo, TilesetInfo};

/// An element with a class and custom properties.
#[derive(Clone, Copy)]
pub(crate) enum Holder<'a> {
    /// The map.
    Map(&'a Properties),
    Layer(&'a LayerInfo),
    Tileset(&'a TilesetInfo),
    /// A tile: the index of its tileset, the tileset, and the id of the tile.
    Tile(usize, &'a TilesetInfo, u32, &'a TileInfo),
    Object(&'a Object),
}

impl<'a> Holder<'a> {
    pub(crate) fn properties(self) -> &'a Properties {
        match self {
            Holder::Map(properties) => properties,
            Holder::Layer(layer) => &layer.properties,
            Holder::Tileset(tileset) => &tileset.properties,
            Holder::Tile(_, _, _, tile) => &tile.properties,
            Holder::Object(object) => &object.properties,
        }
    }

    /// Class of a tile or an object.
    pub(crate) fn class(self) -> &'a str {
        match self {
            Holder::Tile(_, _, _, tile) => &tile.class,
            Holder::Object(object) => &object.class,
            Holder::Map(_) | Holder::Layer(_) | Holder::Tileset(_) => "",
        }
    }

    /// The element with the properties.
    pub(crate) fn element<'m>(self, map: &'m Subject<'_>) -> Option<SourceElement<'m>> {
        match self {
            Holder::Map(_) => Some(map.locator.map()),
            Holder::Layer(layer) => {
                let index = map.level.layers.iter().position(|other| std::ptr::eq(other, layer))?;
                map.locator.layer(index)
            }
            Holder::Tileset(tileset) => {
                let index = map.level.tilesets.iter().position(|other| std::ptr::eq(other, tileset))?;
                map.locator.tileset(index)
            }
            Holder::Tile(tileset, _, id, _) => map.locator.tile(tileset, id),
            Holder::Object(object) => map.locator.object(object.id),
        }
    }

    pub(crate) fn place(self, map: &Subject<'_>) -> Place {
        let of = |tileset: &TilesetInfo| Place { tileset: Some(tileset.name.clone()), ..Place::default() };
        match self {
            Holder::Map(_) => Place::default(),
            Holder::Layer(layer) => Place { layer: Some(layer.path.clone()), ..Place::default() },
            Holder::Tileset(tileset) => of(tileset),
            Holder::Tile(_, tileset, id, _) => Place { tile: Some(id), ..of(tileset) },
            Holder::Object(object) => map.place_of(object),
        }
    }
}

/// All such elements of a level: the map, its layers, tilesets, tiles and objects.
pub(crate) fn holders<'a>(map: &Subject<'a>) -> impl Iterator<Item = Holder<'a>> {
    let level = map.level;
    let tiles = |(index, tileset): (usize, &'a TilesetInfo)| {
        let tiles = tileset.tiles.iter().map(move |(id, tile)| Holder::Tile(index, tileset, *id, tile));
        std::iter::once(Holder::Tileset(tileset)).chain(tiles)
    };
    std::iter::once(Holder::Map(&level.properties))
        .chain(level.layers.iter().map(Holder::Layer))
        .chain(level.tilesets.iter().enumerate().flat_map(tiles))
        .chain(level.objects.iter().map(Holder::Object))
}
