//! Cells of places as a graph: where they lie, and which free cells lie side by side.

use crate::axis::Axis;
use crate::flags;

/// A graph of cells. Each is a pair of classes, or several of them side by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// Cell of each pair of classes, row by row.
    index: Vec<u32>,
    /// First and last position of each cell, on both axes.
    pub(crate) ranges: Vec<[[i32; 2]; 2]>,
    /// Start of the neighbors of each cell, and the end of the last.
    starts: Vec<u32>,
    neighbors: Vec<u32>,
}

impl Cells {
    /// One cell for each pair of classes. `flags` has the properties of the pairs.
    pub(crate) fn single(x: Axis, y: Axis, flags: &[u32]) -> Cells {
        Cells::new(x, y, flags, (0..flags.len() as u32).collect())
    }

    /// One cell for all neighboring pairs of a row with equal properties.
    pub(crate) fn merged(x: Axis, y: Axis, flags: &[u32]) -> Cells {
        let width = x.classes() as usize;
        let mut cells = 0;
        let index = (0..flags.len()).map(|pair| {
            let continues = pair % width != 0 && flags[pair] == flags[pair - 1];
            cells += u32::from(!continues);
            cells - 1
        });
        let index = index.collect();
        Cells::new(x, y, flags, index)
    }

    fn new(x: Axis, y: Axis, flags: &[u32], index: Vec<u32>) -> Cells {
        let width = x.classes() as usize;
        let height = y.classes() as usize;
        let is_free = |pair: usize| flags[pair] & flags::BLOCKED == 0;
        let most = index.last().map_or(0, |last| *last as usize + 1);
        let mut starts = Vec::with_capacity(most + 1);
        starts.push(0);
        let ranges = Vec::with_capacity(most);
        // Most cells have a cell on each side.
        let neighbors = Vec::with_capacity(4 * most);
        let mut cells = Cells { index, ranges, starts, neighbors };
        let mut first = 0;
        while first < flags.len() {
            let own = cells.index[first];
            let row = first / width;
            let end = (row + 1) * width;
            let after = (first..end).find(|pair| cells.index[*pair] != own).unwrap_or(end);
            let left = x.range((first % width) as i32)[0];
            let right = x.range(((after - 1) % width) as i32)[1];
            cells.ranges.push([[left, right], y.range(row as i32)]);
            if is_free(first) {
                // Upward, to both sides, downward.
                if row > 0 {
                    cells.add_neighbors(first - width..after - width, is_free);
                }
                if first % width > 0 {
                    cells.add_neighbors(first - 1..first, is_free);
                }
                if after < end {
                    cells.add_neighbors(after..after + 1, is_free);
                }
                if row + 1 < height {
                    cells.add_neighbors(first + width..after + width, is_free);
                }
            }
            cells.starts.push(cells.neighbors.len() as u32);
            first = after;
        }
        cells
    }

    /// Adds the free cells of some pairs of a row to the neighbors of the last cell.
    fn add_neighbors(&mut self, pairs: std::ops::Range<usize>, is_free: impl Fn(usize) -> bool) {
        let mut last = None;
        for pair in pairs.filter(|pair| is_free(*pair)) {
            let cell = self.index[pair];
            if last != Some(cell) {
                self.neighbors.push(cell);
                last = Some(cell);
            }
        }
    }

    /// Cell of a pair of classes, by its number in row-major order.
    pub(crate) fn of_pair(&self, pair: usize) -> u32 {
        self.index[pair]
    }

    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Free cells beside a cell.
    pub(crate) fn neighbors(&self, cell: u32) -> &[u32] {
        let cell = cell as usize;
        &self.neighbors[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The properties of each cell, by the properties of the pairs.
    pub(crate) fn flags(&self, pairs: &[u32]) -> Vec<u32> {
        let mut own = vec![0; self.len()];
        for (pair, cell) in self.index.iter().enumerate() {
            own[*cell as usize] = pairs[pair];
        }
        own
    }
}
