//! Paths: where lifts and other movers are at which tick.
//!
//! A path is a pure function of the tick in whole numbers. Nothing is summed up from tick to tick, so a lift is after a
//! year where it was on its first round, and it can be asked for any tick without those before.

mod easing;
mod error;
#[cfg(feature = "serde")]
mod said;

pub use easing::Easing;
pub use error::PathError;

#[cfg(feature = "serde")]
use said::Said;

use crate::constants::{MAX_PATH_TICKS, UNITS_PER_PX, WORLD_LIMIT};
use glam::IVec2;

/// Waypoints of a mover's min corner, and when it is where.
///
/// It starts at the first point at tick 0, waits there, goes to the next, and so on. At a waypoint it is exactly there;
/// between two of them it is on the lattice within half a unit of where its [`Easing`] says, on each axis. Points shifted
/// by whole units give shifted places, mirrored points mirrored places.
///
/// ```
/// use glam::ivec2;
/// use tilephys_core::{Easing, Path, PathMode, Waypoint};
///
/// let stops = [
///     Waypoint { at: ivec2(0, 0), wait: 10, ticks: 40 },
///     Waypoint { at: ivec2(0, -4096), wait: 20, ticks: 0 },
/// ];
/// let lift = Path::new(&stops, PathMode::PingPong, Easing::InOut)?;
/// assert_eq!((lift.at(10), lift.at(30), lift.at(50)), (ivec2(0, 0), ivec2(0, -2048), ivec2(0, -4096)));
/// assert_eq!((lift.period(), lift.at(110)), (110, lift.at(0)));
/// # Ok::<(), tilephys_core::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Said", into = "Said"))]
pub struct Path {
    /// Two or more.
    waypoints: Vec<Waypoint>,
    /// The tick at which each leg begins, on the first round; ascending.
    departs: Vec<u32>,
    mode: PathMode,
    easing: Easing,
    period: u32,
}

/// A point of a path, and how long the mover is there and on its way to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Waypoint {
    /// Of the mover's min corner, in lattice units.
    pub at: IVec2,
    /// Ticks that it stands there, each time that it comes by.
    pub wait: u32,
    /// Ticks that the leg to the next point takes. That of the last point counts only in a loop.
    pub ticks: u32,
}

/// What comes after the last point of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathMode {
    /// The first one, by a leg of its own.
    #[default]
    Loop,
    /// The same way back, the exact mirror image in time: what was eased in on the way out is eased out on the way back.
    PingPong,
    /// Nothing: the mover stays there.
    Once,
}

/// How fast a mover goes, in pixels and seconds: for [`Path::with_speed`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Pace {
    /// Mean speed on each leg, in px/s; above zero.
    pub speed: f32,
    /// How long the mover stands at each point, in seconds; not negative.
    pub wait: f32,
    /// The length of a tick, in seconds; above zero.
    pub dt: f32,
}

impl Path {
    /// The path through these points. The wait of the last point has no effect if the mode is [`Once`](PathMode::Once).
    ///
    /// # Errors
    /// If there are fewer than two points; if one is outside of the world; if a leg leads elsewhere in no ticks; if two
    /// points next to each other (in a loop also the last and the first) are the same place and the first of them has no wait;
    /// if all takes more than [`MAX_PATH_TICKS`].
    pub fn new(waypoints: &[Waypoint], mode: PathMode, easing: Easing) -> Result<Self, PathError> {
        let points = waypoints.len();
        if points < 2 {
            return Err(PathError::TooFew { points });
        }
        let outside = |at: IVec2| [at.x, at.y].iter().any(|c| !(-WORLD_LIMIT..=WORLD_LIMIT).contains(c));
        if let Some(point) = waypoints.iter().position(|waypoint| outside(waypoint.at)) {
            return Err(PathError::OutOfWorld { point });
        }
        let legs = if mode == PathMode::Loop { points } else { points - 1 };
        let mut departs = Vec::with_capacity(legs);
        let mut tick = 0u32;
        for (point, waypoint) in waypoints[..legs].iter().enumerate() {
            let next = (point + 1) % points;
            let same = waypoint.at == waypoints[next].at;
            if same && waypoint.wait == 0 {
                return Err(PathError::SamePlace { point, next });
            }
            if !same && waypoint.ticks == 0 {
                return Err(PathError::NoTicks { point });
            }
            tick = tick.checked_add(waypoint.wait).ok_or(PathError::TooLong)?;
            departs.push(tick);
            tick = tick.checked_add(waypoint.ticks).ok_or(PathError::TooLong)?;
        }
        let period = match mode {
            PathMode::Loop | PathMode::Once => u64::from(tick),
            // Out and back, but for the wait at the start, which is not twice.
            PathMode::PingPong => {
                2 * u64::from(tick) - u64::from(departs[0]) + u64::from(waypoints[points - 1].wait)
            }
        };
        if period > u64::from(MAX_PATH_TICKS) {
            return Err(PathError::TooLong);
        }
        Ok(Path { waypoints: waypoints.to_vec(), departs, mode, easing, period: period as u32 })
    }

