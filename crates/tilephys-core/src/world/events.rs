//! What a step reports.

use super::ids::BodyId;
use crate::fraction::Fraction;
use crate::lattice::px_from_point;
use crate::movement::{Hit, Overlap, order_crossings};
use crate::tile::TileCoord;
use glam::IVec2;
use std::fmt;

/// Something that happened to a body in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Whom it happened to.
    pub body: BodyId,
    /// What it was.
    pub kind: EventKind,
}

/// The kinds of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// The body hit a tile or a loose box; one that rests does so in every step.
    Hit(Hit),
    /// It was shifted past the corner of a ceiling or of a wall.
    CornerCorrected {
        /// The shift, in lattice units.
        by: IVec2,
    },
    /// It came to stand on a floor.
    FloorBegin,
    /// It no longer stands on one.
    FloorEnd,
    /// Its step began inside something solid: it was pushed out, or, reported once when that begins, there is no exit
    /// within one tile.
    Overlapped(Overlap),
    /// A number of the body, or of the whole step, is unsound: the body was skipped in this step.
    Rejected {
        /// Which.
        field: Field,
        /// What is wrong with it.
        fault: Fault,
    },
}

impl EventKind {
    /// When it happened within the step.
    #[must_use]
    pub fn fraction(&self) -> Fraction {
        match self {
            EventKind::Hit(hit) => hit.fraction,
            EventKind::FloorBegin | EventKind::FloorEnd => Fraction::ONE,
            EventKind::CornerCorrected { .. } => Fraction::ZERO,
            EventKind::Overlapped(_) | EventKind::Rejected { .. } => Fraction::ZERO,
        }
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKind::Hit(hit) => {
                let (TileCoord { col, row }, layer, tile) = (hit.cell, hit.layer.index(), hit.tile.index());
                write!(f, "hit tile {tile} in layer {layer}, column {col}, row {row}, ")?;
                write!(f, "after {:.3} of its way", hit.fraction.as_f32())
            }
            EventKind::CornerCorrected { by } => {
                write!(f, "shifted by {} px past a corner", px_from_point(*by))
            }
            EventKind::FloorBegin => f.write_str("stands on a floor"),
            EventKind::FloorEnd => f.write_str("stands on no floor any more"),
            EventKind::Overlapped(Overlap { cell, pushed, .. }) => {
                write!(f, "inside something solid at column {}, row {}: ", cell.col, cell.row)?;
                match *pushed {
                    IVec2::ZERO => f.write_str("there is no exit within one tile"),
                    by => write!(f, "pushed out by {} px", px_from_point(by)),
                }
            }
            EventKind::Rejected { field, fault } => {
                match (field, fault) {
                    (_, Fault::OutOfRange) => write!(f, "{field} {fault}: {}", field.range())?,
                    // Infinite ones are sound.
                    (Field::MaxSpeed | Field::RestSpeed, Fault::NotFinite) => write!(f, "{field} is NaN")?,
                    _ => write!(f, "{field} {fault}")?,
                }
                f.write_str("; skipped in this step")
            }
        }
    }
}

/// What a body's step depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Field {
    /// Where the body is.
    Position,
    /// Its width and height.
    Size,
    /// Its velocity after gravity. Out of range if that times the length of the step is infinite.
    Velocity,
    /// The factor of gravity.
    GravityScale,
    /// The limit of speed.
    MaxSpeed,
    /// The speed under which a rebound rests.
    RestSpeed,
    /// The part of speed that a bounce keeps.
    Restitution,
    /// The world's gravity. Out of range if that times the length of the step is infinite. Every body is rejected.
    Gravity,
    /// The length of the step. Every body is rejected.
    TimeStep,
    /// How far its box is from its position, where bodies are put together from parts.
    Offset,
    /// What rounding left of earlier translations, where bodies are put together from parts.
    Rest,
}

impl Field {
    /// All of them, in their order.
    pub(crate) const ALL: [Field; 11] = [
        Field::Position,
        Field::Size,
        Field::Velocity,
        Field::GravityScale,
        Field::MaxSpeed,
        Field::RestSpeed,
        Field::Restitution,
        Field::Gravity,
        Field::TimeStep,
        Field::Offset,
        Field::Rest,
    ];

    /// What it is to be, to be in range.
    fn range(self) -> &'static str {
        match self {
            Field::Position | Field::Offset => "the box must lie within 8388607 px of the origin",
            Field::Size => "width and height must be positive and fit the world",
            Field::Velocity | Field::Gravity => "times the length of the step it must be finite",
            Field::GravityScale => "it must be finite",
            Field::MaxSpeed | Field::RestSpeed | Field::Restitution => "it must not be negative",
            Field::TimeStep => "it must not be negative",
            Field::Rest => "it must be within half a lattice unit",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Position => "position",
            Field::Size => "size",
            Field::Velocity => "velocity",
            Field::GravityScale => "gravity scale",
            Field::MaxSpeed => "max_speed",
            Field::RestSpeed => "rest_speed",
            Field::Restitution => "restitution",
            Field::Gravity => "the world's gravity",
            Field::TimeStep => "the length of the step",
            Field::Offset => "offset of the box",
            Field::Rest => "rest of the position",
        })
    }
}

/// What is wrong with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Fault {
    /// There is none, where bodies are put together from parts.
    Missing,
    /// It is NaN or infinite.
    NotFinite,
    /// It is negative or zero where that means nothing, too great, or outside of the world.
    OutOfRange,
}

impl Fault {
    /// All of them, in their order.
    pub(crate) const ALL: [Fault; 3] = [Fault::Missing, Fault::NotFinite, Fault::OutOfRange];
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Missing => "is missing",
            Fault::NotFinite => "is NaN or infinite",
            Fault::OutOfRange => "is out of range",
        })
    }
}

/// The events of a step, gathered in any order of bodies, but those of each body in the order in which they happened.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventLog {
    pub(crate) events: Vec<Event>,
    /// Kept for their memory.
    keys: Vec<u64>,
    spare: Vec<Event>,
}

impl EventLog {
    #[inline]
    pub(crate) fn push(&mut self, body: BodyId, kind: EventKind) {
        self.events.push(Event { body, kind });
    }

    /// Notes something that came before what was noted from place `from` on.
    #[cold]
    pub(crate) fn push_before(&mut self, from: usize, body: BodyId, kind: EventKind) {
        self.push(body, kind);
        self.events[from..].rotate_right(1);
    }

    /// Puts the hits of one body that passes through everything, from place `from` on, into their order along the way.
    pub(crate) fn order_crossings(&mut self, from: usize) {
        order_crossings(&mut self.events, from, |e| {
            if let EventKind::Hit(hit) = &e.kind { Some(hit.crossing_order()) } else { None }
        });
    }

    /// Takes over what another log holds. No body has events in both.
    pub(crate) fn take(&mut self, other: &mut EventLog) {
        if self.events.is_empty() {
            std::mem::swap(&mut self.events, &mut other.events);
        } else {
            self.events.append(&mut other.events);
        }
    }

    /// Sorts by body, and for one body as noted: by fraction. Keys are sorted, being a tenth of the size of events.
    pub(crate) fn sort(&mut self) {
        let EventLog { events, keys, spare } = self;
        if events.is_sorted_by_key(|e| e.body) {
            return;
        }
        keys.clear();
        keys.extend((0..).zip(&*events).map(|(place, e): (u64, _)| u64::from(e.body.0) << 32 | place));
        keys.sort_unstable();
        spare.clear();
        spare.extend(keys.iter().map(|key| events[*key as u32 as usize]));
        std::mem::swap(events, spare);
    }
}
