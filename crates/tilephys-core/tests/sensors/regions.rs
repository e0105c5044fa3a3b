//! Regions of the map, case by case.

use super::oracle::{judge, target, way};
use super::*;
use tilephys_core::{Fault, Field, Fraction, ProfileId, Region, RegionId, platform::Mover, shape::Polygon};

const A: BodyId = BodyId(0);

fn is_in(world: &World, region: RegionId) -> Vec<BodyId> {
    world.inside(region).collect()
}

#[test]
fn a_flight_through_a_region_in_one_step_enters_and_exits() {
    let mut world = nothing();
    let region = world.add_region(Region::new(px_box(5_000, -100, 1, 400)));
    let body = world.spawn(ProfileId::DEFAULT, moving((0.0, 0.0), (8.0, 11.0), (10_000.0, 0.0)));
    world.step(DT);
    let found = crossings(&world);
    let moment = |px: u64| (px << 32) / 10_000;
    let sensor = SensorId::Region(region);
    assert_eq!(found, [(body, sensor, true, moment(4_992)), (body, sensor, false, moment(5_001))]);
    assert_eq!(is_in(&world, region), []);
}

#[test]
fn a_body_that_begins_inside_comes_in_at_once_and_only_once() {
    let mut world = nothing();
    let region = world.add_region(Region::new(px_box(0, 0, 32, 32)));
    let body = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::splat(8.0), Vec2::splat(8.0)));
    world.step(DT);
    assert_eq!(crossings(&world), [(body, region.into(), true, 0)]);
    for _ in 0..3 {
        assert_eq!(is_in(&world, region), [body]);
        assert_eq!(world.sensors_of(body).collect::<Vec<_>>(), [SensorId::Region(region)]);
        world.step(DT);
        assert_eq!(world.events(), []);
    }
}

#[test]
fn a_region_moved_onto_a_body_and_away_is_entered_and_left() {
    let mut world = nothing();
    let region = world.add_region(Region::new(px_box(500, 0, 32, 32)));
    let body = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::splat(8.0), Vec2::splat(8.0)));
    world.step(DT);
    assert_eq!(crossings(&world), []);
    assert!(world.move_region(region, px_box(0, 0, 32, 32)));
    world.step(DT);
    assert_eq!(crossings(&world), [(body, region.into(), true, 0)]);
    assert!(world.move_region(region, px_box(500, 0, 32, 32)));
    world.step(DT);
    assert_eq!(crossings(&world), [(body, region.into(), false, 0)]);
    assert_eq!(is_in(&world, region), []);
}

#[test]
fn touching_is_not_being_inside() {
    let mut world = nothing();
    let region = world.add_region(Region::new(px_box(16, 0, 16, 16)));
    for at in [(8.0, 4.0), (32.0, 4.0), (20.0, -8.0), (20.0, 16.0), (8.0, -8.0)] {
        world.spawn(ProfileId::DEFAULT, Body::new(at, Vec2::splat(8.0)));
    }
    // Along its upper side, from one end beyond the other.
    world.spawn(ProfileId::DEFAULT, moving((0.0, -8.0), (8.0, 8.0), (64.0, 0.0)));
    world.step(DT);
    assert_eq!(world.events(), []);
    assert_eq!(is_in(&world, region), []);
}

