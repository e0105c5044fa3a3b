//! Collision settings of one element, from its properties, and the kinds of sensors.

use crate::data::properties::{Properties, Property, PropertyOrigin, PropertyValue};
use crate::error::{
    Faults, Message, Place, Position, Problem, Result, Warning, WarningKind, WithHelp, listed, shortened,
};
use crate::settings::reason::{By, Reason};
use crate::vocabulary::names::{
    CHECKPOINT, COLLECTIBLE, DOOR, GOAL, KILL_ZONE, SPRING, TRIGGER, did_you_mean,
};
use std::path::Path;
use std::sync::Arc;
use tilephys_core::Direction;
use tilephys_core::limits::MAX_SETTING;

/// The collision of a collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Collision {
    None,
    Solid,
    OneWay,
    Hazard,
    Ladder,
    Bar,
    Water,
    Trigger,
}

const COLLISIONS: [(&str, Collision); 8] = [
    ("none", Collision::None),
    ("solid", Collision::Solid),
    ("one_way", Collision::OneWay),
    ("hazard", Collision::Hazard),
    ("ladder", Collision::Ladder),
    ("water", Collision::Water),
    ("trigger", Collision::Trigger),
    ("bar", Collision::Bar),
];

impl Collision {
    /// The kind of region of this collision; `None` if it is solid.
    pub(crate) fn region(self) -> Option<RegionKind> {
        match self {
            Collision::None | Collision::Solid | Collision::OneWay => None,
            Collision::Hazard => Some(RegionKind::Hazard),
            Collision::Ladder => Some(RegionKind::Ladder),
            Collision::Bar => Some(RegionKind::Bar),
            Collision::Water => Some(RegionKind::Water),
            Collision::Trigger => Some(RegionKind::Trigger),
        }
    }
}

/// The rule of a layer for elements without settings (`tp_collision`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayerRule {
    /// Tiles and objects decide.
    Auto,
    /// Nothing collides: background, foreground, bridges.
    Off,
    /// Elements without settings are solid.
    On,
    /// As `On`, and each tile without shapes fills its cell, whatever its own size.
    Cell,
}

impl LayerRule {
    /// True if elements without settings are solid.
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

/// True if a polygon may become a slope of its cell.
const SLOPES: [(&str, bool); 2] = [("auto", true), ("none", false)];

/// The collision settings of one element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) collision: Option<Collision>,
    /// Name of the collision's property, and its place; without a place it is the class of the element.
    said: (&'static str, Option<At>),
    pub(crate) layer_rule: Option<LayerRule>,
    layer_rule_at: Option<At>,
    /// Filter bits.
    pub(crate) category: Option<u32>,
    /// Open side of one-way shapes.
    pub(crate) one_way_dir: Option<Direction>,
    /// True if the open side stays when the tile is rotated.
    pub(crate) one_way_fixed: Option<bool>,
    /// True if a polygon may become a slope.
    pub(crate) slope: Option<bool>,
    pub(crate) friction: Option<f32>,
    pub(crate) restitution: Option<f32>,
    /// Conveyor speed toward +x, in px/s.
    pub(crate) conveyor: Option<f32>,
    pub(crate) surface: Option<String>,
    /// Properties with the name of a setting that are ignored.
    odd: Vec<(PropertyOrigin, Warning)>,
}

/// The place of a property.
type At = (Arc<Path>, Position);

impl Settings {
    /// Reads the settings in the `properties` of an element of `class`.
    ///
    /// `collision` wins over its aliases from other tools, unless these are set nearer to the element.
    pub(crate) fn read(properties: &Properties, class: &str) -> Result<Settings> {
        let mut faults = Faults::default();
        let mut settings = Settings {
            layer_rule: faults.keep(choice(properties, "tp_collision", &LAYER_RULES)).flatten(),
            ..Settings::default()
        };
        if !properties.property("collision").is_some_and(is_bool) {
            settings.collision = settings.chosen(properties, "collision", &COLLISIONS);
        }
        settings.one_way_dir = settings.chosen(properties, "one_way_dir", &DIRECTIONS);
        let at = |name| properties.property(name).map(|p| (p.file.clone(), p.position));
        settings.layer_rule_at = at("tp_collision");
        let aliased = settings.aliased(properties, class);
        settings.said = settings.collision.map(|_| ("collision", at("collision"))).unwrap_or_default();
        let is_nearer = |by| properties.property("collision").is_some_and(|p| by < p.origin);
        if let Some((collision, name, by)) = aliased
            && (settings.collision.is_none() || is_nearer(by))
        {
            settings.said = (name, at(name));
            settings.collision = Some(collision);
        }
        settings.category = match properties.property("category").and_then(|p| p.choice.as_ref()) {
            Some(choice) => Some(choice.number),
            // An int of Tiled has 32 bits; the highest is a filter bit like the others.
            None => settings.of_type(properties, "category", "int", Properties::int).map(|bits| bits as u32),
        };
        settings.one_way_fixed = settings.of_type(properties, "one_way_fixed", "bool", Properties::bool);
        // A common word: a number is another game's slope.
        settings.slope = match properties.get("slope") {
            Some(PropertyValue::String(_)) => settings.chosen(properties, "slope", &SLOPES),
            _ => settings.of_type(properties, "slope", "string", |_, _| None),
        };
        settings.friction = settings.number(properties, "friction", 0.0);
        settings.restitution = settings.number(properties, "restitution", 0.0);
        settings.conveyor = settings.number(properties, "conveyor", -f64::from(MAX_SETTING));
        settings.surface = settings.of_type(properties, "surface", "string", |properties, name| {
            properties.string(name).map(str::to_owned)
        });
        faults.or(settings)
    }

