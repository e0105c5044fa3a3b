//! An app with a level from a folder, and a hero.

use crate::files::Folder;
use crate::stage::DT;
use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::io::file::FileAssetReader;
use bevy_asset::io::{AssetSourceBuilder, AssetSourceEvent, AssetSourceId, AssetWatcher};
use bevy_asset::{AssetApp, AssetPlugin, AssetServer};
use bevy_ecs::prelude::{Commands, Entity, Messages, On};
use bevy_time::Time;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tilephys_bevy::levels::{
    LevelChange, LevelChangeKind, LevelMap, LevelObject, LevelsApp, LevelsPlugin, SpawnedLevel, body_at,
};
use tilephys_bevy::{Body, BodyState, Position, TilephysPlugin, Velocity};

/// Frames until a load that never ends fails the test.
const MAX_FRAMES: u32 = 20_000;

/// What a change of a file calls.
type Changed = Arc<Mutex<Option<Box<dyn Fn(AssetSourceEvent) + Send>>>>;

/// A watcher of files that the test tells of changes.
struct Told;

impl AssetWatcher for Told {}

pub(crate) struct Game {
    pub(crate) app: App,
    pub(crate) folder: Folder,
    pub(crate) level: Entity,
    changed: Changed,
}

/// The components of a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BodyParts {
    pub(crate) position: Position,
    velocity: Velocity,
    pub(crate) state: BodyState,
}

#[allow(clippy::needless_pass_by_value, reason = "an observer")]
fn add_hero(object: On<LevelObject>, mut commands: Commands) {
    if object.class() == "TpSpawn" && object.is_new {
        commands.spawn(body_at(object.feet(), [8.0, 11.0]));
    }
}

impl Game {
    pub(crate) fn new() -> Game {
        Game::of(Folder::new())
    }

    pub(crate) fn of(folder: Folder) -> Game {
        let mut app = App::new();
        let changed = Changed::default();
        let path = folder.0.clone();
        let slot = changed.clone();
        let source = AssetSourceBuilder::new(move || Box::new(FileAssetReader::new(path.clone())));
        let source = source.with_watcher(move |sender| {
            let send = move |event| sender.try_send(event).expect("the server listens");
            *slot.lock().expect("no thread panics") = Some(Box::new(send));
            Some(Box::new(Told))
        });
        app.register_asset_source(AssetSourceId::Default, source);
        let assets = AssetPlugin { watch_for_changes_override: Some(true), ..AssetPlugin::default() };
        app.add_plugins((TaskPoolPlugin::default(), assets, TilephysPlugin::default()));
        app.add_plugins(LevelsPlugin { step: Some(DT) }).add_observer(add_hero);
        app.on_class("Crate", LevelObject::body);
        app.insert_resource(Time::<()>::default());
        let map = app.world().resource::<AssetServer>().load("cave.tmx");
        let level = app.world_mut().spawn(LevelMap(map)).id();
        Game { app, folder, level, changed }
    }

    /// Writes a file, and reports its change.
    pub(crate) fn save(&mut self, name: &str, text: &str) {
        self.folder.write(name, text);
        let changed = self.changed.lock().expect("no thread panics");
        changed.as_ref().expect("the source has a watcher")(AssetSourceEvent::ModifiedAsset(name.into()));
    }

    /// Runs frames until a test holds.
    pub(crate) fn wait<T>(&mut self, mut test: impl FnMut(&mut App) -> Option<T>) -> T {
        for _ in 0..MAX_FRAMES {
            self.app.update();
            if let Some(found) = test(&mut self.app) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("nothing happened in {MAX_FRAMES} frames");
    }

    /// Waits for the next change of the level.
    pub(crate) fn change(&mut self) -> LevelChangeKind {
        let level = self.level;
        let change = self.wait(|app| {
            let mut messages = app.world_mut().resource_mut::<Messages<LevelChange>>();
            messages.drain().next()
        });
        assert_eq!(change.level, level);
        change.kind
    }

    pub(crate) fn spawned(&self) -> &SpawnedLevel {
        self.app.world().get(self.level).expect("the level is spawned")
    }

    pub(crate) fn object(&self, id: u32) -> Entity {
        self.spawned().entity(id).expect("the object has an entity")
    }

    /// All bodies, by entity.
    pub(crate) fn bodies(&mut self) -> Vec<(Entity, BodyParts)> {
        let world = self.app.world_mut();
        let mut query = world.query::<(Entity, &Body, &Position, &Velocity, &BodyState)>();
        let mut bodies: Vec<_> = query
            .iter(world)
            .map(|(entity, _, position, velocity, state)| {
                (entity, BodyParts { position: *position, velocity: *velocity, state: *state })
            })
            .collect();
        bodies.sort_unstable_by_key(|(entity, _)| *entity);
        bodies
    }
}
