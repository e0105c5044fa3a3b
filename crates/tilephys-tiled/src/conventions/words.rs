//! Conventions about a tile or an object without a tilephys property.

use crate::data::objects::{Object, ObjectKind};
use crate::settings::collision::{Collision, LayerRule};
use crate::settings::convention::Meaning;
use crate::settings::reason::{By, Reason};
use crate::tmx::facts::{LayerFacts, MapFacts, ObjectFacts, TileFacts, TilesetFacts};
use crate::tmx::layer_chain::Chain;
use crate::tmx::layer_chain::layer_rule;

/// The meaning of a row, and the reason.
pub(crate) struct Guess {
    pub(crate) collision: Collision,
    pub(crate) reason: Reason,
    /// True if a tile without shapes fills its cell, whatever its size: games that use layer names look at cells.
    pub(crate) fills_cell: bool,
}

impl MapFacts {
    /// The meaning of a tile in a layer: by a row about the tile, else about the layer.
    pub(crate) fn guess_of_tile(
        &self,
        tileset: &TilesetFacts,
        (id, tile): (u32, Option<&TileFacts>),
        layers: &[&LayerFacts],
    ) -> Option<Guess> {
        let of_tile = tile.and_then(|tile| {
            let (row, property) = self.conventions.of_tile(&tile.class, &tile.properties)?;
            let by = By::Tile { tileset: &tileset.name, tile: id };
            let (file, position) =
                property.map_or((&*tileset.file, tile.position), |p| (&*p.file, p.position));
            let reason = by.reason("", file, position).of_convention(row);
            Some(Guess { collision: row.meaning.collision()?, reason, fills_cell: false })
        });
        let of_layer = || {
            let (layer, has_shapes) = (*layers.last()?, tile.is_some_and(|tile| !tile.shapes.is_empty()));
            let convention = layer.convention.as_ref().filter(|row| has_shapes || !row.shapes_only)?;
            let row = &self.conventions.rows[convention.row];
            let reason = By::Layer(&layer.path).reason("", &self.file, layer.position).of_convention(row);
            Some(Guess { collision: row.meaning.collision()?, reason, fills_cell: true })
        };
        of_tile.or_else(of_layer)
    }

    /// Index of the row about an object, its meaning and the reason: a row about the object, else about its layer.
    ///
    /// Points and texts have no shape, so only rows that mean a mark apply to them.
    pub(crate) fn guess_of_object(
        &self,
        object: &Object,
        facts: &ObjectFacts,
        chain: &Chain<'_>,
    ) -> Option<(usize, Meaning, Reason)> {
        if self.conventions.rows.is_empty()
            || facts.says_what_it_is()
            || layer_rule(&chain.layers) == LayerRule::Off
        {
            return None;
        }
        let layer = chain.layers.last()?;
        let of_object = self.object_rows.row(&object.name, &object.class, &object.properties);
        let (row, by) = match of_object {
            Some(row) => (row, By::Object { id: object.id }.reason("", &self.file, facts.position)),
            None => {
                let row = layer.convention.as_ref()?.row;
                (row, By::Layer(&layer.path).reason("", &self.file, layer.position))
            }
        };
        let convention = &self.conventions.rows[row];
        let has_shape = !matches!(object.kind, ObjectKind::Point | ObjectKind::Text(_));
        let fits = has_shape || convention.meaning.class().is_some();
        fits.then(|| (row, convention.meaning, by.of_convention(convention)))
    }
}