#[test]
fn a_spike_senses_by_its_polygon_not_its_bounds() {
    // Its tip is up in the middle: the lines from (16, 32) to (32, 0) and on to (48, 32).
    let spike = Polygon::from_px(&[(0.0, 32.0), (16.0, 0.0), (32.0, 32.0)].map(Vec2::from));
    let region = Region::of_polygon(IVec2::new(16, 0) * PX, &spike);
    assert_eq!(region.aabb, px_box(16, 0, 32, 32));
    // With 8 px each way; what counts is the corner at the line.
    let cases = [
        ((16.0, 8.0), false, "in the box, beside the spike"),
        ((20.0, 0.0), false, "a corner at the line: 28, 8"),
        ((20.0, 1.0 / 256.0), true, "one unit lower"),
        ((36.0, 0.0), false, "at the other line, with its lower left corner"),
        ((36.0 - 1.0 / 256.0, 0.0), true, "one unit to the left"),
        ((28.0, -8.0), false, "on the tip"),
        ((28.0, -8.0 + 1.0 / 256.0), true, "the tip in its lower side"),
        ((28.0, 31.0), true, "over the foot"),
        ((28.0, 32.0), false, "under it"),
    ];
    for (at, is_inside, what) in cases {
        let mut world = nothing();
        let region = world.add_region(region);
        let body = world.spawn(ProfileId::DEFAULT, Body::new(at, Vec2::splat(8.0)));
        world.step(DT);
        assert_eq!(is_in(&world, region), [body].repeat(usize::from(is_inside)), "{what}");
    }
    // Through it at half its height, with the upper side 16 px down: the way is 100 px long.
    let mut world = nothing();
    let region = world.add_region(region);
    let body = world.spawn(ProfileId::DEFAULT, moving((0.0, 8.0), (8.0, 8.0), (100.0, 0.0)));
    world.step(DT);
    let moment = |px: u64| (px << 32) / 100;
    // Its lower right corner meets the line at x = 24, its lower left one leaves it at x = 40.
    let sensor = SensorId::Region(region);
    assert_eq!(crossings(&world), [(body, sensor, true, moment(16)), (body, sensor, false, moment(40))]);
}

#[test]
fn the_largest_polygons_are_sensed_on_the_longest_way_of_a_step() {
    let reach = tilephys_core::limits::SHAPE_REACH;
    let limit = tilephys_core::WORLD_LIMIT;
    let points = [(1, 0), (reach - 1, 1), (reach, reach), (0, reach - 1)].map(IVec2::from);
    // The longest way of a step leads here from the corner of the world.
    let shape = Region::of_polygon(IVec2::splat(PX - reach), &Polygon::new(&points));
    for size in [IVec2::ONE, IVec2::splat(1 << 28)] {
        let mut world = World::new(TileGrid::new(UVec2::splat(4096)));
        let region = world.add_region(shape);
        let mut body = Body::on_lattice(IVec2::splat(-limit), size);
        body.velocity = Vec2::splat((limit / PX) as f32 / DT);
        let before = body;
        let passing = world.add_profile(plain(Response::PassThrough));
        let id = world.spawn(passing, body);
        world.step(DT);
        let pieces = way(&world, id, &before, Response::PassThrough);
        let (expected, then_in) = judge(&pieces, size, &target(&shape), false);
        let found: Vec<_> = crossings(&world).iter().map(|c| (c.2, c.3)).collect();
        assert_eq!(found, expected);
        assert_eq!((found.len(), is_in(&world, region).len()), (1, 1));
        assert!(then_in);
    }
}

#[test]
fn a_bounce_back_through_a_region_enters_and_exits_twice() {
    let mut world = World::new(room(40, 10));
    let bouncing = world.add_profile(plain(Response::Bounce { restitution: 1.0 }));
    world.add_region(Region::new(px_box(600, 16, 1, 100)));
    // 24 px before the wall at x = 624.
    let body = world.spawn(bouncing, moving((574.0, 40.0), (8.0, 8.0), (100.0, 0.0)));
    world.step(DT);
    let found: Vec<_> = crossings(&world).iter().map(|c| (c.2, c.3)).collect();
    let moment = |px: u64| (px << 32) / 100;
    // It comes in with its right side 18 px on, leaves 27 px on; the wall is 42 px on, and back from there by 15 and 24.
    assert_eq!(
        found,
        [(true, moment(18)), (false, moment(27)), (true, moment(57)), (false, moment(66))]
            .map(|(enters, at)| (enters, at)),
    );
    let kinds: Vec<_> = world.events().iter().map(|e| matches!(e.kind, EventKind::Hit(_))).collect();
    assert_eq!(kinds, [false, false, true, false, false], "the hit stands where it happened");
    assert_eq!(world.events()[0].body, body);
}

