//! What the properties of one element say about collision.

use crate::collide::reason::{By, Reason};
use crate::error::{Faults, LoadError, Place, Position, Problem, Warning, WarningKind, shortened};
use crate::level::names::did_you_mean;
use crate::level::properties::{Properties, Property, PropertyOrigin, PropertyValue};
use crate::things::regions::RegionKind;
use std::path::Path;
use std::sync::Arc;
use tilephys_core::{Direction, MAX_SETTING};

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
    /// What a part of the map is that is so and solid to nobody.
    pub(crate) fn region(self) -> Option<RegionKind> {
        match self {
            Collision::None | Collision::Solid | Collision::OneWay => None,
            Collision::Hazard => Some(RegionKind::Hazard),
            Collision::Ladder => Some(RegionKind::Ladder),
            Collision::Water => Some(RegionKind::Water),
            Collision::Trigger => Some(RegionKind::Trigger),
        }
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
    /// As `On`, and a tile without shapes fills its cell, whatever its own size.
    Cell,
}

impl LayerRule {
    /// Whether what says nothing is solid.
    pub(crate) fn is_on(self) -> bool {
        matches!(self, LayerRule::On | LayerRule::Cell)
    }
}

const LAYER_RULES: [(&str, LayerRule); 4] =
    [("auto", LayerRule::Auto), ("off", LayerRule::Off), ("on", LayerRule::On), ("cell", LayerRule::Cell)];

const DIRECTIONS: [(&str, Direction); 4] = [
    ("up", Direction::Up),
    ("right", Direction::Right),
    ("down", Direction::Down),
    ("left", Direction::Left),
];

/// Whether a polygon that could be a slope of its cell becomes one.
const SLOPES: [(&str, bool); 2] = [("auto", true), ("none", false)];

/// What the properties of one element say about collision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) collision: Option<Collision>,
    /// Who said that.
    said: Option<Said>,
    pub(crate) layer_rule: Option<LayerRule>,
    layer_rule_said: Option<Said>,
    /// Filter bits.
    pub(crate) category: Option<u32>,
    /// The side of a one-way line that blocks.
    pub(crate) one_way_dir: Option<Direction>,
    /// Whether that side stays when the tile is turned.
    pub(crate) one_way_fixed: Option<bool>,
    /// Whether a polygon may become a slope.
    pub(crate) slope: Option<bool>,
    pub(crate) friction: Option<f32>,
    pub(crate) restitution: Option<f32>,
    /// In px/s toward +x.
    pub(crate) conveyor: Option<f32>,
    pub(crate) surface: Option<String>,
    /// Properties with the name of a setting that say nothing of how to collide.
    odd: Vec<Odd>,
}

/// A name by which something is said, and where; without a place it is the class of the element.
#[derive(Clone, Debug)]
struct Said {
    name: &'static str,
    at: Option<(Arc<Path>, Position)>,
}

#[derive(Clone, Debug)]
struct Odd {
    kind: WarningKind,
    message: String,
    origin: PropertyOrigin,
    file: Arc<Path>,
    position: Position,
}

impl Settings {
    /// Reads the settings among `properties` of an element of `class`.
    ///
    /// `collision` wins over the names that other tools use for it, unless those are set nearer to the element.
    pub(crate) fn read(properties: &Properties, class: &str) -> Result<Settings, LoadError> {
        let mut faults = Faults::default();
        let mut settings = Settings {
            layer_rule: faults.keep(choice(properties, "tp_collision", &LAYER_RULES)).flatten(),
            ..Settings::default()
        };
        settings.collision = settings.chosen(properties, "collision", &COLLISIONS);
        settings.one_way_dir = settings.chosen(properties, "one_way_dir", &DIRECTIONS);
        let at = |name| properties.property(name).map(|p| (p.file.clone(), p.position));
        settings.layer_rule_said = Some(Said { name: "tp_collision", at: at("tp_collision") });
        let aliased = settings.aliased(properties, class);
        settings.said = settings.collision.map(|_| Said { name: "collision", at: at("collision") });
        let is_nearer = |by| properties.property("collision").is_some_and(|p| by < p.origin);
        if let Some((collision, name, by)) = aliased
            && (settings.collision.is_none() || is_nearer(by))
        {
            settings.said = Some(Said { name, at: at(name) });
            settings.collision = Some(collision);
        }
        settings.category = match properties.property("category").and_then(|p| p.choice.as_ref()) {
            Some(choice) => Some(choice.number),
            None => settings.of_type(properties, "category", "int", |value| match value {
                // An int of Tiled has 32 bits; the highest is a filter bit like the others.
                PropertyValue::Int(bits) => Some(*bits as u32),
                _ => None,
            }),
        };
        settings.one_way_fixed = settings.of_type(properties, "one_way_fixed", "bool", |value| match value {
            PropertyValue::Bool(fixed) => Some(*fixed),
            _ => None,
        });
        // A common word: a number is another game's slope.
        settings.slope = match properties.get("slope") {
            Some(PropertyValue::String(_)) => settings.chosen(properties, "slope", &SLOPES),
            _ => settings.of_type(properties, "slope", "string", |_| None),
        };
        settings.friction = settings.number(properties, "friction", 0.0);
        settings.restitution = settings.number(properties, "restitution", 0.0);
        settings.conveyor = settings.number(properties, "conveyor", -f64::from(MAX_SETTING));
        settings.surface = settings.of_type(properties, "surface", "string", |value| match value {
            PropertyValue::String(name) => Some(name.clone()),
            _ => None,
        });
        faults.or(settings)
    }

