//! Regions of the map, case by case.

use super::oracle::{judge, target, way};
use super::*;
use crate::panics::is_refused;
use tilephys_core::{Fault, Field, Fraction, ProfileId, Region, RegionId, shape::Polygon};

const A: BodyId = BodyId(0);

fn is_in(world: &World, region: RegionId) -> Vec<BodyId> {
    world.inside(region).collect()
}

#[test]
fn the_largest_polygons_are_sensed_on_the_longest_way_of_a_step() {
    let reach = limits::SHAPE_REACH;
    let limit = WORLD_LIMIT;
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
fn regions_that_cannot_be_are_refused() {
    let polygon = Polygon::new(&[(0, 0), (9, 0), (0, 9)].map(IVec2::from));
    let unfit = Region { shape: Some(polygon), ..Region::new(px_box(0, 0, 1, 1)) };
    let far = Aabb::from_min_size(IVec2::splat(i32::MAX - 5), IVec2::splat(4));
    for (region, expected) in [
        (Region::new(px_box(0, 0, 0, 3)), "has no area"),
        (unfit, "must be the least one around its shape"),
        (Region::new(far), "reaches beyond the world"),
    ] {
        is_refused(expected, || nothing().add_region(region));
    }
    let mut world = nothing();
    let region = world.add_region(Region::of_polygon(IVec2::ZERO, &polygon));
    is_refused("a region that has a shape keeps its size", || world.move_region(region, px_box(0, 0, 1, 1)));
}
