//! Random caves of crates, which only movers move or which also fall and fly: no mover puts a crate into another crate or
//! a tile.

use crate::movers::stage::TICK;
use crate::rng::Rng;
use crate::shapes::world::{lattice, pair};
use crate::turn::Turn;
use crate::volume::volume;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, BodyCollision, BodyId, Direction, EventKind, Profile, Tile, TileCoord, TileGrid,
    UNITS_PER_PX, World,
    platform::{LeaveVelocity, Mover, PushSource, RideMode, SquishPolicy},
    shape::{OneWay, TileShape},
};

const CELL: i32 = 16 * UNITS_PER_PX;
/// Cells of a cave, on each axis.
const CELLS: i32 = 16;

/// A cave as data.
#[derive(Debug)]
pub(crate) struct Cave {
    tiles: Vec<[i32; 2]>,
    movers: Vec<MoverSpec>,
    bodies: Vec<(Aabb, Profile, bool)>,
    ignored: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct MoverSpec {
    aabb: Aabb,
    velocity: Vec2,
    is_line: bool,
    parent: Option<usize>,
}

fn overlap(a: &Aabb, b: &Aabb) -> bool {
    a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all()
}

fn cell(at: [i32; 2]) -> Aabb {
    let min = IVec2::from(at) * CELL;
    Aabb { min, max: min + CELL }
}

impl Cave {
    pub(crate) fn random(rng: &mut Rng) -> Cave {
        let mut tiles = Vec::new();
        for (row, col) in (0..CELLS).flat_map(|row| (0..CELLS).map(move |col| (row, col))) {
            let is_wall = [row, col].iter().any(|k| *k == 0 || *k == CELLS - 1);
            if is_wall || rng.range(0, 24) == 0 {
                tiles.push([col, row]);
            }
        }
        let speed = |rng: &mut Rng| {
            let most = [60, 60, 400, 2_000][rng.range(0, 3) as usize];
            let v = [rng.range(-most, most) as f32, rng.range(-most, most) as f32];
            // Many go straight.
            Vec2::from(if rng.range(0, 1) == 0 { [v[0], 0.0] } else { v })
        };
        let movers: Vec<MoverSpec> = (0..rng.range(1, 5))
            .map(|k| {
                let min = IVec2::from([0; 2].map(|_| rng.range(CELL, (CELLS - 4) * CELL)));
                let is_line = rng.range(0, 5) == 0;
                let mut size = IVec2::from([0; 2].map(|_| rng.range(1_000, 12_000)));
                size.y = if is_line { 0 } else { size.y };
                let parent = (k > 0 && rng.range(0, 4) == 0).then(|| rng.range(0, k - 1) as usize);
                MoverSpec { aabb: Aabb { min, max: min + size }, velocity: speed(rng), is_line, parent }
            })
            .collect();
        let mut cave = Cave { tiles, movers, bodies: Vec::new(), ignored: Vec::new() };
        let pitch = [256, 1_024, 2_048][rng.range(0, 2) as usize];
        for _ in 0..rng.range(10, 300) {
            cave.add_body(rng, pitch);
        }
        let count = cave.bodies.len() as i64;
        for _ in 0..count / 8 {
            cave.ignored.push((rng.range(0, count - 1) as u32, rng.range(0, count - 1) as u32));
        }
        cave
    }

    /// Adds a body where there is room for it, at multiples of `pitch`: so many touch.
    fn add_body(&mut self, rng: &mut Rng, pitch: i32) {
        let most = 4 * 1_024 / pitch;
        let min = IVec2::from([0; 2].map(|_| rng.range(CELL / pitch, (CELLS - 1) * CELL / pitch))) * pitch;
        let size = IVec2::from([0; 2].map(|_| rng.range(1, most))) * pitch;
        let aabb = Aabb { min, max: min + size };
        let solids = self.tiles.iter().map(|at| cell(*at)).chain(self.movers.iter().map(|m| m.aabb));
        let is_free = solids.chain(self.bodies.iter().map(|b| b.0)).all(|other| !overlap(&aabb, &other));
        if !is_free {
            return;
        }
        let mut profile = Profile { category: 1, ..Profile::default() };
        profile.riding.leave = LeaveVelocity::None;
        profile.riding.ride = [RideMode::Glue, RideMode::Glue, RideMode::Ballistic][rng.range(0, 2) as usize];
        profile.riding.walls = rng.range(0, 8) == 0;
        profile.riding.squish = [
            SquishPolicy::Report,
            SquishPolicy::Wiggle(3.0),
            SquishPolicy::BlockMover,
            SquishPolicy::PassThrough,
        ][[0, 0, 0, 1, 1, 2, 3][rng.range(0, 6) as usize]];
        let mut collide = BodyCollision { friction: rng.range(0, 1) as f32, ..BodyCollision::default() };
        if rng.range(0, 5) == 0 {
            profile.category = 2;
            collide.mask = rng.range(1, 3) as u32;
        }
        profile.collide = (rng.range(0, 12) > 0).then_some(collide);
        self.bodies.push((aabb, profile, rng.range(0, 15) == 0));
    }

