//! Deserialization of a scenario file: its keys as written. `tests/scenarios/README.md` documents them.
//!
//! Settings of bodies, materials and paths are types of the engine. Expectations are read from the tree of the file.

use super::number::{Exactly, OneOrTwo, Pair, Point, Quotient, Units, Vector};
use super::orient::Variants;
use super::vocabulary::Word;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use tilephys::core::{
    BodyCollision, Combine, Direction, Material, MotionMode, Response, Walk,
    platform::{Easing, PathMode, PathStart, RideSettings},
};
use tilephys::feel::{Climb, Crowd, FeelZone, HitBox, HurtBox};
use toml::Spanned;

/// A name with its place in the file.
pub(crate) type Name = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) id: String,
    pub(crate) title: String,
    /// Comment for readers of the file.
    #[serde(rename = "about")]
    pub(crate) _about: Option<String>,
    pub(crate) tile: Option<Spanned<OneOrTwo>>,
    pub(crate) layers: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    pub(crate) legend: BTreeMap<Name, Spanned<Letter>>,
    pub(crate) origin: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) map: Option<Name>,
    #[serde(default)]
    pub(crate) fill: Vec<Spanned<Fill>>,
    #[serde(default)]
    pub(crate) boxes: Vec<Spanned<Loose>>,
    #[serde(default)]
    pub(crate) shapes: Vec<Spanned<LooseShape>>,
    pub(crate) up: Option<Word<Direction>>,
    pub(crate) gravity: Option<Spanned<OneOrTwo>>,
    pub(crate) dt: Option<Spanned<Quotient>>,
    pub(crate) combine: Option<Spanned<Combine>>,
    #[serde(default)]
    pub(crate) body: Vec<Spanned<Body>>,
    #[serde(default)]
    pub(crate) mover: Vec<Spanned<Mover>>,
    #[serde(default)]
    pub(crate) region: Vec<Spanned<Region>>,
    pub(crate) spawn_orders: Option<Spanned<bool>>,
    #[serde(default)]
    pub(crate) step: Vec<Spanned<Step>>,
    #[serde(default)]
    pub(crate) except: Vec<Except>,
}

/// Meaning of a letter in the picture.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Letter {
    pub(crate) empty: bool,
    #[serde(rename = "box")]
    pub(crate) area: Option<Spanned<Area>>,
    pub(crate) slope: Option<Spanned<SlopeKeys>>,
    /// Edge of the cell.
    pub(crate) one_way: Option<Spanned<Word<Direction>>>,
    pub(crate) line: Option<Spanned<Line>>,
    pub(crate) polygon: Option<Spanned<Corners>>,
    pub(crate) parts: Option<Spanned<Vec<Spanned<PartKeys>>>>,
    pub(crate) flip: Option<Name>,
    pub(crate) category: Option<u32>,
    pub(crate) layer: Option<Name>,
    pub(crate) material: Option<Spanned<Material>>,
}

/// Box within a cell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Area {
    pub(crate) at: Spanned<Point>,
    pub(crate) size: Spanned<Point>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SlopeKeys {
    pub(crate) side: Option<Word<Direction>>,
    pub(crate) heights: Spanned<Exactly<Spanned<Units>, 2>>,
}

/// Any one-way line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) from: Spanned<Point>,
    pub(crate) to: Spanned<Point>,
    pub(crate) open: Spanned<Word<Direction>>,
}

pub(crate) type Corners = Vec<Spanned<Point>>;

/// Part of a tile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PartKeys {
    #[serde(rename = "box")]
    pub(crate) area: Option<Spanned<Area>>,
    pub(crate) polygon: Option<Spanned<Corners>>,
    pub(crate) one_way: Option<Spanned<Word<Direction>>>,
    pub(crate) line: Option<Spanned<Line>>,
}

/// Rectangle of cells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fill {
    /// First column, first row, last column, last row.
    pub(crate) cells: Spanned<Exactly<i32, 4>>,
    pub(crate) tile: Option<Name>,
    pub(crate) layer: Option<Name>,
}

/// Solid off-grid box.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Loose {
    pub(crate) at: Point,
    pub(crate) size: Spanned<Point>,
    pub(crate) tile: Option<Name>,
    pub(crate) layer: Option<Name>,
}

/// Off-grid shape, from the legend.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LooseShape {
    pub(crate) at: Point,
    pub(crate) tile: Name,
    pub(crate) layer: Option<Name>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Body {
    pub(crate) name: Option<Name>,
    #[serde(default)]
    pub(crate) later: bool,
    pub(crate) at: Spanned<Point>,
    pub(crate) size: Option<Spanned<Point>>,
    #[serde(default)]
    pub(crate) velocity: Vector,
    #[serde(default)]
    pub(crate) response: Response,
    pub(crate) rest_speed: Option<f32>,
    pub(crate) mask: Option<u32>,
    pub(crate) up: Option<Word<Direction>>,
    pub(crate) gravity_scale: Option<Spanned<f32>>,
    pub(crate) max_speed: Option<OneOrTwo>,
    #[serde(default)]
    pub(crate) motion_mode: MotionMode,
    pub(crate) walk: Option<Spanned<Walk>>,
    #[serde(default)]
    pub(crate) riding: RideSettings,
    pub(crate) feel: Option<Name>,
    pub(crate) climb: Option<Spanned<Climb>>,
    pub(crate) path: Option<Spanned<PathKeys>>,
    pub(crate) crowd: Option<Spanned<Crowd>>,
    pub(crate) hit_box: Option<Spanned<HitBox>>,
    pub(crate) hurt_box: Option<HurtBox>,
    pub(crate) category: Option<u32>,
    #[serde(default)]
    pub(crate) sensor: u32,
    #[serde(default)]
    pub(crate) report_tiles: bool,
    pub(crate) solid: Option<Name>,
    pub(crate) collide: Option<BodyCollision>,
}

