//! Events of the tiles under a body's feet.

use super::*;
use crate::volume::seeds;
use tilephys_core::{
    Direction, MoverId, Obstacle, ProfileId, Walk,
    platform::Mover,
    shape::{Slope, TileShape},
};

/// A floor in row 10, in the columns from -5 on, with a hill of 45° from column 20: up eight tiles and down again.
fn ground(cols: i32, has_hill: bool) -> World {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    let slope = |heights| TileShape::Slope(Slope { side: Direction::Down, heights });
    let [rising, falling] = [[0, 4096], [4096, 0]]
        .map(|heights| grid.add_tile(Tile { shape: slope(heights), ..Tile::default() }));
    for col in -5..cols {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(tile));
    }
    for k in (0..8).filter(|_| has_hill) {
        grid.set_tile(layer, TileCoord::new(20 + k, 9 - k), Some(rising));
        grid.set_tile(layer, TileCoord::new(35 - k, 9 - k), Some(falling));
        for row in 10 - k..10 {
            grid.set_tile(layer, TileCoord::new(20 + k, row), Some(tile));
            grid.set_tile(layer, TileCoord::new(35 - k, row), Some(tile));
        }
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    world
}

fn walker(world: &mut World, at: (f32, f32)) -> BodyId {
    let profile = world.add_profile(Profile { report_tiles: true, ..Profile::default() });
    world.spawn(profile, Body::new(at, Vec2::new(8.0, 11.0)))
}

fn walk(world: &mut World, body: BodyId, speed: f32) {
    let y = world.body(body).expect("it is there").velocity.y;
    world.set_velocity(body, Vec2::new(speed, y));
    world.step(DT);
}

/// What a body came on (true) and left in the last step, and when.
fn tiles(world: &World, body: BodyId) -> Vec<(bool, Obstacle, f32)> {
    let of = |kind: &EventKind| match *kind {
        EventKind::TileEnter { floor, fraction } => Some((true, floor, fraction.as_f32())),
        EventKind::TileLeave { floor, fraction } => Some((false, floor, fraction.as_f32())),
        _ => None,
    };
    world.events_of(body).iter().filter_map(|e| of(&e.kind)).collect()
}

/// Walks on until the body is beyond `end`, and returns the columns that it came on, having checked that it left each before
/// the next, and that the last is what it stands on.
fn columns(world: &mut World, body: BodyId, speed: f32, end: f32) -> Vec<i32> {
    let (mut cols, mut under) = (Vec::new(), world.tile_under(body));
    for _ in 0..10_000 {
        walk(world, body, speed);
        for (enters, floor, _) in tiles(world, body) {
            assert_eq!(under, (!enters).then_some(floor));
            under = enters.then_some(floor);
            cols.extend(under.map(|floor| floor.cell.col));
        }
        assert_eq!(world.tile_under(body), under);
        assert_eq!(world.floor(body).map(|floor| floor.cell), under.map(|floor| floor.cell));
        if (world.body(body).expect("it is there").position_px().x - end) * speed > 0.0 {
            return cols;
        }
    }
    panic!("it never came there");
}

#[test]
fn a_column_begins_when_the_middle_of_the_feet_passes_its_border() {
    let mut world = ground(100, false);
    let body = walker(&mut world, (24.0, 149.0));
    walk(&mut world, body, 0.0);
    // 100 px, from the middle at 28: over the borders at 32, 48, .. 112, and up to that at 128.
    walk(&mut world, body, 6_000.0);
    let found = tiles(&world, body);
    let entered: Vec<_> = found.iter().filter(|t| t.0).collect();
    assert_eq!(entered.len(), 6);
    for (k, (_, floor, when)) in (0..).zip(entered) {
        assert_eq!(floor.cell, TileCoord::new(2 + k, 10));
        let exact = (4.0 + 16.0 * k as f32) / 100.0;
        assert!((when - exact).abs() < 1e-4, "{when}, not {exact}");
    }
    assert_eq!(found.iter().filter(|t| !t.0).count(), 6);
}

