//! Terrain: the changes of tiles that a hint may have, within what a flood has come to.

use crate::edit::{Edit, EditKind};
use crate::flags;
use crate::flood::{Flood, Model};
use crate::hull::{Hull, Node};
use crate::map::Map;
use glam::IVec2;
use tilephys_core::shape::TileShape;
use tilephys_core::{Aabb, TileCoord};

/// Most tiles that a floor is raised or extended by.
const MOST_TILES: i32 = 8;

/// Most tiles of a wall that is opened, from one side to the other.
const MOST_THICKNESS: i32 = 4;

/// Cost of a platform, in tiles of a floor. Two tiles less are no platform yet.
const PLATFORM: i32 = 4;

/// Cost of an opening besides its tiles: walls have a purpose.
const OPENING: i32 = 3;

/// Cost of an opening over a floor besides.
const WINDOW: i32 = 2;

/// A change of tiles.
pub(crate) struct Candidate {
    pub(crate) edit: Edit,
    /// Cost, in tiles.
    cost: i32,
    /// The character on the new floor, or behind the opening.
    pub(crate) nodes: Vec<Node>,
    /// Area that it touches there.
    pub(crate) beyond: Aabb,
}

impl Candidate {
    /// Key of the order of candidates: the cheapest first, and of equal ones the nearest to a point.
    pub(crate) fn rank(&self, near: IVec2) -> [i32; 4] {
        let apart = (middle(self.beyond) - near).abs();
        let TileCoord { col, row } = self.edit.first;
        [self.cost, apart.x.saturating_add(apart.y), row, col]
    }
}

/// A map of tiles whose changes are looked for.
pub(crate) struct Terrain<'a> {
    pub(crate) model: &'a Model,
    pub(crate) map: &'a Map<'a>,
    /// Categories that are solid to the character.
    pub(crate) mask: u32,
}