    /// Reads the bool `collision`, the aliases `collides` (Phaser, WorkAdventure), `solid` (Excalibur), `one_way` (YATI) and
    /// class `one-way` (vnen); returns the value and its source.
    fn aliased(
        &mut self,
        properties: &Properties,
        class: &str,
    ) -> Option<(Collision, &'static str, PropertyOrigin)> {
        let mut found = (class == "one-way").then_some((Collision::OneWay, "class"));
        let mut by = PropertyOrigin::Class;
        for name in ["collision", "collides", "solid", "one_way"] {
            let Some(property) = properties.property(name) else { continue };
            // A collision that is a word is read before.
            if name == "collision" && !is_bool(property) {
                continue;
            }
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

    /// The property `name` by `read`, which checks its type; `None` if it has another type, which is noted.
    fn of_type<T>(
        &mut self,
        properties: &Properties,
        name: &str,
        expected: &'static str,
        read: impl Fn(&Properties, &str) -> Option<T>,
    ) -> Option<T> {
        let property = properties.property(name)?;
        let value = read(properties, name);
        if value.is_none() {
            self.mistype(property, expected);
        }
        value
    }

    /// The number `name`, at least `least`.
    fn number(&mut self, properties: &Properties, name: &str, least: f64) -> Option<f32> {
        // Tiled before 0.16 wrote no types.
        let read = |properties: &Properties, name: &str| {
            properties.float(name).or_else(|| properties.string(name)?.trim().parse().ok())
        };
        let value = self.of_type(properties, name, "float", read)?;
        if !(least..=f64::from(MAX_SETTING)).contains(&value) {
            let (from, unit) = if least == 0.0 { ("0", "") } else { ("-1e9", ", in px/s") };
            let expected = format!("a number from {from} to 1e9{unit}");
            self.no_value(Unknown {
                property: properties.property(name)?,
                found: value.to_string(),
                expected,
                help: None,
            });
            return None;
        }
        // Adding zero turns -0 into +0, which differ only in hashes.
        Some(value as f32 + 0.0)
    }

    /// The property `name` as one of `known`; `None` if unset, or with a value of another game, which is noted.
    fn chosen<T: Copy>(&mut self, properties: &Properties, name: &str, known: &[(&str, T)]) -> Option<T> {
        one_of(properties, name, known).unwrap_or_else(|unknown| {
            self.no_value(unknown);
            None
        })
    }

    fn no_value(&mut self, Unknown { property, found, expected, help }: Unknown<'_>) {
        let help = help.unwrap_or_else(|| "ignore this if another program uses it".to_owned());
        let text = format!(
            "property {:?} is {found} and has no effect on collision: expected {expected}",
            property.name
        );
        self.note_odd(WarningKind::SettingValue, property, text.help(help));
    }

    fn mistype(&mut self, property: &Property, expected: &'static str) {
        // A category that is a word, such as "weapons", is the property of another program.
        let is_word =
            matches!(&property.value, PropertyValue::String(text) if text.trim().parse::<f64>().is_err());
        if is_word && property.name == "category" {
            return;
        }
        let message = format!(
            "property {:?} is not of type {expected}, so it has no effect on collision",
            property.name
        )
        .help("change its type, or rename it");
        self.note_odd(WarningKind::SettingType, property, message);
    }

    fn note_odd(&mut self, kind: WarningKind, property: &Property, message: Message) {
        let warning = Warning::at(kind, &property.file, property.position, message);
        self.odd.push((property.origin, warning));
    }

    /// The reason for the collision of an element at `position` of `file`.
    pub(crate) fn reason(&self, by: By<'_>, file: &Path, position: Position) -> Reason {
        reason(self.said.0, self.said.1.as_ref(), by, (file, position))
    }

    /// The reason for the collision of everything in a layer by its rule.
    pub(crate) fn rule_reason(&self, by: By<'_>, file: &Path, position: Position) -> Reason {
        reason("tp_collision", self.layer_rule_at.as_ref(), by, (file, position))
    }

    /// Warnings about ignored settings of the element itself; with `of_class`, also of its class. Templates and tiles
    /// have their own warnings.
    pub(crate) fn warnings(&self, place: &Place, of_class: bool) -> impl Iterator<Item = Warning> {
        let told = move |(origin, _): &&(PropertyOrigin, Warning)| {
            *origin == PropertyOrigin::Own || of_class && *origin == PropertyOrigin::Class
        };
        self.odd.iter().filter(told).map(|(_, warning)| warning.clone().within(place))
    }
}

fn is_bool(property: &Property) -> bool {
    matches!(property.value, PropertyValue::Bool(_))
}

/// True if the collision of an object comes from the tile that it shows.
pub(crate) fn is_solid_by_tile(properties: &Properties) -> bool {
    let said =
        ["collision", "collides", "solid", "one_way"].iter().find_map(|name| properties.property(name));
    said.is_some_and(|property| property.origin == PropertyOrigin::Tile)
}

/// The property `name` as one of `known`; `None` if unset or empty.
pub(crate) fn choice<T: Copy>(properties: &Properties, name: &str, known: &[(&str, T)]) -> Result<Option<T>> {
    one_of(properties, name, known).map_err(|Unknown { property, found, expected, help }| {
        let text = format!("property {name:?} is {found}: expected {expected}");
        property.error(Problem::Setting, Message::with_help(text, help))
    })
}

/// A property with an unknown value.
struct Unknown<'p> {
    property: &'p Property,
    /// Value in words.
    found: String,
    /// Expected values.
    expected: String,
    /// What to do, if the value shows it.
    help: Option<String>,
}

/// The property `name` as one of `known`; `None` if unset or empty. The error is the unknown value.
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
    let retype = || Some("change its type to string".to_owned());
    let (found, help) = match (text, &property.value) {
        (Some(text), _) if text.is_empty() => return Ok(None),
        (Some(text), _) => match known.iter().find(|(name, _)| name == text) {
            Some((_, value)) => return Ok(Some(*value)),
            None => (format!("{:?}", shortened(text)), did_you_mean(text, &names)),
        },
        (None, PropertyValue::Bool(v)) => (format!("the bool {v}"), retype()),
        (None, PropertyValue::Int(v)) => (format!("the int {v}"), retype()),
        _ => ("of another type".to_owned(), retype()),
    };
    Err(Unknown { property, found, expected: listed(&names, "or"), help })
}

fn reason(name: &'static str, at: Option<&At>, by: By<'_>, else_at: (&Path, Position)) -> Reason {
    let (file, position) = at.map_or(else_at, |(file, position)| (file, *position));
    by.reason(name, file, position)
}

/// The meaning of a [`LevelRegion`](crate::LevelRegion).
#[doc(alias = "trigger")]
#[doc(alias = "area")]
#[doc(alias = "sensor")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
// Saved games have the numbers of kinds, so a new kind is the last.
pub enum RegionKind {
    /// `TpCollectible`: a pick-up.
    Collectible,
    /// `TpKillZone`: a deadly area.
    KillZone,
    /// `TpGoal`: the end of the level.
    Goal,
    /// `TpCheckpoint`: a restart point.
    Checkpoint,
    /// `TpDoor`: a way to another place.
    Door,
    /// `TpTrigger`, and `collision` = `trigger`: the game reacts to bodies.
    Trigger,
    /// `collision` = `hazard`: an area that hurts.
    Hazard,
    /// `collision` = `ladder`: an area to climb.
    Ladder,
    /// `collision` = `water`: an area to swim in.
    Water,
    /// `TpSpring`: an area that throws characters; [`Role::Spring`](crate::Role::Spring) has the velocity.
    Spring,
    /// `collision` = `bar`: a bar to hang from, at the upper edge of the area.
    Bar,
}

/// The kind of region of a class; `None` if it has none.
pub(crate) fn of_class(class: &str) -> Option<RegionKind> {
    Some(match class {
        COLLECTIBLE => RegionKind::Collectible,
        KILL_ZONE => RegionKind::KillZone,
        GOAL => RegionKind::Goal,
        CHECKPOINT => RegionKind::Checkpoint,
        DOOR => RegionKind::Door,
        TRIGGER => RegionKind::Trigger,
        SPRING => RegionKind::Spring,
        _ => return None,
    })
}
