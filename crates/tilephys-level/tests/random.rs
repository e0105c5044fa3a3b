//! Property tests: after random edits of random objects, a reload gives the entities of a fresh level, and bodies stay. A world
//! without an ECS follows the same edits.

use crate::support;

use crate::rng::Rng;
use crate::volume::seeds;
use glam::{IVec2, Vec2};
use hecs::{Entity, World};
use support::{DT, level, map};
use tilephys_core::{Body, BodyId, ProfileId, TileGrid};
use tilephys_ecs::{CarriedBy, Collider, Mover, MoverPath, Physics, Position, Trigger, Velocity};
use tilephys_level::{
    SpawnPoint, SpawnedLevel, TiledClass, TiledId, TiledName, TiledProperties, TiledShape, WorldLevel,
};
use tilephys_tiled::{Level, LevelRegion, Mark, RegionKind};

/// An object: its class, its position, a value, and its parent.
#[derive(Clone, Copy, Debug)]
struct Thing {
    class: &'static str,
    at: [u64; 2],
    value: u64,
    carried: bool,
}

impl Thing {
    fn random(rng: &mut Rng) -> Thing {
        let classes =
            ["TpMover", "TpMover", "TpCollectible", "TpKillZone", "TpSpawn", "TpCheckpoint", "Enemy", ""];
        Thing {
            class: classes[rng.below(8) as usize],
            at: [rng.below(300), rng.below(300)],
            value: rng.below(3),
            carried: rng.below(3) == 0,
        }
    }
}

/// Objects by their ids, in the order of the map. Number 1 is a mover, and number 2 the path of all movers.
fn objects(things: &[Option<Thing>], rail: u64) -> String {
    let mut out = format!(
        "<object id=\"1\" type=\"TpMover\" x=\"10\" y=\"10\" width=\"8\" height=\"8\"/>\n\
         <object id=\"2\" x=\"0\" y=\"0\"><polyline points=\"0,0 {rail},0\"/></object>\n"
    );
    for (id, thing) in (3..).zip(things) {
        let Some(Thing { class, at: [x, y], value, carried }) = thing else { continue };
        let mut words = format!("<property name=\"value\" type=\"int\" value=\"{value}\"/>");
        if *class == "TpMover" && *carried {
            words += "<property name=\"parent\" type=\"object\" value=\"1\"/>";
        } else if *class == "TpMover" {
            words += "<property name=\"path\" type=\"object\" value=\"2\"/>";
        }
        out += &format!(
            "<object id=\"{id}\" name=\"n{value}\" type=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"9\" height=\"7\"><properties>{words}</properties></object>\n"
        );
    }
    out
}

/// The components of an object's entity as text, without the position of a mover under way.
fn told(world: &World, entity: Entity) -> String {
    let mut out = String::new();
    macro_rules! add {
        ($($part:ty),*) => { $(
            out += &format!("{:?} ", world.get::<&$part>(entity).ok().map(|part| (*part).clone()));
        )* };
    }
    add!(
        TiledId, TiledName, TiledClass, TiledShape, SpawnPoint, Mark, RegionKind, Trigger, Collider, Velocity
    );
    let is_mover = world.get::<&Mover>(entity).is_ok();
    let values = world.get::<&TiledProperties>(entity).unwrap().0.int("value");
    let path = world.get::<&MoverPath>(entity).ok().map(|path| path.path.clone());
    let position = world.get::<&Position>(entity).ok().map(|position| position.at);
    out += &format!("{values:?} {path:?} {:?} ", position.filter(|_| !is_mover));
    let carried = world.get::<&CarriedBy>(entity).ok().map(|by| by.0);
    out + &format!("{:?}", carried.map(|by| *world.get::<&TiledId>(by).unwrap()))
}

