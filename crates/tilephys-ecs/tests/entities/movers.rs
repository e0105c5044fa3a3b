//! Entities that are movers: what their components do, one by one.

use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::{
    ControlContext, StepHooks, Tile,
    platform::{Easing, Path, PathMode, Waypoint},
};
use tilephys_ecs::{
    BodyId, BodyState, CarriedBy, Collider, EventKind, LayerId, MoveTo, Mover, MoverId, MoverPath, Physics,
    Position, PreviousPosition, PushSource, Solid, SquishPolicy, TileCoord, TileGrid, TileId, Velocity,
};

const DT: f32 = 1.0 / 60.0;

struct Stage {
    physics: Physics,
    world: World,
    layer: LayerId,
    stone: TileId,
}

impl Stage {
    /// An empty map.
    fn new() -> Self {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
        let mut physics = Physics::new(grid);
        physics.gravity = Vec2::new(0.0, 900.0);
        Stage { physics, world: World::new(), layer, stone }
    }

    fn lift(&mut self, at: [f32; 2], size: [f32; 2], velocity: [f32; 2]) -> Entity {
        let mover = Mover { layer: self.layer, tile: self.stone };
        let collider = Collider::new(size[0], size[1]);
        self.world.spawn((Position::from_px(at), collider, Velocity(velocity.into()), mover))
    }

    fn body(&mut self, at: [f32; 2]) -> Entity {
        let parts = (Position::from_px(at), Velocity::default(), Collider::new(8.0, 11.0));
        self.world.spawn(parts)
    }

    fn step(&mut self) {
        self.physics.step(&mut self.world, DT);
    }

    fn at(&self, entity: Entity) -> Vec2 {
        self.world.get::<&Position>(entity).unwrap().px()
    }

    fn id(&self, entity: Entity) -> MoverId {
        *self.world.get::<&MoverId>(entity).unwrap()
    }

    fn body_id(&self, entity: Entity) -> BodyId {
        *self.world.get::<&BodyId>(entity).unwrap()
    }

    fn insert(&mut self, entity: Entity, component: impl hecs::Component) {
        self.world.insert_one(entity, component).unwrap();
    }
}

fn px(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y) * 256
}

#[test]
fn a_lift_carries_riders_and_is_no_body() {
    let mut stage = Stage::new();
    let lift = stage.lift([100.0, 160.0], [32.0, 8.0], [60.0, -30.0]);
    let rider = stage.body([110.0, 149.0]);
    stage.insert(lift, PreviousPosition::default());
    for tick in 1..=60 {
        let before = *stage.world.get::<&Position>(lift).unwrap();
        stage.step();
        assert_eq!(stage.at(rider) - stage.at(lift), Vec2::new(10.0, -11.0), "tick {tick}");
        assert_eq!(stage.world.get::<&PreviousPosition>(lift).unwrap().0, Some(before));
    }
    assert_eq!(stage.at(lift), Vec2::new(160.0, 130.0));
    assert_eq!((stage.physics.len(), stage.physics.grid().off_grid_shapes().count()), (1, 1));
    assert!(stage.world.get::<&BodyId>(lift).is_err() && stage.world.get::<&BodyState>(lift).is_err());
    assert_eq!(stage.physics.lift_velocity(stage.body_id(rider)), Vec2::new(60.0, -30.0));
    assert_eq!(stage.physics.mover_entity(stage.id(lift)), Some(lift));
    let floor = stage.physics.floor(stage.body_id(rider)).unwrap();
    assert_eq!(stage.physics.box_entity(floor.off_grid.unwrap()), Some(lift));
    stage.world.despawn(lift).unwrap();
    stage.step();
    assert_eq!((stage.physics.grid().off_grid_shapes().count(), stage.physics.events().count()), (0, 1));
    assert_eq!(stage.physics.events().next().unwrap().kind, EventKind::FloorEnd);
}

