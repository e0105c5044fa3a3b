//! Random maps and movers, as proptest strategies that shrink by leaving things out.

use crate::combinations::features::{Feature, Set};
use crate::combinations::spec::{Kind, Loose, Mover, Pool, Route, Run, Zone};
use crate::rng::Rng;
use crate::shapes::random_shape::{random_line, random_polygon, random_slope};
use crate::shapes::solid::Point;
use crate::shapes::world::lattice;
use proptest::prelude::*;
use proptest::sample::select;
use tilephys_core::{
    Aabb,
    platform::{Easing, PathMode},
    shape::{OneWay, Part, TileShape},
};

/// The size of a room and of its tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) tile_px: [u32; 2],
    pub(crate) room: Point,
}

impl Frame {
    pub(crate) fn tile(self) -> Point {
        self.tile_px.map(|px| i64::from(px) * 256)
    }

    /// The size of the room, in units.
    fn whole(self) -> Point {
        [0, 1].map(|k| self.room[k] * self.tile()[k])
    }

    /// A place in the room: mostly at a quarter of a tile, else anywhere.
    pub(crate) fn place(self) -> impl Strategy<Value = Point> + Clone {
        let [w, h] = self.whole();
        let [a, b] = self.tile();
        let on = (0..self.room[0] * 4, 0..self.room[1] * 4).prop_map(move |(x, y)| [x * a / 4, y * b / 4]);
        let any = (0..w, 0..h).prop_map(|(x, y)| [x, y]);
        prop_oneof![3 => on, 2 => any]
    }

    pub(crate) fn cell(self) -> impl Strategy<Value = Point> + Clone {
        let [w, h] = self.room;
        let any = (0..w, 0..h).prop_map(|(x, y)| [x, y]);
        let low = (0..w, h - 2..h).prop_map(|(x, y)| [x, y]);
        prop_oneof![2 => any, 1 => low]
    }
}

/// A size in units: mostly of whole pixels.
pub(crate) fn size(most_px: i64) -> impl Strategy<Value = Point> + Clone {
    let px = (2..most_px, 2..most_px).prop_map(|(x, y)| [x * 256, y * 256]);
    let any = (1..most_px * 256, 1..most_px * 256).prop_map(|(x, y)| [x, y]);
    prop_oneof![3 => px, 1 => any]
}

/// A velocity in px/s.
pub(crate) fn velocity(is_fast: bool) -> BoxedStrategy<[f32; 2]> {
    let up_to = |most: i32| (-most..=most, -most..=most).prop_map(|(x, y)| [x as f32, y as f32]);
    if is_fast {
        prop_oneof![1 => up_to(0), 2 => up_to(120), 2 => up_to(900), 2 => up_to(9_000)].boxed()
    } else {
        prop_oneof![1 => up_to(0), 3 => up_to(120), 1 => up_to(500)].boxed()
    }
}

