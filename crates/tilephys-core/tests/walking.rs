//! Character movement in a world: hooks, ignored things, predictions, sizes, friction, conveyors.

use crate::stage::step_with_velocity;
use glam::{IVec2, UVec2, Vec2};
use std::sync::Mutex;
use tilephys_core::{
    Body, BodyId, CollisionHooks, Event, EventKind, Hit, LayerId, MoveConfig, Obstacle, Profile, ProfileId,
    Response, StepHooks, Tile, TileCoord, TileGrid, TileId, Walk, World,
    moves::{Foot, HitResponse, MoveHooks, TransientState},
    predict::{PredictedTick, PredictionVisitor},
    shape::{OneWay, Slope, TileShape},
};
use tilephys_core::{BodyState, Direction};

const DT: f32 = 1.0 / 60.0;
const PX: i32 = 256;

/// A floor in row 10, its upper edge at y = 160, with a wall in column 20 over it; a layer and whole tiles of category 1.
struct Scene {
    grid: TileGrid,
    layer: LayerId,
    stone: TileId,
}

fn scene() -> Scene {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    for col in 0..40 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(stone));
    }
    for row in 5..10 {
        grid.set_tile(layer, TileCoord::new(20, row), Some(stone));
    }
    Scene { grid, layer, stone }
}

impl Scene {
    fn add(&mut self, tile: Tile, cells: impl IntoIterator<Item = (i32, i32)>) -> TileId {
        let id = self.grid.add_tile(tile);
        for (col, row) in cells {
            self.grid.set_tile(self.layer, TileCoord::new(col, row), Some(id));
        }
        id
    }

    fn shape(&mut self, shape: TileShape, cells: impl IntoIterator<Item = (i32, i32)>) -> TileId {
        self.add(Tile { shape, ..Tile::default() }, cells)
    }
}

fn actor(x: f32, y: f32) -> Body {
    Body::new(Vec2::new(x, y), Vec2::new(8.0, 11.0))
}

fn walker(walk: Walk) -> Profile {
    Profile { movement: MoveConfig { walk, ..MoveConfig::default() }, ..Profile::default() }
}

