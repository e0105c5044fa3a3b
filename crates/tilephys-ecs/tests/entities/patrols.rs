//! Patrols: the ways of walkers on floors of known ends, against the ends, and of flyers against their paths.

use glam::{IVec2, UVec2, Vec2};
use hecs::{Entity, World};
use tilephys_core::{
    Tile, TileCoord, TileGrid,
    platform::{Easing, Path, PathMode, Waypoint},
};
use tilephys_ecs::{
    Collider, EventKind, Feel, Input, MotionMode, MoverPath, Patrol, Physics, Position, Velocity,
};

const DT: f32 = 1.0 / 60.0;

/// Cells of 16 px: `#` is solid, and rows end by `\n`.
fn physics(rows: &str) -> Physics {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    for (row, line) in rows.lines().enumerate() {
        for (col, _) in line.chars().enumerate().filter(|(_, cell)| *cell == '#') {
            grid.set_tile(layer, TileCoord::new(col as i32, row as i32), Some(stone));
        }
    }
    let mut physics = Physics::new(grid);
    physics.gravity = Vec2::new(0.0, 900.0);
    physics
}

fn walker(speed: f32, patrol: Patrol) -> (Velocity, Collider, Feel, Input, Patrol) {
    let mut feel = Feel::default();
    feel.run.speed = speed;
    (Velocity::default(), Collider::new(12.0, 8.0), feel, Input::default(), patrol)
}

/// Left edges that a walker from `x` px on the ground of row 2 takes in 600 ticks, after 60 ticks.
fn walk(physics: &mut Physics, world: &mut World, walker: Entity) -> (Vec<f32>, f32) {
    let mut xs = Vec::new();
    let mut lowest = f32::MIN;
    for tick in 0..660 {
        physics.step(world, DT);
        let at = world.get::<&Position>(walker).unwrap().px();
        xs.extend((tick >= 60).then_some(at.x));
        lowest = if at.y > lowest { at.y } else { lowest };
    }
    (xs, lowest)
}

fn range(xs: &[f32]) -> [f32; 2] {
    let mut sorted = xs.to_vec();
    sorted.sort_by(f32::total_cmp);
    [sorted[0], sorted[sorted.len() - 1]]
}

#[test]
fn walkers_turn_at_edges_and_walls_and_never_fall() {
    // Ends of the way of the left edge: a wall lets it touch, an edge keeps its box on the floor.
    let cases = [
        ("\n\n  ######\n", [32.0, 128.0 - 12.0], 40.0),
        ("\n #      #\n ########\n", [32.0, 128.0 - 12.0], 40.0),
        ("\n #\n #######\n", [32.0, 128.0 - 12.0], 100.0),
        ("\n\n  #\n", [32.0, 48.0 - 12.0], 34.0),
    ];
    for (rows, [least, most], x) in cases {
        for speed in [20.0, 60.0, 90.0] {
            let mut physics = physics(rows);
            let mut world = World::new();
            let (velocity, collider, feel, input, patrol) = walker(speed, Patrol::default());
            let parts = (Position::new(x, 24.0), velocity, collider, feel, input, patrol);
            let walker = physics.spawn(&mut world, parts);
            let (xs, lowest) = walk(&mut physics, &mut world, walker);
            let [from, to] = range(&xs);
            assert!(from >= least && to <= most, "{rows:?} at {speed}: {from} to {to}");
            assert_eq!(lowest, 24.0);
            let is_narrow = most - least < 10.0;
            // It nears both ends up to its braking distance; on one tile it may have no room.
            let margin = speed * DT * 2.0 + speed * speed / 2000.0 + 1.0;
            assert!(
                is_narrow || from < least + margin && to > most - margin,
                "{rows:?} at {speed}: {from} to {to}"
            );
            assert!(!is_narrow || speed > 20.0 || to - from > 1.0, "it walks on one tile: {from} to {to}");
        }
    }
}

#[test]
fn a_walker_that_does_not_mind_edges_falls_off() {
    let mut physics = physics("\n\n  ######\n\n\n############\n");
    let mut world = World::new();
    let (velocity, collider, feel, input, _) = walker(60.0, Patrol::default());
    let patrol = Patrol { along: 1.0, turns_at_edges: false };
    let parts = (Position::new(40.0, 24.0), velocity, collider, feel, input, patrol);
    let walker = physics.spawn(&mut world, parts);
    let (_, lowest) = walk(&mut physics, &mut world, walker);
    assert!(lowest >= 72.0);
}

