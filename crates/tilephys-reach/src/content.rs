//! Content of a map: the kinds of its tiles, and of whatever lies over their cells.

use crate::map::Map;
use crate::player::Player;
use glam::{IVec2, Vec2};
use std::f32::consts::FRAC_PI_4;
use std::ops::RangeInclusive;
use tilephys_core::shape::{OneWay, Part, Slope, TileShape};
use tilephys_core::{Aabb, Direction, Tile, TileCoord, TileGrid, UNITS_PER_PX};

/// Whole tile, level one-way line on the upper edge, any other shape.
pub(crate) const WHOLE: u16 = 1;
pub(crate) const LEDGE: u16 = 2;
pub(crate) const OTHER: u16 = 4;
/// Ground that throws a body, and ground that moves it.
pub(crate) const SPRING: u16 = 8;
pub(crate) const CARRIER: u16 = 16;
/// Another shape that may hold a body at any height, that holds it on the upper edge alone.
pub(crate) const HOLD: u16 = 32;
pub(crate) const ROOF: u16 = 64;
/// Another shape that may turn the speed of a body aside: a mover, or a slanted face that is no floor.
pub(crate) const THROWS: u16 = 256;
/// A mover, which pushes a body from all sides, or a slanted line that blocks from a side, which stops a body beside it.
pub(crate) const PUSHES: u16 = 512;
/// A slanted face that may be a floor. It turns speed along into a rise.
pub(crate) const SLOPE: u16 = 1024;

/// Kinds of all tiles of a map.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    first: IVec2,
    size: IVec2,
    kinds: Vec<u16>,
}

impl Tiles {
    fn add(&mut self, col: i32, row: i32, kind: u16) {
        let at = IVec2::new(col, row) - self.first;
        let is_inside = at.x >= 0 && at.y >= 0 && at.x < self.size.x && at.y < self.size.y;
        if is_inside {
            self.kinds[(at.y * self.size.x + at.x) as usize] |= kind;
        }
    }

    /// All kinds in a rectangle of tiles.
    pub(crate) fn any(&self, cols: RangeInclusive<i32>, rows: RangeInclusive<i32>) -> u16 {
        let within = |tiles: RangeInclusive<i32>, first: i32, count: i32| {
            let from = (tiles.start() - first).clamp(0, count);
            from as usize..(tiles.end() + 1 - first).clamp(from, count) as usize
        };
        let cols = within(cols, self.first.x, self.size.x);
        let rows = within(rows, self.first.y, self.size.y);
        let width = self.size.x as usize;
        let of_row = |row: usize| &self.kinds[row * width..][cols.clone()];
        rows.flat_map(of_row).fold(0, |all, kind| all | kind)
    }

    /// True if a tile in some rows has a kind.
    pub(crate) fn has_any(&self, rows: RangeInclusive<i32>) -> bool {
        self.any(self.first.x..=self.first.x + self.size.x, rows) != 0
    }

    /// True if a tile has a kind.
    pub(crate) fn has(&self, kind: u16) -> bool {
        self.kinds.iter().any(|own| own & kind != 0)
    }

    /// True if there are slopes, movers or other shapes than whole tiles and level one-way lines on the tiles' upper edges.
    pub(crate) fn has_irregular(&self) -> bool {
        self.has(OTHER)
    }
}

/// Bounds of everything that a map contains, and of nothing else; `None` for an empty map.
pub(crate) fn extent(map: &Map, player: &Player) -> Option<Aabb> {
    let tile = map.grid.tile_size();
    let of_tile = |at: TileCoord| Aabb::from_min_size(IVec2::new(at.col, at.row) * tile, tile);
    let mask = player.profile.movement.mask;
    let kinds = map.grid.tile_kinds();
    let tiles = map.grid.tiles().filter(|(_, _, id)| kinds[id.index()].category & mask != 0);
    let bounds: Vec<Option<Aabb>> = kinds.iter().map(|kind| shape_bounds(map.grid, kind)).collect();
    let tiles = tiles.map(|(_, at, id)| {
        let cell = of_tile(at);
        bounds[id.index()].map_or(cell, |bounds| cell.union(bounds.translated(cell.min)))
    });
    let shapes = map.grid.off_grid_shapes().map(|(_, shape)| shape.aabb);
    let zones = map.zones.iter().map(|zone| zone.area);
    let movers = map.movers.iter().map(crate::map::MapMover::swept);
    let deadly = map.deadly.iter().copied();
    // Shapes count wholly: a floor that is cut off would end where it goes on.
    tiles.chain(shapes).chain(movers).chain(zones).chain(deadly).reduce(Aabb::union)
}

/// What the tiles of a kind are to a character.
#[derive(Clone, Copy)]
struct Content {
    /// Kinds of the cell.
    own: u16,
    /// Kinds of all cells that the shape lies over.
    over: u16,
    /// Bounds of a shape that may reach beyond the cell, from its low corner.
    bounds: Option<Aabb>,
}

