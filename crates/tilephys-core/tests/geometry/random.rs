//! Random boxes and motions, judged by the oracle.

use crate::exact::Exact;
use crate::geometry::oracle;
use crate::rng::Rng;
use crate::volume::volume;
use glam::{IVec2, ivec2};
use proptest::prelude::*;
use tilephys_core::geometry::{Ratio, cast_ray, cast_segment, minkowski_difference, penetration, sweep_aabb};
use tilephys_core::*;

/// Two boxes and their translations.
type Pair = (Aabb, IVec2, Aabb, IVec2);

pub(crate) fn exact(ratio: Ratio) -> Exact {
    Exact::new(ratio.num().into(), ratio.den().into())
}

fn way(v: IVec2) -> oracle::Way {
    [v.x.into(), v.y.into()]
}

const STILL: oracle::Way = [0, 0];

fn same(ratio: Ratio, expected: Exact) -> bool {
    exact(ratio) == expected
}

/// Checks every promise of a sweep for one pair. Tells whether it hit, and whether corner to corner.
fn check_sweep((a, ta, b, tb): Pair) -> (bool, bool) {
    let found = sweep_aabb(a, ta, b, tb);
    let expected = oracle::entry(a, way(ta), b, way(tb));
    let (Some(hit), Some(entry)) = (found, &expected) else {
        assert_eq!(
            found.is_some(),
            expected.is_some(),
            "{a:?} by {ta}, {b:?} by {tb}: {found:?} {expected:?}"
        );
        return (false, false);
    };
    assert!(same(hit.shape.fraction, entry.at), "{hit:?} {entry:?}");
    assert!(hit.shape.fraction >= Ratio::ZERO && hit.shape.fraction < Ratio::ONE);
    assert_eq!(hit.shape.normal, entry.normal, "{hit:?} {entry:?}");
    let free = if hit.shape.normal.x == 0 { 0 } else { 1 };
    let fits = entry.extent * i128::from(hit.shape.fraction.den()) <= i128::from(i64::MAX) * entry.at.den;
    assert!(!fits || same(hit.extent, Exact { num: entry.extent, den: entry.at.den }), "{hit:?} {entry:?}");

    // The rounded position lies between the start and the hit, less than a unit short of it.
    for axis in 0..2 {
        let travelled = i128::from(hit.shape.position[axis]) - i128::from(a.min[axis]);
        let wanted = i128::from(ta[axis]) * entry.at.num;
        let short = wanted.abs() - travelled.abs() * entry.at.den;
        let inside = i128::from(a.min[axis]) + wanted / entry.at.den;
        if inside == inside.clamp(i32::MIN.into(), i32::MAX.into()) {
            assert!((0..entry.at.den).contains(&short), "{hit:?} {entry:?}");
            assert!(travelled == 0 || travelled.signum() == wanted.signum());
        }
        if tb == IVec2::ZERO && axis != free {
            assert_eq!(short, 0, "exactly on the face: {hit:?}");
        }
    }
    assert_eq!(hit.contact.size()[1 - free], 0);
    (true, entry.corner)
}

fn check_rounded_boxes_do_not_overlap((a, ta, b, tb): Pair) {
    if let Some(hit) = sweep_aabb(a, ta, b, tb) {
        let (a, b) = (a.translated(hit.shape.fraction.of(ta)), b.translated(hit.shape.fraction.of(tb)));
        assert_eq!(a.min, hit.shape.position);
        assert!(!a.overlaps(b), "{hit:?}");
        assert!(a.union(hit.contact) == a || tb != IVec2::ZERO, "{hit:?} of {a:?}");
        let free = usize::from(hit.shape.normal.x != 0);
        let shared = [a.min[free].max(b.min[free]), a.max[free].min(b.max[free])];
        if shared[0] < shared[1] {
            assert_eq!([hit.contact.min[free], hit.contact.max[free]], shared, "{hit:?} of {a:?} and {b:?}");
        }
    }
}

fn sized(min: IVec2, size: IVec2) -> Aabb {
    Aabb::new(min, min.saturating_add(size).min(IVec2::splat(WORLD_LIMIT)))
}

fn point(range: impl Strategy<Value = i32> + Clone) -> impl Strategy<Value = IVec2> {
    (range.clone(), range).prop_map(|(x, y)| ivec2(x, y))
}

