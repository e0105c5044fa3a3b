//! A hero on a map of Tiled: arrow keys run, Space jumps.

use bevy::prelude::*;
use tilephys_bevy::levels::{DrawLevel, DrawLevelsPlugin, LevelMap, LevelObject, LevelsPlugin, body_at};
use tilephys_bevy::{Feel, Input, TilephysPlugin};

fn main() {
    App::new()
        .add_plugins(DefaultPlugins.set(ImagePlugin::default_nearest()))
        .add_plugins((TilephysPlugin::default(), LevelsPlugin::default(), DrawLevelsPlugin))
        .add_systems(Startup, start)
        .add_systems(FixedUpdate, read_keys)
        .add_observer(add_hero)
        .run();
}

fn start(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn((LevelMap(assets.load("level.tmx")), DrawLevel));
    // The upper left corner of the map is at the origin, and y points up.
    let twice_as_large = OrthographicProjection { scale: 0.5, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(twice_as_large), Transform::from_xyz(320.0, -180.0, 0.0)));
}

fn add_hero(object: On<LevelObject>, mut commands: Commands) {
    if object.class() == "TpSpawn" && object.is_new {
        let body = body_at(object.feet(), [8.0, 11.0]);
        let picture = Sprite::from_color(Color::WHITE, Vec2::new(8.0, 11.0));
        // The preset is made for tiles of 8 px. A z of 100 is in front of all layers.
        let feel = Feel::celeste().scaled(16.0);
        commands.spawn((body, feel, picture, Transform::from_xyz(0.0, 0.0, 100.0)));
    }
}

fn read_keys(keys: Res<ButtonInput<KeyCode>>, mut hero: Single<&mut Input>) {
    hero.along = f32::from(keys.pressed(KeyCode::ArrowRight)) - f32::from(keys.pressed(KeyCode::ArrowLeft));
    hero.jump = hero.jump.next(keys.pressed(KeyCode::Space));
}
