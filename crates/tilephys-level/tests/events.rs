//! Events of a level: entered and left regions, deaths, doors; zones that act on characters.

use crate::support;

use glam::Vec2;
use hecs::{Entity, World};
use support::{DT, level, map};
use tilephys_ecs::{Collider, Feel, FeelZone, Physics, Position, Trigger, Velocity};
use tilephys_level::LevelEventKind::{Enter, Exit, Killed};
use tilephys_level::{DeathCause, LevelEvent, SpawnedLevel, body_at};
use tilephys_tiled::{Level, Mark, RegionKind};

const COIN: &str = r#"<object id="1" class="TpCollectible" x="40" y="40" width="8" height="8"/>"#;
const FLAG: &str = r#"<object id="2" class="TpCheckpoint" x="40" y="60" width="8" height="8"/>"#;
const SPIKES: &str = r#"<object id="3" class="TpKillZone" x="40" y="80" width="8" height="8"/>"#;
const ROPE: &str = r#"<object id="4" x="40" y="100" width="8" height="8"><properties>
 <property name="collision" value="ladder"/></properties></object>"#;

struct Game {
    world: World,
    physics: Physics,
    level: Level,
    spawned: SpawnedLevel,
}

impl Game {
    fn of(objects: &[&str]) -> Game {
        let (mut world, mut level) = (World::new(), level(&map(&objects.concat())));
        let (physics, spawned) = SpawnedLevel::begin(&mut level, &mut world, DT).unwrap();
        Game { world, physics, level, spawned }
    }

    fn flyer(&mut self, x: f32, y: f32, speed: f32) -> Entity {
        let body = (Position::new(x, y), Velocity::new(0.0, speed), Collider::new(4.0, 4.0));
        self.physics.spawn(&mut self.world, body)
    }

    fn step(&mut self) -> Vec<LevelEvent> {
        self.physics.step(&mut self.world, DT);
        self.spawned.events(&self.physics, &self.world)
    }

    fn entity(&self, id: u32) -> Entity {
        self.spawned.entity(id).unwrap()
    }
}

#[test]
fn events_come_in_the_order_of_bodies_and_of_time() {
    let mut game = Game::of(&[COIN, FLAG, SPIKES, ROPE]);
    let [coin, flag, spikes, rope] = [1, 2, 3, 4].map(|id| game.entity(id));
    // Both fly down through all four within one step.
    let [first, second] = [game.flyer(41.0, 20.0, 6_000.0), game.flyer(42.0, 20.0, 6_000.0)];
    let of = |body| {
        let events = [
            Enter { region: coin, kind: RegionKind::Collectible },
            Exit { region: coin, kind: RegionKind::Collectible },
            Enter { region: flag, kind: RegionKind::Checkpoint },
            Exit { region: flag, kind: RegionKind::Checkpoint },
            Killed { cause: DeathCause::KillZone(spikes) },
            Exit { region: spikes, kind: RegionKind::KillZone },
            Enter { region: rope, kind: RegionKind::Ladder },
            Exit { region: rope, kind: RegionKind::Ladder },
        ];
        events.map(|kind| LevelEvent { body, kind })
    };
    assert_eq!(game.step(), [of(first), of(second)].concat());
    assert_eq!(game.step(), []);
}

#[test]
fn only_regions_of_the_level_that_are_there_have_events() {
    let mut game = Game::of(&[COIN]);
    // A region of the game, and a region of the engine.
    game.world.spawn((Position::new(40.0, 60.0), Collider::new(8.0, 8.0), Trigger::default()));
    let other = level(&map(FLAG)).join(game.physics.grid_mut()).unwrap();
    let mut others = SpawnedLevel::spawn(&other, &mut game.physics, &mut game.world, DT).unwrap();
    let body = game.flyer(41.0, 38.0, 60.0);
    let (coin, flag) = (game.entity(1), others.entity(2).unwrap());
    let events = game.step();
    let entered = Enter { region: coin, kind: RegionKind::Collectible };
    assert_eq!(events, [LevelEvent { body, kind: entered }]);
    assert_eq!(others.events(&game.physics, &game.world), []);
    // A coin that the game has taken says no more.
    game.world.despawn(coin).unwrap();
    assert_eq!(game.spawned.events(&game.physics, &game.world), []);
    let mut seen = Vec::new();
    for _ in 0..60 {
        assert_eq!(game.step(), []);
        seen.extend(others.events(&game.physics, &game.world).into_iter().map(|event| event.kind));
    }
    let kind = RegionKind::Checkpoint;
    assert_eq!(seen, [Enter { region: flag, kind }, Exit { region: flag, kind }]);
}

