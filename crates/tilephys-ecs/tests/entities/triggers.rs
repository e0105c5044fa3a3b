//! Regions as entities, bodies that sense bodies, tiles under the feet.

use crate::crowd::Spec;
use crate::level::map;
use crate::rng::Rng;
use crate::volume;
use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use rayon::ThreadPoolBuilder;
use tilephys_core::{Aabb, Profile, Region, Tile, World as Core, shape::Polygon};
use tilephys_ecs::{
    BodyId, Category, Collider, EventKind, Fault, Field, Gravity, Physics, Position, ReportTiles, Sensor,
    SensorId, TileCoord, TileGrid, Trigger, Velocity,
};

const DT: f32 = 1.0 / 60.0;

/// Sensor events of the last step: body, sensor, kind and fraction.
fn told(physics: &Physics) -> Vec<(Entity, Entity, &'static str, f32)> {
    let sensed = |kind: EventKind| {
        let what = match kind {
            EventKind::Enter { .. } => "enter",
            EventKind::Stay { .. } => "stay",
            EventKind::Exit { .. } => "exit",
            _ => return None,
        };
        Some((physics.sensor_entity(kind.sensor()?)?, what, kind.fraction().as_f32()))
    };
    let all = physics.events().filter_map(|event| {
        let (sensor, what, fraction) = sensed(event.kind)?;
        Some((event.entity, sensor, what, fraction))
    });
    all.collect()
}

fn flier(world: &mut World, x: f32, speed: f32) -> Entity {
    let body = (Position::new(x, 0.0), Velocity::new(speed, 0.0), Collider::new(8.0, 8.0), Gravity::NONE);
    world.spawn(body)
}

#[test]
fn a_coin_is_met_at_its_fraction_and_left() {
    let (mut physics, mut world) = (Physics::new(TileGrid::new(UVec2::splat(16))), World::new());
    let body = flier(&mut world, 0.0, 600.0);
    let coin = world.spawn((Position::new(13.0, 2.0), Collider::new(4.0, 4.0), Trigger::default()));
    let stays = Trigger { report_stay: true, ..Trigger::default() };
    let pool = world.spawn((Position::new(-50.0, -50.0), Collider::new(500.0, 500.0), stays));
    let blind = Trigger { mask: 2, ..Trigger::default() };
    world.spawn((Position::new(-50.0, -50.0), Collider::new(500.0, 500.0), blind));
    physics.step(&mut world, DT);
    let expected = [(body, pool, "enter", 0.0), (body, coin, "enter", 0.5)];
    assert_eq!(told(&physics), expected);
    assert_eq!(physics.inside(physics.region(coin).unwrap()).collect::<Vec<_>>(), [body]);
    let id = *world.get::<&BodyId>(body).unwrap();
    let sensors: Vec<SensorId> = physics.sensors_of(id).collect();
    assert_eq!(sensors, [coin, pool].map(|entity| physics.region(entity).unwrap().into()));
    physics.step(&mut world, DT);
    let expected = [(body, pool, "stay", 0.0), (body, coin, "exit", 0.7)];
    assert_eq!(told(&physics), expected);
    // The region moves to the body, grows, gets another mask, and is removed, which ends its entry.
    *world.get::<&mut Position>(coin).unwrap() = Position::new(22.0, 2.0);
    physics.step(&mut world, DT);
    let stay = (body, pool, "stay", 0.0);
    assert_eq!(told(&physics), [(body, coin, "enter", 0.0), stay, (body, coin, "exit", 0.6)]);
    world.insert_one(coin, Collider::new(300.0, 4.0)).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(told(&physics), [(body, coin, "enter", 0.0), stay]);
    let before = physics.region(coin);
    world.insert_one(coin, Trigger { mask: 3, ..Trigger::default() }).unwrap();
    physics.step(&mut world, DT);
    assert!(told(&physics).contains(&(body, coin, "enter", 0.0)));
    assert_ne!(physics.region(coin), before);
    world.despawn(coin).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(told(&physics), [(body, coin, "exit", 0.0), stay]);
    assert_eq!((physics.region(coin), physics.grid().regions().count(), physics.len()), (None, 2, 1));
    // Both are removed at once.
    world.despawn(pool).unwrap();
    world.despawn(body).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(told(&physics), [(body, pool, "exit", 0.0)]);
}

