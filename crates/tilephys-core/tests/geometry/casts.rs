//! Rays and segments: chosen cases.

use crate::geometry::boxes::aabb;
use glam::{IVec2, ivec2};
use tilephys_core::geometry::{Ratio, cast_ray, cast_segment};

#[test]
fn a_point_is_in_a_box_or_on_its_edge() {
    let b = aabb(10, 10, 10, 10);
    for point in [ivec2(15, 15), ivec2(10, 15), ivec2(20, 20)] {
        for hit in [cast_ray(point, IVec2::ZERO, b), cast_segment(point, point, IVec2::ZERO, b)] {
            let hit = hit.expect("a hit");
            assert_eq!(
                (hit.entry, hit.exit, hit.shape.normal),
                (Ratio::ZERO, Ratio::ONE, IVec2::ZERO),
                "{point}"
            );
        }
    }
}

#[test]
fn padding_grows_the_box_on_every_side() {
    let b = aabb(10, 10, 10, 10);
    let near = |padding| cast_segment(ivec2(0, 8), ivec2(10, 8), padding, b).map(|hit| hit.entry);
    assert_eq!(near(IVec2::ZERO), None);
    assert_eq!(near(ivec2(3, 2)), Some(Ratio::new(7, 10)));
    assert_eq!(near(ivec2(3, 1)), None);
    let through = |padding| cast_segment(ivec2(15, 0), ivec2(15, 40), padding, b).map(|hit| hit.entry);
    assert_eq!(through(ivec2(-5, -2)), Some(Ratio::new(12, 40)));
    assert_eq!(through(ivec2(-6, 0)), None, "shrunk to less than nothing");
}

#[test]
fn the_longest_segment_is_cast_exactly() {
    let b = aabb(0, 0, 1, 1);
    let hit = cast_segment(IVec2::MIN, IVec2::MAX, IVec2::ZERO, b).expect("a hit");
    assert_eq!((hit.entry, hit.shape.normal), (Ratio::new(1 << 31, (1 << 32) - 1), ivec2(0, -1)));
}
