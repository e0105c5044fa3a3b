//! Objects of our classes that are no solids, as typed values: starts, goals, doors.

use crate::collide::collision::object_place;
use crate::conventions::{AppliedConvention, AppliedTo, Conventions, Meaning};
use crate::error::{Faults, LoadError, Place, Problem};
use crate::level::LayerInfo;
use crate::level::names::{CHECKPOINT, COLLECTIBLE, DOOR, GOAL, KILL_ZONE, SPAWN, TRIGGER};
use crate::level::properties::{Properties, Property, PropertyValue};
use crate::load::reader::join;
use crate::things::objects::Object;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// An object that means something to a game: one of a class of ours, but for those that are solid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The object's id.
    pub object: u32,
    /// What it means.
    pub role: Role,
}

/// What a [`Mark`] means. Those that cover an area are among [`Level::regions`](crate::Level::regions) too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// `TpSpawn`: the player may start here: see [`Level::spawn`](crate::Level::spawn).
    Spawn,
    /// `TpGoal`: the level ends here.
    Goal,
    /// `TpCheckpoint`: the player starts here again. A point or an area.
    Checkpoint,
    /// `TpCollectible`: a character takes it.
    Collectible {
        /// Property `required`: nobody is done without it; false if it is not set.
        required: bool,
    },
    /// `TpKillZone`: it costs a character its life.
    KillZone,
    /// `TpTrigger`: the game hears who comes and goes.
    Trigger,
    /// `TpDoor`: a way to elsewhere.
    Door(Door),
}

/// Where a door leads; nowhere in particular if neither is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Door {
    /// Property `target`: the map, joined from this one's path; `None` for this map.
    pub target: Option<PathBuf>,
    /// Property `target_object`: the id of an object of that map, at which one comes out. One of this map is there; of another
    /// map nobody has looked.
    pub target_object: Option<u32>,
}

/// The marks among objects: those at `places`, in that order, of the map at `map`.
pub(crate) fn marks(
    places: &[usize],
    (objects, layers): (&[Object], &[LayerInfo]),
    map: &Path,
) -> Result<Vec<Mark>, LoadError> {
    let ids: BTreeSet<u32> = objects.iter().map(|object| object.id).collect();
    let (mut marks, mut faults) = (Vec::new(), Faults::default());
    for object in places.iter().map(|place| &objects[*place]) {
        let layer = Place { layer: Some(layers[object.layer].path.clone()), ..Place::default() };
        let located = |e: LoadError| e.within(object_place(object.id, &object.name)).within(layer);
        let role = faults.keep(role(object, &ids, map).map_err(located)).flatten();
        marks.extend(role.map(|role| Mark { object: object.id, role }));
    }
    faults.or(marks)
}

/// An object that is a mark by a convention.
pub(crate) struct Guessed {
    /// Its place among the objects.
    pub(crate) object: usize,
    /// The place of the row in the table.
    pub(crate) row: usize,
    pub(crate) meaning: Meaning,
    /// True if the row is about its layer.
    pub(crate) by_layer: bool,
}

/// What rows about objects were applied to, and not about their layers.
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

/// Adds the marks that are some by conventions to those of our classes. A spawn of ours is the only one; without it those of
/// the first row that has some are.
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
        marks.push(Mark { object: objects[guess.object].id, role });
    }
    if !guessed.is_empty() {
        let places: BTreeMap<u32, usize> =
            objects.iter().enumerate().map(|(place, object)| (object.id, place)).collect();
        marks.sort_by_key(|mark| places.get(&mark.object));
    }
}

/// What an object of this class means; `None` if that is nothing that we know.
fn role(object: &Object, ids: &BTreeSet<u32>, map: &Path) -> Result<Option<Role>, LoadError> {
    let properties = &object.properties;
    Ok(Some(match object.class.as_str() {
        SPAWN => Role::Spawn,
        GOAL => Role::Goal,
        CHECKPOINT => Role::Checkpoint,
        COLLECTIBLE => Role::Collectible { required: required(properties)? },
        KILL_ZONE => Role::KillZone,
        TRIGGER => Role::Trigger,
        DOOR => Role::Door(door(object, ids, map)?),
        _ => return Ok(None),
    }))
}

fn required(properties: &Properties) -> Result<bool, LoadError> {
    match properties.property("required") {
        None => Ok(false),
        Some(Property { value: PropertyValue::Bool(required), .. }) => Ok(*required),
        Some(property) => Err(wrong(property, "no bool", "true or false, of type bool")),
    }
}

fn door(object: &Object, ids: &BTreeSet<u32>, map: &Path) -> Result<Door, LoadError> {
    let properties = &object.properties;
    let target = file(properties, "target")?;
    let target_object = match properties.property("target_object") {
        None | Some(Property { value: PropertyValue::Object(None), .. }) => None,
        Some(property @ Property { value: PropertyValue::Object(Some(id)), .. }) => {
            let is_here = target.as_deref().is_none_or(|target| target == map);
            let expected = "an object of this map, at which one comes out, or another map as \"target\"";
            if is_here && !ids.contains(id) {
                return Err(wrong(property, &format!("object {id}, which is not in the map"), expected));
            }
            if is_here && *id == object.id {
                return Err(wrong(property, "the door itself", expected));
            }
            Some(*id)
        }
        Some(property) => {
            return Err(wrong(property, "no reference to an object", "one, as a property of type object"));
        }
    };
    Ok(Door { target, target_object })
}

/// The file that the property `name` means, joined from the file that sets it; `None` if it is not set.
pub(crate) fn file(properties: &Properties, name: &str) -> Result<Option<PathBuf>, LoadError> {
    match properties.property(name) {
        None => Ok(None),
        Some(Property { value: PropertyValue::File(path), .. }) if path.is_empty() => Ok(None),
        Some(Property { value: PropertyValue::File(path), file, .. }) => Ok(Some(join(file, path))),
        Some(property) => Err(wrong(property, "no file", "one, as a property of type file")),
    }
}

/// That a property is something else than it should be.
pub(crate) fn wrong(property: &Property, found: &str, expected: &str) -> LoadError {
    let message = format!("property {:?} is {found}: expected {expected}", property.name);
    property.error(Problem::Setting, message)
}