impl Terrain<'_> {
    /// Changes within what a flood has come to, among the tiles of the map and as far as a point.
    pub(crate) fn candidates(&self, flood: &Flood, near: IVec2) -> Vec<Candidate> {
        let Some([first, last]) = self.area(near) else { return Vec::new() };
        let mut found = Vec::new();
        for row in first.y..=last.y {
            for col in first.x..=last.x {
                let at = TileCoord::new(col, row);
                if !self.is_within(flood, at) {
                    continue;
                }
                found.extend([-1, 1].into_iter().filter_map(|side| self.hole_in_wall(flood, at, side)));
                if self.is_empty(at) {
                    found.extend(self.floor(flood, at));
                } else if self.has_floor(flood, at) {
                    found.extend(self.hole_in_floor(flood, at));
                }
            }
        }
        found
    }

    /// First and last cell in which tiles may change: around the map's tiles and a point.
    fn area(&self, near: IVec2) -> Option<[IVec2; 2]> {
        let tiles = self.map.grid.tiles().map(|(_, at, _)| IVec2::new(at.col, at.row));
        let near = near.div_euclid(self.map.grid.tile_size());
        let around = |[first, last]: [IVec2; 2], at: IVec2| [first.min(at), last.max(at)];
        let of_tiles = tiles.map(|at| [at, at]).reduce(|all, [at, _]| around(all, at))?;
        Some(around(of_tiles, near))
    }

    /// Position of the character in the middle of the upper edge of a cell.
    fn position(&self, at: TileCoord) -> IVec2 {
        let tile = self.map.grid.tile_size();
        let size = self.model.places.size;
        IVec2::new(at.col * tile.x + (tile.x - size.x) / 2, at.row * tile.y - size.y)
    }

    /// Rows of tiles that the character needs to pass.
    fn height(&self) -> i32 {
        (self.model.places.size.y - 1) / self.map.grid.tile_size().y + 1
    }

    /// Cell of places of the character on a cell.
    fn cell(&self, at: TileCoord) -> u32 {
        let places = &self.model.places;
        places.cell_of(places.clamped(self.position(at)))
    }

    /// True if a flood has come to the place on a cell.
    fn is_within(&self, flood: &Flood, at: TileCoord) -> bool {
        let own = self.model.places.flags[self.cell(at) as usize];
        own & (flags::BLOCKED | flags::DEADLY) == 0 && flood.has_place(self.model, self.position(at))
    }

    /// True if a flood has come to a cell as a floor, or as a slope or another shape that may hold the character.
    fn has_floor(&self, flood: &Flood, at: TileCoord) -> bool {
        let cell = self.cell(at);
        let own = self.model.places.flags[cell as usize];
        let is_floor = own & flags::SUPPORT != 0 && flood.has_floor(self.model, cell);
        is_floor
            || own & (flags::HOLD | flags::HOLD_AT_END) != 0
                && self.is_within(flood, at)
                && !self.is_empty(at)
    }

    /// True if nothing in a cell is solid.
    fn is_empty(&self, at: TileCoord) -> bool {
        let grid = self.map.grid;
        let tile = grid.tile_size();
        let area = Aabb::from_min_size(IVec2::new(at.col, at.row) * tile, tile);
        let mut tiles = grid.tiles_in(at);
        !tiles.any(|(_, id)| grid.tile_kind(id).category & self.mask != 0) && !grid.overlaps(area, self.mask)
    }

    /// True if a whole tile, and nothing else that is solid, is in a cell.
    fn is_tile(&self, at: TileCoord) -> bool {
        let grid = self.map.grid;
        let tile = grid.tile_size();
        let area = Aabb::from_min_size(IVec2::new(at.col, at.row) * tile, tile);
        let is_whole = |id| {
            let kind = grid.tile_kind(id);
            kind.category & self.mask != 0 && matches!(kind.shape, TileShape::Full)
        };
        grid.tiles_in(at).any(|(_, id)| is_whole(id))
            && !grid.off_grid_shapes().any(|(_, shape)| shape.aabb.overlaps(area))
    }

    /// The cheapest floor in an empty cell.
    fn floor(&self, flood: &Flood, at: TileCoord) -> Option<Candidate> {
        if self.model.places.flags[self.cell(at) as usize] & flags::SUPPORT != 0 {
            return None;
        }
        let moved = |along: i32, down: i32| TileCoord::new(at.col + along, at.row + down);
        // The floor that empty cells lead to in a direction, and its distance.
        let floor = |step: IVec2| {
            let cells = (1..=MOST_TILES).map(|count| (count, moved(step.x * count, step.y * count)));
            let (count, end) = cells.into_iter().find(|(_, cell)| !self.is_empty(*cell))?;
            self.has_floor(flood, end).then_some(count)
        };
        let extended = |side: i32| {
            let count = floor(IVec2::new(side, 0))?;
            let far = moved(side * (count - 1), 0);
            let [first, last] = if side < 0 { [far, at] } else { [at, far] };
            Some((count, Edit { kind: EditKind::Extend, first, last }))
        };
        let raised = || {
            let count = floor(IVec2::Y)?;
            Some((count, Edit { kind: EditKind::Raise, first: at, last: moved(0, count - 1) }))
        };
        let end = |side: i32| if self.is_empty(moved(side, 0)) { moved(side, 0) } else { at };
        let platform = Edit { kind: EditKind::Platform, first: end(-1), last: end(1) };
        let all = [extended(-1), extended(1), raised(), Some((PLATFORM, platform))];
        let (cost, edit) = all.into_iter().flatten().min_by_key(|(cost, _)| *cost)?;
        Some(self.candidate(edit, cost, at))
    }

    /// A hole in the wall beside a place, through which nothing in a flood leads yet.
    fn hole_in_wall(&self, flood: &Flood, at: TileCoord, side: i32) -> Option<Candidate> {
        let height = self.height();
        let column = |count: i32| {
            let col = at.col + side * count;
            (at.row - height..at.row).map(move |row| TileCoord::new(col, row))
        };
        let is_open = |count: &i32| column(*count).all(|cell| self.is_empty(cell));
        let count = (1..=MOST_THICKNESS + 1).find(is_open)? - 1;
        let walls = || (1..=count).flat_map(column).filter(|cell| !self.is_empty(*cell));
        let beyond = TileCoord::new(at.col + side * (count + 1), at.row);
        if count == 0 || !walls().all(|cell| self.is_tile(cell)) || self.is_within(flood, beyond) {
            return None;
        }
        let ends = [at.col + side, at.col + side * count];
        let edit = Edit {
            kind: EditKind::Open,
            first: TileCoord::new(ends[0].min(ends[1]), at.row - height),
            last: TileCoord::new(ends[0].max(ends[1]), at.row - 1),
        };
        let window = if self.has_floor(flood, at) { 0 } else { WINDOW };
        Some(self.candidate(edit, OPENING + window + walls().count() as i32, beyond))
    }

    /// A hole in a floor, through which nothing in a flood leads yet.
    fn hole_in_floor(&self, flood: &Flood, at: TileCoord) -> Option<Candidate> {
        let size = self.model.places.size;
        let tile = self.map.grid.tile_size();
        let height = self.height();
        if size.x > tile.x {
            return None;
        }
        let down = |count: i32| TileCoord::new(at.col, at.row + count);
        let count = (1..=MOST_THICKNESS).find(|count| self.is_empty(down(*count)))?;
        let beyond = down(count + height);
        if !(0..count).all(|row| self.is_tile(down(row))) || self.is_within(flood, beyond) {
            return None;
        }
        let edit = Edit { kind: EditKind::Open, first: at, last: down(count - 1) };
        Some(self.candidate(edit, OPENING + count, beyond))
    }

    /// A change that leads to the place on a cell.
    fn candidate(&self, edit: Edit, cost: i32, at: TileCoord) -> Candidate {
        let Model { places, layers, .. } = self.model;
        let position = self.position(at);
        let class = places.x.class(position.x);
        // At the neighboring positions the body still stands on the cell.
        let classes = (class - 1).max(0)..=(class + 1).min(places.x.classes() - 1);
        let node = |x: i32| {
            let cell = places.cell(x, places.y.class(position.y));
            let hull = Hull { x: places.x.range(x), y: [position.y; 2], along: [layers.run; 2] };
            let is_free = places.flags[cell as usize] & flags::BLOCKED == 0;
            is_free.then_some(Node { cell, layer: layers.floor, hull })
        };
        let tile = self.map.grid.tile_size();
        let top = at.row * tile.y;
        let min = IVec2::new(at.col * tile.x, top - 1);
        let beyond = Aabb { min, max: IVec2::new(min.x + tile.x, top) };
        Candidate { edit, cost, nodes: classes.filter_map(node).collect(), beyond }
    }
}

/// Middle of an area, in lattice units.
pub(crate) fn middle(area: Aabb) -> IVec2 {
    area.min + (area.max - area.min) / 2
}
