//! The world around the step: ids, events, hashes, and refused settings.

use crate::stage::Stage;
use glam::{IVec2, UVec2, Vec2};
use std::collections::BTreeMap;
use tilephys_core::*;

const DT: f32 = 1.0 / 60.0;

/// A closed room of 20 x 12 tiles of 16 px with a pillar in it.
fn room() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("room"), grid.add_tile(Tile { user: 7, ..Tile::default() }));
    for row in 0..12 {
        for col in 0..20 {
            if row == 0 || col == 0 || row == 11 || col == 19 || (col == 9 && row > 6) {
                grid.set_tile(layer, TileCoord::new(col, row), Some(tile));
            }
        }
    }
    grid
}

fn bouncer(world: &mut World) -> ProfileId {
    let movement = MoveConfig { response: Response::Bounce { restitution: 0.9 }, ..MoveConfig::default() };
    world.add_profile(Profile { movement, ..Profile::default() })
}

fn ball(i: u32) -> Body {
    let mut body =
        Body::new(Vec2::new(20.0 + (i * 13 % 110) as f32, 20.0 + (i * 7 % 60) as f32), Vec2::splat(3.0));
    body.velocity = Vec2::new((i * 97 % 4000) as f32 - 2000.0, (i * 53 % 3000) as f32 - 1500.0);
    body
}

#[test]
fn each_phase_of_a_step_is_announced_in_its_order() {
    struct Phases {
        seen: Vec<driver::Phase>,
        has_control: bool,
    }
    impl StepHooks for Phases {
        fn phase(&mut self, phase: driver::Phase) {
            self.seen.push(phase);
        }

        fn has_control(&self) -> bool {
            self.has_control
        }
    }
    let mut world = World::new(room());
    let profile = bouncer(&mut world);
    world.spawn(profile, ball(1));
    // By the short way of a world with nothing but a grid too.
    for has_control in [true, false] {
        let mut phases = Phases { seen: Vec::new(), has_control };
        world.step_on(&driver::SerialExecutor, DT, &mut phases);
        assert_eq!(phases.seen, driver::Phase::ALL, "with control: {has_control}");
    }
}

#[test]
fn a_mover_at_the_speed_of_minus_zero_is_at_rest() {
    let hash = |speed: f32| {
        let mut stage = Stage::new();
        stage.mover([32.0, 32.0], [16.0, 16.0], [speed, speed]);
        stage.world.state_hash()
    };
    assert_eq!(hash(-0.0), hash(0.0));
}

#[test]
fn ids_are_stable_and_never_reused() {
    let mut world = World::new(room());
    let profile = bouncer(&mut world);
    let (mut model, mut next, mut random) = (BTreeMap::new(), 0, 1u32);
    for _ in 0..3_000 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if random >> 30 < 2 {
            let id = world.spawn(profile, ball(random >> 8));
            assert_eq!(id, BodyId(next));
            model.insert(id, world.body(id));
            next += 1;
        } else {
            let id = BodyId((random >> 8) % (next + 1));
            assert_eq!(world.despawn(id), model.remove(&id).flatten());
        }
        assert_eq!(world.len(), model.len());
    }
    assert!(model.len() > 100);
    assert!(world.ids().eq(model.keys().copied()));
    assert!(model.iter().all(|(id, body)| world.body(*id) == *body));
    world.spawn_as(BodyId(9_000_000), profile, ball(1));
    assert_eq!(world.spawn(profile, ball(2)), BodyId(9_000_001));
    // After the greatest id, smaller ids do not bring the next one back: free ids are assigned.
    world.spawn_as(BodyId(u32::MAX), profile, ball(3));
    world.spawn_as(BodyId(9_500_000), profile, ball(3));
    let lowest = (0..).find(|id| !model.contains_key(&BodyId(*id))).expect("there is a gap");
    assert_eq!(world.spawn(profile, ball(4)), BodyId(lowest));
    assert_ne!(world.spawn(profile, ball(4)), BodyId(lowest));
}

