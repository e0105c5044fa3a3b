//! First hit of a short motion, from a window of cells held in one register.
//!
//! Most motions cross few cells, whose solid bits fit one word. Each tile that may come first is tested against the motion by its
//! near and far fractions (the slab test), brought to one denominator. Ties and corners take a second look at the window. Rare
//! cases are left to [`Sweep`](super::sweep::Sweep), which is slower and gives identical results: long motions, large tiles.

use super::candidate::Candidate;
use super::tied_tiles::TiedTiles;
use crate::direction::Direction;
use crate::grid::{View, Window};
use crate::tile::TileCoord;
use glam::IVec2;
use std::hint::select_unpredictable;

/// Result of the window test.
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
/// If `any_will_do`, the result is any of several faces hit at once: the body slides along all of them, and no caller reads the
/// hit. Otherwise the tie rules select the face, as they do for corners.
#[inline(always)]
pub(crate) fn first_hit(
    view: View,
    window: Window,
    [pos, size, d]: [IVec2; 3],
    (up, any_will_do): (Direction, bool),
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
    let mut unsure = false;
    let mut inside = false;
    // No branches on a tile's fractions, because they are unpredictable.
    let mut test = |bit: u32, is_tile: bool| {
        let (_, _, enter_x, enter_y) = fractions(bit);
        let enter = enter_x.max(enter_y);
        let exit = (enter_x + span[0]).min(enter_y + span[1]);
        let is_corner = enter_x == enter_y;
        let ties = enter == best;
        let comes_first = (enter < best) | ties & !(any_will_do & is_corner);
        let hits = is_tile & (enter >= 0) & (enter < exit) & comes_first & (enter != whole);
        inside |= is_tile & (enter < 0) & (exit > 0);
        unsure = select_unpredictable(hits, ties & !any_will_do | is_corner, unsure);
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
