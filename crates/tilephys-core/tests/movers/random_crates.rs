//! Random caves of crates, which only movers move, or of bodies that also fall and fly: no mover puts a body into another body or
//! a tile, and in whatever order bodies are spawned, all goes the same way.

use crate::meter::Meter;
use crate::rng::Rng;
use crate::shapes::world::{lattice, pair};
use crate::stage::TICK;
use crate::turn::Turn;
use crate::volume::volume;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, BodyCollision, BodyId, Direction, Event, EventKind, Profile, Response, Tile, TileCoord,
    TileGrid, UNITS_PER_PX, World,
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
    bodies: Vec<BodySpec>,
    ignored: Vec<(u32, u32)>,
    gravity: f32,
}

#[derive(Debug)]
struct BodySpec {
    aabb: Aabb,
    profile: Profile,
    is_solid: bool,
    velocity: [f32; 2],
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
        Cave::with_pitch(rng, &[256, 1_024, 2_048])
    }

    /// A cave of bodies at multiples of one of these numbers.
    fn with_pitch(rng: &mut Rng, pitches: &[i32]) -> Cave {
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
        let mut cave = Cave { tiles, movers, bodies: Vec::new(), ignored: Vec::new(), gravity: 0.0 };
        let pitch = rng.pick(pitches);
        for _ in 0..rng.range(10, 300) {
            cave.add_body(rng, pitch);
        }
        let count = cave.bodies.len() as i64;
        for _ in 0..count / 8 {
            cave.ignored.push((rng.range(0, count - 1) as u32, rng.range(0, count - 1) as u32));
        }
        cave
    }

    /// A cave of bodies that fall and fly.
    pub(crate) fn flying(rng: &mut Rng) -> Cave {
        Cave::random(rng).thrown(rng)
    }

    fn thrown(self, rng: &mut Rng) -> Cave {
        let mut cave = Cave { gravity: 900.0, ..self };
        for body in &mut cave.bodies {
            let most = rng.pick(&[0, 60, 300, 1_500]);
            body.velocity = [0; 2].map(|_| rng.range(-most, most) as f32);
        }
        cave
    }

    /// A cave of bodies that fall, fly, leave movers in all ways and bounce; many are solid, and none collides otherwise.
    pub(crate) fn riders(rng: &mut Rng) -> Cave {
        let mut cave = Cave::with_pitch(rng, &[1]).thrown(rng);
        for body in &mut cave.bodies {
            body.profile.collide = None;
            body.profile.riding.leave =
                rng.pick(&[LeaveVelocity::None, LeaveVelocity::Add, LeaveVelocity::AddUpward]);
            body.is_solid = rng.chance(25);
            if rng.chance(20) {
                body.profile.movement.response = Response::Bounce { restitution: 0.5 };
            }
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
        let is_free = solids.chain(self.bodies.iter().map(|b| b.aabb)).all(|other| !overlap(&aabb, &other));
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
        let is_solid = rng.range(0, 15) == 0;
        self.bodies.push(BodySpec { aabb, profile, is_solid, velocity: [0.0; 2] });
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
        world.gravity = Vec2::new(0.0, self.gravity);
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
            let BodySpec { aabb, profile, is_solid, velocity } = &self.bodies[k];
            let profile = world.add_profile(Profile { solid: is_solid.then_some(stone), ..*profile });
            let velocity = turn.floats(*velocity).into();
            let body = Body { velocity, ..Body::on_lattice(place(aabb), aabb.max - aabb.min) };
            world.spawn_as(BodyId(k as u32), profile, body);
        }
        for (a, b) in &self.ignored {
            world.ignore_pair(BodyId(*a), BodyId(*b), true);
        }
        world
    }

    fn is_solid(&self, body: u32) -> bool {
        self.bodies[body as usize].is_solid
    }

    /// True if these two collide.
    fn meet(&self, a: u32, b: u32) -> bool {
        let [one, other] = [a, b].map(|k| &self.bodies[k as usize].profile);
        let sees = |a: &Profile, b: &Profile| a.collide.is_some_and(|c| c.mask & b.category != 0);
        let is_ignored = self.ignored.contains(&(a, b)) || self.ignored.contains(&(b, a));
        // A body with a box in the grid collides by its box.
        self.is_solid(a) || self.is_solid(b) || sees(one, other) && sees(other, one) && !is_ignored
    }

    /// A body in a tile, in a mover that does not crush it, or in another body that it collides with.
    fn fault(&self, world: &World) -> Option<String> {
        let boxes = boxes(world);
        let is_free = |k: u32| {
            let state = world.state(BodyId(k)).expect("it is there");
            world.squishes(BodyId(k)).is_empty() && !state.stuck()
        };
        let movers = self.movers.iter().zip(world.mover_ids()).filter(|(spec, _)| !spec.is_line);
        let movers: Vec<Aabb> = movers.map(|(_, id)| world.mover_bounds(id).expect("it is there")).collect();
        for (a, one) in (0..).zip(&boxes) {
            if let Some(at) = self.tiles.iter().find(|at| overlap(&cell(**at), one)) {
                return Some(format!("{a} at {one:?} is in tile {at:?}"));
            }
            if let Some(mover) = movers.iter().find(|mover| overlap(mover, one) && is_free(a)) {
                return Some(format!("{a} at {one:?} is in a mover at {mover:?}"));
            }
            for (b, other) in (0..).zip(&boxes).take(a as usize) {
                // A crushed solid body is to blame for what it is in.
                let is_blamed = |k: u32| self.is_solid(k) && !is_free(k);
                let is_crushed = |k: u32| {
                    let by = [a, b].map(|by| PushSource::Body(BodyId(by)));
                    world.squishes(BodyId(k)).iter().any(|s| by.contains(&s.pusher))
                };
                let is_excused = [a, b].into_iter().any(|k| is_crushed(k) || is_blamed(k));
                if overlap(one, other) && self.meet(a, b) && !is_excused {
                    return Some(format!("{a} at {one:?} is in {b} at {other:?}"));
                }
            }
        }
        None
    }

    /// Pairs that collide and touch.
    fn touching(&self, world: &World) -> u32 {
        let boxes = boxes(world);
        let mut count = 0;
        for (a, one) in (0..).zip(&boxes) {
            let near = |other: &Aabb| one.min.cmple(other.max).all() && other.min.cmple(one.max).all();
            let others = (0..).zip(&boxes).take(a as usize);
            count += others.filter(|(b, other)| near(other) && self.meet(a, *b)).count() as u32;
        }
        count
    }

    /// Plays the cave forward and backward spawned, and counts what is met. Bodies that rest by themselves gain no velocity.
    fn play(&self, meter: &mut Meter, name: &str) {
        let mut worlds = [false, true].map(|backward| self.build(Turn::NONE, backward));
        for tick in 0..60 {
            let before = boxes(&worlds[0]);
            worlds.iter_mut().for_each(|world| world.step(TICK));
            let [world, other] = &worlds;
            assert_eq!(self.fault(world), None, "{name}, tick {tick}");
            assert_eq!(world.state_hash(), other.state_hash(), "{name}, tick {tick}");
            for (id, before) in world.ids().zip(before) {
                let body = world.body(id).expect("it is there");
                assert!(self.gravity != 0.0 || body.velocity == Vec2::ZERO, "{name}, tick {tick}");
                meter.count_if(body.position != before.min, "moved");
                meter.count_if(world.pushed_by(id).is_some(), "pushed");
                meter.count_if(world.lift_velocity(id) != Vec2::ZERO, "carried");
            }
            meter.count("hits", world.body_hits().count() as u64);
            let begins = |event: &&Event| matches!(event.kind, EventKind::SquishBegin { .. });
            meter.count("squished", world.events().iter().filter(begins).count() as u64);
        }
        meter.count("touching", self.touching(&worlds[0]).into());
        meter.cases += 1;
    }
}