    /// The cave after a turn as a world, its bodies spawned forward or backward.
    pub(crate) fn build(&self, turn: Turn, backward: bool) -> World {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("cave");
        let stone = grid.add_tile(Tile::default());
        let place =
            |aabb: &Aabb| lattice(turn.place(pair(aabb.min), pair(aabb.max - aabb.min), [CELL.into(); 2]));
        for at in &self.tiles {
            let min = place(&cell(*at)) / CELL;
            grid.set_tile(layer, TileCoord::new(min.x, min.y), Some(stone));
        }
        let lines: Vec<_> = self
            .movers
            .iter()
            .map(|spec| {
                let width = spec.aabb.max.x - spec.aabb.min.x;
                let line = OneWay::new(IVec2::ZERO, IVec2::new(width, 0), Direction::Up);
                grid.add_tile(Tile { shape: TileShape::OneWay(line), ..Tile::default() })
            })
            .collect();
        let mut world = World::new(grid);
        let mut ids = Vec::new();
        for (spec, line) in self.movers.iter().zip(lines) {
            let tile = if spec.is_line { line } else { stone };
            let size = (!spec.is_line).then_some(spec.aabb.max - spec.aabb.min);
            let velocity = turn.floats(spec.velocity.to_array()).into();
            let parent = spec.parent.map(|k| ids[k]);
            let mover = Mover { size, velocity, parent, ..Mover::of_tile(place(&spec.aabb), layer, tile) };
            ids.push(world.add_mover(mover).expect("a sound mover"));
        }
        let mut order: Vec<usize> = (0..self.bodies.len()).collect();
        if backward {
            order.reverse();
        }
        for k in order {
            let (aabb, profile, is_solid) = &self.bodies[k];
            let profile = world.add_profile(Profile { solid: is_solid.then_some(stone), ..*profile });
            world.spawn_as(BodyId(k as u32), profile, Body::on_lattice(place(aabb), aabb.max - aabb.min));
        }
        for (a, b) in &self.ignored {
            world.ignore_pair(BodyId(*a), BodyId(*b), true);
        }
        world
    }

    /// True if these two collide.
    fn meet(&self, a: u32, b: u32) -> bool {
        let [one, other] = [a, b].map(|k| &self.bodies[k as usize].1);
        let sees = |a: &Profile, b: &Profile| a.collide.is_some_and(|c| c.mask & b.category != 0);
        // A body with a box in the grid collides by its box.
        let is_solid = self.bodies[a as usize].2 || self.bodies[b as usize].2;
        let is_ignored = self.ignored.contains(&(a, b)) || self.ignored.contains(&(b, a));
        is_solid || sees(one, other) && sees(other, one) && !is_ignored
    }

