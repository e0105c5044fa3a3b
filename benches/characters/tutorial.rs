//! The mover of tutorials: an array of structs of floats, a byte a tile; along x and out of what is solid, then along y.

use super::{GRAVITY, JUMP, MAX_FALL, RUN, direction, jumps};
use crate::support::workload::{Bytes, DT, TILE};
use glam::Vec2;

/// Center, velocity, and what it touched in the last step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Character {
    pub(crate) x: f32,
    pub(crate) y: f32,
    vx: f32,
    vy: f32,
    on_floor: bool,
    on_wall: bool,
    on_ceiling: bool,
}

impl Character {
    pub(crate) fn at(x: f32, y: f32) -> Self {
        Character { x, y, vx: 0.0, vy: 0.0, on_floor: false, on_wall: false, on_ceiling: false }
    }

    /// Floor, wall, ceiling.
    pub(crate) fn flags(&self) -> [bool; 3] {
        [self.on_floor, self.on_wall, self.on_ceiling]
    }
}

/// Moves all by one step; `half` is half of their size, in px. Returns how many stand.
pub(crate) fn step(map: &Bytes, half: Vec2, characters: &mut [Character], tick: u32) -> usize {
    let mut standing = 0;
    for (who, c) in (0..).zip(characters) {
        c.vx = RUN * direction(who, tick);
        c.vy += GRAVITY * DT;
        if c.vy > MAX_FALL {
            c.vy = MAX_FALL;
        }
        if c.on_floor && jumps(who, tick) {
            c.vy = -JUMP;
        }
        slide(map, half, c, Vec2::new(c.vx * DT, c.vy * DT));
        standing += usize::from(c.on_floor);
    }
    standing
}

fn slide(map: &Bytes, half: Vec2, c: &mut Character, d: Vec2) {
    (c.on_floor, c.on_wall, c.on_ceiling) = (false, false, false);
    let Vec2 { x: dx, y: dy } = d;
    c.x += dx;
    if dx != 0.0 && is_blocked(map, c.x, c.y, half) {
        c.x = out(c.x, dx, half.x);
        c.on_wall = true;
        c.vx = 0.0;
    }
    c.y += dy;
    if dy != 0.0 && is_blocked(map, c.x, c.y, half) {
        c.y = out(c.y, dy, half.y);
        c.on_floor = dy > 0.0;
        c.on_ceiling = dy < 0.0;
        c.vy = 0.0;
    }
}

/// True if a box with this center and these half sizes overlaps something solid.
#[inline]
pub(crate) fn is_blocked(map: &Bytes, x: f32, y: f32, half: Vec2) -> bool {
    let cells =
        |at: f32, half: f32| (((at - half) / TILE).floor() as i32, ((at + half) / TILE).ceil() as i32);
    let ((column0, column1), (row0, row1)) = (cells(x, half.x), cells(y, half.y));
    (row0..row1).any(|row| (column0..column1).any(|column| map.is_solid(column, row)))
}

/// The center of a box that was moved by `d` into a tile, when it touches the edge that it crossed. Moves are shorter than
/// a tile.
fn out(at: f32, d: f32, half: f32) -> f32 {
    if d > 0.0 {
        ((at + half) / TILE).floor() * TILE - half
    } else {
        ((at - half) / TILE).ceil() * TILE + half
    }
}
