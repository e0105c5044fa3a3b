//! Level rules: gravity, closed borders and deaths below the map.

use crate::support;

use glam::Vec2;
use hecs::{Entity, World};
use support::{DT, level, map};
use tilephys_ecs::{Collider, Gravity, Physics, Position, Velocity};
use tilephys_level::{DeathCause, LevelEvent, LevelEventKind, SpawnedLevel};
use tilephys_tiled::Level;

/// The map of 20 x 20 cells of 16 px with a floor in row 10, of class `TpLevel` with these properties: names, types,
/// values.
fn with(properties: &[(&str, &str, &str)]) -> Level {
    let list: String = properties
        .iter()
        .map(|(name, kind, value)| format!(r#"<property name="{name}" type="{kind}" value="{value}"/>"#))
        .collect();
    let list = if list.is_empty() { list } else { format!("<properties>{list}</properties>") };
    level(&map("").replace("infinite=\"0\">", &format!("infinite=\"0\" class=\"TpLevel\">{list}")))
}

fn closed() -> Level {
    with(&[("bounds", "string", "closed")])
}

fn begun(mut level: Level) -> (Level, World, Physics, SpawnedLevel) {
    let mut world = World::new();
    let (physics, spawned) = SpawnedLevel::begin(&mut level, &mut world, DT).unwrap();
    (level, world, physics, spawned)
}

/// Bodies without gravity that fly at `speed` px/s from above and from below the floor in 16 directions.
fn bullets(world: &mut World, speed: f32) -> Vec<Entity> {
    let ways = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|x| [-2.0, -1.0, 0.0, 1.0, 2.0].map(|y| Vec2::new(x, y)));
    let ways = ways.into_iter().flatten().filter(|way| way.abs().max_element() == 2.0);
    let mut all = Vec::new();
    for way in ways {
        for (y, size) in [(80.0, 1.0), (240.0, 20.0)] {
            let parts = (Position::new(160.0, y), Velocity(way * (speed / 2.0)), Collider::new(size, size));
            let body = world.spawn(parts);
            world.insert_one(body, Gravity::NONE).unwrap();
            all.push(body);
        }
    }
    all
}

/// Number of bodies that are outside of the map, partly or wholly.
fn outside(world: &World, bodies: &[Entity]) -> usize {
    let is_outside = |body: &&Entity| {
        let mut query = world.query_one::<(&Position, &Collider)>(**body);
        let (position, collider) = query.get().unwrap();
        let (min, max) = (position.at, position.at + collider.size);
        min.min_element() < 0 || max.max_element() > 320 * 256
    };
    bodies.iter().filter(is_outside).count()
}

fn flown(world: &mut World, physics: &mut Physics, speed: f32) -> usize {
    let bodies = bullets(world, speed);
    for _ in 0..90 {
        physics.step(world, DT);
    }
    let count = outside(world, &bodies);
    bodies.into_iter().for_each(|body| world.despawn(body).unwrap());
    physics.step(world, DT);
    count
}

#[test]
fn nothing_leaves_a_closed_map_at_any_speed() {
    let (_, mut world, mut physics, _spawned) = begun(closed());
    for speed in [30.0, 300.0, 10_000.0, 3e6, 1e9] {
        assert_eq!(flown(&mut world, &mut physics, speed), 0, "{speed} px/s");
    }
}

#[test]
fn a_map_without_rules_has_default_gravity_and_no_borders() {
    let (level, mut world, mut physics, mut spawned) = begun(with(&[]));
    assert_eq!(physics.gravity, Vec2::new(0.0, 900.0));
    // The floor is as wide as the map: bodies that fly up, down or over it leave.
    assert!(flown(&mut world, &mut physics, 10_000.0) > 20);
    assert_eq!((level.gravity(), level.kill_area()), (None, None));
    let body = world.spawn((Position::new(0.0, 5_000.0), Velocity::default(), Collider::new(8.0, 8.0)));
    physics.step(&mut world, DT);
    assert_eq!(spawned.events(&physics, &world), []);
    assert!(world.contains(body));
}

#[test]
fn a_reload_opens_and_closes_the_border() {
    let (mut level, mut world, mut physics, mut spawned) = begun(with(&[]));
    for (new, is_closed) in [(closed(), true), (closed(), true), (with(&[]), false), (closed(), true)] {
        spawned.reload(&mut level, new, (&mut physics, &mut world)).unwrap();
        assert_eq!(flown(&mut world, &mut physics, 10_000.0) == 0, is_closed);
    }
    // One layer and one kind of tile are reused.
    assert_eq!(physics.grid().layers().len(), 2);
}

#[test]
fn closed_levels_in_one_world_keep_their_own_walls() {
    let (mut first, mut world, mut physics, _one) = begun(closed());
    let mut second = closed().join(physics.grid_mut()).unwrap();
    let _two = SpawnedLevel::spawn(&second, &mut physics, &mut world, DT).unwrap();
    first.leave(physics.grid_mut()).unwrap();
    assert_eq!(flown(&mut world, &mut physics, 10_000.0), 0);
    second.leave(physics.grid_mut()).unwrap();
    assert!(flown(&mut world, &mut physics, 10_000.0) > 20);
    assert_eq!(physics.grid().tiles().count(), 0);
}

#[test]
fn gravity_follows_the_map_at_spawn_and_on_changes() {
    let heavy = || with(&[("gravity", "float", "500")]);
    let (mut level, mut world, mut physics, mut spawned) = begun(heavy());
    assert_eq!(physics.gravity, Vec2::new(0.0, 500.0));
    // The game changes gravity, and a reload that does not touch it keeps the change.
    physics.gravity = Vec2::new(30.0, 0.0);
    spawned.reload(&mut level, heavy(), (&mut physics, &mut world)).unwrap();
    assert_eq!(physics.gravity, Vec2::new(30.0, 0.0));
    spawned.reload(&mut level, with(&[]), (&mut physics, &mut world)).unwrap();
    assert_eq!(physics.gravity, Vec2::new(30.0, 0.0));
    let light = with(&[("gravity", "int", "-20")]);
    spawned.reload(&mut level, light, (&mut physics, &mut world)).unwrap();
    assert_eq!(physics.gravity, Vec2::new(0.0, -20.0));
    // A second level without the property keeps it.
    let quiet = with(&[]).join(physics.grid_mut()).unwrap();
    SpawnedLevel::spawn(&quiet, &mut physics, &mut world, DT).unwrap();
    assert_eq!(physics.gravity, Vec2::new(0.0, -20.0));
}

#[test]
fn each_fall_out_of_the_map_is_reported_once() {
    let deadly = || with(&[("bounds", "string", "kill_below"), ("gravity", "float", "900")]);
    let (mut level, mut world, mut physics, mut spawned) = begun(deadly());
    let mut body =
        |x: f32, y: f32| world.spawn((Position::new(x, y), Velocity::default(), Collider::new(8.0, 8.0)));
    let (falls, stands, beside) = (body(100.0, 290.0), body(100.0, 100.0), body(-40.0, 400.0));
    let fallen = |body| LevelEvent { body, kind: LevelEventKind::Killed { cause: DeathCause::Below } };
    let run = |world: &mut World, physics: &mut Physics, spawned: &mut SpawnedLevel| {
        let mut all = Vec::new();
        for step in 0..60 {
            physics.step(world, DT);
            all.extend(spawned.events(physics, world).into_iter().map(|event| (step, event)));
        }
        all
    };
    // After n ticks of 900 px/s² a body is n(n + 1) / 8 px lower: 30 px after 15.
    assert_eq!(run(&mut world, &mut physics, &mut spawned), [(14, fallen(falls))]);
    assert!(world.contains(stands) && world.contains(beside));
    // Moved back up, it falls again. A second body appears below.
    world.insert(falls, (Position::new(100.0, 290.0), Velocity::default())).unwrap();
    let second = world.spawn((Position::new(60.0, 330.0), Velocity::default(), Collider::new(8.0, 8.0)));
    assert_eq!(run(&mut world, &mut physics, &mut spawned), [(0, fallen(second)), (14, fallen(falls))]);
    // The rule follows the file.
    for (new, expected) in [(with(&[]), vec![]), (deadly(), vec![(0, fallen(falls)), (0, fallen(second))])] {
        spawned.reload(&mut level, new, (&mut physics, &mut world)).unwrap();
        assert_eq!(run(&mut world, &mut physics, &mut spawned), expected);
    }
    assert!(level.kill_area().is_some());
}