#[test]
fn a_movers_offset_moves_its_box() {
    let mut stage = Stage::new();
    let lift = stage.lift([116.0, 164.0], [32.0, 8.0], [0.0, 0.0]);
    stage.insert(lift, Collider::new(32.0, 8.0).with_offset(-16.0, -4.0));
    let rider = stage.body([110.0, 149.0]);
    stage.step();
    assert!(stage.world.get::<&BodyState>(rider).unwrap().on_floor());
    stage.insert(lift, MoveTo(Some(Position::new(120.0, 150.0))));
    stage.step();
    assert_eq!((stage.at(lift), stage.at(rider)), (Vec2::new(120.0, 150.0), Vec2::new(114.0, 135.0)));
    assert_eq!(*stage.world.get::<&MoveTo>(lift).unwrap(), MoveTo(None));
    let stops = [(0, 0), (50, 20)].map(|(x, y)| Waypoint { at: px(120 + x, 150 + y), wait: 0, ticks: 50 });
    let path = Path::new(&stops, PathMode::PingPong, Easing::Linear).unwrap();
    stage.insert(lift, MoverPath::new(path));
    (0..50).for_each(|_| stage.step());
    assert_eq!((stage.at(lift), stage.at(rider)), (Vec2::new(170.0, 170.0), Vec2::new(164.0, 155.0)));
    assert_eq!(stage.world.get::<&MoverPath>(lift).unwrap().tick, 50);
}

#[test]
fn a_position_set_by_the_game_carries_no_rider() {
    let mut stage = Stage::new();
    let lift = stage.lift([100.0, 160.0], [32.0, 8.0], [0.0, 0.0]);
    let rider = stage.body([110.0, 149.0]);
    stage.step();
    *stage.world.get::<&mut Position>(lift).unwrap() = Position::new(100.0, 300.0);
    stage.step();
    assert_eq!((stage.at(lift), stage.at(rider)), (Vec2::new(100.0, 300.0), Vec2::new(110.0, 149.25)));
}

#[test]
fn a_mover_is_carried_by_another_and_a_path_goes_along() {
    let mut stage = Stage::new();
    let ship = stage.lift([100.0, 160.0], [64.0, 8.0], [60.0, 0.0]);
    let hatch = stage.lift([110.0, 100.0], [8.0, 8.0], [0.0, 0.0]);
    let stops = [(110, 100), (110, 140)].map(|(x, y)| Waypoint { at: px(x, y), wait: 0, ticks: 40 });
    let path = Path::new(&stops, PathMode::Once, Easing::Linear).unwrap();
    stage.insert(hatch, MoverPath::new(path));
    stage.insert(hatch, CarriedBy(ship));
    (0..20).for_each(|_| stage.step());
    assert_eq!(stage.at(hatch), Vec2::new(130.0, 120.0));
    // All state of a mover is in its components, so another engine continues with them.
    let mut other = Stage::new();
    std::mem::swap(&mut stage.world, &mut other.world);
    (0..20).for_each(|_| other.step());
    assert_eq!(other.at(hatch), Vec2::new(150.0, 140.0));
}

#[test]
fn the_game_steers_movers_within_the_step() {
    let mut stage = Stage::new();
    let lift = stage.lift([100.0, 160.0], [32.0, 8.0], [0.0, 0.0]);
    stage.insert(lift, MoveTo::default());
    let mut steer = |world: &World| world.get::<&mut Velocity>(lift).unwrap().0.x = 60.0;
    stage.physics.step_with(&mut stage.world, DT, &mut steer);
    assert_eq!(stage.at(lift), Vec2::new(101.0, 160.0));
    stage.physics.step_controlled(&mut stage.world, DT, |world, _| {
        world.get::<&mut MoveTo>(lift).unwrap().0 = Some(Position::new(90.0, 150.0));
    });
    assert_eq!(stage.at(lift), Vec2::new(90.0, 150.0));
    stage.step();
    assert_eq!(stage.at(lift), Vec2::new(91.0, 150.0));
}

