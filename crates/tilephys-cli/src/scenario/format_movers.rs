//! Deserialization of movers, and of how they carry bodies.

use super::number::{Exactly, InPlaceOfWord, OneOrTwo, Pair, WordOr};
use super::vocabulary::Word;
use serde::Deserialize;
use tilephys::core::platform::{Easing, LeaveVelocity, PathMode, PathStart, RideMode, SquishPolicy};
use toml::Spanned;

type Point = Spanned<Pair>;

/// Settings for being carried, thrown and crushed by movers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Riding {
    pub(crate) ride: Option<Word<RideMode>>,
    pub(crate) leave: Option<Word<LeaveVelocity>>,
    pub(crate) lift_cap: Option<Spanned<OneOrTwo>>,
    pub(crate) lift_ticks: Option<u8>,
    pub(crate) walls: Option<bool>,
    pub(crate) ceilings: Option<bool>,
    pub(crate) squish: Option<Spanned<WordOr<Word<SquishPolicy>, Wiggle>>>,
}

/// Maximum distance of a shift aside.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wiggle {
    pub(crate) wiggle: f64,
}

impl InPlaceOfWord for Wiggle {
    const FORM: &'static str = "`{ wiggle = px }`";
}

/// Kinematic solid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mover {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) id: Option<Spanned<u32>>,
    pub(crate) at: Point,
    pub(crate) size: Option<Point>,
    pub(crate) tile: Option<Spanned<String>>,
    pub(crate) layer: Option<Spanned<String>>,
    pub(crate) velocity: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) parent: Option<Spanned<String>>,
    pub(crate) path: Option<Spanned<PathKeys>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PathKeys {
    pub(crate) points: Spanned<Vec<Spanned<PointKeys>>>,
    pub(crate) mode: Option<Word<PathMode>>,
    pub(crate) easing: Option<Word<Easing>>,
    pub(crate) start: Option<Word<PathStart>>,
    /// Start on the path, in ticks.
    #[serde(default)]
    pub(crate) from: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PointKeys {
    pub(crate) at: Pair,
    #[serde(default)]
    pub(crate) wait: u32,
    #[serde(default)]
    pub(crate) ticks: u32,
}

/// Changes of a mover in a step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) mover: Spanned<String>,
    pub(crate) velocity: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) move_to: Option<Spanned<Vec<Point>>>,
    pub(crate) place: Option<Point>,
    #[serde(default)]
    pub(crate) remove: bool,
}