#[test]
fn a_reused_id_carries_no_state_over() {
    let mut world = World::new(room());
    let sensor = world.add_profile(Profile { sensor: 1, report_tiles: true, ..Profile::default() });
    let region = world.add_region(Region::new(Aabb::from_min_size(IVec2::ZERO, IVec2::splat(200 * 256))));
    let standing = Body::new(Vec2::new(100.0, 165.0), Vec2::splat(11.0));
    let [gone, other] = [0, 1].map(|_| world.spawn(sensor, standing));
    world.set_time_scale(gone, 0.5);
    world.ignore_pair(gone, other, true);
    world.step(DT);
    let seen = |world: &World| {
        let sensors = [gone, other].map(|id| world.sensors_of(id).count());
        (sensors, world.inside(region).count(), world.inside(gone).count(), world.tile_under(gone).is_some())
    };
    assert_eq!(seen(&world), ([2, 2], 2, 1, true));
    let whole = world.state_hash();
    world.despawn(gone);
    assert_eq!(seen(&world), ([0, 1], 1, 0, false));
    let (alone, saved) = (world.state_hash(), world.snapshot());
    world.spawn_as(gone, sensor, standing);
    assert_eq!(seen(&world), ([0, 1], 1, 0, false));
    assert_eq!((world.time_scale(gone), world.ignores_pair(gone, other)), (Some(1.0), false));
    world.step(DT);
    assert_eq!(seen(&world), ([2, 2], 2, 1, true));
    assert_ne!(world.state_hash(), whole);
    world.restore(&saved).expect("a sound snapshot");
    assert_eq!((world.state_hash(), seen(&world)), (alone, ([0, 1], 1, 0, false)));
}

#[test]
fn memories_are_equal_in_whatever_order_they_came() {
    let hash = |order: &mut dyn Iterator<Item = u32>, between: bool| {
        let mut world = World::new(room());
        for i in 0..60 {
            world.spawn(ProfileId::DEFAULT, ball(i));
        }
        let ids: Vec<_> = order.map(BodyId).collect();
        ids.iter().for_each(|id| assert!(world.set_time_scale(*id, 0.5 + id.0 as f32)));
        for id in ids.iter().filter(|id| id.0 % 7 == 3) {
            world.set_time_scale(*id, 1.0);
        }
        ids.iter().filter(|id| id.0 % 21 == 3).for_each(|id| assert!(world.hit_stop(*id, 9)));
        if between {
            world.restore(&world.snapshot()).expect("a sound snapshot");
        }
        let before = world.state_hash();
        world.step(DT);
        (before, world.state_hash())
    };
    let expected = hash(&mut (0..60), false);
    assert_eq!(hash(&mut (0..60).rev(), false), expected);
    assert_eq!(hash(&mut (0..60).map(|i| i * 37 % 60), true), expected);
}

#[test]
fn a_body_wider_than_many_chunks_meets_a_lone_tile() {
    const WIDE: i32 = 20_000;
    let config = MoveConfig::default();
    let mut met = 0;
    for at in [0, 63, 4_095, 4_096, 9_000, WIDE - 1].into_iter().flat_map(|k| [k, k - 2 * WIDE]) {
        for direction in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y] {
            let mut grid = TileGrid::new(UVec2::splat(1));
            let (layer, tile) = (grid.add_layer("lone"), grid.add_tile(Tile::default()));
            let along = IVec2::new(direction.y, direction.x).abs();
            // The tile is some way ahead of the body, at `at` along its face.
            let ahead = if direction.max_element() > 0 { 25_000 } else { -5_001 };
            let place = along * at + direction.abs() * ahead;
            grid.set_tile(layer, TileCoord::new(place.x, place.y), Some(tile));
            let min = along * if at < 0 { -2 * WIDE } else { 0 };
            let mut body = Body::on_lattice(min * 256, IVec2::splat(WIDE * 256));
            let mut hits = Vec::new();
            grid.move_and_slide(&mut body, (direction * 9_000).as_vec2(), &config, &mut hits);
            met += hits.len();
            assert_eq!((body.position - min * 256) / 256, direction * 5_000, "{at} {direction}");
        }
    }
    assert_eq!(met, 48);
}

