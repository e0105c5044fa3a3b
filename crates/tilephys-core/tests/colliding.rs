//! Contacts between bodies, case by case: pairs that ignore each other, and bodies that leave a rock in the middle
//! of a step.

use crate::stage::step_with_control;
use crate::volume::volume;
use glam::{IVec2, UVec2, Vec2};
use tilephys_core::{
    Aabb, Body, BodyCollision, BodyId, BodyState, EventKind, MoveConfig, Profile, Response, Tile, TileCoord,
    TileGrid, World,
    driver::PairCounts,
    predict::{PredictedTick, PredictionVisitor},
};

const DT: f32 = 1.0 / 60.0;

/// Boxes of 8 px that bounce without a loss, in the air beside a block of 5 x 5 tiles at the origin.
fn balls<const N: usize>(all: [([f32; 2], f32); N]) -> (World, [BodyId; N]) {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("block"), grid.add_tile(Tile::default()));
    for (row, col) in (0..5).flat_map(|row| (0..5).map(move |col| (row, col))) {
        grid.set_tile(layer, TileCoord::new(col, row), Some(stone));
    }
    let mut world = World::new(grid);
    let movement = MoveConfig { response: Response::Bounce { restitution: 1.0 }, ..MoveConfig::default() };
    let collide = Some(BodyCollision::default());
    let profile = world.add_profile(Profile { movement, collide, ..Profile::default() });
    let ids = all.map(|(at, speed)| {
        let body = Body { velocity: Vec2::new(speed, 0.0), ..Body::new(at, Vec2::splat(8.0)) };
        world.spawn(profile, body)
    });
    (world, ids)
}

fn speeds<const N: usize>(world: &World, ids: [BodyId; N]) -> [f32; N] {
    ids.map(|id| world.body(id).expect("it is there").velocity.x)
}

#[test]
fn an_ignored_pair_passes_in_the_same_step() {
    let (mut world, ids) = balls([([100.0, 0.0], 600.0), ([112.0, 0.0], 0.0)]);
    step_with_control(&mut world, DT, |bodies| assert!(bodies.ignore_pair(ids[0], ids[1], true)));
    assert_eq!((speeds(&world, ids), world.body_hits().count()), ([600.0, 0.0], 0));
}

#[test]
fn a_body_pushed_out_late_in_a_step_blocks_no_body_before() {
    // The first is inside of the block until it has gone 30 px of its 50; the others meet after 1 px of 10.
    let (mut world, ids) = balls([([50.0, 36.0], 3_000.0), ([95.0, 36.0], 0.0), ([104.0, 36.0], -600.0)]);
    // These bodies do not rebound, so each other body is tested for contact.
    for id in &ids[1..] {
        let collide = Some(BodyCollision::default());
        let profile = world.add_profile(Profile { collide, ..Profile::default() });
        world.change_profile(*id, profile);
    }
    world.step(DT);
    let boxes = ids.map(|id| world.body(id).expect("it is there").aabb());
    assert!(!boxes[0].overlaps(boxes[1]) && !boxes[1].overlaps(boxes[2]) && !boxes[0].overlaps(boxes[2]));
    assert!(boxes[0].min.x >= 80 * 256, "{boxes:?}");
}

#[test]
fn bodies_still_collide_after_a_despawn_of_their_contacts() {
    let row = [0.0, 9.0, 18.0, 27.0, 36.0, 45.0].map(|x| ([100.0 + x, 0.0], 600.0 - 120.0 * (x / 9.0)));
    let (mut world, ids) = balls(row);
    world.step(DT);
    assert_eq!(world.pair_counts().largest_island, 6);
    for id in &ids[..4] {
        assert!(world.despawn(*id).is_some());
    }
    let [e, f] = [ids[4], ids[5]];
    world.set_velocity(e, Vec2::new(300.0, 0.0));
    world.set_velocity(f, Vec2::new(-300.0, 0.0));
    world.step(DT);
    assert_eq!((world.pair_counts().largest_island, speeds(&world, [e, f])), (2, [-300.0, 300.0]));
}

#[test]
fn a_step_that_moves_nothing_counts_no_pairs() {
    let (mut world, _) = balls([([100.0, 0.0], 600.0), ([110.0, 0.0], 0.0)]);
    world.step(DT);
    assert_eq!(world.pair_counts().hits, 1);
    world.step(f32::NAN);
    assert_eq!(world.pair_counts(), PairCounts::default());
}

#[test]
fn bodies_at_rest_side_by_side_touch() {
    let (mut world, [a, b, c]) = balls([([100.0, 0.0], 0.0), ([108.0, 0.0], 0.0), ([117.0, 0.0], 0.0)]);
    let walls = |world: &World| [a, b, c].map(|id| world.state(id).expect("it is there").on_wall());
    for _ in 0..3 {
        world.step(DT);
        assert_eq!((walls(&world), world.pair_counts().islands), ([true, true, false], 0));
    }
    assert!(world.set_body(b, Body::new(Vec2::new(109.0, 0.0), Vec2::splat(8.0))));
    world.step(DT);
    assert_eq!(walls(&world), [false, true, true]);
}

