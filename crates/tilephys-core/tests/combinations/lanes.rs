//! Lanes below the room: each repeats a situation that random places seldom bring about.

use crate::combinations::draw_bodies::actor;
use crate::combinations::draw_map::{Frame, kind_of};
use crate::combinations::features::{Feature, Set};
use crate::combinations::seats::Seat;
use crate::combinations::spec::{Act, Actor, BodyAct, Cue, Drive, Kind, Loose, Mover, Route, Run, Spec};
use crate::shapes::solid::Point;
use crate::shapes::world::lattice;
use proptest::prelude::*;
use tilephys_core::glam::Vec2;
use tilephys_core::{
    Aabb, BodyCollision, Direction, MotionMode, Response,
    moves::Snap,
    platform::{Easing, PathMode, SquishPolicy},
    shape::{OneWay, Slope, TileShape},
};

/// Rows of a lane: free, ceiling, bodies, floor.
const ROWS: i64 = 4;
/// A pixel, in units.
const PX: i64 = 256;

/// Situation that a lane is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Make {
    /// Low steps that walkers go to and fro over.
    Steps,
    /// Corners of a ceiling over bodies that hop.
    Corners,
    /// Shallow pits that walkers run over.
    Pits,
    /// Bodies on bodies, and one beside them that comes and goes.
    Stack,
    /// Lines that bodies drop through and jump back on.
    Lines,
    /// Ramps up and down.
    Ramps,
    /// A mover that goes to and fro between bodies and a wall.
    Press,
    /// A line and a ramp that carry bodies to and fro.
    Lifts,
    /// Tiles of all kinds in the way of bodies that hop.
    Kinds,
}

/// Features for which [`Make::Kinds`] is there: tiles in the way of bodies, and bodies that keep their own response.
const OF_KINDS: [Feature; 8] = [
    Feature::HalfBox,
    Feature::Polygon,
    Feature::Beyond,
    Feature::Conveyor,
    Feature::Rules,
    Feature::OffGrid,
    Feature::SolidBody,
    Feature::Pass,
];

/// The lanes, and the features for which each is there.
const LANES: [(Make, &[Feature]); 9] = [
    (Make::Steps, &[Feature::StepUp]),
    (Make::Corners, &[Feature::CornerCorrect]),
    (Make::Pits, &[Feature::GapBridge]),
    (Make::Stack, &[Feature::OneWayBody, Feature::Heavy, Feature::PushSpeed, Feature::BodyFriction]),
    (Make::Lines, &[Feature::Drop, Feature::LineAssist]),
    (Make::Ramps, &[Feature::SlopeSpeed, Feature::FootCenter, Feature::Slippery]),
    (
        Make::Press,
        &[Feature::Cling, Feature::Wiggle, Feature::BlockMover, Feature::PassThrough, Feature::LeaveAll],
    ),
    (Make::Lifts, &[Feature::OneWayMover, Feature::SlopeMover]),
    (Make::Kinds, &OF_KINDS),
];

/// A lane and the bodies in it, whose settings are random but for what the lane needs.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    make: Make,
    features: Set,
    /// Kinds of tile with these features.
    kinds: Vec<usize>,
    bodies: Vec<Actor>,
}

/// Lanes for the wanted features: for the forced ones nearly always.
pub(crate) fn lanes([wanted, forced]: [Set; 2], frame: Frame) -> impl Strategy<Value = Vec<Option<Lane>>> {
    let lane = |&(make, of): &(Make, &[Feature])| {
        let features = Set(Set::of(of).0 & wanted.0);
        let share = match (features.0, features.0 & forced.0) {
            (0, _) => return None,
            (_, 0) => 0.6,
            _ => 0.95,
        };
        let bodies = prop::collection::vec(actor([wanted, forced], frame), 2..4);
        let lane = bodies.prop_map(move |bodies: Vec<(Actor, Seat)>| Lane {
            make,
            features,
            kinds: features.iter().filter_map(|feature| kind_of(feature, wanted)).collect(),
            bodies: bodies.into_iter().map(|(actor, _)| actor).collect(),
        });
        Some(prop::option::weighted(share, lane).boxed())
    };
    LANES.iter().filter_map(lane).collect::<Vec<_>>()
}

/// Puts the lanes under the room, one below the other.
pub(crate) fn add(spec: &mut Spec, lanes: Vec<Option<Lane>>) {
    for lane in lanes.into_iter().flatten() {
        let row = spec.room[1];
        spec.room[1] += ROWS;
        Place { spec, row }.fill(lane);
    }
}

/// A lane under construction.
struct Place<'a> {
    spec: &'a mut Spec,
    /// The first row of the lane.
    row: i64,
}

