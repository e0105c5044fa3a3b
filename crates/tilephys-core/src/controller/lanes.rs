//! SIMD moves of many bodies: one lane a body, from hit to hit, with the results of [`Actor`](super::Actor).
//!
//! Each pass is a plain loop over the lanes without a branch, which the compiler vectorizes. In a round, every lane tests the cells
//! under the rest of its motion, finds its first hit there, and responds. Ties between axes and corners are decided lane by lane.
//! The scalar path is the reference. A lane refuses every case that it does not decide identically: a start in a tile, a long
//! motion. The scalar path then moves that body from the start of its step. A refused body is unchanged, because no intermediate
//! result leaves the lanes.
//!
//! Products fit 32 bits, because a lane refuses unless its run (absolute translation) and its span (tile plus body) are below
//! [`LANE_REACH`] on both axes. A tile under the motion has its near face more than `-span` and less than `run` away, and its far
//! face a span farther. So a fraction is less than `(run + span) * other run` in absolute value. In a lane without such a tile
//! the products wrap, and are not read.

use super::lane_axis::{Floats, Ints, LANES, LaneAssists, LaneAxis};
use super::window::TiedTiles;
use crate::direction::Direction;
use crate::grid::{CellRect, Cells, Contacts, Faces, View, Window, Windows};
use crate::lane_mask::{mask, pick};
use crate::lattice::ROUNDER;
use crate::limits::{LANE_REACH, MAX_HITS};
use glam::IVec2;

/// A set of lanes, one bit a lane.
pub(crate) type LaneSet = u32;

pub(crate) const ALL_LANES: LaneSet = u32::MAX >> (32 - LANES as u32);

/// The moves in progress of all lanes. Aligned so that no vector of 16 lanes lies in two cache lines.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Lanes {
    pub(crate) x: LaneAxis,
    pub(crate) y: LaneAxis,
    /// Restitution from 0 to 1, and the speed below which a rebound comes to rest.
    pub(crate) restitution: Floats,
    pub(crate) rest_speed: Floats,
    pub(crate) hits: Ints,
    /// Mask: all ones if any of several faces hit at once may be named.
    pub(crate) any_face_will_do: Ints,
    pub(crate) up: [Direction; LANES],
    pub(crate) assists: LaneAssists,
    windows: Windows<LANES>,
    /// Planks in the kept windows, which hold whole tiles otherwise. They are below the feet.
    planks: [u32; LANES],
    /// Faces that touch tiles at the end of a round with kept windows, as bits by direction.
    sides: Ints,
    /// Tiles of the window, then the tiles still to test.
    tiles: [u32; LANES],
    /// Least fraction so far, with its tile and axis.
    best: Ints,
    pub(super) tile: Ints,
    on_x: Ints,
    /// All tiles with the least fraction, as bits.
    tied: Ints,
    /// Not zero if the lane is undecided: 1 for a tie between axes or a corner, else the scalar path must decide it.
    refused: Ints,
}

impl Lanes {
    /// Gives a lane the window of the cells within a unit of its whole path, which holds only whole tiles, and planks below the
    /// feet of a body that does not rise.
    #[inline(always)]
    pub(crate) fn keep_window(&mut self, lane: usize, cells: CellRect, bits: u32, planks: u32) {
        self.planks[lane] = planks;
        self.x.first[lane] = cells.col0;
        self.y.first[lane] = cells.row0;
        self.windows.fill(lane, bits);
    }

    #[inline(always)]
    pub(crate) fn park(&mut self, lane: usize) {
        self.x.park(lane);
        self.y.park(lane);
        self.windows.fill(lane, 0);
        self.planks[lane] = 0;
    }

    /// The contacts of a lane at the end of the last round, which kept the windows.
    #[inline(always)]
    pub(crate) fn contacts(&self, lane: usize) -> Contacts {
        Contacts { sides: Faces(self.sides[lane] as u8 & 15) }
    }

    /// Advances all lanes to their next hit, or to their end. Returns the lanes that ended and the refused ones. Hits of the
    /// `named` lanes name the tile that the tie rules select.
    ///
    /// `KEPT` is true if each lane has [kept its window](Self::keep_window). Otherwise the round reads windows.
    #[inline(always)]
    pub(crate) fn round<const KEPT: bool>(&mut self, view: View, named: LaneSet) -> [LaneSet; 2] {
        let cells = view.cells();
        // A kept window covers the whole path, so a round only selects cells from it.
        if KEPT {
            self.narrow(cells);
        } else {
            self.x.cover(cells.x);
            self.y.cover(cells.y);
            self.fetch(view);
        }
        self.prepare(cells);
        while self.test_one_tile(cells.tile()) {}
        if KEPT {
            self.refuse_sides_of_planks();
        }
        self.decide_ties(cells.tile(), named);
        self.take();
        // Before the responses: the assists need the speeds that these are about to remove.
        if KEPT && self.assists.is_any {
            self.assists.meet(&self.x, &self.y, cells.tile(), &self.tile, &mut self.refused);
        }
        self.respond();
        if KEPT {
            self.find_sides(cells);
        }
        let mut ended = 0;
        let mut refused = 0;
        // Masks instead of branches: which lanes end cannot be predicted.
        for i in 0..LANES {
            let open = mask(self.refused[i] == 0);
            let free = open & mask(self.tile[i] < 0);
            ended |= (free & 1 << i) as u32;
            refused |= (!open & 1 << i) as u32;
        }
        [ended, refused]
    }

