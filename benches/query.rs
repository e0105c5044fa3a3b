//! Ray casts through a grid, beside the usual cell traversal over a map of bytes.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use criterion::Criterion;
use glam::{IVec2, UVec2, Vec2};
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::paired::Pair;
use support::workload::{Bytes, TILE, level};
use tilephys::core::{
    Direction, Tile, TileCoord, TileGrid,
    shape::{Slope, TileShape},
};

/// Casts of one round.
const CASTS: usize = 20_000;

/// Start and end, in whole pixels, so that both sides get the same segment.
type Segment = (Vec2, Vec2);

/// Map in both forms.
struct Map {
    bytes: Bytes,
    grid: TileGrid,
}

/// Column and row of the first solid cell, by the algorithm of Amanatides and Woo (1987, "A Fast Voxel Traversal
/// Algorithm for Ray Tracing"): the next crossing on each axis in floats, cell by cell.
fn walk(map: &Bytes, (from, to): Segment) -> Option<(i32, i32)> {
    let d = to - from;
    let (mut column, mut row) = ((from.x / TILE).floor() as i32, (from.y / TILE).floor() as i32);
    let axis = |from: f32, d: f32, cell: i32| {
        let next = (cell + i32::from(d > 0.0)) as f32 * TILE;
        if d == 0.0 { (f32::INFINITY, f32::INFINITY) } else { ((next - from) / d, TILE / d.abs()) }
    };
    let (mut next_x, more_x) = axis(from.x, d.x, column);
    let (mut next_y, more_y) = axis(from.y, d.y, row);
    let (step_x, step_y) = (d.x.signum() as i32, d.y.signum() as i32);
    loop {
        if map.is_solid(column, row) {
            return Some((column, row));
        }
        if next_x < next_y {
            if next_x > 1.0 {
                return None;
            }
            column += step_x;
            next_x += more_x;
        } else {
            if next_y > 1.0 {
                return None;
            }
            row += step_y;
            next_y += more_y;
        }
    }
}

fn cast(grid: &TileGrid, (from, to): Segment) -> Option<(i32, i32)> {
    let units = |p: Vec2| IVec2::new(p.x as i32, p.y as i32) * 256;
    let hit = grid.cast(units(from), units(to), u32::MAX)?;
    Some((hit.target.cell.col, hit.target.cell.row))
}

fn time(segments: &[Segment], first: impl Fn(Segment) -> Option<(i32, i32)>) -> Duration {
    let began = Instant::now();
    for segment in segments {
        black_box(first(*black_box(segment)));
    }
    began.elapsed()
}

/// A hall with walls only: a ray through its middle crosses over a hundred empty tiles to either side.
fn hall() -> Map {
    let (columns, rows) = (203, 203);
    let mut bytes = Bytes { columns, rows, solid: vec![0; (columns * rows) as usize] };
    for row in 0..rows {
        for column in 0..columns {
            let wall = column == 0 || row == 0 || column == columns - 1 || row == rows - 1;
            bytes.solid[(row * columns + column) as usize] = u8::from(wall);
        }
    }
    let grid = grid(&bytes, 0);
    Map { bytes, grid }
}

/// The hall with slopes on a wide circle, a ninth of the way around each. A few rays hit a slope; all others pass
/// through a map that has slopes.
fn hall_with_slopes() -> Map {
    let mut map = hall();
    let slopes =
        [(0, -70), (45, -54), (69, -12), (61, 35), (24, 66), (-24, 66), (-61, 35), (-69, -12), (-45, -54)];
    for (column, row) in slopes.map(|(x, y)| (101 + x, 101 + y)) {
        map.bytes.solid[(row * map.bytes.columns + column) as usize] = 1;
    }
    map.grid = grid(&map.bytes, 0);
    set_slopes(&mut map.grid, slopes.map(|(x, y)| TileCoord::new(101 + x, 101 + y)).into_iter());
    map
}

/// The map as a grid. With `slopes` above zero each tile of such a number with nothing over it becomes a slope.
fn grid(bytes: &Bytes, slopes: usize) -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
    let (layer, tile) = (grid.add_layer("map"), grid.add_tile(Tile::default()));
    let at = |place: i32| TileCoord::new(place % bytes.columns, place / bytes.columns);
    for place in (0..bytes.columns * bytes.rows).filter(|place| bytes.solid[*place as usize] != 0) {
        grid.set_tile(layer, at(place), Some(tile));
    }
    if slopes > 0 {
        let floors = (0..bytes.columns * bytes.rows).map(at);
        let floors = floors.filter(|c| bytes.is_solid(c.col, c.row) && !bytes.is_solid(c.col, c.row - 1));
        set_slopes(&mut grid, floors.step_by(slopes));
    }
    grid
}

