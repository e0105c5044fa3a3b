//! Diagrams against `f64` arithmetic that shares no code with the engine.

use crate::support::Drawing;
use fastrand::Rng;
use tilephys_core::Aabb;
use tilephys_core::glam::{DVec2, Vec2};
use tilephys_scenes::{Diagram, DiagramKind, DiscreteDiagram, MinkowskiDiagram, SlideDiagram};

fn number(random: &mut Rng, low: i32, high: i32) -> f32 {
    random.i32(low..=high) as f32
}

fn some_minkowski(random: &mut Rng) -> MinkowskiDiagram {
    let place = |random: &mut Rng| Vec2::new(number(random, 0, 200), number(random, 0, 150));
    let velocity = |random: &mut Rng| Vec2::new(number(random, -9000, 9000), number(random, -9000, 9000));
    MinkowskiDiagram {
        corners: [place(random), place(random)],
        velocity: velocity(random),
        other_velocity: velocity(random),
        size: number(random, 4, 64),
        ticks: 60.0,
    }
}

/// Corners of a box as numbers.
fn corners(aabb: Aabb) -> [DVec2; 2] {
    [aabb.min, aabb.max].map(tilephys_core::glam::IVec2::as_dvec2)
}

/// Depth of the overlap on the axis where it is least; negative for a gap.
fn depth(a: [DVec2; 2], b: [DVec2; 2]) -> f64 {
    let axis = |k: usize| {
        let (right, left) = (a[1][k] - b[0][k], b[1][k] - a[0][k]);
        if right < left { right } else { left }
    };
    if axis(0) < axis(1) { axis(0) } else { axis(1) }
}

