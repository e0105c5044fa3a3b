//! Crowds and hit boxes as components: places and times in numbers, orders of spawning, snapshots, unsound settings.

use glam::{UVec2, Vec2};
use hecs::{Entity, World};
use rayon::ThreadPoolBuilder;
use tilephys_core::{
    Tile, TileCoord, TileGrid,
    platform::{Easing, Path, PathMode, Waypoint},
    shape::{Slope, TileShape},
};
use tilephys_ecs::{
    BodyState, Category, Collider, Crowd, Direction, EventKind, Fault, Feel, Field, Gravity, HitBox, HurtBox,
    Input, MotionMode, Mover, MoverPath, Physics, Position, Up, Velocity,
};

const DT: f32 = 1.0 / 60.0;
const HERO: u32 = 0b01;
const ENEMY: u32 = 0b10;

/// Cells of 16 px: `#` is solid, `/` a slope that rises to the right.
fn physics(rows: &str) -> Physics {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    let slope = TileShape::Slope(Slope { side: Direction::Down, heights: [0, 16 * 256] });
    let slope = grid.add_tile(Tile { shape: slope, ..Tile::default() });
    for (row, line) in rows.lines().enumerate() {
        for (col, cell) in line.chars().enumerate().filter(|(_, cell)| *cell != ' ') {
            let tile = if cell == '/' { slope } else { stone };
            grid.set_tile(layer, TileCoord::new(col as i32, row as i32), Some(tile));
        }
    }
    let mut physics = Physics::new(grid);
    physics.gravity = Vec2::new(0.0, 900.0);
    physics
}

fn body(x: f32, y: f32) -> (Position, Velocity, Collider) {
    (Position::new(x, y), Velocity::default(), Collider::new(8.0, 8.0))
}

fn x_of(world: &World, entity: Entity) -> f32 {
    world.get::<&Position>(entity).unwrap().px().x
}

fn hurt(physics: &mut Physics, world: &mut World) -> Vec<(Entity, Entity)> {
    physics.step(world, DT);
    physics.hurt().collect()
}

const FLOOR: &str = "\n\n####################";

#[test]
fn a_sword_is_on_for_its_ticks_and_turns_with_the_character() {
    let mut physics = physics(FLOOR);
    let mut world = World::new();
    let (position, velocity, collider) = body(100.0, 24.0);
    let sword = HitBox { hurts: ENEMY, knock_away: 90.0, ticks: 0, ..HitBox::new([8.0, 2.0], [12.0, 4.0]) };
    let hero =
        physics.spawn(&mut world, (position, velocity, collider, Feel::mega_man(), Input::default(), sword));
    let enemy = |x: f32, category: u32| {
        (body(x, 24.0), Category(category), HurtBox { invulnerable_ticks: 0, ..HurtBox::default() })
    };
    let [left, right, friend] = [(85.0, ENEMY), (115.0, ENEMY), (115.0, HERO)].map(|(x, category)| {
        let ((position, velocity, collider), category, hurt_box) = enemy(x, category);
        physics.spawn(&mut world, (position, velocity, collider, category, hurt_box))
    });
    assert_eq!(hurt(&mut physics, &mut world), [], "the sword is off");
    for (along, met) in [(1.0, right), (-1.0, left)] {
        world.get::<&mut Input>(hero).unwrap().along = along;
        physics.step(&mut world, DT);
        world.get::<&mut Input>(hero).unwrap().along = 0.0;
        world.get::<&mut HitBox>(hero).unwrap().ticks = 2;
        for _ in 0..2 {
            assert_eq!(hurt(&mut physics, &mut world), [(met, hero)]);
            assert_eq!(world.get::<&Velocity>(met).unwrap().0, Vec2::new(90.0 * along, 0.0));
        }
        assert_eq!(hurt(&mut physics, &mut world), [], "the sword is off again");
        // Back to where it was: knocked bodies slide on.
        for (entity, x) in [(left, 85.0), (right, 115.0)] {
            world.insert(entity, (Position::new(x, 24.0), Velocity::default())).unwrap();
        }
    }
    assert_eq!(x_of(&world, friend), 115.0);
}