    /// The path through these points at this speed.
    ///
    /// Each leg takes the number of whole ticks that is nearest to its length over the speed, at least one; so does each
    /// wait, or none. The [`waypoints`](Self::waypoints) tell what came out.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if a number of the pace is not finite or out of its range.
    pub fn with_speed(
        points: &[IVec2],
        pace: Pace,
        mode: PathMode,
        easing: Easing,
    ) -> Result<Self, PathError> {
        pace.check()?;
        let wait = whole_ticks(f64::from(pace.wait) / f64::from(pace.dt))?;
        let mut waypoints = Vec::with_capacity(points.len());
        for (point, &at) in points.iter().enumerate() {
            let after_last = if mode == PathMode::Loop { points[0] } else { at };
            let next = points.get(point + 1).copied().unwrap_or(after_last);
            waypoints.push(Waypoint { at, wait, ticks: pace.ticks(at, next)? });
        }
        Path::new(&waypoints, mode, easing)
    }

    /// Where the mover's min corner is at a tick, in lattice units. A binary search among the points.
    #[must_use]
    pub fn at(&self, tick: u64) -> IVec2 {
        let period = u64::from(self.period);
        match self.mode {
            PathMode::Loop => self.way_out(tick % period),
            PathMode::Once => self.way_out(tick),
            PathMode::PingPong => {
                // There and back are the same time if the wait at the start is gone through backwards too.
                let tick = tick % period;
                let back = period + u64::from(self.departs[0]) - tick;
                self.way_out(if tick < back { tick } else { back })
            }
        }
    }

    /// Ticks after which everything repeats; if the mode is [`Once`](PathMode::Once), those after which the mover has
    /// arrived. At least 1.
    #[must_use]
    pub fn period(&self) -> u32 {
        self.period
    }

    /// The points, in order.
    #[must_use]
    pub fn waypoints(&self) -> &[Waypoint] {
        &self.waypoints
    }

    /// What comes after the last point.
    #[must_use]
    pub fn mode(&self) -> PathMode {
        self.mode
    }

    /// How its legs begin and end.
    #[must_use]
    pub fn easing(&self) -> Easing {
        self.easing
    }

    /// Where the mover is so many ticks after it started, if after its last leg it stays.
    fn way_out(&self, tick: u64) -> IVec2 {
        let begun = self.departs.partition_point(|departs| u64::from(*departs) <= tick);
        let Some(leg) = begun.checked_sub(1) else { return self.waypoints[0].at };
        let from = self.waypoints[leg];
        let to = self.waypoints[(leg + 1) % self.waypoints.len()];
        let since = tick - u64::from(self.departs[leg]);
        if since >= u64::from(from.ticks) {
            return to.at;
        }
        self.easing.place(from.at, to.at, since as u32, from.ticks)
    }
}

impl Pace {
    fn check(self) -> Result<(), PathError> {
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

    /// Ticks from one point to another: none only if they are the same.
    fn ticks(self, from: IVec2, to: IVec2) -> Result<u32, PathError> {
        let (x, y) = (u128::from(from.x.abs_diff(to.x)), u128::from(from.y.abs_diff(to.y)));
        if x + y == 0 {
            return Ok(0);
        }
        // Square roots and quotients of `f64` are rounded alike on every platform; the product below is exact.
        let length = ((x * x + y * y) as f64).sqrt() / f64::from(UNITS_PER_PX);
        let ticks = whole_ticks(length / (f64::from(self.speed) * f64::from(self.dt)))?;
        Ok(if ticks == 0 { 1 } else { ticks })
    }
}

/// The nearest whole number, half to even, of a number that is not negative.
fn whole_ticks(ticks: f64) -> Result<u32, PathError> {
    let whole = ticks.round_ties_even();
    if whole > f64::from(MAX_PATH_TICKS) { Err(PathError::TooLong) } else { Ok(whole as u32) }
}
