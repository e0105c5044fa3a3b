//! Places: the grid as cells of positions of the body that cover the same tiles.
//!
//! On each axis a body of `m` tiles and a part covers `m + 1` tiles or `m + 2`, so there are two classes of positions a tile, both
//! closed intervals. A cell is a pair of classes. Among whole tiles it is free everywhere or blocked everywhere: the configuration
//! space of the body, exactly. Whatever is no whole tile blocks nothing here, and holds the body wherever it
//! may, so that errors are on one side.

use crate::axis::Axis;
use crate::cells::Cells;
use crate::content::{
    CARRIER, HOLD, LEDGE, OTHER, PUSHES, ROOF, SLOPE, SPRING, THROWS, Tiles, WHOLE, extent,
};
use crate::flags;
use crate::map::Map;
use crate::player::{Player, px_units};
use glam::IVec2;
use tilephys_core::{Aabb, UNITS_PER_PX};
use tilephys_feel::{Envelope, FeelZone, NoRule};

/// Most cells of a map.
const MOST_CELLS: i64 = 1 << 24;

/// Margin beside and below everything, in tiles.
const MARGIN: i32 = 2;

/// Cells of places of a body on a map.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) cells: Cells,
    /// Properties of each cell.
    pub(crate) flags: Vec<u32>,
    /// Size of the standing body. All positions are of it: a crouching body has the position of the standing one on its feet.
    pub(crate) size: IVec2,
    /// Numbers of pairs of classes with a property, above and to the left of each corner of a pair. Empty if a cell has several pairs.
    properties: Vec<u32>,
    /// Height by which the crouching body is lower, 0 without crouching: only its lower part counts for what is blocked.
    pub(crate) crouch: i32,
}

/// Classes of positions over a map, and its tiles.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    tiles: Tiles,
    /// True if there are other shapes than whole tiles and level one-way lines on the tiles' upper edges.
    pub(crate) has_irregular: bool,
    /// True if there are slopes that may be floors.
    pub(crate) has_slopes: bool,
}

impl Frame {
    /// Classes of positions, with `above` units of air over everything that the map contains.
    pub(crate) fn new(map: &Map, player: &Player, above: i32) -> Result<Frame, NoRule> {
        if map.zones.iter().any(|zone| matches!(zone.zone, FeelZone::SpringTo { .. })) {
            return Err(NoRule { setting: "a spring with a height" });
        }
        let holds_bars = player.feel.climb.is_some_and(|climb| climb.bar_speed > 0.0);
        if holds_bars && map.zones.iter().any(|zone| zone.zone == FeelZone::Bar) {
            return Err(NoRule { setting: "climb.bar_speed" });
        }
        let tile = map.grid.tile_size();
        let size = player.size;
        for axis in [0, 1] {
            // A class without positions would part its neighbors.
            if tile[axis] > 1 && size[axis] % tile[axis] == 1 {
                return Err(NoRule { setting: "size" });
            }
        }
        let Some(content) = extent(map, player) else { return Err(NoRule { setting: "an empty map" }) };
        let margin = IVec2::splat(MARGIN) + (size - 1) / tile;
        let first = content.min.div_euclid(tile) - margin - IVec2::new(0, above / tile.y + 1);
        let last = (content.max - 1).div_euclid(tile) + IVec2::splat(MARGIN);
        let count = last - first + 1;
        if i64::from(count.x) * i64::from(count.y) * 4 > MOST_CELLS {
            return Err(NoRule { setting: "the size of the map" });
        }
        let tiles = Tiles::new(map, player, first, count + margin);
        Ok(Frame {
            x: Axis::new(tile.x, size.x, first.x, count.x),
            y: Axis::new(tile.y, size.y, first.y, count.y),
            has_irregular: tiles.has_irregular(),
            has_slopes: tiles.has(SLOPE),
            tiles,
        })
    }
}

