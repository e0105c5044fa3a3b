//! Validation errors of movers.

use crate::dynamics::ids::MoverId;
use std::error::Error;
use std::fmt;

/// Error of a mover. The world is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoverFault {
    /// Id already in use.
    Taken(MoverId),
    /// Unknown id.
    Missing(MoverId),
    /// Width or height that is not positive, or more than 4,194,304 [cells](crate::limits::MAX_SHAPE_CELLS) under the mover.
    Size,
    /// Position outside the world.
    Position,
    /// Velocity that is NaN or beyond 1e9 px/s, or remainder beyond half a lattice unit.
    Velocity,
    /// Layer or tile that does not exist in the world's grid.
    Tile,
    /// Mover that is its own parent.
    OwnParent(MoverId),
    /// Parent that is itself carried by the mover.
    ParentCycle {
        /// Child mover.
        mover: MoverId,
        /// Parent mover.
        parent: MoverId,
    },
    /// Parent that does not exist.
    MissingParent(MoverId),
}

impl fmt::Display for MoverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Each message begins with its field, so that a driver can show it beside the component.
        match self {
            MoverFault::Taken(id) => write!(f, "id: there is a mover {} already", id.0),
            MoverFault::Missing(id) => write!(f, "id: there is no mover {}", id.0),
            MoverFault::Size => f.write_str(
                "size: a mover must be at least one lattice unit wide and high, and cover at most 4194304 cells",
            ),
            MoverFault::Position => {
                f.write_str("position: a mover must lie within 8388607 px of the origin, and in `i32` units")
            }
            MoverFault::Velocity => f.write_str(
                "velocity: at most 1e9 px/s on each axis, with a remainder within ±0.5 lattice units",
            ),
            MoverFault::Tile => f.write_str("tile: the layer or the tile is not of this world's grid"),
            MoverFault::OwnParent(id) => {
                write!(f, "parent: mover {} cannot be carried by itself; name another mover or none", id.0)
            }
            MoverFault::ParentCycle { mover, parent } => {
                write!(
                    f,
                    "parent: mover {} already carries mover {}; parents must not form a cycle",
                    mover.0, parent.0
                )
            }
            MoverFault::MissingParent(id) => write!(f, "parent: there is no mover {}", id.0),
        }
    }
}

impl Error for MoverFault {}
