//! A step in parts gives the same bits for any executor and any order of the parts.

use crate::rng::Rng;
use crate::volume::volume;
use glam::{IVec2, UVec2, Vec2};
use std::sync::atomic::{AtomicU32, Ordering};
use tilephys_core::{
    Aabb, Body, BodyId, BodyState, Direction, EventKind, MoveConfig, Profile, Response, Tile, TileCoord,
    TileGrid, World, driver::Executor,
};

const DT: f32 = 1.0 / 60.0;

/// A walled map with tiles of three categories and 60 loose boxes, and a crowd of 20,000 of every sort in it.
fn crowd() -> World {
    crowd_among(60)
}

/// Like [`crowd`], with another number of loose boxes.
pub(crate) fn crowd_among(boxes: u32) -> World {
    let mut rng = Rng::new(4);
    let mut grid = TileGrid::new(UVec2::new(18, 16));
    let layer = grid.add_layer("map");
    let tiles = [1, 2, 4].map(|category| grid.add_tile(Tile { category, ..Tile::default() }));
    for (row, col) in (0..120).flat_map(|row| (0..150).map(move |col| (row, col))) {
        let wall = row == 0 || col == 0 || row == 119 || col == 149;
        if wall || rng.range(0, 99) < 6 {
            let tile = tiles[if wall { 0 } else { rng.range(0, 2) as usize }];
            grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
        }
    }
    for _ in 0..boxes {
        let low = IVec2::new(rng.range(5_000, 600_000), rng.range(5_000, 400_000));
        let size = IVec2::new(rng.range(1, 9_000), rng.range(1, 9_000));
        grid.add_box(layer, Aabb { min: low, max: low + size }, tiles[rng.range(0, 2) as usize]);
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 800.0);
    let profiles = [
        Response::Slide,
        Response::Stop,
        Response::Bounce { restitution: 1.0 },
        Response::Bounce { restitution: 0.6 },
        Response::Invert,
        Response::PassThrough,
    ]
    .map(|response| {
        let mask = [u32::MAX, 1, 3, 0][rng.range(0, 3) as usize];
        let up = Direction::ALL[rng.range(0, 3) as usize];
        let movement = MoveConfig { response, mask, up, ..MoveConfig::default() };
        let gravity_scale = rng.range(-2, 2) as f32;
        let (report_hits, track_contacts) = (rng.range(0, 1) == 0, rng.range(0, 1) == 0);
        let max_speed = [Vec2::INFINITY, Vec2::splat(800.0)][rng.range(0, 1) as usize];
        let ask_rules = false;
        world.add_profile(Profile {
            movement,
            gravity_scale,
            max_speed,
            report_hits,
            use_hooks: ask_rules,
            track_contacts,
            ..Profile::default()
        })
    });
    for i in 0..20_000 {
        let at = IVec2::new(rng.range(5_000, 680_000), rng.range(5_000, 480_000));
        let size = IVec2::new(rng.range(1, 4_000), rng.range(1, 4_000));
        let mut body = Body::on_lattice(at, size);
        let fast = [100, 2_000, 60_000][rng.range(0, 2) as usize];
        body.velocity = Vec2::new(rng.range(-fast, fast) as f32, rng.range(-fast, fast) as f32);
        let profile = if i % 7 == 0 { Default::default() } else { profiles[rng.range(0, 5) as usize] };
        // Ids that run against the places, so that parts do not lie in the order of events.
        world.spawn_as(BodyId(19_999 - i), profile, body);
        if i % 500 == 0 {
            world.set_velocity(BodyId(19_999 - i), Vec2::new(f32::NAN, 1.0));
        }
    }
    world
}

/// Executor of the halves of the work.
#[derive(Debug)]
pub(crate) enum How {
    FirstHalfFirst,
    SecondHalfFirst,
    /// One or the other, by a count that goes on from step to step.
    ByTurns(AtomicU32),
    /// Each half on a thread of its own.
    Threads,
}

#[derive(Debug)]
pub(crate) struct Adversary {
    width: usize,
    how: How,
    joins: AtomicU32,
}

