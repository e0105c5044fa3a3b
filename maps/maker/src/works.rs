//! Movers, regions and creatures: lifts, crushers, coins, spikes, ladders, springs, crates, slimes.

use crate::canvas::TILE;
use crate::course;
use crate::layers::Ids;
use crate::plan::Plan;
use crate::text::{ONE_WAY, Property};
use crate::things;
use crate::tiled::Object;

/// What goes back and forth: the place of its low corner in pixels, and the way from there to where it turns.
pub(crate) struct Shuttle {
    pub(crate) name: &'static str,
    pub(crate) at: (i32, i32),
    pub(crate) way: (i32, i32),
    pub(crate) speed: &'static str,
    pub(crate) wait: &'static str,
}

/// Of the class `TpMover`, which need not be said.
const SPEED: &str = "40";

/// Pixels of spikes that are beside what kills, at each end, and the height of it.
const BLUNT: (i32, i32) = (3, 6);

/// Pixels of a spring's height, and the velocity at which it throws, in px/s: about nine tiles high.
const SPRING_HEIGHT: i32 = 8;
const SPRING_SPEED: &str = "-720";

/// Layer of movers, and the layer of their paths, which must come after it.
pub(crate) fn movers(ids: &Ids, lifts: &[Shuttle], crushers: &[Shuttle]) -> (Vec<Object>, Vec<Object>) {
    let (lift, crusher) = (things::lift().tile, things::crusher().tile);
    let smooth = [ONE_WAY, Property::Enum("TpEasing", "easing", "in_out")];
    let sudden = [Property::Float("speed_back", "24"), Property::Enum("TpEasing", "easing", "in")];
    // There are as many rails as movers, in the same order.
    let count = (lifts.len() + crushers.len()) as u32;
    let lifts = lifts.iter().map(|shuttle| shuttle.objects(ids.first("lift"), lift, count, &smooth));
    let crushers =
        crushers.iter().map(|shuttle| shuttle.objects(ids.first("crusher"), crusher, count, &sudden));
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
pub(crate) fn coins(plan: &Plan, ids: &Ids) -> Vec<Object> {
    let coin = |(column, row)| Object {
        class: "TpCollectible",
        at: (column * TILE, (row + 1) * TILE),
        size: (TILE, TILE),
        gid: ids.first("things") + things::COIN as u32,
        ..Object::default()
    };
    plan.all('c').into_iter().map(coin).collect()
}

/// The layer of crates and slimes, of classes of a game's own.
pub(crate) fn creatures(plan: &Plan, ids: &Ids) -> Vec<Object> {
    let of = |letter, class, sheet, tile: i32| {
        plan.all(letter).into_iter().map(move |(column, row)| Object {
            class,
            at: (column * TILE, (row + 1) * TILE),
            size: (TILE, TILE),
            gid: ids.first(sheet) + tile as u32,
            ..Object::default()
        })
    };
    of('Q', "Crate", "course", course::CRATE).chain(of('E', "Slime", "things", things::SLIME)).collect()
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

/// The tile of the spikes or the spring in a cell; 0 if there are none.
pub(crate) fn spikes(plan: &Plan, (column, row): (i32, i32), ids: &Ids) -> u32 {
    let id = match plan.letter(column, row) {
        'A' => things::SPIKES + column.rem_euclid(2),
        's' => things::SPRING,
        _ => return 0,
    };
    ids.first("things") + id as u32
}

/// The tile of the ladder in a cell; 0 if there is none. A plank above a ladder is its upper end, so that a character
/// climbs onto the plank.
pub(crate) fn ladder(plan: &Plan, (column, row): (i32, i32), ids: &Ids) -> u32 {
    let letter = |down: i32| plan.letter(column, row + down);
    let id = match (letter(0), letter(-1), letter(1)) {
        ('t', 't' | '=', _) | ('=', _, 't') => things::LADDER,
        ('t', ..) => things::LADDER + 1,
        _ => return 0,
    };
    ids.first("things") + id as u32
}

/// The layer of springs: areas as high as the picture of a spring.
pub(crate) fn springs(plan: &Plan) -> Vec<Object> {
    let spring = |(column, row)| Object {
        name: "spring".into(),
        class: "TpSpring",
        at: (column * TILE, (row + 1) * TILE - SPRING_HEIGHT),
        size: (TILE, SPRING_HEIGHT),
        properties: vec![Property::Float("velocity_y", SPRING_SPEED)],
        ..Object::default()
    };
    plan.all('s').into_iter().map(spring).collect()
}
