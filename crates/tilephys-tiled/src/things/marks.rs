//! Marks: objects of the built-in classes that are not solid (starts, goals, doors), as typed values.
//!
//! Objects that match a convention are placed here too.

use crate::collide::judge::object_place;
use crate::collide::place::Placer;
use crate::data::parts::{LayerInfo, Object};
use crate::data::properties::{Properties, Property, PropertyOrigin, PropertyValue};
use crate::error::{Faults, LoadError, Place, Result};
use crate::files::reader::join;
use crate::settings::collision::Collision;
use crate::settings::convention::{AppliedConvention, AppliedTo, Meaning};
use crate::settings::conventions::Conventions;
use crate::settings::reason::Speaker;
use crate::things::movers::{Lines, MoverPath, number, reference, speed, wrong};
use crate::tmx::facts::{Chain, ObjectFacts};
use crate::vocabulary::names::{
    CHECKPOINT, COLLECTIBLE, DOOR, GOAL, KILL_ZONE, PATROL, SPAWN, SPRING, TRIGGER,
};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tilephys_core::LayerId;
use tilephys_core::lattice::point_from_px;

/// Default speed of a spring upward, in px/s: about 8 tiles of 16 px at a gravity of 900 px/s².
const SPRING_SPEED: f32 = -500.0;

/// An object of a built-in class that is not solid.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mark {
    /// Id of the object.
    pub object: u32,
    /// Role of the object.
    pub role: Role,
    /// Tokens that the player has from now on that touches it: property `gives` of collectibles, checkpoints and triggers; none by
    /// default.
    pub gives: Vec<String>,
    /// Tokens without which it does nothing: property `requires` of goals, collectibles and doors; none by default.
    pub requires: Vec<String>,
}

impl Mark {
    /// The settings of a patrol; `None` for another role.
    #[must_use]
    pub fn patrol(&self) -> Option<&LevelPatrol> {
        if let Role::Patrol(patrol) = &self.role { Some(patrol) } else { None }
    }

    /// The target of a door; `None` for another role.
    #[must_use]
    pub fn door(&self) -> Option<&Door> {
        if let Role::Door(door) = &self.role { Some(door) } else { None }
    }
}

/// The role of a [`Mark`]. Marks with an area are in [`Level::regions`](crate::Level::regions) too.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Role {
    /// `TpSpawn`: a start of the player; see [`Level::spawn`](crate::Level::spawn).
    Spawn,
    /// `TpGoal`: the end of the level.
    Goal,
    /// `TpCheckpoint`: a restart point, as a point or an area.
    Checkpoint,
    /// `TpCollectible`: a pick-up.
    Collectible {
        /// True if the level cannot be finished without it: property `required`; false by default.
        required: bool,
    },
    /// `TpKillZone`: a deadly area.
    KillZone,
    /// `TpTrigger`: an area that reports bodies that enter and leave.
    #[doc(alias = "area")]
    Trigger,
    /// `TpSpring`: an area that throws characters.
    Spring {
        /// Velocity of the thrown character, in px/s: the properties `velocity_x` and `velocity_y`. 0 and -500 by
        /// default, which is upward.
        velocity: Vec2,
        /// Height to which it throws each character, in px over its upper edge: the property `height`, in place of a velocity. `None`
        /// if that is unset or 0.
        height: Option<f32>,
    },
    /// `TpDoor`: a way to another place.
    Door(Door),
    /// `TpPatrol`: a body that walks to and fro, or follows a path. Its box is the rectangle of the object.
    Patrol(LevelPatrol),
}

/// Settings of a body that walks to and fro, or follows a path.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelPatrol {
    /// Property `speed`, in px/s; 40 by default.
    pub speed: f32,
    /// Property `turns_at_edges`: false for a walker that walks off edges; true by default.
    pub turns_at_edges: bool,
    /// Path, from the property `path`, for a body that flies; `None` for a walker.
    pub path: Option<MoverPath>,
}

/// The target of a door; unspecified if neither field is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Door {
    /// Property `target`: path of the map, joined from the path of this map; `None` for this map.
    pub target: Option<PathBuf>,
    /// Property `target_object`: id of the object in that map where the player appears. The id is checked in this map
    /// only.
    pub target_object: Option<u32>,
    /// Property `two_way`: true if a door of the other map has to lead back, which the checker checks; false if unset.
    pub two_way: bool,
}

