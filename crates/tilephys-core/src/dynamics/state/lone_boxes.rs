//! Lone boxes: movers that are the only thing near their riders.
//!
//! One look at the grid for each mover replaces a look for each rider in the sweep phase.

use crate::aabb::Aabb;
use crate::dynamics::state::bodies::Axis;
use crate::dynamics::state::body_list::BodyList;
use crate::grid::{ShapeId, TileGrid};
use glam::IVec2;
use std::ops::Range;

/// Tiles around a body in which a box may hold further bodies.
const TILES_FAR: i32 = 6;

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
    /// Returns a box on which a body stands, if bounds around both hold nothing else, and no region.
    pub(crate) fn around(grid: &TileGrid, index: u32, body: Aabb) -> Option<Self> {
        let (shape, tile) = (grid.off_grid_at(index)?, grid.tile_size());
        let (near, far) = (grown(shape.aabb.union(body), tile / 2), grown(body, tile * TILES_FAR));
        let bounds = near.intersection(far)?;
        let (view, category) = (grid.view(u32::MAX), grid.tile_kind(shape.tile).category);
        let is_lone = !grid.has_regions()
            && bounds.is_in_world()
            && view.holds_only(view.cells().covered(bounds.min, bounds.max), index);
        is_lone.then_some(LoneBox { bounds, index, floor: shape.aabb, category })
    }

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
    /// By body index: both ends of the translations across its up after which the body still stands on its box, excluded. Both are 0
    /// if more may hold or move the body.
    rooms: [Vec<i32>; 2],
    /// True if the sweep phase learns no boxes from the bodies on them.
    #[cfg(test)]
    pub(crate) is_learning_off: bool,
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
        for ends in &mut self.rooms {
            ends.clear();
            ends.resize(bodies, 0);
        }
    }

    /// Adds a box with bounds around its riders.
    pub(crate) fn add(&mut self, shape: ShapeId, bounds: Aabb, riders: impl Iterator<Item = u32>) {
        let number = self.list.len() as u32;
        self.list.push(LoneBox { bounds, index: shape.index() as u32, floor: bounds, category: 0 });
        riders.for_each(|place| self.of_bodies[place as usize] = number);
    }

    /// Adds a box with bounds around its riders, which only that box has moved, and which end the platform phase on it. `across` is
    /// the axis across their up, and `sides` are both ends of the box on it.
    pub(crate) fn add_group(
        &mut self,
        (shape, bounds): (ShapeId, Aabb),
        list: BodyList,
        across: &Axis,
        sides: [i32; 2],
    ) {
        let number = self.list.len() as u32;
        self.add(shape, bounds, std::iter::empty());
        let (numbers, [lows, highs]) = (&mut self.of_bodies, &mut self.rooms);
        let room =
            |at: i32, size: i32| [sides[0].wrapping_sub(at.wrapping_add(size)), sides[1].wrapping_sub(at)];
        if let Some(range) = list.range() {
            numbers[range.clone()].fill(number);
            let (at, size) = (&across.at[range.clone()], &across.size[range.clone()]);
            let rooms = lows[range.clone()].iter_mut().zip(&mut highs[range]);
            for ((low, high), (at, size)) in rooms.zip(at.iter().zip(size)) {
                [*low, *high] = room(*at, *size);
            }
            return;
        }
        for place in list.places.iter().map(|place| *place as usize) {
            numbers[place] = number;
            [lows[place], highs[place]] = room(across.at[place], across.size[place]);
        }
    }

    /// Returns both ends of the rooms of these bodies.
    pub(crate) fn rooms(&self, places: Range<usize>) -> [&[i32]; 2] {
        [0, 1].map(|end| self.rooms[end].get(places.clone()).unwrap_or_default())
    }

    /// Reads the boxes once all solids have moved. Drops the category of a box if its bounds hold anything else,
    /// also a region: then no body stands on it.
    pub(crate) fn check(&mut self, grid: &TileGrid) {
        let (view, mut are_lone) = (grid.view(u32::MAX), true);
        for lone in &mut self.list {
            let cells = view.cells().covered(lone.bounds.min, lone.bounds.max);
            let Some(shape) = grid.off_grid_at(lone.index) else { continue };
            let is_lone = view.holds_only(cells, lone.index) && !grid.has_region_in(cells);
            lone.floor = shape.aabb;
            lone.category = if is_lone { grid.tile_kind(shape.tile).category } else { 0 };
            are_lone &= is_lone;
        }
        if !are_lone {
            self.drop_rooms();
        }
    }

    /// Drops the rooms of bodies whose box is not the only thing near.
    fn drop_rooms(&mut self) {
        let LoneBoxes { list, of_bodies, rooms: [lows, highs], .. } = self;
        for (number, (low, high)) in of_bodies.iter().zip(lows.iter_mut().zip(highs)) {
            if list.get(*number as usize).is_none_or(|lone| lone.category == 0) {
                (*low, *high) = (0, 0);
            }
        }
    }

    /// True if a lone box carried any of these bodies.
    pub(crate) fn has_riders(&self, places: Range<usize>) -> bool {
        let numbers = self.of_bodies.get(places).unwrap_or_default();
        numbers.iter().fold(NO_BOX, |all, number| all & number) != NO_BOX
    }

    /// Returns the lone box that may be near a body.
    #[inline(always)]
    pub(crate) fn of(&self, place: usize) -> Option<&LoneBox> {
        self.list.get(*self.of_bodies.get(place)? as usize)
    }
}

fn grown(aabb: Aabb, by: IVec2) -> Aabb {
    Aabb { min: aabb.min.saturating_sub(by), max: aabb.max.saturating_add(by) }
}
