//! Queries of the control phase against the same queries between steps and against all bodies.

use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use std::collections::BTreeSet;
use tilephys_core::Tile;
use tilephys_ecs::{
    Aabb, BodyId, BodyState, Category, Collider, ControlContext, Physics, Position, SensorId, TileCoord,
    TileGrid, Trigger, Velocity,
};

const DT: f32 = 1.0 / 60.0;

/// Two floors of 12 tiles, with walls at the left.
fn physics() -> Physics {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    for (row, col) in [4, 9].into_iter().flat_map(|row| (0..12).map(move |col| (row, col))) {
        grid.set_tile(layer, TileCoord::new(col, row), Some(stone));
    }
    for row in 0..10 {
        grid.set_tile(layer, TileCoord::new(-1, row), Some(stone));
    }
    let mut physics = Physics::new(grid);
    physics.gravity = Vec2::new(0.0, 900.0);
    physics
}

#[test]
fn the_control_phase_sees_contacts_and_ledges() {
    let (mut physics, mut world) = (physics(), hecs::World::new());
    let body = |x: f32| (Position::new(x, 52.0), Velocity::default(), Collider::new(10.0, 12.0));
    let [left, right] = [0.0, 180.0].map(|x| physics.spawn(&mut world, body(x)));
    let pool = world.spawn((Position::new(0.0, 48.0), Collider::new(20.0, 20.0), Trigger::default()));
    physics.step(&mut world, DT);
    let [a, b] = [left, right].map(|entity| *world.get::<&BodyId>(entity).expect("registered"));
    let mut asked = 0;
    physics.step_controlled(&mut world, DT, |_, bodies: &mut ControlContext| {
        asked += 1;
        assert_eq!((bodies.entity(a), bodies.entity(BodyId(99))), (Some(left), None));
        assert_eq!(bodies.floor(a).map(|floor| floor.cell), Some(TileCoord::new(0, 4)));
        assert_eq!(bodies.wall(a).map(|wall| wall.cell), Some(TileCoord::new(-1, 3)));
        assert!(bodies.ceiling(a).is_none() && !bodies.floor_is_one_way(a));
        assert_eq!([a, b].map(|id| bodies.ledge_ahead(id, 8.0)), [false, true]);
        assert_eq!(bodies.grid().regions().count(), 1);
        let sensors: Vec<SensorId> = bodies.sensors_of(a).collect();
        assert_eq!(sensors.iter().filter_map(|s| bodies.sensor_entity(*s)).collect::<Vec<_>>(), [pool]);
        assert_eq!(bodies.inside(sensors[0]).collect::<Vec<_>>(), [left]);
        let mut ticks = 0;
        bodies.predict(a, 5, DT, &mut |predicted: tilephys_ecs::PredictedTick| {
            ticks = predicted.tick;
            predicted.state.on_floor()
        });
        assert_eq!(ticks, 5);
    });
    assert_eq!(asked, 1);
    assert_eq!([a, b].map(|id| physics.ledge_ahead(id, 8.0)), [false, true]);
}

#[test]
fn an_enemy_that_asks_for_ledges_stays_on_its_floor() {
    struct Patrol(f32);
    let (mut physics, mut world) = (physics(), hecs::World::new());
    let body = (Position::new(90.0, 52.0), Velocity::default(), Collider::new(10.0, 12.0));
    let enemy = physics.spawn(&mut world, (body.0, body.1, body.2, Patrol(70.0)));
    let (mut turns, mut farthest) = (0, 0.0_f32);
    physics.step(&mut world, DT);
    for _ in 0..1200 {
        physics.step_controlled(&mut world, DT, |world, bodies| {
            for (id, velocity, patrol) in world.query::<(&BodyId, &mut Velocity, &mut Patrol)>().iter() {
                let is_at_wall = patrol.0 < 0.0 && bodies.wall(*id).is_some();
                if bodies.ledge_ahead(*id, patrol.0 / 60.0) || is_at_wall {
                    patrol.0 = -patrol.0;
                    turns += 1;
                }
                velocity.0.x = patrol.0;
            }
        });
        let entity = world.entity(enemy).expect("it is there");
        assert!(entity.get::<&BodyState>().expect("a body").on_floor());
        let front = entity.get::<&Position>().expect("a body").px().x + 10.0;
        farthest = if front > farthest { front } else { farthest };
    }
    assert!(turns >= 4 && farthest > 188.0 && farthest <= 192.0, "{turns} turns, up to {farthest}");
}

#[test]
fn bodies_near_are_all_bodies_that_overlap() {
    let (mut rng, mut found) = (Rng::new(31), 0);
    let (mut physics, mut world) = (Physics::new(TileGrid::new(UVec2::splat(16))), hecs::World::new());
    for k in 0..200 {
        let at = Position::new(rng.range(0, 600) as f32, rng.range(0, 400) as f32);
        let size = Collider::new(rng.range(2, 30) as f32, rng.range(2, 30) as f32);
        let velocity = Velocity::new(rng.range(-200, 200) as f32, rng.range(-200, 200) as f32);
        physics.spawn(&mut world, (at, velocity, size, Category(1 + k % 3)));
    }
    for _ in 0..20 {
        let areas: Vec<_> = (0..5)
            .map(|_| {
                let min = IVec2::new(rng.range(0, 600), rng.range(0, 400)) * 256;
                Aabb { min, max: min + IVec2::new(rng.range(1, 90), rng.range(1, 90)) * 256 }
            })
            .collect();
        let all = |world: &hecs::World, area: Aabb| {
            let mut query = world.query::<(hecs::Entity, &Position, &Collider, &Category)>();
            let near = query.iter().filter(|(_, at, size, category)| {
                category.0 & 2 != 0 && size.aabb(**at).is_some_and(|aabb| aabb.overlaps(area))
            });
            near.map(|(entity, ..)| entity).collect::<BTreeSet<_>>()
        };
        physics.step_controlled(&mut world, DT, |world, bodies| {
            for area in &areas {
                let near: BTreeSet<_> = bodies.bodies_near(*area, 2).collect();
                assert_eq!(near, all(world, *area), "before the bodies move");
                found += near.len();
            }
        });
        for area in &areas {
            let near: BTreeSet<_> = physics.bodies_near(*area, 2).collect();
            assert_eq!(near, all(&world, *area), "after the step");
        }
    }
    assert!(found > 100, "{found} found");
}

#[test]
fn a_resized_body_is_near_by_its_new_size() {
    let (mut physics, mut world) = (physics(), hecs::World::new());
    let body = (Position::new(40.0, 52.0), Velocity::default(), Collider::new(10.0, 12.0));
    let hero = physics.spawn(&mut world, body);
    physics.sync(&mut world);
    let id = *world.get::<&BodyId>(hero).expect("registered");
    let above = Aabb { min: IVec2::new(40, 52) * 256, max: IVec2::new(50, 55) * 256 };
    physics.step_controlled(&mut world, DT, |_, bodies| {
        assert_eq!(bodies.bodies_near(above, 1).count(), 1);
        assert!(bodies.resize(id, IVec2::new(10, 6) * 256));
        assert_eq!(bodies.bodies_near(above, 1).count(), 0);
    });
    assert_eq!(physics.bodies_near(above, 1).count(), 0);
    assert!(physics.resize(&world, id, IVec2::new(10, 12) * 256));
    assert_eq!(physics.bodies_near(above, 1).count(), 1);
}
