//! Bodies that are solid to others.

use crate::stage::{Stage, TICK, floats};
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::platform::{PushSource, SquishPolicy};
use tilephys_core::*;

fn crates(stage: &mut Stage) -> ProfileId {
    let solid = Some(stage.stone);
    let profile = Profile { solid, ..Profile::default() };
    stage.world.add_profile(profile)
}

#[test]
fn a_crate_that_falls_on_a_head_stops_there() {
    let mut stage = Stage::new();
    stage.world.gravity = Vec2::new(0.0, 900.0);
    stage.tiles(0..8, 20..21);
    let solid = crates(&mut stage);
    let actor = stage.actor([44.0, 309.0]);
    let falls = stage.world.spawn(solid, Body::new(Vec2::new(40.0, 240.0), Vec2::splat(16.0)));
    stage.steps(120);
    assert_eq!(stage.at(actor), [44.0, 309.0]);
    assert_eq!(stage.at(falls), [40.0, 293.0]);
    stage.world.despawn(falls);
    assert_eq!(stage.world.grid.off_grid_shapes().count(), 0);
}

#[test]
fn a_crate_slips_aside_as_others_do() {
    let mut stage = Stage::new();
    stage.tiles(5..6, 0..20);
    // The crate's upper edge is 3 px over the lower edge of the press.
    stage.mover([107.0, 120.0], [16.0, 32.0], [-60.0, 0.0]);
    let mut profile = Profile { solid: Some(stage.stone), ..Profile::default() };
    profile.riding.squish = SquishPolicy::Wiggle(4.0);
    let profile = stage.world.add_profile(profile);
    let body = stage.world.spawn(profile, Body::new(Vec2::new(99.0, 149.0), Vec2::new(8.0, 11.0)));
    stage.steps(6);
    assert_eq!(stage.at(body), [96.0, 152.0]);
    assert!(stage.world.squishes(body).is_empty());
}

#[test]
fn a_pushed_body_stays_out_of_a_pushed_solid_body() {
    let mut stage = Stage::new();
    let mover = stage.mover([0.0, 128.0], [8.0, 32.0], [720.0, 0.0]);
    let solid = crates(&mut stage);
    let solid = stage.world.spawn(solid, Body::new(Vec2::new(16.0, 128.0), Vec2::new(16.0, 32.0)));
    let actor = stage.actor([8.0, 140.0]);
    stage.steps(1);
    assert_eq!((stage.at(solid)[0], stage.at(actor)[0]), (20.0, 12.0));
    let squishes: Vec<_> = stage.world.squishes(actor).iter().map(|squish| squish.pusher).collect();
    assert_eq!(squishes, [PushSource::Mover(mover)]);
}

#[test]
fn two_crushing_solids_are_both_reported() {
    let mut stage = Stage::new();
    stage.tiles(3..4, 9..10);
    // The wall holds the actor, but not the crate, which goes over it.
    let mover = stage.mover([0.0, 112.0], [8.0, 48.0], [2160.0, 0.0]);
    let solid = crates(&mut stage);
    let solid = stage.world.spawn(solid, Body::new(Vec2::new(12.0, 112.0), Vec2::new(16.0, 31.0)));
    let actor = stage.actor([40.0, 140.0]);
    stage.steps(1);
    assert_eq!((stage.at(solid)[0], stage.at(actor)[0]), (44.0, 40.0));
    let squishes: Vec<_> = stage.world.squishes(actor).iter().map(|squish| squish.pusher).collect();
    assert_eq!(squishes, [PushSource::Mover(mover), PushSource::Body(solid)]);
}

#[test]
fn a_far_carried_body_is_found_by_the_next_mover() {
    let mut stage = Stage::new();
    let solid = crates(&mut stage);
    let mut spawn = |y: f32, speed: f32| {
        let body =
            Body { velocity: Vec2::new(0.0, speed), ..Body::new(Vec2::new(0.0, y), Vec2::splat(16.0)) };
        stage.world.spawn(solid, body)
    };
    let (rising, falling) = (spawn(100.0, -2_400.0), spawn(44.0, 120.0));
    let actor = stage.actor([4.0, 89.0]);
    stage.steps(1);
    assert_eq!([rising, actor, falling].map(|id| stage.at(id)[1]), [71.0, 60.0, 44.0]);
    assert!(stage.world.events().iter().all(|event| !matches!(event.kind, EventKind::Overlapped(_))));
}