#[test]
fn a_platform_that_crushes_a_body_kills_it_once() {
    let press = r#"<object id="5" class="TpMover" x="40" y="100" width="16" height="16"><properties>
 <property name="path" type="object" value="9"/><property name="speed" type="int" value="120"/></properties></object>
<object id="9" x="48" y="108"><polyline points="0,0 0,44"/></object>"#;
    let mut game = Game::of(&[press]);
    game.physics.gravity.y = 900.0;
    let (body, press) = (game.flyer(46.0, 156.0, 0.0), game.entity(5));
    let mut events = Vec::new();
    for _ in 0..30 {
        events.extend(game.step());
    }
    assert_eq!(events, [LevelEvent { body, kind: Killed { cause: DeathCause::Crushed(press) } }]);
}

#[test]
fn a_door_leads_to_the_feet_of_its_target() {
    let door = r#"<object id="1" class="TpDoor" x="40" y="40" width="8" height="8"><properties>
 <property name="target" type="file" value="b.tmx"/><property name="target_object" type="object" value="7"/></properties></object>"#;
    let [exit, start] = [
        r#"<object id="7" class="TpDoor" x="100" y="128" width="20" height="32"/>"#,
        r#"<object id="8" class="TpSpawn" x="50" y="60"><point/></object>"#,
    ];
    let mut game = Game::of(&[door]);
    game.flyer(41.0, 30.0, 600.0);
    let [LevelEvent { kind: Enter { region, kind: RegionKind::Door }, .. }, ..] = game.step()[..] else {
        panic!("it flies into the door")
    };
    let door = game.world.get::<&Mark>(region).unwrap().door().cloned().unwrap();
    assert_eq!(door.target.as_deref(), Some(std::path::Path::new("b.tmx")));
    let arrival = |objects: &[&str]| level(&map(&objects.concat())).arrival(&door);
    assert_eq!(arrival(&[exit, start]), Some(Vec2::new(110.0, 160.0)));
    assert_eq!(arrival(&[start]), Some(Vec2::new(50.0, 60.0)));
    assert_eq!(arrival(&[]), None);
}

#[test]
fn ladders_and_water_act_on_characters() {
    let pool = r#"<object id="6" x="160" y="0" width="64" height="32"><properties>
 <property name="collision" value="water"/><property name="conveyor" type="float" value="-40"/></properties></object>"#;
    let mut game = Game::of(&[COIN, ROPE, pool]);
    let zone = |game: &Game, id| game.world.get::<&FeelZone>(game.entity(id)).ok().map(|zone| *zone);
    let water = |x| Some(FeelZone::Water { flow: Vec2::new(x, 0.0) });
    assert_eq!([1, 4, 6].map(|id| zone(&game, id)), [None, Some(FeelZone::Ladder), water(-40.0)]);
    // Tiles too: the second tile is water, and shown in the first cell.
    let tile = "<tile id=\"1\"><properties><property name=\"collision\" value=\"water\"/></properties></tile></tileset>";
    let tiles = map("").replace("</tileset>", tile).replacen("csv\">0", "csv\">2", 1);
    let (mut world, mut ponds) = (World::new(), level(&tiles));
    let (_, spawned) = SpawnedLevel::begin(&mut ponds, &mut world, DT).unwrap();
    assert_eq!(world.get::<&FeelZone>(spawned.other_regions()[0]).ok().map(|zone| *zone), water(0.0));
    // A reload changes the zone with the region. An unchanged zone stays as the game has set it.
    let calm = pool.replace("-40", "0");
    let solid = ROPE.replace("ladder", "trigger");
    let rope = game.entity(4);
    for (objects, expected) in [
        ([COIN, &solid, &calm], [None, None, water(0.0)]),
        ([COIN, ROPE, &calm], [None, Some(FeelZone::Ladder), water(7.0)]),
    ] {
        let new = level(&map(&objects.concat()));
        let Game { world, physics, level, spawned } = &mut game;
        spawned.reload(level, new, (physics, world)).unwrap();
        assert_eq!([1, 4, 6].map(|id| zone(&game, id)), expected);
        game.world.insert_one(game.entity(6), FeelZone::Water { flow: Vec2::new(7.0, 0.0) }).unwrap();
    }
    assert_eq!(game.entity(4), rope);
}