#[test]
fn the_difference_holds_the_origin_if_and_only_if_the_boxes_overlap() {
    let mut random = Rng::with_seed(7);
    let mut counts = [0; 2];
    for _ in 0..2_000 {
        let diagram = some_minkowski(&mut random);
        let [a, b] = diagram.boxes();
        let overlaps = depth(corners(a), corners(b)) > 0.0;
        assert_eq!(diagram.difference().contains_origin(), overlaps, "{diagram:?}");
        assert_eq!(diagram.caption().contains("holds the origin"), overlaps, "{diagram:?}");
        counts[usize::from(overlaps)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

/// Times between which two moving boxes overlap, by slabs: of each axis, and the later begin and the earlier end.
fn overlap_times(a: [DVec2; 2], b: [DVec2; 2], relative: DVec2) -> (f64, f64) {
    let (mut begin, mut end) = (f64::NEG_INFINITY, f64::INFINITY);
    for k in 0..2 {
        let (low, high) = (b[0][k] - a[1][k], b[1][k] - a[0][k]);
        if relative[k] == 0.0 {
            assert!(low != 0.0 && high != 0.0, "no random boxes touch along their whole motion");
            end = if low < 0.0 && high > 0.0 { end } else { f64::NEG_INFINITY };
            continue;
        }
        let (first, second) = (low / relative[k], high / relative[k]);
        let (first, second) = if first < second { (first, second) } else { (second, first) };
        begin = if first > begin { first } else { begin };
        end = if second < end { second } else { end };
    }
    (begin, end)
}

#[test]
fn the_time_of_impact_is_the_first_time_of_an_overlap() {
    let mut random = Rng::with_seed(8);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..2_000 {
        let diagram = some_minkowski(&mut random);
        let ([a, b], [by_a, by_b]) = (diagram.boxes(), diagram.motions());
        let (begin, end) = overlap_times(corners(a), corners(b), by_a.as_dvec2() - by_b.as_dvec2());
        let meets = begin < end && (0.0..1.0).contains(&begin);
        let Some(hit) = diagram.hit() else {
            misses += 1;
            assert!(!meets, "{diagram:?}: {begin} to {end}");
            continue;
        };
        hits += 1;
        assert!(meets && (hit.shape.fraction.as_f64() - begin).abs() < 1e-9, "{diagram:?}: {begin} to {end}");
        assert!((hit.exit.as_f64() - end).abs() < 1e-9, "{diagram:?}: {begin} to {end}");
    }
    assert!(hits > 200 && misses > 200, "{hits} hits, {misses} misses");
}

#[test]
fn the_discrete_test_passes_and_the_sweep_stops() {
    let article = DiscreteDiagram::default();
    assert_eq!((article.speed, article.wall_velocity), (4_000.0, -2_000.0));
    assert!(article.has_passed(false) && !article.has_passed(true), "{:?}", article.steps(false).last());
    let last = article.steps(true).pop().expect("a step");
    // Both are rounded toward their starts, by up to a lattice unit each.
    assert!(last.has_met && (0..=2).contains(&(last.wall.min.x - last.body.max.x)), "{last:?}");
    // Whatever the numbers, the sweep lets nothing pass.
    let mut random = Rng::with_seed(9);
    let mut passed = 0;
    for _ in 0..500 {
        let mut diagram = DiscreteDiagram { size: number(&mut random, 1, 40), ..article.clone() };
        diagram.speed = number(&mut random, 100, 20_000);
        diagram.wall_velocity = number(&mut random, -10_000, 10_000);
        diagram.wall = number(&mut random, 1, 40);
        passed += usize::from(diagram.has_passed(false));
        assert!(!diagram.has_passed(true), "{diagram:?}");
        // The discrete test sees a wall that is thicker than the way of a step.
        let way = (diagram.speed - diagram.wall_velocity).abs() / diagram.ticks;
        assert!(!diagram.has_passed(false) || way >= diagram.wall + diagram.size - 1.0, "{diagram:?}");
    }
    assert!(passed > 50, "{passed}");
}

#[test]
fn a_sliding_body_is_never_inside_a_brush() {
    let mut random = Rng::with_seed(10);
    let mut pieces = 0;
    for _ in 0..300 {
        let diagram = SlideDiagram {
            corner: Vec2::new(number(&mut random, 0, 300), number(&mut random, 0, 200)),
            velocity: Vec2::new(number(&mut random, -4_000, 4_000), number(&mut random, -4_000, 4_000)),
            size: number(&mut random, 4, 30),
            steepness: number(&mut random, 10, 90),
        };
        let (grid, motion) = (diagram.grid(), diagram.motion());
        if grid.overlaps(diagram.body().aabb(), u32::MAX) {
            continue;
        }
        pieces += usize::from(motion.pieces.len() > 1);
        assert!(!grid.overlaps(motion.after.aabb(), u32::MAX), "{diagram:?}");
    }
    assert!(pieces > 30, "{pieces} motions slide");
}

#[test]
fn an_acute_crevice_stops_the_body_without_tunnelling() {
    let mut diagram = SlideDiagram { corner: Vec2::new(200.0, 126.0), size: 8.0, ..SlideDiagram::default() };
    for fast in [3_000.0, 30_000.0, 100_000.0] {
        diagram.velocity = Vec2::new(fast, 300.0);
        let motion = diagram.motion();
        let end = motion.after.position_px().x + diagram.size;
        // The brushes meet at 348 px; a box of 8 px fits up to some px before that.
        assert!((300.0..348.0).contains(&end), "{fast}: {end}");
        assert!(!diagram.grid().overlaps(motion.after.aabb(), u32::MAX));
    }
}

#[test]
fn handles_move_what_they_name() {
    for kind in [DiagramKind::Minkowski, DiagramKind::Discrete, DiagramKind::Slide] {
        let diagram = Diagram::new(kind);
        let drawn = |diagram: &Diagram| {
            let mut drawing = Drawing::default();
            diagram.draw(&mut drawing);
            drawing
        };
        for (at, handle) in diagram.handles().into_iter().enumerate() {
            let mut dragged = diagram.clone();
            let to = handle.at + Vec2::new(8.0, 4.0);
            dragged.drag(at, to);
            let now = dragged.handles()[at];
            assert_eq!(now.name, handle.name);
            assert!((now.at.x - to.x).abs() < 0.01, "{handle:?}: {now:?}");
            assert_ne!(drawn(&dragged), drawn(&diagram), "{handle:?}");
            dragged.drag(at, handle.at);
            dragged.drag(at, Vec2::NAN);
            dragged.drag(99, to);
            assert!((dragged.handles()[at].at - handle.at).length() < 0.01, "{handle:?}");
        }
    }
}

#[test]
fn diagrams_stand_any_number() {
    let numbers = [f32::NAN, f32::INFINITY, -f32::INFINITY, 0.0, -0.0, 1e-30, 1e30, -1e30];
    for kind in [DiagramKind::Minkowski, DiagramKind::Discrete, DiagramKind::Slide] {
        for number in numbers {
            let mut diagram = Diagram::new(kind);
            for quantity in kind.quantities() {
                diagram.set(*quantity, number);
                assert!(diagram.value(*quantity).is_some_and(f32::is_finite), "{quantity:?} to {number}");
                for (at, _) in diagram.handles().into_iter().enumerate() {
                    diagram.drag(at, Vec2::new(number, -number));
                    diagram.draw(&mut Drawing::default());
                }
            }
        }
    }
}
