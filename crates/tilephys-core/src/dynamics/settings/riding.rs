//! Settings of bodies on moving platforms.

use crate::direction::Direction;
use crate::fault::{Fault, Field};
use glam::Vec2;

/// Riding settings: how a body reacts to moving platforms.
///
/// ```
/// use glam::Vec2;
/// use tilephys_core::platform::{LeaveVelocity, RideSettings, SquishPolicy};
///
/// // A jump off a lift takes its whole velocity along, up to 120 px/s; a crusher moves the body aside by at most 4 px.
/// let riding = RideSettings {
///     leave: LeaveVelocity::Add,
///     lift_cap: Vec2::splat(120.0),
///     squish: SquishPolicy::Wiggle(4.0),
///     ..RideSettings::default()
/// };
/// assert_eq!(riding.lift_ticks, 6);
/// ```
#[doc(alias = "moving platform")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "platform_on_leave")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct RideSettings {
    /// Ride mode: how closely the body follows its carrier. Default `Glue`.
    pub ride: RideMode,
    /// Leave velocity: the part of the carrier's velocity that the body keeps when it jumps off, walks off,
    /// or loses the carrier. Default `AddUpward`.
    pub leave: LeaveVelocity,
    /// Maximum lift velocity on each axis, in px/s. Not negative; infinite for no limit. Default infinite.
    pub lift_cap: Vec2,
    /// Lifetime of the lift velocity after the last contact with the carrier, for a late jump, in ticks. Default 6.
    pub lift_ticks: u8,
    /// True if the body is also carried by surfaces at its sides: it clings to walls. Default false.
    pub walls: bool,
    /// True if the body is also carried by surfaces at its head. Default false.
    pub ceilings: bool,
    /// Squish policy: the effect of being crushed between a mover and an obstacle. Default `Report`.
    pub squish: SquishPolicy,
}

/// Ride mode: how closely a body follows its carrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RideMode {
    /// Follows every motion of the carrier.
    #[default]
    Glue,
    /// Follows the carrier, but moves down no faster than it would fall.
    Ballistic,
}

/// Leave velocity: the part of the carrier's velocity that a body keeps when it leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LeaveVelocity {
    /// Keeps no velocity of the carrier.
    None,
    /// Keeps the whole velocity of the carrier.
    Add,
    /// Keeps the carrier's velocity without a downward component.
    #[default]
    AddUpward,
}

impl Default for RideSettings {
    /// Glued to carriers. Leaves within 6 ticks with the carrier's velocity, unlimited, without a downward
    /// component. Clings to nothing; squishes are reported.
    fn default() -> Self {
        RideSettings {
            ride: RideMode::Glue,
            leave: LeaveVelocity::AddUpward,
            lift_cap: Vec2::INFINITY,
            lift_ticks: 6,
            walls: false,
            ceilings: false,
            squish: SquishPolicy::Report,
        }
    }
}

impl RideSettings {
    /// Returns the first number that is NaN or out of range with its fault, or `None` if all are valid.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        let Vec2 { x, y } = self.lift_cap;
        let caps = Fault::of_limit(Field::LiftCap, x).or_else(|| Fault::of_limit(Field::LiftCap, y));
        caps.or_else(|| match self.squish {
            SquishPolicy::Wiggle(px) => Fault::of_length(Field::Wiggle, px),
            _ => None,
        })
    }

    /// Returns the velocity that a body keeps when it leaves a carrier with the velocity `lift`, in px/s.
    pub(crate) fn taken(&self, lift: Vec2, up: Direction) -> Vec2 {
        let axis = up.axis();
        let mut taken = match self.leave {
            LeaveVelocity::None => return Vec2::ZERO,
            LeaveVelocity::Add | LeaveVelocity::AddUpward => lift,
        };
        if self.leave == LeaveVelocity::AddUpward && taken[axis] * up.sign() < 0.0 {
            taken[axis] = 0.0;
        }
        // Comparisons instead of `clamp`, whose zero has no certain sign. Adding zero turns -0 into +0.
        let cut = |v: f32, cap: f32| {
            let v = if v > cap { cap } else { v };
            (if v < -cap { -cap } else { v }) + 0.0
        };
        Vec2::new(cut(taken.x, self.lift_cap.x), cut(taken.y, self.lift_cap.y))
    }
}

/// Squish policy: the effect on a body between a mover that pushes it and an obstacle.
#[doc(alias = "crush")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SquishPolicy {
    /// Reports the squish once, and the mover moves into the body. The body ignores the mover until they separate.
    #[default]
    Report,
    /// Moves the body aside by at most this distance, from 0 to 65,536 px, if that frees it; otherwise as `Report`.
    Wiggle(f32),
    /// Stops the mover at the body.
    BlockMover,
    /// Lets the mover pass through the body, without a report.
    PassThrough,
}
