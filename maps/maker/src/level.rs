//! Levels of rock, brick and wood from a plan: the layers of cavern, yard and the levels of `levels/`.

use crate::blob;
use crate::canvas::noise;
use crate::course;
use crate::dress;
use crate::layers::{Ids, buried, carpentry, glow, ground, shade, tiles};
use crate::marks::{self, Doors};
use crate::plan::{Fill, Plan};
use crate::shaped::Shaped;
use crate::sheet::{self, Sheet};
use crate::sign::{self, Hung};
use crate::text::Property;
use crate::things;
use crate::tiled::{Encoding, Layer, Map, Object};
use crate::vista;
use crate::water;
use crate::works::{self, Shuttle};

/// Differences between levels.
#[derive(Default)]
pub(crate) struct Design {
    pub(crate) plan: &'static str,
    /// Tilesets beside the tilesets of all levels.
    pub(crate) more: Vec<Sheet>,
    pub(crate) lifts: &'static [Shuttle],
    pub(crate) crushers: &'static [Shuttle],
    /// Columns and rows at which views out of the cave have their low corners; without any, no wall is broken.
    pub(crate) views: &'static [(i32, i32)],
    pub(crate) doors: Doors,
    /// Columns, rows and ids of the tiles of signs.
    pub(crate) signs: Vec<Hung>,
    pub(crate) properties: Vec<Property>,
}

impl Design {
    /// The level, whose slopes are added to `shaped`. Layers without content are left out.
    pub(crate) fn map(self, shaped: &mut Shaped) -> Map {
        let plan = Plan::new(self.plan);
        let mut sheets = vec![things::sheet(), things::lift(), things::crusher()];
        sheets.extend(self.more);
        let ids = Ids::new(&sheets);
        let view = if self.views.is_empty() { Vec::new() } else { view(&plan, &ids, self.views) };
        // Levels without signs have no tileset of them.
        let boards = if self.signs.is_empty() { 0 } else { ids.first("boards") };
        let scenery = [
            ("view", view),
            ("background", background(&plan, &ids)),
            ("shade", shade(&plan, &ids, shaped)),
            ("signs", sign::hung(&plan, boards, &self.signs)),
        ];
        let level = [
            ("ground", ground(&plan, &ids, shaped)),
            ("course", tiles(&plan, |(column, row)| machine(&plan, &ids, column, row))),
            ("ladders", tiles(&plan, |cell| works::ladder(&plan, cell, &ids))),
            ("wood", carpentry(&plan, &ids)),
            ("details", dress::details(&plan, ids.decor)),
            ("spikes", tiles(&plan, |cell| works::spikes(&plan, cell, &ids))),
            ("water", water::layer(&plan, &ids)),
        ];
        let mut level = drawn(level);
        level.push(Layer::Group("glow", glow(&plan, &ids)));
        let (movers, rails) = works::movers(&ids, self.lifts, self.crushers);
        let objects: [(&str, Vec<Object>); 7] = [
            ("objects", marks::objects(&plan, &self.doors)),
            ("movers", movers),
            ("rails", rails),
            ("coins", works::coins(&plan, &ids)),
            ("zones", works::zones(&plan)),
            ("springs", works::springs(&plan)),
            ("creatures", works::creatures(&plan, &ids)),
        ];
        let objects = objects.into_iter().filter(|(_, objects)| !objects.is_empty());
        let groups = [Layer::Group("scenery", drawn(scenery)), Layer::Group("level", level)];
        let objects = objects.map(|(name, objects)| Layer::Objects(name, Vec::new(), objects));
        Map {
            width: plan.width,
            height: plan.height,
            encoding: Encoding::Csv,
            tilesets: ids.tilesets,
            properties: self.properties,
            layers: groups.into_iter().chain(objects).collect(),
        }
    }
}

/// The layers that show anything.
fn drawn<const N: usize>(layers: [(&'static str, Vec<u32>); N]) -> Vec<Layer> {
    let shown = layers.into_iter().filter(|(_, gids)| gids.iter().any(|gid| *gid > 0));
    shown.map(|(name, gids)| Layer::Tiles(name, gids)).collect()
}

/// The tile of a belt, of ice or of a gate; 0 in other cells.
fn machine(plan: &Plan, ids: &Ids, column: i32, row: i32) -> u32 {
    let tile = course::machine(plan.letter(column, row), column);
    tile.map_or(0, |tile| ids.first("course") + tile)
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
fn view(plan: &Plan, ids: &Ids, views: &[(i32, i32)]) -> Vec<u32> {
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
        let middle = |view: &(i32, i32)| (column - view.0 - vista::SIZE.0 / 2).abs();
        let &(left, top) = views.iter().min_by_key(|view| middle(view)).expect("the plan has a view");
        let at = |n: i32, size: i32| n.clamp(0, size - 1);
        let (x, y) = (at(column - left, vista::SIZE.0), at(row - top, vista::SIZE.1));
        ids.vista + (y * vista::SIZE.0 + x) as u32
    })
}
