//! Levels as text.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::shape::{OneWay, Part, Polygon, Slope, TileShape};
use tilephys_core::{Aabb, Direction, LayerId, Profile, Tile, TileCoord, TileGrid, TileId, UNITS_PER_PX};
use tilephys_feel::{Feel, FeelZone};
use tilephys_reach::{Map, MapMover, MapZone, Player};

/// Side of a tile, in px and in units.
pub(crate) const TILE_PX: u32 = 16;
pub(crate) const TILE: i32 = TILE_PX as i32 * UNITS_PER_PX;

/// A level read from text, one character a tile: `levels/README.md` has their meaning. Besides them, `s` is a tile of surface 7.
pub(crate) struct TextLevel {
    pub(crate) grid: TileGrid,
    pub(crate) zones: Vec<MapZone>,
    pub(crate) deadly: Vec<Aabb>,
    pub(crate) start: IVec2,
    pub(crate) goal: Option<Aabb>,
    pub(crate) coins: Vec<Aabb>,
    /// Platforms, which the text does not have.
    pub(crate) movers: Vec<MapMover>,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
}

/// A form of whole tiles. All have the same solid area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Tiles whose shape is the whole cell, on so many layers in turn.
    Layers(usize),
    /// Tiles whose shape is a box as large as the cell.
    Box,
    /// Tiles whose shape is a polygon as large as the cell.
    Polygon,
    /// Boxes off the grid, each for a run of tiles in a row.
    OffGrid,
    /// Tiles of half the size, four for each.
    Halves,
}

/// Kinds of tiles.
struct Kinds {
    /// Side of a tile, in units.
    side: i32,
    whole: TileId,
    line: TileId,
    rising: TileId,
    falling: TileId,
    roof_rising: TileId,
    roof_falling: TileId,
    conveyor: TileId,
    surface: TileId,
}

impl Kinds {
    fn new(grid: &mut TileGrid, form: Form) -> Self {
        let px = grid.tile_size() / UNITS_PER_PX;
        let side = grid.tile_size().x;
        let corners = [IVec2::ZERO, IVec2::new(side, 0), IVec2::splat(side), IVec2::new(0, side)];
        let whole = match form {
            Form::Box => TileShape::Box(Aabb::from_min_size(IVec2::ZERO, IVec2::splat(side))),
            Form::Polygon => TileShape::Parts(vec![Part::Solid(Polygon::new(&corners))]),
            _ => TileShape::Full,
        };
        let mut shaped = |shape: TileShape| grid.add_tile(Tile { shape, ..Tile::default() });
        let slope = |heights| TileShape::Slope(Slope { side: Direction::Down, heights });
        let whole = shaped(whole);
        let line = shaped(TileShape::OneWay(OneWay::edge(px.as_uvec2(), Direction::Up)));
        let rising = shaped(slope([0, side]));
        let falling = shaped(slope([side, 0]));
        let roof = |heights| TileShape::Slope(Slope { side: Direction::Up, heights });
        let roof_rising = shaped(roof([side, 0]));
        let roof_falling = shaped(roof([0, side]));
        let mut tile = Tile::default();
        tile.material.conveyor = Vec2::new(60.0, 0.0);
        let conveyor = grid.add_tile(tile);
        let mut tile = Tile::default();
        tile.material.surface = 7;
        let surface = grid.add_tile(tile);
        Kinds { side, whole, line, rising, falling, roof_rising, roof_falling, conveyor, surface }
    }

    /// The tile of a letter.
    fn of(&self, letter: char) -> Option<TileId> {
        Some(match letter {
            '#' => self.whole,
            '-' => self.line,
            '/' => self.rising,
            '\\' => self.falling,
            '{' => self.roof_rising,
            '}' => self.roof_falling,
            '>' => self.conveyor,
            's' => self.surface,
            _ => return None,
        })
    }

    /// The letters of the four tiles of half the size in place of a letter, the upper ones first.
    fn halves(letter: char) -> [char; 4] {
        match letter {
            '-' => ['-', '-', '.', '.'],
            '/' => ['.', '/', '/', '#'],
            '\\' => ['\\', '.', '#', '\\'],
            '{' => ['#', '{', '{', '.'],
            '}' => ['}', '#', '.', '}'],
            other => [other; 4],
        }
    }
}

