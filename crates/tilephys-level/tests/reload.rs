//! Hot reload of entities: changed and unchanged ones.

use crate::support;

use glam::{IVec2, Vec2};
use hecs::{Entity, World};
use support::{DT, level, map};
use tilephys_core::{BodyState, TileCoord};
use tilephys_ecs::{CarriedBy, Collider, Mover, MoverId, MoverPath, Physics, Position, Trigger, Velocity};
use tilephys_level::{SpawnPoint, SpawnedLevel, TiledName, TiledProperties};
use tilephys_tiled::{Level, LevelChanges, Mark, RegionKind, Role};

const LIFT: &str = r#"<object id="5" name="lift" type="TpMover" x="32" y="64" width="48" height="8"><properties>
 <property name="path" type="object" value="9"/><property name="speed" type="int" value="60"/></properties></object>"#;
const SEAT: &str = r#"<object id="6" name="seat" type="TpMover" x="40" y="56" width="8" height="8"><properties>
 <property name="parent" type="object" value="5"/></properties></object>"#;
const COIN: &str = r#"<object id="7" name="coin" type="TpCollectible" x="36" y="120" width="8" height="8"/>"#;
const RAIL: &str = r#"<object id="9" name="rail" x="32" y="64"><polyline points="0,0 60,0"/></object>"#;
const BAT: &str = r#"<object id="12" name="bat" type="Enemy" x="200" y="30"><point/></object>"#;
const SPAWN: &str = r#"<object id="3" type="TpSpawn" x="40" y="100"><point/></object>"#;

struct Game {
    world: World,
    physics: Physics,
    level: Level,
    spawned: SpawnedLevel,
}

impl Game {
    fn of(objects: &[&str]) -> Game {
        let mut world = World::new();
        let mut level = level(&map(&objects.concat()));
        let (physics, spawned) = SpawnedLevel::begin(&mut level, &mut world, DT).unwrap();
        Game { world, physics, level, spawned }
    }

    fn reload(&mut self, objects: &[&str]) -> LevelChanges {
        self.reload_map(&map(&objects.concat()))
    }

    fn reload_map(&mut self, map: &str) -> LevelChanges {
        let Game { world, physics, level: old, spawned } = self;
        let changes = spawned.reload(old, level(map), (physics, world)).unwrap();
        let ids: Vec<u32> = self.level.objects.iter().map(|object| object.id).collect();
        let found: Vec<_> = ids.iter().map(|id| self.spawned.entity(*id).unwrap()).collect();
        assert_eq!(self.spawned.entities(), found, "the look-up is of the new level");
        changes
    }

    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.physics.step(&mut self.world, DT);
            assert_eq!(self.physics.events().filter(|e| e.body.is_none()).count(), 0);
        }
    }

    fn entity(&self, id: u32) -> Entity {
        self.spawned.entity(id).unwrap()
    }

    /// Position of an entity, in pixels.
    fn at(&self, id: u32) -> Vec2 {
        self.world.get::<&Position>(self.entity(id)).unwrap().px()
    }
}

#[test]
fn bodies_keep_moving_and_collide_with_changes() {
    let mut game = Game::of(&[COIN]);
    game.physics.gravity.y = 900.0;
    let body = (Position::new(100.0, 139.0), Velocity::new(3.0, 0.0), Collider::new(8.0, 11.0));
    let body = game.physics.spawn(&mut game.world, body);
    game.steps(30);
    let told = |game: &Game| {
        let mut all = game.world.query_one::<(&Position, &Velocity, &BodyState)>(body);
        let (position, velocity, state) = all.get().unwrap();
        (*position, *velocity, *state)
    };
    let before = told(&game);
    assert!(before.2.on_floor());
    let floor = map(COIN);
    // The floor, which is the 11th of 20 rows, gets a hole from the 5th to the 9th column.
    let row = ["1"; 20].join(",");
    let with_hole = [&["1"; 4][..], &["0"; 5], &["1"; 11]].concat().join(",");
    let changes = game.reload_map(&floor.replace(&row, &with_hole));
    assert_eq!((changes.cells_set, changes.objects.len()), (5, 0));
    assert_eq!(told(&game), before, "nothing of the body is touched");
    game.steps(10);
    assert!(!told(&game).2.on_floor() && told(&game).0.px().y > 160.0);
    // A body inside a new solid is pushed out.
    game.reload_map(&floor);
    game.steps(1);
    let (position, ..) = told(&game);
    let aabb = Collider::new(8.0, 11.0).aabb(position).unwrap();
    assert!(!game.physics.grid().overlaps(aabb, u32::MAX), "{position:?}");
}

