//! Tests of the tunneling check with paths made by hand.

use super::super::random::Random;
use super::*;

const PX: i64 = 256;

/// Knots at parts of the step, in pixels.
fn way(knots: &[(f64, [f64; 2])]) -> Vec<Knot> {
    let units = |px: f64| (px * PX as f64) as i64;
    let knot = |(part, [x, y]): &(f64, [f64; 2])| Knot {
        time: (part * END as f64) as u64,
        at: I64Vec2::new(units(*x), units(*y)),
    };
    knots.iter().map(knot).collect()
}

fn line(from: [f64; 2], to: [f64; 2]) -> Vec<Knot> {
    way(&[(0.0, from), (1.0, to)])
}

/// Of two boxes of 4 px, either way around and anywhere in the world.
fn passes(a: &[Knot], b: &[Knot]) -> bool {
    let size = I64Vec2::splat(4 * PX);
    let of = |a: &[Knot], b: &[Knot]| pass_through(Way { size, knots: a }, Way { size, knots: b });
    let result = of(a, b);
    assert_eq!(of(b, a), result, "the other way around");
    let by = I64Vec2::new(1 << 30, -(1 << 30));
    let moved = |way: &[Knot]| way.iter().map(|k| Knot { at: k.at + by, ..*k }).collect::<Vec<_>>();
    assert_eq!(of(&moved(a), &moved(b)), result, "elsewhere");
    let turned = |way: &[Knot]| {
        way.iter().map(|k| Knot { at: I64Vec2::new(-k.at.y, k.at.x), ..*k }).collect::<Vec<_>>()
    };
    assert_eq!(of(&turned(a), &turned(b)), result, "turned");
    result
}

#[test]
fn those_that_hit_each_other_do_not_pass() {
    let a = way(&[(0.0, [0.0, 0.0]), (0.5, [48.0, 0.0]), (1.0, [0.0, 0.0])]);
    let b = way(&[(0.0, [100.0, 0.0]), (0.5, [52.0, 0.0]), (1.0, [100.0, 0.0])]);
    assert!(!passes(&a, &b));
    // A unit late, each of them, as cut places are.
    let late = |way: &[Knot], by: i64| {
        way.iter().map(|k| Knot { at: k.at + I64Vec2::new(by, 0), ..*k }).collect::<Vec<_>>()
    };
    assert!(!passes(&late(&a, 1), &late(&b, -1)));
    assert!(passes(&late(&a, 2), &late(&b, -1)));
}

#[test]
fn those_that_only_touch_do_not_pass() {
    let bullet = line([0.0, 0.0], [100.0, 0.0]);
    assert!(!passes(&bullet, &line([100.0, 4.0], [0.0, 4.0])), "along its edge");
    assert!(!passes(&bullet, &line([104.0, 0.0], [104.0, 0.0])), "at the end of its way");
    assert!(!passes(&line([0.0, 0.0], [100.0, 100.0]), &line([4.0, 0.0], [104.0, 100.0])), "side by side");
    // The corners of both bodies slide along each other.
    assert!(!passes(&line([0.0, 0.0], [40.0, 40.0]), &line([24.0, 16.0], [24.0, 16.0])));
    let deeper =
        |px: f64| passes(&line([0.0, 0.0], [40.0, 40.0]), &line([24.0 - px, 16.0], [24.0 - px, 16.0]));
    // At the deepest both axes are half as deep.
    assert!(!deeper(4.0 / 256.0));
    assert!(deeper(5.0 / 256.0));
}

#[test]
fn a_million_pixels_a_second_is_no_faster() {
    let step = 1e6 / 60.0;
    let bullet = line([0.0, 0.0], [step, step]);
    assert!(passes(&bullet, &line([step, 0.0], [0.0, step])), "diagonals");
    assert!(passes(&bullet, &line([step, 3.9], [0.0, step + 3.9])));
    assert!(!passes(&bullet, &line([step, 4.0], [0.0, step + 4.0])), "edge along edge");
    let flat = line([0.0, 0.0], [step, 0.0]);
    let falls = |y: f64| line([1000.0, y], [1000.0, y + step]);
    assert!(passes(&flat, &falls(-992.1)) && passes(&flat, &falls(-1007.9)));
    assert!(!passes(&flat, &falls(-992.0)) && !passes(&flat, &falls(-1008.0)), "corners graze");
    assert!(passes(&bullet, &line([step - 4.0, step - 4.0], [step - 4.0, step - 4.0])));
    // From end to end of the world.
    let far = 8_388_000.0;
    assert!(passes(&line([-far, -far], [far, far]), &line([far, -far], [-far, far])));
    assert!(!passes(&line([-far, -far], [far, far]), &line([far, -far + 4.0], [-far, far + 4.0])));
}

#[test]
fn a_jump_passes_what_stands_between() {
    let jump = |at: f64| way(&[(0.0, [0.0, 0.0]), (at, [0.0, 0.0]), (at, [50.0, 0.0]), (1.0, [50.0, 0.0])]);
    let stands = line([25.0, 0.0], [25.0, 0.0]);
    let comes = way(&[(0.0, [25.0, 50.0]), (0.5, [25.0, 50.0]), (1.0, [25.0, 0.0])]);
    for at in [0.0, 0.5, 1.0] {
        assert!(passes(&jump(at), &stands), "{at}");
        assert_eq!(passes(&jump(at), &comes), at == 1.0, "{at}");
    }
}

/// Random paths against the places at 20,000 moments of the step: what is deep in the other at one of them passes, and what
/// passes deeply is so at one of them.
#[test]
fn it_finds_what_looking_at_many_moments_finds() {
    let mut random = Random::new(3, 0);
    let (mut passed, mut graze) = (0, 0);
    for round in 0..600 {
        let mut random_way = || {
            let eighth = END / 8;
            let times = [0, eighth + random.below(eighth), 5 * eighth + random.below(2 * eighth), END];
            let mut place = || I64Vec2::new(random.between(0, 30 * PX), random.between(0, 30 * PX));
            times.map(|time| Knot { time, at: place() })
        };
        let (a, b) = (random_way(), random_way());
        let depth = deepest(&a, &b);
        let found = passes(&a, &b);
        // From one of the moments to halfway to the next one moves by three units at most, seen from the other.
        match depth {
            d if d > 2.0 => assert!(found, "{round}: {d} units deep: {a:?} {b:?}"),
            d if d < -2.0 => assert!(!found, "{round}: {d} units apart: {a:?} {b:?}"),
            _ => graze += 1,
        }
        passed += u32::from(found);
    }
    assert!((200..500).contains(&passed) && graze < 30, "{passed} passed, {graze} grazed");
}

/// How deep two boxes of 4 px are in each other at most, at some moments, in lattice units.
fn deepest(a: &[Knot], b: &[Knot]) -> f64 {
    let at = |way: &[Knot], moment: f64| {
        let next = way.iter().position(|k| k.time as f64 > moment).unwrap_or(way.len() - 1);
        let (from, to) = (way[next - 1], way[next]);
        let part = (moment - from.time as f64) / (to.time - from.time) as f64;
        from.at.as_dvec2() + (to.at - from.at).as_dvec2() * part
    };
    let depths = (0..20_000).map(|n| {
        let moment = f64::from(n) / 20_000.0 * END as f64;
        let apart = (at(a, moment) - at(b, moment)).abs();
        (4.0 * PX as f64) - apart.max_element()
    });
    depths.fold(f64::NEG_INFINITY, |most, depth| if depth > most { depth } else { most })
}
