//! `playground.tmx`: one of everything that collides, as a course from left to right.

use crate::blob;
use crate::canvas::TILE;
use crate::course;
use crate::dress;
use crate::layers::{Ids, buried, carpentry, glow, ground, shade, tiles};
use crate::marks::{self, Doors};
use crate::plan::Plan;
use crate::shaped::Shaped;
use crate::sheet::{self, Sheet};
use crate::sign::{self, Hung, Sign, sign};
use crate::text::CLOSED;
use crate::text::SOLID;
use crate::tiled::{Encoding, Layer, Map, Object};

const SIGNS: [Sign; 19] = [
    sign(3, 10, 6, ["PLAYGROUND", "ONE OF EVERYTHING"]),
    sign(11, 10, 4, ["SLOPE 45", ""]),
    sign(21, 10, 4, ["SLOPE 1:2", ""]),
    sign(34, 10, 4, ["STEEP 2:1", "A WALL"]),
    sign(46, 10, 3, ["HILLS", ""]),
    sign(50, 10, 4, ["CEILINGS", "45 AND 1:2"]),
    sign(70, 10, 4, ["HALF TILES", ""]),
    sign(81, 10, 5, ["STEPS OF 4 PX", ""]),
    sign(93, 10, 4, ["POLYGONS", ""]),
    sign(105, 10, 4, ["ONE WAY", "FOUR SIDES"]),
    sign(117, 10, 5, ["ONE WAY SLANTED", "DROP THROUGH"]),
    sign(129, 10, 4, ["CONVEYORS", "40 PX/S"]),
    sign(139, 10, 3, ["ICE", ""]),
    sign(149, 10, 4, ["CORNERS", "JUMP UP"]),
    sign(159, 10, 4, ["CREVICES", ""]),
    sign(169, 10, 5, ["GAPS OF ONE TILE", ""]),
    sign(181, 10, 6, ["LARGER THAN A CELL", ""]),
    sign(195, 10, 4, ["OFF THE GRID", "OBJECTS"]),
    sign(205, 10, 2, ["GOAL", ""]),
];

/// The tileset of the signs, and where each of their tiles hangs.
pub(crate) fn signs() -> (Sheet, Vec<Hung>) {
    sign::sheet("signs", &SIGNS)
}

/// Crates beside the cells, upright and turned: their place in pixels and their angle.
const CRATES: [(i32, i32, i32); 5] =
    [(3077, 288, 0), (3083, 272, 0), (3099, 288, 0), (3152, 270, 30), (3202, 268, 45)];

/// The level, whose slopes are added to `shaped`.
pub(crate) fn map(shaped: &mut Shaped) -> Map {
    let plan = Plan::new(include_str!("playground.txt"));
    let (boards, places) = signs();
    let more = [course::sheet(), course::large(), boards];
    let ids = Ids::new(&more);
    let (pieces, large, words) = (ids.first("course"), ids.first("large"), ids.first("signs"));

    let crates = CRATES.map(|(x, y, rotation)| Object {
        at: (x, y),
        size: (TILE, TILE),
        gid: pieces + course::CRATE as u32,
        rotation,
        ..Object::default()
    });
    let scenery = vec![
        Layer::Tiles("background", background(&plan, &ids)),
        Layer::Tiles("shade", shade(&plan, &ids, shaped)),
        Layer::Tiles("signs", sign::hung(&plan, words, &places)),
    ];
    let level = vec![
        Layer::Tiles("ground", ground(&plan, &ids, shaped)),
        Layer::Tiles("course", tiles(&plan, |at| piece(&plan, at, pieces, large))),
        Layer::Tiles("wood", carpentry(&plan, &ids)),
        Layer::Objects("crates", vec![SOLID], crates.into()),
        Layer::Tiles("details", dress::details(&plan, ids.decor)),
        Layer::Group("glow", glow(&plan, &ids)),
    ];
    let layers = vec![
        Layer::Group("scenery", scenery),
        Layer::Group("level", level),
        Layer::Objects("objects", Vec::new(), marks::objects(&plan, &Doors::default())),
    ];
    Map {
        width: plan.width,
        height: plan.height,
        encoding: Encoding::Csv,
        tilesets: ids.tilesets,
        properties: vec![CLOSED],
        layers,
    }
}

fn background(plan: &Plan, ids: &Ids) -> Vec<u32> {
    tiles(plan, |(column, row)| {
        let wall = ids.cave + sheet::wall_id(blob::BLOBS - 1, column, row) as u32;
        if buried(plan, column, row) { 0 } else { wall }
    })
}

/// Tile of everything but rock: pieces, gates, belts and ice.
fn piece(plan: &Plan, (column, row): (i32, i32), pieces: u32, large: u32) -> u32 {
    let letter = plan.letter(column, row);
    match letter {
        'X' | 'Y' | 'Z' => large + letter as u32 - 'X' as u32,
        _ => {
            let own = course::pieces().iter().position(|piece| piece.letter == letter);
            let own = own.map(|n| course::PIECE as u32 + n as u32);
            own.or(course::machine(letter, column)).map_or(0, |id| pieces + id)
        }
    }
}