impl Places {
    /// Cells of places in a frame.
    pub(crate) fn new(frame: &Frame, map: &Map, player: &Player, envelope: &Envelope) -> Places {
        let Frame { x, y, .. } = *frame;
        let mut places = Places {
            x,
            y,
            cells: Cells::default(),
            flags: vec![0; (x.classes() * y.classes()) as usize],
            size: player.size,
            properties: Vec::new(),
            crouch: player.crouch_depth(),
        };
        places.set_flags(&frame.tiles, player, envelope);
        places.set_ends(player);
        // The rest blocks nothing.
        places.cells = Cells::single(x, y, &places.flags);
        places.set_floors_near(envelope);
        places.set_zones(map, envelope);
        places.set_deadly(map);
        places.properties = places.sums();
        places
    }

    /// These places with a single cell for neighbors of a row with equal properties.
    pub(crate) fn merged(&self) -> Places {
        let cells = Cells::merged(self.x, self.y, &self.flags);
        Places { flags: cells.flags(&self.flags), cells, properties: Vec::new(), ..*self }
    }

    /// Numbers of pairs of classes with a property above and to the left of each corner. This is a summed-area table (F. Crow, *Summed-area
    /// tables for texture mapping*, 1984).
    fn sums(&self) -> Vec<u32> {
        let width = self.x.classes() as usize;
        let mut sums = vec![0; (width + 1) * (self.y.classes() as usize + 1)];
        for (pair, flags) in self.flags.iter().enumerate() {
            let corner = pair / width * (width + 1) + pair % width;
            let below = corner + width + 1;
            let own = u32::from(*flags != 0);
            sums[below + 1] = own + sums[below] + sums[corner + 1] - sums[corner];
        }
        sums
    }

    /// First and last classes of a box around a position of a cell, on both axes. `None` if a pair of them has a property.
    pub(crate) fn plain_classes(&self, cell: u32, [x, y]: [[i32; 2]; 2]) -> Option<[[usize; 2]; 2]> {
        if self.properties.is_empty() {
            return None;
        }
        let ranges = &self.cells.ranges;
        let width = self.x.classes() as usize;
        let mut cols = [cell as usize % width; 2];
        let mut rows = [cell as usize / width; 2];
        // Few classes from the cell, which is faster than to work them out.
        while ranges[cols[0]][0][0] > x[0] {
            cols[0] -= 1;
        }
        while ranges[cols[1]][0][1] < x[1] {
            cols[1] += 1;
        }
        while ranges[rows[0] * width][1][0] > y[0] {
            rows[0] -= 1;
        }
        while ranges[rows[1] * width][1][1] < y[1] {
            rows[1] += 1;
        }
        let above = rows[0] * (width + 1);
        let below = (rows[1] + 1) * (width + 1);
        let of_row =
            |corner: usize| self.properties[corner + cols[1] + 1] - self.properties[corner + cols[0]];
        (of_row(above) == of_row(below)).then_some([cols, rows])
    }

    /// Cell of two classes.
    pub(crate) fn cell(&self, x: i32, y: i32) -> u32 {
        self.cells.of_pair((y * self.x.classes() + x) as usize)
    }

    /// Cell of a position; at the border for a position beyond the map.
    pub(crate) fn cell_of(&self, position: IVec2) -> u32 {
        self.cell(self.x.class(position.x), self.y.class(position.y))
    }

    /// Nearest position on the map.
    pub(crate) fn clamped(&self, position: IVec2) -> IVec2 {
        let [left, right] = self.x.bounds();
        let [top, bottom] = self.y.bounds();
        IVec2::new(position.x.clamp(left, right), position.y.clamp(top, bottom))
    }

    /// Lowest position of the map. Below it a body has fallen out, and the play has ended.
    pub(crate) fn bottom(&self) -> i32 {
        self.y.range(self.y.classes() - 2)[1]
    }

