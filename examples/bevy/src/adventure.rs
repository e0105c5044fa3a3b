//! The rules of a whole game on one level: lifts, coins, spikes, checkpoints, crates, slimes, bullets, hot reload, rewind and a ghost.
//!
//! They draw nothing: `bin/adventure.rs` does, and a test of the plugin plays the game without a picture.

use bevy_app::{App, FixedPostUpdate, Plugin};
use bevy_ecs::prelude::*;
use bevy_input::prelude::*;
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;
use tilephys_bevy::levels::{
    LevelChange, LevelChangeKind, LevelEvent, LevelEventKind, LevelObject, LevelsApp, LevelsPlugin,
    SpawnPoint, SpawnedLevel, TiledId, body_at,
};
use tilephys_bevy::raw::{columns, core, tiled::RegionKind};
use tilephys_bevy::{
    Body, BodyCollision, BodyId, Checkpoint, Collider, EventKind, Feel, FeelState, GravityScale, Input,
    Interpolate, Patrol, PhysicsEvent, PhysicsSystems, PhysicsWorld, Position, PreviousPosition, RollbackApp,
    TilephysPlugin, Velocity,
};

/// Ticks in which a key is down, without the last: to the spikes, again over them to the lift, a shot, its time taken back, the shot
/// again, and home on `maps/yard.tmx`.
pub const WAY: [(Range<u32>, KeyCode); 13] = [
    (20..160, KeyCode::ArrowRight),
    (50..70, KeyCode::Space),
    (112..140, KeyCode::Space),
    (200..420, KeyCode::ArrowRight),
    (230..250, KeyCode::Space),
    (292..320, KeyCode::Space),
    (333..358, KeyCode::Space),
    (735..738, KeyCode::ArrowLeft),
    (738..741, KeyCode::KeyC),
    (760..790, KeyCode::KeyR),
    (792..795, KeyCode::ArrowLeft),
    (795..798, KeyCode::KeyC),
    (845..1030, KeyCode::ArrowRight),
];

/// Width and height of the hero, in px.
pub const HERO: [f32; 2] = [8.0, 11.0];

/// Ticks that can be taken back: ten seconds.
const MEMORY: usize = 600;

/// Rules of the game. It needs Bevy's assets, time and keys.
pub struct AdventurePlugin;

/// Marks the hero.
#[derive(Component)]
pub struct Hero;

/// Marks an enemy.
#[derive(Component, Clone, Hash)]
pub struct Slime;

/// Marks a bullet, and its ticks to live.
#[derive(Component, Clone, Hash)]
pub struct Bullet(u8);

/// State of the game that time takes back with the bodies.
#[derive(Resource, Clone, Default, Hash)]
pub struct Progress {
    /// Ids of the coins that are taken.
    pub coins: BTreeSet<u32>,
    /// Ticks until the goal; `None` before.
    pub home: Option<u32>,
    /// Ticks so far.
    pub ticks: u32,
    /// Id of the last checkpoint.
    checkpoint: Option<u32>,
    /// Ticks until the next shot.
    reload: u8,
}

/// States before the last ticks.
#[derive(Resource, Default)]
struct Past(VecDeque<Checkpoint>);

/// Places of the hero in this run, and in the last one: the ghost.
#[derive(Resource, Default)]
pub struct Runs {
    run: Vec<[f32; 2]>,
    last: Vec<[f32; 2]>,
}

impl Runs {
    /// Place of the ghost.
    pub fn ghost(&self) -> Option<[f32; 2]> {
        self.last.get(self.run.len()).copied()
    }
}

impl Plugin for AdventurePlugin {
    fn build(&self, app: &mut App) {
        let before = (rewind.run_if(is_rewound), (remember, press, shoot).chain().run_if(is_played));
        let after = (apply_rules, end_shots, forget).chain().run_if(is_played);
        app.add_plugins((TilephysPlugin::default(), LevelsPlugin::default()))
            .init_resource::<Progress>()
            .init_resource::<Past>()
            .init_resource::<Runs>()
            .save_resource::<Progress>("Progress")
            .save_component::<Slime>("Slime")
            .save_component::<Bullet>("Bullet")
            .on_class("Crate", add_crate)
            .on_class("Slime", add_slime)
            .add_observer(add_hero)
            .add_observer(add_bullet)
            .configure_sets(FixedPostUpdate, PhysicsSystems::Step.run_if(not(is_rewound)))
            .add_systems(FixedPostUpdate, before.before(PhysicsSystems::Prepare))
            .add_systems(FixedPostUpdate, after.after(PhysicsSystems::Step));
    }
}