#[test]
fn after_every_edit_the_entities_equal_a_fresh_level() {
    let (mut kept, mut changed) = (0, 0);
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let some = |rng: &mut Rng| (rng.below(4) > 0).then(|| Thing::random(rng));
        let mut things: Vec<Option<Thing>> = (0..8).map(|_| some(&mut rng)).collect();
        let mut rail = 50;
        let mut world = World::new();
        let mut old = level(&map(&objects(&things, rail)));
        let (mut physics, mut spawned) = SpawnedLevel::begin(&mut old, &mut world, DT).unwrap();
        let body = (Position::new(4.0, 100.0), Velocity::new(30.0, 0.0), Collider::new(8.0, 11.0));
        let body = physics.spawn(&mut world, body);
        for edit in 0..6 {
            physics.step(&mut world, DT);
            let place = rng.below(8) as usize;
            things[place] = some(&mut rng);
            if rng.below(4) == 0 {
                rail = 20 + rng.below(100);
            }
            let before = (spawned.entities().to_vec(), told_of_body(&world, body), physics.state_hash());
            let new = map(&objects(&things, rail));
            let changes = spawned.reload(&mut old, level(&new), (&mut physics, &mut world)).unwrap();
            let about = format!("seed {seed}, edit {edit}: {changes:?}\n{new}");
            assert_eq!(before.1, told_of_body(&world, body), "{about}");
            assert_eq!(before.2, physics.state_hash(), "{about}");
            kept += spawned.entities().iter().filter(|entity| before.0.contains(entity)).count();
            changed += changes.objects.len();
            let (_, fresh, other) = begun(&new);
            let now: Vec<String> = spawned.entities().iter().map(|e| told(&world, *e)).collect();
            let expected: Vec<String> = other.entities().iter().map(|e| told(&fresh, *e)).collect();
            assert_eq!(now, expected, "{about}");
            assert_eq!(world.len(), fresh.len() + 1, "{about}");
        }
    }
    assert!(kept > 500 && changed > 130, "{kept} {changed}");
}

/// The places of bodies and movers, and the boxes of regions, of a world of entities.
fn places_of_entities(world: &World, physics: &Physics, spawned: &SpawnedLevel) -> [Vec<[IVec2; 2]>; 3] {
    let mut bodies = world.query::<(&BodyId, &Position)>();
    let mut bodies: Vec<_> = bodies.iter().map(|(id, position)| (*id, [position.at, position.at])).collect();
    bodies.sort_by_key(|(id, _)| *id);
    let is_mover = |entity: &&Entity| world.satisfies::<&Mover>(**entity);
    let mover = |entity: &Entity| world.get::<&Position>(*entity).map(|position| [position.at, position.at]);
    let movers = spawned.entities().iter().filter(is_mover).map(mover).collect::<Result<Vec<_>, _>>();
    [
        bodies.into_iter().map(|(_, place)| place).collect(),
        movers.expect("a mover has a place"),
        boxes_of_regions(physics.grid()),
    ]
}

/// The places of bodies and movers, and the boxes of regions, of a world without an ECS. Movers are in the order of the map.
fn places_without_ecs(world: &tilephys_core::World, own: &WorldLevel, level: &Level) -> [Vec<[IVec2; 2]>; 3] {
    let bodies = (0..BODIES).filter_map(|id| world.body(BodyId(id))).map(|body| [body.position; 2]);
    let movers = level.movers.iter().filter_map(|mover| world.mover(own.mover_of(mover.object)?));
    [bodies.collect(), movers.map(|mover| [mover.position; 2]).collect(), boxes_of_regions(&world.grid)]
}

fn boxes_of_regions(grid: &TileGrid) -> Vec<[IVec2; 2]> {
    let mut boxes: Vec<_> = grid.regions().map(|(_, region)| [region.aabb.min, region.aabb.max]).collect();
    boxes.sort_by_key(|[min, max]| [min.to_array(), max.to_array()]);
    boxes
}

/// Number of bodies that stand in the way of movers.
const BODIES: u32 = 12;