    fn set_flags(&mut self, tiles: &Tiles, player: &Player, envelope: &Envelope) {
        let walk = player.walk();
        let lines_lift = walk.one_way_assist > 0.0;
        let wall_jump = envelope.wall_jump.map(|(_, reach)| px_units(reach).max(1));
        for cell_y in 0..self.y.classes() {
            let rows = self.y.covered(cell_y);
            let top = *rows.start();
            let bottom = *rows.end();
            // Most rows of a map are under the open sky.
            if !tiles.has_any(top - 1..=bottom + 1) {
                continue;
            }
            for cell_x in 0..self.x.classes() {
                let cols = self.x.covered(cell_x);
                let [first, last] = self.x.range(cell_x);
                let near = |reach: i32| {
                    let from = (first - reach).div_euclid(self.x.tile);
                    let to = (last + self.x.body + reach - 1).div_euclid(self.x.tile);
                    from..=to
                };
                // Most cells are in the air.
                let far = wall_jump.unwrap_or(1).max(self.x.tile);
                if tiles.any(near(far), top - 1..=bottom + 1) == 0 {
                    continue;
                }
                // Shapes off the grid lie anywhere in their cells.
                let around = tiles.any(*cols.start() - 1..=*cols.end() + 1, top - 1..=bottom + 1);
                let below = tiles.any(cols.clone(), bottom + 1..=bottom + 1);
                // A crouching body is free where the upper part of a standing one is not.
                let [_, lowest] = self.y.range(cell_y);
                let low = (lowest + self.crouch).div_euclid(self.y.tile)..=bottom;
                let feet = tiles.any(cols.clone(), bottom..=bottom);
                let lines = tiles.any(cols.clone(), top + 1..=bottom);
                let mut flags = 0;
                if tiles.any(cols.clone(), low) & WHOLE != 0 {
                    flags |= flags::BLOCKED;
                }
                if around & OTHER != 0 {
                    flags |= flags::OTHER;
                }
                if feet & HOLD != 0 || around & PUSHES != 0 {
                    flags |= flags::HOLD;
                }
                if cell_y % 2 == 0 && below & HOLD != 0 {
                    flags |= flags::HOLD_AT_END;
                }
                // Only the first positions and the last ones over fewer tiles touch the next tile.
                let is_near = cell_x % 2 == 0 && around & HOLD != 0;
                let beside = |col: i32| is_near && tiles.any(col..=col, bottom..=bottom) & HOLD != 0;
                if beside(*cols.start() - 1) {
                    flags |= flags::HOLD_LEFT;
                }
                if beside(*cols.end() + 1) {
                    flags |= flags::HOLD_RIGHT;
                }
                if around & THROWS != 0 {
                    flags |= flags::THROWS;
                }
                if around & SLOPE != 0 {
                    flags |= flags::SLOPE;
                }
                if lines_lift && lines & LEDGE != 0 {
                    flags |= flags::LINE;
                }
                if cell_y % 2 == 0 && below & (WHOLE | LEDGE | ROOF) != 0 {
                    flags |= flags::SUPPORT;
                }
                if cell_y % 2 == 0 && below & LEDGE != 0 {
                    flags |= flags::ON_LINE;
                }
                if below & SPRING != 0 || around & OTHER != 0 && around & SPRING != 0 {
                    flags |= flags::SPRING_FLOOR;
                }
                if below & CARRIER != 0 || around & OTHER != 0 && around & CARRIER != 0 {
                    flags |= flags::CARRIER;
                }
                let wall = |reach: i32| tiles.any(near(reach), rows.clone()) & (WHOLE | OTHER) != 0;
                if envelope.wall_slide.is_some() && wall(1) {
                    flags |= flags::WALL_TOUCHED;
                }
                if envelope.climbs_walls && wall(1) {
                    flags |= flags::GRIP;
                }
                if wall_jump.is_some_and(wall) {
                    flags |= flags::WALL_NEAR;
                }
                self.flags[(cell_y * self.x.classes() + cell_x) as usize] = flags;
            }
        }
    }

