//! Ids are permanent when entities with copied ids arrive; events and look-ups return handles of living entities.

use glam::{UVec2, Vec2};
use hecs::{Entity, World};
use std::collections::BTreeSet;
use tilephys_core::{BodyState, TileGrid};
use tilephys_ecs::{BodyId, Collider, Gravity, Physics, Position, Reports, Velocity};

const DT: f32 = 1.0 / 60.0;

/// An empty map, in which bodies fall.
fn physics() -> Physics {
    let mut physics = Physics::new(TileGrid::new(UVec2::splat(16)));
    physics.gravity = Vec2::new(0.0, 900.0);
    physics
}

fn body(x: f32) -> (Position, Velocity, Collider) {
    (Position::new(x, 0.0), Velocity::default(), Collider::new(8.0, 8.0))
}

fn id(world: &World, entity: Entity) -> BodyId {
    *world.get::<&BodyId>(entity).expect("a step gives an id")
}

/// All ids differ, and each names its entity.
fn assert_named(physics: &Physics, world: &World) {
    let all: Vec<(Entity, BodyId)> =
        world.query::<(Entity, &BodyId)>().with::<&Velocity>().iter().map(|(e, id)| (e, *id)).collect();
    let ids: BTreeSet<BodyId> = all.iter().map(|(_, id)| *id).collect();
    assert_eq!((ids.len(), physics.len()), (all.len(), all.len()));
    assert!(all.iter().all(|(entity, id)| physics.entity(*id) == Some(*entity)), "{all:?}");
}

#[test]
fn a_copy_gets_an_id_of_its_own_wherever_it_lands() {
    let (mut physics, mut world) = (physics(), World::new());
    // Archetypes before and after the original's; rows before and after it.
    let early = world.spawn(body(0.0));
    world.insert_one(early, Gravity::NONE).unwrap();
    let first = world.spawn(body(10.0));
    let original = world.spawn(body(20.0));
    let late = world.spawn(body(30.0));
    world.insert_one(late, Reports::NONE).unwrap();
    physics.step(&mut world, DT);
    let own = id(&world, original);

    let copies: Vec<Entity> = (0..4).map(|k| world.spawn(body(40.0 + k as f32))).collect();
    for &copy in &copies {
        world.insert_one(copy, own).unwrap();
    }
    world.insert_one(copies[0], Gravity::NONE).unwrap();
    world.insert_one(copies[1], Reports::NONE).unwrap();
    let state = *world.get::<&BodyState>(original).unwrap();
    world.insert_one(copies[2], state).unwrap();
    // The last copy takes the row of the first body, ahead of the original.
    physics.step(&mut world, 0.0);
    for &copy in &copies {
        world.insert_one(copy, own).unwrap();
    }
    world.despawn(first).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(id(&world, original), own);
    // In the order of entities, whatever archetype each is in: of the second round of copying, after four of the first.
    let ids: Vec<u32> = copies.iter().map(|copy| id(&world, *copy).0).collect();
    assert_eq!(ids, [8, 9, 10, 11]);
    assert_named(&physics, &world);
}

#[test]
fn a_respawned_entity_is_known_by_its_new_handle() {
    let (mut physics, mut world, mut pocket) = (physics(), World::new(), World::new());
    world.spawn(body(0.0));
    let old = world.spawn(body(10.0));
    physics.step(&mut world, DT);
    let own = id(&world, old);
    // It comes back to its row, under its number.
    let there = pocket.spawn(world.take(old).unwrap());
    let new = world.spawn(pocket.take(there).unwrap());
    assert!(new.id() == old.id() && new != old);
    physics.step(&mut world, DT);
    assert_eq!((id(&world, new), physics.entity(own)), (own, Some(new)));
    assert_named(&physics, &world);
}

#[test]
fn the_next_entity_in_a_row_is_not_the_one_before() {
    let (mut physics, mut world) = (physics(), World::new());
    world.spawn(body(0.0));
    let old = world.spawn(body(10.0));
    physics.step(&mut world, DT);
    let gone = id(&world, old);
    world.despawn(old).unwrap();
    let new = world.spawn(body(20.0));
    assert!(new.id() == old.id() && new != old);
    physics.step(&mut world, DT);
    assert_ne!(id(&world, new), gone);
    assert_eq!(physics.entity(gone), None);
    assert_named(&physics, &world);
}

#[test]
fn new_entities_leave_the_ids_of_others_alone() {
    let mut worlds = [World::new(), World::new()];
    let mut both = [physics(), physics()];
    for world in &mut worlds {
        for k in 0..5 {
            let entity = world.spawn(body(k as f32));
            world.insert_one(entity, Reports::NONE).unwrap();
        }
    }
    // An archetype ahead of the others.
    let door = worlds[0].spawn(body(50.0));
    worlds[0].despawn(door).unwrap();
    for (physics, world) in both.iter_mut().zip(&mut worlds) {
        physics.step(world, DT);
    }
    let natives: Vec<(Entity, BodyId)> =
        worlds[0].query::<(Entity, &BodyId)>().iter().map(|(e, id)| (e, *id)).collect();
    let [here, there] = &mut worlds;
    let traveller = there.query::<(Entity, &BodyId)>().iter().map(|(e, _)| e).last().unwrap();
    there.remove_one::<Reports>(traveller).unwrap();
    let carried = *there.get::<&BodyId>(traveller).unwrap();
    let come = here.spawn(there.take(traveller).unwrap());
    both[0].step(here, DT);
    assert!(natives.iter().all(|(entity, own)| id(here, *entity) == *own));
    assert_ne!(id(here, come), carried);
    assert_named(&both[0], here);
    both[1].step(there, DT);
    assert_named(&both[1], there);
}