/// The marks among the objects with these indices, in order, of the map at `map`.
pub(crate) fn marks(
    places: &[usize],
    (objects, layers): (&[Object], &[LayerInfo]),
    map: &Path,
    lines: &Lines,
) -> Result<Vec<Mark>> {
    let (mut marks, mut faults) = (Vec::new(), Faults::default());
    let mut reader = MarkReader { map, lines, points: 0 };
    for object in places.iter().map(|place| &objects[*place]) {
        let layer = Place { layer: Some(layers[object.layer].path.clone()), ..Place::default() };
        let located = |e: LoadError| e.within(object_place(object.id, &object.name)).within(layer);
        marks.extend(faults.keep(reader.mark(object).map_err(located)).flatten());
    }
    faults.or(marks)
}

/// An object that is a mark by a convention.
pub(crate) struct Guessed {
    /// Index of the object.
    pub(crate) object: usize,
    /// Index of the row in the table.
    pub(crate) row: usize,
    pub(crate) meaning: Meaning,
    /// True if the row is about the layer of the object.
    pub(crate) by_layer: bool,
}

/// The rows about objects, with the number of objects they were applied to.
pub(crate) fn guessed_by_objects(
    table: &Conventions,
    guessed: &[Guessed],
) -> impl Iterator<Item = AppliedConvention> {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    for guess in guessed.iter().filter(|guess| !guess.by_layer) {
        *numbers.entry(guess.row).or_default() += 1;
    }
    numbers
        .into_iter()
        .map(|(row, n)| AppliedConvention { row: table.rows[row].clone(), to: AppliedTo::Objects(n) })
}

/// Adds the marks by conventions to the marks of built-in classes. A `TpSpawn` excludes other starts; without one, the
/// first row with matches gives them.
pub(crate) fn add_guessed(marks: &mut Vec<Mark>, guessed: &[Guessed], objects: &[Object]) {
    let has_spawn = marks.iter().any(|mark| mark.role == Role::Spawn);
    let of_spawns = guessed.iter().filter(|guess| guess.meaning == Meaning::Spawn).map(|guess| guess.row);
    let spawn_row = of_spawns.min().filter(|_| !has_spawn);
    for guess in guessed {
        let role = match guess.meaning {
            Meaning::Spawn if Some(guess.row) == spawn_row => Role::Spawn,
            Meaning::Collectible => Role::Collectible { required: false },
            Meaning::Goal => Role::Goal,
            _ => continue,
        };
        marks.push(Mark { object: objects[guess.object].id, role, gives: Vec::new(), requires: Vec::new() });
    }
    if !guessed.is_empty() {
        let places: BTreeMap<u32, usize> =
            objects.iter().enumerate().map(|(place, object)| (object.id, place)).collect();
        marks.sort_by_key(|mark| places.get(&mark.object));
    }
}

/// Reads marks of the map at `map`.
struct MarkReader<'a> {
    map: &'a Path,
    lines: &'a Lines<'a>,
    /// Number of points of all paths so far.
    points: usize,
}

impl MarkReader<'_> {
    /// The mark that an object is by its class; `None` for other classes.
    fn mark(&mut self, object: &Object) -> Result<Option<Mark>> {
        let Some(role) = self.role(object)? else { return Ok(None) };
        let named = |name: &str, counts: bool| {
            if counts { tokens(&object.properties, name) } else { Ok(Vec::new()) }
        };
        let is_item = matches!(role, Role::Collectible { .. });
        let gives = named("gives", is_item || matches!(role, Role::Checkpoint | Role::Trigger))?;
        let requires = named("requires", is_item || matches!(role, Role::Goal | Role::Door(_)))?;
        Ok(Some(Mark { object: object.id, role, gives, requires }))
    }

    /// The role of an object by its class; `None` for other classes.
    fn role(&mut self, object: &Object) -> Result<Option<Role>> {
        let properties = &object.properties;
        Ok(Some(match object.class.as_str() {
            SPAWN => Role::Spawn,
            GOAL => Role::Goal,
            CHECKPOINT => Role::Checkpoint,
            COLLECTIBLE => Role::Collectible { required: flag(properties, "required", false)? },
            KILL_ZONE => Role::KillZone,
            TRIGGER => Role::Trigger,
            SPRING => Role::Spring { velocity: velocity(properties)?, height: height(properties)? },
            DOOR => Role::Door(self.door(object)?),
            PATROL => Role::Patrol(self.patrol(object)?),
            _ => return Ok(None),
        }))
    }

    fn patrol(&mut self, object: &Object) -> Result<LevelPatrol> {
        let Object { properties, position, .. } = object;
        let start = point_from_px(*position).unwrap_or(IVec2::ZERO);
        let path = self.lines.path(object, start, &mut self.points)?;
        let turns_at_edges = flag(properties, "turns_at_edges", true)?;
        Ok(LevelPatrol { speed: speed(properties)?, turns_at_edges, path })
    }

    fn door(&self, object: &Object) -> Result<Door> {
        let properties = &object.properties;
        let target = file(properties, "target")?;
        let target_object = reference(object, "target_object", "one")?;
        let is_here = target.as_deref().is_none_or(|target| target == self.map);
        if let Some((property, id)) = target_object.filter(|_| is_here) {
            let expected = "an object of this map where the door leads, or another map as \"target\"";
            if !self.lines.has(id) {
                return Err(wrong(property, &format!("object {id}, which is not in the map"), expected));
            }
            if id == object.id {
                return Err(wrong(property, "the door itself", expected));
            }
        }
        let target_object = target_object.map(|(_, id)| id);
        let two_way = properties.bool("two_way") == Some(true);
        Ok(Door { target, target_object, two_way })
    }
}