impl Place<'_> {
    fn fill(&mut self, lane: Lane) {
        let Lane { make, features, kinds, bodies } = lane;
        let (tile, cols) = (self.spec.tile(), self.spec.room[0]);
        let box_of = |lo: Point, hi: Point| TileShape::Box(Aabb::new(lattice(lo), lattice(hi)));
        if make != Make::Pits {
            self.run([0, 3], [cols, 1], 0);
        }
        match make {
            Make::Steps => {
                let low = self.kind(box_of([0, tile[1] - 2 * PX], [tile[0] / 4, tile[1]]));
                self.run([1, 2], [cols - 2, 1], low);
            }
            Make::Corners => (0..cols).step_by(2).for_each(|col| self.run([col, 1], [1, 1], 0)),
            Make::Pits => {
                let pit = self.kind(box_of([0, 5 * PX], tile));
                (0..cols).for_each(|col| self.run([col, 3], [1, 1], if col % 2 == 0 { 0 } else { pit }));
            }
            Make::Stack => {}
            Make::Lines => {
                let edge = OneWay::edge(self.spec.tile_px, Direction::Up);
                let line = self.kind(TileShape::OneWay(edge));
                self.run([0, 2], [cols, 1], line);
            }
            Make::Ramps => {
                let h = tile[1] as i32;
                let ramps = [[h, 0], [0, h]].map(|heights| {
                    let slope = Slope { side: Direction::Down, heights };
                    self.kind(TileShape::Slope(slope))
                });
                (0..cols).for_each(|col| self.run([col, 2], [1, 1], ramps[(col % 2) as usize]));
            }
            Make::Press => self.press(),
            Make::Lifts => {
                (0..2).zip(kinds.iter().cycle()).for_each(|(n, kind)| self.lift(*kind, n));
            }
            Make::Kinds => self.kinds(&kinds, features.has(Feature::OffGrid)),
        }
        for (n, mut body) in bodies.into_iter().enumerate() {
            self.seat(make, n as i64, &mut body);
            settle(make, n, features, &mut body);
            if make == Make::Lines {
                let actor = self.spec.actors.len();
                let ticks = (n as u32 * 3 + 2..self.spec.steps).step_by(7);
                self.spec.cues.extend(ticks.map(|tick| Cue { tick, act: Act::Body(actor, BodyAct::Drop) }));
            }
            self.spec.actors.push(body);
        }
    }

    fn kind(&mut self, shape: TileShape) -> usize {
        let whole = self.spec.kinds[0].clone();
        self.spec.kinds.push(Kind { shape, ..whole });
        self.spec.kinds.len() - 1
    }

    fn run(&mut self, [col, row]: Point, cells: Point, kind: usize) {
        self.spec.runs.push(Run { cell: [col, self.row + row], cells, layer: 0, kind });
    }

    /// A mover in the middle of the lane, and a wall to the right of its way.
    fn press(&mut self) {
        let tile = self.spec.tile();
        let left = self.spec.room[0] / 2;
        self.run([left + 3, 2], [1, 1], 0);
        let at = |x: i64| [left * tile[0] + x, (self.row + 2) * tile[1]];
        let stops = vec![(at(0), 0, 24), (at(tile[0] * 3 / 2), 3, 24)];
        let route = Some(Route { stops, mode: PathMode::PingPong, easing: Easing::Linear });
        let (size, velocity) = (Some(tile), [0.0; 2]);
        self.spec.movers.push(Mover { at: at(0), size, kind: 0, velocity, parent: None, route });
    }

    /// Tiles of these kinds in every second cell, each second of them off the grid if some are to be.
    fn kinds(&mut self, kinds: &[usize], is_off_grid: bool) {
        let (tile, cols) = (self.spec.tile(), self.spec.room[0]);
        for (n, col) in (1..cols).step_by(2).enumerate() {
            let kind = n.checked_rem(kinds.len()).map_or(0, |k| kinds[k]);
            if is_off_grid && n % 2 == 0 {
                let at = [col * tile[0] + PX, (self.row + 2) * tile[1]];
                self.spec.off_grid.push(Loose { at, size: None, layer: 0, kind });
            } else {
                self.run([col, 2], [1, 1], kind);
            }
        }
    }

    /// A mover with the shape of a kind that goes to and fro over the floor.
    fn lift(&mut self, kind: usize, n: i64) {
        let tile = self.spec.tile();
        let at = [(1 + 3 * n) * tile[0], (self.row + 2) * tile[1]];
        let stops = vec![(at, 2, 20), ([at[0] + tile[0], at[1]], 2, 20)];
        let route = Some(Route { stops, mode: PathMode::PingPong, easing: Easing::InOut });
        let velocity = [0.0; 2];
        self.spec.movers.push(Mover { at, size: None, kind, velocity, parent: None, route });
    }

    /// The size, the place and the drive of a body.
    fn seat(&mut self, make: Make, n: i64, body: &mut Actor) {
        let (tile, cols) = (self.spec.tile(), self.spec.room[0]);
        let [w, h] = tile;
        let floor = (self.row + 3) * h;
        let per_tile = (w / PX) as f32;
        let back = (cols * 3) as u32;
        let run = |speed: f32, jump: f32, every: u32| Drive::Run { speed, jump, every, back };
        let middle = cols / 2 * w;
        let stacked = [middle - 8 * PX, middle - 4 * PX, middle + 12 * PX];
        let pressed = [middle + w, middle - w / 2, middle + w / 4];
        let (size, x, feet, drive) = match make {
            Make::Steps => ([w / 4, h / 2], (1 + 2 * n) * w + w / 2, floor, run(per_tile * 15.0, 0.0, 1)),
            Make::Corners => ([4 * PX, h - PX], n * (2 * w + 3 * PX), floor, run(per_tile * 12.0, 160.0, 1)),
            Make::Pits => ([w / 2, h / 2], n * 2 * w, floor, run(per_tile * 24.0, 0.0, 1)),
            Make::Stack if n == 0 => ([16 * PX, 6 * PX], stacked[0], floor, Drive::Nothing),
            Make::Stack if n == 1 => ([8 * PX, 6 * PX], stacked[1], floor - 6 * PX, Drive::Nothing),
            Make::Stack => ([6 * PX, 6 * PX], stacked[2], floor, run(-40.0, 0.0, 1)),
            Make::Lines => {
                ([w / 2, h / 2], (1 + 2 * n) * w, floor - h, run(0.0, 60.0 + 8.0 * (h / PX) as f32, 4))
            }
            Make::Ramps => ([w / 2, h / 2], 2 * n * w, floor - h, run(60.0, 0.0, 1)),
            Make::Lifts => ([w / 2, h / 2], (1 + 3 * (n % 2)) * w + n * 3 * PX, floor - h, Drive::Nothing),
            Make::Kinds => ([w / 2, h / 2], 2 * n * w, floor, run(60.0, 40.0 + 8.0 * (h / PX) as f32, 2)),
            Make::Press => {
                let feet = if n == 2 { floor - h } else { floor };
                ([w / 2, h / 2], pressed[n as usize], feet, Drive::Nothing)
            }
        };
        body.size = size;
        body.at = [x, feet - size[1]];
        body.velocity = [0.0; 2];
        body.drive = drive;
        body.born = 0;
    }
}

