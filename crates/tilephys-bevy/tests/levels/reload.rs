//! Edits of the map, the tileset and the template while the level runs.

use crate::files::{COIN, Folder, ROCK, map};
use crate::game::Game;
use crate::stage::tick;
use bevy_asset::AssetLoadFailedEvent;
use bevy_ecs::prelude::Messages;
use tilephys_bevy::levels::{LevelAsset, LevelChangeKind};
use tilephys_bevy::{Collider, PhysicsWorld};

/// A level whose hero and crate stand on the floor.
fn standing() -> Game {
    let mut game = Game::new();
    game.change();
    for _ in 0..60 {
        tick(&mut game.app);
    }
    assert!(game.bodies().iter().all(|(_, body)| body.state.on_floor()));
    game
}

/// The counts of a reload.
fn reloaded(game: &mut Game) -> tilephys_tiled::LevelChanges {
    match game.change() {
        LevelChangeKind::Reloaded(changes) => changes,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_saved_map_is_a_diff_and_bodies_stay() {
    let mut game = standing();
    let before = game.bodies();
    let objects = [1, 2, 3, 4, 5].map(|id| game.object(id));
    // The hero stands in the columns 2 and 3.
    game.save("cave.tmx", &map(&[1, 2, 3, 4]));
    let changes = reloaded(&mut game);
    assert_eq!((changes.cells_set, changes.objects.len()), (4, 0));
    assert_eq!(game.bodies(), before, "no body is touched");
    assert_eq!([1, 2, 3, 4, 5].map(|id| game.object(id)), objects);
    for _ in 0..10 {
        tick(&mut game.app);
    }
    let on_floor = game.bodies().iter().filter(|(_, body)| body.state.on_floor()).count();
    assert_eq!(on_floor, 1, "the hero falls, and the crate stands");
}

#[test]
fn a_saved_tileset_changes_the_tiles_under_the_bodies() {
    let mut game = standing();
    let before = game.bodies();
    game.save("rock.tsx", &ROCK.replace("\"solid\"", "\"none\""));
    assert_eq!(reloaded(&mut game).objects.len(), 0);
    assert_eq!(game.bodies(), before, "no body is touched");
    for _ in 0..10 {
        tick(&mut game.app);
    }
    assert!(game.bodies().iter().all(|(_, body)| !body.state.on_floor()), "the floor is gone");
}

#[test]
fn a_saved_template_changes_its_objects_alone() {
    let mut game = standing();
    let before = game.bodies();
    let coin = game.object(2);
    let size = |game: &Game| game.app.world().get::<Collider>(coin).expect("a region has a box").px();
    assert_eq!(size(&game), [8.0, 8.0]);
    game.save("coin.tx", &COIN.replace("width=\"8\"", "width=\"24\""));
    assert_eq!(reloaded(&mut game).objects.changed, [2]);
    assert_eq!(size(&game), [24.0, 8.0]);
    assert_eq!((game.object(2), game.bodies()), (coin, before));
}

#[test]
fn an_object_of_another_class_begins_anew_and_a_removed_one_goes() {
    let mut game = standing();
    let [lift, crate_entity] = [4, 3].map(|id| game.object(id));
    let text = map(&[]).replace("type=\"Crate\"", "type=\"Bat\"");
    let start = text.find("<object id=\"4\"").expect("the lift is there");
    let end = text.find("<object id=\"5\"").expect("the rail is there");
    game.save("cave.tmx", &(text[..start].to_owned() + &text[end..]));
    let changes = reloaded(&mut game);
    assert_eq!((&changes.objects.went[..], &changes.objects.changed[..]), (&[4][..], &[3][..]));
    let world = game.app.world();
    assert!(world.get_entity(lift).is_err() && world.get_entity(crate_entity).is_err());
    assert_eq!(game.bodies().len(), 1, "no observer makes a bat a body");
}

#[test]
fn a_map_that_does_not_load_leaves_the_level() {
    let mut game = standing();
    let before = game.bodies();
    game.save("cave.tmx", "<map");
    let error = game.wait(|app| {
        let mut failed = app.world_mut().resource_mut::<Messages<AssetLoadFailedEvent<LevelAsset>>>();
        failed.drain().next().map(|failed| failed.error.to_string())
    });
    assert!(error.contains("cave.tmx:1"), "{error}");
    assert_eq!(game.bodies(), before);
    game.save("cave.tmx", &map(&[0]));
    assert_eq!(reloaded(&mut game).cells_set, 1);
}

#[test]
fn a_level_whose_first_load_fails_comes_once_its_map_is_mended() {
    let folder = Folder::new();
    folder.write("cave.tmx", &map(&[]).replace("</map>", ""));
    let mut game = Game::of(folder);
    let error = game.wait(|app| {
        let mut failed = app.world_mut().resource_mut::<Messages<AssetLoadFailedEvent<LevelAsset>>>();
        failed.drain().next().map(|failed| failed.error.to_string())
    });
    assert!(error.contains("cave.tmx:"), "{error}");
    // There is nothing to step.
    tick(&mut game.app);
    assert!(!game.app.world().contains_resource::<PhysicsWorld>());
    game.save("cave.tmx", &map(&[]));
    assert!(matches!(game.change(), LevelChangeKind::Spawned));
}

#[test]
fn a_map_that_cannot_replace_the_running_one_is_refused_by_name() {
    let mut game = standing();
    let before = game.bodies();
    game.save("cave.tmx", &map(&[]).replace("tilewidth=\"16\"", "tilewidth=\"8\""));
    let LevelChangeKind::Refused(error) = game.change() else { panic!("it is refused") };
    assert!(error.contains("cave.tmx") && error.contains("restart it"), "{error}");
    tick(&mut game.app);
    assert_eq!(game.bodies(), before, "all stand on the old floor");
    game.save("cave.tmx", &map(&[0]));
    assert_eq!(reloaded(&mut game).cells_set, 1);
}
