//! Bodies with a time scale.

use super::scene::{DT, Random, busy, empty, play};
use crate::executors::{Adversary, How};
use glam::{UVec2, Vec2};
use tilephys_core::{
    Body, BodyId, BodyState, EventKind, MoveConfig, Obstacle, Profile, ProfileId, Region, Response, Tile,
    TileCoord, TileGrid, World,
    platform::{Mover, PushSource},
    predict::PredictedTick,
};

/// The numbers and the contacts of a body, without what it remembers.
fn numbers(world: &World, id: BodyId) -> String {
    let body = world.body(id).expect("a body");
    let Body { position, size, velocity, remainder: rest, .. } = body;
    format!("{position} {size} {velocity} {rest} {:?}", world.state(id))
}

/// One body of each profile in the room, at different places.
fn crowd() -> (World, Vec<BodyId>) {
    let (mut world, names) = empty();
    let ids = (0..5usize).map(|k| {
        let mut body = Body::new(Vec2::new(40.0 + 90.0 * k as f32, 30.0), Vec2::new(8.0, 11.0));
        body.velocity = Vec2::new(120.0 - 77.0 * k as f32, -30.0);
        world.spawn(names.profiles[k], body)
    });
    let ids = ids.collect();
    (world, ids)
}

#[test]
fn a_scaled_body_does_what_it_does_in_a_world_of_shorter_steps() {
    for scale in [0.5, 0.25, 1.75, 0.3, 0.0] {
        let ((mut scaled, ids), (mut shorter, _)) = (crowd(), crowd());
        ids.iter().for_each(|id| assert!(scaled.set_time_scale(*id, scale)));
        for tick in 0..240 {
            scaled.step(DT);
            shorter.step(DT * scale);
            for id in &ids {
                assert_eq!(numbers(&scaled, *id), numbers(&shorter, *id), "{scale}, tick {tick}, {id:?}");
            }
            assert_eq!(scaled.events(), shorter.events());
        }
        assert!(scale == 0.0 || scaled.hit_count() > 50, "{} hits", scaled.hit_count());
        assert_eq!(scaled.hit_count(), shorter.hit_count());
    }
}

#[test]
fn a_stopped_body_goes_on_where_it_was_as_if_no_time_had_gone() {
    let ((mut stopped, ids), (mut usual, _)) = (crowd(), crowd());
    for tick in 0..200 {
        if tick % 40 == 11 {
            ids.iter().for_each(|id| assert!(stopped.hit_stop(*id, 9)));
            let before: Vec<_> = ids.iter().map(|id| numbers(&stopped, *id)).collect();
            for left in (0..9).rev() {
                stopped.step(DT);
                assert_eq!(ids.iter().map(|id| numbers(&stopped, *id)).collect::<Vec<_>>(), before);
                assert_eq!(stopped.stop_ticks(ids[0]), Some(left));
                assert!(stopped.events().is_empty());
            }
        }
        stopped.step(DT);
        usual.step(DT);
        for id in &ids {
            assert_eq!(numbers(&stopped, *id), numbers(&usual, *id), "tick {tick}, {id:?}");
            assert_eq!(stopped.body(*id).map(|b| b.memory), usual.body(*id).map(|b| b.memory));
        }
    }
}

#[test]
fn movers_carry_and_push_stopped_bodies() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("air"), grid.add_tile(Tile::default()));
    let mut world = World::new(grid);
    let walks = world.add_profile(Profile::default());
    let mover = |x: f32, y: f32| Mover::new(Vec2::new(x, y), Vec2::new(64.0, 8.0), layer, stone);
    let lift = Mover { velocity: Vec2::new(30.0, -60.0), ..mover(0.0, 100.0) };
    world.add_mover(lift).expect("a sound mover");
    let wall =
        world.add_mover(Mover { velocity: Vec2::new(-60.0, 0.0), ..mover(300.0, 0.0) }).expect("sound");
    let rides = world.spawn(walks, Body::new(Vec2::new(20.0, 89.0), Vec2::new(8.0, 11.0)));
    let pushed = world.spawn(walks, Body::new(Vec2::new(290.0, 0.0), Vec2::new(10.0, 8.0)));
    world.step(DT);
    [rides, pushed].into_iter().for_each(|id| assert!(world.hit_stop(id, 12)));
    let at = |world: &World, id| world.body(id).map(|body| body.position_px()).expect("a body");
    let (before, walls) = (at(&world, rides), at(&world, pushed));
    for _ in 0..12 {
        world.step(DT);
    }
    assert_eq!(at(&world, rides) - before, Vec2::new(6.0, -12.0));
    assert_eq!(at(&world, pushed) - walls, Vec2::new(-12.0, 0.0));
    assert_eq!(world.pushed_by(pushed), Some(PushSource::Mover(wall)));
    assert!(world.state(rides).is_some_and(BodyState::on_floor));
}