#[test]
fn added_and_removed_objects_leave_other_entities() {
    let mut game = Game::of(&[LIFT, RAIL, COIN]);
    let (lift, coin) = (game.entity(5), game.entity(7));
    let changes = game.reload(&[LIFT, BAT, RAIL]);
    assert_eq!((&changes.objects.came[..], &changes.objects.went[..]), (&[12][..], &[7][..]));
    assert!(!game.world.contains(coin) && game.entity(5) == lift && game.spawned.entity(7).is_none());
    assert_eq!(game.spawned.of_class("Enemy"), [game.entity(12)]);
    assert_eq!(game.world.len(), 3);
    // In the order of the map.
    assert_eq!(game.spawned.entities(), [lift, game.entity(12), game.entity(9)]);
}

#[test]
fn only_changed_values_are_written() {
    let mut game = Game::of(&[COIN, BAT]);
    let [coin, bat] = [7, 12].map(|id| game.entity(id));
    game.world.insert(bat, (Position::new(5.0, 6.0), 3u8)).unwrap();
    game.world.insert_one(coin, Trigger { mask: 4, ..Trigger::default() }).unwrap();
    let named = BAT
        .replace("bat", "owl")
        .replace("><point/>", "><properties><property name=\"hp\" value=\"2\"/></properties><point/>");
    let changes =
        game.reload(&[&COIN.replace("\"36\"", "\"37\"").replace("TpCollectible", "TpKillZone"), &named]);
    assert_eq!(changes.objects.changed, [7, 12]);
    assert_eq!([7, 12].map(|id| game.entity(id)), [coin, bat]);
    assert_eq!(game.world.get::<&TiledName>(bat).unwrap().0, "owl");
    assert_eq!(game.world.get::<&TiledProperties>(bat).unwrap().0.string("hp"), Some("2"));
    assert_eq!((game.at(12), *game.world.get::<&u8>(bat).unwrap()), (Vec2::new(5.0, 6.0), 3));
    assert_eq!((game.at(7), game.world.get::<&Trigger>(coin).unwrap().mask), (Vec2::new(37.0, 120.0), 4));
    assert_eq!(*game.world.get::<&RegionKind>(coin).unwrap(), RegionKind::KillZone);
    // A position set by the designer wins over the game's.
    game.reload(&[&BAT.replace("\"30\"", "\"31\"")]);
    assert_eq!(game.at(12), Vec2::new(200.0, 31.0));
}

#[test]
fn objects_of_built_in_classes_have_marks() {
    let door = |target: u32| {
        format!(
            "<object id=\"20\" type=\"TpDoor\" x=\"9\" y=\"9\" width=\"16\" height=\"16\"><properties>\
             <property name=\"target_object\" type=\"object\" value=\"{target}\"/></properties></object>"
        )
    };
    let mut game = Game::of(&[&door(12), BAT, SPAWN]);
    let target = |game: &Game| match &game.world.get::<&Mark>(game.entity(20)).unwrap().role {
        Role::Door(door) => door.target_object,
        other => panic!("{other:?}"),
    };
    let entity = game.entity(20);
    assert_eq!(target(&game), Some(12));
    game.reload(&[&door(3), BAT, SPAWN]);
    assert_eq!((target(&game), game.entity(20)), (Some(3), entity));
    assert_eq!(game.world.get::<&Mark>(game.entity(3)).unwrap().role, Role::Spawn);
    assert!(game.world.get::<&Mark>(game.entity(12)).is_err());
}

