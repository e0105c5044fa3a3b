//! Sweeps of boxes: chosen cases.

use crate::geometry::boxes::aabb;
use glam::{IVec2, Vec2, ivec2};
use tilephys_core::geometry::{BoxHit, Ratio, cast_ray, cast_segment, sweep_aabb, swept_bounds};
use tilephys_core::*;

fn against_static(a: Aabb, translation: IVec2, b: Aabb) -> Option<BoxHit> {
    sweep_aabb(a, translation, b, IVec2::ZERO)
}

#[test]
fn contact_and_extent_tell_the_shared_edge() {
    let hit = against_static(aabb(0, 0, 4, 4), ivec2(0, 8), aabb(3, 8, 9, 1)).expect("a hit");
    assert_eq!((hit.contact, hit.extent), (aabb(3, 8, 1, 0), Ratio::ONE));
    assert_eq!(hit.contact.center(), Vec2::new(3.5, 8.0) / 256.0);
    // At 4/6 of the way 10/3 units have come in over the edge; on the lattice 3.
    let hit = against_static(aabb(0, 0, 4, 4), ivec2(5, 6), aabb(4, 8, 9, 1)).expect("a hit");
    assert_eq!((hit.contact, hit.extent), (aabb(4, 8, 3, 0), Ratio::new(10, 3)));
}

#[test]
fn the_bounds_of_a_motion_hold_both_ends() {
    assert_eq!(swept_bounds(aabb(0, 0, 4, 4), ivec2(-9, 5)), aabb(-9, 0, 13, 9));
    let far = Aabb::new(ivec2(0, 0), ivec2(WORLD_LIMIT, 1));
    assert_eq!(swept_bounds(far, ivec2(WORLD_LIMIT, 0)).max.x, i32::MAX);
}

#[test]
fn the_ends_of_the_world_meet_in_one_step() {
    let edge = WORLD_LIMIT - 4;
    let (left, right) = (aabb(-WORLD_LIMIT, 0, 4, 4), aabb(edge, 0, 4, 4));
    let hit = sweep_aabb(left, ivec2(i32::MAX, 0), right, ivec2(i32::MIN, 0)).expect("a hit");
    assert_eq!(hit.shape.fraction, Ratio::new(2 * i64::from(WORLD_LIMIT) - 8, (1 << 32) - 1));
    let hit = against_static(left, ivec2(i32::MAX, 0), aabb(0, 0, 1, 1)).expect("a hit");
    assert_eq!(hit.shape.position, ivec2(-4, 0));
}

#[test]
fn an_extent_wider_than_i64_saturates() {
    let half = |x| Aabb::new(ivec2(x, -WORLD_LIMIT), ivec2(x + 1, WORLD_LIMIT));
    let hit = sweep_aabb(half(-9), ivec2(i32::MAX, 0), half(9), ivec2(i32::MIN, 0)).expect("a hit");
    assert_eq!(hit.extent, Ratio::new(i64::MAX, (1 << 32) - 1));
}

#[test]
fn a_sweep_and_the_cast_of_its_center_enter_and_leave_at_equal_times() {
    let (a, b) = (aabb(0, 0, 4, 4), aabb(8, 1, 4, 4));
    for (translation, exit) in [(ivec2(32, 0), Ratio::new(12, 32)), (ivec2(16, 4), Ratio::new(12, 16))] {
        let swept = against_static(a, translation, b).expect("a hit");
        let (from, padding) = (ivec2(2, 2), ivec2(2, 2));
        let cast = cast_segment(from, from + translation, padding, b).expect("a hit");
        assert_eq!((swept.entry, swept.exit), (swept.shape.fraction, exit));
        assert_eq!((cast.entry, cast.exit, cast.shape.normal), (swept.entry, exit, swept.shape.normal));
        assert_eq!(cast.shape.point, swept.shape.position + padding);
        assert_eq!(
            (cast.shape.position, cast.contact.min, cast.extent),
            (cast.shape.point, cast.shape.point, Ratio::ZERO)
        );
    }
    // A cast from within begins at its start, not at the entry behind it.
    let within = cast_ray(ivec2(10, 3), ivec2(4, 0), b).expect("a hit");
    assert_eq!((within.shape.fraction, within.shape.point), (Ratio::ZERO, ivec2(10, 3)));
    assert_eq!((within.entry, within.exit), (Ratio::new(-2, 4), Ratio::new(2, 4)));
}