#[test]
fn scales_that_are_none_are_refused() {
    let (mut world, ids) = crowd();
    for scale in [f32::NAN, f32::INFINITY, -0.5, f32::NEG_INFINITY] {
        assert!(!world.set_time_scale(ids[0], scale), "{scale}");
    }
    assert_eq!(world.time_scale(ids[0]), Some(1.0));
    assert!(!world.set_time_scale(BodyId(99), 0.5) && !world.hit_stop(BodyId(99), 3));
    assert!(world.set_time_scale(ids[0], 0.5) && world.set_time_scale(ids[0], 1.0));
    assert!(world.body(ids[0]).is_some_and(|body| body.memory.is_empty()));
    let hash = world.state_hash();
    world.set_time_scale(ids[1], 2.0);
    assert_ne!(world.state_hash(), hash);
    assert!(world.set_time_scale(ids[1], f32::MAX));
    world.step(DT);
    assert!(world.body(ids[1]).is_some_and(|body| body.velocity.is_finite()));
}

#[test]
fn predictions_know_the_time_of_a_body() {
    let (mut world, ids) = crowd();
    world.set_time_scale(ids[0], 0.4);
    world.hit_stop(ids[0], 5);
    let mut ahead: Vec<Body> = Vec::new();
    world.predict(ids[0], 60, DT, &mut |predicted: PredictedTick| {
        ahead.push(predicted.body);
        true
    });
    for (tick, body) in ahead.iter().enumerate() {
        world.step(DT);
        assert_eq!(world.body(ids[0]).as_ref(), Some(body), "tick {tick}");
    }
    assert_eq!(ahead.len(), 60);
}

#[test]
fn scaled_time_in_a_crowd_is_equal_on_any_executor() {
    let crowd = |is_timed: bool| {
        let (mut world, _) = empty();
        let bounce = Response::Bounce { restitution: 0.9 };
        let movement = MoveConfig { response: bounce, ..MoveConfig::default() };
        let profile = world.add_profile(Profile { movement, ..Profile::default() });
        let mut random = Random(5);
        for id in 0..7000 {
            let at = Vec2::new(20.0 + random.below(590) as f32, 20.0 + random.below(40) as f32);
            let mut body = Body::new(at, Vec2::splat(3.0));
            body.velocity = Vec2::new(random.below(600) as f32 - 300.0, 0.0);
            let id = BodyId(id);
            world.spawn_as(id, profile, body);
            if is_timed && id.0.is_multiple_of(7) {
                world.set_time_scale(id, 0.5 + (id.0 % 5) as f32);
            }
        }
        world
    };
    let (mut plain, mut parts, mut usual) = (crowd(true), crowd(true), crowd(false));
    for tick in 0..20 {
        plain.step(DT);
        parts.step_on(&Adversary::new(3, How::SecondHalfFirst), DT, &mut ());
        usual.step(DT);
        assert_eq!(plain.state_hash(), parts.state_hash(), "tick {tick}");
        assert!(plain.events() == parts.events(), "tick {tick}");
    }
    for id in (0..7000).map(BodyId).filter(|id| id.0 % 7 != 0) {
        assert_eq!(plain.body(id), usual.body(id));
    }
    assert_ne!(plain.body(BodyId(7)), usual.body(BodyId(7)));
}

