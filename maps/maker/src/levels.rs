//! `levels/`: five small levels of one idea each, linked by doors, and the world that shows them side by side.

use crate::canvas::TILE;
use crate::course;
use crate::level::Design;
use crate::marks::Doors;
use crate::shaped::Shaped;
use crate::sheet::Sheet;
use crate::sign::{self, Hung, Sign, sign};
use crate::text::{CLOSED, GRAVITY};
use crate::tiled::Map;
use crate::water;
use crate::works::Shuttle;

/// The world of the levels.
pub(crate) const WORLD: &str = "levels/levels.world";

struct Level {
    file: &'static str,
    plan: &'static str,
    signs: &'static [Sign],
    lifts: &'static [Shuttle],
    crushers: &'static [Shuttle],
    views: &'static [(i32, i32)],
}

/// In the order of their doors; the last door leads to the first level.
const LEVELS: [Level; 5] = [
    Level {
        file: "slopes.tmx",
        plan: include_str!("levels/slopes.txt"),
        signs: &[sign(4, 10, 4, ["SLOPES", "JUST RUN"]), sign(60, 7, 3, ["JUMP", ""])],
        lifts: &[],
        crushers: &[],
        views: &[(30, 3)],
    },
    Level {
        file: "one_ways.tmx",
        plan: include_str!("levels/one_ways.txt"),
        signs: &[sign(7, 16, 4, ["ONE WAY", "UP AND DOWN"]), sign(47, 4, 4, ["DOWN + JUMP", ""])],
        lifts: &[],
        crushers: &[],
        views: &[],
    },
    Level {
        file: "lifts.tmx",
        plan: include_str!("levels/lifts.txt"),
        signs: &[sign(5, 9, 3, ["LIFTS", ""])],
        lifts: &[
            Shuttle { name: "first lift", at: (192, 272), way: (0, -144), speed: "56", wait: "1" },
            Shuttle { name: "ferry", at: (608, 128), way: (-272, 0), speed: "64", wait: "1" },
            Shuttle { name: "left lift", at: (752, 128), way: (0, 128), speed: "56", wait: "1.5" },
            Shuttle { name: "right lift", at: (864, 128), way: (0, 128), speed: "56", wait: "1.5" },
        ],
        crushers: &[
            Shuttle { name: "first crusher", at: (976, 64), way: (0, 32), speed: "160", wait: "0.9" },
            Shuttle { name: "second crusher", at: (1056, 64), way: (0, 32), speed: "160", wait: "0.7" },
        ],
        views: &[],
    },
    Level {
        file: "dash.tmx",
        plan: include_str!("levels/dash.txt"),
        signs: &[sign(6, 9, 3, ["DASH", ""])],
        lifts: &[],
        crushers: &[],
        views: &[],
    },
    Level {
        file: "water.tmx",
        plan: include_str!("levels/water.txt"),
        signs: &[sign(6, 5, 3, ["SWIM", ""])],
        lifts: &[],
        crushers: &[],
        views: &[],
    },
];

/// The tileset of the signs of all levels, and where their tiles hang, level by level.
pub(crate) fn boards() -> (Sheet, Vec<Vec<Hung>>) {
    let signs: Vec<Sign> = LEVELS.iter().flat_map(|level| level.signs).copied().collect();
    let (sheet, places) = sign::sheet("boards", &signs);
    let mut places = places.into_iter();
    let wide = |level: &Level| level.signs.iter().map(|sign| sign.wide as usize).sum();
    let places = LEVELS.iter().map(|level| places.by_ref().take(wide(level)).collect()).collect();
    (sheet, places)
}

/// The levels by the names of their files. Their slopes are added to `shaped`.
pub(crate) fn maps(shaped: &mut Shaped) -> Vec<(String, Map)> {
    let (sheet, signs) = boards();
    let file = |n: usize| LEVELS[n % LEVELS.len()].file;
    let mut maps = Vec::new();
    for (n, (level, signs)) in LEVELS.iter().zip(signs).enumerate() {
        let design = Design {
            plan: level.plan,
            more: vec![course::sheet(), water::sheet(), sheet.clone()],
            lifts: level.lifts,
            crushers: level.crushers,
            views: level.views,
            doors: Doors { previous: file(n + LEVELS.len() - 1), next: file(n + 1) },
            signs,
            properties: vec![CLOSED, GRAVITY],
        };
        maps.push((format!("levels/{}", level.file), design.map(shaped)));
    }
    maps
}

/// The world: the levels among `maps`, side by side in the order of their doors.
pub(crate) fn world(maps: &[(String, Map)]) -> Vec<u8> {
    let mut left = 0;
    let mut entries = Vec::new();
    for (name, map) in maps {
        let Some(file) = name.strip_prefix("levels/") else { continue };
        let (width, height) = (map.width * TILE, map.height * TILE);
        entries.push(format!(
            "        {{\n            \"fileName\": \"{file}\",\n            \"height\": {height},\n            \
             \"width\": {width},\n            \"x\": {left},\n            \"y\": 0\n        }}"
        ));
        left += width;
    }
    let maps = entries.join(",\n");
    let world = format!(
        "{{\n    \"maps\": [\n{maps}\n    ],\n    \"onlyShowAdjacentMaps\": false,\n    \"type\": \"world\"\n}}\n"
    );
    world.into_bytes()
}
