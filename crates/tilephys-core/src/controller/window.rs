//! First hit of a short motion, from a window of cells held in one register.
//!
//! Most motions cross few cells, whose solid bits fit one word. Each tile that may come first is tested against the motion by its
//! near and far fractions (the slab test), brought to one denominator. Ties and corners take a second look at the window. Rare
//! cases are left to the sweep of the grid, which is slower and gives identical results: long motions, large tiles.
//!
//! Ties have the results of the sweep of the grid, which compares faces of any shape in 128 bits. Here one denominator serves
//! all tiles, and 64 bits hold all products.

use super::candidate::Candidate;
use crate::direction::Direction;
use crate::grid::{View, Window};
use crate::tile::TileCoord;
use glam::IVec2;
use std::hint::select_unpredictable;

#[derive(Clone, Copy)]
pub(crate) enum WindowResult {
    /// The box travels its whole translation.
    Free,
    /// The candidate is hit first. There are only whole tiles.
    Hit(Candidate),
    /// The candidate is hit first, among other shapes than whole tiles. If `is_clear`, no solid overlaps the body there, with each
    /// axis rounded toward its start.
    Shaped { found: Candidate, is_clear: bool },
    /// The box overlaps a tile at the start.
    Inside,
    /// The window does not decide the result.
    Unsure,
}

/// Length of a translation, or of the sum of tile and body, from which products might overflow here.
const TOO_LONG: u32 = 1 << 24;
const TOO_LARGE: u32 = 1 << 30;

/// The first hit of the box with min corner `pos` and `size` moving by `d`, whose motion lies in the window.
///
/// Tiles that cannot be first are not tested. Of the tiles that the box overlaps at the start, one is always
/// tested: the tile nearest to the window corner from which the box moves. A neighbour before it is not solid.
///
/// Of several faces hit at once the tie rules select one. Of faces in line any will do, unless `names` is true.
#[inline(always)]
pub(crate) fn first_hit(
    view: View,
    window: Window,
    [pos, size, d]: [IVec2; 3],
    (up, names): (Direction, bool),
) -> WindowResult {
    let tile = view.cells().tile();
    let run = [d.x.unsigned_abs(), d.y.unsigned_abs()];
    let span = [(tile.x as u32).wrapping_add(size.x as u32), (tile.y as u32).wrapping_add(size.y as u32)];
    if run[0] | run[1] >= TOO_LONG || span[0] | span[1] >= TOO_LARGE {
        return WindowResult::Unsure;
    }
    let forth = [d.x > 0, d.y > 0];
    // A fraction is a distance times its axis' scale, over the product of both scales. An axis without motion needs no
    // special case. The window's cells all overlap the box on that axis, so the near face is behind and the far face
    // later than any hit.
    let scale = [i64::from(run[1].max(1)), i64::from(run[0].max(1))];
    let span = [0, 1].map(|k| i64::from(span[k]) * scale[k]);
    // Distance to the near face of the window's first cell, and from one cell to the next.
    let near = |k: usize, cell: i32| {
        let gap = i64::from(cell) * i64::from(tile[k]) - i64::from(pos[k]);
        let tile = i64::from(tile[k]);
        if forth[k] { (gap - i64::from(size[k]), tile) } else { (-gap - tile, -tile) }
    };
    let (x0, step_x) = near(0, window.col);
    let (y0, step_y) = near(1, window.row);
    let whole = scale[0] * scale[1];
    let fractions = |bit: u32| {
        let (col, row) = Window::cell(bit);
        let x = x0 + i64::from(col) * step_x;
        let y = y0 + i64::from(row) * step_y;
        (x, y, x * scale[0], y * scale[1])
    };
    let mut best = whole;
    let mut first = 0;
    let mut first_on_x = false;
    let mut unsure = false;
    let mut inside = false;
    // No branches on a tile's fractions, because they are unpredictable.
    let mut test = |bit: u32, is_tile: bool| {
        let (_, _, enter_x, enter_y) = fractions(bit);
        let enter = enter_x.max(enter_y);
        let exit = (enter_x + span[0]).min(enter_y + span[1]);
        let is_corner = enter_x == enter_y;
        let on_x = enter_x > enter_y;
        let ties = enter == best;
        // A face in line with the first one stops the body in the same place.
        let is_other = ties & (names | (on_x != first_on_x) | unsure);
        let hits = is_tile & (enter >= 0) & (enter < exit) & (enter <= best) & (enter != whole);
        inside |= is_tile & (enter < 0) & (exit > 0);
        unsure = select_unpredictable(hits, is_other | is_corner, unsure);
        first_on_x = select_unpredictable(hits, on_x, first_on_x);
        first = select_unpredictable(hits, bit, first);
        best = select_unpredictable(hits, enter, best);
    };
    let mut bits = window.can_be_first(forth);
    if bits == 0 {
        return WindowResult::Free;
    }
    // Two at a time: one or two are the most frequent counts, and a branch between them is unpredictable.
    while bits != 0 {
        let rest = bits & (bits - 1);
        test(bits.trailing_zeros(), true);
        test(rest.trailing_zeros(), rest != 0);
        bits = rest & rest.wrapping_sub(1);
    }
    if inside {
        return WindowResult::Inside;
    }
    if unsure {
        return first_of_tied(view, window, [pos, size, d], up, best);
    }
    if best == whole {
        return WindowResult::Free;
    }
    let (x, y, enter_x, enter_y) = fractions(first);
    let on_x = enter_x > enter_y;
    let (col, row) = Window::cell(first);
    let distance = select_unpredictable(on_x, x, y);
    let at = TileCoord::new(window.col + col, window.row + row);
    WindowResult::Hit(Candidate::of_tile(usize::from(!on_x), distance, at))
}