    /// Marks the cells under ceilings and beside walls, where their ends are so near that the body may be shifted past them.
    fn set_ends(&mut self, player: &Player) {
        let walk = player.walk();
        let [corner, side] = [walk.corner_correct_up, walk.corner_correct_side].map(px_units);
        let size = IVec2::new(self.x.classes(), self.y.classes());
        let is_blocked = |flags: &[u32], at: IVec2| {
            let is_inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(size).all();
            is_inside && flags[(at.y * size.x + at.x) as usize] & flags::BLOCKED != 0
        };
        // Cells differ in length, so one more counts.
        let far = |units: i32, spacing: u32| if units > 0 { units / spacing as i32 + 2 } else { 0 };
        let [corner, side] = [far(corner, self.x.spacing()), far(side, self.y.spacing())];
        for pair in 0..size.x * size.y {
            let at = IVec2::new(pair % size.x, pair / size.x);
            let is_in = |at: IVec2| is_blocked(&self.flags, at);
            let ends = |at: IVec2, axis: IVec2, far: i32| (-far..=far).any(|step| !is_in(at + axis * step));
            // A tile that stops the upper part of a standing body is no end of the cells. Its corner shifts the body down, where a hit on
            // a ceiling leads to.
            let is_low = self.crouch > 0;
            let mut found = if is_low { flags::CEILING | flags::CEILING_END } else { 0 };
            let above = at + IVec2::NEG_Y;
            if is_in(above) {
                found |= flags::CEILING;
                if ends(above, IVec2::X, corner) {
                    found |= flags::CEILING_END;
                }
            }
            let walls = [at + IVec2::NEG_X, at + IVec2::X];
            if walls.into_iter().any(|wall| is_in(wall) && ends(wall, IVec2::Y, side)) {
                found |= flags::WALL_END;
            }
            if !is_in(at) {
                self.flags[pair as usize] |= found;
            }
        }
    }

    /// Marks the cells beside floors that a dash may come to from there in coyote time, which begins a tick after the floor.
    fn set_floors_near(&mut self, envelope: &Envelope) {
        let Some((dash, _)) = envelope.dash else { return };
        let ticks = f64::from(envelope.coyote_ticks) + 2.0;
        let units = f64::from(dash.speed) * f64::from(envelope.dt) * ticks * f64::from(UNITS_PER_PX);
        let far = (units / f64::from(self.x.spacing())).ceil() as i32 + 1;
        let width = self.x.classes();
        for y in 0..self.y.classes() {
            for x in 0..width {
                let floors = flags::SUPPORT | flags::HOLD | flags::HOLD_AT_END;
                if self.flags[self.cell(x, y) as usize] & floors == 0 {
                    continue;
                }
                // A body on a floor or a slope may be in the next cell up or down.
                for row in (y - 1).max(0)..=(y + 1).min(self.y.classes() - 1) {
                    let first = self.cell((x - far).max(0), row) as usize;
                    let last = self.cell((x + far).min(width - 1), row) as usize;
                    self.flags[first..=last].iter_mut().for_each(|flags| *flags |= flags::FLOOR_NEAR);
                }
            }
        }
    }

    /// Marks the cells that overlap zones.
    fn set_zones(&mut self, map: &Map, envelope: &Envelope) {
        for zone in &map.zones {
            let held = match zone.zone {
                FeelZone::Ladder if envelope.climbs_ladders => flags::GRIP,
                FeelZone::Water { .. } if envelope.swim.is_some() => flags::WATER,
                _ => 0,
            };
            let is_spring = matches!(zone.zone, FeelZone::Spring { .. });
            // Feet at the upper end of a ladder can climb down into it, so a unit around counts.
            for cell in self.cells_over(zone.area.grown(IVec2::ONE)) {
                let flags = &mut self.flags[cell as usize];
                *flags |= held;
                if is_spring {
                    *flags |= flags::ZONE;
                }
            }
        }
    }

    /// Marks the cells in which the play ends.
    fn set_deadly(&mut self, map: &Map) {
        for area in &map.deadly {
            for cell in self.cells_over(*area) {
                let [[left, right], [top, bottom]] = self.cells.ranges[cell as usize];
                // The body overlaps the area at the first position and at the last one, and so at all between them.
                let reaches_in = (IVec2::new(left, top) + self.size).cmpgt(area.min).all();
                if reaches_in && IVec2::new(right, bottom + self.crouch).cmplt(area.max).all() {
                    self.flags[cell as usize] |= flags::DEADLY;
                }
            }
        }
    }

    /// Cells with a position at which the body overlaps an area.
    pub(crate) fn cells_over(&self, area: Aabb) -> Vec<u32> {
        let first = area.min - self.size + 1;
        let last = area.max - 1;
        let cols = self.x.class(first.x)..=self.x.class(last.x);
        let rows = self.y.class(first.y)..=self.y.class(last.y);
        let mut cells: Vec<u32> = rows.flat_map(|y| cols.clone().map(move |x| self.cell(x, y))).collect();
        cells.dedup();
        cells
    }
}
