//! Shapes off the grid: static boxes and movers, listed in every cell that they touch.

use super::plane::{CELLS, EMPTY_PLANE, Plane};
use crate::aabb::Aabb;
use crate::limits::{CHUNK_SIZE, WORLD_LIMIT};
use crate::shape::Convex;
use crate::tile::{LayerId, TileCoord, TileId};
use crate::treap::{NOTHING, Treaps};
use glam::{I64Vec2, IVec2, Vec2};

/// Id of an off-grid shape, returned by [`TileGrid::add_box`](crate::TileGrid::add_box).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShapeId(pub(crate) u32);

impl ShapeId {
    /// Index of the shape; greater for shapes that were added later.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An off-grid shape: a box or tile shape anywhere on the lattice, with the layer and the kind of tile that hits name.
#[derive(Clone, Debug)]
pub struct OffGridShape {
    /// Bounds of the shape, in lattice units.
    pub aabb: Aabb,
    /// Layer of the shape.
    pub layer: LayerId,
    /// Kind of tile, which also gives the shape, unless it [is a box](Self::is_box).
    pub tile: TileId,
    /// Velocity of the shape, in px/s.
    pub(crate) velocity: Vec2,
    /// Offset from the low corner of the bounds to the origin of the tile's shape.
    pub(crate) to_origin: IVec2,
    /// Convex form of a box, from its low corner; `None` for the shape of the tile.
    pub(crate) own: Option<Box<Convex>>,
    /// Cell of a tile that extends beyond its cell; `None` for other shapes.
    pub(crate) of_cell: Option<TileCoord>,
}

impl OffGridShape {
    /// A box at rest.
    pub(super) fn of_box(layer: LayerId, aabb: Aabb, tile: TileId) -> Self {
        let own = Some(Box::new(Convex::of_box(IVec2::ZERO, aabb.max - aabb.min)));
        let velocity = Vec2::ZERO;
        let to_origin = IVec2::ZERO;
        OffGridShape { aabb, layer, tile, velocity, to_origin, own, of_cell: None }
    }

    /// True if the shape is a box, false if it is the shape of its tile.
    #[must_use]
    pub fn is_box(&self) -> bool {
        self.own.is_some()
    }

    /// Velocity of the shape without its surface velocity, zero for all but movers, in px/s.
    #[must_use]
    pub fn velocity(&self) -> Vec2 {
        self.velocity
    }

    /// Least and greatest low corner of the bounds that keep the shape in the world, in lattice units.
    pub(crate) fn range(&self) -> [IVec2; 2] {
        corners_in_world(self.aabb.size(), self.to_origin)
    }

    /// Low corner of the cell of its tile; the low corner of a box. In lattice units.
    #[must_use]
    pub fn origin(&self) -> IVec2 {
        self.aabb.min.saturating_sub(self.to_origin)
    }
}

/// Least and greatest low corner of the bounds of a shape in the world. `to_origin` leads from the low corner of the cell to the
/// low corner of the bounds. The corner of the cell may lie beyond the world, but not beyond `i32`.
pub(crate) fn corners_in_world(size: I64Vec2, to_origin: IVec2) -> [IVec2; 2] {
    let least = |k: usize| Ord::max(-WORLD_LIMIT, i32::MIN + to_origin[k].max(0));
    // A box can be wider than `i32`, but no wider than the world.
    let end = |k: usize| (i64::from(WORLD_LIMIT) - size[k]) as i32;
    let greatest = |k: usize| end(k).min(i32::MAX + to_origin[k].min(0));
    [IVec2::new(least(0), least(1)), IVec2::new(greatest(0), greatest(1))]
}

/// First index of tiles that extend beyond their cell; lesser indices are [`ShapeId`]s.
pub(crate) const OVERHANG: u32 = 1 << 31;

/// Cell lists of one chunk, for off-grid shapes or regions: an ordered set of indices for each cell, all in one array.
///
/// Movers change cells in every step. So a change costs the logarithm of one cell's set and, once the array is long enough, no
/// allocation.
#[derive(Clone, Debug)]
pub(crate) struct OffGridCells {
    /// Plane of the cells with at least one entry.
    pub(crate) any: Plane,
    /// Plane of the cells with several entries.
    pub(crate) many: Plane,
    /// Root of the set of each cell.
    roots: Box<[u32; CELLS]>,
    sets: Treaps<u32>,
}

impl OffGridCells {
    pub(crate) fn new() -> Self {
        let roots = Box::new([NOTHING; CELLS]);
        let sets = Treaps::default();
        OffGridCells { any: EMPTY_PLANE, many: EMPTY_PLANE, roots, sets }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sets.are_empty()
    }

    /// Adds a shape to the list of a cell that does not contain it.
    pub(crate) fn insert(&mut self, cell: usize, index: u32) {
        self.roots[cell] = self.sets.insert(self.roots[cell], index);
        self.mark(cell);
    }

    /// Removes a shape from the list of a cell, if it is listed.
    pub(crate) fn remove(&mut self, cell: usize, index: u32) {
        let Some(root) = self.sets.remove(self.roots[cell], index) else { return };
        self.roots[cell] = root;
        self.mark(cell);
    }

    /// Sets the bits of a cell in both planes.
    fn mark(&mut self, cell: usize) {
        let row = cell / CHUNK_SIZE as usize;
        let bit = 1 << (cell % CHUNK_SIZE as usize);
        let has_any = self.roots[cell] != NOTHING;
        let has_many = has_any && self.only(cell).is_none();
        let set = |word: &mut u64, on: bool| *word = if on { *word | bit } else { *word & !bit };
        set(&mut self.any[row], has_any);
        set(&mut self.many[row], has_many);
    }

    /// The shapes listed in a cell, by index, from index `from` on.
    pub(crate) fn of(&self, cell: usize, from: u32) -> impl Iterator<Item = u32> + '_ {
        self.sets.from(self.roots[cell], from)
    }

    /// The shape listed in a cell, if there is exactly one.
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
    fn cell_lists_match_sets_under_random_edits() {
        let mut random = 11_u32;
        let mut next = move |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        let mut lists = OffGridCells::new();
        let mut sets = vec![BTreeSet::new(); 3];
        let mut met = 0;
        let mut emptied = 0;
        for step in 0..6000 {
            // Insertions prevail, then removals, so that lists grow long and become empty.
            let grows = step / 500 % 2 == 0;
            let cell = next(3) as usize;
            let index = next(16);
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
                assert_eq!(lists.many[0] >> cell & 1 != 0, set.len() > 1);
                met += expected.len();
            }
            assert_eq!(lists.is_empty(), sets.iter().all(BTreeSet::is_empty));
        }
        assert!(met > 20_000 && emptied > 3, "met {met}, emptied {emptied}");
    }
}
