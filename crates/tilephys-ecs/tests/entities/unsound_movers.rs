//! Unsound movers are reported and stand still or are absent; everything else moves on.

use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::Fault::{self, Missing, NotFinite, OutOfRange};
use tilephys_core::{
    Field, Tile,
    platform::{Easing, Path, PathMode, Waypoint},
};
use tilephys_ecs::{
    CarriedBy, Collider, Event, EventKind, MoveTo, Mover, MoverPath, Physics, Position, TileGrid, Velocity,
};

const DT: f32 = 1.0 / 60.0;
const NAN: f32 = f32::NAN;

/// The engine, a lift to break, a mover that it carries, an independent mover, and their riders.
struct Scene {
    physics: Physics,
    world: World,
    mover: Mover,
    broken: Entity,
    carried: Entity,
    other: Entity,
    riders: [Entity; 2],
}

impl Scene {
    fn new() -> Self {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let mover = Mover { layer: grid.add_layer("level"), tile: grid.add_tile(Tile::default()) };
        let (mut physics, mut world) = (Physics::new(grid), World::new());
        physics.gravity = Vec2::new(0.0, 900.0);
        let mut lift = |x: f32, y: f32| {
            let place = (Position::new(x, y), Collider::new(32.0, 8.0));
            world.spawn((place.0, place.1, mover, Velocity::new(60.0, 0.0), MoveTo(None)))
        };
        let (broken, carried, other) = (lift(100.0, 160.0), lift(100.0, 60.0), lift(300.0, 160.0));
        world.get::<&mut Velocity>(carried).unwrap().0 = Vec2::ZERO;
        world.insert_one(carried, CarriedBy(broken)).unwrap();
        let mut rider =
            |x: f32| world.spawn((Position::new(x, 149.0), Velocity::default(), Collider::new(8.0, 11.0)));
        let riders = [rider(110.0), rider(310.0)];
        let mut scene = Scene { physics, world, mover, broken, carried, other, riders };
        scene.step();
        scene
    }

    fn step(&mut self) {
        self.physics.step(&mut self.world, DT);
    }

    fn at(&self, entity: Entity) -> Vec2 {
        self.world.get::<&Position>(entity).unwrap().px()
    }

    fn set<T: hecs::Component>(&mut self, entity: Entity, component: T) {
        self.world.insert_one(entity, component).unwrap();
    }

    /// All that is rejected in this step.
    fn rejected(&self) -> Vec<(Entity, Field, Fault)> {
        let told = |event: Event| match event.kind {
            EventKind::Rejected { field, fault } => Some((event.entity, field, fault)),
            _ => None,
        };
        self.physics.events().filter_map(told).collect()
    }
}

/// A way to break a mover, what is said about it, and whether it is there still.
struct Case(fn(&mut Scene), Field, Fault, bool);

const CASES: [Case; 20] = [
    Case(|s| s.set(s.broken, Velocity::new(NAN, 0.0)), Field::Velocity, NotFinite, true),
    Case(|s| s.set(s.broken, Velocity::new(0.0, f32::INFINITY)), Field::Velocity, NotFinite, true),
    Case(|s| s.set(s.broken, Velocity::new(3e38, 0.0)), Field::Velocity, OutOfRange, true),
    Case(|s| s.set(s.broken, MoveTo(Some(Position::new(NAN, 0.0)))), Field::Position, NotFinite, true),
    Case(|s| s.set(s.broken, MoveTo(Some(Position::new(1e9, 0.0)))), Field::Position, OutOfRange, true),
    Case(|s| s.world.get::<&mut Position>(s.broken).unwrap().rest.x = NAN, Field::Rest, NotFinite, true),
    Case(|s| s.world.get::<&mut Position>(s.broken).unwrap().rest.y = 0.7, Field::Rest, OutOfRange, true),
    Case(|s| s.set(s.broken, CarriedBy(s.broken)), Field::Parent, OutOfRange, true),
    Case(|s| s.set(s.broken, CarriedBy(s.riders[0])), Field::Parent, Missing, true),
    Case(|s| s.set(s.broken, CarriedBy(Entity::DANGLING)), Field::Parent, Missing, true),
    Case(|s| s.set(s.broken, Position::new(NAN, 0.0)), Field::Position, NotFinite, false),
    Case(|s| s.set(s.broken, Position::new(1e9, 0.0)), Field::Position, OutOfRange, false),
    Case(|s| s.set(s.broken, Position::new(8_388_600.0, 0.0)), Field::Position, OutOfRange, false),
    Case(|s| s.set(s.broken, Collider::new(0.0, 8.0)), Field::Size, OutOfRange, false),
    Case(|s| s.set(s.broken, Collider::new(8.0, -1.0)), Field::Size, OutOfRange, false),
    Case(|s| s.set(s.broken, Collider::new(8.0, NAN)), Field::Size, NotFinite, false),
    Case(|s| s.set(s.broken, Collider::new(8.0, 8.0).with_offset(NAN, 0.0)), Field::Offset, NotFinite, false),
    Case(|s| drop(s.world.remove_one::<Position>(s.broken)), Field::Position, Missing, false),
    Case(|s| s.set(s.broken, stranger()), Field::Tile, OutOfRange, false),
    Case(
        |s| {
            drop(s.world.remove_one::<Collider>(s.broken));
            s.set(s.broken, Position::new(8_388_600.0, 0.0));
        },
        Field::Position,
        OutOfRange,
        false,
    ),
];