#[test]
fn a_body_senses_others_of_its_categories() {
    let (mut physics, mut world) = (Physics::new(TileGrid::new(UVec2::splat(16))), World::new());
    let (hunter, prey, other) =
        (flier(&mut world, 0.0, 600.0), flier(&mut world, 12.0, 0.0), flier(&mut world, 12.0, 0.0));
    world.insert_one(hunter, Sensor(4)).unwrap();
    world.insert_one(prey, Category(4)).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(told(&physics), [(prey, hunter, "enter", 0.4)]);
    let hunter_id = *world.get::<&BodyId>(hunter).unwrap();
    assert_eq!(physics.inside(hunter_id).collect::<Vec<_>>(), [prey]);
    world.despawn(prey).unwrap();
    world.insert_one(other, Category(6)).unwrap();
    physics.step(&mut world, DT);
    let times = told(&physics);
    let times: Vec<_> = times.iter().map(|t| (t.0, t.1, t.2)).collect();
    assert_eq!(times[..2], [(prey, hunter, "exit"), (other, hunter, "enter")]);
}

#[test]
fn tiles_that_are_walked_over_are_told() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    (0..9).for_each(|col| grid.set_tile(layer, TileCoord::new(col, 1), Some(stone)));
    let (mut physics, mut world) = (Physics::new(grid), World::new());
    let body = (Position::new(20.0, 8.0), Velocity::new(600.0, 0.0), Collider::new(8.0, 8.0), ReportTiles);
    let body = world.spawn(body);
    let mut cols = Vec::new();
    for _ in 0..6 {
        physics.step(&mut world, DT);
        cols.extend(physics.events().filter_map(|event| match event.kind {
            EventKind::TileEnter { floor, .. } => Some(floor.cell.col),
            _ => None,
        }));
    }
    let id = *world.get::<&BodyId>(body).unwrap();
    assert_eq!(physics.tile_under(id).map(|met| met.cell.col), cols.last().copied());
    assert_eq!(cols, [1, 2, 3, 4, 5]);
}

#[test]
fn an_unsound_trigger_is_reported_and_inactive() {
    let (mut physics, mut world) = (Physics::new(TileGrid::new(UVec2::splat(16))), World::new());
    let body = flier(&mut world, 0.0, 0.0);
    let (at, size) = (Position::new(0.0, 0.0), Collider::new(4.0, 4.0));
    let half = Polygon::from_px(&[(0.0, 0.0), (2.0, 0.0), (0.0, 4.0)].map(Vec2::from));
    let bad = [
        world.spawn((Trigger::default(), at)),
        world.spawn((Trigger::default(), size)),
        world.spawn((Trigger::default(), Position::new(f32::NAN, 0.0), size)),
        world.spawn((Trigger::default(), Position::new(1e9, 0.0), size)),
        world.spawn((Trigger::default(), at, Collider::new(4.0, 0.0))),
        world.spawn((Trigger { shape: Some(half), ..Trigger::default() }, at, size)),
    ];
    for _ in 0..2 {
        physics.step(&mut world, DT);
        let told: Vec<_> = physics.events().map(|event| (event.entity, event.kind)).collect();
        let expected = [
            (Field::Size, Fault::Missing),
            (Field::Position, Fault::Missing),
            (Field::Position, Fault::NotFinite),
            (Field::Position, Fault::OutOfRange),
            (Field::Size, Fault::OutOfRange),
            (Field::Shape, Fault::OutOfRange),
        ];
        let expected = bad.iter().zip(expected);
        let expected =
            expected.map(|(entity, (field, fault))| (*entity, EventKind::Rejected { field, fault }));
        assert_eq!(told, expected.collect::<Vec<_>>());
        assert_eq!(physics.grid().regions().count(), 0);
    }
    world.insert(bad[4], (size,)).unwrap();
    physics.step(&mut world, DT);
    assert_eq!(told(&physics), [(body, bad[4], "enter", 0.0)]);
}

