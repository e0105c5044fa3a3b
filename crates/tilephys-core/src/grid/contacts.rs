//! Questions about places: what overlaps, what touches, which faces are exposed.

use super::{BoxId, TileGrid, View};
use crate::aabb::Aabb;
use crate::constants::WORLD_LIMIT;
use crate::direction::Direction;
use crate::tile::TileCoord;
use glam::IVec2;

/// A set of directions: the exposed faces of a tile, the sides on which a box touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faces(u8);

impl Faces {
    /// No direction.
    pub const NONE: Faces = Faces(0);

    /// Is `direction` in the set?
    #[must_use]
    pub fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }

    /// One bit a direction, in the order of [`Direction::ALL`].
    pub(crate) fn to_bits(self) -> u8 {
        self.0
    }

    pub(crate) fn from_bits(bits: u8) -> Self {
        debug_assert!(bits < 16);
        Faces(bits)
    }

    /// The set with `direction` in it.
    #[must_use]
    pub fn with(self, direction: Direction) -> Self {
        Faces(self.0 | 1 << direction as u8)
    }
}

/// What a box rests on, leans against, or has over its head: facts of geometry, whatever it did before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contacts {
    /// The sides of the box on which moving by 1/256 px would overlap something solid.
    pub sides: Faces,
}

impl Contacts {
    /// Does it touch something on the side against `up`?
    #[must_use]
    pub fn floor(self, up: Direction) -> bool {
        self.sides.has(up.opposite())
    }

    /// Does it touch something on the side of `up`?
    #[must_use]
    pub fn ceiling(self, up: Direction) -> bool {
        self.sides.has(up)
    }

    /// Does it touch something on either of the other sides?
    #[must_use]
    pub fn wall(self, up: Direction) -> bool {
        Direction::ALL.iter().any(|&d| d.axis() != up.axis() && self.sides.has(d))
    }
}

impl TileGrid {
    /// Does the box strictly overlap anything that is solid to `mask`? Touching is no overlap.
    ///
    /// # Panics
    /// If the box has no area or reaches beyond the world.
    #[must_use]
    pub fn overlaps(&self, aabb: Aabb, mask: u32) -> bool {
        assert_in_world(aabb);
        self.view(mask).overlaps(aabb.min, aabb.max)
    }

    /// The sides on which the box touches something solid to `mask`.
    ///
    /// # Panics
    /// If the box has no area or reaches beyond the world.
    #[must_use]
    pub fn contacts(&self, aabb: Aabb, mask: u32) -> Contacts {
        assert_in_world(aabb);
        self.view(mask).contacts(aabb.min, aabb.max)
    }

    /// The faces of a whole tile whose neighbour is not a whole tile too; none if the cell itself is not solid to
    /// `mask`. Loose boxes hide nothing here.
    #[must_use]
    pub fn exposed_faces(&self, at: TileCoord, mask: u32) -> Faces {
        let view = self.view(mask);
        if !view.is_solid(at.col, at.row) {
            return Faces::NONE;
        }
        Direction::ALL.into_iter().fold(Faces::NONE, |faces, d| {
            let v = d.vector();
            if view.is_solid(at.col + v.x, at.row + v.y) { faces } else { faces.with(d) }
        })
    }
}

/// # Panics
/// If the box has no area or reaches beyond the world.
pub(crate) fn assert_in_world(aabb: Aabb) {
    assert!(aabb.min.x < aabb.max.x && aabb.min.y < aabb.max.y, "{aabb:?} has no area");
    let ends = [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y];
    assert!(
        ends.iter().all(|e| (-WORLD_LIMIT..=WORLD_LIMIT).contains(e)),
        "{aabb:?} reaches beyond the world"
    );
}

impl View<'_> {
    /// Does the box strictly overlap anything?
    pub(crate) fn overlaps(&self, min: IVec2, max: IVec2) -> bool {
        let covered = self.cells().covered(min, max);
        if self.quick_free(covered) {
            return false;
        }
        let strictly = |b: &Aabb| b.min.x < max.x && min.x < b.max.x && b.min.y < max.y && min.y < b.max.y;
        self.any_solid(covered).is_some()
            || self.has_loose() && self.any_loose(covered, |_, b| strictly(&b.aabb))
    }

    /// Something that the box strictly overlaps: the first tile by row and column, else a loose box.
    #[cold]
    pub(crate) fn overlapped(&self, min: IVec2, max: IVec2) -> Option<(TileCoord, Option<BoxId>)> {
        let covered = self.cells().covered(min, max);
        if let Some((col, row)) = self.any_solid(covered) {
            return Some((TileCoord::new(col, row), None));
        }
        let (bounds, mut first) = (Aabb { min, max }, None);
        self.any_loose(covered, |index, b| {
            if b.aabb.overlaps(bounds) {
                first = Some((self.grid.cell_at(b.aabb.min), Some(BoxId(index))));
            }
            first.is_some()
        });
        first
    }

    /// The sides on which the box touches something.
    pub(crate) fn contacts(&self, min: IVec2, max: IVec2) -> Contacts {
        let grown = self.cells().covered(min - IVec2::ONE, max + IVec2::ONE);
        let window = self.window(grown);
        if window.is_some_and(|w| w.bits == 0) {
            return Contacts::default();
        }
        let strip = |d: Direction| match d {
            Direction::Up => (IVec2::new(min.x, min.y - 1), IVec2::new(max.x, min.y)),
            Direction::Right => (IVec2::new(max.x, min.y), IVec2::new(max.x + 1, max.y)),
            Direction::Down => (IVec2::new(min.x, max.y), IVec2::new(max.x, max.y + 1)),
            Direction::Left => (IVec2::new(min.x - 1, min.y), IVec2::new(min.x, max.y)),
        };
        let sides = Direction::ALL.into_iter().fold(Faces::NONE, |sides, d| {
            let (low, high) = strip(d);
            let touches = match window {
                Some(window) => window.has_any_in(self.cells().covered(low, high)),
                None => self.overlaps(low, high),
            };
            if touches { sides.with(d) } else { sides }
        });
        Contacts { sides }
    }
}
