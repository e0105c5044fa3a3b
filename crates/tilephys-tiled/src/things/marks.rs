//! Objects of our classes that are no solids, as typed values: starts, goals, doors.

use crate::collide::collision::object_place;
use crate::error::{Faults, LoadError, Place, Problem};
use crate::level::LayerInfo;
use crate::level::names::{CHECKPOINT, COLLECTIBLE, DOOR, GOAL, KILL_ZONE, SPAWN, TRIGGER};
use crate::level::properties::{Properties, Property, PropertyValue};
use crate::load::reader::join;
use crate::things::objects::Object;
use std::collections::BTreeSet;
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
