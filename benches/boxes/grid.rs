//! The reference: a uniform grid over the whole world, filled anew each time.

use super::{Finder, Placed, Tally, WORLD};
use tilephys::core::Aabb;

/// Shift from lattice units to cells of 32 px, which no box exceeds.
const SHIFT: u32 = 13;
/// Columns and rows, one more on each side.
const COLUMNS: usize = WORLD.x as usize / 32 + 2;
const ROWS: usize = WORLD.y as usize / 32 + 2;

/// Boxes by the cell of their upper left corner, sorted by counting. Each looks at those after it in its cell, at the next cell
/// of the row, and at three of the row below.
#[derive(Default)]
pub(crate) struct Grid {
    starts: Vec<u32>,
    cells: Vec<u32>,
    sorted: Vec<Placed>,
}

impl Grid {
    fn sort(&mut self, boxes: &[Aabb]) {
        self.starts.clear();
        self.starts.resize(COLUMNS * ROWS + 1, 0);
        self.cells.clear();
        for aabb in boxes {
            let (column, row) = ((aabb.min.x >> SHIFT) as usize + 1, (aabb.min.y >> SHIFT) as usize + 1);
            let cell = row * COLUMNS + column;
            self.cells.push(cell as u32);
            self.starts[cell] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.sorted.resize(boxes.len(), Placed::NONE);
        for ((id, &aabb), &cell) in (0..boxes.len() as u32).zip(boxes).zip(&self.cells).rev() {
            let start = &mut self.starts[cell as usize];
            *start -= 1;
            self.sorted[*start as usize] = Placed { aabb, id };
        }
    }
}

impl Finder for Grid {
    fn pairs(&mut self, boxes: &[Aabb]) -> Tally {
        self.sort(boxes);
        let mut tally = Tally::default();
        for row in 1..ROWS - 1 {
            for cell in row * COLUMNS + 1..(row + 1) * COLUMNS - 1 {
                let start = |cell: usize| self.starts[cell] as usize;
                let own = start(cell)..start(cell + 1);
                if own.is_empty() {
                    continue;
                }
                let right = start(cell + 2);
                let below = &self.sorted[start(cell + COLUMNS - 1)..start(cell + COLUMNS + 2)];
                for i in own {
                    let a = self.sorted[i];
                    for b in self.sorted[i + 1..right].iter().chain(below) {
                        if a.aabb.overlaps(b.aabb) {
                            tally.add(a.id, b.id);
                        }
                    }
                }
            }
        }
        tally
    }
}
