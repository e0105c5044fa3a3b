//! Deserialization of expectations.

use super::format_pairs::{BodyHitKeys, Side};
use super::number::{Exactly, Pair, Quotient};
use serde::Deserialize;
use toml::Spanned;

type Point = Spanned<Pair>;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expect {
    pub(crate) body: Option<Spanned<String>>,
    pub(crate) mover: Option<Spanned<String>>,
    pub(crate) within: Option<Spanned<f64>>,
    pub(crate) at: Option<Point>,
    pub(crate) x: Option<Spanned<f64>>,
    pub(crate) y: Option<Spanned<f64>>,
    pub(crate) velocity: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) vx: Option<Spanned<f64>>,
    pub(crate) vy: Option<Spanned<f64>>,
    pub(crate) on_floor: Option<Spanned<bool>>,
    pub(crate) on_wall: Option<Spanned<bool>>,
    pub(crate) on_ceiling: Option<Spanned<bool>>,
    pub(crate) touches: Option<Spanned<Vec<Side>>>,
    pub(crate) stuck: Option<Spanned<bool>>,
    pub(crate) pushed: Option<Point>,
    pub(crate) corrected: Option<Point>,
    pub(crate) size: Option<Point>,
    pub(crate) done: Option<Spanned<bool>>,
    pub(crate) still: Option<Spanned<bool>>,
    pub(crate) floor_normal: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) wall_normal: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) ceiling_normal: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) floor_one_way: Option<Spanned<bool>>,
    pub(crate) hits: Option<Spanned<Vec<Spanned<HitKeys>>>>,
    pub(crate) hit_count: Option<Spanned<u32>>,
    pub(crate) x_hits: Option<Spanned<u32>>,
    pub(crate) y_hits: Option<Spanned<u32>>,
    pub(crate) body_hits: Option<Spanned<Vec<Spanned<BodyHitKeys>>>>,
    pub(crate) body_hit_count: Option<Spanned<u32>>,
    pub(crate) events: Option<Spanned<EventKeys>>,
    pub(crate) floor_cells: Option<Spanned<Vec<Spanned<Vec<i32>>>>>,
    pub(crate) path: Option<Spanned<Vec<Spanned<Pair>>>>,
    pub(crate) offset: Option<Spanned<Offset>>,
    pub(crate) moved: Option<Point>,
    pub(crate) gone: Option<Spanned<bool>>,
    pub(crate) lift: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) pushed_by: Option<Spanned<String>>,
    pub(crate) squish_begins: Option<Spanned<Vec<Spanned<SquishKeys>>>>,
    pub(crate) squishes: Option<Spanned<Vec<Spanned<SquishKeys>>>>,
    pub(crate) senses: Option<Spanned<Vec<Spanned<SenseKeys>>>>,
    pub(crate) inside: Option<Spanned<Vec<Spanned<String>>>>,
    pub(crate) tiles: Option<Spanned<Vec<Spanned<Vec<i32>>>>>,
    pub(crate) jumps: Option<Spanned<Vec<JumpWord>>>,
    pub(crate) dashing: Option<Spanned<bool>>,
    pub(crate) wall_sliding: Option<Spanned<bool>>,
}

/// Kind of a jump.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JumpWord {
    Floor,
    Coyote,
    Wall,
    Air,
    Grip,
    Stroke,
    Spring,
}

/// Expected sensor event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SenseKeys {
    pub(crate) enter: Option<Spanned<String>>,
    pub(crate) stay: Option<Spanned<String>>,
    pub(crate) exit: Option<Spanned<String>>,
    pub(crate) fraction: Option<Spanned<Quotient>>,
}

/// Position relative to a body or a mover.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offset {
    pub(crate) from: Spanned<String>,
    pub(crate) by: Pair,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SquishKeys {
    pub(crate) by: Spanned<String>,
    pub(crate) direction: Side,
    pub(crate) depth: Spanned<f64>,
}

/// Expected hit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HitKeys {
    pub(crate) fraction: Option<Spanned<Quotient>>,
    pub(crate) normal: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) cell: Option<Exactly<i32, 2>>,
    #[serde(rename = "box")]
    pub(crate) loose: Option<u32>,
    pub(crate) shape: Option<u32>,
    /// Name of a mover or a solid body.
    pub(crate) on: Option<Spanned<String>>,
    pub(crate) face: Option<Side>,
    pub(crate) part: Option<u8>,
    pub(crate) one_way: Option<bool>,
    pub(crate) layer: Option<Spanned<String>>,
    pub(crate) tile: Option<Spanned<String>>,
    pub(crate) at: Option<Pair>,
    pub(crate) remaining: Option<Pair>,
}

/// Expected number of each event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventKeys {
    pub(crate) floor_begin: Option<u32>,
    pub(crate) floor_end: Option<u32>,
    pub(crate) corner_corrected: Option<u32>,
    pub(crate) overlapped: Option<u32>,
    pub(crate) rejected: Option<u32>,
    pub(crate) squish_begin: Option<u32>,
    pub(crate) squish_end: Option<u32>,
}
