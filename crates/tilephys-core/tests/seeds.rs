//! Regression tests for mistakes in published swept-AABB articles.
//!
//! Each test holds the article's formula beside ours, on a case where the two differ: it fails if ours slips back.
//!
//! - Hamaluik, "Swept AABB Collision Detection Using the Minkowski Difference", hamaluik.com
//! - "Swept AABB": segment tests, padding, swept volumes, nearest hit, responses
//! - Feronato, "Understanding physics continuous collision detection using swept AABB method and Minkowski sum - Part 2:
//!   both bodies are moving", emanueleferonato.com
//! - "Minkowski Sum Collision": convex brushes

use glam::{IVec2, Vec2, ivec2, vec2};
use tilephys_core::{
    Aabb, Response,
    geometry::{
        BoxHit, Ratio, bounce, cast_ray, cast_segment, invert, minkowski_difference, penetration, slide,
        sweep_aabb, sweep_nearest, swept_overlaps,
    },
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

/// "Swept AABB" inverts x alone in its only line of code.
#[test]
fn an_invert_turns_both_axes() {
    assert_eq!(invert(vec2(30.0, -40.0)), vec2(-30.0, 40.0));
    assert_eq!(Response::Invert.velocity_after(vec2(30.0, -40.0), ivec2(-1, 0)), vec2(-30.0, 40.0));
}

/// "Minkowski Sum Collision" projects on the plane also what is leaving it.
#[test]
fn a_body_that_leaves_a_surface_keeps_its_velocity() {
    let (jump, floor) = (vec2(10.0, -200.0), ivec2(0, -1));
    let n = floor.as_vec2();
    let mistaken = jump - n * jump.dot(n);
    assert_eq!(slide(jump, floor), jump);
    assert_eq!(mistaken, vec2(10.0, 0.0), "the article's jump is cut off");
}

/// Feronato stops both bodies whole.
#[test]
fn two_bodies_that_meet_keep_what_runs_along_the_contact() {
    let (a, b) = (vec2(50.0, 7.0), vec2(-50.0, -9.0));
    let hit = sweep_aabb(aabb(0, 0, 4, 4), ivec2(50, 7), aabb(30, 0, 4, 20), ivec2(-50, -9)).expect("a hit");
    assert_eq!((slide(a, hit.shape.normal), slide(b, -hit.shape.normal)), (vec2(0.0, 7.0), vec2(0.0, -9.0)));
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

/// "Swept AABB" multiplies by 1/delta: on the line of an edge that is 0 times infinity, and NaN decides.
#[test]
fn a_component_of_zero_on_the_line_of_an_edge_is_no_nan() {
    let b = aabb(10, 10, 10, 10);
    for y in [10, 20] {
        let scale = 1.0 / 0.0_f32;
        let near = (b.min.y as f32 - y as f32) * scale;
        let far = (b.max.y as f32 - y as f32) * scale;
        assert!(near.is_nan() || far.is_nan(), "the article's times");
        let hit = cast_segment(ivec2(40, y), ivec2(0, y), IVec2::ZERO, b).expect("along the edge");
        assert_eq!((hit.entry, hit.exit), (Ratio::new(1, 2), Ratio::new(3, 4)));
    }
    // The sign of a minus zero, which turns the article's infinities over.
    assert!(cast_ray(ivec2(40, 9), ivec2(-1, 0), b).is_none());
    assert!(cast_ray(ivec2(40, 15), ivec2(-1, 0), b).is_some());
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

/// `<=` in Hamaluik's containment test and in the static test of "Swept AABB" calls touching a collision.
#[test]
fn touching_is_neither_an_overlap_nor_a_hit() {
    let (body, floor) = (aabb(0, 0, 4, 4), aabb(-50, 4, 100, 4));
    let md = minkowski_difference(floor, body);
    assert!(md.min.x <= 0 && md.max.x >= 0 && md.min.y <= 0 && md.max.y >= 0, "the article's test");
    assert!(!md.contains_origin() && !body.overlaps(floor));
    assert_eq!(penetration(body, floor), None);
    assert_eq!(against_static(body, ivec2(20, 0), floor), None, "walking");
    assert_eq!(against_static(body, ivec2(20, -9), floor), None, "jumping");
    assert!(!swept_overlaps(body, ivec2(20, 0), floor));
    assert_eq!(
        against_static(body, ivec2(20, 1), floor).map(|hit| hit.shape.fraction),
        Some(Ratio::ZERO),
        "pressing"
    );
}

/// "Swept AABB" takes an epsilon off the time, "Minkowski Sum Collision" nudges by 0.0001: both leave a gap that adds up.
#[test]
fn a_hit_leaves_no_gap_and_does_not_drift() {
    let floor = aabb(-1_000_000, 1000, 2_000_000, 4);
    let mut body = aabb(0, 0, 7, 5);
    let hit = against_static(body, ivec2(333, 1_000_003), floor).expect("a hit");
    body = Aabb::from_min_size(hit.shape.position, ivec2(7, 5));
    assert!(body.touches(floor));
    for step in 0..10_000 {
        let pressed = against_static(body, ivec2(3, 17), floor).expect("still in contact");
        assert_eq!((pressed.shape.fraction, pressed.shape.position), (Ratio::ZERO, body.min), "step {step}");
        body = body.translated(ivec2(3, 0));
    }
    assert_eq!(body.max.y, floor.min.y);
}

/// "Minkowski Sum Collision": the nudge off one side of a crevice pushes through the other.
#[test]
fn a_box_fits_a_gap_of_its_own_width() {
    let (left, right) = (aabb(-10, 0, 10, 100), aabb(4, 0, 10, 100));
    let body = aabb(0, 0, 4, 4);
    for x in [-50, 50] {
        let (index, hit) = sweep_nearest(body, ivec2(x, 90), [left, right]).expect("a hit");
        assert_eq!((index, hit.shape.position), (usize::from(x > 0), body.min));
    }
    assert_eq!(sweep_nearest(body, ivec2(0, 90), [left, right]), None);
}

/// "Minkowski Sum Collision" divides by the sum of both distances, also where the segment ends before the face.
#[test]
fn a_segment_that_ends_before_the_face_does_not_reach_it() {
    let b = aabb(10, -10, 10, 20);
    let (from_face, to_face) = (10.0_f32, 4.0_f32);
    let mistaken = from_face / (from_face.abs() + to_face.abs());
    assert!((0.0..=1.0).contains(&mistaken), "the article hits at {mistaken}");
    assert_eq!(cast_segment(ivec2(0, 0), ivec2(6, 0), IVec2::ZERO, b), None);
    assert_eq!(against_static(aabb(-2, 0, 2, 2), ivec2(6, 0), b), None);
}

/// "Swept AABB" adds positions where it means half sizes, so its static test depends on the place in the world.
#[test]
fn the_penetration_does_not_depend_on_the_place() {
    let place = |at: i32| (aabb(at, at, 4, 4), aabb(at + 100, at, 4, 4));
    for at in [-1000, 0, 1000] {
        let (a, b) = place(at);
        assert_eq!(penetration(a, b), None);
    }
    let (a, b) = place(1000);
    let mistaken = (b.min.x + 2 + a.min.x + 2) - (b.min.x - a.min.x).abs();
    assert!(mistaken > 0, "the article finds boxes 96 apart to be {mistaken} deep in each other");
}

/// Feronato's rectangle reaches half a size beyond each side, and is met by a center; for a min corner it is shifted.
#[test]
fn the_minkowski_box_belongs_to_the_corner_that_is_swept() {
    let (a, b) = (aabb(0, 0, 10, 2), aabb(20, 0, 4, 4));
    let md = minkowski_difference(b, a);
    assert_eq!((md.min.x, md.max.x, md.min.y, md.max.y), (10, 24, -2, 4));
    let mistaken = b.min.x - 10 / 2 - a.min.x;
    assert_eq!(mistaken, 15, "a min corner swept against it stops 5 units inside");
    assert_eq!(against_static(a, ivec2(40, 0), b).map(|hit| hit.shape.position), Some(ivec2(10, 0)));
    let from_right = against_static(a.translated(ivec2(40, 0)), ivec2(-40, 0), b);
    assert_eq!(from_right.map(|hit| hit.shape.position), Some(ivec2(24, 0)));
}

/// "Swept AABB" moves the point of the hit on by half a size along the motion: off the face, in a slanting motion.
#[test]
fn the_point_of_a_hit_lies_on_both_boxes() {
    let (a, b) = (aabb(0, 0, 4, 4), aabb(20, 0, 4, 40));
    let hit = against_static(a, ivec2(32, 24), b).expect("a hit");
    let mistaken = hit.shape.position.as_vec2() + vec2(2.0, 2.0) + Vec2::new(0.8, 0.6) * 2.0;
    assert_eq!(mistaken.x, 19.6, "the article's point hangs before the face");
    assert_eq!(hit.contact, aabb(20, 12, 0, 4));
    assert_eq!(hit.contact.center() * 256.0, vec2(20.0, 14.0));
}

/// Feronato divides two lengths: 0/0 for bodies without relative motion.
#[test]
fn bodies_without_relative_motion_do_not_hit() {
    let (a, b) = (aabb(0, 0, 4, 4), aabb(4, 0, 4, 4));
    assert_eq!(sweep_aabb(a, IVec2::ZERO, b, IVec2::ZERO), None);
    assert_eq!(sweep_aabb(a, ivec2(7, 7), b, ivec2(7, 7)), None);
}

/// With one crossing Feronato takes it for the entry, though a body that starts inside only leaves.
#[test]
fn leaving_a_box_is_no_hit_on_its_far_side() {
    let (a, b) = (aabb(8, 0, 4, 4), aabb(0, 0, 10, 10));
    assert_eq!(against_static(a, ivec2(50, 0), b), None);
    assert_eq!(penetration(a, b).map(|p| p.push().as_ivec2()), Some(ivec2(2, 0)));
}

/// The nearest loop of "Swept AABB" keeps the first of equal times: the seam of a floor may come first in the list.
#[test]
fn the_seam_of_a_floor_does_not_catch() {
    let body = aabb(0, 0, 4, 4);
    let tiles = [aabb(4, 4, 4, 4), aabb(0, 4, 4, 4)];
    let first = against_static(body, ivec2(2, -1), tiles[0]);
    assert_eq!(first, None, "rising over the seam is free");
    let (index, hit) = sweep_nearest(body, ivec2(2, 2), tiles).expect("a hit");
    assert_eq!((index, hit.shape.normal), (1, ivec2(0, -1)));
}
