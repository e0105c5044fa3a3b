//! Deserialization of a scenario file: its keys as written. `tests/scenarios/README.md` documents them.

use super::format_expect::Expect;
use super::number::{Exactly, InPlaceOfWord, OneOrTwo, Pair, Quotient, WordOr};
use super::orient::Variants;
use super::vocabulary::Word;
use serde::Deserialize;
use std::collections::BTreeMap;
use tilephys::core::{
    CombineRule, Direction,
    moves::{Foot, SlopeSpeed, Snap},
    platform::{Easing, LeaveVelocity, PathMode, PathStart, RideMode, SquishPolicy},
};
use tilephys::feel::{Climb, FeelZone};
use toml::Spanned;

type Point = Spanned<Pair>;

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
    pub(crate) legend: BTreeMap<Spanned<String>, Spanned<Letter>>,
    pub(crate) origin: Option<Spanned<Exactly<i32, 2>>>,
    pub(crate) map: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) fill: Vec<Spanned<Fill>>,
    #[serde(default)]
    pub(crate) boxes: Vec<Spanned<Loose>>,
    #[serde(default)]
    pub(crate) shapes: Vec<Spanned<LooseShape>>,
    pub(crate) up: Option<Word<Direction>>,
    pub(crate) gravity: Option<Spanned<OneOrTwo>>,
    pub(crate) dt: Option<Spanned<Quotient>>,
    pub(crate) combine: Option<Spanned<CombineKeys>>,
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
    pub(crate) except: Vec<Spanned<Except>>,
}

/// Meaning of a letter in the picture.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Letter {
    pub(crate) empty: bool,
    pub(crate) shape: Option<Spanned<Shape>>,
    #[serde(rename = "box")]
    pub(crate) area: Option<Spanned<Area>>,
    pub(crate) slope: Option<Spanned<SlopeKeys>>,
    pub(crate) one_way: Option<Spanned<LineKeys>>,
    pub(crate) polygon: Option<Spanned<Corners>>,
    pub(crate) parts: Option<Spanned<Vec<Spanned<PartKeys>>>>,
    pub(crate) flip: Option<Spanned<String>>,
    pub(crate) category: Option<u32>,
    pub(crate) user: Option<u32>,
    pub(crate) layer: Option<Spanned<String>>,
    pub(crate) friction: Option<Spanned<f64>>,
    pub(crate) restitution: Option<Spanned<f64>>,
    pub(crate) conveyor: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) surface: Option<u32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shape {
    Full,
}

/// Box within a cell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Area {
    pub(crate) at: Pair,
    pub(crate) size: Point,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SlopeKeys {
    pub(crate) side: Option<Word<Direction>>,
    pub(crate) heights: Point,
}

/// Edge of the cell on a side, or any line.
pub(crate) type LineKeys = WordOr<Word<Direction>, Line>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) from: Pair,
    pub(crate) to: Pair,
    pub(crate) open: Spanned<Word<Direction>>,
}

impl InPlaceOfWord for Line {
    const FORM: &'static str = "`{ from = [x, y], to = [x, y], open = \"up\" }`";
}

pub(crate) type Corners = Vec<Spanned<Pair>>;

/// Part of a tile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PartKeys {
    #[serde(rename = "box")]
    pub(crate) area: Option<Spanned<Area>>,
    pub(crate) polygon: Option<Spanned<Corners>>,
    pub(crate) one_way: Option<Spanned<LineKeys>>,
}

/// Rectangle of cells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fill {
    /// First column, first row, last column, last row.
    pub(crate) cells: Spanned<Exactly<i32, 4>>,
    pub(crate) tile: Option<Spanned<String>>,
    pub(crate) layer: Option<Spanned<String>>,
}

/// Solid off-grid box.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Loose {
    pub(crate) at: Pair,
    pub(crate) size: Point,
    pub(crate) tile: Option<Spanned<String>>,
    pub(crate) layer: Option<Spanned<String>>,
}

