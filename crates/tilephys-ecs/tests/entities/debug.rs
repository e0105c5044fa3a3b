//! Debug drawing of entities: the calls for a small world, culling, and the reason for a hit.

use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::{Tile, platform::Easing};
use tilephys_ecs::{
    Aabb, Collider, DebugDraw, HitBox, Mover, MoverPath, Path, PathMode, Physics, Position, PreviousPosition,
    Rgba, Sensor, TileCoord, TileGrid, Trigger, Velocity, Waypoint,
};

/// Calls as text, in whole pixels.
#[derive(Default)]
struct Calls(Vec<String>);

fn name(color: Rgba) -> String {
    let Rgba { red, green, blue, alpha } = color;
    let name = match [red, green, blue] {
        [236, 240, 246] => "edge",
        [204, 121, 167] => "mover",
        [86, 180, 233] => "body",
        [255, 110, 40] => "contact",
        [176, 184, 198] => "sensor",
        [240, 228, 66] => "motion",
        [255, 64, 52] => "danger",
        _ => "other",
    };
    if alpha == 255 { name.to_owned() } else { format!("{name}/{alpha}") }
}

fn at(point: Vec2) -> String {
    let Vec2 { x, y } = point.round();
    format!("{x},{y}")
}

impl DebugDraw for Calls {
    fn line(&mut self, from: Vec2, to: Vec2, color: Rgba) {
        self.0.push(format!("line {} {} {}", at(from), at(to), name(color)));
    }

    fn rect(&mut self, min: Vec2, size: Vec2, color: Rgba, filled: bool) {
        let kind = if filled { "box" } else { "outline" };
        self.0.push(format!("{kind} {} {} {}", at(min), at(size), name(color)));
    }

    fn text(&mut self, place: Vec2, text: &str, color: Rgba) {
        self.0.push(format!("text {} {text} {}", at(place), name(color)));
    }

    fn polygon(&mut self, corners: &[Vec2], color: Rgba, filled: bool) {
        let corners: Vec<String> = corners.iter().map(|corner| at(*corner)).collect();
        let kind = if filled { "filled" } else { "polygon" };
        self.0.push(format!("{kind} {} {}", corners.join(" "), name(color)));
    }
}

/// A body that lands on a floor in the one step, a trigger around it, and a lift; a sensor far away.
fn landed() -> (Physics, World, Entity) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (ground, stone) = (grid.add_layer("ground"), grid.add_tile(Tile::default()));
    for col in 0..3 {
        grid.set_tile(ground, TileCoord::new(col, 4), Some(stone));
    }
    let mut physics = Physics::new(grid);
    let mut world = World::new();
    let body = (
        Position::new(4.0, 44.0),
        PreviousPosition::default(),
        Velocity::new(0.0, 600.0),
        Collider::new(8.0, 12.0),
    );
    let body = physics.spawn(&mut world, body);
    let far = (Position::new(900.0, 44.0), Velocity::default(), Collider::new(8.0, 12.0), Sensor(u32::MAX));
    physics.spawn(&mut world, far);
    world.spawn((Position::new(0.0, 40.0), Collider::new(20.0, 24.0), Trigger::default()));
    let stop = |x: i32| Waypoint { at: IVec2::new(x, 20) * 256, wait: 0, ticks: 3 };
    let path = Path::new(&[stop(60), stop(66)], PathMode::PingPong, Easing::Linear).expect("a path");
    let lift = (
        Position::new(60.0, 20.0),
        Mover { layer: ground, tile: stone },
        Collider::new(16.0, 4.0),
        MoverPath::new(path),
    );
    physics.spawn(&mut world, lift);
    physics.step(&mut world, 1.0 / 60.0);
    (physics, world, body)
}

