//! The cells of a level in which a body can stand, by a flood fill through the free ones, and the start among them.

use crate::free_place::{body_box, feet_of, is_free};
use glam::{IVec2, Vec2};
use std::collections::VecDeque;
use tilephys_core::lattice::px_from_units;
use tilephys_core::{Aabb, Direction, TileCoord, TileGrid};
use tilephys_tiled::{Level, RegionKind, TileRect};

/// Most cells that are looked at; of larger levels the left part.
const MOST_CELLS: u32 = 1 << 20;

/// Columns from the leftmost ground in which the widest ground wins.
const NEAR: usize = 8;

/// State of a cell for a body with its feet at the middle of the lower edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Blocked,
    Free,
    Standing,
}

/// Ground in a row of cells.
#[derive(Clone, Copy, Debug)]
struct Ground {
    first: usize,
    length: usize,
    row: usize,
}

/// The cells of a level, row by row.
pub(crate) struct StandingCells<'g> {
    grid: &'g TileGrid,
    /// Width and height of the body, in px.
    size: Vec2,
    rect: TileRect,
    cells: Vec<Cell>,
}

impl<'g> StandingCells<'g> {
    /// Asks the grid for each cell. `None` for a level without cells.
    pub(crate) fn of(level: &Level, grid: &'g TileGrid, size: Vec2) -> Option<Self> {
        let mut rect = level.bounds.or_else(|| cells_of(grid))?;
        rect.size.y = rect.size.y.clamp(1, MOST_CELLS);
        rect.size.x = rect.size.x.min(MOST_CELLS / rect.size.y);
        let count = (rect.size.x * rect.size.y) as usize;
        let mut found = StandingCells { grid, size, rect, cells: vec![Cell::Blocked; count] };
        for index in 0..count {
            if is_free(grid, found.body(index)) {
                found.cells[index] = Cell::Free;
            }
        }
        found.mark_standing();
        found.leave_out_deadly(level);
        Some(found)
    }

    fn width(&self) -> usize {
        self.rect.size.x as usize
    }

    fn coord(&self, index: usize) -> TileCoord {
        let column = (index % self.width()) as i32;
        let row = (index / self.width()) as i32;
        TileCoord::new(self.rect.min.col + column, self.rect.min.row + row)
    }

    /// The body's box in a cell.
    fn body(&self, index: usize) -> Option<Aabb> {
        let tile = self.grid.tile_size();
        let TileCoord { col, row } = self.coord(index);
        let left = px_from_units(col.checked_mul(tile.x)?);
        let bottom = px_from_units(row.checked_add(1)?.checked_mul(tile.y)?);
        body_box(Vec2::new(left + px_from_units(tile.x) / 2.0, bottom), self.size)
    }

    /// Free cells over ground: the body touches a floor, or has no room below.
    fn mark_standing(&mut self) {
        for index in 0..self.cells.len() {
            if self.cells[index] != Cell::Free {
                continue;
            }
            let touches =
                self.body(index).is_some_and(|body| self.grid.contacts(body, u32::MAX).floor(Direction::Up));
            let has_no_room = self.cells.get(index + self.width()) == Some(&Cell::Blocked);
            if touches || has_no_room {
                self.cells[index] = Cell::Standing;
            }
        }
    }

    /// No start is in a deadly area.
    fn leave_out_deadly(&mut self, level: &Level) {
        let deadly = level
            .regions
            .iter()
            .filter(|region| matches!(region.kind, RegionKind::Hazard | RegionKind::KillZone));
        for region in deadly {
            let low = self.grid.cell_at(region.aabb.min);
            let high = self.grid.cell_at(region.aabb.max - IVec2::ONE);
            let columns = self.within(low.col, high.col, 0);
            for row in self.within(low.row, high.row, 1) {
                for column in columns.clone() {
                    let cell = &mut self.cells[row * self.rect.size.x as usize + column];
                    if *cell == Cell::Standing {
                        *cell = Cell::Free;
                    }
                }
            }
        }
    }

    /// Indices of the cells along an axis from one coordinate to another, as far as they are in the level.
    fn within(&self, from: i32, to: i32, axis: usize) -> std::ops::Range<usize> {
        let first = if axis == 0 { self.rect.min.col } else { self.rect.min.row };
        let end = i64::from(self.rect.size[axis]);
        let index = |at: i64| at.clamp(0, end) as usize;
        index(i64::from(from) - i64::from(first))..index(i64::from(to) - i64::from(first) + 1)
    }