/// Of another map.
fn stranger() -> Mover {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let tile = (0..9).map(|_| grid.add_tile(Tile::default())).last().unwrap();
    Mover { layer, tile }
}

#[test]
fn an_unsound_mover_is_reported_until_mended_and_others_go_on() {
    for (number, Case(harm, field, fault, is_there)) in CASES.iter().enumerate() {
        let mut scene = Scene::new();
        let place = scene.at(scene.broken);
        harm(&mut scene);
        for step in 1..=3 {
            let other = scene.at(scene.other);
            scene.step();
            let mut expected = vec![(scene.broken, *field, *fault)];
            // Without its parent the carried mover is reported.
            expected.extend((!is_there).then_some((scene.carried, Field::Parent, Missing)));
            assert_eq!(scene.rejected(), expected, "case {number}, step {step}");
            assert_eq!(scene.at(scene.other) - other, Vec2::X, "case {number}");
            let ride = scene.at(scene.riders[1]) - scene.at(scene.other);
            assert_eq!(ride, Vec2::new(10.0, -11.0), "case {number}");
            if *is_there {
                assert_eq!(scene.at(scene.broken), place, "case {number}");
                assert_eq!(scene.at(scene.riders[0]), place + Vec2::new(10.0, -11.0), "case {number}");
            }
            assert_eq!(scene.physics.grid().off_grid_shapes().count(), if *is_there { 3 } else { 2 });
            assert_eq!(scene.at(scene.carried), Vec2::new(101.0, 60.0), "case {number}");
        }
        let (mover, broken) = (scene.mover, scene.broken);
        scene.world.remove_one::<CarriedBy>(broken).ok();
        let whole = (Position::from_px(place), Collider::new(32.0, 8.0), mover, Velocity::new(60.0, 0.0));
        scene.world.insert(broken, whole).unwrap();
        scene.set(broken, MoveTo(None));
        scene.step();
        assert_eq!(scene.rejected(), [], "case {number}");
        assert_eq!(scene.at(broken) - place, Vec2::X, "case {number}");
        assert_eq!(scene.at(scene.carried), Vec2::new(102.0, 60.0), "case {number}");
    }
}

/// The components of the broken mover, in words: a fault is no number that equals itself.
fn told(scene: &Scene) -> String {
    let entity = scene.world.entity(scene.broken).unwrap();
    let at = entity.get::<&Position>().map(|at| *at);
    let velocity = entity.get::<&Velocity>().map(|velocity| *velocity);
    let target = entity.get::<&MoveTo>().map(|target| *target);
    let parent = entity.get::<&CarriedBy>().map(|parent| *parent);
    format!("{at:?} {velocity:?} {target:?} {parent:?}")
}

#[test]
fn a_restore_of_the_present_changes_no_faulty_mover() {
    for (number, Case(harm, field, fault, is_there)) in CASES.iter().enumerate() {
        let mut scene = Scene::new();
        harm(&mut scene);
        scene.step();
        if !is_there {
            continue;
        }
        let before = told(&scene);
        // A snapshot reads the components, so the hash is of them.
        let present = scene.physics.snapshot(&mut scene.world);
        let hash = scene.physics.state_hash();
        scene.physics.restore(&mut scene.world, &present).unwrap();
        assert_eq!(told(&scene), before, "case {number}");
        assert_eq!(scene.physics.state_hash(), hash, "case {number}");
        scene.step();
        assert_eq!(scene.rejected(), [(scene.broken, *field, *fault)], "case {number}");
    }
}

