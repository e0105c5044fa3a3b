//! Rays and segments: chosen cases.

use crate::geometry::boxes::aabb;
use glam::{IVec2, ivec2};
use tilephys_core::geometry::{Ratio, cast_ray, cast_segment};

/// (origin, direction, then near and far as numerators over a denominator, normal)
type Line = (IVec2, IVec2, [i64; 3], IVec2);

#[test]
fn a_ray_has_entry_exit_and_normal() {
    let b = aabb(10, 10, 10, 10);
    let cases: [Line; 14] = [
        (ivec2(0, 15), ivec2(5, 0), [10, 20, 5], ivec2(-1, 0)),
        (ivec2(30, 15), ivec2(-5, 0), [10, 20, 5], ivec2(1, 0)),
        (ivec2(15, 0), ivec2(0, 5), [10, 20, 5], ivec2(0, -1)),
        (ivec2(15, 30), ivec2(0, -5), [10, 20, 5], ivec2(0, 1)),
        // From inside: the entry lies behind.
        (ivec2(14, 15), ivec2(1, 0), [-4, 6, 1], ivec2(-1, 0)),
        // Along each of the four edges.
        (ivec2(0, 10), ivec2(1, 0), [10, 20, 1], ivec2(0, -1)),
        (ivec2(0, 20), ivec2(1, 0), [10, 20, 1], ivec2(0, 1)),
        (ivec2(10, 0), ivec2(0, 1), [10, 20, 1], ivec2(-1, 0)),
        (ivec2(20, 30), ivec2(0, -1), [10, 20, 1], ivec2(1, 0)),
        // Through a corner: falling meets the horizontal face, rising the vertical one.
        (ivec2(0, 0), ivec2(1, 1), [10, 20, 1], ivec2(0, -1)),
        (ivec2(0, 30), ivec2(1, -1), [10, 20, 1], ivec2(-1, 0)),
        // Touching one corner point only.
        (ivec2(0, 20), ivec2(1, -1), [10, 10, 1], ivec2(-1, 0)),
        // Starting on the face it enters, and on the one it leaves by.
        (ivec2(10, 15), ivec2(2, 0), [0, 10, 2], ivec2(-1, 0)),
        (ivec2(20, 15), ivec2(2, 0), [-10, 0, 2], ivec2(-1, 0)),
    ];
    for (origin, direction, [near, far, den], normal) in cases {
        let hit = cast_ray(origin, direction, b).expect("a hit");
        let expected = (Ratio::new(near, den), Ratio::new(far, den), normal);
        assert_eq!((hit.entry, hit.exit, hit.shape.normal), expected, "{origin} {direction}");
        assert_eq!(hit.shape.fraction, Ratio::new(near.max(0), den));
    }
}

#[test]
fn a_ray_misses_what_is_beside_or_behind() {
    let b = aabb(10, 10, 10, 10);
    for (origin, direction) in [
        (ivec2(0, 9), ivec2(5, 0)),
        (ivec2(0, 15), ivec2(-5, 0)),
        (ivec2(21, 15), ivec2(1, 0)),
        (ivec2(0, 1), ivec2(10, 20)),
        (ivec2(9, 9), IVec2::ZERO),
    ] {
        assert_eq!(cast_ray(origin, direction, b), None, "{origin} {direction}");
    }
}

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
fn a_segment_ends_where_it_ends() {
    let b = aabb(10, 10, 10, 10);
    let near = |from, to| cast_segment(from, to, IVec2::ZERO, b).map(|hit| (hit.entry, hit.exit));
    assert_eq!(near(ivec2(0, 15), ivec2(9, 15)), None);
    assert_eq!(near(ivec2(0, 15), ivec2(10, 15)), Some((Ratio::ONE, Ratio::new(2, 1))));
    assert_eq!(near(ivec2(0, 15), ivec2(40, 15)), Some((Ratio::new(1, 4), Ratio::new(1, 2))));
    assert_eq!(near(ivec2(12, 15), ivec2(14, 15)), Some((Ratio::new(-1, 1), Ratio::new(4, 1))));
    assert_eq!(near(ivec2(20, 15), ivec2(40, 15)), Some((Ratio::new(-1, 2), Ratio::ZERO)));
    assert_eq!(near(ivec2(21, 15), ivec2(40, 15)), None);
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
fn a_box_without_height_is_met_by_the_face_that_is_entered() {
    let b = aabb(10, 10, 10, 0);
    assert_eq!(cast_ray(ivec2(0, 10), ivec2(1, 0), b).map(|hit| hit.shape.normal), Some(ivec2(-1, 0)));
    assert_eq!(cast_ray(ivec2(15, 0), ivec2(0, 1), b).map(|hit| hit.shape.normal), Some(ivec2(0, -1)));
}

#[test]
fn the_longest_segment_is_cast_exactly() {
    let b = aabb(0, 0, 1, 1);
    let hit = cast_segment(IVec2::MIN, IVec2::MAX, IVec2::ZERO, b).expect("a hit");
    assert_eq!((hit.entry, hit.shape.normal), (Ratio::new(1 << 31, (1 << 32) - 1), ivec2(0, -1)));
}