    /// The place of the feet at the start: on the widest ground near the leftmost, in the part with most ground.
    pub(crate) fn start(&self) -> Option<Vec2> {
        let main = self.main_part()?;
        let grounds = self.grounds(&main);
        let leftmost = grounds.iter().map(|ground| ground.first).min()?;
        let near = grounds.iter().filter(|ground| ground.first <= leftmost + NEAR);
        let ground = near.max_by_key(|ground| (ground.length, ground.row))?;
        // A step from its border, if there is room.
        let column = ground.first + usize::from(ground.length > 2);
        let body = self.body(ground.row * self.width() + column)?;
        let down = IVec2::new(0, self.grid.tile_size().y);
        let floor = self.grid.sweep(body, down, u32::MAX);
        let min = floor.map_or(body.min, |hit| hit.shape.position);
        Some(feet_of(Aabb { min, max: min + (body.max - body.min) }))
    }

    /// For each cell whether it is in the connected free part with most ground.
    fn main_part(&self) -> Option<Vec<bool>> {
        let mut seen = vec![false; self.cells.len()];
        let mut main: Option<(usize, Vec<usize>)> = None;
        for begin in 0..self.cells.len() {
            if seen[begin] || self.cells[begin] != Cell::Standing {
                continue;
            }
            let part = self.flood(begin, &mut seen);
            let count = part.iter().filter(|index| self.cells[**index] == Cell::Standing).count();
            if main.as_ref().is_none_or(|(most, _)| count > *most) {
                main = Some((count, part));
            }
        }
        let (_, part) = main?;
        let mut is_in = vec![false; self.cells.len()];
        part.into_iter().for_each(|index| is_in[index] = true);
        Some(is_in)
    }

    /// All cells that are connected with one through free cells.
    fn flood(&self, begin: usize, seen: &mut [bool]) -> Vec<usize> {
        let width = self.width();
        let mut part = vec![begin];
        let mut queue = VecDeque::from([begin]);
        seen[begin] = true;
        while let Some(index) = queue.pop_front() {
            let left = (index % width > 0).then(|| index - 1);
            let right = (index % width + 1 < width).then_some(index + 1);
            let below = Some(index + width).filter(|below| *below < self.cells.len());
            for next in [left, right, index.checked_sub(width), below].into_iter().flatten() {
                if !seen[next] && self.cells[next] != Cell::Blocked {
                    seen[next] = true;
                    part.push(next);
                    queue.push_back(next);
                }
            }
        }
        part
    }

    /// Ground in a part of the level, row by row.
    fn grounds(&self, part: &[bool]) -> Vec<Ground> {
        let mut grounds: Vec<Ground> = Vec::new();
        let standing =
            (0..self.cells.len()).filter(|index| part[*index] && self.cells[*index] == Cell::Standing);
        for index in standing {
            let column = index % self.width();
            let row = index / self.width();
            match grounds.last_mut() {
                Some(ground) if ground.row == row && ground.first + ground.length == column => {
                    ground.length += 1;
                }
                _ => grounds.push(Ground { first: column, length: 1, row }),
            }
        }
        grounds
    }
}

/// The cells of an infinite map with something solid, and a row of air over them.
fn cells_of(grid: &TileGrid) -> Option<TileRect> {
    let of_tiles = grid.tiles().map(|(_, at, _)| [at, at]);
    let of_shapes = grid
        .off_grid_shapes()
        .map(|(_, shape)| [shape.aabb.min, shape.aabb.max - IVec2::ONE].map(|at| grid.cell_at(at)));
    let [low, high] = of_tiles.chain(of_shapes).reduce(|[low, high], [from, to]| {
        let least = TileCoord::new(low.col.min(from.col), low.row.min(from.row));
        let most = TileCoord::new(high.col.max(to.col), high.row.max(to.row));
        [least, most]
    })?;
    let min = TileCoord::new(low.col, low.row - 1);
    let size = IVec2::new(high.col - min.col + 1, high.row - min.row + 1).as_uvec2();
    Some(TileRect { min, size })
}
