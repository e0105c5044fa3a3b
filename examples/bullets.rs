//! A hundred thousand bouncing projectiles in a cave, on all cores.
//!
//! ```sh
//! cargo run --release --example bullets [PROJECTILES]
//! ```

use std::time::Instant;
use tilephys::ecs::{Collider, Gravity, Physics, Position, Reports, Response, Velocity};
use tilephys::glam::Vec2;
use tilephys::hecs::World;

const STEPS: u32 = 300;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asked = std::env::args().nth(1).map_or(Ok(100_000), |n| n.parse());
    let count = asked.ok().filter(|n| *n > 0).ok_or("say how many projectiles: a number of one or more")?;
    let level = tilephys::tiled::load(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/arena.tmx"))?;
    level.notes().for_each(|note| eprintln!("{note}"));
    let size = level.bounds.ok_or("the arena is finite")?.size.as_vec2() * level.tile_size.as_vec2();
    let mut physics = Physics::new(level.grid);

    // Seeded: every run gives the same bits, on any number of threads.
    let mut random = fastrand::Rng::with_seed(7);
    let mut world = World::new();
    let collider = Collider::new(4.0, 4.0);
    while world.len() < count {
        let position = Position::new(random.f32() * size.x, random.f32() * size.y);
        let angle = random.f32() * std::f32::consts::TAU;
        let velocity = Velocity(Vec2::from_angle(angle) * (60.0 + random.f32() * 2340.0));
        if is_free(&physics, position, collider) {
            // Elastic bounces without gravity, and without hit events, which nothing reads here.
            let bounce = Response::Bounce { restitution: 1.0 };
            world.spawn((position, velocity, collider, bounce, Gravity::NONE, Reports::NONE));
        }
    }

    // The first step assigns ids; the measurement starts after it.
    physics.step(&mut world, 1.0 / 60.0);
    let begun = Instant::now();
    for _ in 0..STEPS {
        physics.step(&mut world, 1.0 / 60.0);
    }
    let seconds = begun.elapsed().as_secs_f64();

    let each = seconds * 1e9 / f64::from(STEPS) / f64::from(count);
    let rate = f64::from(STEPS) / seconds;
    println!("{count} projectiles, {rate:.0} steps a second, {each:.1} ns a projectile and step");
    println!("{} hits, state hash {:016x}", physics.hit_count(), physics.state_hash());
    let mut bodies = world.query::<(&Position, &Collider)>();
    let inside =
        bodies.iter().filter(|(position, collider)| !is_free(&physics, **position, **collider)).count();
    println!("{inside} ended inside a wall");
    Ok(())
}

fn is_free(physics: &Physics, position: Position, collider: Collider) -> bool {
    collider.aabb(position).is_some_and(|aabb| !physics.grid().overlaps(aabb, u32::MAX))
}