    /// Two colliding bodies that overlap, or a body in a tile.
    fn fault(&self, world: &World) -> Option<String> {
        let boxes: Vec<Aabb> = (0..self.bodies.len() as u32)
            .map(|k| world.body(BodyId(k)).expect("it is there").aabb())
            .collect();
        for (a, one) in (0..).zip(&boxes) {
            if let Some(at) = self.tiles.iter().find(|at| overlap(&cell(**at), one)) {
                return Some(format!("{a} at {one:?} is in tile {at:?}"));
            }
            for (b, other) in (0..).zip(&boxes).take(a as usize) {
                let is_crushed = |k: u32| {
                    let by = |by: u32| {
                        world.squishes(BodyId(k)).iter().any(|s| s.pusher == PushSource::Body(BodyId(by)))
                    };
                    by(a) || by(b)
                };
                if overlap(one, other) && self.meet(a, b) && !is_crushed(a) && !is_crushed(b) {
                    return Some(format!("{a} at {one:?} is in {b} at {other:?}"));
                }
            }
        }
        None
    }
}

#[derive(Debug, Default)]
struct Met {
    moved: u32,
    pushed: u32,
    squished: u32,
    touching: u32,
}

#[test]
fn no_crate_is_set_into_another() {
    let (mut rng, mut met) = (Rng::new(41), Met::default());
    let rounds = volume(20, 1_500) as u32;
    for round in 0..rounds {
        let cave = Cave::random(&mut rng);
        let mut world = cave.build(Turn::NONE, false);
        assert_eq!(cave.fault(&world), None, "cave {round}");
        for tick in 0..60 {
            let before: Vec<IVec2> = world.ids().map(|id| world.body(id).expect("there").position).collect();
            world.step(TICK);
            assert_eq!(cave.fault(&world), None, "cave {round}, tick {tick}");
            for (id, before) in world.ids().zip(before) {
                met.moved += u32::from(world.body(id).expect("it is there").position != before);
                met.pushed += u32::from(world.pushed_by(id).is_some());
                assert_eq!(world.body(id).expect("it is there").velocity, Vec2::ZERO);
            }
            let begins = |kind: EventKind| matches!(kind, EventKind::SquishBegin { .. });
            met.squished += world.events().iter().filter(|event| begins(event.kind)).count() as u32;
        }
        met.touching += cave.touching(&world);
    }
    println!("{met:?}");
    let is_enough = met.moved > 130 * rounds && met.pushed > 60 * rounds;
    assert!(is_enough && met.squished > 2 * rounds && met.touching > 6 * rounds, "{met:?}");
}

#[test]
fn flying_and_falling_crates_are_never_set_into_another() {
    let (mut rng, mut hits, mut squished, mut pushed) = (Rng::new(43), 0, 0, 0);
    let rounds = volume(10, 600) as usize;
    for round in 0..rounds {
        let cave = Cave::random(&mut rng);
        let mut world = cave.build(Turn::NONE, false);
        world.gravity = Vec2::new(0.0, 900.0);
        for id in world.ids().collect::<Vec<_>>() {
            let most = [0, 60, 300, 1_500][rng.range(0, 3) as usize];
            world.set_velocity(id, Vec2::from([0; 2].map(|_| rng.range(-most, most) as f32)));
        }
        for tick in 0..60 {
            world.step(TICK);
            assert_eq!(cave.fault(&world), None, "cave {round}, tick {tick}");
            hits += world.body_hits().count();
            let begins = |kind: EventKind| matches!(kind, EventKind::SquishBegin { .. });
            squished += world.events().iter().filter(|event| begins(event.kind)).count();
            pushed += world.ids().filter(|id| world.pushed_by(*id).is_some()).count();
        }
    }
    println!("{hits} hits, {squished} squished, {pushed} pushed");
    let is_enough = hits > 160 * rounds && squished > rounds && pushed > 16 * rounds;
    assert!(is_enough, "{hits} {squished} {pushed}");
}

impl Cave {
    /// Pairs that collide and touch.
    fn touching(&self, world: &World) -> u32 {
        let boxes: Vec<Aabb> = world.ids().map(|id| world.body(id).expect("it is there").aabb()).collect();
        let mut count = 0;
        for (a, one) in (0..).zip(&boxes) {
            let near = |other: &Aabb| one.min.cmple(other.max).all() && other.min.cmple(one.max).all();
            let others = (0..).zip(&boxes).take(a as usize);
            count += others.filter(|(b, other)| near(other) && self.meet(a, *b)).count() as u32;
        }
        count
    }
}

#[test]
fn the_order_of_spawning_leaves_no_trace() {
    let mut rng = Rng::new(6);
    for round in 0..volume(10, 800) {
        let cave = Cave::random(&mut rng);
        let (mut plain, mut backward) = (cave.build(Turn::NONE, false), cave.build(Turn::NONE, true));
        for tick in 0..60 {
            plain.step(TICK);
            backward.step(TICK);
            assert_eq!(plain.state_hash(), backward.state_hash(), "cave {round}, tick {tick}");
        }
    }
}
