//! Levels as text.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::shape::{OneWay, Slope, TileShape};
use tilephys_core::{Aabb, Direction, LayerId, Profile, Tile, TileCoord, TileGrid, TileId, UNITS_PER_PX};
use tilephys_feel::{Feel, FeelZone};
use tilephys_reach::{Map, MapMover, MapZone, Player};

/// Side of a tile, in px and in units.
pub(crate) const TILE_PX: u32 = 16;
pub(crate) const TILE: i32 = TILE_PX as i32 * UNITS_PER_PX;

/// A level read from text, one character a tile:
/// `#` whole tile, `-` one-way line, `/` and `\` slopes, `{` and `}` slopes of a ceiling, `>` conveyor, `s` tile of surface 7, `S` start, `G` goal, `o` coin,
/// `H` ladder, `~` water, `*` spring, `^` deadly.
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

impl TextLevel {
    pub(crate) fn new(text: &str, player: &Player) -> Self {
        TextLevel::placed(text, player, IVec2::ZERO, 1)
    }

    /// The level shifted by `shift` tiles, and with its tiles on several layers in turn.
    pub(crate) fn placed(text: &str, player: &Player, shift: IVec2, layers: usize) -> Self {
        let mut grid = TileGrid::new(UVec2::splat(TILE_PX));
        let layers: Vec<LayerId> =
            (0..layers).map(|index| grid.add_layer(&format!("ground {index}"))).collect();
        let whole = grid.add_tile(Tile::default());
        let line = TileShape::OneWay(OneWay::edge(UVec2::splat(TILE_PX), Direction::Up));
        let line = grid.add_tile(Tile { shape: line, ..Tile::default() });
        let slope = |heights| TileShape::Slope(Slope { side: Direction::Down, heights });
        let rising = grid.add_tile(Tile { shape: slope([0, TILE]), ..Tile::default() });
        let falling = grid.add_tile(Tile { shape: slope([TILE, 0]), ..Tile::default() });
        let roof = |heights| TileShape::Slope(Slope { side: Direction::Up, heights });
        let roof_rising = grid.add_tile(Tile { shape: roof([TILE, 0]), ..Tile::default() });
        let roof_falling = grid.add_tile(Tile { shape: roof([0, TILE]), ..Tile::default() });
        let mut tile = Tile::default();
        tile.material.conveyor = Vec2::new(60.0, 0.0);
        let conveyor = grid.add_tile(tile);
        let mut tile = Tile::default();
        tile.material.surface = 7;
        let spring = grid.add_tile(tile);
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
        for (row, line_of_text) in text.lines().filter(|line| !line.is_empty()).enumerate() {
            level.rows = row as i32 + 1;
            level.columns = level.columns.max(line_of_text.chars().count() as i32);
            for (col, letter) in line_of_text.chars().enumerate() {
                let at = TileCoord::new(col as i32 + shift.x, row as i32 + shift.y);
                let cell = Aabb::from_min_size(IVec2::new(at.col, at.row) * TILE, IVec2::splat(TILE));
                let tile = match letter {
                    '>' => Some(conveyor),
                    's' => Some(spring),
                    '#' => Some(whole),
                    '-' => Some(line),
                    '/' => Some(rising),
                    '\\' => Some(falling),
                    '{' => Some(roof_rising),
                    '}' => Some(roof_falling),
                    _ => None,
                };
                level.grid.set_tile(layers[(col + row) % layers.len()], at, tile);
                match letter {
                    'S' => level.start = IVec2::new(cell.min.x, cell.max.y - player.size.y),
                    'G' => level.goal = Some(cell),
                    'o' => level.coins.push(cell),
                    'H' => level.zones.push(MapZone { area: cell, zone: FeelZone::Ladder }),
                    '~' => {
                        let zone = FeelZone::Water { flow: Vec2::ZERO };
                        level.zones.push(MapZone { area: cell, zone });
                    }
                    '*' => {
                        let zone = FeelZone::Spring { velocity: Vec2::new(90.0, -400.0) };
                        level.zones.push(MapZone { area: cell, zone });
                    }
                    '^' => level.deadly.push(cell),
                    _ => {}
                }
            }
        }
        level
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
