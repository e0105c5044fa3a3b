//! Deserialization of contacts between bodies.

use super::number::{Exactly, Pair, Quotient};
use serde::Deserialize;
use tilephys::core::{CombineRule, Direction};
use toml::Spanned;

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Up,
    Right,
    Down,
    Left,
}

impl From<Side> for Direction {
    fn from(side: Side) -> Direction {
        match side {
            Side::Up => Direction::Up,
            Side::Right => Direction::Right,
            Side::Down => Direction::Down,
            Side::Left => Direction::Left,
        }
    }
}

/// Settings for contacts with other bodies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CollideKeys {
    pub(crate) mask: Option<u32>,
    pub(crate) mass: Option<Spanned<f64>>,
    pub(crate) friction: Option<Spanned<f64>>,
    pub(crate) push_speed: Option<Spanned<f64>>,
    pub(crate) one_way: Option<Side>,
    pub(crate) carries: Option<u32>,
    pub(crate) yields: Option<bool>,
}

/// Combination rules for the numbers of two bodies in contact.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CombineKeys {
    pub(crate) restitution: Option<RuleWord>,
    pub(crate) friction: Option<RuleWord>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RuleWord {
    Min,
    Max,
    Average,
    Multiply,
}

impl From<RuleWord> for CombineRule {
    fn from(word: RuleWord) -> CombineRule {
        match word {
            RuleWord::Min => CombineRule::Min,
            RuleWord::Max => CombineRule::Max,
            RuleWord::Average => CombineRule::Average,
            RuleWord::Multiply => CombineRule::Multiply,
        }
    }
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
