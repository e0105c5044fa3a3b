//! What a file expects of a fact, and what a run shows of it.

use super::look::{Passage, Seen, SeenBodyHit, SeenPassage, SeenSquish, SeenSurface};
use glam::IVec2;
use tilephys::core::{Direction, TileCoord};
use tilephys::feel::JumpKind;

/// Expected value. Numbers of pixels are exact multiples of 1/256, unless compared with a tolerance.
pub(crate) enum Wanted {
    Px(f64),
    Speed(f64),
    /// This value and no other.
    Exactly(Value),
    /// Zero without a contact.
    Normal(IVec2),
    Hits(Vec<HitWant>),
    BodyHits(Vec<BodyHitWant>),
    Squishes(Vec<SquishWant>),
    Senses(Vec<SenseWant>),
    Path(Vec<[f64; 2]>),
    Offset {
        /// Body or mover by index.
        from: usize,
        axis: usize,
        by: f64,
    },
}

/// Expected sensor event.
pub(crate) struct SenseWant {
    pub(crate) passage: Passage,
    /// Region, or after all of them a body, by index.
    pub(crate) sensor: usize,
    pub(crate) fraction: Option<f64>,
}

/// Expected squish: crushing solid, direction, and depth in px.
pub(crate) struct SquishWant {
    pub(crate) by: usize,
    pub(crate) direction: Direction,
    pub(crate) depth: f64,
}

/// Expected hit; `None` where the file says nothing.
pub(crate) struct HitWant {
    pub(crate) line: usize,
    pub(crate) fraction: Option<f64>,
    pub(crate) normal: Option<IVec2>,
    pub(crate) cell: Option<TileCoord>,
    /// Index into off-grid boxes, then off-grid shapes, bodies, movers.
    pub(crate) loose: Option<usize>,
    pub(crate) face: Option<Direction>,
    pub(crate) part: Option<u8>,
    pub(crate) one_way: Option<bool>,
    pub(crate) layer: Option<usize>,
    pub(crate) kind: Option<usize>,
    pub(crate) at: Option<IVec2>,
    pub(crate) remaining: Option<IVec2>,
}

/// Expected contact with another body; `None` where the file says nothing.
pub(crate) struct BodyHitWant {
    pub(crate) line: usize,
    pub(crate) other: Option<usize>,
    pub(crate) fraction: Option<f64>,
    pub(crate) normal: Option<IVec2>,
    pub(crate) at: Option<IVec2>,
    pub(crate) approach: Option<f64>,
    pub(crate) change: Option<[f64; 2]>,
}

/// Seen value.
#[derive(PartialEq)]
pub(crate) enum Value {
    /// In lattice units.
    Px(i32),
    Speed(f32),
    /// `None` if nothing was asked.
    Flag(Option<bool>),
    Count(usize),
    Surface(Option<SeenSurface>),
    Size(IVec2),
    Sides([bool; 4]),
    Thing(Option<usize>),
    /// Regions, and after them bodies, ascending.
    Sensors(Vec<usize>),
    Cells(Vec<TileCoord>),
    Jumps(Vec<JumpKind>),
    Hits(Vec<Seen>),
    BodyHits(Vec<SeenBodyHit>),
    Squishes(Vec<SeenSquish>),
    Senses(Vec<SeenPassage>),
    /// The value needs more than one look.
    Nothing,
}

impl Wanted {
    /// True if no value can be both, up to a tolerance. Lists whose entries may say little are never so.
    pub(crate) fn is_apart(&self, other: &Wanted, within: f64) -> bool {
        match (self, other) {
            (Wanted::Px(a), Wanted::Px(b)) | (Wanted::Speed(a), Wanted::Speed(b)) => (a - b).abs() > within,
            (Wanted::Offset { from, axis, by }, Wanted::Offset { from: of, axis: along, by: far }) => {
                from == of && axis == along && (by - far).abs() > within
            }
            (Wanted::Exactly(a), Wanted::Exactly(b)) => a != b,
            (Wanted::Normal(a), Wanted::Normal(b)) => a != b,
            _ => false,
        }
    }

    /// True if it is a flag that is to be set.
    pub(crate) fn is_set(&self) -> bool {
        matches!(self, Wanted::Exactly(Value::Flag(Some(true))))
    }

    /// The expected count or number of entries.
    pub(crate) fn count(&self) -> Option<usize> {
        match self {
            Wanted::Exactly(Value::Count(count)) => Some(*count),
            Wanted::Hits(hits) => Some(hits.len()),
            Wanted::BodyHits(hits) => Some(hits.len()),
            Wanted::Squishes(squishes) => Some(squishes.len()),
            _ => None,
        }
    }
}

impl Value {
    /// The value over this repeat and the next: counts are added, lists go on.
    pub(crate) fn followed_by(self, next: Value) -> Value {
        fn joined<T>(mut first: Vec<T>, next: Vec<T>) -> Vec<T> {
            first.extend(next);
            first
        }
        match (self, next) {
            (Value::Count(a), Value::Count(b)) => Value::Count(a + b),
            (Value::Cells(a), Value::Cells(b)) => Value::Cells(joined(a, b)),
            (Value::Jumps(a), Value::Jumps(b)) => Value::Jumps(joined(a, b)),
            (Value::Hits(a), Value::Hits(b)) => Value::Hits(joined(a, b)),
            (Value::BodyHits(a), Value::BodyHits(b)) => Value::BodyHits(joined(a, b)),
            (Value::Squishes(a), Value::Squishes(b)) => Value::Squishes(joined(a, b)),
            (Value::Senses(a), Value::Senses(b)) => Value::Senses(joined(a, b)),
            (_, next) => next,
        }
    }
}
