//! Static boxes and shapes that do not fit a cell: listed in every cell they touch, met once.

use super::plane::{EMPTY_PLANE, Plane};
use crate::aabb::Aabb;
use crate::constants::CHUNK;
use crate::shape::Convex;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::IVec2;
use std::collections::BTreeSet;

/// A static box off the cells, as given by [`TileGrid::add_box`](crate::TileGrid::add_box).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxId(pub(crate) u32);

impl BoxId {
    /// A number that is greater for what was added later.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What lies anywhere on the lattice and not in a cell: a box or another shape, with the layer and the kind of tile that
/// hits on it name.
#[derive(Clone, Debug)]
pub struct LooseBox {
    /// Its bounds.
    pub aabb: Aabb,
    /// The layer it belongs to.
    pub layer: LayerId,
    /// The kind of tile it is made of. Its shape is that of the tile, unless it [is a box](Self::is_box).
    pub tile: TileId,
    /// From where the tile's shape counts to the low corner of the bounds.
    pub(crate) to_origin: IVec2,
    /// Its own box, if that is its shape.
    pub(crate) own: Option<Box<Convex>>,
    /// The cell to which it belongs, if it is a tile that reaches beyond its cell.
    pub(crate) of_cell: Option<TileCoord>,
}

impl LooseBox {
    /// Is it a box? Else it has the shape of its tile.
    #[must_use]
    pub fn is_box(&self) -> bool {
        self.own.is_some()
    }

    /// Where the low corner of its tile's cell would be, in lattice units; the low corner of a box.
    #[must_use]
    pub fn origin(&self) -> IVec2 {
        self.aabb.min - self.to_origin
    }
}

/// The loose boxes of one chunk by cell.
#[derive(Clone, Debug)]
pub(crate) struct LooseCells {
    /// Cells with at least one.
    pub(crate) any: Plane,
    /// (cell, box).
    list: BTreeSet<(u16, u32)>,
}

impl LooseCells {
    pub(crate) fn new() -> Self {
        LooseCells { any: EMPTY_PLANE, list: BTreeSet::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn insert(&mut self, cell: usize, index: u32) {
        self.list.insert((cell as u16, index));
        self.any[cell / CHUNK as usize] |= 1 << (cell % CHUNK as usize);
    }

    pub(crate) fn remove(&mut self, cell: usize, index: u32) {
        self.list.remove(&(cell as u16, index));
        if self.of(cell, 0).next().is_none() {
            self.any[cell / CHUNK as usize] &= !(1 << (cell % CHUNK as usize));
        }
    }

    /// The boxes listed in a cell, by index, from index `from` on.
    pub(crate) fn of(&self, cell: usize, from: u32) -> impl Iterator<Item = u32> {
        self.list.range((cell as u16, from)..=(cell as u16, u32::MAX)).map(|e| e.1)
    }
}
