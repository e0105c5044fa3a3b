//! Island solver: one island of many bodies, many islands on one thread and on two, colliding projectiles, and the
//! cost without collisions.
//!
//! Measured on a virtual machine with two cores of an AMD EPYC, in nanoseconds a body and step:
//!
//! | one island of | 250 | 500 | 1,000 | 2,000 |
//! | --- | --- | --- | --- | --- |
//! | settling | 5,626 | 3,783 | 2,652 | 2,325 |
//! | settled | 4,185 | 3,102 | 2,201 | 2,145 |
//!
//! 20,000 colliding projectiles, of eight masses: 224 on one thread, 151 on two. Tiles alone take 10 and the loop of
//! tutorials 43. A hundred pits of 200 bodies: 1.8 times as fast on two threads.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use criterion::Criterion;
use glam::{UVec2, Vec2};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::{Duration, Instant};
use support::in_turn::Ways;
use support::paired::Pair;
use support::tutorial;
use support::workload::{Bytes, DT, Random, TILE, bouncing, level, plain_steps, projectiles, world};
use tilephys::core::{
    Body, BodyCollision, MotionMode, Profile, ProfileId, Response, Tile, TileCoord, TileGrid, World,
    driver::Executor,
};

/// Cells from one pit to the next, and between its walls.
const PIT: i32 = 24;
const WIDE: i32 = 20;
/// Rows of the walls.
const HIGH: i32 = 160;

/// Executor on the current rayon pool.
struct Pool;

impl Executor for Pool {
    fn width(&self) -> usize {
        rayon::current_num_threads()
    }

