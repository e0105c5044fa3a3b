//! Allocation counts: a step allocates nothing once its buffers have grown, for bodies of every response, with all
//! events.

use crate::volume::volume;
use allocation_counter::measure;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, BodyCollision, BodyId, Direction, EventKind, LayerId, Material, MotionMode, MoveConfig,
    MoverId, Profile, Region, RegionId, Response, SensorId, Tile, TileCoord, TileGrid, Walk, World,
    moves::Foot,
    platform::Mover,
    shape::{OneWay, Part, Polygon, Slope, TileShape},
};

/// A room of 40 x 30 tiles with pillars.
fn room() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer: LayerId = grid.add_layer("room");
    let tile = grid.add_tile(Tile::default());
    for row in 0..30 {
        for col in 0..40 {
            let border = row == 0 || col == 0 || row == 29 || col == 39;
            if border || col % 7 == 3 && row % 5 == 2 {
                grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
            }
        }
    }
    grid
}

fn world() -> World {
    let mut world = World::new(room());
    world.gravity = Vec2::new(0.0, 900.0);
    let responses = [
        Response::Slide,
        Response::Stop,
        Response::Bounce { restitution: 1.0 },
        Response::Bounce { restitution: 0.5 },
        Response::Invert,
        Response::PassThrough,
    ];
    for (k, response) in responses.into_iter().enumerate() {
        let movement = MoveConfig { response, ..MoveConfig::default() };
        let profile = Profile { movement, max_speed: Vec2::splat(3000.0), ..Profile::default() };
        let profile = world.add_profile(profile);
        for i in 0..100 {
            let place = Vec2::new(20.0 + (i % 10) as f32 * 4.0, 50.0 + (i / 10) as f32 * 4.0);
            let mut body = Body::new(place, Vec2::new(3.0 + k as f32, 4.0));
            body.velocity = Vec2::new(i as f32 * 17.0 - 800.0, k as f32 * 90.0 - 300.0);
            world.spawn(profile, body);
        }
    }
    world
}

#[test]
fn a_step_allocates_nothing_once_its_buffers_have_grown() {
    let mut world = world();
    for _ in 0..300 {
        world.step(1.0 / 60.0);
    }
    let (before, mut most) = (world.hit_count(), 0);
    let allocations = measure(|| {
        for _ in 0..300 {
            world.step(1.0 / 60.0);
            most = most.max(world.events().len());
        }
    });
    assert!(world.hit_count() - before > 10_000, "{} hits: too few to tell", world.hit_count() - before);
    assert!(most > 100, "at most {most} events a step: too few to tell");
    assert_eq!(allocations.count_total, 0);
}

/// The room with tiles of every shape in the place of some pillars, and shapes off the cells.
fn shaped_room() -> TileGrid {
    let mut grid = room();
    let px = |x: i32, y: i32| IVec2::new(x, y) * 256;
    let corners = [px(4, 0), px(12, 0), px(16, 8), px(12, 16), px(4, 16), px(0, 8)];
    let line = OneWay::edge(UVec2::splat(16), Direction::Up);
    let shapes = [
        TileShape::Slope(Slope { side: Direction::Down, heights: [0, 4096] }),
        TileShape::Slope(Slope { side: Direction::Down, heights: [2048, 0] }),
        TileShape::Slope(Slope { side: Direction::Up, heights: [4096, 0] }),
        TileShape::OneWay(line),
        TileShape::OneWay(OneWay::new(px(0, 12), px(16, 4), Direction::Up)),
        TileShape::Box(Aabb { min: px(0, 8), max: px(16, 16) }),
        TileShape::Box(Aabb { min: px(-4, 6), max: px(20, 16) }),
        TileShape::Parts(vec![Part::Solid(Polygon::new(&corners)), Part::OneWay(line)]),
    ];
    let belt = Material { conveyor: Vec2::new(40.0, 0.0), ..Material::default() };
    let kinds = shapes.map(|shape| grid.add_tile(Tile { shape, material: belt, ..Tile::default() }));
    let layer = grid.tiles().next().expect("the room has walls").0;
    for row in 1..29 {
        for col in 1..39 {
            let kind = kinds[(col / 3 + row) as usize % kinds.len()];
            if col % 3 == 1 && row % 4 == 0 || row == 28 && col % 5 < 3 {
                grid.set_tile(layer, TileCoord::new(col, row), Some(kind));
            }
        }
    }
    for (i, kind) in (0..).zip(kinds) {
        grid.add_shape(layer, px(30 + 70 * i, 250 + i), kind);
    }
    grid
}

