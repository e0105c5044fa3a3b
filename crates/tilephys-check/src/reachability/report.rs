//! Verdicts about targets, as plain data.

use glam::{IVec2, Vec2};
use std::path::PathBuf;
use tilephys_core::{Aabb, UNITS_PER_PX};
use tilephys_feel::{Feel, Input};
use tilephys_reach::Bounds;
use tilephys_tiled::TileRect;

/// Ticks a second.
pub(super) const TICKS: f32 = 60.0;

/// Verdicts of a run.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReachReport {
    /// Name of the character.
    pub character: String,
    /// Verdicts of all maps that load, by map: goals first, then items, checkpoints, doors and switches.
    pub targets: Vec<TargetReach>,
    /// Floors of all maps that load that the character gets to, and that nothing leads out of.
    pub stuck: Vec<StuckFloor>,
}

impl ReachReport {
    /// A report without verdicts.
    #[must_use]
    pub fn new(character: impl Into<String>) -> Self {
        ReachReport { character: character.into(), targets: Vec::new(), stuck: Vec::new() }
    }

    /// What the verdicts assume, in words.
    #[must_use]
    pub fn assumption(&self) -> String {
        assumption(&self.character)
    }
}

/// What verdicts about a character assume, in words.
pub(super) fn assumption(character: &str) -> String {
    format!("this assumes the feel {character:?}, without enemies and without code of the game")
}

/// The reason that a setting or an object is beyond the rules.
pub(super) fn no_rule(setting: &str) -> String {
    match setting {
        // A limit, and no rule that may come.
        "the size of the map" => "the map is too large for bounds of the character".to_owned(),
        _ => format!("there is no rule for {setting} yet"),
    }
}

/// A target of a map with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetReach {
    /// Map that was checked.
    pub map: PathBuf,
    /// Id of the object.
    pub object: u32,
    /// Name of the object; `None` if it has none.
    pub name: Option<String>,
    /// Kind of the target.
    pub kind: TargetKind,
    /// Verdict about it.
    pub verdict: TargetVerdict,
}

/// A floor that the character gets to, and that nothing leads out of to a goal, a door or a death.
#[derive(Clone, Debug, PartialEq)]
pub struct StuckFloor {
    /// Map that was checked.
    pub map: PathBuf,
    /// Cells in which the character stands on it; around all, if floors lead to each other.
    pub cells: TileRect,
    /// Number of ticks of the way onto it.
    pub ticks: u32,
    /// Way onto it; `None` in a report that was read from a file.
    pub way: Option<Box<Way>>,
    /// File with the way onto it; `None` if none was written.
    pub witness: Option<PathBuf>,
    /// Change of the map after which a way may lead out, in words; `None` if none is known, and in the picture of a level.
    pub hint: Option<String>,
}

/// Kind of a target, in the order of their weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// End of the level, `TpGoal`.
    Goal,
    /// Pick-up, `TpCollectible`.
    Collectible {
        /// True if the level cannot be finished without it.
        required: bool,
    },
    /// Restart point with an area, `TpCheckpoint`.
    Checkpoint,
    /// Way to another area, `TpDoor`.
    Door,
    /// Area that gives a token, `TpTrigger` with `gives`.
    Switch,
}

impl TargetKind {
    /// The kind in reports: `goal`, `item`, `checkpoint`, `door` or `switch`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TargetKind::Goal => "goal",
            TargetKind::Collectible { .. } => "item",
            TargetKind::Checkpoint => "checkpoint",
            TargetKind::Door => "door",
            TargetKind::Switch => "switch",
        }
    }

    fn rank(self) -> u8 {
        match self {
            TargetKind::Goal => 0,
            TargetKind::Collectible { required } => 2 - u8::from(required),
            TargetKind::Checkpoint => 3,
            TargetKind::Door => 4,
            TargetKind::Switch => 5,
        }
    }
}

impl PartialOrd for TargetKind {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TargetKind {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// Verdict about a target.
#[derive(Clone, Debug, PartialEq)]
pub enum TargetVerdict {
    /// The legs lead there: the game has played each of them.
    Reachable {
        /// Legs in order, of which each but the last ends at a door. The first begins at the start of a map: of this map if any way
        /// does.
        legs: Vec<Leg>,
    },
    /// No input leads there.
    Impossible {
        /// Distance beyond the reach of the character; `None` if unknown.
        short: Option<Shortfall>,
        /// Tokens that open the way to it, and that cannot be had; none if tokens do not matter.
        lacks: Vec<Lack>,
        /// Change of the map after which it may be reached, in words; `None` if none is known, and in the picture of a level.
        hint: Option<String>,
    },
    /// Neither is known.
    Unknown {
        /// Reason.
        why: String,
        /// Nearest approach of the search; `None` without one.
        nearest: Option<NearestApproach>,
        /// Change of the map after which it may be reached from the start, in words; `None` if it is not out of reach from there.
        hint: Option<String>,
    },
}

impl TargetVerdict {
    /// The verdict that nothing is known, without an approach.
    pub(super) fn unknown(why: &str) -> Self {
        TargetVerdict::Unknown { why: why.to_owned(), nearest: None, hint: None }
    }

    /// Number of ticks of all legs of the way; `None` without a way.
    #[must_use]
    pub fn ticks(&self) -> Option<u32> {
        match self {
            TargetVerdict::Reachable { legs } => Some(legs.iter().map(|leg| leg.ticks).sum()),
            _ => None,
        }
    }

