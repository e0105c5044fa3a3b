//! Settings at their ends that once overflowed in a step.

use crate::panics::is_refused;
use crate::stage::step_with_velocity;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::*;
use tilephys_core::{
    limits::MAX_SETTING_LENGTH,
    platform::{Mover, MoverFault, RideSettings},
    shape::TileShape,
};

const DT: f32 = 1.0 / 60.0;

/// A world with a floor of 40 tiles in row 10 and a wall on it in column 20, `rows` tiles high.
fn walled(rows: i32) -> World {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
    for col in 0..40 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(tile));
    }
    for row in 10 - rows..10 {
        grid.set_tile(layer, TileCoord::new(20, row), Some(tile));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    world
}

#[test]
fn assists_of_the_greatest_length_do_not_overflow() {
    let all = Walk {
        step_up: MAX_SETTING_LENGTH,
        gap_bridge: MAX_SETTING_LENGTH,
        corner_correct_up: MAX_SETTING_LENGTH,
        corner_correct_side: MAX_SETTING_LENGTH,
        one_way_nudge: MAX_SETTING_LENGTH,
        ..Walk::default()
    };
    for collide in [None, Some(BodyCollision::default())] {
        let mut world = walled(6);
        let movement = MoveConfig { walk: all, ..MoveConfig::default() };
        let profile = world.add_profile(Profile { movement, collide, ..Profile::default() });
        let hero = world.spawn(profile, Body::new(Vec2::new(280.0, 140.0), Vec2::splat(8.0)));
        let _other = world.spawn(profile, Body::new(Vec2::new(340.0, 152.0), Vec2::splat(8.0)));
        for _ in 0..40 {
            let now = world.body(hero).expect("it is there").velocity;
            world.set_velocity(hero, Vec2::new(200.0, now.y));
            world.step(DT);
        }
        assert!(world.body(hero).expect("it is there").position_px().x > 330.0, "{collide:?}");
    }
}

#[test]
fn a_jump_with_the_most_lift_ticks_keeps_the_lift_velocity() {
    let mut jumps = Vec::new();
    for lift_ticks in [6, 254, 255] {
        let mut grid = TileGrid::new(UVec2::splat(16));
        let (layer, tile) = (grid.add_layer("lifts"), grid.add_tile(Tile::default()));
        let mut world = World::new(grid);
        world.gravity = Vec2::new(0.0, 900.0);
        let lift = Mover::new(Vec2::new(0.0, 100.0), Vec2::new(200.0, 8.0), layer, tile);
        world.add_mover(Mover { velocity: Vec2::new(120.0, -60.0), ..lift }).expect("a sound mover");
        let riding = RideSettings { lift_ticks, ..RideSettings::default() };
        let profile = world.add_profile(Profile { riding, ..Profile::default() });
        let rider = world.spawn(profile, Body::new(Vec2::new(50.0, 92.0), Vec2::splat(8.0)));
        world.step(DT);
        world.step(DT);
        step_with_velocity(&mut world, DT, rider, |_| Vec2::new(0.0, -300.0));
        jumps.push(world.body(rider).expect("it is there").velocity);
    }
    assert_eq!(jumps, [Vec2::new(120.0, -360.0); 3]);
}

#[test]
fn any_size_is_taken_or_refused_at_any_place() {
    let grid = walled(0).grid;
    let sizes = [i32::MAX, i32::MIN, i32::MIN + 1, 0];
    for at in [-1000.0, 50.0, 1000.0] {
        let body = Body::new(Vec2::splat(at), Vec2::splat(8.0));
        for (x, y) in sizes.into_iter().flat_map(|x| sizes.map(|y| (x, y))) {
            for up in Direction::ALL {
                let config = MoveConfig { up, ..MoveConfig::default() };
                let mut there = body;
                let has_grown = grid.resize(&mut there, IVec2::new(x, y), &config);
                assert_eq!(has_grown, there != body, "{x} x {y}, {up:?}");
                assert!(!has_grown || x > 0 && y > 0, "{x} x {y}, {up:?}");
            }
        }
    }
}

#[test]
fn queries_about_a_body_without_size_or_place_return_none() {
    let grid = walled(2).grid;
    let config = MoveConfig::default();
    let sound = Body::new(Vec2::new(50.0, 152.0), Vec2::splat(8.0));
    assert!(grid.floor(&sound, &config).is_some());
    let end = IVec2::splat(i32::MAX);
    let sizes = [IVec2::ZERO, IVec2::new(-8, 8), IVec2::MIN, IVec2::MAX];
    let without_size = sizes.map(|size| Body { size, ..sound });
    let without_place = [end, IVec2::MIN].map(|position| Body { position, ..sound });
    for mut body in without_size.into_iter().chain(without_place) {
        (body.memory.retained, body.memory.retain_ticks) = (90.0, 5);
        let surfaces = [grid.floor(&body, &config), grid.ceiling(&body, &config), grid.wall(&body, &config)];
        assert_eq!(surfaces, [None; 3], "{body:?}");
        assert!(!grid.drop_through(&mut body, &config) && !grid.recall(&mut body, &config));
        assert!(!grid.resize(&mut body, IVec2::splat(2048), &config), "{body:?}");
    }
}

