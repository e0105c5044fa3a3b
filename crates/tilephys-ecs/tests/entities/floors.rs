//! Floors by entity: what events of a floor name, riders, and calls that take an entity in the place of an id.

use crate::rng::Rng;
use crate::volume;
use glam::UVec2;
use hecs::{Entity, World};
use std::collections::BTreeMap;
use tilephys_core::{
    Tile, TileCoord,
    platform::{Easing, Path, PathMode, Waypoint},
};
use tilephys_ecs::{
    BodyCollision, BodyId, Category, Collider, EventKind, LayerId, Mover, MoverPath, Physics, Position,
    Sensor, Solid, TileGrid, TileId, Trigger, Velocity,
};

const DT: f32 = 1.0 / 60.0;

/// Ground at y = 160 from column 0 to 9.
fn physics() -> (Physics, LayerId, TileId) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let stone = grid.add_tile(Tile::default());
    (0..10).for_each(|col| grid.set_tile(layer, TileCoord::new(col, 10), Some(stone)));
    let mut physics = Physics::new(grid);
    physics.gravity.y = 900.0;
    (physics, layer, stone)
}

fn hero(physics: &mut Physics, world: &mut World, at: [f32; 2]) -> Entity {
    let parts = (Position::from_px(at), Velocity::default(), Collider::new(8.0, 11.0));
    physics.spawn(world, parts)
}

/// Floors that the events of an entity begin and end with in a step: `None` for a tile.
fn floors(physics: &mut Physics, world: &mut World, of: Entity) -> Vec<(bool, Option<Entity>)> {
    physics.step(world, DT);
    let own = physics.events().filter(|event| event.entity == of);
    let floors = own.filter_map(|event| match event.kind {
        EventKind::FloorBegin => Some((true, physics.floor_entity(&event))),
        EventKind::FloorEnd => Some((false, physics.floor_entity(&event))),
        _ => None,
    });
    floors.collect()
}

fn jump(world: &World, entity: Entity) {
    world.get::<&mut Velocity>(entity).unwrap().0.y = -300.0;
}

#[test]
fn floors_begin_and_end_with_the_entity_of_a_moving_lift() {
    let (mut physics, layer, tile) = physics();
    let mut world = World::new();
    let lift = (
        Position::new(32.0, 100.0),
        Collider::new(32.0, 8.0),
        Mover { layer, tile },
        Velocity::new(40.0, -60.0),
    );
    let lift = world.spawn(lift);
    let hero = hero(&mut physics, &mut world, [40.0, 89.0]);
    assert_eq!(floors(&mut physics, &mut world, hero), [(true, Some(lift))]);
    (0..20).for_each(|_| assert_eq!(floors(&mut physics, &mut world, hero), []));
    assert_eq!(physics.standing_on(hero), Some(lift));
    assert_eq!(physics.riders(lift).collect::<Vec<_>>(), [hero]);
    jump(&world, hero);
    assert_eq!(floors(&mut physics, &mut world, hero), [(false, Some(lift))]);
    assert_eq!(physics.riders(lift).count(), 0);
}

#[test]
fn floors_of_solid_and_of_colliding_bodies_are_their_entities() {
    let (mut physics, _, stone) = physics();
    let mut world = World::new();
    let crate_at = |x: f32| (Position::new(x, 144.0), Velocity::default(), Collider::new(16.0, 16.0));
    let solid = physics.spawn(&mut world, crate_at(16.0));
    world.insert_one(solid, Solid(stone)).unwrap();
    let colliding = physics.spawn(&mut world, crate_at(64.0));
    world.insert_one(colliding, BodyCollision::default()).unwrap();
    for (floor, x) in [(solid, 20.0), (colliding, 68.0)] {
        let hero = hero(&mut physics, &mut world, [x, 130.0]);
        world.insert_one(hero, BodyCollision::default()).unwrap();
        let begun: Vec<_> = (0..20).flat_map(|_| floors(&mut physics, &mut world, hero)).collect();
        assert_eq!(begun, [(true, Some(floor))]);
        assert_eq!(physics.riders(floor).collect::<Vec<_>>(), [hero]);
        jump(&world, hero);
        assert_eq!(floors(&mut physics, &mut world, hero), [(false, Some(floor))]);
    }
}

