//! A platformer in Bevy: a level drawn in Tiled, a character that runs, jumps and dashes, lifts, crates, coins and spikes.
//!
//! `cargo run` in this folder builds Bevy's renderer, which takes minutes, and plays. Arrow keys run, Space jumps (longer for a higher
//! jump), X dashes, F1 shows the boxes. Save `maps/yard.tmx` in Tiled: the running level follows.

mod script;

use bevy::input::common_conditions::input_just_pressed;
use bevy::prelude::*;
use tilephys_bevy::levels::{
    DrawLevel, DrawLevelsPlugin, LevelEvent, LevelEventKind, LevelMap, LevelObject, LevelSettings,
    LevelSystems, LevelsApp, LevelsPlugin, SpawnPoint, SpawnedLevel, body_at,
};
use tilephys_bevy::raw::tiled::RegionKind;
use tilephys_bevy::{
    Body, BodyCollision, Collider, Feel, Input, Interpolate, PhysicsGizmos, PhysicsGizmosPlugin,
    PreviousPosition, TilephysPlugin, Velocity,
};

/// Width and height of the hero, in px.
const HERO: [f32; 2] = [8.0, 11.0];

fn main() {
    let window = Window { title: "tilephys".into(), resolution: [1280, 704].into(), ..default() };
    let plugins = DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(AssetPlugin { file_path: "../../maps".into(), ..default() })
        .set(ImagePlugin::default_nearest());
    App::new()
        .add_plugins(script::adapt(plugins))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .add_plugins((TilephysPlugin::default(), LevelsPlugin::default(), DrawLevelsPlugin))
        .add_plugins((PhysicsGizmosPlugin, script::ScriptPlugin))
        .add_systems(Startup, start)
        .add_observer(add_hero)
        .on_class("Crate", add_crate)
        .add_systems(FixedUpdate, read_keys)
        .add_systems(Update, (apply_rules, show_boxes.run_if(input_just_pressed(KeyCode::F1))))
        .add_systems(PostUpdate, follow_hero.before(LevelSystems::Draw))
        .run();
}

fn start(mut commands: Commands, assets: Res<AssetServer>, mut gizmos: ResMut<GizmoConfigStore>) {
    let settings = |settings: &mut LevelSettings| settings.project = Some("maps.tiled-project".into());
    commands.spawn((LevelMap(assets.load_builder().with_settings(settings).load("yard.tmx")), DrawLevel));
    let twice_as_large = OrthographicProjection { scale: 0.5, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(twice_as_large), Msaa::Off));
    gizmos.config_mut::<PhysicsGizmos>().0.enabled = false;
}

/// Spawns the hero at the start of the map.
fn add_hero(object: On<LevelObject>, mut commands: Commands) {
    if object.class() == "TpSpawn" && object.is_new {
        let picture = Sprite::from_color(Color::srgb(0.4, 0.75, 1.0), HERO.into());
        // The preset is made for tiles of 8 px. Layers have z from 0 to 20.
        let hero = (body_at(object.feet(), HERO), Feel::celeste().scaled(16.0), BodyCollision::default());
        commands.spawn((hero, Interpolate, picture, Transform::from_xyz(0.0, 0.0, 100.0)));
    }
}

/// Adds what a crate is in this game. Lifts, coins and spikes are what they are already.
fn add_crate(object: &LevelObject) -> impl Bundle + use<> {
    let contacts = BodyCollision(raw::core::BodyCollision { friction: 0.4, ..default() });
    (object.body(), contacts, Interpolate)
}

fn read_keys(keys: Res<ButtonInput<KeyCode>>, mut hero: Single<&mut Input>) {
    let axis = |low, high| f32::from(keys.pressed(high)) - f32::from(keys.pressed(low));
    hero.along = axis(KeyCode::ArrowLeft, KeyCode::ArrowRight);
    hero.upward = axis(KeyCode::ArrowDown, KeyCode::ArrowUp);
    hero.jump = hero.jump.next(keys.pressed(KeyCode::Space));
    hero.dash = hero.dash.next(keys.pressed(KeyCode::KeyX));
}

/// The rules of the game: coins count, spikes, pits and crushers send the hero back.
fn apply_rules(
    mut events: MessageReader<LevelEvent>,
    mut commands: Commands,
    hero: Single<Entity, With<Feel>>,
    start: Single<&SpawnPoint>,
    mut window: Single<&mut Window>,
    mut coins: Local<u32>,
) {
    for event in events.read().filter(|event| event.body == *hero) {
        match event.kind {
            LevelEventKind::Enter { region, kind: RegionKind::Collectible } => {
                *coins += 1;
                window.title = format!("tilephys: {} coins", *coins);
                commands.entity(region).try_despawn();
            }
            LevelEventKind::Killed { .. } => {
                let at_start = (body_at(start.feet(), HERO), Velocity::default(), PreviousPosition::default());
                commands.entity(*hero).insert(at_start);
            }
            _ => {}
        }
    }
}

fn show_boxes(mut gizmos: ResMut<GizmoConfigStore>) {
    let config = gizmos.config_mut::<PhysicsGizmos>().0;
    config.enabled = !config.enabled;
}

/// Puts the camera at the hero, but inside of the level.
fn follow_hero(
    hero: Single<&Transform, With<Feel>>,
    mut camera: Single<(&Projection, &mut Transform), (With<Camera2d>, Without<Feel>)>,
    level: Single<&SpawnedLevel>,
) {
    let (Projection::Orthographic(projection), ref mut transform) = *camera else { return };
    let Some([low, high]) = level.corners() else { return };
    let margin = projection.area.half_size();
    let [low, high] = [Vec2::from(low) + margin, Vec2::from(high) - margin];
    // A level that is smaller than the window stays in the middle.
    let middle = (low + high) / 2.0;
    let target = hero.translation.xy().clamp(low.min(middle), high.max(middle));
    transform.translation = target.extend(0.0);
}
