//! A platformer in Bevy: a level drawn in Tiled, a character that runs, jumps and dashes, lifts, crates, coins and spikes.
//!
//! `cargo run` in this folder builds Bevy's renderer, which takes minutes, and plays. Arrow keys run, Space jumps (longer for a higher
//! jump), X dashes, F1 shows the boxes. Save `maps/yard.tmx` in Tiled: the running level follows.

use bevy::prelude::*;
use std::ops::Range;
use tilephys_bevy::levels::{
    DrawLevelsPlugin, LevelEvent, LevelEventKind, LevelObject, LevelsApp, LevelsPlugin, SpawnPoint, body_at,
};
use tilephys_bevy::raw::{core, tiled::RegionKind};
use tilephys_bevy::{BodyCollision, Feel, Input, Interpolate, PreviousPosition, TilephysPlugin, Velocity};
use tilephys_bevy_example::script::{self, ScriptPlugin};
use tilephys_bevy_example::view::{ViewPlugin, plugins};

/// Width and height of the hero, in px.
const HERO: [f32; 2] = [8.0, 11.0];

/// A run by script: over the crates, the pit and the spikes, a dash to the lift, and the boxes shown.
const KEYS: [(Range<u32>, KeyCode); 6] = [
    (20..500, KeyCode::ArrowRight),
    (50..70, KeyCode::Space),
    (112..140, KeyCode::Space),
    (153..178, KeyCode::Space),
    (215..225, KeyCode::KeyX),
    (301..302, KeyCode::F1),
];

fn main() {
    App::new()
        .add_plugins(script::adapt(plugins()))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .add_plugins((TilephysPlugin::default(), LevelsPlugin::default(), DrawLevelsPlugin))
        .add_plugins((ViewPlugin::<Feel>::of("yard.tmx"), ScriptPlugin(&KEYS)))
        .add_observer(add_hero)
        .on_class("Crate", add_crate)
        .add_systems(FixedUpdate, read_keys)
        .add_systems(Update, apply_rules)
        .run();
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
    let contacts = core::BodyCollision { friction: 0.4, ..default() };
    (object.body(), BodyCollision(contacts), Interpolate)
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
                let at_start =
                    (body_at(start.feet(), HERO), Velocity::default(), PreviousPosition::default());
                commands.entity(*hero).insert(at_start);
            }
            _ => {}
        }
    }
}
