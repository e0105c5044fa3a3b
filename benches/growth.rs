//! Complexity: worst cases at n and at 2n, with the time of each and the quotient.
//!
//! A quotient of 2 is linear, 4 is quadratic. Rows marked "pairs" have n² pairs that overlap, so 4 is linear in the pairs.

use glam::{IVec2, UVec2, Vec2};
use std::time::Instant;
use tilephys::core::{
    Aabb, Body, BodyCollision, BodyId, MoveConfig, Profile, ProfileId, Region, Response, Tile, TileCoord,
    TileGrid, World,
};

const DT: f32 = 1.0 / 60.0;

/// Title, the work with n items in seconds, and n.
type Row = (&'static str, fn(usize) -> f64, usize);

const ROWS: &[Row] = &[
    ("despawn bodies with memories", despawn_with_memories, 20_000),
    ("despawn bodies in a region", despawn_in_a_region, 20_000),
    ("give memories, greatest id first", remember, 20_000),
    ("ignore pairs, greatest first", ignore_pairs, 80_000),
    ("remove boxes of one cell, last first", remove_boxes, 40_000),
    ("add and remove regions of one cell", remove_regions, 20_000),
    ("sensors in one spot (pairs)", sensors_in_one_spot, 1_000),
    ("sensors in a column", sensors_in_a_column, 4_000),
    ("100 bodies through regions in one spot", through_regions, 5_000),
    ("one body so many px wide on 1 px tiles", wide_body, 500_000),
    ("bodies that collide in one spot (pairs)", colliding_in_one_spot, 1_000),
    ("bodies that bounce in 30 x 30 px", bouncing_in_a_box, 250),
];

fn main() {
    for (title, work, n) in ROWS {
        let (one, two) = (work(*n), work(2 * n));
        println!("{title:<42} {n:>7} {one:>8.4} s {:>8} {two:>8.4} s   x {:.2}", 2 * n, two / one);
    }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}

/// Seconds a step.
fn steps(mut world: World, count: u32) -> f64 {
    seconds(|| (0..count).for_each(|_| world.step(DT))) / f64::from(count)
}

fn empty() -> World {
    World::new(TileGrid::new(UVec2::splat(16)))
}

/// Spawns `count` bodies of 8 px at one position.
fn crowd(world: &mut World, profile: ProfileId, count: usize) -> Vec<BodyId> {
    (0..count).map(|_| world.spawn(profile, Body::new(Vec2::splat(100.0), Vec2::splat(8.0)))).collect()
}

/// The cell around the crowd.
fn cell() -> Aabb {
    Aabb::from_min_size(IVec2::splat(96 * 256), IVec2::splat(4096))
}

fn despawn_with_memories(n: usize) -> f64 {
    let mut world = empty();
    let ids = crowd(&mut world, ProfileId::DEFAULT, n);
    ids.iter().for_each(|id| assert!(world.set_time_scale(*id, 0.5)));
    seconds(|| ids.iter().for_each(|id| assert!(world.despawn(*id).is_some())))
}

fn despawn_in_a_region(n: usize) -> f64 {
    let mut world = empty();
    world.add_region(Region::new(cell()));
    let ids = crowd(&mut world, ProfileId::DEFAULT, n);
    world.step(DT);
    seconds(|| ids.iter().for_each(|id| assert!(world.despawn(*id).is_some())))
}

fn remember(n: usize) -> f64 {
    let mut world = empty();
    let ids = crowd(&mut world, ProfileId::DEFAULT, n);
    seconds(|| ids.iter().rev().for_each(|id| assert!(world.set_time_scale(*id, 0.5))))
}

fn ignore_pairs(n: usize) -> f64 {
    let mut world = empty();
    let ids = crowd(&mut world, ProfileId::DEFAULT, 1_000);
    let pairs = (0..1_000).rev().flat_map(|a| (0..a).rev().map(move |b| (a, b)));
    seconds(|| pairs.take(n).for_each(|(a, b)| assert!(world.ignore_pair(ids[a], ids[b], true))))
}

fn remove_boxes(n: usize) -> f64 {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("boxes"), grid.add_tile(Tile::default()));
    let ids: Vec<_> = (0..n).map(|_| grid.add_box(layer, cell(), tile)).collect();
    seconds(|| ids.iter().rev().for_each(|id| grid.remove_box(*id)))
}

fn remove_regions(n: usize) -> f64 {
    let mut world = empty();
    seconds(|| {
        let ids: Vec<_> = (0..n).map(|_| world.add_region(Region::new(cell()))).collect();
        ids.iter().for_each(|id| assert!(world.remove_region(*id).is_some()));
    })
}

fn sensors_in_one_spot(n: usize) -> f64 {
    let mut world = empty();
    let profile = world.add_profile(Profile { sensor: 1, ..Profile::default() });
    crowd(&mut world, profile, n);
    steps(world, 2)
}

fn sensors_in_a_column(n: usize) -> f64 {
    let mut world = empty();
    let profile = world.add_profile(Profile { sensor: 1, ..Profile::default() });
    for k in 0..n {
        world.spawn(profile, Body::new(Vec2::new(100.0, 10.0 * k as f32), Vec2::splat(8.0)));
    }
    steps(world, 2)
}

fn through_regions(n: usize) -> f64 {
    let mut world = empty();
    for _ in 0..n {
        world.add_region(Region::new(cell()));
    }
    for _ in 0..100 {
        let mut body = Body::new(Vec2::new(86.0, 100.0), Vec2::splat(8.0));
        body.velocity.x = 3_000.0;
        world.spawn(ProfileId::DEFAULT, body);
    }
    steps(world, 1)
}

fn wide_body(n: usize) -> f64 {
    let mut grid = TileGrid::new(UVec2::splat(1));
    let (layer, tile) = (grid.add_layer("floor"), grid.add_tile(Tile::default()));
    for col in 0..n as i32 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(tile));
    }
    let mut world = World::new(grid);
    let mut body = Body::new(Vec2::new(0.0, -(n as f32)), Vec2::splat(n as f32));
    body.velocity = Vec2::splat(100.0);
    world.spawn(ProfileId::DEFAULT, body);
    steps(world, 10)
}

fn colliding_in_one_spot(n: usize) -> f64 {
    let mut world = empty();
    let profile =
        world.add_profile(Profile { collide: Some(BodyCollision::default()), ..Profile::default() });
    crowd(&mut world, profile, n);
    steps(world, 2)
}

fn bouncing_in_a_box(n: usize) -> f64 {
    let mut grid = TileGrid::new(UVec2::splat(15));
    let (layer, tile) = (grid.add_layer("walls"), grid.add_tile(Tile::default()));
    for (col, row) in (-1..=2).flat_map(|row| (-1..=2).map(move |col| (col, row))) {
        let is_wall = [col, row].iter().any(|k| !(0..2).contains(k));
        grid.set_tile(layer, TileCoord::new(col, row), is_wall.then_some(tile));
    }
    let mut world = World::new(grid);
    let movement = MoveConfig { response: Response::Bounce { restitution: 1.0 }, ..MoveConfig::default() };
    let collide = Some(BodyCollision::default());
    let profile = world.add_profile(Profile { movement, collide, ..Profile::default() });
    for k in (0..n).map(|k| k as f32) {
        let mut body = Body::new(Vec2::new((k * 7.3) % 28.0, (k * 3.7) % 28.0), Vec2::splat(1.0));
        body.velocity = Vec2::new((k * 37.0) % 400.0 - 200.0, (k * 53.0) % 400.0 - 200.0);
        world.spawn(profile, body);
    }
    steps(world, 3)
}