#[test]
fn a_mover_continues_at_the_nearest_point_of_its_new_path() {
    let mut game = Game::of(&[LIFT, SEAT, RAIL]);
    game.steps(90);
    // It reaches the end after a second, and is half of the way back.
    assert_eq!((game.at(5), game.at(6)), (Vec2::new(62.0, 64.0), Vec2::new(70.0, 56.0)));
    let id = *game.world.get::<&MoverId>(game.entity(5)).unwrap();
    let lower = RAIL.replace("0,0 60,0", "-30,0 60,0").replace("x=\"32\"", "x=\"2\"");
    game.reload(&[LIFT, SEAT, &lower]);
    assert_eq!(game.at(5), Vec2::new(62.0, 64.0));
    game.steps(15);
    assert_eq!(
        (game.at(5), game.at(6)),
        (Vec2::new(47.0, 64.0), Vec2::new(55.0, 56.0)),
        "on the way back still"
    );
    assert_eq!(*game.world.get::<&MoverId>(game.entity(5)).unwrap(), id);
    // Twice as fast, from the nearest tick: in steps of 2 px, at 48.
    game.reload(&[&LIFT.replace("\"60\"", "\"120\""), SEAT, &lower]);
    game.steps(5);
    assert_eq!(game.at(5), Vec2::new(38.0, 64.0));
    // Without a path it stays until the designer moves it.
    let without = LIFT.replace("<property name=\"path\" type=\"object\" value=\"9\"/>", "");
    game.reload(&[&without, SEAT, &lower]);
    game.steps(5);
    assert_eq!(game.at(5), Vec2::new(38.0, 64.0));
    game.reload(&[&without.replace("x=\"32\"", "x=\"33\""), SEAT, &lower]);
    assert_eq!(game.at(5), Vec2::new(33.0, 64.0));
    // Wider.
    game.reload(&[&without.replace("width=\"48\"", "width=\"50\""), SEAT, &lower]);
    game.steps(1);
    let made = *game.world.get::<&Mover>(game.entity(5)).unwrap();
    let bounds = game.physics.grid().off_grid_shapes().find(|(_, b)| b.tile == made.tile).unwrap().1.aabb;
    assert_eq!(bounds.max - bounds.min, IVec2::new(50, 8) * 256);
}

#[test]
fn a_child_follows_the_new_entity_of_its_parent() {
    let mut game = Game::of(&[LIFT, SEAT, RAIL]);
    let (lift, seat) = (game.entity(5), game.entity(6));
    let free = SEAT.replace("<property name=\"parent\" type=\"object\" value=\"5\"/>", "");
    game.reload(&[LIFT, &free, RAIL]);
    assert!(game.world.get::<&CarriedBy>(seat).is_err());
    game.reload(&[LIFT, SEAT, RAIL]);
    assert_eq!(game.world.get::<&CarriedBy>(seat).unwrap().0, lift);
    // The game takes the lift away; the designer changes it.
    game.world.despawn(lift).unwrap();
    game.reload(&[&LIFT.replace("\"60\"", "\"90\""), SEAT, RAIL]);
    assert!(game.entity(5) != lift && game.entity(6) == seat);
    assert_eq!(game.world.get::<&CarriedBy>(seat).unwrap().0, game.entity(5));
    game.steps(2);
    // A mover that becomes a coin gets another entity.
    let old = game.entity(5);
    game.reload(&[&COIN.replace("id=\"7\"", "id=\"5\""), &free, RAIL]);
    assert!(!game.world.contains(old) && game.world.get::<&Mover>(game.entity(5)).is_err());
    game.steps(2);
}

#[test]
fn despawned_objects_return_when_the_designer_changes_them() {
    let mut game = Game::of(&[COIN, BAT]);
    let coin = game.entity(7);
    game.world.despawn(coin).unwrap();
    game.reload(&[COIN]);
    assert!(!game.world.contains(game.entity(7)) && game.world.is_empty());
    game.reload(&[&COIN.replace("\"120\"", "\"121\"")]);
    assert!(game.world.contains(game.entity(7)) && game.at(7) == Vec2::new(36.0, 121.0));
}

#[test]
fn the_start_may_change_without_its_object() {
    let other = SPAWN.replace("\"3\"", "\"2\"");
    let mut game = Game::of(&[&other, SPAWN]);
    let is_start = |game: &Game| game.world.get::<&SpawnPoint>(game.entity(3)).unwrap().is_start;
    assert!(!is_start(&game));
    game.reload(&[SPAWN]);
    assert!(is_start(&game));
}

