//! Point queries, box queries and nearest solids, in random worlds.

use crate::oracle::random_world;
use crate::queries::judge::{Place, Solid, all_layers, area_order, name, solids};
use crate::queries::places::{MASKS, area, engine_point, point};
use crate::queries::report;
use crate::rng::Rng;
use crate::shapes::solid::Rect;
use crate::volume::seeds;
use std::cmp::Reverse;
use tilephys_core::{
    Direction, ShapeId,
    query::{Nearest, Solid as Told},
};

type Named = (usize, [i64; 2], usize, Option<usize>);

fn told(s: &Told) -> Named {
    (s.layer.index(), [s.cell.col, s.cell.row].map(i64::from), s.tile.index(), s.off_grid.map(ShapeId::index))
}

fn judged(s: &Solid) -> Named {
    (s.layer, s.cell, s.kind, s.off_grid)
}

#[test]
fn points_and_boxes_hold_what_the_judge_says_in_random_worlds() {
    let (mut inside, mut outside, mut free, mut seams, mut full, mut empty, mut several) =
        (0, 0, 0, 0, 0, 0, 0);
    for seed in seeds(500, 20_000) {
        let mut rng = Rng::new(seed ^ 0xB0C5);
        let world = random_world(&mut rng);
        let grid = world.build();
        for _ in 0..4 {
            let mask = rng.pick(&MASKS);
            let all = all_layers(&world, mask);
            let at = point(&mut rng, &world, &all);
            let place = Place::of(at);
            let mut wanted = if place.is_inside(&all) { place.around(&all) } else { Vec::new() };
            let near = Rect { lo: at.map(|c| c - 1), hi: at.map(|c| c + 1) };
            wanted.sort_by_key(|s| area_order(s, &near, world.tile()));
            let seen: Vec<_> = grid.solids_at(engine_point(at), mask).map(|s| told(&s)).collect();
            assert_eq!(seen, wanted.iter().map(judged).collect::<Vec<_>>(), "seed {seed}, point {at:?}");
            inside += u64::from(!seen.is_empty());
            outside += u64::from(place.is_on_outside(&all));
            free += u64::from(seen.is_empty() && !place.is_on_outside(&all));
            seams += u64::from(
                wanted.iter().any(|s| (0..2).any(|k| s.rect.lo[k] == at[k] || s.rect.hi[k] == at[k])),
            );

            let [lo, hi] = area(&mut rng, &world, &all);
            let rect = Rect { lo, hi };
            let mut wanted: Vec<Solid> = all.iter().filter(|s| s.rect.overlaps(&rect)).copied().collect();
            wanted.sort_by_key(|s| area_order(s, &rect, world.tile()));
            let seen: Vec<_> = grid.solids_in(rect.aabb(), mask).map(|s| told(&s)).collect();
            assert_eq!(seen, wanted.iter().map(judged).collect::<Vec<_>>(), "seed {seed}, box {rect:?}");
            assert_eq!(seen.is_empty(), !grid.overlaps(rect.aabb(), mask));
            full += u64::from(!seen.is_empty());
            empty += u64::from(seen.is_empty());
            several += u64::from(seen.len() > 1);
        }
    }
    let counts = [
        ("points inside", inside),
        ("points inside, on a seam", seams),
        ("points on the outside", outside),
        ("points elsewhere", free),
        ("boxes that hold something", full),
        ("boxes that hold several", several),
        ("boxes that hold nothing", empty),
    ];
    report("random points and boxes", &counts, 100);
}

/// The gap on an axis from the box to a solid, signed.
fn gap(from: &Rect, to: &Rect, k: usize) -> i64 {
    if to.lo[k] > from.hi[k] {
        to.lo[k] - from.hi[k]
    } else if to.hi[k] < from.lo[k] {
        to.hi[k] - from.lo[k]
    } else {
        0
    }
}