#[test]
fn a_small_world_has_these_lines() {
    let (physics, world, _) = landed();
    let mut calls = Calls::default();
    physics.debug_draw(&world, &mut calls, Aabb::from_px(Vec2::ZERO, Vec2::new(100.0, 100.0)));
    let expected = [
        // The swept area, and where the motion began and ended.
        "filled 4,44 12,44 12,64 4,64 motion/36",
        "polygon 4,44 12,44 12,64 4,64 motion/120",
        "outline 4,52 8,12 motion/200",
        "outline 4,44 8,12 motion/120",
        // Edges: the lift, and three tiles without the edges between them.
        "line 62,20 78,20 edge",
        "line 78,20 78,24 edge",
        "line 78,24 62,24 edge",
        "line 62,24 62,20 edge",
        "line 0,64 16,64 edge",
        "line 16,80 0,80 edge",
        "line 0,80 0,64 edge",
        "line 16,64 32,64 edge",
        "line 32,80 16,80 edge",
        "line 32,64 48,64 edge",
        "line 48,64 48,80 edge",
        "line 48,80 32,80 edge",
        // The trigger, with a body inside.
        "box 0,40 20,24 sensor/110",
        "outline 0,40 20,24 sensor",
        // The lift: its path, its box, and its motion in six steps.
        "line 68,22 70,22 mover",
        "line 71,22 73,22 mover",
        "line 66,20 70,24 mover",
        "line 66,24 70,20 mover",
        "line 72,20 76,24 mover",
        "line 72,24 76,20 mover",
        "box 62,20 16,4 mover/60",
        "outline 62,20 16,4 mover",
        "line 70,22 82,22 motion",
        "filled 82,22 79,23 79,21 motion",
        // The body, its side in contact with the normal, and the hit.
        "box 4,52 8,12 body/48",
        "outline 4,52 8,12 body",
        "line 4,64 12,64 contact",
        "line 8,64 8,57 contact",
        "filled 8,57 9,59 7,59 contact",
        "line 6,62 10,66 contact",
        "line 6,66 10,62 contact",
    ];
    assert_eq!(calls.0, expected);
}

#[test]
fn a_hit_box_that_is_on_is_drawn_where_it_hurts() {
    let (physics, world, body) = landed();
    let mut world = world;
    let at = world.get::<&Position>(body).unwrap().px();
    let drawn = |world: &World| {
        let mut calls = Calls::default();
        physics.debug_draw(world, &mut calls, Aabb::from_px(Vec2::ZERO, Vec2::new(320.0, 200.0)));
        calls.0.into_iter().filter(|call| call.ends_with("danger")).collect::<Vec<String>>()
    };
    for (ticks, count) in [(3, 1), (0, 0)] {
        world.insert_one(body, HitBox { ticks, ..HitBox::new([8.0, 2.0], [12.0, 4.0]) }).unwrap();
        let area = format!("outline {} 12,4 danger", self::at(at + Vec2::new(8.0, 2.0)));
        assert_eq!(drawn(&world), vec![area; count]);
    }
}

#[test]
fn nothing_outside_of_the_area_is_drawn() {
    let (physics, world, _) = landed();
    let drawn = |min: Vec2, size: Vec2| {
        let mut calls = Calls::default();
        physics.debug_draw(&world, &mut calls, Aabb::from_px(min, size));
        calls.0
    };
    assert_eq!(drawn(Vec2::new(200.0, 0.0), Vec2::splat(100.0)), [""; 0]);
    assert_eq!(drawn(Vec2::ZERO, Vec2::ZERO), [""; 0]);
    let far = drawn(Vec2::new(890.0, 40.0), Vec2::splat(40.0));
    assert_eq!(far[..2], ["box 900,44 8,12 body/48", "outline 900,44 8,12 body"]);
    assert!(far[2..].iter().all(|call| call.starts_with("line") && call.ends_with("sensor")), "{far:?}");
    // An area beyond the world is its part in the world.
    let all = Aabb { min: IVec2::splat(i32::MIN), max: IVec2::splat(i32::MAX) };
    let mut calls = Calls::default();
    physics.debug_draw(&world, &mut calls, all);
    assert!(calls.0.len() > far.len() + 10);
}

#[test]
fn the_reason_for_a_hit_is_the_move_of_the_step() {
    let (physics, mut world, body) = landed();
    let drawn = |world: &World, entity: Entity| {
        let mut calls = Calls::default();
        physics.debug_draw_hit(world, &mut calls, entity).then_some(calls.0)
    };
    let whole = drawn(&world, body).expect("it landed");
    // From its place before the step to the floor, whose face has the number of the segment.
    assert!(whole.contains(&"box 4,44 8,12 body/110".to_owned()), "{whole:?}");
    assert!(whole.contains(&"box 4,52 8,12 body/190".to_owned()), "{whole:?}");
    assert!(whole.iter().any(|call| call.starts_with("text") && call.contains(" 1 ")), "{whole:?}");
    world.remove_one::<PreviousPosition>(body).expect("it has one");
    let probed = drawn(&world, body).expect("it landed");
    assert!(probed.contains(&"box 4,52 8,12 body/110".to_owned()), "{probed:?}");
    let text = physics.explain_hit(&world, body).expect("it landed").to_string();
    assert!(text.contains("stands on a floor"), "{text}");
    let spectator = world.spawn(());
    assert_eq!(drawn(&world, spectator), None);
    assert_eq!(physics.explain_hit(&world, spectator), None);
}
