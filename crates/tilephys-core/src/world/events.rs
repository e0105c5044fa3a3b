//! What a step reports.

use super::World;
use super::ids::BodyId;
use super::movers::Pusher;
use super::pairs::{BodyHit, PairCounts};
use super::sensors::SensorId;
use crate::direction::Direction;
use crate::fault::{Fault, Field};
use crate::fraction::Fraction;
use crate::grid::Met;
use crate::lattice::{px_from_point, px_from_units};
use crate::movement::{Hit, Overlap, order_crossings};
use crate::tile::TileCoord;
use glam::IVec2;
use std::fmt;

/// Something that happened to a body in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Whom it happened to.
    pub body: BodyId,
    /// What it was.
    pub kind: EventKind,
}

/// The kinds of event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// The body hit a tile or a loose box; one that rests does so in every step.
    Hit(Hit),
    /// It hit another body, or was hit by it.
    BodyHit(BodyHit),
    /// It was shifted past the corner of a ceiling or of a wall.
    CornerCorrected {
        /// The shift, in lattice units.
        by: IVec2,
    },
    /// It came to stand on a floor.
    FloorBegin,
    /// It no longer stands on one.
    FloorEnd,
    /// A mover, or a body that is solid to others, pushes it against something else. Reported once.
    SquishBegin {
        /// Who pushes.
        pusher: Pusher,
        /// The direction in which it is pushed.
        direction: Direction,
        /// How deep the pusher is in it, in lattice units.
        depth: i32,
    },
    /// It is no longer inside of what crushed it.
    SquishEnd {
        /// Who pushed.
        pusher: Pusher,
    },
    /// Its step began inside something solid: it was pushed out, or, reported once when that begins, there is no exit
    /// within one tile.
    Overlapped(Overlap),
    /// It came into a sensor, or was in it when its first step began, or when the sensor came to where it is.
    Enter {
        /// What it came into.
        sensor: SensorId,
        /// When.
        fraction: Fraction,
    },
    /// It was in a region during the whole step: for regions that [report](crate::Region::report_stay) that.
    Stay {
        /// What it was in.
        sensor: SensorId,
    },
    /// It left a sensor, or is not in it any more since the step began.
    Exit {
        /// What it left.
        sensor: SensorId,
        /// When.
        fraction: Fraction,
    },
    /// It stands on another tile: that under the middle of its feet, or nearest to it. Of profiles that
    /// [report](crate::Profile::report_tiles) that; each tile on its way comes once, in order.
    TileEnter {
        /// What it stands on.
        floor: Met,
        /// When.
        fraction: Fraction,
    },
    /// It does not stand on a tile any more.
    TileLeave {
        /// What it stood on.
        floor: Met,
        /// When.
        fraction: Fraction,
    },
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
            EventKind::BodyHit(hit) => hit.fraction,
            EventKind::FloorBegin | EventKind::FloorEnd | EventKind::SquishEnd { .. } => Fraction::ONE,
            EventKind::Enter { fraction, .. } | EventKind::Exit { fraction, .. } => *fraction,
            EventKind::TileEnter { fraction, .. } | EventKind::TileLeave { fraction, .. } => *fraction,
            EventKind::CornerCorrected { .. } | EventKind::SquishBegin { .. } | EventKind::Stay { .. } => {
                Fraction::ZERO
            }
            EventKind::Overlapped(_) | EventKind::Rejected { .. } => Fraction::ZERO,
        }
    }
}

impl EventKind {
    /// The hit, if it is one.
    #[must_use]
    pub fn as_hit(&self) -> Option<&Hit> {
        if let EventKind::Hit(hit) = self { Some(hit) } else { None }
    }

    /// The hit on another body, if it is one.
    #[must_use]
    pub fn as_body_hit(&self) -> Option<&BodyHit> {
        if let EventKind::BodyHit(hit) = self { Some(hit) } else { None }
    }

    /// The sensor that the body came into, was in or left, if that is what it is about.
    #[must_use]
    pub fn sensor(&self) -> Option<SensorId> {
        match *self {
            EventKind::Enter { sensor, .. } | EventKind::Stay { sensor } | EventKind::Exit { sensor, .. } => {
                Some(sensor)
            }
            _ => None,
        }
    }
}

