//! Collision filters agree everywhere: wall memory, resizing, floors, conveyors, friction.

use crate::stage::{Stage, TICK};
use glam::{IVec2, Vec2};
use tilephys_core::*;
use tilephys_core::{moves::TransientState, platform::SquishPolicy};

const PX: i32 = 256;

/// A solid tile of the stage, as bodies meet it.
fn met(stage: &Stage, col: i32, row: i32) -> Obstacle {
    Obstacle { layer: stage.layer, cell: TileCoord::new(col, row), tile: stage.stone, off_grid: None }
}

#[test]
fn a_solid_body_takes_its_speed_back_where_the_wall_ends() {
    for is_solid in [false, true] {
        let mut stage = Stage::new();
        stage.tiles(6..7, 9..12);
        let stone = stage.stone;
        let id = stage.actor_with([88.0, 150.0], |profile| {
            profile.solid = is_solid.then_some(stone);
            let walk = Walk { wall_retain_ticks: 20, ..Walk::default() };
            profile.movement.walk = walk;
        });
        stage.world.set_velocity(id, Vec2::new(60.0, -300.0));
        stage.steps(1);
        assert_eq!(stage.velocity(id)[0], 0.0, "solid: {is_solid}");
        stage.steps(6);
        assert_eq!(stage.velocity(id)[0], 60.0, "solid: {is_solid}");
    }
}

#[test]
fn only_colliding_solids_refuse_a_resize() {
    let mut stage = Stage::new();
    stage.tiles(6..7, 8..9);
    let id = stage.actor([100.0, 144.0]);
    let tall = IVec2::new(8, 22) * PX;
    assert!(!stage.world.resize(id, tall));
    let tile = met(&stage, 6, 8);
    assert!(stage.world.ignore(id, tile, 60));
    assert!(stage.world.resize(id, tall), "an ignored tile takes no room");

    let mut stage = Stage::new();
    let collide = |profile: &mut Profile| profile.collide = Some(BodyCollision::default());
    let [low, high] = [[100.0, 144.0], [102.0, 130.0]].map(|at| stage.actor_with(at, collide));
    assert!(!stage.world.resize(low, tall), "the other body takes room");
    assert!(stage.world.ignore_pair(low, high, true));
    assert!(stage.world.resize(low, tall));
}

#[test]
fn a_floor_that_is_ignored_does_not_move_or_hold_a_body() {
    let mut stage = Stage::new();
    let material = Material { conveyor: Vec2::new(30.0, 0.0), ..Material::default() };
    stage.stone = stage.world.grid.add_tile(Tile { material, ..Tile::default() });
    stage.tiles(0..20, 10..11);
    let id = stage.actor_with([36.0, 149.0], |profile| {
        profile.movement.walk = Walk { friction: 600.0, ..Walk::default() };
    });
    stage.steps(1);
    assert!(stage.on_floor(id) && stage.at(id)[0] == 36.5);
    assert!(stage.world.ignore(id, met(&stage, 2, 10), 60));
    assert_eq!(stage.world.floor(id), None);
    stage.world.set_velocity(id, Vec2::new(60.0, 0.0));
    stage.world.step(TICK);
    // Not slowed down, moved by its own velocity only; the velocity of the conveyor is added as it leaves it.
    assert_eq!((stage.velocity(id), stage.at(id)[0]), ([90.0, 0.0], 37.5));
}

#[test]
fn an_ignored_mover_stays_ignored_while_moving() {
    let mut stage = Stage::new();
    let mover = stage.mover([2.0, 0.0], [16.0, 16.0], [240.0, 0.0]);
    let id = stage.actor([40.0, 2.0]);
    let shape = stage.world.mover_box(mover).expect("a mover");
    // The cell is the first that the mover was in.
    let met = Obstacle { off_grid: Some(shape), ..met(&stage, 0, 0) };
    assert!(stage.world.ignore(id, met, 60));
    stage.steps(10);
    assert_eq!((stage.mover_at(mover).x, stage.at(id)[0]), (42.0, 40.0), "the mover passes through the body");
    let elsewhere = Obstacle { cell: TileCoord::new(9, 9), ..met };
    assert!(stage.world.ignore(id, elsewhere, 0));
    assert_eq!(stage.world.body(id).map(|body| body.memory.ignores_something()), Some(false));
}