    #[inline(always)]
    pub(crate) fn with_hit(&self) -> LaneSet {
        let mut lanes = 0;
        for i in 0..LANES {
            let hit = (self.x.hit[i] | self.y.hit[i]) & mask(self.refused[i] == 0);
            lanes |= (hit & 1 << i) as u32;
        }
        lanes
    }

    #[inline(always)]
    fn fetch(&mut self, view: View) {
        let x = &self.x;
        let y = &self.y;
        self.windows.read(view, &x.cells(), &y.cells(), LANES);
        let mut missing = 0;
        for i in 0..LANES {
            self.tiles[i] = self.windows.bits[i];
            self.refused[i] = 0;
            missing |= u32::from(self.windows.is_missing(i)) << i;
        }
        // Hot cells include shapes, so only lanes that found a hot cell need the second look.
        if view.has_shapes() {
            for i in 0..LANES {
                let r = CellRect { col0: x.first[i], row0: y.first[i], col1: x.last[i], row1: y.last[i] };
                let is_shaped = self.tiles[i] != 0 && view.is_shaped_in(r);
                self.refused[i] = mask(is_shaped);
            }
        }
        // Windows across the border of chunks are few. They are read one by one.
        while missing != 0 {
            let i = missing.trailing_zeros() as usize & (LANES - 1);
            missing &= missing - 1;
            let r = CellRect { col0: x.first[i], row0: y.first[i], col1: x.last[i], row1: y.last[i] };
            let window = view.window(r);
            self.tiles[i] = window.map_or(0, |w| w.bits);
            self.refused[i] = mask(window.is_none());
        }
    }

    /// Selects the tiles of the kept windows under the rest of the motions.
    #[inline(always)]
    fn narrow(&mut self, cells: Cells) {
        let [cols, more_cols] = self.x.within_window(cells.x);
        let [rows, more_rows] = self.y.within_window(cells.y);
        for i in 0..LANES {
            let columns = columns(cols[i], more_cols[i]);
            let rows = first_column(rows[i], more_rows[i]);
            // Copies the byte of columns to each row: the carry-free product of two words.
            self.tiles[i] = self.windows.bits[i] & columns.wrapping_mul(rows);
            self.refused[i] = 0;
        }
    }

    /// Finds the faces of boxes without motion left that touch tiles of kept windows, like `Window::sides_beside`.
    #[inline(always)]
    fn find_sides(&mut self, cells: Cells) {
        let [cols, more_cols] = self.x.within_window(cells.x);
        let [left, right] = self.x.beside(cells.x);
        let [rows, more_rows] = self.y.within_window(cells.y);
        let [above, below] = self.y.beside(cells.y);
        // A kept window reaches a unit beyond the path, so it contains the cells beside the box.
        for i in 0..LANES {
            let columns = columns(cols[i], more_cols[i]);
            let rows = first_column(rows[i], more_rows[i]);
            let tiles = self.windows.bits[i];
            let walls = tiles & !self.planks[i];
            let from = |tiles: u32, col: i32, row: i32| tiles >> (8 * (row & 3) + (col & 7));
            let bit = |tiles: u32, direction: Direction| mask(tiles != 0) & 1 << direction as i32;
            self.sides[i] = bit(from(walls, 0, above[i]) & columns, Direction::Up)
                | bit(from(walls, right[i], 0) & rows, Direction::Right)
                | bit(from(tiles, 0, below[i]) & columns, Direction::Down)
                | bit(from(walls, left[i], 0) & rows, Direction::Left);
        }
    }

