//! Floor contacts, dropping through, resizing; and how long the engine keeps state.

use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::{
    Material, Tile, TileCoord,
    shape::{OneWay, Slope, TileShape},
};
use tilephys_ecs::{
    BodyId, BodyState, Collider, Direction, EventKind, Gravity, MotionMode, Physics, Position, Reports,
    TileGrid, Velocity, Walk,
};

const DT: f32 = 1.0 / 60.0;

/// One-way lines in row 4, upper edge at y = 64, in columns 0 to 9, then stone to column 19. A slope in column 14
/// rises to a block in column 15. A ceiling of stone covers columns 0 to 4 in row 1.
fn physics() -> Physics {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let stone = grid.add_tile(Tile::default());
    let slope = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 16 * 256] });
    let slope = grid.add_tile(Tile { shape: slope, ..Tile::default() });
    let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    let material = Material { surface: 7, ..Material::default() };
    let line = grid.add_tile(Tile { shape: line, material, ..Tile::default() });
    for col in 0..20 {
        grid.set_tile(layer, TileCoord::new(col, 4), Some(if col < 10 { line } else { stone }));
    }
    for col in 0..5 {
        grid.set_tile(layer, TileCoord::new(col, 1), Some(stone));
    }
    grid.set_tile(layer, TileCoord::new(14, 3), Some(slope));
    grid.set_tile(layer, TileCoord::new(15, 3), Some(stone));
    let mut physics = Physics::new(grid);
    physics.gravity = Vec2::new(0.0, 900.0);
    physics
}

/// A body whose feet are on y = 64.
fn stander(x: f32) -> (Position, Velocity, Collider) {
    (Position::new(x, 64.0 - 8.0), Velocity::default(), Collider::new(8.0, 8.0))
}

fn spawn(physics: &mut Physics, world: &mut World, x: f32) -> (Entity, BodyId) {
    let entity = physics.spawn(world, stander(x));
    let id = *world.get::<&BodyId>(entity).unwrap();
    (entity, id)
}

fn y(world: &World, entity: Entity) -> f32 {
    world.get::<&Position>(entity).unwrap().px().y
}

#[test]
fn surfaces_are_told_with_their_tile() {
    let (mut physics, mut world) = (physics(), World::new());
    let (_, on_line) = spawn(&mut physics, &mut world, 100.0);
    let (_, at_block) = spawn(&mut physics, &mut world, 256.0);
    let (crouching, under_ceiling) = spawn(&mut physics, &mut world, 20.0);
    let (climber, on_slope) = spawn(&mut physics, &mut world, 218.0);
    world.get::<&mut Velocity>(climber).unwrap().0.x = 60.0;
    world.insert(crouching, (Position::new(20.0, 32.0), Collider::new(8.0, 32.0))).unwrap();
    for _ in 0..8 {
        physics.step(&mut world, DT);
    }
    let floor = physics.floor(on_line).unwrap();
    assert_eq!((floor.normal, floor.cell, floor.one_way), (IVec2::NEG_Y, TileCoord::new(6, 4), true));
    assert_eq!(physics.grid().tile_kind(floor.tile).material.surface, 7);
    assert!(physics.floor_is_one_way(on_line) && !physics.floor_is_one_way(at_block));
    assert_eq!(physics.wall(on_line), None);
    assert_eq!(physics.wall(at_block).unwrap().normal, IVec2::X);
    assert_eq!(physics.ceiling(under_ceiling).unwrap().cell, TileCoord::new(1, 1));
    assert_eq!(physics.floor(on_slope).unwrap().normal, IVec2::NEG_ONE);
    assert!(world.get::<&BodyState>(climber).unwrap().on_floor());
    assert_eq!(physics.floor(BodyId(77)), None);
}

#[test]
fn a_body_drops_through_a_line_once_and_others_do_not() {
    let (mut physics, mut world) = (physics(), World::new());
    let (dropped, id) = spawn(&mut physics, &mut world, 100.0);
    let (stays, _) = spawn(&mut physics, &mut world, 120.0);
    let (_, on_stone) = spawn(&mut physics, &mut world, 180.0);
    physics.step(&mut world, DT);
    assert!(physics.drop_through(id) && !physics.drop_through(on_stone) && !physics.drop_through(BodyId(77)));
    for _ in 0..20 {
        physics.step(&mut world, DT);
    }
    assert!(y(&world, dropped) > 64.0);
    assert_eq!(y(&world, stays), 56.0);
    *world.get::<&mut Position>(dropped).unwrap() = stander(100.0).0;
    world.get::<&mut Velocity>(dropped).unwrap().0 = Vec2::ZERO;
    physics.step(&mut world, DT);
    assert_eq!(y(&world, dropped), 56.0, "the next time it is held");
}

