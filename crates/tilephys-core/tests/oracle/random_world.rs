//! Random worlds of the kinds that break engines: seams, shafts as wide as a body, thin walls, far apart cells.

use crate::rng::Rng;
use crate::shapes::solid::{Point, Rect};
use crate::shapes::world::{WORLD_END, World};

/// Tile sizes in pixels: usual ones, not square, no power of two, tiny and huge.
const TILES: [[u32; 2]; 15] = [
    [16, 16],
    [16, 16],
    [16, 16],
    [8, 8],
    [8, 8],
    [18, 18],
    [24, 24],
    [32, 16],
    [70, 70],
    [5, 9],
    [33, 17],
    [127, 3],
    [1, 2],
    [1000, 1001],
    [2_000_000, 700_000],
];

/// The masks that bodies have; kinds of tile have the categories below.
pub(crate) const MASKS: [u32; 10] =
    [u32::MAX, u32::MAX, u32::MAX, u32::MAX, u32::MAX, 1, 3, 2, 1 << 31 | 1, 0];

/// Categories of the kinds of tile: plain ones first.
const CATEGORIES: [u32; 5] = [1, 1, 2, 1 << 31 | 2, 0];

/// Columns and rows of the area that a pattern fills.
const AREA: Point = [14, 12];

/// A random world of at most a few hundred solids.
pub(crate) fn random_world(rng: &mut Rng) -> World {
    let tile_px = rng.pick(&TILES);
    let mut world = World::of_whole_tiles(tile_px, 3, &CATEGORIES);
    let last = world.tile().map(|t| WORLD_END / t - 1);
    let origin = [0, 1].map(|k| if last[k] > AREA[k] { place(rng, last[k] - AREA[k]) } else { -AREA[k] / 2 });
    let uniform = rng.chance(40);
    let pattern = rng.below(10);
    let cells = match pattern {
        0 => floor(rng),
        1 => corridor(rng, 0),
        2 => corridor(rng, 1),
        3 => noise(rng),
        4 => thin_walls(rng),
        5 => checkers(rng),
        6 => far_apart(rng, origin, last),
        7 => stairs(rng),
        8 => room(rng),
        _ => Vec::new(),
    };
    for cell in cells {
        let at = [origin[0] + cell[0], origin[1] + cell[1]];
        if !world.cell_rect(at).in_world() {
            continue;
        }
        if uniform {
            world.cells.insert((at[1], at[0], 0), 0);
        } else {
            put(rng, &mut world, at);
        }
    }
    let boxes = if pattern == 9 { 12 } else { [0, 0, 3][rng.below(3) as usize] };
    for _ in 0..boxes {
        off_grid(rng, &mut world, origin);
    }
    world
}

/// Where a pattern begins: at zero, across borders of chunks and pages, at the ends of the world, anywhere.
fn place(rng: &mut Rng, last: i64) -> i64 {
    let border = rng.pick(&[0, 64, -64, 128, 4096, -4096]) - rng.range(0, 12);
    let any = rng.range(-last, last);
    rng.pick(&[0, -6, border, border, border, last, -last - AREA[0], any]).clamp(-last - AREA[0] + 1, last)
}

/// A cell in a random layer, or in its place a loose box of the same size, or one across two cells.
fn put(rng: &mut Rng, world: &mut World, at: Point) {
    let kind = rng.pick(&[0, 0, 0, 0, 1, 1, 2, 3, 4]);
    let layer = rng.below(3) as usize;
    if rng.chance(92) {
        world.cells.insert((at[1], at[0], layer), kind);
        if rng.chance(10) {
            let over = rng.below(3) as usize;
            world.cells.insert((at[1], at[0], over), rng.below(5) as usize);
        }
        return;
    }
    let mut rect = world.cell_rect(at);
    if rng.chance(50) {
        rect.hi[0] += world.tile()[0];
    }
    if rect.in_world() {
        world.add_box(rect, layer, kind);
    }
}