    #[inline(always)]
    fn prepare(&mut self, cells: Cells) {
        let IVec2 { x: tile_x, y: tile_y } = cells.tile();
        let x = &mut self.x;
        let y = &mut self.y;
        for i in 0..LANES {
            let [run_x, run_y] = [x.left[i].wrapping_abs(), y.left[i].wrapping_abs()];
            let span = [tile_x.wrapping_add(x.size[i]), tile_y.wrapping_add(y.size[i])];
            self.refused[i] |= mask((run_x | run_y | span[0] | span[1]) as u32 >= LANE_REACH);
            // An axis without motion needs no special case, as in `window::first_hit`.
            x.scale[i] = run_y | mask(run_y == 0) & 1;
            y.scale[i] = run_x | mask(run_x == 0) & 1;
            self.best[i] = x.scale[i].wrapping_mul(y.scale[i]);
            self.tile[i] = -1;
            self.on_x[i] = 0;
            self.tied[i] = 0;
            let forth = [x.left[i] > 0, y.left[i] > 0];
            self.tiles[i] = Window { col: 0, row: 0, bits: self.tiles[i] }.can_be_first(forth);
        }
        x.approach(tile_x);
        y.approach(tile_y);
    }

    /// Tests one tile of every lane that has one left, in any order. Returns true if more are left.
    #[inline(always)]
    fn test_one_tile(&mut self, size: IVec2) -> bool {
        let x = &self.x;
        let y = &self.y;
        let mut more = 0;
        for i in 0..LANES {
            let tiles = self.tiles[i];
            let bit = tiles & tiles.wrapping_neg();
            self.tiles[i] = tiles ^ bit;
            more |= tiles ^ bit;
            // The bit's number is its exponent as a float, which every instruction set converts to; the highest bit becomes a
            // negative float.
            let number = ((bit as i32 as f32).to_bits() << 1 >> 24) as i32 - 127;
            let col = number & 7;
            let row = number >> 3;
            // Times at which the box enters and leaves the tile on each axis, over one denominator: the slab test.
            let enter_x = x.near[i].wrapping_add(col.wrapping_mul(x.step[i])).wrapping_mul(x.scale[i]);
            let enter_y = y.near[i].wrapping_add(row.wrapping_mul(y.step[i])).wrapping_mul(y.scale[i]);
            let span_x = size.x.wrapping_add(x.size[i]).wrapping_mul(x.scale[i]);
            let span_y = size.y.wrapping_add(y.size[i]).wrapping_mul(y.scale[i]);
            let exit_x = enter_x.wrapping_add(span_x);
            let exit_y = enter_y.wrapping_add(span_y);
            let on_x = mask(enter_x > enter_y);
            let enter = if enter_x > enter_y { enter_x } else { enter_y };
            let exit = if exit_x < exit_y { exit_x } else { exit_y };
            let is_tile = mask(tiles != 0);
            let best = self.best[i];
            // Masks in place of branches: which tile is first cannot be predicted.
            let inside = is_tile & mask(enter < 0) & mask(exit > 0);
            let hits = is_tile & mask(enter >= 0) & mask(enter < exit);
            let first = hits & mask(enter < best);
            let equal = hits & mask(enter == best) & mask(self.tile[i] >= 0);
            let corner = mask(enter_x == enter_y);
            self.best[i] = if first != 0 { enter } else { best };
            self.tile[i] = if first != 0 { number } else { self.tile[i] };
            // An earlier hit clears bit 0 of the doubt; doubt from a start inside stays.
            let doubt = if first != 0 {
                corner & 1
            } else {
                equal & (corner | (on_x ^ self.on_x[i]) & !self.any_face_will_do[i]) & 1
            };
            let kept = if first != 0 { self.refused[i] & !1 } else { self.refused[i] };
            self.on_x[i] = if first != 0 { on_x } else { self.on_x[i] };
            let hit_now = bit as i32 & (first | equal);
            self.tied[i] = hit_now | !first & self.tied[i];
            self.refused[i] = kept | doubt | inside & 2;
        }
        more != 0
    }

    /// Leaves to the scalar path the lanes that hit or may hit a side of a plank, which has an upper face only.
    #[inline(always)]
    fn refuse_sides_of_planks(&mut self) {
        for i in 0..LANES {
            let is_sideways =
                mask(self.planks[i] & self.tied[i] as u32 != 0) & (self.on_x[i] | mask(self.refused[i] != 0));
            self.refused[i] |= is_sideways & 2;
        }
    }

