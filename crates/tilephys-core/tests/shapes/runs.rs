//! A body that walks over ground of slopes, polygons and whole tiles keeps its level speed and its feet on the ground.

use super::judge::{Verdict, fail_unless, one_move};
use super::mover::{Mover, engine_moves};
use super::random_world::{Ground, ground_world};
use super::solid::{Point, Rect, Solid, is_inside};
use super::world::World;
use crate::rng::Rng;
use crate::volume::{seeds, volume};
use tilephys_core::{Direction, Response, Walk};

/// Columns of a ground.
const COLUMNS: i64 = 24;

/// Units of gravity in a tick.
const FALLS: i64 = 64;

/// Heights at the borders of columns, in units, no steeper than 45 degrees.
fn walkable(rng: &mut Rng, tile: Point) -> Vec<i64> {
    let most = tile[0];
    let half = most / 2;
    let grades = match rng.below(5) {
        0 => vec![0],
        1 => vec![most, 0, -most],
        2 => vec![0, half, -half],
        3 => vec![most, half, 0, -half, -most, most / 4],
        _ => (0..8).map(|_| rng.range(-most, most)).collect(),
    };
    let mut height = 2 * tile[1];
    let mut heights = vec![height];
    for _ in 0..COLUMNS {
        let grade = rng.pick(&grades);
        // Reflected at the ends of what fits the cells.
        height =
            if (tile[1]..=5 * tile[1]).contains(&(height + grade)) { height + grade } else { height - grade };
        heights.push(height);
    }
    heights
}

/// The lowest free place over the ground at this column of the lattice.
fn standing_at(x: i64, size: Point, ground: &[Solid], from: i64, to: i64) -> i64 {
    let free = |y: i64| !is_inside(&Rect::of([x, y], size), ground);
    let (mut high, mut low) = (from, to);
    assert!(free(high) && !free(low), "the ground is between {from} and {to}");
    while low - high > 1 {
        let middle = (low + high) / 2;
        if free(middle) { high = middle } else { low = middle }
    }
    high
}

/// Walks from one end to the other by `pace` units a tick.
fn walks_over(
    world: &World,
    solid_twin: &[Solid],
    start: &Mover,
    pace: i64,
    range: [i64; 4],
) -> Verdict<u64> {
    let grid = world.build();
    let mut mover = *start;
    let [left, right, top, bottom] = range;
    let mut ticks = 0;
    while (left..=right).contains(&(mover.position[0] + pace)) {
        let fall = (mover.velocity[1] * 256.0) as i64 + FALLS;
        let units = [pace, fall];
        mover.velocity = units.map(|u| u as f32 / 256.0);
        mover.translation = mover.velocity;
        let seen = engine_moves(&grid, &mover)?;
        let told = || format!("tick {ticks} of {mover:?}\n{seen:?}");
        one_move(world, &grid, &mover).map_err(|why| format!("{why}\n{}", told()))?;
        let x = mover.position[0] + pace;
        fail_unless(seen.position[0] == x, || format!("pace: not to {x}, {}", told()))?;
        let due = standing_at(x, mover.size, solid_twin, top, bottom);
        let off = due - seen.position[1];
        fail_unless((0..=2).contains(&off), || {
            format!("feet: {off} units over the ground at {due}, {}", told())
        })?;
        let [_, is_right, is_below, is_left] = seen.sides;
        fail_unless(is_below, || format!("airborne: {}", told()))?;
        fail_unless(!is_left && !is_right, || format!("wall: {}", told()))?;
        // What comes down exactly to the floor hits nothing and keeps its fall.
        let falls = if seen.hits.is_empty() { seen.velocity[1] } else { 0.0 };
        fail_unless(seen.velocity == [mover.velocity[0], falls], || format!("velocity: {}", told()))?;
        (mover.position, mover.rest, mover.velocity) = (seen.position, seen.rest, seen.velocity);
        ticks += 1;
    }
    Ok(ticks)
}

#[test]
fn a_walk_over_ramps_and_joints_keeps_speed_and_ground() {
    let (mut ticks, mut failures) = (0, Vec::new());
    for seed in seeds(6, 2_000) {
        let mut rng = Rng::new(seed ^ 0x60_000D);
        let tile_px = rng.pick(&[[16, 16], [16, 16], [8, 8], [18, 18], [24, 24], [32, 16]]);
        let tile = tile_px.map(|px| i64::from(px) * 256);
        let heights = walkable(&mut rng, [tile[0].min(tile[1]), tile[1]]);
        let origin = rng.pick(&[[0, 0], [-12, 0], [52, -4], [4090, 60]]);
        let made_of = rng.pick(&[Ground::Tiles, Ground::Tiles, Ground::Polygons]);
        let world = ground_world(tile_px, origin, &heights, made_of);
        let solids = world.solids(1);
        let any = [rng.range(1, 2 * tile[0]), rng.range(1, 2 * tile[1])];
        let size = rng.pick(&[[2048, 2816], [2048, 2816], tile, any]);
        let (left, right) = (origin[0] * tile[0], (origin[0] + COLUMNS) * tile[0] - size[0]);
        let (top, bottom) = ((origin[1] - 4) * tile[1], (origin[1] + 8) * tile[1] - size[1] + 1);
        let pace = rng.pick(&[1, 77, 256, 384, 500, 1024, 2000, tile[0]]) * rng.pick(&[1, -1]);
        let x = if pace > 0 { left } else { right };
        let position = [x, standing_at(x, size, &solids, top - size[1], bottom)];
        let mover = Mover {
            position,
            size,
            velocity: [0.0; 2],
            rest: [0.0; 2],
            translation: [0.0; 2],
            mask: 1,
            up: Direction::Up,
            response: Response::Slide,
            rest_speed: 20.0,
            walk: Some(Walk::default()),
        };
        let pace = if pace.abs() == 1 && right - left > 4000 { pace * 64 } else { pace };
        match walks_over(&world, &solids, &mover, pace, [left, right, top - size[1], bottom]) {
            Ok(more) => ticks += more,
            Err(why) => failures.push(format!(
                "seed {seed}: {why}\ntiles {tile_px:?} from {origin:?}, {made_of:?}, heights {heights:?}"
            )),
        }
    }
    assert!(
        failures.is_empty(),
        "{} fail\n{}",
        failures.len(),
        failures[..failures.len().min(5)].join("\n\n")
    );
    assert!(ticks > volume(200, 70_000), "only {ticks} ticks");
}