#[test]
fn a_press_is_told_by_its_entity() {
    let mut stage = Stage::new();
    for row in 0..20 {
        stage.physics.grid_mut().set_tile(stage.layer, TileCoord::new(5, row), Some(stage.stone));
    }
    stage.physics.gravity = Vec2::ZERO;
    let press = stage.lift([107.0, 140.0], [16.0, 32.0], [-60.0, 0.0]);
    let actor = stage.body([99.0, 149.0]);
    let mut begun = Vec::new();
    for _ in 0..6 {
        stage.step();
        for event in stage.physics.events() {
            if let EventKind::SquishBegin { pusher, depth, .. } = event.kind {
                begun.push((event.entity, stage.physics.pusher_entity(pusher), depth));
            }
        }
    }
    assert_eq!(begun, [(actor, Some(press), 256)]);
    let id = stage.body_id(actor);
    let squish = stage.physics.squishes(id)[0];
    assert_eq!(
        (squish.pusher, stage.physics.squish_depth(&squish)),
        (PushSource::Mover(stage.id(press)), Some(768))
    );
    stage
        .insert(actor, tilephys_ecs::RideSettings { squish: SquishPolicy::BlockMover, ..Default::default() });
    *stage.world.get::<&mut Position>(actor).unwrap() = Position::new(96.0, 300.0);
    *stage.world.get::<&mut Position>(press).unwrap() = Position::new(105.0, 290.0);
    for row in 17..20 {
        stage.physics.grid_mut().set_tile(stage.layer, TileCoord::new(5, row), Some(stage.stone));
    }
    (0..6).for_each(|_| stage.step());
    assert_eq!((stage.at(press).x, stage.at(actor).x), (104.0, 96.0));
    assert_eq!(stage.physics.squishes(id), []);
}

#[test]
fn solid_bodies_stack_and_what_was_solid_is_no_more() {
    let mut stage = Stage::new();
    let lift = stage.lift([100.0, 160.0], [32.0, 8.0], [0.0, 0.0]);
    let (low, high) = (stage.body([110.0, 140.0]), stage.body([110.0, 120.0]));
    let solid = Solid(stage.stone);
    stage.insert(low, solid);
    stage.insert(high, solid);
    (0..60).for_each(|_| stage.step());
    assert_eq!([stage.at(low).y, stage.at(high).y], [149.0, 138.0]);
    stage.world.get::<&mut Velocity>(lift).unwrap().0.x = 60.0;
    (0..60).for_each(|_| stage.step());
    assert_eq!([stage.at(low), stage.at(high)], [Vec2::new(170.0, 149.0), Vec2::new(170.0, 138.0)]);
    let floor = stage.physics.floor(stage.body_id(high)).unwrap();
    assert_eq!(stage.physics.box_entity(floor.off_grid.unwrap()), Some(low));
    stage.world.get::<&mut Velocity>(lift).unwrap().0.x = 0.0;
    (0..10).for_each(|_| stage.step());
    // A solid body is stopped by other bodies, if they are not solid.
    stage.world.remove_one::<Solid>(low).unwrap();
    (0..60).for_each(|_| stage.step());
    assert_eq!(stage.at(high).y, 138.0);
    stage.world.remove_one::<Solid>(high).unwrap();
    (0..60).for_each(|_| stage.step());
    assert_eq!(stage.at(high).y, 149.0);
    stage.world.despawn(high).unwrap();
    stage.step();
    assert_eq!(stage.physics.grid().off_grid_shapes().count(), 1);
}

