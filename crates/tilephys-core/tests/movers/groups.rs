//! Riders that move as a part of their mover, against equal riders that the push graph moves, in random worlds.

use crate::rng::Rng;
use crate::stage::step_with_control;
use crate::volume::volume;
use glam::{UVec2, Vec2};
use tilephys_core::platform::{Mover, RideMode, RideSettings, SquishPolicy};
use tilephys_core::*;

fn between(rng: &mut Rng, low: i64, high: i64) -> f32 {
    rng.range(low, high) as f32
}

/// A step in which bodies stand, walk and jump at random.
fn walk_on(world: &mut World, rng: &mut Rng) {
    step_with_control(world, 1.0 / 60.0, |bodies| {
        let bodies = bodies.slices();
        for index in 0..bodies.id.len() {
            match rng.below(60) {
                0 => bodies.x.velocity[index] = between(rng, -120, 120),
                1..4 => bodies.x.velocity[index] = 0.0,
                4 => bodies.y.velocity[index] = between(rng, -260, 60),
                5 => bodies.x.velocity[index] = -0.0,
                _ => {}
            }
        }
    });
}

/// Adds the first `kinds` profiles to a world. Some of the last ones keep all bodies from the fast paths.
fn profiles(world: &mut World, tile: TileId, kinds: usize) -> Vec<ProfileId> {
    let plain = Profile::default();
    let riding = RideSettings::default();
    let movement = MoveConfig::default();
    let clings = RideSettings { walls: true, ceilings: true, ..riding };
    let ballistic = RideSettings { ride: RideMode::Ballistic, ..riding };
    let blocks = RideSettings { squish: SquishPolicy::BlockMover, ..riding };
    let wiggles = RideSettings { squish: SquishPolicy::Wiggle(6.0), ..riding };
    let sideways = MoveConfig { up: Direction::Left, ..movement };
    let bounces = MoveConfig { response: Response::Bounce { restitution: 0.5 }, ..movement };
    let all = [
        plain,
        Profile { report_hits: false, ..plain },
        Profile { track_contacts: false, ..plain },
        Profile { riding: clings, ..plain },
        Profile { riding: ballistic, ..plain },
        Profile { riding: blocks, ..plain },
        Profile { riding: wiggles, ..plain },
        Profile { movement: sideways, ..plain },
        Profile { movement: bounces, ..plain },
        Profile { collide: Some(BodyCollision::default()), ..plain },
        Profile { solid: Some(tile), ..plain },
        Profile { sensor: 1, ..plain },
    ];
    all.into_iter().take(kinds).map(|profile| world.add_profile(profile)).collect()
}

/// Some tiles, movers over and beside each other, and bodies on and around them.
fn random_world(random: &mut Rng) -> World {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let tile = grid.add_tile(Tile::default());
    for _ in 0..random.below(60) {
        let at = TileCoord::new(random.below(70), random.below(30));
        grid.set_tile(layer, at, Some(tile));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, between(random, 0, 900));
    // In some worlds all bodies are simple.
    let kinds = [1, 3, 9, 12][random.below(4) as usize];
    let profiles = profiles(&mut world, tile, kinds);
    let mut last = None;
    let mut bodies = Vec::new();
    for _ in 0..1 + random.below(12) {
        let corner = Vec2::new(between(random, 20, 1100), between(random, 60, 440));
        let size = Vec2::new(between(random, 16, 160), between(random, 6, 24));
        let parent = last.filter(|_| random.below(5) == 0);
        let mover = Mover { parent, ..Mover::new(corner, size, layer, tile) };
        last = world.add_mover(mover).ok();
        for _ in 0..if random.below(9) == 0 { 40 } else { random.below(6) } {
            let body = Vec2::new(between(random, 4, 20), between(random, 6, 24));
            let left = corner.x + between(random, -10, size.x as i64);
            let at = Vec2::new(left, corner.y - body.y - between(random, 0, 3) * between(random, 0, 1));
            bodies.push((profiles[random.below(kinds as u64) as usize], Body::new(at, body)));
        }
    }
    // In some worlds the riders of a mover are no neighbors.
    if random.below(2) == 0 {
        for k in 0..bodies.len() {
            let other = random.below(bodies.len() as u64) as usize;
            bodies.swap(k, other);
        }
    }
    for (profile, body) in bodies {
        world.spawn(profile, body);
    }
    world
}

/// Lets all bodies ignore a tile where none comes. A body with timers moves in no group.
fn keep_from_groups(world: &mut World) {
    let Some(Mover { layer, tile, .. }) = world.mover_ids().next().and_then(|id| world.mover(id)) else {
        return;
    };
    let far = Obstacle { layer, cell: TileCoord::new(9_000, 9_000), tile, off_grid: None };
    for id in world.ids().collect::<Vec<_>>() {
        world.ignore(id, far, 9);
    }
}

/// All of a body but its timers.
fn bodies(world: &World) -> impl Iterator<Item = (BodyId, Body)> {
    world.ids().filter_map(|id| Some((id, Body { memory: Default::default(), ..world.body(id)? })))
}

#[test]
fn riders_in_groups_move_as_riders_of_the_push_graph() {
    let mut random = Rng::new(99);
    let mut rides = 0;
    for round in 0..volume(25, 300) {
        let mut grouped = random_world(&mut random);
        let mut graph = grouped.clone();
        let seed = random.below(1 << 30);
        let (mut one, mut other) = (Rng::new(seed), Rng::new(seed));
        for step in 0..90 {
            for mover in grouped.mover_ids().collect::<Vec<_>>() {
                if step == 0 || random.below(40) == 0 {
                    let mut speed =
                        || between(&mut random, -9, 9) * [0.0, 3.0, 10.0][random.below(3) as usize];
                    let velocity = Vec2::new(speed(), speed());
                    grouped.set_mover_velocity(mover, velocity);
                    graph.set_mover_velocity(mover, velocity);
                }
            }
            keep_from_groups(&mut graph);
            walk_on(&mut grouped, &mut one);
            walk_on(&mut graph, &mut other);
            assert!(bodies(&grouped).eq(bodies(&graph)), "round {round}, step {step}");
            assert_eq!(grouped.events(), graph.events(), "round {round}, step {step}");
            assert_eq!(grouped.hit_count(), graph.hit_count(), "round {round}, step {step}");
            let lifts = |world: &World| world.ids().map(|id| world.lift_velocity(id)).collect::<Vec<_>>();
            assert_eq!(lifts(&grouped), lifts(&graph), "round {round}, step {step}");
            let states = |world: &World| world.ids().map(|id| world.state(id)).collect::<Vec<_>>();
            assert_eq!(states(&grouped), states(&graph), "round {round}, step {step}");
            rides += lifts(&grouped).iter().filter(|lift| **lift != Vec2::ZERO).count();
        }
    }
    assert!(rides > 2_000, "only {rides} rides");
}
