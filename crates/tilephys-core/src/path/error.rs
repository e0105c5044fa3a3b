//! Validation errors of paths.

use crate::limits::{MAX_PATH_TICKS, UNITS_PER_PX, WORLD_LIMIT};
use std::fmt;

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
