//! Small random worlds with tiles of every shape, and bodies in them.

use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use std::f32::consts::FRAC_PI_4;
use tilephys_core::{
    Aabb, Body, Direction, MotionMode, MoveConfig, Obstacle, Response, Tile, TileCoord, TileGrid, Walk,
    moves::{Foot, SlopeSpeed, Snap},
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

/// Cells of a world on each side.
pub(crate) const CELLS: i64 = 9;

/// A world with two layers of tiles and some shapes off the cells.
pub(crate) fn world(rng: &mut Rng) -> TileGrid {
    let side = UVec2::from(rng.pick(&[[16, 16], [8, 8], [18, 18], [32, 16]]));
    let mut grid = TileGrid::new(side);
    let layers = [grid.add_layer("ground"), grid.add_layer("things")];
    let tile = grid.tile_size();
    let kinds: Vec<_> = (0..10)
        .map(|i| {
            let shape = if i < 3 { TileShape::Full } else { shape(rng, side, tile) };
            let category = if i == 2 { 2 } else { rng.pick(&[1, 1, 1, 2, 3, 0]) };
            grid.add_tile(Tile { shape, category, ..Tile::default() })
        })
        .collect();
    let density = rng.pick(&[10, 25, 45]);
    for row in 0..CELLS {
        for col in 0..CELLS {
            for layer in layers {
                if rng.chance(if layer == layers[0] { density } else { 5 }) {
                    let at = TileCoord::new(col as i32 - 2, row as i32 - 2);
                    grid.set_tile(layer, at, Some(rng.pick(&kinds)));
                }
            }
        }
    }
    if rng.chance(60) {
        let row = rng.range(3, 6);
        for col in -2..7 {
            grid.set_tile(layers[0], TileCoord::new(col, row), Some(kinds[0]));
        }
    }
    for _ in 0..rng.below(4) {
        let at = anywhere(rng, tile);
        if rng.chance(50) {
            let size = IVec2::new(rng.range(1, 9000), rng.range(1, 9000));
            grid.add_box(layers[1], Aabb { min: at, max: at + size }, rng.pick(&kinds));
        } else {
            grid.add_shape(layers[1], at, rng.pick(&kinds));
        }
    }
    grid
}

fn anywhere(rng: &mut Rng, tile: IVec2) -> IVec2 {
    let on_axis = |rng: &mut Rng, edge: i32| {
        let whole = rng.range(-2 * i64::from(edge), 7 * i64::from(edge)) as i32;
        if rng.chance(60) { whole.div_euclid(edge / 4) * (edge / 4) } else { whole }
    };
    IVec2::new(on_axis(rng, tile.x), on_axis(rng, tile.y))
}

fn shape(rng: &mut Rng, side: UVec2, tile: IVec2) -> TileShape {
    let quarter = |rng: &mut Rng, edge: i32| rng.range(0, 4) * (edge / 4);
    match rng.below(7) {
        0 => {
            let min = IVec2::new(quarter(rng, tile.x), quarter(rng, tile.y)) / 2 - tile / 8;
            TileShape::Box(Aabb { min, max: min + tile / 4 + IVec2::new(quarter(rng, tile.x), 17) })
        }
        1 | 2 => {
            let floor = rng.pick(&Direction::ALL);
            let height = tile[floor.axis()];
            let heights = rng.pick(&[[0, 4], [4, 0], [0, 2], [2, 4], [4, 2], [2, 0], [1, 3], [3, 4]]);
            TileShape::Slope(Slope { side: floor, heights: heights.map(|h| height / 4 * h) })
        }
        3 => TileShape::OneWay(OneWay::edge(side, rng.pick(&Direction::ALL))),
        4 => TileShape::OneWay(line(rng, tile)),
        5 => TileShape::Parts(vec![Part::Solid(polygon(rng, tile))]),
        _ => TileShape::Parts(vec![Part::Solid(polygon(rng, tile)), Part::OneWay(line(rng, tile))]),
    }
}

fn line(rng: &mut Rng, tile: IVec2) -> OneWay {
    let open = rng.pick(&Direction::ALL);
    let along = 1 - open.axis();
    let mut ends = [IVec2::ZERO, tile];
    for end in &mut ends {
        end[open.axis()] = rng.range(0, 4) * (tile[open.axis()] / 4);
    }
    if rng.chance(50) {
        ends[1][along] += tile[along] / 2;
    }
    OneWay::new(ends[0], ends[1], open)
}

fn polygon(rng: &mut Rng, tile: IVec2) -> Polygon {
    loop {
        let corner = |rng: &mut Rng| {
            let on = |rng: &mut Rng, edge: i32| rng.range(-1, 5) * (edge / 4);
            IVec2::new(on(rng, tile.x), on(rng, tile.y))
        };
        let corners: Vec<IVec2> = (0..rng.range(3, 5)).map(|_| corner(rng)).collect();
        if let Ok(polygon) = Polygon::try_new(&corners) {
            return polygon;
        }
    }
}

/// A body somewhere in the world, often on the corner of a cell or its quarter.
pub(crate) fn body(rng: &mut Rng, grid: &TileGrid) -> Body {
    let size = [0, 1].map(|_| if rng.chance(50) { 256 * rng.range(2, 20) } else { rng.range(1, 6000) });
    let mut body = Body::on_lattice(anywhere(rng, grid.tile_size()), IVec2::from(size));
    body.velocity = velocity(rng);
    body.remainder = Vec2::new(rng.unit() - 0.5, rng.unit() - 0.5);
    body
}

pub(crate) fn velocity(rng: &mut Rng) -> Vec2 {
    let speed = |rng: &mut Rng| match rng.below(4) {
        0 => 0.0,
        1 => rng.range(-4, 4) as f32 * 60.0,
        _ => (rng.unit() - 0.5) * 2000.0,
    };
    Vec2::new(speed(rng), speed(rng))
}

/// A translation of any length, often the velocity's, sometimes of whole quarters of tiles.
pub(crate) fn translation(rng: &mut Rng, grid: &TileGrid, velocity: Vec2) -> Vec2 {
    let quarter = grid.tile_size().as_vec2() / 1024.0;
    match rng.below(4) {
        0 => quarter * Vec2::new(rng.range(-9, 9) as f32, rng.range(-9, 9) as f32),
        1 if rng.chance(20) => Vec2::new(rng.any_scale(22) as f32, rng.any_scale(22) as f32),
        1 => velocity / 6.0,
        2 => Vec2::new(velocity.x / 60.0, rng.range(0, 8) as f32 * 0.125),
        _ => velocity / 60.0,
    }
}

/// Settings of any kind; most walk.
pub(crate) fn config(rng: &mut Rng) -> MoveConfig {
    let response = match rng.below(10) {
        0 => Response::Bounce { restitution: rng.pick(&[0.0, 0.3, 0.8, 1.0, 1.5]) },
        1 => Response::Stop,
        2 => Response::Invert,
        3 => Response::PassThrough,
        _ => Response::Slide,
    };
    let mut config = MoveConfig {
        mask: rng.pick(&[1, 1, 2, 3, u32::MAX]),
        up: if rng.chance(75) { Direction::Up } else { rng.pick(&Direction::ALL) },
        response,
        rest_speed: 20.0,
        ..MoveConfig::default()
    };
    if rng.chance(80) {
        config.walk = walk(rng);
    } else {
        config.motion_mode = MotionMode::Floating;
    }
    config
}

fn walk(rng: &mut Rng) -> Walk {
    let often = |rng: &mut Rng, px: f32| if rng.chance(50) { px } else { 0.0 };
    Walk {
        floor_max_angle: rng.pick(&[0.0, 0.5, FRAC_PI_4, FRAC_PI_4, 1.2]),
        slope_speed: rng.pick(&[
            SlopeSpeed::KeepLevel,
            SlopeSpeed::KeepSurface,
            SlopeSpeed::Curve { up: 0.5, down: 1.5 },
        ]),
        stop_on_slope: rng.chance(60),
        block_on_steep: rng.chance(60),
        snap: rng.pick(&[Snap::Adaptive, Snap::Adaptive, Snap::Length(3.0), Snap::Off]),
        step_up: often(rng, 6.0),
        slide_on_ceiling: rng.chance(70),
        corner_correct_up: often(rng, 5.0),
        corner_correct_side: often(rng, 5.0),
        gap_bridge: often(rng, 2.0),
        wall_retain_ticks: rng.below(5) as u8,
        foot: if rng.chance(25) { Foot::Center } else { Foot::Corners },
        one_way_nudge: often(rng, 3.0),
        ..Walk::default()
    }
}

/// Lets the body drop through what holds it, or ignore something, now and then.
pub(crate) fn remember(rng: &mut Rng, grid: &TileGrid, body: &mut Body, config: &MoveConfig) {
    if rng.chance(20) {
        grid.drop_through(body, config);
    }
    let all: Vec<_> = grid.tiles().collect();
    if rng.chance(20) && !all.is_empty() {
        let (layer, cell, tile) = rng.pick(&all);
        body.memory.ignore(Obstacle { layer, cell, tile, off_grid: None }, 3);
    }
}
