//! Collision shapes: boxes that hit obstacles of one shape, beside boxes that hit whole tiles at the same
//! positions. Paths are equal, and hits almost.

#[allow(dead_code)] // Shared with other benches, which use all of it.
mod support;

use glam::{IVec2, UVec2, Vec2};
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::in_turn::Ways;
use support::workload::{DT, Random, TILE, bouncing, plain_steps};
use tilephys::core::{
    Aabb, Body, Direction, MotionMode, MoveConfig, Profile, Response, Tile, TileCoord, TileGrid, World,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

const BODIES: usize = 5_000;
/// Obstacles on each axis, and cells from one to the next.
const OBSTACLES: i32 = 48;
const SPACING: i32 = 4;
/// Width and height of a body, in px.
const SIZE: f32 = 6.0;
/// Steps of one round, in which a body goes `WAY` px and meets one obstacle.
const STEPS: usize = 4;
const WAY: f32 = 60.0;
/// Px from the start to the upper edge of an obstacle.
const AHEAD: f32 = 40.0;

/// The shapes, by name; the first is what the others are compared with.
fn shapes() -> [(&'static str, TileShape); 5] {
    let px = |x: i32, y: i32| IVec2::new(x, y) * 256;
    let edge = TILE as i32 * 256;
    let corners = [px(4, 0), px(12, 0), px(16, 8), px(12, 16), px(4, 16), px(0, 8)];
    [
        ("whole tiles", TileShape::Full),
        ("boxes within the cell", TileShape::Box(Aabb { min: px(1, 1), max: px(15, 15) })),
        ("slopes", TileShape::Slope(Slope { side: Direction::Down, heights: [0, edge] })),
        ("one-way lines", TileShape::OneWay(OneWay::edge(UVec2::splat(TILE as u32), Direction::Up))),
        ("polygons of 6 corners", TileShape::Parts(vec![Part::Solid(Polygon::new(&corners))])),
    ]
}

/// Obstacles of one shape at even distances.
fn field(shape: TileShape) -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(TILE as u32));
    let (layer, tile) = (grid.add_layer("field"), grid.add_tile(Tile { shape, ..Tile::default() }));
    for row in 0..OBSTACLES {
        for column in 0..OBSTACLES {
            grid.set_tile(layer, TileCoord::new(column * SPACING, row * SPACING), Some(tile));
        }
    }
    grid
}

/// Whole tiles, and one slope out of reach of all bodies.
fn field_with_one_slope() -> TileGrid {
    let mut grid = field(TileShape::Full);
    let [_, _, (_, slope), ..] = shapes();
    let (layer, tile) = (grid.add_layer("far away"), grid.add_tile(Tile { shape: slope, ..Tile::default() }));
    grid.set_tile(layer, TileCoord::new(-100, -100), Some(tile));
    grid
}

/// Bodies over obstacles, that fall on them; one in four between two columns, where nothing is.
fn bodies() -> Vec<Body> {
    let mut random = Random(5);
    let mut one = |i: usize| {
        let cell = |random: &mut Random| (random.below(OBSTACLES as u32) as i32 * SPACING) as f32 * TILE;
        let middle = cell(&mut random) + if i % 4 == 3 { 2.5 * TILE } else { TILE / 2.0 };
        let top = cell(&mut random);
        // Where it will be at the obstacle, and how far it comes from aside.
        let (at, aside) = (random.within(-5.0, 5.0), random.within(-8.0, 8.0));
        let place = Vec2::new(middle + at - aside * AHEAD / WAY - SIZE / 2.0, top - AHEAD - SIZE);
        let mut body = Body::new(place, Vec2::splat(SIZE));
        body.velocity = Vec2::new(aside, WAY) / (STEPS as f32 * DT);
        body
    };
    (0..BODIES).map(&mut one).collect()
}

/// The whole way of a body.
fn way(body: &Body) -> Vec2 {
    body.velocity * (STEPS as f32 * DT)
}

fn world(grid: &TileGrid, bodies: &[Body], profile: Profile) -> World {
    let mut world = World::new(grid.clone());
    let profile = world.add_profile(profile);
    for body in bodies {
        world.spawn(profile, *body);
    }
    world
}

/// The time that moves of all bodies take, each from its start; and how many hits there are.
fn moves(grid: &TileGrid, bodies: &[Body], config: &MoveConfig) -> (Duration, usize) {
    let (mut hits, mut count) = (Vec::with_capacity(64), 0);
    let began = Instant::now();
    for body in bodies {
        let mut body = *black_box(body);
        hits.clear();
        let way = way(&body);
        black_box(grid.move_and_slide(&mut body, way, config, &mut hits));
        count += hits.len();
    }
    (began.elapsed(), count)
}

/// Like `moves`, for sweeps that do not change the body.
fn sweeps(grid: &TileGrid, bodies: &[Body]) -> (Duration, usize) {
    let mut count = 0;
    let began = Instant::now();
    for body in bodies {
        let translation = (way(black_box(body)) * 256.0).as_ivec2();
        count += usize::from(black_box(grid.sweep(body.aabb(), translation, u32::MAX)).is_some());
    }
    (began.elapsed(), count)
}

/// Compares the fields by one sort of work, and prints how many hits each has.
fn compare(
    title: &str,
    items: usize,
    fields: &[(&str, TileGrid)],
    work: &dyn Fn(&TileGrid) -> (Duration, usize),
) {
    let all = fields.iter().map(|(name, grid)| {
        let name = format!("{name} ({} hits)", work(grid).1);
        let once: Box<dyn FnMut() -> Duration> = Box::new(|| work(grid).0);
        (name, once)
    });
    Ways { title, items, all: all.collect() }.run();
}

fn main() {
    let mut fields = shapes().map(|(name, shape)| (name, field(shape))).to_vec();
    fields.push(("whole tiles, a slope far away", field_with_one_slope()));
    let bodies = bodies();
    let stepped = |profile: Profile| {
        let bodies = &bodies;
        move |grid: &TileGrid| {
            let ready = world(grid, bodies, profile);
            let mut counted = ready.clone();
            let took = plain_steps(ready, STEPS);
            (0..STEPS).for_each(|_| counted.step(DT));
            (took, counted.hit_count() as usize)
        }
    };
    let reported = Profile { report_hits: true, track_contacts: true, ..bouncing() };
    let steps = BODIES * STEPS;
    compare("steps, bounce", steps, &fields, &stepped(bouncing()));
    compare("steps, bounce, contacts and every hit an event", steps, &fields, &stepped(reported));
    let slide = MoveConfig::default();
    let float = MoveConfig { motion_mode: MotionMode::Floating, ..slide };
    let bounce = MoveConfig { response: Response::Bounce { restitution: 1.0 }, ..slide };
    for (title, config) in [
        ("move_and_slide, bounce", bounce),
        ("move_and_slide, float", float),
        ("move_and_slide, walk", slide),
    ] {
        compare(title, BODIES, &fields, &|grid| moves(grid, &bodies, &config));
    }
    compare("sweep", BODIES, &fields, &|grid| sweeps(grid, &bodies));
}