impl Content {
    /// The content of a kind of tile; nothing if it is not solid to the character.
    fn of(grid: &TileGrid, player: &Player, kind: &Tile) -> Content {
        if kind.category & player.profile.movement.mask == 0 {
            return Content { own: 0, over: 0, bounds: None };
        }
        let springs = player.feel.surfaces.iter().filter(|of| of.spring > 0.0);
        let is_spring = springs.into_iter().any(|of| of.surface == kind.material.surface);
        let spring = if is_spring { SPRING } else { 0 };
        let carrier = if kind.material.conveyor == Vec2::ZERO { 0 } else { CARRIER };
        let acts = spring | carrier;
        let tile = grid.tile_size();
        let ledge = OneWay::edge((tile / UNITS_PER_PX).as_uvec2(), Direction::Up);
        match &kind.shape {
            shape if fills_cell(shape, tile) => Content { own: WHOLE | acts, over: acts, bounds: None },
            TileShape::OneWay(line) if *line == ledge => {
                Content { own: LEDGE | acts, over: acts, bounds: None }
            }
            shape => {
                let faces = Faces::of(shape, tile, player);
                let over = OTHER | faces.kinds() | acts;
                let roof = if faces.has_top { ROOF } else { 0 };
                Content { own: over | roof, over, bounds: shape_bounds(grid, kind) }
            }
        }
    }
}

/// True if a shape is the whole cell of a tile of a size.
fn fills_cell(shape: &TileShape, tile: IVec2) -> bool {
    let is_corner = |at: &IVec2| (at.x == 0 || at.x == tile.x) && (at.y == 0 || at.y == tile.y);
    match shape {
        TileShape::Full => true,
        TileShape::Box(area) => *area == Aabb::from_min_size(IVec2::ZERO, tile),
        TileShape::Parts(parts) => match parts.as_slice() {
            [Part::Solid(polygon)] => polygon.corners().len() == 4 && polygon.corners().iter().all(is_corner),
            _ => false,
        },
        _ => false,
    }
}

/// Faces of a shape that look upward.
struct Faces {
    tile: IVec2,
    /// Least rise of a face that is too steep for a floor, and greatest rise of a floor, for each unit along.
    steep: f64,
    steepest: f64,
    /// True if a level face lies along the upper edge of the cell.
    has_top: bool,
    /// True if there are others.
    has_other: bool,
    /// True if any slanted face is no floor, and if any may be one.
    has_slant: bool,
    has_slope: bool,
    /// True if a slanted line blocks from a side.
    has_slanted_line: bool,
}

impl Faces {
    fn of(shape: &TileShape, tile: IVec2, player: &Player) -> Faces {
        // The tangent of an angle is at least the angle, and 1 at an eighth of a turn.
        let angle = player.walk().floor_max_angle;
        let steep = if angle >= FRAC_PI_4 { 1.0 } else { f64::from(angle) };
        let mut faces = Faces {
            tile,
            steep,
            steepest: player.steepest_rise(),
            has_top: false,
            has_other: false,
            has_slant: false,
            has_slope: false,
            has_slanted_line: false,
        };
        match shape {
            TileShape::Full => faces.add(IVec2::ZERO, tile * IVec2::X),
            TileShape::Box(area) => faces.add(area.min, IVec2::new(area.max.x, area.min.y)),
            TileShape::Slope(Slope { side, heights: [low, high] }) => match side {
                Direction::Down => faces.add(IVec2::new(0, tile.y - low), tile - IVec2::new(0, *high)),
                Direction::Up => {
                    faces.add(IVec2::ZERO, tile * IVec2::X);
                    faces.has_slant = true;
                }
                // The upper edge, and the slanted face of a wall that is thicker below.
                Direction::Left | Direction::Right => {
                    faces.add(IVec2::ZERO, tile * IVec2::X);
                    faces.has_slant = true;
                    if high > low {
                        faces.add(IVec2::ZERO, IVec2::new(high - low, tile.y));
                    }
                }
            },
            TileShape::OneWay(line) => faces.add_line(line),
            TileShape::Parts(parts) => {
                for part in parts {
                    match part {
                        Part::Solid(polygon) => faces.add_polygon(polygon.corners()),
                        Part::OneWay(line) => faces.add_line(line),
                    }
                }
            }
            // An unknown shape may hold the body anywhere.
            _ => faces.add(IVec2::Y, IVec2::ONE * 2),
        }
        faces
    }

