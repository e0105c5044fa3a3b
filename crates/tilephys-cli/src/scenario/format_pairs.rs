//! Deserialization of contacts between bodies.

use super::number::{Exactly, Pair, Quotient};
use super::vocabulary::Word;
use serde::Deserialize;
use tilephys::core::{CombineRule, Direction};
use toml::Spanned;

/// Settings for contacts with other bodies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CollideKeys {
    pub(crate) mask: Option<u32>,
    pub(crate) mass: Option<Spanned<f64>>,
    pub(crate) friction: Option<Spanned<f64>>,
    pub(crate) push_speed: Option<Spanned<f64>>,
    pub(crate) one_way: Option<Word<Direction>>,
    pub(crate) carries: Option<u32>,
    pub(crate) yields: Option<bool>,
}

/// Combination rules for the numbers of two bodies in contact.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CombineKeys {
    pub(crate) restitution: Option<Word<CombineRule>>,
    pub(crate) friction: Option<Word<CombineRule>>,
}

/// Expected contact with another body.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BodyHitKeys {
    pub(crate) on: Option<Spanned<String>>,
    pub(crate) fraction: Option<Spanned<Quotient>>,
    pub(crate) normal: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) at: Option<Pair>,
    pub(crate) approach: Option<Spanned<f64>>,
    pub(crate) change: Option<Spanned<Exactly<f64, 2>>>,
}