#[test]
fn a_body_becomes_a_mover_and_a_body_again() {
    let mut stage = Stage::new();
    let entity = stage.body([100.0, 100.0]);
    stage.step();
    let id = stage.body_id(entity);
    let mover = Mover { layer: stage.layer, tile: stage.stone };
    stage.insert(entity, mover);
    *stage.world.get::<&mut Velocity>(entity).unwrap() = Velocity::new(0.0, -60.0);
    stage.step();
    assert_eq!((stage.at(entity).y, stage.physics.len()), (99.25, 0));
    assert_eq!(stage.physics.entity(id), None);
    stage.world.remove_one::<Mover>(entity).unwrap();
    stage.step();
    assert_eq!((stage.at(entity).y, stage.physics.entity(id)), (98.5, Some(entity)));
    assert_eq!(stage.physics.grid().off_grid_shapes().count(), 0);
}

#[test]
fn copies_get_ids_of_their_own_in_the_order_in_which_they_came() {
    let mut stage = Stage::new();
    let lifts: Vec<Entity> =
        (0..3).map(|k| stage.lift([k as f32 * 50.0, 0.0], [8.0, 8.0], [0.0; 2])).collect();
    stage.step();
    assert_eq!(lifts.iter().map(|e| stage.id(*e).0).collect::<Vec<_>>(), [0, 1, 2]);
    let copies: Vec<Entity> =
        (0..3).map(|k| stage.lift([k as f32 * 50.0, 99.0], [8.0, 8.0], [0.0; 2])).collect();
    for copy in &copies {
        stage.insert(*copy, MoverId(1));
    }
    // Another archetype, that comes later.
    stage.insert(copies[0], "a name");
    let spawned =
        (Position::new(0.0, 200.0), Collider::new(8.0, 8.0), Mover { layer: stage.layer, tile: stage.stone });
    let spawned = stage.physics.spawn(&mut stage.world, spawned);
    stage.step();
    assert_eq!(lifts.iter().map(|e| stage.id(*e).0).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(stage.id(spawned), MoverId(3));
    assert_eq!(copies.iter().map(|e| stage.id(*e).0).collect::<Vec<_>>(), [4, 5, 6]);
    for entity in lifts.iter().chain(&copies).chain([&spawned]) {
        assert_eq!(stage.physics.mover_entity(stage.id(*entity)), Some(*entity));
    }
    assert_eq!(stage.physics.grid().off_grid_shapes().count(), 7);
    // The last ids: after them the lowest that is free.
    stage.insert(copies[2], MoverId(u32::MAX));
    stage.world.despawn(lifts[1]).unwrap();
    stage.step();
    let late = stage.lift([0.0, 400.0], [8.0, 8.0], [0.0; 2]);
    stage.step();
    assert_eq!((stage.id(copies[2]), stage.id(late)), (MoverId(u32::MAX), MoverId(1)));
}

#[test]
fn one_engine_steps_the_movers_of_two_worlds_by_turns() {
    let mut stage = Stage::new();
    let lift = stage.lift([100.0, 160.0], [32.0, 8.0], [60.0, 0.0]);
    let rider = stage.body([110.0, 149.0]);
    let mut other = World::new();
    let mover = Mover { layer: stage.layer, tile: stage.stone };
    let door = other.spawn((Position::new(112.0, 148.0), Collider::new(8.0, 8.0), mover));
    for tick in 1..=30 {
        stage.step();
        assert_eq!(stage.at(rider) - stage.at(lift), Vec2::new(10.0, -11.0), "tick {tick}");
        stage.physics.step(&mut other, DT);
        assert_eq!(stage.physics.grid().off_grid_shapes().count(), 1);
    }
    assert_eq!(stage.at(lift).x, 130.0);
    assert_eq!(other.get::<&Position>(door).unwrap().px(), Vec2::new(112.0, 148.0));
}

#[test]
fn what_is_taken_over_between_steps_is_in_the_fingerprint() {
    let mut stage = Stage::new();
    let lift = stage.lift([100.0, 160.0], [32.0, 8.0], [60.0, 0.0]);
    stage.insert(lift, MoveTo(None));
    let mut hashes = vec![];
    let mut sync = |stage: &mut Stage| {
        stage.physics.sync(&mut stage.world);
        hashes.push(stage.physics.state_hash());
    };
    sync(&mut stage);
    stage.world.get::<&mut Velocity>(lift).unwrap().0.x = 61.0;
    sync(&mut stage);
    stage.world.get::<&mut MoveTo>(lift).unwrap().0 = Some(Position::new(1.0, 2.0));
    sync(&mut stage);
    stage.world.get::<&mut MoveTo>(lift).unwrap().0 = None;
    sync(&mut stage);
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[3] == hashes[1], "{hashes:?}");
    assert_eq!(stage.at(lift), Vec2::new(100.0, 160.0));
}