#[test]
fn a_patrol_is_state_and_plays_alike_after_a_restore() {
    let mut physics = physics("\n #      #\n ########\n");
    let mut world = World::new();
    let (velocity, collider, feel, input, patrol) = walker(60.0, Patrol::default());
    let parts = (Position::new(40.0, 24.0), velocity, collider, feel, input, patrol);
    let walker = physics.spawn(&mut world, parts);
    let (_, _) = walk(&mut physics, &mut world, walker);
    let saved = physics.snapshot(&mut world);
    let first = walk(&mut physics, &mut world, walker);
    let hash = physics.game_hash(&world);
    world.get::<&mut Patrol>(walker).unwrap().along = 0.25;
    physics.restore(&mut world, &saved).unwrap();
    assert_eq!(world.get::<&Patrol>(walker).unwrap().along.abs(), 1.0);
    assert_eq!((walk(&mut physics, &mut world, walker), physics.game_hash(&world)), (first, hash));
}

#[test]
fn a_patrol_without_a_character_is_reported() {
    let mut physics = physics("\n\n####\n");
    let mut world = World::new();
    let body = (Position::new(10.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0), Patrol::default());
    let body = physics.spawn(&mut world, body);
    physics.step(&mut world, DT);
    let reported = physics.events().find(|event| matches!(event.kind, EventKind::Uncontrolled { .. }));
    assert_eq!(reported.map(|event| event.entity), Some(body));
}

/// A bat of 8 x 8 px on a round trip with easing and waits.
fn bat(physics: &mut Physics, world: &mut World) -> (Entity, Path) {
    let stop = |x: i32, y: i32, ticks: u32| Waypoint { at: IVec2::new(x, y) * 256, wait: 7, ticks };
    let stops = [stop(20, 10, 31), stop(90, 13, 17), stop(90, 40, 53)];
    let path = Path::new(&stops, PathMode::Loop, Easing::InOut).unwrap();
    let parts = (Position::on_lattice(path.at(0)), Velocity::default(), Collider::new(8.0, 8.0));
    let bat = physics.spawn(world, parts);
    world.insert(bat, (MoverPath::new(path.clone()), MotionMode::Floating)).unwrap();
    (bat, path)
}

#[test]
fn a_body_follows_its_path_to_the_unit_against_gravity() {
    let mut physics = physics("");
    let mut world = World::new();
    let (bat, path) = bat(&mut physics, &mut world);
    for tick in 1..1_000 {
        physics.step(&mut world, DT);
        let at = world.get::<&Position>(bat).unwrap().at;
        assert!((at - path.at(tick)).abs().max_element() <= 1, "tick {tick}: {at}");
        assert_eq!(world.get::<&MoverPath>(bat).unwrap().tick, tick);
        // Another number of ticks after the snapshot than before it.
        if tick == 400 {
            let saved = physics.snapshot(&mut world);
            (0..50).for_each(|_| physics.step(&mut world, DT));
            physics.restore(&mut world, &saved).unwrap();
        }
    }
}

#[test]
fn a_body_that_a_wall_stops_or_that_is_thrown_returns_to_its_path_and_goes_on() {
    let mut physics = physics("");
    let mut world = World::new();
    let (bat, path) = bat(&mut physics, &mut world);
    let (layer, stone) =
        (physics.grid().layer_ids().next().unwrap(), physics.grid_mut().add_tile(Tile::default()));
    // A wall across the first leg for a second; the bat waits beside it.
    let wall = TileCoord::new(3, 0);
    physics.grid_mut().set_tile(layer, wall, Some(stone));
    for _ in 0..60 {
        physics.step(&mut world, DT);
        assert!(world.get::<&Position>(bat).unwrap().px().x <= 40.0);
    }
    let tick = world.get::<&MoverPath>(bat).unwrap().tick;
    assert!((8..30).contains(&tick), "the path waits for the bat: {tick}");
    physics.grid_mut().set_tile(layer, wall, None);
    let mut returns = 0;
    for _ in 0..200 {
        let before = world.get::<&Position>(bat).unwrap().at;
        physics.step(&mut world, DT);
        let at = world.get::<&Position>(bat).unwrap().at;
        let tick = world.get::<&MoverPath>(bat).unwrap().tick;
        returns += u32::from((at - path.at(tick)).abs().max_element() > 1);
        // The fastest leg has 70 px in 31 ticks: 2.26 px a tick; easing has one and a half times that.
        assert!((at - before).as_vec2().length() / 256.0 < 3.4);
    }
    assert!(returns < 20, "{returns}");
    // Thrown far off, it comes back.
    world.get::<&mut Position>(bat).unwrap().at += IVec2::new(0, 30 * 256);
    let tick = world.get::<&MoverPath>(bat).unwrap().tick;
    for _ in 0..20 {
        physics.step(&mut world, DT);
    }
    assert!(world.get::<&MoverPath>(bat).unwrap().tick > tick, "it goes on");
}
