//! A level that bevy_ecs_tiled draws, beside the physics: both load the map, and the pictures of objects follow their bodies.
//!
//! `cargo run --bin painter --features painter`. Arrow keys run, Space jumps. Here the painter has all that it can draw, and the engine has
//! tiles, movers and characters. Both follow the file: the painter begins anew, the bodies go on.

use bevy::prelude::*;
use bevy_ecs_tiled::prelude::{
    TiledMap, TiledMapLayerZOffset, TiledMapStorage, TiledObject, TiledPlugin, TilemapAnchor,
};
use std::ops::Range;
use tilephys_bevy::levels::{LevelMap, LevelObject, LevelSettings, LevelsPlugin, SpawnedLevel, body_at};
use tilephys_bevy::{Collider, Feel, Input, Interpolate, Mover, TilephysPlugin};
use tilephys_bevy_example::script::{self, ScriptPlugin};
use tilephys_bevy_example::view::{follow, plugins};

/// A run by script: over the crates, the pit and the spikes.
const KEYS: [(Range<u32>, KeyCode); 4] = [
    (20..300, KeyCode::ArrowRight),
    (50..70, KeyCode::Space),
    (112..140, KeyCode::Space),
    (153..178, KeyCode::Space),
];

fn main() {
    App::new()
        .add_plugins(script::adapt(plugins()))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        // The painter draws what is in layers.
        .insert_resource(ClearColor(Color::srgb_u8(14, 18, 32)))
        .add_plugins((TiledPlugin::default(), TilephysPlugin::default(), LevelsPlugin::default()))
        .add_plugins(ScriptPlugin(&KEYS))
        .add_systems(Startup, start)
        .add_observer(add_hero)
        .add_systems(FixedUpdate, read_keys)
        .add_systems(Update, (move_pictures, follow::<Feel>))
        .run();
}

fn start(mut commands: Commands, assets: Res<AssetServer>) {
    let settings = |settings: &mut LevelSettings| settings.project = Some("maps.tiled-project".into());
    commands.spawn(LevelMap(assets.load_builder().with_settings(settings).load("yard.tmx")));
    // The upper left corner of the map is the origin of the physics. The camera sees 1,000 units deep.
    let painted = (TiledMap(assets.load("yard.tmx")), TilemapAnchor::TopLeft, TiledMapLayerZOffset(1.0));
    commands.spawn(painted);
    let twice_as_large = OrthographicProjection { scale: 0.5, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(twice_as_large), Msaa::Off));
}

fn add_hero(object: On<LevelObject>, mut commands: Commands) {
    if object.class() == "TpSpawn" && object.is_new {
        let picture = Sprite::from_color(Color::srgb(0.4, 0.75, 1.0), Vec2::new(8.0, 11.0));
        let hero = (body_at(object.feet(), [8.0, 11.0]), Feel::celeste().scaled(16.0), Interpolate);
        commands.spawn((hero, picture, Transform::from_xyz(0.0, 0.0, 100.0)));
    }
}

fn read_keys(keys: Res<ButtonInput<KeyCode>>, mut hero: Single<&mut Input>) {
    hero.along = f32::from(keys.pressed(KeyCode::ArrowRight)) - f32::from(keys.pressed(KeyCode::ArrowLeft));
    hero.jump = hero.jump.next(keys.pressed(KeyCode::Space));
}

/// Moves the pictures of objects to their entities: lifts and crushers. Both sides know an object by its id.
fn move_pictures(
    level: Single<&SpawnedLevel>,
    painted: Single<&TiledMapStorage>,
    bodies: Query<(&Transform, Has<Mover>, Has<Collider>), Without<TiledObject>>,
    mut pictures: Query<(&TiledObject, &mut Transform)>,
) {
    for (id, picture) in painted.objects() {
        let body = level.entity(id).and_then(|entity| bodies.get(entity).ok());
        let (Some((body, is_mover, has_box)), Ok((shape, mut transform))) = (body, pictures.get_mut(picture))
        else {
            continue;
        };
        let TiledObject::Tile { width, height } = shape else { continue };
        // The transform of a picture is its lower left corner. The transform of an object is its middle, of a mover without a box its
        // upper left corner.
        let [left, down] = if is_mover && !has_box { [0.0, *height] } else { [width / 2.0, height / 2.0] };
        transform.translation.x = body.translation.x - left;
        transform.translation.y = body.translation.y - down;
    }
}
