//! The table `[conventions]`: names that say what collides.

use serde::Deserialize;
use tilephys_tiled::{Conventions, Meaning, PropertyPattern, Subject};

/// Subjects by their meaning, a word of [`Meaning::WORDS`].
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub(super) struct Table {
    /// False if the rows of the built-in table do not follow; true by default.
    common: Option<bool>,
    collectible: Subjects,
    goal: Subjects,
    hazard: Subjects,
    ladder: Subjects,
    none: Subjects,
    one_way: Subjects,
    solid: Subjects,
    spawn: Subjects,
    water: Subjects,
}

/// Subjects with one meaning: patterns of names, and properties as `name` or `name = value`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table such as { layers = [\"walls\"] }")]
struct Subjects {
    layers: Vec<String>,
    tile_layers: Vec<String>,
    object_layers: Vec<String>,
    layer_properties: Vec<String>,
    tile_properties: Vec<String>,
    object_properties: Vec<String>,
    tile_classes: Vec<String>,
    object_classes: Vec<String>,
    object_names: Vec<String>,
}

impl Table {
    /// The rows of the table, and after them the built-in ones.
    pub(super) fn conventions(self) -> Conventions {
        let meanings = [
            (Meaning::Collectible, self.collectible),
            (Meaning::Goal, self.goal),
            (Meaning::Hazard, self.hazard),
            (Meaning::Ladder, self.ladder),
            (Meaning::None, self.none),
            (Meaning::OneWay, self.one_way),
            (Meaning::Solid, self.solid),
            (Meaning::Spawn, self.spawn),
            (Meaning::Water, self.water),
        ];
        let mut conventions = Conventions::default();
        for (meaning, subjects) in meanings {
            let subjects = subjects.all().into_iter();
            conventions = subjects.fold(conventions, |rows, subject| rows.with(subject, meaning));
        }
        if self.common.unwrap_or(true) {
            conventions.rows.extend(Conventions::common().rows);
        }
        conventions
    }
}

impl Subjects {
    fn all(self) -> Vec<Subject> {
        let names = [
            (self.layers, Subject::Layer as fn(String) -> Subject),
            (self.tile_layers, Subject::TileLayer),
            (self.object_layers, Subject::ObjectLayer),
            (self.tile_classes, Subject::TileClass),
            (self.object_classes, Subject::ObjectClass),
            (self.object_names, Subject::ObjectName),
        ];
        let properties = [
            (self.layer_properties, Subject::LayerProperty as fn(PropertyPattern) -> Subject),
            (self.tile_properties, Subject::TileProperty),
            (self.object_properties, Subject::ObjectProperty),
        ];
        let mut all = Vec::new();
        for (patterns, subject) in names {
            all.extend(patterns.into_iter().map(subject));
        }
        for (patterns, subject) in properties {
            all.extend(patterns.iter().map(|pattern| subject(property(pattern))));
        }
        all
    }
}

/// `name`, or `name = value`.
fn property(pattern: &str) -> PropertyPattern {
    let (name, value) = pattern.split_once('=').map_or((pattern, None), |(name, value)| (name, Some(value)));
    PropertyPattern { name: name.trim().to_owned(), value: value.map(|value| value.trim().to_owned()) }
}