#[test]
fn a_world_without_an_ecs_follows_the_same_edits() {
    let mut taken = 0;
    let mut edits = 0;
    let mut carried = 0;
    for seed in seeds(20, 400) {
        let mut rng = Rng::new(seed);
        let some = |rng: &mut Rng| (rng.below(4) > 0).then(|| Thing::random(rng));
        let mut things: Vec<Option<Thing>> = (0..8).map(|_| some(&mut rng)).collect();
        let mut rail = 50;
        let mut levels = [0; 2].map(|_| level(&map(&objects(&things, rail))));
        let mut world = World::new();
        let (mut physics, mut spawned) = SpawnedLevel::begin(&mut levels[0], &mut world, DT).unwrap();
        let mut plain = tilephys_core::World::new(levels[1].grid.clone());
        plain.gravity = Vec2::new(0.0, 900.0);
        physics.gravity = plain.gravity;
        let mut own = WorldLevel::spawn(&levels[1], &mut plain, DT).unwrap();
        for id in (0..BODIES).map(BodyId) {
            let [x, y] = [0; 2].map(|_| rng.below(300) as f32);
            let parts = (id, Position::new(x, y), Velocity::new(0.0, 0.0), Collider::new(8.0, 11.0));
            physics.spawn(&mut world, parts);
            plain.spawn_as(id, ProfileId::DEFAULT, Body::new(Vec2::new(x, y), Vec2::new(8.0, 11.0)));
        }
        for edit in 0..6 {
            for _ in 0..rng.range(1, 30) {
                physics.step(&mut world, DT);
                plain.step(DT);
                carried += (0..BODIES).filter(|id| plain.lift_velocity(BodyId(*id)) != Vec2::ZERO).count();
            }
            // The game takes a thing.
            let object = rng.below(11u32);
            if let Some(entity) = spawned.entity(object).filter(|entity| world.satisfies::<&Trigger>(*entity))
            {
                world.despawn(entity).unwrap();
                let regions = plain.grid.regions().map(|(id, _)| id);
                let id =
                    regions.filter(|id| own.region(*id).and_then(LevelRegion::object) == Some(object)).last();
                plain.grid.remove_region(id.expect("a region of the object"));
                taken += 1;
            }
            things[rng.below(8) as usize] = some(&mut rng);
            if rng.below(4) == 0 {
                rail = 20 + rng.below(100);
            }
            let new = map(&objects(&things, rail));
            spawned.reload(&mut levels[0], level(&new), (&mut physics, &mut world)).unwrap();
            edits += own.reload(&mut levels[1], level(&new), &mut plain).unwrap().objects.len();
            physics.step(&mut world, DT);
            plain.step(DT);
            let expected = places_of_entities(&world, &physics, &spawned);
            assert_eq!(
                places_without_ecs(&plain, &own, &levels[1]),
                expected,
                "seed {seed}, edit {edit}\n{new}"
            );
            assert_eq!(plain.state_hash(), physics.state_hash(), "seed {seed}, edit {edit}\n{new}");
        }
    }
    assert!(taken > 20 && edits > 100 && carried > 50, "{taken} {edits} {carried}");
}

#[test]
fn after_a_restore_the_entities_are_as_they_were() {
    let mut back = 0;
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let things: Vec<Option<Thing>> = (0..8).map(|_| Some(Thing::random(&mut rng))).collect();
        let text = map(&objects(&things, 50));
        let (mut physics, mut world, mut spawned) = begun(&text);
        let level = level(&text);
        for _ in 0..10 {
            (0..rng.below(20)).for_each(|_| physics.step(&mut world, DT));
            let told_of_all = |world: &World, spawned: &SpawnedLevel| -> Vec<String> {
                let living = spawned.entities().iter().filter(|entity| world.contains(**entity));
                living.map(|entity| told(world, *entity) + &told_of_state(world, *entity)).collect()
            };
            let (before, bytes) = (told_of_all(&world, &spawned), physics.snapshot(&mut world));
            let hash = physics.state_hash();
            let entities = spawned.entities().to_vec();
            for entity in entities {
                let is_saved = world.satisfies::<&Mover>(entity) || world.satisfies::<&Trigger>(entity);
                if is_saved && rng.below(2) == 0 {
                    world.despawn(entity).unwrap();
                }
            }
            (0..rng.below(4)).for_each(|_| physics.step(&mut world, DT));
            let restored = spawned.restore(&level, (&mut physics, &mut world), &bytes).unwrap();
            back += restored.spawned.len();
            assert_eq!(told_of_all(&world, &spawned), before, "seed {seed}\n{text}");
            assert_eq!(physics.state_hash(), hash, "seed {seed}\n{text}");
        }
    }
    assert!(back > 500, "{back}");
}

/// The state of a mover under way.
fn told_of_state(world: &World, entity: Entity) -> String {
    let position = world.get::<&Position>(entity).map(|position| *position);
    let path = world.get::<&MoverPath>(entity).map(|path| (path.tick, path.offset));
    format!("{:?} {:?}", position.ok(), path.ok())
}

fn begun(map: &str) -> (Physics, World, SpawnedLevel) {
    let mut world = World::new();
    let (physics, spawned) = SpawnedLevel::begin(&mut level(map), &mut world, DT).unwrap();
    (physics, world, spawned)
}

fn told_of_body(world: &World, body: Entity) -> (Position, Velocity) {
    (*world.get::<&Position>(body).unwrap(), *world.get::<&Velocity>(body).unwrap())
}
