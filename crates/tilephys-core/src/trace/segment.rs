//! A straight segment of a move, tested against one thing at a time. The things near it lie in the cells that a body grown by a
//! unit crosses, up to its hit.

use crate::aabb::Aabb;
use crate::controller::body::MemoryFilter;
use crate::controller::candidate::dot;
use crate::controller::{Actor, Body, Candidate, MoveConfig, MoveExtras, SLANTED, Sweep, TieRule};
use crate::direction::Direction;
use crate::grid::edges::{Side, Thing, stretch_in_area};
use crate::grid::{CHUNK_SHIFT, NO_BOX, Obstacle, Piece, PieceName, TileGrid, overlaps, touches};
use crate::ratio::Ratio;
use crate::tile::TileCoord;
use glam::IVec2;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The grid as a body collides with it.
pub struct Surroundings<'a> {
    grid: &'a TileGrid,
    config: &'a MoveConfig,
    size: IVec2,
    filter: MemoryFilter<'a>,
    extras: MoveExtras<'a>,
}

impl<'a> Surroundings<'a> {
    /// The grid as this body collides with it, with its settings and its transient state.
    pub fn new(grid: &'a TileGrid, body: &'a Body, config: &'a MoveConfig) -> Self {
        let filter = MemoryFilter::of(body, config);
        let extras = MoveExtras::plain(config);
        Surroundings { grid, config, size: body.size, filter, extras }
    }

    fn actor(&self) -> Actor<'_> {
        let view = self.grid.view(self.config.mask).filtered(Some(&self.filter));
        Actor { special: Some(&self.extras), ..Actor::new(view, self.size, self.config) }
    }

    /// The segment of the body from the min corner `at` by `d`, in lattice units.
    pub fn segment(&self, at: IVec2, d: IVec2) -> Segment<'_> {
        let actor = self.actor();
        Segment { actor, sweep: Sweep::new(actor, at, d), at, d }
    }

    /// The normal of a face that the body touches at `at` from above and that is too steep to stand on, if any.
    pub fn steep_under(&self, at: IVec2) -> Option<IVec2> {
        let view = self.actor().view;
        let stance = self.config.stance();
        let grown = view.cells().covered(at - IVec2::ONE, at + self.size + IVec2::ONE);
        let mut steep = None;
        if view.has_shapes() {
            view.any_piece(grown, |piece| {
                touches(piece, stance.against(piece.part, at, self.size), |normal| {
                    if dot(normal, stance.up.vector()) > 0 && !stance.is_floor(normal) {
                        steep = Some(normal);
                    }
                });
                steep.is_some()
            });
        }
        steep
    }
}

/// Distance of a body to the plane of a side, and its motion. Both are multiplied by the length of the normal, and positive outward.
#[derive(Clone, Copy)]
pub struct Approach {
    /// Distance of the leading corner of the body at the start of the segment.
    pub distance: i64,
    /// Translation of the segment.
    pub speed: i64,
}

/// A straight segment of a move.
pub struct Segment<'a> {
    pub(super) actor: Actor<'a>,
    pub(super) sweep: Sweep<'a>,
    pub(super) at: IVec2,
    pub(super) d: IVec2,
}

impl<'a> Segment<'a> {
    /// The face by which the segment enters a thing; `None` if it starts inside or does not enter.
    pub fn entry(&self, thing: &Thing) -> Option<Candidate> {
        if thing.is_whole {
            self.sweep.meets_tile(thing.bounds())
        } else {
            self.sweep.meets_piece(&thing.piece)
        }
    }

    /// Fraction of the segment at which a face is reached.
    pub fn reached(&self, found: &Candidate) -> Ratio {
        self.sweep.moment(found)
    }

    /// Compares the fractions at which two faces are reached.
    pub fn compare_fractions(&self, a: &Candidate, b: &Candidate) -> Ordering {
        self.sweep.compare_fractions(a, b)
    }

    /// `Greater` if `new` precedes `old`, which is reached at once with it, and the rule that decides.
    pub fn break_tie(&self, new: &Candidate, old: &Candidate) -> (Ordering, TieRule) {
        self.sweep.break_tie(new, old)
    }

