//! A body's move through the grid, in straight pieces from hit to hit.

use super::candidate::Candidate;
use super::sweep::Sweep;
use super::window::{self, Look};
use crate::constants::{MAX_HITS, WORLD_LIMIT};
use crate::fraction::Fraction;
use crate::grid::{CellRect, View, Window};
use crate::response::Response;
use crate::tile::Direction;
use glam::{IVec2, Vec2};

/// How a body moves, whatever moves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveConfig {
    /// Filter bits: tiles whose category shares one are solid to the body.
    pub mask: u32,
    /// Which way is up: decides what is a floor, and what an exact corner does.
    pub up: Direction,
    /// What a hit does.
    pub response: Response,
    /// Rebounds slower than this, in px/s, come to rest; only for a restitution below 1.
    pub rest_speed: f32,
}

impl Default for MoveConfig {
    /// Solid to everything, up is up, slides, rests below 20 px/s.
    fn default() -> Self {
        MoveConfig { mask: u32::MAX, up: Direction::Up, response: Response::Slide, rest_speed: 20.0 }
    }
}

/// A move under way: a pure value, so that it can be carried on from any fraction to any later one.
///
/// Between hits the body is on a straight line from `position` by `left`; that line is rebuilt only at hits, so where
/// and how often a move is interrupted leaves no trace in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Min corner where the present straight piece began, in lattice units.
    pub position: IVec2,
    /// The translation from there to the end of the move, in lattice units.
    pub left: IVec2,
    /// When the piece began.
    pub fraction: Fraction,
    /// In px/s; changed by the responses to hits.
    pub velocity: Vec2,
    /// Carried to the next move, in lattice units; a hit clears its axis.
    pub rest: Vec2,
    /// Hits so far; [`MAX_HITS`] end the move.
    pub hits: u32,
}

impl Motion {
    /// Where the body is at `fraction`, if it hits nothing between the last hit and then. Each axis is rounded down.
    ///
    /// # Panics
    /// If `fraction` is before the last hit.
    #[must_use]
    pub fn position_at(&self, fraction: Fraction) -> IVec2 {
        let (now, begun) = (fraction.to_bits(), self.fraction.to_bits());
        assert!(now >= begun, "the piece begins at {:?}, after {fraction:?}", self.fraction);
        let whole = i128::from(Fraction::ONE.to_bits() - begun);
        if whole == 0 {
            return self.position;
        }
        let part = |left: i32| (i128::from(left) * i128::from(now - begun)).div_euclid(whole) as i32;
        self.position + IVec2::new(part(self.left.x), part(self.left.y))
    }

    /// Shortens what is left so that a box of `size` stays in the world.
    #[inline(always)]
    pub(crate) fn keep_in_world(&mut self, size: IVec2) {
        if !is_well_inside(self.position, size, self.left) {
            self.cut_at_the_end_of_the_world(size);
        }
    }

    #[cold]
    fn cut_at_the_end_of_the_world(&mut self, size: IVec2) {
        for axis in [0, 1] {
            let at = i64::from(self.position[axis]);
            let low = -i64::from(WORLD_LIMIT) - at;
            let high = i64::from(WORLD_LIMIT) - i64::from(size[axis]) - at;
            self.left[axis] = i64::from(self.left[axis]).clamp(low, high) as i32;
        }
    }

    /// Ends the move where the straight line ends.
    #[inline(always)]
    fn finish(&mut self) {
        self.position += self.left;
        self.left = IVec2::ZERO;
        self.fraction = Fraction::ONE;
    }

    /// Goes to a hit and takes the response. The free axis is rounded toward where the body came from, and keeps the
    /// exact rest of its translation; so it never rounds past an edge, and ends at start + translation.
    #[inline(always)]
    fn take(&mut self, found: &Candidate, fraction: Fraction, size: IVec2, config: &MoveConfig) {
        let (axis, free) = (found.axis, 1 - found.axis);
        let (run, free_run) = (self.left[axis].unsigned_abs(), self.left[free].unsigned_abs());
        let to_face = signed(found.distance as u64, self.left[axis]);
        let beside = signed(u64::from(free_run) * found.distance as u64 / u64::from(run), self.left[free]);
        let face = Direction::along(axis, self.left[axis] < 0);
        self.position[axis] += to_face;
        self.position[free] += beside;
        self.left[axis] -= to_face;
        self.left[free] -= beside;
        self.rest[axis] = 0.0;
        self.fraction = fraction;
        self.hits += 1;
        self.respond(axis, face, config);
        if self.hits == MAX_HITS {
            self.left = IVec2::ZERO;
        } else {
            self.keep_in_world(size);
        }
    }