/// Lets a body fall so slowly that it takes many steps to pass a line, disturbs it after the first of them, and tells where it is
/// in the end. It is at 56 if it was held, and under it if not.
fn slow_drop(disturb: impl FnOnce(&mut Physics, &mut World, Entity) -> Entity) -> f32 {
    let (mut physics, mut world) = (physics(), World::new());
    physics.gravity = Vec2::new(0.0, 0.7);
    (0..5).for_each(|k| _ = spawn(&mut physics, &mut world, 20.0 + k as f32));
    let (entity, id) = spawn(&mut physics, &mut world, 100.0);
    physics.step(&mut world, DT);
    assert!(physics.drop_through(id));
    physics.step(&mut world, DT);
    let entity = disturb(&mut physics, &mut world, entity);
    for _ in 0..20 {
        physics.step(&mut world, DT);
    }
    y(&world, entity)
}

#[test]
fn a_drop_is_remembered_over_changes_that_are_none_to_the_body() {
    let dropped = slow_drop(|_, _, entity| entity);
    assert!(dropped > 56.0, "{dropped}");
    let same = |disturb: fn(&mut Physics, &mut World, Entity)| {
        let found = slow_drop(|physics, world, entity| {
            disturb(physics, world, entity);
            entity
        });
        assert_eq!(found, dropped);
    };
    same(|_, world, entity| world.insert_one(entity, Reports::default()).unwrap());
    same(|physics, world, _| physics.sync(world));
    same(|physics, world, entity| {
        world.insert(entity, ("a name", 7_u8)).unwrap();
        physics.sync(world);
        world.remove::<(&str, u8)>(entity).unwrap();
    });
    same(|_, world, _| {
        let first = world.query::<Entity>().iter().min().unwrap();
        world.despawn(first).unwrap();
    });
    same(|_, world, entity| {
        let velocity = world.remove_one::<Velocity>(entity).unwrap();
        world.insert_one(entity, velocity).unwrap();
    });
    same(|_, world, entity| drop(world.remove_one::<BodyState>(entity)));
    same(|physics, world, entity| {
        // The id was copied, but this entity had it first.
        let id = *world.get::<&BodyId>(entity).unwrap();
        let copy = world.spawn(stander(140.0));
        world.insert_one(copy, id).unwrap();
        physics.sync(world);
        assert_eq!(*world.get::<&BodyId>(entity).unwrap(), id);
    });
}

#[test]
fn a_drop_is_forgotten_by_a_skipped_step() {
    let held = slow_drop(|physics, world, entity| {
        let velocity = world.remove_one::<Velocity>(entity).unwrap();
        physics.step(world, DT);
        world.insert(entity, (velocity, stander(100.0).0)).unwrap();
        entity
    });
    assert_eq!(held, 56.0);
}

#[test]
fn a_reassigned_id_remembers_nothing() {
    type Come = fn(&mut Physics, &mut World, BodyId) -> Entity;
    let ways: [Come; 3] = [
        |_, world, id| {
            let (position, velocity, collider) = stander(100.0);
            world.spawn((position, velocity, collider, id))
        },
        |physics, world, id| {
            let (position, velocity, collider) = stander(100.0);
            physics.spawn(world, (position, velocity, collider, id))
        },
        |physics, world, id| {
            // From another world, where the engine has met it.
            let mut other = World::new();
            let (position, velocity, collider) = stander(100.0);
            let there = physics.spawn(&mut other, (position, velocity, collider, id));
            world.spawn(other.take(there).unwrap())
        },
    ];
    for come in ways {
        for synced in [false, true] {
            let held = slow_drop(|physics, world, entity| {
                let id = *world.get::<&BodyId>(entity).unwrap();
                world.despawn(entity).unwrap();
                if synced {
                    physics.sync(world);
                }
                let new = come(physics, world, id);
                physics.sync(world);
                assert_eq!(physics.entity(id), Some(new));
                new
            });
            assert_eq!(held, 56.0);
        }
    }
}

#[test]
fn a_new_size_keeps_the_feet_and_the_position() {
    let (mut physics, mut world) = (physics(), World::new());
    let (entity, id) = spawn(&mut physics, &mut world, 100.0);
    let collider = Collider::new(8.0, 14.0).with_offset(-4.0, -14.0);
    world.insert(entity, (Position::new(104.0, 64.0), collider)).unwrap();
    physics.step(&mut world, DT);
    // As a game moves it between steps.
    world.get::<&mut Position>(entity).unwrap().at.x += 512;
    assert!(physics.resize(&world, id, IVec2::new(12, 6) * 256));
    let low = Collider::new(12.0, 6.0).with_offset(-6.0, -6.0);
    assert_eq!(*world.get::<&Collider>(entity).unwrap(), low);
    physics.step(&mut world, DT);
    assert_eq!(world.get::<&Position>(entity).unwrap().px(), Vec2::new(106.0, 64.0));
    assert!(world.get::<&BodyState>(entity).unwrap().on_floor());
    // Without room nothing changes.
    *world.get::<&mut Position>(entity).unwrap() = Position::new(40.0, 64.0);
    assert!(!physics.resize(&world, id, IVec2::new(8, 33) * 256));
    assert!(!physics.resize(&world, id, IVec2::new(0, 8)));
    assert_eq!(*world.get::<&Collider>(entity).unwrap(), low);
    assert!(physics.resize(&world, id, IVec2::new(8, 32) * 256));
    assert!(!physics.resize(&world, BodyId(77), IVec2::ONE), "there is no such body");
    assert!(!physics.resize(&World::new(), id, IVec2::ONE), "it is in another world");
}