#[test]
fn a_walk_over_a_hill_lists_each_column_once_in_order() {
    for speed in [40.0, 90.0, 300.0] {
        let mut world = ground(60, true);
        let body = walker(&mut world, (250.0, 149.0));
        let there = columns(&mut world, body, speed, 700.0);
        let last = *there.last().expect("it walked");
        assert_eq!(there, (15..=last).collect::<Vec<_>>(), "{speed} px/s");
        let back = columns(&mut world, body, -speed, 250.0);
        assert_eq!(back, (15..last).rev().collect::<Vec<_>>(), "{speed} px/s");
    }
}

#[test]
fn tiles_end_at_a_jump_and_begin_at_a_landing() {
    let mut world = ground(60, false);
    let body = walker(&mut world, (20.0, 149.0));
    walk(&mut world, body, 0.0);
    assert_eq!(world.tile_under(body).map(|floor| floor.cell), Some(TileCoord::new(1, 10)));
    world.set_velocity(body, Vec2::new(600.0, -200.0));
    world.step(DT);
    assert!(matches!(tiles(&world, body)[..], [(false, _, 0.0)]), "{:?}", tiles(&world, body));
    let mut landed = Vec::new();
    for _ in 0..40 {
        world.step(DT);
        landed.extend(tiles(&world, body));
        if !landed.is_empty() {
            break;
        }
    }
    let hit = world.hits().map(|(_, hit)| hit.shape.fraction.as_f32()).next().expect("it lands by a hit");
    let (enters, _, when) = landed[0];
    assert!(enters && when >= hit && when < hit + 1e-3, "{landed:?}, hit at {hit}");
}

#[test]
fn a_tile_ends_at_the_end_of_a_floor_and_with_its_body() {
    let mut world = ground(10, false);
    let body = walker(&mut world, (150.0, 149.0));
    walk(&mut world, body, 0.0);
    // From x = 150 to 200; the floor ends at 160.
    walk(&mut world, body, 3_000.0);
    let found = tiles(&world, body);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(!found[0].0 && (found[0].2 - 0.2).abs() < 1e-3, "{found:?}");
    world.set_body(body, Body::new(Vec2::new(24.0, 149.0), Vec2::new(8.0, 11.0)));
    world.step(DT);
    assert_eq!(world.tile_under(body).map(|floor| floor.cell), Some(TileCoord::new(1, 10)));
    world.set_velocity(body, Vec2::NAN);
    world.step(DT);
    assert_eq!(world.tile_under(body).map(|floor| floor.cell), Some(TileCoord::new(1, 10)), "it was skipped");
    let layer = world.tile_under(body).expect("it stands").layer;
    world.set_velocity(body, Vec2::ZERO);
    for col in 0..4 {
        world.grid.set_tile(layer, TileCoord::new(col, 10), None);
    }
    world.step(DT);
    assert!(matches!(tiles(&world, body)[..], [(false, _, 0.0)]), "{:?}", tiles(&world, body));
    world.despawn(body);
    assert_eq!(world.tile_under(body), None);
}

#[test]
fn bodies_that_do_not_ask_are_told_of_no_tiles() {
    let mut world = ground(60, false);
    let quiet = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(20.0, 149.0), Vec2::new(8.0, 11.0)));
    let told = walker(&mut world, (20.0, 149.0));
    for _ in 0..60 {
        walk(&mut world, quiet, 90.0);
        world.set_velocity(told, Vec2::new(90.0, 0.0));
        assert_eq!(tiles(&world, quiet), []);
        assert_eq!(world.tile_under(quiet), None);
    }
    assert!(world.tile_under(told).is_some());
}

