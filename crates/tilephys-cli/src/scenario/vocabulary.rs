//! Words of scenario files for variants of the engine's enums: one list for reading and for messages.

use serde::Deserialize;
use tilephys::core::Direction;
use tilephys::feel::{FeelZone, JumpKind};

/// Values that have a word in files.
pub(crate) trait Words: Copy + PartialEq + 'static {
    const ALL: &'static [(&'static str, Self)];
}

/// A word that was read.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String", bound = "")]
pub(crate) struct Word<T: Words>(pub(crate) T);

impl<T: Words> TryFrom<String> for Word<T> {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        let known = T::ALL.iter().find(|(name, _)| *name == word);
        known.map(|(_, value)| Word(*value)).ok_or_else(|| {
            let names: Vec<String> = T::ALL.iter().map(|(name, _)| format!("`{name}`")).collect();
            format!("unknown variant `{word}`, expected {}", names.join(", "))
        })
    }
}

/// The word of a value; empty if it has none.
pub(crate) fn word<T: Words>(value: T) -> &'static str {
    T::ALL.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

/// Gives variants their words.
macro_rules! words {
    ($($of:ident: $($word:literal $variant:ident),+;)+) => {
        $(impl $crate::scenario::vocabulary::Words for $of {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, $of::$variant)),+];
        })+
    };
}

pub(crate) use words;

words! {
    Direction: "up" Up, "right" Right, "down" Down, "left" Left;
    FeelZone: "ladder" Ladder, "bar" Bar;
    JumpKind: "floor" Floor, "coyote" Coyote, "wall" Wall, "air" Air, "grip" Grip, "stroke" Stroke, "spring" Spring;
}
