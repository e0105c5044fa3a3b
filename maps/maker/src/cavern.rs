//! `cavern.tmx`: the level of `cavern.txt`, clothed with tiles.

use crate::blob;
use crate::canvas::{TILE, noise};
use crate::decor::sprites;
use crate::dress;
use crate::light::{COLD_SIDE, WARM_SIDE};
use crate::plan::{Fill, HEIGHT, Plan, WIDTH, cells};
use crate::sheet;
use crate::tiled::{Encoding, Layer, Map, Object};
use crate::vista;

/// The size of the player's box, in pixels.
const PLAYER: (i32, i32) = (8, 11);

/// Columns and rows at which views out of the cave have their low corners.
const VIEWS: [(i32, i32); 2] = [(3, 10), (184, 39)];

/// First global ids of the tilesets, in the order of the map.
struct Ids {
    cave: u32,
    temple: u32,
    decor: u32,
    light: u32,
    vista: u32,
}

/// The level.
pub(crate) fn map() -> Map {
    let plan = Plan::load();
    let sheets = [sheet::cave(), sheet::temple(), sheet::decor(), sheet::light(), sheet::vista()];
    let mut tilesets = Vec::new();
    let mut next = 1;
    for sheet in &sheets {
        tilesets.push((next, sheet.name));
        next += sheet.count() as u32;
    }
    let ids = Ids {
        cave: tilesets[0].0,
        temple: tilesets[1].0,
        decor: tilesets[2].0,
        light: tilesets[3].0,
        vista: tilesets[4].0,
    };
    let scenery = vec![
        Layer::Tiles("view", view(&plan, &ids)),
        Layer::Tiles("background", background(&plan, &ids)),
        Layer::Tiles("shade", shade(&plan, &ids)),
    ];
    let level = vec![
        Layer::Tiles("ground", ground(&plan, &ids)),
        Layer::Tiles("details", dress::details(&plan, ids.decor)),
        Layer::Tiles("water", water(&plan, &ids)),
        Layer::Group("glow", glow(&plan, &ids)),
    ];
    let layers = vec![
        Layer::Group("scenery", scenery),
        Layer::Group("level", level),
        Layer::Objects("objects", objects(&plan)),
    ];
    Map { width: WIDTH, height: HEIGHT, encoding: Encoding::Csv, tilesets, layers }
}

fn empty() -> Vec<u32> {
    vec![0; (WIDTH * HEIGHT) as usize]
}

fn tiles(of: impl Fn(i32, i32) -> u32) -> Vec<u32> {
    cells().map(|(column, row)| of(column, row)).collect()
}

fn ground(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(|column, row| {
        let blob = blob::index(blob::mask(|dx, dy| plan.solid(column + dx, row + dy)));
        match plan.fill(column, row) {
            Fill::Rock => ids.cave + sheet::rock_id(blob, column, row) as u32,
            Fill::Brick => ids.temple + sheet::brick_id(blob, column, row) as u32,
            _ => 0,
        }
    })
}

/// Whether nothing of what is behind a cell can be seen: it and its neighbours are solid.
fn buried(plan: &Plan, column: i32, row: i32) -> bool {
    plan.solid(column, row) && blob::mask(|dx, dy| plan.solid(column + dx, row + dy)) == blob::FULL
}

/// Whether the cave has a wall behind a cell, and not a hollow or a window. What hangs on the wall, and windows,
/// have wall around them.
fn walled(plan: &Plan, column: i32, row: i32) -> bool {
    match plan.fill(column, row) {
        Fill::View => false,
        Fill::Rock | Fill::Brick | Fill::Room => true,
        Fill::Cave => {
            let hollow = noise(column, row * 3 / 2, 11, 131) + noise(column, row, 4, 132) / 4 >= 205;
            let near = |dx: i32, dy: i32| match plan.letter(column + dx, row + dy) {
                'T' | 'g' => dx * dx + dy * dy < 12,
                '^' => dx * dx + dy * dy < 14,
                _ => false,
            };
            !hollow || (-3..=3).any(|dy| (-3..=3).any(|dx| near(dx, dy)))
        }
    }
}

fn background(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(|column, row| {
        if buried(plan, column, row) || !walled(plan, column, row) {
            return 0;
        }
        let room = plan.fill(column, row) == Fill::Room;
        let brick = plan.fill(column, row) == Fill::Brick
            && (-2..=2).any(|d| {
                plan.fill(column + d, row) == Fill::Room || plan.fill(column, row + d) == Fill::Room
            });
        if plan.letter(column, row) == 'z' {
            ids.temple + sheet::FRIEZE as u32
        } else if room || brick {
            ids.temple + sheet::back_id(column, row) as u32
        } else {
            let blob = blob::index(blob::mask(|dx, dy| walled(plan, column + dx, row + dy)));
            ids.cave + sheet::wall_id(blob, column, row) as u32
        }
    })
}

