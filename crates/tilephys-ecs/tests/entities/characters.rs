//! Characters by the character controller: as entities they have the bits of a world without an ECS.

use glam::{UVec2, Vec2};
use tilephys_core::{
    Body, ControlContext, Profile, StepHooks, Tile,
    shape::{OneWay, TileShape},
};
use tilephys_ecs::{
    BodyId, BodyState, Collider, Direction, FeelZone, Physics, Position, TileCoord, TileGrid, Trigger,
    Velocity,
};
use tilephys_feel::{Button, Crouch, Feel, FeelState, Input};

const DT: f32 = 1.0 / 60.0;

fn grid() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    let line = grid.add_tile(Tile { shape: line, ..Tile::default() });
    for col in 0..40 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(stone));
        grid.set_tile(layer, TileCoord::new(col, 8), (col % 5 == 4).then_some(line));
    }
    for row in 5..10 {
        grid.set_tile(layer, TileCoord::new(20, row), Some(stone));
    }
    grid
}

/// Input of a tick: run, jump, crouch, drop.
fn input(tick: u32, before: Button) -> Input {
    Input {
        along: if tick % 200 < 130 { 1.0 } else { -1.0 },
        upward: if tick % 90 > 60 { -1.0 } else { 0.0 },
        jump: before.next(tick % 45 > 30),
        dash: Button { held: false, pressed: tick % 100 == 99 },
        grab: false,
    }
}

struct Alone {
    id: BodyId,
    feel: Feel,
    state: FeelState,
    input: Input,
}

impl StepHooks for Alone {
    fn control(&mut self, bodies: &mut ControlContext) {
        self.feel.drive(bodies, self.id, &mut self.state, &mut self.input).expect("it is there");
    }
}

#[test]
fn a_character_moves_as_in_a_world_of_the_engine_alone() {
    let crouch = Some(Crouch { height: 8.0, standing_height: 12.0, width: 8.0, speed: 0.5 });
    let feel = Feel { crouch, ..Feel::celeste() };
    let gravity = Vec2::new(0.0, feel.gravity);
    let mut physics = Physics::new(grid());
    physics.gravity = gravity;
    let mut entities = hecs::World::new();
    let body = (Position::new(40.0, 140.0), Velocity::default(), Collider::new(8.0, 12.0));
    let hero = physics.spawn(&mut entities, body);
    entities.insert_one(hero, feel.walk(Default::default())).expect("it was spawned");
    let id = *entities.get::<&BodyId>(hero).expect("it has one");

    let mut world = tilephys_core::World::new(grid());
    world.gravity = gravity;
    let profile = world.add_profile(feel.profile(Profile::default(), gravity));
    let body = Body::new(Vec2::new(40.0, 140.0), Vec2::new(8.0, 12.0));
    let alone = world.spawn(profile, body);
    let (state, input_now) = (FeelState::default(), Input::default());
    let mut alone = Alone { id: alone, feel: feel.clone(), state, input: input_now };
    let (mut state, mut jumps, mut drops, mut sizes) = (state, 0, 0, 0);
    for tick in 0..900 {
        let now = input(tick, alone.input.jump);
        alone.input = now;
        world.step_with(DT, &mut alone);
        physics.step_controlled(&mut entities, DT, |entities, bodies| {
            let mut velocity = entities.get::<&mut Velocity>(hero).expect("it has one");
            let command =
                bodies.feel(id, &mut velocity, &feel, &mut state, &mut { now }).expect("it is there");
            jumps += u32::from(command.jumped.is_some());
            drops += u32::from(command.drop_through);
            sizes += u32::from(command.resize.is_some());
        });
        let expected = world.body(alone.id).expect("it is there");
        let collider = *entities.get::<&Collider>(hero).expect("it has one");
        let offset = collider.offset.as_vec2() / 256.0;
        let at = entities.get::<&Position>(hero).expect("it has one").px() + offset;
        let velocity = entities.get::<&Velocity>(hero).expect("it has one").0;
        let (got, wanted) =
            ((at, velocity, collider.size), (expected.position_px(), expected.velocity, expected.size));
        assert_eq!(got, wanted, "tick {tick}");
        assert_eq!(state, alone.state, "tick {tick}");
    }
    assert!(jumps > 5 && drops > 0 && sizes > 5, "{jumps} jumps, {drops} drops, {sizes} sizes");
}

