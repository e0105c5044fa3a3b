//! Rays and segments through a grid.

use super::entries::{CastAll, Entries};
use super::square::earlier;
use super::walk::{Resume, walk};
use super::way::{Entry, Look, Way};
use super::{GridHit, Solid};
use crate::grid::TileGrid;
use crate::ratio::Ratio;
use crate::tile::TileCoord;
use glam::IVec2;
use std::ops::ControlFlow;

impl TileGrid {
    /// The first thing solid to `mask` that the segment enters.
    ///
    /// The segment is a box without size, and what it meets is what is solid *put together*; touching is no overlap:
    ///
    /// - one that runs along the outside of solids, grazes a corner, or goes through the point at which two solids meet
    ///   corner to corner, is not stopped;
    /// - the seam between two adjoining solids is no gap: along it the segment is stopped as by one solid;
    /// - one that ends on a face does not hit it, one that starts on a face and leads into it does, at fraction 0;
    /// - one that starts strictly inside of something solid hits at once, without a face: see
    ///   [`GridHit::starts_inside`]. So does a point (`from` = `to`) that is inside.
    ///
    /// The face that is told is an exposed one. Where the segment meets a corner of what is solid exactly, it is the
    /// exposed face of what it enters; if both are exposed, the horizontal one when the segment falls, else the vertical
    /// one, as for a sweep; if both are hidden, because it leads into the angle of a wall and a floor, likewise that of the
    /// floor or of the wall. Of several solids that share the face, the first by row and column, a loose box before a tile.
    ///
    /// Exact at any length; ends may lie anywhere in `i32`. For a ray let `to` lie as far as it reaches. It costs what it
    /// crosses up to the hit, 64 cells at a time. (The cast of two boxes, [`cast_segment`](crate::cast_segment), counts the
    /// edges of its box.)
    ///
    /// ```
    /// use glam::{IVec2, UVec2};
    /// use tilephys_core::{Direction, Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// grid.set_tile(ground, TileCoord::new(10, 0), Some(stone));
    ///
    /// let px = |x, y| IVec2::new(x, y) * 256;
    /// let hit = grid.cast(px(0, 8), px(320, 8), u32::MAX).expect("a tile is in the way");
    /// assert_eq!((hit.solid.cell, hit.face), (TileCoord::new(10, 0), Some(Direction::Left)));
    /// assert_eq!((hit.point, hit.fraction.as_f32()), (px(160, 8), 0.5));
    /// assert!(grid.cast(px(0, 16), px(320, 16), u32::MAX).is_none(), "along its lower edge");
    /// ```
    #[must_use]
    #[doc(alias = "raycast")]
    #[doc(alias = "linecast")]
    #[doc(alias = "intersect_ray")]
    #[doc(alias = "query_segment")]
    pub fn cast(&self, from: IVec2, to: IVec2, mask: u32) -> Option<GridHit> {
        let (view, way) = (self.view(mask), Way::new(self.view(mask), from, to));
        if !view.has_loose() && from != to {
            // What is found first is nearly always a tile that is entered by one face.
            let first = walk(&way, Resume::default(), |step| match way.look_at(step.col1, step.row1) {
                Look::Misses => ControlFlow::Continue(()),
                look => ControlFlow::Break((look, TileCoord::new(step.col1, step.row1))),
            });
            match first {
                ControlFlow::Continue(()) => return None,
                ControlFlow::Break((Look::Enters(entry), cell)) => {
                    return Some(way.hit(entry, Solid::of_cell(view, cell)?));
                }
                ControlFlow::Break(_) => {}
            }
        }
        self.cast_closely(&way)
    }

    /// The same, whatever there is.
    #[inline(never)]
    fn cast_closely(&self, way: &Way) -> Option<GridHit> {
        let (view, from) = (way.view, way.from);
        if view.is_inside([from.x, from.y].map(i64::from)) {
            let solid = self.solids_at(from, view.mask).next()?;
            return Some(GridHit::inside(from, from, solid));
        }
        let mut entries = Entries::new(*way);
        let fraction = entries.next()?.entry.fraction;
        let (axis, solid) = entries.way.surface(fraction);
        Some(entries.way.hit(Entry { fraction, axis }, solid))
    }