/// A world with gravity and one body.
fn world_of(scene: Scene, profile: Profile, body: Body) -> (World, BodyId) {
    let mut world = World::new(scene.grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let profile = world.add_profile(profile);
    let id = world.spawn(profile, body);
    (world, id)
}

#[test]
fn masked_solids_neither_stop_nor_hold_a_body() {
    let scene = scene();
    let wall = |met: &Obstacle| met.cell.col != 20;
    let choices = MoveHooks { meets: &wall, ..MoveHooks::NONE };
    let (mut body, mut hits) = (actor(300.0, 149.0), Vec::new());
    let moved = scene.grid.move_by_choices(
        &mut body,
        Vec2::new(40.0, 0.25),
        &MoveConfig::default(),
        &choices,
        &mut hits,
    );
    assert_eq!((body.position_px(), moved.pushed), (Vec2::new(340.0, 149.0), IVec2::ZERO));
    assert_eq!(moved.floor.map(|floor| floor.cell.row), Some(10), "the floor in column 21 or 22 holds it");
    // Inside of the wall it is free, and leaves it as it came.
    let mut inside = actor(324.0, 140.0);
    let moved =
        scene.grid.move_by_choices(&mut inside, Vec2::ZERO, &MoveConfig::default(), &choices, &mut hits);
    assert_eq!((moved.pushed, moved.stuck), (IVec2::ZERO, false));
    let moved = scene.grid.move_and_slide(&mut inside, Vec2::ZERO, &MoveConfig::default(), &mut hits);
    assert!(moved.pushed != IVec2::ZERO || moved.stuck, "without the choice it is inside");
}

#[test]
fn the_game_answers_hits_in_their_order() {
    let scene = scene();
    let asked = Mutex::new(Vec::new());
    let responds = |hit: &Hit, velocity: Vec2| {
        asked.lock().expect("no panic").push((hit.target.cell.col, hit.target.cell.row, velocity));
        match hit.shape.normal.y {
            0 => HitResponse::Go { velocity: Vec2::new(-30.0, -90.0), left: IVec2::new(0, -10 * PX) },
            _ => HitResponse::Default,
        }
    };
    let choices = MoveHooks { responds: &responds, ..MoveHooks::NONE };
    let mut body = Body { velocity: Vec2::new(60.0, 60.0), ..actor(300.0, 147.0) };
    let mut hits = Vec::new();
    scene.grid.move_by_choices(&mut body, Vec2::splat(24.0), &MoveConfig::default(), &choices, &mut hits);
    assert_eq!(
        *asked.lock().expect("no panic"),
        [(19, 10, Vec2::splat(60.0)), (20, 9, Vec2::new(60.0, 0.0))]
    );
    assert_eq!((body.position_px(), body.velocity), (Vec2::new(312.0, 139.0), Vec2::new(-30.0, -90.0)));
    assert_eq!(hits.len(), 2);
}

#[test]
fn one_hit_may_have_another_response_or_end_the_move() {
    let scene = scene();
    let go = |answer: HitResponse| {
        let responds = move |_: &Hit, _: Vec2| answer;
        let choices = MoveHooks { responds: &responds, ..MoveHooks::NONE };
        let mut body = Body { velocity: Vec2::new(60.0, 0.0), ..actor(300.0, 100.0) };
        scene.grid.move_by_choices(
            &mut body,
            Vec2::new(24.0, 0.0),
            &MoveConfig::default(),
            &choices,
            &mut Vec::new(),
        );
        (body.position_px().x, body.velocity.x)
    };
    assert_eq!(go(HitResponse::Default), (312.0, 0.0));
    assert_eq!(go(HitResponse::Use(Response::Bounce { restitution: 1.0 })), (300.0, -60.0));
    assert_eq!(go(HitResponse::End), (312.0, 60.0));
    assert_eq!(go(HitResponse::Use(Response::PassThrough)), (312.0, 0.0));
}

/// Bodies of even ids pass the wall in column 20; bodies of odd ids turn back at it.
struct EvenPass;

impl CollisionHooks for EvenPass {
    fn should_collide(&self, body: BodyId, met: &Obstacle) -> bool {
        body.0 % 2 == 1 || met.cell.col != 20 || met.cell.row == 10
    }

    fn responds(&self, _: BodyId, hit: &Hit, velocity: Vec2) -> HitResponse {
        match hit.shape.normal.x {
            0 => HitResponse::Default,
            _ => HitResponse::Go { velocity: Vec2::new(-velocity.x, velocity.y), left: IVec2::ZERO },
        }
    }
}

impl StepHooks for EvenPass {
    fn rules(&self) -> Option<&dyn CollisionHooks> {
        Some(&EvenPass)
    }
}

#[test]
fn collision_hooks_run_for_profiles_that_use_hooks() {
    let mut world = World::new(scene().grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let asks = world.add_profile(Profile { use_hooks: true, ..Profile::default() });
    for (id, profile) in [(0, asks), (1, asks), (2, ProfileId::DEFAULT)] {
        let body = Body { velocity: Vec2::new(90.0, 0.0), ..actor(300.0, 149.0) };
        world.spawn_as(BodyId(id), profile, body);
    }
    for _ in 0..40 {
        world.step_with(DT, &mut EvenPass);
    }
    let x = |id: u32| world.body(BodyId(id)).expect("it is there").position_px().x;
    assert!(x(0) > 350.0 && x(1) < 290.0, "{} {}", x(0), x(1));
    assert_eq!(x(2), 312.0, "the third does not ask");
    assert!((0..3).all(|id| world.state(BodyId(id)).expect("it is there").on_floor()));
}

#[test]
fn what_is_ignored_is_met_again_after_its_ticks() {
    let scene = scene();
    let met = Obstacle { layer: scene.layer, cell: TileCoord::new(5, 10), tile: scene.stone, off_grid: None };
    // The body is narrower than the tile, which alone holds it.
    let (mut world, id) = world_of(scene, Profile::default(), actor(84.0, 149.0));
    for _ in 0..3 {
        world.step(DT);
    }
    assert!(world.state(id).expect("it is there").on_floor());
    assert!(world.ignore(id, met, 3));
    let mut falls = 0;
    for _ in 0..10 {
        world.step(DT);
        falls += u32::from(!world.state(id).expect("it is there").on_floor());
    }
    // Then it is a little inside and is put back on top.
    assert_eq!(falls, 3);
    assert_eq!(world.body(id).expect("it is there").position_px().y, 149.0);
}

/// Runs, and jumps in tick 5 of 25.
fn jump(tick: u32, velocity: Vec2) -> Vec2 {
    Vec2::new(80.0, if tick % 25 == 5 { -200.0 } else { velocity.y })
}

struct Foresee(Vec<(Body, BodyState, Vec<Event>)>);

impl PredictionVisitor for Foresee {
    fn control(&mut self, tick: u32, body: &mut Body, _: BodyState) {
        body.velocity = jump(tick, body.velocity);
    }

    fn see(&mut self, ahead: PredictedTick) -> bool {
        self.0.push((ahead.body, ahead.state, ahead.events.to_vec()));
        ahead.tick < 100
    }
}

#[test]
fn a_prediction_is_what_comes() {
    let mut scene = scene();
    let slope = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 16 * PX] });
    scene.shape(slope, [(9, 9)]);
    scene.shape(TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up)), [(12, 7), (13, 7)]);
    let walk = Walk { wall_retain_ticks: 4, corner_correct_up: 4.0, friction: 50.0, ..Walk::default() };
    // A body begins anew where it is spawned, whatever its old place left to it.
    let memory = TransientState { retained: 200.0, retain_ticks: 4, ..TransientState::NONE };
    let (mut world, id) = world_of(scene, walker(walk), Body { memory, ..actor(100.0, 149.0) });
    let (mut ahead, before) = (Foresee(Vec::new()), world.state_hash());
    world.predict(id, 1000, DT, &mut ahead);
    assert_eq!(world.state_hash(), before, "nothing is touched");
    assert_eq!(ahead.0.len(), 100, "it ends when nobody wants to see more");
    for (tick, foreseen) in (1..).zip(&ahead.0) {
        step_with_velocity(&mut world, DT, id, |velocity| jump(tick, velocity));
        let body = world.body(id).expect("it is there");
        let state = world.state(id).expect("it is there");
        assert_eq!((body, state, world.events().to_vec()), *foreseen, "tick {tick}");
    }
}