fn is_rewound(keys: Res<ButtonInput<KeyCode>>) -> bool {
    keys.pressed(KeyCode::KeyR)
}

/// There is no `PhysicsWorld` until the level is loaded.
fn is_played(physics: Option<Res<PhysicsWorld>>, keys: Res<ButtonInput<KeyCode>>) -> bool {
    physics.is_some() && !is_rewound(keys)
}

fn add_hero(object: On<LevelObject>, mut commands: Commands) {
    if object.class() == "TpSpawn" && object.is_new {
        // The preset is made for tiles of 8 px.
        let feel = Feel::celeste().scaled(16.0);
        commands.spawn((Hero, body_at(object.feet(), HERO), feel, BodyCollision::default(), Interpolate));
    }
}

fn add_crate(object: &LevelObject) -> impl Bundle + use<> {
    let contacts = core::BodyCollision { friction: 0.4, ..core::BodyCollision::default() };
    (object.body(), BodyCollision(contacts), Interpolate)
}

/// A slime is a character, as the hero is, that turns at walls and edges by itself.
fn add_slime(object: &LevelObject) -> impl Bundle + use<> {
    let mut feel = Feel::default();
    feel.run.speed = object.number("speed", 20.0);
    let body = body_at(object.feet(), [14.0, 8.0]);
    (body, feel, Patrol::default(), BodyCollision::default(), Slime, Interpolate)
}

/// Adds the settings of a bullet, also when time brings it back.
fn add_bullet(bullet: On<Add<Bullet>>, mut commands: Commands) {
    let contacts = core::BodyCollision { mass: 0.2, ..core::BodyCollision::default() };
    let settings = (GravityScale(columns::Gravity::NONE), BodyCollision(contacts), Interpolate);
    commands.entity(bullet.entity).insert(settings);
}

/// Saves the state before a tick.
fn remember(world: &mut World) {
    world.resource_scope(|world, mut past: Mut<Past>| {
        // The oldest one, so that its memory is used again.
        let oldest = if past.0.len() == MEMORY { past.0.pop_front() } else { None };
        let mut checkpoint = oldest.unwrap_or_default();
        PhysicsWorld::save_to(world, &mut checkpoint);
        past.0.push_back(checkpoint);
    });
}

/// Takes one tick back.
fn rewind(world: &mut World) {
    if let Some(before) = world.resource_mut::<Past>().0.pop_back() {
        PhysicsWorld::roll_back(world, &before);
        world.resource_mut::<Runs>().run.pop();
    }
}

/// Drops the past of a level that the designer has changed.
fn forget(mut changes: MessageReader<LevelChange>, mut past: ResMut<Past>) {
    if changes.read().any(|change| matches!(change.kind, LevelChangeKind::Reloaded(_))) {
        past.0.clear();
    }
}

fn press(keys: Res<ButtonInput<KeyCode>>, mut hero: Single<&mut Input, With<Hero>>) {
    let axis = |low, high| f32::from(keys.pressed(high)) - f32::from(keys.pressed(low));
    hero.along = axis(KeyCode::ArrowLeft, KeyCode::ArrowRight);
    hero.upward = axis(KeyCode::ArrowDown, KeyCode::ArrowUp);
    hero.jump = hero.jump.next(keys.pressed(KeyCode::Space));
    hero.dash = hero.dash.next(keys.pressed(KeyCode::KeyX));
}

