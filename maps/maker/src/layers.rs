//! Layers that several levels have: ground, carpentry, shadows, halos.

use crate::blob;
use crate::form::{AIR, FULL};
use crate::light::{COLD_SIDE, WARM_SIDE};
use crate::plan::{Fill, Plan};
use crate::shaped::{Look, Shaped, is_odd};
use crate::sheet::{self, Sheet};
use crate::tiled::Layer;
use crate::wood;

/// Tilesets of a level with their first global ids, in the order of the map.
pub(crate) struct Ids {
    pub(crate) tilesets: Vec<(u32, &'static str)>,
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
    /// The ids of a level. `more` tilesets come before the last, which may grow.
    pub(crate) fn new(more: &[Sheet]) -> Self {
        let sheets =
            [sheet::cave(), sheet::temple(), sheet::decor(), sheet::light(), sheet::vista(), wood::sheet()];
        let mut tilesets = Vec::new();
        let mut next = 1;
        for sheet in sheets.iter().chain(more) {
            tilesets.push((next, sheet.name));
            next += sheet.count() as u32;
        }
        tilesets.push((next, "slopes"));
        let first = |n: usize| tilesets[n].0;
        let [cave, temple, decor, light, vista, wood] = std::array::from_fn(first);
        Ids { tilesets, cave, temple, decor, light, vista, wood, slopes: next }
    }

    /// The first id of a tileset of the level.
    pub(crate) fn first(&self, name: &str) -> u32 {
        let found = self.tilesets.iter().find(|(_, n)| *n == name);
        found.unwrap_or_else(|| panic!("the level has no tileset {name}")).0
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
    let warm = of(&['T', 'L', 'C', 'G', 'y', 'n', '!'], WARM_SIDE, sheet::warm_id);
    let cold = of(&['*', 'o', 'g', 'p'], COLD_SIDE, sheet::cold_id);
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
