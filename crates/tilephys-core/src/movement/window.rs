//! The first hit of a short motion, from a window of cells held in one register.
//!
//! Most motions of most bodies stay within a few cells. Their solid cells fit one word, and each that may come first
//! is tested against the motion by its near and far fractions (the slab test), brought to one denominator. What is rare
//! is left to [`Sweep`](super::sweep::Sweep), which answers alike but slower: ties, corners, long motions, large tiles.

use super::candidate::{Candidate, NO_BOX};
use crate::grid::{View, Window};
use glam::IVec2;

/// What the window told.
pub(crate) enum Look {
    /// The box travels its whole translation.
    Free,
    /// This is hit first.
    Hit(Candidate),
    /// Not decided here.
    Unsure,
}

/// Translations, and sums of tile and body, from which on products might overflow here.
const TOO_LONG: u32 = 1 << 24;
const TOO_LARGE: u32 = 1 << 30;

/// The first hit of the box with min corner `pos` and `size` moving by `d`, whose motion lies in the window. The box
/// overlaps nothing at the start.
#[inline(always)]
pub(crate) fn first_hit(view: View, window: Window, pos: IVec2, size: IVec2, d: IVec2) -> Look {
    let (tile, run) = (view.cells().tile(), [d.x.unsigned_abs(), d.y.unsigned_abs()]);
    let span = [(tile.x as u32).wrapping_add(size.x as u32), (tile.y as u32).wrapping_add(size.y as u32)];
    if run[0] | run[1] >= TOO_LONG || span[0] | span[1] >= TOO_LARGE {
        return Look::Unsure;
    }
    let forth = [d.x > 0, d.y > 0];
    // A fraction is a distance times its axis' scale, over the product of both scales. An axis without motion needs no
    // special case: the window's cells all overlap the box on it, so its near face is behind and its far face later
    // than any hit.
    let scale = [i64::from(run[1].max(1)), i64::from(run[0].max(1))];
    let span = [0, 1].map(|k| i64::from(span[k]) * scale[k]);
    // Distance to the near face of the window's first cell, and from one cell to the next.
    let near = |k: usize, cell: i32| {
        let gap = i64::from(cell) * i64::from(tile[k]) - i64::from(pos[k]);
        let tile = i64::from(tile[k]);
        if forth[k] { (gap - i64::from(size[k]), tile) } else { (-gap - tile, -tile) }
    };
    let ((x0, step_x), (y0, step_y)) = (near(0, window.col), near(1, window.row));
    let whole = scale[0] * scale[1];
    let (mut best, mut hit, mut unsure) = (whole, None, false);
    let mut bits = window.can_be_first(forth);
    while bits != 0 {
        let (col, row) = Window::cell(bits.trailing_zeros());
        bits &= bits - 1;
        let (x, y) = (x0 + i64::from(col) * step_x, y0 + i64::from(row) * step_y);
        let (enter_x, enter_y) = (x * scale[0], y * scale[1]);
        let enter = enter_x.max(enter_y);
        if enter < 0 || enter >= (enter_x + span[0]).min(enter_y + span[1]) || enter > best || enter == whole
        {
            continue;
        }
        unsure = enter == best || enter_x == enter_y;
        best = enter;
        let (axis, distance) = if enter_x > enter_y { (0, x) } else { (1, y) };
        let (col, row) = (window.col + col, window.row + row);
        hit = Some(Candidate { axis, distance, col, row, loose: NO_BOX });
    }
    match hit {
        _ if unsure => Look::Unsure,
        Some(hit) => Look::Hit(hit),
        None => Look::Free,
    }
}
