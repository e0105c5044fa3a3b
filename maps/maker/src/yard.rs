//! `yard.tmx`: a small level with one of everything that a game makes of a map, and two classes of the game's own.

use crate::course;
use crate::level::Design;
use crate::shaped::Shaped;
use crate::text::{GRAVITY, KILL_BELOW};
use crate::tiled::Map;
use crate::works::Shuttle;

const LIFTS: [Shuttle; 1] = [Shuttle { name: "lift", at: (688, 288), way: (0, -64), speed: "40", wait: "1" }];

const CRUSHERS: [Shuttle; 1] =
    [Shuttle { name: "crusher", at: (816, 144), way: (0, 48), speed: "120", wait: "1.5" }];

/// The level, whose slopes are added to `shaped`.
pub(crate) fn map(shaped: &mut Shaped) -> Map {
    let design = Design {
        plan: include_str!("yard.txt"),
        more: vec![course::sheet()],
        lifts: &LIFTS,
        crushers: &CRUSHERS,
        properties: vec![KILL_BELOW, GRAVITY],
        ..Design::default()
    };
    design.map(shaped)
}
