//! Overlap test, contacts and exposed faces at a place.

use super::cells::CellRect;
use super::piece::{Obstacle, Piece, is_apart, overlaps, touches};
use super::tile_grid::TileGrid;
use super::view::View;
use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::floor_classifier::{Outline, Stance};
use crate::tile::TileCoord;
use glam::IVec2;

/// A set of directions: exposed faces of a tile, or touching sides of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faces(pub(crate) u8);

impl Faces {
    /// The empty set.
    pub const NONE: Faces = Faces(0);

    /// True if the set contains `direction`.
    #[must_use]
    pub fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }

    /// The set with `direction` added.
    #[must_use]
    pub fn with(self, direction: Direction) -> Self {
        Faces(self.0 | 1 << direction as u8)
    }

    pub(crate) fn union(self, other: Faces) -> Self {
        Faces(self.0 | other.0)
    }
}

/// Contacts of a box with solids: floor, wall and ceiling. Depends on geometry only, not on earlier motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[doc(alias("manifold", "is_on_floor"))]
pub struct Contacts {
    /// Sides of the box on which a motion by 1/256 px would overlap a solid.
    pub sides: Faces,
}

impl Contacts {
    /// True if the box touches a solid on the side against `up`.
    #[must_use]
    pub fn floor(self, up: Direction) -> bool {
        self.sides.contains(up.opposite())
    }

    /// True if the box touches a solid on the side of `up`.
    #[must_use]
    pub fn ceiling(self, up: Direction) -> bool {
        self.sides.contains(up)
    }

    /// True if the box touches a solid on either of the other sides.
    #[must_use]
    pub fn wall(self, up: Direction) -> bool {
        Direction::ALL.iter().any(|&d| d.axis() != up.axis() && self.sides.contains(d))
    }
}

impl TileGrid {
    /// True if the box strictly overlaps anything that is solid to `mask`. Touching is no overlap.
    ///
    /// # Panics
    /// If the box has no area or reaches beyond the world.
    #[must_use]
    pub fn overlaps(&self, aabb: Aabb, mask: u32) -> bool {
        aabb.assert_in_world();
        self.view(mask).overlaps(aabb.min, aabb.max)
    }

    /// The sides on which the box touches a solid of `mask`. A slanted face of up to 45° counts as touched from above or below, a
    /// steeper face from the side.
    ///
    /// # Panics
    /// If the box has no area or reaches beyond the world.
    #[must_use]
    pub fn contacts(&self, aabb: Aabb, mask: u32) -> Contacts {
        aabb.assert_in_world();
        self.view(mask).contacts(aabb.min, aabb.max, Stance::usual(Direction::Up))
    }
}

