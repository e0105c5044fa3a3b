//! Rollback over the despawn of an object.

use crate::game::Game;
use crate::stage::tick;
use bevy_ecs::prelude::{On, ResMut, Resource};
use tilephys_bevy::levels::{LevelObject, OfLevel, TiledClass};
use tilephys_bevy::{Checkpoint, Collider, PhysicsWorld, Position};

/// Ids of objects with an event.
#[derive(Resource, Default)]
struct Events(Vec<u32>);

#[test]
fn a_despawned_object_comes_back_with_the_data_of_its_map() {
    let mut game = Game::new();
    game.change();
    for _ in 0..10 {
        tick(&mut game.app);
    }
    game.app.init_resource::<Events>();
    game.app.add_observer(|object: On<LevelObject>, mut events: ResMut<Events>| events.0.push(object.id()));
    let mut checkpoint = Checkpoint::default();
    PhysicsWorld::save_to(game.app.world_mut(), &mut checkpoint);
    let hash = checkpoint.hash();
    let before = game.object(3);
    let position = game.app.world().get::<Position>(before).copied();
    game.app.world_mut().despawn(before);
    tick(&mut game.app);
    let rolled_back =
        PhysicsWorld::roll_back(game.app.world_mut(), &checkpoint).expect("it is of this world");
    let crate_entity = game.object(3);
    assert_eq!(rolled_back.spawned, [crate_entity]);
    let world = game.app.world();
    assert_eq!(world.get::<Position>(crate_entity).copied(), position, "as it was, not as in the map");
    assert_eq!(world.get::<Collider>(crate_entity).map(|collider| collider.px()), Some([16.0, 16.0]));
    assert_eq!(world.get::<TiledClass>(crate_entity).map(|class| &class[..]), Some("Crate"));
    assert_eq!(world.get::<OfLevel>(crate_entity), Some(&OfLevel(game.level)));
    assert_eq!(world.resource::<Events>().0, [3]);
    PhysicsWorld::save_to(game.app.world_mut(), &mut checkpoint);
    assert_eq!(checkpoint.hash(), hash);
}
