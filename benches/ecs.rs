//! The whole step of the ECS, with all copies: beside the tutorial's loop over plain arrays, on one thread and on two.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use criterion::Criterion;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::{Duration, Instant};
use support::paired::Pair;
use support::tutorial;
use support::workload::{Bytes, DT, Projectile, body, bouncing, level, plain_steps, projectiles, world};
use tilephys::core::TileGrid;
use tilephys::ecs::{Collider, Gravity, Physics, Position, Reports, Response, Velocity};
use tilephys::hecs::World;

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

/// Time of `steps` steps, without spawning and the first step, which assigns ids.
fn steps(pool: &ThreadPool, grid: &TileGrid, start: &[Projectile], steps: usize) -> Duration {
    let mut world = World::new();
    let bounce = Response::Bounce { restitution: 1.0 };
    world.spawn_batch(start.iter().map(|p| {
        let body = body(grid, p);
        let collider = Collider { offset: glam::IVec2::ZERO, size: body.size };
        let place = (Position::on_lattice(body.position), Velocity(body.velocity), collider);
        (place.0, place.1, place.2, bounce, Gravity::NONE, Reports::NONE)
    }));
    let mut physics = Physics::new(grid.clone());
    pool.install(|| {
        physics.step(&mut world, 0.0);
        let began = Instant::now();
        for _ in 0..steps {
            physics.step(&mut world, DT);
        }
        began.elapsed()
    })
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let arena = level("arena.tmx");
    let bytes = Bytes::of(&arena);
    let (one, two) = (pool(1), pool(2));
    for (count, rounds) in [(10_000, 100), (100_000, 30), (1_000_000, 6)] {
        let start = projectiles(&bytes, count);
        let on = |pool| steps(pool, &arena.grid, &start, rounds);
        let reference = || tutorial::steps(&bytes, start.clone(), rounds);
        let title = format!("ecs step, {count} projectiles, one thread");
        Pair { title: &title, items: count * rounds, reference, ours: || on(&one) }.run(&mut criterion);
        let ready = world(&arena, &start, bouncing());
        let plain = || plain_steps(ready.clone(), rounds);
        let title = format!("ecs step, {count} projectiles, one thread beside the plain loop");
        Pair { title: &title, items: count * rounds, reference: plain, ours: || on(&one) }
            .run(&mut criterion);
        let title = format!("ecs step, {count} projectiles, two threads beside one");
        Pair { title: &title, items: count * rounds, reference: || on(&one), ours: || on(&two) }
            .run(&mut criterion);
    }
    criterion.final_summary();
}
