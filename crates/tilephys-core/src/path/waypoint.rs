//! Waypoints of a path, and the mover's pace between them.

#[cfg(feature = "serde")]
use super::easing::Easing;
use super::error::PathError;
use crate::limits::{MAX_PATH_TICKS, UNITS_PER_PX};
use glam::IVec2;

/// A waypoint of a path, with the wait there and the duration of the leg to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Waypoint {
    /// Position of the mover's min corner, in lattice units.
    pub at: IVec2,
    /// Wait at this waypoint, on each visit, in ticks.
    pub wait: u32,
    /// Duration of the leg to the next waypoint, in ticks. On the last waypoint it counts only in a loop.
    pub ticks: u32,
}

/// The continuation of a path after its last waypoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathMode {
    /// A leg leads to the first waypoint, and the path repeats.
    #[default]
    Loop,
    /// The path runs backward, mirrored exactly in time: easing in on the way out is easing out on the way back.
    PingPong,
    /// The mover stays at the last waypoint.
    Once,
}

/// Speed and waits of a mover in pixels and seconds: for [`Path::with_speed`](super::Path::with_speed).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Pace {
    /// Mean speed on each leg, above zero, in px/s.
    pub speed: f32,
    /// Wait at each waypoint, not negative, in seconds.
    pub wait: f32,
    /// Length of a tick, above zero, in seconds.
    pub dt: f32,
}

/// Fields of a serialized path, which [`Path::new`](super::Path::new) validates on load.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PathFields {
    #[serde(default)]
    pub(super) mode: PathMode,
    #[serde(default)]
    pub(super) easing: Easing,
    pub(super) waypoints: Vec<Waypoint>,
}

impl Pace {
    pub(super) fn check(self) -> Result<(), PathError> {
        let sound =
            |number: f32, least: bool| number.is_finite() && (number > 0.0 || (least && number == 0.0));
        if !sound(self.speed, false) {
            return Err(PathError::Speed);
        }
        if !sound(self.wait, true) {
            return Err(PathError::Wait);
        }
        if sound(self.dt, false) { Ok(()) } else { Err(PathError::TimeStep) }
    }

    /// Ticks from one waypoint to another: zero only if they are equal.
    pub(super) fn ticks(self, from: IVec2, to: IVec2) -> Result<u32, PathError> {
        let x = u128::from(from.x.abs_diff(to.x));
        let y = u128::from(from.y.abs_diff(to.y));
        if x + y == 0 {
            return Ok(0);
        }
        // Square roots and quotients of `f64` are rounded alike on every platform; the product below is exact.
        let length = ((x * x + y * y) as f64).sqrt() / f64::from(UNITS_PER_PX);
        let ticks = whole_ticks(length / (f64::from(self.speed) * f64::from(self.dt)))?;
        Ok(if ticks == 0 { 1 } else { ticks })
    }
}

/// The nearest whole number, half to even; `ticks` is not negative.
pub(super) fn whole_ticks(ticks: f64) -> Result<u32, PathError> {
    let whole = ticks.round_ties_even();
    if whole > f64::from(MAX_PATH_TICKS) { Err(PathError::TooLong) } else { Ok(whole as u32) }
}
