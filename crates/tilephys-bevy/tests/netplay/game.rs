//! A game for two or more players on a level of the project.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, AssetServer};
use bevy_ecs::prelude::{Commands, Component, Entity, IntoScheduleConfigs, On, Query, Res, ResMut, Resource};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_tasks::{ComputeTaskPool, TaskPoolBuilder};
use bevy_time::Time;
use ggrs::{Config, GgrsRequest, InputStatus, PredictRepeatLast};
use std::time::Duration;
use tilephys_bevy::levels::{LevelMap, LevelObject, LevelsPlugin, SpawnedLevel, body_at};
use tilephys_bevy::{
    Body, BodyCollision, BodyState, Checkpoint, Collider, Feel, Input, PhysicsSystems, PhysicsWorld,
    Position, RollbackApp, TilephysPlugin, Velocity,
};

/// Threads of the pool that large games use.
pub(crate) const THREADS: usize = 8;

const DT: f32 = 1.0 / 60.0;

/// Checkpoints that are kept: more than frames that GGRS rolls back.
const KEPT: usize = 16;

/// Frames until a level that never loads fails the test.
const MAX_FRAMES: u32 = 20_000;

/// Buttons of a player in a tick. Only held buttons are sent: a press follows from the input of the tick before.
pub(crate) const LEFT: u8 = 1;
pub(crate) const RIGHT: u8 = 2;
pub(crate) const JUMP: u8 = 4;
pub(crate) const DASH: u8 = 8;

/// Types of the session.
pub(crate) struct Players;

impl Config for Players {
    type Input = u8;
    type InputPredictor = PredictRepeatLast;
    // The checkpoints are in the game.
    type State = ();
    type Address = usize;
}

/// The schedule of a tick.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

/// Number of a hero's player.
#[derive(Component)]
struct Player(usize);

/// Jumps of a hero, a component of the game.
#[derive(Component, Clone, Default, Hash)]
pub(crate) struct Jumps(pub(crate) u32);

/// Ticks played, beside all entities.
#[derive(Resource, Clone, Default, Hash)]
pub(crate) struct Played(pub(crate) u32);

/// Buttons of this tick, by player.
#[derive(Resource, Default)]
struct Buttons(Vec<u8>);

/// Number of heroes to spawn.
#[derive(Resource)]
struct Heroes(usize);

/// What a game does wrong, to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// It does not register its component.
    Unregistered,
    /// It skips each third load.
    SkippedLoads,
    /// Its heroes jump higher.
    OtherFeel,
    /// It plays another map.
    OtherMap,
}

