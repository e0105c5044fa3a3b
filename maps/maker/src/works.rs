//! Movers, regions and creatures: lifts, crushers, coins, spikes, crates, slimes.

use crate::canvas::TILE;
use crate::course;
use crate::plan::Plan;
use crate::text::{ONE_WAY, Property};
use crate::things;
use crate::tiled::Object;

/// First global ids of the tilesets that the objects show.
pub(crate) struct Gids {
    pub(crate) things: u32,
    pub(crate) lift: u32,
    pub(crate) crusher: u32,
    /// Crates; 0 in a level without any.
    pub(crate) course: u32,
}

/// What goes back and forth: the place of its low corner in pixels, and the way from there to where it turns.
pub(crate) struct Shuttle {
    pub(crate) name: &'static str,
    pub(crate) at: (i32, i32),
    pub(crate) way: (i32, i32),
    pub(crate) speed: &'static str,
    pub(crate) wait: &'static str,
}

/// At their lowest, lifts are flush with the floor, so that a character that walks over a lift is on it.
pub(crate) const CAVERN_LIFTS: [Shuttle; 6] = [
    Shuttle { name: "window lift", at: (48, 416), way: (0, -112), speed: "40", wait: "1" },
    Shuttle { name: "window ferry", at: (96, 304), way: (112, 0), speed: "32", wait: "1" },
    Shuttle { name: "hill lift", at: (256, 384), way: (0, -64), speed: "32", wait: "0.75" },
    Shuttle { name: "pit lift", at: (608, 496), way: (0, -112), speed: "40", wait: "1" },
    Shuttle { name: "shaft lift", at: (1376, 496), way: (0, -288), speed: "56", wait: "1.5" },
    Shuttle { name: "lake ferry", at: (1280, 864), way: (224, 0), speed: "32", wait: "1" },
];

/// They fall from the ceiling to the floor.
pub(crate) const CAVERN_CRUSHERS: [Shuttle; 3] = [
    Shuttle { name: "pit crusher", at: (880, 432), way: (0, 32), speed: "120", wait: "1" },
    Shuttle { name: "first crusher", at: (2160, 400), way: (0, 64), speed: "160", wait: "0.8" },
    Shuttle { name: "second crusher", at: (2224, 400), way: (0, 64), speed: "160", wait: "0.7" },
];

/// Of the class `TpMover`, which need not be said.
const SPEED: &str = "40";

/// Pixels of spikes that are beside what kills, at each end, and the height of it.
const BLUNT: (i32, i32) = (3, 6);

/// Layer of movers, and the layer of their paths, which must come after it.
pub(crate) fn movers(gids: &Gids, lifts: &[Shuttle], crushers: &[Shuttle]) -> (Vec<Object>, Vec<Object>) {
    let (lift, crusher) = (things::lift().tile, things::crusher().tile);
    let smooth = [ONE_WAY, Property::Enum("TpEasing", "easing", "in_out")];
    let sudden = [Property::Float("speed_back", "24"), Property::Enum("TpEasing", "easing", "in")];
    // There are as many rails as movers, in the same order.
    let count = (lifts.len() + crushers.len()) as u32;
    let lifts = lifts.iter().map(|shuttle| shuttle.objects(gids.lift, lift, count, &smooth));
    let crushers = crushers.iter().map(|shuttle| shuttle.objects(gids.crusher, crusher, count, &sudden));
    lifts.chain(crushers).unzip()
}

impl Shuttle {
    /// The object that shows the tile `gid`, and the line from its middle along which it goes, `rail` objects later.
    fn objects(&self, gid: u32, size: (i32, i32), rail: u32, more: &[Property]) -> (Object, Object) {
        let &Shuttle { name, at, way, speed, wait } = self;
        let mut properties = vec![Property::Next("path", rail)];
        properties.extend((speed != SPEED).then_some(Property::Float("speed", speed)));
        properties.push(Property::Float("wait", wait));
        properties.extend_from_slice(more);
        let at_foot = (at.0, at.1 + size.1);
        let mover = Object {
            name: name.into(),
            class: "TpMover",
            at: at_foot,
            size,
            gid,
            properties,
            ..Object::default()
        };
        let middle = (at.0 + size.0 / 2, at.1 + size.1 / 2);
        let points = vec![(0, 0), way];
        (mover, Object { name: format!("rail of the {name}"), at: middle, points, ..Object::default() })
    }
}

/// The layer of coins.
pub(crate) fn coins(plan: &Plan, gids: &Gids) -> Vec<Object> {
    let coin = |(column, row)| Object {
        class: "TpCollectible",
        at: (column * TILE, (row + 1) * TILE),
        size: (TILE, TILE),
        gid: gids.things + things::COIN as u32,
        ..Object::default()
    };
    plan.all('c').into_iter().map(coin).collect()
}

/// The layer of crates and slimes, of classes of a game's own.
pub(crate) fn creatures(plan: &Plan, gids: &Gids) -> Vec<Object> {
    let of = |letter, class, gid| {
        plan.all(letter).into_iter().map(move |(column, row)| Object {
            class,
            at: (column * TILE, (row + 1) * TILE),
            size: (TILE, TILE),
            gid,
            ..Object::default()
        })
    };
    let crates = of('Q', "Crate", gids.course + course::CRATE as u32);
    crates.chain(of('E', "Slime", gids.things + things::SLIME as u32)).collect()
}

/// The layer of what of the spikes kills.
pub(crate) fn zones(plan: &Plan) -> Vec<Object> {
    let begins = |&(column, row): &(i32, i32)| plan.letter(column - 1, row) != 'A';
    let zone = |(column, row)| {
        let long = (0..).take_while(|n| plan.letter(column + n, row) == 'A').count() as i32;
        Object {
            name: "spikes".into(),
            class: "TpKillZone",
            at: (column * TILE + BLUNT.0, (row + 1) * TILE - BLUNT.1),
            size: (long * TILE - 2 * BLUNT.0, BLUNT.1),
            ..Object::default()
        }
    };
    plan.all('A').into_iter().filter(begins).map(zone).collect()
}

/// The tile of the spikes in a cell; 0 if there are none.
pub(crate) fn spikes(plan: &Plan, (column, row): (i32, i32), gids: &Gids) -> u32 {
    let variant = column.rem_euclid(2) as u32;
    if plan.letter(column, row) == 'A' { gids.things + things::SPIKES as u32 + variant } else { 0 }
}