#[test]
fn a_hurt_character_is_thrown_and_invulnerable_for_its_time() {
    let mut physics = physics(FLOOR);
    let mut world = World::new();
    let (position, velocity, collider) = body(104.0, 24.0);
    let slime =
        HitBox { hurts: HERO, knock_away: 60.0, knock_up: 180.0, ..HitBox::new([-1.0, 2.0], [10.0, 6.0]) };
    let slime = physics.spawn(&mut world, (position, velocity, collider, Category(ENEMY), slime));
    let (position, velocity, collider) = body(97.0, 24.0);
    let hurt_box = HurtBox { invulnerable_ticks: 20, ..HurtBox::default() };
    let hero = physics.spawn(&mut world, (position, velocity, collider, Feel::mega_man(), hurt_box));
    let mut hits = Vec::new();
    for tick in 0..60 {
        if hurt(&mut physics, &mut world) == [(hero, slime)] {
            hits.push(tick);
            // It stays in the slime, to be hurt as soon as it can be.
            world.get::<&mut HitBox>(slime).unwrap().knock_away = 0.0;
            world.get::<&mut HitBox>(slime).unwrap().knock_up = 0.0;
        } else if tick == 1 {
            assert_eq!(world.get::<&Velocity>(hero).unwrap().0, Vec2::new(-60.0, -180.0));
            world.insert(hero, (Position::new(97.0, 24.0), Velocity::default())).unwrap();
        }
    }
    assert_eq!(hits, [0, 21, 42]);
}

#[test]
fn an_area_is_upside_down_with_its_body() {
    let cases = [
        (Direction::Up, Vec2::new(108.0, 96.0)),
        (Direction::Down, Vec2::new(108.0, 108.0)),
        (Direction::Left, Vec2::new(96.0, 108.0)),
        (Direction::Right, Vec2::new(108.0, 108.0)),
    ];
    for (up, at) in cases {
        let mut physics = physics("");
        physics.gravity = Vec2::ZERO;
        let mut world = World::new();
        let (position, velocity, collider) = body(100.0, 100.0);
        // Ahead of its head, 4 px high.
        let area = HitBox { knock_away: 10.0, knock_up: 20.0, ..HitBox::new([8.0, -4.0], [8.0, 4.0]) };
        let attacker = physics.spawn(&mut world, (position, velocity, collider, Up(up), area));
        let (position, velocity, collider) =
            (Position::from_px(at), Velocity::default(), Collider::new(4.0, 4.0));
        let victim = physics.spawn(&mut world, (position, velocity, collider, Up(up), HurtBox::default()));
        assert_eq!(hurt(&mut physics, &mut world), [(victim, attacker)], "{up:?}");
        let upward = up.vector().as_vec2();
        let ahead = Vec2::new(1.0 - upward.x.abs(), 1.0 - upward.y.abs());
        assert_eq!(world.get::<&Velocity>(victim).unwrap().0, ahead * 10.0 + upward * 20.0);
    }
}

#[test]
fn unsound_settings_are_reported_and_have_no_effect() {
    let mut physics = physics(FLOOR);
    let mut world = World::new();
    let (position, velocity, collider) = body(100.0, 24.0);
    let parts = (position, velocity, collider, HurtBox::default());
    let area = HitBox::new([0.0, 0.0], [8.0, 8.0]);
    let unsound = [HitBox { size: glam::IVec2::ZERO, ..area }, HitBox { knock_up: f32::NAN, ..area }];
    for area in unsound {
        let entity = physics.spawn(&mut world, parts);
        world.insert_one(entity, area).unwrap();
    }
    let entity = physics.spawn(&mut world, parts);
    world.insert_one(entity, Crowd { max_speed: f32::INFINITY, ..Crowd::default() }).unwrap();
    for _ in 0..2 {
        assert_eq!(hurt(&mut physics, &mut world), []);
        let found: Vec<_> = physics
            .events()
            .filter_map(|event| match event.kind {
                EventKind::Rejected { field, fault } => Some((field, fault)),
                _ => None,
            })
            .collect();
        let wanted = [
            (Field::Size, Fault::OutOfRange),
            (Field::Velocity, Fault::NotFinite),
            (Field::MaxSpeed, Fault::NotFinite),
        ];
        assert_eq!(found, wanted);
    }
}