#[test]
fn an_unsound_mover_has_a_message() {
    let mut scene = Scene::new();
    scene.set(scene.broken, stranger());
    scene.set(scene.other, CarriedBy(scene.other));
    scene.step();
    let (broken, carried, other) = (scene.broken, scene.carried, scene.other);
    let told: Vec<String> = scene.physics.events().map(|event| event.to_string()).collect();
    assert_eq!(
        told[..3],
        [
            format!(
                "entity {broken:?}: tile is out of range: layer and tile must be of the world's map; skipped in this step"
            ),
            format!("entity {carried:?}: parent is missing; skipped in this step"),
            format!(
                "entity {other:?}: parent is out of range: a mover is carried by another one, which it does not carry itself; skipped in this step"
            ),
        ]
    );
}

#[test]
fn a_ring_of_parents_reports_its_last_mover() {
    for order in [[0, 1, 2], [1, 2, 0], [2, 1, 0]] {
        let mut scene = Scene::new();
        let ring = [scene.broken, scene.carried, scene.other];
        for k in order {
            scene.set(ring[k], CarriedBy(ring[(k + 1) % 3]));
            scene.step();
        }
        scene.step();
        assert_eq!(scene.rejected(), [(scene.other, Field::Parent, OutOfRange)], "{order:?}");
    }
}

#[test]
fn a_velocity_is_judged_after_the_game_has_had_its_say() {
    for (before, within, sound) in [(NAN, 60.0, true), (60.0, NAN, false)] {
        let mut scene = Scene::new();
        let (broken, place) = (scene.broken, scene.at(scene.broken));
        scene.set(broken, Velocity::new(before, 0.0));
        let mut steer = |world: &World| world.get::<&mut Velocity>(broken).unwrap().0.x = within;
        scene.physics.step_with(&mut scene.world, DT, &mut steer);
        assert_eq!(scene.rejected().is_empty(), sound);
        assert_eq!(scene.at(broken) - place, if sound { Vec2::X } else { Vec2::ZERO });
    }
}

#[test]
fn paths_of_any_numbers_do_no_harm() {
    let stops = [0, 1].map(|k| Waypoint { at: IVec2::new(100 + k, 160) * 256, wait: 1, ticks: 9 });
    let path = Path::new(&stops, PathMode::Once, Easing::Linear).unwrap();
    for (tick, offset) in [
        (u64::MAX, IVec2::ZERO),
        (0, IVec2::MAX),
        (0, IVec2::MIN),
        (u64::MAX, IVec2::new(i32::MAX, i32::MIN)),
    ] {
        let mut scene = Scene::new();
        scene.set(scene.other, MoverPath { path: path.clone(), tick, offset });
        scene.set(scene.other, Collider::new(32.0, 8.0).with_offset(-7.0, 300.0));
        for _ in 0..4 {
            scene.step();
            assert_eq!(scene.rejected(), []);
            let position = scene.world.get::<&Position>(scene.other).unwrap().at;
            let bounds = scene.physics.grid().off_grid_shapes().map(|(_, shape)| shape.aabb.min);
            assert!(bounds.into_iter().any(|min| min == position + IVec2::new(-7, 300) * 256));
        }
    }
}

#[test]
fn a_step_of_no_time_moves_no_mover_and_keeps_its_plan() {
    for dt in [NAN, -DT, f32::INFINITY] {
        let mut scene = Scene::new();
        scene.set(scene.other, MoveTo(Some(Position::new(400.0, 160.0))));
        let before = [scene.broken, scene.carried, scene.other].map(|entity| scene.at(entity));
        scene.physics.step(&mut scene.world, dt);
        assert_eq!([scene.broken, scene.carried, scene.other].map(|entity| scene.at(entity)), before);
        // It has been thought better of.
        scene.step();
        assert_eq!(scene.at(scene.other).x, 400.0);
    }
}

#[test]
fn unsound_bodies_are_in_no_mover_s_way() {
    for place in [Position::new(NAN, NAN), Position::new(1e9, -1e9), Position::on_lattice(IVec2::MAX)] {
        let mut scene = Scene::new();
        for size in [Collider::new(8.0, 8.0), Collider { offset: IVec2::MAX, size: IVec2::MAX }] {
            scene.world.spawn((place, Velocity::default(), size, tilephys_ecs::Solid(scene.mover.tile)));
        }
        let before = scene.at(scene.broken);
        scene.step();
        assert_eq!(scene.at(scene.broken) - before, Vec2::X);
        assert_eq!(scene.rejected().len(), 2);
    }
}
