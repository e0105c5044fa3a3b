//! Boxes, overlap, penetration and ratios.

use crate::panics::is_refused;
use glam::{I64Vec2, IVec2, Vec2, ivec2, vec2};
use tilephys_core::geometry::{Penetration, Ratio, minkowski_difference, penetration};
use tilephys_core::*;

pub(crate) fn aabb(x: i32, y: i32, w: i32, h: i32) -> Aabb {
    Aabb::from_min_size(ivec2(x, y), ivec2(w, h))
}

#[test]
fn touching_is_no_overlap() {
    let a = aabb(0, 0, 4, 4);
    // (other, overlaps, touches)
    let cases = [
        (aabb(3, 3, 4, 4), true, false),
        (aabb(4, 0, 4, 4), false, true),
        (aabb(0, -4, 4, 4), false, true),
        (aabb(4, 3, 1, 9), false, true),
        (aabb(4, 4, 4, 4), false, false),
        (aabb(5, 0, 4, 4), false, false),
        (aabb(1, 1, 2, 2), true, false),
        (a, true, false),
    ];
    for (b, overlaps, touches) in cases {
        assert_eq!((a.overlaps(b), a.touches(b)), (overlaps, touches), "{b:?}");
        assert_eq!((b.overlaps(a), b.touches(a)), (overlaps, touches), "{b:?} turned");
        assert_eq!(a.intersection(b).is_some(), overlaps);
        assert_eq!(minkowski_difference(a, b).contains_origin(), overlaps);
        assert_eq!(penetration(a, b).is_some(), overlaps);
    }
}

#[test]
fn a_box_without_width_overlaps_what_it_lies_strictly_inside_of() {
    let a = aabb(0, 0, 4, 4);
    assert!(a.overlaps(aabb(2, 1, 0, 9)));
    assert!(a.overlaps(aabb(2, 2, 0, 0)));
    assert!(!a.overlaps(aabb(4, 1, 0, 2)) && a.touches(aabb(4, 1, 0, 2)));
    assert!(!aabb(2, 0, 0, 4).overlaps(aabb(2, 0, 0, 4)));
}

#[test]
fn points_on_an_edge_are_not_contained() {
    let a = aabb(-2, -2, 4, 4);
    assert!(a.contains_point(ivec2(1, -1)));
    for edge in [ivec2(2, 0), ivec2(-2, 0), ivec2(0, 2), ivec2(0, -2), ivec2(2, 2)] {
        assert!(!a.contains_point(edge), "{edge}");
    }
}

#[test]
fn union_and_intersection_are_the_outer_and_the_inner_box() {
    let (a, b) = (aabb(0, 0, 4, 4), aabb(3, -2, 4, 4));
    assert_eq!(a.union(b), aabb(0, -2, 7, 6));
    assert_eq!(a.intersection(b), Some(aabb(3, 0, 1, 2)));
}

#[test]
fn odd_sizes_have_their_middle_between_lattice_points() {
    let a = aabb(0, -3, 3, 5);
    assert_eq!(a.center(), vec2(1.5, -0.5) / 256.0);
    assert_eq!(a.half_extents(), vec2(1.5, 2.5) / 256.0);
}

#[test]
fn a_box_across_the_world_has_its_size_and_middle() {
    let world = Aabb::new(IVec2::splat(-WORLD_LIMIT), IVec2::splat(WORLD_LIMIT));
    assert_eq!(world.size(), I64Vec2::splat(2 * i64::from(WORLD_LIMIT)));
    assert_eq!(world.center(), Vec2::ZERO);
    assert_eq!(world.grown(IVec2::splat(i32::MAX)), Aabb::new(IVec2::MIN, IVec2::MAX));
    assert_eq!(
        penetration(world, world).map(Penetration::push),
        Some(I64Vec2::new(0, -2 * i64::from(WORLD_LIMIT)))
    );
}

