//! Levels as entities, beside the hecs driver.

use crate::game::Game;
use crate::stage::{DT, tick};
use bevy_asset::{AssetServer, Assets, Handle};
use bevy_transform::components::Transform;
use tilephys_bevy::levels::{
    LevelAsset, LevelChangeKind, RegionKind, SpawnPoint, TiledId, TiledName, WorldAsset,
};
use tilephys_bevy::{Mover, MoverPath, PhysicsWorld, Trigger};
use tilephys_core::TileCoord;
use tilephys_ecs::hecs;
use tilephys_level::{ClassHandlers, body_at};

#[test]
fn objects_become_entities_with_the_components_of_their_class() {
    let mut game = Game::new();
    assert!(matches!(game.change(), LevelChangeKind::Spawned));
    let world = game.app.world();
    let [start, coin, lift, rail] = [1, 2, 4, 5].map(|id| game.object(id));
    assert_eq!(world.get::<TiledId>(coin).expect("each object has one").0, 2);
    assert_eq!(world.get::<TiledName>(coin).expect("from the template").0, "coin");
    assert_eq!(world.get::<RegionKind>(coin).expect("a region").0, tilephys_tiled::RegionKind::Collectible);
    assert!(world.get::<Trigger>(coin).is_some());
    assert!(world.get::<SpawnPoint>(start).expect("a start").is_start());
    assert!(world.get::<Mover>(lift).is_some() && world.get::<MoverPath>(lift).is_some());
    // An object without physics is drawn at the middle of its shape, y up.
    assert_eq!(
        world.get::<Transform>(rail).expect("each object has one").translation.to_array(),
        [240.0, -64.0, 0.0]
    );
    assert_eq!(game.spawned().of_class("TpMover"), [lift]);
    assert_eq!(game.bodies().len(), 2, "the hero and the crate");
}

#[test]
fn a_level_has_the_bits_of_the_hecs_driver() {
    let mut game = Game::new();
    game.change();
    let mut level = tilephys_tiled::load(game.folder.0.join("cave.tmx")).expect("it loads");
    let feet = level.spawn().expect("it has a start").feet();
    let mut world = hecs::World::new();
    let handlers =
        ClassHandlers::new().on_class("Crate", |object, entity| _ = entity.add_bundle(object.body()));
    let (mut physics, _) = handlers.begin(&mut level, &mut world, DT).expect("it spawns");
    physics.spawn(&mut world, body_at(feet, [8.0, 11.0]));
    for number in 0..200 {
        tick(&mut game.app);
        physics.step(&mut world, DT);
        let other = game.app.world().resource::<PhysicsWorld>();
        assert_eq!(physics.state_hash(), other.state_hash(), "step {number}");
    }
}

#[test]
fn despawning_a_level_removes_its_objects_and_its_tiles() {
    let mut game = Game::new();
    game.change();
    let coin = game.object(2);
    let tile = TileCoord::new(3, 10);
    let is_solid = |game: &Game| {
        let grid = &game.app.world().resource::<PhysicsWorld>().grid();
        grid.layer_ids().any(|layer| grid.tile(layer, tile).is_some())
    };
    assert!(is_solid(&game));
    let level = game.level;
    game.app.world_mut().despawn(level);
    assert!(!is_solid(&game));
    assert!(game.app.world().get_entity(coin).is_err());
}

#[test]
fn a_map_in_a_folder_uses_tilesets_above_it() {
    let mut game = Game::new();
    std::fs::create_dir(game.folder.0.join("east")).expect("the folder is writable");
    let above = |text: String| text.replace("rock.tsx", "../rock.tsx").replace("coin.tx", "../coin.tx");
    game.folder.write("east/hall.tmx", &above(crate::files::map(&[])));
    let level: Handle<LevelAsset> = game.app.world().resource::<AssetServer>().load("east/hall.tmx");
    let tilesets = game.wait(|app| {
        let levels = app.world().resource::<Assets<LevelAsset>>();
        Some(levels.get(&level)?.raw().tilesets.len())
    });
    assert_eq!(tilesets, 1);
}

#[test]
fn a_world_brings_the_levels_of_its_maps() {
    let mut game = Game::new();
    game.folder.write("hall.tmx", &crate::files::map(&[3, 4]));
    let maps =
        r#"{"maps": [{"fileName": "cave.tmx", "x": 0, "y": 0}, {"fileName": "hall.tmx", "x": 320, "y": 0}]}"#;
    game.folder.write("game.world", maps);
    let world: Handle<WorldAsset> = game.app.world().resource::<AssetServer>().load("game.world");
    let names = game.wait(|app| {
        let levels = app.world().resource::<Assets<LevelAsset>>();
        let world = app.world().resource::<Assets<WorldAsset>>().get(&world)?;
        let name = |handle| Some(levels.get(handle)?.raw().path.display().to_string());
        world.levels.iter().map(name).collect::<Option<Vec<String>>>()
    });
    assert_eq!(names, ["cave.tmx", "hall.tmx"]);
}