impl World {
    /// What the last step reported, by body and then by fraction; what has one fraction as it was found.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.log.events
    }

    /// What the last step reported of one body, by fraction.
    #[must_use]
    pub fn events_of(&self, body: BodyId) -> &[Event] {
        let events = self.events();
        let from = events.partition_point(|event| event.body < body);
        let len = events[from..].partition_point(|event| event.body == body);
        &events[from..from + len]
    }

    /// The hits among what the last step reported, and whose they are.
    pub fn hits(&self) -> impl Iterator<Item = (BodyId, &Hit)> {
        self.events().iter().filter_map(|event| Some((event.body, event.kind.as_hit()?)))
    }

    /// The hits between bodies among what the last step reported, and whose they are: each comes once for either of the two.
    pub fn body_hits(&self) -> impl Iterator<Item = (BodyId, &BodyHit)> {
        self.events().iter().filter_map(|event| Some((event.body, event.kind.as_body_hit()?)))
    }

    /// What the last step did about bodies that collide with each other.
    #[must_use]
    pub fn pair_counts(&self) -> PairCounts {
        self.pair_counts
    }

    /// Hits on tiles and loose boxes in all steps so far.
    #[must_use]
    pub fn hit_count(&self) -> u64 {
        self.hits
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
            EventKind::BodyHit(hit) => {
                write!(f, "hit body {}, after {:.3} of the step", hit.other.0, hit.fraction.as_f32())
            }
            EventKind::CornerCorrected { by } => {
                write!(f, "shifted by {} px past a corner", px_from_point(*by))
            }
            EventKind::FloorBegin => f.write_str("stands on a floor"),
            EventKind::FloorEnd => f.write_str("stands on no floor any more"),
            EventKind::SquishBegin { pusher, direction, depth } => {
                write!(f, "crushed by {pusher}, {direction:?}, {} px deep", px_from_units(*depth))
            }
            EventKind::SquishEnd { pusher } => write!(f, "no longer crushed by {pusher}"),
            EventKind::Overlapped(Overlap { cell, pushed, .. }) => {
                write!(f, "inside something solid at column {}, row {}: ", cell.col, cell.row)?;
                match *pushed {
                    IVec2::ZERO => f.write_str("there is no exit within one tile"),
                    by => write!(f, "pushed out by {} px", px_from_point(by)),
                }
            }
            EventKind::Enter { sensor, fraction } => {
                write!(f, "came into {sensor} after {:.3} of its step", fraction.as_f32())
            }
            EventKind::Stay { sensor } => write!(f, "was in {sensor} all the time"),
            EventKind::Exit { sensor, fraction } => {
                write!(f, "left {sensor} after {:.3} of its step", fraction.as_f32())
            }
            EventKind::TileEnter { floor, .. } => {
                write!(f, "stands on column {}, row {}", floor.cell.col, floor.cell.row)
            }
            EventKind::TileLeave { floor, .. } => {
                write!(f, "stands on column {}, row {} no more", floor.cell.col, floor.cell.row)
            }
            EventKind::Rejected { field, fault } => {
                match (field, fault) {
                    (_, Fault::OutOfRange) => write!(f, "{field} {fault}: {}", field.range())?,
                    // Infinite ones are sound.
                    (
                        Field::MaxSpeed | Field::RestSpeed | Field::LiftCap | Field::Mass | Field::PushSpeed,
                        Fault::NotFinite,
                    ) => write!(f, "{field} is NaN")?,
                    _ => write!(f, "{field} {fault}")?,
                }
                f.write_str("; skipped in this step")
            }
        }
    }
}

/// The events of a step, gathered in any order of bodies, but those of each body in the order in which they happened.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventLog {
    pub(crate) events: Vec<Event>,
    /// Were events noted after others of their body that happened later?
    pub(crate) is_timed: bool,
    /// Kept for their memory.
    keys: Vec<u64>,
    timed_keys: Vec<u128>,
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
        if self.is_timed {
            self.sort_by_time();
            return;
        }
        let EventLog { events, keys, spare, .. } = self;
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

    /// Sorts by body, then by fraction, then as noted.
    fn sort_by_time(&mut self) {
        let EventLog { events, timed_keys: keys, spare, .. } = self;
        keys.clear();
        keys.extend((0..).zip(&*events).map(|(place, e): (u128, _)| {
            u128::from(e.body.0) << 96 | u128::from(e.kind.fraction().to_bits()) << 32 | place
        }));
        keys.sort_unstable();
        spare.clear();
        spare.extend(keys.iter().map(|key| events[*key as u32 as usize]));
        std::mem::swap(events, spare);
    }
}