    /// `collides` (Phaser, WorkAdventure), `solid` (Excalibur), `one_way` (YATI), class `one-way` (vnen); which of these, and
    /// who says it.
    fn aliased(
        &mut self,
        properties: &Properties,
        class: &str,
    ) -> Option<(Collision, &'static str, PropertyOrigin)> {
        let mut found = (class == "one-way").then_some((Collision::OneWay, "class"));
        let mut by = PropertyOrigin::Class;
        for name in ["collides", "solid", "one_way"] {
            let Some(property) = properties.property(name) else { continue };
            if matches!(property.value, PropertyValue::Bool(_)) {
                by = by.min(property.origin);
            }
            match (&property.value, name) {
                (PropertyValue::Bool(true), "one_way") => found = Some((Collision::OneWay, name)),
                (PropertyValue::Bool(false), "one_way") => {}
                (PropertyValue::Bool(true), _) => found = Some((Collision::Solid, name)),
                (PropertyValue::Bool(false), _) => found = found.or(Some((Collision::None, name))),
                _ => self.mistype(property, "bool"),
            }
        }
        found.map(|(collision, name)| (collision, name, by))
    }

    /// The property `name` by `read`, which knows the type it should have; `None` if it has another, which is noted.
    fn of_type<T>(
        &mut self,
        properties: &Properties,
        name: &str,
        expected: &'static str,
        read: impl Fn(&PropertyValue) -> Option<T>,
    ) -> Option<T> {
        let property = properties.property(name)?;
        let value = read(&property.value);
        if value.is_none() {
            self.mistype(property, expected);
        }
        value
    }

    /// The number `name`, from `least` on.
    fn number(&mut self, properties: &Properties, name: &str, least: f64) -> Option<f32> {
        let read = |value: &PropertyValue| match value {
            PropertyValue::Float(v) => Some(*v),
            PropertyValue::Int(v) => Some(f64::from(*v)),
            _ => None,
        };
        let value = self.of_type(properties, name, "float", read)?;
        if !(least..=f64::from(MAX_SETTING)).contains(&value) {
            let (from, unit) = if least == 0.0 { ("0", "") } else { ("-1e9", ", in px/s") };
            let expected = format!("a number from {from} to 1e9{unit}");
            self.no_value(Unknown {
                property: properties.property(name)?,
                found: value.to_string(),
                expected,
            });
            return None;
        }
        // Adding zero turns -0 into +0, which is the same to everyone but a hash.
        Some(value as f32 + 0.0)
    }

    /// The property `name` as one of `known`; `None` if it is not set, or has a value of another game, which is noted.
    fn chosen<T: Copy>(&mut self, properties: &Properties, name: &str, known: &[(&str, T)]) -> Option<T> {
        one_of(properties, name, known).unwrap_or_else(|unknown| {
            self.no_value(unknown);
            None
        })
    }

    fn no_value(&mut self, Unknown { property, found, expected }: Unknown<'_>) {
        // Another spelling of ours has its remedy already.
        let remedy = if expected.contains("; ") { "" } else { "; leave it if another program reads it" };
        let message = format!(
            "property {:?} is {found}, so it says nothing of how to collide: expected {expected}{remedy}",
            property.name
        );
        self.note_odd(WarningKind::SettingValue, property, message);
    }

