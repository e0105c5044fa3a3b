//! Contact and sensor events of a step, with the data of contacts between bodies.

use crate::controller::{Hit, Overlap, order_crossings};
use crate::direction::Direction;
use crate::dynamics::ids::{BodyId, PushSource, SensorId};
use crate::dynamics::state::BodyOrder;
use crate::fault::{Fault, Field};
use crate::fraction::Fraction;
use crate::grid::Obstacle;
use crate::lattice::{px_from_point, px_from_units};
use crate::shape_hit::ShapeHit;
use crate::tile::TileCoord;
use glam::{IVec2, Vec2};
use std::fmt;

/// Event of one body in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Body of the event.
    pub body: BodyId,
    /// Kind and details of the event.
    pub kind: EventKind,
}

/// Kinds of event.
///
/// ```
/// use tilephys_core::{Body, EventKind, ProfileId, Tile, TileCoord, TileGrid, World};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let ground = grid.add_layer("ground");
/// let stone = grid.add_tile(Tile::default());
/// grid.set_tile(ground, TileCoord::new(0, 1), Some(stone));
/// let mut world = World::new(grid);
/// let mut body = Body::new([4.0, 0.0], [8.0, 8.0]);
/// body.velocity.y = 600.0;
/// let hero = world.spawn(ProfileId::DEFAULT, body);
/// world.step(1.0 / 60.0);
/// let mut sounds = Vec::new();
/// for event in world.events_of(hero) {
///     match event.kind {
///         EventKind::Hit(hit) => sounds.push(format!("thud on the {:?} face", hit.face)),
///         EventKind::FloorBegin => sounds.push("landed".to_owned()),
///         _ => {}
///     }
/// }
/// assert_eq!(sounds, ["thud on the Up face", "landed"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// Hit on a tile or an off-grid shape. A resting body reports one in every step.
    #[doc(alias("contact", "collision"))]
    Hit(Hit),
    /// Hit between this body and another body.
    #[doc(alias = "contact")]
    BodyHit(BodyHit),
    /// Corner correction: the body was shifted past the corner of a ceiling or a wall.
    CornerCorrected {
        /// Shift, in lattice units.
        by: IVec2,
    },
    /// The body landed on a floor.
    #[doc(alias = "landed")]
    FloorBegin,
    /// The body no longer stands on a floor.
    FloorEnd,
    /// A mover or a solid body began to crush this body against an obstacle. Reported once.
    #[doc(alias = "crush")]
    SquishBegin {
        /// Mover or solid body that pushes.
        pusher: PushSource,
        /// Direction of the push.
        direction: Direction,
        /// Depth of the pusher inside the body, in lattice units.
        depth: i32,
    },
    /// The body is no longer inside the mover or solid body that crushed it.
    SquishEnd {
        /// Mover or solid body that pushed.
        pusher: PushSource,
    },
    /// Overlap at the start of the step: the body was pushed out of a solid.
    ///
    /// Without an exit within one tile, reported once when the body gets stuck.
    #[doc(alias = "depenetration")]
    Overlapped(Overlap),
    /// The body entered a sensor.
    ///
    /// Also reported if the body's first step begins inside, or if the sensor moved onto the body.
    #[doc(alias("trigger", "area", "body_entered"))]
    Enter {
        /// Sensor that the body entered.
        sensor: SensorId,
        /// Time within the step.
        fraction: Fraction,
    },
    /// The body was inside a region for the whole step. Only for regions with [`report_stay`](crate::Region::report_stay).
    Stay {
        /// Region or body sensor around the body.
        sensor: SensorId,
    },
    /// The body left a sensor, or no longer overlaps it since the start of the step.
    ///
    /// Each entry is followed by one exit, also if the body, the sensor or the region was removed since the last step. Then the
    /// event names what no longer exists.
    #[doc(alias = "body_exited")]
    Exit {
        /// Sensor that the body left.
        sensor: SensorId,
        /// Time within the step.
        fraction: Fraction,
    },
    /// The body stands on another tile: the tile under the middle of its feet, or the nearest to it.
    ///
    /// Only for profiles with [`report_tiles`](crate::Profile::report_tiles). Each tile along the trajectory
    /// is reported once, in order.
    TileEnter {
        /// Tile or shape under the body.
        floor: Obstacle,
        /// Time within the step.
        fraction: Fraction,
    },
    /// The body no longer stands on a tile.
    TileLeave {
        /// Tile or shape that was under the body.
        floor: Obstacle,
        /// Time within the step.
        fraction: Fraction,
    },
    /// A number of the body or of the whole step is invalid, and the step skipped the body. A solid body that covers too many
    /// [cells](crate::limits::MAX_SHAPE_CELLS) is not skipped: it moves, but is not solid.
    Rejected {
        /// Invalid field.
        field: Field,
        /// Fault of the field.
        fault: Fault,
    },
    /// A character moves without control in this step, for a driver that keeps characters as components.
    Uncontrolled {
        /// Unsound number of the settings of its controller, as these name it; the controller's own name if the settings are missing.
        field: &'static str,
        /// Fault of the number.
        fault: Fault,
    },
}