#[test]
fn a_tile_upon_a_body_is_named_with_the_push_that_frees_it() {
    let mut world = World::new(room());
    let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(60.0, 40.0), Vec2::splat(8.0)));
    let (layer, tile) =
        (world.grid.add_layer("trap"), world.grid.add_tile(Tile { user: 42, ..Tile::default() }));
    world.grid.set_tile(layer, TileCoord::new(4, 2), Some(tile));
    world.step(DT);
    let [event] = world.events() else { panic!("{:?}", world.events()) };
    let EventKind::Overlapped(overlap) = event.kind else { panic!("{event:?}") };
    assert_eq!((event.body, overlap.layer, overlap.cell), (id, layer, TileCoord::new(4, 2)));
    assert_eq!((world.grid.tile_kind(overlap.tile).user, overlap.off_grid), (42, None));
    assert_eq!(overlap.pushed, IVec2::new(-4 * 256, 0));
    assert_eq!(world.body(id).unwrap().position_px(), Vec2::new(56.0, 40.0));
}

#[test]
fn a_stuck_body_is_reported_once_until_freed() {
    let mut world = World::new(room());
    let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(100.0, 60.0), Vec2::splat(8.0)));
    let (layer, tile) = (world.grid.add_layer("trap"), world.grid.add_tile(Tile::default()));
    let wall = |world: &mut World, tile| {
        for row in 1..11 {
            for col in 1..19 {
                world.grid.set_tile(layer, TileCoord::new(col, row), tile);
            }
        }
        let mut reports = 0;
        for _ in 0..5 {
            world.step(DT);
            reports += world.events().iter().filter(|e| matches!(e.kind, EventKind::Overlapped(_))).count();
        }
        (reports, world.state(id).unwrap().stuck())
    };
    assert_eq!(wall(&mut world, Some(tile)), (1, true));
    assert_eq!(wall(&mut world, None), (0, false));
    assert_eq!(wall(&mut world, Some(tile)), (1, true));
}

#[test]
fn bodies_with_nan_are_reported_and_others_go_on() {
    let mut world = World::new(room());
    world.gravity = Vec2::new(0.0, 900.0);
    let broken: Vec<BodyId> = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY]
        .into_iter()
        .flat_map(|v| [Vec2::new(v, 5.0), Vec2::new(5.0, v)])
        .map(|velocity| {
            let id = world.spawn(ProfileId::DEFAULT, ball(1));
            assert!(world.set_velocity(id, velocity));
            id
        })
        .collect();
    let well = world.spawn(ProfileId::DEFAULT, ball(1));
    world.step(DT);
    let rejected: Vec<BodyId> = world
        .events()
        .iter()
        .filter(|e| e.kind == EventKind::Rejected { field: Field::Velocity, fault: Fault::NotFinite })
        .map(|e| e.body)
        .collect();
    assert_eq!(rejected, broken);
    assert!(broken.iter().all(|id| world.body(*id).unwrap().position == ball(1).position));
    assert_ne!(world.body(well).unwrap().position, ball(1).position);

    for dt in [f32::NAN, f32::INFINITY, -DT] {
        let before = world.state_hash();
        world.step(dt);
        assert_eq!(world.state_hash(), before);
        assert!(
            world
                .events()
                .iter()
                .all(|e| matches!(e.kind, EventKind::Rejected { field: Field::TimeStep, .. }))
        );
        assert_eq!(world.events().len(), world.len());
    }
}

#[test]
fn bodies_take_at_most_48_bytes_each() {
    let mut world = World::new(room());
    for i in 0..100_000 {
        world.spawn(ProfileId::DEFAULT, ball(i));
    }
    let each = world.body_bytes() as f32 / world.len() as f32;
    assert!(each <= 48.0, "{each} bytes");
}

#[test]
fn an_overlap_comes_before_the_hits_of_its_step() {
    let mut world = World::new(room());
    // In the floor by 3 px, on its way to the pillar.
    let mut body = Body::new(Vec2::new(40.0, 171.0), Vec2::splat(8.0));
    body.velocity = Vec2::new(8_000.0, 0.0);
    world.spawn(ProfileId::DEFAULT, body);
    world.step(DT);
    let fractions: Vec<f32> = world.events().iter().map(|e| e.kind.fraction().as_f32()).collect();
    assert!(matches!(world.events()[0].kind, EventKind::Overlapped(_)), "{:?}", world.events());
    assert!(matches!(world.events()[1].kind, EventKind::Hit(_)), "{:?}", world.events());
    assert!(fractions.is_sorted());
}