/// The shape of a kind that shows a feature, by a number.
fn shape(feature: Feature, seed: u64, frame: Frame) -> TileShape {
    let (mut rng, tile) = (Rng::new(seed), frame.tile());
    let half = |k: usize| tile[k] / 2;
    match feature {
        Feature::Slope | Feature::SlopeMover => {
            let [w, h] = tile.map(|t| t as i32);
            let heights = rng.pick(&[[0, h], [h, 0], [0, h / 2], [h / 2, h], [h, h / 2]]);
            let floor = tilephys_core::shape::Slope { side: tilephys_core::Direction::Down, heights };
            if rng.chance(60) && w > 0 { TileShape::Slope(floor) } else { random_slope(&mut rng, tile) }
        }
        Feature::Polygon => {
            let parts = (0..rng.range(1, 3)).map(|_| match rng.below(6) {
                0 => Part::OneWay(random_line(&mut rng, tile, rng_is_slanted(seed))),
                _ => Part::Solid(random_polygon(&mut rng, tile)),
            });
            TileShape::Parts(parts.collect())
        }
        Feature::HalfBox => {
            let corners = [
                ([0, 0], [tile[0], half(1)]),
                ([0, half(1)], tile),
                ([0, 0], [half(0), tile[1]]),
                ([half(0), 0], tile),
                ([tile[0] / 4, tile[1] / 4], [tile[0] * 3 / 4, tile[1]]),
            ];
            let (lo, hi) = rng.pick(&corners);
            TileShape::Box(Aabb::new(lattice(lo), lattice(hi)))
        }
        Feature::StepUp => {
            let low = [0, tile[1] - 256 * rng.range(1, 6)];
            TileShape::Box(Aabb::new(lattice(low), lattice(tile)))
        }
        Feature::Beyond => {
            let lo = [-rng.range(0, tile[0]), -rng.range(0, tile[1])];
            let hi = [tile[0] + rng.range(0, tile[0]), rng.range(tile[1] / 4, tile[1])];
            TileShape::Box(Aabb::new(lattice(lo), lattice(hi)))
        }
        Feature::OneWayTile | Feature::OneWayMover => {
            if rng.chance(50) {
                TileShape::OneWay(OneWay::edge(frame.tile_px, tilephys_core::Direction::Up))
            } else {
                let is_slanted = rng.chance(25);
                TileShape::OneWay(random_line(&mut rng, tile, is_slanted))
            }
        }
        _ => TileShape::Full,
    }
}

fn rng_is_slanted(seed: u64) -> bool {
    seed.is_multiple_of(2)
}

/// The features that a kind of tile shows.
const OF_KINDS: [Feature; 11] = [
    Feature::StepUp,
    Feature::Slope,
    Feature::Polygon,
    Feature::HalfBox,
    Feature::Beyond,
    Feature::OneWayTile,
    Feature::Conveyor,
    Feature::Masks,
    Feature::OneWayMover,
    Feature::SlopeMover,
    Feature::Rules,
];

/// Kinds of tile: a whole one, and one for each feature that wants one.
pub(crate) fn kinds(wanted: Set, frame: Frame) -> impl Strategy<Value = Vec<Kind>> {
    let features: Vec<Feature> = OF_KINDS.into_iter().filter(|f| wanted.has(*f)).collect();
    let has_friction = wanted.has(Feature::Friction);
    let one = move |feature: Feature| {
        (0u64..1_000, select(vec![0.0f32, 0.5, 1.0, 3.0]), -60i32..=60).prop_map(
            move |(seed, friction, belt)| {
                let is_belt = feature == Feature::Conveyor;
                Kind {
                    shape: shape(feature, seed, frame),
                    category: if feature == Feature::Masks { 2 } else { 1 },
                    friction: if has_friction { friction } else { 1.0 },
                    conveyor: [if is_belt { belt as f32 } else { 0.0 }, 0.0],
                    is_hidden: feature == Feature::Rules,
                }
            },
        )
    };
    let whole =
        Kind { shape: TileShape::Full, category: 1, friction: 1.0, conveyor: [0.0; 2], is_hidden: false };
    features.into_iter().map(one).collect::<Vec<_>>().prop_map(move |mut kinds| {
        kinds.insert(0, whole.clone());
        kinds
    })
}

/// The place of a feature's kind in the list of [`kinds`], if it has one.
pub(crate) fn kind_of(feature: Feature, wanted: Set) -> Option<usize> {
    let place = OF_KINDS.into_iter().filter(|f| wanted.has(*f)).position(|f| f == feature)?;
    Some(place + 1)
}

/// The kinds that lie in cells.
fn cell_kinds(wanted: Set) -> Vec<usize> {
    let is_cell = |f: &Feature| !matches!(f, Feature::OneWayMover | Feature::SlopeMover);
    let mut all: Vec<usize> =
        OF_KINDS.into_iter().filter(is_cell).filter_map(|f| kind_of(f, wanted)).collect();
    all.push(0);
    all.push(0);
    all
}

