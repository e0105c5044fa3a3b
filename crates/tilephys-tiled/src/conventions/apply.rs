//! Applies the rows of a table to layers, tiles, objects and warnings.

use crate::conventions::choose::{Found, find};
use crate::data::parts::{Object, ObjectKind};
use crate::data::properties::Property;
use crate::error::{Position, Result, Warning, WarningKind};
use crate::settings::collision::{Collision, LayerRule, is_solid_by_tile};
use crate::settings::convention::{AppliedConvention, AppliedTo, Meaning, Subject};
use crate::settings::conventions::{Conventions, asked_by_map};
use crate::settings::reason::{By, Reason};
use crate::tmx::facts::{
    Chain, LayerFacts, LayerRow, MapFacts, ObjectFacts, TileFacts, TilesetFacts, layer_rule,
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Applies `table`, or the table that the map asks for, to `facts`; returns the effects on layers.
pub(crate) fn apply(facts: &mut MapFacts, table: &Conventions) -> Result<Vec<AppliedConvention>> {
    let of_map = asked_by_map(&facts.properties)?;
    let table = of_map.unwrap_or_else(|| table.clone());
    let found = find(facts, &table);
    for found in &found {
        let row = LayerRow { row: found.row, shapes_only: found.shapes_only };
        facts.layers[found.layer].convention = Some(row);
    }
    // Objects have no collision from their tiles where a row calls the objects marks: a coin is no wall.
    for object in facts.layers.iter_mut().flat_map(|layer| &mut layer.objects) {
        let row = || table.of_object(object.subjects());
        let is_mark = |row: usize| table.rows[row].meaning.class().is_some();
        if is_solid_by_tile(&object.properties) && row().is_some_and(is_mark) {
            object.settings.collision = None;
        }
    }
    let applied = found.iter().filter(|found| found.count > 0);
    let of_layer = |found: &Found| {
        let layer = &facts.layers[found.layer];
        let path = layer.info.path.clone();
        let to = match layer.is_tiles() {
            true => AppliedTo::TileLayer { path, tiles: found.count },
            false => AppliedTo::ObjectLayer { path, objects: found.count },
        };
        AppliedConvention { row: table.rows[found.row].clone(), to }
    };
    let applied = applied.map(of_layer).collect();
    facts.conventions = Arc::new(table);
    Ok(applied)
}

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
        layer: &LayerFacts,
    ) -> Option<Guess> {
        let of_tile = tile.and_then(|tile| {
            let (row, property) = self.conventions.of_tile(&tile.info.class, &tile.info.properties)?;
            let by = By::Tile { tileset: &tileset.info.name, tile: id };
            let (file, position) =
                property.map_or((&*tileset.file, tile.position), |p| (&*p.file, p.position));
            let reason = by.reason("", file, position).of_convention(row);
            Some(Guess { collision: row.meaning.collision()?, reason, fills_cell: false })
        });
        let of_layer = || {
            let has_shapes = tile.is_some_and(|tile| !tile.shapes.is_empty());
            let convention = layer.convention.as_ref().filter(|row| has_shapes || !row.shapes_only)?;
            let row = &self.conventions.rows[convention.row];
            let reason =
                By::Layer(&layer.info.path).reason("", &self.file, layer.position).of_convention(row);
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
        let layer = chain.layer;
        let of_object = self.conventions.of_object(facts.subjects());
        let (row, by) = match of_object {
            Some(row) => (row, By::Object { id: object.id }.reason("", &self.file, facts.position)),
            None => {
                let row = layer.convention.as_ref()?.row;
                (row, By::Layer(&layer.info.path).reason("", &self.file, layer.position))
            }
        };
        let convention = &self.conventions.rows[row];
        let has_shape = !matches!(object.kind, ObjectKind::Point | ObjectKind::Text(_));
        let fits = has_shape || convention.meaning.class().is_some();
        fits.then(|| (row, convention.meaning, by.of_convention(convention)))
    }
}

/// Removes the warnings about properties and classes that rows have read: the map means what they say.
pub(crate) fn drop_explained(facts: &MapFacts, warnings: &mut Vec<Warning>) {
    let is_doubt = |warning: &Warning| matches!(warning.kind, WarningKind::SettingType | WarningKind::Name);
    if facts.conventions.rows.is_empty() || !warnings.iter().any(is_doubt) {
        return;
    }
    let mut places: BTreeSet<(PathBuf, Position)> = BTreeSet::new();
    let place_of = |property: &Property| (property.file.to_path_buf(), property.position);
    for tileset in &facts.tilesets {
        for tile in tileset.tiles.values() {
            let found = facts.conventions.of_tile(&tile.info.class, &tile.info.properties);
            let own = || (tileset.file.clone(), tile.position);
            places.extend(found.map(|(_, property)| property.map_or_else(own, place_of)));
        }
    }
    let subjects = || facts.conventions.rows.iter().map(|row| &row.subject);
    for layer in &facts.layers {
        let found = subjects().filter_map(|subject| match subject {
            Subject::LayerProperty(pattern) => pattern.find(&layer.info.properties),
            _ => None,
        });
        places.extend(found.map(place_of));
    }
    for object in facts.objects() {
        let row = facts.conventions.of_object(object.subjects());
        places.extend(row.map(|_| (facts.file.clone(), object.position)));
        let found = subjects().filter_map(|subject| match subject {
            Subject::ObjectProperty(pattern) => pattern.find(&object.properties),
            _ => None,
        });
        places.extend(found.map(place_of));
    }
    warnings.retain(|warning| {
        let place = warning.position.map(|position| (warning.file.clone(), position));
        !is_doubt(warning) || place.is_none_or(|place| !places.contains(&place))
    });
}
