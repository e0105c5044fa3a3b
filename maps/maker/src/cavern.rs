//! `cavern.tmx`: a level to be played from left to right.

use crate::level::Design;
use crate::shaped::Shaped;
use crate::text::CLOSED;
use crate::tiled::Map;
use crate::works::Shuttle;

/// At their lowest, lifts are flush with the floor, so that a character that walks over a lift is on it.
const LIFTS: [Shuttle; 6] = [
    Shuttle { name: "window lift", at: (48, 416), way: (0, -112), speed: "40", wait: "1" },
    Shuttle { name: "window ferry", at: (96, 304), way: (112, 0), speed: "32", wait: "1" },
    Shuttle { name: "hill lift", at: (256, 384), way: (0, -64), speed: "32", wait: "0.75" },
    Shuttle { name: "pit lift", at: (608, 496), way: (0, -112), speed: "40", wait: "1" },
    Shuttle { name: "shaft lift", at: (1376, 496), way: (0, -288), speed: "56", wait: "1.5" },
    Shuttle { name: "lake ferry", at: (1280, 864), way: (224, 0), speed: "32", wait: "1" },
];

/// They fall from the ceiling to the floor.
const CRUSHERS: [Shuttle; 3] = [
    Shuttle { name: "pit crusher", at: (880, 432), way: (0, 32), speed: "120", wait: "1" },
    Shuttle { name: "first crusher", at: (2160, 400), way: (0, 64), speed: "160", wait: "0.8" },
    Shuttle { name: "second crusher", at: (2224, 400), way: (0, 64), speed: "160", wait: "0.7" },
];

/// The level, whose slopes are added to `shaped`.
pub(crate) fn map(shaped: &mut Shaped) -> Map {
    let design = Design {
        plan: include_str!("cavern.txt"),
        lifts: &LIFTS,
        crushers: &CRUSHERS,
        views: &[(3, 10), (184, 39)],
        properties: vec![CLOSED],
        ..Design::default()
    };
    design.map(shaped)
}
