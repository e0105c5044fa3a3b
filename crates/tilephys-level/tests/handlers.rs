//! Class handlers: components of the game on spawned, reloaded and failing objects.

use crate::support;

use glam::Vec2;
use hecs::{EntityBuilder, World};
use support::{DT, level, map};
use tilephys_ecs::{BodyId, Collider, Gravity, Mover, Physics, Position, Trigger, Velocity};
use tilephys_level::{ClassHandlers, LevelError, LevelObject, SpawnedLevel, TiledClass, body_at};
use tilephys_tiled::Level;

const CRATE: &str = r#"<object id="1" class="Crate" x="32" y="96" width="16" height="12"/>"#;
const BAT: &str = r#"<object id="2" name="bat" class="Bat" x="80" y="48"><point/><properties>
 <property name="hp" type="int" value="3"/><property name="route" type="object" value="4"/></properties></object>"#;
const COIN: &str = r#"<object id="3" class="TpCollectible" x="36" y="120" width="8" height="8"/>"#;
const RAIL: &str = r#"<object id="4" x="32" y="64"><polyline points="0,0 60,0"/></object>"#;
const LIFT: &str = r#"<object id="5" class="TpMover" x="200" y="64" width="48" height="8"/>"#;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Health(f32);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Route(Vec2);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Shine;

fn bat(object: LevelObject, entity: &mut EntityBuilder) {
    let hp = object.number("hp", 1.0);
    assert!(hp > 0.0, "a bat needs hp, and has {hp}");
    let (position, velocity, collider) = body_at(object.feet(), Vec2::new(12.0, 8.0));
    entity.add_bundle((position, velocity, collider, Health(hp), Gravity::NONE));
    let route = object.properties.get("route").and_then(|value| match value {
        tilephys_tiled::PropertyValue::Object(id) => object.level.object((*id)?),
        _ => None,
    });
    entity.add_bundle(route.map(|route| (Route(route.position),)).unwrap_or((Route(Vec2::ZERO),)));
}

fn handlers() -> ClassHandlers {
    ClassHandlers::new()
        .on_class("Crate", |object, entity| _ = entity.add_bundle(object.body()))
        .on_class("Bat", bat)
        .on_class("TpCollectible", |_, entity| _ = entity.add(Shine))
        .on_class("TpMover", |_, entity| _ = entity.add(Health(9.0)))
}

struct Game {
    world: World,
    physics: Physics,
    level: Level,
    spawned: SpawnedLevel,
}

impl Game {
    fn of(objects: &[&str]) -> Game {
        let (mut world, mut level) = (World::new(), level(&map(&objects.concat())));
        let (physics, spawned) = handlers().begin(&mut level, &mut world, DT).unwrap();
        Game { world, physics, level, spawned }
    }

    fn reload(&mut self, objects: &[&str]) -> Result<(), LevelError> {
        let new = level(&map(&objects.concat()));
        let Game { world, physics, level, spawned } = self;
        spawned.reload(level, new, (physics, world)).map(drop)
    }

    fn get<T: hecs::Component + Clone>(&self, id: u32) -> Option<T> {
        let part = self.world.get::<&T>(self.spawned.entity(id)?).ok()?;
        Some((*part).clone())
    }
}

#[test]
fn each_class_gets_its_components_and_bodies_their_ids_in_the_order_of_the_map() {
    let mut game = Game::of(&[CRATE, BAT, COIN, RAIL, LIFT]);
    assert_eq!([1, 2].map(|id| game.get::<BodyId>(id)), [Some(BodyId(0)), Some(BodyId(1))]);
    assert_eq!(game.get::<Collider>(1), Some(Collider::new(16.0, 12.0)));
    assert_eq!(game.get::<Position>(2), Some(Position::new(74.0, 40.0)));
    assert_eq!((game.get(2), game.get(2)), (Some(Health(3.0)), Some(Route(Vec2::new(32.0, 64.0)))));
    // Built-in classes keep their physics.
    assert!(game.get::<Shine>(3).is_some() && game.get::<Trigger>(3).is_some());
    assert!(game.get::<Mover>(5).is_some() && game.get(5) == Some(Health(9.0)));
    assert!(
        game.get::<Velocity>(4).is_none() && game.get::<TiledClass>(1) == Some(TiledClass("Crate".into()))
    );
    game.physics.gravity.y = 900.0;
    for _ in 0..60 {
        game.physics.step(&mut game.world, DT);
        assert_eq!(game.physics.events().filter(|event| event.body.is_none()).count(), 0);
    }
    // The crate lies on the floor in row 10.
    assert_eq!(game.get::<Position>(1), Some(Position::new(32.0, 148.0)));
    assert_eq!(game.physics.len(), 2);
}