    #[inline(always)]
    fn respond(&mut self, axis: usize, face: Direction, config: &MoveConfig) {
        self.velocity = config.response.velocity_after(self.velocity, face.vector());
        match config.response {
            Response::Slide => self.left[axis] = 0,
            Response::Stop => (self.left, self.rest) = (IVec2::ZERO, Vec2::ZERO),
            Response::Bounce { restitution } => {
                let rests = restitution < 1.0 && self.velocity[axis].abs() < config.rest_speed;
                if rests {
                    self.velocity[axis] = 0.0;
                    self.left[axis] = 0;
                } else {
                    self.left[axis] = rebound(self.left[axis], restitution);
                }
            }
            Response::Invert => {
                self.left = -self.left;
                // Subtracting from zero turns no zero into -0.
                self.rest = Vec2::ZERO - self.rest;
            }
            Response::Pass => {}
        }
    }
}

/// Is the whole motion so far from the ends of the world that no sum of coordinates overflows? A cheap bound: the last
/// 65,536 px of the world, and motions as long, are left to the careful path.
#[inline(always)]
fn is_well_inside(position: IVec2, size: IVec2, left: IVec2) -> bool {
    const MARGIN: i32 = 1 << 24;
    // Folds the sign away, then overflows into it near the ends of i32.
    let near_end = |v: i32| (v ^ v >> 31).wrapping_add(MARGIN);
    let short = left.x.wrapping_add(MARGIN) as u32 | left.y.wrapping_add(MARGIN) as u32;
    let (low, high) = (position.wrapping_add(left), position.wrapping_add(size).wrapping_add(left));
    short < 2 * MARGIN as u32 && near_end(low.x) | near_end(low.y) | near_end(high.x) | near_end(high.y) >= 0
}

/// `value` with the sign of `like`; `value` is at most the size of `like`.
#[inline(always)]
fn signed(value: u64, like: i32) -> i32 {
    if like < 0 { (value as i32).wrapping_neg() } else { value as i32 }
}

/// What is left of a translation after a bounce, half to even.
#[inline(always)]
fn rebound(left: i32, restitution: f32) -> i32 {
    if restitution == 1.0 {
        return -left;
    }
    let back = f64::from(left) * f64::from(restitution);
    // A factor above 1 may leave `i32`; the cut is the same both ways.
    if restitution > 0.0 { (-back.round_ties_even() as i32).max(-i32::MAX) } else { 0 }
}

/// The cells that a box covers anywhere on its way, and all between them.
#[inline(always)]
pub(crate) fn swept_cells(view: View, pos: IVec2, size: IVec2, d: IVec2) -> CellRect {
    // The parts of the translation toward low and toward high, without a jump: the predictor would get it wrong every
    // other time.
    let back = IVec2::new(d.x & d.x >> 31, d.y & d.y >> 31);
    view.cells().covered(pos + back, pos + (d - back) + size)
}

/// Carries a move on to `until`, and calls `on_hit` with each hit on the way, in order, after the response to it; with
/// it the translation before the hit, for its direction.
#[inline(always)]
pub(crate) fn advance(
    view: View,
    size: IVec2,
    config: &MoveConfig,
    motion: &mut Motion,
    until: Fraction,
    on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion),
) {
    let window = look(view, size, motion);
    advance_from(view, size, config, motion, until, window, on_hit);
}

/// The window of what is left of a motion.
#[inline(always)]
pub(crate) fn look(view: View, size: IVec2, motion: &Motion) -> Option<Window> {
    view.window(swept_cells(view, motion.position, size, motion.left))
}

/// The same from a window that the caller has looked at already.
#[inline(always)]
pub(crate) fn advance_from(
    view: View,
    size: IVec2,
    config: &MoveConfig,
    motion: &mut Motion,
    until: Fraction,
    mut window: Option<Window>,
    on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion),
) {
    while motion.left != IVec2::ZERO {
        let d = motion.left;
        let Some(found) = first_hit(view, window, motion.position, size, d, config.up) else { break };
        let when = motion.fraction.advanced(found.distance as u64, d[found.axis].unsigned_abs().into());
        if when > until {
            return;
        }
        motion.take(&found, when, size, config);
        on_hit(&found, d, motion);
        window = look(view, size, motion);
    }
    if until == Fraction::ONE {
        motion.finish();
    }
}

/// The first hit of a straight motion: from the window if it tells, else by the whole sweep.
#[inline(always)]
fn first_hit(
    view: View,
    window: Option<Window>,
    pos: IVec2,
    size: IVec2,
    d: IVec2,
    up: Direction,
) -> Option<Candidate> {
    let look = match window {
        Some(window) if window.bits == 0 => Look::Free,
        Some(window) => window::first_hit(view, window, pos, size, d),
        None => Look::Unsure,
    };
    match look {
        Look::Free => None,
        Look::Hit(found) => Some(found),
        Look::Unsure => sweep_whole(view, pos, size, d, up),
    }
}

#[inline(never)]
fn sweep_whole(view: View, pos: IVec2, size: IVec2, d: IVec2, up: Direction) -> Option<Candidate> {
    Sweep::new(view, pos, size, d, up).first_hit()
}
