//! `yard.tmx`: a small level with one of everything that a game makes of a map, and two classes of the game's own.

use crate::cavern;
use crate::course;
use crate::dress;
use crate::layers::{Ids, carpentry, glow, ground, objects, shade, tiles};
use crate::plan::Plan;
use crate::shaped::Shaped;
use crate::text::{KILL_BELOW, Property};
use crate::things;
use crate::tiled::{Encoding, Layer, Map};
use crate::works::{self, Gids, Shuttle};

const LIFTS: [Shuttle; 1] = [Shuttle { name: "lift", at: (688, 288), way: (0, -64), speed: "40", wait: "1" }];

const CRUSHERS: [Shuttle; 1] =
    [Shuttle { name: "crusher", at: (816, 144), way: (0, 48), speed: "120", wait: "1.5" }];

/// The level, whose slopes are added to `shaped`.
pub(crate) fn map(shaped: &mut Shaped) -> Map {
    let plan = Plan::new(include_str!("yard.txt"));
    let sheets = [things::sheet(), things::lift(), things::crusher(), course::sheet()];
    let (tilesets, ids) = Ids::new(&sheets.map(|sheet| (sheet.name, sheet.count())));
    let first = |name: &str| tilesets.iter().find(|(_, n)| *n == name).map_or(0, |(first, _)| *first);
    let gids = Gids {
        things: first("things"),
        lift: first("lift"),
        crusher: first("crusher"),
        course: first("course"),
    };
    let scenery = vec![
        Layer::Tiles("background", cavern::background(&plan, &ids)),
        Layer::Tiles("shade", shade(&plan, &ids, shaped)),
    ];
    let level = vec![
        Layer::Tiles("ground", ground(&plan, &ids, shaped)),
        Layer::Tiles("wood", carpentry(&plan, &ids)),
        Layer::Tiles("details", dress::details(&plan, ids.decor)),
        Layer::Tiles("spikes", tiles(&plan, |cell| works::spikes(&plan, cell, &gids))),
        Layer::Group("glow", glow(&plan, &ids)),
    ];
    let (movers, rails) = works::movers(&gids, &LIFTS, &CRUSHERS);
    let layers = vec![
        Layer::Group("scenery", scenery),
        Layer::Group("level", level),
        Layer::Objects("objects", Vec::new(), objects(&plan)),
        Layer::Objects("movers", Vec::new(), movers),
        Layer::Objects("rails", Vec::new(), rails),
        Layer::Objects("coins", Vec::new(), works::coins(&plan, &gids)),
        Layer::Objects("zones", Vec::new(), works::zones(&plan)),
        Layer::Objects("creatures", Vec::new(), works::creatures(&plan, &gids)),
    ];
    Map {
        width: plan.width,
        height: plan.height,
        encoding: Encoding::Csv,
        tilesets,
        properties: vec![KILL_BELOW, Property::Float("gravity", "900")],
        layers,
    }
}