#[test]
fn a_body_that_is_rejected_is_in_no_index() {
    let mut world = walled(2);
    let [hero, other] = [50.0, 70.0]
        .map(|x| world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(x, 100.0), Vec2::splat(8.0))));
    let slices = world.slices();
    let place = slices.id.iter().position(|id| *id == other).expect("it is there");
    slices.profile[place] = ProfileId::rejecting(Field::Size, Fault::OutOfRange);
    slices.x.at[place] = i32::MAX;
    let index = world.index_bodies();
    let mut found = Vec::new();
    index.overlapping(Aabb { min: IVec2::MIN, max: IVec2::MAX }, u32::MAX, &mut found);
    assert_eq!((index.len(), found), (1, vec![hero]));
}

#[test]
fn a_speed_of_nan_is_reported_for_a_stopped_body() {
    let mut world = walled(2);
    let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(50.0, 100.0), Vec2::splat(8.0)));
    world.hit_stop(id, 3);
    world.step(DT);
    assert_eq!(world.events().len(), 0);
    world.set_velocity(id, Vec2::new(f32::NAN, 0.0));
    world.step(DT);
    let kinds: Vec<_> = world.events().iter().map(|event| event.kind).collect();
    let (field, fault) = (Field::Velocity, Fault::NotFinite);
    assert_eq!(kinds, [EventKind::Rejected { field, fault }]);
}

#[test]
fn a_region_moved_over_a_stopped_body_is_entered_and_left_at_once() {
    let mut world = walled(2);
    let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(50.0, 100.0), Vec2::splat(8.0)));
    let far = Aabb { min: IVec2::splat(-9000), max: IVec2::splat(-5000) };
    let near = Aabb { min: IVec2::splat(10_000), max: IVec2::splat(30_000) };
    let region = world.add_region(Region::new(far));
    world.hit_stop(id, 9);
    let mut told = Vec::new();
    for aabb in [far, near, near, far, far] {
        world.move_region(region, aabb);
        world.step(DT);
        told.push(world.events().iter().map(|event| matches!(event.kind, EventKind::Enter { .. })).next());
        assert_eq!(world.inside(region).count(), usize::from(aabb == near));
    }
    assert_eq!(told, [None, Some(true), None, Some(false), None]);
}

#[test]
fn a_time_scale_of_minus_zero_is_zero_and_survives_a_snapshot() {
    let mut world = walled(2);
    let mut body = Body::new(Vec2::new(50.0, 100.0), Vec2::splat(8.0));
    body.memory.time_scale = -0.0;
    let id = world.spawn(ProfileId::DEFAULT, body);
    assert!(world.time_scale(id).is_some_and(f32::is_sign_positive));
    let (snapshot, hash) = (world.snapshot(), world.state_hash());
    world.restore(&snapshot).expect("its own");
    assert_eq!((world.state_hash(), world.snapshot()), (hash, snapshot));
}

#[test]
fn reporting_tiles_costs_nothing_over_empty_chunks() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("room"), grid.add_tile(Tile::default()));
    let cols = [0, 40, 41, 500, 100_000, 400_000];
    for col in cols {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(tile));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::ZERO;
    let profile = world.add_profile(Profile { report_tiles: true, ..Profile::default() });
    let mut body = Body::new(Vec2::new(0.0, 152.0), Vec2::splat(8.0));
    body.velocity.x = 6e6 * 60.0;
    // Some ten seconds if it looked at the borders of all cells.
    for _ in 0..8 {
        let hero = world.spawn(profile, body);
        world.step(DT);
        let mut entered = vec![];
        for event in world.events_of(hero) {
            if let EventKind::TileEnter { floor, .. } = event.kind {
                entered.push(floor.cell.col);
            }
        }
        assert_eq!(entered, cols[..5]);
        world.despawn(hero);
    }
}

/// A world with one kind of tile that fills the right half of its cell, and the kind's layer and id.
fn of_right_halves() -> (World, LayerId, TileId) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("halves");
    let half = Aabb { min: IVec2::new(2048, 0), max: IVec2::splat(4096) };
    let tile = grid.add_tile(Tile { shape: TileShape::Box(half), ..Tile::default() });
    (World::new(grid), layer, tile)
}

