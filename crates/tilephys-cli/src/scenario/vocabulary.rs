//! Words of scenario files for variants of the engine's enums: one list for reading and for messages.

use serde::Deserialize;
use tilephys::core::{
    CombineRule, Direction,
    moves::{Foot, SlopeSpeed, Snap},
    platform::{Easing, LeaveVelocity, PathMode, PathStart, RideMode, SquishPolicy},
};
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
    CombineRule: "min" Min, "max" Max, "average" Average, "multiply" Multiply;
    Direction: "up" Up, "right" Right, "down" Down, "left" Left;
    Easing: "linear" Linear, "in" In, "out" Out, "in_out" InOut;
    FeelZone: "ladder" Ladder, "bar" Bar;
    Foot: "corners" Corners, "center" Center;
    JumpKind: "floor" Floor, "coyote" Coyote, "wall" Wall, "air" Air, "grip" Grip, "stroke" Stroke, "spring" Spring;
    LeaveVelocity: "none" None, "add" Add, "add_upward" AddUpward;
    PathMode: "loop" Loop, "ping_pong" PingPong, "once" Once;
    PathStart: "at_once" AtOnce, "ridden" Ridden, "ridden_each_round" RiddenEachRound;
    RideMode: "glue" Glue, "ballistic" Ballistic;
    SlopeSpeed: "keep_level" KeepLevel, "keep_surface" KeepSurface;
    Snap: "adaptive" Adaptive, "off" Off;
    SquishPolicy: "report" Report, "block_mover" BlockMover, "pass_through" PassThrough;
}
