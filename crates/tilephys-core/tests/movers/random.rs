//! Random caves with movers, riders and solid bodies: no body ends up inside a solid without a report.

use crate::movers::stage::TICK;
use crate::rng::Rng;
use crate::shapes::world::lattice;
use crate::turn::Turn;
use crate::volume::volume;
use glam::{IVec2, UVec2, Vec2};

use tilephys_core::{
    Aabb, Body, BodyId, Direction, EventKind, Profile, Response, Tile, TileCoord, TileGrid, TileId,
    UNITS_PER_PX, World,
    platform::{LeaveVelocity, Mover, RideMode, SquishPolicy},
    shape::{OneWay, TileShape},
};

const CELL: i32 = 16 * UNITS_PER_PX;
/// Cells of a cave, on each axis.
const CELLS: i32 = 24;

/// A cave as data, so that it can be built mirrored and elsewhere.
#[derive(Debug)]
pub(crate) struct Cave {
    tiles: Vec<[i32; 2]>,
    movers: Vec<MoverSpec>,
    bodies: Vec<BodySpec>,
}

#[derive(Clone, Copy, Debug)]
struct MoverSpec {
    min: [i32; 2],
    size: [i32; 2],
    velocity: [f32; 2],
    is_line: bool,
    parent: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct BodySpec {
    min: [i32; 2],
    size: [i32; 2],
    velocity: [f32; 2],
    squish: SquishPolicy,
    leave: LeaveVelocity,
    ride: RideMode,
    is_solid: bool,
    bounces: bool,
}

impl Cave {
    pub(crate) fn random(rng: &mut Rng) -> Cave {
        let mut tiles = Vec::new();
        for row in 0..CELLS {
            for col in 0..CELLS {
                let is_wall = [row, col].iter().any(|k| *k == 0 || *k == CELLS - 1);
                if is_wall || rng.range(0, 11) == 0 {
                    tiles.push([col, row]);
                }
            }
        }
        let place = |rng: &mut Rng| [0; 2].map(|_| rng.range(CELL, (CELLS - 4) * CELL));
        let speed = |rng: &mut Rng| {
            let most = [60, 60, 400, 4_000][rng.range(0, 3) as usize];
            [rng.range(-most, most) as f32, rng.range(-most, most) as f32]
        };
        let movers = (0..rng.range(1, 6))
            .map(|k| MoverSpec {
                min: place(rng),
                size: [0; 2].map(|_| rng.range(1_000, 12_000)),
                velocity: speed(rng),
                is_line: rng.range(0, 3) == 0,
                parent: (k > 0 && rng.range(0, 3) == 0).then(|| rng.range(0, k - 1) as usize),
            })
            .collect();
        let squishes = [
            SquishPolicy::Report,
            SquishPolicy::Wiggle(3.0),
            SquishPolicy::BlockMover,
            SquishPolicy::PassThrough,
        ];
        let bodies = (0..rng.range(4, 24))
            .map(|_| BodySpec {
                min: place(rng),
                size: [0; 2].map(|_| rng.range(500, 6_000)),
                velocity: speed(rng),
                squish: squishes[rng.range(0, 3) as usize],
                leave: [LeaveVelocity::None, LeaveVelocity::Add, LeaveVelocity::AddUpward]
                    [rng.range(0, 2) as usize],
                ride: [RideMode::Glue, RideMode::Ballistic][rng.range(0, 1) as usize],
                is_solid: rng.range(0, 3) == 0,
                bounces: rng.range(0, 4) == 0,
            })
            .collect();
        Cave { tiles, movers, bodies }
    }

    /// The cave after a turn as a world, its bodies spawned forward or backward.
    pub(crate) fn build(&self, turn: Turn, backward: bool) -> World {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("cave");
        let stone = grid.add_tile(Tile::default());
        for cell in &self.tiles {
            let at = lattice(turn.cell(cell.map(i64::from)));
            grid.set_tile(layer, TileCoord::new(at.x, at.y), Some(stone));
        }
        let place = |min: [i32; 2], size: [i32; 2]| {
            lattice(turn.place(min.map(i64::from), size.map(i64::from), [CELL.into(); 2]))
        };
        let velocity = |v: [f32; 2]| Vec2::from(turn.floats(v));
        let lines: Vec<TileId> = self.movers.iter().map(|spec| add_line(&mut grid, spec.size[0])).collect();
        let mut world = World::new(grid);
        world.gravity = Vec2::new(0.0, 900.0);
        let mut ids = Vec::new();
        for (spec, line) in self.movers.iter().zip(lines) {
            let height = if spec.is_line { 0 } else { spec.size[1] };
            let position = place(spec.min, [spec.size[0], height]);
            let mover = if spec.is_line {
                Mover::of_tile(position, layer, line)
            } else {
                Mover { size: Some(spec.size.into()), ..Mover::of_tile(position, layer, stone) }
            };
            let parent = spec.parent.map(|k| ids[k]);
            ids.push(
                world.add_mover(Mover { velocity: velocity(spec.velocity), parent, ..mover }).expect("sound"),
            );
        }
        let mut order: Vec<usize> = (0..self.bodies.len()).collect();
        if backward {
            order.reverse();
        }
        for k in order {
            let spec = &self.bodies[k];
            self.spawn(&mut world, k, place(spec.min, spec.size), velocity(spec.velocity), stone);
        }
        world
    }