    /// Decides corners and ties between axes, and other ties of the `named` lanes.
    #[inline(always)]
    fn decide_ties(&mut self, tile: IVec2, named: LaneSet) {
        let mut open = 0;
        let mut tied = 0;
        for i in 0..LANES {
            open |= (mask(self.refused[i] == 1) & 1 << i) as u32;
            let several = mask(self.tied[i] & self.tied[i].wrapping_sub(1) != 0);
            tied |= (mask(self.refused[i] == 0) & several & 1 << i) as u32;
        }
        // Between faces of one axis a tie changes only the name of the hit, which most lanes do not report.
        open |= tied & named;
        // Ties are rare, and decided one lane at a time by the exact rules.
        while open != 0 {
            let i = open.trailing_zeros() as usize & (LANES - 1);
            open &= open - 1;
            let x = &self.x;
            let y = &self.y;
            let both = |x: i32, y: i32| [i64::from(x), i64::from(y)];
            let motion = TiedTiles {
                d: both(x.left[i], y.left[i]),
                size: both(x.size[i], y.size[i]),
                tile: both(tile.x, tile.y),
                low: both(x.low_side(i), y.low_side(i)),
                when: self.best[i].into(),
                up: self.up[i],
            };
            let (bit, axis) = motion.first(self.tied[i] as u32);
            self.tile[i] = bit as i32;
            self.on_x[i] = mask(axis == 0);
            self.refused[i] = 0;
        }
    }

    #[inline(always)]
    fn take(&mut self) {
        let x = &mut self.x;
        let y = &mut self.y;
        for i in 0..LANES {
            let number = self.tile[i];
            let on_x = self.on_x[i];
            let hit = !(number >> 31);
            let to_x = x.near[i].wrapping_add((number & 7).wrapping_mul(x.step[i]));
            let to_y = y.near[i].wrapping_add((number >> 3).wrapping_mul(y.step[i]));
            let left_x = x.left[i];
            let left_y = y.left[i];
            let distance = pick(on_x, to_x, to_y);
            let into = pick(on_x, left_x, left_y);
            let along = pick(on_x, left_y, left_x);
            let beside = quotient(along.wrapping_abs().wrapping_mul(distance), into.wrapping_abs());
            // Exactly to the face on its axis. The free axis is rounded toward its start, and keeps the exact rest.
            let to_face = signed(distance, into);
            let beside = signed(beside, along);
            let gone_x = pick(hit, pick(on_x, to_face, beside), left_x);
            let gone_y = pick(hit, pick(on_x, beside, to_face), left_y);
            x.at[i] = x.at[i].wrapping_add(gone_x);
            y.at[i] = y.at[i].wrapping_add(gone_y);
            x.left[i] = left_x.wrapping_sub(gone_x);
            y.left[i] = left_y.wrapping_sub(gone_y);
            x.hit[i] = hit & on_x;
            y.hit[i] = hit & !on_x;
        }
    }

    #[inline(always)]
    fn respond(&mut self) {
        self.x.respond(&self.restitution, &self.rest_speed);
        self.y.respond(&self.restitution, &self.rest_speed);
        for i in 0..LANES {
            self.hits[i] = self.hits[i].wrapping_sub(self.x.hit[i] | self.y.hit[i]);
            let more = mask(self.hits[i] != MAX_HITS as i32);
            self.x.left[i] &= more;
            self.y.left[i] &= more;
        }
    }
}

/// Bits of columns in the first row of a window: one and `more` further ones.
#[inline(always)]
fn columns(from: i32, more: i32) -> u32 {
    0xFF_u32 >> (7 - (more & 7)) << (from & 7)
}

/// Bits of the first column of a window in some rows: one and `more` further ones.
#[inline(always)]
fn first_column(from: i32, more: i32) -> u32 {
    0x0101_0101_u32 >> (24 - 8 * (more & 3)) << (8 * (from & 3))
}

/// The quotient rounded down, if it and the divisor are below 2^15 and the dividend is at most 2^30; otherwise unspecified.
///
/// Both numbers and the division are rounded to 24 bits, each by a relative error of at most 2^-24. So the float quotient is off
/// by less than 2^-7, and the nearest integer is the result or one more.
#[inline(always)]
fn quotient(dividend: i32, divisor: i32) -> i32 {
    let shifted = dividend as f32 / divisor as f32 + ROUNDER;
    let near = shifted.to_bits().wrapping_sub(ROUNDER.to_bits()) as i32;
    near.wrapping_add(mask(near.wrapping_mul(divisor) > dividend))
}

/// `value`, not negative, with the sign of `like`.
#[inline(always)]
fn signed(value: i32, like: i32) -> i32 {
    let sign = like >> 31;
    (value ^ sign).wrapping_sub(sign)
}

#[cfg(test)]
mod tests {
    use super::quotient;
    use crate::limits::LANE_REACH;

    #[test]
    fn quotients_of_lanes_are_exact_on_both_sides_of_multiples_up_to_the_limits() {
        let mut v = 1u32;
        for divisor in 1..LANE_REACH as i32 {
            for _ in 0..20 {
                v = v.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let whole = ((v >> 17) as i32).min((1 << 30) / divisor);
                for dividend in [whole * divisor, whole * divisor + divisor - 1, (whole * divisor - 1).max(0)]
                {
                    assert_eq!(quotient(dividend, divisor), dividend / divisor, "{dividend} / {divisor}");
                }
            }
        }
    }
}
