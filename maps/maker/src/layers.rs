//! Layers that several levels have: ground, carpentry, shadows, halos, objects.

use crate::blob;
use crate::canvas::TILE;
use crate::form::{AIR, FULL};
use crate::light::{COLD_SIDE, WARM_SIDE};
use crate::plan::{Fill, Plan};
use crate::shaped::{Look, Shaped, is_odd};
use crate::sheet;
use crate::tiled::{Layer, Object};
use crate::wood;

/// The size of the player's box, in pixels.
const PLAYER: (i32, i32) = (8, 11);

/// First global ids of the tilesets, in the order of the map.
pub(crate) struct Ids {
    pub(crate) cave: u32,
    pub(crate) temple: u32,
    pub(crate) decor: u32,
    pub(crate) light: u32,
    pub(crate) vista: u32,
    pub(crate) wood: u32,
    /// The last, so that it may grow.
    pub(crate) slopes: u32,
}

impl Ids {
    /// Tilesets of a level with their first ids, and the ids of the first seven. `more` come before the last, which
    /// may grow.
    pub(crate) fn new(more: &[(&'static str, i32)]) -> (Vec<(u32, &'static str)>, Self) {
        let sheets =
            [sheet::cave(), sheet::temple(), sheet::decor(), sheet::light(), sheet::vista(), wood::sheet()];
        let counts = sheets.iter().map(|sheet| (sheet.name, sheet.count()));
        let mut tilesets = Vec::new();
        let mut next = 1;
        for (name, count) in counts.chain(more.iter().copied()) {
            tilesets.push((next, name));
            next += count as u32;
        }
        tilesets.push((next, "slopes"));
        let first = |n: usize| tilesets[n].0;
        let ids = Ids {
            cave: first(0),
            temple: first(1),
            decor: first(2),
            light: first(3),
            vista: first(4),
            wood: first(5),
            slopes: next,
        };
        (tilesets, ids)
    }
}

/// A tile for each cell of a plan.
pub(crate) fn tiles(plan: &Plan, of: impl FnMut((i32, i32)) -> u32) -> Vec<u32> {
    plan.cells().map(of).collect()
}

/// Rock and brick.
pub(crate) fn ground(plan: &Plan, ids: &Ids, shaped: &mut Shaped) -> Vec<u32> {
    let mut tile = |column: i32, row: i32| {
        let around = plan.around(column, row);
        if around[4] == AIR || matches!(plan.letter(column, row), 'h' | 'k' | 'x') {
            return 0;
        }
        if is_odd(&around) {
            let look = if plan.is_brick(column, row) { Look::Brick } else { Look::Rock };
            return ids.slopes + shaped.id(look, around, column, row) as u32;
        }
        let blob = blob::index(blob::mask(|dx, dy| plan.solid(column + dx, row + dy)));
        match plan.fill(column, row) {
            Fill::Rock => ids.cave + sheet::rock_id(blob, column, row) as u32,
            Fill::Brick => ids.temple + sheet::brick_id(blob, column, row) as u32,
            _ => 0,
        }
    };
    tiles(plan, |(column, row)| tile(column, row))
}

/// Planks, bridges and ramps, which are one-way, and their posts, which are not even that.
pub(crate) fn carpentry(plan: &Plan, ids: &Ids) -> Vec<u32> {
    /// Tiled's flag of a tile that is mirrored left to right.
    const MIRRORED: u32 = 1 << 31;
    tiles(plan, |(column, row)| {
        let letter = |dx: i32, dy: i32| plan.letter(column + dx, row + dy);
        let joined = |dx: i32| matches!(letter(dx, 0), '=' | '-') || plan.form(column + dx, row) == FULL;
        let id = match letter(0, 0) {
            '=' => wood::PLANK + [[3, 2], [0, 1]][usize::from(joined(1))][usize::from(joined(-1))],
            '-' => wood::BRIDGE + column.rem_euclid(4),
            'd' | 'e' => wood::RAMP,
            '|' if plan.solid(column, row + 1) => wood::POST_FOOT,
            '|' => wood::POST,
            '.' | ':' if matches!(letter(0, -1), 'd' | 'e') => wood::RAMP_LOW,
            '.' | ':' | '^' if letter(0, 1) == '-' => wood::RAIL + column.rem_euclid(2),
            _ if letter(1, 1) == '-' && letter(0, 1) == '#' => wood::STAKE + 1,
            _ if letter(-1, 1) == '-' && letter(0, 1) == '#' => wood::STAKE,
            _ => return 0,
        };
        let mirrored = letter(0, 0) == 'e' || id == wood::RAMP_LOW && letter(0, -1) == 'e';
        ids.wood + id as u32 + if mirrored { MIRRORED } else { 0 }
    })
}

/// Whether nothing of what is behind a cell can be seen: it and its neighbours are solid.
pub(crate) fn buried(plan: &Plan, column: i32, row: i32) -> bool {
    plan.solid(column, row) && blob::mask(|dx, dy| plan.solid(column + dx, row + dy)) == blob::FULL
}

/// The shadow of what is solid on what is behind.
pub(crate) fn shade(plan: &Plan, ids: &Ids, shaped: &mut Shaped) -> Vec<u32> {
    let mut tile = |column: i32, row: i32| {
        let mask = blob::mask(|dx, dy| !plan.solid(column + dx, row + dy));
        let around = plan.around(column, row);
        if plan.solid(column, row) || plan.fill(column, row) == Fill::View {
            0
        } else if is_odd(&around) {
            ids.slopes + shaped.id(Look::Shade, around, column, row) as u32
        } else if mask == blob::FULL {
            0
        } else {
            ids.light + blob::index(mask) as u32
        }
    };
    tiles(plan, |(column, row)| tile(column, row))
}

/// Halos: warm around fires, cold around crystals. Each goes to the first layer in which it meets no other.
pub(crate) fn glow(plan: &Plan, ids: &Ids) -> Vec<Layer> {
    let of = |letters: &[char], side: i32, id: fn(i32, i32) -> i32| {
        let at = letters.iter().flat_map(|&letter| plan.all(letter));
        at.map(move |at| (at, side, id)).collect::<Vec<_>>()
    };
    let warm = of(&['T', 'L', 'C', 'G', 'y'], WARM_SIDE, sheet::warm_id);
    let cold = of(&['*', 'o', 'g'], COLD_SIDE, sheet::cold_id);
    let empty = || vec![0; (plan.width * plan.height) as usize];
    let mut layers = [empty(), empty(), empty(), empty()];
    for ((column, row), side, id) in warm.into_iter().chain(cold) {
        let spots: Vec<(usize, u32)> = (0..side * side)
            .map(|n| (n % side, n / side))
            .map(|(dx, dy)| (column - side / 2 + dx, row - side / 2 + dy, ids.light + id(dx, dy) as u32))
            .filter(|&(c, r, _)| {
                (0..plan.width).contains(&c) && (0..plan.height).contains(&r) && !buried(plan, c, r)
            })
            .map(|(c, r, gid)| ((r * plan.width + c) as usize, gid))
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

/// Spawn, goal and checkpoints.
pub(crate) fn objects(plan: &Plan) -> Vec<Object> {
    let mut out = Vec::new();
    for (column, row) in plan.all('P') {
        let at = (column * TILE + (TILE - PLAYER.0) / 2, (row + 1) * TILE - PLAYER.1);
        out.push(Object { name: "player".into(), class: "TpSpawn", at, size: PLAYER, ..Object::default() });
    }
    for (column, row) in plan.all('G') {
        let at = (column * TILE, (row - 1) * TILE);
        out.push(Object {
            name: "exit".into(),
            class: "TpGoal",
            at,
            size: (2 * TILE, 2 * TILE),
            ..Object::default()
        });
    }
    let mut checkpoints = plan.all('C');
    checkpoints.sort_unstable();
    for (n, (column, row)) in checkpoints.into_iter().enumerate() {
        let name = format!("checkpoint {}", n + 1);
        let at = (column * TILE, row * TILE);
        out.push(Object { name, class: "TpCheckpoint", at, size: (TILE, TILE), ..Object::default() });
    }
    out
}