/// Small numbers, in which touching, corners and ties are common.
fn small_pair() -> impl Strategy<Value = Pair> {
    let boxes = || (point(-8..8), point(0..6)).prop_map(|(min, size)| sized(min, size));
    (boxes(), point(-9..10), boxes(), point(-9..10))
}

/// Coordinates and motions that are small, huge, or at the ends of the world.
fn coordinate() -> impl Strategy<Value = i32> + Clone {
    prop_oneof![
        -20..20,
        -WORLD_LIMIT..=WORLD_LIMIT,
        WORLD_LIMIT - 20..=WORLD_LIMIT,
        -WORLD_LIMIT..=-WORLD_LIMIT + 20,
        (0u32..31, any::<bool>()).prop_map(|(bit, low)| if low { -(1 << bit) } else { 1 << bit }),
    ]
}

fn huge_pair() -> impl Strategy<Value = Pair> {
    let boxes =
        || (point(coordinate()), point(coordinate())).prop_map(|(p, q)| Aabb::new(p.min(q), p.max(q)));
    (boxes(), point(coordinate()), boxes(), point(coordinate()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: volume(1_000, 40_000) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sweeps_across_the_world_agree_with_the_oracle(pair in huge_pair()) {
        check_sweep(pair);
        let (a, ta, b, _) = pair;
        check_sweep((a, ta, b, IVec2::ZERO));
    }

    #[test]
    fn casts_agree_with_the_oracle((b, direction, a, _) in prop_oneof![small_pair(), huge_pair()]) {
        prop_assume!(direction != IVec2::ZERO);
        check_casts(a.min, direction, b);
    }

    #[test]
    fn segments_are_rays_with_an_end(
        (b, _, a, _) in prop_oneof![small_pair(), huge_pair()], to in point(coordinate()), pad in point(0..9),
    ) {
        let from = a.min;
        prop_assume!(from != to);
        let way = [0, 1].map(|axis| i128::from(to[axis]) - i128::from(from[axis]));
        let grown = b.grown(pad);
        let expected = oracle::line(from, way, grown)
            .filter(|(near, far, _)| far.num >= 0 && near.num <= near.den);
        let found = cast_segment(from, to, pad, b);
        prop_assert_eq!(found.is_some(), expected.is_some());
        if let (Some(hit), Some((near, far, _))) = (found, expected) {
            prop_assert!(same(hit.entry, near) && same(hit.exit, far), "{:?}", hit);
        }
    }

    #[test]
    fn the_push_parts_and_no_shorter_one_does((a, _, b, _) in small_pair()) {
        let overlaps = oracle::overlap_at(a, STILL, b, STILL, Exact::ZERO);
        prop_assert_eq!(penetration(a, b).is_some(), overlaps);
        prop_assert_eq!(minkowski_difference(a, b).contains_origin(), overlaps);
        if let Some(found) = penetration(a, b) {
            let push = found.push().as_ivec2();
            let apart = a.translated(push);
            prop_assert!(!oracle::overlap_at(apart, STILL, b, STILL, Exact::ZERO));
            let along = usize::from(push.x == 0);
            let gap = oracle::shared(apart, STILL, b, STILL, along, Exact::ZERO);
            prop_assert_eq!(gap, 0);
            let depth = found.depth as i32;
            for x in -depth + 1..depth {
                for y in -depth + 1..depth {
                    let still = oracle::overlap_at(a.translated(ivec2(x, y)), STILL, b, STILL, Exact::ZERO);
                    prop_assert!(still, "{} {} is shorter than {:?}", x, y, found);
                }
            }
        }
    }

    #[test]
    fn ratios_are_ordered_as_rationals(a in any::<(i64, i64)>(), b in any::<(i64, i64)>()) {
        prop_assume!(a.1 != 0 && b.1 != 0 && ![a.0, a.1, b.0, b.1].contains(&i64::MIN));
        let expected = Exact::new(a.0.into(), a.1.into()).cmp(&Exact::new(b.0.into(), b.1.into()));
        prop_assert_eq!(Ratio::new(a.0, a.1).cmp(&Ratio::new(b.0, b.1)), expected);
    }
}

fn check_casts(origin: IVec2, direction: IVec2, b: Aabb) {
    let way = [direction.x.into(), direction.y.into()];
    let expected = oracle::line(origin, way, b).filter(|(_, far, _)| far.num >= 0);
    let found = cast_ray(origin, direction, b);
    assert_eq!(found.is_some(), expected.is_some(), "{origin} {direction} {b:?}: {found:?} {expected:?}");
    let (Some(hit), Some((near, far, faces))) = (found, expected) else { return };
    assert!(same(hit.entry, near) && same(hit.exit, far), "{hit:?} {near:?} {far:?}");
    assert!(same(hit.shape.fraction, near.max(Exact::ZERO)), "{hit:?} {near:?}");
    let facing = |n: &&IVec2| n.x * direction.x.signum() + n.y * direction.y.signum() < 0;
    let along: Vec<&IVec2> =
        faces.iter().filter(|n| n.x * direction.x == 0 && n.y * direction.y == 0).collect();
    let met: Vec<&IVec2> = faces.iter().filter(facing).collect();
    let normal = match (along.as_slice(), met.as_slice()) {
        ([edge], _) => **edge,
        (_, [face]) => **face,
        (_, [x, y]) => {
            if direction.y > 0 {
                **y
            } else {
                **x
            }
        }
        other => panic!("{origin} {direction} {b:?} enters at {other:?}"),
    };
    assert_eq!(hit.shape.normal, normal, "{origin} {direction} {b:?} {hit:?}");
}

impl Rng {
    fn point(&mut self, low: i32, high: i32) -> IVec2 {
        ivec2(self.range(low, high - 1), self.range(low, high - 1))
    }

    /// A box of any size, or as often a tile of 4 x 4 in a grid, so that edges are often in line.
    fn aabb(&mut self) -> Aabb {
        if self.below(2) == 0 {
            return sized(self.point(-3, 3) * 4, IVec2::splat(4));
        }
        let min = self.point(-10, 10);
        sized(min, self.point(0, 7))
    }
}

#[test]
fn random_sweeps_are_not_all_free_flight() {
    let mut random = Rng::new(1);
    let (mut hits, mut corners, mut at_once, mut moving, mut overlapping, mut grazes) = (0, 0, 0, 0, 0, 0);
    for _ in 0..volume(30_000, 1_000_000) {
        let (a, b, ta) = (random.aabb(), random.aabb(), random.point(-15, 16));
        let tb = if random.below(2) == 0 { IVec2::ZERO } else { random.point(-15, 16) };
        let (hit, corner) = check_sweep((a, ta, b, tb));
        check_rounded_boxes_do_not_overlap((a, ta, b, tb));
        hits += i32::from(hit);
        corners += i32::from(corner);
        moving += i32::from(hit && tb != IVec2::ZERO);
        at_once += i32::from(sweep_aabb(a, ta, b, tb).is_some_and(|hit| hit.shape.fraction == Ratio::ZERO));
        overlapping += i32::from(a.overlaps(b));
        grazes += i32::from(!hit && !a.overlaps(b) && cast_touches(a, ta - tb, b));
    }
    println!("{hits} hits ({moving} of moving pairs, {corners} corner to corner, {at_once} at once), ");
    println!("{overlapping} overlapping at the start, {grazes} grazes");
    assert!(hits > 3_000 && moving > 1_500 && corners > 90 && at_once > 150);
    assert!(overlapping > 900 && grazes > 900);
}

/// Whether the closed boxes meet, by the cast of a corner against the box grown by hand.
fn cast_touches(a: Aabb, relative: IVec2, b: Aabb) -> bool {
    let grown = Aabb::new(b.min - a.size().as_ivec2(), b.max);
    cast_segment(a.min, a.min + relative, IVec2::ZERO, grown).is_some()
}

#[test]
fn random_casts_run_along_edges_and_through_corners() {
    let mut random = Rng::new(3);
    let (mut hits, mut along, mut corner_points) = (0, 0, 0);
    for _ in 0..volume(15_000, 500_000) {
        let (b, origin, direction) = (random.aabb(), random.point(-15, 16), random.point(-4, 5));
        if direction == IVec2::ZERO {
            continue;
        }
        check_casts(origin, direction, b);
        let Some(hit) = cast_ray(origin, direction, b) else { continue };
        hits += 1;
        let facing = hit.shape.normal.x * direction.x + hit.shape.normal.y * direction.y;
        along += i32::from(facing == 0);
        corner_points += i32::from(hit.entry == hit.exit && b.size().min_element() > 0);
    }
    println!("{hits} hits, {along} along an edge, {corner_points} of a single corner point");
    assert!(hits > 900 && along > 90 && corner_points > 30);
}