impl EventKind {
    /// Returns the time of the event within the step.
    #[must_use]
    pub fn fraction(&self) -> Fraction {
        match self {
            EventKind::Hit(hit) => hit.shape.fraction,
            EventKind::BodyHit(hit) => hit.shape.fraction,
            // Floors and squishes are judged once, by the final positions.
            EventKind::FloorBegin | EventKind::FloorEnd | EventKind::SquishEnd { .. } => Fraction::ONE,
            EventKind::Enter { fraction, .. } | EventKind::Exit { fraction, .. } => *fraction,
            EventKind::TileEnter { fraction, .. } | EventKind::TileLeave { fraction, .. } => *fraction,
            EventKind::CornerCorrected { .. } | EventKind::SquishBegin { .. } | EventKind::Stay { .. } => {
                Fraction::ZERO
            }
            EventKind::Overlapped(_) | EventKind::Rejected { .. } | EventKind::Uncontrolled { .. } => {
                Fraction::ZERO
            }
        }
    }
}

impl EventKind {
    /// Returns the hit of a `Hit` event.
    #[must_use]
    pub fn as_hit(&self) -> Option<&Hit> {
        if let EventKind::Hit(hit) = self { Some(hit) } else { None }
    }

    /// Returns the hit of a `BodyHit` event.
    #[must_use]
    pub fn as_body_hit(&self) -> Option<&BodyHit> {
        if let EventKind::BodyHit(hit) = self { Some(hit) } else { None }
    }

    /// Returns the sensor of an `Enter`, `Stay` or `Exit` event.
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

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKind::Hit(hit) => {
                let TileCoord { col, row } = hit.target.cell;
                let layer = hit.target.layer.index();
                let tile = hit.target.tile.index();
                write!(f, "hit tile {tile} in layer {layer}, column {col}, row {row}, ")?;
                write!(f, "after {:.3} of its way", hit.shape.fraction.as_f32())
            }
            EventKind::BodyHit(hit) => {
                write!(f, "hit body {}, after {:.3} of the step", hit.target.0, hit.shape.fraction.as_f32())
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
                    // Infinite values are valid.
                    (
                        Field::MaxSpeed | Field::RestSpeed | Field::LiftCap | Field::Mass | Field::PushSpeed,
                        Fault::NotFinite,
                    ) => write!(f, "{field} is NaN")?,
                    _ => write!(f, "{field} {fault}")?,
                }
                f.write_str("; skipped in this step")
            }
            EventKind::Uncontrolled { field, fault } => {
                write!(f, "{field} {fault}; moves without control in this step")
            }
        }
    }
}

/// Event log of a step. Bodies come in any order, the events of one body in order of occurrence.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventLog {
    pub(crate) events: Vec<Event>,
    /// True if an event follows a later event of its body.
    pub(crate) is_timed: bool,
    /// Buffers, kept to reuse their allocations.
    order: BodyOrder,
    spare: Vec<Event>,
}

