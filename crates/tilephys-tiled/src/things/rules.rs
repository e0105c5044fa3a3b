//! What a map says of how it is played.

use crate::collide::settings::choice;
use crate::error::{Faults, LoadError};
use crate::level::names::LEVEL;
use crate::level::properties::{Property, PropertyValue};
use crate::things::marks::{file, wrong};
use crate::xml::facts::MapFacts;
use std::path::PathBuf;

/// In px/s², unless a map says otherwise.
const GRAVITY: f32 = 900.0;

/// How a level is played: what a map of class `TpLevel` says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelRules {
    /// Property `player`: a file in which the game describes the player, joined from the map's path; `None` if it is not set.
    pub player: Option<PathBuf>,
    /// Property `gravity`: in px/s² downward, 900 if it is not set. Below zero things fall up.
    pub gravity: f32,
    /// Property `bounds`: what is at the border of the map.
    pub bounds: Bounds,
}

/// What is at the border of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bounds {
    /// `open`: nothing, which is the default.
    #[default]
    Open,
    /// `closed`: the map is walled in. The cells around it, one wide on each side, are solid to bodies of every mask, in a layer
    /// `bounds` of the grid; a neighbour that shares the border has that wall too.
    Closed,
    /// `kill_below`: what falls out of it dies, by the game: `SpawnedLevel::below` of `tilephys-level` lists it.
    KillBelow,
}

const BOUNDS: [(&str, Bounds); 3] =
    [("open", Bounds::Open), ("closed", Bounds::Closed), ("kill_below", Bounds::KillBelow)];

/// What the map says; `None` if it is of another class.
pub(crate) fn rules(map: &MapFacts) -> Result<Option<LevelRules>, LoadError> {
    if map.class != LEVEL {
        return Ok(None);
    }
    let mut faults = Faults::default();
    let player = faults.keep(file(&map.properties, "player")).flatten();
    let gravity = faults.keep(gravity(map)).unwrap_or(GRAVITY);
    let bounds = faults.keep(choice(&map.properties, "bounds", &BOUNDS)).flatten().unwrap_or_default();
    if let Some(property) = map.properties.property("bounds")
        && map.infinite
        && bounds != Bounds::Open
    {
        faults.add(wrong(
            property,
            "not \"open\", and the map is infinite",
            "\"open\", or a map with a size",
        ));
    }
    faults.or(Some(LevelRules { player, gravity, bounds }))
}

fn gravity(map: &MapFacts) -> Result<f32, LoadError> {
    let Some(property) = map.properties.property("gravity") else { return Ok(GRAVITY) };
    let number = match property {
        Property { value: PropertyValue::Float(number), .. } => *number,
        Property { value: PropertyValue::Int(number), .. } => f64::from(*number),
        _ => return Err(wrong(property, "no number", "a number of px/s², of type float or int")),
    };
    let single = number as f32;
    if single.is_finite() {
        // Adding zero turns -0 into +0.
        Ok(single + 0.0)
    } else {
        Err(wrong(property, &number.to_string(), "a number of px/s² of 32 bits"))
    }
}
