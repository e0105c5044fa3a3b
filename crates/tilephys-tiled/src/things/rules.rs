//! Level rules: gravity, player file and border, from a map of class `TpLevel`.

use crate::error::{Faults, LoadError};
use crate::settings::collision::choice;
use crate::things::lines::wrong;
use crate::things::marks::{file, number};
use crate::tmx::facts::MapFacts;
use crate::vocabulary::names::LEVEL;
use std::path::PathBuf;

/// Default gravity, in px/s².
const GRAVITY: f32 = 900.0;

/// The rules of a level, from a map of class `TpLevel`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelRules {
    /// Property `player`: path of the game's file about the player, joined from the map's path; `None` by default.
    pub player: Option<PathBuf>,
    /// Property `gravity`: gravity downward, in px/s²; 900 by default. Bodies fall up if it is negative.
    pub gravity: f32,
    /// Property `bounds`: border of the map; `open` by default.
    pub bounds: Bounds,
}

impl Default for LevelRules {
    /// The rules of a map without properties.
    fn default() -> Self {
        LevelRules { player: None, gravity: GRAVITY, bounds: Bounds::Open }
    }
}

/// The border of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bounds {
    /// `open`, the default: bodies may leave.
    #[default]
    Open,
    /// `closed`: the map is walled in. The cells around it, one wide, are solid to bodies of every mask, in a layer
    /// `bounds` of the grid. An adjacent map in the same grid is walled off too.
    Closed,
    /// `kill_below`: bodies that fall out die. The game does it: `SpawnedLevel::events` of `tilephys-level` reports them.
    KillBelow,
}

const BOUNDS: [(&str, Bounds); 3] =
    [("open", Bounds::Open), ("closed", Bounds::Closed), ("kill_below", Bounds::KillBelow)];

/// The rules of a map; `None` for a map of another class.
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
    number(property, "px/s²")
}