    /// The thing to which a face belongs.
    ///
    /// # Panics
    /// If the grid does not have the thing.
    pub fn thing_of(&self, found: &Candidate) -> Thing<'a> {
        let view = self.actor.view;
        let Some(name) = found.name() else {
            let cell = TileCoord::new(found.col, found.row);
            let met = view.met_whole(cell).expect("a whole tile is there");
            let origin = IVec2::new(cell.col, cell.row) * view.cells().tile();
            let layer = met.layer.0;
            let name =
                PieceName { row: cell.row, col: cell.col, off_grid: NO_BOX, layer, part: 0, tile: met.tile };
            return Thing { met, piece: Piece { part: &view.grid.whole, origin, name }, is_whole: true };
        };
        Thing { met: view.grid.met(name), piece: view.piece(name), is_whole: false }
    }

    /// True if a side of the face's thing is the face.
    pub fn is_of(&self, side: &Side, found: &Candidate) -> bool {
        match side.slant {
            Some(slant) => found.axis == SLANTED && slant == found.piece.slant(),
            None => found.axis != SLANTED && side.normal == self.normal(found),
        }
    }

    /// The side of a thing that a face is. If it is none, the corner that a side of the body hits, as a side without length.
    pub fn side_of(&self, thing: &Thing, found: &Candidate) -> Side {
        let mut sides = thing.sides().into_iter();
        sides.find(|side| self.is_of(side, found)).unwrap_or_else(|| self.corner(thing, found))
    }

    fn normal(&self, found: &Candidate) -> IVec2 {
        found.normal(self.actor.view, self.sweep.forth)
    }

    fn corner(&self, thing: &Thing, found: &Candidate) -> Side {
        let normal = self.normal(found);
        let axis = found.axis;
        let positive = normal[axis] > 0;
        let Piece { part, origin, .. } = thing.piece;
        let mut end = if positive { origin + part.max } else { origin + part.min };
        end[1 - axis] = origin[1 - axis] + part.end(Direction::along(axis, positive))[0];
        Side { ends: [end, end], normal, slant: None }
    }

    /// True if the body can collide with a thing.
    pub fn sees(&self, thing: &Thing) -> bool {
        self.actor.view.sees_thing(thing)
    }

    /// True if the body drops through a thing.
    pub fn drops(&self, thing: &Thing) -> bool {
        self.actor.view.drops(&thing.piece)
    }

    /// True if the segment starts inside of a thing.
    pub fn starts_in(&self, thing: &Thing) -> bool {
        overlaps(&thing.piece, self.actor.outline(&thing.piece, self.at))
    }

    /// The solid that covers a side as far as the side lies in an area, or one of several; `None` if a stretch is open.
    pub fn covered_by(&self, thing: &Thing, side: &Side, area: Aabb) -> Option<Obstacle> {
        let (open, by) = self.actor.view.open_stretches(thing, side, stretch_in_area(side, area)?);
        by.filter(|_| open.is_empty())
    }

    /// How the body approaches the plane of a side.
    pub fn approach(&self, thing: &Thing, side: &Side) -> Approach {
        let outline = self.actor.outline(&thing.piece, self.at);
        let outline = if side.slant.is_some() { outline.to_slants() } else { outline };
        let normal = side.normal.as_i64vec2();
        // The leading corner of the body.
        let corner = |k: usize| {
            let size = if side.normal[k] < 0 { outline.size[k] } else { 0 };
            i64::from(outline.min[k]) + i64::from(size) - i64::from(side.ends[0][k])
        };
        let distance = normal.x * corner(0) + normal.y * corner(1);
        Approach { distance, speed: normal.dot(self.d.as_i64vec2()) }
    }
}

impl Candidate {
    /// True if both are one face.
    pub fn is_same_face(&self, other: &Candidate) -> bool {
        let key = |c: &Candidate| (c.row, c.col, c.off_grid, c.piece, c.axis);
        key(self) == key(other)
    }
}

/// Cells that an explanation examines for each straight segment of a move, at most.
///
/// 65,536 cells take some milliseconds, and no game has so many tiles beside one motion. The text says when the limit cuts it.
const EXPLAINED_CELLS: i32 = 1 << 16;

/// Margin on each side, in lattice units: includes the faces along which the body slides.
const MARGIN: i64 = 1;

impl<'a> Segment<'a> {
    /// Calls `visit` once with each thing near the segment, up to a tile behind its first hit, until it returns true. Returns
    /// true then, and also if there are too many cells.
    pub fn any_near(&self, first: Option<&Candidate>, mut visit: impl FnMut(Thing<'a>) -> bool) -> bool {
        let grid = self.actor.view.grid;
        let reach = first.map_or(self.d, |first| self.shortened(first));
        let bare = Sweep::new(self.actor, self.at, reach);
        let grown = Sweep {
            pos: bare.pos.map(|at| at - MARGIN),
            size: bare.size.map(|size| size + 2 * MARGIN),
            ..bare
        };
        let mut seen = BTreeSet::new();
        let mut cells_left = EXPLAINED_CELLS;
        let view = self.actor.view;
        // Rows of chunks that do not exist have nothing to test.
        let rows = |from: i32, to: i32, col0: i32, col1: i32| {
            let mut chunks = col0 >> CHUNK_SHIFT..=col1 >> CHUNK_SHIFT;
            let is_there = chunks.any(|x| view.slot(x, from >> CHUNK_SHIFT) != 0);
            let count = if is_there { (to - from).abs() + 1 } else { 0 };
            (0..count).map(move |step| from + step * (to - from).signum())
        };
        let mut is_ended = false;
        grown.spans_of_rows(rows, |span, _| {
            is_ended = span.any_chunk(|x, y, cells| {
                if view.slot(x, y) == 0 {
                    return false;
                }
                cells_left -= cells.col1 - cells.col0 + 1;
                cells_left < 0
                    || grid.any_thing(cells, |thing| {
                        let name = thing.piece.name;
                        (name.off_grid == NO_BOX || seen.insert(name)) && visit(thing)
                    })
            });
            !is_ended
        });
        is_ended
    }

    /// The translation up to a tile behind a hit. (Only a bound of the search, so it needs not be exact.)
    fn shortened(&self, first: &Candidate) -> IVec2 {
        let longest = f64::from(self.d.abs().max_element());
        let tile = self.sweep.tile[0].max(self.sweep.tile[1]) as f64;
        let part = self.sweep.moment(first).as_f64() + tile / longest;
        if part >= 1.0 {
            return self.d;
        }
        let cut = |k: usize| (f64::from(self.d[k]) * part) as i32;
        IVec2::new(cut(0), cut(1))
    }
}