#[test]
fn a_crowd_parts_gently_on_floors_slopes_and_lifts_and_never_overlaps_solids() {
    let rows = "\n\n#              #\n#              #\n#     /        #\n#    /#        #\n################";
    for (x, y, lift) in [(120.0, 88.0, false), (84.0, 40.0, false), (150.0, 50.0, true), (226.0, 88.0, false)]
    {
        let mut physics = physics(rows);
        let mut world = World::new();
        if lift {
            let stops = [60, 30].map(|y| Waypoint { at: glam::IVec2::new(144, y) * 256, wait: 0, ticks: 40 });
            let path = MoverPath::new(Path::new(&stops, PathMode::PingPong, Easing::Linear).unwrap());
            let layer = physics.grid().layer_ids().next().unwrap();
            let tile = physics.grid_mut().add_tile(Tile::default());
            world.spawn((
                Position::on_lattice(stops[0].at),
                Collider::new(64.0, 8.0),
                Mover { layer, tile },
                path,
            ));
        }
        let members: Vec<Entity> = (0..4)
            .map(|k| {
                let (position, velocity, collider) = body(x + k as f32, y);
                let feel = Feel::mega_man();
                physics.spawn(&mut world, (position, velocity, collider, feel, Crowd::default()))
            })
            .collect();
        let mut fastest = 0.0;
        for _ in 0..240 {
            let before: Vec<f32> = members.iter().map(|entity| x_of(&world, *entity)).collect();
            physics.step(&mut world, DT);
            for (entity, before) in members.iter().zip(before) {
                let along = (x_of(&world, *entity) - before).abs() / DT;
                fastest = if along > fastest { along } else { fastest };
                assert!(x_of(&world, *entity) >= 16.0 && x_of(&world, *entity) <= 232.0, "in a wall");
                assert_eq!(world.get::<&Velocity>(*entity).unwrap().0.x, 0.0, "the push is no velocity");
            }
        }
        let mut xs: Vec<f32> = members.iter().map(|entity| x_of(&world, *entity)).collect();
        assert!(xs.is_sorted(), "none passes another: {xs:?}");
        xs.dedup_by(|b, a| *b - *a < 7.0);
        assert_eq!(xs.len(), 4, "all parted from {x}, {y}: {xs:?}");
        assert!((20.0..61.0).contains(&fastest), "{fastest}");
        assert!(members.iter().all(|entity| world.get::<&BodyState>(*entity).unwrap().on_floor()));
    }
}

#[test]
fn flyers_part_along_the_axis_of_the_lesser_overlap() {
    let mut physics = physics("");
    let mut world = World::new();
    let flyers = [Vec2::new(100.0, 100.0), Vec2::new(101.0, 104.0)].map(|at| {
        let bat = (Position::from_px(at), Velocity::default(), Collider::new(8.0, 8.0));
        let bat = physics.spawn(&mut world, bat);
        world.insert(bat, (Gravity::NONE, MotionMode::Floating, Crowd::default())).unwrap();
        bat
    });
    for _ in 0..120 {
        physics.step(&mut world, DT);
    }
    let [high, low] = flyers.map(|entity| world.get::<&Position>(entity).unwrap().px());
    assert_eq!((high.x, low.x), (100.0, 101.0));
    assert!(low.y - high.y > 7.9, "{high} {low}");
}

/// A crowd that fights, spawned in an order, on some threads: hashes of all ticks.
fn fight(order: &[u32], threads: usize) -> Vec<u64> {
    let mut physics = physics(FLOOR);
    let mut world = World::new();
    for k in order {
        let (position, velocity, collider) = body(16.0 + 1.5 * (k * 7 % 60) as f32, 20.0 - (k % 3) as f32);
        let parts = (tilephys_ecs::BodyId(*k), position, velocity, collider, Crowd::default());
        let entity = world.spawn(parts);
        let area = HitBox {
            knock_away: 50.0,
            knock_up: 90.0,
            hurts: 1 << (k % 2),
            ..HitBox::new([0.0, 0.0], [9.0, 8.0])
        };
        world
            .insert(
                entity,
                (Category(2 >> (k % 2)), area, HurtBox { invulnerable_ticks: 9, ..HurtBox::default() }),
            )
            .unwrap();
        if k.is_multiple_of(3) {
            world.insert_one(entity, Feel::mega_man()).unwrap();
        }
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let tick = |_| {
            physics.step(&mut world, DT);
            physics.game_hash(&world)
        };
        (0..90).map(tick).collect()
    })
}

#[test]
fn the_order_of_spawning_and_threads_change_nothing() {
    let order: Vec<u32> = (0..40).collect();
    let reversed: Vec<u32> = order.iter().rev().copied().collect();
    assert_eq!(fight(&order, 1), fight(&reversed, 3));
}

#[test]
fn timers_are_state_and_come_back_with_a_snapshot() {
    let mut physics = physics(FLOOR);
    let mut world = World::new();
    let (position, velocity, collider) = body(104.0, 24.0);
    let area = HitBox { ticks: 30, ..HitBox::new([0.0, 0.0], [8.0, 8.0]) };
    let slime = physics.spawn(&mut world, (position, velocity, collider, area, Crowd::default()));
    let hurt_box = HurtBox { invulnerable_ticks: 7, ..HurtBox::default() };
    let hero = physics.spawn(&mut world, (position, velocity, collider, hurt_box, Crowd::default()));
    let play = |physics: &mut Physics, world: &mut World| {
        let tick = |_| (hurt(physics, world), physics.game_hash(world));
        (0..20).map(tick).collect::<Vec<_>>()
    };
    play(&mut physics, &mut world);
    let saved = physics.snapshot(&mut world);
    let first = play(&mut physics, &mut world);
    assert!(first.iter().any(|(hurt, _)| *hurt == [(hero, slime)]), "the sword was on for ten steps more");
    world.remove_one::<Crowd>(hero).unwrap();
    physics.restore(&mut world, &saved).unwrap();
    assert_eq!(play(&mut physics, &mut world), first);
}
