//! Regression tests for mistakes in published swept-AABB articles.
//!
//! Each test holds the article's formula beside ours, on a case where the two differ: it fails if ours slips back.
//!
//! - Hamaluik, "Swept AABB Collision Detection Using the Minkowski Difference", hamaluik.com
//! - "Swept AABB": segment tests, padding, swept volumes, nearest hit, responses
//! - Feronato, "Understanding physics continuous collision detection using swept AABB method and Minkowski sum - Part 2:
//!   both bodies are moving", emanueleferonato.com
//! - "Minkowski Sum Collision": convex brushes

use glam::{IVec2, ivec2, vec2};
use tilephys_core::{
    Aabb,
    geometry::{BoxHit, Ratio, bounce, cast_ray, slide, sweep_aabb},
};

fn aabb(x: i32, y: i32, w: i32, h: i32) -> Aabb {
    Aabb::from_min_size(ivec2(x, y), ivec2(w, h))
}

fn against_static(a: Aabb, translation: IVec2, b: Aabb) -> Option<BoxHit> {
    sweep_aabb(a, translation, b, IVec2::ZERO)
}

/// Hamaluik keeps the part of the velocity along the tangent of the relative motion: none, against a standing box.
#[test]
fn a_slide_keeps_the_motion_along_the_surface() {
    let motion = vec2(30.0, 40.0);
    let tangent = motion.normalize().perp();
    let mistaken = motion.dot(tangent) * tangent;
    let hit = against_static(aabb(0, 0, 4, 4), ivec2(30, 40), aabb(0, 14, 40, 4)).expect("a hit");
    assert_eq!(slide(motion, hit.shape.normal), vec2(30.0, 0.0));
    assert!(mistaken.length() < 1e-3, "the article's body stops dead: {mistaken}");
}

/// "Swept AABB" slides by (delta.x * normal.y + delta.y * normal.x) * time left, times the normal: into the wall.
#[test]
fn a_slide_does_not_mix_the_axes_nor_lose_speed_with_time() {
    let velocity = vec2(30.0, 40.0);
    let (remaining, floor) = (0.25, ivec2(0, -1));
    let n = floor.as_vec2();
    let mistaken = (velocity.x * n.y + velocity.y * n.x) * remaining * n;
    assert_eq!(slide(velocity, floor), vec2(30.0, 0.0));
    assert_eq!(mistaken, vec2(0.0, 7.5), "the article's slide goes on into the floor");
    assert_eq!(slide(velocity, ivec2(-1, 0)), vec2(0.0, 40.0));
}

/// "Swept AABB" sets the x velocity to delta.x * normal.x, whatever the normal: right for one of the four.
#[test]
fn a_bounce_reverses_the_axis_of_the_normal_on_all_four_sides() {
    // (velocity, normal, after, whether the article agrees)
    let cases = [
        (vec2(30.0, 40.0), ivec2(-1, 0), vec2(-30.0, 40.0), true),
        (vec2(-30.0, 40.0), ivec2(1, 0), vec2(30.0, 40.0), false),
        (vec2(30.0, 40.0), ivec2(0, -1), vec2(30.0, -40.0), false),
        (vec2(30.0, -40.0), ivec2(0, 1), vec2(30.0, 40.0), false),
    ];
    for (velocity, normal, after, agrees) in cases {
        let mistaken = vec2(velocity.x * normal.x as f32, velocity.y);
        assert_eq!(bounce(velocity, normal, 1.0), after);
        assert_eq!(mistaken == after, agrees, "{normal}");
    }
    assert_eq!(bounce(vec2(30.0, 40.0), ivec2(0, -1), 0.25), vec2(30.0, -10.0), "with a loss of force");
}

/// Hamaluik's segment intersection returns infinity, no hit, for collinear lines.
#[test]
fn a_ray_along_an_edge_hits() {
    let b = aabb(10, 10, 10, 10);
    let hit = cast_ray(ivec2(0, 10), ivec2(40, 0), b).expect("collinear with the upper edge");
    assert_eq!((hit.entry, hit.exit, hit.shape.normal), (Ratio::new(1, 4), Ratio::new(1, 2), ivec2(0, -1)));
    let (origin, r, s) = (vec2(0.0, 10.0), vec2(40.0, 0.0), vec2(10.0, 0.0));
    let (numerator, denominator) = ((vec2(10.0, 10.0) - origin).perp_dot(r), r.perp_dot(s));
    assert!(numerator == 0.0 && denominator == 0.0, "the article's first case: no hit");
}

/// Feronato measures from (x of A, y of B), and here takes the exit for the entry.
#[test]
fn the_nearer_crossing_is_measured_from_the_mover() {
    let (a, b) = (aabb(-1, -1, 2, 2), aabb(6, -50, 8, 300));
    let hit = against_static(a, ivec2(40, 280), b).expect("a hit");
    assert_eq!((hit.shape.fraction, hit.shape.normal), (Ratio::new(5, 40), ivec2(-1, 0)));
    let (center_a, center_b) = (vec2(0.0, 0.0), vec2(10.0, 100.0));
    let (enters, leaves) = (vec2(5.0, 35.0), vec2(15.0, 105.0));
    assert!(center_a.distance(enters) < center_a.distance(leaves));
    let measured_from = vec2(center_a.x, center_b.y);
    assert!(measured_from.distance(leaves) < measured_from.distance(enters), "the article's choice");
}