#[test]
fn a_crowd_in_one_place_has_few_pairs_a_body_and_comes_apart() {
    let bodies = volume(100, 200) as usize;
    let run = |mirrored: bool| {
        let mut world = World::new(TileGrid::new(UVec2::splat(16)));
        let profile = Profile { collide: Some(BodyCollision::default()), ..Profile::default() };
        let profile = world.add_profile(profile);
        for _ in 0..bodies {
            let mut body = Body::new(Vec2::splat(-4.0), Vec2::splat(8.0));
            body.velocity.x = if mirrored { -10.0 } else { 10.0 };
            world.spawn(profile, body);
        }
        world.step(1.0 / 60.0);
        let pairs = world.pair_counts().pairs as usize;
        assert!((4 * bodies..40 * bodies).contains(&pairs), "{pairs} pairs");
        (0..600).for_each(|_| world.step(1.0 / 60.0));
        let boxes: Vec<Aabb> = world.ids().map(|id| world.body(id).expect("it is there").aabb()).collect();
        let overlaps = (0..bodies).flat_map(|a| (0..a).map(move |b| (a, b)));
        (overlaps.filter(|(a, b)| boxes[*a].overlaps(boxes[*b])).count(), boxes)
    };
    let (overlaps, boxes) = run(false);
    assert!(overlaps < bodies / 2, "{overlaps} pairs overlap still");
    let turned = |aabb: Aabb| Aabb::from_min_size(IVec2::new(-aabb.max.x, aabb.min.y), aabb.max - aabb.min);
    assert!(run(true).1.into_iter().map(turned).eq(boxes));
}

#[test]
fn depenetration_beside_other_bodies_equals_depenetration_alone() {
    // By 6 px inside the right side of the block, with another ball where it is put.
    let told = |world: &World, id: BodyId| {
        let overlapped = |event: &tilephys_core::Event| matches!(event.kind, EventKind::Overlapped(_));
        world.events_of(id).iter().filter(|event| overlapped(event)).count()
    };
    for speed in [0.0, 120.0, -120.0] {
        let (mut alone, [one]) = balls([([74.0, 30.0], speed)]);
        let (mut near, [two, other]) = balls([([74.0, 30.0], speed), ([83.0, 30.0], -120.0)]);
        alone.step(DT);
        near.step(DT);
        assert_eq!((told(&alone, one), told(&near, two)), (1, 1), "{speed}");
        let at = near.body(two).expect("it is there").position_px();
        assert!(at.x >= 80.0, "{speed}: {at}");
        for _ in 0..30 {
            near.step(DT);
        }
        let [a, b] = [two, other].map(|id| near.body(id).expect("it is there").aabb());
        assert!(!a.overlaps(b), "{speed}: {a:?} {b:?}");
    }
    // In the middle of the block there is no exit: a hit does not carry it through the tiles.
    let (mut world, [deep, _]) = balls([([36.0, 36.0], 0.0), ([45.0, 36.0], -600.0)]);
    for _ in 0..10 {
        world.step(DT);
        assert_eq!(world.body(deep).expect("it is there").position_px(), Vec2::new(36.0, 36.0));
        assert!(world.state(deep).expect("it is there").stuck());
    }
}

#[test]
fn a_prediction_stops_at_bodies_that_collide() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    let wall = (5..10).map(|row| (20, row));
    for (col, row) in (0..40).map(|col| (col, 10)).chain(wall) {
        grid.set_tile(layer, TileCoord::new(col, row), Some(stone));
    }
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let collide = |mass: f32| Some(BodyCollision { mass, ..BodyCollision::default() });
    let hero = world.add_profile(Profile { collide: collide(1.0), ..Profile::default() });
    let block = Profile { collide: collide(f32::INFINITY), gravity_scale: 0.0, ..Profile::default() };
    let block = world.add_profile(block);
    let id = world.spawn(hero, Body::new(Vec2::new(100.0, 60.0), Vec2::new(8.0, 11.0)));
    world.spawn(block, Body::new(Vec2::new(96.0, 120.0), Vec2::new(64.0, 8.0)));
    let wall = world.spawn(block, Body::new(Vec2::new(140.0, 80.0), Vec2::new(8.0, 40.0)));
    let walk = |body: &mut Body| body.velocity.x = 90.0;
    struct Walks<F>(F, Vec<(Body, bool)>);
    impl<F: Fn(&mut Body)> PredictionVisitor for Walks<F> {
        fn control(&mut self, _: u32, body: &mut Body, _: BodyState) {
            (self.0)(body);
        }

        fn see(&mut self, ahead: PredictedTick) -> bool {
            self.1.push((ahead.body, ahead.state.on_floor()));
            true
        }
    }
    let mut ahead = Walks(walk, Vec::new());
    let before = world.state_hash();
    world.predict(id, 60, DT, &mut ahead);
    assert_eq!((world.state_hash(), ahead.1.len()), (before, 60));
    for (body, _) in &ahead.1 {
        assert!(body.position_px().x <= 132.0 && body.position_px().y <= 109.0, "{body:?}");
    }
    let (last, on_floor) = ahead.1[59];
    assert_eq!((last.position_px(), on_floor), (Vec2::new(132.0, 109.0), true));
    // Without them it goes on to the wall of the map.
    assert!(world.ignore_pair(id, wall, true));
    let mut ahead = Walks(walk, Vec::new());
    world.predict(id, 60, DT, &mut ahead);
    assert_eq!(ahead.1[59].0.position_px().x, 100.0 + 60.0 * 1.5);
}
