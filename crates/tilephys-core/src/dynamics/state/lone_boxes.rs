//! Lone boxes: movers that are the only thing near their riders.
//!
//! One look at the grid for each mover replaces a look for each rider in the sweep phase.

use crate::aabb::Aabb;
use crate::grid::{ShapeId, TileGrid};
use std::ops::Range;

/// Bounds that hold nothing but a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoneBox {
    bounds: Aabb,
    /// Index of the box in the grid.
    pub(crate) index: u32,
    /// The box itself, and the category of its tile.
    pub(crate) floor: Aabb,
    pub(crate) category: u32,
}

impl LoneBox {
    /// Lower and upper end of the bounds on an axis.
    #[inline(always)]
    pub(crate) fn bounds_on(&self, axis: usize) -> [i32; 2] {
        [self.bounds.min[axis], self.bounds.max[axis]]
    }
}

/// Marks a body that no lone box carried.
const NO_BOX: u32 = u32::MAX;

/// Lone boxes of the present step, from the end of the platform phase to the end of the sweep phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoneBoxes {
    list: Vec<LoneBox>,
    /// By body index: index in the list of the box that carried the body, or [`NO_BOX`].
    of_bodies: Vec<u32>,
}

impl LoneBoxes {
    /// Drops all boxes.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Makes room for `bodies` bodies.
    pub(crate) fn resize(&mut self, bodies: usize) {
        self.of_bodies.clear();
        self.of_bodies.resize(bodies, NO_BOX);
    }

    /// Adds a box with bounds around its riders.
    pub(crate) fn add(&mut self, shape: ShapeId, bounds: Aabb, riders: impl Iterator<Item = u32>) {
        let number = self.list.len() as u32;
        self.list.push(LoneBox { bounds, index: shape.index() as u32, floor: bounds, category: 0 });
        riders.for_each(|index| self.of_bodies[index as usize] = number);
    }

    /// Reads the boxes once all solids have moved. Drops the category of a box if its bounds hold anything else,
    /// also a region: then no body stands on it.
    pub(crate) fn check(&mut self, grid: &TileGrid) {
        let view = grid.view(u32::MAX);
        for lone in &mut self.list {
            let cells = view.cells().covered(lone.bounds.min, lone.bounds.max);
            let Some(shape) = grid.off_grid_at(lone.index) else { continue };
            // A region counts too: bodies below one have their trajectories recorded.
            let is_lone = view.holds_only(cells, lone.index) && !grid.has_region_in(cells);
            lone.floor = shape.aabb;
            lone.category = if is_lone { grid.tile_kind(shape.tile).category } else { 0 };
        }
    }

    /// True if a lone box carried any of these bodies.
    pub(crate) fn has_riders(&self, indices: Range<usize>) -> bool {
        let numbers = self.of_bodies.get(indices).unwrap_or_default();
        numbers.iter().fold(NO_BOX, |all, number| all & number) != NO_BOX
    }

    /// Returns the lone box that may be near a body.
    #[inline(always)]
    pub(crate) fn of(&self, index: usize) -> Option<&LoneBox> {
        self.list.get(*self.of_bodies.get(index)? as usize)
    }
}