    fn spawn(&self, world: &mut World, k: usize, at: IVec2, velocity: Vec2, stone: TileId) {
        let spec = &self.bodies[k];
        let mut profile = Profile { solid: spec.is_solid.then_some(stone), ..Profile::default() };
        (profile.riding.squish, profile.riding.leave, profile.riding.ride) =
            (spec.squish, spec.leave, spec.ride);
        if spec.bounces {
            profile.movement.response = Response::Bounce { restitution: 0.5 };
        }
        let profile = world.add_profile(profile);
        let body = Body { velocity, ..Body::on_lattice(at, spec.size.into()) };
        world.spawn_as(BodyId(k as u32), profile, body);
    }
}

fn add_line(grid: &mut TileGrid, width: i32) -> TileId {
    let line = OneWay::new(IVec2::ZERO, IVec2::new(width, 0), Direction::Up);
    grid.add_tile(Tile { shape: TileShape::OneWay(line), ..Tile::default() })
}

/// Solids that bodies must not overlap: tiles, box-shaped movers, solid bodies; each with its owner.
fn solids(cave: &Cave, world: &World) -> Vec<(Option<BodyId>, Aabb)> {
    let mut all = Vec::new();
    for [col, row] in &cave.tiles {
        let min = IVec2::new(*col, *row) * CELL;
        all.push((None, Aabb { min, max: min + CELL }));
    }
    for (spec, id) in cave.movers.iter().zip(world.mover_ids()) {
        if !spec.is_line {
            all.push((None, world.mover_bounds(id).expect("it is there")));
        }
    }
    for (k, spec) in (0..).zip(&cave.bodies) {
        if spec.is_solid {
            all.push((Some(BodyId(k)), world.body(BodyId(k)).expect("it is there").aabb()));
        }
    }
    all
}

fn overlap(a: &Aabb, b: &Aabb) -> bool {
    a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all()
}

/// Counts of what occurred, so that empty caves fail the test.
#[derive(Debug, Default)]
struct Met {
    carried: u32,
    pushed: u32,
    squished: u32,
    stuck: u32,
    checked: u32,
}

#[test]
fn no_body_overlaps_a_solid_that_does_not_crush_it() {
    let (mut rng, mut met) = (Rng::new(11), Met::default());
    let rounds = volume(25, 1_500) as u32;
    for round in 0..rounds {
        let cave = Cave::random(&mut rng);
        let mut world = cave.build(Turn::NONE, false);
        for tick in 0..90 {
            world.step(TICK);
            check(&cave, &world, &mut met, &format!("cave {round}, tick {tick}"));
        }
    }
    println!("{met:?}");
    let is_enough = met.carried > 20 * rounds && met.pushed > 6 * rounds && met.squished > 2 * rounds;
    assert!(is_enough && met.checked > 600 * rounds, "{met:?}");
}

fn check(cave: &Cave, world: &World, met: &mut Met, when: &str) {
    let solids = solids(cave, world);
    for id in world.ids() {
        let (body, state) = (world.body(id).expect("it is there"), world.state(id).expect("it is there"));
        met.carried += u32::from(world.lift_velocity(id) != Vec2::ZERO);
        met.pushed += u32::from(world.pushed_by(id).is_some());
        met.squished += u32::from(!world.squishes(id).is_empty());
        // It began in a rock, or a teleport put it there.
        if state.stuck() || !world.squishes(id).is_empty() {
            met.stuck += u32::from(state.stuck());
            continue;
        }
        met.checked += 1;
        for (owner, aabb) in &solids {
            let is_free = *owner == Some(id) || !overlap(&body.aabb(), aabb);
            // A stuck or crushed solid body is to blame for its own overlaps.
            let blames = owner.is_none_or(|o| {
                !world.state(o).expect("it is there").stuck() && world.squishes(o).is_empty()
            });
            assert!(
                is_free || !blames,
                "{when}: {id:?} at {:?} in {owner:?} {aabb:?}\n{:?}\n{:?}",
                body.aabb(),
                cave.movers,
                cave.bodies
            );
        }
    }
}

#[test]
fn the_order_of_spawning_leaves_no_trace() {
    let mut rng = Rng::new(5);
    for round in 0..volume(20, 1_200) {
        let cave = Cave::random(&mut rng);
        let (mut plain, mut backward) = (cave.build(Turn::NONE, false), cave.build(Turn::NONE, true));
        for tick in 0..90 {
            plain.step(TICK);
            backward.step(TICK);
            assert_eq!(plain.state_hash(), backward.state_hash(), "cave {round}, tick {tick}");
        }
    }
}

#[test]
fn every_squish_begins_once_and_ends_once() {
    let mut rng = Rng::new(23);
    let (mut begins, mut ends) = (0, 0);
    for round in 0..volume(75, 1_500) {
        let cave = Cave::random(&mut rng);
        let mut world = cave.build(Turn::NONE, false);
        let mut open = Vec::new();
        for tick in 0..120 {
            world.step(TICK);
            for event in world.events() {
                match event.kind {
                    EventKind::SquishBegin { pusher, depth, .. } => {
                        assert!(!open.contains(&(event.body, pusher)), "cave {round}, tick {tick}");
                        assert!(depth > 0);
                        open.push((event.body, pusher));
                        begins += 1;
                    }
                    EventKind::SquishEnd { pusher } => {
                        let place = open.iter().position(|o| *o == (event.body, pusher));
                        open.swap_remove(place.expect("it began"));
                        ends += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(begins > 25 && ends > 15, "{begins} {ends}");
}