    fn join(&self, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
        rayon::join(first, second);
    }
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

/// Pits side by side, each with `boxes` boxes of 4 to 12 px in rows over its floor, of several masses; some bounce.
fn pits(count: i32, boxes: u32) -> World {
    let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
    let (layer, stone) = (grid.add_layer("pits"), grid.add_tile(Tile::default()));
    for left in (0..count).map(|pit| pit * PIT) {
        let floor = (-1..=WIDE).map(|col| (col, 0));
        let walls = (-HIGH..0).flat_map(|row| [(-1, row), (WIDE, row)]);
        for (col, row) in floor.chain(walls) {
            grid.set_tile(layer, TileCoord::new(left + col, row), Some(stone));
        }
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let profiles = profiles(&mut world);
    for pit in 0..count {
        let left = (pit * PIT) as f32 * TILE;
        // All pits have equal content.
        let mut random = Random(0x5EED);
        let (mut x, mut y) = (0.0, -13.0);
        for _ in 0..boxes {
            let size = Vec2::new(random.within(4.0, 12.0), random.within(4.0, 12.0));
            if x + size.x > WIDE as f32 * TILE {
                (x, y) = (0.0, y - 13.0);
            }
            let mut body = Body::new(Vec2::new(left + x, y), size);
            body.velocity = Vec2::new(random.within(-60.0, 60.0), random.within(-60.0, 60.0));
            world.spawn(profiles[random.below(4) as usize], body);
            x += size.x + 1.0;
        }
    }
    world
}

/// Crates of three masses and a ball.
fn profiles(world: &mut World) -> [ProfileId; 4] {
    [1.0, 2.0, 5.0, 0.5].map(|mass| {
        let mut profile = Profile { report_hits: false, track_contacts: false, ..Profile::default() };
        profile.collide = Some(BodyCollision { mass, friction: 0.3, ..BodyCollision::default() });
        if mass == 0.5 {
            profile.movement.motion_mode = MotionMode::Floating;
            profile.movement.response = Response::Bounce { restitution: 0.6 };
        }
        world.add_profile(profile)
    })
}

fn after(mut world: World, steps: u32) -> World {
    (0..steps).for_each(|_| world.step(DT));
    world
}

/// Nanoseconds a body of one pit with 250 to 2,000 of them. A growing number shows superlinear cost.
fn one_island(title: &str, before: u32, steps: usize) {
    let counts = [250, 500, 1_000, 2_000];
    let starts: Vec<World> = counts.iter().map(|count| after(pits(1, *count), before)).collect();
    let all = counts.iter().zip(&starts).map(|(count, start)| {
        let counts = start.pair_counts();
        let (largest, waits, hits) = (counts.largest_island, counts.deferred, counts.hits);
        println!("{count} in one pit, {title}: largest island {largest}, {hits} hits, {waits} waits a step");
        // Scaled to the same number of bodies.
        let share = 2_000 / *count;
        let work = move || plain_steps(start.clone(), steps) * share;
        (format!("{count} in one pit"), Box::new(work) as Box<dyn FnMut() -> Duration>)
    });
    Ways { title: &format!("one island, {title}"), items: 2_000 * steps, all: all.collect() }.run();
}

fn steps_on(pool: &ThreadPool, start: &World, steps: usize) -> Duration {
    let mut world = start.clone();
    pool.install(|| {
        let began = Instant::now();
        for _ in 0..steps {
            world.step_on(&Pool, DT, &mut ());
        }
        began.elapsed()
    })
}

fn many_islands(criterion: &mut Criterion, [one, two]: [&ThreadPool; 2]) {
    for (title, before) in [("falling", 20), ("settled", 600)] {
        let start = after(pits(100, 200), before);
        let title = format!("100 pits of 200, {title}, two threads beside one");
        let (reference, ours) = (|| steps_on(one, &start, 10), || steps_on(two, &start, 10));
        Pair { title: &title, items: 10 * start.len(), reference, ours }.run(criterion);
    }
}

/// Makes projectiles collide as `run --collide --masses` does.
fn colliding(world: &mut World, mask: u32) {
    let profiles: Vec<ProfileId> = (1..=8)
        .map(|mass| {
            let collide = BodyCollision { mass: mass as f32, mask, ..BodyCollision::default() };
            world.add_profile(Profile { collide: Some(collide), ..bouncing() })
        })
        .collect();
    let ids: Vec<_> = world.ids().collect();
    for (n, id) in ids.into_iter().enumerate() {
        world.change_profile(id, profiles[n % 8]);
    }
}

fn arena(criterion: &mut Criterion, [one, two]: [&ThreadPool; 2]) {
    const COUNT: usize = 20_000;
    const STEPS: usize = 20;
    let arena = level("arena.tmx");
    let bytes = Bytes::of(&arena);
    let start = projectiles(&bytes, COUNT);
    let alone = world(&arena, &start, bouncing());
    let (mut masked, mut all) = (alone.clone(), alone.clone());
    colliding(&mut masked, 0);
    colliding(&mut all, u32::MAX);
    // Bodies that start in overlap have separated.
    let all = after(all, 30);
    Ways {
        title: "20,000 projectiles, a body and step",
        items: COUNT * STEPS,
        all: vec![
            ("tutorial, tiles only".to_owned(), Box::new(|| tutorial::steps(&bytes, start.clone(), STEPS))),
            ("tiles only".to_owned(), Box::new(|| plain_steps(alone.clone(), STEPS))),
            (
                "settings that let no bodies collide".to_owned(),
                Box::new(|| plain_steps(masked.clone(), STEPS)),
            ),
            ("all collide".to_owned(), Box::new(|| plain_steps(all.clone(), STEPS))),
        ],
    }
    .run();
    let title = "20,000 projectiles that collide, two threads beside one";
    let (reference, ours) = (|| steps_on(one, &all, STEPS), || steps_on(two, &all, STEPS));
    Pair { title, items: COUNT * STEPS, reference, ours }.run(criterion);
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let (one, two) = (pool(1), pool(2));
    one_island("settling", 60, 20);
    one_island("settled", 900, 20);
    arena(&mut criterion, [&one, &two]);
    many_islands(&mut criterion, [&one, &two]);
    criterion.final_summary();
}
