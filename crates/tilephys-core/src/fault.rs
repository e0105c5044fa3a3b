//! Validation errors of a body or its settings: which field is invalid, and why.

use crate::limits::{MAX_SETTING, MAX_SETTING_LENGTH};
use std::fmt;

/// Fields, each with its name in messages.
macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// A field of a body or its settings that a step reads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Field {
            $($(#[$doc])* $name,)*
        }

        impl Field {
            pub(crate) const ALL: &[Field] = &[$(Field::$name),*];
        }

        impl fmt::Display for Field {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Field::$name => $text,)*
                })
            }
        }
    };
}

fields! {
    /// Position of the body.
    Position = "position",
    /// Width and height of the body.
    Size = "size",
    /// Velocity after gravity. Out of range if velocity times time step is infinite.
    Velocity = "velocity",
    /// Gravity scale.
    GravityScale = "gravity scale",
    /// Speed limit.
    MaxSpeed = "max_speed",
    /// Speed below which a rebound comes to rest.
    RestSpeed = "rest_speed",
    /// Restitution: the part of the speed that a bounce keeps.
    Restitution = "restitution",
    /// The world's gravity. Out of range if gravity times time step is infinite. Every body is rejected.
    Gravity = "the world's gravity",
    /// Length of the step. Every body is rejected.
    TimeStep = "the length of the step",
    /// Offset from the position to the box, for a driver that composes bodies from components.
    Offset = "offset of the box",
    /// Rounding remainder of earlier translations, for a driver that composes bodies from components.
    Rest = "rest of the position",
    /// Steepest floor angle.
    FloorMaxAngle = "floor_max_angle",
    /// Speed rule on slopes.
    SlopeSpeed = "slope_speed",
    /// Snap distance: how far a body follows a floor that falls away.
    Snap = "snap",
    /// Height of the highest step.
    StepUp = "step_up",
    /// Corner correction at ceilings.
    CornerCorrectUp = "corner_correct_up",
    /// Corner correction at walls.
    CornerCorrectSide = "corner_correct_side",
    /// Height of a ledge onto which a body is lifted.
    GapBridge = "gap_bridge",
    /// Deceleration on floors.
    Friction = "friction",
    /// Speed at which one-way lines lift a body.
    OneWayAssist = "one_way_assist",
    /// Height of a one-way line onto which a body is lifted.
    OneWayNudge = "one_way_nudge",
    /// Cap on the lift velocity that a body takes from a mover.
    LiftCap = "lift_cap",
    /// Distance by which a body squeezed by a mover is shifted aside.
    Wiggle = "wiggle",
    /// Tile and layer of a mover.
    Tile = "tile",
    /// Parent of a mover.
    Parent = "parent",
    /// Shape of a region within its box.
    Shape = "shape",
    /// Mass of a body.
    Mass = "mass",
    /// Friction between bodies.
    BodyFriction = "friction between bodies",
    /// Maximum speed at which a body can be pushed.
    PushSpeed = "push_speed",
    /// Response of a collision hook to a hit between bodies.
    Answer = "answer of the rules to a hit between bodies",
    /// Velocity of a surface.
    Conveyor = "conveyor",
}

impl Field {
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