    /// Everything solid to `mask` that the segment enters, in order of fraction, then by row and column, a loose box before
    /// a tile. For what goes through things, or stops at something of the game's own choice: the iterator finds the next
    /// one when it is asked, and allocates nothing.
    ///
    /// What the segment starts in comes first, with fraction 0 and without a face. Of several tiles in a cell the one of the
    /// lowest layer is told, and every loose box once. Rules are those of [`cast`](Self::cast), with one difference: each
    /// thing is told where its own face is passed, so beyond the first one faces may be hidden ones.
    ///
    /// ```
    /// use glam::{IVec2, UVec2};
    /// use tilephys_core::{Tile, TileCoord, TileGrid};
    ///
    /// let mut grid = TileGrid::new(UVec2::splat(16));
    /// let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    /// for col in [3, 4, 9] {
    ///     grid.set_tile(ground, TileCoord::new(col, 0), Some(stone));
    /// }
    /// let all = grid.cast_all(IVec2::new(0, 2048), IVec2::new(65_536, 2048), u32::MAX);
    /// let cols: Vec<i32> = all.take_while(|hit| hit.fraction.as_f32() < 0.5).map(|hit| hit.solid.cell.col).collect();
    /// assert_eq!(cols, [3, 4]);
    /// ```
    #[doc(alias = "query_segment_with_coords")]
    pub fn cast_all(&self, from: IVec2, to: IVec2, mask: u32) -> CastAll<'_> {
        CastAll::new(Way::new(self.view(mask), from, to))
    }
}

impl Way<'_> {
    /// The axis of the face at which the way, outside until then, goes into what is solid, and whose face it is. On both
    /// axes the four squares around the point tell: those behind and ahead.
    fn surface(&self, fraction: Ratio) -> (usize, Solid) {
        let [(x, x_whole), (y, y_whole)] = [self.units(0, fraction), self.units(1, fraction)];
        if let Some(axis) = self.parallel_to() {
            return (axis, self.end_of_seam(axis, if axis == 0 { x } else { y }));
        }
        let (ahead_x, ahead_y) = (self.ahead(0, x), self.ahead(1, y));
        let (axis, square) = if !x_whole {
            (1, [ahead_x, ahead_y])
        } else if !y_whole {
            (0, [ahead_x, ahead_y])
        } else {
            let (beside_x, beside_y) = ([ahead_x, self.behind(1, y)], [self.behind(0, x), ahead_y]);
            let falls = usize::from(self.d[1] > 0);
            match (self.view.is_covered(beside_x), self.view.is_covered(beside_y)) {
                (true, false) => (0, [ahead_x, ahead_y]),
                (false, true) => (1, [ahead_x, ahead_y]),
                (false, false) => (falls, [ahead_x, ahead_y]),
                (true, true) => (falls, [beside_x, beside_y][falls]),
            }
        };
        (axis, self.view.first_cover(square).expect("the way goes into something"))
    }

    /// Whose face ends a way parallel to an axis: one of those on both sides that do not reach back beyond it.
    fn end_of_seam(&self, axis: usize, units: i64) -> Solid {
        let (free, line) = (1 - axis, i64::from(self.from[1 - axis]));
        let of_side = |side: i64| {
            let square = |along: i64| {
                let mut square = [along; 2];
                square[free] = side;
                square
            };
            let is_face = !self.view.is_covered(square(self.behind(axis, units)));
            self.view.first_cover(square(self.ahead(axis, units))).filter(|_| is_face)
        };
        match (of_side(line - 1), of_side(line)) {
            (Some(a), Some(b)) => earlier(a, b),
            (a, b) => a.or(b).expect("one side was free before"),
        }
    }
}
