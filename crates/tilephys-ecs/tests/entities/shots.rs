//! Bodies that are spawned out of others.

use glam::{UVec2, Vec2};
use hecs::World;
use tilephys_core::{Tile, TileCoord};
use tilephys_ecs::{Collider, EventKind, Filter, Physics, Position, Solid, TileGrid, Velocity};

const DT: f32 = 1.0 / 60.0;

/// A wall of one tile, from x = 16 to 32, and a hero of 8 x 11 px at its left.
fn stage(is_solid: bool) -> (Physics, World, hecs::Entity) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let stone = grid.add_tile(Tile::default());
    for row in -1..2 {
        grid.set_tile(layer, TileCoord::new(1, row), Some(stone));
    }
    let mut physics = Physics::new(grid);
    let mut world = World::new();
    let hero = (Position::new(8.0, 2.0), Velocity::default(), Collider::new(8.0, 11.0));
    let hero = physics.spawn(&mut world, hero);
    if is_solid {
        world.insert_one(hero, Solid(stone)).expect("it is there");
    }
    physics.step(&mut world, DT);
    (physics, world, hero)
}

/// A bullet of 2 x 2 px with its middle at this point, in px.
fn bullet(x: f32, y: f32) -> (Position, Velocity, Collider) {
    let collider = Collider::new(2.0, 2.0).with_offset(-1.0, -1.0);
    (Position::new(x, y), Velocity::new(600.0, 0.0), collider)
}

fn at(world: &World, entity: hecs::Entity) -> Vec2 {
    world.get::<&Position>(entity).unwrap().px()
}

#[test]
fn a_wall_before_the_muzzle_is_hit_in_the_first_step() {
    for is_solid in [false, true] {
        let (mut physics, mut world, hero) = stage(is_solid);
        let shot = physics.spawn_from(&mut world, hero, bullet(40.0, 7.5));
        assert_eq!(at(&world, shot), Vec2::new(15.0, 7.5), "the owner is solid: {is_solid}");
        physics.step(&mut world, DT);
        let hits = physics.events().filter(|event| event.entity == shot);
        let is_at_wall =
            |kind| matches!(kind, EventKind::Hit(hit) if hit.target.cell == TileCoord::new(1, 0));
        assert!(hits.map(|event| event.kind).any(is_at_wall), "the owner is solid: {is_solid}");
    }
}

#[test]
fn a_free_muzzle_is_the_first_position() {
    let (mut physics, mut world, hero) = stage(true);
    let left = physics.spawn_from(&mut world, hero, bullet(-20.0, 7.5));
    assert_eq!(at(&world, left), Vec2::new(-20.0, 7.5));
    // Light goes through stone.
    let light = physics.spawn_from(
        &mut world,
        hero,
        (Position::new(40.0, 7.5), Velocity::new(600.0, 0.0), Collider::new(2.0, 2.0), Filter::mask(0)),
    );
    assert_eq!(at(&world, light), Vec2::new(40.0, 7.5));
}

#[test]
fn without_an_owner_or_a_box_the_position_stays() {
    let (mut physics, mut world, hero) = stage(false);
    let spark = physics.spawn_from(&mut world, hero, (Position::new(40.0, 7.5),));
    assert_eq!(at(&world, spark), Vec2::new(40.0, 7.5));
    world.despawn(hero).expect("it is there");
    let orphan = physics.spawn_from(&mut world, hero, bullet(40.0, 7.5));
    assert_eq!(at(&world, orphan), Vec2::new(40.0, 7.5));
}