/// A climber of 8 x 11 px in a column with a ladder from `top` down to the floor at y = 160, and one-way lines at y = 128.
fn climber(top: f32, feet: f32) -> (Physics, hecs::World, hecs::Entity) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let stone = grid.add_tile(Tile::default());
    let line = TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up));
    let line = grid.add_tile(Tile { shape: line, ..Tile::default() });
    for col in 0..10 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(stone));
        grid.set_tile(layer, TileCoord::new(col, 8), Some(line));
    }
    let mut physics = Physics::new(grid);
    physics.gravity.y = 900.0;
    let mut world = hecs::World::new();
    world.spawn((
        Position::new(80.0, top),
        Collider::new(16.0, 160.0 - top),
        Trigger::default(),
        FeelZone::Ladder,
    ));
    let body = (Position::new(84.0, feet - 11.0), Velocity::default(), Collider::new(8.0, 11.0));
    let hero = physics.spawn(&mut world, (body.0, body.1, body.2, Feel::mega_man()));
    (physics, world, hero)
}

/// Holds up or down for some ticks. Returns the place of the feet and whether they stand, after each tick.
fn climb(game: &mut (Physics, hecs::World, hecs::Entity), upward: f32, ticks: usize) -> Vec<(f32, bool)> {
    let (physics, world, hero) = game;
    let tick = |_| {
        world.get::<&mut Input>(*hero).unwrap().upward = upward;
        physics.step(world, DT);
        let feet = world.get::<&Position>(*hero).unwrap().px().y + 11.0;
        (feet, world.get::<&BodyState>(*hero).unwrap().on_floor())
    };
    (0..ticks).map(tick).collect()
}

#[test]
fn a_ladder_ends_at_the_top_of_its_zone() {
    // With a platform there the character stands on it; else it hangs on by 1/256 px.
    for (top, end) in
        [(128.0, (128.0, true)), (120.0, (120.0 + 1.0 / 256.0, false)), (136.0, (136.0 + 1.0 / 256.0, false))]
    {
        let mut game = climber(top, 160.0);
        let seen = climb(&mut game, 1.0, 120);
        assert!(seen[90..].iter().all(|seen| *seen == end), "top {top}: {:?}", &seen[90..]);
    }
}

#[test]
fn down_on_a_platform_at_the_top_of_a_ladder_climbs_through_it() {
    for top in [128.0, 120.0, 112.0] {
        let mut game = climber(top, 128.0);
        assert_eq!(climb(&mut game, 0.0, 5)[4], (128.0, true), "top {top}");
        let seen = climb(&mut game, -1.0, 60);
        assert!(seen[5].0 > 128.0 && seen[59] == (160.0, true), "top {top}: {seen:?}");
    }
    // Without a ladder there, down does nothing.
    let mut game = climber(144.0, 128.0);
    assert_eq!(climb(&mut game, -1.0, 30)[29], (128.0, true));
}

/// Adds a ladder in the same column.
fn add_ladder(game: &mut (Physics, hecs::World, hecs::Entity), top: f32, bottom: f32) {
    let place = (Position::new(80.0, top), Collider::new(16.0, bottom - top));
    game.1.spawn((place.0, place.1, Trigger::default(), FeelZone::Ladder));
}

#[test]
fn down_on_a_platform_at_the_lower_end_of_a_ladder_does_nothing() {
    // The other ladder begins below the platform, with a gap.
    let mut game = climber(144.0, 128.0);
    add_ladder(&mut game, 64.0, 128.0);
    let seen = climb(&mut game, -1.0, 30);
    assert_eq!(seen[29], (128.0, true), "{seen:?}");
    // A ladder that begins at the platform goes on below it.
    let mut game = climber(128.0, 128.0);
    add_ladder(&mut game, 64.0, 128.0);
    let seen = climb(&mut game, -1.0, 60);
    assert_eq!(seen[59], (160.0, true), "{seen:?}");
}

#[test]
fn a_character_in_slow_motion_accelerates_in_its_own_time() {
    let mut feel = Feel::default();
    feel.jump.apex_gravity = 0.5;
    feel.jump.apex_speed = 40.0;
    let after = |ticks: u32, scale: f32| {
        let mut physics = Physics::new(grid());
        physics.gravity.y = 900.0;
        let mut world = hecs::World::new();
        let parts = (Position::new(60.0, 0.0), Velocity::default(), Collider::new(8.0, 8.0), feel.clone());
        let hero = physics.spawn(&mut world, parts);
        physics.sync(&mut world);
        let id = *world.get::<&BodyId>(hero).unwrap();
        assert!(physics.set_time_scale(id, scale));
        for _ in 0..ticks {
            let held = Input { along: 1.0, jump: Button::HELD, ..Input::default() };
            world.insert_one(hero, held).unwrap();
            physics.step(&mut world, DT);
        }
        world.get::<&Velocity>(hero).unwrap().0
    };
    let [slow, usual] = [after(10, 0.5), after(5, 1.0)];
    assert!(usual.y > 0.0 && (slow - usual).abs().max_element() < 0.01, "{slow} and {usual}");
    assert!(after(10, 0.25).y > 0.0, "at rest in the air it falls");
}
