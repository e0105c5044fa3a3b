//! Boxes and shapes that do not fit a cell: listed in every cell they touch, met once.

use super::chunk::CELLS;
use super::plane::{EMPTY_PLANE, Plane};
use crate::aabb::Aabb;
use crate::constants::CHUNK;
use crate::shape::Convex;
use crate::tile::{LayerId, TileCoord, TileId};
use glam::{IVec2, Vec2};

/// A box or shape off the cells, as given by [`TileGrid::add_box`](crate::TileGrid::add_box).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// How it moves, in px/s.
    pub(crate) velocity: Vec2,
    /// From where the tile's shape counts to the low corner of the bounds.
    pub(crate) to_origin: IVec2,
    /// Its own box, from its low corner, if that is its shape.
    pub(crate) own: Option<Box<Convex>>,
    /// The cell to which it belongs, if it is a tile that reaches beyond its cell.
    pub(crate) of_cell: Option<TileCoord>,
}

impl LooseBox {
    /// One that is a box, at rest.
    pub(super) fn of_box(layer: LayerId, aabb: Aabb, tile: TileId) -> Self {
        let own = Some(Box::new(Convex::of_box(IVec2::ZERO, aabb.max - aabb.min)));
        let (velocity, to_origin) = (Vec2::ZERO, IVec2::ZERO);
        LooseBox { aabb, layer, tile, velocity, to_origin, own, of_cell: None }
    }

    /// Is it a box? Else it has the shape of its tile.
    #[must_use]
    pub fn is_box(&self) -> bool {
        self.own.is_some()
    }

    /// How it moves, in px/s, besides what its surface does: zero for all but movers.
    #[must_use]
    pub fn velocity(&self) -> Vec2 {
        self.velocity
    }

    /// Where the low corner of its tile's cell would be, in lattice units; the low corner of a box.
    #[must_use]
    pub fn origin(&self) -> IVec2 {
        self.aabb.min.saturating_sub(self.to_origin)
    }
}

/// In place of an entry of [`LooseCells`].
const NONE: u32 = u32::MAX;

/// The loose boxes of one chunk by cell: a list for each cell, by ascending index, all in one array.
///
/// Movers change cells in every step, so changes cost the length of one cell's list and, once the array is long enough, no
/// memory.
#[derive(Clone, Debug)]
pub(crate) struct LooseCells {
    /// Cells with at least one.
    pub(crate) any: Plane,
    /// By cell, its first entry.
    first: Box<[u32; CELLS]>,
    entries: Vec<Entry>,
    /// The first of the entries that are free.
    free: u32,
    used: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    index: u32,
    next: u32,
}

impl LooseCells {
    pub(crate) fn new() -> Self {
        let first = Box::new([NONE; CELLS]);
        LooseCells { any: EMPTY_PLANE, first, entries: Vec::new(), free: NONE, used: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Lists a box in a cell, in which it is not yet.
    pub(crate) fn insert(&mut self, cell: usize, index: u32) {
        let before = self.last_below(cell, index);
        let next = self.next_of(cell, before);
        let entry = Entry { index, next };
        let at = self.free;
        let at = match self.entries.get_mut(at as usize) {
            Some(free) => {
                self.free = std::mem::replace(free, entry).next;
                at
            }
            None => {
                self.entries.push(entry);
                (self.entries.len() - 1) as u32
            }
        };
        self.link(cell, before, at);
        self.used += 1;
        self.any[cell / CHUNK as usize] |= 1 << (cell % CHUNK as usize);
    }

    /// Takes a box off a cell's list, if it is there.
    pub(crate) fn remove(&mut self, cell: usize, index: u32) {
        let before = self.last_below(cell, index);
        let at = self.next_of(cell, before);
        let Some(&Entry { index: found, next }) = self.entries.get(at as usize) else { return };
        if found != index {
            return;
        }
        self.link(cell, before, next);
        self.entries[at as usize].next = self.free;
        (self.free, self.used) = (at, self.used - 1);
        if self.first[cell] == NONE {
            self.any[cell / CHUNK as usize] &= !(1 << (cell % CHUNK as usize));
        }
    }

    /// The boxes listed in a cell, by index, from index `from` on.
    pub(crate) fn of(&self, cell: usize, from: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.first[cell];
        let all = std::iter::from_fn(move || {
            let entry = self.entries.get(at as usize)?;
            at = entry.next;
            Some(entry.index)
        });
        all.skip_while(move |&index| index < from)
    }

    /// The box that is listed in a cell, if it is one only.
    #[inline]
    pub(crate) fn only(&self, cell: usize) -> Option<u32> {
        let entry = self.entries.get(self.first[cell] as usize)?;
        (entry.next == NONE).then_some(entry.index)
    }

    /// The last entry of a cell that comes before a box.
    fn last_below(&self, cell: usize, index: u32) -> Option<u32> {
        let (mut last, mut at) = (None, self.first[cell]);
        while let Some(entry) = self.entries.get(at as usize).filter(|entry| entry.index < index) {
            (last, at) = (Some(at), entry.next);
        }
        last
    }

    /// The entry of a cell after another, or its first.
    fn next_of(&self, cell: usize, before: Option<u32>) -> u32 {
        before.map_or(self.first[cell], |before| self.entries[before as usize].next)
    }

    fn link(&mut self, cell: usize, before: Option<u32>, at: u32) {
        match before {
            Some(before) => self.entries[before as usize].next = at,
            None => self.first[cell] = at,
        }
    }
}