fn shoot(
    keys: Res<ButtonInput<KeyCode>>,
    physics: Res<PhysicsWorld>,
    hero: Single<(&Position, &FeelState, &BodyId), With<Hero>>,
    mut progress: ResMut<Progress>,
    mut commands: Commands,
) {
    let (position, state, id) = *hero;
    progress.ticks += 1;
    progress.reload = progress.reload.saturating_sub(1);
    if !keys.pressed(KeyCode::KeyC) || progress.reload > 0 {
        return;
    }
    progress.reload = 15;
    let [x, y] = position.px();
    let ahead = if state.facing() < 0 { -1.0 } else { 1.0 };
    let collider = Collider::new(3.0, 2.0);
    let muzzle = Position::new(x + 4.0 + 10.0 * ahead, y + 4.0);
    let start = id.get().map_or(muzzle, |id| physics.shot_from(id, muzzle, collider));
    commands.spawn((Body, start, collider, Velocity::new(400.0 * ahead, 0.0), Bullet(90)));
}

/// What the level does to bodies: coins count, checkpoints are kept, the goal ends a run, and spikes, pits and crushers kill.
fn apply_rules(
    mut events: MessageReader<LevelEvent>,
    mut commands: Commands,
    hero: Single<(Entity, &Position), With<Hero>>,
    places: Places,
    mut progress: ResMut<Progress>,
    mut runs: ResMut<Runs>,
) {
    let (hero, position) = *hero;
    runs.run.push(position.px());
    for event in events.read() {
        match event.kind {
            LevelEventKind::Enter { region, kind } if event.body == hero => {
                let Ok(id) = places.ids.get(region) else { continue };
                match kind {
                    RegionKind::Collectible => _ = progress.coins.insert(id.0),
                    RegionKind::Checkpoint => progress.checkpoint = Some(id.0),
                    RegionKind::Goal if progress.home.is_none() => {
                        progress.home = Some(progress.ticks);
                        runs.last = std::mem::take(&mut runs.run);
                    }
                    _ => {}
                }
            }
            LevelEventKind::Killed { .. } if event.body == hero => {
                let body = body_at(places.feet(progress.checkpoint), HERO);
                commands.entity(hero).insert((body, Velocity::default(), PreviousPosition::default()));
                runs.last = std::mem::take(&mut runs.run);
            }
            // It fails for a second death in one step.
            LevelEventKind::Killed { .. } => commands.entity(event.body).try_despawn(),
            _ => {}
        }
    }
}

/// Regions of the level, and places at which the hero may begin again.
#[derive(bevy_ecs::system::SystemParam)]
struct Places<'w, 's> {
    level: Single<'w, 's, &'static SpawnedLevel>,
    start: Single<'w, 's, &'static SpawnPoint>,
    ids: Query<'w, 's, &'static TiledId>,
    boxes: Query<'w, 's, (&'static Position, &'static Collider), Without<Hero>>,
}

impl Places<'_, '_> {
    /// Feet of the hero at a checkpoint, else at the start.
    fn feet(&self, checkpoint: Option<u32>) -> [f32; 2] {
        let entity = checkpoint.and_then(|id| self.level.entity(id));
        let Some((position, collider)) = entity.and_then(|entity| self.boxes.get(entity).ok()) else {
            return self.start.feet();
        };
        let [[x, y], [width, height]] = [position.px(), collider.px()];
        [x + width / 2.0, y + height]
    }
}

/// Bullets end at walls, at bodies and after their time, and kill slimes.
fn end_shots(
    mut events: MessageReader<PhysicsEvent>,
    physics: Res<PhysicsWorld>,
    slimes: Query<(), With<Slime>>,
    mut bullets: Query<(Entity, &mut Bullet)>,
    mut commands: Commands,
) {
    for event in events.read().filter(|event| bullets.contains(event.entity)) {
        if let EventKind::BodyHit(hit) = event.kind {
            let target = physics.entity(hit.target).filter(|target| slimes.contains(*target));
            // Two bullets may hit one slime.
            target.into_iter().for_each(|slime| commands.entity(slime).try_despawn());
        }
        if matches!(event.kind, EventKind::Hit(_) | EventKind::BodyHit(_)) {
            commands.entity(event.entity).try_despawn();
        }
    }
    for (entity, mut bullet) in &mut bullets {
        bullet.0 -= 1;
        if bullet.0 == 0 {
            commands.entity(entity).try_despawn();
        }
    }
}