#[test]
fn a_new_size_within_a_step_is_in_the_collider_after_it() {
    let (mut physics, mut world) = (physics(), World::new());
    let (entity, id) = spawn(&mut physics, &mut world, 100.0);
    let mut answers = Vec::new();
    for size in [IVec2::new(8, 4), IVec2::new(6, 8), IVec2::new(6, 0)] {
        physics.step_controlled(&mut world, DT, |_, bodies| answers.push(bodies.resize(id, size * 256)));
    }
    assert_eq!(answers, [true, true, false]);
    assert_eq!(*world.get::<&Collider>(entity).unwrap(), Collider::new(6.0, 8.0).with_offset(1.0, 0.0));
    assert_eq!(world.get::<&Position>(entity).unwrap().px(), Vec2::new(100.0, 56.0));
}

#[test]
fn a_drop_takes_effect_in_the_same_step() {
    let (mut physics, mut world) = (physics(), World::new());
    let (entity, id) = spawn(&mut physics, &mut world, 100.0);
    physics.step(&mut world, DT);
    physics.step_controlled(&mut world, DT, |_, bodies| assert!(bodies.drop_through(id)));
    assert!(y(&world, entity) > 56.0);
}

#[test]
fn floating_slides_and_walking_climbs_the_same_slope() {
    let (mut physics, mut world) = (physics(), World::new());
    let (walker, _) = spawn(&mut physics, &mut world, 200.0);
    let (floater, _) = spawn(&mut physics, &mut world, 200.0);
    world.insert(floater, (MotionMode::Floating, Gravity::NONE)).unwrap();
    world.insert(walker, (Walk::default(), Gravity::NONE)).unwrap();
    for entity in [walker, floater] {
        world.get::<&mut Velocity>(entity).unwrap().0.x = 120.0;
    }
    for _ in 0..12 {
        physics.step(&mut world, DT);
    }
    // One keeps its level speed, the other loses what goes into the slope: it is projected.
    let of = |entity| *world.get::<&Velocity>(entity).unwrap();
    assert_eq!((of(walker), of(floater)), (Velocity::new(120.0, 0.0), Velocity::new(60.0, -60.0)));
}

#[test]
fn a_corrected_corner_is_told_of_the_entity() {
    let (mut physics, mut world) = (physics(), World::new());
    physics.gravity = Vec2::ZERO;
    // The ceiling ends at x = 80.
    let (entity, id) = spawn(&mut physics, &mut world, 78.0);
    let walk = Walk { corner_correct_up: 3.0, ..Walk::default() };
    world.insert(entity, (walk, Velocity::new(0.0, -1_500.0))).unwrap();
    physics.step(&mut world, DT);
    let told: Vec<_> = physics.events().map(|e| (e.entity, e.body, e.kind)).collect();
    let by = IVec2::new(2 * 256, 0);
    assert_eq!(told, [(entity, Some(id), EventKind::CornerCorrected { by })]);
    assert_eq!(world.get::<&Position>(entity).unwrap().px(), Vec2::new(80.0, 31.0));
}

/// Steps a world with a control phase that notes if the body stands on a floor.
fn stands_in_control(physics: &mut Physics, world: &mut World, entity: Entity) -> bool {
    let mut stands = false;
    physics.step_controlled(world, DT, |world, _| {
        stands = world.get::<&BodyState>(entity).unwrap().on_floor();
    });
    stands
}

#[test]
fn the_control_phase_knows_the_floor_of_a_body_that_the_game_has_placed() {
    let (mut physics, mut world) = (physics(), World::new());
    physics.gravity = Vec2::new(0.0, 900.0);
    let (entity, _) = spawn(&mut physics, &mut world, 100.0);
    assert!(stands_in_control(&mut physics, &mut world, entity), "from the spawn on");
    world.get::<&mut Position>(entity).unwrap().at.y -= 20 * 256;
    assert!(!stands_in_control(&mut physics, &mut world, entity), "not in the air");
    assert!(physics.events().any(|event| event.kind == EventKind::FloorEnd));
    *world.get::<&mut Position>(entity).unwrap() = stander(100.0).0;
    world.get::<&mut Velocity>(entity).unwrap().0 = Vec2::ZERO;
    physics.sync(&mut world);
    assert!(stands_in_control(&mut physics, &mut world, entity), "back on the floor, after a sync");
    let begins = physics.events().filter(|event| event.kind == EventKind::FloorBegin);
    assert_eq!(begins.count(), 1);
}