/// Turns tiles into slopes of 45° that rise to the right.
fn set_slopes(grid: &mut TileGrid, cells: impl Iterator<Item = TileCoord>) {
    let shape = TileShape::Slope(Slope { side: Direction::Down, heights: [0, TILE as i32 * 256] });
    let slope = grid.add_tile(Tile { shape, ..Tile::default() });
    let layer = grid.tiles().next().expect("the map has tiles").0;
    for cell in cells {
        grid.set_tile(layer, cell, Some(slope));
    }
}

/// A generator of whole numbers of `0..n` (Numerical Recipes' `ranqd1`; its high half).
fn random(seed: &mut u32, n: u32) -> u32 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    ((*seed >> 16) * n) >> 16
}

/// Segments from the middle of the hall through its walls, in the given directions.
fn out_of_hall(directions: impl Fn(&mut u32) -> Vec2) -> Vec<Segment> {
    let mut seed = 7;
    let one = |_| {
        let from = Vec2::new(1616.0 + random(&mut seed, 16) as f32, 1616.0 + random(&mut seed, 16) as f32);
        (from, from + directions(&mut seed) * 3200.0)
    };
    (0..CASTS).map(one).collect()
}

/// Random point on the edge of a square around the middle.
fn any_direction(seed: &mut u32) -> Vec2 {
    let along = random(seed, 3201) as f32 / 1600.0 - 1.0;
    [Vec2::new(along, 1.0), Vec2::new(along, -1.0), Vec2::new(1.0, along), Vec2::new(-1.0, along)]
        [random(seed, 4) as usize]
}

/// Segments from free places of the arena, up to 100 tiles long.
fn in_cave(map: &Bytes) -> Vec<Segment> {
    let mut seed = 11;
    let mut one = || loop {
        let at = Vec2::new(
            random(&mut seed, map.columns as u32 * 16) as f32,
            random(&mut seed, map.rows as u32 * 16) as f32,
        );
        let free = !map.is_solid((at.x / TILE) as i32, (at.y / TILE) as i32);
        if free && at.x as i32 % 16 != 0 && at.y as i32 % 16 != 0 {
            return (at, at + any_direction(&mut seed) * 1600.0);
        }
    };
    (0..CASTS).map(|_| one()).collect()
}

fn compare(criterion: &mut Criterion, title: &str, map: &Map, segments: &[Segment]) {
    let alike = segments.iter().filter(|s| walk(&map.bytes, **s) == cast(&map.grid, **s)).count();
    // Floats differ at corners, and the traversal has no seams.
    assert!(alike * 100 >= segments.len() * 95, "{title}: {alike} of {} alike", segments.len());
    let reference = || time(segments, |s| walk(&map.bytes, s));
    let ours = || time(segments, |s| cast(&map.grid, s));
    Pair { title, items: segments.len(), reference, ours }.run(criterion);
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for (map, with) in [(hall(), ""), (hall_with_slopes(), ", a few slopes")] {
        let mut compare_in_hall = |ways: &str, directions: &dyn Fn(&mut u32) -> Vec2| {
            let title = format!("cast, 100 empty tiles, {ways}{with}");
            compare(&mut criterion, &title, &map, &out_of_hall(directions));
        };
        compare_in_hall("any direction", &any_direction);
        compare_in_hall("flat", &|seed| Vec2::new(1.0, random(seed, 641) as f32 / 3200.0 - 0.1));
        compare_in_hall("steep", &|seed| Vec2::new(random(seed, 641) as f32 / 3200.0 - 0.1, 1.0));
    }
    let bytes = Bytes::of(&level("arena.tmx"));
    let segments = in_cave(&bytes);
    for (slopes, with) in [(0, ""), (100, ", a floor in 100 a slope")] {
        let map = Map { grid: grid(&bytes, slopes), bytes: bytes.clone() };
        compare(&mut criterion, &format!("cast in the cave, up to 100 tiles{with}"), &map, &segments);
    }
    criterion.final_summary();
}