/// The settings without which a body would have no part in its lane.
fn settle(make: Make, n: usize, features: Set, body: &mut Actor) {
    let profile = &mut body.profile;
    let movement = &mut profile.movement;
    movement.up = Direction::Up;
    movement.mask = 3;
    let passes = make == Make::Kinds && movement.response == Response::PassThrough;
    profile.gravity_scale = if passes { 0.0 } else { 1.0 };
    profile.max_speed = Vec2::splat(600.0);
    if make != Make::Kinds {
        movement.response = Response::Slide;
        body.solid = None;
    }
    movement.motion_mode = MotionMode::Grounded;
    let walk = &mut movement.walk;
    match make {
        Make::Steps => {
            walk.step_up = 4.0;
            walk.snap = Snap::Length(4.0);
        }
        Make::Corners => {
            walk.corner_correct_up = 16.0;
            profile.gravity_scale = 5.0;
        }
        Make::Pits => walk.gap_bridge = 6.0,
        Make::Lines if features.has(Feature::LineAssist) => {
            walk.one_way_assist = 40.0;
            walk.one_way_nudge = 4.0;
        }
        Make::Stack => {
            let mut collide =
                profile.collide.unwrap_or(BodyCollision { mask: u32::MAX, ..BodyCollision::default() });
            collide.mask = u32::MAX;
            if features.has(Feature::OneWayBody) && n == 0 {
                collide.one_way = Some(Direction::Up);
            }
            if features.has(Feature::Heavy) && n == 2 {
                collide.mass = 8.0;
            }
            if features.has(Feature::PushSpeed) && n != 2 {
                collide.push_speed = 30.0;
            }
            if features.has(Feature::Carrier) {
                collide.carries = u32::MAX;
            }
            collide.yields = features.has(Feature::PushSpeed) && n == 1;
            if features.has(Feature::BodyFriction) && n != 2 {
                collide.friction = 1.0;
            }
            profile.collide = Some(collide);
        }
        Make::Press => {
            let all = [
                (Feature::PassThrough, SquishPolicy::PassThrough),
                (Feature::BlockMover, SquishPolicy::BlockMover),
                (Feature::Wiggle, SquishPolicy::Wiggle(4.0)),
            ];
            let mine: Vec<_> = all.into_iter().filter(|(feature, _)| features.has(*feature)).collect();
            if let Some((_, policy)) = mine.get(n.checked_rem(mine.len()).unwrap_or(0)) {
                profile.riding.squish = *policy;
            }
        }
        Make::Lines | Make::Lifts | Make::Kinds | Make::Ramps => {}
    }
}