#[test]
fn a_mover_whose_cell_begins_beyond_the_world_is_refused_or_stops() {
    let (mut world, layer, tile) = of_right_halves();
    let mover = |x: i32| Mover::of_tile(IVec2::new(x, 0), layer, tile);
    let refused = world.add_mover(mover(-WORLD_LIMIT));
    assert_eq!(refused, Err(MoverFault::Position));
    let moving = Mover { velocity: Vec2::new(-600.0, 0.0), ..mover(-WORLD_LIMIT + 3072) };
    let id = world.add_mover(moving).expect("it fits");
    for _ in 0..4 {
        world.step(DT);
    }
    let end = world.mover(id).expect("it is there").position;
    // The corner of its cell is at the least number that there is.
    assert_eq!(end, IVec2::new(i32::MIN + 2048, 0));
    let snapshot = world.snapshot();
    assert_eq!(world.restore(&snapshot), Ok(()));
}

#[test]
fn a_body_at_the_end_of_a_world_with_off_grid_shapes_does_not_overflow() {
    for from_end in [8.0, 20.0, 200.0] {
        let (mut world, layer, tile) = of_right_halves();
        world.gravity = Vec2::new(0.0, 900.0);
        let there = Aabb::from_min_size(IVec2::ZERO, IVec2::splat(4096));
        world.grid.add_box(layer, there, tile);
        let end = WORLD_LIMIT - (from_end * 256.0) as i32;
        let body = Body::on_lattice(IVec2::new(0, end - 2816), IVec2::new(2048, 2816));
        let id = world.spawn(ProfileId::DEFAULT, body);
        for _ in 0..120 {
            world.step(DT);
        }
        let body = world.body(id).expect("it is there");
        assert_eq!(body.position.y + body.size.y, WORLD_LIMIT, "{from_end} px from the end");
    }
}

/// Edge, in px, of a square that covers the most cells of 16 px that a shape can.
const LARGEST: f32 = 16.0 * 2046.0;

/// A square with an edge of `px`.
fn square(px: f32) -> Aabb {
    Aabb::from_px(Vec2::ZERO, Vec2::splat(px))
}

#[test]
fn a_box_over_too_many_cells_is_refused() {
    let largest = square(LARGEST);
    let too_large = square(LARGEST + 16.0);
    let (mut world, layer, tile) = of_right_halves();
    let refused = |act: &mut dyn FnMut()| is_refused("covers more than 4194304 cells", act);
    refused(&mut || _ = world.grid.add_box(layer, too_large, tile));
    refused(&mut || _ = world.add_region(Region::new(too_large)));
    assert_eq!(world.grid.memory().chunks, 0);
    let region = world.add_region(Region::new(square(16.0)));
    refused(&mut || _ = world.move_region(region, too_large));
    assert_eq!(world.grid.region(region).expect("it is there").aabb, square(16.0));
    assert!(world.move_region(region, largest));
}

#[test]
fn a_mover_over_too_many_cells_is_refused() {
    let (mut world, layer, tile) = of_right_halves();
    let mover = |px: f32| Mover::new([0.0, 0.0], [px, px], layer, tile);
    assert_eq!(world.add_mover(mover(LARGEST + 16.0)), Err(MoverFault::Size));
    assert_eq!(world.add_mover(mover(1e6)), Err(MoverFault::Size));
    let id = world.add_mover(mover(LARGEST)).expect("it fits");
    let too_large = Mover { size: Some(IVec2::splat(1 << 28)), ..mover(LARGEST) };
    assert_eq!(world.set_mover(id, too_large), Err(MoverFault::Size));
}

#[test]
fn a_solid_body_over_too_many_cells_is_not_solid_and_says_so() {
    let (mut world, _, tile) = of_right_halves();
    let profile = world.add_profile(Profile { solid: Some(tile), ..Profile::default() });
    let id = world.spawn(profile, Body::new(Vec2::ZERO, Vec2::splat(1e6)));
    let is_refused = |world: &World| {
        let fault = EventKind::Rejected { field: Field::Size, fault: Fault::OutOfRange };
        world.events().iter().any(|event| event.kind == fault)
    };
    for _ in 0..2 {
        world.step(DT);
        assert!(is_refused(&world));
        let snapshot = world.snapshot();
        assert_eq!(world.restore(&snapshot), Ok(()));
    }
    world.set_body(id, Body::new(Vec2::ZERO, Vec2::splat(16.0)));
    world.step(DT);
    assert!(!is_refused(&world));
    world.set_body(id, Body::new(Vec2::ZERO, Vec2::splat(1e6)));
    world.step(DT);
    assert!(is_refused(&world));
}
