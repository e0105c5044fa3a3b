//! Paths of moving platforms: position by tick, through waypoints with waits and easing.
//!
//! A path is a pure function of the tick in whole numbers. Nothing is accumulated from tick to tick. So a lift repeats its first
//! round exactly after a year, and any tick can be evaluated by itself.

mod easing;
mod error;
mod waypoint;

pub use easing::Easing;
pub use error::PathError;
pub use waypoint::{Pace, PathMode, Waypoint};

use crate::limits::{MAX_PATH_TICKS, WORLD_LIMIT};
use glam::IVec2;
#[cfg(feature = "serde")]
use waypoint::PathFields;
use waypoint::whole_ticks;

/// Waypoints of a mover's min corner, with the schedule of waits and legs.
///
/// The path starts at the first waypoint at tick 0, waits there, goes to the next, and so on. At a waypoint the position is
/// exact. Between two waypoints it is the lattice point within half a unit of the [`Easing`] curve, on each axis. Waypoints
/// shifted by whole units give shifted positions, mirrored waypoints mirrored positions.
///
/// ```
/// use glam::ivec2;
/// use tilephys_core::platform::{Easing, Path, PathMode, Waypoint};
///
/// let stops = [
///     Waypoint { at: ivec2(0, 0), wait: 10, ticks: 40 },
///     Waypoint { at: ivec2(0, -4096), wait: 20, ticks: 0 },
/// ];
/// let lift = Path::new(&stops, PathMode::PingPong, Easing::InOut)?;
/// assert_eq!((lift.at(10), lift.at(30), lift.at(50)), (ivec2(0, 0), ivec2(0, -2048), ivec2(0, -4096)));
/// assert_eq!((lift.period(), lift.at(110)), (110, lift.at(0)));
/// # Ok::<(), tilephys_core::platform::PathError>(())
/// ```
#[doc(alias = "AnimatableBody2D")]
#[doc(alias = "PathFollow2D")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "PathFields", into = "PathFields"))]
pub struct Path {
    /// Waypoints: two or more.
    waypoints: Vec<Waypoint>,
    /// Start tick of each leg, on the first round; ascending.
    departs: Vec<u32>,
    mode: PathMode,
    easing: Easing,
    period: u32,
}

impl Path {
    /// The path through these waypoints. With the mode [`Once`](PathMode::Once), the wait of the last waypoint has no effect.
    ///
    /// # Errors
    /// - There are fewer than two waypoints, or one is outside of the world.
    /// - A leg to another position takes no ticks.
    /// - Two neighbours (in a loop also the last and the first) have equal positions, and the first of them has no wait.
    /// - The whole path takes more than [`MAX_PATH_TICKS`].
    pub fn new(waypoints: &[Waypoint], mode: PathMode, easing: Easing) -> Result<Self, PathError> {
        let points = waypoints.len();
        if points < 2 {
            return Err(PathError::TooFew { points });
        }
        let outside = |at: IVec2| [at.x, at.y].iter().any(|c| !(-WORLD_LIMIT..=WORLD_LIMIT).contains(c));
        if let Some(point) = waypoints.iter().position(|waypoint| outside(waypoint.at)) {
            return Err(PathError::OutOfWorld { point });
        }
        // Only a loop travels from its last waypoint to the first.
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
            // Checked sums: waits and legs come from files.
            tick = tick.checked_add(waypoint.wait).ok_or(PathError::TooLong)?;
            departs.push(tick);
            tick = tick.checked_add(waypoint.ticks).ok_or(PathError::TooLong)?;
        }
        let period = match mode {
            PathMode::Loop | PathMode::Once => u64::from(tick),
            // Out and back; the wait at the start counts once.
            PathMode::PingPong => {
                2 * u64::from(tick) - u64::from(departs[0]) + u64::from(waypoints[points - 1].wait)
            }
        };
        if period > u64::from(MAX_PATH_TICKS) {
            return Err(PathError::TooLong);
        }
        Ok(Path { waypoints: waypoints.to_vec(), departs, mode, easing, period: period as u32 })
    }

    /// The path through these waypoints at this speed.
    ///
    /// Each leg takes the whole number of ticks nearest to its length over the speed, at least one. Each wait takes the nearest
    /// whole number of ticks, which may be zero. [`waypoints`](Self::waypoints) returns the results.
    ///
    /// # Errors
    /// Like [`new`](Self::new), and if a number of the pace is not finite or is out of its range.
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
            // Only a loop leads on from its last point. A leg to the point itself takes no ticks.
            let after_last = if mode == PathMode::Loop { points[0] } else { at };
            let next = points.get(point + 1).copied().unwrap_or(after_last);
            waypoints.push(Waypoint { at, wait, ticks: pace.ticks(at, next)? });
        }
        Path::new(&waypoints, mode, easing)
    }

    /// Position of the mover's min corner at a tick, in lattice units. A binary search among the waypoints.
    #[must_use]
    pub fn at(&self, tick: u64) -> IVec2 {
        let period = u64::from(self.period);
        match self.mode {
            PathMode::Loop => self.way_out(tick % period),
            PathMode::Once => self.way_out(tick),
            PathMode::PingPong => {
                // Out and back take equal time if the wait at the start runs backward too.
                let tick = tick % period;
                let back = period + u64::from(self.departs[0]) - tick;
                self.way_out(if tick < back { tick } else { back })
            }
        }
    }

    /// Ticks after which the path repeats; with the mode [`Once`](PathMode::Once), ticks until the mover arrives. At least 1.
    #[must_use]
    pub fn period(&self) -> u32 {
        self.period
    }

    /// The waypoints, in order.
    #[must_use]
    pub fn waypoints(&self) -> &[Waypoint] {
        &self.waypoints
    }

    /// The continuation after the last waypoint.
    #[must_use]
    pub fn mode(&self) -> PathMode {
        self.mode
    }

    /// Easing curve of all legs.
    #[must_use]
    pub fn easing(&self) -> Easing {
        self.easing
    }

    /// Position after this many ticks, for a mover that stays at the last waypoint.
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

#[cfg(feature = "serde")]
impl From<Path> for PathFields {
    fn from(path: Path) -> Self {
        PathFields { mode: path.mode, easing: path.easing, waypoints: path.waypoints }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<PathFields> for Path {
    type Error = PathError;

    fn try_from(fields: PathFields) -> Result<Self, PathError> {
        Path::new(&fields.waypoints, fields.mode, fields.easing)
    }
}