/// The face of `s` that is nearest; `None` for a point that touches it, where that depends on what else there is.
fn nearest_face(from: &Rect, s: &Rect) -> Option<Direction> {
    let [x, y] = [gap(from, s, 0), gap(from, s, 1)];
    if [x, y] == [0, 0] {
        let touching = [
            (from.hi[1] == s.lo[1], Direction::Up),
            (from.lo[1] == s.hi[1], Direction::Down),
            (from.hi[0] == s.lo[0], Direction::Left),
            (from.lo[0] == s.hi[0], Direction::Right),
        ];
        return touching.into_iter().find(|t| t.0).map(|t| t.1);
    }
    Some(match (x.abs() > y.abs(), x > 0, y > 0) {
        (true, true, _) => Direction::Left,
        (true, false, _) => Direction::Right,
        (false, _, true) => Direction::Up,
        (false, _, false) => Direction::Down,
    })
}

fn nearest(from: &Rect, solids: &[Solid], within: i64) -> Option<(i128, [i64; 2], Option<Direction>, Solid)> {
    let distance = |s: &Solid| (0..2).map(|k| i128::from(gap(from, &s.rect, k)).pow(2)).sum::<i128>();
    let extent = |s: &Solid| {
        (0..2)
            .map(|k| (from.hi[k].min(s.rect.hi[k]) - from.lo[k].max(s.rect.lo[k])).max(0))
            .max()
            .expect("two")
    };
    let horizontal = |face: Option<Direction>| matches!(face, Some(Direction::Up | Direction::Down));
    let order =
        |s: &&Solid| (distance(s), Reverse(extent(s)), !horizontal(nearest_face(from, &s.rect)), name(s));
    let s = solids.iter().min_by_key(order)?;
    let found = (distance(s), [0, 1].map(|k| gap(from, &s.rect, k)), nearest_face(from, &s.rect), *s);
    (found.0 <= i128::from(within).pow(2)).then_some(found)
}

/// Squared distance, translation, face and name.
type NearestTold = (i128, [i64; 2], Option<Direction>, Named);

fn of_engine(n: &Nearest) -> NearestTold {
    let by = [n.translation.x, n.translation.y].map(i64::from);
    (n.distance_squared.into(), by, n.face, told(&n.solid))
}

#[test]
fn the_nearest_is_what_the_judge_says_in_random_worlds() {
    let (mut near, mut touching, mut none, mut inside, mut corners, mut off_grid) = (0, 0, 0, 0, 0, 0);
    for seed in seeds(500, 20_000) {
        let mut rng = Rng::new(seed ^ 0xFA2);
        let world = random_world(&mut rng);
        let grid = world.build();
        for _ in 0..4 {
            let mask = rng.pick(&MASKS);
            let solids = solids(&world, mask);
            let tile = world.tile();
            let within = rng
                .pick(&[0, 1, tile[0], 3 * tile[1], 40 * tile[0], i64::from(i32::MAX)])
                .min(i64::from(i32::MAX));
            let context = |what: &str| format!("seed {seed}, {what} within {within}");

            let at = point(&mut rng, &world, &solids);
            let seen = grid.nearest(engine_point(at), within as i32, mask);
            let from = Rect { lo: at, hi: at };
            let place = Place::of(at);
            if place.is_inside(&solids) {
                let wanted = grid.solids_at(engine_point(at), mask).next().expect("it is inside");
                assert_eq!(seen.map(|n| of_engine(&n)), Some((0, [0, 0], None, told(&wanted))));
                inside += 1;
            } else {
                let wanted = nearest(&from, &solids, within);
                let (seen, wanted) =
                    (seen.map(|n| of_engine(&n)), wanted.map(|(a, b, c, s)| (a, b, c, judged(&s))));
                if place.is_on_outside(&solids) {
                    let (seen, wanted) = (seen.expect("it touches"), wanted.expect("it touches"));
                    assert_eq!((seen.0, seen.1), (wanted.0, wanted.1), "{}", context(&format!("{at:?}")));
                    must_be_exposed(&solids, at, &seen);
                    touching += 1;
                } else {
                    assert_eq!(seen, wanted, "{}", context(&format!("point {at:?}")));
                    near += u64::from(seen.is_some());
                    none += u64::from(seen.is_none());
                    corners += u64::from(seen.is_some_and(|n| !n.1.contains(&0)));
                    off_grid += u64::from(seen.is_some_and(|n| n.3.3.is_some()));
                }
            }
            let [lo, hi] = area(&mut rng, &world, &solids);
            let rect = Rect { lo, hi };
            let seen = grid.nearest_to_box(rect.aabb(), within as i32, mask).map(|n| of_engine(&n));
            if let Some(first) = grid.solids_in(rect.aabb(), mask).next() {
                assert_eq!(seen, Some((0, [0, 0], None, told(&first))));
            } else {
                let wanted = nearest(&rect, &solids, within).map(|(a, b, c, s)| (a, b, c, judged(&s)));
                assert_eq!(seen, wanted, "{}", context(&format!("{rect:?}")));
            }
        }
    }
    let counts = [
        ("points near something", near),
        ("points nearest to a corner", corners),
        ("points nearest to a loose box", off_grid),
        ("points that touch something", touching),
        ("points near nothing", none),
        ("points inside", inside),
    ];
    report("random nearest", &counts, 100);
}