/// Two solid boxes of 8 x 8 px that fly toward each other, with another `up` each: their places in lattice units, seen from
/// the column of tiles at which they begin.
fn two_ups(col: i32) -> [i32; 2] {
    let mut stage = Stage::new();
    let shift = (col * 16) as f32;
    let id = [(0.0, 600.0, Direction::Up), (14.0, -600.0, Direction::Left)].map(|(x, speed, up)| {
        let movement = MoveConfig { up, ..MoveConfig::default() };
        let profile = Profile { solid: Some(stage.stone), movement, ..Profile::default() };
        let profile = stage.world.add_profile(profile);
        let body = Body::new(Vec2::new(shift + x, 0.0), Vec2::splat(8.0));
        stage.world.spawn(profile, Body { velocity: Vec2::new(speed, 0.0), ..body })
    });
    stage.steps(1);
    id.map(|id| stage.world.body(id).expect("a body").position.x - col * 16 * UNITS_PER_PX)
}

#[test]
fn solid_bodies_of_different_up_move_in_one_order_anywhere() {
    for col in [-1000, -1, 1, 30_000] {
        assert_eq!(two_ups(col), two_ups(0), "column {col}");
    }
}

#[test]
fn a_solid_body_that_others_stop_is_inside_of_no_tile() {
    let mut grid = TileGrid::new(UVec2::splat(8));
    let (layer, tile) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    let cells = [(13, 2), (9, 3), (14, 5)].map(|(col, row)| TileCoord::new(col, row));
    for at in cells {
        grid.set_tile(layer, at, Some(tile));
    }
    let mut world = World::new(grid);
    let floats = MoveConfig { motion_mode: MotionMode::Floating, ..MoveConfig::default() };
    let profile = Profile { solid: Some(tile), movement: floats, ..Profile::default() };
    let solid = world.add_profile(profile);
    let plain = world.add_profile(Profile { solid: None, ..profile });
    let bodies = [
        (solid, [18_404, 2_816], [3_000, 1], [9_128.191, 11_391.65]),
        (plain, [22_666, 15_157], [4_096, 1], [-96.0, 176.0]),
    ];
    let ids = bodies.map(|(profile, at, size, velocity)| {
        let body = Body::on_lattice(IVec2::from(at), IVec2::from(size));
        world.spawn(profile, Body { velocity: Vec2::from(velocity), ..body })
    });
    world.step(TICK);
    for aabb in ids.map(|id| world.body(id).expect("a body").aabb()) {
        for at in cells {
            let cell = Aabb::from_min_size(IVec2::new(at.col, at.row) * 2048, IVec2::splat(2048));
            assert!(!aabb.overlaps(cell), "{aabb:?} in {cell:?}");
        }
    }
}

#[test]
fn a_blocked_solid_body_is_sensed_only_on_its_real_path() {
    let mut stage = Stage::new();
    let area = Aabb::from_min_size(IVec2::new(26, 0) * UNITS_PER_PX, IVec2::splat(64 * UNITS_PER_PX));
    stage.world.add_region(Region::new(area));
    // The tile holds the anvil, which holds the block. The block alone would pass over the tile.
    stage.tiles(2..3, 1..2);
    let solid = Some(stage.stone);
    let block = stage.actor_with([8.0, 4.0], |profile| {
        profile.solid = solid;
        profile.movement = floats();
    });
    stage.actor_with([24.0, 8.0], |profile| profile.movement = floats());
    for _ in 0..10 {
        stage.step_with_velocity(block, |_| Vec2::new(900.0, 0.0));
        assert_eq!(stage.at(block), [16.0, 4.0]);
        let events = stage.world.events_of(block);
        assert!(events.iter().all(|event| event.kind.sensor().is_none()), "{events:?}");
    }
}