#[test]
fn a_solid_body_that_is_stopped_touches_what_is_beside_it() {
    let mut stage = Stage::new();
    stage.tiles(0..1, 0..2);
    let wall = Aabb { min: IVec2::new(40, 0) * PX, max: IVec2::new(56, 16) * PX };
    stage.world.grid.add_box(stage.layer, wall, stage.stone);
    let blocks = |profile: &mut Profile| profile.riding.squish = SquishPolicy::BlockMover;
    stage.actor_with([32.0, 2.0], blocks);
    let solid = Profile { solid: Some(stage.stone), ..Profile::default() };
    let solid = stage.world.add_profile(solid);
    let id = stage.world.spawn(solid, Body::new(Vec2::new(16.0, 0.0), Vec2::splat(16.0)));
    stage.world.set_velocity(id, Vec2::new(300.0, 0.0));
    stage.steps(1);
    assert_eq!(stage.at(id), [16.0, 0.0]);
    let sides = stage.world.state(id).expect("a body").contacts().sides;
    assert!(sides.contains(Direction::Left), "{sides:?}");
}

#[test]
fn the_box_of_a_solid_body_has_its_new_size_at_once() {
    let mut stage = Stage::new();
    let solid = stage.world.add_profile(Profile { solid: Some(stage.stone), ..Profile::default() });
    let body = Body::new(Vec2::new(16.0, 16.0), Vec2::splat(8.0));
    let id = stage.world.spawn(solid, body);
    stage.steps(1);
    let beyond = Aabb { min: IVec2::new(29, 18) * PX, max: IVec2::new(31, 20) * PX };
    let takes = |stage: &Stage| stage.world.grid.overlaps(beyond, u32::MAX);
    assert!(!takes(&stage));
    stage.world.set_body(id, Body::new(Vec2::new(16.0, 16.0), Vec2::splat(16.0)));
    assert!(takes(&stage));
    assert!(stage.world.resize(id, IVec2::new(8, 16) * PX) && !takes(&stage));
    stage.steps(1);
    assert!(!takes(&stage));
}

#[test]
fn what_spawn_accepts_restore_accepts() {
    let mut stage = Stage::new();
    let mut body = Body::new(Vec2::new(16.0, 16.0), Vec2::splat(8.0));
    body.memory = TransientState {
        dropped_from: Some(IVec2::MAX),
        drop_ticks: 3,
        time_scale: -0.0,
        ..TransientState::NONE
    };
    stage.world.spawn(ProfileId::DEFAULT, body);
    let (hash, saved) = (stage.world.state_hash(), stage.world.snapshot());
    stage.world.restore(&saved).expect("a snapshot of this world");
    assert_eq!(stage.world.state_hash(), hash);
    stage.steps(5);
}

#[test]
fn a_dropped_line_holds_again_once_the_body_was_past_it() {
    let mut stage = Stage::new();
    stage.world.grid.set_tile(stage.layer, TileCoord::new(6, 10), Some(stage.line));
    let id = stage.actor([100.0, 149.0]);
    stage.steps(1);
    assert!(stage.on_floor(id) && stage.world.drop_through(id));
    for (speed, steps, y) in [(600.0, 3, 179.0), (-600.0, 4, 139.0), (600.0, 4, 149.0)] {
        stage.world.set_velocity(id, Vec2::new(0.0, speed));
        stage.steps(steps);
        assert_eq!(stage.at(id)[1], y, "{speed}");
    }
    assert!(stage.on_floor(id));
}
