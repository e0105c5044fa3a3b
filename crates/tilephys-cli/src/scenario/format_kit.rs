//! Deserialization of crowds and hit boxes.

use super::number::Pair;
use serde::Deserialize;
use tilephys::feel::{Crowd, HitBox, HurtBox};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrowdKeys {
    pub(crate) push: Option<Spanned<f64>>,
    pub(crate) max_speed: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HitBoxKeys {
    pub(crate) offset: Pair,
    pub(crate) size: Spanned<Pair>,
    pub(crate) hurts: Option<u32>,
    pub(crate) ticks: Option<u16>,
    pub(crate) knock_away: Option<Spanned<f64>>,
    pub(crate) knock_up: Option<Spanned<f64>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HurtBoxKeys {
    pub(crate) invulnerable_ticks: Option<u16>,
}

/// Crowd and boxes of a body.
#[derive(Clone, Copy, Default)]
pub(crate) struct BodyKit {
    pub(crate) crowd: Option<Crowd>,
    pub(crate) hit_box: Option<HitBox>,
    pub(crate) hurt_box: Option<HurtBox>,
}