    /// Adds a face between two points.
    fn add(&mut self, from: IVec2, to: IVec2) {
        let way = (to - from).abs();
        let is_inside = |x: i32| (0..=self.tile.x).contains(&x);
        if way.y == 0 && from.y == 0 && is_inside(from.x) && is_inside(to.x) {
            self.has_top = true;
            return;
        }
        self.has_other = true;
        let rises = |most: f64| f64::from(way.y) > f64::from(way.x) * most;
        self.has_slant |= rises(self.steep) && way.x != 0;
        self.has_slope |= way.y != 0 && !rises(self.steepest);
    }

    /// Adds a one-way line. A line that blocks from a side may be slanted, and hold what slides on it.
    fn add_line(&mut self, line: &OneWay) {
        let [from, to] = line.ends();
        self.add(from, to);
        self.has_slanted_line |= line.open() != Direction::Up && from.x != to.x && from.y != to.y;
    }

    /// Adds the faces of a convex polygon that have its inside below them.
    fn add_polygon(&mut self, corners: &[IVec2]) {
        let next = |index: usize| corners[(index + 1) % corners.len()];
        let turn = |from: IVec2, to: IVec2, other: IVec2| {
            (to - from).as_i64vec2().perp_dot((other - from).as_i64vec2())
        };
        let inside = turn(corners[0], corners[1], corners[2]).signum();
        for (index, from) in corners.iter().enumerate() {
            let to = next(index);
            if i64::from((to.x - from.x).signum()) == inside {
                self.add(*from, to);
            } else {
                self.has_slant |= from.x != to.x && from.y != to.y;
            }
        }
    }

    /// Kinds of the cells that the shape lies over.
    fn kinds(&self) -> u16 {
        let hold = if self.has_other { HOLD } else { 0 };
        let throws = if self.has_slant { THROWS } else { 0 };
        let line = if self.has_slanted_line { PUSHES } else { 0 };
        let slope = if self.has_slope { SLOPE } else { 0 };
        hold | throws | line | slope
    }
}

impl Tiles {
    /// The content of a rectangle of tiles.
    pub(crate) fn new(map: &Map, player: &Player, first: IVec2, size: IVec2) -> Tiles {
        let mut tiles = Tiles { first, size, kinds: vec![0; (size.x * size.y) as usize] };
        let grid = map.grid;
        let tile = grid.tile_size();
        let contents: Vec<Content> =
            grid.tile_kinds().iter().map(|kind| Content::of(grid, player, kind)).collect();
        for (_, at, id) in grid.tiles() {
            let Content { own, over, bounds } = contents[id.index()];
            if let Some(bounds) = bounds {
                tiles.fill(tile, bounds.translated(IVec2::new(at.col, at.row) * tile), false, over);
            }
            tiles.add(at.col, at.row, own);
        }
        for (_, shape) in grid.off_grid_shapes() {
            let content = contents[shape.tile.index()];
            if content.own == 0 {
                continue;
            }
            let at_rest = shape.velocity() == Vec2::ZERO;
            let acts = content.over & (SPRING | CARRIER | THROWS | PUSHES | SLOPE)
                | if at_rest { 0 } else { CARRIER };
            let is_box = shape.is_box() || matches!(grid.tile_kind(shape.tile).shape, TileShape::Box(_));
            tiles.fill(tile, shape.aabb, is_box && at_rest, OTHER | HOLD | acts);
        }
        for mover in &map.movers {
            let acts = contents[mover.mover.tile.index()].over & (SPRING | SLOPE);
            tiles.fill(tile, mover.swept(), false, OTHER | HOLD | CARRIER | THROWS | PUSHES | acts);
        }
        tiles
    }

    /// Adds kinds to all cells that an area lies over. With `is_whole`, the cells that it covers are as whole tiles.
    fn fill(&mut self, tile: IVec2, area: Aabb, is_whole: bool, kinds: u16) {
        // A one-way line has no height, so a unit around counts.
        let is_line = area.min.cmpeq(area.max).any();
        let area = if is_line { area.grown(IVec2::ONE) } else { area };
        let from = area.min.div_euclid(tile).max(self.first);
        let to = (area.max - 1).div_euclid(tile).min(self.first + self.size - 1);
        for row in from.y..=to.y {
            for col in from.x..=to.x {
                let cell = Aabb::from_min_size(IVec2::new(col, row) * tile, tile);
                let is_covered = is_whole && area.min.cmple(cell.min).all() && area.max.cmpge(cell.max).all();
                self.add(col, row, if is_covered { WHOLE | kinds & (SPRING | CARRIER) } else { kinds });
            }
        }
    }
}

/// Bounds of the shape of a tile in the cell at the origin, by the engine.
fn shape_bounds(grid: &TileGrid, kind: &Tile) -> Option<Aabb> {
    let mut alone = TileGrid::new((grid.tile_size() / UNITS_PER_PX).as_uvec2());
    let layer = alone.add_layer("");
    let tile = alone.add_tile(kind.clone());
    let shape = alone.add_shape(layer, IVec2::ZERO, tile);
    Some(alone.off_grid_shape(shape)?.aabb)
}