/// A room of slopes, half tiles and pillars, with walkers of several sorts in it.
fn rough(seed: u64) -> (World, Vec<BodyId>) {
    let mut rng = Rng::new(seed);
    let mut grid = room(60, 40);
    let layer = grid.add_layer("rough");
    let slope = |heights, side| TileShape::Slope(Slope { side, heights });
    let shapes = [
        slope([0, 4096], Direction::Down),
        slope([4096, 0], Direction::Down),
        slope([0, 2048], Direction::Down),
        slope([2048, 2048], Direction::Up),
        TileShape::default(),
    ];
    let kinds = shapes.map(|shape| grid.add_tile(Tile { shape, ..Tile::default() }));
    for _ in 0..300 {
        let at = TileCoord::new(rng.range(1, 58), rng.range(6, 38));
        grid.set_tile(layer, at, Some(kinds[rng.range(0, 4) as usize]));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let walks = [0.0, 5.0].map(|step_up| Walk { step_up, ..Walk::default() });
    let profiles = walks.map(|walk| {
        let movement = MoveConfig { walk, ..MoveConfig::default() };
        world.add_profile(Profile { movement, report_tiles: true, ..Profile::default() })
    });
    let bodies = (0..60).map(|k| {
        let mut body = Body::new(Vec2::new(rng.range(20, 900) as f32, 24.0), Vec2::new(8.0, 11.0));
        body.velocity.x = rng.range(-300, 300) as f32;
        world.spawn(profiles[k % 2], body)
    });
    let bodies = bodies.collect();
    (world, bodies)
}

#[test]
fn the_last_entered_tile_is_the_tile_under_the_feet() {
    let (mut stood, mut told) = (0, 0);
    for seed in seeds(4, 60) {
        let (mut world, bodies) = rough(seed);
        let mut rng = Rng::new(seed);
        let mut under = vec![None; bodies.len()];
        for step in 0..120 {
            for &id in &bodies {
                let mut velocity = world.body(id).expect("it is there").velocity;
                if rng.range(0, 39) == 0 {
                    velocity = Vec2::new(rng.range(-300, 300) as f32, rng.range(-4, 4).min(0) as f32 * 60.0);
                }
                world.set_velocity(id, velocity);
            }
            world.step(DT);
            for (id, under) in bodies.iter().zip(&mut under) {
                let found = tiles(&world, *id);
                for (enters, floor, _) in &found {
                    assert_eq!(*under, (!enters).then_some(*floor), "seed {seed}, step {step}, {id:?}");
                    *under = enters.then_some(*floor);
                }
                let on_floor = world.state(*id).expect("it is there").on_floor();
                let floor = world.floor(*id).filter(|_| on_floor);
                let cells = [under.map(|met| met.cell), floor.map(|floor| floor.cell)];
                assert_eq!(cells[0], cells[1], "seed {seed}, step {step}, {id:?}: {found:?}");
                stood += u32::from(on_floor);
                told += found.len();
            }
        }
    }
    assert!(stood > 5_000 && told > 700, "{stood} steps on a floor, {told} tiles");
}

#[test]
fn the_state_hash_of_bodies_on_movers_is_the_same_in_every_order_of_adding_movers() {
    let hash = |order: [u32; 2]| {
        let mut world = ground(0, false);
        let layer = world.grid.add_layer("movers");
        let tile = world.grid.add_tile(Tile::default());
        for id in order.map(MoverId) {
            let mover = Mover::new([64.0 * id.0 as f32, 100.0], [32.0, 8.0], layer, tile);
            world.add_mover_as(id, mover).expect("a box in the world");
        }
        let body = walker(&mut world, (70.0, 89.0));
        let shape = world.mover_box(MoverId(0)).expect("it was added");
        let met = Obstacle { layer, cell: TileCoord::new(0, 6), tile, off_grid: Some(shape) };
        assert!(world.ignore(body, met, 60));
        world.step(DT);
        world.step(DT);
        let floor = world.tile_under(body).and_then(|floor| floor.off_grid);
        assert_eq!(floor, world.mover_box(MoverId(1)), "it stands on the second mover");
        world.state_hash()
    };
    assert_eq!(hash([0, 1]), hash([1, 0]));
}
