//! Deserialization of a step's changes to bodies.

use super::format::Hold;
use super::number::{Exactly, Pair};
use serde::Deserialize;
use toml::Spanned;

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
