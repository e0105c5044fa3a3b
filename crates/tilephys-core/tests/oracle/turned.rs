//! Worlds and movers mirrored, turned and shifted.

use super::mover::{Met, Mover, Outcome};
use super::world::{Rect, World};
use tilephys_core::Direction;

/// A change of the coordinates that must not change what happens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Turn {
    /// The axis' coordinates become negative.
    Mirror(usize),
    /// x and y change places.
    Transpose,
    /// By whole tiles.
    Shift([i64; 2]),
}

impl Turn {
    fn swap<T: Copy>(self, v: [T; 2]) -> [T; 2] {
        if self == Turn::Transpose { [v[1], v[0]] } else { v }
    }

    /// A vector of reals.
    fn vector(self, v: [f32; 2]) -> [f32; 2] {
        let mut v = self.swap(v);
        if let Turn::Mirror(axis) = self {
            v[axis] = 0.0 - v[axis];
        }
        v
    }

    fn translation(self, v: [i64; 2]) -> [i64; 2] {
        let mut v = self.swap(v);
        if let Turn::Mirror(axis) = self {
            v[axis] = -v[axis];
        }
        v
    }

    fn rect(self, r: Rect, tile: [i64; 2]) -> Rect {
        let mut r = Rect { lo: self.swap(r.lo), hi: self.swap(r.hi) };
        match self {
            Turn::Mirror(axis) => (r.lo[axis], r.hi[axis]) = (-r.hi[axis], -r.lo[axis]),
            Turn::Shift(by) => r = r.moved([by[0] * tile[0], by[1] * tile[1]]),
            Turn::Transpose => {}
        }
        r
    }

    /// The min corner of a box of this size (both before the turn).
    pub(crate) fn corner(self, at: [i64; 2], size: [i64; 2], tile: [i64; 2]) -> [i64; 2] {
        self.rect(Rect::of(at, size), tile).lo
    }

    fn cell(self, cell: [i64; 2]) -> [i64; 2] {
        self.rect(Rect::of(cell, [1, 1]), [1, 1]).lo
    }

    pub(crate) fn direction(self, d: Direction) -> Direction {
        match (self, d) {
            (Turn::Shift(_), same) => same,
            (Turn::Transpose, Direction::Up) | (Turn::Mirror(0), Direction::Right) => Direction::Left,
            (Turn::Transpose, Direction::Right) | (Turn::Mirror(1), Direction::Up) => Direction::Down,
            (Turn::Transpose, Direction::Down) | (Turn::Mirror(0), Direction::Left) => Direction::Right,
            (Turn::Transpose, Direction::Left) | (Turn::Mirror(1), Direction::Down) => Direction::Up,
            (Turn::Mirror(_), same) => same,
        }
    }

    /// The world after the turn.
    pub(crate) fn world(self, world: &World) -> World {
        let mut turned = world.clone();
        turned.tile_px = self.swap(world.tile_px);
        turned.cells = world
            .cells
            .iter()
            .map(|(&(row, col, layer), &kind)| {
                let [col, row] = self.cell([col, row]);
                ((row, col, layer), kind)
            })
            .collect();
        for b in &mut turned.boxes {
            b.rect = self.rect(b.rect, world.tile());
        }
        turned
    }

    /// The mover after the turn; `tile` is the tile's size before it.
    pub(crate) fn mover(self, mover: &Mover, tile: [i64; 2]) -> Mover {
        Mover {
            position: self.corner(mover.position, mover.size, tile),
            size: self.swap(mover.size),
            velocity: self.vector(mover.velocity),
            rest: self.vector(mover.rest),
            translation: self.vector(mover.translation),
            up: self.direction(mover.up),
            ..*mover
        }
    }

    /// What must come of it after the turn. A loose box's cell and the contact's middle (it is rounded) are worked out
    /// from the turned hit itself, so they are left out.
    pub(crate) fn outcome(self, outcome: &Outcome, size: [i64; 2], tile: [i64; 2]) -> Outcome {
        let floats = |bits: [u32; 2]| self.vector(bits.map(f32::from_bits)).map(f32::to_bits);
        let mut sides = [false; 4];
        for (from, direction) in super::mover::SIDES.into_iter().enumerate() {
            sides[self.direction(direction) as usize] = outcome.sides[from];
        }
        let hit = |h: &Met| Met {
            face: self.direction(h.face),
            point: [0; 2],
            position: self.corner(h.position, size, tile),
            left: self.translation(h.left),
            cell: if h.loose.is_none() { self.cell(h.cell) } else { [0; 2] },
            ..*h
        };
        Outcome {
            position: self.corner(outcome.position, size, tile),
            velocity: floats(outcome.velocity),
            rest: floats(outcome.rest),
            hits: outcome.hits.iter().map(hit).collect(),
            pushed: self.translation(outcome.pushed),
            stuck: outcome.stuck,
            sides,
        }
    }
}