#[test]
fn entities_of_one_step_get_ids_in_order_of_entities() {
    let [mut here, mut there] = [World::new(), World::new()];
    let [mut ours, mut theirs] = [physics(), physics()];
    // Archetypes, in their order: without reports, with.
    for world in [&mut here, &mut there] {
        let spawned = (0..4).map(|k| world.spawn(body(k as f32))).collect::<Vec<_>>();
        spawned[2..].iter().for_each(|entity| world.insert_one(*entity, Reports::NONE).unwrap());
    }
    ours.step(&mut here, DT);
    theirs.step(&mut there, DT);
    let mut travellers = there.query::<Entity>().iter().collect::<Vec<_>>();
    travellers.reverse();
    // Entities with reports come first, to lower numbers, but to later rows.
    let come: Vec<Entity> = travellers.iter().map(|t| here.spawn(there.take(*t).unwrap())).collect();
    assert!(come.is_sorted());
    ours.step(&mut here, DT);
    let ids: Vec<u32> = come.iter().map(|entity| id(&here, *entity).0).collect();
    assert_eq!(ids, [4, 5, 6, 7]);
    assert_named(&ours, &here);
}

#[test]
fn one_engine_steps_two_worlds_by_turns() {
    let (mut physics, mut a, mut b) = (physics(), World::new(), World::new());
    (0..300).for_each(|k| _ = a.spawn(body(k as f32)));
    (0..500).for_each(|k| _ = b.spawn(body(k as f32)));
    for _ in 0..3 {
        physics.step(&mut a, DT);
        assert_named(&physics, &a);
        physics.step(&mut b, DT);
        assert_named(&physics, &b);
    }
    let ids = |world: &World| world.query::<&BodyId>().iter().copied().collect::<BTreeSet<BodyId>>();
    assert!(ids(&a).is_disjoint(&ids(&b)));
    let fallen = |world: &World| world.query::<&Position>().iter().all(|p| p.px().y == 1.5);
    assert!(fallen(&a) && fallen(&b), "three steps each");
}

#[test]
fn ids_given_by_the_game_are_never_assigned_again() {
    let (mut physics, mut world) = (physics(), World::new());
    let without = world.spawn(body(0.0));
    let with = world.spawn(body(10.0));
    world.insert_one(with, BodyId(0)).unwrap();
    physics.step(&mut world, DT);
    assert_eq!((id(&world, with), id(&world, without)), (BodyId(0), BodyId(1)));
    assert_eq!(physics.new_id(), BodyId(2));
}

#[test]
fn after_the_greatest_id_others_are_found() {
    let (mut physics, mut world) = (physics(), World::new());
    for k in 0..4 {
        let entity = world.spawn(body(k as f32));
        world.insert_one(entity, BodyId(u32::MAX - k % 2 * (u32::MAX - 1))).unwrap();
    }
    for _ in 0..3 {
        (0..3).for_each(|k| _ = world.spawn(body(k as f32)));
        physics.step(&mut world, DT);
        assert_named(&physics, &world);
    }
}

#[test]
fn exchanged_ids_exchange_their_bodies() {
    let (mut physics, mut world) = (physics(), World::new());
    let [a, b] = [0.0, 10.0].map(|x| world.spawn(body(x)));
    physics.step(&mut world, DT);
    let (of_a, of_b) = (id(&world, a), id(&world, b));
    *world.get::<&mut BodyId>(a).unwrap() = of_b;
    *world.get::<&mut BodyId>(b).unwrap() = of_a;
    physics.step(&mut world, DT);
    assert_eq!((id(&world, a), id(&world, b)), (of_b, of_a));
    assert_named(&physics, &world);
}

#[test]
fn archetypes_that_empty_leave_their_places_to_others() {
    let (mut physics, mut world) = (physics(), World::new());
    let kinds: Vec<Vec<Entity>> = (0..3)
        .map(|kind| {
            let spawn = |k: u16| {
                let entity = world.spawn(body(f32::from(k)));
                match kind {
                    0 => {}
                    1 => world.insert_one(entity, Reports::NONE).unwrap(),
                    _ => world.insert_one(entity, Gravity::NONE).unwrap(),
                }
                entity
            };
            (0..600).map(spawn).collect()
        })
        .collect();
    physics.step(&mut world, DT);
    assert_named(&physics, &world);
    for (gone, left) in kinds.iter().zip([1200, 600, 0]) {
        gone.iter().for_each(|entity| world.despawn(*entity).unwrap());
        physics.step(&mut world, DT);
        assert_eq!(physics.len(), left);
        assert_named(&physics, &world);
    }
    assert!(physics.is_empty() && physics.events().count() == 0);
    world.spawn(body(1.0));
    physics.step(&mut world, DT);
    assert_named(&physics, &world);
}
