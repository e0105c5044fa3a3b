//! Why a mover is refused.

use super::store::MoverId;
use std::error::Error;
use std::fmt;

/// What is wrong with a mover. Nothing was changed in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoverFault {
    /// There is another one of this id.
    Taken(MoverId),
    /// There is none of this id.
    Missing(MoverId),
    /// Its width or height is not positive.
    Size,
    /// It does not lie in the world.
    Position,
    /// Its velocity is NaN or beyond 1e9 px/s, or its rest beyond half a lattice unit.
    Velocity,
    /// Its layer or its tile is not of the world's grid.
    Tile,
    /// It would be carried by itself.
    OwnParent(MoverId),
    /// It would be carried by one that it carries.
    ParentCycle {
        /// The mover.
        mover: MoverId,
        /// Who was to carry it.
        parent: MoverId,
    },
    /// What is to carry it is not there.
    MissingParent(MoverId),
}

impl fmt::Display for MoverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoverFault::Taken(id) => write!(f, "id: there is a mover {} already", id.0),
            MoverFault::Missing(id) => write!(f, "id: there is no mover {}", id.0),
            MoverFault::Size => f.write_str("size: a mover is at least one lattice unit wide and high"),
            MoverFault::Position => {
                f.write_str("position: a mover lies within 8388607 px of the origin, and in `i32` units")
            }
            MoverFault::Velocity => {
                f.write_str("velocity: it is at most 1e9 px/s on each axis, and the rest within ±0.5 units")
            }
            MoverFault::Tile => f.write_str("tile: the layer or the tile is not of this world's grid"),
            MoverFault::OwnParent(id) => {
                write!(f, "parent: mover {} cannot be carried by itself; name another mover or none", id.0)
            }
            MoverFault::ParentCycle { mover, parent } => {
                write!(
                    f,
                    "parent: mover {} carries mover {}, so it cannot be carried by it",
                    mover.0, parent.0
                )
            }
            MoverFault::MissingParent(id) => write!(f, "parent: there is no mover {}", id.0),
        }
    }
}

impl Error for MoverFault {}