#[test]
fn a_refused_reload_changes_nothing() {
    let mut game = Game::of(&[LIFT, RAIL]);
    let small = map(COIN)
        .replace("tilewidth=\"16\" tileheight=\"16\" infinite", "tilewidth=\"8\" tileheight=\"16\" infinite");
    let Game { world, physics, level: old, spawned } = &mut game;
    let error = spawned.reload(old, level(&small), (physics, world)).unwrap_err();
    assert!(error.to_string().contains("cannot change while it runs"), "{error}");
    assert_eq!((game.world.len(), game.level.objects.len()), (2, 2));
}

#[test]
fn levels_in_one_world_stay_separate() {
    let mut game = Game::of(&[LIFT, RAIL, COIN]);
    let next = map(&[LIFT, RAIL, BAT].concat());
    let Game { world, physics, .. } = &mut game;
    let mut other = level(&next).join(physics.grid_mut()).unwrap();
    let mut second = SpawnedLevel::spawn(&other, physics, world, DT).unwrap();
    assert_eq!((game.world.len(), game.physics.grid().tiles().count()), (6, 40));
    let lifts = [game.entity(5), second.entity(5).unwrap()];
    assert!(lifts[0] != lifts[1] && second.entity(7).is_none());
    game.reload(&[&LIFT.replace("\"60\"", "\"90\""), RAIL]);
    let Game { world, physics, .. } = &mut game;
    second.reload(&mut other, level(&map(&[LIFT, RAIL].concat())), (physics, world)).unwrap();
    assert_eq!(game.world.len(), 4);
    let speed = |entity| game.world.get::<&MoverPath>(entity).unwrap().path.period();
    assert_eq!(lifts.map(speed), [80, 120]);
    let at = TileCoord::new(0, 10);
    assert_eq!(game.physics.grid().tiles_in(at).count(), 2);
    assert_eq!(second.despawn(&mut game.world), 2);
    other.leave(game.physics.grid_mut()).unwrap();
    assert_eq!((game.world.len(), game.physics.grid().tiles_in(at).count()), (2, 1));
    game.steps(3);
}

/// A map of 20 x 20 cells whose third tile is a hazard, with spikes in these columns of row 9.
fn spikes(columns: &[usize]) -> String {
    let row = |solid: usize| vec![["0", "1"][solid]; 20].join(",");
    let spikes: Vec<&str> = (0..20).map(|col| if columns.contains(&col) { "3" } else { "0" }).collect();
    let rows: Vec<String> =
        (0..20).map(|n| if n == 9 { spikes.join(",") } else { row(usize::from(n == 10)) }).collect();
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="20" height="20" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="8" columns="4"><image source="rock.png" width="64" height="32"/>
<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
<tile id="2" type="Spikes"><properties><property name="collision" value="hazard"/><property name="hurt" type="int" value="2"/></properties></tile></tileset>
<layer id="1" name="ground" width="20" height="20"><data encoding="csv">{}</data></layer></map>"#,
        rows.join(",")
    )
}

#[test]
fn regions_of_tiles_are_entities_and_follow_their_cells() {
    let mut game = Game::of(&[]);
    game.reload_map(&spikes(&[2, 7]));
    let regions = |game: &Game| game.spawned.other_regions().to_vec();
    let [two, seven] = regions(&game)[..] else { panic!("two regions") };
    assert_eq!(*game.world.get::<&RegionKind>(two).unwrap(), RegionKind::Hazard);
    assert_eq!(game.world.get::<&TiledProperties>(two).unwrap().0.int("hurt"), Some(2));
    assert_eq!(game.world.get::<&Position>(seven).unwrap().px(), Vec2::new(112.0, 144.0));
    // A region is removed, another is added, the third stays.
    game.reload_map(&spikes(&[7, 12]));
    assert_eq!((regions(&game)[0], regions(&game).len(), game.world.contains(two)), (seven, 2, false));
    // A body that enters a new region is sensed.
    let body = (Position::new(196.0, 130.0), Velocity::new(0.0, 60.0), Collider::new(8.0, 11.0));
    game.physics.spawn(&mut game.world, body);
    game.steps(8);
    let inside: Vec<Entity> = game.physics.inside(game.physics.region(regions(&game)[1]).unwrap()).collect();
    assert_eq!(inside.len(), 1);
    let all = game.world.len();
    assert_eq!(game.spawned.despawn(&mut game.world), all as usize - 1);
}
