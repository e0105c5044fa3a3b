//! Sweeps of boxes: chosen cases.

use crate::geometry::boxes::aabb;
use glam::{IVec2, Vec2, ivec2};
use tilephys_core::{
    Aabb, WORLD_LIMIT,
    geometry::{
        BoxHit, Ratio, cast_ray, cast_segment, sweep_aabb, sweep_nearest, swept_bounds, swept_overlaps,
    },
};

fn against_static(a: Aabb, translation: IVec2, b: Aabb) -> Option<BoxHit> {
    sweep_aabb(a, translation, b, IVec2::ZERO)
}

/// (translation of a 4 x 4 box at the origin, the other box, then numerator, denominator, normal, position)
type Hit = (IVec2, Aabb, i64, i64, IVec2, IVec2);

#[test]
fn a_hit_has_fraction_normal_and_position() {
    let cases: [Hit; 8] = [
        (ivec2(10, 0), aabb(9, 0, 2, 2), 5, 10, ivec2(-1, 0), ivec2(5, 0)),
        (ivec2(-10, 0), aabb(-9, 0, 2, 2), 7, 10, ivec2(1, 0), ivec2(-7, 0)),
        (ivec2(0, 10), aabb(0, 9, 2, 2), 5, 10, ivec2(0, -1), ivec2(0, 5)),
        (ivec2(0, -10), aabb(0, -9, 2, 2), 7, 10, ivec2(0, 1), ivec2(0, -7)),
        // The free axis is rounded toward the start: 5/10 of 5 and of -5.
        (ivec2(10, 5), aabb(9, 0, 2, 9), 5, 10, ivec2(-1, 0), ivec2(5, 2)),
        (ivec2(10, -5), aabb(9, -5, 2, 9), 5, 10, ivec2(-1, 0), ivec2(5, -2)),
        // Touching and moving in: at once.
        (ivec2(1, 9), aabb(4, 0, 2, 2), 0, 1, ivec2(-1, 0), ivec2(0, 0)),
        // Through and far beyond.
        (ivec2(1000, 0), aabb(9, 0, 1, 4), 5, 1000, ivec2(-1, 0), ivec2(5, 0)),
    ];
    for (translation, b, num, den, normal, position) in cases {
        let hit = against_static(aabb(0, 0, 4, 4), translation, b).expect("a hit");
        let found = (hit.shape.fraction, hit.shape.normal, hit.shape.position);
        assert_eq!(found, (Ratio::new(num, den), normal, position), "{translation} {b:?}");
    }
}

#[test]
fn what_only_touches_does_not_hit() {
    let a = aabb(0, 0, 4, 4);
    let cases = [
        ("along a floor", ivec2(9, 0), aabb(-9, 4, 40, 4)),
        ("along a wall", ivec2(0, -9), aabb(4, -20, 4, 40)),
        ("away from a wall", ivec2(-3, 0), aabb(4, 0, 4, 4)),
        ("away and along", ivec2(-3, 3), aabb(4, 0, 4, 4)),
        ("arriving at the very end", ivec2(5, 0), aabb(9, 0, 4, 4)),
        ("grazing the upper edge", ivec2(50, 0), aabb(9, 4, 4, 4)),
        ("grazing a corner", ivec2(10, 10), aabb(9, -1, 2, 6).translated(ivec2(0, -4))),
        ("corner to corner, moving along one axis", ivec2(9, 0), aabb(4, 4, 4, 4)),
        ("no motion", IVec2::ZERO, aabb(4, 0, 4, 4)),
        ("overlapping and moving in", ivec2(3, 0), aabb(3, 0, 4, 4)),
        ("overlapping and moving out", ivec2(-9, 0), aabb(3, 0, 4, 4)),
        ("missing", ivec2(9, 9), aabb(9, 0, 2, 2)),
        ("behind", ivec2(9, 0), aabb(-9, 0, 2, 2)),
    ];
    for (what, translation, b) in cases {
        assert_eq!(against_static(a, translation, b), None, "{what}");
    }
}

#[test]
fn at_a_corner_falling_lands_and_rising_keeps_rising() {
    let a = aabb(0, 0, 4, 4);
    for x in [-1, 1] {
        for (y, normal) in [(1, ivec2(0, -1)), (-1, ivec2(-x, 0))] {
            for gap in [0, 3] {
                let b = a.translated(ivec2(x, y) * (4 + gap));
                let hit = against_static(a, ivec2(x, y) * 6, b).expect("a hit");
                assert_eq!(
                    (hit.shape.normal, hit.shape.fraction),
                    (normal, Ratio::new(gap.into(), 6)),
                    "{x} {y} {gap}"
                );
                assert_eq!((hit.extent, hit.shape.position), (Ratio::ZERO, ivec2(x, y) * gap));
                assert_eq!(hit.contact.min, hit.contact.max);
            }
        }
    }
}

#[test]
fn whether_a_falls_at_a_corner_is_told_by_the_relative_motion() {
    let (a, b) = (aabb(0, 0, 4, 4), aabb(7, 7, 4, 4));
    let hit = sweep_aabb(a, IVec2::ZERO, b, ivec2(-6, -6)).expect("a hit");
    assert_eq!(hit.shape.normal, ivec2(0, -1));
    let hit = sweep_aabb(b, IVec2::ZERO, a, ivec2(6, 6)).expect("a hit");
    assert_eq!(hit.shape.normal, ivec2(1, 0));
}