    fn mistype(&mut self, property: &Property, expected: &'static str) {
        let message = format!(
            "property {:?} is no {expected}, so it does not set how to collide; \
             give it the type {expected}, or another name",
            property.name
        );
        self.note_odd(WarningKind::SettingType, property, message);
    }

    fn note_odd(&mut self, kind: WarningKind, property: &Property, message: String) {
        let Property { origin, ref file, position, .. } = *property;
        self.odd.push(Odd { kind, message, origin, file: file.clone(), position });
    }

    /// Why an element at `position` of `file` collides, which says so.
    pub(crate) fn reason(&self, by: By<'_>, file: &Path, position: Position) -> Reason {
        reason(self.said.as_ref(), by, (file, position))
    }

    /// Why all in a layer collides that says so.
    pub(crate) fn rule_reason(&self, by: By<'_>, file: &Path, position: Position) -> Reason {
        reason(self.layer_rule_said.as_ref(), by, (file, position))
    }

    /// Warnings about settings of another type or value that the element sets itself, and, of the first of a class, that its
    /// class does. Those of templates and tiles have been told of.
    pub(crate) fn warnings(&self, place: &Place, of_class: bool) -> impl Iterator<Item = Warning> {
        let told = move |odd: &&Odd| {
            odd.origin == PropertyOrigin::Own || of_class && odd.origin == PropertyOrigin::Class
        };
        let warning =
            |odd: &Odd| Warning::new(odd.kind, &odd.file, odd.position, odd.message.as_str()).within(place);
        self.odd.iter().filter(told).map(warning)
    }
}

/// Whether it is the tile that an object shows that says what the object is to a body.
pub(crate) fn is_solid_by_tile(properties: &Properties) -> bool {
    let said =
        ["collision", "collides", "solid", "one_way"].iter().find_map(|name| properties.property(name));
    said.is_some_and(|property| property.origin == PropertyOrigin::Tile)
}

/// The property `name` as one of `known`; `None` if it is not set or empty.
pub(crate) fn choice<T: Copy>(
    properties: &Properties,
    name: &str,
    known: &[(&str, T)],
) -> Result<Option<T>, LoadError> {
    one_of(properties, name, known).map_err(|Unknown { property, found, expected }| {
        property.error(Problem::Setting, format!("property {name:?} is {found}: expected {expected}"))
    })
}

/// A property whose value is none that is known.
struct Unknown<'p> {
    property: &'p Property,
    /// Its value, in words.
    found: String,
    /// What it may be, and what to do.
    expected: String,
}

/// The property `name` as one of `known`; `None` if it is not set or empty, or else what is unknown.
fn one_of<'p, T: Copy>(
    properties: &'p Properties,
    name: &str,
    known: &[(&str, T)],
) -> Result<Option<T>, Unknown<'p>> {
    let Some(property) = properties.property(name) else { return Ok(None) };
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let text = match (&property.choice, &property.value) {
        (Some(choice), _) => Some(&choice.name),
        (None, PropertyValue::String(text)) => Some(text),
        _ => None,
    };
    let (found, hint) = match (text, &property.value) {
        (Some(text), _) if text.is_empty() => return Ok(None),
        (Some(text), _) => match known.iter().find(|(name, _)| name == text) {
            Some((_, value)) => return Ok(Some(*value)),
            None => (format!("{:?}", shortened(text)), did_you_mean(text, &names)),
        },
        (None, PropertyValue::Bool(v)) => (format!("the bool {v}"), "; give it the type string".to_owned()),
        (None, PropertyValue::Int(v)) => (format!("the int {v}"), "; give it the type string".to_owned()),
        _ => ("of another type".to_owned(), "; give it the type string".to_owned()),
    };
    let (last, first) = names.split_last().expect("every choice has values");
    let expected = format!("{} or {last}{hint}", first.join(", "));
    Err(Unknown { property, found, expected })
}

fn reason(said: Option<&Said>, by: By<'_>, (file, position): (&Path, Position)) -> Reason {
    let name = said.map_or("", |said| said.name);
    match said.and_then(|said| said.at.as_ref()) {
        Some((file, position)) => by.reason(name, file, *position),
        None => by.reason(name, file, position),
    }
}