#[test]
fn a_profile_that_tracks_no_contacts_keeps_none() {
    let mut world = World::new(room());
    world.gravity = Vec2::new(0.0, 900.0);
    let quiet = world.add_profile(Profile { track_contacts: false, ..Profile::default() });
    let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(40.0, 168.0), Vec2::splat(8.0)));
    world.step(DT);
    assert!(world.state(id).unwrap().on_floor());
    world.change_profile(id, quiet);
    world.step(DT);
    let state = world.state(id).unwrap();
    assert_eq!((state.contacts(), state.on_floor(), state.is_placed()), (Contacts::default(), false, false));
}

#[test]
fn gravity_of_nan_moves_no_body_and_is_reported() {
    for gravity in [f32::NAN, f32::INFINITY] {
        let mut world = World::new(room());
        let profile = bouncer(&mut world);
        let id = world.spawn(profile, ball(5));
        world.gravity = Vec2::new(0.0, gravity);
        world.step(DT);
        assert_rejected(&world, Field::Gravity);
        assert_eq!(world.body(id), Some(ball(5)));
        world.gravity = Vec2::ZERO;
        world.step(DT);
        assert_ne!(world.body(id), Some(ball(5)));
    }
}

/// Asserts that the only event is a rejection for a number that is not finite.
fn assert_rejected(world: &World, field: Field) {
    let kinds = world.events().iter().map(|e| e.kind);
    assert!(kinds.eq([EventKind::Rejected { field, fault: Fault::NotFinite }]));
}

#[test]
fn a_rejected_body_has_no_other_events() {
    let mut world = World::new(room());
    let id = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(40.0, 168.0), Vec2::splat(8.0)));
    world.set_velocity(id, Vec2::new(f32::NAN, 0.0));
    world.step(DT);
    assert_rejected(&world, Field::Velocity);
}

#[test]
fn a_body_that_passes_through_counts_a_box_in_many_cells_once() {
    for report_hits in [true, false] {
        let mut world = World::new(room());
        let (layer, tile) = (world.grid.add_layer("cloud"), world.grid.add_tile(Tile::default()));
        world.grid.add_box(layer, Aabb::from_px(Vec2::new(60.0, 40.0), Vec2::new(64.0, 48.0)), tile);
        let movement = MoveConfig { response: Response::PassThrough, ..MoveConfig::default() };
        let profile = world.add_profile(Profile { movement, report_hits, ..Profile::default() });
        let id = world.spawn(profile, Body::new(Vec2::new(30.0, 50.0), Vec2::splat(8.0)));
        world.set_velocity(id, Vec2::new(6_000.0, 0.0));
        world.step(DT);
        assert_eq!(world.hit_count(), 1);
        assert_eq!(world.events().len(), usize::from(report_hits));
    }
}

#[test]
fn a_body_moved_from_one_rock_into_another_is_reported_again() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("rock"), grid.add_tile(Tile::default()));
    for at in (0..40).flat_map(|row| (0..40).map(move |col| TileCoord::new(col, row))) {
        grid.set_tile(layer, at, Some(tile));
    }
    let mut world = World::new(grid);
    let inside = |x: f32| Body::new(Vec2::new(x, 300.0), Vec2::splat(8.0));
    let id = world.spawn(ProfileId::DEFAULT, inside(300.0));
    let reports = |world: &mut World| {
        world.step(DT);
        world.events().iter().filter(|e| matches!(e.kind, EventKind::Overlapped(_))).count()
    };
    assert_eq!((reports(&mut world), reports(&mut world)), (1, 0));
    world.set_body(id, inside(340.0));
    assert_eq!((reports(&mut world), reports(&mut world)), (1, 0));
}

#[test]
fn many_boxes_in_one_chunk_are_added_in_little_time() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let tile = grid.add_tile(Tile::default());
    for layer in 0..32 {
        let layer = grid.add_layer(&layer.to_string());
        for at in 0..4_096 {
            let low = Vec2::new((at % 64) as f32 * 16.0 + 8.0, (at / 64) as f32 * 16.0 + 8.0);
            grid.add_box(layer, Aabb::from_px(low, Vec2::splat(16.0)), tile);
        }
    }
    assert_eq!(grid.off_grid_shapes().count(), 32 * 4_096);
}