/// A loose box off the cells, or flush with some of them.
fn off_grid(rng: &mut Rng, world: &mut World, origin: Point) {
    let tile = world.tile();
    let mut lo = [0; 2];
    let mut size = [0; 2];
    for k in 0..2 {
        let on_edge = (origin[k] + rng.range(0, AREA[k])) * tile[k];
        lo[k] = on_edge + rng.pick(&[0, 0, 1, -1, tile[k] / 2, tile[k] / 3, tile[k] / 7]);
        let any = rng.range(1, 3 * tile[k]);
        size[k] = rng.pick(&[1, 2, tile[k], tile[k], tile[k] - 1, tile[k] / 2, any]);
    }
    let rect = Rect::of(lo, size);
    if rect.in_world() {
        let kind = rng.below(4) as usize;
        world.add_box(rect, rng.below(3), kind);
    }
}

fn area() -> impl Iterator<Item = Point> {
    (0..AREA[1]).flat_map(|row| (0..AREA[0]).map(move |col| [col, row]))
}

/// A floor with holes, and now and then a second one over it.
fn floor(rng: &mut Rng) -> Vec<Point> {
    let (row, over, holes) = (rng.range(3, 10), rng.range(0, 12), rng.pick(&[0, 10, 20]));
    let level = |c: &Point| c[1] == row || c[1] == over;
    area().filter(|c| level(c) && !rng.chance(holes)).collect()
}

/// A passage along an axis, as wide as one to three tiles, with dents and stops.
fn corridor(rng: &mut Rng, along: usize) -> Vec<Point> {
    let (low, wide) = (rng.range(1, 4), rng.range(2, 4));
    let across = 1 - along;
    area()
        .filter(|c| {
            let wall = c[across] == low || c[across] == low + wide;
            let stop = c[along] == 13 && c[across] > low && c[across] < low + wide;
            (wall && !rng.chance(6)) || stop
        })
        .collect()
}

fn noise(rng: &mut Rng) -> Vec<Point> {
    let dense = rng.pick(&[5, 12, 25, 45]);
    area().filter(|_| rng.chance(dense)).collect()
}

/// Single columns and rows, far enough apart to fly between.
fn thin_walls(rng: &mut Rng) -> Vec<Point> {
    let (col, row, gap) = (rng.range(0, 13), rng.range(0, 11), rng.range(3, 6));
    area().filter(|c| c[0] == col || c[1] == row || (c[0] + gap) % 7 == 0 && c[1] % 3 != 0).collect()
}

fn checkers(rng: &mut Rng) -> Vec<Point> {
    let step = rng.range(1, 3);
    area().filter(|c| (c[0] / step + c[1] / step) % 2 == 0 && c[0] < 8 && c[1] < 8).collect()
}

/// Single cells, up to the ends of the world, many on the same rows, columns and diagonals.
fn far_apart(rng: &mut Rng, origin: Point, last: Point) -> Vec<Point> {
    let mut cells = vec![[0, 0]];
    for _ in 0..8 {
        let bits = rng.pick(&[5, 8, 13, 22]);
        let (a, b) = (rng.any_scale(bits), rng.any_scale(bits));
        let cell = rng.pick(&[[a, b], [a, a], [a, -a], [a, 0], [0, b]]);
        let inside = (0..2).all(|k| (-last[k]..=last[k]).contains(&(origin[k] + cell[k])));
        if inside {
            cells.push(cell);
        }
    }
    cells
}

/// Steps of one cell, either way.
fn stairs(rng: &mut Rng) -> Vec<Point> {
    let (back, filled, from) = (rng.chance(50), rng.chance(50), rng.range(0, 5));
    area()
        .filter(|c| {
            let col = if back { AREA[0] - 1 - c[0] } else { c[0] };
            if filled { c[1] > col + from && c[1] < col + from + 4 } else { c[1] == col + from }
        })
        .collect()
}

/// Four walls and a few blocks, for what bounces.
fn room(rng: &mut Rng) -> Vec<Point> {
    let (w, h) = (rng.range(2, 13), rng.range(2, 11));
    let few = rng.pick(&[0, 3, 10]);
    area()
        .filter(|c| {
            let inside = c[0] <= w && c[1] <= h;
            inside && (c[0] == 0 || c[1] == 0 || c[0] == w || c[1] == h || rng.chance(few))
        })
        .collect()
}