/// Walkers of all sorts, some of which remember things, and what bounces, among shapes.
fn shaped_world() -> World {
    let mut world = World::new(shaped_room());
    world.gravity = Vec2::new(0.0, 900.0);
    let nimble = Walk {
        step_up: 6.0,
        corner_correct_up: 4.0,
        corner_correct_side: 4.0,
        gap_bridge: 3.0,
        wall_retain_ticks: 6,
        ..Walk::default()
    };
    let slide = MoveConfig::default();
    let movements = [
        slide,
        MoveConfig { walk: nimble, ..slide },
        MoveConfig { walk: Walk { foot: Foot::Center, ..nimble }, ..slide },
        MoveConfig { walk: Walk { friction: 300.0, ..Walk::default() }, ..slide },
        MoveConfig { motion_mode: MotionMode::Floating, ..slide },
        MoveConfig { response: Response::Bounce { restitution: 0.9 }, ..slide },
        MoveConfig { response: Response::Stop, ..slide },
        MoveConfig { response: Response::PassThrough, ..slide },
    ];
    for movement in movements {
        let profile = Profile { movement, max_speed: Vec2::splat(2000.0), ..Profile::default() };
        let profile = world.add_profile(profile);
        for i in 0..60 {
            let place = Vec2::new(20.0 + (i % 30) as f32 * 20.0, 20.0 + (i / 30) as f32 * 200.0);
            world.spawn(profile, Body::new(place, Vec2::new(8.0, 11.0)));
        }
    }
    world
}

/// A step in which bodies run, jump and let go of one-way lines. Returns how many let go.
fn busy_step(world: &mut World, tick: usize) -> usize {
    let mut dropped = 0;
    for id in 0..480 {
        let body = BodyId(id as u32);
        let velocity = world.body(body).expect("nobody is removed").velocity;
        let run = [-150.0, 90.0, 0.0, 200.0][(id + tick / 40) % 4];
        let stands = world.state(body).expect("nobody is removed").on_floor();
        let jump = stands && (id * 7 + tick).is_multiple_of(50);
        world.set_velocity(body, Vec2::new(run, if jump { -350.0 } else { velocity.y }));
        if stands && (id + tick).is_multiple_of(20) {
            dropped += usize::from(world.drop_through(body));
        }
    }
    world.step(1.0 / 60.0);
    dropped
}

#[test]
fn a_move_among_shapes_allocates_nothing_if_its_buffer_has_room() {
    let grid = shaped_room();
    let config = MoveConfig::default();
    let mut hits = Vec::with_capacity(64);
    let (mut slanted, mut body) = (0, Body::new(Vec2::new(20.0, 20.0), Vec2::new(8.0, 11.0)));
    let allocations = measure(|| {
        for i in 0..3000 {
            hits.clear();
            let translation = Vec2::new((i % 17) as f32 * 4.0 - 30.0, (i % 11) as f32 * 5.0 - 20.0);
            body.velocity = translation;
            grid.move_and_slide(&mut body, translation, &config, &mut hits);
            slanted += hits.iter().filter(|hit| hit.shape.normal.x != 0 && hit.shape.normal.y != 0).count();
            grid.drop_through(&mut body, &config);
        }
    });
    assert!(slanted > 100, "{slanted} hits on slopes: too few to tell");
    assert_eq!(allocations.count_total, 0);
}

/// The shaped room with its walkers, which report their tiles and some of which sense the others, and with regions.
fn watched_world() -> (World, Vec<RegionId>) {
    let mut world = shaped_world();
    for id in (0..480).map(BodyId) {
        let profile = world.profile_of(id).expect("nobody is removed");
        let sensor = u32::from(id.0 < 60);
        world.set_profile(profile, Profile { sensor, report_tiles: true, ..*world.profile(profile) });
    }
    let regions = (0..80).map(|i| {
        let min = IVec2::new(20 + i % 10 * 60, 20 + i / 10 * 55) * 256;
        let aabb = Aabb { min, max: min + 256 * (3 + i % 50) };
        world.add_region(Region { report_stay: true, ..Region::new(aabb) })
    });
    let regions = regions.collect();
    (world, regions)
}

#[test]
fn sensing_allocates_nothing_once_buffers_have_grown() {
    let (mut world, regions) = watched_world();
    let mut told = [0; 4];
    let mut step = |world: &mut World, tick: usize| {
        for (k, &id) in regions.iter().enumerate().filter(|(k, _)| k % 3 == 0) {
            // Some go where nothing else is, and back.
            let x = (tick + k) as i32 % 100 * 40 * 256;
            let old = world.grid.region(id).expect("it is there").aabb;
            let min = IVec2::new(x, old.min.y);
            world.move_region(id, Aabb { min, max: min + (old.max - old.min) });
        }
        busy_step(world, tick);
        for event in world.events() {
            match event.kind {
                EventKind::Enter { sensor: SensorId::Region(_), .. } => told[0] += 1,
                EventKind::Enter { .. } => told[1] += 1,
                EventKind::TileEnter { .. } => told[2] += 1,
                EventKind::Stay { .. } => told[3] += 1,
                _ => {}
            }
        }
    };
    for tick in 0..500 {
        step(&mut world, tick);
    }
    let allocations = measure(|| (500..650).for_each(|tick| step(&mut world, tick)));
    assert!(told.iter().all(|count| *count > 500), "{told:?}: too few to tell");
    assert_eq!(allocations.count_total, 0);
}