/// The face on which a point lies has something solid on one side of it and nothing on the other.
fn must_be_exposed(solids: &[Solid], at: [i64; 2], seen: &NearestTold) {
    let face = seen.2.expect("it is not inside");
    let whole = solids.iter().find(|s| judged(s) == seen.3).expect("it is one of them");
    let out = face.vector();
    let (axis, out) = if out.x != 0 { (0, out.x) } else { (1, out.y) };
    assert_eq!(at[axis], if out < 0 { whole.rect.lo[axis] } else { whole.rect.hi[axis] }, "{at:?} {seen:?}");
    let free = 1 - axis;
    assert!(whole.rect.lo[free] <= at[free] && at[free] <= whole.rect.hi[free], "{at:?} {seen:?}");
    // On one of the two sides along the face, the unit square out of it is free and the one in it is of this solid.
    let holds = |rect: &Rect, square: [i64; 2]| rect.overlaps(&Rect::of(square, [1, 1]));
    let open = [at[free] - 1, at[free]].into_iter().any(|side| {
        let mut outer = [side; 2];
        outer[axis] = if out < 0 { at[axis] - 1 } else { at[axis] };
        let mut inner = outer;
        inner[axis] = if out < 0 { at[axis] } else { at[axis] - 1 };
        holds(&whole.rect, inner) && !solids.iter().any(|s| holds(&s.rect, outer))
    });
    assert!(open, "{at:?} {seen:?}: the face is hidden");
    if out != 0 && axis == 0 {
        // A horizontal one would have come first.
        let horizontal = [at[0] - 1, at[0]].into_iter().any(|side| {
            let solid = |y: i64| solids.iter().any(|s| holds(&s.rect, [side, y]));
            solid(at[1]) != solid(at[1] - 1)
        });
        assert!(!horizontal, "{at:?} {seen:?}: there is a horizontal face");
    }
}

#[test]
fn the_nearest_is_found_at_the_other_end_of_an_empty_world() {
    let mut grid = tilephys_core::TileGrid::new([16, 16]);
    let (layer, tile) = (grid.add_layer("ground"), grid.add_tile(tilephys_core::Tile::default()));
    assert!(grid.nearest(glam::IVec2::ZERO, i32::MAX, u32::MAX).is_none());
    grid.set_tile(layer, tilephys_core::TileCoord::new(300_000, -5), Some(tile));
    let found = grid.nearest(glam::IVec2::ZERO, i32::MAX, u32::MAX).expect("it is there");
    assert_eq!((found.translation.x, found.translation.y), (300_000 * 4096, -4 * 4096));
    assert_eq!(found.face, Some(Direction::Left));
    assert!(grid.nearest(glam::IVec2::ZERO, 300_000 * 4096, u32::MAX).is_none());
}