impl EventLog {
    #[inline]
    pub(crate) fn push(&mut self, body: BodyId, kind: EventKind) {
        self.events.push(Event { body, kind });
    }

    /// Inserts an event before the events from index `from` on.
    #[cold]
    pub(crate) fn push_before(&mut self, from: usize, body: BodyId, kind: EventKind) {
        self.push(body, kind);
        self.events[from..].rotate_right(1);
    }

    /// Removes the last `count` events of a body. Few events of other bodies are among them.
    #[cold]
    pub(crate) fn remove_last(&mut self, body: BodyId, count: u32) {
        for _ in 0..count {
            if let Some(index) = self.events.iter().rposition(|e| e.body == body) {
                self.events.remove(index);
            }
        }
    }

    /// Sorts the hits of a pass-through body, from index `from` on, along its trajectory.
    pub(crate) fn order_crossings(&mut self, from: usize) {
        order_crossings(&mut self.events, from, |e| {
            if let EventKind::Hit(hit) = &e.kind { Some(hit.crossing_order()) } else { None }
        });
    }

    /// Appends the events of another log. Only a timed log has events of bodies that have events here.
    pub(crate) fn take(&mut self, other: &mut EventLog) {
        self.is_timed |= std::mem::take(&mut other.is_timed);
        if self.events.is_empty() {
            std::mem::swap(&mut self.events, &mut other.events);
        } else {
            self.events.append(&mut other.events);
        }
    }

    /// Sorts by body, and by fraction if an event follows a later one; stable. Moves each event once, to its final place.
    pub(crate) fn sort(&mut self) {
        let EventLog { events, is_timed, order, spare } = self;
        // Bodies are mostly stored in order of ids, so their events often come sorted.
        if !*is_timed && events.is_sorted_by_key(|e| e.body) {
            return;
        }
        let order = order.of(events.iter().map(|e| e.body));
        if *is_timed {
            for of_one in order.chunk_by_mut(|a, b| events[*a as usize].body == events[*b as usize].body) {
                of_one.sort_unstable_by_key(|index| (events[*index as usize].kind.fraction(), *index));
            }
        }
        // Events are large, so only their indices are sorted.
        spare.clear();
        spare.extend(order.iter().map(|index| events[*index as usize]));
        std::mem::swap(events, spare);
    }
}

/// Hit on another body: a contact with the time of impact. Both bodies report it.
#[doc(alias("contact", "manifold"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// Time of impact within the step, normal toward this body, middle of the contact, and min corner of this body.
    pub shape: ShapeHit<Fraction>,
    /// Other body of the contact.
    pub target: BodyId,
    /// Approach speed along the normal, in px/s; 0 if a slope or a conveyor moves one body into the other.
    #[doc(alias = "impact_speed")]
    pub approach: f32,
    /// Velocity change of this body, in px/s. Times the mass it is the impulse.
    #[doc(alias = "impulse")]
    pub change: Vec2,
}

/// Contact of two bodies, as passed to the [collision hook](crate::CollisionHooks::responds_to_body).
#[doc(alias("contact", "manifold"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyContact {
    /// Bodies of the contact, the smaller id first.
    pub bodies: [BodyId; 2],
    /// Contact normal from the second body toward the first: a unit vector along an axis.
    pub normal: IVec2,
    /// Time of impact within the step.
    pub fraction: Fraction,
    /// Velocities before the contact, in px/s.
    pub before: [Vec2; 2],
    /// Velocities after the contact by the settings of both bodies, in px/s.
    pub after: [Vec2; 2],
}

/// Statistics of collisions between bodies in one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Pairs of bodies with overlapping swept bounds.
    pub pairs: u64,
    /// Hits between bodies.
    pub hits: u64,
    /// Islands: groups of bodies that can meet, solved together in order of time.
    pub islands: u64,
    /// Bodies in the largest island.
    pub largest_island: u64,
    /// Bodies stopped early until the next step: contact limit reached, or left the bounds whose neighbors are known.
    pub deferred: u64,
}