/// The first of several faces hit at once, or a corner; `when` is the time of the hit over the product of the translations.
#[inline(never)]
fn first_of_tied(
    view: View,
    window: Window,
    [pos, size, d]: [IVec2; 3],
    up: Direction,
    when: i64,
) -> WindowResult {
    let tile = view.cells().tile();
    let wide = |v: IVec2| [v.x.into(), v.y.into()];
    let [col, row]: [i64; 2] = [window.col.into(), window.row.into()];
    // From the body's position, so that the numbers are small wherever in the world it is.
    let low = [col * i64::from(tile.x) - i64::from(pos.x), row * i64::from(tile.y) - i64::from(pos.y)];
    let tied = TiedTiles { d: wide(d), size: wide(size), tile: wide(tile), low, when, up };
    // Ties need exact products of 64 bits. The sweep decides larger motions.
    if !tied.fits() {
        return WindowResult::Unsure;
    }
    let (bit, axis) = tied.first(tied.hit_among(window.can_be_first([d.x > 0, d.y > 0])));
    let (col, row) = Window::cell(bit);
    let cell = [col, row][axis];
    let near = low[axis] + i64::from(cell) * tied.tile[axis];
    let distance = if d[axis] > 0 { near - tied.size[axis] } else { -near - tied.tile[axis] };
    WindowResult::Hit(Candidate::of_tile(axis, distance, TileCoord::new(window.col + col, window.row + row)))
}

/// A straight motion at its first hit, relative to the body's min corner. Pairs are by axis.
pub(super) struct TiedTiles {
    pub(super) d: [i64; 2],
    pub(super) size: [i64; 2],
    pub(super) tile: [i64; 2],
    /// Low side of the window's first cell.
    pub(super) low: [i64; 2],
    /// Time of the hit: a fraction over the product of the translations, where 1 stands for no translation.
    pub(super) when: i64,
    pub(super) up: Direction,
}

impl TiedTiles {
    /// True if no product overflows: the low side of a tile is less than 8 tiles and a body away, so `2^21 * 2^36` is the
    /// greatest one.
    pub(super) fn fits(&self) -> bool {
        const REACH: i64 = 1 << 18;
        [0, 1].iter().all(|&k| self.d[k].abs() < REACH && self.size[k] + self.tile[k] < REACH)
    }

    pub(super) fn hit_among(&self, mut bits: u32) -> u32 {
        let run = self.runs();
        let mut hit = 0;
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let enter = self.enter(self.low_of(Window::cell(bit)), run);
            let leaves = |k: usize| enter[k] + (self.size[k] + self.tile[k]) * run[1 - k] <= self.when;
            let is_hit = enter[0].max(enter[1]) == self.when && !leaves(0) && !leaves(1);
            hit |= u32::from(is_hit) << bit;
        }
        hit
    }

    /// The bit of the tile that comes first by the tie rules, and the axis of its face. All tiles of `bits` are hit at the time.
    #[inline(never)]
    pub(super) fn first(&self, mut bits: u32) -> (u32, usize) {
        let TiedTiles { d, size, tile, when, .. } = *self;
        let run = self.runs();
        let whole = run[0] * run[1];
        let mut best = None;
        let mut named = (0, 0);
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let (col, row) = Window::cell(bit);
            let low = self.low_of((col, row));
            let [x, y] = self.enter(low, run);
            let axis = if x == y { axis_of_corner(d, self.up) } else { usize::from(x < y) };
            let free = 1 - axis;
            // Both ends of the contact, over the same denominator as the time. A corner has no extent.
            let from = d[free] * when;
            let at = low[free] * whole;
            let extent = (from + size[free] * whole).min(at + tile[free] * whole) - from.max(at);
            let nearness = -i64::from([col, row][free]) * d[free].signum();
            let rank = (extent, axis == self.up.axis(), nearness, -row, -col);
            if best.is_none_or(|best| rank > best) {
                best = Some(rank);
                named = (bit, axis);
            }
        }
        named
    }

    #[inline(always)]
    fn runs(&self) -> [i64; 2] {
        self.d.map(|d| if d == 0 { 1 } else { d.abs() })
    }

    #[inline(always)]
    fn low_of(&self, (col, row): (i32, i32)) -> [i64; 2] {
        [self.low[0] + i64::from(col) * self.tile[0], self.low[1] + i64::from(row) * self.tile[1]]
    }

    /// Times at which the near faces of a tile are reached. Without motion on an axis, negative there.
    #[inline(always)]
    fn enter(&self, low: [i64; 2], run: [i64; 2]) -> [i64; 2] {
        let near = |k: usize| if self.d[k] > 0 { low[k] - self.size[k] } else { -low[k] - self.tile[k] };
        [near(0) * run[1], near(1) * run[0]]
    }
}

/// The axis of the face that a motion by `d` hits where corner meets corner: a falling body lands on the face along `up`, a rising
/// body keeps rising along the other.
#[inline(always)]
pub(super) fn axis_of_corner(d: [i64; 2], up: Direction) -> usize {
    let vector = up.vector();
    let falls = d[0] * i64::from(vector.x) + d[1] * i64::from(vector.y) < 0;
    if falls { up.axis() } else { 1 - up.axis() }
}
