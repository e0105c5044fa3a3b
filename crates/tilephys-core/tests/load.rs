//! Whole states of bodies in and out of a world.

use glam::{IVec2, UVec2, Vec2};
use tilephys_core::platform::Mover;
use tilephys_core::{Body, Profile, Tile, TileCoord, TileGrid, World, moves::WholeState};

/// A conveyor below two bodies, and a body far from it.
fn world() -> World {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let ground = grid.add_layer("ground");
    let mut tile = Tile::default();
    tile.material.conveyor = Vec2::new(60.0, 0.0);
    let belt = grid.add_tile(tile);
    for col in 0..8 {
        grid.set_tile(ground, TileCoord::new(col, 1), Some(belt));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let profile = world.add_profile(Profile { track_contacts: true, ..Profile::default() });
    for x in [0.0, 40.0, 900.0] {
        world.spawn(profile, Body::new(Vec2::new(x, 8.0), Vec2::splat(8.0)));
    }
    world
}

/// Moves a state along, and jumps.
fn jumping(state: &WholeState) -> WholeState {
    let mut state = state.clone();
    state.body.velocity.y = -200.0;
    state
}

#[test]
fn a_body_that_a_conveyor_carries_goes_on_elsewhere_in_the_list() {
    let mut world = world();
    for _ in 0..5 {
        world.step(1.0 / 60.0);
    }
    let carried = world.body_at(0).expect("there are three bodies");
    assert!(carried.is_carried());
    let free = world.body_at(2).expect("there are three bodies");
    assert!(!free.is_carried());
    // The first body goes on as the third one, and the third one as the second, which has a lift of its own.
    let jumping = jumping(&carried);
    for (index, state) in [(0, &jumping), (2, &jumping), (1, &free)] {
        assert!(world.load_body(index, state));
    }
    for _ in 0..5 {
        world.step(1.0 / 60.0);
        assert_eq!(world.body_at(0), world.body_at(2));
    }
    let left = world.body_at(0).expect("there are three bodies").body;
    assert!(left.velocity.x > 0.0, "{left:?}");
    let falling = world.body_at(1).expect("there are three bodies").body;
    assert_eq!(falling.velocity.x, 0.0);
}

#[test]
fn what_crushes_a_body_goes_on_with_its_state() {
    let mut world = world();
    let layer = world.grid.layer_ids().next().expect("the map has a layer");
    let tile = world.grid.tile_ids().next().expect("the map has a tile");
    let press =
        Mover { velocity: Vec2::new(0.0, 120.0), ..Mover::of_tile(IVec2::new(0, -16) * 256, layer, tile) };
    world.add_mover(press).expect("the mover is sound");
    let first = world.ids().next().expect("there are three bodies");
    while world.squishes(first).is_empty() {
        world.step(1.0 / 60.0);
    }
    let crushed = world.body_at(0).expect("there are three bodies");
    assert!(crushed.is_crushed());
    let free = world.body_at(2).expect("there are three bodies");
    assert!(!free.is_crushed());
    for (index, state) in [(2, &crushed), (0, &free)] {
        assert!(world.load_body(index, state));
        assert_eq!(world.body_at(index).as_ref(), Some(state));
    }
    assert!(world.squishes(first).is_empty());
}
