//! Local axes of a character: along its floor and up.

use glam::Vec2;
use tilephys_core::Direction;

/// Local axes of a character: along its floor, signed as coordinates are, and up.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    up: Direction,
}

impl Frame {
    pub(crate) fn new(up: Direction) -> Self {
        Frame { up }
    }

    /// Components along and up.
    #[inline(always)]
    pub(crate) fn parts(self, v: Vec2) -> (f32, f32) {
        // Up is nearly always `Direction::Up`: a predictable branch in place of a jump table.
        if self.up == Direction::Up { (v.x, -v.y) } else { self.turned_parts(v) }
    }

    #[inline(never)]
    fn turned_parts(self, v: Vec2) -> (f32, f32) {
        match self.up {
            Direction::Up => (v.x, -v.y),
            Direction::Down => (v.x, v.y),
            Direction::Left => (v.y, -v.x),
            Direction::Right => (v.y, v.x),
        }
    }

    /// The vector of these components, without -0.
    #[inline(always)]
    pub(crate) fn vector(self, along: f32, rise: f32) -> Vec2 {
        let is_up = self.up == Direction::Up;
        let v = if is_up { Vec2::new(along, -rise) } else { self.turned_vector(along, rise) };
        v + Vec2::ZERO
    }

    #[inline(never)]
    fn turned_vector(self, along: f32, rise: f32) -> Vec2 {
        match self.up {
            Direction::Up => Vec2::new(along, -rise),
            Direction::Down => Vec2::new(along, rise),
            Direction::Left => Vec2::new(-rise, along),
            Direction::Right => Vec2::new(rise, along),
        }
    }
}

/// `value` moved toward `target` by `by` at most.
#[inline]
pub(crate) fn approach(value: f32, target: f32, by: f32) -> f32 {
    // Both results are computed, because a branch between them is unpredictable.
    let more = value + by;
    let less = value - by;
    let raised = if more < target { more } else { target };
    let lowered = if less > target { less } else { target };
    if value < target { raised } else { lowered }
}

/// The greater of two numbers.
#[inline]
pub(crate) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
