//! Paths of moving platforms: position by tick, through waypoints with waits and easing.
//!
//! A path is a pure function of the tick in whole numbers. Nothing is accumulated from tick to tick. So a lift repeats its first
//! round exactly after a year, and any tick can be evaluated by itself.

use crate::limits::{MAX_PATH_TICKS, UNITS_PER_PX, WORLD_LIMIT};
use glam::IVec2;
use std::fmt;

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
#[doc(alias("AnimatableBody2D", "PathFollow2D"))]
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
    start: PathStart,
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
        let start = PathStart::default();
        Ok(Path { waypoints: waypoints.to_vec(), departs, mode, easing, start, period: period as u32 })
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

    /// The same path with another start: movers wait at its first point for a rider.
    ///
    /// ```
    /// use glam::IVec2;
    /// use tilephys_core::platform::{Easing, Path, PathMode, PathStart, Waypoint};
    ///
    /// // A platform that falls half a second after the first foot, and comes back in two seconds.
    /// let home = Waypoint { at: IVec2::ZERO, wait: 30, ticks: 40 };
    /// let bottom = Waypoint { at: IVec2::new(0, 160) * 256, wait: 60, ticks: 120 };
    /// let falls = Path::new(&[home, bottom], PathMode::Loop, Easing::In)?.starting(PathStart::RiddenEachRound);
    /// assert!(falls.waits_at(0) && !falls.waits_at(1) && falls.waits_at(250));
    /// # Ok::<(), tilephys_core::platform::PathError>(())
    /// ```
    #[must_use]
    pub fn starting(self, start: PathStart) -> Self {
        Path { start, ..self }
    }

    /// True if a mover without riders does not go on from this tick.
    #[must_use]
    pub fn waits_at(&self, tick: u64) -> bool {
        match self.start {
            PathStart::AtOnce => false,
            PathStart::Ridden => tick == 0,
            PathStart::RiddenEachRound => {
                tick == 0 || self.mode != PathMode::Once && tick.is_multiple_of(self.period.into())
            }
        }
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

    /// Condition for a mover to leave the first point.
    #[must_use]
    pub fn start(&self) -> PathStart {
        self.start
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
        PathFields { mode: path.mode, easing: path.easing, start: path.start, waypoints: path.waypoints }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<PathFields> for Path {
    type Error = PathError;

    fn try_from(fields: PathFields) -> Result<Self, PathError> {
        Ok(Path::new(&fields.waypoints, fields.mode, fields.easing)?.starting(fields.start))
    }
}

/// Easing curve of a leg of a path.
///
/// With s the fraction of the leg's time that is over, the fraction of its distance is:
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Easing {
    /// s: constant speed.
    #[default]
    Linear,
    /// s²: starts slowly, arrives at twice the mean speed.
    In,
    /// 1 - (1 - s)²: starts at twice the mean speed, arrives slowly.
    Out,
    /// 3s² - 2s³ (smoothstep): slow at both ends, one and a half times the mean speed between them.
    InOut,
}

impl Easing {
    /// The coordinate at tick `since` of the `ticks` of a leg, rounded half to even on the distance covered. So a mirrored leg has
    /// mirrored places, and a shifted leg shifted places.
    ///
    /// `since` is at most `ticks`, which is not zero; both coordinates lie in the world.
    fn place(self, from: IVec2, to: IVec2, since: u32, ticks: u32) -> IVec2 {
        let (num, den) = self.part(since.into(), ticks.into());
        let axis = |from: i32, to: i32| {
            let gone = rounded(from.abs_diff(to), num, den);
            // No sum leaves the span between the two, as no fraction is above one.
            if to < from { from.wrapping_sub_unsigned(gone) } else { from.wrapping_add_unsigned(gone) }
        };
        IVec2::new(axis(from.x, to.x), axis(from.y, to.y))
    }

    /// The fraction of the distance after `t` of `n` ticks: numerator and denominator are at most n³, below 2^96.
    fn part(self, t: u128, n: u128) -> (u128, u128) {
        match self {
            Easing::Linear => (t, n),
            Easing::In => (t * t, n * n),
            Easing::Out => (t * (2 * n - t), n * n),
            Easing::InOut => (t * t * (3 * n - 2 * t), n * n * n),
        }
    }
}

/// A fraction of a length, rounded half to even. The fraction is at most one, and `num` times any `u32` fits.
fn rounded(length: u32, num: u128, den: u128) -> u32 {
    let product = u128::from(length) * num;
    let whole = product / den;
    let left = product % den;
    let up = left > den - left || (left == den - left && whole % 2 == 1);
    (whole + u128::from(up)) as u32
}

/// Validation error of the waypoints of a [`Path`](crate::platform::Path). Waypoints are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathError {
    /// The path has fewer than two waypoints.
    TooFew {
        /// Number of waypoints.
        points: usize,
    },
    /// A waypoint is farther than [`WORLD_LIMIT`] from the origin.
    OutOfWorld {
        /// Index of the waypoint.
        point: usize,
    },
    /// The next waypoint is elsewhere, and the leg to it takes no ticks.
    NoTicks {
        /// Index of the waypoint at which the leg begins.
        point: usize,
    },
    /// The next waypoint has an equal position, and this one has no wait. In a loop, the first waypoint follows the last.
    SamePlace {
        /// Index of the waypoint without a wait.
        point: usize,
        /// Index of the next waypoint.
        next: usize,
    },
    /// All waits and legs together take more than [`MAX_PATH_TICKS`].
    TooLong,
    /// The speed is NaN, infinite, zero or negative.
    Speed,
    /// The wait is NaN, infinite or negative.
    Wait,
    /// The length of a tick is NaN, infinite, zero or negative.
    TimeStep,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathError::TooFew { points: 1 } => f.write_str("a path of one point goes nowhere"),
            PathError::TooFew { .. } => f.write_str("a path of no points goes nowhere"),
            PathError::OutOfWorld { point } => {
                write!(
                    f,
                    "point {point} of the path is more than {} px from the origin",
                    WORLD_LIMIT / UNITS_PER_PX
                )
            }
            PathError::NoTicks { point } => {
                write!(f, "the leg from point {point} of the path leads elsewhere and takes no ticks")
            }
            PathError::SamePlace { point, next } => {
                write!(
                    f,
                    "points {point} and {next} of the path are the same place, without a wait at {point}; leave one out"
                )
            }
            PathError::TooLong => write!(f, "the path takes more than {MAX_PATH_TICKS} ticks"),
            PathError::Speed => f.write_str("the speed of the path is to be finite and above 0 px/s"),
            PathError::Wait => f.write_str("the wait of the path is to be finite and not below 0 s"),
            PathError::TimeStep => f.write_str("the tick of the path is to be finite and above 0 s"),
        }
    }
}

impl std::error::Error for PathError {}

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

/// Condition for a mover to leave the first point of its path. Its riders are the bodies that stand on the mover itself, at the start
/// of a step. Each mover that waits scans all bodies in each step.
#[doc(alias("falling platform", "trigger platform"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathStart {
    /// The mover does not wait.
    #[default]
    AtOnce,
    /// The mover waits once for its first rider, before the wait of the first point.
    Ridden,
    /// The mover waits for a rider at the start of each round. With the mode [`Once`](PathMode::Once) there is one round.
    RiddenEachRound,
}

/// Speed and waits of a mover in pixels and seconds: for [`Path::with_speed`].
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
struct PathFields {
    #[serde(default)]
    mode: PathMode,
    #[serde(default)]
    easing: Easing,
    #[serde(default)]
    start: PathStart,
    waypoints: Vec<Waypoint>,
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

    /// Ticks from one waypoint to another: zero only if they are equal.
    fn ticks(self, from: IVec2, to: IVec2) -> Result<u32, PathError> {
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
fn whole_ticks(ticks: f64) -> Result<u32, PathError> {
    let whole = ticks.round_ties_even();
    if whole > f64::from(MAX_PATH_TICKS) { Err(PathError::TooLong) } else { Ok(whole as u32) }
}