#[test]
fn solid_bodies_can_be_slowed_down_and_stopped() {
    let (mut world, names) = busy();
    let solid: Vec<BodyId> =
        world.ids().filter(|id| world.profile_of(*id) == Some(names.profiles[4])).collect();
    (0..100).for_each(|tick| play(&mut world, names, tick));
    let falling = world.spawn(names.profiles[4], Body::new(Vec2::new(300.0, 20.0), Vec2::new(8.0, 11.0)));
    world.set_time_scale(falling, 0.5);
    world.step(DT);
    assert_eq!(world.body(falling).map(|body| body.velocity.y), Some(900.0 * (DT * 0.5)));
    world.hit_stop(falling, 3);
    let before = world.body(falling).map(|body| (body.position, body.velocity));
    (0..3).for_each(|_| world.step(DT));
    assert_eq!(world.body(falling).map(|body| (body.position, body.velocity)), before);
    assert!(!solid.is_empty() && world.profile_of(falling) != Some(ProfileId::DEFAULT));
}

/// A world with one body on a floor of tiles at row 10, and a tile set onto the body while it stands still.
fn set_onto_stopped(is_solid: bool) -> (World, BodyId) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let layer = grid.add_layer("level");
    let stone = grid.add_tile(Tile::default());
    (0..20).for_each(|col| grid.set_tile(layer, TileCoord::new(col, 10), Some(stone)));
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let profile = world.add_profile(Profile { solid: is_solid.then_some(stone), ..Profile::default() });
    let body =
        Body { velocity: Vec2::new(30.0, 0.0), ..Body::new(Vec2::new(50.0, 149.0), Vec2::new(8.0, 11.0)) };
    let id = world.spawn(profile, body);
    world.step(DT);
    assert!(world.hit_stop(id, 30));
    world.grid.set_tile(layer, TileCoord::new(3, 9), Some(stone));
    (world, id)
}

#[test]
fn a_tile_set_onto_a_stopped_body_pushes_it_out_in_the_next_step() {
    for is_solid in [false, true] {
        let (mut world, id) = set_onto_stopped(is_solid);
        let velocity = world.body(id).unwrap().velocity;
        world.step(DT);
        let body = world.body(id).unwrap();
        assert_eq!(body.position_px(), Vec2::new(40.0, 149.0), "solid: {is_solid}");
        assert_eq!((body.velocity, world.stop_ticks(id)), (velocity, Some(29)), "solid: {is_solid}");
        let is_told = world.events_of(id).iter().any(|event| matches!(event.kind, EventKind::Overlapped(_)));
        assert!(is_told, "solid: {is_solid}");
        world.step(DT);
        assert_eq!(world.body(id).unwrap().position, body.position, "it stands still there");
    }
}

#[test]
fn sensors_see_where_a_stopped_body_is_put() {
    for is_solid in [false, true] {
        let (mut world, id) = set_onto_stopped(is_solid);
        let away = Body::new(Vec2::new(200.0, 20.0), Vec2::new(8.0, 11.0));
        let region = world.add_region(Region::new(away.aabb()));
        world.set_body(id, away);
        world.step(DT);
        assert!(world.inside(region).eq([id]), "solid: {is_solid}");
        world.set_body(id, Body::new(Vec2::new(100.0, 20.0), Vec2::new(8.0, 11.0)));
        assert!(world.hit_stop(id, 30));
        world.step(DT);
        assert_eq!(world.inside(region).count(), 0, "solid: {is_solid}");
    }
}

#[test]
fn ignored_solids_are_counted_down_while_a_body_is_stopped() {
    let (mut world, id) = set_onto_stopped(false);
    let floor = world.floor(id).expect("it stands");
    let tile = Obstacle { layer: floor.layer, cell: TileCoord::new(3, 9), tile: floor.tile, off_grid: None };
    assert!(world.ignore(id, tile, 5));
    for left in (0..5).rev() {
        let before = world.body(id).unwrap().position;
        world.step(DT);
        assert_eq!(world.body(id).unwrap().position, before, "{left} left");
    }
    world.step(DT);
    assert!(!world.grid.overlaps(world.body(id).unwrap().aabb(), 1), "held again, and pushed out");
}
