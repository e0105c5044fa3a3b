//! Deserialization of a step's changes to bodies.

use super::number::{Exactly, Pair};
use serde::Deserialize;
use toml::Spanned;

/// Input of a character.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Hold {
    pub(crate) along: f32,
    pub(crate) upward: f32,
    pub(crate) jump: bool,
    pub(crate) dash: bool,
    pub(crate) grab: bool,
    /// True if the character is at a ladder.
    pub(crate) ladder: bool,
    /// Velocity of the water that the character is in, in px/s.
    pub(crate) water: Option<[f32; 2]>,
    /// Velocity at which the character is thrown in the first tick, in px/s.
    pub(crate) thrown: Option<[f32; 2]>,
}

/// Changes of a body before a step, and its input during the step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BodyOrder {
    pub(crate) body: Spanned<String>,
    #[serde(default)]
    pub(crate) spawn: bool,
    #[serde(default)]
    pub(crate) despawn: bool,
    pub(crate) place: Option<Spanned<Pair>>,
    pub(crate) velocity: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) time_scale: Option<Spanned<f64>>,
    pub(crate) hit_stop: Option<u8>,
    pub(crate) ignore: Option<Spanned<String>>,
    pub(crate) stop_ignoring: Option<Spanned<String>>,
    pub(crate) hold: Option<Spanned<Hold>>,
}
