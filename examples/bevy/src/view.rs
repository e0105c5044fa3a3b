//! The window of a game: its plugins, a level with a camera, boxes by a key.

use bevy::app::PluginGroupBuilder;
use bevy::input::common_conditions::input_just_pressed;
use bevy::prelude::*;
use std::marker::PhantomData;
use tilephys_bevy::levels::{DrawLevel, LevelMap, LevelSettings, LevelSystems, SpawnedLevel};
use tilephys_bevy::{PhysicsGizmos, PhysicsGizmosPlugin};

/// Bevy's plugins with a window, the maps of the project, and sharp pixels.
pub fn plugins() -> PluginGroupBuilder {
    let window = Window { title: "tilephys".into(), resolution: [1280, 704].into(), ..default() };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(AssetPlugin { file_path: "../../maps".into(), ..default() })
        .set(ImagePlugin::default_nearest())
}

/// Shows a map twice as large, with a camera that follows the entity with a `T`. F1 shows the boxes.
pub struct ViewPlugin<T> {
    map: &'static str,
    hero: PhantomData<T>,
}

impl<T> ViewPlugin<T> {
    pub fn of(map: &'static str) -> Self {
        ViewPlugin { map, hero: PhantomData }
    }
}

impl<T: Component> Plugin for ViewPlugin<T> {
    fn build(&self, app: &mut App) {
        let map = self.map;
        let start = move |commands: Commands, assets: Res<AssetServer>| start(map, commands, &assets);
        app.add_plugins(PhysicsGizmosPlugin)
            .add_systems(Startup, (start, show_boxes))
            .add_systems(Update, show_boxes.run_if(input_just_pressed(KeyCode::F1)))
            .add_systems(PostUpdate, follow::<T>.before(LevelSystems::Draw));
    }
}

fn start(map: &'static str, mut commands: Commands, assets: &AssetServer) {
    let settings = |settings: &mut LevelSettings| settings.project = Some("maps.tiled-project".into());
    commands.spawn((LevelMap(assets.load_builder().with_settings(settings).load(map)), DrawLevel));
    let twice_as_large = OrthographicProjection { scale: 0.5, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(twice_as_large), Msaa::Off));
}

/// Shows the boxes, or hides them, as at the start.
fn show_boxes(mut gizmos: ResMut<GizmoConfigStore>) {
    let config = gizmos.config_mut::<PhysicsGizmos>().0;
    config.enabled = !config.enabled;
}

/// Puts the camera at the hero, but inside of the level.
pub fn follow<T: Component>(
    hero: Single<&Transform, With<T>>,
    mut camera: Single<(&Projection, &mut Transform), (With<Camera2d>, Without<T>)>,
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