#[test]
fn a_class_of_a_tile_or_a_template_counts() {
    let tile = "<tile id=\"2\" class=\"Crate\"/></tileset>";
    let object = r#"<object id="1" gid="3" x="32" y="96" width="16" height="16"/>"#;
    let (mut world, mut level) = (World::new(), level(&map(object).replace("</tileset>", tile)));
    let (physics, spawned) = handlers().begin(&mut level, &mut world, DT).unwrap();
    let [body] = spawned.of_class("Crate") else { panic!("a crate") };
    assert_eq!(world.get::<&Position>(*body).unwrap().px(), Vec2::new(32.0, 80.0));
    assert!(world.get::<&BodyId>(*body).is_ok() && physics.is_empty());
}

#[test]
fn a_reload_runs_handlers_of_new_and_changed_objects() {
    let mut game = Game::of(&[CRATE, BAT]);
    let [first, bat] = [1, 2].map(|id| game.spawned.entity(id).unwrap());
    game.world.insert_one(first, Position::new(100.0, 50.0)).unwrap();
    game.world.insert_one(bat, Health(1.0)).unwrap();
    let id = game.get::<BodyId>(2);
    let stronger = BAT.replace("\"3\"", "\"5\"");
    let second = CRATE.replace("id=\"1\"", "id=\"6\"");
    game.reload(&[CRATE, &stronger, &second]).unwrap();
    // An unchanged object stays as the game has changed it; a changed one begins anew, as the same body.
    assert_eq!(game.get::<Position>(1), Some(Position::new(100.0, 50.0)));
    assert_eq!((game.spawned.entity(2), game.get(2)), (Some(bat), Some(Health(5.0))));
    assert!(game.get::<BodyId>(2) == id && game.get::<BodyId>(6) == Some(BodyId(2)));
    // A despawned object that the designer changes is there again.
    game.world.despawn(bat).unwrap();
    game.reload(&[CRATE, BAT, &second]).unwrap();
    assert_eq!(game.get(2), Some(Health(3.0)));
}

#[test]
fn an_object_of_another_class_with_a_handler_is_another_entity() {
    let mut game = Game::of(&[CRATE, RAIL]);
    let [old, rail] = [1, 4].map(|id| game.spawned.entity(id).unwrap());
    let barrel = CRATE.replace("Crate", "Barrel");
    let named = RAIL.replace("x=\"32\"", "class=\"Rail\" x=\"32\"");
    game.reload(&[&barrel, &named]).unwrap();
    assert!(!game.world.contains(old) && game.get::<Velocity>(1).is_none());
    assert_eq!(game.spawned.entity(4), Some(rail));
    game.reload(&[CRATE, RAIL]).unwrap();
    assert!(game.get::<Velocity>(1).is_some() && game.world.len() == 2);
}

#[test]
fn a_handler_that_panics_at_the_start_is_an_error_and_spawns_nothing() {
    let weak = BAT.replace("\"3\"", "\"0\"");
    let (mut world, mut level) = (World::new(), level(&map(&[CRATE, &weak].concat())));
    let tiles = level.grid.tiles().count();
    let error = handlers().begin(&mut level, &mut world, DT).unwrap_err();
    let expected = "a.tmx: object 2: the handler of class \"Bat\": a bat needs hp, and has 0";
    assert_eq!(error.to_string(), expected);
    assert!(world.is_empty() && level.grid.tiles().count() == tiles);
}