#[test]
fn regions_sense_the_categories_of_their_mask_only() {
    let mut world = nothing();
    let region = Region { mask: 0b100, ..Region::new(px_box(0, 0, 32, 32)) };
    let region = world.add_region(region);
    let seen = world.add_profile(Profile { category: 0b110, ..Profile::default() });
    world.spawn(ProfileId::DEFAULT, Body::new(Vec2::splat(8.0), Vec2::splat(8.0)));
    let body = world.spawn(seen, Body::new(Vec2::splat(8.0), Vec2::splat(8.0)));
    world.step(DT);
    assert_eq!(crossings(&world), [(body, region.into(), true, 0)]);
    world.change_profile(body, ProfileId::DEFAULT);
    world.step(DT);
    assert_eq!(crossings(&world), [(body, region.into(), false, 0)]);
}

#[test]
fn regions_with_stay_report_steps_without_enter_or_exit() {
    let mut world = nothing();
    let region = Region { report_stay: true, ..Region::new(px_box(0, 0, 32, 32)) };
    let region = world.add_region(region);
    world.spawn(ProfileId::DEFAULT, moving((2.0, 8.0), (8.0, 8.0), (12.0, 0.0)));
    let kinds = |world: &World| world.events().iter().map(|e| e.kind).collect::<Vec<_>>();
    let sensor = SensorId::Region(region);
    world.step(DT);
    assert_eq!(kinds(&world), [EventKind::Enter { sensor, fraction: Fraction::ZERO }]);
    world.step(DT);
    assert_eq!(kinds(&world), [EventKind::Stay { sensor }]);
    world.step(DT);
    assert!(matches!(kinds(&world)[..], [EventKind::Exit { .. }]));
    world.step(DT);
    assert_eq!(kinds(&world), []);
}

#[test]
fn nothing_is_left_of_bodies_and_regions_that_are_gone() {
    let mut world = nothing();
    let hash_of_nobody = world.state_hash();
    let [here, also] = [0, 1].map(|_| world.add_region(Region::new(px_box(0, 0, 32, 32))));
    for _ in 0..2 {
        world.spawn(ProfileId::DEFAULT, Body::new(Vec2::splat(8.0), Vec2::splat(8.0)));
    }
    world.step(DT);
    world.despawn(A);
    assert_eq!(is_in(&world, here), [BodyId(1)]);
    world.remove_region(here);
    assert_eq!(is_in(&world, here), []);
    // Behind the world's back: it finds out in the step.
    world.grid.remove_region(also);
    world.step(DT);
    let exits = [(A, here), (A, also), (BodyId(1), here), (BodyId(1), also)];
    assert_eq!(crossings(&world), exits.map(|(body, region)| (body, region.into(), false, 0)));
    assert_eq!(is_in(&world, also), []);
    world.step(DT);
    assert_eq!(world.events(), []);
    world.despawn(BodyId(1));
    assert_eq!(world.state_hash(), hash_of_nobody);
    assert!(!world.move_region(here, px_box(0, 0, 1, 1)) && world.remove_region(here).is_none());
    let next = world.add_region(Region::new(px_box(0, 0, 1, 1)));
    assert!(next > also, "no number is given twice");
}

#[test]
fn a_teleport_leaves_and_comes_in_at_once() {
    let mut world = nothing();
    let [a, b] = [0, 500].map(|x| world.add_region(Region::new(px_box(x, 0, 32, 32))));
    let body = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::splat(8.0), Vec2::splat(8.0)));
    world.step(DT);
    world.set_body(body, Body::new(Vec2::new(508.0, 8.0), Vec2::splat(8.0)));
    world.step(DT);
    let mut found = crossings(&world);
    found.sort_by_key(|c| c.1);
    assert_eq!(found, [(body, a.into(), false, 0), (body, b.into(), true, 0)]);
    // To where nothing is.
    world.set_body(body, Body::new(Vec2::new(5_080.0, 8.0), Vec2::splat(8.0)));
    world.step(DT);
    assert_eq!(crossings(&world), [(body, b.into(), false, 0)]);
}

