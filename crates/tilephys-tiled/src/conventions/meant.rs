//! Warnings about names and types that a row explains.

use crate::data::properties::Properties;
use crate::error::{Position, Warning, WarningKind};
use crate::settings::convention::{PropertyPattern, Subject};
use crate::settings::conventions::Conventions;
use crate::tmx::facts::{Content, LayerFacts, MapFacts};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Removes the warnings about properties and classes that rows have read: the map means what they say.
pub(crate) fn drop_explained(facts: &MapFacts, warnings: &mut Vec<Warning>) {
    let is_doubt = |warning: &Warning| matches!(warning.kind, WarningKind::SettingType | WarningKind::Name);
    if facts.conventions.rows.is_empty() || !warnings.iter().any(is_doubt) {
        return;
    }
    let mut explained = Explained { table: &facts.conventions, places: BTreeSet::new() };
    for tileset in &facts.tilesets {
        for tile in tileset.tiles.values() {
            match explained.table.of_tile(&tile.class, &tile.properties) {
                Some((_, Some(property))) => explained.add(&property.file, property.position),
                Some((_, None)) => explained.add(&tileset.file, tile.position),
                None => {}
            }
        }
    }
    explained.layers(&facts.layers, facts);
    warnings.retain(|warning| {
        let place = warning.position.map(|position| (warning.file.clone(), position));
        !is_doubt(warning) || place.is_none_or(|place| !explained.places.contains(&place))
    });
}

/// The places of properties and classes that rows have read.
struct Explained<'a> {
    table: &'a Conventions,
    places: BTreeSet<(PathBuf, Position)>,
}

impl Explained<'_> {
    fn add(&mut self, file: &Path, position: Position) {
        self.places.insert((file.to_owned(), position));
    }

    fn layers(&mut self, layers: &[LayerFacts], facts: &MapFacts) {
        for layer in layers {
            self.properties(&layer.properties, |subject| match subject {
                Subject::LayerProperty(pattern) => Some(pattern),
                _ => None,
            });
            match &layer.content {
                Content::Group(inner) => self.layers(inner, facts),
                Content::Objects(objects, _) => {
                    for object in objects {
                        let row = facts.object_rows.row(&object.name, &object.class, &object.properties);
                        if row.is_some() {
                            self.add(&facts.file, object.position);
                        }
                        self.properties(&object.properties, |subject| match subject {
                            Subject::ObjectProperty(pattern) => Some(pattern),
                            _ => None,
                        });
                    }
                }
                Content::Tiles(_) | Content::Image { .. } => {}
            }
        }
    }

    fn properties(&mut self, properties: &Properties, of: impl Fn(&Subject) -> Option<&PropertyPattern>) {
        for pattern in self.table.rows.iter().filter_map(|row| of(&row.subject)) {
            if let Some(property) = pattern.find(properties) {
                self.add(&property.file, property.position);
            }
        }
    }
}