/// Input and the expectations after it.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) body: Option<Name>,
    #[serde(rename = "move")]
    pub(crate) by: Option<Spanned<Vector>>,
    pub(crate) times: Option<Spanned<u32>>,
    pub(crate) ticks: Option<Spanned<u32>>,
    pub(crate) set: Option<Spanned<Vec<Spanned<Fill>>>>,
    pub(crate) resize: Option<Spanned<Point>>,
    pub(crate) drop_through: Option<Spanned<bool>>,
    pub(crate) velocity: Option<Spanned<Vector>>,
    pub(crate) vx: Option<Spanned<f32>>,
    pub(crate) vy: Option<Spanned<f32>>,
    pub(crate) hold: Option<Spanned<Hold>>,
    pub(crate) bodies: Vec<Spanned<BodyOrder>>,
    pub(crate) gravity: Option<Spanned<OneOrTwo>>,
    pub(crate) movers: Vec<Spanned<Order>>,
    pub(crate) regions: Vec<RegionOrder>,
    pub(crate) rewind: bool,
    #[serde(rename = "each")]
    pub(crate) _each: Option<IgnoredAny>,
    #[serde(rename = "expect")]
    pub(crate) _expect: Option<IgnoredAny>,
    #[serde(rename = "also")]
    pub(crate) _also: Vec<IgnoredAny>,
}

/// Box of the map that senses bodies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Region {
    pub(crate) name: Option<Name>,
    pub(crate) at: Spanned<Point>,
    pub(crate) size: Spanned<Point>,
    pub(crate) mask: Option<u32>,
    #[serde(default)]
    pub(crate) report_stay: bool,
    pub(crate) zone: Option<Word<FeelZone>>,
}

/// New position of a region before a step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegionOrder {
    pub(crate) region: Name,
    pub(crate) at: Spanned<Point>,
}

/// Excluded variants, with the reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Except {
    pub(crate) variants: Variants,
    pub(crate) because: Name,
}

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
    pub(crate) body: Name,
    #[serde(default)]
    pub(crate) spawn: bool,
    #[serde(default)]
    pub(crate) despawn: bool,
    pub(crate) place: Option<Point>,
    pub(crate) velocity: Option<Vector>,
    pub(crate) time_scale: Option<Spanned<f32>>,
    pub(crate) hit_stop: Option<u8>,
    pub(crate) ignore: Option<Name>,
    pub(crate) stop_ignoring: Option<Name>,
    pub(crate) hold: Option<Spanned<Hold>>,
}

/// Kinematic solid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mover {
    pub(crate) name: Option<Name>,
    pub(crate) at: Spanned<Point>,
    pub(crate) size: Option<Spanned<Point>>,
    pub(crate) tile: Option<Name>,
    pub(crate) layer: Option<Name>,
    pub(crate) velocity: Option<Spanned<Vector>>,
    pub(crate) parent: Option<Name>,
    pub(crate) path: Option<Spanned<PathKeys>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PathKeys {
    pub(crate) points: Spanned<Vec<Spanned<PointKeys>>>,
    #[serde(default)]
    pub(crate) mode: PathMode,
    #[serde(default)]
    pub(crate) easing: Easing,
    #[serde(default)]
    pub(crate) start: PathStart,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PointKeys {
    pub(crate) at: Point,
    #[serde(default)]
    pub(crate) wait: u32,
    #[serde(default)]
    pub(crate) ticks: u32,
}

/// Changes of a mover in a step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) mover: Name,
    pub(crate) velocity: Option<Spanned<Vector>>,
    #[serde(default)]
    pub(crate) move_to: Vec<Point>,
    pub(crate) place: Option<Point>,
    #[serde(default)]
    pub(crate) remove: bool,
}

/// Expected sensor event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SenseKeys {
    pub(crate) enter: Option<Name>,
    pub(crate) stay: Option<Name>,
    pub(crate) exit: Option<Name>,
    pub(crate) fraction: Option<Quotient>,
}

/// Expected position relative to a body or a mover.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offset {
    pub(crate) from: Name,
    pub(crate) by: Pair,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SquishKeys {
    pub(crate) by: Name,
    pub(crate) direction: Word<Direction>,
    pub(crate) depth: Spanned<f64>,
}

/// Expected hit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HitKeys {
    pub(crate) fraction: Option<Quotient>,
    pub(crate) normal: Option<Exactly<i32, 2>>,
    pub(crate) cell: Option<Exactly<i32, 2>>,
    #[serde(rename = "box")]
    pub(crate) loose: Option<u32>,
    pub(crate) shape: Option<u32>,
    /// Name of a mover or a solid body.
    pub(crate) on: Option<Name>,
    pub(crate) face: Option<Word<Direction>>,
    pub(crate) part: Option<u8>,
    pub(crate) one_way: Option<bool>,
    pub(crate) layer: Option<Name>,
    pub(crate) tile: Option<Name>,
    pub(crate) at: Option<Point>,
    pub(crate) remaining: Option<Point>,
}

/// Expected contact with another body.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BodyHitKeys {
    pub(crate) on: Option<Name>,
    pub(crate) fraction: Option<Quotient>,
    pub(crate) normal: Option<Exactly<i32, 2>>,
    pub(crate) at: Option<Point>,
    pub(crate) approach: Option<f64>,
    pub(crate) change: Option<Exactly<f64, 2>>,
}
