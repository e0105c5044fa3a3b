//! What collides: the rules by which properties and shapes make a tile or an object solid.
//!
//! Collision is opt-in. A tile collides if it has shapes in the Tile Collision Editor or if its resolved `collision`
//! is not `none`; the nearest statement wins, from shape over tile, tileset, layer and group to the map.

use crate::error::{LoadError, Place, Problem, Warning, WarningKind};
use crate::names::did_you_mean;
use crate::objects::ObjectKind;
use crate::properties::{Properties, Property, PropertyValue};
use crate::xml::facts::{LayerFacts, ObjectFacts};
use crate::xml::shortened;
use std::path::Path;

/// What a collider is to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collision {
    None,
    Solid,
    OneWay,
    Hazard,
    Ladder,
    Water,
    Trigger,
}

const COLLISIONS: [(&str, Collision); 7] = [
    ("none", Collision::None),
    ("solid", Collision::Solid),
    ("one_way", Collision::OneWay),
    ("hazard", Collision::Hazard),
    ("ladder", Collision::Ladder),
    ("water", Collision::Water),
    ("trigger", Collision::Trigger),
];

impl Collision {
    /// Its name in the property `collision`.
    pub(crate) fn name(self) -> &'static str {
        COLLISIONS.iter().find(|(_, c)| *c == self).map_or("", |(name, _)| name)
    }
}

/// Whether a layer takes part in collisions at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayerRule {
    /// As tiles and objects say.
    Auto,
    /// Nothing collides: background, foreground, bridges.
    Off,
    /// Also what says nothing is solid.
    On,
}

const LAYER_RULES: [(&str, LayerRule); 3] =
    [("auto", LayerRule::Auto), ("off", LayerRule::Off), ("on", LayerRule::On)];

/// Properties of a material, with the value that means nothing: what is set otherwise is warned about.
const MATERIALS: [(&str, f64); 3] = [("friction", 1.0), ("restitution", 0.0), ("conveyor", 0.0)];

/// What the properties of one element say about collision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) collision: Option<Collision>,
    pub(crate) layer_rule: Option<LayerRule>,
    /// Filter bits.
    pub(crate) category: Option<u32>,
    /// Materials that are set and not read yet.
    pub(crate) materials: Vec<String>,
    /// Settings whose type is not what their name asks for.
    mistyped: Vec<Mistyped>,
}

#[derive(Clone, Debug)]
struct Mistyped {
    name: String,
    expected: &'static str,
    position: crate::error::Position,
}

impl Settings {
    /// Reads the settings among `properties` of an element of `class` in `file`.
    ///
    /// `collision` wins over the names that other tools use for it.
    pub(crate) fn read(properties: &Properties, class: &str, file: &Path) -> Result<Settings, LoadError> {
        let mut settings = Settings {
            collision: choice(properties, "collision", &COLLISIONS, file)?,
            layer_rule: choice(properties, "tp_collision", &LAYER_RULES, file)?,
            ..Settings::default()
        };
        let aliased = settings.aliased(properties, class);
        settings.collision = settings.collision.or(aliased);
        if let Some(p) = properties.property("category") {
            match p.value {
                // An int of Tiled has 32 bits; the highest is a filter bit like the others.
                PropertyValue::Int(bits) => settings.category = Some(bits as u32),
                _ => settings.mistype(p, "int"),
            }
        }
        for (name, neutral) in MATERIALS {
            if properties.float(name).is_some_and(|v| v != neutral) {
                settings.materials.push(name.to_owned());
            }
        }
        if properties.string("surface").is_some_and(|v| !v.is_empty()) {
            settings.materials.push("surface".to_owned());
        }
        Ok(settings)
    }

    /// `collides` (Phaser, WorkAdventure), `solid` (Excalibur), `one_way` (YATI), class `one-way` (vnen).
    fn aliased(&mut self, properties: &Properties, class: &str) -> Option<Collision> {
        let mut found = (class == "one-way").then_some(Collision::OneWay);
        for name in ["collides", "solid", "one_way"] {
            let Some(property) = properties.property(name) else { continue };
            match (&property.value, name) {
                (PropertyValue::Bool(true), "one_way") => found = Some(Collision::OneWay),
                (PropertyValue::Bool(false), "one_way") => {}
                (PropertyValue::Bool(true), _) => found = Some(Collision::Solid),
                (PropertyValue::Bool(false), _) => found = found.or(Some(Collision::None)),
                _ => self.mistype(property, "bool"),
            }
        }
        found
    }

    fn mistype(&mut self, property: &Property, expected: &'static str) {
        let Property { name, position, .. } = property;
        self.mistyped.push(Mistyped { name: name.clone(), expected, position: *position });
    }

    /// Warnings about settings of the wrong type.
    pub(crate) fn warnings(&self, file: &Path, place: &Place) -> impl Iterator<Item = Warning> {
        self.mistyped.iter().map(|Mistyped { name, expected, position }| Warning {
            kind: WarningKind::SettingType,
            file: file.to_owned(),
            position: *position,
            place: place.clone(),
            message: format!("property {name:?} is no {expected}, so it does not set how to collide; give it the type {expected}, or another name"),
        })
    }
}

/// The property `name` as one of `known`; `None` if it is not set or empty.
fn choice<T: Copy>(
    properties: &Properties,
    name: &str,
    known: &[(&str, T)],
    file: &Path,
) -> Result<Option<T>, LoadError> {
    let Some(property) = properties.property(name) else { return Ok(None) };
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let (found, hint) = match &property.value {
        PropertyValue::String(text) if text.is_empty() => return Ok(None),
        PropertyValue::String(text) => match known.iter().find(|(name, _)| name == text) {
            Some((_, value)) => return Ok(Some(*value)),
            None => (format!("{:?}", shortened(text)), did_you_mean(text, &names)),
        },
        PropertyValue::Bool(v) => (format!("the bool {v}"), "; give it the type string".to_owned()),
        PropertyValue::Int(v) => (format!("the int {v}"), "; give it the type string".to_owned()),
        _ => ("of another type".to_owned(), "; give it the type string".to_owned()),
    };
    let (last, first) = names.split_last().expect("every choice has values");
    let message = format!("property {name:?} is {found}: expected {} or {last}{hint}", first.join(", "));
    Err(LoadError::new(Problem::Setting, file, message).at(property.position))
}

/// The nearest layer rule, from a layer outward; `layers` go from the outermost group to the layer.
pub(crate) fn layer_rule(layers: &[&LayerFacts]) -> LayerRule {
    layers.iter().rev().find_map(|l| l.settings.layer_rule).unwrap_or(LayerRule::Auto)
}

/// What an object of a layer is to a body; `None` if it does not collide.
///
/// Its own word wins over its layer's and groups'; the map's does not reach objects, and neither do the shapes of a tile
/// that it shows. Points and texts never collide, nor do those of a class of tilephys (`Tp...`) because of their layer.
pub(crate) fn object_collision(
    kind: &ObjectKind,
    object: &ObjectFacts,
    layers: &[&LayerFacts],
) -> Option<Collision> {
    let rule = layer_rule(layers);
    if rule == LayerRule::Off || matches!(kind, ObjectKind::Point | ObjectKind::Text(_)) {
        return None;
    }
    let of_layers = || {
        let stated = layers.iter().rev().find_map(|l| l.settings.collision);
        let by_rule = || (rule == LayerRule::On).then_some(Collision::Solid);
        stated.or_else(by_rule).filter(|_| !object.class.starts_with("Tp"))
    };
    object.settings.collision.or_else(of_layers).filter(|c| *c != Collision::None)
}
