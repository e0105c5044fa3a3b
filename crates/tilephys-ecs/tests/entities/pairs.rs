//! Entities that collide with each other, and pairs that ignore each other.

use glam::UVec2;
use hecs::{Entity, World};
use tilephys_ecs::{
    BodyCollision, BodyId, Collider, Combine, CombineRule, EventKind, Physics, Position, Response, TileGrid,
    Velocity,
};

const DT: f32 = 1.0 / 60.0;

fn physics() -> Physics {
    Physics::new(TileGrid::new(UVec2::splat(16)))
}

/// Boxes of 8 px in a row, 12 px from one to the next, that fly at these speeds.
fn row<const N: usize>(physics: &mut Physics, world: &mut World, speeds: [f32; N]) -> [Entity; N] {
    let mut x = 0.0;
    speeds.map(|speed| {
        x += 12.0;
        let body = (Position::new(x, 0.0), Velocity::new(speed, 0.0), Collider::new(8.0, 8.0));
        let entity = physics.spawn(world, body);
        world.insert_one(entity, BodyCollision::default()).unwrap();
        entity
    })
}

fn ids<const N: usize>(world: &World, entities: [Entity; N]) -> [BodyId; N] {
    entities.map(|entity| *world.get::<&BodyId>(entity).unwrap())
}

#[test]
fn a_pair_is_ignored_until_either_misses_a_step() {
    let (mut physics, mut world) = (physics(), World::new());
    let entities = row(&mut physics, &mut world, [0.0; 3]);
    let [a, b, c] = ids(&world, entities);
    assert!(!physics.ignore_pair(a, b, true) && !physics.ignores_pair(a, b));
    physics.sync(&mut world);
    assert!(physics.ignore_pair(b, a, true) && physics.ignore_pair(b, c, true));
    physics.step(&mut world, DT);
    assert!(physics.ignores_pair(a, b) && physics.ignores_pair(c, b) && !physics.ignores_pair(a, c));
    let collider = world.remove_one::<Collider>(entities[2]).unwrap();
    physics.step(&mut world, DT);
    world.insert_one(entities[2], collider).unwrap();
    physics.step(&mut world, DT);
    assert!(physics.ignores_pair(a, b) && !physics.ignores_pair(b, c));
    world.despawn(entities[0]).unwrap();
    physics.spawn(&mut world, (a, Position::default(), Velocity::default(), Collider::new(8.0, 8.0)));
    physics.step(&mut world, DT);
    assert_eq!((physics.len(), physics.ignores_pair(a, b)), (3, false));
}

#[test]
fn a_snapshot_holds_ignored_pairs() {
    let (mut physics, mut world) = (physics(), World::new());
    let entities = row(&mut physics, &mut world, [0.0; 3]);
    let [a, b, c] = ids(&world, entities);
    physics.sync(&mut world);
    physics.step_controlled(&mut world, DT, |_, bodies| {
        assert!(bodies.ignore_pair(a, b, true) && bodies.ignores_pair(b, a));
    });
    let (bytes, hash) = (physics.snapshot(&mut world), physics.state_hash());
    physics.ignore_pair(b, c, true);
    world.despawn(entities[0]).unwrap();
    physics.step(&mut world, DT);
    assert!(!physics.ignores_pair(a, b) && physics.ignores_pair(b, c));
    physics.restore(&mut world, &bytes).unwrap();
    assert!(physics.ignores_pair(a, b) && !physics.ignores_pair(b, c));
    assert_eq!(physics.state_hash(), hash);
}

#[test]
fn a_hit_is_told_to_both_by_entity() {
    let (mut physics, mut world) = (physics(), World::new());
    // These are known to the engine in another order than they were spawned in.
    let other = (Position::new(100.0, 0.0), Velocity::default(), Collider::new(8.0, 8.0), BodyId(9));
    world.spawn(other);
    let [a, b, c] = row(&mut physics, &mut world, [600.0, 0.0, -300.0]);
    let [id_a, id_b, id_c] = ids(&world, [a, b, c]);
    physics.step(&mut world, DT);
    let mut hits: Vec<_> =
        physics.body_hits().map(|(entity, other, hit)| (entity, other, hit.target)).collect();
    hits.dedup();
    assert_eq!(hits.first(), Some(&(a, b, id_b)));
    assert!(hits.contains(&(b, a, id_a)) && hits.contains(&(c, b, id_b)) && hits.contains(&(b, c, id_c)));
    let events = physics.events().filter(|event| matches!(event.kind, EventKind::BodyHit(_)));
    assert_eq!(events.count(), physics.body_hits().count());
    assert_eq!(physics.pair_counts().hits * 2, physics.body_hits().count() as u64);
    assert_eq!((physics.pair_counts().islands, physics.pair_counts().largest_island), (1, 3));
}

#[test]
fn what_two_have_together_is_said_beside_gravity() {
    for (restitution, after) in [(CombineRule::Max, [0.0, 600.0]), (CombineRule::Min, [300.0, 300.0])] {
        let (mut physics, mut world) = (physics(), World::new());
        physics.combine = Combine { restitution, ..Combine::default() };
        let entities = row(&mut physics, &mut world, [600.0, 0.0]);
        world.insert_one(entities[0], Response::Bounce { restitution: 1.0 }).unwrap();
        physics.step(&mut world, DT);
        assert_eq!(entities.map(|entity| world.get::<&Velocity>(entity).unwrap().0.x), after);
    }
}

#[test]
fn a_mass_that_changes_counts_from_the_next_step_on() {
    let (mut physics, mut world) = (physics(), World::new());
    let [a, b] = row(&mut physics, &mut world, [600.0, 0.0]);
    physics.sync(&mut world);
    world.get::<&mut BodyCollision>(b).unwrap().mass = 3.0;
    physics.step(&mut world, DT);
    assert_eq!([a, b].map(|entity| world.get::<&Velocity>(entity).unwrap().0.x), [150.0, 150.0]);
    world.remove_one::<BodyCollision>(a).unwrap();
    *world.get::<&mut Velocity>(a).unwrap() = Velocity::new(1_200.0, 0.0);
    physics.step(&mut world, DT);
    assert_eq!(physics.body_hits().count(), 0);
}
