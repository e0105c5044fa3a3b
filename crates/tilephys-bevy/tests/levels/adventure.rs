//! The adventure of `examples/bevy`, played by its script without a picture.

#[path = "../../../../examples/bevy/src/adventure.rs"]
#[allow(
    clippy::needless_pass_by_value,
    dead_code,
    unreachable_pub,
    reason = "systems; the window uses the rest"
)]
mod rules;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, AssetServer};
use bevy_ecs::prelude::With;
use bevy_input::prelude::{ButtonInput, KeyCode};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use rules::{AdventurePlugin, Hero, Progress, Slime, WAY};
use tilephys_bevy::PhysicsWorld;
use tilephys_bevy::levels::{LevelMap, LevelSettings};

fn game() -> App {
    let mut app = App::new();
    let assets = AssetPlugin { file_path: "../../maps".into(), ..AssetPlugin::default() };
    app.add_plugins((TaskPoolPlugin::default(), assets, TimePlugin, AdventurePlugin));
    app.init_resource::<ButtonInput<KeyCode>>();
    app.insert_resource(Time::<Fixed>::from_hz(60.0)).insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let settings = |settings: &mut LevelSettings| settings.project = Some("maps.tiled-project".into());
    let map = app.world().resource::<AssetServer>().load_builder().with_settings(settings).load("yard.tmx");
    app.world_mut().spawn(LevelMap(map));
    let mut heroes = app.world_mut().query_filtered::<(), With<Hero>>();
    for _ in 0..20_000 {
        app.update();
        if heroes.iter(app.world()).count() > 0 {
            return app;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("the level does not load");
}

/// Number of slimes.
fn slimes(app: &mut App) -> usize {
    app.world_mut().query_filtered::<(), With<Slime>>().iter(app.world()).count()
}

#[test]
fn the_adventure_is_played_to_its_end() {
    let mut app = game();
    let end = WAY.iter().map(|(ticks, _)| ticks.end).fold(0, u32::max);
    let mut seen = Vec::new();
    let mut hashes = Vec::new();
    for tick in 0..=end {
        let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        for (ticks, key) in WAY {
            if ticks.start == tick {
                keys.press(key);
            }
            if ticks.end == tick {
                keys.release(key);
            }
        }
        app.update();
        let count = slimes(&mut app);
        if seen.last() != Some(&count) {
            seen.push(count);
        }
        hashes.push(app.world().resource::<PhysicsWorld>().state_hash());
    }
    assert_eq!(seen, [2, 1, 0, 1, 0], "spikes, a shot, the time before it, the shot again");
    // The ticks from 760 on take one back each.
    assert_eq!(hashes[729], hashes[789]);
    let progress = app.world().resource::<Progress>();
    assert_eq!((progress.home, progress.coins.len()), (Some(955), 2));
}