impl View<'_> {
    pub(crate) fn overlaps(&self, min: IVec2, max: IVec2) -> bool {
        let covered = self.cells().covered(min, max);
        if let Some(window) = self.window(covered) {
            return window.bits != 0;
        }
        if self.quick_free(covered) {
            return false;
        }
        self.any_solid(covered).is_some()
            || self.has_shapes()
                && self.any_piece(covered, |piece| overlaps(piece, Outline::of(min, max - min)))
    }

    /// A solid that the box strictly overlaps: the first whole tile by row and column. Without one, the first of all other shapes by
    /// row, column, an off-grid shape before a tile, layer, id.
    #[cold]
    pub(crate) fn overlapped(&self, min: IVec2, max: IVec2) -> Option<Obstacle> {
        let covered = self.cells().covered(min, max);
        if let Some((col, row)) = self.any_solid(covered) {
            return self.met_whole(TileCoord::new(col, row));
        }
        // All parts are compared, because the order of a visit depends on the order in which shapes were set.
        let mut first = None;
        self.any_piece(covered, |piece| {
            if overlaps(piece, Outline::of(min, max - min)) {
                let met = self.grid.met(piece.name);
                let Obstacle { layer, cell, tile, off_grid } = met;
                let found = ((cell.row, cell.col, off_grid.is_none(), layer, off_grid, tile), met);
                first = Some(first.map_or(found, |first| found.min(first)));
            }
            false
        });
        first.map(|(_, met)| met)
    }

    #[inline]
    pub(crate) fn has_floor(&self, min: IVec2, max: IVec2, stance: Stance) -> bool {
        let (low, high) = strip(min, max, stance.up.opposite());
        let cells = self.cells().covered(low, high);
        if !self.has_shapes() {
            return !self.quick_free(cells) && self.any_solid(cells).is_some();
        }
        let grown = self.cells().covered(min - IVec2::ONE, max + IVec2::ONE);
        // Most bodies in the air end here, by one test of hot bits.
        if self.quick_free(grown) {
            return false;
        }
        let is_floor = |_: &Piece, normal| stance.is_floor(normal);
        self.any_solid(cells).is_some() || self.any_touched(grown, [min, max], stance, is_floor)
    }

    /// Calls `visit` with the normal of each floor that the box touches, once for all whole tiles.
    pub(crate) fn floors(&self, min: IVec2, max: IVec2, stance: Stance, mut visit: impl FnMut(IVec2)) {
        let (low, high) = strip(min, max, stance.up.opposite());
        if self.any_solid(self.cells().covered(low, high)).is_some() {
            visit(stance.up.vector());
        }
        let grown = self.cells().covered(min - IVec2::ONE, max + IVec2::ONE);
        self.any_touched(grown, [min, max], stance, |_, normal| {
            if stance.is_floor(normal) {
                visit(normal);
            }
            false
        });
    }

    /// Calls `visit` with each part that holds the box, and the normal of each face of it that the box touches, until it returns true;
    /// returns whether it did. `grown` are the cells within a unit of the box, because it touches shapes in cells that it does not cover.
    #[inline(always)]
    pub(super) fn any_touched(
        &self,
        grown: CellRect,
        [min, max]: [IVec2; 2],
        stance: Stance,
        mut visit: impl FnMut(&Piece, IVec2) -> bool,
    ) -> bool {
        self.any_held(grown, |piece| {
            let mut is_found = false;
            // Two units off, a body touches no part. The test of all planes is long.
            if !is_apart(piece, min - 2, max + 2) {
                let outline = stance.against(piece.part, min, max - min);
                touches(piece, outline, |normal| is_found |= visit(piece, normal));
            }
            is_found
        })
    }

    /// The sides on which the box touches a solid; the steepness of a slanted face decides its side.
    pub(crate) fn contacts(&self, min: IVec2, max: IVec2, stance: Stance) -> Contacts {
        let grown = self.cells().covered(min - IVec2::ONE, max + IVec2::ONE);
        let plain = self.window(grown);
        let mut sides = match plain.or_else(|| self.whole_window(grown)) {
            Some(window) if window.bits == 0 => Faces::NONE,
            Some(window) => Faces(window.sides_beside(grown, self.cells().covered(min, max))),
            None => self.sides_one_by_one(min, max),
        };
        if plain.is_none() && self.has_shapes() {
            self.any_touched(grown, [min, max], stance, |_, normal| {
                sides = sides.with(stance.side(normal));
                false
            });
        }
        Contacts { sides }
    }

    /// The sides on which a body too large for a window touches whole tiles: in a strip one unit wide on each.
    #[cold]
    fn sides_one_by_one(&self, min: IVec2, max: IVec2) -> Faces {
        Direction::ALL.into_iter().fold(Faces::NONE, |sides, d| {
            let (low, high) = strip(min, max, d);
            let touches = self.any_solid(self.cells().covered(low, high)).is_some();
            if touches { sides.with(d) } else { sides }
        })
    }
}

/// The area that a box would enter by a step of one unit in a direction.
pub(crate) fn strip(min: IVec2, max: IVec2, d: Direction) -> (IVec2, IVec2) {
    match d {
        Direction::Up => (IVec2::new(min.x, min.y - 1), IVec2::new(max.x, min.y)),
        Direction::Right => (IVec2::new(max.x, min.y), IVec2::new(max.x + 1, max.y)),
        Direction::Down => (IVec2::new(min.x, max.y), IVec2::new(max.x, max.y + 1)),
        Direction::Left => (IVec2::new(min.x - 1, min.y), IVec2::new(min.x, max.y)),
    }
}