#[test]
fn a_tile_under_the_middle_is_the_floor_beside_a_lift() {
    let (mut physics, layer, tile) = physics();
    let mut world = World::new();
    // Its upper edge goes on where the ground ends at x = 160.
    let lift = world.spawn((Position::new(160.0, 160.0), Collider::new(32.0, 8.0), Mover { layer, tile }));
    for (x, floor) in [(154.0, None), (158.0, Some(lift)), (153.0, None), (163.0, Some(lift))] {
        let hero = hero(&mut physics, &mut world, [x, 149.0]);
        assert_eq!(floors(&mut physics, &mut world, hero), [(true, floor)], "{x}");
        jump(&world, hero);
        assert_eq!(floors(&mut physics, &mut world, hero), [(false, floor)], "{x}");
    }
}

#[test]
fn a_body_leaves_a_plank_over_its_edge_and_a_plank_that_is_gone() {
    let (mut physics, layer, tile) = physics();
    let mut world = World::new();
    let plank = world.spawn((Position::new(32.0, 100.0), Collider::new(32.0, 8.0), Mover { layer, tile }));
    let hero = hero(&mut physics, &mut world, [60.0, 89.0]);
    assert_eq!(floors(&mut physics, &mut world, hero), [(true, Some(plank))]);
    world.get::<&mut Velocity>(hero).unwrap().0.x = 300.0;
    assert_eq!(floors(&mut physics, &mut world, hero), [(false, Some(plank))]);
    // A floor that the game takes away has no entity any more.
    world.insert(hero, (Position::new(40.0, 89.0), Velocity::default())).unwrap();
    assert_eq!(floors(&mut physics, &mut world, hero), [(true, Some(plank))]);
    world.despawn(plank).unwrap();
    assert_eq!(floors(&mut physics, &mut world, hero), [(false, None)]);
}

#[test]
fn an_entity_is_as_good_as_an_id() {
    let (mut physics, layer, tile) = physics();
    let mut world = World::new();
    let lift = world.spawn((
        Position::new(32.0, 100.0),
        Collider::new(32.0, 8.0),
        Mover { layer, tile },
        Velocity::new(0.0, 6.0),
    ));
    let coin = world.spawn((Position::new(36.0, 90.0), Collider::new(8.0, 8.0), Trigger::default()));
    let sword = (Position::new(38.0, 90.0), Velocity::default(), Collider::new(8.0, 8.0), Sensor(1));
    let sword = physics
        .spawn(&mut world, (sword.0, sword.1, sword.2, sword.3, tilephys_ecs::Gravity::NONE, Category(2)));
    let hero = hero(&mut physics, &mut world, [40.0, 89.0]);
    let other = self::hero(&mut physics, &mut world, [100.0, 149.0]);
    // Unknown before the first step, as ids are.
    assert!(physics.floor(hero).is_none() && physics.riders(lift).next().is_none());
    physics.step(&mut world, DT);
    let id = *world.get::<&BodyId>(hero).unwrap();
    let other_id = *world.get::<&BodyId>(other).unwrap();
    assert_eq!(physics.floor(hero), physics.floor(id));
    assert!(physics.floor(hero).is_some() && physics.wall(hero).is_none() && physics.ceiling(hero).is_none());
    assert_eq!(physics.mover_moved(lift).unwrap().y, 26);
    assert_eq!(physics.inside(coin).collect::<Vec<_>>(), [sword, hero]);
    assert_eq!(physics.inside(sword).collect::<Vec<_>>(), [hero]);
    assert_eq!(physics.sensors_of(hero).count(), 2);
    assert!(physics.hit_stop(hero, 3) && physics.set_time_scale(hero, 0.5));
    assert_eq!((physics.stop_ticks(id), physics.time_scale(id)), (Some(3), Some(0.5)));
    assert!(physics.ignore_pair(hero, other_id, true) && physics.ignores_pair(other, id));
    physics.step_controlled(&mut world, DT, |_, bodies| {
        assert_eq!(bodies.floor(hero), bodies.floor(id));
        assert!(bodies.floor(hero).is_some() && bodies.ignores_pair(id, other));
        assert!(bodies.hit_stop(hero, 0) && !bodies.drop_through(hero));
        assert_eq!(bodies.inside(sword).collect::<Vec<_>>(), [hero]);
    });
    // The lift is no body, and the coin neither.
    assert!(physics.floor(lift).is_none() && physics.time_scale(coin).is_none());
    world.despawn(other).unwrap();
    physics.step(&mut world, DT);
    assert!(physics.time_scale(other).is_none() && physics.time_scale(hero).is_some());
    // Its number is given again, to an entity that is no body.
    let again = world.spawn((1_u8,));
    assert_eq!(again.id(), other.id());
    let late = self::hero(&mut physics, &mut world, [60.0, 149.0]);
    physics.step(&mut world, DT);
    assert!(physics.time_scale(again).is_none() && physics.floor(late).is_some());
}

