//! Random maps.

use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Direction, LayerId, Material, Tile, TileCoord, TileGrid, TileId,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

/// Width and height of the maps, in px.
const MAP: Vec2 = Vec2::new(2400.0, 1600.0);

/// A walled map with pillars, slopes, one-way lines, conveyors and other shapes of four categories in two layers, some of them
/// in runs, and loose boxes and shapes off the cells.
pub(crate) fn map(tile: UVec2, rng: &mut Rng) -> TileGrid {
    let mut grid = TileGrid::new(tile);
    let layers = [grid.add_layer("walls"), grid.add_layer("more")];
    let stones = [1, 2, 4, 1 << 31].map(|category| grid.add_tile(Tile { category, ..Tile::default() }));
    let shaped: Vec<TileId> = (0..60).map(|_| grid.add_tile(shaped(tile, rng))).collect();
    let last = (MAP / tile.as_vec2()).as_ivec2();
    for (row, col) in (0..=last.y).flat_map(|row| (0..=last.x).map(move |col| (row, col))) {
        let at = TileCoord::new(col, row);
        if row == 0 || col == 0 || row == last.y || col == last.x {
            grid.set_tile(layers[0], at, Some(stones[0]));
        } else if rng.chance(6) {
            grid.set_tile(rng.pick(&layers), at, Some(rng.pick(&stones)));
        } else if rng.chance(4) {
            grid.set_tile(rng.pick(&layers), at, Some(rng.pick(&shaped)));
        } else if rng.chance(1) {
            lay_run(&mut grid, rng.pick(&layers), at, last.x, &[rng.pick(&shaped), stones[0]], rng);
        }
    }
    for _ in 0..150 {
        let low = IVec2::new(rng.range(5_000, 590_000), rng.range(5_000, 390_000));
        let size = IVec2::new(rng.range(1, 20_000), rng.range(1, 20_000));
        grid.add_box(rng.pick(&layers), Aabb { min: low, max: low + size }, rng.pick(&stones));
        let at = IVec2::new(rng.range(5_000, 590_000), rng.range(5_000, 390_000));
        grid.add_shape(rng.pick(&layers), at, rng.pick(&shaped));
    }
    grid
}

/// A floor of a few tiles, for bodies to stand on.
fn lay_run(grid: &mut TileGrid, layer: LayerId, at: TileCoord, end: i32, tiles: &[TileId], rng: &mut Rng) {
    let tile = rng.pick(tiles);
    for col in at.col..(at.col + rng.range(2, 9)).min(end) {
        grid.set_tile(layer, TileCoord::new(col, at.row), Some(tile));
    }
}

/// A tile of any shape and material.
fn shaped(tile: UVec2, rng: &mut Rng) -> Tile {
    let far = tile.as_ivec2() * 256;
    let shape = match rng.below(6) {
        0 => TileShape::Full,
        1 => TileShape::Box(some_box(far, rng)),
        2 | 3 => TileShape::Slope(slope(far, rng)),
        4 => TileShape::OneWay(one_way(tile, rng)),
        _ => TileShape::Parts((0..rng.range(1, 3)).map(|_| part(tile, rng)).collect()),
    };
    let conveyor = Vec2::new(rng.pick(&[0.0, 0.0, 60.0, -33.3]), rng.pick(&[0.0, 0.0, 0.0, -25.0, 40.0]));
    let material = Material { friction: rng.range(0, 8) as f32 / 4.0, conveyor, ..Material::default() };
    Tile { shape, category: rng.pick(&[1, 1, 1, 2, 4]), material, user: 0 }
}

/// Mostly within its cell.
fn some_box(far: IVec2, rng: &mut Rng) -> Aabb {
    let min = IVec2::new(rng.range(-far.x / 4, far.x / 2), rng.range(-far.y / 4, far.y / 2));
    Aabb { min, max: min + IVec2::new(rng.range(1, far.x), rng.range(1, far.y)) }
}

fn slope(far: IVec2, rng: &mut Rng) -> Slope {
    let side =
        rng.pick(&[Direction::Down, Direction::Down, Direction::Up, Direction::Left, Direction::Right]);
    let height = far[side.axis()];
    let heights = match rng.below(4) {
        0 => [0, height],
        1 => [height, 0],
        2 => [height / 2, height],
        _ => [rng.range(0, height), rng.range(1, height)],
    };
    Slope { side, heights }
}

fn one_way(tile: UVec2, rng: &mut Rng) -> OneWay {
    let (far, open) = (tile.as_ivec2() * 256, rng.pick(&[Direction::Up, Direction::Up, Direction::Left]));
    match open {
        Direction::Up if rng.chance(40) => {
            let height = |rng: &mut Rng| rng.range(0, far.y);
            OneWay::new(IVec2::new(0, height(rng)), IVec2::new(far.x, height(rng)), open)
        }
        open => OneWay::edge(tile, open),
    }
}

fn part(tile: UVec2, rng: &mut Rng) -> Part {
    if rng.chance(30) {
        return Part::OneWay(one_way(tile, rng));
    }
    let far = tile.as_ivec2() * 256;
    loop {
        let corner = |rng: &mut Rng| IVec2::new(rng.range(-far.x / 8, far.x), rng.range(-far.y / 8, far.y));
        let corners: Vec<IVec2> = (0..rng.range(3, 5)).map(|_| corner(rng)).collect();
        if let Ok(polygon) = Polygon::try_new(&corners) {
            return Part::Solid(polygon);
        }
    }
}
