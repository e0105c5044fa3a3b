//! A game as plain data: what is in it, and what happens in each tick.

use crate::games::parts::Part;
use glam::{IVec2, Vec2};
use std::fmt;
use tilephys_core::TileCoord;

/// A game, drawn from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) seed: u64,
    pub(crate) ticks: u32,
    pub(crate) gravity: Vec2,
    /// Tiles of the room by kind.
    pub(crate) tiles: Vec<(TileCoord, usize)>,
    /// The map of the level, and its later versions.
    pub(crate) levels: Vec<LevelMap>,
    /// `None` for an entity that shrinking has removed: the others keep their indices.
    pub(crate) things: Vec<Option<Thing>>,
    /// Additional bodies, to be split among threads.
    pub(crate) crowd: usize,
    /// What the game does before the step of a tick, by ascending tick.
    pub(crate) acts: Vec<(u32, Act)>,
    /// True if the game has a control phase, in which some bodies jump.
    pub(crate) is_controlled: bool,
}

/// An entity.
#[derive(Clone, Debug)]
pub(crate) struct Thing {
    /// Tick before whose step the entity is spawned.
    pub(crate) born: u32,
    pub(crate) parts: Vec<Part>,
}

/// A version of the level's map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LevelMap {
    /// Tiles of the ground by column and row: 1 solid, 2 one-way, 3 spikes.
    pub(crate) cells: Vec<([usize; 2], u8)>,
    pub(crate) objects: Vec<Object>,
    /// Length of the path of all movers, in px.
    pub(crate) rail: u32,
}

/// An object of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Object {
    pub(crate) id: u32,
    pub(crate) class: &'static str,
    pub(crate) at: [u32; 2],
    pub(crate) size: [u32; 2],
    pub(crate) is_carried: bool,
}

/// Something that the game does between two steps. Things are named by index.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    /// Puts an entity elsewhere with a velocity.
    Place(usize, IVec2, Vec2),
    Despawn(usize),
    /// Despawns the entity of an object of the level.
    DespawnObject(u32),
    Set(usize, Part),
    Unset(usize, Part),
    Tile(TileCoord, Option<usize>),
    /// Loads the version of this number of the level.
    Reload(usize),
    HitStop(usize, u8),
    TimeScale(usize, f32),
    IgnorePair(usize, usize, bool),
    DropThrough(usize),
    Resize(usize, IVec2),
    Throw(usize, Vec2),
    /// Gravity from now on.
    Gravity(Vec2),
    /// Length of the steps from now on, in seconds.
    Dt(f32),
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}, {} ticks, gravity {}", self.seed, self.ticks, self.gravity)?;
        writeln!(f, "  crowd {}, controlled: {}", self.crowd, self.is_controlled)?;
        writeln!(f, "  tiles {:?}", self.tiles)?;
        self.levels.iter().try_for_each(|level| writeln!(f, "  {level:?}"))?;
        for (index, thing) in self.things.iter().enumerate() {
            let Some(thing) = thing else { continue };
            writeln!(f, "  {index}: from tick {}: {:?}", thing.born, thing.parts)?;
        }
        self.acts.iter().try_for_each(|(tick, act)| writeln!(f, "  tick {tick}: {act:?}"))
    }
}