pub(crate) struct Game {
    pub(crate) app: App,
    ring: Vec<Checkpoint>,
    mistake: Option<Mistake>,
    /// Number of loads so far.
    pub(crate) loads: u32,
    /// Types and their hashes, by frame as last saved.
    pub(crate) hashes: Vec<Vec<(&'static str, u64)>>,
}

#[allow(clippy::needless_pass_by_value, reason = "an observer")]
fn add_heroes(object: On<LevelObject>, heroes: Res<Heroes>, mut commands: Commands) {
    if object.class() != "TpSpawn" {
        return;
    }
    let [x, y] = object.feet();
    for player in 0..heroes.0 {
        let feet = [x + 10.0 * player as f32, y];
        let hero = (body_at(feet, [8.0, 11.0]), Feel::celeste().scaled(16.0), BodyCollision::default());
        commands.spawn((hero, Player(player), Jumps::default()));
    }
}

fn count(mut played: ResMut<Played>, mut heroes: Query<(&mut Jumps, &Input, &BodyState)>) {
    played.0 += 1;
    for (mut jumps, input, state) in &mut heroes {
        jumps.0 += u32::from(input.jump.pressed && state.on_floor());
    }
}

#[allow(clippy::needless_pass_by_value, reason = "a system")]
fn press(buttons: Res<Buttons>, mut heroes: Query<(&Player, &mut Input)>) {
    for (player, mut input) in &mut heroes {
        let held = buttons.0.get(player.0).copied().unwrap_or_default();
        let is_held = |button: u8| held & button != 0;
        input.along = f32::from(is_held(RIGHT)) - f32::from(is_held(LEFT));
        input.jump = input.jump.next(is_held(JUMP));
        input.dash = input.dash.next(is_held(DASH));
    }
}

impl Game {
    pub(crate) fn new(map: &str, heroes: usize, mistake: Option<Mistake>) -> Game {
        // Before the plugin makes a pool of its own.
        ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(THREADS).build());
        let mut app = App::new();
        let assets = AssetPlugin { file_path: "../../maps".into(), ..AssetPlugin::default() };
        app.add_plugins((TaskPoolPlugin::default(), assets, TilephysPlugin::in_schedule(Tick)));
        app.add_plugins(LevelsPlugin { step: Some(DT) }).add_observer(add_heroes);
        app.init_resource::<Time>().init_resource::<Played>().init_resource::<Buttons>();
        app.insert_resource(Heroes(heroes));
        let order = (press, count).chain().before(PhysicsSystems::Prepare);
        app.add_systems(Tick, order).save_resource::<Played>("Played");
        if mistake != Some(Mistake::Unregistered) {
            app.save_component::<Jumps>("Jumps");
        }
        let map = if mistake == Some(Mistake::OtherMap) { "arena.tmx" } else { map };
        let asset = app.world().resource::<AssetServer>().load(map.to_owned());
        let level = app.world_mut().spawn(LevelMap(asset.clone())).id();
        let is_spawned = |app: &App, level: Entity| app.world().get::<SpawnedLevel>(level).is_some();
        for _ in 0..MAX_FRAMES {
            app.update();
            if is_spawned(&app, level) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let state = app.world().resource::<AssetServer>().load_state(&asset);
        assert!(is_spawned(&app, level), "{map} does not load: {state:?}");
        let mut game = Game { app, ring: Vec::new(), mistake, loads: 0, hashes: Vec::new() };
        game.ring.resize_with(KEPT, Checkpoint::default);
        if mistake == Some(Mistake::OtherFeel) {
            let mut feels = game.app.world_mut().query::<&mut Feel>();
            for mut feel in feels.iter_mut(game.app.world_mut()) {
                feel.jump.speed *= 1.5;
            }
        }
        // Bodies have ids from their first step on.
        game.advance(&[]);
        game
    }

    /// Adds a crowd that flies through the level, some of it into each other, and steps on this number of threads.
    pub(crate) fn add_crowd(&mut self, count: u16, threads: usize) {
        assert_eq!(ComputeTaskPool::get().thread_num(), THREADS, "another pool was made before");
        let world = self.app.world_mut();
        world.resource_mut::<PhysicsWorld>().set_threads(threads);
        for number in 0..count {
            let spread = |factor: u32, range: u32| (u32::from(number) * factor % range) as f32;
            let position = Position::new(40.0 + spread(7919, 500), 40.0 + spread(104_729, 300));
            let velocity = Velocity::new(spread(31, 601) - 300.0, spread(37, 401) - 200.0);
            let mut body = world.spawn((Body, position, velocity, Collider::new(3.0, 3.0)));
            if number % 8 == 0 {
                body.insert(BodyCollision::default());
            }
        }
        self.advance(&[]);
    }

    fn advance(&mut self, inputs: &[(u8, InputStatus)]) {
        let world = self.app.world_mut();
        world.resource_mut::<Buttons>().0 = inputs.iter().map(|(buttons, _)| *buttons).collect();
        world.resource_mut::<Time>().advance_by(Duration::from_secs_f32(DT));
        world.run_schedule(Tick);
    }

    /// Does what a session asks for.
    pub(crate) fn serve(&mut self, requests: Vec<GgrsRequest<Players>>) {
        for request in requests {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    let slot = &mut self.ring[frame as usize % KEPT];
                    PhysicsWorld::save_to(self.app.world_mut(), slot);
                    self.hashes.resize_with(self.hashes.len().max(frame as usize + 1), Vec::new);
                    self.hashes[frame as usize] = slot.hashes().collect();
                    cell.save(frame, None, Some(slot.hash().into()));
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    self.loads += 1;
                    if self.mistake == Some(Mistake::SkippedLoads) && self.loads.is_multiple_of(3) {
                        continue;
                    }
                    let slot = &self.ring[frame as usize % KEPT];
                    let rolled_back = PhysicsWorld::roll_back(self.app.world_mut(), slot);
                    rolled_back.expect("the checkpoint is of this world");
                }
                GgrsRequest::AdvanceFrame { inputs } => self.advance(&inputs),
            }
        }
    }
}