/// Off-grid shape, from the legend.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LooseShape {
    pub(crate) at: Point,
    pub(crate) tile: Spanned<String>,
    pub(crate) layer: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Body {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) id: Option<Spanned<u32>>,
    #[serde(default)]
    pub(crate) later: bool,
    pub(crate) at: Point,
    pub(crate) size: Option<Point>,
    pub(crate) velocity: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) rest: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) response: Option<Reply>,
    pub(crate) restitution: Option<Spanned<f64>>,
    pub(crate) rest_speed: Option<Spanned<f64>>,
    pub(crate) mask: Option<u32>,
    pub(crate) up: Option<Word<Direction>>,
    pub(crate) gravity_scale: Option<Spanned<f64>>,
    pub(crate) max_speed: Option<Spanned<OneOrTwo>>,
    pub(crate) report_hits: Option<bool>,
    pub(crate) track_contacts: Option<bool>,
    pub(crate) walk: Option<bool>,
    pub(crate) floor_max_angle: Option<Spanned<f64>>,
    pub(crate) slope_speed: Option<Spanned<WordOr<Word<SlopeSpeed>, Curve>>>,
    pub(crate) stop_on_slope: Option<Spanned<bool>>,
    pub(crate) block_on_steep: Option<Spanned<bool>>,
    pub(crate) snap: Option<Spanned<WordOr<Word<Snap>, f64>>>,
    pub(crate) step_up: Option<Spanned<f64>>,
    pub(crate) slide_on_ceiling: Option<Spanned<bool>>,
    pub(crate) corner_correct_up: Option<Spanned<f64>>,
    pub(crate) corner_correct_side: Option<Spanned<f64>>,
    pub(crate) gap_bridge: Option<Spanned<f64>>,
    pub(crate) wall_retain_ticks: Option<Spanned<u8>>,
    pub(crate) foot: Option<Spanned<Word<Foot>>>,
    pub(crate) friction: Option<Spanned<f64>>,
    pub(crate) one_way_assist: Option<Spanned<f64>>,
    pub(crate) one_way_nudge: Option<Spanned<f64>>,
    pub(crate) riding: Option<Riding>,
    pub(crate) feel: Option<Spanned<String>>,
    pub(crate) climb: Option<Spanned<Climb>>,
    pub(crate) path: Option<Spanned<PathKeys>>,
    pub(crate) crowd: Option<Spanned<CrowdKeys>>,
    pub(crate) hit_box: Option<Spanned<HitBoxKeys>>,
    pub(crate) hurt_box: Option<HurtBoxKeys>,
    pub(crate) category: Option<u32>,
    pub(crate) sensor: Option<u32>,
    pub(crate) report_tiles: Option<bool>,
    pub(crate) solid: Option<Spanned<String>>,
    pub(crate) collide: Option<CollideKeys>,
}

/// Factors of the speed straight upward and straight downward.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Curve {
    pub(crate) up: f64,
    pub(crate) down: f64,
}

impl InPlaceOfWord for Curve {
    const FORM: &'static str = "`{ up = factor, down = factor }`";
}

/// Response of a body to a hit.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reply {
    Slide,
    Stop,
    Bounce,
    Invert,
    Pass,
}

/// Input and the expectations after it.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) body: Option<Spanned<String>>,
    #[serde(rename = "move")]
    pub(crate) by: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) times: Option<Spanned<u32>>,
    pub(crate) ticks: Option<Spanned<u32>>,
    pub(crate) set: Option<Spanned<Vec<Spanned<Fill>>>>,
    pub(crate) resize: Option<Point>,
    pub(crate) drop_through: Option<Spanned<bool>>,
    pub(crate) velocity: Option<Spanned<Exactly<f64, 2>>>,
    pub(crate) vx: Option<Spanned<f64>>,
    pub(crate) vy: Option<Spanned<f64>>,
    pub(crate) hold: Option<Spanned<Hold>>,
    pub(crate) bodies: Vec<Spanned<BodyOrder>>,
    pub(crate) gravity: Option<Spanned<OneOrTwo>>,
    pub(crate) movers: Vec<Spanned<Order>>,
    pub(crate) regions: Vec<Spanned<RegionOrder>>,
    pub(crate) rewind: bool,
    pub(crate) each: Option<Spanned<Expect>>,
    pub(crate) expect: Option<Spanned<Expect>>,
    pub(crate) also: Vec<Spanned<Expect>>,
}

/// Box of the map that senses bodies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Region {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) at: Point,
    pub(crate) size: Point,
    pub(crate) mask: Option<u32>,
    #[serde(default)]
    pub(crate) report_stay: bool,
    pub(crate) zone: Option<Word<FeelZone>>,
}

/// New position of a region before a step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegionOrder {
    pub(crate) region: Spanned<String>,
    pub(crate) at: Point,
}

/// Excluded variants, with the reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Except {
    pub(crate) variants: Spanned<Variants>,
    pub(crate) because: Spanned<String>,
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