#[test]
fn a_handler_that_panics_at_a_reload_is_an_error_and_changes_nothing() {
    let mut game = Game::of(&[CRATE, BAT]);
    let weak = BAT.replace("\"3\"", "\"0\"");
    let error = game.reload(&[&weak, COIN]).unwrap_err();
    assert!(matches!(error, LevelError::Handler { object: 2, .. }), "{error}");
    assert_eq!((game.level.objects.len(), game.world.len()), (2, 2));
    assert_eq!((game.get(2), game.spawned.entity(3)), (Some(Health(3.0)), None));
    // The next good file is taken.
    game.reload(&[BAT, COIN]).unwrap();
    assert!(game.get::<Shine>(3).is_some() && game.spawned.entity(1).is_none());
}

#[test]
fn patrols_walk_and_fly_by_themselves_and_follow_edits_and_snapshots() {
    let ground = r#"<object id="10" x="0" y="100" width="160" height="8"><properties><property name="collision" value="solid"/></properties></object>"#;
    let patrol = |id: u32, y: u32, list: &str| {
        format!(
            r#"<object id="{id}" class="TpPatrol" x="60" y="{y}" width="12" height="8"><properties>{list}</properties></object>"#
        )
    };
    let walker = patrol(11, 92, "");
    let flyer = patrol(12, 20, r#"<property name="path" type="object" value="4"/>"#);
    let handlers = ClassHandlers::new().on_class("TpPatrol", |_, entity| _ = entity.add(Health(2.0)));
    let mut world = World::new();
    let mut own = level(&map(&[ground, RAIL, &walker, &flyer].concat()));
    let (mut physics, mut spawned) = handlers.begin(&mut own, &mut world, DT).unwrap();
    let ends = |physics: &mut Physics, world: &mut World, entity: hecs::Entity| {
        let mut ends = [Vec2::MAX, Vec2::MIN];
        for _ in 0..600 {
            physics.step(world, DT);
            let at = world.get::<&Position>(entity).unwrap().px();
            ends = [ends[0].min(at), ends[1].max(at)];
        }
        ends
    };
    let [walks, flies] = [11, 12].map(|id| spawned.entity(id).unwrap());
    let [low, high] = ends(&mut physics, &mut world, walks);
    assert!(low.x >= 0.0 && low.x < 5.0 && high.x > 143.0 && high.x <= 148.0, "{low} {high}");
    assert_eq!((low.y, high.y), (92.0, 92.0));
    // The line of 60 px to the right begins at the flyer.
    let [low, high] = ends(&mut physics, &mut world, flies);
    assert!((low - Vec2::new(60.0, 20.0)).length() < 0.1 && (high - Vec2::new(120.0, 20.0)).length() < 0.1);
    assert_eq!(world.get::<&Health>(walks).unwrap().0, 2.0);
    // After a despawn a snapshot brings it back, and it walks on.
    let saved = physics.snapshot(&mut world);
    world.despawn(walks).unwrap();
    physics.step(&mut world, DT);
    spawned.restore(&own, (&mut physics, &mut world), &saved).unwrap();
    let walks = spawned.entity(11).unwrap();
    let [low, high] = ends(&mut physics, &mut world, walks);
    assert!(low.x < 5.0 && high.x > 143.0, "{low} {high}");
    // An edit makes a flyer of the walker.
    let flyer_too = patrol(11, 40, r#"<property name="path" type="object" value="4"/>"#);
    let new = level(&map(&[ground, RAIL, &flyer_too, &flyer].concat()));
    spawned.reload(&mut own, new, (&mut physics, &mut world)).unwrap();
    let flies = spawned.entity(11).unwrap();
    let [low, high] = ends(&mut physics, &mut world, flies);
    assert!((low.y, high.y) == (40.0, 40.0) && high.x - low.x > 59.0, "{low} {high}");
}
