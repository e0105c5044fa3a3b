//! Boxes and shapes that do not fit a cell: listed in every cell they touch, met once.

use super::chunk::CELLS;
use super::plane::{EMPTY_PLANE, Plane};
use crate::aabb::Aabb;
use crate::constants::CHUNK;
use crate::shape::Convex;
use crate::tile::{LayerId, TileCoord, TileId};
use crate::treap::{NOTHING, Treaps};
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

/// Indices from here on are of tiles that reach beyond their cell; those below are [`BoxId`]s.
pub(crate) const OVERHANG: u32 = 1 << 31;

/// Boxes of one chunk by cell, loose ones or regions: an ordered set of indices for each cell, all in one array.
///
/// Movers change cells in every step, so a change costs the logarithm of one cell's set and, once the array is long enough, no
/// memory.
#[derive(Clone, Debug)]
pub(crate) struct LooseCells {
    /// Cells with at least one.
    pub(crate) any: Plane,
    /// By cell, the root of its set.
    roots: Box<[u32; CELLS]>,
    sets: Treaps<u32>,
}

impl LooseCells {
    pub(crate) fn new() -> Self {
        LooseCells { any: EMPTY_PLANE, roots: Box::new([NOTHING; CELLS]), sets: Treaps::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sets.are_empty()
    }

    /// Lists a box in a cell, in which it is not yet.
    pub(crate) fn insert(&mut self, cell: usize, index: u32) {
        self.roots[cell] = self.sets.insert(self.roots[cell], index);
        self.any[cell / CHUNK as usize] |= 1 << (cell % CHUNK as usize);
    }

    /// Takes a box off a cell's list, if it is there.
    pub(crate) fn remove(&mut self, cell: usize, index: u32) {
        let Some(root) = self.sets.remove(self.roots[cell], index) else { return };
        self.roots[cell] = root;
        if root == NOTHING {
            self.any[cell / CHUNK as usize] &= !(1 << (cell % CHUNK as usize));
        }
    }

    /// The boxes listed in a cell, by index, from index `from` on.
    pub(crate) fn of(&self, cell: usize, from: u32) -> impl Iterator<Item = u32> + '_ {
        self.sets.from(self.roots[cell], from)
    }

    /// The box that is listed in a cell, if it is one only.
    #[inline]
    pub(crate) fn only(&self, cell: usize) -> Option<u32> {
        self.sets.only(self.roots[cell])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn lists_are_those_of_sets_whatever_comes_and_goes() {
        let mut random = 11_u32;
        let mut next = move |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        let (mut lists, mut sets) = (LooseCells::new(), vec![BTreeSet::new(); 3]);
        let (mut met, mut emptied) = (0, 0);
        for step in 0..6000 {
            // Mostly more, then mostly fewer, so that lists grow long and end.
            let grows = step / 500 % 2 == 0;
            let (cell, index) = (next(3) as usize, next(16));
            if next(16) < if grows { 12 } else { 1 } {
                if sets[cell].insert(index) {
                    lists.insert(cell, index);
                }
            } else {
                lists.remove(cell, index);
                emptied += usize::from(sets[cell].remove(&index) && sets[cell].is_empty());
            }
            for (cell, set) in sets.iter().enumerate() {
                let from = next(16);
                let expected: Vec<u32> = set.range(from..).copied().collect();
                assert_eq!(lists.of(cell, from).collect::<Vec<_>>(), expected, "step {step}");
                assert_eq!(lists.only(cell), set.first().copied().filter(|_| set.len() == 1));
                assert_eq!(lists.any[0] >> cell & 1 != 0, !set.is_empty());
                met += expected.len();
            }
            assert_eq!(lists.is_empty(), sets.iter().all(BTreeSet::is_empty));
        }
        assert!(met > 20_000 && emptied > 3, "met {met}, emptied {emptied}");
    }
}
