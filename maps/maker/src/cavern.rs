//! `cavern.tmx`: the level of `cavern.txt`, clothed with tiles.

use crate::blob;
use crate::canvas::noise;
use crate::decor::sprites;
use crate::dress;
use crate::layers::{Ids, buried, carpentry, glow, ground, objects, shade, tiles};
use crate::plan::{Fill, Plan};
use crate::shaped::Shaped;
use crate::sheet;
use crate::text::CLOSED;
use crate::things;
use crate::tiled::{Encoding, Layer, Map};
use crate::vista;
use crate::works::{self, Gids};

/// Columns and rows at which views out of the cave have their low corners.
const VIEWS: [(i32, i32); 2] = [(3, 10), (184, 39)];

/// The level, whose slopes are added to `shaped`.
pub(crate) fn map(shaped: &mut Shaped) -> Map {
    let plan = Plan::new(include_str!("cavern.txt"));
    let sheets = [things::sheet(), things::lift(), things::crusher()];
    let (tilesets, ids) = Ids::new(&sheets.map(|sheet| (sheet.name, sheet.count())));
    let first = |name: &str| tilesets.iter().find(|(_, n)| *n == name).map_or(0, |(first, _)| *first);
    let gids = Gids { things: first("things"), lift: first("lift"), crusher: first("crusher"), course: 0 };
    let scenery = vec![
        Layer::Tiles("view", view(&plan, &ids)),
        Layer::Tiles("background", background(&plan, &ids)),
        Layer::Tiles("shade", shade(&plan, &ids, shaped)),
    ];
    let level = vec![
        Layer::Tiles("ground", ground(&plan, &ids, shaped)),
        Layer::Tiles("wood", carpentry(&plan, &ids)),
        Layer::Tiles("details", dress::details(&plan, ids.decor)),
        Layer::Tiles("spikes", tiles(&plan, |cell| works::spikes(&plan, cell, &gids))),
        Layer::Tiles("water", water(&plan, &ids)),
        Layer::Group("glow", glow(&plan, &ids)),
    ];
    let (movers, rails) = works::movers(&gids, &works::CAVERN_LIFTS, &works::CAVERN_CRUSHERS);
    let layers = vec![
        Layer::Group("scenery", scenery),
        Layer::Group("level", level),
        Layer::Objects("objects", Vec::new(), objects(&plan)),
        Layer::Objects("movers", Vec::new(), movers),
        Layer::Objects("rails", Vec::new(), rails),
        Layer::Objects("coins", Vec::new(), works::coins(&plan, &gids)),
        Layer::Objects("zones", Vec::new(), works::zones(&plan)),
    ];
    Map {
        width: plan.width,
        height: plan.height,
        encoding: Encoding::Csv,
        tilesets,
        properties: vec![CLOSED],
        layers,
    }
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

pub(crate) fn background(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(plan, |(column, row)| {
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

/// Background behind a broken wall: the dark, or the land outside.
fn view(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(plan, |(column, row)| {
        let near = |test: &dyn Fn(i32, i32) -> bool| {
            (-1..=1).any(|dy| (-1..=1).any(|dx| test(column + dx, row + dy)))
        };
        if buried(plan, column, row) || !near(&|c, r| !walled(plan, c, r)) {
            return 0;
        }
        if !near(&|c, r| plan.fill(c, r) == Fill::View) {
            return ids.cave + sheet::dark_id(column, row) as u32;
        }
        let (left, top) = VIEWS[usize::from(column > plan.width / 2)];
        let at = |n: i32, size: i32| n.clamp(0, size - 1);
        let (x, y) = (at(column - left, vista::SIZE.0), at(row - top, vista::SIZE.1));
        ids.vista + (y * vista::SIZE.0 + x) as u32
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
    tiles(plan, |(column, row)| match (wet(column, row), wet(column, row - 1)) {
        (false, _) => 0,
        (true, false) => surface,
        (true, true) => body,
    })
}
