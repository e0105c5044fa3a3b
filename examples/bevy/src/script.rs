//! Plays by script and without a window: `cargo run --bin platformer -- --frames 300 --picture platformer.png` saves the last frame.

use bevy::app::{AppExit, PluginGroupBuilder, ScheduleRunnerPlugin};
use bevy::camera::RenderTarget;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy::winit::WinitPlugin;
use std::ops::Range;
use std::time::Duration;
use tilephys_bevy::levels::LevelSystems;
use tilephys_bevy::{Feel, PhysicsWorld};

/// Frames in which each key is down, without the last. A frame is a tick.
pub type Keys = &'static [(Range<u32>, KeyCode)];

/// Frames that are drawn before the picture: a processor draws slowly, and textures need some frames.
const DRAWN: u32 = 5;

/// The run of the command line.
#[derive(Resource)]
struct Script {
    keys: Keys,
    frames: u32,
    picture: String,
    frame: u32,
    /// Image that the camera draws on.
    target: Handle<Image>,
}

/// The plugins of the game: without a window in a scripted run, whose frames need no display.
pub fn adapt(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    match arguments() {
        Some(_) => {
            // The picture has all from its first frame on.
            let render = RenderPlugin { synchronous_pipeline_compilation: true, ..default() };
            plugins.disable::<WinitPlugin>().set(render)
        }
        None => plugins,
    }
}

/// Frames and picture of a scripted run.
fn arguments() -> Option<(u32, String)> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, first, frames, second, picture] = arguments.as_slice() else { return None };
    assert!(first == "--frames" && second == "--picture", "usage: --frames NUMBER --picture FILE");
    Some((frames.parse().expect("--frames takes a whole number"), picture.clone()))
}

/// Holds these keys in a scripted run.
pub struct ScriptPlugin(pub Keys);

impl Plugin for ScriptPlugin {
    fn build(&self, app: &mut App) {
        let Some((frames, picture)) = arguments() else { return };
        let image = Image::new_target_texture(1280, 704, TextureFormat::Rgba8UnormSrgb, None);
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let order = play.after(InputSystems).after(LevelSystems::Spawn);
        app.insert_resource(Script { keys: self.0, frames, picture, frame: 0, target })
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO))
            .add_systems(PostStartup, draw_on_image)
            .add_systems(PreUpdate, order.run_if(any_with_component::<Feel>));
    }
}

fn draw_on_image(script: Res<Script>, camera: Single<Entity, With<Camera2d>>, mut commands: Commands) {
    commands.entity(*camera).insert(RenderTarget::from(script.target.clone()));
}

/// Holds the keys of the frame, which is a tick, and saves the picture at the end.
fn play(
    mut script: ResMut<Script>,
    mut keys: ResMut<ButtonInput<KeyCode>>,
    mut commands: Commands,
    physics: Res<PhysicsWorld>,
    mut camera: Single<&mut Camera>,
) {
    let frame = script.frame;
    camera.is_active = frame + DRAWN > script.frames;
    script.frame += 1;
    for (frames, key) in script.keys {
        if frames.start == frame {
            keys.press(*key);
        }
        if frames.end == frame {
            keys.release(*key);
        }
    }
    if frame == script.frames {
        println!("{frame} frames, state hash {:016x}", physics.state_hash());
        let end =
            |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| _ = exit.write(AppExit::Success);
        let picture = save_to_disk(script.picture.clone());
        commands.spawn(Screenshot::image(script.target.clone())).observe(picture).observe(end);
    }
}