    /// The legs of the way to the target; empty without a way.
    #[must_use]
    pub fn legs(&self) -> &[Leg] {
        match self {
            TargetVerdict::Reachable { legs } => legs,
            _ => &[],
        }
    }

    /// The way to the target; `None` if there is none, if it leads through a door, or in a report that was read from a file.
    #[must_use]
    pub fn way(&self) -> Option<&Way> {
        match self.legs() {
            [leg] => leg.way.as_deref(),
            _ => None,
        }
    }

    /// The verdict in reports: `reachable`, `impossible` or `unknown`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            TargetVerdict::Reachable { .. } => "reachable",
            TargetVerdict::Impossible { .. } => "impossible",
            TargetVerdict::Unknown { .. } => "unknown",
        }
    }
}

/// Part of a way in one map: from where the game places the character, at rest and at the first tick of the map, to a door or to the
/// target.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// Map of the leg.
    pub map: PathBuf,
    /// Id of the object at whose feet the character begins: the start of the map, or the place behind a door.
    pub from: u32,
    /// Id of the object that it gets to: a door, or the target.
    pub to: u32,
    /// Number of ticks.
    pub ticks: u32,
    /// Tokens that the character has at its beginning.
    pub holds: Vec<String>,
    /// Tokens that it takes on the leg.
    pub takes: Vec<String>,
    /// Way; `None` in a report that was read from a file.
    pub way: Option<Box<Way>>,
    /// File with the way; `None` if none was written.
    pub witness: Option<PathBuf>,
}

/// Way to a place in a map, which the game has played.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Input of each tick, at 60 ticks a second.
    pub inputs: Vec<Input>,
    /// Settings of the character, fitted to the tiles of the map.
    pub feel: Feel,
    /// Middle of the character's box before the first tick and after each tick, in px.
    pub path: Vec<Vec2>,
    /// Indices of the places on the path at which a jump begins.
    pub jumps: Vec<usize>,
}

/// A token that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// Name of the token.
    pub token: String,
    /// Object that gives it, in words; `None` if nothing gives it.
    pub giver: Option<String>,
    /// Reason why the token is missing.
    pub reason: LackReason,
}

/// Reason why a token cannot be had where it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LackReason {
    /// Nothing gives it.
    NoGiver,
    /// The object that gives it is out of reach, with the token too.
    OutOfReach,
    /// The object that gives it is within reach only with the token: the key is behind its own gate.
    Behind,
    /// The object that gives it is within reach, and from there no way leads on to the target.
    NoWayOn,
}

impl LackReason {
    /// All reasons.
    pub const ALL: [LackReason; 4] =
        [LackReason::NoGiver, LackReason::OutOfReach, LackReason::Behind, LackReason::NoWayOn];

    /// The reason in reports: `no_giver`, `out_of_reach`, `behind` or `no_way_on`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LackReason::NoGiver => "no_giver",
            LackReason::OutOfReach => "out_of_reach",
            LackReason::Behind => "behind",
            LackReason::NoWayOn => "no_way_on",
        }
    }
}

/// Nearest approach of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestApproach {
    /// Middle of the character's lower edge, in px.
    pub feet: Vec2,
    /// Its feet where it was on a floor last on its way there, in px; `None` without such a floor, and in a report that was read from a
    /// file.
    pub floor: Option<Vec2>,
    /// Distance between the character and the target, in px.
    pub apart: f32,
}

/// Side of the reach on which a target lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Higher than the reach.
    Above,
    /// Right of the reach.
    Right,
    /// Lower than the reach.
    Below,
    /// Left of the reach.
    Left,
}

/// Least distance of a target beyond the reach of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// Direction of the distance.
    pub side: Side,
    /// Distance, in px.
    pub px: u32,
}

/// Greatest distance that is looked for, in px.
const MOST_SHORT: u32 = 1 << 12;

impl Shortfall {
    /// The distance of an area beyond bounds that do not meet it: the least of the four sides.
    pub(super) fn of(bounds: &Bounds, area: Aabb) -> Option<Shortfall> {
        let sides = [Side::Above, Side::Right, Side::Left, Side::Below];
        let short = |side: Side| Some(Shortfall { side, px: side.least(bounds, area)? });
        sides.into_iter().filter_map(short).min_by_key(|short| short.px)
    }
}

impl Side {
    /// The word in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Above => "above",
            Side::Right => "right",
            Side::Below => "below",
            Side::Left => "left",
        }
    }

    /// Least growth of an area, toward the reach, that bounds meet; in px.
    fn least(self, bounds: &Bounds, area: Aabb) -> Option<u32> {
        let grown = |px: u32| {
            let by = px as i32 * UNITS_PER_PX;
            let moved = match self {
                Side::Above => IVec2::new(0, by),
                Side::Right => IVec2::new(-by, 0),
                Side::Below => IVec2::new(0, -by),
                Side::Left => IVec2::new(by, 0),
            };
            let (min, max) = (area.min.saturating_add(moved), area.max.saturating_add(moved));
            Aabb { min: min.min(area.min), max: max.max(area.max) }
        };
        let mut high = 1;
        while !bounds.meets(grown(high)) {
            high *= 2;
            if high > MOST_SHORT {
                return None;
            }
        }
        let mut low = high / 2;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if bounds.meets(grown(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high)
    }
}