#[test]
fn a_skipped_body_stays_in_its_regions() {
    let mut world = nothing();
    let region = world.add_region(Region::new(px_box(0, 0, 32, 32)));
    let body = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::splat(8.0), Vec2::splat(8.0)));
    world.step(DT);
    for velocity in [Vec2::NAN, Vec2::new(f32::INFINITY, 0.0), Vec2::ZERO] {
        world.set_velocity(body, velocity);
        world.step(DT);
        assert_eq!(crossings(&world), []);
        assert_eq!(is_in(&world, region), [body]);
    }
    world.slices().profile[0] = ProfileId::rejecting(Field::Size, Fault::OutOfRange);
    world.step(DT);
    world.step(f32::NAN);
    assert_eq!((crossings(&world), is_in(&world, region)), (vec![], vec![body]));
}

#[test]
fn depenetration_through_a_region_enters_and_exits_at_once() {
    let mut world = World::new(room(10, 10));
    // A hand's breadth before the wall, whose face is at x = 16.
    let region = world.add_region(Region::new(px_box(16, 16, 1, 100)));
    let beyond = world.add_region(Region::new(px_box(17, 16, 1, 100)));
    let still = world.add_profile(plain(Response::Slide));
    let body = world.spawn(still, Body::new(Vec2::new(15.0, 40.0), Vec2::splat(8.0)));
    world.step(DT);
    assert_eq!(
        crossings(&world),
        [(body, region.into(), true, 0), (body, beyond.into(), true, 0)],
        "at 16 it lies in both"
    );
}

#[test]
#[should_panic(expected = "has no area")]
fn a_region_has_an_area() {
    let _ = nothing().add_region(Region::new(px_box(0, 0, 0, 3)));
}

#[test]
#[should_panic(expected = "must be the least one around its shape")]
fn a_shape_fills_its_box() {
    let shape = Some(Polygon::new(&[(0, 0), (9, 0), (0, 9)].map(IVec2::from)));
    let _ = nothing().add_region(Region { shape, ..Region::new(px_box(0, 0, 1, 1)) });
}

#[test]
#[should_panic(expected = "a region that has a shape keeps its size")]
fn a_shape_is_not_stretched() {
    let mut world = nothing();
    let shape = Polygon::new(&[(0, 0), (9, 0), (0, 9)].map(IVec2::from));
    let region = world.add_region(Region::of_polygon(IVec2::ZERO, &shape));
    world.move_region(region, px_box(0, 0, 1, 1));
}

#[test]
#[should_panic(expected = "reaches beyond the world")]
fn a_region_lies_in_the_world() {
    let min = IVec2::splat(i32::MAX - 5);
    let _ = nothing().add_region(Region::new(Aabb { min, max: min + 4 }));
}

#[test]
fn a_lift_through_a_region_enters_and_exits_at_fraction_0() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, tile) = (grid.add_layer("map"), grid.add_tile(Tile::default()));
    let mut world = World::new(grid);
    world.gravity = Vec2::new(0.0, 900.0);
    let lift = Mover::new(Vec2::new(0.0, 160.0), Vec2::new(64.0, 8.0), layer, tile);
    let lift = world.add_mover(lift).expect("a sound mover");
    let body = world.spawn(ProfileId::DEFAULT, Body::new(Vec2::new(20.0, 149.0), Vec2::new(8.0, 11.0)));
    world.step(DT);
    // A coin over the body's head, which it passes wholly in one step of the lift.
    let coin = world.add_region(Region::new(px_box(23, 140, 1, 1)));
    assert!(world.move_mover_to(lift, IVec2::new(0, 100) * PX));
    world.step(DT);
    assert_eq!(world.body(body).expect("it is there").position_px(), Vec2::new(20.0, 89.0));
    assert_eq!(crossings(&world), [(body, coin.into(), true, 0), (body, coin.into(), false, 0)]);
}