/// A room with lifts on paths, crates and bodies that jump at random.
fn crowd(rng: &mut Rng, world: &mut World) -> Physics {
    let (mut physics, layer, tile) = physics();
    for k in 0..4 {
        let at = |y: i32| glam::IVec2::new(10 + 40 * k, y) * 256;
        let stops = [150, 90].map(|y| Waypoint { at: at(y), wait: 3, ticks: 20 + rng.below(40) });
        let path = MoverPath::new(Path::new(&stops, PathMode::PingPong, Easing::InOut).unwrap());
        let collider = Collider::new(24.0, 8.0);
        world.spawn((Position::on_lattice(at(150)), collider, Mover { layer, tile }, path));
    }
    for k in 0..24 {
        let at = [rng.range(0, 150) as f32, rng.range(20, 80) as f32];
        let entity = hero(&mut physics, world, at);
        match k % 3 {
            0 => world.insert_one(entity, BodyCollision::default()).unwrap(),
            1 if k < 6 => world.insert_one(entity, Solid(tile)).unwrap(),
            _ => {}
        }
    }
    physics
}

#[test]
fn floors_of_random_bodies_begin_and_end_as_they_stood() {
    let mut rng = Rng::new(4_301);
    let mut named = [0; 2];
    let mut of_tiles = [0; 2];
    for _ in 0..volume(10, 400) {
        let mut world = World::new();
        let mut physics = crowd(&mut rng, &mut world);
        let mut stood: BTreeMap<Entity, Option<Entity>> = BTreeMap::new();
        for _ in 0..120 {
            for velocity in world.query::<&mut Velocity>().without::<&Mover>().iter() {
                if rng.chance(4) {
                    velocity.0 = glam::Vec2::new(rng.range(-60, 60) as f32, -250.0);
                }
            }
            physics.step(&mut world, DT);
            for event in physics.events() {
                let floor = physics.floor_entity(&event);
                let (index, expected) = match event.kind {
                    EventKind::FloorBegin => (0, physics.standing_on(event.entity)),
                    EventKind::FloorEnd => (1, stood.get(&event.entity).copied().flatten()),
                    _ => continue,
                };
                assert_eq!(floor, expected, "{event}: {:?}", physics.floor(event.entity));
                named[index] += u32::from(floor.is_some());
                of_tiles[index] += u32::from(floor.is_none());
            }
            stood.clear();
            let bodies =
                world.query::<(Entity, &BodyId)>().iter().map(|(entity, _)| entity).collect::<Vec<_>>();
            stood.extend(bodies.into_iter().map(|body| (body, physics.standing_on(body))));
        }
    }
    println!("floors of entities {named:?}, of tiles {of_tiles:?}");
    assert!(named.iter().chain(&of_tiles).all(|count| *count > 30), "{named:?} {of_tiles:?}");
}