/// A slope in cell (5, 9) that rises to the right, and on it a body that stands on its middle: its right corner is 4 px deep in
/// the slope.
fn on_its_middle() -> (TileGrid, Body, MoveConfig) {
    let mut scene = scene();
    let slope = Slope { side: Direction::Down, heights: [0, 16 * PX] };
    scene.shape(TileShape::Slope(slope), [(5, 9)]);
    let walk = Walk { foot: Foot::Center, wall_retain_ticks: 4, ..Walk::default() };
    (scene.grid, actor(84.0, 141.0), MoveConfig { walk, ..MoveConfig::default() })
}

#[test]
fn a_body_on_its_middle_crouches_and_stands_up_on_a_slope() {
    let (mut grid, mut body, config) = on_its_middle();
    assert!(grid.floor(&body, &config).is_some(), "it stands");
    assert!(grid.resize(&mut body, IVec2::new(8 * PX, 7 * PX), &config));
    assert_eq!(body.position_px(), Vec2::new(84.0, 145.0), "its feet stay");
    assert!(grid.resize(&mut body, IVec2::new(8 * PX, 11 * PX), &config));
    assert_eq!(body.position_px(), Vec2::new(84.0, 141.0));
    let stone = grid.add_tile(Tile::default());
    let layer = grid.add_layer("ceiling");
    grid.set_tile(layer, TileCoord::new(5, 8), Some(stone));
    assert!(!grid.resize(&mut body, IVec2::new(8 * PX, 14 * PX), &config), "under the ceiling");
}

#[test]
fn a_body_regains_level_speed_with_only_a_corner_on_a_slope() {
    let (grid, body, config) = on_its_middle();
    let remembering = |retained: f32| Body {
        memory: TransientState { retained, retain_ticks: 3, ..TransientState::NONE },
        ..body
    };
    let mut downhill = remembering(-90.0);
    assert!(grid.recall(&mut downhill, &config));
    assert_eq!((downhill.velocity.x, downhill.memory), (-90.0, TransientState::NONE));
    let mut uphill = remembering(90.0);
    assert!(!grid.recall(&mut uphill, &config), "its middle would be in the slope");
    assert_eq!(uphill, remembering(90.0));
}

#[test]
fn a_one_way_line_sets_rising_and_level_bodies_on_top() {
    let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    let go = |walk: Walk, velocity: Vec2, ticks: u32| {
        let mut scene = scene();
        scene.shape(line.clone(), (2..12).map(|col| (col, 7)));
        // The line is at y = 112; feet 5 px under it.
        let (mut world, id) = world_of(scene, walker(walk), Body { velocity, ..actor(60.0, 106.0) });
        world.gravity = Vec2::ZERO;
        for _ in 0..ticks {
            world.step(DT);
        }
        (world.body(id).expect("it is there").position_px(), world.events().to_vec())
    };
    let assist = Walk { one_way_assist: 40.0, ..Walk::default() };
    let by_itself = go(Walk::default(), Vec2::new(0.0, -3.0), 3).0.y;
    assert!((by_itself - 105.85).abs() < 5e-3, "{by_itself}");
    let lifted = go(assist, Vec2::new(0.0, -3.0), 3).0.y;
    assert!((lifted - 103.85).abs() < 5e-3, "{lifted}");
    let nudge = Walk { one_way_nudge: 6.0, ..Walk::default() };
    assert_eq!(go(Walk::default(), Vec2::new(60.0, 0.0), 1).0.y, 106.0);
    let (place, events) = go(nudge, Vec2::new(60.0, 0.0), 1);
    assert_eq!(place, Vec2::new(61.0, 101.0));
    assert!(
        events.iter().any(|e| e.kind == EventKind::CornerCorrected { by: IVec2::new(0, -5 * PX) }),
        "{events:?}"
    );
    assert_eq!(go(Walk { one_way_nudge: 4.0, ..nudge }, Vec2::new(60.0, 0.0), 1).0.y, 106.0);
}

#[test]
fn a_tile_whose_shape_is_wholly_beyond_its_cell_goes_with_it() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let beside = tilephys_core::Aabb::new(IVec2::new(-8 * PX, 0), IVec2::new(-4 * PX, 16 * PX));
    let tile = grid.add_tile(Tile { shape: TileShape::Box(beside), ..Tile::default() });
    let there = tilephys_core::Aabb::new(IVec2::new(41 * PX, 50 * PX), IVec2::new(43 * PX, 52 * PX));
    grid.set_tile(layer, TileCoord::new(3, 3), Some(tile));
    assert!(grid.overlaps(there, u32::MAX));
    grid.set_tile(layer, TileCoord::new(3, 3), None);
    assert!(!grid.overlaps(there, u32::MAX));
    assert_eq!(grid.memory().chunks, 0);
}