#[test]
fn two_moving_boxes_meet_between() {
    // A gap of 10 closes at 8 + 12 a step: at half of it.
    let hit = sweep_aabb(aabb(0, 0, 4, 4), ivec2(8, 3), aabb(14, 0, 4, 4), ivec2(-12, 3)).expect("a hit");
    assert_eq!(
        (hit.shape.fraction, hit.shape.normal, hit.shape.position),
        (Ratio::new(1, 2), ivec2(-1, 0), ivec2(4, 1))
    );
    assert_eq!(hit.contact, aabb(8, 1, 0, 4));
    // A faster one behind a slower one; a standing one is run into.
    let hit = sweep_aabb(aabb(0, 0, 4, 4), ivec2(9, 0), aabb(5, 0, 4, 4), ivec2(2, 0)).expect("a hit");
    assert_eq!((hit.shape.fraction, hit.shape.position), (Ratio::new(1, 7), ivec2(1, 0)));
    let hit = sweep_aabb(aabb(0, 0, 4, 4), IVec2::ZERO, aabb(5, 0, 4, 4), ivec2(-2, 0)).expect("a hit");
    assert_eq!(
        (hit.shape.fraction, hit.shape.normal, hit.shape.position),
        (Ratio::new(1, 2), ivec2(-1, 0), IVec2::ZERO)
    );
    // Side by side at one speed they never meet.
    assert_eq!(sweep_aabb(aabb(0, 0, 4, 4), ivec2(9, 9), aabb(4, 0, 4, 4), ivec2(9, 9)), None);
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
fn the_nearest_is_hit_and_ties_go_to_the_larger_contact() {
    let a = aabb(0, 0, 4, 4);
    let nearest = |translation, boxes: &[Aabb]| {
        sweep_nearest(a, translation, boxes.iter().copied()).map(|(index, hit)| (index, hit.shape.normal))
    };
    let (floor, wall) = (ivec2(0, -1), ivec2(-1, 0));
    assert_eq!(nearest(ivec2(0, 9), &[]), None);
    assert_eq!(
        nearest(ivec2(0, 9), &[aabb(0, 7, 4, 1), aabb(0, 6, 4, 1), aabb(0, 5, 1, 1)]),
        Some((2, floor))
    );
    assert_eq!(
        nearest(ivec2(0, 9), &[aabb(-3, 6, 4, 1), aabb(1, 6, 4, 1)]),
        Some((1, floor)),
        "larger contact"
    );
    assert_eq!(nearest(ivec2(0, 9), &[aabb(-2, 6, 4, 1), aabb(2, 6, 4, 1)]), Some((0, floor)), "lower index");
    // A run of tiles from which a corner stands out: the flat one carries, the seam does not snag.
    assert_eq!(nearest(ivec2(2, 2), &[aabb(4, 4, 4, 4), aabb(0, 4, 4, 4)]), Some((1, floor)));
    // Into an inner corner, both faces equally long: falling lands, rising keeps rising.
    let corner = [aabb(4, 0, 4, 4), aabb(0, 4, 4, 4), aabb(0, -4, 4, 4)];
    assert_eq!(nearest(ivec2(2, 2), &corner), Some((1, floor)));
    assert_eq!(nearest(ivec2(2, -2), &[corner[2], corner[0]]), Some((1, wall)));
    // Extents that differ by less than a unit are told apart: 1/3 against 2/3 of one.
    let seam = [aabb(4, 5, 9, 1), aabb(-3, 5, 5, 1)];
    assert_eq!(nearest(ivec2(1, 3), &seam), Some((1, floor)));
    let seam = [aabb(-9, 5, 10, 1), aabb(4, 5, 9, 1)];
    assert_eq!(nearest(ivec2(1, 3), &seam), Some((0, floor)));
    assert_eq!(nearest(ivec2(2, 3), &seam[1..]), Some((0, floor)));
}

#[test]
fn boxes_overlapped_at_the_start_are_passed_over() {
    let a = aabb(0, 0, 4, 4);
    let hit = sweep_nearest(a, ivec2(0, 9), [aabb(0, 2, 4, 4), aabb(0, 7, 4, 4)]).expect("a hit");
    assert_eq!((hit.0, hit.1.shape.position), (1, ivec2(0, 3)));
}

#[test]
fn a_swept_volume_has_its_start_and_end() {
    let a = aabb(0, 0, 4, 4);
    let cases = [
        ("at the start", ivec2(-9, 0), aabb(3, 0, 4, 4), true),
        ("standing in it", IVec2::ZERO, aabb(3, 0, 4, 4), true),
        ("standing beside it", IVec2::ZERO, aabb(4, 0, 4, 4), false),
        ("at the end", ivec2(9, 0), aabb(12, 0, 4, 4), true),
        ("touching at the end", ivec2(9, 0), aabb(13, 0, 4, 4), false),
        ("through", ivec2(90, 90), aabb(40, 44, 1, 1), true),
        ("grazing a corner", ivec2(90, 90), aabb(44, 39, 1, 1), false),
        ("along", ivec2(90, 0), aabb(8, 4, 9, 9), false),
    ];
    for (what, translation, b, expected) in cases {
        assert_eq!(swept_overlaps(a, translation, b), expected, "{what}");
    }
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