impl Adversary {
    pub(crate) fn new(width: usize, how: How) -> Adversary {
        Adversary { width, how, joins: AtomicU32::new(0) }
    }
}

impl Executor for Adversary {
    fn width(&self) -> usize {
        self.width
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        self.joins.fetch_add(1, Ordering::Relaxed);
        let second_first = match &self.how {
            How::FirstHalfFirst => false,
            How::SecondHalfFirst => true,
            How::ByTurns(count) => count.fetch_add(1, Ordering::Relaxed).is_multiple_of(3),
            How::Threads => {
                std::thread::scope(|scope| {
                    scope.spawn(first);
                    scope.spawn(second);
                });
                return;
            }
        };
        if second_first {
            second();
            first();
        } else {
            first();
            second();
        }
    }
}

pub(crate) fn events(world: &World) -> Vec<(BodyId, EventKind)> {
    world.events().iter().map(|e| (e.body, e.kind)).collect()
}

#[test]
fn no_order_of_the_parts_leaves_a_trace() {
    let mut all: Vec<(World, Adversary)> = (1..=9)
        .map(|width| match width % 3 {
            0 => Adversary::new(width, How::ByTurns(AtomicU32::new(0))),
            1 => Adversary::new(width, How::SecondHalfFirst),
            _ => Adversary::new(width, How::Threads),
        })
        .chain([Adversary::new(4, How::FirstHalfFirst), Adversary::new(usize::MAX / 8, How::SecondHalfFirst)])
        .map(|adversary| (crowd(), adversary))
        .collect();
    let mut plain = crowd();
    let mut count = 0;
    for step in 0..volume(4, 120) {
        plain.step(DT);
        count += plain.events().len();
        for (world, adversary) in &mut all {
            world.step_on(adversary, DT, &mut ());
            assert_eq!(world.state_hash(), plain.state_hash(), "step {step}, {adversary:?}");
            assert_eq!(world.hit_count(), plain.hit_count(), "step {step}, {adversary:?}");
            assert!(events(world) == events(&plain), "step {step}, {adversary:?}");
        }
    }
    assert!(count > 4_000 && plain.hit_count() > 10_000, "{count} events, {} hits", plain.hit_count());
    for (_, adversary) in &all {
        let joins = adversary.joins.load(Ordering::Relaxed);
        assert!((joins > 0) == (adversary.width > 1), "{adversary:?} had {joins} halves to run");
    }
}

#[test]
fn an_executor_of_changing_width_gives_the_same_bits() {
    let (mut world, mut plain) = (crowd(), crowd());
    for width in [9, 1, 3, 2, 8, 1, 5] {
        let adversary = Adversary::new(width, How::SecondHalfFirst);
        world.step_on(&adversary, DT, &mut ());
        plain.step(DT);
        assert_eq!(world.state_hash(), plain.state_hash(), "{width}");
        assert!(world.hit_count() == plain.hit_count() && events(&world) == events(&plain), "{width}");
    }
}

#[test]
fn a_crate_in_any_part_stands_on_the_body_under_it() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("map");
    let stone = grid.add_tile(Tile::default());
    let pairs = 2_100;
    for col in 0..pairs {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(stone));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 800.0);
    let plain = world.add_profile(Profile::default());
    let solid = world.add_profile(Profile { solid: Some(stone), ..Profile::default() });
    let mut crates = Vec::new();
    for col in 0..pairs {
        let x = 16.0 * col as f32 + 4.0;
        world.spawn(plain, Body::new(Vec2::new(x, 152.0), Vec2::splat(8.0)));
        crates.push(world.spawn(solid, Body::new(Vec2::new(x, 144.0), Vec2::splat(8.0))));
    }
    let adversary = Adversary::new(4, How::SecondHalfFirst);
    for _ in 0..3 {
        world.step_on(&adversary, DT, &mut ());
    }
    assert!(adversary.joins.load(Ordering::Relaxed) > 0, "the bodies are one part");
    let stands = |id: &&BodyId| world.state(**id).is_some_and(BodyState::on_floor);
    assert_eq!(crates.iter().filter(stands).count(), crates.len());
}