/// Floors, columns and single cells.
pub(crate) fn runs(wanted: Set, frame: Frame) -> impl Strategy<Value = Vec<Run>> {
    let kinds = cell_kinds(wanted);
    let cells = prop_oneof![
        2 => (1..6i64).prop_map(|n| [n, 1]),
        1 => (1..4i64).prop_map(|n| [1, n]),
        2 => Just([1, 1]),
    ];
    let run = (frame.cell(), cells, 0..2usize, select(kinds)).prop_map(|(cell, cells, layer, kind)| Run {
        cell,
        cells,
        layer,
        kind,
    });
    prop::collection::vec(run, 2..14)
}

pub(crate) fn off_grid(wanted: Set, frame: Frame) -> BoxedStrategy<Vec<Loose>> {
    if !wanted.has(Feature::OffGrid) {
        return Just(Vec::new()).boxed();
    }
    prop::collection::vec(one_loose(wanted, frame), 1..5).boxed()
}

pub(crate) fn one_loose(wanted: Set, frame: Frame) -> impl Strategy<Value = Loose> + Clone {
    (frame.place(), prop::option::of(size(40)), select(cell_kinds(wanted)), 0..2usize)
        .prop_map(|(at, size, kind, layer)| Loose { at, size, layer, kind })
}

pub(crate) fn zones(wanted: Set, frame: Frame) -> BoxedStrategy<Vec<Zone>> {
    if !wanted.has(Feature::Region) {
        return Just(Vec::new()).boxed();
    }
    let zone = (frame.place(), size(60), select(vec![u32::MAX, u32::MAX, 1, 2]), any::<bool>())
        .prop_map(|(at, size, mask, reports_stay)| Zone { at, size, mask, reports_stay });
    prop::collection::vec(zone, 1..4).boxed()
}

pub(crate) fn pools(wanted: Set, frame: Frame) -> BoxedStrategy<Vec<Pool>> {
    if !wanted.has(Feature::Pool) {
        return Just(Vec::new()).boxed();
    }
    let pool = (frame.place(), size(90), prop::option::of(velocity(false)))
        .prop_map(|(at, size, water)| Pool { at, size, water });
    prop::collection::vec(pool, 1..4).boxed()
}

/// Movers: boxes, lines and slopes, with paths and parents.
pub(crate) fn movers(wanted: Set, frame: Frame) -> BoxedStrategy<Vec<Mover>> {
    if !wanted.has(Feature::Mover) {
        return Just(Vec::new()).boxed();
    }
    let mut kinds = vec![(0usize, true), (0, true)];
    let shaped = [Feature::OneWayMover, Feature::SlopeMover].into_iter().filter_map(|f| kind_of(f, wanted));
    shaped.for_each(|kind| kinds.extend([(kind, false); 2]));
    kinds.extend(
        [Feature::Conveyor, Feature::Rules].into_iter().filter_map(|f| Some((kind_of(f, wanted)?, true))),
    );
    let extent = prop_oneof![2 => (8..60i64, 4..12i64), 1 => (4..24i64, 4..40i64)];
    let mover = (
        (frame.place(), extent, select(kinds)),
        (velocity(wanted.has(Feature::Fast)), prop::option::of(0..3usize), route(wanted, frame)),
    );
    let has_parents = wanted.has(Feature::Parent);
    let mover = mover.prop_map(move |((at, (w, h), (kind, is_box)), (velocity, parent, route))| Mover {
        at,
        size: is_box.then_some([w * 256, h * 256]),
        kind,
        velocity,
        parent: parent.filter(|_| has_parents),
        route,
    });
    prop::collection::vec(mover, 1..5).boxed()
}

fn route(wanted: Set, frame: Frame) -> BoxedStrategy<Option<Route>> {
    if !wanted.has(Feature::Path) {
        return Just(None).boxed();
    }
    let stop = (frame.place(), 0..6u32, 4..50u32);
    let modes = select(vec![PathMode::Loop, PathMode::PingPong, PathMode::Once]);
    let easings = select(vec![Easing::Linear, Easing::In, Easing::Out, Easing::InOut]);
    let route = (prop::collection::vec(stop, 2..4), modes, easings).prop_map(|(stops, mode, easing)| Route {
        stops,
        mode,
        easing,
    });
    prop::option::of(route).boxed()
}