impl TextLevel {
    pub(crate) fn new(text: &str, player: &Player) -> Self {
        TextLevel::placed(text, player, IVec2::ZERO, Form::Layers(1))
    }

    /// The level shifted by `shift` tiles, with its whole tiles in a form.
    pub(crate) fn placed(text: &str, player: &Player, shift: IVec2, form: Form) -> Self {
        let parts = if form == Form::Halves { 2 } else { 1 };
        let mut grid = TileGrid::new(UVec2::splat(TILE_PX / parts));
        let count = if let Form::Layers(count) = form { count } else { 1 };
        let layers: Vec<LayerId> =
            (0..count).map(|index| grid.add_layer(&format!("ground {index}"))).collect();
        let kinds = Kinds::new(&mut grid, form);
        let mut level = TextLevel {
            grid,
            zones: Vec::new(),
            deadly: Vec::new(),
            start: IVec2::ZERO,
            goal: None,
            coins: Vec::new(),
            movers: Vec::new(),
            columns: 0,
            rows: 0,
        };
        for (row, line) in text.lines().filter(|line| !line.is_empty()).enumerate() {
            level.rows = row as i32 + 1;
            level.columns = level.columns.max(line.chars().count() as i32);
            let mut run: Option<Aabb> = None;
            for (col, letter) in line.chars().chain(std::iter::once('.')).enumerate() {
                let at = IVec2::new(col as i32, row as i32) + shift;
                let cell = Aabb::from_min_size(at * TILE, IVec2::splat(TILE));
                level.add_mark(letter, cell, player);
                if form == Form::OffGrid && letter == '#' {
                    run = Some(run.map_or(cell, |run| run.union(cell)));
                    continue;
                }
                if let Some(run) = run.take() {
                    level.grid.add_box(layers[0], run, kinds.whole);
                }
                let letters = if parts == 2 { Kinds::halves(letter).to_vec() } else { vec![letter] };
                for (index, letter) in letters.into_iter().enumerate() {
                    let at = cell.min / kinds.side + IVec2::new(index as i32 % 2, index as i32 / 2);
                    let layer = layers[(col + row) % layers.len()];
                    level.grid.set_tile(layer, TileCoord::new(at.x, at.y), kinds.of(letter));
                }
            }
        }
        level
    }

    /// Adds what a letter means besides a tile.
    fn add_mark(&mut self, letter: char, cell: Aabb, player: &Player) {
        match letter {
            'S' => self.start = IVec2::new(cell.min.x, cell.max.y - player.size.y),
            'G' => self.goal = Some(cell),
            'o' => self.coins.push(cell),
            'H' => self.zones.push(MapZone { area: cell, zone: FeelZone::Ladder }),
            '~' => self.zones.push(MapZone { area: cell, zone: FeelZone::Water { flow: Vec2::ZERO } }),
            '*' => {
                let zone = FeelZone::Spring { velocity: Vec2::new(90.0, -400.0) };
                self.zones.push(MapZone { area: cell, zone });
            }
            '^' => self.deadly.push(cell),
            _ => {}
        }
    }

    /// The lowest layer.
    pub(crate) fn ground(&self) -> LayerId {
        self.grid.layer_ids().next().expect("the level has a layer")
    }

    /// Tile of one-way lines.
    pub(crate) fn line(&self) -> TileId {
        self.grid.tile_ids().nth(1).expect("the level has a one-way tile")
    }

    pub(crate) fn map(&self) -> Map<'_> {
        Map {
            zones: self.zones.clone(),
            deadly: self.deadly.clone(),
            movers: self.movers.clone(),
            ..Map::of_grid(&self.grid)
        }
    }
}

/// A character of 8 × 12 px with a feel for tiles of 16 px.
pub(crate) fn player(feel: Feel) -> Player {
    Player {
        feel: feel.scaled(TILE_PX as f32),
        profile: Profile { report_hits: false, ..Profile::default() },
        size: IVec2::new(8, 12) * UNITS_PER_PX,
        gravity: Vec2::new(0.0, 900.0),
        dt: 1.0 / 60.0,
    }
}