#[test]
fn springs_throw_at_the_velocity_of_their_object() {
    let spring = |speed: i32| {
        format!(
            r#"<object id="8" class="TpSpring" x="8" y="8"><properties><property name="velocity_y" type="int" value="{speed}"/></properties>
<polygon points="0,0 24,0 24,8 16,8 16,4 8,4 8,8 0,8"/></object>"#
        )
    };
    let mut game = Game::of(&[&spring(-300)]);
    let parts = [&[game.entity(8)][..], game.spawned.other_regions()].concat();
    assert!(parts.len() > 1, "a concave object is several regions");
    for (speed, expected) in [(-300, -300.0), (-700, -700.0)] {
        let Game { world, physics, level: old, spawned } = &mut game;
        spawned.reload(old, level(&map(&spring(speed))), (physics, world)).unwrap();
        for part in &parts {
            let velocity = Vec2::new(0.0, expected);
            assert_eq!(*game.world.get::<&FeelZone>(*part).unwrap(), FeelZone::Spring { velocity });
        }
    }
}

#[test]
fn a_spring_of_a_height_throws_each_character_to_it() {
    let spring = r#"<object id="8" class="TpSpring" x="32" y="144" width="16" height="16"><properties>
 <property name="height" type="float" value="70"/></properties></object>"#;
    for feel in [Feel::celeste(), Feel::mario(), Feel::mega_man(), Feel::floaty()] {
        let mut game = Game::of(&[spring]);
        game.physics.gravity.y = 900.0;
        let (position, velocity, collider) = body_at(Vec2::new(40.0, 130.0), Vec2::new(8.0, 11.0));
        let thrown = game.physics.spawn(&mut game.world, (position, velocity, collider, feel));
        let mut least = f32::INFINITY;
        for _ in 0..120 {
            game.step();
            let feet = game.world.get::<&Position>(thrown).unwrap().px().y + 11.0;
            least = if feet < least { feet } else { least };
        }
        // 70 px over the upper edge at y = 144; it starts above that height.
        assert!((least - 74.0).abs() < 1.0, "{least}");
    }
}

#[test]
fn a_character_is_thrown_by_a_spring_of_the_map_and_swims_in_its_water() {
    let spring = r#"<object id="8" class="TpSpring" x="32" y="144" width="16" height="16"/>
<object id="6" x="160" y="96" width="64" height="64"><properties>
 <property name="collision" value="water"/><property name="conveyor" type="float" value="40"/></properties></object>"#;
    let mut game = Game::of(&[spring]);
    game.physics.gravity.y = 900.0;
    let mut character = |x: f32| {
        let (position, velocity, collider) = body_at(Vec2::new(x, 130.0), Vec2::new(8.0, 11.0));
        game.physics.spawn(&mut game.world, (position, velocity, collider, Feel::mario()))
    };
    let [thrown, swims, stands] = [40.0, 190.0, 100.0].map(&mut character);
    let mut speeds = Vec::new();
    for _ in 0..120 {
        game.step();
        speeds.push(game.world.get::<&Velocity>(thrown).unwrap().0.y);
    }
    assert!(speeds.contains(&-500.0), "{speeds:?}");
    // The current carries the swimmer out of the water, to the right.
    let x = |body| game.world.get::<&Position>(body).unwrap().px().x;
    assert!(x(swims) > 220.0 && x(stands) == 96.0, "{} {}", x(swims), x(stands));
}
