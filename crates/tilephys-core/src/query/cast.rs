//! Ray casts and segment casts through a grid.

use super::entries::{CastAll, Entries};
use super::neighborhood::ExactPoint;
use super::outline::Outline;
use super::query_view::Sight;
use super::walk::{Resume, walk};
use super::way::{Look, Way};
use super::{Query, QueryHit, Solid, Solids};
use crate::grid::{CellRect, TileGrid};
use crate::tile::TileCoord;
use glam::IVec2;
use std::ops::ControlFlow;

impl TileGrid {
    /// Casts a segment through the grid: the first solid that it enters.
    ///
    /// The segment is a box without size against the *union* of the solids; touching is no overlap:
    ///
    /// - A segment along the outside of solids, slanted ones too, or past a corner of a solid is not stopped.
    /// - A segment is stopped where solids on both sides of it touch, as two do corner to corner: no light leaks between
    ///   diagonal tiles.
    /// - The seam between two adjoining solids is no gap: a segment along the seam is stopped as by one solid.
    /// - A segment that ends on a face does not hit it. A segment that starts on a face and leads into it hits at fraction 0.
    /// - A segment that starts strictly inside a solid hits at once, without a face: see [`QueryHit::starts_inside`]. So does
    ///   a point (`from` = `to`) that is inside.
    /// - A one-way line stops a segment from its open side, or a segment that starts on it and leads against it. A free end of a
    ///   line stops nothing by itself; where it adjoins another line or a solid, there is no gap.
    ///
    /// The reported face is an exposed one. Where the segment hits a corner of the union exactly, two faces adjoin it, and so do they
    /// where solids touch on both sides. Of the faces that oppose the segment, the face that points more toward up is reported: a
    /// falling segment lands, a rising one keeps rising. On a flat surface it is the face of the solid ahead. Several solids
    /// that share the face are ordered by row and column, an off-grid shape before a tile, a whole tile before a shaped one, layer,
    /// part.
    ///
    /// Exact at any length; ends may lie anywhere in `i32`. For a ray, place `to` at its greatest range. The cost grows with the
    /// cells crossed up to the hit, 64 cells at a time. (The cast against one box, [`cast_segment`](crate::geometry::cast_segment),
    /// includes the edges of its box.)
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
    /// assert_eq!((hit.target.cell, hit.face), (TileCoord::new(10, 0), Some(Direction::Left)));
    /// assert_eq!((hit.shape.point, hit.shape.fraction.as_f32()), (px(160, 8), 0.5));
    /// assert!(grid.cast(px(0, 16), px(320, 16), u32::MAX).is_none(), "along its lower edge");
    /// ```
    #[must_use]
    #[doc(alias = "raycast")]
    #[doc(alias = "linecast")]
    #[doc(alias = "intersect_ray")]
    #[doc(alias = "query_segment")]
    pub fn cast<'a>(
        &'a self,
        from: IVec2,
        to: IVec2,
        query: impl Into<Query<'a>>,
    ) -> Option<QueryHit<Solid>> {
        self.first_entered(from, to, query.into())
    }

    fn first_entered(&self, from: IVec2, to: IVec2, query: Query) -> Option<QueryHit<Solid>> {
        let sight = Sight::new(self, query);
        let way = Way::new(sight, from, to);
        if query.filter.is_some() || from == to {
            way.first(None)
        } else if sight.view.has_shapes() {
            way.first_by_cells::<true>()
        } else {
            way.first_by_cells::<false>()
        }
    }

    /// Casts a segment through everything: all solids that it enters, in order of fraction, then by row and column, an off-grid
    /// shape before a tile. For penetrating projectiles, or a stop condition of the game. The iterator is lazy and allocates
    /// nothing.
    ///
    /// The solid that contains the start comes first, with fraction 0 and without a face. Of several whole tiles in a cell, the
    /// tile of the lowest layer is reported; of a shaped tile every part that is entered. The rules are as in [`cast`](Self::cast),
    /// with one difference: each part is reported at its own face. So later faces may be hidden ones. Of
    /// solids that touch on both sides of the segment, all with an opposing face are reported. (A one-way line at the far end of
    /// its cell precedes everything else at that point.)
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
    /// let cols: Vec<i32> = all.take_while(|hit| hit.shape.fraction.as_f32() < 0.5).map(|hit| hit.target.cell.col).collect();
    /// assert_eq!(cols, [3, 4]);
    /// ```
    #[doc(alias = "query_segment_with_coords")]
    pub fn cast_all<'a>(&'a self, from: IVec2, to: IVec2, query: impl Into<Query<'a>>) -> CastAll<'a> {
        CastAll::new(Way::new(Sight::new(self, query.into()), from, to))
    }
}

