//! Messages about what a level does to bodies.

use crate::files::{Folder, map};
use crate::game::Game;
use crate::stage::tick;
use bevy_ecs::prelude::{Entity, Messages};
use tilephys_bevy::levels::{DeathCause, LevelEvent, LevelEventKind};
use tilephys_bevy::{Body, Checkpoint, Collider, PhysicsWorld, Position, Velocity};
use tilephys_tiled::RegionKind;

/// A level with a hole under the hero, and deadly below.
fn game() -> Game {
    let folder = Folder::new();
    let rules = r#"<properties><property name="bounds" value="kill_below"/></properties><tileset "#;
    let map = map(&[1, 2, 3]).replacen("<tileset ", rules, 1);
    folder.write("cave.tmx", &map.replacen("<map ", r#"<map class="TpLevel" "#, 1));
    let mut game = Game::of(folder);
    game.change();
    game
}

/// Steps once, and takes the events of the step.
fn step(game: &mut Game) -> Vec<(Entity, LevelEventKind<Entity>)> {
    tick(&mut game.app);
    let level = game.level;
    let mut messages = game.app.world_mut().resource_mut::<Messages<LevelEvent>>();
    let events = messages.drain().inspect(|event| assert_eq!(event.level, level));
    events.map(|event| (event.body, event.kind)).collect()
}

#[test]
fn a_body_enters_and_leaves_a_coin() {
    let mut game = game();
    let region = game.object(2);
    let body = (Body, Collider::new(4.0, 4.0), Position::new(202.0, 120.0), Velocity::new(0.0, 600.0));
    let body = game.app.world_mut().spawn(body).id();
    let events: Vec<_> = (0..20).flat_map(|_| step(&mut game)).collect();
    let kind = RegionKind::Collectible;
    let expected = [LevelEventKind::Enter { region, kind }, LevelEventKind::Exit { region, kind }];
    assert_eq!(events, expected.map(|kind| (body, kind)));
}

#[test]
fn a_fall_out_of_the_map_is_sent_once_and_again_after_a_rollback() {
    let mut game = game();
    let crate_box = game.object(3);
    let hero = game.bodies().into_iter().map(|(entity, _)| entity).find(|entity| *entity != crate_box);
    let fell = LevelEventKind::Killed { cause: DeathCause::Below };
    let expected = [(hero.expect("the level has a start"), fell)];
    let mut before = Checkpoint::default();
    let events = (0..60).find_map(|_| {
        PhysicsWorld::save_to(game.app.world_mut(), &mut before);
        Some(step(&mut game)).filter(|events| !events.is_empty())
    });
    assert_eq!(events.as_deref(), Some(&expected[..]));
    assert_eq!(step(&mut game), []);
    PhysicsWorld::roll_back(game.app.world_mut(), &before).expect("it is of this world");
    assert_eq!(step(&mut game), expected);
}