fn boxes(world: &World) -> Vec<Aabb> {
    world.ids().map(|id| world.body(id).expect("it is there").aabb()).collect()
}

/// Random caves, and how often each thing is met in a thousand of them at least.
fn caves(random: fn(&mut Rng) -> Cave, rounds: u64, least: &[(&str, f64)]) {
    let mut rng = Rng::new(41);
    let mut meter = Meter::default();
    for round in 0..rounds {
        random(&mut rng).play(&mut meter, &format!("cave {round}"));
    }
    meter.report("caves");
    meter.demand(least);
}

#[test]
fn no_crate_is_set_into_another() {
    let least = [("moved", 130_000.0), ("pushed", 60_000.0), ("squished", 2_000.0), ("touching", 6_000.0)];
    caves(Cave::random, volume(15, 1_500), &least);
}

#[test]
fn flying_and_falling_crates_are_never_set_into_another() {
    caves(Cave::flying, volume(10, 600), &[("hits", 160_000.0), ("squished", 1_000.0), ("pushed", 16_000.0)]);
}

#[test]
fn riders_and_solid_bodies_are_never_in_what_does_not_crush_them() {
    caves(Cave::riders, volume(15, 1_500), &[("carried", 0.0), ("squished", 2_000.0), ("pushed", 6_000.0)]);
}