#[test]
fn sensors_equal_the_plain_loop_on_any_number_of_threads() {
    let mut rng = Rng::new(21);
    let grid = map(UVec2::splat(16), &mut rng);
    let place = |rng: &mut Rng| IVec2::new(rng.range(4_000, 150_000), rng.range(4_000, 90_000));
    let specs: Vec<(Spec, u32, u32, bool)> = (0..700)
        .map(|_| {
            let position = Position::on_lattice(place(&mut rng));
            let spec = Spec { position, ..Spec::walker(&mut rng) };
            let sensor = if rng.chance(10) { rng.pick(&[1, 2, 6]) } else { 0 };
            (spec, rng.pick(&[1, 1, 2, 4]), sensor, rng.chance(20))
        })
        .collect();
    let mut regions: Vec<(IVec2, IVec2, Trigger)> = (0..80)
        .map(|_| {
            let size = IVec2::new(rng.range(300, 20_000), rng.range(300, 20_000));
            let corners = [IVec2::new(0, size.y), IVec2::new(size.x / 3, 0), size];
            let shape = rng.chance(30).then(|| Polygon::new(&corners));
            let trigger = Trigger { mask: rng.pick(&[u32::MAX, 1, 2]), report_stay: rng.chance(20), shape };
            (place(&mut rng), size, trigger)
        })
        .collect();
    let mut core = Core::new(grid.clone());
    core.gravity = Vec2::new(0.0, 700.0);
    for (id, (spec, category, sensor, report_tiles)) in (0..).zip(&specs) {
        let (category, sensor, report_tiles) = (*category, *sensor, *report_tiles);
        let profile = core.add_profile(Profile { category, sensor, report_tiles, ..spec.profile() });
        core.spawn_as(BodyId(id), profile, spec.body());
    }
    let mut all: Vec<_> = [1, 2, 4]
        .map(|threads| {
            let (mut physics, mut world) = (Physics::new(grid.clone()), World::new());
            physics.gravity = core.gravity;
            for (id, (spec, category, sensor, report_tiles)) in
                (0..).zip(&specs).collect::<Vec<_>>().into_iter().rev()
            {
                let mut builder = spec.builder();
                builder.add_bundle((BodyId(id), Category(*category), Sensor(*sensor)));
                if *report_tiles {
                    builder.add(ReportTiles);
                }
                world.spawn(builder.build());
            }
            let triggers: Vec<Entity> = regions
                .iter()
                .map(|(at, size, trigger)| {
                    let collider = Collider { offset: IVec2::ONE, size: *size };
                    world.spawn((*trigger, Position::on_lattice(*at - 1), collider))
                })
                .collect();
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            (physics, world, triggers, pool)
        })
        .into();
    let ids: Vec<_> = regions
        .iter()
        .map(|(at, size, trigger)| {
            let Trigger { mask, report_stay, shape } = *trigger;
            let region = Region::new(Aabb { min: *at, max: *at + *size });
            core.add_region(Region { shape, mask, report_stay, ..region })
        })
        .collect();
    let mut sensed = 0;
    for step in 0..volume(40, 300) {
        for _ in 0..3 {
            let which = rng.below(ids.len());
            let (at, size, _) = &mut regions[which];
            *at = place(&mut rng);
            assert!(core.move_region(ids[which], Aabb { min: *at, max: *at + *size }));
            for (_, world, triggers, _) in &mut all {
                *world.get::<&mut Position>(triggers[which]).unwrap() = Position::on_lattice(*at - 1);
            }
        }
        core.step(DT);
        sensed += core.events().iter().filter(|event| event.kind.sensor().is_some()).count();
        let expected: Vec<_> = core.events().iter().map(|event| (Some(event.body), event.kind)).collect();
        for (physics, world, _, pool) in &mut all {
            pool.install(|| physics.step(world, DT));
            assert_eq!(physics.state_hash(), core.state_hash(), "step {step}");
            assert!(physics.events().map(|event| (event.body, event.kind)).eq(expected.iter().copied()));
        }
    }
    assert!(sensed > 500, "{sensed} events of sensors: too few to tell");
}