impl Way<'_> {
    /// The first hit among any shapes. If a cell is given, nothing is entered before it, except for a start inside.
    #[inline(never)]
    fn first(&self, cell: Option<TileCoord>) -> Option<QueryHit<Solid>> {
        let sight = self.sight;
        let from = self.from;
        // Asked first, because a start inside enters nothing on its way.
        if sight.is_inside(&ExactPoint::of(from)) {
            let solid = Solids::around(sight, from).next()?;
            return Some(QueryHit::inside(from, from, solid));
        }
        let mut entries = match cell {
            Some(cell) => Entries::from(*self, cell),
            None => Entries::new(*self),
        };
        let found = entries.next()?;
        let (entry, name) = self.surface(found.entry.fraction).unwrap_or((found.entry, found.name));
        Some(self.hit(entry, name))
    }

    /// Like `first`, for a segment of positive length and no filter. `SHAPES` is true if there may be others than whole tiles.
    #[inline(never)]
    fn first_by_cells<const SHAPES: bool>(&self) -> Option<QueryHit<Solid>> {
        // The traversal reports entries ahead, and a line at the very start is none of them.
        if SHAPES && self.starts_on_line() {
            return self.first(None);
        }
        // The first solid is nearly always a tile that the segment enters by one face.
        let first = walk::<SHAPES, _>(self, Resume::default(), |step| {
            let cell = TileCoord::new(step.col1, step.row1);
            if SHAPES {
                match self.may_meet_part(step) {
                    // Parts are decided by the exact path, from this cell on.
                    Some(true) => return ControlFlow::Break((Look::Unsure, cell)),
                    Some(false) => return ControlFlow::Continue(()),
                    None => {}
                }
            }
            match self.look_at(cell.col, cell.row) {
                Look::Misses => ControlFlow::Continue(()),
                Look::Touches if !self.is_stopped_beside(cell) => ControlFlow::Continue(()),
                other => ControlFlow::Break((other, cell)),
            }
        });
        match first {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break((Look::Enters(fraction, axis), cell)) => {
                let (layer, tile) = self.sight.whole(cell)?;
                Some(self.hit_across(axis, fraction, self.sight.whole_solid(cell, layer, tile)))
            }
            // A corner or a start inside: the exact path decides, from this cell on.
            ControlFlow::Break((_, cell)) => self.first(Some(cell)),
        }
    }

    /// True if the segment opposes a one-way line at its very start.
    #[inline(never)]
    fn starts_on_line(&self) -> bool {
        let mut starts = false;
        if self.may_start_on_line() {
            self.lines_at_start(|_| starts = true);
        }
        starts
    }

    /// True if the segment may hit or touch a part in these cells. `None` if not, but there may be a whole tile.
    #[inline(never)]
    fn may_meet_part(&self, step: CellRect) -> Option<bool> {
        let sight = self.sight;
        let meets =
            |o: &Outline| if o.is_solid() { self.through(o).is_some() } else { self.entry(o).is_some() };
        if sight.any_part(step, meets) {
            return Some(true);
        }
        let has_whole =
            sight.view.is_solid(step.col1, step.row1) || sight.view.is_solid(step.col0, step.row0);
        if has_whole { None } else { Some(false) }
    }
}