/// What is seen where the wall is broken: the dark, or the land outside.
fn view(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(|column, row| {
        let near = |test: &dyn Fn(i32, i32) -> bool| {
            (-1..=1).any(|dy| (-1..=1).any(|dx| test(column + dx, row + dy)))
        };
        if buried(plan, column, row) || !near(&|c, r| !walled(plan, c, r)) {
            return 0;
        }
        if !near(&|c, r| plan.fill(c, r) == Fill::View) {
            return ids.cave + sheet::dark_id(column, row) as u32;
        }
        let (left, top) = VIEWS[usize::from(column > WIDTH / 2)];
        let at = |n: i32, size: i32| n.clamp(0, size - 1);
        let (x, y) = (at(column - left, vista::SIZE.0), at(row - top, vista::SIZE.1));
        ids.vista + (y * vista::SIZE.0 + x) as u32
    })
}

fn shade(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(|column, row| {
        let mask = blob::mask(|dx, dy| !plan.solid(column + dx, row + dy));
        if plan.solid(column, row) || mask == blob::FULL || plan.fill(column, row) == Fill::View {
            0
        } else {
            ids.light + blob::index(mask) as u32
        }
    })
}

/// Shallow water: the cells drawn so, and things that stand beside them.
fn water(plan: &Plan, ids: &Ids) -> Vec<u32> {
    let sprites = sprites();
    let id =
        |name: &str| sprites.iter().find(|s| s.name == name).map_or(0, |s| ids.decor + s.id(0, 0) as u32);
    let (surface, body) = (id("water_top"), id("water"));
    let wet = |column: i32, row: i32| {
        let beside = |d: i32| plan.letter(column + d, row) == '~';
        let thing = !matches!(plan.letter(column, row), '.' | '#' | '%' | ':' | '^');
        beside(0) || thing && (beside(-1) || beside(1))
    };
    tiles(|column, row| match (wet(column, row), wet(column, row - 1)) {
        (false, _) => 0,
        (true, false) => surface,
        (true, true) => body,
    })
}

/// Halos: warm around fires, cold around crystals. Each goes to the first layer in which it meets no other.
fn glow(plan: &Plan, ids: &Ids) -> Vec<Layer> {
    let of = |letters: &[char], side: i32, id: fn(i32, i32) -> i32| {
        let at = letters.iter().flat_map(|&letter| plan.all(letter));
        at.map(move |at| (at, side, id)).collect::<Vec<_>>()
    };
    let warm = of(&['T', 'L', 'C', 'G', 'y'], WARM_SIDE, sheet::warm_id);
    let cold = of(&['*', 'o', 'g'], COLD_SIDE, sheet::cold_id);
    let mut layers = [empty(), empty(), empty(), empty()];
    for ((column, row), side, id) in warm.into_iter().chain(cold) {
        let spots: Vec<(usize, u32)> = (0..side * side)
            .map(|n| (n % side, n / side))
            .map(|(dx, dy)| (column - side / 2 + dx, row - side / 2 + dy, ids.light + id(dx, dy) as u32))
            .filter(|&(c, r, _)| (0..WIDTH).contains(&c) && (0..HEIGHT).contains(&r) && !buried(plan, c, r))
            .map(|(c, r, gid)| ((r * WIDTH + c) as usize, gid))
            .collect();
        let free = layers.iter_mut().find(|layer| spots.iter().all(|&(cell, _)| layer[cell] == 0));
        if let Some(layer) = free {
            spots.into_iter().for_each(|(cell, gid)| layer[cell] = gid);
        }
    }
    let names = ["glow 1", "glow 2", "glow 3", "glow 4"];
    names
        .into_iter()
        .zip(layers)
        .filter(|(_, l)| l.iter().any(|&g| g > 0))
        .map(|(n, l)| Layer::Tiles(n, l))
        .collect()
}

fn objects(plan: &Plan) -> Vec<Object> {
    let mut out = Vec::new();
    for (column, row) in plan.all('P') {
        let at = (column * TILE + (TILE - PLAYER.0) / 2, (row + 1) * TILE - PLAYER.1);
        out.push(Object { name: "player".into(), class: "TpSpawn", at, size: PLAYER });
    }
    for (column, row) in plan.all('G') {
        let at = (column * TILE, (row - 1) * TILE);
        out.push(Object { name: "exit".into(), class: "TpGoal", at, size: (2 * TILE, 2 * TILE) });
    }
    let mut checkpoints = plan.all('C');
    checkpoints.sort_unstable();
    for (n, (column, row)) in checkpoints.into_iter().enumerate() {
        let name = format!("checkpoint {}", n + 1);
        out.push(Object { name, class: "TpCheckpoint", at: (column * TILE, row * TILE), size: (TILE, TILE) });
    }
    out
}