#[test]
fn depenetration_of_a_solid_body_carries_its_riders() {
    for has_rider in [false, true] {
        let mut stage = Stage::new();
        stage.tiles(0..8, 20..21);
        let solid = crates(&mut stage);
        let solid = stage.world.spawn(solid, Body::new(Vec2::new(40.0, 309.0), Vec2::splat(16.0)));
        let rider = has_rider.then(|| stage.actor([44.0, 298.0]));
        stage.steps(1);
        assert_eq!(stage.at(solid), [40.0, 304.0], "rider: {has_rider}");
        assert!(stage.world.events_of(solid).iter().any(|e| matches!(e.kind, EventKind::Overlapped(_))));
        assert!(!stage.world.state(solid).unwrap().stuck());
        if let Some(rider) = rider {
            assert_eq!(stage.at(rider), [44.0, 293.0]);
        }
    }
}

#[test]
fn a_solid_body_put_out_of_tiles_crushes_what_has_no_way_on() {
    let mut stage = Stage::new();
    stage.tiles(0..8, 20..21);
    // A ceiling right over the actor.
    stage.tiles(0..8, 0..18);
    let solid = crates(&mut stage);
    let solid = stage.world.spawn(solid, Body::new(Vec2::new(40.0, 309.0), Vec2::splat(16.0)));
    let actor = stage.actor([44.0, 298.0]);
    stage.steps(1);
    assert_eq!((stage.at(solid)[1], stage.at(actor)[1]), (304.0, 293.0));
    let teleported = Body::new(Vec2::new(40.0, 309.0), Vec2::splat(16.0));
    stage.world.set_body(solid, teleported);
    stage.world.set_body(actor, Body::new(Vec2::new(44.0, 288.0), Vec2::new(8.0, 21.0)));
    stage.steps(1);
    assert_eq!((stage.at(solid)[1], stage.at(actor)[1]), (304.0, 288.0));
    let squishes: Vec<_> = stage.world.squishes(actor).iter().map(|squish| squish.pusher).collect();
    assert_eq!(squishes, [PushSource::Body(solid)]);
}

#[test]
fn a_resized_solid_body_continues_its_squish() {
    let mut stage = Stage::new();
    stage.tiles(5..6, 0..20);
    let solid = crates(&mut stage);
    let mover = stage.mover([48.0, 128.0], [8.0, 32.0], [240.0, 0.0]);
    let solid = stage.world.spawn(solid, Body::new(Vec2::new(56.0, 136.0), Vec2::splat(16.0)));
    let actor = stage.actor([72.0, 138.0]);
    stage.steps(1);
    assert_eq!(stage.world.squishes(actor).len(), 1);
    stage.world.set_mover_velocity(mover, Vec2::ZERO);
    assert!(stage.world.resize(solid, IVec2::splat(15 * UNITS_PER_PX)));
    for _ in 0..3 {
        stage.steps(1);
        assert_eq!(stage.world.events_of(actor), []);
        let squishes: Vec<_> = stage.world.squishes(actor).iter().map(|squish| squish.pusher).collect();
        assert_eq!(squishes, [PushSource::Body(solid)]);
        assert_eq!(stage.at(actor), [72.0, 138.0]);
    }
    stage.world.set_body(solid, Body::new(Vec2::new(20.0, 136.0), Vec2::splat(16.0)));
    stage.steps(1);
    let ends = |e: &&Event| e.kind == EventKind::SquishEnd { pusher: PushSource::Body(solid) };
    assert_eq!(stage.world.events_of(actor).iter().filter(ends).count(), 1);
}

#[test]
fn a_solid_body_collides_by_its_tile_not_its_collision_settings() {
    let collide = Some(BodyCollision::default());
    for (mask, x) in [(1, 92.0), (2, 120.0)] {
        let mut stage = Stage::new();
        let movement = MoveConfig { mask: 0, ..floats() };
        let profile = Profile { solid: Some(stage.stone), collide, movement, ..Profile::default() };
        let profile = stage.world.add_profile(profile);
        let solid = stage.world.spawn(profile, Body::new(Vec2::new(100.0, 96.0), Vec2::splat(32.0)));
        let actor = stage.actor_with([80.0, 100.0], |own| {
            (own.collide, own.movement) = (collide, MoveConfig { mask, ..floats() });
        });
        stage.world.set_velocity(actor, Vec2::new(240.0, 0.0));
        stage.steps(10);
        assert_eq!(stage.at(actor), [x, 100.0], "mask {mask}");
        assert_eq!(stage.at(solid), [100.0, 96.0]);
    }
}