#[test]
fn rolling_back_allocates_nothing_once_buffers_have_grown() {
    let mut world = shaped_world();
    let (mut snapshot, start) = (Vec::new(), world.snapshot());
    let mut roll_back = |world: &mut World, tick: usize| {
        world.snapshot_into(&mut snapshot);
        for k in 0..8 {
            busy_step(world, tick + k);
        }
        world.restore(&snapshot).expect("a sound snapshot");
        busy_step(world, tick);
    };
    // Buffers that change places with each other grow one after the other.
    for _ in 0..4 {
        (0..25).for_each(|tick| roll_back(&mut world, tick));
        world.restore(&start).expect("a sound snapshot");
    }
    let allocations = measure(|| (0..25).for_each(|tick| roll_back(&mut world, tick)));
    assert_eq!(allocations.count_total, 0);
}

/// The watched world with lifts, bodies that collide, that are solid to others, that are slow, stopped or keep apart.
fn full_world() -> (World, Vec<RegionId>, Vec<MoverId>) {
    let (mut world, regions) = watched_world();
    let kinds: Vec<_> =
        (0..480).step_by(60).map(|id| world.profile_of(BodyId(id)).expect("it is there")).collect();
    for (k, &id) in kinds.iter().enumerate() {
        let mut profile = *world.profile(id);
        profile.collide = (k != 1).then(|| BodyCollision {
            mass: 1.0 + k as f32,
            friction: 0.4,
            ..BodyCollision::default()
        });
        world.set_profile(id, profile);
    }
    let (layer, _, tile) = world.grid.tiles().next().expect("the room has walls");
    let solid = world.add_profile(Profile { solid: Some(tile), ..*world.profile(kinds[1]) });
    (60..70).for_each(|id| assert!(world.change_profile(BodyId(id), solid)));
    let movers = (0..24).map(|k| {
        let at = Vec2::new(30.0 + 90.0 * (k % 6) as f32, 60.0 + 90.0 * (k / 6) as f32);
        world.add_mover(Mover::new(at, Vec2::new(40.0, 8.0), layer, tile)).expect("a sound mover")
    });
    let movers = movers.collect();
    (world, regions, movers)
}

/// A step with all that a game may do in one.
fn full_step(world: &mut World, (regions, movers): (&[RegionId], &[MoverId]), tick: usize) {
    let id = |k: usize| BodyId((k % 480) as u32);
    for k in 0..12 {
        world.hit_stop(id(tick * 31 + k * 40), 3);
        world.set_time_scale(id(tick * 17 + k * 40), [0.5, 1.0, 2.0][(tick + k) % 3]);
        world.ignore_pair(id(tick * 7 + k), id(tick * 13 + k * 5), (tick / 5 + k).is_multiple_of(2));
        if let Some(met) = world.tile_under(id(tick * 3 + k * 40)) {
            world.ignore(id(tick * 3 + k * 40), met, 2);
        }
        world.resize(
            id(tick * 5 + k * 40),
            IVec2::new(2048, if tick.is_multiple_of(2) { 2816 } else { 2304 }),
        );
    }
    for (k, &region) in regions.iter().enumerate().filter(|(k, _)| k % 9 == 0) {
        let old = world.grid.region(region).expect("it is there").aabb;
        let min = IVec2::new((tick + k) as i32 % 20 * 20 * 256, old.min.y);
        world.move_region(region, Aabb { min, max: min + (old.max - old.min) });
    }
    for (k, &mover) in movers.iter().enumerate() {
        let speed = if (tick / 20 + k).is_multiple_of(2) { 60.0 } else { -60.0 };
        world.set_mover_velocity(
            mover,
            if k % 2 == 0 { Vec2::new(speed, 0.0) } else { Vec2::new(0.0, speed) },
        );
    }
    busy_step(world, tick);
}

#[test]
fn all_features_at_once_allocate_nothing_once_buffers_have_grown() {
    let (mut world, regions, movers) = full_world();
    let mut told = [0; 5];
    let mut steps = |ticks: std::ops::Range<usize>| {
        for tick in ticks {
            full_step(&mut world, (&regions, &movers), tick);
            told[0] += world.pair_counts().hits;
            told[1] += world.pair_counts().islands;
            for event in world.events() {
                match event.kind {
                    EventKind::Enter { .. } => told[2] += 1,
                    EventKind::TileEnter { .. } => told[3] += 1,
                    EventKind::SquishBegin { .. } => told[4] += 1,
                    _ => {}
                }
            }
        }
    };
    // Buffers grow as the crowd does what it has never done before, more and more seldom; a habit allocates each time.
    let warm = volume(200, 400) as usize;
    steps(0..warm);
    let mut counts = (0..12).map(|k| measure(|| steps(warm + 10 * k..warm + 10 * k + 10)).count_total);
    let is_quiet = counts.any(|count| count == 0);
    assert!(told.iter().all(|count| *count > 20), "{told:?}: too few to tell");
    assert!(is_quiet, "{told:?}");
}
