//! Validation errors of a body or its settings: which field is invalid, and why.

use crate::limits::{MAX_SETTING, MAX_SETTING_LENGTH};
use std::fmt;

/// A field of a body or its settings that a step reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Field {
    /// Position of the body.
    Position,
    /// Width and height of the body.
    Size,
    /// Velocity after gravity. Out of range if velocity times time step is infinite.
    Velocity,
    /// Gravity scale.
    GravityScale,
    /// Speed limit.
    MaxSpeed,
    /// Speed below which a rebound comes to rest.
    RestSpeed,
    /// Restitution: the part of the speed that a bounce keeps.
    Restitution,
    /// The world's gravity. Out of range if gravity times time step is infinite. Every body is rejected.
    Gravity,
    /// Length of the step. Every body is rejected.
    TimeStep,
    /// Offset from the position to the box, for a driver that composes bodies from components.
    Offset,
    /// Rounding remainder of earlier translations, for a driver that composes bodies from components.
    Rest,
    /// Steepest floor angle.
    FloorMaxAngle,
    /// Speed rule on slopes.
    SlopeSpeed,
    /// Snap distance: how far a body follows a floor that falls away.
    Snap,
    /// Height of the highest step.
    StepUp,
    /// Corner correction at ceilings.
    CornerCorrectUp,
    /// Corner correction at walls.
    CornerCorrectSide,
    /// Height of a ledge onto which a body is lifted.
    GapBridge,
    /// Deceleration on floors.
    Friction,
    /// Speed at which one-way lines lift a body.
    OneWayAssist,
    /// Height of a one-way line onto which a body is lifted.
    OneWayNudge,
    /// Cap on the lift velocity that a body takes from a mover.
    LiftCap,
    /// Distance by which a body squeezed by a mover is shifted aside.
    Wiggle,
    /// Tile and layer of a mover.
    Tile,
    /// Parent of a mover.
    Parent,
    /// Shape of a region within its box.
    Shape,
    /// Mass of a body.
    Mass,
    /// Friction between bodies.
    BodyFriction,
    /// Maximum speed at which a body can be pushed.
    PushSpeed,
    /// Response of a collision hook to a hit between bodies.
    Answer,
    /// Velocity of a surface.
    Conveyor,
}

impl Field {
    /// All fields, in their order.
    pub(crate) const ALL: [Field; 31] = [
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
        Field::FloorMaxAngle,
        Field::SlopeSpeed,
        Field::Snap,
        Field::StepUp,
        Field::CornerCorrectUp,
        Field::CornerCorrectSide,
        Field::GapBridge,
        Field::Friction,
        Field::OneWayAssist,
        Field::OneWayNudge,
        Field::LiftCap,
        Field::Wiggle,
        Field::Tile,
        Field::Parent,
        Field::Shape,
        Field::Mass,
        Field::BodyFriction,
        Field::PushSpeed,
        Field::Answer,
        Field::Conveyor,
    ];

    /// The range of the field, as a sentence for messages.
    #[must_use]
    pub fn range(self) -> &'static str {
        // Each text completes a message after the name of the field, so it has neither capital nor full stop.
        match self {
            Field::Position | Field::Offset => "the box must lie within 8388607 px of the origin",
            Field::Size => {
                "width and height must be positive, fit the world, and cover at most 4194304 cells in a region, mover or solid body"
            }
            Field::Velocity => {
                "times the length of the step it must be finite, and for a mover at most 1e9 px/s"
            }
            Field::Gravity => "times the length of the step it must be finite",
            Field::GravityScale => "it must be finite",
            Field::Conveyor => "it must be from -1e9 to 1e9",
            Field::FloorMaxAngle => "it must be an angle from 0 to 90 degrees, in radians",
            Field::MaxSpeed | Field::RestSpeed | Field::LiftCap | Field::PushSpeed => {
                "it must not be negative"
            }
            Field::SlopeSpeed | Field::Friction | Field::OneWayAssist | Field::BodyFriction => {
                "it must be from 0 to 1e9"
            }
            Field::Snap
            | Field::StepUp
            | Field::CornerCorrectUp
            | Field::CornerCorrectSide
            | Field::GapBridge
            | Field::OneWayNudge
            | Field::Wiggle => "it must be from 0 to 65536 px",
            Field::Restitution => {
                "it must be from 0 to 1e9, and not above 1 for a body that collides with others"
            }
            Field::Mass => "it must be from 1e-12 to 1e12, or infinite",
            Field::Answer => "a velocity times the length of the step must be finite",
            Field::TimeStep => "it must not be negative",
            Field::Rest => "it must be within half a lattice unit",
            Field::Tile => "layer and tile must be of the world's map",
            Field::Parent => "a mover is carried by another one, which it does not carry itself",
            Field::Shape => {
                "its corners must count from the box' min corner and reach to all four sides of it"
            }
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
            Field::FloorMaxAngle => "floor_max_angle",
            Field::SlopeSpeed => "slope_speed",
            Field::Snap => "snap",
            Field::StepUp => "step_up",
            Field::CornerCorrectUp => "corner_correct_up",
            Field::CornerCorrectSide => "corner_correct_side",
            Field::GapBridge => "gap_bridge",
            Field::Friction => "friction",
            Field::OneWayAssist => "one_way_assist",
            Field::OneWayNudge => "one_way_nudge",
            Field::LiftCap => "lift_cap",
            Field::Wiggle => "wiggle",
            Field::Tile => "tile",
            Field::Parent => "parent",
            Field::Shape => "shape",
            Field::Mass => "mass",
            Field::BodyFriction => "friction between bodies",
            Field::PushSpeed => "push_speed",
            Field::Answer => "answer of the rules to a hit between bodies",
            Field::Conveyor => "conveyor",
        })
    }
}

/// The kind of defect of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Fault {
    /// The value is missing, for a driver that composes bodies from components.
    Missing,
    /// The value is NaN or infinite.
    NotFinite,
    /// The value is negative or zero where that is invalid, too great, or outside of the world.
    OutOfRange,
}

impl Fault {
    /// The fault of a number for which `sound` is false.
    pub(crate) fn unless(sound: bool, finite: bool, field: Field) -> Option<(Field, Fault)> {
        (!sound).then_some((field, if finite { Fault::OutOfRange } else { Fault::NotFinite }))
    }

    /// The fault of a speed, an acceleration or a factor that is not from 0 to [`MAX_SETTING`].
    pub(crate) fn of_amount(field: Field, v: f32) -> Option<(Field, Fault)> {
        Fault::unless((0.0..=MAX_SETTING).contains(&v), v.is_finite(), field)
    }

    /// The fault of a length in px that is not from 0 to [`MAX_SETTING_LENGTH`].
    pub(crate) fn of_length(field: Field, px: f32) -> Option<(Field, Fault)> {
        Fault::unless((0.0..=MAX_SETTING_LENGTH).contains(&px), px.is_finite(), field)
    }

    /// The fault of a limit that is negative or NaN. Infinity stands for no limit.
    pub(crate) fn of_limit(field: Field, v: f32) -> Option<(Field, Fault)> {
        Fault::unless(v >= 0.0, !v.is_nan(), field)
    }

    /// All faults, in their order.
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
