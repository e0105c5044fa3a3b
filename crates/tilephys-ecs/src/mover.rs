//! What an entity has as a mover: plain data, to be read and written between steps as the game likes.

use crate::components::Position;
use glam::IVec2;
use hecs::Entity;
use tilephys_core::{LayerId, Path, TileId};

/// Makes an entity with a [`Position`] a mover: a solid that the game moves, such as a lift, a crusher or a door. It carries
/// who rides it and pushes who is in its way. It is no body: nothing stops it but bodies that
/// [block it](crate::SquishPolicy::BlockMover).
///
/// Its shape is its [`Collider`](crate::Collider); without one it has the shape of its tile (a one-way line, a slope), and
/// its position is the min corner of that shape's bounds. It goes, by the first of these that it has: to where
/// [`MoveTo`] says, along its [`MoverPath`], or with its [`Velocity`](crate::Velocity); and wherever what it is
/// [carried by](CarriedBy) goes. Setting its position puts it there at once, and carries nobody.
///
/// One with an unsound velocity, target or parent is reported and stands still by itself in this step; one whose place, size,
/// layer or tile is unsound is reported and not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The layer that hits on it name.
    pub layer: LayerId,
    /// What it is made of: category, material, and the shape if it has no collider.
    pub tile: TileId,
}

/// The path that a mover follows, one tick a step. While something blocks it, it waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoverPath {
    /// Its points are positions of the entity.
    pub path: Path,
    /// The tick at which the mover is. Each step writes it.
    pub tick: u64,
    /// How far what carries the mover has taken the path along, in lattice units. Each step writes it.
    pub offset: IVec2,
}

impl MoverPath {
    /// From the beginning.
    #[must_use]
    pub fn new(path: Path) -> Self {
        MoverPath { path, tick: 0, offset: IVec2::ZERO }
    }
}

/// The mover that takes this one along wherever it goes. If that is no mover, this one itself or one that it carries, this is
/// reported in every step: of several that carry each other in a ring, for the one with the greatest id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarriedBy(pub Entity);

/// Where a mover is to be after the next step, whatever its velocity; it carries and pushes on its way. The step takes the
/// request away, whether something blocked the mover or not. What rounding left does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTo(pub Option<Position>);

/// The engine knows the mover.
#[derive(Clone, Copy)]
pub(crate) struct KnownMover {
    /// Of two that have the same id, the one that became known first keeps it.
    pub(crate) number: u32,
}
