//! A small test level with every kind of shape.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, Direction, MoveConfig, Tile, TileCoord, TileGrid, UNITS_PER_PX,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};
use tilephys_draw::{Color, Picture, Rect};
use tilephys_inspect::debug_draw::{
    draw_body, draw_edges, draw_explanation, draw_minkowski, draw_solids, draw_sweep,
};
use tilephys_inspect::explain;

/// Size of the picture, in pixels of the level.
pub(crate) const SIZE: Vec2 = Vec2::new(320.0, 192.0);

/// The level: a floor with slopes, a column, a polygon, one-way lines, and a tile that the body's mask leaves out.
pub(crate) fn level() -> TileGrid {
    let tile = UVec2::splat(16);
    let mut grid = TileGrid::new(tile);
    let ground = grid.add_layer("ground");
    let mut kind =
        |shape: TileShape, category: u32| grid.add_tile(Tile { shape, category, ..Tile::default() });
    let slope = |heights: [i32; 2]| {
        TileShape::Slope(Slope { side: Direction::Down, heights: heights.map(|h| h * 256) })
    };
    let rock = [[2.0, 16.0], [0.0, 9.0], [5.0, 2.0], [12.0, 0.0], [16.0, 8.0], [15.0, 16.0]].map(Vec2::from);
    let full = kind(TileShape::Full, 1);
    let (low, high) = (kind(slope([0, 8]), 1), kind(slope([8, 16]), 1));
    let steep = kind(slope([16, 0]), 1);
    let plank = kind(TileShape::OneWay(OneWay::edge(tile, Direction::Up)), 1);
    let ramp =
        kind(TileShape::OneWay(OneWay::new(IVec2::new(0, 4096), IVec2::new(4096, 0), Direction::Up)), 1);
    let rock = kind(TileShape::Parts(vec![Part::Solid(Polygon::from_px(&rock))]), 1);
    let water = kind(TileShape::Full, 2);
    let floor = (0..20).map(|col| (col, 11, full));
    let rest = [
        (4, 10, low),
        (5, 10, high),
        (6, 10, full),
        (7, 10, full),
        (8, 10, steep),
        (13, 10, full),
        (13, 9, full),
        (16, 10, rock),
        (10, 7, plank),
        (11, 7, plank),
        (12, 6, ramp),
        (1, 10, water),
    ];
    for (col, row, tile) in floor.chain(rest) {
        grid.set_tile(ground, TileCoord::new(col, row), Some(tile));
    }
    let off_grid = Aabb::from_px(Vec2::new(236.0, 120.0), Vec2::new(20.0, 6.0));
    grid.add_box(ground, off_grid, full);
    grid
}

/// The debug drawing of every query.
pub(crate) fn picture() -> Picture<'static> {
    let grid = level();
    let config = MoveConfig { mask: 1, ..MoveConfig::default() };
    let mut picture = Picture::new(Rect::new(Vec2::ZERO, SIZE), Some(Color::rgb(22, 26, 36)));
    let area = Aabb::from_px(Vec2::ZERO, SIZE);
    draw_solids(&mut picture, &grid, area, config.mask);
    draw_edges(&mut picture, &grid, area, config.mask);

    // A body that runs through water and up the slope.
    let mut runner = Body::new(Vec2::new(8.0, 165.0), Vec2::new(8.0, 11.0));
    runner.velocity = Vec2::new(240.0, 60.0);
    draw_explanation(&mut picture, &explain(&grid, &runner, Vec2::new(84.0, 2.0), &config));

    // A body that falls past planks onto the wall beside the column, and down.
    let mut jumper = Body::new(Vec2::new(176.0, 80.0), Vec2::new(8.0, 11.0));
    jumper.velocity = Vec2::new(120.0, 300.0);
    draw_explanation(&mut picture, &explain(&grid, &jumper, Vec2::new(64.0, 44.0), &config));

    // A body that starts under a plank.
    let faller = Body::new(Vec2::new(162.0, 108.0), Vec2::new(8.0, 11.0));
    draw_explanation(&mut picture, &explain(&grid, &faller, Vec2::new(-9.0, 50.0), &config));

    // A shape cast that passes the shape off the grid.
    draw_sweep(
        &mut picture,
        Aabb::from_px(Vec2::new(282.0, 92.0), Vec2::new(10.0, 10.0)),
        IVec2::new(-24, 34) * UNITS_PER_PX,
    );

    // A body that stands and leans against the column.
    let mut leaning = Body::new(Vec2::new(224.0, 165.0), Vec2::new(8.0, 11.0));
    leaning.velocity = Vec2::new(-90.0, 0.0);
    draw_body(&mut picture, &grid, &leaning, &config);

    // Two boxes and their Minkowski difference.
    let a = Aabb::from_px(Vec2::new(34.0, 28.0), Vec2::new(14.0, 10.0));
    let b = Aabb::from_px(Vec2::new(84.0, 44.0), Vec2::new(22.0, 16.0));
    let way = IVec2::new(62, 30) * UNITS_PER_PX;
    draw_minkowski(&mut picture, a, way, b, Vec2::new(34.0, 28.0));
    picture
}
