//! Hot reload of shapes off the grid: colliding objects, and tiles of layers with an offset of partial cells.

use crate::level::Level;
use crate::level::changes::LevelChanges;
use crate::level::memory::Shape;
use tilephys_core::{LayerId, TileGrid, TileId};

/// Removes the old shapes and adds the new ones, in the order of the map. Unchanged shapes stay.
pub(super) fn update(old: &Level, new: &mut Level, (grid, changes): (&mut TileGrid, &mut LevelChanges)) {
    let was = sorted(&old.memory.shapes);
    let is = sorted(&new.memory.shapes);
    let mut was = was.into_iter().map(|place| old.memory.shapes[place]).peekable();
    let mut added = Vec::new();
    for place in is {
        let shape = &mut new.memory.shapes[place];
        while let Some(gone) = was.next_if(|old| key(old) < key(shape)) {
            changes.shapes += take_out(&gone, grid);
        }
        match was.next_if(|old| key(old) == key(shape)) {
            Some(same) => shape.id = same.id,
            None => added.push(place),
        }
    }
    was.for_each(|gone| changes.shapes += take_out(&gone, grid));
    added.sort_unstable();
    for place in added {
        let shape = &mut new.memory.shapes[place];
        shape.id = grid.add_shape(shape.layer, shape.at, shape.kind);
        changes.shapes += 1;
    }
}

/// The identity of a shape.
fn key(shape: &Shape) -> (LayerId, i32, i32, TileId) {
    (shape.layer, shape.at.y, shape.at.x, shape.kind)
}

fn sorted(shapes: &[Shape]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..shapes.len()).collect();
    places.sort_by_key(|place| key(&shapes[*place]));
    places
}

/// Removes a shape from the grid, unless the game has; returns the number removed.
fn take_out(shape: &Shape, grid: &mut TileGrid) -> usize {
    if shape.found(grid).is_none() {
        return 0;
    }
    grid.remove_box(shape.id);
    1
}
