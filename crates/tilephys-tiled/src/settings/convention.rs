//! Rows of a table of conventions, and where they took effect.

use crate::vocabulary::names::{COLLECTIBLE, GOAL, SPAWN};
use std::fmt;

/// A row of [`Conventions`](crate::Conventions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convention {
    /// Subject: what is compared.
    pub subject: Subject,
    /// Meaning: the effect of a match.
    pub meaning: Meaning,
    /// Rank: in which maps the row counts.
    pub rank: Rank,
}

/// In which maps a row of [`Conventions`](crate::Conventions) counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rank {
    /// In all maps.
    #[default]
    Usual,
    /// In maps in which no usual row, tilephys property or collision shape makes ground of a layer.
    ///
    /// For example, a map with a layer "collision" only draws its layer "ground".
    Fallback,
    /// In maps in which nothing else collides, of the only tile layer, if its tiles lie as ground does.
    LastResort,
}

/// The subject of a row of [`Conventions`](crate::Conventions). Names are patterns: `*` is any text, `?` any character; case is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// Name of a layer of tiles or objects, or of a group around it.
    Layer(String),
    /// Name of a layer of tiles, or of a group around it.
    TileLayer(String),
    /// Name of a layer of objects, or of a group around it.
    ObjectLayer(String),
    /// Property of a layer, or of a group around it.
    LayerProperty(PropertyPattern),
    /// Property of a tile of a tileset.
    TileProperty(PropertyPattern),
    /// Property of an object.
    ObjectProperty(PropertyPattern),
    /// Class of a tile of a tileset.
    TileClass(String),
    /// Class of an object.
    ObjectClass(String),
    /// Name of an object.
    ObjectName(String),
}

/// A pattern for a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyPattern {
    /// Pattern of the name.
    pub name: String,
    /// Pattern of the value as Tiled writes it; `None` for any value but `false`.
    pub value: Option<String>,
}

/// The meaning of a row of [`Conventions`](crate::Conventions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Meaning {
    /// As `collision` = `none`.
    None,
    /// As `collision` = `solid`.
    Solid,
    /// As `collision` = `one_way`.
    #[doc(alias = "jump-through")]
    OneWay,
    /// As `collision` = `hazard`.
    Hazard,
    /// As `collision` = `ladder`.
    Ladder,
    /// As `collision` = `water`.
    Water,
    /// As class `TpSpawn`; of objects only.
    Spawn,
    /// As class `TpCollectible`; of objects only.
    Collectible,
    /// As class `TpGoal`; of objects only.
    Goal,
}

/// A row of [`Conventions`](crate::Conventions) that took effect in a level.
///
/// Displayed as `layer "Walls" (120 tiles): solid, by the row "tile layer walls"`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedConvention {
    /// The row as it stands in the settings.
    pub row: Convention,
    /// Elements of the level to which the row was applied.
    pub to: AppliedTo,
}

/// The elements to which a row of [`Conventions`](crate::Conventions) was applied.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AppliedTo {
    /// Tiles of a layer.
    TileLayer {
        /// The layer's [`path`](crate::LayerInfo::path).
        path: String,
        /// Number of tiles.
        tiles: usize,
    },
    /// Objects of a layer.
    ObjectLayer {
        /// The layer's [`path`](crate::LayerInfo::path).
        path: String,
        /// Number of objects.
        objects: usize,
    },
    /// Tiles of the tileset of this name.
    Tileset(String),
    /// Single objects, by their number.
    Objects(usize),
}

impl Meaning {
    /// The words of all meanings, as used in settings.
    pub const WORDS: [(&str, Meaning); 9] = [
        ("none", Meaning::None),
        ("solid", Meaning::Solid),
        ("one_way", Meaning::OneWay),
        ("hazard", Meaning::Hazard),
        ("ladder", Meaning::Ladder),
        ("water", Meaning::Water),
        ("spawn", Meaning::Spawn),
        ("collectible", Meaning::Collectible),
        ("goal", Meaning::Goal),
    ];

    /// True if it stops bodies.
    pub(crate) fn is_obstacle(self) -> bool {
        matches!(self, Meaning::Solid | Meaning::OneWay)
    }

    /// The built-in class of objects with this meaning; `None` if it is a collision.
    pub(crate) fn class(self) -> Option<&'static str> {
        match self {
            Meaning::Spawn => Some(SPAWN),
            Meaning::Collectible => Some(COLLECTIBLE),
            Meaning::Goal => Some(GOAL),
            _ => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Layer(pattern) => write!(f, "layer {pattern}"),
            Subject::TileLayer(pattern) => write!(f, "tile layer {pattern}"),
            Subject::ObjectLayer(pattern) => write!(f, "object layer {pattern}"),
            Subject::LayerProperty(pattern) => write!(f, "layer property {pattern}"),
            Subject::TileProperty(pattern) => write!(f, "tile property {pattern}"),
            Subject::ObjectProperty(pattern) => write!(f, "object property {pattern}"),
            Subject::TileClass(pattern) => write!(f, "tile class {pattern}"),
            Subject::ObjectClass(pattern) => write!(f, "object class {pattern}"),
            Subject::ObjectName(pattern) => write!(f, "object name {pattern}"),
        }
    }
}

impl fmt::Display for PropertyPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{} = {value}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Meaning::WORDS.iter().find(|(_, meaning)| meaning == self);
        f.write_str(word.map_or("", |(word, _)| word))
    }
}

impl fmt::Display for AppliedTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        match self {
            AppliedTo::TileLayer { path, tiles } => {
                write!(f, "layer {path:?} ({tiles} tile{})", plural(*tiles))
            }
            AppliedTo::ObjectLayer { path, objects } => {
                write!(f, "layer {path:?} ({objects} object{})", plural(*objects))
            }
            AppliedTo::Tileset(name) => write!(f, "tiles of tileset {name:?}"),
            AppliedTo::Objects(objects) => write!(f, "{objects} object{}", plural(*objects)),
        }
    }
}

impl fmt::Display for AppliedConvention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Convention { subject, meaning, rank } = &self.row;
        match rank {
            Rank::LastResort => {
                write!(
                    f,
                    "{}: {meaning}, a guess, because nothing else collides and its tiles are laid out like \
                     ground",
                    self.to
                )
            }
            _ => write!(f, "{}: {meaning}, by the row \"{subject}\"", self.to),
        }
    }
}