/// A step of the plain loop calls no hooks; this one calls them for marked bodies.
#[test]
fn collision_hooks_run_for_entities_that_use_hooks() {
    struct Ghosts;
    impl tilephys_ecs::CollisionHooks for Ghosts {
        fn should_collide(&self, _body: BodyId, _met: &tilephys_ecs::Obstacle) -> bool {
            false
        }
    }
    struct Hooks(Ghosts);
    impl tilephys_ecs::StepHooks for Hooks {
        fn rules(&self) -> Option<&dyn tilephys_ecs::CollisionHooks> {
            Some(&self.0)
        }
    }
    let mut stage = Stage::new();
    for col in 0..20 {
        stage.physics.grid_mut().set_tile(stage.layer, TileCoord::new(col, 10), Some(stage.stone));
    }
    let (ghost, walker) = (stage.body([40.0, 149.0]), stage.body([80.0, 149.0]));
    stage.insert(ghost, tilephys_ecs::UseCollisionHooks);
    stage.physics.step_with(&mut stage.world, DT, &mut Hooks(Ghosts));
    assert_eq!([stage.at(ghost).y, stage.at(walker).y], [149.25, 149.0]);
}

#[test]
fn predictions_respect_ignored_pairs() {
    let mut stage = Stage::new();
    for col in 0..20 {
        stage.physics.grid_mut().set_tile(stage.layer, TileCoord::new(col, 10), Some(stage.stone));
    }
    let body = stage.body([20.0, 100.0]);
    stage.physics.sync(&mut stage.world);
    let (id, mut predicted) = (stage.body_id(body), Vec::new());
    stage.physics.predict(id, 30, DT, &mut |ahead: tilephys_ecs::PredictedTick| {
        predicted.push(ahead.body.position);
        true
    });
    for (tick, expected) in predicted.iter().enumerate() {
        stage.step();
        assert_eq!(stage.world.get::<&Position>(body).unwrap().at, *expected, "tick {tick}");
    }
    assert_eq!((predicted.len(), stage.at(body).y), (30, 149.0));
    let (layer, tile) = (stage.layer, stage.stone);
    for col in 1..=1 {
        let met = tilephys_ecs::Obstacle { layer, cell: TileCoord::new(col, 10), tile, off_grid: None };
        assert!(stage.physics.ignore(id, met, 60));
    }
    (0..20).for_each(|_| stage.step());
    assert!(stage.at(body).y > 150.0);
}

/// Hooks steer movers alike in the plain loop and in the ECS.
#[test]
fn the_plain_loop_steers_movers_within_the_step_too() {
    struct Hooks(MoverId);
    impl StepHooks for Hooks {
        fn control(&mut self, controls: &mut ControlContext) {
            assert!(controls.set_mover_velocity(self.0, Vec2::new(60.0, 0.0)));
            assert!(!controls.set_mover_velocity(self.0, Vec2::new(f32::NAN, 0.0)));
        }
    }
    let stage = Stage::new();
    let mut core = tilephys_core::World::new(stage.physics.grid().clone());
    let lift = tilephys_core::platform::Mover::new(Vec2::ZERO, Vec2::splat(8.0), stage.layer, stage.stone);
    let lift = core.add_mover(lift).unwrap();
    core.step_with(DT, &mut Hooks(lift));
    assert_eq!(core.mover_moved(lift), Some(px(1, 0)));
}