#[test]
fn pixels_are_rounded_half_to_even_and_sizes_by_themselves() {
    let tie = 0.5 / 256.0;
    assert_eq!(Aabb::from_px(vec2(-1.0, tie), vec2(2.0, 3.0 * tie)), aabb(-256, 0, 512, 2));
    assert_eq!(Aabb::from_px(vec2(0.4 / 256.0, 0.0), vec2(1.4 / 256.0, 1.0)), aabb(0, 0, 1, 256));
}

#[test]
fn nonsense_is_refused_by_name() {
    type Make = fn() -> Aabb;
    let cases: [(Make, &str); 7] = [
        (|| Aabb::new(ivec2(0, 5), ivec2(3, 4)), "min <= max on both axes, not [0, 5] and [3, 4]"),
        (|| aabb(0, 0, 2, -1), "size of zero or more, not [2, -1]"),
        (|| Aabb::from_px(Vec2::ZERO, vec2(1.0, -1.0)), "size of zero or more"),
        (|| Aabb::from_px(vec2(0.0, f32::NAN), Vec2::ONE), "is not inside the world"),
        (|| Aabb::from_px(vec2(8_388_000.0, 0.0), vec2(1000.0, 1.0)), "is not inside the world"),
        (|| aabb(i32::MAX - 9, 0, 4, 4).translated(ivec2(6, 0)), "leaves the lattice"),
        (|| aabb(0, 0, 4, 5).grown(ivec2(0, -3)), "cannot shrink by [0, 3]"),
    ];
    for (make, expected) in cases {
        is_refused(expected, make);
    }
}

#[test]
fn the_shortest_way_out_is_taken_and_ties_go_up_down_left_right() {
    let b = aabb(0, 0, 10, 10);
    // (a, push)
    let cases = [
        (aabb(2, -3, 4, 4), ivec2(0, -1)),
        (aabb(2, 8, 4, 4), ivec2(0, 2)),
        (aabb(-3, 2, 4, 4), ivec2(-1, 0)),
        (aabb(7, 2, 4, 4), ivec2(3, 0)),
        (aabb(-2, -2, 4, 4), ivec2(0, -2)),   // up before left
        (aabb(8, 8, 4, 4), ivec2(0, 2)),      // down before right
        (aabb(3, 3, 4, 4), ivec2(0, -7)),     // up before all
        (aabb(3, -90, 4, 190), ivec2(-7, 0)), // left before right
    ];
    for (a, push) in cases {
        let found = penetration(a, b).unwrap();
        assert_eq!(found.push(), push.as_i64vec2(), "{a:?}");
        assert_eq!(found.normal, push.signum());
        assert_eq!(found.depth, i64::from(push.x.abs() + push.y.abs()));
        assert!(a.translated(push).touches(b), "{a:?}");
    }
}

#[test]
fn ratios_compare_by_value() {
    assert_eq!(Ratio::new(1, 2), Ratio::new(-2, -4));
    assert_eq!(Ratio::new(0, 7), Ratio::ZERO);
    assert!(Ratio::new(1, -3) < Ratio::ZERO && Ratio::new(2, 3) < Ratio::ONE);
    assert_eq!((Ratio::new(3, -6).num(), Ratio::new(3, -6).den()), (-3, 6));
    let (big, less) = (Ratio::new(i64::MAX, i64::MAX - 1), Ratio::new(i64::MAX - 1, i64::MAX - 2));
    assert!(big < less, "as f64 both are 1: {} {}", big.as_f64(), less.as_f64());
    assert_eq!((Ratio::new(-1, 4).as_f32(), Ratio::new(3, 8).as_f64()), (-0.25, 0.375));
}

#[test]
fn a_part_of_a_translation_is_rounded_toward_its_start() {
    assert_eq!(Ratio::new(1, 3).of(ivec2(10, -10)), ivec2(3, -3));
    assert_eq!(
        Ratio::new(i64::MAX - 1, i64::MAX).of(ivec2(i32::MAX, i32::MIN)),
        ivec2(i32::MAX - 1, i32::MIN + 1)
    );
    assert_eq!(Ratio::new(5, 1).of(ivec2(i32::MAX, i32::MIN)), ivec2(i32::MAX, i32::MIN));
}
