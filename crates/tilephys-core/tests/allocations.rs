//! A step allocates nothing once its buffers have grown: counted, for bodies of every response, with all events.

use allocation_counter::measure;
use glam::{UVec2, Vec2};
use tilephys_core::{Body, LayerId, MoveConfig, Profile, Response, Tile, TileCoord, TileGrid, World};

/// A room of 40 x 30 tiles with pillars.
fn room() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer: LayerId = grid.add_layer("room");
    let tile = grid.add_tile(Tile::default());
    for row in 0..30 {
        for col in 0..40 {
            let border = row == 0 || col == 0 || row == 29 || col == 39;
            if border || col % 7 == 3 && row % 5 == 2 {
                grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
            }
        }
    }
    grid
}

fn world() -> World {
    let mut world = World::new(room());
    world.gravity = Vec2::new(0.0, 900.0);
    let responses = [
        Response::Slide,
        Response::Stop,
        Response::Bounce { restitution: 1.0 },
        Response::Bounce { restitution: 0.5 },
        Response::Invert,
        Response::Pass,
    ];
    for (k, response) in responses.into_iter().enumerate() {
        let movement = MoveConfig { response, ..MoveConfig::default() };
        let profile = Profile { movement, max_speed: Vec2::splat(3000.0), ..Profile::default() };
        let profile = world.add_profile(profile);
        for i in 0..100 {
            let place = Vec2::new(20.0 + (i % 10) as f32 * 4.0, 50.0 + (i / 10) as f32 * 4.0);
            let mut body = Body::new(place, Vec2::new(3.0 + k as f32, 4.0));
            body.velocity = Vec2::new(i as f32 * 17.0 - 800.0, k as f32 * 90.0 - 300.0);
            world.spawn(profile, body);
        }
    }
    world
}

#[test]
fn a_step_allocates_nothing_once_its_buffers_have_grown() {
    let mut world = world();
    for _ in 0..300 {
        world.step(1.0 / 60.0);
    }
    let (before, mut most) = (world.hit_count(), 0);
    let allocations = measure(|| {
        for _ in 0..300 {
            world.step(1.0 / 60.0);
            most = most.max(world.events().len());
        }
    });
    assert!(world.hit_count() - before > 10_000, "{} hits: too few to tell", world.hit_count() - before);
    assert!(most > 100, "at most {most} events a step: too few to tell");
    assert_eq!(allocations.count_total, 0);
}

#[test]
fn a_move_allocates_nothing_if_its_buffer_has_room() {
    let grid = room();
    let config = MoveConfig::default();
    let mut body = Body::new(Vec2::new(100.0, 100.0), Vec2::new(8.0, 11.0));
    let mut hits = Vec::with_capacity(16);
    let allocations = measure(|| {
        for i in 0..1000 {
            hits.clear();
            let translation = Vec2::new((i % 17) as f32 * 4.0 - 30.0, (i % 11) as f32 * 5.0 - 20.0);
            grid.move_and_slide(&mut body, translation, &config, &mut hits);
        }
    });
    assert_eq!(allocations.count_total, 0);
}