fn flag(properties: &Properties, name: &str, default: bool) -> Result<bool> {
    match properties.property(name) {
        None => Ok(default),
        Some(Property { value: PropertyValue::Bool(flag), .. }) => Ok(*flag),
        Some(property) => Err(wrong(property, "not a bool", "true or false, of type bool")),
    }
}

fn velocity(properties: &Properties) -> Result<Vec2> {
    let along = |name, default| {
        Ok::<_, LoadError>(number(properties, name, "a number of px/s", |_| true)?.unwrap_or(default))
    };
    Ok(Vec2::new(along("velocity_x", 0.0)?, along("velocity_y", SPRING_SPEED)?))
}

/// The height of a spring; `None` if it is unset or 0.
fn height(properties: &Properties) -> Result<Option<f32>> {
    let Some(property) = properties.property("height") else { return Ok(None) };
    let height = number(properties, "height", "a number of px", |_| true)?.unwrap_or_default();
    if height < 0.0 {
        return Err(wrong(property, &height.to_string(), "a height of 0 px or more"));
    }
    // The class of a project gives both, with their defaults.
    let is_own = |name: &&str| {
        properties.property(name).is_some_and(|property| property.origin == PropertyOrigin::Own)
    };
    let beside = ["velocity_x", "velocity_y"].into_iter().find(is_own);
    match beside.filter(|_| height > 0.0) {
        Some(name) => Err(wrong(property, &format!("set beside {name:?}"), "only one of the two")),
        None => Ok((height > 0.0).then_some(height)),
    }
}

/// The file named by the property `name`, joined from the file that sets it; `None` if unset.
pub(crate) fn file(properties: &Properties, name: &str) -> Result<Option<PathBuf>> {
    match properties.property(name) {
        None => Ok(None),
        Some(Property { value: PropertyValue::File(path), .. }) if path.is_empty() => Ok(None),
        Some(Property { value: PropertyValue::File(path), file, .. }) => Ok(Some(join(file, path))),
        Some(property) => Err(wrong(property, "not a file", "one, as a property of type file")),
    }
}

/// The tokens that a property names, separated by commas; none if it is unset or empty.
pub(crate) fn tokens(properties: &Properties, name: &str) -> Result<Vec<String>> {
    let Some(property) = properties.property(name) else { return Ok(Vec::new()) };
    let expected = "names of tokens, separated by commas, such as \"red key, boots\"";
    let Property { value: PropertyValue::String(text), .. } = property else {
        return Err(wrong(property, "not a string", expected));
    };
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<String> = text.split(',').map(|token| token.trim().to_owned()).collect();
    if names.iter().any(String::is_empty) {
        return Err(wrong(property, &format!("{text:?}, with an empty name"), expected));
    }
    Ok(names)
}

impl<'a> Placer<'a> {
    /// Places an object by the conventions; returns what to note of it. `at` is its index among the objects. The grid
    /// layer is created for the first solid one.
    ///
    /// An object that cannot collide causes a warning, since without conventions the map loads.
    pub(crate) fn place_guess(
        &mut self,
        layer: &mut Option<LayerId>,
        (at, object): (usize, &Object),
        facts: &'a ObjectFacts,
        chain: &Chain<'a>,
    ) -> Option<Guessed> {
        let (row, meaning, reason) = self.facts.guess_of_object(object, facts, chain)?;
        let by_layer = reason.speaker != Speaker::Object;
        let placed = match (meaning.collision(), meaning.class()) {
            (Some(Collision::None), _) => Ok(()),
            (Some(collision), _) => self.place_object(layer, (collision, reason), facts, chain).map(drop),
            (None, Some(class)) => self.place_area(facts, Some((class, &reason)), chain),
            (None, None) => Ok(()),
        };
        // A coin that is a point has no area, and is a coin.
        if let (Err(error), Some(_)) = (placed, meaning.collision()) {
            let place = object_place(object.id, &object.name);
            self.warn_of_guess(&error.within(place).within(chain.layer.place()));
        }
        Some(Guessed { object: at, row, meaning, by_layer })
    }
}
