//! Small random worlds with tiles of every shape.

use crate::rng::Rng;
use glam::{IVec2, UVec2};
use tilephys_core::{
    Aabb, Direction, Tile, TileCoord, TileGrid,
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

/// A place in the world, often on a quarter of a cell.
pub(crate) fn anywhere(rng: &mut Rng, tile: IVec2) -> IVec2 {
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
